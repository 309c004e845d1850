"""Wall Logic."""

from itertools import product

from uniclue.kit import ARROWS, HEADINGS, OPPOSITE, Annotated, Board, Constraints, Generation
from uniclue.kit import Implies, Iterator, Layer, Mark, Matches, NotAll, Place, Point, Pzpr, Text
from uniclue.kit import TextGrid, Tokens, Turning, Value, blank_with, blanks, cells, items, name
from uniclue.kit import numbers, ray


class WallLogic(Board, frozen=True, kw_only=True, tag="walllogic"):
    """Wall Logic (Four Winds): straight lines lead from numbers, which say how long they are.

    A cell of a line holds the way that it leads (n, w, e, s); other cells are empty.

    Rules:
        line: a line leads straight from a number, and ends before the next one or earlier
        number: a number is how many cells the lines from it have together; ? is left open
    """

    sites = (Pzpr("walllogic", words={"1": "n", "2": "s", "3": "w", "4": "e"}),)

    meanings = {way: f"has a line {text}" for way, text in HEADINGS.items()}
    grid: Annotated[TextGrid, Tokens(range(300), "?")]

    def answer(self) -> Layer:
        return Layer(blanks(self.grid), (".", *ARROWS))

    def value_marks(self, at: Point, value: Value) -> list[Mark]:
        return [Text(at, "", str(value))]

    def rules(self) -> Constraints:
        printed = dict(items(self.grid))
        free = [cell for cell in cells(self.size) if cell not in printed]
        for cell, way in product(free, ARROWS):
            before = ray(cell, OPPOSITE[way], self.size)[:1]
            title = f"a line {HEADINGS[way]} at {name(cell)}"
            if not before:
                yield NotAll("line", title, [cell], (way,), "no number is behind it")
            elif before[0] not in printed:
                yield Implies("line", title, [cell, *before], (way, way), "the line begins before")

    def clues(self) -> Constraints:
        for cell, number in numbers(self.grid):
            ahead = [*self._ahead(cell)]
            places, ways = zip(*ahead, strict=True) if ahead else ((), ())
            yield Matches("number", f"from {name(cell)}", places, ways, "cell of a line", number)

    def _ahead(self, cell: Place) -> Iterator[tuple[Place, Value]]:
        """The cells on all ways from a number up to the next, each with that way."""
        for way in ARROWS:
            for at in ray(cell, way, self.size):
                if at not in self.unknowns.index:
                    break
                yield at, way


WallLogic.generation = Generation(avoided=(".",), blank=blank_with("?", 0.2))
WallLogic.turning = Turning(values=lambda _, turn: {way: turn.arrow(way) for way in ARROWS})
