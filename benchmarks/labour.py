"""Costs of labour fitted to what people take first among the cells that follow.

    python -m benchmarks.labour --keep DIR [--kinds KIND ...] [--most N] [--seed S] [--out FILE]
        [--write uniclue/graders/labour.json]

Before each second move of a recorded solution (benchmarks/labour_moves.py) several cells follow
from one rule or clue each. Labour (uniclue/graders/steps.py) says how soon each is found: its rate
is the sum of 1 / (cost x open cells), and which is found first follows from the rates alone. So
ratios of costs can be fitted to which cell people fill; how long they take cannot. Gains are in
bits a move over a cell drawn at random among those that follow. Exits with 66 if there is
no corpus.

What is compared, on puzzles that nothing was fitted to (nearness to the last move counts in all
three, fitted to four fifths of the kind's puzzles):

- *estimates*: the costs of version 1;
- *shared*: costs by sort, fitted to all other kinds together, each with the same weight, but for
  those of boxes, lines and cells, which are fitted to times and stay;
- *own*: costs fitted to four fifths of the kind's puzzles, drawn to the estimates by a ridge.

Decided before any of this was computed (2026-11-28; benchmarks/results/labour.md of that morning
had seven kinds, where fitted costs of connected areas were lower): shared costs ship if the 95 %
interval of what they gain over the estimates (a mean over puzzles, then over kinds by random
effects) is above 0; costs of a kind's own if they gain 0.02 bit and that interval is above 0;
either only if labour is not worse beside labels that are no orders: Spearman's correlation with
the levels of Simon Tatham's collection, and the share of pairs of kakuros of easy and of hard books
in the right order, may fall by 0.02 at most (benchmarks/rating.py). Else the estimates stay.

Changed after a first look, on the first half of each kind's puzzles. Own costs had been drawn to
the shared ones and compared with them; as these gained nothing that could be shown, both are the
estimates now. Kinds with one sort are left out of the means, for there no ratio is to be fitted.
By random effects nothing was shown for own costs either, but these weigh each kind by its error,
which is small where little is gained; the plain mean over kinds was above 0. So it was decided,
before any puzzle of the second half was read, that costs of its own ship for a kind if, fitted to
the first half, they gain something on the *second*, by a t-test with Holm's correction over kinds
at 0.05. None of the kinds that this gave costs has labels of the other sort.

What is written (--write) are these costs; a kind without an entry in it was not looked at, and one
with an empty entry keeps the estimates, which gain something over chance. An order tells no scale,
so costs of a kind are multiplied by what leaves the mean labour of its moves as it was.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.stats import ttest_1samp

from benchmarks.labour_moves import SORTS, Moves, kept, moves_of
from benchmarks.puzzles import corpus_folder, leave_without_corpus
from benchmarks.tables import RESULTS, machine, table, write_section
from uniclue.graders.steps import CALIBRATED, COSTS
from uniclue.study.order.corpus import chosen_traces, puzzles_of
from uniclue.study.order.plan import read_order_plan
from uniclue.study.studies.statistics import flipped_p, holm, mean_error, pooled

Floats = NDArray[np.float64]

PLAN = Path(__file__).parent.parent / "studies" / "order.toml"
FOLDS, RIDGE, FLIPS, ALPHA = 5, 1.0, 9999, 0.05
WEIGHT = 100.0
"""What a kind weighs, in moves, where costs are fitted to several."""
LEAST_MOVES, LEAST_PUZZLES = 100, 8
"""Of a kind."""
LEFT_OUT = ("NumberLink",)
"""Kinds whose moves take minutes to describe: 2 % of the moves of number links follow at all."""
TIMED = ("box", "line", "cell")
"""The sorts whose costs are fitted to times."""
USUAL = np.log(np.array([COSTS[sort] for sort in SORTS]))
MODELS = ("estimates", "shared", "own")
ABOUT = "ratios of costs: what people take first in recorded orders, by python -m benchmarks.labour"


# -- fits ------------------------------------------------------------------------------------------


class Fit(NamedTuple):
    """A model of which of the cells that follow is filled.

    Attributes:
        logs: Shape (sorts,). The logarithms of the costs.
        near: Shape (parts,). How much nearness counts, for each part that was fitted to.
    """

    logs: Floats
    near: Floats


class _Loss:
    """Minus the log likelihood of moves, with its slopes."""

    def __init__(self, parts: Sequence[Moves], weights: Sequence[Floats]) -> None:
        self._rates = np.concatenate([part.rates for part in parts])
        self._near = np.concatenate([part.near for part in parts])
        self._sizes = np.concatenate([part.sizes for part in parts])
        self._starts = np.cumsum(self._sizes) - self._sizes
        self._part = np.repeat(np.arange(len(parts)), [len(part.near) for part in parts])
        self._weights, self._parts = np.concatenate(weights), len(parts)

    def lost(self, fit: Fit) -> tuple[Floats, Floats, Floats]:
        """What each move loses; the share of each cell; the rate of each cell."""
        rate = self._rates @ np.exp(-fit.logs)
        score = np.log(rate) + fit.near[self._part] * self._near
        score -= np.repeat(np.maximum.reduceat(score, self._starts), self._sizes)
        share = np.exp(score)
        total = np.add.reduceat(share, self._starts)
        lost: Floats = np.log(total) - score[self._starts]
        return lost, share / np.repeat(total, self._sizes), rate

    def __call__(self, fit: Fit) -> tuple[float, Floats, Floats]:
        """The weighted sum; its slopes by the logarithms of costs, and by nearness."""
        lost, share, rate = self.lost(fit)
        share[self._starts] -= 1
        share *= np.repeat(self._weights, self._sizes)
        by_cost: Floats = -((share / rate) @ self._rates) * np.exp(-fit.logs)
        by_near: Floats = np.bincount(self._part, share * self._near, self._parts).astype(float)
        return float(self._weights @ lost), by_cost, by_near


def bits(moves: Moves, fit: Fit) -> Floats:
    """The gain over a uniform choice: a mean for each puzzle."""
    if not len(moves.sizes):
        return np.zeros(0)
    lost, _, _ = _Loss([moves], [np.ones(len(moves.sizes))]).lost(fit)
    gained = np.log2(moves.sizes) - lost / np.log(2)
    _, of = np.unique(moves.puzzle, return_inverse=True)
    means: Floats = np.bincount(of, gained) / np.bincount(of)
    return means


def even(moves: Moves) -> Floats:
    """Weights of moves by which each puzzle of a kind counts alike, and the kind is WEIGHT."""
    _, of, number = np.unique(moves.puzzle, return_inverse=True, return_counts=True)
    weights: Floats = WEIGHT / (len(number) * number[of])
    return weights


def fitted(
    parts: Sequence[Moves], weights: Sequence[Floats], towards: Floats, free: Sequence[str]
) -> Fit:
    """Costs (of some sorts, towards others) and nearness (of each part) of least loss."""
    used = np.sum([part.rates.sum(axis=0) for part in parts], axis=0) > 0
    chosen = np.array([i for i, sort in enumerate(SORTS) if sort in free and used[i]], np.int64)
    of, number = _Loss(parts, weights), len(chosen)

    def fit(x: Floats) -> Fit:
        logs = towards.copy()
        logs[chosen] += x[:number]
        return Fit(logs, x[number:])

    def loss(x: Floats) -> tuple[float, Floats]:
        lost, by_cost, by_near = of(fit(x))
        away = x[:number]
        slopes = np.concatenate([by_cost[chosen] + RIDGE * away, by_near])
        return lost + RIDGE / 2 * float(away @ away), slopes

    begin = np.zeros(number + len(parts))
    return fit(minimize(loss, begin, jac=True, method="L-BFGS-B").x)


def shared(kinds: Mapping[str, Moves]) -> Fit:
    """Costs for all kinds together."""
    free = [sort for sort in SORTS if sort not in TIMED]
    return fitted(list(kinds.values()), [even(moves) for moves in kinds.values()], USUAL, free)


def own(moves: Moves, towards: Floats, free: Sequence[str] = SORTS) -> Fit:
    """Costs (of some sorts) and nearness for a kind."""
    return fitted([moves], [np.ones(len(moves.sizes))], towards, free)


# -- comparisons -----------------------------------------------------------------------------------


class Compared(NamedTuple):
    """A kind, by what was not fitted to its puzzles.

    Attributes:
        kind: The kind.
        gains: By model, bits a move; shape (puzzles,), the first half.
        second: What own costs gain over the estimates in the second half.
        own: Costs of its own, fitted to all its puzzles; shape (sorts,), logarithms.
        moves: Its moves.
    """

    kind: str
    gains: dict[str, Floats]
    second: Floats
    own: Floats
    moves: Moves


def compared(kinds: Mapping[str, Moves], kind: str, fresh: Moves) -> Compared:
    """What each model gains in a kind.

    Args:
        kinds: The first half of the puzzles of every kind.
        kind: The kind.
        fresh: The second half of its puzzles.
    """
    moves = kinds[kind]
    others = shared({name: some for name, some in kinds.items() if name != kind}).logs
    whole = own(moves, USUAL)
    puzzles = np.unique(moves.puzzle)
    gains = {name: np.zeros(len(puzzles)) for name in MODELS}
    for fold in range(FOLDS):
        held = np.isin(moves.puzzle, puzzles[fold::FOLDS])
        rest, out = moves.only(~held), moves.only(held)
        fits = {
            "estimates": own(rest, USUAL, ()),
            "shared": own(rest, others, ()),
            "own": own(rest, USUAL),
        }
        for name, fit in fits.items():
            gains[name][fold::FOLDS] = bits(out, fit)
    second = bits(fresh, whole) - bits(fresh, own(moves, USUAL, ()))
    return Compared(kind, gains, second, to_scale(whole.logs, moves), moves)


def to_scale(logs: Floats, moves: Moves) -> Floats:
    """Costs multiplied by what leaves the mean labour of moves as it is by the estimates."""
    labour = [
        float((1 / np.add.reduceat(moves.rates @ np.exp(-some), moves.starts)).mean())
        for some in (USUAL, logs)
    ]
    used = moves.rates.sum(axis=0) > 0
    scaled: Floats = np.where(used, logs + np.log(labour[0] / labour[1]), USUAL)
    return scaled


def shipped(found: Sequence[Compared]) -> dict[str, tuple[float, bool]]:
    """Holm's p of what own costs gain in the second half, and whether they ship, by kind."""
    tested = [one for one in found if len(sorts_of(one.moves)) > 1 and len(one.second) > 1]
    p = [float(ttest_1samp(one.second, 0).pvalue) for one in tested]
    adjusted = holm(np.array(p)).tolist()
    return {
        one.kind: (p, p < ALPHA and float(one.second.mean()) > 0)
        for one, p in zip(tested, adjusted, strict=True)
    }


