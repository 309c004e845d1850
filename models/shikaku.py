"""Shikaku."""

from functools import cached_property
from itertools import takewhile

from uniclue.kit import ARROWS, UNKNOWN, Annotated, Board, Bools, ClassVar, Collection, Constraints
from uniclue.kit import Construction, Generation, InReach, Iterator, Janko, Layer, Pattern, Place
from uniclue.kit import Pzpr, Rng, Shape, TextGrid, Tokens, Turning, Value, Written, block, by_bits
from uniclue.kit import cells, cut_board, items, name, pictures, ray, rectangle_bits, rectangles
from uniclue.kit import regions, rows_of, shuffled


class Shikaku(Board, frozen=True, kw_only=True, tag="shikaku"):
    """Shikaku: cut the board into rectangles with one number each, which is their size.

    A cell of the solution holds the name of the number in its rectangle: 1 is the first one.

    Rules:
        rectangle: a rectangle has as many cells as its number says, and holds no other number;
            ? is a number that is left open
    """

    sites: ClassVar[tuple[Pzpr | Janko, ...]] = (
        Pzpr("shikaku", answer=Written.AS_AREAS),
        Janko("sikaku", also=["shikaku"]),
    )
    meaning: ClassVar[str] = "{} cells in a rectangle"

    grid: Annotated[TextGrid, Tokens(range(1, 10_000), unknown=True)]

    @cached_property
    def rectangles(self) -> list[dict[int, tuple[Place, ...]]]:
        """All rectangles that each number can stand in, by their bits."""
        width = self.size[1]
        bit = {cell: 1 << cell[0] * width + cell[1] for cell, _ in items(self.grid)}
        taken = sum(bit.values())
        return [
            by_bits(
                (bits, block(corner, h, w))
                for h, w, corner in self._around(cell, number, self._free(cell, bit))
                for bits in [rectangle_bits(h, w, width) << corner[0] * width + corner[1]]
                if bits & taken == bit[cell]
            )
            for cell, number in items(self.grid)
        ]

    def _free(self, cell: Place, numbered: Collection[Place]) -> tuple[range, range]:
        """The rows and the columns that a rectangle can reach, straight from its number."""
        steps = {
            way: sum(1 for _ in takewhile(lambda at: at not in numbered, ray(cell, way, self.size)))
            for way in ARROWS
        }
        rows = range(cell[0] - steps["n"], cell[0] + steps["s"] + 1)
        return rows, range(cell[1] - steps["w"], cell[1] + steps["e"] + 1)

    @staticmethod
    def width(number: int, height: int) -> int:
        """The width of a number's rectangle of some height; 0 if there is none."""
        return 0 if number % height else number // height

    def _around(
        self, cell: Place, number: Value, free: tuple[range, range]
    ) -> Iterator[tuple[int, int, Place]]:
        """Rectangles that suit a number, or any for ``?``: rows, columns, the first cell."""
        (r, c), (rows, columns) = cell, free
        for h in range(1, len(rows) + 1):
            widths = [*range(1, len(columns) + 1)]
            if isinstance(number, int):
                widths = [w for w in widths if w == self.width(number, h)]
            for w in widths:
                for top in range(max(r - h + 1, rows[0]), min(r, rows[-1] + 1 - h) + 1):
                    for left in range(max(c - w + 1, columns[0]), min(c, columns[-1] + 1 - w) + 1):
                        yield h, w, (top, left)

    def deduce(self) -> Bools:
        return cut_board(self.rectangles, self.places, self.candidates())

    def answer(self) -> Layer:
        return Layer(cells(self.size), range(1, len(items(self.grid)) + 1), "areas")

    def rules(self) -> Constraints:
        reach: dict[Place, list[int]] = {cell: [] for cell in cells(self.size)}
        for i, some in enumerate(self.rectangles, 1):
            for cell in {cell for each in some.values() for cell in each}:
                reach[cell].append(i)
        for cell, names in reach.items():
            says = "only rectangles within reach cover it"
            yield InReach("rectangle", name(cell), [cell], tuple(names), says)

    def clues(self) -> Constraints:
        given = zip(items(self.grid), self.rectangles, strict=True)
        for i, ((cell, n), some) in enumerate(given, 1):
            places = sorted({cell}.union(*some.values()))
            says = "a rectangle" if n == UNKNOWN else self.meaning.format(n)
            title = f"the rectangle of {name(cell)}"
            yield Pattern(
                "rectangle", title, places, says, pictures(some.values(), places), value=i
            )


def _blank(kind: type[Shikaku], shape: Shape, rng: Rng) -> Shikaku:
    """A number in each of some rectangles."""
    rooms = regions(rectangles(shape, rng, 9).items())
    numbered = {shuffled(rng, room)[0]: len(room) for room in rooms.values()}
    return kind(grid=rows_of(numbered, shape))


Shikaku.generation = Generation(construction=Construction.BOARD, blank=_blank)
Shikaku.turning = Turning(
    values=lambda puzzle, turn: turn.numbers([cell for cell, _ in items(puzzle.grid)], puzzle.size)
)
