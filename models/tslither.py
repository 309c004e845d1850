"""Touch Slitherlink."""

from functools import lru_cache
from itertools import product

from uniclue.kit import Annotated, Board, Constraints, FoursThenColours, Layer, Loop, Pattern, Point
from uniclue.kit import Pzpr, TextGrid, Tokens, name, numbers, sides

CORNERS_ROUND = ((-0.5, -0.5), (-0.5, 0.5), (0.5, 0.5), (0.5, -0.5))
"""The corners of a cell, clockwise."""


class TouchSlitherlink(Board, frozen=True, kw_only=True, tag="tslither"):
    """Touch Slitherlink: draw one loop along the sides of cells by how often it touches them.

    Rules:
        loop: the sides drawn form one loop
        number: a number says how often the loop comes to its cell, along sides of it or to a corner
            alone
    """

    rules_by_size = True
    sites = (Pzpr("tslither", FoursThenColours("grid")),)

    grid: Annotated[TextGrid, Tokens(range(5), unknown=True)]

    def answer(self) -> Layer:
        return Layer(sides(self.size))

    def rules(self) -> Constraints:
        yield Loop("loop", "the line", sides(self.size), sides=True)

    def clues(self) -> Constraints:
        for (r, c), number in numbers(self.grid):
            inner = [(r - 0.5, c), (r, c + 0.5), (r + 0.5, c), (r, c - 0.5)]
            outer = [side for dr, dc in CORNERS_ROUND for side in _beyond(r + dr, c + dc, dr, dc)]
            says = f"touched {number} times" if number != 1 else "touched once"
            yield Pattern("number", name((r, c)), inner + outer, says, _looks(number))


def _beyond(r: float, c: float, dr: float, dc: float) -> list[Point]:
    """The two sides that lead away from a cell at one of its corners."""
    return [(r + dr, c), (r, c + dc)]


@lru_cache(maxsize=8)
def _looks(number: int) -> tuple[str, ...]:
    """The sides of a cell, clockwise, and the two that lead away at each corner, when touched so.

    The loop comes to a corner alone over the two sides that lead away there.
    """
    found = []
    for inner in product((0, 1), repeat=4):
        joined = [bool(inner[i] or inner[i - 1]) for i in range(4)]
        runs = sum(inner[i] and not inner[i - 1] for i in range(4)) or int(all(inner))
        for alone in product((0, 1), repeat=4):
            pairs = [*zip(alone, joined, strict=True)]
            if runs + sum(alone) == number and (1, True) not in pairs:
                away = [".." if is_joined else str(is_alone) * 2 for is_alone, is_joined in pairs]
                found.append("".join([*map(str, inner), *away]))
    return tuple(found)