def sorts_of(moves: Moves) -> list[str]:
    """The sorts that occur."""
    return [sort for sort, rate in zip(SORTS, moves.rates.sum(axis=0), strict=True) if rate > 0]


def over_kinds(found: Sequence[Compared], more: str, less: str, seed: int) -> list[str]:
    """What one model gains over another: means over kinds, by random effects and plain."""
    pairs = [mean_error(one.gains[more] - one.gains[less]) for one in found]
    values, errors = np.array(pairs).T
    of, rng = pooled(values, errors), np.random.default_rng(seed)
    drawn = values[rng.integers(0, len(values), (FLIPS, len(values)))].mean(axis=1)
    low, high = np.percentile(drawn, [2.5, 97.5])
    return [
        f"{more} over {less}",
        f"{of.mean:+.3f} ({of.low:+.3f} to {of.high:+.3f})",
        f"{of.q:.0f} ({of.df}), {of.tau:.2f}",
        f"{values.mean():+.3f} ({low:+.3f} to {high:+.3f})",
        f"{flipped_p(values, FLIPS, rng):.4f}",
        f"{(values > 0).sum()} of {len(values)}",
    ]


# -- the page --------------------------------------------------------------------------------------


def costs_in_words(logs: Floats, moves: Moves) -> str:
    """The costs of the sorts that occur."""
    costs = dict(zip(SORTS, np.exp(logs), strict=True))
    return ", ".join(f"{sort} {costs[sort]:.2g}" for sort in sorts_of(moves))


