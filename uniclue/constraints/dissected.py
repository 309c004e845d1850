"""A board that is cut into areas of given shapes: the base of such kinds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import ClassVar

from msgspec.structs import replace

from uniclue.constraints.base import Constraints, add
from uniclue.constraints.board import Board
from uniclue.constraints.exact_cover import Dissection, InArea
from uniclue.constraints.generation import Generation
from uniclue.core.fields import TextGrid, items
from uniclue.core.memory import Size, refuse_too_large
from uniclue.core.model import Model, Place
from uniclue.core.places import Layer, borders
from uniclue.core.places import cells as cells_of
from uniclue.core.polyominoes import Placement
from uniclue.core.puzzle import Contradiction, Grid
from uniclue.propagation.cover import placements_left


class DissectedBoard(Board, frozen=True, kw_only=True):
    """Base of the kinds that are cut into areas of given shapes.

    A kind says which areas there can be (:meth:`pieces`), and, for speed, which of them its clues
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
        """The areas that there can be, whatever the clues say."""
        raise NotImplementedError

    def suits(self) -> Callable[[Placement], bool] | None:
        """Tells whether an area keeps the clues on it, as far as it alone decides; None: all do."""
        return None

    @cached_property
    def laid_out(self) -> tuple[Placement, ...]:
        """The areas that the rules speak of: :meth:`pieces`, unless they are narrowed."""
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
        code, places = next(iter(type(self).codes)), self.asked.places
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
        rule = self.dissection
        some = tuple(filter(fits, rule.over.get(cell, ())))
        return InArea(code, title, rule.places, cell=cell, pieces=some, says=says, of=rule.title)

    def narrowed(self) -> Model | None:
        """The model with those areas alone that quick logic leaves, where nothing is given."""
        if self.givens is not None:
            return None
        model = Model()
        model.cell_vars(self.places, self.domain)
        model.positions = self.asked.index
        try:
            left = placements_left(self.suiting(), self.board)
        except Contradiction:
            model.contradiction(model.group("rule", "the board is cut into areas"))
            return model
        refuse_too_large(Size(len(left), 12 * len(left), 6 * len(left), 15 * len(left)))
        narrow = replace(self)
        vars(narrow)["laid_out"] = tuple(left)
        add(model, "rule", narrow.rules())
        add(model, "clue", narrow.clues())
        return model

    def varied(self, grid: Grid) -> Grid | None:
        return None
