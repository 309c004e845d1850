"""Smullyan."""

from uniclue.kit import Annotated, Board, Constraints, Hashable, Pzpr, Regular, TextGrid, Tokens
from uniclue.kit import around8, dynasty, name, number_of, numbers


class Smullyan(Board, frozen=True, kw_only=True, tag="smullyan"):
    """Smullyanic Dynasty: shade cells; numbers tell the truth just where they are white.

    Rules:
        touch: shaded cells do not touch
        white: the cells left white are connected
        number: a number is white if and only if that many of the nine cells in and around it are
            shaded
    """

    rules_by_size = True
    sites = (Pzpr("smullyan"),)
    marks = {"#": 1, ".": 0}

    grid: Annotated[TextGrid, Tokens(range(10))]

    def rules(self) -> Constraints:
        yield from dynasty(self.size)

    def clues(self) -> Constraints:
        for cell, number in numbers(self.grid):
            steps: list[tuple[Hashable, int, Hashable]] = [
                ("?", shaded, (shaded, shaded)) for shaded in (0, 1)
            ]
            counts = [(own, n) for own in (0, 1) for n in range(9)]
            steps += [((own, n), more, (own, n + more)) for own, n in counts for more in (0, 1)]
            ends = ((0, number), *((1, n) for n in range(10) if n != number))
            places = [cell, *(at for at in around8(cell) if at in self.unknowns.index)]
            says = f"white if {number_of(number, 'shaded cell')} in and around it, else shaded"
            yield Regular("number", name(cell), places, says, "?", tuple(steps), ends)
