"""Tapa."""

import re
from functools import cache
from itertools import compress, product

from uniclue.kit import Annotated, Board, Connected, Constraints, Generation, Layer, NumberGroups
from uniclue.kit import Pattern, Pzpr, TextGrid, Tokens, Written, around8, blank_with, blanks, items
from uniclue.kit import name, no_pools

AROUND = (0, 1, 2, 4, 7, 6, 5, 3)
"""The eight neighbours of a cell, row by row, in turn."""
CLUES = [*((n,) for n in range(9)), *((a, b) for a in range(1, 6) for b in range(1, 7 - a))]
CLUES += [(1, 1, 1), (2, 1, 1), (1, 2, 1), (1, 1, 2), (3, 1, 1), (2, 2, 1), (1, 1, 1, 1)]
"""The clues that puzzles which are made have."""


@cache
def pictures(clue: tuple[str, ...], unknowns: tuple[bool, ...]) -> tuple[str, ...]:
    """The patterns that the cells around a clue can show, of those with a variable, in turn."""
    looks = map("".join, product(*("01" if so else "0" for so in unknowns)))
    return tuple("".join(compress(look, unknowns)) for look in looks if _fits(clue, look))


def _fits(clue: tuple[str, ...], look: str) -> bool:
    start = look.find("0")
    runs = [look] if start < 0 else re.findall("1+", look[start:] + look[:start])
    sizes = [str(len(run)) for run in runs] or ["0"]
    fits = all(clue.count(size) <= sizes.count(size) for size in clue if size != "?")
    return fits and len(sizes) == len(clue)


class Tapa(Board, frozen=True, kw_only=True, tag="tapa"):
    """Tapa: shade a connected wall; numbers say how long its pieces around them are.

    Rules:
        wall: the shaded cells are connected
        pool: no 2x2 block is all shaded
        clue: 3,1 says that around it three shaded cells in turn, and one, are apart (? is any
            number, 0 too if it stands alone); no clue is shaded
    """

    sites = (Pzpr("tapa", NumberGroups("grid"), answer=Written.INSIDE),)
    marks = {"#": 1, ".": 0}

    grid: Annotated[
        TextGrid, Tokens(range(9), None, pattern=r"[0-8?](,[1-8?]){0,3}", such="such as 3,1 or ?")
    ]

    def answer(self) -> Layer:
        return Layer(blanks(self.grid))

    def rules(self) -> Constraints:
        yield Connected("wall", "the wall", self.unknowns.places)
        yield from no_pools(self.size)

    def clues(self) -> Constraints:
        for cell, word in items(self.grid):
            in_turn = [around8(cell)[i] for i in AROUND]
            unknowns = tuple(at in self.unknowns.index for at in in_turn)
            near = [at for at in in_turn if at in self.unknowns.index]
            looks = pictures(tuple(str(word).split(",")), unknowns)
            yield Pattern("clue", f"around {name(cell)}", near, str(word), looks)


Tapa.generation = Generation(
    symmetry="half-turn",
    clue_words=tuple(",".join(map(str, some)) for some in CLUES),
    blank=blank_with("?", 0.25),
)
