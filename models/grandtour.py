"""Grand Tour."""

from itertools import combinations

from uniclue.kit import ARROWS, Annotated, Board, Constraints, Generation, InDomain, Iterator, Janko
from uniclue.kit import Layer, Line, Loop, Mark, Point, PuzzleError, Rng, Shape, TextGrid, Tokens
from uniclue.kit import Turning, Value, around, corners, items, name, rows_of, sides, ways_of

WAYS = tuple("".join(some) for n in (1, 2, 3, 4) for some in combinations("nsew", n))
BITS = {str(sum({"n": 8, "w": 4, "s": 2, "e": 1}[way] for way in word)): word for word in WAYS}


class GrandTour(Board, frozen=True, kw_only=True, tag="grandtour"):
    """Grand Tour: draw one loop along the sides of cells, through all their corners.

    Rules:
        loop: the sides drawn form one loop, through every corner of a cell
        side: the loop takes the printed sides: se are the lower (south) and the right (east) side
            of a cell
    """

    sites = (Janko("grand-tour", words=BITS),)

    grid: Annotated[TextGrid, Tokens(letters=WAYS, drawn="nothing")]

    def printed_marks(self) -> Iterator[Mark]:
        printed = (side for cell, word in items(self.grid) for side in _printed(cell, word))
        for r, c in dict.fromkeys(printed):
            dr, dc = (0, 0.5) if r % 1 else (0.5, 0)
            yield Line(((r - dr, c - dc), (r + dr, c + dc)), "thick")

    def answer(self) -> Layer:
        return Layer(sides(self.size))

    def rules(self) -> Constraints:
        yield Loop("loop", "the line", [*sides(self.size), *corners(self.size)], sides=True)

    def clues(self) -> Constraints:
        for cell, word in items(self.grid):
            says = f"drawn {ways_of(str(word))}"
            yield InDomain("side", f"sides of {name(cell)}", _printed(cell, word), (1,), says)


def _printed(cell: Point, word: Value) -> list[Point]:
    """The sides of a cell that a word tells."""
    near = zip(ARROWS, around(cell, 0.5), strict=True)
    return [side for way, side in near if way in str(word)]


def _blank(kind: type[GrandTour], shape: Shape, rng: Rng) -> GrandTour:
    """A blank board; with an odd number of corners there is no loop through all of them."""
    if shape[0] % 2 == shape[1] % 2 == 0:
        raise PuzzleError("$.grid", "expected an odd number of rows or of columns")
    return kind(grid=rows_of({}, shape))


GrandTour.generation = Generation(blank=_blank)
GrandTour.turning = Turning(word=lambda _, word, turn: turn.ways(word))
