"""Kakuru."""

from uniclue.kit import AllDifferent, Annotated, Board, Constraints, Generation, Layer, NotAllEqual
from uniclue.kit import NumbersAround, PuzzleError, Pzpr, Sum, TextGrid, Tokens, around8, blank_with
from uniclue.kit import blanks, name, names, numbers, pairs


class Kakuru(Board, frozen=True, kw_only=True, tag="kakuru"):
    """Kakuru: digits 1 to 9 around numbers that are their sums; equal digits never touch.

    Rules:
        sum: a number is the sum of the digits in the cells around it, up to eight
        around: no digit stands twice around a number
        touch: equal digits do not touch, not even at a corner
    """

    sites = (Pzpr("kakuru", NumbersAround("grid")),)

    grid: Annotated[TextGrid, Tokens(range(1, 45), "x", drawn="wall")]

    def validate(self) -> None:
        super().validate()
        if not blanks(self.grid):
            raise PuzzleError("$.grid", "expected an empty cell")

    def answer(self) -> Layer:
        return Layer(blanks(self.grid), range(1, 10))

    def rules(self) -> Constraints:
        for pair in [*pairs(self.size), *pairs(self.size, slanting=True)]:
            yield NotAllEqual("touch", names(pair), pair, skips_outside=True)

    def clues(self) -> Constraints:
        for cell, number in numbers(self.grid):
            title, near = f"around {name(cell)}", around8(cell)
            some = tuple(at for at in near if at in self.unknowns.index) or near
            yield Sum("sum", title, some, number, number, skips_outside=True)
            yield AllDifferent("around", title, some, skips_outside=True)


Kakuru.generation = Generation(size="6x6", blank=blank_with("x", 0.6))
