"""Costs of labour fitted to what people take first among the cells that follow.

    python -m benchmarks.labour --keep DIR [--kinds KIND ...] [--most N] [--seed S] [--out FILE]

Before each second move of a recorded solution (benchmarks/labour_moves.py) several cells follow
from one rule or clue each. Labour (uniclue/graders/steps.py) says how soon each is found: its rate
is the sum of 1 / (cost x open cells), and which is found first follows from the rates alone. So
ratios of costs can be fitted to which cell people fill; how long they take cannot. Gains are in
bits a move over a cell drawn at random among those that follow. Exits with 66 if there is
no corpus.

What is compared, on puzzles that nothing was fitted to (a mean over puzzles, then over kinds by
random effects; nearness to the last move counts in all three, fitted to four fifths of the kind's
puzzles):

- *estimates*: the costs of version 1;
- *shared*: costs by sort, fitted to all other kinds together, each with the same weight, but for
  those of boxes, lines and cells, which are fitted to times and stay;
- *own*: costs fitted to four fifths of the kind's puzzles, drawn to the shared ones by a ridge.

What ships was decided before any of this was computed (2026-11-28; benchmarks/results/labour.md of
that morning had seven kinds, where fitted costs of connected areas were lower): shared costs if the
95 % interval of what they gain over the estimates is above 0; costs of a kind's own in place of
them if these gain 0.02 bit over the shared ones and that interval is above 0; and in either case
only if labour is not worse beside labels that are no orders: the mean over kinds of Spearman's
correlation with the levels of Simon Tatham's collection, and the share of pairs of kakuros of easy
and of hard books in the right order, may each fall by 0.02 at most (benchmarks/rating.py). Else the
estimates stay.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from benchmarks.labour_moves import SORTS, Moves, kept, moves_of
from benchmarks.puzzles import corpus_folder, leave_without_corpus
from benchmarks.tables import RESULTS, machine, table, write_section
from uniclue.graders.steps import COSTS
from uniclue.study.order.corpus import chosen_traces
from uniclue.study.order.plan import read_order_plan
from uniclue.study.order.statistics import mean_error
from uniclue.study.studies.statistics import Pooled, pooled

Floats = NDArray[np.float64]

PLAN = Path(__file__).parent.parent / "studies" / "order.toml"
FOLDS, RIDGE = 5, 1.0
WEIGHT = 100.0
"""What a kind weighs, in moves, where costs are fitted to several."""
LEAST_MOVES, LEAST_PUZZLES = 100, 8
"""Of a kind."""
TIMED = ("box", "line", "cell")
"""The sorts whose costs are fitted to times."""
USUAL = np.log(np.array([COSTS[sort] for sort in SORTS]))
MODELS = ("estimates", "shared", "own")


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
        return np.log(total) - score[self._starts], share / np.repeat(total, self._sizes), rate

    def __call__(self, fit: Fit) -> tuple[float, Floats, Floats]:
        """The weighted sum; its slopes by the logarithms of costs, and by nearness."""
        lost, share, rate = self.lost(fit)
        share[self._starts] -= 1
        share *= np.repeat(self._weights, self._sizes)
        by_cost = -((share / rate) @ self._rates) * np.exp(-fit.logs)
        by_near = np.bincount(self._part, share * self._near, self._parts)
        return float(self._weights @ lost), by_cost, by_near


def bits(moves: Moves, logs: Floats, near: float) -> Floats:
    """The gain over a uniform choice: a mean for each puzzle."""
    lost, _, _ = _Loss([moves], [np.ones(len(moves.sizes))]).lost(Fit(logs, np.array([near])))
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
        gains: By model, bits a move; shape (puzzles,).
        others: The costs that all other kinds share; shape (sorts,), logarithms.
        own: Costs of its own, fitted to all its puzzles.
        moves: Its moves.
    """

    kind: str
    gains: dict[str, Floats]
    others: Floats
    own: Floats
    moves: Moves


def compared(kinds: Mapping[str, Moves], kind: str) -> Compared:
    """What each model gains in a kind."""
    moves = kinds[kind]
    others = shared({name: some for name, some in kinds.items() if name != kind}).logs
    puzzles = np.unique(moves.puzzle)
    gains = {name: np.zeros(len(puzzles)) for name in MODELS}
    for fold in range(FOLDS):
        held = np.isin(moves.puzzle, puzzles[fold::FOLDS])
        rest, out = moves.only(~held), moves.only(held)
        fits = {
            "estimates": own(rest, USUAL, ()),
            "shared": own(rest, others, ()),
            "own": own(rest, others),
        }
        for name, fit in fits.items():
            gains[name][fold::FOLDS] = bits(out, fit.logs, float(fit.near[0]))
    return Compared(kind, gains, others, own(moves, others).logs, moves)


def over_kinds(found: Sequence[Compared], more: str, less: str) -> Pooled:
    """What one model gains over another, a mean over kinds by random effects."""
    pairs = [mean_error(one.gains[more] - one.gains[less]) for one in found]
    values, errors = np.array(pairs).T
    return pooled(values, errors)


