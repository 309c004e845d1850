"""The recipe of every kind that has no own: a random solution, and clues that tell it alone.

A layout is drawn, then a solution of the rules by random phases; all clues that are true of it are
told, and dropped again in random order while the level allows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Literal

import msgspec

from uniclue.constraints.board import Board
from uniclue.core.kinds import find_kind
from uniclue.core.model import Place, Value
from uniclue.core.puzzle import ChoiceError, Grid, PuzzleError
from uniclue.generators.lookahead import Lookahead
from uniclue.generators.recipe import Recipe, Rejected, Rng
from uniclue.generators.session import Session
from uniclue.generators.telling import Clue, Telling, key_of

NAME = "drawn"
LEVELS = ("easy", "medium", "hard")
DRAWS = 20
"""How many layouts an attempt draws before it gives up."""


class Options(msgspec.Struct):
    """What can be chosen.

    Attributes:
        size: Rows and columns.
        symmetry: Which clues are dropped together.
    """

    size: str = "10x10"
    symmetry: Literal["none", "half-turn", "mirror"] = "none"


def recipe_of(kind: str) -> Recipe | None:
    """The recipe for a kind; None if there is no such kind, or it is no list of constraints."""
    try:
        cls = find_kind(kind)
    except PuzzleError:
        return None
    if not issubclass(cls, Board):
        return None
    return Recipe(
        name=NAME,
        kind=kind,
        version=1,
        title="a random solution, and clues that tell it alone",
        make=partial(make, kind),
        canonical=canonical,
        options=Options,
        levels=LEVELS,
    )


def canonical(puzzle: Board) -> bytes:
    """TODO."""
    return msgspec.json.encode(puzzle)


def make(kind: str, level: str, options: Options, rng: Rng) -> Board:
    """Makes an attempt.

    Raises:
        Rejected: There is no puzzle.
        ChoiceError: The kind says no blank board, or none of that size.
    """
    cls: Any = find_kind(kind)
    shape = size_of(options.size)
    for _ in range(DRAWS):
        blank = cls.blank(shape, rng)
        solution = random_solution(blank, rng)
        if solution is None:
            continue
        telling = Telling(blank, solution)
        puzzle = thinned(telling, level, rng)
        if puzzle is not None:
            return puzzle
    raise Rejected("no layout with one solution")


def size_of(text: str) -> tuple[int, int]:
    """Rows and columns of ``10x10``.

    Raises:
        ChoiceError: It is no size.
    """
    sides = re.fullmatch(r"(\d{1,3})x(\d{1,3})", text)
    if sides is None or not all(1 <= int(side) <= 150 for side in sides.groups()):
        raise ChoiceError(f"expected a size such as 10x10, got {text!r}")
    return int(sides[1]), int(sides[2])


def random_solution(blank: Board, rng: Rng) -> Grid | None:
    """A solution by random phases; None if there is none."""
    session = Session(blank, blank.model())
    session.shuffle(rng)
    grid = session.grid() if session.solve(session.selectors) else None
    session.close()
    return grid


class Thinning:
    """All true clues of a solution, in a random order, to be dropped while a level allows.

    Args:
        telling: The clues.
        rng: Draws the order.
    """

    def __init__(self, telling: Telling, rng: Rng) -> None:
        self.telling, self._rng = telling, rng
        self.full = telling.puzzle(telling.clues)
        self.model = self.full.model()
        made = [telling.owner(key_of(c)) for c in self.full._clues.all]
        made += [telling.owner_of_cell(place) for place, _ in self.full.known_cells()]
        at: dict[Clue | None, list[int]] = {}
        for i, clue in enumerate(made):
            at.setdefault(clue, []).append(i)
        self._always = at.pop(None, [])
        self._at = {clue: some for clue, some in at.items() if clue is not None}
        clues = [*self._at]
        self.clues = [clues[i] for i in rng.permutation(len(clues))]

    def puzzle(self, clues: Iterable[Clue]) -> Board:
        """The puzzle with some of the clues."""
        return self.telling.puzzle(clues)

    def on(self, selectors: Sequence[int], clues: Iterable[Clue]) -> list[int]:
        """The selectors of some clues, and of those that are always there."""
        groups = [*self._always, *(i for clue in clues for i in self._at[clue])]
        return [selectors[i] for i in groups]

    def others(self, most: int = 6) -> tuple[list[Grid], set[Place]]:
        """Other solutions with all clues, at most so many, and the cells where they differ."""
        session, solution = Session(self.full, self.model), self.telling.solution
        session.block(self.model.literals_in(solution).tolist())
        grids, open_ = [], set[Place]()
        while len(grids) < most and session.solve(session.selectors):
            grids.append(session.grid())
            session.block(session.true_cells().tolist())
            open_ |= {p for p in self.full.places if at(grids[-1], p) != at(solution, p)}
        session.close()
        return grids, open_

    def minimal(self) -> list[Clue]:
        """Clues none of which can be left out; all of them must suffice."""
        session = Session(self.full, self.model)
        session.block(self.model.literals_in(self.telling.solution).tolist())
        left, needed = self.clues, list[Clue]()
        tried: list[Clue] = []
        while True:
            if session.solve(self.on(session.selectors, [*needed, *left])):
                needed += tried
            else:
                core = session.core()
                left = [c for c in left if core.intersection(self.on(session.selectors, [c]))]
            if not left:
                break
            tried = [left[0]]
            left = left[1:]
        session.close()
        return needed

    def eased(self, *, by_propagation: bool) -> list[Clue] | None:
        """As few clues as one-step lookahead solves; None if it does not solve it with all.

        Args:
            by_propagation: Keep those, too, without which propagation alone tells less.
        """
        look = Lookahead(self.model, self.telling.solution)
        all_on = self.on(look.selectors, self.clues)
        if not look.solves(all_on):
            look.close()
            return None
        propagated = look.propagated(all_on)

        def suffice(clues: Sequence[Clue]) -> bool:
            on = self.on(look.selectors, clues)
            if by_propagation and not look.propagated(on) <= propagated:
                return False
            return look.solves(on, quickly=True)

        needed = dropped_by(suffice, self.clues)
        look.close()
        return needed


def dropped_by(suffice: Callable[[Sequence[Clue]], bool], clues: Sequence[Clue]) -> list[Clue]:
    """What is left of clues that are dropped while the rest suffices, many at once at first."""
    needed = [*clues]
    blocks = [[*block] for block in batched(clues, max(1, len(clues) // 8))][::-1]
    while blocks:
        block = blocks.pop()
        rest = [clue for clue in needed if clue not in block]
        if suffice(rest):
            needed = rest
        elif len(block) > 1:
            half = len(block) // 2
            blocks += [block[half:], block[:half]]
    return needed


def thinned(telling: Telling, level: str, rng: Rng) -> Board | None:
    """The puzzle of a level; None if there is none."""
    thinning = Thinning(telling, rng)
    if level == "hard":
        if thinning.others(1)[0]:
            return None
        return thinning.puzzle(thinning.minimal())
    clues = thinning.eased(by_propagation=level == "easy")
    return None if clues is None else thinning.puzzle(clues)


def batched(items, n):
    return [items[i : i + n] for i in range(0, len(items), n)]


def at(grid: Grid, place: Place) -> Value | None:
    """What stands at a place."""
    return grid[place[0]][place[1]]
