"""Mosaic."""

from uniclue.kit import Annotated, Board, ClassVar, Constraint, Exactly, Iterator, TextGrid, Tokens
from uniclue.kit import Value, around8, name, numbers


class Mosaic(Board, frozen=True, kw_only=True, tag="mosaic"):
    """Mosaic (Fill-a-Pix): shade cells by the numbers in and around them.

    Rules:
        number: a number says how many of the nine cells in and around it are shaded
    """

    janko = "mosaik mosaic"
    marks: ClassVar[dict[str, Value]] = {"#": 1, ".": 0}

    grid: Annotated[TextGrid, Tokens(range(10))]

    def clues(self) -> Iterator[Constraint]:
        for cell, number in numbers(self.grid):
            places = [cell, *around8(cell)]
            yield Exactly("number", f"in and around {name(cell)}", places, number, "shaded cell")
