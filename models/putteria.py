"""Putteria."""

from uniclue.kit import AllDifferent, Annotated, AnyOf, Areas, Board, Borders, Constraints
from uniclue.kit import Generation, InDomain, Janko, Layer, Place, Pzpr, TextGrid, Tokens, Value
from uniclue.kit import areas, cells, items, name, names, numbers, one_number_each, pairs
from uniclue.kit import rows_and_columns


class Putteria(Board, frozen=True, kw_only=True, tag="putteria"):
    """Putteria: every region holds its size once; numbers never touch, none twice in a line.

    Rules:
        clue: a printed number stays as it is, and a cell with x is empty
        size: the number in a region of n cells is n
        region: every region holds one number
        touch: no two neighbours hold numbers
        line: no number stands twice in a row or column
    """

    sites = Pzpr("putteria", Borders("regions"), "grid", words={"+": "."}), Janko("putteria")

    regions: Annotated[TextGrid, Areas(usual=range(3, 10))]
    grid: Annotated[TextGrid, Tokens(range(1, 10_000), "x", drawn="ball")]

    def answer(self) -> Layer:
        return Layer(cells(self.size), (".", *sorted({*map(len, areas(self.regions).values())})))

    def printed(self) -> list[tuple[Place, Value]]:
        words = [(cell, "." if word == "x" else word) for cell, word in items(self.grid)]
        return [(cell, word) for cell, word in words if word in self.domain]

    def rules(self) -> Constraints:
        yield from one_number_each(self.regions)
        for pair in pairs(self.size):
            yield AnyOf("touch", names(pair), pair, (".",), "one of them is empty")
        for title, line in rows_and_columns(self.size):
            yield AllDifferent("line", title, line, (".",))

    def clues(self) -> Constraints:
        for cell, number in numbers(self.grid):
            if number not in self.domain:
                yield InDomain("clue", name(cell), (cell,), (number,))


Putteria.generation = Generation(size="7x7")
