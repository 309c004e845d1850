"""Stitches."""

from collections import Counter

from uniclue.kit import Annotated, Areas, AtMost, Beside, Board, Constraints, Exactly, Janko, Layer
from uniclue.kit import Point, Sum, TextGrid, TextRow, around, between, cells, items, name
from uniclue.kit import numbered_lines, pairs


class Stitches(Board, frozen=True, kw_only=True, tag="stitches"):
    """Stitches: sew every two regions together by one stitch; numbers count the holes.

    Rules:
        hole: a stitch joins two neighbouring cells; no cell has the ends of two
        border: one stitch crosses the border of every two regions that share a side
        line: a number says how many ends of stitches its row or column holds
    """

    sites = (Janko("stitches"),)

    regions: Annotated[TextGrid, Areas(usual=range(6, 15))]
    top: Annotated[TextRow, Beside("top", range(151))]
    left: Annotated[TextRow, Beside("left", range(151))]

    def answer(self) -> Layer:
        return Layer(at for some in self._borders().values() for at in some)

    def _borders(self) -> dict[tuple[str, str], list[Point]]:
        """The links across the border of every two regions."""
        region, found = dict(items(self.regions)), dict[tuple[str, str], list[Point]]()
        for one, other in pairs(self.size):
            low, high = sorted(str(region[at]) for at in (one, other))
            if low != high:
                found.setdefault((low, high), []).append(between(one, other))
        return found

    def rules(self) -> Constraints:
        for cell in cells(self.size):
            yield AtMost("hole", f"at {name(cell)}", around(cell, 0.5), 1, "stitch")

    def clues(self) -> Constraints:
        for (one, other), links in self._borders().items():
            yield Exactly("border", f"regions {one} and {other}", links, 1, "stitch")
        for title, line, number in numbered_lines(self.size, self.left, self.top):
            ends = Counter(at for cell in line for at in around(cell, 0.5))
            links = [at for at in ends if at in self.unknowns.index]
            weights = tuple(ends[at] for at in links)
            yield Sum("line", title, links, number, number, weights)
