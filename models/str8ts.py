"""Str8ts."""

from uniclue.kit import AllDifferent, Annotated, AnyOf, Board, Consecutive, Constraints, Generation
from uniclue.kit import InDomain, Janko, Layer, Place, PuzzleError, TextGrid, Tokens, Value
from uniclue.kit import blank_with, cells, items, name, refuse_unless_square, rows_and_columns
from uniclue.kit import stretches

Words = ["x", *(f"{n}x" for n in range(1, 26))]


class Str8ts(Board, frozen=True, kw_only=True, tag="str8ts"):
    """Str8ts: the numbers of every run of white cells follow each other, in any order.

    Rules:
        clue: a printed number stays as it is
        line: no number stands twice in a row or column, black cells (x, or 4x with a 4) counted
        straight: the numbers of a run, as many white cells of a row or column as stand together,
            follow each other, in any order
    """

    sites = (Janko("straights", also=["str8t"]),)

    grid: Annotated[TextGrid, Tokens(range(1, 26), Words, drawn="dark arrow")]

    def validate(self) -> None:
        super().validate()
        refuse_unless_square(self, "$.grid", 25)
        for (r, c), number in self.printed():
            if number not in self.domain:
                expected = f"expected at most {self.size[0]}, got {number}"
                raise PuzzleError(f"$.grid[{r}][{c}]", expected)

    @property
    def black(self) -> dict[Place, str]:
        """The black cells."""
        return {cell: word for cell, word in items(self.grid) if isinstance(word, str)}

    def answer(self) -> Layer:
        black = self.black
        white = (cell for cell in cells(self.size) if cell not in black)
        return Layer(white, range(1, self.size[0] + 1))

    def printed(self) -> list[tuple[Place, Value]]:
        return [(cell, word) for cell, word in items(self.grid) if isinstance(word, int)]

    def rules(self) -> Constraints:
        black = self.black
        for title, line in rows_and_columns(self.size):
            yield AllDifferent("line", title, line, skips_outside=True)
            numbered = {cell: int(black[cell][:-1]) for cell in line if black.get(cell, "x") != "x"}
            taken = {*numbered.values()}
            if len(taken) < len(numbered):
                twice = "no number stands twice in black cells"
                yield AnyOf("line", title, tuple(numbered), (1,), twice)
            if taken:
                others = tuple(number for number in self.domain if number not in taken)
                yield InDomain(
                    "line", title, line, others, "no number of a black cell", skips_outside=True
                )
            for run in stretches(line, self.unknowns.index):
                yield Consecutive("straight", f"{title} from {name(run[0])}", run)


Str8ts.generation = Generation(symmetry="half-turn", version=7, blank=blank_with("x", 0.28))
