"""Araf."""

from uniclue.kit import Annotated, Board, Constraints, Construction, Divided, Generation, Grid
from uniclue.kit import Iterator, Janko, Layer, Place, Pzpr, Rng, Sequence, Shape, SizeBetween
from uniclue.kit import Solved, TextGrid, Tokens, borders, cells, items, name, numbers
from uniclue.kit import parted, random_areas, regions, rows_of, shuffled, values_by_place


class Araf(Board, frozen=True, kw_only=True, tag="araf"):
    """Araf: cut the board into areas with two numbers each, their size between these.

    Rules:
        area: borders cut the board into areas, and an area has two numbers
        size: an area has more cells than one of its numbers, and fewer than the other; ? is any
            number
    """

    sites = Pzpr("araf"), Janko("araf")

    grid: Annotated[TextGrid, Tokens(range(1, 1000), unknown=True)]

    def answer(self) -> Layer:
        return Layer(borders(cells(self.size)), drawn="borders")

    @property
    def sizes(self) -> tuple[tuple[Place, int | None], ...]:
        """The numbers, the greatest first, each with its cell; None for ``?``, which come first."""
        some = [(at, n if isinstance(n, int) else None) for at, n in items(self.grid)]
        return tuple(sorted(some, key=lambda each: -(each[1] or 1000)))

    def rules(self) -> Constraints:
        every, printed = cells(self.size), self.sizes
        sides, marked = borders(every), tuple(cell for cell, _ in printed)
        most = tuple(None if number is None else number - 1 for _, number in printed)
        yield Divided("area", "the areas", sides, cells=every, marked=marked, each=2, most=most)

    def clues(self) -> Constraints:
        sides, printed = borders(cells(self.size)), self.sizes
        for i, number in enumerate(printed):
            title, earlier = (
                f"the area of {name(number[0])}",
                tuple(cell for cell, _ in printed[:i]),
            )
            yield SizeBetween(
                "size",
                title,
                sides,
                number=number,
                others=printed[i + 1 :],
                earlier=earlier,
                of="the areas",
            )


def _clues_in(area: Sequence[Place], rng: Rng) -> dict[Place, int]:
    """Two clues of an area: one less than its size and one more."""
    size = len(area)
    return dict(zip(shuffled(rng, area), shuffled(rng, (size - 1, size + 1)), strict=False))


def _blank(kind: type[Araf], shape: Shape, rng: Rng) -> Araf:
    """The clues of random areas."""
    areas = random_areas(shape, rng, range(2, 5)).items()
    some = [_clues_in(area, rng) for area in regions(areas).values() if len(area) > 1]
    return kind(grid=rows_of({cell: n for clues in some for cell, n in clues.items()}, shape))


def _moves(puzzle: Araf, solution: Grid, wrong: Grid, rng: Rng) -> Iterator[Solved]:
    """The two clues of an area, in other cells of it."""
    held, printed = values_by_place(puzzle, solution), dict(numbers(puzzle.grid))
    for cell in shuffled(rng, [*printed]):
        area = sorted(parted(held, cell))
        others = {at: n for at, n in printed.items() if at not in area}
        yield puzzle.__class__(grid=rows_of(others | _clues_in(area, rng), puzzle.size)), solution


Araf.generation = Generation(
    size="6x6", construction=Construction.BOARD, redrawn_for=(), blank=_blank, moves=_moves
)
