"""Munraito."""

from itertools import takewhile

from uniclue.kit import Annotated, AnyOf, Board, Clue, Constraint, Constraints, Exactly, Generation
from uniclue.kit import (
    Implies,
    Janko,
    Layer,
    Mark,
    Point,
    Symbol,
    TextGrid,
    Tokens,
    blank_with,
    cells,
    items,
    name,
)
from uniclue.kit import Turn, Turning, Value, numbers, ray, rows_and_columns

SIDES = {"e": 1, "s": 2, "w": 4, "n": 8}
"""What a lit side adds to the number of a planet."""
WAYS = {"e": "on the right", "s": "below", "w": "on the left", "n": "above"}


class Munraito(Board, frozen=True, kw_only=True, tag="munraito"):
    """Munraito (Moonlight): a star and a cloud in every line; planets show where light comes from.

    Rules:
        star: every row and column has one star (*)
        cloud: every row and column has one cloud (#)
        light: a planet is lit from the sides that its number adds up (1 right, 2 below, 4 left,
            8 above): those where a star comes first, with no cloud or planet before it; ? is a
            planet that does not tell
    """

    sites = (Janko("munraito", also=["moonlight", "sternenhaufen"], answers={"s": "*", "x": "#"}),)
    meanings = {"*": "has a star", "#": "has a cloud"}

    grid: Annotated[TextGrid, Tokens(range(16), "?", drawn="circle")]

    def answer(self) -> Layer:
        planets = dict(items(self.grid))
        return Layer((cell for cell in cells(self.size) if cell not in planets), (".", "*", "#"))

    def value_marks(self, at: Point, value: Value) -> list[Mark]:
        return [Symbol(at, "star" if value == "*" else "cloud")]

    def rules(self) -> Constraints:
        for title, line in rows_and_columns(self.size):
            yield Exactly("star", title, line, 1, "star", "*")
            yield Exactly("cloud", title, line, 1, "cloud", "#")

    def clues(self) -> Constraints:
        planets = dict(items(self.grid))
        for cell, number in numbers(self.grid):
            title = f"the planet at {name(cell)}"
            parts: list[Constraint] = []
            for way, worth in SIDES.items():
                seen = tuple(takewhile(lambda p: p not in planets, ray(cell, way, self.size)))
                first, before = "#*" if number & worth else "*#"
                if number & worth:
                    says = f"a star {WAYS[way]} lights it"
                    parts.append(AnyOf("light", title, seen or (cell,), ("*",), says))
                says = f"no {'cloud before the star' if number & worth else 'light'} {WAYS[way]}"
                for i, place in enumerate(seen):
                    values = (first, *(before for _ in seen[:i]))
                    parts.append(Implies("light", title, (place, *seen[:i]), values, says))
            if parts:
                yield Clue("light", title, parts, _lit(number))


def _lit(number: int) -> str:
    """The sides that a number adds up, in words."""
    sides = [WAYS[way] for way, worth in SIDES.items() if number & worth]
    return f"lit {', '.join(sides)}" if sides else "not lit"


def _turned(member: str, word: Value, turn: Turn) -> Value:
    """The number of a planet whose lit sides are turned with the board."""
    if not isinstance(word, int):
        return word
    lit = [turn.arrow(way) for way, worth in SIDES.items() if word & worth]
    return sum([SIDES[str(way)] for way in lit])


Munraito.generation = Generation(size="7x7", blank=blank_with("?", 0.2))
Munraito.turning = Turning(word=_turned)
