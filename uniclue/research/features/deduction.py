"""How a puzzle is solved by propagation: in waves, step by step, and one cell at a time.

*Waves*, *steps* and *reasons* are those of :mod:`uniclue.research.graphs.deduction`; edges run from
a step to those that its cheapest reason needs (if several are as cheap, to those of all). A
*placement* is a step that fills a cell. The *sequential* features come from players who fill one
cell at a time (:mod:`uniclue.research.features.players`): means over their runs of what they met
step by step.

Expected search: if ``a`` of the ``n`` places where one can look show something, and one looks at
them in random order, it takes about ``n / a`` looks to find one. So the time to solve is a sum over
steps, and those at which little can be found weigh most. Three such sums are taken: of looks at
blank cells, of looks at candidates, and, with places weighed by how easy they are, of 1 / (sum of
ease). A stall costs as many looks as there are candidates, each of which is assumed once.

Where there is no refutation (no stall, no strike) its figures are 0.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from uniclue.core.model import Model
from uniclue.propagation.boards import system
from uniclue.research.features.feature import Feature, FeatureBlock, Subject, Values
from uniclue.research.features.players import Filled, Player
from uniclue.research.features.shape import NEEDS, adjacency, canonical
from uniclue.research.features.summaries import described, summed_up
from uniclue.research.graphs.deduction import Deduction, DeductionStep, deduce
from uniclue.solvers.limits import Clock, LimitReachedError

Floats = NDArray[np.float64]
Longs = NDArray[np.int64]

MOST_CELLS = 2_500
"""In puzzles with more cells nobody plays one cell at a time: it takes minutes."""
WORK = 30_000_000
"""Row entries that the deduction may look at: some seconds."""
MOST_ORDERED = 5_000
"""With more candidates, lots are drawn in the order of cells."""

PELANEK = "Pelánek, FLAIRS 2011; arXiv 1403.7373"
WAVES = "waves: Batenburg et al. (2009), for lines of nonograms; here for every kind"
GRAPH = "deduction graph (docs/graph.md); definition ours"
REFUTED = f"refutation sum of {PELANEK}; with the shortest refutation first"
SEARCH = "expected search; definition ours"
EASE = "ease of a way to see a value; definition ours"

WIDTHS = ("mean", "cv", "min", "median", "max", "entropy")
SPREAD = ("mean", "sd", "max")
FIRST = (1, 5, 10, 25)
"""Steps at the beginning: 25 is Pelánek's k."""
SCARCE = (1, 2, 3)

