"""NEWS."""

from itertools import product

from uniclue.kit import ARROWS, AllBut, Annotated, Areas, AtMost, Board, Constraints, Directions
from uniclue.kit import Generation, Implies, InDomain, Layer, NumberedAreas, Place, Pzpr, TextGrid
from uniclue.kit import Tokens, Turning, Value, areas, cells, letters, name, rows_and_columns


WAYS = "news"


class News(Board, frozen=True, kw_only=True, tag="news"):
    """NEWS: two letters in every room, each of which says how it lies to the other.

    Rules:
        clue: a printed letter stays as it is; ? is a letter that is left open
        room: every room holds two letters (n, e, w, s); all other cells are empty
        place: n is further north than the other letter of its room, e further east, w further
            west and s further south
        line: no letter stands twice in a row or column
    """

    sites = (
        Pzpr(
            "news",
            NumberedAreas("regions"),
            Directions("grid"),
            words={"+": ".", "1": "n", "2": "s", "3": "w", "4": "e"},
        ),
    )

    regions: Annotated[TextGrid, Areas(usual=range(4, 8))]
    grid: Annotated[TextGrid, Tokens(letters="news?")]

    def answer(self) -> Layer:
        return Layer(cells(self.size), (".", *WAYS))

    def printed(self) -> list[tuple[Place, Value]]:
        return [(cell, word) for cell, word in letters(self.grid) if word != "?"]

    def rules(self) -> Constraints:
        for word, places in areas(self.regions).items():
            yield AllBut("room", f"room {word}", places, 2, "letter", ".")
            for one, other in product(places, repeat=2):
                for way in WAYS:
                    if one != other and not _lies(one, way, other):
                        title, says = f"if {name(one)} is {way}", f"{name(other)} is empty"
                        yield Implies("place", title, (one, other), (way, "."), says)
        for (title, line), way in product(rows_and_columns(self.size), WAYS):
            yield AtMost("line", title, line, 1, way, way)

    def clues(self) -> Constraints:
        for cell, word in letters(self.grid):
            if word == "?":
                yield InDomain("clue", name(cell), (cell,), tuple(WAYS), "a letter")


def _lies(one: Place, way: str, other: Place) -> bool:
    """Whether a cell is further in a direction than another."""
    down, across = ARROWS[way]
    return (one[0] - other[0]) * down + (one[1] - other[1]) * across > 0


News.generation = Generation(size="8x8")
News.turning = Turning(
    word=lambda member, word, turn: turn.arrow(word) if member == "grid" and word != "?" else word,
    values=lambda puzzle, turn: {way: turn.arrow(way) for way in WAYS},
)
