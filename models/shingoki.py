"""Shingoki."""

import re

from uniclue.kit import ARROWS, Annotated, Board, CellsSeen, Constraints, Generation, Janko, Layer
from uniclue.kit import Loop, Pattern, TextGrid, Tokens, around, cells, items, links, name, ray

CLUE = r"([wb?])(\d{0,3})"
STRAIGHT, TURN = ("1001", "0110"), ("1100", "1010", "0101", "0011")
LOOKS = {"w": ("straight", STRAIGHT), "b": ("a turn", TURN), "?": ("a line", STRAIGHT + TURN)}
"""What a circle says, and the lines above, left, right and below."""


class Shingoki(Board, frozen=True, kw_only=True, tag="shingoki"):
    """Shingoki (Semaphores): draw one loop through all circles.

    Rules:
        loop: the line is one loop from cell to cell
        circle: the line goes straight through a white circle (w) and turns in a black one (b);
            ? is either, and passed, too
        number: w3 says that both straight pieces of the line from its circle are 3 links together
    """

    rules_by_size = True
    sites = (Janko("shingoki"),)

    grid: Annotated[
        TextGrid,
        Tokens(letters=None, drawn="circle", pattern=CLUE, such="such as w3, b or ?"),
    ]

    def answer(self) -> Layer:
        return Layer(links(cells(self.size)))

    def rules(self) -> Constraints:
        yield Loop("loop", "the line", links(cells(self.size)))

    def clues(self) -> Constraints:
        for cell, word in items(self.grid):
            colour, number = re.fullmatch(CLUE, str(word)).groups()  # type: ignore[union-attr]
            says, looks = LOOKS[colour]
            yield Pattern("circle", f"circle at {name(cell)}", around(cell, 0.5), says, looks)
            if number:
                rays = [ray(cell, arrow, self.size) for arrow in ARROWS]
                steps = [(dr / 2, dc / 2) for dr, dc in ARROWS.values()]
                arms = [
                    (r - dr, c - dc)
                    for some, (dr, dc) in zip(rays, steps, strict=True)
                    for r, c in some
                ]
                title, lengths = f"along the line from {name(cell)}", tuple(map(len, rays))
                yield CellsSeen("number", title, [cell, *arms], lengths, int(number) + 1, 1)


Shingoki.generation = Generation(
    clue_words=tuple(f"{colour}{n}" for n in range(2, 30) for colour in "wb"),
)
