"""Hakoiri-masashi."""

from uniclue.kit import Annotated, Areas, Board, ConnectedExcept, Constraints, DecimalDigits
from uniclue.kit import Exactly, Janko, Layer, NotAllEqual, NumberedAreas, Place, Pzpr, TextGrid
from uniclue.kit import Tokens, Value, areas, cells, names, numbers, pairs

SHOWN = {"1": "○", "2": "△", "3": "□"}
SYMBOLS = {"c": 1, "t": 2, "s": 3}


class Hakoiri(Board, frozen=True, kw_only=True, tag="hakoiri"):
    """Hakoiri-masashi: a circle, a triangle and a square in every region, all connected.

    The symbols are 1 (circle), 2 (triangle) and 3 (square).

    Rules:
        clue: a printed symbol stays as it is
        region: every region holds each of the three symbols once
        touch: equal symbols do not touch, not even at a corner
        whole: all symbols are connected
    """

    sites = (
        Pzpr("hakoiri", NumberedAreas("regions"), DecimalDigits("grid"), words={"+": "."}),
        Janko("hakoiri", words=SYMBOLS, answers=SYMBOLS),
    )
    marks = {"○": 1, "△": 2, "□": 3}
    only_known_cells = True

    regions: Annotated[TextGrid, Areas(usual=range(4, 8))]
    grid: Annotated[TextGrid, Tokens(range(1, 4), instead=SHOWN)]

    def printed(self) -> list[tuple[Place, Value]]:
        return [*numbers(self.grid)]

    def answer(self) -> Layer:
        return Layer(cells(self.size), (".", 1, 2, 3))

    def rules(self) -> Constraints:
        for word, places in areas(self.regions).items():
            for symbol, called in enumerate(("circle", "triangle", "square"), 1):
                yield Exactly("region", f"region {word}", places, 1, called, symbol)
        for pair in [*pairs(self.size), *pairs(self.size, slanting=True)]:
            yield NotAllEqual("touch", names(pair), pair, (1, 2, 3))
        yield ConnectedExcept("whole", "all that is filled", cells(self.size), blank=".")
