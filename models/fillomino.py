"""Fillomino."""

from uniclue.kit import Annotated, ComponentSize, Constraints, Generation, Janko, Layer, Printed
from uniclue.kit import Pzpr, Rng, Shape, TextGrid, TiledBoard, Written, cells, numbers, rows_of
from uniclue.kit import shuffled

LARGER = "+"


class Fillomino(TiledBoard, frozen=True, kw_only=True, tag="fillomino"):
    """Fillomino: a number in each cell says how many cells its area has.

    Areas without a printed number may be there. Those larger than all printed numbers hold ``+``;
    two of them side by side count as one. A printed number is at most the number of cells.

    Rules:
        clue: a printed number stays as it is; ? is a number that is left open
        area: connected equal numbers are as many as they say
    """

    sites = Pzpr("fillomino", answer=Written.WITH_BORDERS), Janko("fillomino")

    grid: Annotated[TextGrid, Printed(unknown=True)]

    def answer(self) -> Layer:
        largest = max((number for _, number in numbers(self.grid)), default=0)
        most = min(largest, len(self.space.cells))
        return Layer(self.space.cells, (*range(1, most + 1), LARGER), "numbered areas")

    def rules(self) -> Constraints:
        places, largest = self.space.cells, len(self.domain) - 1
        for n in range(1, largest + 1):
            yield ComponentSize("area", f"areas of {n}", places, value=n, least=n, most=n)
        size = largest + 1
        yield ComponentSize("area", "larger areas", places, value=LARGER, least=size, most=None)


def _blank(kind: type[Fillomino], shape: Shape, rng: Rng) -> Fillomino:
    """The largest number, so that areas are not larger, in two cells half a turn apart."""
    r, c = shuffled(rng, cells(shape))[0]
    both = (r, c), (shape[0] - 1 - r, shape[1] - 1 - c)
    return kind(grid=rows_of(dict.fromkeys(both, min(7, shape[0] * shape[1])), shape))


Fillomino.generation = Generation(
    symmetry="half-turn",
    version=8,
    avoided=(LARGER,),
    redrawn_for=("lookahead",),  # the rating takes up to ten times as long as making
    blank=_blank,
)