def row_of(one: Compared, tests: Mapping[str, tuple[float, bool]]) -> list[str]:
    """The row of a kind."""
    gains = [f"{mean:+.2f} ({error:.2f})" for mean, error in map(mean_error, one.gains.values())]
    shares = [f"{share:.0%}" for share in one.moves.shown.mean(axis=0)]
    puzzles = str(len(np.unique(one.moves.puzzle)))
    second, costs = "", costs_in_words(one.own, one.moves)
    if one.kind in tests:
        (mean, error), (p, ships) = mean_error(one.second), tests[one.kind]
        second = f"{mean:+.2f} ({error:.2f}), p {p:.3f}"
        costs = f"**{costs}**" if ships else costs
    return [one.kind, puzzles, str(len(one.moves.sizes)), *gains, second, costs, *shares]


def page(found: Sequence[Compared], all_: Floats, seed: int) -> str:
    """Comparisons, shared costs, every kind."""
    several = [one for one in found if len(sorts_of(one.moves)) > 1]
    pairs = (("shared", "estimates"), ("own", "estimates"), ("own", "shared"))
    head = ["", "random effects (95 %)", "Q (df), tau", "plain mean (95 %)", "p, flips", "above 0"]
    compared = table(head, [over_kinds(several, *pair, seed) for pair in pairs])
    costs = ", ".join(f"{sort} {np.exp(log):.2g}" for sort, log in zip(SORTS, all_, strict=True))
    tests = shipped(found)
    every = table(
        ["kind", "puzzles", "moves", *MODELS, "second half", "own costs", "first", "nearest"],
        [row_of(one, tests) for one in found],
    )
    text = (
        "Gains are in bits a move over a cell drawn among those that follow, with standard errors, "
        "on puzzles that were not fitted to. *second half*: what own costs of the first half gain "
        "over the estimates in as many other puzzles, with Holm's p; in bold where they ship. "
        "*first*, *nearest*: how often the step of explain fills the cell that people filled next, "
        "without and with the nearest first."
    )
    return (
        f"{text}\n\n{len(several)} kinds with conclusions of several sorts, bits a move:\n\n"
        f"{compared}\n\nShared costs: {costs}.\n\n{every}\n\n"
        f"Seed {seed}; {machine()}."
    )


