"""Nonogram: black cells from the lengths of their blocks.

Rules: every cell is black or white. A line's clue lists the lengths of its blocks of black cells,
in order, left to right or top to bottom; blocks of one line are separated by at least one white
cell. Source: Chen 2016 (docs/sources.md). The forms of the model are those of a line
(uniclue/constraints/line_blocks.py).

JSON: ``{"kind": "nonogram", "rows": [[2, 1], ...], "cols": [[1], [], ...]}``; ``[]`` or ``[0]`` is
an empty line. A clue longer than its line is a clue without solution, not an error. In grids 1,
``#`` and ``X`` are black, 0 and ``.`` are white, null and ``?`` are unknown.
"""

from uniclue.kit import Annotated, BlockLengths, Board, Bools, Forms, Generation, Grid, Hints
from uniclue.kit import Iterator, LineBlocks, LineLengths, LineLogic, Meta, Model, Pzpr, Rng
from uniclue.kit import Solved, Value, Written, columns, fields_of, filled, line_hints, replace
from uniclue.kit import rows, shuffled

Block = Annotated[int, Meta(ge=0, le=9999)]
LineClue = Annotated[tuple[Block, ...], Meta(max_length=150)]
LineClues = Annotated[tuple[LineClue, ...], Meta(min_length=1, max_length=150)]


class Nonogram(Board, frozen=True, kw_only=True, tag="nonogram"):
    """Nonogram: black cells from the lengths of their blocks; up to 150x150.

    Rules:
        row: the blocks of a row are those of its clue
        column: the blocks of a column are those of its clue
    """

    forms = Forms("order", "gac")
    domain = (0, 1)
    sites = (Pzpr("nonogram", LineLengths("rows", "cols"), answer=Written.INSIDE),)
    marks = {"#": 1, "X": 1, "x": 1, ".": 0}

    rows: Annotated[LineClues, BlockLengths("left")]
    cols: Annotated[LineClues, BlockLengths("top")]

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.rows), len(self.cols)

    @property
    def lines(self) -> list[LineBlocks]:
        """The rows, then the columns."""
        lines = rows(self.shape) + columns(self.shape)
        return [
            LineBlocks(name.split()[0], name, places, BlockLengths.of(clue))
            for (name, places), clue in zip(lines, self.rows + self.cols, strict=True)
        ]

    def clues(self) -> Iterator[LineBlocks]:
        return iter(self.lines)

    def deduce(self) -> Bools:
        return self._settled().can()

    def hints(self, model: Model) -> Hints:
        return line_hints(model, self.lines, self._settled())

    def _settled(self) -> LineLogic:
        """The lines after complete line logic."""
        lines = LineLogic(self.rows, self.cols)
        for (r, c), value in self.given_cells():
            lines.mark(r, c, bool(value))
        lines.settle()
        return lines

    def cell_text(self, value: Value | None) -> str:
        """``#`` black, ``.`` white, ``?`` unknown."""
        return "?" if value is None else "#" if value else "."

    def draw_cells(self, cells: list[list[str]]) -> str:
        """Column clues above, row clues on the left; ``*`` where two grids differ."""
        marks = [["*" if "/" in text else text for text in row] for row in cells]
        legend = ["* the two grids differ"] if any("*" in row for row in marks) else []
        return "\n".join(BlockLengths.frame(self.rows, self.cols, marks) + legend)


def _moves(puzzle: Nonogram, solution: Grid, wrong: Grid, rng: Rng) -> Iterator[Solved]:
    """A cell of the picture has the other colour."""
    open_ = [(r, c) for r, c in puzzle.places if solution[r][c] != wrong[r][c]]
    for at in shuffled(rng, open_):
        picture = puzzle.grid_of({p: int(v == (p != at)) for p, v in filled(solution)})
        sides = fields_of(Nonogram).items()
        lines = {n: sort.read_off(picture) for n, sort in sides if isinstance(sort, BlockLengths)}
        yield replace(puzzle, **lines), picture


Nonogram.generation = Generation(moves=_moves)
