"""Tripletts."""

from itertools import product

from uniclue.kit import Annotated, Areas, Board, Constraints, Generation, Janko, Layer, NotAllEqual
from uniclue.kit import Place, PuzzleError, Rng, Shape, Table, TextGrid, Tokens, Value, areas, cells
from uniclue.kit import equal_areas, items, names, numbers, pairs, rows_of

SHOWN = {"1": "○", "2": "□", "3": "△"}
SYMBOLS = {"c": 1, "s": 2, "t": 3}
TRIPLES = tuple(three for three in product((1, 2, 3), repeat=3) if len({*three}) != 2)
"""What a region can hold: three alike, or three different."""


class Tripletts(Board, frozen=True, kw_only=True, tag="tripletts"):
    """Tripletts: three symbols in every region, all alike or all different.

    The symbols are 1 (circle), 2 (square) and 3 (triangle).

    Rules:
        clue: a printed symbol stays as it is
        region: the three symbols of a region are all alike or all different
        touch: neighbours in different regions are different
    """

    sites = (Janko("tripletts", also=["triplets"], words=SYMBOLS, answers=SYMBOLS),)
    marks = {"○": 1, "□": 2, "△": 3}
    only_known_cells = True

    regions: Annotated[TextGrid, Areas(usual=range(3, 4))]
    grid: Annotated[TextGrid, Tokens(range(1, 4), instead=SHOWN)]

    def validate(self) -> None:
        super().validate()
        for word, places in areas(self.regions).items():
            if len(places) != 3:
                expected = f"expected three cells in region {word}, got {len(places)}"
                raise PuzzleError("$.regions", expected)

    def printed(self) -> list[tuple[Place, Value]]:
        return [*numbers(self.grid)]

    def answer(self) -> Layer:
        return Layer(cells(self.size), (1, 2, 3))

    def rules(self) -> Constraints:
        for word, places in areas(self.regions).items():
            yield Table("region", f"region {word}", places, "all alike or all different", TRIPLES)
        region = dict(items(self.regions))
        for pair in pairs(self.size):
            if region[pair[0]] != region[pair[1]]:
                yield NotAllEqual("touch", names(pair), pair)


def _blank(kind: type[Tripletts], shape: Shape, rng: Rng) -> Tripletts:
    """Random regions of three cells."""
    height, width = shape

    def start(cell: Place) -> int:
        r, c = cell
        return (r * width + (width - 1 - c if r % 2 else c)) // 3

    cut = equal_areas(shape, rng, start)
    return kind(regions=rows_of(cut, shape), grid=("." * width,) * height)


Tripletts.generation = Generation(size="9x9", blank=_blank)
