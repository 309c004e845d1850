"""A board cut into areas along a solution: small areas are joined while they still suffice.

If areas have numbers, each cell starts as an area of its own. If an area is a clue by itself (two
of its cells are shaded), the smallest such areas are the start; the other cells are in no area yet,
and given. Adjacent areas are joined, many at once at first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

from uniclue.constraints.base import Constraints, Stated, keeps
from uniclue.constraints.board import Board
from uniclue.constraints.count import Exactly
from uniclue.constraints.logic import InDomain
from uniclue.core.fields import AreaNumbers, Areas, areas, fields_of
from uniclue.core.layouts import beside, parts
from uniclue.core.model import Model, Place, Value
from uniclue.core.places import Point, pairs
from uniclue.core.puzzle import Grid
from uniclue.generators.lookahead import Lookahead
from uniclue.generators.recipe import Rng
from uniclue.generators.switches import A_QUESTION, Switches
from uniclue.solvers.limits import Clock
from uniclue.solvers.selectors import SelectorSolver

AT_ONCE = 8
"""How many areas are joined at once at first."""
AGAIN = 8
"""How often cells near leftover ones are removed from their areas."""

Part = frozenset[Place]


def areas_of(kind: type[Board]) -> tuple[str, Areas] | None:
    """The field with the areas of a kind; None if it has none."""
    sorts = fields_of(kind).items()
    return next(((member, sort) for member, sort in sorts if isinstance(sort, Areas)), None)


def tells_by_areas(puzzle: Board) -> bool:
    """Whether the areas of a puzzle are clues: by themselves, or by their numbers."""
    if (field := areas_of(type(puzzle))) is None:
        return False
    parts = areas(getattr(puzzle, field[0])).items()
    return has_numbers(type(puzzle)) or any(chain(*(puzzle.in_area(*part) for part in parts)))


def has_numbers(kind: type[Board]) -> bool:
    """Whether the areas of a kind have numbers."""
    return any(isinstance(sort, AreaNumbers) for sort in fields_of(kind).values())


class Cutting:
    """The growing areas of a puzzle.

    Args:
        puzzle: The first puzzle, whose areas satisfy the rules.
        solution: Its solution.
        level: ``hard``: a unique solution suffices; else one-step lookahead has to find it.

    Attributes:
        parts: The areas, and each leftover cell as a part of its own.
    """

    def __init__(self, puzzle: Board, solution: Grid, level: str) -> None:
        self._puzzle, self._solution, self._level = puzzle, solution, level
        self._others: list[dict[Any, Value | None]] = []
        self._kept: dict[Part, tuple[int, int]] = {}
        self._stand(solution)
        self._stands = self._others[0]
        self._failed = set[Part]()
        self._known: dict[Part, tuple[Stated, ...]] = {}
        field = areas_of(type(puzzle))
        assert field is not None
        self._numbers = has_numbers(type(puzzle))
        self._most = field[1].usual.stop - 1 if self._numbers else len(puzzle.places)
        rooms = [{*part} for part in areas(getattr(puzzle, field[0])).values()]
        board = set[Place]().union(*rooms)
        seeds = [] if self._numbers else [self._least(part) for part in rooms]
        self._seeds = [*map(frozenset, seeds)]
        loose = board.difference(*seeds)
        self.parts: set[Part] = {*map(frozenset, seeds), *(frozenset({cell}) for cell in loose)}
        self._loose = {frozenset({cell}) for cell in loose} if not self._numbers else set()
        self._live = Live(self._board([frozenset(board)]), solution)
        apart = self._board(frozenset({cell}) for cell in board)
        self._rules_depend = apart.rules_key() != self._live.board.rules_key()

    def joined(self, rng: Rng) -> Board | None:
        """The puzzle with the areas joined; None if cells are left over, or nothing sufficed."""
        try:
            return self._joined(rng)
        finally:
            self._live.close()

    def _joined(self, rng: Rng) -> Board | None:
        if not self._suffice(self.parts):
            return None
        best = self._grown(rng)
        for _ in range(AGAIN):
            if not best:
                break
            kept = self.parts
            self._release(best, 2 + int(rng.integers(3)))
            left = self._grown(rng)
            if len(left) <= len(best):
                best = left
            else:
                self.parts = kept
        return None if best else self._board(self.parts)

    def _grown(self, rng: Rng) -> list[Part]:
        """Joins areas until no more can be joined; returns the leftover cells."""
        before = len(self.parts) + 1
        while len(self.parts) < before:
            before = len(self.parts)
            self._pass(rng)
        return sorted(self._loose & self.parts, key=min)

    def _release(self, left: list[Part], reach: int) -> None:
        """Removes cells near the leftover ones from their areas."""
        self._failed.clear()
        near = {
            (r + i, c + j)
            for part in left
            for r, c in part
            for i in range(-reach, reach + 1)
            for j in range(-reach, reach + 1)
        }
        parts = set[Part]()
        for part in self.parts:
            seed = next((seed for seed in self._seeds if seed <= part), part)
            stay, todo = {*seed}, sorted(seed)
            for cell in todo:
                more = [at for at in beside(cell) if at in part - near and at not in stay]
                stay.update(more)
                todo += more
            parts |= {frozenset(stay), *(frozenset({cell}) for cell in part - stay)}
        self.parts = parts

    def _pass(self, rng: Rng) -> None:
        """Tries to join areas over every border, once."""
        borders = pairs(self._puzzle.board_shape)
        todo = [borders[i] for i in rng.permutation(len(borders))]
        size = AT_ONCE
        blocks = [todo[i : i + size] for i in range(0, len(todo), size)][::-1]
        while blocks:
            block = blocks.pop()
            joined, changed = self.parts, list[Part]()
            for one, other in block:
                of = {cell: part for part in joined for cell in (one, other) if cell in part}
                if len({*of.values()}) == 2 and self._fit(of[one], of[other]):
                    changed.append(of[one] | of[other])
                    joined = joined - {*of.values()} | {changed[-1]}
            if changed and self._suffice(joined):
                self.parts = joined
            elif len(changed) == 1:
                self._failed.add(changed[0])
            elif changed:
                half = len(block) // 2
                blocks += [block[half:], block[:half]]

    def _fit(self, one: Part, other: Part) -> bool:
        """Whether two areas can be joined."""
        both = one | other
        if both in self._failed:
            return False
        if self._numbers:
            return len(both) <= self._most
        return not self._loose.isdisjoint((one, other)) and all(
            keeps(self._stands, stated) for stated in self._in(both)
        )

    def _stand(self, grid: Grid) -> None:
        """Adds another solution of the rules."""
        held = (grid[r][c] for r, c in self._puzzle.places)
        self._others.append(dict(zip(self._puzzle.unknowns.index, held, strict=True)))

    def _fits(self, parts: set[Part]) -> int:
        """The known solutions that fit all areas, as bits; the first is the puzzle's own."""
        mask = (1 << len(self._others)) - 1
        for part in parts:
            kept, upto = self._kept.get(part, (0, 0))
            for i in range(upto, len(self._others)):
                if all(keeps(self._others[i], stated) for stated in self._in(part)):
                    kept |= 1 << i
            self._kept[part] = kept, len(self._others)
            mask &= kept
        return mask

    def _least(self, part: set[Place]) -> set[Place]:
        """The cells of an area with a non-blank value, and paths that connect them."""
        blank = self._puzzle.domain[0]
        held = [cell for cell in sorted(part) if self._stands.get(cell, blank) != blank]
        least = {*chain(*parts(held)[:1])}
        for goal in held:
            came: dict[Place, Place | None] = dict.fromkeys(least)
            todo = sorted(least)
            for cell in todo:
                for near in beside(cell):
                    if near in part and near not in came:
                        came[near] = cell
                        todo.append(near)
            at: Place | None = goal
            while at is not None:
                least.add(at)
                at = came[at]
        return least

    def _in(self, part: Part) -> tuple[Stated, ...]:
        """The constraints that an area puts on the solution."""
        if part not in self._known:
            self._known[part] = tuple(self._tell(part))
        return self._known[part]

    def _tell(self, part: Part) -> Constraints:
        places = tuple(sorted(part))
        if self._numbers:
            ones = sum(self._stands.get(cell) == 1 for cell in places)
            return [Exactly("number", "area", places, ones)]
        if part in self._loose:
            held = [(cell, self._stands[cell] or 0) for cell in places if cell in self._stands]
            return [InDomain("area", "cell", [cell], (value,), "known") for cell, value in held]
        return self._puzzle.in_area("area", places)

    def _board(self, parts: Iterable[Part]) -> Board:
        names: dict[Place, Value] = {}
        for i, part in enumerate(sorted(parts, key=min), 1):
            names |= dict.fromkeys(part, i)
        puzzle = self._puzzle
        cut: Board = puzzle.generation.with_areas(puzzle, names, self._solution)
        return cut

    def _suffice(self, parts: set[Part]) -> bool:
        """Whether areas make the solution unique, and of the level."""
        if self._fits(parts) > 1:
            return False
        stated = self._constraints(parts)
        if self._level != "hard" and self._live.solves(stated):
            return True
        other = self._live.other(stated)
        if other is not None:
            self._stand(other)
        return self._level == "hard" and other is None

    def _constraints(self, parts: set[Part]) -> list[Stated]:
        """The constraints of areas, and the rules that depend on them."""
        stated = [stated for part in sorted(parts, key=min) for stated in self._in(part)]
        if self._rules_depend:
            stated += [rule for rule in self._board(parts).rules() if rule not in self._live.rules]
        return stated


