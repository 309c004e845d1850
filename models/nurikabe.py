"""Nurikabe."""

from uniclue.kit import Annotated, Board, Connected, Constraints, Construction, Generation, Grid
from uniclue.kit import Implies, InIslands, Janko, Model, Pzpr, Rng, Shape, TextGrid, Tokens
from uniclue.kit import Written, around, cells, islands_of, items, name, no_pools, rows_of
from uniclue.kit import sea_model, with_island_sizes


class ConnectedSea(Board, frozen=True, kw_only=True):
    """A connected sea, at first around islands of two cells or more."""

    grid: Annotated[TextGrid, Tokens(range(1, 10_000), "?")]

    def rules(self) -> Constraints:
        yield Connected("sea", "the sea", cells(self.size))
        yield from no_pools(self.size)

    def clues(self) -> Constraints:
        for cell in cells(self.size):
            yield Implies("island", name(cell), [cell, *around(cell)], (0,), "no lone cell")


class Nurikabe(ConnectedSea, frozen=True, kw_only=True, tag="nurikabe"):
    """Nurikabe: shade a sea around islands of given sizes.

    Rules:
        sea: the shaded cells are connected
        pool: no 2x2 block is all shaded
        island: an island holds one number, and as many cells as it says (? is any number)
        lost: every white cell is part of an island with a number
    """

    sites = Pzpr("nurikabe", answer=Written.INSIDE), Janko("nurikabe")
    marks = {"#": 1, ".": 0}

    def clues(self) -> Constraints:
        sizes = dict(items(self.grid))
        yield from islands_of("island", sizes, self.size)
        yield InIslands("lost", "an island", cells(self.size), value=0, roots=(*sizes,))

    def narrowed(self) -> Model | None:
        """What follows at once, and what stays open, where nothing is given."""
        sizes = {at: word if isinstance(word, int) else None for at, word in items(self.grid)}
        return sea_model(self.size, sizes) if self.givens is None else None

    def varied(self, grid: Grid) -> Grid | None:
        return None


def _blank(kind: type[Nurikabe], shape: Shape, rng: Rng) -> Board:
    """A sea without numbers."""
    return ConnectedSea(grid=rows_of({}, shape))


Nurikabe.generation = Generation(
    version=7,
    construction=Construction.AGAIN,
    blank=_blank,
    clues_of=with_island_sizes,
)
