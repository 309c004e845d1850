"""How a puzzle is solved by propagation: in waves, step by step, and one cell at a time.

*Waves*, *steps* and *reasons* are those of :mod:`uniclue.study.graphs.deduction`; edges run from
a step to those that its cheapest reason needs (with ties, to those of all). A *placement* is a step
that fills a cell. The *sequential* features come from players who fill one cell at a time
(:mod:`uniclue.study.features.players`): means over their runs, step by step.

Expected search: if ``a`` of ``n`` places show a next step, and a solver looks at them in random
order, it takes about ``n / a`` looks to find one. So the time to solve is a sum over steps, and the
steps with few finds weigh most. There are three such sums: of looks at blank cells, of looks at
candidates, and, with places weighted by their ease, of 1 / (sum of ease). A stall costs as many
looks as there are candidates, each of which is assumed once.

Without refutations (no stall, no strike) their figures are 0.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache, partial
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from uniclue.core.latest import model_of
from uniclue.core.model import Model
from uniclue.solvers.limits import Clock, LimitReachedError
from uniclue.study.features.feature import Feature, FeatureBlock, Subject, Values
from uniclue.study.features.players import Filled, PlayerFeatures
from uniclue.study.features.summaries import feature_table, summed_up
from uniclue.study.graphs.cells import bare_candidates, candidates
from uniclue.study.graphs.deduction import Deduction, DeductionStep, deduce, system_of
from uniclue.study.graphs.restriction import blank, cell_of

Floats = NDArray[np.float64]
Longs = NDArray[np.int64]

MOST_CELLS = 2_500
"""Puzzles with more cells are not played one cell at a time: it would take minutes."""
WORK = 30_000_000
"""The most row entries that the deduction may examine: some seconds."""
MOST_ORDERED = 5_000
"""With more candidates, random draws follow the order of cells."""

PELANEK = "Pelánek, FLAIRS 2011; arXiv 1403.7373"
WAVES = "waves: Batenburg et al. (2009), for lines of nonograms; here for every kind"
GRAPH = "deduction graph (docs/graph.md); definition ours"
REFUTED = f"refutation sum of {PELANEK}; with the shortest refutation first"
SEARCH = "expected search; definition ours"
EASE = "ease of a way to see a value; definition ours"

FIRST = (1, 5, 10, 25)
"""Numbers of first steps: 25 is Pelánek's k."""
SCARCE = (1, 2, 3)

