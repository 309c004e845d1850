"""Tatamibari."""

from functools import cached_property
from itertools import product

from uniclue.kit import Annotated, Board, Bools, Clue, Constraints, Construction, Generation
from uniclue.kit import InDomain, Janko, Layer, Names, Pattern, Place, Pzpr, Rng, Sequence, Shape
from uniclue.kit import Signs, SomeEqual, TextGrid, Tokens, Turn, Turning, Value, Written, block
from uniclue.kit import blocks, by_bits, cells, cut_board, free_columns, free_to_rows, letters
from uniclue.kit import name, pictures, rectangle_bits, rectangles, regions, rows_of, shuffled

SHAPES = {
    "s": "as wide as high",
    "h": "wider than high",
    "v": "higher than wide",
    "?": "of any shape",
}


def _shape(height: int, width: int) -> str:
    return "s" if height == width else "h" if width > height else "v"


SIGNS = {"s": "+", "h": "-", "v": "|"}
"""How they are printed."""


class Tatamibari(Board, frozen=True, kw_only=True, tag="tatamibari"):
    """Tatamibari: cut the board into rectangles with one symbol each, which tells their shape.

    A cell of the solution holds the number of the symbol in its rectangle: 1 is the first one.

    Rules:
        rectangle: a symbol stands in a rectangle without another: s in a square, h in one that is
            wider than high, v in one that is higher than wide, ? in any
        corner: no four rectangles meet in a corner
    """

    sites = Pzpr("tatamibari", Signs("grid"), answer=Written.AS_AREAS), Janko("tatamibari")

    grid: Annotated[TextGrid, Tokens(letters=SHAPES, instead=SIGNS)]

    @cached_property
    def rectangles(self) -> list[dict[int, tuple[Place, ...]]]:
        """All rectangles that each symbol can stand in, by their bits."""
        symbols, (height, width) = dict(letters(self.grid)), self.size
        return [
            by_bits(
                (rectangle_bits(h, w, width) << top * width + left, block((top, left), h, w))
                for top, bottom in product(range(r + 1), range(r, height))
                for first, last in [free_columns(free[top], free[bottom])]
                for left, right in product(range(first, c + 1), range(c, last + 1))
                for h, w in [(bottom - top + 1, right - left + 1)]
                if word in ("?", _shape(h, w))
            )
            for (r, c), word in symbols.items()
            for free in [free_to_rows((r, c), symbols, self.size)]
        ]

    def deduce(self) -> Bools:
        return cut_board(self.rectangles, self.places, self.candidates(), crossing=False)

    def answer(self) -> Layer:
        return Layer(cells(self.size), range(1, len(letters(self.grid)) + 1), "areas")

    def rules(self) -> Constraints:
        for four in blocks(self.size):
            yield SomeEqual("corner", f"block at {name(four[0])}", four)

    def clues(self) -> Constraints:
        named = zip(letters(self.grid), self.rectangles, strict=True)
        for i, ((cell, word), some) in enumerate(named, 1):
            places = sorted(frozenset().union(*some.values()))
            reach = {*places}
            beyond = [at for at in cells(self.size) if at not in reach]
            others = tuple(number for number in self.domain if number != i)
            about, says = ("rectangle", f"the rectangle of {name(cell)}"), SHAPES[word]
            looks = pictures(some.values(), places)
            within = InDomain(*about, beyond, others, "within reach")
            yield Clue(*about, [within, Pattern(*about, places, says, looks, value=i)], says)


def _symbol_of(area: Sequence[Place]) -> str:
    return _shape(len({r for r, _ in area}), len({c for _, c in area}))


def _blank(kind: type[Tatamibari], shape: Shape, rng: Rng) -> Tatamibari:
    """A symbol in each of some rectangles."""
    words: Names = {}
    for room in regions(rectangles(shape, rng, 6, crossing=False).items()).values():
        high, wide = len({r for r, _ in room}), len({c for _, c in room})
        words[shuffled(rng, room)[0]] = _shape(high, wide)
    return kind(grid=rows_of(words, shape))


Tatamibari.generation = Generation(
    version=9,
    construction=Construction.PLACED,
    blank=_blank,
    symbol_of=_symbol_of,
)


def _word(member: str, word: Value, turn: Turn) -> Value:
    return {"h": "v", "v": "h"}.get(str(word), word) if turn.exchanged else word


Tatamibari.turning = Turning(
    word=_word,
    values=lambda puzzle, turn: turn.numbers(
        [cell for cell, _ in letters(puzzle.grid)], puzzle.size
    ),
)
