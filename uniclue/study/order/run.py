"""A study of order, from traces to findings: first the table, then the fits.

The table is kept in a folder, one Parquet file a kind, so that memory holds one kind at a time;
fits read it again. A run that was interrupted goes on with the kinds that are not there yet.
"""

from __future__ import annotations

import json
import resource
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from uniclue.core.puzzle import ChoiceError, PuzzleError
from uniclue.files.output import write_whole
from uniclue.study.order.choice import Choices, Floats, fit, joined
from uniclue.study.order.corpus import RecordedTrace, chosen_traces, puzzles_of
from uniclue.study.order.plan import OrderPlan, PlannedGain
from uniclue.study.order.table import FEATURES, Measured, measure, rows_of, strangers
from uniclue.study.studies import statistics
from uniclue.study.studies.statistics import flipped_p, mean_error

Say = Callable[[str], None]
Findings = dict[str, Any]


def run(plan: OrderPlan, folder: Path, out: Path, say: Say) -> Findings:
    """The table and the findings of a plan; both are written into ``out``.

    Args:
        plan: The plan.
        folder: Where its corpus is.
        out: A folder; kinds whose table is there are not measured again.
        say: Takes lines about the progress.

    Raises:
        ChoiceError: The plan's features are not those of the table.
        OSError: A file cannot be read or written.
    """
    if tuple(plan.columns) != FEATURES:
        raise ChoiceError(f"blocks: expected the features {', '.join(FEATURES)}")
    (out / "table").mkdir(parents=True, exist_ok=True)
    traces, begin = chosen_traces(plan, folder), time.process_time()
    for kind, some in traces.items():
        is_there = (out / "table" / f"{kind}.json").exists()
        if not is_there and len(some) >= plan.exclusions.least_puzzles:
            _tabulate(plan, folder, out, kind, some)
            say(f"{kind}: table, {time.process_time() - begin:.0f} CPU s")
    begin = time.process_time()
    findings = evaluate(plan, out, say)
    findings["cpu_seconds_of_fits"] = round(time.process_time() - begin, 1)
    findings["cpu_seconds_of_tables"] = round(
        sum(json.loads(path.read_bytes())["seconds"] for path in (out / "table").glob("*.json"))
    )
    findings["memory_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    write_whole(out / "findings.json", json.dumps(findings, indent=1).encode())
    return findings


# -- the table -------------------------------------------------------------------------------------


def _measured(
    plan: OrderPlan, folder: Path, kind: str, traces: list[RecordedTrace], *, shuffle: bool
) -> tuple[list[Measured], Counter[str]]:
    """What could be measured of some traces, in random order, and why others could not."""
    puzzles, reasons = puzzles_of(plan, folder, kind), Counter[str]()
    rng = np.random.default_rng([plan.seed, *kind.encode()])
    measured = []
    for i in rng.permutation(len(traces)):
        bounds = plan.exclusions.least_moves, plan.exclusions.most_moves
        try:
            puzzle = puzzles[traces[i].id]
            one = measure(traces[i], puzzle, plan.states.waves, bounds, rng if shuffle else None)
        except (PuzzleError, KeyError) as error:
            reasons[f"{type(error).__name__}: {error}"[:100]] += 1
            continue
        if one is None:
            reasons["fewer or more moves than wanted"] += 1
        else:
            measured.append(one)
        if shuffle and len(measured) >= plan.shuffled.puzzles:
            break
    return measured, reasons


def _tabulate(
    plan: OrderPlan, folder: Path, out: Path, kind: str, traces: list[RecordedTrace]
) -> None:
    """Writes the table of a kind, the table with a shuffled order, and what is counted."""
    start = time.process_time()
    measured, reasons = _measured(plan, folder, kind, traces, shuffle=False)
    _write_rows(plan, out / "table" / f"{kind}.parquet", measured)
    if kind in plan.shuffled.kinds:
        shuffled, _ = _measured(plan, folder, kind, traces, shuffle=True)
        _write_rows(plan, out / "table" / f"{kind}.shuffled.parquet", shuffled)
    counted = {
        "kind": kind,
        "traces": len(traces),
        "puzzles": len(measured),
        "left_out": dict(reasons),
        "ids": [one.trace.id for one in measured],
        "solvers": [one.trace.solver for one in measured],
        "trials": [difference for one in measured for difference in _trials(one)],
        "seconds": round(time.process_time() - start, 2),
    }
    write_whole(out / "table" / f"{kind}.json", json.dumps(counted).encode())


def _write_rows(plan: OrderPlan, path: Path, measured: list[Measured]) -> None:
    import polars as pl

    parts = [
        rows_of(one, other, plan.states.every)
        for one, other in zip(measured, strangers(measured), strict=True)
    ]
    sizes = np.array([size for _, sizes in parts for size in sizes], np.int64)
    puzzle = np.repeat(np.arange(len(parts)), [len(sizes) for _, sizes in parts])
    rows = np.concatenate([np.zeros((0, len(FEATURES)), np.float32), *(x for x, _ in parts)])
    taken = np.zeros(len(rows), np.bool_)
    taken[np.cumsum(sizes) - sizes] = True
    table = {
        "puzzle": np.repeat(puzzle, sizes).astype(np.uint16),
        "move": np.repeat(np.arange(len(sizes)), sizes).astype(np.uint32),
        "taken": taken,
    }
    pl.DataFrame(table | dict(zip(FEATURES, rows.T, strict=True))).write_parquet(path)


def _trials(one: Measured) -> list[tuple[float, float]]:
    """Whether something filled later follows in one wave: where trials begin, and elsewhere.

    Returns:
        Both means, for each third of the trace that has both.
    """
    number, later = len(one.fills), one.later
    follows = np.array(
        [(one.states.wave[i, later >= i] == 1).any() for i in range(number)], np.float64
    )
    begins = np.isin(np.arange(number), list(one.begins))
    third, pairs = np.arange(number) * 3 // max(number, 1), []
    for each in range(3):
        there, other = (third == each) & begins, (third == each) & ~begins
        if there.any() and other.any():
            pairs.append((float(follows[there].mean()), float(follows[other].mean())))
    return pairs


def _read(out: Path, name: str) -> Choices:
    """The table of a kind."""
    import polars as pl

    table = pl.read_parquet(out / "table" / f"{name}.parquet")
    move = table["move"].to_numpy()
    starts = np.flatnonzero(np.diff(move.astype(np.int64), prepend=-1))
    sizes = np.diff(np.append(starts, len(move)))
    x = table.select(FEATURES).to_numpy().astype(np.float32)
    return Choices(x, sizes, table["puzzle"].to_numpy()[starts].astype(np.int64))


# -- the fits --------------------------------------------------------------------------------------


def evaluate(plan: OrderPlan, out: Path, say: Say) -> Findings:
    """The findings, from the tables in a folder."""
    counted = [json.loads(path.read_bytes()) for path in sorted((out / "table").glob("*.json"))]
    left_out = [one for one in counted if one["puzzles"] < plan.exclusions.least_puzzles]
    counted = [one for one in counted if one["puzzles"] >= plan.exclusions.least_puzzles]
    kinds: dict[str, Findings] = {}
    some: dict[str, Choices] = {}
    for one in counted:
        choices = _read(out, kind := one["kind"])
        kinds[kind] = _of_kind(plan, one, choices)
        some[kind] = choices.only(choices.puzzle < plan.fit.pooled)
        say(f"{kind}: deduction over place {kinds[kind]['gains']['deduction over place'][0]:+.3f}")
    gains = {gain.name: _over_kinds(plan, kinds, gain) for gain in plan.gains}
    by_kind, by_solver = _carried_over(plan, out, counted, some)
    return {
        "title": plan.title,
        "seed": plan.seed,
        "kinds": kinds,
        "too_few": {one["kind"]: [one["traces"], one["puzzles"]] for one in left_out},
        "gains": gains,
        "holm": _holm(plan, gains),
        "left_out_kinds": by_kind,
        "left_out_solvers": by_solver,
        "shuffled": _shuffled(plan, out, kinds),
        "trials": _trial_findings(counted),
    }


def _columns(plan: OrderPlan, blocks: tuple[str, ...]) -> list[int]:
    return [FEATURES.index(name) for block in blocks for name in plan.blocks[block]]


def _of_kind(plan: OrderPlan, counted: Findings, choices: Choices) -> Findings:
    """The gains of a kind, each as mean and standard error over puzzles, and more about it."""
    rng = np.random.default_rng([plan.seed, 1, *counted["kind"].encode()])
    bits: dict[tuple[tuple[str, ...], str], Floats] = {}

    def gained(blocks: tuple[str, ...], permuted: str = "") -> Floats:
        key = tuple(sorted(blocks)), permuted
        if key not in bits:
            of = choices.permuted(_columns(plan, (permuted,)), rng) if permuted else choices
            bits[key] = _held_out(plan, of.columns(_columns(plan, key[0])))
        return bits[key]

    gains = {g.name: gained(g.more, g.permuted) - gained(g.less) for g in plan.gains}
    one = choices.x[:, FEATURES.index("wave_1")] > 0
    share = np.repeat(1 / choices.sizes, choices.sizes)
    taken = one[choices.starts]
    full = _columns(plan, ("place", "shape", "deduction"))
    weights = fit(choices.columns(full), plan.fit.ridge)
    means = {name: mean_error(values) for name, values in gains.items()}
    return {
        "puzzles": len(np.unique(choices.puzzle)),
        "traces": counted["traces"],
        "moves": len(choices.sizes),
        "taken_follow": float(taken.mean()),
        "open_follow": float(share @ one / len(choices.sizes)),
        "by_wave": _by_wave(choices),
        "uniform_bits": float(np.log2(choices.sizes).mean()),
        "place_bits": float(gained(("place",)).mean()),
        "gains": means,
        "weights": dict(zip([FEATURES[i] for i in full], weights.round(3).tolist(), strict=True)),
    }


def _by_wave(choices: Choices) -> list[list[float]]:
    """The shares in the first wave, the second, later and none: of moves, of alternatives."""
    waves = choices.x[:, [FEATURES.index(f"wave_{i}") for i in (1, 2, 3)]] > 0
    all_ = np.column_stack([waves, ~waves.any(axis=1)]).astype(np.float64)
    share = np.repeat(1 / choices.sizes, choices.sizes)
    taken, open_ = all_[choices.starts].mean(axis=0), share @ all_ / len(choices.sizes)
    return [taken.tolist(), open_.tolist()]


def _held_out(plan: OrderPlan, choices: Choices) -> Floats:
    """Bits of each puzzle, by weights learnt from the other folds' puzzles."""
    puzzles = np.unique(choices.puzzle)
    bits, weights = np.zeros(len(puzzles)), None
    for fold in range(plan.fit.folds):
        held = np.isin(choices.puzzle, puzzles[fold :: plan.fit.folds])
        weights = fit(choices.only(~held), plan.fit.ridge, weights)
        bits[fold :: plan.fit.folds] = choices.only(held).bits(weights)
    return bits


def _over_kinds(plan: OrderPlan, kinds: dict[str, Findings], gain: PlannedGain) -> Findings:
    values, errors = np.array([kind["gains"][gain.name] for kind in kinds.values()]).T
    of = statistics.pooled(values, errors)
    rng = np.random.default_rng([plan.seed, 2])
    p = of.q_p if gain.test == "heterogeneity" else flipped_p(values, plan.fit.flips, rng)
    return of._asdict() | {
        "p": p,
        "kinds": len(values),
        "above_0": int((values > 0).sum()),
        "at_0_3": int((values >= 0.3).sum()),
        "surely_at_0_3": int((values - 1.96 * errors >= 0.3).sum()),
        "least": float(values.min()),
        "most": float(values.max()),
    }


def _holm(plan: OrderPlan, gains: dict[str, Findings]) -> dict[str, float]:
    names = [gain.name for gain in plan.primary]
    adjusted = statistics.holm(np.array([gains[name]["p"] for name in names]))
    return dict(zip(names, adjusted.tolist(), strict=True))


_CARRIED = {
    "place": ("place",),
    "shape over place": ("place", "shape"),
    "deduction over place": ("place", "deduction"),
    "all over place": ("place", "shape", "deduction"),
}


def _weights(plan: OrderPlan, learn: list[Choices]) -> dict[str, Floats]:
    """The weights of each model that is carried over."""
    moves = joined([part for part in learn if len(part.sizes)])
    return {
        name: fit(moves.columns(_columns(plan, blocks)), plan.fit.ridge)
        for name, blocks in _CARRIED.items()
    }


def _gained(plan: OrderPlan, weights: dict[str, Floats], judge: Choices) -> dict[str, Floats]:
    """Bits of each puzzle by these weights: of place, and what other blocks add to it."""
    bits = {
        name: judge.columns(_columns(plan, blocks)).bits(weights[name])
        for name, blocks in _CARRIED.items()
    }
    place = bits["place"]
    return {name: values if name == "place" else values - place for name, values in bits.items()}


def _carried_over(
    plan: OrderPlan, out: Path, counted: list[Findings], some: dict[str, Choices]
) -> tuple[Findings, Findings]:
    """Each kind by the weights of all others; the most frequent solvers by those of the others."""
    often = Counter(name for one in counted for name in one["solvers"])
    solvers = dict(often.most_common(plan.left_out.solvers))
    names = {one["kind"]: np.array(one["solvers"]) for one in counted}
    of_solver = {
        solver: _weights(
            plan, [part.only(names[kind][part.puzzle] != solver) for kind, part in some.items()]
        )
        for solver in solvers
    }
    by_kind: Findings = {}
    parts: dict[str, list[dict[str, Floats]]] = {solver: [] for solver in solvers}
    for kind in some:
        choices = _read(out, kind)
        if plan.left_out.kind:
            weights = _weights(plan, [part for other, part in some.items() if other != kind])
            bits = _gained(plan, weights, choices)
            by_kind[kind] = {name: mean_error(values) for name, values in bits.items()}
        for solver, weights in of_solver.items():
            own = choices.only(names[kind][choices.puzzle] == solver)
            if len(own.sizes):
                parts[solver].append(_gained(plan, weights, own))
    by_solver = {
        solver: {"puzzles": solvers[solver]}
        | {name: mean_error(np.concatenate([part[name] for part in some])) for name in _CARRIED}
        for solver, some in parts.items()
    }
    return by_kind, by_solver


def _shuffled(plan: OrderPlan, out: Path, kinds: dict[str, Findings]) -> dict[str, Any]:
    """Deduction over place where the order is shuffled."""
    found = {}
    for kind in plan.shuffled.kinds:
        if kind in kinds:
            choices = _read(out, f"{kind}.shuffled")
            more, less = (
                _held_out(plan, choices.columns(_columns(plan, blocks)))
                for blocks in (("place", "deduction"), ("place",))
            )
            found[kind] = {"gain": mean_error(more - less), "by_wave": _by_wave(choices)}
    return found


def _trial_findings(counted: list[Findings]) -> Findings:
    """Whether anything follows where trials begin, and at other moves of the same third."""
    pairs = np.array([pair for one in counted for pair in one["trials"]]).reshape(-1, 2)
    return {
        "thirds": len(pairs),
        "begins": float(pairs[:, 0].mean()) if len(pairs) else None,
        "others": float(pairs[:, 1].mean()) if len(pairs) else None,
        "difference": mean_error(pairs[:, 0] - pairs[:, 1]),
    }