def jackknife(found: Sequence[Compared]) -> Floats:
    """Standard errors of the logarithms of shared costs, by leaving each kind out."""
    logs = np.array([one.others for one in found])
    number = len(logs)
    errors: Floats = np.sqrt((number - 1) / number * ((logs - logs.mean(axis=0)) ** 2).sum(axis=0))
    return errors


# -- the page --------------------------------------------------------------------------------------


def costs_in_words(logs: Floats, moves: Moves) -> str:
    """The costs of the sorts that occur."""
    used = moves.rates.sum(axis=0) > 0
    pairs = zip(SORTS, np.exp(logs), used, strict=True)
    return ", ".join(f"{sort} {cost:.2g}" for sort, cost, is_used in pairs if is_used)


def row_of(one: Compared) -> list[str]:
    """The row of a kind."""
    gains = [f"{mean:+.2f} ({error:.2f})" for mean, error in map(mean_error, one.gains.values())]
    shares = [f"{share:.0%}" for share in one.moves.shown.mean(axis=0)]
    puzzles = str(len(np.unique(one.moves.puzzle)))
    costs = costs_in_words(one.own, one.moves)
    return [one.kind, puzzles, str(len(one.moves.sizes)), *gains, costs, *shares]


def page(found: Sequence[Compared], all_: Floats, seed: int) -> str:
    """Costs, comparisons, every kind."""
    errors = jackknife(found)
    kinds = np.array([(one.moves.rates.sum(axis=0) > 0) for one in found]).sum(axis=0)
    costs = [
        [sort, str(number), f"{COSTS[sort]:g}", _cost(sort, log, error)]
        for sort, number, log, error in zip(SORTS, kinds, all_, errors, strict=True)
    ]
    rows = []
    for more, less in (("shared", "estimates"), ("own", "shared"), ("own", "estimates")):
        of = over_kinds(found, more, less)
        better = sum((one.gains[more] - one.gains[less]).mean() > 0 for one in found)
        interval = f"{of.mean:+.3f} ({of.low:+.3f} to {of.high:+.3f})"
        spread = f"{of.q:.0f} ({of.df}), {of.tau:.2f}"
        rows.append([f"{more} over {less}", interval, spread, f"{better} of {len(found)}"])
    text = (
        "Gains are in bits a move over a cell drawn among those that follow, with standard errors, "
        "on puzzles that were not fitted to; *own costs* are fitted to all puzzles of the kind. "
        "*first*, *nearest*: how often the step of explain fills the cell that people filled next, "
        "without and with the nearest first."
    )
    return "\n\n".join(
        [
            table(["sort", "kinds", "estimate", "shared (95 %, jackknife over kinds)"], costs),
            table(["", "bits a move (95 %)", "Q (df), tau", "kinds above 0"], rows),
            text,
            table(
                ["kind", "puzzles", "moves", *MODELS, "own costs", "first", "nearest"],
                map(row_of, found),
            ),
            f"Seed {seed}; {machine()}.",
        ]
    )


def _cost(sort: str, log: float, error: float) -> str:
    if sort in TIMED:
        return "fitted to times"
    low, high = np.exp([log - 1.96 * error, log + 1.96 * error])
    return f"{np.exp(log):.2f} ({low:.2f} to {high:.2f})"


def read(folder: Path, keep: Path, chosen: argparse.Namespace) -> dict[str, Moves]:
    """The moves of all kinds that have enough."""
    keep.mkdir(parents=True, exist_ok=True)
    plan, kinds = read_order_plan(PLAN), {}
    traces = chosen_traces(plan, folder)
    for kind in sorted(chosen.kinds or traces):
        some = [trace for trace in traces[kind] if trace.cells <= chosen.cells]
        args = plan, folder, kind, some, chosen.most, chosen.seed
        moves = kept(keep / f"{kind}.npz", lambda args=args: moves_of(*args))
        if len(moves.sizes) >= LEAST_MOVES and len(np.unique(moves.puzzle)) >= LEAST_PUZZLES:
            kinds[kind] = moves
    return kinds


def main() -> None:
    """Prints and writes the table."""
    parser = argparse.ArgumentParser(description=str(__doc__))
    parser.add_argument("--keep", type=Path, required=True, help="for the moves; continued")
    parser.add_argument("--kinds", nargs="*", metavar="KIND", help="of the file of traces")
    parser.add_argument("--most", type=int, default=20, help="traces a kind")
    parser.add_argument("--cells", type=int, default=144, help="the largest board")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=RESULTS / "labour.md")
    chosen = parser.parse_args()
    leave_without_corpus()
    kinds = read(corpus_folder(), chosen.keep, chosen)
    found = [compared(kinds, kind) for kind in kinds]
    text = page(found, shared(kinds).logs, chosen.seed)
    print(text)
    write_section(chosen.out, "labour", text)


if __name__ == "__main__":
    main()