class Live:
    """The rules of a board in solvers, to which constraints are added with a selector each.

    Args:
        board: The board with a single area.
        solution: Its solution.
        nearby: Whether other solutions are looked for near it first.

    Attributes:
        board: The board.
        rules: Its rules.
    """

    def __init__(self, board: Board, solution: Grid, *, nearby: bool = False) -> None:
        self.board, self.rules = board, {*board.rules()}
        model = Model()
        model.cell_vars(board.places, board.domain)
        board.add_rules(model)
        self._solver = SelectorSolver(model, repeatable=True)
        self._solver.block(own := model.literals_in(solution).tolist())
        if nearby:
            self._solver.prefer(own)
        self._look = Lookahead(model, solution)
        self._asked = Switches(board, self._solver.add)
        self._looked = Switches(board, self._look.add)

    def close(self) -> None:
        """Frees the solvers."""
        self._solver.close()
        self._look.close()

    def solves(self, constraints: Sequence[Stated]) -> bool:
        """Whether one-step lookahead solves the board with some constraints."""
        return self._look.solves(self._looked.on(constraints))

    def open_places(self, constraints: Sequence[Stated]) -> set[Point]:
        """What one-step lookahead leaves open of the board with some constraints."""
        unknowns, cells = [*self.board.unknowns.index], self._solver.model.cells
        left = self._look.unsolved(self._looked.on(constraints))
        return {unknowns[(abs(literal) - 1) * len(cells) // cells.size] for literal in left}

    def other(self, constraints: Sequence[Stated]) -> Grid | None:
        """Another solution that keeps some constraints; None if there is none."""
        on = self._asked.on(constraints)
        if not self._solver.solve(on, Clock(A_QUESTION)):
            return None
        return self.board.grid_of_values(self._solver.values())
