"""Nanro."""

from uniclue.kit import Annotated, AnyOf, Areas, Board, ConnectedExcept, Constraints, InDomain
from uniclue.kit import Janko, Layer, NotAll, Printed, Pzpr, SelfCount, TextGrid, areas, blocks
from uniclue.kit import cells, items, letters, name, names, pairs


class Nanro(Board, frozen=True, kw_only=True, tag="nanro"):
    """Nanro: in every region one number, as often as it says; all numbers are connected.

    Rules:
        clue: a printed number stays as it is; ? is any number
        region: every region holds one number, as often as it says
        touch: equal numbers of different regions do not touch
        block: no 2x2 block is full of numbers
        whole: all cells with numbers are connected
    """

    sites = Pzpr("nanro", words={"*": "."}), Janko("nanro")

    regions: Annotated[TextGrid, Areas()]
    grid: Annotated[TextGrid, Printed(unknown=True)]

    def answer(self) -> Layer:
        largest = max(map(len, areas(self.regions).values()))
        return Layer(cells(self.size), (".", *range(1, largest + 1)))

    def clues(self) -> Constraints:
        for cell, _ in letters(self.grid):
            yield InDomain("clue", name(cell), [cell], self.domain[1:], "a number")

    def rules(self) -> Constraints:
        for word, places in areas(self.regions).items():
            fits = (".", *range(1, len(places) + 1))
            yield InDomain("region", f"region {word}", places, fits, f"at most {len(places)}")
            yield SelfCount("region", f"region {word}", places)
        region = dict(items(self.regions))
        for pair in pairs(self.size):
            if region[pair[0]] != region[pair[1]]:
                for number in self.domain[1:]:
                    yield NotAll("touch", names(pair), pair, (number,), f"not both {number}")
        for block in blocks(self.size):
            yield AnyOf("block", f"block at {name(block[0])}", block, (".",), "one cell is empty")
        yield ConnectedExcept("whole", "all that is filled", cells(self.size), blank=".")
