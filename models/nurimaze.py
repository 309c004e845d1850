"""Nurimaze."""

from uniclue.kit import Acyclic, AllEqual, Annotated, Areas, Board, Connected, Constraints
from uniclue.kit import Construction, Generation, Grid, MazeSigns, NumberedAreas, OnPath
from uniclue.kit import PuzzleError, Pzpr, Rng, Shape, Solved, TextGrid, Tokens, TreePath, areas
from uniclue.kit import areas_where, cells, items, no_pools, parts, replace
from uniclue.kit import rows_of, shuffled, where, white_cell

SHOWN = {"o": "○", "t": "△"}


class Nurimaze(Board, frozen=True, kw_only=True, tag="nurimaze"):
    """Nurimaze: shade rooms so that a maze is left, with its way from S to G.

    Rules:
        room: a room is shaded or white as a whole
        pool: no 2x2 block is all shaded
        maze: the white cells are connected
        ring: the white cells form no ring, so no 2x2 block is all white
        way: the way from S to G passes all circles (o) and no triangles (t); none of these four
            is shaded
    """

    sites = (Pzpr("nurimaze", NumberedAreas("regions"), MazeSigns("grid")),)
    marks = {"#": 1, ".": 0}

    regions: Annotated[TextGrid, Areas()]
    grid: Annotated[TextGrid, Tokens(letters="SGot", instead=SHOWN)]

    def validate(self) -> None:
        super().validate()
        words = [word for _, word in items(self.grid)]
        for end in "SG":
            if words.count(end) != 1:
                raise PuzzleError("$.grid", f"expected one {end}, got {words.count(end)}")

    @property
    def way(self) -> TreePath:
        """The way from S to G."""
        at = {word: cell for cell, word in items(self.grid)}
        ends = at["S"], at["G"]
        return TreePath("way", "the way", cells(self.size), value=0, ends=ends)

    def rules(self) -> Constraints:
        every = cells(self.size)
        yield from no_pools(self.size)
        yield Connected("maze", "the white area", every, value=0)
        yield Acyclic("ring", "the white cells", every, value=0)
        yield self.way

    def clues(self) -> Constraints:
        for room, places in areas(self.regions).items():
            if len(places) > 1:
                yield AllEqual("room", f"room {room}", places)
        way = self.way
        for cell, word in items(self.grid):
            if cell not in way.ends:
                on = OnPath("way", "it", way.places, path=way, cell=cell, passes=word == "o")
                yield white_cell("way", cell, on)


def _blank(kind: type[Nurimaze], shape: Shape, rng: Rng) -> Nurimaze:
    """Rooms of one cell; S anywhere, and G as far from it as can be."""
    rooms = {cell: i for i, cell in enumerate(cells(shape), 1)}
    start, *others = shuffled(rng, cells(shape))
    far = max(others, key=lambda cell: abs(cell[0] - start[0]) + abs(cell[1] - start[1]))
    return kind(regions=rows_of(rooms, shape), grid=rows_of({start: "S", far: "G"}, shape))


def _clues_of(kind: type[Nurimaze], blank: Nurimaze, solution: Grid, rng: Rng) -> Solved:
    """Rooms of cells that are alike, and a sign in every white cell."""
    shape, white, ends = blank.size, {*where(solution, 0)}, dict(items(blank.grid))
    rooms = areas_where(lambda some: len({at in white for at in some}) == 1, shape, rng, 4)
    start, goal = blank.way.ends
    around = {cell: parts(white - {cell}) for cell in white}
    signs = {c: "ot"[any({start, goal} <= {*p} for p in some)] for c, some in around.items()} | ends
    return kind(regions=rows_of(rooms, shape), grid=rows_of(signs, shape)), solution


def _without_signs(puzzle: Nurimaze) -> Nurimaze:
    ends = {cell: word for cell, word in items(puzzle.grid) if word in ("S", "G")}
    return replace(puzzle, grid=rows_of(ends, puzzle.size))


Nurimaze.generation = Generation(
    construction=Construction.RULES,
    blank=_blank,
    clues_of=_clues_of,
    redrawn_for=(),  # most hard ones are rated medium
    without_numbers=_without_signs,
)
