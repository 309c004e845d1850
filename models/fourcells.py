"""FourCells."""

from uniclue.kit import Annotated, Callable, Constraints, DissectedBoard, Exactly, Generation
from uniclue.kit import HoleNumbers, Janko, Placement, PuzzleError, Pzpr, Rng, Sequence, Shape
from uniclue.kit import TextGrid, Tokens, around, laid, name, numbers, polyominoes, rows_of


class BorderNumbers(DissectedBoard, frozen=True, kw_only=True):
    """A board cut into areas of one size, with numbers that count the borders of their cells."""

    area_size = 4

    def pieces(self) -> Sequence[Placement]:
        forms = polyominoes(self.area_size)
        return laid([("", shape) for shape in forms], self.size, {*self.board})

    def suits(self) -> Callable[[Placement], bool]:
        printed = dict(numbers(self.grid))

        def fits(piece: Placement) -> bool:
            inside = {*piece.inside}
            return all(
                len(inside.intersection(around(cell, 0.5))) == 4 - printed[cell]
                for cell in piece.cells
                if cell in printed
            )

        return fits

    def clues(self) -> Constraints:
        inner = {*self.unknowns.places}
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


def blank_in_areas(kind: type[BorderNumbers], shape: Shape, rng: Rng) -> BorderNumbers:
    """A board without numbers, which areas of the kind's size can fill."""
    if shape[0] * shape[1] % kind.area_size:
        raise PuzzleError("$.grid", f"expected as many cells as areas of {kind.area_size} fill")
    return kind(grid=rows_of({}, shape))


FourCells.generation = Generation(blank=blank_in_areas)
