"""Double Choco."""

from functools import lru_cache
from itertools import islice

from uniclue.kit import Annotated, Callable, Constraints, Construction, DissectedBoard, Generation
from uniclue.kit import Grid, Iterator, Mark, NumbersOnColours, Place, Placement, PuzzleError, Pzpr
from uniclue.kit import Rng, Sequence, Shade, Shape, TextGrid, Tokens, Violation, areas_cut, around
from uniclue.kit import cells, entry_of, exact_covers, form, free, is_complete, items, matched
from uniclue.kit import matching_halves, name, names, numbers, parts, placements_left, replace
from uniclue.kit import rows_of, shuffled, values_by_place

DRAWS = 40
"""How often the colours of a board are drawn."""
LARGE = 8
"""The size of a large area; still larger ones are not preferred."""


class DoubleChoco(DissectedBoard, frozen=True, kw_only=True, tag="dbchoco"):
    """Double Choco: cut the board into areas of a light and a dark part of the same shape.

    Rules:
        halves: every area has one light and one dark part of the same shape, perhaps turned
        number: a number says how many cells either part of its area has
    """

    sites = (Pzpr("dbchoco", NumbersOnColours("grid", "dark")),)

    grid: Annotated[TextGrid, Tokens(range(1, 1000), "?")]
    dark: Annotated[TextGrid, Tokens(letters="#", drawn="nothing")]

    def rules_key(self) -> tuple[TextGrid, Shape]:
        return self.dark, self.size

    def pieces(self) -> Sequence[Placement]:
        return _areas(self.dark, self.size)

    def suiting(self) -> Sequence[Placement]:
        return matching_halves(*_colours(self.dark, self.size), dict(numbers(self.grid)))

    def clues(self) -> Constraints:
        for cell, number in numbers(self.grid):
            says = f"an area of {2 * number} cells"
            yield self.in_area("number", name(cell), cell, says, _of_size(number))

    def violations(self, grid: Grid) -> Iterator[Violation]:
        """Judges a complete board by its areas, without a list of all that there can be."""
        if not is_complete(self, grid):
            yield from super().violations(grid)
            return
        dark, printed = {*dict(items(self.dark))}, numbers(self.grid)
        held = values_by_place(self, grid)
        for area in areas_cut(self, grid):
            sides = [at for cell in area for at in around(cell, 0.5) if at in held]
            inside = [at for at in sides if sides.count(at) == 2]
            halves = [cell for cell in area if cell in dark], [c for c in area if c not in dark]
            where = tuple(entry_of(self, at) for at in sides)
            if any(held[at] for at in inside) or not _alike(*halves):
                yield Violation("halves", f"{names(area)}: not two parts of one shape", where)
            for cell, number in printed:
                if cell in area and len(area) != 2 * number:
                    sentence = f"{name(cell)} is in an area of {len(area)} cells, not {2 * number}"
                    yield Violation("number", sentence, where)

    def printed_marks(self) -> Iterator[Mark]:
        for cell, _ in items(self.dark):
            yield Shade(cell, "grey")
        yield from super().printed_marks()


def _of_size(number: int) -> Callable[[Placement], bool]:
    return lambda area: len(area.cells) == 2 * number


def _alike(one: Sequence[Place], other: Sequence[Place]) -> bool:
    """Whether two sets of cells are connected, and have the same shape."""
    return len(parts(one)) == len(parts(other)) == 1 and free(form(one)) == free(form(other))


def _colours(dark: TextGrid, shape: Shape) -> tuple[list[Place], list[Place]]:
    """The light and the dark cells."""
    held = dict(items(dark))
    return [cell for cell in cells(shape) if cell not in held], [*held]


@lru_cache(maxsize=4)
def _areas(dark: TextGrid, shape: Shape) -> Sequence[Placement]:
    """All possible areas."""
    return matching_halves(*_colours(dark, shape))


def _blank(kind: type[DoubleChoco], shape: Shape, rng: Rng) -> DoubleChoco:
    """A board with a number in each area; colours are drawn until it is cut in one way alone."""
    if shape[0] * shape[1] % 2:
        raise PuzzleError("$.grid", "expected an even number of cells")
    for _ in range(DRAWS):
        dark = rows_of(_dark(shape, rng), shape)
        every = matching_halves(*_colours(dark, shape))
        large = sorted(shuffled(rng, every), key=lambda area: -min(len(area.cells), LARGE))
        cut = next(exact_covers(cells(shape), large))
        told = {shuffled(rng, area.cells)[0]: len(area.cells) // 2 for area in cut}
        board = kind(grid=rows_of(told, shape), dark=dark)
        left = placements_left(board.suiting(), board.board)
        if len([*islice(exact_covers(board.board, left), 2)]) == 1:
            break
    return board


def _dark(shape: Shape, rng: Rng) -> dict[Place, str]:
    """One cell of each domino, where more cells beside it are dark."""
    pairs = matched(shape, rng)
    while 2 * len(pairs) < shape[0] * shape[1]:
        pairs = matched(shape, rng)
    dark = dict[Place, str]()
    for one, other in pairs:
        by = [sum(at in dark for at in around(cell)) + rng.random() for cell in (one, other)]
        dark[one if by[0] > by[1] else other] = "#"
    return dark


DoubleChoco.generation = Generation(
    size="6x6",
    construction=Construction.BOARD,
    redrawn_for=(),
    blank=_blank,
    without_numbers=lambda puzzle: replace(puzzle, grid=rows_of({}, puzzle.size)),
)
