"""Toichika."""

from itertools import product

from uniclue.kit import ARROWS, HEADINGS, OPPOSITE, AllBut, Annotated, Areas, Board, Constraints
from uniclue.kit import Directions, Generation, Implies, InDomain, Janko, Layer, Mark, NotAll
from uniclue.kit import NumberedAreas, Place, Point, Pzpr, Text, TextGrid, Tokens, Turning, Value
from uniclue.kit import areas, cells, items, letters, name, pairs, ray


class Toichika(Board, frozen=True, kw_only=True, tag="toichika"):
    """Toichika (Far-off Pledge): an arrow in every region; they face each other in pairs.

    Rules:
        clue: a printed arrow stays as it is; ? is an arrow that does not tell where it points
        region: every region holds one arrow (n, w, e, s)
        pair: the first arrow that an arrow points to points back
        apart: the regions of two arrows that face each other do not share a side
    """

    sites = (
        Pzpr(
            "toichika",
            NumberedAreas("regions"),
            Directions("grid"),
            words={"+": ".", "1": "n", "2": "s", "3": "w", "4": "e"},
        ),
        Janko("toichika"),
    )

    regions: Annotated[TextGrid, Areas(usual=range(2, 7))]
    grid: Annotated[TextGrid, Tokens(letters="nwes?", drawn="arrow")]

    meanings = {way: f"has an arrow {text}" for way, text in HEADINGS.items()}

    def answer(self) -> Layer:
        return Layer(cells(self.size), (".", *ARROWS))

    def printed(self) -> list[tuple[Place, Value]]:
        return [(cell, word) for cell, word in letters(self.grid) if word != "?"]

    def value_marks(self, at: Point, value: Value) -> list[Mark]:
        return [Text(at, "", str(value))]

    def rules(self) -> Constraints:
        region = dict(items(self.regions))
        beside = {(region[p], region[q]) for p, q in pairs(self.size)}
        for word, places in areas(self.regions).items():
            yield AllBut("region", f"region {word}", places, 1, "arrow", ".")
        for cell, way in product(cells(self.size), ARROWS):
            ahead, back = ray(cell, way, self.size), OPPOSITE[way]
            title = f"the arrow {HEADINGS[way]} at {name(cell)}"
            facing = (way, *(back for _ in ahead))
            yield Implies("pair", title, (cell, *ahead), facing, f"an arrow {HEADINGS[back]} ahead")
            for i, other in enumerate(ahead):
                places = (cell, *ahead[: i + 1])
                wrong = [word for word in ARROWS if word != back]
                for word in wrong:
                    values = (way, *("." for _ in ahead[:i]), word)
                    says = f"no arrow {HEADINGS[word]} at {name(other)}"
                    yield NotAll("pair", title, places, values, says)
                near = {(region[cell], region[other]), (region[other], region[cell])} & beside
                if way in "es" and (near or region[cell] == region[other]):
                    values = (way, *("." for _ in ahead[:i]), back)
                    says = f"no arrow {HEADINGS[back]} at {name(other)}"
                    yield NotAll("apart", title, places, values, says)

    def clues(self) -> Constraints:
        for cell, word in letters(self.grid):
            if word == "?":
                yield InDomain("clue", name(cell), (cell,), tuple(ARROWS), "an arrow")


Toichika.generation = Generation(size="8x8")
Toichika.turning = Turning(
    word=lambda member, word, turn: turn.arrow(word) if member == "grid" and word != "?" else word,
    values=lambda puzzle, turn: {way: turn.arrow(way) for way in ARROWS},
)
