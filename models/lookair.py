"""Look-Air."""

from uniclue.kit import Annotated, Board, Constraints, DecimalDigits, Exactly, NotAll, Pzpr
from uniclue.kit import TextGrid, Tokens, around, name, numbers, rows_and_columns, separate_squares


class LookAir(Board, frozen=True, kw_only=True, tag="lookair"):
    """Look-Air: shade squares; none sees another of its size.

    Rules:
        square: connected shaded cells form a square
        sight: two squares of one size do not see each other along a row or column: a larger or
            smaller one lies between them
        number: a number says how many cells are shaded of its own and those beside it
    """

    rules_by_size = True
    sites = (Pzpr("lookair", DecimalDigits("grid")),)
    marks = {"#": 1, ".": 0}

    grid: Annotated[TextGrid, Tokens(range(6))]

    def rules(self) -> Constraints:
        yield separate_squares("square", "the squares", self.size)
        for title, line in rows_and_columns(self.size):
            for size in range(1, len(line) // 2 + 1):
                for gap in range(1, len(line) - 2 * size + 1):
                    look = (0, *(1,) * size, *(0,) * gap, *(1,) * size, 0)
                    for i in range(-1, len(line) - len(look) + 2):
                        seen = range(max(i, 0), min(i + len(look), len(line)))
                        places, values = zip(*((line[j], look[j - i]) for j in seen), strict=True)
                        says = f"no two squares of side {size} see each other"
                        yield NotAll("sight", title, places, values, says)

    def clues(self) -> Constraints:
        for cell, number in numbers(self.grid):
            title = f"at and beside {name(cell)}"
            yield Exactly("number", title, [cell, *around(cell)], number, "shaded cell")
