"""All the true clues of a solution, dropped while a level allows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager

from uniclue.constraints.board import Board
from uniclue.constraints.telling import PROPOSED, FieldClue, Telling, key_of, words_of
from uniclue.core.arrays import np
from uniclue.core.fields import Beside, fields_of
from uniclue.core.model import Place
from uniclue.core.places import Point
from uniclue.core.turns import Turn
from uniclue.generators.lookahead import Lookahead
from uniclue.generators.recipe import Rng
from uniclue.generators.switches import A_QUESTION
from uniclue.solvers.cores import minimal_core
from uniclue.solvers.limits import Clock, Limits
from uniclue.solvers.selectors import SelectorSolver

SYMMETRIES = {
    "none": Turn(exchanged=False, down=False, across=False),
    "half-turn": Turn(exchanged=False, down=True, across=True),
    "mirror": Turn(exchanged=False, down=False, across=True),
}


class Thinning:
    """All true clues of a solution, in a random order, to be dropped while a level allows.

    Clues that a symmetry of the board maps to each other are dropped together; the first of them
    represents all.

    Args:
        telling: The clues.
        rng: Draws the order.
        turn: The symmetry, which is its own inverse.
    """

    def __init__(self, telling: Telling, rng: Rng, turn: Turn = SYMMETRIES["none"]) -> None:
        self.telling = telling
        self.full = telling.puzzle(telling.clues)
        self.model = self.full.model()
        made = [telling.owner(key_of(c)) for c in self.full.clue_constraints()]
        made += [telling.owner_of_cell(place) for place, _ in self.full.known_cells()]
        groups: dict[FieldClue | None, list[int]] = {}
        for i, clue in enumerate(made):
            groups.setdefault(clue, []).append(i)
        self._always = groups.pop(None, [])
        self._alike = alike([clue for clue in groups if clue is not None], self.full, turn)
        self._at = {
            first: [i for clue in some for i in groups[clue]] for first, some in self._alike.items()
        }
        clues = [*self._at]
        order = [clues[i] for i in rng.permutation(len(clues))]
        lonely = {clue for clue in order if is_lonely(clue, self._alike[clue], self.full, turn)}
        self.clues = sorted(order, key=lambda clue: clue not in lonely)  # which are dropped first

    def puzzle(self, clues: Iterable[FieldClue]) -> Board:
        """The puzzle with some of the clues."""
        return self.telling.puzzle(clue for first in clues for clue in self._alike[first])

    def on(self, selectors: Sequence[int], clues: Iterable[FieldClue]) -> list[int]:
        """The selectors of some clues, and of those that are never dropped."""
        groups = [*self._always, *(i for clue in clues for i in self._at[clue])]
        return [selectors[i] for i in groups]

    def others(self, most: int | None = None, limits: Limits = A_QUESTION) -> set[Place]:
        """The cells that differ in other solutions with all clues; empty if there is no other.

        Args:
            most: Stop as soon as there are more.
            limits: The limits of each call of the solver.
        """
        cells, true = self.full.places, self.model.literals_in(self.telling.solution)
        open_ = np.zeros(len(cells), np.bool_)
        with self._solver() as solver:
            solver.prefer((-true).tolist())
            while most is None or open_.sum() <= most:
                solver.block(true[~open_].tolist())
                if not solver.solve(solver.selectors, Clock(limits)):
                    break
                open_ |= solver.true_cells() != true
            self.telling.cuts += solver.rule_cuts
        return {cells[i] for i in np.flatnonzero(open_).tolist()}

    def minimal(self) -> list[FieldClue]:
        """A minimal set of sufficient clues; all clues together must suffice."""
        with self._solver() as solver:
            solver.block(self.model.literals_in(self.telling.solution).tolist())

            def core_of(kept: list[FieldClue], left: list[FieldClue]) -> set[FieldClue] | None:
                on = self.on(solver.selectors, [*kept, *reversed(left)])
                if solver.solve(on, Clock(A_QUESTION)):
                    return None
                core = set(solver.core())
                return {c for c in left if core.intersection(self.on(solver.selectors, [c]))}

            tried = self.clues[::-1]
            core = core_of([], tried)
            return minimal_core([c for c in tried if core is None or c in core], core_of)

    @contextmanager
    def _solver(self) -> Iterator[SelectorSolver]:
        """A solver with all clues, and with the cuts found so far."""
        with closing(SelectorSolver(self.model, repeatable=True)) as solver:
            for clause in self.telling.cuts:
                solver.add_clause(clause)
            yield solver

    def eased(self, *, by_propagation: bool) -> list[FieldClue] | None:
        """A minimal set of clues that one-step lookahead solves; None if it fails with all clues.

        Args:
            by_propagation: Keep also clues without which propagation alone would derive less.
        """
        look = Lookahead(self.model, self.telling.solution)
        all_on = self.on(look.selectors, self.clues)
        if not look.solves(all_on):
            look.close()
            return None
        propagated = look.propagated(all_on)

        def suffice(clues: Sequence[FieldClue]) -> bool:
            on = self.on(look.selectors, clues)
            left = look.propagated(on)
            if by_propagation and not left <= propagated:
                return False
            if left and look.has_other(on):  # quicker to find than that lookahead fails
                return False
            return look.solves(on, quickly=True, left=left)

        needed = dropped_by(suffice, self.clues)
        look.close()
        return needed


def thinned(telling: Telling, level: str, rng: Rng, symmetry: str) -> Board | None:
    """The puzzle of a level; None if there is none."""
    thinning = Thinning(telling, rng, SYMMETRIES[symmetry])
    if level == "hard":
        return thinning.puzzle(thinning.minimal())
    clues = thinning.eased(by_propagation=level == "easy")
    return None if clues is None else thinning.puzzle(clues)


def dropped_by(
    suffice: Callable[[Sequence[FieldClue]], bool], clues: Sequence[FieldClue]
) -> list[FieldClue]:
    """The clues left after dropping them in order while the rest suffices.

    The number dropped at once doubles after each success; after a failure the first needed clue is
    found by bisection.
    """
    needed, rest, leap = list[FieldClue](), [*clues], max(1, len(clues) // 8)
    while rest:
        leap = min(leap, len(rest))
        if suffice([*needed, *rest[leap:]]):
            rest, leap = rest[leap:], 2 * leap
            continue
        low, high = 0, leap  # low can be dropped, high cannot
        while high - low > 1:
            middle = (low + high) // 2
            enough = suffice([*needed, *rest[middle:]])
            low, high = (middle, high) if enough else (low, middle)
        needed.append(rest[low])
        rest, leap = rest[low + 1 :], low // 2 + 1
    return needed


def image(clue: FieldClue, puzzle: Board, turn: Turn) -> Point:
    """The image of a clue's entry under a symmetry; beside or below the board: its own place."""
    if isinstance(fields_of(type(puzzle)).get(clue.member), Beside) or clue.member == PROPOSED:
        return clue.at
    rows, columns = puzzle.shape
    if clue.member in fields_of(type(puzzle)):
        *_, (row, column, _) = words_of(puzzle, clue.member)
        rows, columns = row + 1, column + 1
    return turn.point(clue.at, (rows, columns))


def alike(
    clues: Sequence[FieldClue], puzzle: Board, turn: Turn
) -> dict[FieldClue, list[FieldClue]]:
    """The clues on cells that a symmetry maps to each other, keyed by the first of them."""
    first: dict[tuple[str, Point], FieldClue] = {}
    together: dict[FieldClue, list[FieldClue]] = {}
    for clue in clues:
        at = min(clue.at, image(clue, puzzle, turn))
        together.setdefault(first.setdefault((clue.member, at), clue), []).append(clue)
    return together


def is_lonely(clue: FieldClue, together: Sequence[FieldClue], puzzle: Board, turn: Turn) -> bool:
    """Whether the image of this clue under a symmetry has no clue."""
    return len(together) == 1 and image(clue, puzzle, turn) != clue.at