FEATURES = (
    # waves
    Feature("waves", "waves that found something", "waves", WAVES),
    Feature("waves_stuck_worst", "waves until propagation stalls, and one for each cell then blank",
            "waves", WAVES),
    *described("width", "cells filled in each wave", WIDTHS, "cells", WAVES),
    Feature("width_first", "cells filled in the first wave", "cells", WAVES),
    Feature("width_first_3", "mean of the first three widths", "cells", WAVES),
    Feature("bottlenecks", "waves that fill 1 or 2 cells", "waves", WAVES),
    Feature("narrow_share", "share of waves that fill 2 cells or fewer", "1", WAVES),
    Feature("longest_narrow", "most such waves in a row", "waves", WAVES),
    Feature("half_share", "share of waves it takes to fill half of the cells that get filled", "1",
            WAVES),
    Feature("inverse_width", "sum over waves of 1 / width (of 1 where nothing is filled)", "1",
            SEARCH),
    Feature("wave_search_log", "natural logarithm of the sum over waves of blank cells times (1 + "
            "1/2 + ... + 1/width), of 1 where nothing is filled", "log", SEARCH),
    # stalls
    Feature("stalls", "waves of refutations", "waves", GRAPH),
    Feature("stalled_share", "share of the cells to fill that are blank at the first stall", "1",
            GRAPH),
    Feature("stuck_share", "share of the cells to fill that are blank in the end", "1", GRAPH),
    Feature("refutations", "candidates refuted", "candidates", REFUTED),
    Feature("refutation_sum", "costs of all refutations", "values", REFUTED),
    Feature("refutation_first", "over waves of refutations, the least cost: their sum", "values",
            REFUTED),
    Feature("refutation_cost_max", "greatest cost of a refutation", "values", REFUTED),
    Feature("refutation_depth_sum", "waves inside refutations, over waves of refutations: their "
            "sum", "waves", REFUTED),
    Feature("refutation_depth_max", "most waves inside a refutation", "waves", REFUTED),
    # steps and their reasons
    Feature("placements", "placements", "steps", GRAPH),
    Feature("strikes", "steps that strike values by reasoning, per cell to fill", "1", GRAPH),
    *described("reasons", "reasons of each placement", ("mean", "sd"), "reasons", GRAPH),
    Feature("one_reason_share", "share of placements with one reason", "1", GRAPH),
    Feature("cell_only_share", "share of placements that only the cell itself shows (a naked "
            "single and nothing else)", "1", GRAPH),
    Feature("block_share", "share of placements with a reason whose cells are not in one line", "1",
            GRAPH),
    Feature("line_share", "share of placements with a reason whose cells are in one row or column",
            "1", GRAPH),
    Feature("last_share", "share of placements into the last blank cell of some row", "1", GRAPH),
    *described("wave_checks", "checks of the easiest reason of each placement", SPREAD, "checks",
               EASE),
    *described("least", "fewest steps that suffice for each placement", (*SPREAD, "median"),
               "steps", GRAPH),
    Feature("least_sum", "the sum of these", "steps", GRAPH),
    *described("premises", "premises of each placement", ("mean", "max"), "steps", GRAPH),
    # the graph
    Feature("depth", "placements and strikes on the longest path", "steps", GRAPH),
    Feature("depth_mean", "mean over placements of the longest path that ends there", "steps",
            GRAPH),
    Feature("depth_share", "depth over placements and strikes", "1", GRAPH),
    Feature("critical_share", "share of placements and strikes on a path of that length", "1",
            GRAPH),
    Feature("critical_least", "greatest sum over a path of the fewest steps that suffice", "steps",
            GRAPH),
    Feature("ancestors_mean", "placements that each placement rests on, however far back: mean",
            "steps", GRAPH),
    Feature("ordered_share", "share of pairs of placements of which one rests on the other", "1",
            GRAPH),
    *described("uses", "edges from each placement", ("mean", "cv", "max", "gini"), "steps", GRAPH),
    Feature("unused_share", "share of placements that nothing rests on", "1", GRAPH),
    *described("given_uses", "edges from each known cell or literal clue",
               ("mean", "cv", "max", "gini"), "steps", GRAPH),
    Feature("given_unused_share", "share of these that nothing rests on", "1", GRAPH),
    # one cell at a time
    *described("fillable", "fillable cells at each step", ("mean", "cv", "min", "median"), "cells",
               PELANEK),
    *(
        Feature(f"fillable_first_{k}", f"mean fillable cells over the first {k} steps", "cells",
                PELANEK)
        for k in FIRST
    ),
    Feature("fillable_first_third", "mean fillable cells over the first third of the steps",
            "cells", PELANEK),
    *(
        Feature(f"scarce_{k}", f"share of steps with {k} or fewer fillable cells", "1", PELANEK)
        for k in SCARCE
    ),
    Feature("log_fillable_mean", "mean over steps of the logarithm of fillable cells, plus 1",
            "log", PELANEK),
    Feature("ways_per_cell", "ways to see a value over fillable cells, mean over steps", "ways",
            EASE),
    *described("ease", "sum of ease at each step", ("mean", "min", "median"), "1", EASE),
    Feature("ease_first_10", "mean sum of ease over the first 10 steps", "1", EASE),
    *described("checks", "checks for the cell filled at each step", ("mean", "sd", "max"),
               "checks", EASE),
    *(
        Feature(f"{name}_{part}", f"{meaning}: {what}", unit, SEARCH)
        for name, meaning in (
            ("search_cells", "looks at blank cells"),
            ("search_candidates", "looks at candidates"),
            ("search_ease", "time at the rate of the sum of ease"),
        )
        for part, what, unit in (
            ("log", "natural logarithm of the sum over steps", "log"),
            ("first_third_log", "the same over the first third of the steps", "log"),
            ("max_log", "natural logarithm of the most at a step", "log"),
            ("log_mean", "mean over steps of the natural logarithm", "log"),
        )
    ),
)  # fmt: skip