FEATURES = (
    *feature_table(WAVES, f"""
        waves | waves | waves that found something
        waves_stuck_worst | waves | waves until propagation stalls, and one for each cell then blank
        width (mean cv min median max entropy) | cells | cells filled in each wave
        width_first | cells | cells filled in the first wave
        width_first_3 | cells | mean of the first three widths
        bottlenecks | waves | waves that fill 1 or 2 cells
        narrow_share | 1 | share of waves that fill 2 cells or fewer
        longest_narrow | waves | most such waves in a row
        half_share | 1 | share of waves it takes to fill half of the cells that get filled
        inverse_width | 1 | sum over waves of 1 / width (of 1 where nothing is filled) | {SEARCH}
        wave_search_log | log | natural logarithm of the sum over waves of blank cells times \
            (1 + 1/2 + ... + 1/width), of 1 where nothing is filled | {SEARCH}
    """),
    *feature_table(REFUTED, f"""
        stalls | waves | waves of refutations | {GRAPH}
        stalled_share | 1 | share of the cells to fill that are blank at the first stall | {GRAPH}
        stuck_share | 1 | share of the cells to fill that are blank in the end | {GRAPH}
        refutations | candidates | candidates refuted
        refutation_sum | values | costs of all refutations
        refutation_first | values | over waves of refutations, the least cost: their sum
        refutation_cost_max | values | greatest cost of a refutation
        refutation_depth_sum | waves | waves inside refutations, over waves of refutations: \
            their sum
        refutation_depth_max | waves | most waves inside a refutation
    """),
    # steps, their reasons, and the graph of both
    *feature_table(GRAPH, f"""
        placements | steps | placements
        strikes | 1 | steps that strike values by reasoning, per cell to fill
        reasons (mean sd) | reasons | reasons of each placement
        one_reason_share | 1 | share of placements with one reason
        cell_only_share | 1 | share of placements that only the cell itself shows (a naked single \
            and nothing else)
        block_share | 1 | share of placements with a reason whose cells are not in one line
        line_share | 1 | share of placements with a reason whose cells are in one row or column
        last_share | 1 | share of placements into the last blank cell of some row
        wave_checks (mean sd max) | checks | checks of the easiest reason of each placement | {EASE}
        least (mean sd max median) | steps | fewest steps that suffice for each placement
        least_sum | steps | the sum of these
        premises (mean max) | steps | premises of each placement
        depth | steps | placements and strikes on the longest path
        depth_mean | steps | mean over placements of the longest path that ends there
        depth_share | 1 | depth over placements and strikes
        critical_share | 1 | share of placements and strikes on a path of that length
        critical_least | steps | greatest sum over a path of the fewest steps that suffice
        ancestors_mean | steps | placements that each placement rests on, however far back: mean
        ordered_share | 1 | share of pairs of placements of which one rests on the other
        uses (mean cv max gini) | steps | edges from each placement
        unused_share | 1 | share of placements that nothing rests on
        given_uses (mean cv max gini) | steps | edges from each known cell or literal clue
        given_unused_share | 1 | share of these that nothing rests on
    """),
    # one cell at a time
    *feature_table(PELANEK, """
        fillable (mean cv min median) | cells | fillable cells at each step
        fillable_first_1 | cells | mean fillable cells over the first 1 steps
        fillable_first_5 | cells | mean fillable cells over the first 5 steps
        fillable_first_10 | cells | mean fillable cells over the first 10 steps
        fillable_first_25 | cells | mean fillable cells over the first 25 steps
        fillable_first_third | cells | mean fillable cells over the first third of the steps
        scarce_1 | 1 | share of steps with 1 or fewer fillable cells
        scarce_2 | 1 | share of steps with 2 or fewer fillable cells
        scarce_3 | 1 | share of steps with 3 or fewer fillable cells
        log_fillable_mean | log | mean over steps of the logarithm of fillable cells, plus 1
    """),
    *feature_table(EASE, """
        ways_per_cell | ways | ways to see a value over fillable cells, mean over steps
        ease (mean min median) | 1 | sum of ease at each step
        ease_first_10 | 1 | mean sum of ease over the first 10 steps
        checks (mean sd max) | checks | checks for the cell filled at each step
    """),
    *(
        feature
        for name, meaning in (
            ("search_cells", "looks at blank cells"),
            ("search_candidates", "looks at candidates"),
            ("search_ease", "time at the rate of the sum of ease"),
        )
        for feature in feature_table(SEARCH, f"""
            {name}_log | log | {meaning}: natural logarithm of the sum over steps
            {name}_first_third_log | log | {meaning}: the same over the first third of the steps
            {name}_max_log | log | {meaning}: natural logarithm of the most at a step
            {name}_log_mean | log | {meaning}: mean over steps of the natural logarithm
        """)
    ),
)  # fmt: skip


def compute(subject: Subject) -> Values:
    """Solves the puzzle in waves, and lets players fill it.

    Raises:
        LimitReachedError: The time is up.
    """
    clock = Clock(subject.limits)
    deduction = deduce(subject.puzzle, work=WORK)
    clock.check()
    model = model_of(subject.puzzle, deduction.form or None)
    names = [feature.name for feature in FEATURES]
    if isinstance(values := _process(deduction, model), str):
        return dict.fromkeys(names, values)
    if len(model.places) > MOST_CELLS:
        return dict.fromkeys(names, f"left out: more than {MOST_CELLS} cells") | values
    player = PlayerFeatures(
        deduction, model, system_of(subject.puzzle, model), cell_order(subject, model)
    )
    return values | _sequential(player.play(clock))


def _process(deduction: Deduction, model: Model) -> Values | str:
    """The features without players, or why there are none."""
    if deduction.contradiction:
        return "the puzzle has no solution"
    blank = len(model.places) - sum(_fills(step) and not step.wave for step in deduction.steps)
    if not blank:
        return "no cell is blank"
    values = _waves(deduction, blank) | _refuted(deduction) | _reasons(deduction, model, blank)
    return values | _graph(deduction)


def _fills(step: DeductionStep) -> bool:
    return step.value is not None


# -- waves -----------------------------------------------------------------------------------------


def _waves(deduction: Deduction, blank: int) -> Values:
    """Features of the waves; ``blank`` cells are blank at the start."""
    widths = deduction.widths
    before = (blank - np.cumsum([0, *widths])).tolist()
    stall = next((s.wave for s in deduction.steps if s.type == "refutation"), deduction.waves + 1)
    narrow = [width <= 2 for width in widths]
    wide = [-1, *(wave for wave, width in enumerate(widths) if width > 2), len(widths)]
    filled = sum(widths)
    half = int(np.searchsorted(np.cumsum(widths), filled / 2)) + 1 if filled else 0
    looks = sum(
        cells * (sum(1 / i for i in range(1, width + 1)) or 1)
        for cells, width in zip(before, widths, strict=False)
    )
    count = max(len(widths), 1)
    return {
        "waves": deduction.waves,
        "waves_stuck_worst": stall - 1 + before[stall - 1],
        **summed_up("width", widths or [0], none=""),
        "width_first": widths[0] if widths else 0,
        "width_first_3": sum(widths[:3]) / min(3, count),
        "bottlenecks": sum(width in (1, 2) for width in widths),
        "narrow_share": sum(narrow) / count,
        "longest_narrow": max(after - wave - 1 for wave, after in pairwise(wide)),
        "half_share": half / count,
        "inverse_width": sum(1 / max(width, 1) for width in widths),
        "wave_search_log": math.log(looks) if looks else 0.0,
        "stalled_share": before[stall - 1] / blank,
        "stuck_share": len(deduction.stuck) / blank,
    }


