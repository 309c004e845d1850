"""Spiral Galaxies."""

from uniclue.kit import Annotated, Board, Bools, Centres, Circle, Clue, Connected, Constraints
from uniclue.kit import Construction, Generation, Iterator, Janko, Layer, Mark, Point
from uniclue.kit import PointSymmetric, Pzpr, Rng, Self, Shape, TextGrid, Tokens, Turn, Turning
from uniclue.kit import Value, Written, cells, cut_around, name, numbers, rows_of, turning


class Galaxies(Board, frozen=True, kw_only=True, tag="galaxies"):
    """Spiral Galaxies: cut the board into areas that look the same upside down.

    A number stands for a centre: 0 in the middle of its cell, 1 of its right side, 2 of its lower
    side, 3 at its lower right corner. A cell of the solution holds the number of its galaxy: 1 is
    that of the first centre.

    Rules:
        turn: turned around its centre a galaxy is the same, and its centre is part of it
        whole: a galaxy is connected
    """

    sites = (
        Pzpr("tentaisho", Centres("grid"), answer=Written.AS_AREAS),
        Janko("galaxien", also=["galaxies"]),
    )

    grid: Annotated[TextGrid, Tokens(range(4), drawn="nothing")]

    @property
    def centres(self) -> list[Point]:
        """The centres, in half coordinates."""
        return [(r + n // 2 / 2, c + n % 2 / 2) for (r, c), n in numbers(self.grid)]

    def printed_marks(self) -> Iterator[Mark]:
        return (Circle(centre, small=True) for centre in self.centres)

    def deduce(self) -> Bools:
        return cut_around(self.centres, self.size, self.candidates())

    def answer(self) -> Layer:
        return Layer(cells(self.size), range(1, len(self.centres) + 1), "areas")

    def clues(self) -> Constraints:
        places = cells(self.size)
        centres = zip(numbers(self.grid), self.centres, strict=True)
        for i, ((cell, _), centre) in enumerate(centres, 1):
            title = f"galaxy {i} at {name(cell)}"
            symmetric = PointSymmetric("turn", title, places, centre=centre, value=i)
            connected = Connected("whole", title, places, value=i, root=cell)
            says = "connected, and the same turned around its centre"
            yield Clue("turn", title, [symmetric, connected], says)

    def turned(self, turn: Turn) -> Self:
        centres = {turn.point(centre, self.size) for centre in self.centres}
        words = {(int(r), int(c)): int(4 * (r % 1) + 2 * (c % 1)) for r, c in centres}
        return type(self)(grid=rows_of(words, turn.shape(self.size)))


def _blank(kind: type[Galaxies], shape: Shape, rng: Rng) -> Galaxies:
    """The centres of areas that half a turn leaves as they are."""
    centres = turning(shape, rng, 12)
    words = {(int(y), int(x)): int(2 * (y % 1) * 2 + 2 * (x % 1)) for y, x in centres}
    return kind(grid=rows_of(words, shape))


Galaxies.generation = Generation(construction=Construction.BOARD, blank=_blank)


def _values(puzzle: Galaxies, turn: Turn) -> dict[Value, Value]:
    """Galaxies are numbered by the cells that their centres are written in."""
    ends = [turn.point(centre, puzzle.size) for centre in puzzle.centres]
    place = {at: i for i, at in enumerate(sorted((int(r), int(c)) for r, c in ends), 1)}
    return {i: place[int(r), int(c)] for i, (r, c) in enumerate(ends, 1)}


Galaxies.turning = Turning(values=_values)
