"""Nurikabe."""

from uniclue.kit import Annotated, Board, Connected, Constraints, Construction, Generation, Implies
from uniclue.kit import InIslands, Janko, Narrowed, Pzpr, Rng, Shape, TextGrid, TiledBoard, Tokens
from uniclue.kit import Written, islands_of, items, name, no_pools, numbers, rows_of, sea_model
from uniclue.kit import with_island_sizes


CELLS_A_ONE = 20
"""Cells of the board for each island of a single cell that puzzles are made with, at most."""
LARGE = 5
"""Cells of an island that puzzles are made with, except on tiny boards."""


class ConnectedSea(TiledBoard, frozen=True, kw_only=True):
    """A connected sea, at first around islands of two cells or more."""

    grid: Annotated[TextGrid, Tokens(range(1, 10_000), "?")]

    def rules(self) -> Constraints:
        yield Connected("sea", "the sea", self.space.cells)
        yield from no_pools(self.space)

    def clues(self) -> Constraints:
        for cell in self.space.cells:
            near = self.space.around(cell)
            yield Implies("island", name(cell), [cell, *near], (0,), "no lone cell")


class Nurikabe(ConnectedSea, frozen=True, kw_only=True, tag="nurikabe"):
    """Nurikabe: shade a sea around islands of given sizes.

    Rules:
        sea: the shaded cells are connected
        pool: no 2x2 block is all shaded (where cells are no squares: not all cells around a corner)
        island: an island holds one number, and as many cells as it says (? is any number)
        lost: every white cell is part of an island with a number
    """

    sites = Pzpr("nurikabe", answer=Written.INSIDE), Janko("nurikabe")
    marks = {"#": 1, ".": 0}

    def clues(self) -> Constraints:
        sizes = dict(items(self.grid))
        yield from islands_of("island", sizes, self.space)
        yield InIslands("lost", "an island", self.space.cells, value=0, roots=(*sizes,))

    def narrowed(self) -> Narrowed | None:
        """What follows at once, and what stays open, where nothing is given."""
        sizes = {at: word if isinstance(word, int) else None for at, word in items(self.grid)}
        is_open = self.givens is None and self.tiling is None
        return Narrowed(sea_model(self.size, sizes)) if is_open else None


def _blank(kind: type[Nurikabe], shape: Shape, rng: Rng) -> Board:
    """A sea without numbers."""
    return ConnectedSea(grid=rows_of({}, shape))


def _suits(puzzle: Nurikabe) -> bool:
    """Whether few islands have one cell, and one is large."""
    sizes, (height, width) = [size for _, size in numbers(puzzle.grid)], puzzle.board_shape
    are_few = sizes.count(1) <= height * width // CELLS_A_ONE
    return are_few and max(sizes, default=0) >= min(LARGE, height + width - 3)


Nurikabe.generation = Generation(
    version=8,
    construction=Construction.AGAIN,
    blank=_blank,
    clues_of=with_island_sizes,
    suits=_suits,
)
