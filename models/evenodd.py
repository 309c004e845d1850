"""Even-odd sudoku."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from uniclue.constraints.base import Constraint
from uniclue.constraints.board import Board
from uniclue.constraints.different import Permutation
from uniclue.constraints.logic import OneOf
from uniclue.core.fields import TextGrid, Tokens, items, letters
from uniclue.core.model import Place, Value
from uniclue.core.places import Layer, cells, name, rows_and_columns, usual_boxes
from uniclue.core.puzzle import PuzzleError


class EvenOdd(Board, frozen=True, kw_only=True, tag="evenodd"):
    """Even-Odd Sudoku: cells marked E hold even digits, cells marked O odd ones.

    Rules:
        clue: a printed digit stays as it is
        line: every digit stands once in each row and column
        box: every digit stands once in each box
        parity: E holds an even digit, O an odd one
    """

    grid: Annotated[TextGrid, Tokens(range(1, 26), "EO", drawn="parity")]

    def validate(self) -> None:
        super().validate()
        self.refuse_unless_square("$.grid", 25)
        for (r, c), value in self.printed():
            if value not in self.domain:
                expected = f"expected 1 to {self.size[0]}, E, O or . for nothing, got {value}"
                raise PuzzleError(f"$.grid[{r}][{c}]", expected)

    def answer(self) -> Layer:
        return Layer(cells(self.size), range(1, self.size[0] + 1))

    def printed(self) -> list[tuple[Place, Value]]:
        return [(cell, word) for cell, word in items(self.grid) if isinstance(word, int)]

    def rules(self) -> Iterator[Constraint]:
        for title, line in rows_and_columns(self.size):
            yield Permutation("line", title, line)
        for title, box in usual_boxes(self.size[0]):
            yield Permutation("box", title, box)

    def clues(self) -> Iterator[Constraint]:
        halves = {"E": self.domain[1::2], "O": self.domain[::2]}
        for cell, word in letters(self.grid):
            says = "even" if word == "E" else "odd"
            yield OneOf("parity", name(cell), [cell], halves[word], says)
