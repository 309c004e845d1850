"""Context."""

from uniclue.kit import CORNERS, Annotated, Board, Clue, Constraints, ExactlyIf, Pzpr, TextGrid
from uniclue.kit import Tokens, around, dynasty, name, number_of, numbers


class Context(Board, frozen=True, kw_only=True, tag="context"):
    """Context: shade cells; numbers count the shaded cells beside them, or at their corners.

    Rules:
        touch: shaded cells do not touch
        white: the cells left white are connected
        number: a white number says how many of the cells beside it are shaded, a shaded one how
            many of those that touch it at a corner
    """

    rules_by_size = True
    sites = (Pzpr("context"),)
    marks = {"#": 1, ".": 0}

    grid: Annotated[TextGrid, Tokens(range(5))]

    def rules(self) -> Constraints:
        yield from dynasty(self.size)

    def clues(self) -> Constraints:
        for (r, c), number in numbers(self.grid):
            sides, slants = around((r, c)), [(r + i, c + j) for i, j in CORNERS.values()]
            title, parts = name((r, c)), list[ExactlyIf]()
            for shaded, near, where in ((0, sides, "beside"), (1, slants, "at the corners of")):
                places = [(r, c), *(at for at in near if at in self.unknowns.index)]
                of = "shaded cell"
                at, if_so = f"{where} {title}", f"{title} is {'shaded' if shaded else 'white'}"
                parts += [ExactlyIf("number", at, places, number, of, 1, shaded, if_so)]
            says = f"{number_of(number, 'shaded cell')} beside it, or at its corners if shaded"
            yield Clue("number", title, parts, says)
