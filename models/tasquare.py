"""Tasquare."""

from functools import lru_cache
from itertools import product

from uniclue.kit import Annotated, AtLeast, Board, Connected, Constraint, Constraints, Pattern
from uniclue.kit import Place, Pzpr, Shape, TextGrid, Tokens, Written, around, cells, items, name
from uniclue.kit import number_of, ray, separate_squares, white_cell


class Tasquare(Board, frozen=True, kw_only=True, tag="tasquare"):
    """Tasquare: shade squares; numbers add up those beside them.

    Rules:
        square: connected shaded cells form a square
        white: the cells left white are connected
        number: a number is on a white cell, and the squares beside it have as many cells in all;
            ? is beside one square at least
    """

    rules_by_size = True
    sites = (Pzpr("tasquare", answer=Written.INSIDE),)
    marks = {"#": 1, ".": 0}

    grid: Annotated[TextGrid, Tokens(range(1, 10_000), "?")]

    def rules(self) -> Constraints:
        yield separate_squares("square", "the squares", self.size)
        yield Connected("white", "the white area", cells(self.size), value=0)

    def clues(self) -> Constraints:
        for cell, word in items(self.grid):
            beside: Constraint = AtLeast(
                "number", f"beside {name(cell)}", around(cell), 1, "square"
            )
            if isinstance(word, int):
                places, looks = _looks(cell, self.size, word)
                says = f"squares of {number_of(word, 'cell')} in all"
                beside = Pattern("number", f"beside {name(cell)}", places, says, looks)
            yield white_cell("number", cell, beside)


@lru_cache(maxsize=1000)
def _looks(cell: Place, shape: Shape, number: int) -> tuple[tuple[Place, ...], tuple[str, ...]]:
    """The cells ahead to all sides, and how many from the nearest on can be shaded.

    The square beside a cell is as wide as its shaded cells are long on the way that leads there.
    """
    arms = [ray(cell, way, shape)[: int(number**0.5) + 1] for way in "nwes"]
    longs = product(*(range(min(len(arm), int(number**0.5)) + 1) for arm in arms))
    looks = tuple(
        "".join(
            ("1" * n + "0" + "." * len(arm))[: len(arm)] for n, arm in zip(some, arms, strict=True)
        )
        for some in longs
        if sum(n * n for n in some) == number
    )
    return tuple(at for arm in arms for at in arm), looks