def compute(subject: Subject) -> Values:
    """Solves the puzzle in waves, and lets players fill it.

    Raises:
        LimitReachedError: The time is up.
    """
    puzzle, clock = subject.puzzle, Clock(subject.limits)
    deduction = deduce(puzzle, work=WORK)
    clock.check()
    if deduction.contradiction:
        return dict.fromkeys((f.name for f in FEATURES), "the puzzle has no solution")
    model = puzzle.model(deduction.form or None)
    blank = len(model.places) - sum(_fills(step) and not step.wave for step in deduction.steps)
    if not blank:
        return dict.fromkeys((f.name for f in FEATURES), "no cell is blank")
    values = _waves(deduction, blank) | _refuted(deduction) | _reasons(deduction, model, blank)
    values |= _graph(deduction)
    if len(model.places) > MOST_CELLS:
        reason = f"left out: more than {MOST_CELLS} cells"
        return dict.fromkeys((f.name for f in FEATURES), reason) | values
    player = Player(deduction, model, system(model), lots(subject, model))
    return values | _sequential(player.play(clock))


def _fills(step: DeductionStep) -> bool:
    return step.value is not None


def _placements(deduction: Deduction) -> list[DeductionStep]:
    return [step for step in deduction.steps if step.wave and _fills(step)]


# -- waves -----------------------------------------------------------------------------------------


def _waves(deduction: Deduction, blank: int) -> Values:
    """Features of the waves; ``blank`` cells are blank at the start."""
    widths = deduction.widths
    before = blank - np.cumsum([0, *widths])
    stall = next((s.wave for s in deduction.steps if s.type == "refutation"), deduction.waves + 1)
    narrow = [width <= 2 for width in widths]
    filled = sum(widths)
    half = int(np.searchsorted(np.cumsum(widths), filled / 2)) + 1 if filled else 0
    looks = sum(
        left * (sum(1 / i for i in range(1, width + 1)) or 1)
        for left, width in zip(before.tolist(), widths, strict=False)
    )
    count = max(len(widths), 1)
    return {
        "waves": deduction.waves,
        "waves_stuck_worst": stall - 1 + int(before[stall - 1]),
        **summed_up("width", widths or [0], WIDTHS, none=""),
        "width_first": widths[0] if widths else 0,
        "width_first_3": sum(widths[:3]) / min(3, count),
        "bottlenecks": sum(width in (1, 2) for width in widths),
        "narrow_share": sum(narrow) / count,
        "longest_narrow": _longest(narrow),
        "half_share": half / count,
        "inverse_width": sum(1 / max(width, 1) for width in widths),
        "wave_search_log": math.log(looks) if looks else 0.0,
        "stalled_share": int(before[stall - 1]) / blank,
        "stuck_share": len(deduction.stuck) / blank,
    }


def _longest(marked: list[bool]) -> int:
    """The most marks in a row."""
    ends = [-1, *(i for i, mark in enumerate(marked) if not mark), len(marked)]
    return max(after - before - 1 for before, after in pairwise(ends))


def _refuted(deduction: Deduction) -> Values:
    steps = [step for step in deduction.steps if step.type == "refutation"]
    costs: dict[int, list[int]] = {}
    depth = {step.wave: step.depth for step in steps}
    for step in steps:
        costs.setdefault(step.wave, []).append(step.cost)
    return {
        "stalls": len(costs),
        "refutations": len(steps),
        "refutation_sum": sum(step.cost for step in steps),
        "refutation_first": sum(min(some) for some in costs.values()),
        "refutation_cost_max": max((step.cost for step in steps), default=0),
        "refutation_depth_sum": sum(depth.values()),
        "refutation_depth_max": max(depth.values(), default=0),
    }


# -- reasons ---------------------------------------------------------------------------------------


