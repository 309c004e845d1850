"""All or Nothing."""

from uniclue.kit import Annotated, Areas, AtLeast, AtMost, Board, BordersAndHoles, Constraints
from uniclue.kit import Construction, Generation, Grid, Layer, Loop, Pzpr, Rng, Solved, TextGrid
from uniclue.kit import areas, blank_of, cells, cut_loop, items, links, links_at, links_out, names
from uniclue.kit import pairs, parts, passed_alike, rows_of, values_by_place


class AllOrNothing(Board, frozen=True, kw_only=True, tag="nothing"):
    """All or Nothing: draw one loop through all cells of some rooms, and none of the others.

    Rules:
        loop: the line is one loop from cell to cell
        room: the line passes all cells of a room, or none of them
        once: the line comes into a room once at most
        empty: of two rooms that share a border the line passes one or both
    """

    sites = (Pzpr("nothing", BordersAndHoles("regions")),)

    regions: Annotated[TextGrid, Areas()]

    def answer(self) -> Layer:
        return Layer(links(cells(self.size)))

    def rules(self) -> Constraints:
        every, room = links(cells(self.size)), dict(items(self.regions))
        yield Loop("loop", "the line", every)
        for word, inside in areas(self.regions).items():
            yield AtMost("once", f"out of room {word}", links_out(inside, every), 2, "link")
        for one, other in pairs(self.size):
            if room[one] == room[other]:
                yield from passed_alike("room", (one, other), every)
            else:
                there = links_at([one, other], every)
                yield AtLeast("empty", f"at {names([one, other])}", there, 1, "link")


def _clues_of(kind: type[AllOrNothing], blank: Board, solution: Grid, rng: Rng) -> Solved:
    """The rooms are stretches of the loop, and the parts of the board that it leaves out."""
    drawn = [link for link, value in values_by_place(blank, solution).items() if value]
    rooms = cut_loop(drawn, rng, range(2, 6))
    passed = {cell for room in rooms for cell in room}
    rooms += parts(set(cells(blank.board_shape)) - passed)
    of = {cell: number for number, room in enumerate(rooms, 1) for cell in room}
    puzzle = kind(regions=rows_of(of, blank.board_shape))
    return puzzle, solution


AllOrNothing.generation = Generation(
    construction=Construction.BOARD, blank=blank_of("masyu"), clues_of=_clues_of
)
