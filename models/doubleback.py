"""Double Back."""

from uniclue.kit import Annotated, Areas, AreasAndHoles, Board, Constraints, Construction, Exactly
from uniclue.kit import Generation, Grid, Janko, Layer, Loop, Place, Pzpr, Rng, Shape
from uniclue.kit import TextGrid, around, cells, cut_loop, items, links, links_out
from uniclue.kit import rows_of, values_by_place


STRETCH = range(1, 5)
"""How many cells of the loop follow each other in a room."""
SOME = 0.4
"""Which share of the rooms of three and four cells is there to choose from."""


class DoubleBack(Board, frozen=True, kw_only=True, tag="doubleback"):
    """Double Back: draw one loop through all cells that comes into every room twice.

    Rules:
        loop: the line is one loop, through every cell of a room
        room: the line comes into every room twice, and leaves it twice
    """

    sites = Pzpr("doubleback", AreasAndHoles("regions")), Janko("double-back", words={"#": "."})

    regions: Annotated[TextGrid, Areas(filled=False)]

    @property
    def _cells(self) -> list[Place]:
        """Those in rooms, row by row; others are black."""
        return [cell for cell, _ in items(self.regions)]

    def answer(self) -> Layer:
        return Layer(links(self._cells))

    def rules(self) -> Constraints:
        yield Loop("loop", "the line", [*links(self._cells), *self._cells])

    def in_area(self, name: str, places: tuple[Place, ...]) -> Constraints:
        ways = links_out(places, links(self._cells))
        yield Exactly("room", f"out of room {name}", ways, 4, "link")


def _blank(kind: type[DoubleBack], shape: Shape, rng: Rng) -> DoubleBack:
    """One room."""
    return kind(regions=rows_of(dict.fromkeys(cells(shape), 1), shape))


def _parts_of(blank: DoubleBack, solution: Grid, rng: Rng) -> list[list[Place]]:
    """Two stretches of the loop each, which share one border and do not follow each other.

    Those of three and four cells tell least, so only some of them are there.
    """
    drawn = [link for link, value in values_by_place(blank, solution).items() if value]
    (way,) = cut_loop(drawn, rng, range(len(drawn), len(drawn) + 1))
    twice, length = [*way, *way], len(way)
    found = [(i, twice[i : i + n]) for i in range(length) for n in STRETCH]
    beside = [{at for cell in some for at in around(cell)} for _, some in found]
    rooms = list[list[Place]]()
    for (i, some), near in zip(found, beside, strict=True):
        for j, more in found:
            apart, room = i + len(some) < j and j + len(more) < i + length, some + more
            if apart and not near.isdisjoint(more) and len(links(room)) < len(room):
                rooms.append(room)
    return [room for room in rooms if len(room) not in (3, 4) or rng.random() < SOME]


DoubleBack.generation = Generation(
    version=8, size="8x8", construction=Construction.CHOSEN, blank=_blank, parts_of=_parts_of
)
