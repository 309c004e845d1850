"""Numberlink."""

from uniclue.kit import Annotated, Any, Board, Collection, Constraint, CountIn, FromEnds, Grid
from uniclue.kit import Iterator, Layer, Model, Path, Point, Rng, Self, Shape, TextGrid, Tokens
from uniclue.kit import add_shortest, areas, around, cells, filling_paths, halves, items, link
from uniclue.kit import links, name, other_way, paths_from, refuse_too_large, rows_of


class Numberlink(Board, frozen=True, kw_only=True, tag="numberlink"):
    """Numberlink (Arukone): join equal numbers by paths that never meet.

    Rules:
        line: one line leads from a number, and one through every other cell, or none unless the
            puzzle says that the board is full (by default it does not)
        ends: every line begins and ends at numbers
        path: a path joins equal numbers
    """

    recipe_version = 6
    designs = "board"
    changes_add = True
    pzpr = "numlin"
    janko = "arukone number-link"

    grid: Annotated[TextGrid, Tokens(letters=None)]
    full: bool = False

    def answer(self) -> Layer:
        return Layer(links(cells(self.size)))

    def rules(self) -> Iterator[Constraint]:
        ends, through = dict(items(self.grid)), (2,) if self.full else (0, 2)
        for cell in cells(self.size):
            numbers = (1,) if cell in ends else through
            yield CountIn("line", f"at {name(cell)}", around(cell, 0.5), numbers, "link")
        yield FromEnds("ends", "lines", links(cells(self.size)), cells_at_ends=tuple(ends))

    def clues(self) -> Iterator[Constraint]:
        lines, ends = links(cells(self.size)), areas(self.grid)
        for word, joined in ends.items():
            apart = tuple(cell for other in ends if other != word for cell in ends[other])
            yield Path("path", f"number {word}", lines, joined=joined, apart=apart)

    def narrowed(self) -> Model | None:
        """Paths that cannot be shortened, where cells may stay empty and nothing is given."""
        pairs = areas(self.grid).values()
        if self.full or self.givens is not None or {len(pair) for pair in pairs} != {2}:
            return None
        refuse_too_large(self.estimate())
        model = Model()
        model.cell_vars(self.places, self.domain)
        self.add_rules(model)
        group = model.group("rule", "no path can be shortened")
        add_shortest(model, group, links(cells(self.size)), pairs)
        return model

    def varied(self, grid: Grid) -> Grid | None:
        new = other_way(self._drawn(grid), cells(self.size))
        return None if new is None else self._grid(new)

    def _drawn(self, grid: Grid) -> set[Point]:
        held = zip(self._points, self.places, strict=True)
        return {line for line, (r, c) in held if grid[r][c] == 1}

    def _grid(self, drawn: Collection[Point]) -> Grid:
        held = zip(self._points, self.places, strict=True)
        return self.grid_of({at: int(line in drawn) for line, at in held})

    @classmethod
    def blank(cls, shape: Shape, rng: Rng) -> Self:
        """The ends of paths that fill the board."""
        paths = enumerate((path for path in filling_paths(shape, rng, 4) if len(path) > 2), 1)
        return cls(
            grid=rows_of({cell: i for i, path in paths for cell in (path[0], path[-1])}, shape)
        )

    def changes(self, solution: Grid, wrong: Grid, rng: Rng) -> Iterator[tuple[Self, Grid]]:
        """A path is cut in two where another solution has no link."""
        word: dict[Any, Any] = dict(items(self.grid))
        new = len(areas(self.grid)) + 1
        drawn, others = self._drawn(solution), self._drawn(wrong)
        for one, other in halves(paths_from(word, drawn), rng):
            if (gone := link(one[-1], other[0])) not in others:
                ends = {one[-1]: word[one[0]], other[0]: new, other[-1]: new}
                cut = type(self)(grid=rows_of(word | ends, self.size), full=self.full)
                yield cut, self._grid(drawn - {gone})
