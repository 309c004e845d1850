"""Nurikabe."""

from uniclue.kit import Annotated, Board, Connected, Constraints, Construction, Generation, Grid
from uniclue.kit import Implies, InIslands, Island, Janko, Model, Pzpr, Rng, Shape, Solved, TextGrid
from uniclue.kit import Tokens, Written, around, cells, items, name, no_pools, parts, rows_of
from uniclue.kit import sea_model, where, within


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
        sizes, board = dict(items(self.grid)), set(cells(self.size))
        for cell, word in sizes.items():
            number = word if isinstance(word, int) else None
            steps = min(number or len(board), sum(self.size))
            near = [place for place in within(cell, steps) if place in board]
            others = tuple(place for place in near if place in sizes and place != cell)
            title = f"the island of {name(cell)}"
            yield Island("island", title, near, number=number, others=others)
        islands = tuple(sizes)
        yield InIslands("lost", "an island", cells(self.size), value=0, roots=islands)

    def narrowed(self) -> Model | None:
        """What follows at once, and what stays open, where nothing is given."""
        sizes = {at: word if isinstance(word, int) else None for at, word in items(self.grid)}
        return sea_model(self.size, sizes) if self.givens is None else None

    def varied(self, grid: Grid) -> Grid | None:
        return None


def _blank(kind: type[Nurikabe], shape: Shape, rng: Rng) -> Board:
    """A sea without numbers."""
    return ConnectedSea(grid=rows_of({}, shape))


def _clues_of(kind: type[Nurikabe], blank: Board, solution: Grid, rng: Rng) -> Solved:
    """The size of every island in one of its cells, the same one when others change."""
    islands = parts(where(solution, 0))
    sizes = {part[sum(map(sum, part)) % len(part)]: len(part) for part in islands}
    return kind(grid=rows_of(sizes, blank.board_shape)), solution


Nurikabe.generation = Generation(
    version=7,
    construction=Construction.AGAIN,
    blank=_blank,
    clues_of=_clues_of,
)