def _reasons(deduction: Deduction, model: Model, blank: int) -> Values:
    """Features of why cells are filled."""
    steps = [step for step in _placements(deduction) if step.type == "place"]
    none = "propagation fills no cell"
    is_line = {r.group: _in_line(model, r.group) for step in steps for r in step.reasons}
    cell_only = [all(r.kind == "cell" for r in step.reasons) for step in steps]
    others = [{is_line[r.group] for r in step.reasons if r.kind != "cell"} for step in steps]
    cheapest = [step.reasons[0] for step in steps]
    numbers = [len(step.reasons) for step in steps]
    within = len(model.domain) - 1
    checks = [min(within if r.kind == "cell" else r.blank - 1 for r in s.reasons) for s in steps]
    last = [any(r.blank == 1 and r.cells > 1 for r in step.reasons) for step in steps]
    return {
        "placements": len(_placements(deduction)),
        "strikes": sum(step.type == "strike" for step in deduction.steps) / blank,
        **summed_up("reasons", numbers, ("mean", "sd"), none=none),
        "one_reason_share": _share([n == 1 for n in numbers], none),
        "cell_only_share": _share(cell_only, none),
        "block_share": _share([False in kinds for kinds in others], none),
        "line_share": _share([True in kinds for kinds in others], none),
        "last_share": _share(last, none),
        **summed_up("wave_checks", checks, SPREAD, none=none),
        **summed_up("least", [r.least for r in cheapest], (*SPREAD, "median"), none=none),
        "least_sum": sum(r.least for r in cheapest),
        **summed_up("premises", [len(r.premises) for r in cheapest], ("mean", "max"), none=none),
    }


def _share(marks: Sequence[bool], none: str) -> float | str:
    return sum(marks) / len(marks) if marks else none


def _in_line(model: Model, group: int) -> bool:
    """Whether the cells of a group are in one row or column."""
    places = [model.places[cell] for cell in model.groups[group].cells]
    return bool(places) and any(len({place[axis] for place in places}) == 1 for axis in (0, 1))


# -- the graph -------------------------------------------------------------------------------------


def _graph(deduction: Deduction) -> Values:
    """Features of the paths and edges of the deduction graph."""
    steps = deduction.steps
    depth, weight, under = [0] * len(steps), [0] * len(steps), [0] * len(steps)
    uses = np.zeros(len(steps), np.int64)
    premises = [_premises(step) if step.wave else [] for step in steps]
    later = [i for i, step in enumerate(steps) if step.wave]
    placed = [i for i in later if _fills(steps[i])]
    known = [i for i, step in enumerate(steps) if not step.wave]
    is_placed = set(placed)
    for i in later:
        uses[premises[i]] += 1
        least = steps[i].reasons[0].least if steps[i].reasons else 0
        depth[i] = 1 + max((depth[p] for p in premises[i]), default=0)
        weight[i] = least + max((weight[p] for p in premises[i]), default=0)
        for p in premises[i]:
            under[i] |= under[p] | (p in is_placed) << p
    none, n = "no cell is filled", len(placed)
    ancestors = [under[i].bit_count() for i in placed]
    return {
        "depth": max(depth, default=0),
        "depth_mean": float(np.mean([depth[i] for i in placed])) if placed else none,
        "depth_share": max(depth) / len(later) if later else none,
        "critical_share": _critical(premises, depth) / len(later) if later else none,
        "critical_least": max(weight, default=0),
        "ancestors_mean": sum(ancestors) / n if placed else none,
        "ordered_share": sum(ancestors) / (n * (n - 1) / 2) if n > 1 else none,
        **summed_up("uses", uses[placed], ("mean", "cv", "max", "gini"), none=none),
        "unused_share": _share((uses[placed] == 0).tolist(), none),
        **summed_up("given_uses", uses[known], ("mean", "cv", "max", "gini"),
                    none="nothing is known at the start"),
        "given_unused_share": _share((uses[known] == 0).tolist(), "nothing is known at the start"),
    }  # fmt: skip


