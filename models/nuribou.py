"""Nuribou."""

from itertools import product

from uniclue.kit import Annotated, Board, Constraints, Construction, CountIn, Generation, InIslands
from uniclue.kit import Iterator, NotAll, Place, Pzpr, Rng, Shape, TextGrid, Tokens, blocks, cells
from uniclue.kit import islands_of, items, name, names, pairs, rows_of, with_island_sizes


class Straps(Board, frozen=True, kw_only=True):
    """Shaded straps one cell wide; those that meet at a corner differ in length."""

    rules_by_size = True

    grid: Annotated[TextGrid, Tokens(range(1, 10_000), "?")]

    def rules(self) -> Constraints:
        for block in blocks(self.size):
            yield CountIn("strap", f"block at {name(block[0])}", block, (0, 1, 2), "shaded cell")
        for one, other in pairs(self.size, slanting=True):
            for length in range(1, max(self.size) + 1):
                ends = (
                    _straps(one, other, length, self.size),
                    _straps(other, one, length, self.size),
                )
                for a, b in product(*map(list, ends)):
                    places, looks = zip(*a, *b, strict=True)
                    says = f"not two straps of {length}"
                    yield NotAll("corner", names((one, other)), places, looks, says)


class Nuribou(Straps, frozen=True, kw_only=True, tag="nuribou"):
    """Nuribou: shade straps around islands of given sizes; straps that touch differ in length.

    Rules:
        strap: connected shaded cells form a strap, one cell wide
        corner: two straps that touch at a corner are not equally long
        island: an island holds one number, and as many cells as it says (? is any number)
        lost: every white cell is part of an island with a number
    """

    sites = (Pzpr("nuribou"),)
    marks = {"#": 1, ".": 0}

    def clues(self) -> Constraints:
        sizes = dict(items(self.grid))
        yield from islands_of("island", sizes, self.size)
        yield InIslands("lost", "an island", cells(self.size), value=0, roots=(*sizes,))


def _straps(
    end: Place, other: Place, length: int, shape: Shape
) -> Iterator[list[tuple[Place, int]]]:
    """How a strap of a length can lie that touches another with a corner of its end."""
    (r, c), (away, aside) = end, (end[0] - other[0], end[1] - other[1])
    ways = ((away, 0), (0, aside))
    board = {*cells(shape)}
    if length == 1:
        yield [(end, 1), *(((r + i, c + j), 0) for i, j in ways if (r + i, c + j) in board)]
        return
    for i, j in ways:
        strap = [(r + i * step, c + j * step) for step in range(length)]
        cap = (r + i * length, c + j * length)
        if board.issuperset(strap):
            yield [*((cell, 1) for cell in strap), *((at, 0) for at in [cap] if at in board)]


def _blank(kind: type[Nuribou], shape: Shape, rng: Rng) -> Board:
    """Straps without numbers."""
    return Straps(grid=rows_of({}, shape))


Nuribou.generation = Generation(
    size="6x6", construction=Construction.AGAIN, blank=_blank, clues_of=with_island_sizes
)
