"""Territory."""

from uniclue.kit import Annotated, Construction, Generation, HoleNumbers, Janko, Mapping, Place
from uniclue.kit import Placement, Pzpr, Rng, Sequence, Shape, TextGrid, Tokens, Written, around
from uniclue.kit import items, placement, rectangles, rectangles_around, regions, rows_of
from uniclue.kit import told_by_cells
from uniclue.models.fourcells import BorderNumbers


LAYOUTS = 100
"""How many layouts are tried."""


class Nawabari(BorderNumbers, frozen=True, kw_only=True, tag="nawabari"):
    """Territory (Nawabari): cut the board into rectangles with one number each.

    Rules:
        rectangle: every area is a rectangle with just one number (? is one, too)
        number: a number says how many sides of its cell are borders, those of the board too
    """

    sites = Pzpr("nawabari", HoleNumbers("grid"), answer=Written.WITH_EDGE), Janko("nawabari")

    grid: Annotated[TextGrid, Tokens(range(5), "?")]

    def pieces(self) -> Sequence[Placement]:
        there = [cell for cell, _ in items(self.grid)]
        around = (rectangles_around(cell, there, self.size) for cell in there)
        return [placement(cells) for some in around for cells in some]


def _blank(kind: type[Nawabari], shape: Shape, rng: Rng) -> Nawabari:
    """A number in each of some rectangles, which are the only ones for these numbers."""

    def board_of(chosen: Mapping[Place, Sequence[Place]]) -> Nawabari:
        counts = {at: sum(p not in room for p in around(at)) for at, room in chosen.items()}
        return kind(grid=rows_of(counts, shape))

    for _ in range(LAYOUTS):
        rooms = [*regions(rectangles(shape, rng, 6).items()).values()]
        if (board := told_by_cells(rooms, rng, board_of)) is not None:
            break
    return board or board_of({room[0]: room for room in rooms})


Nawabari.generation = Generation(
    size="6x6", construction=Construction.BOARD, redrawn_for=(), blank=_blank
)
