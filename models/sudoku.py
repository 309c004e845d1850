"""Sudoku.

An n x n grid is cut into boxes of r rows and c columns, n = r c. Sources: the course report and the
paper on digging holes (docs/sources.md). The model, x[cell, digit], has two forms
(Lynce and Ouaknine 2006): ``extended``, the default, says "exactly one cell" for every unit and
digit, on which unit propagation finds naked and hidden singles; ``plain`` says "at most one", on
which it finds naked singles only. All sudokus of one box size share one loaded solver.

JSON: ``{"kind": "sudoku", "box": [r, c], "grid": [[5, 0, ...], ...]}``; 0 is a blank cell.
"""

from uniclue.kit import Annotated, Board, Constraints, Digits, Forms, Generation, Grid
from uniclue.kit import Hashable, Iterator, Janko, Mark, Meta, Outline, Permutation, PuzzleError
from uniclue.kit import Pzpr, Rng, Shape, Solved, UsualBox, Value, boxes, columns, replace, rows
from uniclue.kit import shuffled, usual_box

Side = Annotated[int, Meta(ge=2, le=7)]
Digit = Annotated[int, Meta(ge=0, le=49)]
Row = Annotated[tuple[Digit, ...], Meta(max_length=49)]


VARIANTS = (
    *("all_given", "antiking", "antiknight", "arrows", "between", "black_dots", "boards"),
    *("box_indexers", "cages", "clones", "column_indexers", "diagonal_sums", "diagonals"),
    *("disjoint", "double_arrows", "entropic", "extra_regions", "first_bottom", "first_left"),
    *("first_right", "first_top", "fives", "frame_bottom", "frame_left", "frame_right"),
    *("frame_top", "less", "lockouts", "maxima", "minima", "modular", "nabners"),
    *("nonconsecutive", "palindromes", "pencilmarks", "quadruples", "region_sums", "regions"),
    *("renban", "row_indexers", "sandwich_left", "sandwich_top", "slow_thermometers", "sums"),
    *("tens", "thermometers", "tower_bottom", "tower_left", "tower_right", "tower_top"),
    *("whispers", "white_dots", "windows", "zippers"),
)
"""The members of sudoku variants."""


class Sudoku(Board, frozen=True, kw_only=True, tag="sudoku"):
    """Sudoku: every digit once in each row, column and box; boxes from 2x2 to 7x7.

    Rules:
        clue: a printed digit stays as it is
        row: no digit stands twice in a row
        column: no digit stands twice in a column
        box: no digit stands twice in a box
    """

    sites = Pzpr("sudoku"), Janko("sudoku", UsualBox("box"))
    forms = Forms("extended", "plain", ladder=["plain", "extended"])
    only_known_cells = True
    elsewhere = dict.fromkeys(VARIANTS, "variant")

    box: tuple[Side, Side]
    grid: Annotated[tuple[Row, ...], Meta(max_length=49), Digits(like=" for this box")]

    @property
    def side(self) -> int:
        """n: cells in a row, and the largest digit."""
        return self.box[0] * self.box[1]

    @property
    def shape(self) -> tuple[int, int]:
        return self.side, self.side

    @property
    def domain(self) -> tuple[Value, ...]:
        return tuple(range(1, self.side + 1))

    def rules_key(self) -> Hashable:
        return self.box

    def rules(self) -> Constraints:
        units = {"row": rows(self.shape), "column": columns(self.shape)}
        for code, named in {**units, "box": boxes(self.shape, *self.box)}.items():
            for name, unit in named:
                yield Permutation(code, name, unit)

    def printed_marks(self) -> Iterator[Mark]:
        yield from super().printed_marks()
        yield from (Outline(box) for _, box in boxes(self.shape, *self.box))

    def draw_cells(self, cells: list[list[str]]) -> str:
        """Rows with lines between the boxes."""
        height, width = self.box
        size = max(len(text) for row in cells for text in row)
        bar = "-+-".join(["-" * (width * (size + 1) - 1)] * height)
        lines = []
        for r, row in enumerate(cells):
            lines += [bar] if r and r % height == 0 else []
            parts = [row[c : c + width] for c in range(0, self.side, width)]
            lines.append(" | ".join(" ".join(t.rjust(size) for t in part) for part in parts))
        return "\n".join(lines)


def _moves(puzzle: Sudoku, solution: Grid, wrong: Grid, rng: Rng) -> Iterator[Solved]:
    """A given goes, and one of the nearest blank cells where the solutions differ is given."""
    given = [(r, c) for r, c in puzzle.places if puzzle.grid[r][c]]
    open_ = [(r, c) for r, c in puzzle.places if solution[r][c] != wrong[r][c]]
    for r, c in shuffled(rng, open_):
        for gone in sorted(given, key=lambda at: abs(at[0] - r) + abs(at[1] - c))[:4]:
            digits = [[*row] for row in puzzle.grid]
            digits[r][c] = int(solution[r][c] or 0)
            digits[gone[0]][gone[1]] = 0
            yield replace(puzzle, grid=tuple(map(tuple, digits))), solution


def _blank(kind: type[Sudoku], shape: Shape, rng: Rng) -> Sudoku:
    """A grid without digits, with the usual boxes."""
    rows, columns = shape
    if rows != columns or 1 in (box := usual_box(rows)):
        raise PuzzleError("$.box", f"expected a size such as 9x9 or 6x6, got {rows}x{columns}")
    return kind(box=box, grid=((0,) * columns,) * rows)


Sudoku.generation = Generation(size="9x9", blank=_blank, moves=_moves)
