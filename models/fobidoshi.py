"""Fobidoshi."""

from uniclue.kit import Annotated, Board, Connected, Constraints, InDomain, Janko, NotAll, TextGrid
from uniclue.kit import Tokens, letters, name, rows_and_columns


class Fobidoshi(Board, frozen=True, kw_only=True, tag="fobidoshi"):
    """Fobidoshi (Forbidden Four): connected circles, never four of them in a row.

    Rules:
        clue: a printed circle stays, and a cell with x holds none
        four: no four circles lie side by side in a row or column
        whole: all circles are connected
    """

    sites = (Janko("fobidoshi"),)
    marks = {"o": 1, ".": 0}
    meanings = {1: "has a circle", 0: "has no circle"}

    grid: Annotated[TextGrid, Tokens(letters="ox", drawn="circle")]

    def rules(self) -> Constraints:
        for _, line in rows_and_columns(self.size):
            for i in range(len(line) - 3):
                four = line[i : i + 4]
                title = f"{name(four[0])} to {name(four[3])}"
                yield NotAll("four", title, four, (1,), "no four circles")
        yield Connected("whole", "all circles", self.places)

    def clues(self) -> Constraints:
        for cell, word in letters(self.grid):
            says = "a circle" if word == "o" else "no circle"
            yield InDomain("clue", name(cell), (cell,), (int(word == "o"),), says)
