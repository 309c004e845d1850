"""Balance Loop."""

from functools import lru_cache, partial

from uniclue.kit import Annotated, Board, Constraints, Generation, Janko, Layer, Loop
from uniclue.kit import NumberedCircles, Pattern, Place, Point, Pzpr, Shape, TextGrid, Tokens
from uniclue.kit import arm_pictures, cells, items, links, name

SAYS = {"w": "pieces of the same length", "b": "pieces of different lengths"}
NUMBER_FIRST = {f"{n}{colour}": f"{colour}{n}" for n in range(300) for colour in "wb"}


class Balance(Board, frozen=True, kw_only=True, tag="balance"):
    """Balance Loop: draw one loop through all circles, in balance in white ones alone.

    Rules:
        loop: the line is one loop from cell to cell
        circle: from a white circle (w) the line goes equally far straight on both ways, up to its
            next turns; from a black one (b) it does not; w4 says that both pieces are 4 long
            together
    """

    rules_by_size = True
    sites = Pzpr("balance", NumberedCircles("grid")), Janko("balance-loop", words=NUMBER_FIRST)

    grid: Annotated[
        TextGrid,
        Tokens(letters=None, drawn="circle", pattern=r"[wb]\d{0,3}", such="such as w4 or b"),
    ]

    def answer(self) -> Layer:
        return Layer(links(cells(self.size)))

    def rules(self) -> Constraints:
        yield Loop("loop", "the line", links(cells(self.size)))

    def clues(self) -> Constraints:
        for cell, word in items(self.grid):
            colour, number = str(word)[0], str(word)[1:]
            arms, pictures = _looks(cell, self.size, colour, number)
            says = f"{SAYS[colour]}, {number} together" if number else SAYS[colour]
            yield Pattern("circle", f"circle at {name(cell)}", arms, says, pictures)


@lru_cache(maxsize=4096)
def _looks(
    cell: Place, shape: Shape, colour: str, number: str
) -> tuple[list[Point], tuple[str, ...]]:
    """The links straight on from a circle, and what is drawn there."""
    return arm_pictures(cell, shape, partial(_fits, colour, number))


def _fits(colour: str, number: str, one: int, other: int, turns: bool) -> bool:
    """Whether the pieces of a line, so long both ways from a circle, are as it says."""
    return (one == other) == (colour == "w") and number in ("", str(one + other))


Balance.generation = Generation(
    clue_words=tuple(f"{colour}{n}" for n in ("", *range(2, 9)) for colour in "wb"),
)
