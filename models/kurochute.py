"""Kurochute."""

from uniclue.kit import Annotated, Board, Constraints, Exactly, Janko, Pzpr, TextGrid, Tokens
from uniclue.kit import around, dynasty, items, name, number_of, white_cell


class Kurochute(Board, frozen=True, kw_only=True, tag="kurochute"):
    """Kurochute: shade cells; each number is the distance of just one of them in line.

    Rules:
        touch: shaded cells do not touch
        white: the cells left white are connected
        number: of the four cells at that distance straight from a number, just one is shaded; no
            number is shaded, nor is ?, which is a number left open
    """

    rules_by_size = True
    sites = (
        Pzpr("kurochute", words={"1": 1, "*": 0}),
        Janko("kuroshuto", also=["kurochute"]),
    )
    marks = {"#": 1, ".": 0}

    grid: Annotated[TextGrid, Tokens(range(1, 150), unknown=True)]

    def rules(self) -> Constraints:
        yield from dynasty(self.size)

    def clues(self) -> Constraints:
        for cell, number in items(self.grid):
            if not isinstance(number, int):
                yield white_cell("number", cell)
                continue
            title = f"at {number_of(number, 'step')} from {name(cell)}"
            one = Exactly("number", title, around(cell, number), 1, "shaded cell")
            yield white_cell("number", cell, one)
