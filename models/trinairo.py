"""Trinairo."""

from uniclue.kit import Annotated, AnyOf, Board, Clue, Constraint, Constraints, Exactly, Generation
from uniclue.kit import InDomain, Janko, Layer, PuzzleError, TextGrid, Tokens, cells, items, name
from uniclue.kit import neighbours, rows_and_columns


class Trinairo(Board, frozen=True, kw_only=True, tag="trinairo"):
    """Trinairo: fill in 1, 2 and 3, equally often in every line.

    Rules:
        clue: a printed number stays as it is
        third: a third of every row and column is 1, a third 2, a third 3
        alone: no neighbour of a printed number with an x (2x) holds the same
        pair: a neighbour of a printed number without an x holds the same
    """

    sites = (Janko("trinairo"),)

    grid: Annotated[
        TextGrid,
        Tokens(range(1, 4), ("1x", "2x", "3x"), instead={"1x": "1×", "2x": "2×", "3x": "3×"}),
    ]

    def validate(self) -> None:
        super().validate()
        if any(side % 3 for side in self.size):
            got = f"{self.size[0]}x{self.size[1]}"
            raise PuzzleError("$.grid", f"expected sides that three divides, got {got}")

    def answer(self) -> Layer:
        return Layer(cells(self.size), (1, 2, 3))

    def rules(self) -> Constraints:
        for title, line in rows_and_columns(self.size):
            for number in (1, 2, 3):
                yield Exactly("third", title, line, len(line) // 3, str(number), number)

    def clues(self) -> Constraints:
        for cell, word in items(self.grid):
            near, number = neighbours(cell, self.size), int(str(word)[0])
            parts: list[Constraint] = [InDomain("clue", name(cell), (cell,), (number,))]
            others = tuple(other for other in (1, 2, 3) if other != number)
            if isinstance(word, int):
                says = f"{number}, and another {number} beside it"
                parts.append(
                    AnyOf("pair", f"beside {name(cell)}", near, (number,), f"another {number}")
                )
            else:
                says = f"{number}, and no other {number} beside it"
                parts.append(
                    InDomain("alone", f"beside {name(cell)}", near, others, f"no other {number}")
                )
            yield Clue("clue", name(cell), parts, says)


Trinairo.generation = Generation(size="9x9")
