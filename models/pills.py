"""Pills."""

from uniclue.kit import LOW, Annotated, Beside, Board, Clue, Constraints, Exactly, Generation, Janko
from uniclue.kit import Layer, Mark, Meta, Names, Number, PatternCount, Point, PuzzleError, Rng
from uniclue.kit import Shade, Shape, Text, TextGrid, TextRow, Tokens, Value, WeightsExcept, blocks
from uniclue.kit import cells, entries, items, numbered_lines, rows_of

MOST = 99
"""The most pills."""


class Pills(Board, frozen=True, kw_only=True, tag="pills"):
    """Pills: place pills of three cells, worth 1, 2, 3, ..., by the sums beside the board.

    Rules:
        pill: a pill is three cells in a row or column; its value is the sum of their digits; there
            is one pill of each value from 1 to their number
        line: a number beside the board is the sum of the digits of its row or column that are part
            of pills
    """

    sites = (Janko("pills", Number("pills"), "grid", "top", "left"),)
    marks = {".": 0}

    grid: Annotated[TextGrid, Tokens(range(100), filled=True)]
    top: Annotated[TextRow, Beside("top", range(10_000))]
    left: Annotated[TextRow, Beside("left", range(10_000))]
    pills: Annotated[int, Meta(ge=1, le=MOST)] | None = None

    @property
    def number(self) -> int:
        """How many pills there are: if it is not given, they are worth the sum of a side."""
        sides = ([n for n in entries(row) if isinstance(n, int)] for row in (self.top, self.left))
        worth = {sum(n) for n, all_ in zip(sides, self.size[::-1], strict=True) if len(n) == all_}
        sums = (n for n in range(1, MOST + 1) if n * (n + 1) // 2 in worth)
        return next(sums, 0) if self.pills is None else self.pills

    def validate(self) -> None:
        super().validate()
        if not self.number:
            expected = "expected how many pills there are; the numbers beside do not tell it"
            raise PuzzleError("$.pills", expected)

    def answer(self) -> Layer:
        return Layer(cells(self.size), range(self.number + 1))

    def value_marks(self, at: Point, value: Value) -> list[Mark]:
        return [Shade(at, "grey"), Text((at[0] + LOW, at[1] + 0.3), str(value))]

    def clues(self) -> Constraints:
        digit = dict(items(self.grid))
        lines = blocks(self.size, 1, 3) + blocks(self.size, 3, 1)
        worth = [(line, sum(int(digit[at]) for at in line)) for line in lines]
        for n in range(1, self.number + 1):
            some = tuple((line, ()) for line, value in worth if value == n)
            one = PatternCount("pill", f"of value {n}", cells(self.size), some, 1, "pill", n)
            three = Exactly("pill", f"of value {n}", cells(self.size), 3, "cell of a pill", n)
            yield Clue("pill", f"of value {n}", [one, three], "one pill")
        for title, line, number in numbered_lines(self.size, self.left, self.top):
            weights = tuple(int(digit[at]) for at in line)
            yield WeightsExcept("line", title, line, weights, number, 0)


def _blank(kind: type[Pills], shape: Shape, rng: Rng) -> Pills:
    """Random digits, and a pill for every ten cells."""
    digits: Names = {cell: int(rng.integers(6)) for cell in cells(shape)}
    grid, pills = rows_of(digits, shape), max(1, len(digits) // 10)
    return kind(grid=grid, pills=pills, top="." * shape[1], left="." * shape[0])


Pills.generation = Generation(blank=_blank)
