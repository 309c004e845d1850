"""A board that is cut into areas of given shapes: the base of such kinds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, ClassVar, TypeVar

from msgspec.structs import replace

from uniclue.constraints.base import Constraints, add
from uniclue.constraints.board import Board, values_by_place
from uniclue.constraints.exact_cover import Dissection, InArea, parted
from uniclue.constraints.generation import Generation
from uniclue.core.fields import TextGrid, items
from uniclue.core.layouts import shuffled
from uniclue.core.memory import Size, refuse_too_large
from uniclue.core.model import Model, Place
from uniclue.core.places import Layer, borders
from uniclue.core.places import cells as cells_of
from uniclue.core.polyominoes import Placement
from uniclue.core.puzzle import Contradiction, Grid, Narrowed
from uniclue.propagation.cover import exact_covers, placements_left

if TYPE_CHECKING:
    from numpy.random import Generator

CHOICES = 20
"""The most often that a cell is chosen anew before the areas are abandoned."""
OTHERS = 40
"""The most ways to cut a board that are listed."""


class DissectedBoard(Board, frozen=True, kw_only=True):
    """Base of the kinds that are cut into areas of given shapes.

    A kind gives the possible areas (:meth:`pieces`), and, for speed, says which of them its clues
    allow at once (:meth:`suits`). An answer is the borders of the areas.

    Example:
        >>> class Dominoes(DissectedBoard, frozen=True, kw_only=True, tag="two_by_two"):
        ...     '''Dominoes: cut the board into areas of two cells.
        ...
        ...     Rules:
        ...         area: every area has two cells
        ...     '''
        ...     grid: Annotated[TextGrid, Tokens(letters="x")]
        ...     def pieces(self):
        ...         return laid([("", shape) for shape in polyominoes(2)], self.size, self.board)
        >>> board = Dominoes(grid=("..", ".x", ".."))
        >>> [rule.sentence() for rule in board.rules()]
        ['the areas: every cell is in one of them']
        >>> len(board.pieces())
        4
    """

    generation: ClassVar[Generation] = Generation(redrawn_for=())

    grid: TextGrid

    @property
    def board(self) -> tuple[Place, ...]:
        """The cells that are cut into areas: those without an ``x``."""
        left_out = {cell for cell, word in items(self.grid) if word == "x"}
        every = cells_of(self.size)
        return tuple([cell for cell in every if cell not in left_out]) if left_out else every

    def pieces(self) -> Sequence[Placement]:
        """The possible areas, whatever the clues say."""
        raise NotImplementedError

    def suits(self) -> Callable[[Placement], bool] | None:
        """Tells whether an area keeps the clues on it, as far as it alone decides; None: all do."""
        return None

    @cached_property
    def laid_out(self) -> tuple[Placement, ...]:
        """The areas of the rules: :meth:`pieces`, unless they are narrowed."""
        return tuple(self.pieces())

    def suiting(self) -> Sequence[Placement]:
        """The areas that keep the clues; a kind may find them in a quicker way."""
        return [*filter(self.suits(), self.laid_out)]

    def answer(self) -> Layer:
        return Layer(borders(self.board), drawn="borders")

    def rules(self) -> Constraints:
        yield self.dissection

    @cached_property
    def dissection(self) -> Dissection:
        """The rule that the board is cut into areas."""
        code, places = next(iter(type(self).codes)), self.unknowns.places
        return Dissection(code, "the areas", places, cells=self.board, pieces=self.laid_out)

    def in_area(  # type: ignore[override]
        self, code: str, title: str, cell: Place, says: str, fits: Callable[[Placement], bool]
    ) -> InArea:
        """The clue that only some areas can have a cell.

        Args:
            code: The rule code.
            title: What it is called.
            cell: The cell.
            says: What it means, in words.
            fits: Whether an area over the cell can be the cell's.
        """
        some = tuple(filter(fits, self.dissection.over.get(cell, ())))
        return self.in_one_of(code, title, cell, says, some)

    def in_one_of(
        self, code: str, title: str, cell: Place, says: str, some: tuple[Placement, ...]
    ) -> InArea:
        """The same, for areas that are already known."""
        rule = self.dissection
        return InArea(code, title, rule.places, cell=cell, pieces=some, says=says, of=rule.title)

    def narrowed(self) -> Narrowed | None:
        """The model with those areas alone that quick logic leaves, where nothing is given."""
        if self.givens is not None:
            return None
        model = Model()
        model.cell_vars(self.places, self.domain)
        model.positions = self.unknowns.index
        try:
            left = placements_left(self.suiting(), self.board)
        except Contradiction:
            model.contradiction(model.group("rule", "the board is cut into areas"))
            return Narrowed(model)
        refuse_too_large(Size(len(left), 12 * len(left), 6 * len(left), 15 * len(left)))
        narrow = replace(self)
        vars(narrow)["laid_out"] = tuple(left)
        add(model, "rule", narrow.rules())
        add(model, "clue", narrow.clues())
        return Narrowed(model)


def areas_cut(board: Board, solution: Grid) -> list[list[Place]]:
    """The areas into which the borders of a solution cut a board, each in its order.

    Args:
        board: The board; its places are borders between cells.
        solution: A filled board.

    Example:
        >>> from uniclue.models.yonmasu import Yonmasu
        >>> board = Yonmasu(grid=("o...", "...o"))
        >>> filled = board.read_grid(["o . . .", "-+-+-+-", ". . . o"])
        >>> areas_cut(board, filled)
        [[(0, 0), (0, 1), (0, 2), (0, 3)], [(1, 0), (1, 1), (1, 2), (1, 3)]]
    """
    held, left = values_by_place(board, solution), {*cells_of(board.board_shape)}
    found = list[list[Place]]()
    for cell in cells_of(board.board_shape):
        if cell in left:
            area = parted(held, cell)
            left -= area
            found.append(sorted(area))
    return found


Cut = TypeVar("Cut", bound=DissectedBoard)


def told_by_cells(
    areas: Sequence[Sequence[Place]],
    rng: Generator,
    board_of: Callable[[Mapping[Place, Sequence[Place]]], Cut],
) -> Cut | None:
    """A board that is cut into given areas alone, for a cell that is chosen in each of them.

    Where the board can be cut otherwise, a cell is chosen anew: one that is there in another area
    than the old one, which then lacks its cell. It is kept if no more ways to cut are left.

    Args:
        areas: The areas.
        rng: Draws.
        board_of: Makes the board from the cells that are chosen, each with its area.

    Returns:
        The board; None if none was found soon.

    Example:
        >>> from uniclue.models.yonmasu import Yonmasu
        >>> areas = [cells((2, 4))[:4], cells((2, 4))[4:]]
        >>> def board_of(chosen):
        ...     return Yonmasu(grid=rows_of(dict.fromkeys(chosen, "o"), (2, 4)))
        >>> told_by_cells(areas, default_rng(1), board_of).grid
        ('...o', '...o')
    """
    right = {frozenset(area) for area in areas}

    def tried(chosen: Sequence[Place]) -> tuple[Cut, list[tuple[Placement, ...]]]:
        """The board for some cells, and other areas that fit it, a number of them at most."""
        board = board_of(dict(zip(chosen, areas, strict=True)))
        some = islice(exact_covers(board.board, board.suiting()), OTHERS)
        return board, [cut for cut in some if {frozenset(piece.cells) for piece in cut} != right]

    chosen = [shuffled(rng, area)[0] for area in areas]
    board, others = tried(chosen)
    for _ in range(CHOICES):
        if not others:
            return board
        own = {cell: piece for piece in shuffled(rng, others)[0] for cell in piece.cells}
        moves = [
            (i, cell)
            for i, area in enumerate(areas)
            for cell in area
            if own[cell] is not own[chosen[i]]
        ]
        i, cell = shuffled(rng, moves)[0]
        new = [*chosen[:i], cell, *chosen[i + 1 :]]
        changed, left = tried(new)
        if len(left) <= len(others):
            chosen, board, others = new, changed, left
    return None
