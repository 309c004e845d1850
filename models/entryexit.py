"""Entry Exit."""

from uniclue.kit import Annotated, Areas, Board, Constraints, Construction, Exactly, Generation
from uniclue.kit import Grid, Janko, Layer, Loop, Rng, Solved, TextGrid, areas, blank_of, cells
from uniclue.kit import cut_loop, links, links_out, rows_of, values_by_place


class EntryExit(Board, frozen=True, kw_only=True, tag="entryexit"):
    """Entry Exit: draw one loop through all cells that comes into every room once.

    Rules:
        loop: the line is one loop, through every cell
        room: the line comes into every room once, and leaves it once
    """

    sites = (Janko("entry-exit"),)

    regions: Annotated[TextGrid, Areas()]

    def answer(self) -> Layer:
        return Layer(links(cells(self.size)))

    def rules(self) -> Constraints:
        every, rooms = links(cells(self.size)), areas(self.regions)
        yield Loop("loop", "the line", [*every, *cells(self.size)])
        for word, inside in rooms.items() if len(rooms) > 1 else ():
            yield Exactly("room", f"out of room {word}", links_out(inside, every), 2, "link")


def _clues_of(kind: type[EntryExit], blank: Board, solution: Grid, rng: Rng) -> Solved:
    """Each room is a stretch of the loop."""
    drawn = [link for link, value in values_by_place(blank, solution).items() if value]
    rooms = enumerate(cut_loop(drawn, rng, range(3, 7)), 1)
    names = {cell: number for number, room in rooms for cell in room}
    return kind(regions=rows_of(names, blank.board_shape)), solution


EntryExit.generation = Generation(
    construction=Construction.AGAIN, blank=blank_of("simpleloop"), clues_of=_clues_of
)
