"""What people take first among the cells that follow: costs of labour fitted to recorded orders.

    python -m benchmarks.labour [KIND ...] [--most N] [--cells N] [--seed S] [--out FILE]

Before each second move of a recorded solution (docs/study-order.md), the cells that one rule or
clue decides are listed, with the sorts of these rules and clues and how many open cells they are
about. Labour (uniclue/graders/steps.py) says how soon each is found: its rate is the sum of
1 / (cost x open cells), and which is found first follows from the rates alone. So the ratios of the
costs of a kind can be fitted to which cell people fill; how long they take cannot. Gains are in
bits a move over a cell drawn at random among those that follow, on puzzles that were not fitted to
(five folds). Exits with 66 if there is no corpus.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from benchmarks.puzzles import corpus_folder, leave_without_corpus
from benchmarks.tables import RESULTS, machine, table, write_section
from uniclue.core.puzzle import Grid, Puzzle, PuzzleError
from uniclue.explainers.steps.stepper import Stepper
from uniclue.explainers.techniques.library import Library
from uniclue.graders.steps import COSTS, MOST_CELLS, sort_of
from uniclue.solvers.limits import Clock, LimitReachedError, Limits
from uniclue.study.order.corpus import Trace, chosen_traces, puzzles_of
from uniclue.study.order.plan import read_order_plan
from uniclue.study.order.replay import replay
from uniclue.study.order.statistics import mean_error

Floats = NDArray[np.float64]

PLAN = Path(__file__).parent.parent / "studies" / "order.toml"
SECONDS = 20.0
FOLDS, RIDGE, EVERY = 5, 1.0, 2
SORTS = tuple(COSTS)
LEAST = 200
"""The fewest moves of a kind, and of a sort beside another, to fit a cost."""


class Seen(NamedTuple):
    """A move among the cells that followed; the one that was filled stands first.

    Attributes:
        rates: Shape (cells, sorts). The sum of 1 / open cells over rules and clues of each sort.
        near: Shape (cells,). Minus the logarithm of 1 + the distance from the last move.
        puzzle: The number of the puzzle.
        shown: Whether the step that would be explained next fills that cell: by the order of steps
            alone, and with the nearest first (uniclue/explainers/steps/singles.py).
    """

    rates: Floats
    near: Floats
    puzzle: int
    shown: tuple[bool, bool]


# -- what follows ----------------------------------------------------------------------------------


def moves(puzzle: Puzzle, trace: Trace, number: int) -> Iterator[Seen]:
    """The moves of a trace that took one of several cells that followed.

    Raises:
        PuzzleError: The trace cannot be read.
        LimitReachedError: The time is up.
    """
    solution = puzzle.read_grid(puzzle.extra["solution"])
    replayed = replay(puzzle, trace.moves, solution)
    fills = [list(places) for places in replayed.fills if places]
    where = replayed.model.places
    with closing(Stepper.of(puzzle, Clock(Limits(SECONDS)), library=Library())) as stepper:
        model = stepper.atoms.model
        truth = dict(zip(where, _literals(stepper, puzzle, where, solution), strict=True))
        later = {where[place]: i for i, places in enumerate(fills) for place in places}
        board = _Board(stepper)
        for i, places in enumerate(fills):
            if 0 < i < len(fills) - 1 and i % EVERY:
                told = board.told([p for p, at in later.items() if at >= i], truth)
                chosen = next((where[p] for p in places if where[p] in told), None)
                if chosen is not None and len(told) > 1:
                    last = np.array(where[fills[i - 1][0]])
                    order = [chosen, *(p for p in told if p != chosen and later[p] > i)]
                    if len(order) > 1:
                        gaps = np.abs(np.array(order) - last).sum(axis=1)
                        rates = np.array([told[p] for p in order])
                        shown = board.shown(chosen, where[fills[i - 1][0]])
                        yield Seen(rates, -np.log1p(gaps), number, shown)
            board.learn([truth[where[p]] for p in places if where[p] in model.place_index])


def _literals(
    stepper: Stepper, puzzle: Puzzle, places: Sequence[tuple[int, int]], solution: Grid
) -> list[int]:
    """The literal that is true at each place."""
    model = stepper.atoms.model
    literals = []
    for r, c in places:
        value, cells = solution[r][c], model.cells[model.place_index[r, c]]
        assert value is not None, "a solution has a value at every place"
        if model.onehot:
            literals.append(int(cells[model.value_index[value]]))
        else:
            literals.append(int(cells) if value else -int(cells))
    return literals


class _Board:
    """Which atoms tell what, computed again only if something near them has become known."""

    def __init__(self, stepper: Stepper) -> None:
        self._stepper, self.atoms = stepper, stepper.atoms
        self._sorts = [SORTS.index(sort_of(m, self.atoms)) for m in self.atoms.all]
        speaks = self.atoms.facts.speaks
        self._cells = [
            sorted({speaks[v].place for v in m.variables if not speaks[v].layer})
            for m in self.atoms.all
        ]
        self._touched = set(range(len(self.atoms.all)))
        self._telling: dict[int, list[int]] = {}

    def learn(self, literals: Sequence[int]) -> None:
        for literal in self._stepper.learn(literals):
            self._touched.update(self.atoms.watching[abs(literal)])

    def told(
        self, open_: Sequence[tuple[int, int]], truth: dict[tuple[int, int], int]
    ) -> dict[tuple[int, int], Floats]:
        """The cells that follow from one atom, each with its rates by sort."""
        for i in self._touched:
            if literals := self._stepper.told_by(i):
                self._telling[i] = literals
            else:
                self._telling.pop(i, None)
        self._touched.clear()
        place_of = {self.atoms.model.place_index[p]: p for p in open_}
        found: dict[tuple[int, int], Floats] = {}
        for i, literals in self._telling.items():
            open_cells = sum(self._stepper.is_open(place) for place in self._cells[i])
            rate = 1 / min(max(1, open_cells), MOST_CELLS)
            for index in self._decided(literals):
                if (place := place_of.get(index)) is not None:
                    rates = found.setdefault(place, np.zeros(len(SORTS)))
                    rates[self._sorts[i]] += rate
        return found

    def shown(self, chosen: tuple[int, int], last: tuple[int, int]) -> tuple[bool, bool]:
        """Whether the easiest step fills a cell: the first of the easiest, and the nearest."""
        model, speaks, value = self.atoms.model, self.atoms.facts.speaks, self._stepper.known.value

        def key(i: int, nearest: bool) -> tuple[float, ...]:
            meaning, places = self.atoms.all[i], set[tuple[int, int]]()
            if nearest:
                some = (abs(lit) for lit in self._telling[i])
                places = {model.places[speaks[v].place] for v in some if v in speaks}
            gap = min((abs(r - last[0]) + abs(c - last[1]) for r, c in places), default=0)
            return meaning.rank, gap, sum(not value[v] for v in meaning.variables), meaning.span, i

        steps = (min(self._telling, key=lambda i: key(i, nearest)) for nearest in (False, True))
        index = model.place_index[chosen]
        first, near = (index in self._decided(self._telling[i]) for i in steps)
        return first, near

    def _decided(self, literals: Sequence[int]) -> set[int]:
        """The positions of the places that literals decide."""
        model, speaks, value = self.atoms.model, self.atoms.facts.speaks, self._stepper.known.value
        some = [lit for lit in literals if abs(lit) in speaks and not speaks[abs(lit)].layer]
        decided = {speaks[abs(lit)].place for lit in some if lit > 0 or not model.onehot}
        if not model.onehot:
            return decided
        struck = {-lit for lit in some if lit < 0}
        for place in {speaks[v].place for v in struck} - decided:
            left = [v for v in model.cells[place].tolist() if value[v] >= 0 and v not in struck]
            if len(left) == 1:
                decided.add(place)
        return decided


# -- what people take ------------------------------------------------------------------------------


@dataclass
class Fit:
    """A model of which of the cells that follow is filled.

    Attributes:
        costs: Shape (sorts,). The logarithms of the costs.
        near: How much nearness counts.
    """

    costs: Floats
    near: float = 0.0

    def bits(self, some: Sequence[Seen]) -> Floats:
        """The gain over a uniform choice, of each move."""
        return np.array([np.log2(len(one.near)) + self._log(one)[0] / np.log(2) for one in some])

    def _log(self, one: Seen) -> Floats:
        score = np.log(one.rates @ np.exp(-self.costs)) + self.near * one.near
        score -= score.max()
        log: Floats = score - np.log(np.exp(score).sum())
        return log


USUAL = Fit(np.log(np.array(list(COSTS.values()))))


def fitted(some: Sequence[Seen], costs: bool, near: bool) -> Fit:
    """Costs (towards the usual ones) and nearness of least loss."""
    free = np.flatnonzero(np.any([one.rates.sum(axis=0) > 0 for one in some], axis=0))
    free = free if costs and len(free) > 1 else free[:0]

    def fit(x: Floats) -> Fit:
        logs = USUAL.costs.copy()
        logs[free] += x[:-1]
        return Fit(logs, float(x[-1]) if near else 0.0)

    def loss(x: Floats) -> float:
        lost = -sum(fit(x)._log(one)[0] for one in some)
        return float(lost + RIDGE / 2 * (x[:-1] @ x[:-1]))

    return fit(minimize(loss, np.zeros(len(free) + 1), method="L-BFGS-B").x)


MODELS = {
    "costs as they are": None,
    "costs fitted": (True, False),
    "nearness": (False, True),
    "both fitted": (True, True),
}


def gains(some: Sequence[Seen]) -> dict[str, tuple[float, float]]:
    """Bits a move on puzzles not fitted to: the mean over puzzles, and its standard error."""
    puzzles = np.array([one.puzzle for one in some])
    numbers = np.unique(puzzles)
    found = {}
    for name, what in MODELS.items():
        bits = np.zeros(len(some))
        for fold in range(FOLDS):
            held = np.isin(puzzles, numbers[fold::FOLDS])
            if what is None:
                model = USUAL
            else:
                model = fitted([one for one, out in zip(some, held, strict=True) if not out], *what)
            bits[held] = model.bits([one for one, out in zip(some, held, strict=True) if out])
        found[name] = mean_error(np.array([bits[puzzles == n].mean() for n in numbers]))
    return found


def seen_of(folder: Path, kind: str, some: Sequence[Trace], most: int, seed: int) -> list[Seen]:
    """The moves of some traces of a kind, drawn at random."""
    plan, seen, done = read_order_plan(PLAN), list[Seen](), 0
    puzzles = puzzles_of(plan, folder, kind)
    rng = np.random.default_rng([seed, *kind.encode()])
    for i in rng.permutation(len(some)):
        if done == most:
            break
        try:
            own = list(moves(puzzles[some[i].id], some[i], done))
        except (PuzzleError, LimitReachedError, KeyError):
            continue
        seen += own
        done += bool(own)
    return seen


def row_of(kind: str, seen: Sequence[Seen]) -> list[str]:
    """The row of a kind: gains, costs by both fits together, and how often a step is the next."""
    found, best = gains(seen), fitted(seen, costs=True, near=True)
    used = np.sum([one.rates.sum(axis=0) for one in seen], axis=0) > 0
    costs = [f"{s} {np.exp(c):.1f}" for s, c, u in zip(SORTS, best.costs, used, strict=True) if u]
    puzzles = len({one.puzzle for one in seen})
    bits = [f"{mean:+.2f} ({error:.2f})" for mean, error in found.values()]
    shares = [f"{share:.0%}" for share in np.mean([one.shown for one in seen], axis=0)]
    return [kind, str(puzzles), str(len(seen)), *bits, ", ".join(costs), *shares]


def main() -> None:
    """Prints and writes the table."""
    parser = argparse.ArgumentParser(description=str(__doc__))
    parser.add_argument("kinds", nargs="*", metavar="KIND")
    parser.add_argument("--most", type=int, default=20, help="traces a kind")
    parser.add_argument("--cells", type=int, default=144, help="the largest board")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=RESULTS / "labour.md")
    chosen = parser.parse_args()
    leave_without_corpus()
    folder = corpus_folder()
    traces, rows = chosen_traces(read_order_plan(PLAN), folder), []
    for kind in chosen.kinds or traces:
        some = [trace for trace in traces[kind] if trace.cells <= chosen.cells]
        seen = seen_of(folder, kind, some, chosen.most, chosen.seed)
        if len(seen) >= LEAST:
            rows.append(row_of(kind, seen))
            print(" | ".join(rows[-1]), flush=True)
    head = ["kind", "puzzles", "moves", *MODELS, "costs (both fitted)", "first", "nearest"]
    text = (
        "Gains are in bits a move over a cell drawn among those that follow, with standard errors; "
        "*first*, *nearest*: how often the step of explain fills the cell that people filled next, "
        "without and with the nearest first."
    )
    write_section(chosen.out, "labour", f"{text}\n\n{table(head, rows)}\n\n{machine()}")


if __name__ == "__main__":
    main()
