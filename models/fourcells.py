"""FourCells."""

from uniclue.kit import Annotated, Callable, Constraints, DissectedBoard, Exactly, HoleNumbers
from uniclue.kit import Janko, Placement, Pzpr, Sequence, TextGrid, Tokens, around, laid, name
from uniclue.kit import numbers, polyominoes


class BorderNumbers(DissectedBoard, frozen=True, kw_only=True):
    """A board cut into areas, with numbers that count the borders of their cells."""

    def suits(self) -> Callable[[Placement], bool]:
        told = dict(numbers(self.grid))

        def fits(piece: Placement) -> bool:
            inside = {*piece.inside}
            return all(
                len(inside.intersection(around(cell, 0.5))) == 4 - told[cell]
                for cell in piece.cells
                if cell in told
            )

        return fits

    def clues(self) -> Constraints:
        inner = {*self.asked.places}
        for cell, number in numbers(self.grid):
            sides = [side for side in around(cell, 0.5) if side in inner]
            title, number = f"around {name(cell)}", number - 4 + len(sides)
            yield Exactly("number", title, sides, number, "border")


class FourCells(BorderNumbers, frozen=True, kw_only=True, tag="fourcells"):
    """FourCells: cut the board into areas of four cells.

    Cells with an x are left out.

    Rules:
        area: every area has four cells
        number: a number says how many sides of its cell are borders, those of the board too
    """

    sites = Pzpr("fourcells", HoleNumbers("grid")), Janko("foseruzu", also=["fourcells"])

    grid: Annotated[TextGrid, Tokens(range(5), "?x", drawn="hole")]

    def pieces(self) -> Sequence[Placement]:
        return laid([("", shape) for shape in polyominoes(4)], self.size, {*self.board})
