"""Light and Shadow."""

from uniclue.kit import Annotated, Board, Constraints, Construction, Generation, Grid, Implies
from uniclue.kit import InIslands, NumberedCircles, Place, Pzpr, Rng, Shape, Solved, TextGrid
from uniclue.kit import Tokens, Value, around, cells, islands_of, items, name, parts, rows_of, where

AREAS = ("white area", "black area")


class LightAndShadow(Board, frozen=True, kw_only=True, tag="lightshadow"):
    """Light and Shadow: colour cells black and white; each area has one number, its size.

    A number is on white (w4) or on black (b4); w and b alone are numbers that are left open.

    Rules:
        clue: the cell of a number has its colour
        area: an area of one colour holds one number, and as many cells as it says
        lost: every cell is part of an area with a number
    """

    sites = (Pzpr("lightshadow", NumberedCircles("grid"), words={"1": 1, "2": 0}),)
    marks = {"#": 1, ".": 0}

    grid: Annotated[
        TextGrid,
        Tokens(letters=None, drawn="circle", pattern=r"[wb]([1-9]\d{0,3})?", such="such as w4"),
    ]

    def printed(self) -> list[tuple[Place, Value]]:
        return [(cell, int(str(word)[0] == "b")) for cell, word in items(self.grid)]

    def sizes(self, value: int) -> dict[Place, Value]:
        """The numbers of the areas of a colour; those left open are ``?``."""
        words = [(cell, str(word)) for cell, word in items(self.grid)]
        return {cell: int(w[1:] or 0) or "?" for cell, w in words if w[0] == "wb"[value]}

    def clues(self) -> Constraints:
        for value, called in enumerate(AREAS):
            yield from islands_of("area", self.sizes(value), self.size, value, called)
        for value, called in enumerate(AREAS):
            title, roots = f"a {called}", (*self.sizes(value),)
            yield InIslands("lost", title, cells(self.size), value=value, roots=roots)


class TwoColours(Board, frozen=True, kw_only=True):
    """Cells of two colours, none of them alone."""

    grid: Annotated[TextGrid, Tokens(letters="wb")]

    def rules(self) -> Constraints:
        for cell in cells(self.size):
            for value in (0, 1):
                yield Implies("area", name(cell), [cell, *around(cell)], (value,), "not alone")


def _blank(kind: type[LightAndShadow], shape: Shape, rng: Rng) -> Board:
    """A board without numbers."""
    return TwoColours(grid=rows_of({}, shape))


def _clues_of(kind: type[LightAndShadow], blank: Board, solution: Grid, rng: Rng) -> Solved:
    """The size of every area in one of its cells, the same one when others change."""
    sizes: dict[Place, Value] = {}
    for value, colour in enumerate("wb"):
        for area in parts(where(solution, value)):
            sizes[area[sum(map(sum, area)) % len(area)]] = f"{colour}{len(area)}"
    return kind(grid=rows_of(sizes, blank.board_shape)), solution


LightAndShadow.generation = Generation(
    size="6x6",
    construction=Construction.AGAIN,
    blank=_blank,
    clues_of=_clues_of,
)