def costs_file(found: Sequence[Compared], names: Mapping[str, str]) -> bytes:
    """What ships: costs of kinds; none where the estimates gain something and stay."""
    tests, kinds = shipped(found), dict[str, dict[str, float]]()
    for one in found:
        name = names[one.kind]
        if name in CALIBRATED or list(names.values()).count(name) > 1:
            continue  # several forms of one of our kinds, each with costs of its own
        costs = dict(zip(SORTS, np.exp(one.own), strict=True))
        mean, error = mean_error(one.gains["estimates"])
        if tests.get(one.kind, (1.0, False))[1]:
            kinds[name] = {sort: float(f"{costs[sort]:.2g}") for sort in sorts_of(one.moves)}
        elif mean > 1.96 * error:
            kinds[name] = {}
    text = json.dumps({"about": ABOUT, "kinds": dict(sorted(kinds.items()))}, indent=1)
    return text.encode() + b"\n"


def names_of(folder: Path, kinds: Iterable[str]) -> dict[str, str]:
    """Our names of kinds in the file of traces."""
    plan = read_order_plan(PLAN)
    return {kind: next(iter(puzzles_of(plan, folder, kind).values())).kind() for kind in kinds}


def read(folder: Path, keep: Path, chosen: argparse.Namespace) -> dict[str, tuple[Moves, Moves]]:
    """The moves of all kinds that have enough, of the first and the second half of the puzzles."""
    keep.mkdir(parents=True, exist_ok=True)
    plan, kinds = read_order_plan(PLAN), dict[str, tuple[Moves, Moves]]()
    traces = chosen_traces(plan, folder)
    for kind in sorted(set(chosen.kinds or traces) - set(LEFT_OUT)):
        some = [trace for trace in traces[kind] if trace.cells <= chosen.cells]
        args = plan, folder, kind, some, chosen.most, chosen.seed
        moves = kept(keep / f"{kind}.npz", partial(moves_of, *args))
        first = moves.only(moves.puzzle < chosen.most // 2)
        if len(first.sizes) >= LEAST_MOVES and len(np.unique(first.puzzle)) >= LEAST_PUZZLES:
            kinds[kind] = first, moves.only(moves.puzzle >= chosen.most // 2)
    return kinds


def main() -> None:
    """Prints and writes the table."""
    parser = argparse.ArgumentParser(description=str(__doc__))
    parser.add_argument("--keep", type=Path, required=True, help="for the moves; continued")
    parser.add_argument("--kinds", nargs="*", metavar="KIND", help="of the file of traces")
    parser.add_argument("--most", type=int, default=30, help="traces a kind, both halves")
    parser.add_argument("--cells", type=int, default=144, help="the largest board")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=RESULTS / "labour.md")
    parser.add_argument("--write", type=Path, metavar="FILE", help="the costs of kinds")
    chosen = parser.parse_args()
    leave_without_corpus()
    halves = read(corpus_folder(), chosen.keep, chosen)
    kinds = {kind: first for kind, (first, _) in halves.items()}
    found = [compared(kinds, kind, second) for kind, (_, second) in halves.items()]
    text = page(found, shared(kinds).logs, chosen.seed)
    print(text)
    write_section(chosen.out, "labour", text)
    if chosen.write is not None:
        chosen.write.write_bytes(costs_file(found, names_of(corpus_folder(), kinds)))


if __name__ == "__main__":
    main()
