"""Eulero."""

from itertools import product

from uniclue.kit import Annotated, Board, Constraints, Generation, InDomain, Janko, Layer, Matches
from uniclue.kit import (
    Permutation,
    Place,
    PuzzleError,
    TextGrid,
    Tokens,
    Value,
    cells,
    name,
    numbers,
)
from uniclue.kit import refuse_unless_square, rows_and_columns


class Eulero(Board, frozen=True, kw_only=True, tag="eulero"):
    """Eulero: two Latin squares in one, and every pair of digits once on the board.

    Rules:
        clue: printed digits stay as they are; 30 is a first digit 3 alone, 4 a second digit alone
        first: every digit is the first one once in each row and column
        second: every digit is the second one once in each row and column
        pair: every pair of digits stands once on the board
    """

    sites = (Janko("eulero", words={"00": "-"}),)

    grid: Annotated[TextGrid, Tokens(range(1, 100))]

    def validate(self) -> None:
        super().validate()
        refuse_unless_square(self, "$.grid", 9)
        for (r, c), number in numbers(self.grid):
            if max(divmod(number, 10)) > self.size[0]:
                expected = f"expected digits up to {self.size[0]}, got {number}"
                raise PuzzleError(f"$.grid[{r}][{c}]", expected)

    def answer(self) -> Layer:
        digits = range(1, self.size[0] + 1)
        return Layer(
            cells(self.size), [10 * first + second for first, second in product(digits, digits)]
        )

    def printed(self) -> list[tuple[Place, Value]]:
        return [(cell, number) for cell, number in numbers(self.grid) if all(divmod(number, 10))]

    def rules(self) -> Constraints:
        for title, line in rows_and_columns(self.size):
            for digit in range(1, self.size[0] + 1):
                for i, code in enumerate(("first", "second")):
                    fits = [pair for pair in self.domain if divmod(int(pair), 10)[i] == digit]
                    places, values = zip(*product(line, fits), strict=True)
                    yield Matches(code, title, places, values, f"{code} {digit}", 1)
        yield Permutation("pair", "the board", cells(self.size))

    def clues(self) -> Constraints:
        for cell, number in numbers(self.grid):
            clue = divmod(number, 10)
            if all(clue):
                continue
            fits = [
                pair
                for pair in self.domain
                if all(a in (0, b) for a, b in zip(clue, divmod(int(pair), 10), strict=True))
            ]
            yield InDomain("clue", name(cell), (cell,), tuple(fits), f"{number:02}, 0 is any digit")


def _words() -> list[int]:
    """What is tried as clues: some cells show both digits, some the first, some the second."""
    both = [10 * first + second for first in range(1, 10) for second in range(1, 10)]
    some = [pair for pair in both if pair % 11 % 3 == 0]
    return [*some, *range(10, 100, 20), *range(2, 10, 2), *both]


Eulero.generation = Generation(size="5x5", clue_words=_words())
