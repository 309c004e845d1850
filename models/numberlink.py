"""Numberlink."""

from itertools import pairwise

from uniclue.kit import UNKNOWN, Annotated, Any, Board, Collection, Constraints, Construction
from uniclue.kit import CountIn, Flag, Generation, Grid, Iterator, Janko, Layer, Model, Narrowed
from uniclue.kit import Path, PathsFromEnds, Point, Pzpr, Rng, Shape, Solved, TextGrid, Tokens
from uniclue.kit import add_shortest, areas, around, between, cells, filling_paths, halved_paths
from uniclue.kit import items, links, name, other_way, paths_from, refuse_too_large, replace
from uniclue.kit import rows_of, values_by_place


FEWEST_CELLS = 4
"""The fewest cells of a path that puzzles are made from, on small boards."""
LAYOUTS = 50
"""How often paths are drawn until they are few and cover the board."""


class Numberlink(Board, frozen=True, kw_only=True, tag="numberlink"):
    """Numberlink (Arukone): join equal numbers by paths that never meet.

    Rules:
        line: one line leads from a number, and one through every other cell, or none unless the
            puzzle says that the board is full (by default it does not)
        ends: every line begins and ends at numbers
        path: a path joins equal numbers; ? is equal to any
    """

    sites = (
        Pzpr("numlin", "grid"),
        Pzpr("arukone", Flag("e", "full", unless=True), "grid"),
        Janko("arukone", also=["number-link"]),
    )

    grid: Annotated[TextGrid, Tokens(letters=None, unknown=True)]
    full: bool = False

    def answer(self) -> Layer:
        return Layer(links(cells(self.size)))

    def rules(self) -> Constraints:
        ends, through = dict(items(self.grid)), (2,) if self.full else (0, 2)
        for cell in cells(self.size):
            numbers = (1,) if cell in ends else through
            yield CountIn("line", f"at {name(cell)}", around(cell, 0.5), numbers, "link")
        yield PathsFromEnds("ends", "lines", links(cells(self.size)), cells_at_ends=tuple(ends))

    def clues(self) -> Constraints:
        lines, ends = links(cells(self.size)), areas(self.grid)
        ends.pop(UNKNOWN, None)
        for word, joined in ends.items():
            apart = tuple(cell for other in ends if other != word for cell in ends[other])
            yield Path("path", f"number {word}", lines, joined=joined, apart=apart)

    def narrowed(self) -> Narrowed | None:
        """Paths that cannot be shortened, where cells may stay empty and nothing is given."""
        ends = areas(self.grid)
        pairs, is_open = ends.values(), self.full or UNKNOWN in ends or self.givens is not None
        if is_open or {len(pair) for pair in pairs} != {2}:
            return None
        refuse_too_large(self.estimate())
        model = Model()
        model.cell_vars(self.places, self.domain)
        self.add_rules(model)
        group = model.group("rule", "no path can be shortened")
        add_shortest(model, group, links(cells(self.size)), pairs)
        return Narrowed(model, self._other)

    def _other(self, grid: Grid) -> Grid | None:
        """A solution with a detour or another corner."""
        new = other_way(self._drawn(grid), cells(self.size))
        return None if new is None else self._grid(new)

    def _drawn(self, grid: Grid) -> set[Point]:
        return {line for line, value in values_by_place(self, grid).items() if value == 1}

    def _grid(self, drawn: Collection[Point]) -> Grid:
        places = zip(self.unknowns.index, self.places, strict=True)
        return self.grid_of({at: int(line in drawn) for line, at in places})


def most_pairs(shape: Shape) -> int:
    """How many pairs a puzzle is made with at most: 9 on a board of 10x10."""
    return max(6, shape[0] * shape[1] // 11)


def _blank(kind: type[Numberlink], shape: Shape, rng: Rng) -> Numberlink:
    """The ends of a few long paths that fill the board; the paths are given, as their solution."""
    least = max(FEWEST_CELLS, shape[0] * shape[1] // 12)
    for _ in range(LAYOUTS):
        paths = filling_paths(shape, rng, least)
        if len(paths) <= most_pairs(shape) and min(map(len, paths)) > 2:
            break
    paths = [path for path in paths if len(path) > 2]
    ends = {cell: i for i, path in enumerate(paths, 1) for cell in (path[0], path[-1])}
    blank = kind(grid=rows_of(ends, shape))
    drawn = {between(*step) for path in paths for step in pairwise(path)}
    return replace(blank, givens=blank._grid(drawn))


def _ends_of(kind: type[Numberlink], blank: Numberlink, solution: Grid, rng: Rng) -> Solved:
    """The ends alone."""
    return replace(blank, givens=None), solution


def _moves(puzzle: Numberlink, solution: Grid, wrong: Grid, rng: Rng) -> Iterator[Solved]:
    """A path is cut in two where another solution has no link, unless there are many paths."""
    word: dict[Any, Any] = dict(items(puzzle.grid))
    new = len(areas(puzzle.grid)) + 1
    if new > most_pairs(puzzle.size):
        return
    drawn, others = puzzle._drawn(solution), puzzle._drawn(wrong)
    for one, other in halved_paths(paths_from(word, drawn), rng):
        if (gone := between(one[-1], other[0])) not in others:
            ends = {one[-1]: word[one[0]], other[0]: new, other[-1]: new}
            cut = type(puzzle)(grid=rows_of(word | ends, puzzle.size), full=puzzle.full)
            yield cut, puzzle._grid(drawn - {gone})


Numberlink.generation = Generation(
    version=7,
    construction=Construction.BOARD,
    blank=_blank,
    clues_of=_ends_of,
    moves=_moves,
    redrawn_for=("rating",),  # lookahead alone hardly solves one with few pairs
)
