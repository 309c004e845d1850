"""Numbered regions: the base of kinds that write 1 to n into every region of n cells."""

from __future__ import annotations

from uniclue.constraints.all_different import AllDifferent
from uniclue.constraints.base import Constraints
from uniclue.constraints.board import Board
from uniclue.constraints.logic import InDomain
from uniclue.core.fields import Areas, areas, fields_of
from uniclue.core.model import Place
from uniclue.core.places import Layer, cells
from uniclue.core.puzzle import PuzzleError

LARGEST = 50
"""The greatest number of cells of a region."""


class NumberedRegions(Board, frozen=True, kw_only=True):
    """A board in which every region of n cells holds the numbers 1 to n.

    The rules' codes are ``size`` and ``region``.

    Example:
        >>> class Numbered(NumberedRegions, frozen=True, kw_only=True, tag="numbered"):
        ...     regions: Annotated[TextGrid, Areas()]
        ...     grid: Annotated[TextGrid, Printed()]
        >>> board = Numbered(regions=("aab", "abb"), grid=("1..", "..."))
        >>> board.domain
        (1, 2, 3)
    """

    only_known_cells = True

    @property
    def _regions(self) -> tuple[str, dict[str, tuple[Place, ...]]]:
        """The member with the regions, and the cells of each."""
        sorts = fields_of(type(self)).items()
        member = next(member for member, sort in sorts if isinstance(sort, Areas))
        return member, areas(getattr(self, member))

    def validate(self) -> None:
        member, regions = self._regions
        largest = max(map(len, regions.values()), default=0)
        if largest > LARGEST:
            expected = f"expected regions of up to {LARGEST} cells, got {largest}"
            raise PuzzleError(f"$.{member}", expected)
        super().validate()

    def answer(self) -> Layer:
        _, regions = self._regions
        return Layer(cells(self.size), range(1, max(map(len, regions.values())) + 1))

    def rules(self) -> Constraints:
        _, regions = self._regions
        for name, places in regions.items():
            numbers = tuple(range(1, len(places) + 1))
            to = "and" if len(places) == 2 else "to"
            many = f"its {len(places)} cells hold 1 {to} {len(places)}"
            says = many if len(places) > 1 else "its only cell holds 1"
            yield InDomain("size", f"region {name}", places, numbers, says)
            yield AllDifferent("region", f"region {name}", places)
