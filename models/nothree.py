"""No Three."""

from uniclue.kit import Annotated, Board, Constraints, Dotted, Exactly, Generation, NotAll
from uniclue.kit import PlainDots, Pzpr, TextGrid, cells_at_dot, dots, dynasty, name
from uniclue.kit import rows_and_columns, without_dots


class NoThree(Board, frozen=True, kw_only=True, tag="nothree"):
    """No Three: shade one cell at every dot; three in a line never follow at equal distances.

    A dot (b) stands in a cell, between two or at a corner; every second row and column of the grid
    lies between cells.

    Rules:
        touch: shaded cells do not touch
        white: the cells left white are connected
        three: of three shaded cells that follow each other in a line, the one in the middle is not
            equally far from the two others
        dot: one of the cells at a dot is shaded
    """

    sites = (Pzpr("nothree", PlainDots("grid")),)
    marks = {"#": 1, ".": 0}

    grid: Annotated[TextGrid, Dotted("b")]

    def rules(self) -> Constraints:
        yield from dynasty(self.size)
        for title, line in rows_and_columns(self.size):
            for step in range(2, (len(line) + 1) // 2):
                look = (1, *(0,) * (step - 1)) * 2 + (1,)
                for first in range(len(line) - 2 * step):
                    places = line[first : first + len(look)]
                    yield NotAll("three", title, places, look, f"no three in steps of {step}")

    def clues(self) -> Constraints:
        for dot, _ in dots(self.grid):
            yield Exactly("dot", f"dot at {name(dot)}", cells_at_dot(dot), 1, "shaded cell")


NoThree.generation = Generation(fullest=True, without_numbers=without_dots)
