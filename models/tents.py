"""Tents."""

from functools import lru_cache

from uniclue.kit import Annotated, AtMost, Beside, Board, Constraint, Constraints, Exactly
from uniclue.kit import Generation, Janko, Layer, Matching, Pzpr, Rng, Shape, TentTrees, TextGrid
from uniclue.kit import TextRow, Tokens, Written, beside_each_other, blanks, close_together, items
from uniclue.kit import name, numbered_lines, rows_of


class Tents(Board, frozen=True, kw_only=True, tag="tents"):
    """Tents: every tree has a tent beside it, and tents keep apart.

    Rules:
        touch: tents do not touch, not even at a corner
        tree: trees and tents pair off: each tent stands beside a tree of its own
        line: a number says how many tents stand in its row or column
    """

    sites = (
        Pzpr("tents", TentTrees("top", "left"), answer=Written.INSIDE, words={"A": 1, "*": 0}),
        Janko("zeltlager", also=["tent"], words={"x": "T"}),
    )
    marks = {"A": 1, ".": 0}

    grid: Annotated[TextGrid, Tokens(letters="T", drawn="tree")]
    top: Annotated[TextRow, Beside("top", range(151))]
    left: Annotated[TextRow, Beside("left", range(151))]

    def answer(self) -> Layer:
        return Layer(blanks(self.grid))

    def rules(self) -> Constraints:
        yield from _touching(self.size)
        trees = tuple(dict(items(self.grid)))
        yield Matching("tree", "the board", self.unknowns.places, trees, "tent", "tree")

    def clues(self) -> Constraints:
        for title, line, number in numbered_lines(self.size, self.left, self.top):
            yield Exactly("line", title, line, number, "tent")


@lru_cache(maxsize=4)
def _touching(shape: Shape) -> tuple[Constraint, ...]:
    """No two tents stand in cells that touch."""
    return tuple(
        AtMost("touch", f"block at {name(block[0])}", block, 1, "tent")
        for block in close_together(shape)
    )


def _blank(kind: type[Tents], shape: Shape, rng: Rng) -> Tents:
    """Trees beside tents that keep apart, for a fifth of the cells."""
    _, trees = beside_each_other(shape, rng, 0.2)
    return kind(grid=rows_of(trees, shape), top="." * shape[1], left="." * shape[0])


Tents.generation = Generation(blank=_blank)