def _refuted(deduction: Deduction) -> Values:
    steps = [step for step in deduction.steps if step.type == "refutation"]
    depth = {step.wave: step.depth for step in steps}
    least = [min(step.cost for step in steps if step.wave == wave) for wave in depth]
    return {
        "stalls": len(depth),
        "refutations": len(steps),
        "refutation_sum": sum(step.cost for step in steps),
        "refutation_first": sum(least),
        "refutation_cost_max": max((step.cost for step in steps), default=0),
        "refutation_depth_sum": sum(depth.values()),
        "refutation_depth_max": max(depth.values(), default=0),
    }


# -- reasons ---------------------------------------------------------------------------------------


def _reasons(deduction: Deduction, model: Model, blank: int) -> Values:
    """Features of the reasons for placements."""
    placements = [step for step in deduction.steps if step.wave and _fills(step)]
    reasons = [step.reasons for step in placements if step.type == "place"]
    cheapest = [several[0] for several in reasons]
    numbers = [len(several) for several in reasons]
    in_line = cache(partial(_in_line, model))
    lines = [{in_line(r.group) for r in several if r.kind != "cell"} for several in reasons]
    values = len(model.domain) - 1
    checks = [min(values if r.kind == "cell" else r.blank - 1 for r in each) for each in reasons]
    last = [any(r.blank == 1 and r.cells > 1 for r in several) for several in reasons]
    none = "propagation fills no cell"
    return {
        "placements": len(placements),
        "strikes": sum(step.type == "strike" for step in deduction.steps) / blank,
        **summed_up("reasons", numbers, none=none),
        "one_reason_share": _share([n == 1 for n in numbers], none),
        "cell_only_share": _share([not kinds for kinds in lines], none),
        "block_share": _share([False in kinds for kinds in lines], none),
        "line_share": _share([True in kinds for kinds in lines], none),
        "last_share": _share(last, none),
        **summed_up("wave_checks", checks, none=none),
        **summed_up("least", [r.least for r in cheapest], none=none),
        "least_sum": sum(r.least for r in cheapest),
        **summed_up("premises", [len(r.premises) for r in cheapest], none=none),
    }


def _share(marks: Sequence[bool], none: str) -> float | str:
    return sum(marks) / len(marks) if marks else none


def _in_line(model: Model, group: int) -> bool:
    """Whether the cells of a group are in one row or column."""
    places = [model.places[cell] for cell in model.groups[group].cells]
    return bool(places) and any(len(set(axis)) == 1 for axis in zip(*places, strict=True))


# -- the graph -------------------------------------------------------------------------------------


def _graph(deduction: Deduction) -> Values:
    """Features of the paths and edges of the deduction graph."""
    steps = deduction.steps
    depth, weight, under = [0] * len(steps), [0] * len(steps), [0] * len(steps)
    uses = np.zeros(len(steps), np.int64)
    premises = [_premises(step) if step.wave else [] for step in steps]
    later = [i for i, step in enumerate(steps) if step.wave]
    placed = [i for i in later if _fills(steps[i])]
    givens = [i for i, step in enumerate(steps) if not step.wave]
    for i in later:
        uses[premises[i]] += 1
        least = steps[i].reasons[0].least if steps[i].reasons else 0
        depth[i] = 1 + max((depth[p] for p in premises[i]), default=0)
        weight[i] = least + max((weight[p] for p in premises[i]), default=0)
        for p in premises[i]:
            under[i] |= under[p] | (steps[p].wave > 0 and _fills(steps[p])) << p
    n, none, none_given = len(placed), "no cell is filled", "nothing is known at the start"
    ancestors = sum(under[i].bit_count() for i in placed)
    return {
        "depth": max(depth, default=0),
        "depth_mean": float(np.mean([depth[i] for i in placed])) if placed else none,
        "depth_share": max(depth) / len(later) if later else none,
        "critical_share": _critical(premises, depth) / len(later) if later else none,
        "critical_least": max(weight, default=0),
        "ancestors_mean": ancestors / n if placed else none,
        "ordered_share": ancestors / (n * (n - 1) / 2) if n > 1 else none,
        **summed_up("uses", uses[placed], none=none),
        "unused_share": _share((uses[placed] == 0).tolist(), none),
        **summed_up("given_uses", uses[givens], none=none_given),
        "given_unused_share": _share((uses[givens] == 0).tolist(), none_given),
    }


