"""Dotchi-Loop."""

from itertools import pairwise

from uniclue.kit import Annotated, AnyOf, Areas, Board, Circles, Constraints, Construction
from uniclue.kit import Forbidden, Generation, Grid, Iterable, Iterator, Janko, Layer, Loop, Pattern
from uniclue.kit import Place, Pzpr, Rng, Solved, TextGrid, areas, around, blank_of, cells, items
from uniclue.kit import letters, links, links_at, name, names, random_areas, replace, rows_of
from uniclue.kit import shuffled, values_by_place

STRAIGHT, TURN = ("1001", "0110"), ("1100", "1010", "0101", "0011")


class Dotchi(Board, frozen=True, kw_only=True, tag="dotchi"):
    """Dotchi-Loop: draw one loop through all white circles, which turns in those of a room or not.

    Rules:
        loop: the line is one loop from cell to cell
        white: the line passes every white circle (w)
        black: the line passes no black circle (b)
        room: in the white circles of a room the line turns in all, or goes straight on in all
    """

    sites = Pzpr("dotchi"), Janko("dotchi-loop")

    regions: Annotated[TextGrid, Areas()]
    grid: Annotated[TextGrid, Circles()]

    def answer(self) -> Layer:
        return Layer(links(cells(self.size)))

    def rules(self) -> Constraints:
        yield Loop("loop", "the line", links(cells(self.size)))
        white = {cell for cell, word in letters(self.grid) if word == "w"}
        looks = tuple(a + b for kind in (STRAIGHT, TURN) for a in kind for b in kind)
        for inside in areas(self.regions).values():
            for pair in pairwise([cell for cell in inside if cell in white]):
                near = [link for cell in pair for link in around(cell, 0.5)]
                yield Pattern("room", f"at {names(pair)}", near, "turns in both, or in none", looks)

    def clues(self) -> Constraints:
        every = links(cells(self.size))
        for cell, word in letters(self.grid):
            near = links_at([cell], every)
            if word == "w":
                yield AnyOf("white", f"{name(cell)} is passed", near, (1,))
            else:
                yield Forbidden("black", f"no line passes {name(cell)}", near, 1)


def _clues_of(kind: type[Dotchi], blank: Board, solution: Grid, rng: Rng) -> Solved:
    """Circles in half of the cells, and any rooms."""
    shape = blank.board_shape
    rooms = random_areas(shape, rng, range(3, 9))
    bare = kind(regions=rows_of(rooms, shape), grid=rows_of({}, shape))
    some = [cell for cell in cells(shape) if rng.random() < 0.5]
    return replace(bare, grid=rows_of(_marks(bare, solution, some), shape)), solution


def _marks(puzzle: Dotchi, solution: Grid, some: Iterable[Place]) -> dict[Place, str]:
    """The marks of a puzzle, and those that fit in some more cells."""
    values, room = values_by_place(puzzle, solution), dict(items(puzzle.regions))
    marks = dict(letters(puzzle.grid))

    def look(cell: Place) -> str:
        return "".join(str(values.get(link) or 0) for link in around(cell, 0.5))

    turning = {room[cell]: look(cell) in TURN for cell, word in marks.items() if word == "w"}
    for cell in some:
        is_white, turns = "1" in look(cell), look(cell) in TURN
        if not is_white:
            marks[cell] = "b"
        elif turning.setdefault(room[cell], turns) == turns:
            marks[cell] = "w"
    return marks


def _moves(puzzle: Dotchi, solution: Grid, wrong: Grid, rng: Rng) -> Iterator[Solved]:
    """A circle more."""
    there = _marks(puzzle, solution, ())
    for cell in shuffled(rng, cells(puzzle.size)):
        if cell not in there and len(more := _marks(puzzle, solution, [cell])) > len(there):
            yield replace(puzzle, grid=rows_of(more, puzzle.size)), solution


Dotchi.generation = Generation(
    construction=Construction.BOARD, blank=blank_of("masyu"), clues_of=_clues_of, moves=_moves
)
