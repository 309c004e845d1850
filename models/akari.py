"""Akari."""

from uniclue.kit import Annotated, AtLeast, AtMost, Board, Constraints, Exactly, Fours, Generation
from uniclue.kit import Janko, Layer, Place, Pzpr, TextGrid, Tokens, Written, around, blank_with
from uniclue.kit import blanks, name, numbers, rows_and_columns, stretches


class Akari(Board, frozen=True, kw_only=True, tag="akari"):
    """Akari (Light Up): place lamps that light every cell and never each other.

    Rules:
        lamps: no lamp shines on another
        dark: every cell holds a lamp, or one shines on it along its row or column, up to a wall (a
            number, or x)
        number: a number says how many lamps stand beside its wall
    """

    sites = Pzpr("lightup", Fours("grid"), answer=Written.INSIDE), Janko("akari")
    marks = {"o": 1, ".": 0}

    grid: Annotated[TextGrid, Tokens(range(5), "x", drawn="wall")]

    def answer(self) -> Layer:
        return Layer(blanks(self.grid))

    def rules(self) -> Constraints:
        across: dict[Place, tuple[Place, ...]] = {}
        sight: dict[Place, tuple[Place, ...]] = {}
        for title, line in rows_and_columns(self.size):
            for run in stretches(line, self.unknowns.index):
                yield AtMost("lamps", f"{title} from {name(run[0])}", run, 1, "lamp")
                if run[0] in across:
                    for i, cell in enumerate(run):
                        sight[cell] = run[:i] + across[cell] + run[i + 1 :]
                else:
                    across.update(dict.fromkeys(run, run))
        for cell in across:
            yield AtLeast("dark", f"in sight of {name(cell)}", sight[cell], 1, "lamp")

    def clues(self) -> Constraints:
        for cell, number in numbers(self.grid):
            yield Exactly("number", f"beside {name(cell)}", around(cell), number, "lamp")


Akari.generation = Generation(symmetry="half-turn", blank=blank_with("x", 0.22))
