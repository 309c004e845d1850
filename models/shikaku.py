"""Shikaku."""

from functools import cached_property

from uniclue.kit import Annotated, Board, Bools, Constraints, Construction, Generation, InReach
from uniclue.kit import Janko, Layer, Pattern, Place, Pzpr, Rng, Shape, TextGrid, Tokens, Turning
from uniclue.kit import Written, block, by_bits, cells, cut_board, name, numbers, pictures
from uniclue.kit import rectangle_bits, rectangles, regions, rows_of, shuffled


class Shikaku(Board, frozen=True, kw_only=True, tag="shikaku"):
    """Shikaku: cut the board into rectangles with one number each, which is their size.

    A cell of the solution holds the name of the number in its rectangle: 1 is the first one.

    Rules:
        rectangle: a rectangle has as many cells as its number says, and holds no other number
    """

    sites = Pzpr("shikaku", answer=Written.AS_AREAS), Janko("sikaku", also=["shikaku"])

    grid: Annotated[TextGrid, Tokens(range(1, 10_000))]

    @cached_property
    def rectangles(self) -> list[dict[int, tuple[Place, ...]]]:
        """All rectangles that each number can stand in, by their bits."""
        given, (height, width) = numbers(self.grid), self.size
        taken = sum(1 << r * width + c for (r, c), _ in given)
        return [
            by_bits(
                (bits, block((top, left), h, n // h))
                for h in range(1, min(n, height) + 1)
                if n % h == 0 and n // h <= width
                for top in range(max(r - h + 1, 0), min(r, height - h) + 1)
                for left in range(max(c - n // h + 1, 0), min(c, width - n // h) + 1)
                for bits in [rectangle_bits(h, n // h, width) << top * width + left]
                if bits & taken == 1 << r * width + c
            )
            for (r, c), n in given
        ]

    def deduce(self) -> Bools:
        return cut_board(self.rectangles, self.places, self.candidates())

    def answer(self) -> Layer:
        return Layer(cells(self.size), range(1, len(numbers(self.grid)) + 1), "areas")

    def rules(self) -> Constraints:
        reach: dict[Place, list[int]] = {cell: [] for cell in cells(self.size)}
        for i, some in enumerate(self.rectangles, 1):
            for cell in {cell for each in some.values() for cell in each}:
                reach[cell].append(i)
        for cell, names in reach.items():
            says = "only rectangles within reach cover it"
            yield InReach("rectangle", name(cell), [cell], tuple(names), says)

    def clues(self) -> Constraints:
        given = zip(numbers(self.grid), self.rectangles, strict=True)
        for i, ((cell, n), some) in enumerate(given, 1):
            places = sorted({cell}.union(*some.values()))
            title, says = f"the rectangle of {name(cell)}", f"{n} cells in a rectangle"
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
    values=lambda puzzle, turn: turn.numbers(
        [cell for cell, _ in numbers(puzzle.grid)], puzzle.size
    )
)
