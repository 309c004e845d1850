"""Moon or Sun."""

from itertools import pairwise, product

from uniclue.kit import Annotated, AnyOf, Areas, Board, Collection, Constraints, Construction
from uniclue.kit import Exactly, Generation, Grid, Iterator, Janko, Layer, Loop, NotAll, Place
from uniclue.kit import Point, Pzpr, Rng, Solved, TextGrid, Tokens, WhiteAndBlack, areas, between
from uniclue.kit import blank_of, cells, cut_loop, grown, items, letters, links, links_at, links_out
from uniclue.kit import names, pairs, passed_alike, replace, rows_of, shuffled, values_by_place


class MoonOrSun(Board, frozen=True, kw_only=True, tag="moonsun"):
    """Moon or Sun: draw one loop that comes into every room once, for its moons or for its suns.

    Rules:
        loop: the line is one loop from cell to cell
        room: the line comes into every room once, and leaves it once
        all: the line passes all moons (m) of a room, or none of them; the same for suns (s)
        one: in a room the line passes moons or suns, and not both
        turns: from a room where it passes moons the line goes on to one where it passes suns, and
            the other way round
    """

    sites = (
        Pzpr("moonsun", "regions", WhiteAndBlack("grid")),
        Janko("moonsun", also=["moon-or-sun"], words={"o": "s", "x": "m"}),
    )

    regions: Annotated[TextGrid, Areas()]
    grid: Annotated[TextGrid, Tokens(letters="ms", drawn="sky")]

    def answer(self) -> Layer:
        return Layer(links(cells(self.size)))

    def rules(self) -> Constraints:
        every, rooms = links(cells(self.size)), areas(self.regions)
        yield Loop("loop", "the line", every)
        for word, inside in rooms.items() if len(rooms) > 1 else ():
            yield Exactly("room", f"out of room {word}", links_out(inside, every), 2, "link")

    def clues(self) -> Constraints:
        """The first mark of a sort in a room stands for all of them."""
        every, room, marks = links(cells(self.size)), dict(items(self.regions)), letters(self.grid)
        first: dict[str, dict[str, Place]] = {}
        for word, inside in areas(self.regions).items():
            first[word] = {}
            for sort in "ms":
                same = [cell for cell, mark in marks if mark == sort and cell in inside]
                first[word] |= dict(zip(sort, same[:1], strict=False))
                for pair in pairwise(same):
                    yield from passed_alike("all", pair, every)
            some = [*first[word].values()]
            says = "the line passes moons or suns"
            yield AnyOf("one", f"room {word}", links_at(some, every), (1,), says)
            if len(some) == 2:
                yield from _never_all("one", f"room {word}", some, every, "not moons and suns")
        for pair in pairs(self.size):
            one, other = (first[str(room[cell])] for cell in pair)
            for sort in "ms" if one is not other else "":
                if sort in one and sort in other:
                    some, says = [one[sort], other[sort]], "moons and suns take turns"
                    yield from _never_all("turns", names(pair), some, every, says, between(*pair))


def _never_all(
    code: str, title: str, some: list[Place], every: Collection[Point], says: str, *more: Point
) -> Iterator[NotAll]:
    """The line does not pass both of two cells, or not both if it takes one link more."""
    for two in product(*(links_at([cell], every) for cell in some)):
        yield NotAll(code, title, sorted({*two, *more}), (1,), says)


def _clues_of(kind: type[MoonOrSun], blank: Board, solution: Grid, rng: Rng) -> Solved | None:
    """Rooms along the loop, and marks in two thirds of the cells; None if their number is odd."""
    drawn = [link for link, value in values_by_place(blank, solution).items() if value]
    stretches, shape = cut_loop(drawn, rng, range(3, 8)), blank.board_shape
    if len(stretches) % 2:
        return None
    passed = {cell: i for i, some in enumerate(stretches) for cell in some}
    rooms = grown(shape, rng, passed)
    colour = {rooms[cell]: i % 2 for cell, i in passed.items()}
    some = [cell for cell in cells(shape) if rng.random() < 0.5]
    some += [stretch[0] for stretch in stretches]
    marks = {cell: "ms"[colour[rooms[cell]] ^ (cell not in passed)] for cell in some}
    return kind(regions=rows_of(rooms, shape), grid=rows_of(marks, shape)), solution


def _moves(puzzle: MoonOrSun, solution: Grid, wrong: Grid, rng: Rng) -> Iterator[Solved]:
    """A mark more."""
    marks = dict(letters(puzzle.grid))
    for cell in shuffled(rng, cells(puzzle.size)):
        for mark in "ms" if cell not in marks else ():
            yield replace(puzzle, grid=rows_of({**marks, cell: mark}, puzzle.size)), solution


MoonOrSun.generation = Generation(
    construction=Construction.BOARD, blank=blank_of("masyu"), clues_of=_clues_of, moves=_moves
)