def _premises(step: DeductionStep) -> list[int]:
    """The steps that its cheapest reason needs; if several are as cheap, all of theirs."""
    costs = [(r.least, len(r.premises), r.blank) for r in step.reasons]
    cheap = (r for r, cost in zip(step.reasons, costs, strict=True) if cost == costs[0])
    return sorted({premise for reason in cheap for premise in reason.premises})


def _critical(premises: list[list[int]], depth: list[int]) -> int:
    """How many steps lie on a longest path."""
    longest = max(depth, default=0)
    path = {i for i, steps in enumerate(depth) if steps == longest > 0}
    for i in range(len(depth) - 1, -1, -1):
        if i in path:
            path |= {p for p in premises[i] if depth[p] == depth[i] - 1 > 0}
    return len(path)


# -- one cell at a time ----------------------------------------------------------------------------


def lots(subject: Subject, model: Model) -> Longs:
    """The rank of each cell by the canonical order of the blank candidates; shape (cells,)."""
    rank = np.arange(len(model.places))
    if model.cells.size > MOST_ORDERED:
        return rank
    try:
        graph = subject.graph("blank-candidates")
    except LimitReachedError:
        return rank
    number = {place: i for i, place in enumerate(model.places)}
    cell = np.array([number[d["row"], d["column"]] for _, d in graph.nodes(data=True)], np.int64)
    ordered = cell[canonical(adjacency(graph))]
    first = np.full(len(rank), len(ordered))
    np.minimum.at(first, ordered, np.arange(len(ordered)))
    rank[np.argsort(first, kind="stable")] = np.arange(len(rank))
    return rank


def _sequential(filled: Filled) -> Values:
    """Features of what players met."""
    seen = filled.fillable
    if not len(seen):
        names = [f.name for f in FEATURES if f.source in (PELANEK, EASE)]
        names += [f.name for f in FEATURES if f.name.startswith("search")]
        return dict.fromkeys(names, "no cell is filled")
    stall = seen == 0
    fillable, ease, checks = (np.nanmean(a, axis=1) for a in (seen, filled.ease, filled.checks))
    ways = np.divide(filled.ways, seen, out=np.full(seen.shape, np.nan), where=seen > 0)
    third = max(1, -(-len(seen) // 3))
    values: Values = {
        **summed_up("fillable", fillable, ("mean", "cv", "min", "median"), none=""),
        **{f"fillable_first_{k}": float(fillable[:k].mean()) for k in FIRST},
        "fillable_first_third": float(fillable[:third].mean()),
        **{f"scarce_{k}": _part(seen, seen <= k) for k in SCARCE},
        "log_fillable_mean": float(np.nanmean(np.log1p(seen))),
        "ways_per_cell": float(np.nanmean(ways)) if (seen > 0).any() else "no cell is filled",
        **summed_up("ease", ease, ("mean", "min", "median"), none=""),
        "ease_first_10": float(ease[:10].mean()),
        **summed_up("checks", checks, ("mean", "sd", "max"), none=""),
    }
    for name, looks in (
        ("search_cells", filled.blank / np.maximum(seen, 1)),
        ("search_candidates", filled.candidates / np.maximum(seen, 1)),
        ("search_ease", 1 / np.where(stall, 1, filled.ease)),
    ):
        values |= _search(name, np.where(stall, filled.candidates, looks), third)
    return values


def _part(seen: Floats, marked: NDArray[np.bool_]) -> float:
    """The share of marked steps among those not waited."""
    return float(marked.sum() / np.isfinite(seen).sum())


def _search(name: str, looks: Floats, third: int) -> Values:
    """Features of the looks at each step: shape (steps, runs), NaN where a player waited."""
    return {
        f"{name}_log": math.log(np.nansum(looks, axis=0).mean()),
        f"{name}_first_third_log": math.log(np.nansum(looks[:third], axis=0).mean()),
        f"{name}_max_log": math.log(np.nanmax(looks, axis=0).mean()),
        f"{name}_log_mean": float(np.nanmean(np.log(looks))),
    }


BLOCK = FeatureBlock("deduction", "how propagation solves the puzzle", FEATURES, compute, NEEDS)
