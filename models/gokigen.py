r"""Gokigen Naname."""

from itertools import combinations

from uniclue.kit import AcyclicSlants, Annotated, AtCorners, Board, Constraints, Janko, Layer
from uniclue.kit import Pattern, Pzpr, TextGrid, Turning, block, cells, name, number_of, numbers


class Gokigen(Board, frozen=True, kw_only=True, tag="gokigen"):
    r"""Gokigen Naname (Slant): a slanting line in every cell, never a closed line.

    Rules:
        closed: lines never form a closed line
        number: a number says how many lines meet at its corner; ? is left open
    """

    rules_by_size = True
    sites = Pzpr("gokigen", words={"1": 1, "2": 0}), Janko("gokigen-naname")
    marks = {"\\": 1, "/": 0}

    grid: Annotated[TextGrid, AtCorners(range(5), unknown=True)]

    def answer(self) -> Layer:
        return Layer(cells(self.size))

    def rules(self) -> Constraints:
        yield AcyclicSlants("closed", "the lines", cells(self.size))

    def clues(self) -> Constraints:
        board = set(cells(self.size))
        for (r, c), number in numbers(self.grid):
            towards = zip(block((r - 1, c - 1)), "1001", strict=True)
            ends = [(cell, mark) for cell, mark in towards if cell in board]
            pictures = tuple(
                "".join(mark if i in some else "10"[int(mark)] for i, (_, mark) in enumerate(ends))
                for some in combinations(range(len(ends)), number)
            )
            title, says = f"at {name((r - 0.5, c - 0.5), self.size)}", number_of(number, "line")
            yield Pattern("number", title, [cell for cell, _ in ends], says, pictures)


Gokigen.turning = Turning(values=lambda _, turn: {0: 1, 1: 0} if turn.mirrors else {})
