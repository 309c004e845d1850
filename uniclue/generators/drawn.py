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
from uniclue.core.fields import Beside, fields_of
from uniclue.core.kinds import find_kind
from uniclue.core.layouts import some
from uniclue.core.model import Place, Value
from uniclue.core.puzzle import ChoiceError, Grid, PuzzleError
from uniclue.generators.lookahead import Lookahead
from uniclue.generators.mending import mended
from uniclue.generators.recipe import Recipe, Rejected, Rng
from uniclue.generators.session import Session
from uniclue.generators.telling import Clue, Telling, key_of

NAME = "drawn"
LEVELS = ("easy", "medium", "hard")
POLISHES = 60
"""How often a part of a solution is drawn again."""
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
        puzzle, solution = drawn(cls, blank, level, rng)
        if puzzle is not None:
            return msgspec.structs.replace(puzzle, extra={"solution": solution})
    raise Rejected("no layout with one solution")


def drawn(
    cls: type[Board], blank: Board, level: str, rng: Rng
) -> tuple[Board | None, Grid]:
    """A puzzle of a level on a board, and its solution; None if none was met."""
    designs = cls.told.__func__ is not Board.told.__func__  # type: ignore[attr-defined]
    solution = random_solution(blank, rng, rules_alone=designs)
    if solution is None:
        return None, ()
    if designs:
        draft = cls.told(blank, solution, rng)
        if draft is None:
            return None, ()
    else:
        telling: Telling | None = Telling(blank, solution)
        if telling.clues:
            telling = decided(telling, rng)
            if telling is None:
                return None, ()
            return thinned(telling, level, rng), telling.solution
        draft = blank, solution
    done = mended(*draft, rng)
    if done is None:
        return None, ()
    return done if level == "hard" or is_solved(*done) else (None, ())


def is_solved(puzzle: Board, solution: Grid) -> bool:
    """Whether one-step lookahead solves a puzzle."""
    look = Lookahead(puzzle.model(), solution)
    solved = look.solves(look.selectors)
    look.close()
    return solved


def decided(telling: Telling, rng: Rng) -> Telling | None:
    """All the clues of a solution that they tell alone; None if none was met.

    Where others have the same clues, cells are given if they hold one of several values; else
    cells around those that differ are drawn again, which is kept if fewer differ then.
    """
    open_ = Thinning(telling, rng).others()
    if any(isinstance(sort, Beside) for sort in fields_of(type(telling.blank)).values()) and telling.blank.asked.values != (0, 1):
        while open_:
            telling.give(some(rng, sorted(open_))[: max(2, len(open_) // 3)])
            open_ = Thinning(telling, rng).others()
        return telling
    again = Again(telling.blank, rng) if open_ else None
    for _ in range(POLISHES):
        if again is None or not open_:
            break
        around_ = sorted(open_)[int(rng.integers(len(open_)))]
        solution = again.near(telling.solution, around_)
        if solution is not None and solution != telling.solution:
            other = Telling(telling.blank, solution)
            still = Thinning(other, rng).others()
            if len(still) <= len(open_):
                telling, open_ = other, still
    if again is not None:
        again.close()
    return None if open_ else telling


class Again:
    """Draws a part of a solution again.

    Args:
        blank: The board.
        rng: Draws.
    """

    def __init__(self, blank: Board, rng: Rng) -> None:
        self._blank, self._rng = blank, rng
        self._session = Session(blank, blank.model())
        self.close = self._session.close

    def near(self, solution: Grid, centre: Place) -> Grid | None:
        """Another solution that differs near a place; None if none was met."""
        session, rng, places = self._session, self._rng, self._blank.places
        scale = 2 if self._blank.asked.is_halved else 1
        reach = (2 + int(rng.integers(3))) * scale
        literals = session.model.literals_in(solution).tolist()
        free = [max(abs(p[0] - centre[0]), abs(p[1] - centre[1])) <= reach for p in places]
        fixed = [lit for lit, is_free in zip(literals, free, strict=True) if not is_free]
        loose = [lit for lit, is_free in zip(literals, free, strict=True) if is_free]
        session.shuffle(rng)
        hints = [-loose[i] for i in rng.permutation(len(loose))[: max(1, len(loose) // 8)]]
        for few in (hints, hints[:1]):
            if session.solve([*session.selectors, *fixed, *few]):
                return session.grid()
        return None


def size_of(text: str) -> tuple[int, int]:
    """Rows and columns of ``10x10``.

    Raises:
        ChoiceError: It is no size.
    """
    sides = re.fullmatch(r"(\d{1,3})x(\d{1,3})", text)
    if sides is None or not all(1 <= int(side) <= 150 for side in sides.groups()):
        raise ChoiceError(f"expected a size such as 10x10, got {text!r}")
    return int(sides[1]), int(sides[2])


def random_solution(blank: Board, rng: Rng, *, rules_alone: bool = False) -> Grid | None:
    """A solution by random phases; None if there is none.

    Args:
        blank: The board.
        rng: Draws.
        rules_alone: Leave its clues out.
    """
    session = Session(blank, blank.model())
    session.shuffle(rng)
    on = [] if rules_alone else [*session.selectors]
    grid = None
    if session.solve(on):
        grid = session.fullest(on, rng) if blank.fullest else session.grid()
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

    def others(self, most: int = 6) -> set[Place]:
        """The cells where some other solutions with all clues differ; none if there is no other."""
        session, solution = Session(self.full, self.model), self.telling.solution
        session.block(self.model.literals_in(solution).tolist())
        open_ = set[Place]()
        for _ in range(most):
            if not session.solve(session.selectors):
                break
            grid = session.grid()
            session.block(session.true_cells().tolist())
            open_ |= {p for p in self.full.places if at(grid, p) != at(solution, p)}
        session.close()
        return open_

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
        return thinning.puzzle(thinning.minimal())
    clues = thinning.eased(by_propagation=level == "easy")
    return None if clues is None else thinning.puzzle(clues)


def batched(items,n):
    return [items[i:i+n] for i in range(0,len(items),n)]


def at(grid: Grid, place: Place) -> Value | None:
    """What stands at a place."""
    return grid[place[0]][place[1]]
