"""Futoshiki."""

from uniclue.kit import Annotated, Any, Constraints, Iterator, LatinSquare, Less, Mark, Meta, Place
from uniclue.kit import Printed, TextGrid, Turn, Turning, less_sign, name, refuse_unless_neighbours
from uniclue.kit import refuse_unless_square


class Futoshiki(LatinSquare, frozen=True, kw_only=True, tag="futoshiki"):
    """Futoshiki (Unequal): a Latin square with signs for less between cells.

    Rules:
        clue: a printed number stays as it is
        line: every number stands once in each row and column
        sign: of two neighbours with a sign between them the first holds less
    """

    grid: Annotated[TextGrid, Printed()]
    less: Annotated[tuple[tuple[Place, Place], ...], Meta(max_length=1200)] = ()

    def validate(self) -> None:
        refuse_unless_square(self, "$.grid", 25)
        super().validate()
        for i, pair in enumerate(self.less):
            refuse_unless_neighbours(self, f"$.less[{i}]", pair)

    def printed_marks(self) -> Iterator[Mark]:
        yield from super().printed_marks()
        yield from (less_sign(*pair) for pair in self.less)

    def clues(self) -> Constraints:
        for low, high in self.less:
            yield Less("sign", f"{name(low)} < {name(high)}", (low, high))


def _turned_signs(puzzle: Futoshiki, turn: Turn) -> dict[str, Any]:
    less = [[turn.point(cell, puzzle.size) for cell in two] for two in puzzle.less]
    return {"less": tuple((low, high) for low, high in less)}


Futoshiki.turning = Turning(members=_turned_signs)