def _premises(step: DeductionStep) -> list[int]:
    """The steps that its cheapest reason needs; with ties, those that all of them need."""
    costs = [(r.least, len(r.premises), r.blank) for r in step.reasons]
    cheap = (r for r, cost in zip(step.reasons, costs, strict=True) if cost == costs[0])
    return sorted({premise for reason in cheap for premise in reason.premises})


def _critical(premises: list[list[int]], depth: list[int]) -> int:
    """The number of steps on longest paths."""
    longest = max(depth, default=0)
    path = {i for i, steps in enumerate(depth) if steps == longest > 0}
    for i in reversed(range(len(depth))):
        if i in path:
            path |= {p for p in premises[i] if depth[p] == depth[i] - 1 > 0}
    return len(path)


# -- one cell at a time ----------------------------------------------------------------------------


def cell_order(subject: Subject, model: Model) -> Longs:
    """The rank of each cell by the canonical order of the blank candidates; shape (cells,)."""
    rank = np.arange(len(model.places))
    if model.cells.size > MOST_ORDERED:
        return rank
    start = blank(subject.puzzle)
    try:
        graph = bare_candidates(start)
    except LimitReachedError:
        return rank
    ordered = cell_of(start.model)[np.abs(candidates(start))][graph.canonical]
    first = np.full(len(rank), len(ordered))
    np.minimum.at(first, ordered, np.arange(len(ordered)))
    rank[np.argsort(first, kind="stable")] = np.arange(len(rank))
    return rank


def _sequential(filled: Filled) -> Values:
    """Features of the players' runs."""
    seen = filled.fillable
    if not len(seen):
        return dict.fromkeys((f.name for f in FEATURES if _is_played(f)), "no cell is filled")
    stall = seen == 0
    fillable, ease, checks = (np.nanmean(a, axis=1) for a in (seen, filled.ease, filled.checks))
    ways = np.divide(filled.ways, seen, out=np.full(seen.shape, np.nan), where=seen > 0)
    third = max(1, -(-len(seen) // 3))
    values: Values = {
        **summed_up("fillable", fillable, none=""),
        **{f"fillable_first_{k}": float(fillable[:k].mean()) for k in FIRST},
        "fillable_first_third": float(fillable[:third].mean()),
        **{f"scarce_{k}": float((seen <= k).sum() / np.isfinite(seen).sum()) for k in SCARCE},
        "log_fillable_mean": float(np.nanmean(np.log1p(seen))),
        "ways_per_cell": float(np.nanmean(ways)) if (seen > 0).any() else "no cell is filled",
        **summed_up("ease", ease, none=""),
        "ease_first_10": float(ease[:10].mean()),
        **summed_up("checks", checks, none=""),
    }
    for name, looks in (
        ("search_cells", filled.blank / np.maximum(seen, 1)),
        ("search_candidates", filled.candidates / np.maximum(seen, 1)),
        ("search_ease", 1 / np.where(stall, 1, filled.ease)),
    ):
        values |= _search(name, np.where(stall, filled.candidates, looks), third)
    return values


def _search(name: str, looks: Floats, third: int) -> Values:
    """Features of the looks at each step: shape (steps, runs), NaN where a player waited."""
    return {
        f"{name}_log": math.log(np.nansum(looks, axis=0).mean()),
        f"{name}_first_third_log": math.log(np.nansum(looks[:third], axis=0).mean()),
        f"{name}_max_log": math.log(np.nanmax(looks, axis=0).mean()),
        f"{name}_log_mean": float(np.nanmean(np.log(looks))),
    }


def _is_played(feature: Feature) -> bool:
    """Whether a feature comes from players who fill one cell at a time."""
    played = feature.source in (PELANEK, EASE) or feature.name.startswith("search")
    return played and not feature.name.startswith("wave")


def compute_process(subject: Subject) -> Values:
    """Solves the puzzle in waves."""
    deduction = deduce(subject.puzzle, work=WORK)
    values = _process(deduction, model_of(subject.puzzle, deduction.form or None))
    return dict.fromkeys((f.name for f in PROCESS), values) if isinstance(values, str) else values


PROCESS = tuple(feature for feature in FEATURES if not _is_played(feature))
BLOCKS = (
    FeatureBlock("deduction", "how propagation solves the puzzle", FEATURES, compute),
    FeatureBlock("process", "the same without players", PROCESS, compute_process, on_request=True),
)
