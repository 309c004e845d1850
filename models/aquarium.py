"""Aquarium."""

from itertools import groupby, pairwise
from operator import itemgetter

from uniclue.kit import AllEqual, Annotated, Areas, Beside, Board, Borders, Constraints, Exactly
from uniclue.kit import Flag, Implies, Iterable, Place, Pzpr, Tanks, TextGrid, TextRow, Turning
from uniclue.kit import Written, areas, around, items, names, numbered_lines, pairs


class Aquarium(Board, frozen=True, kw_only=True, tag="aquarium"):
    """Aquarium: fill regions with water, by the numbers beside the board.

    Rules:
        fall: below water there is water, down to the border of the region
        level: connected water in a region stands equally high; with whole_regions, all
            water of a region does
        line: a number says how many cells of its row or column hold water
    """

    sites = (
        Pzpr(
            "aquarium",
            Flag("r", "whole_regions"),
            Borders("regions"),
            Tanks("top", "left"),
            answer=Written.INSIDE,
        ),
    )
    marks = {"#": 1, ".": 0}

    regions: Annotated[TextGrid, Areas()]
    top: Annotated[TextRow, Beside("top", range(151))]
    left: Annotated[TextRow, Beside("left", range(151))]
    whole_regions: bool = False

    def rules(self) -> Constraints:
        region = dict(items(self.regions))
        for upper, lower in pairs(self.size):
            if upper[0] < lower[0] and region[upper] == region[lower]:
                both = (upper, lower)
                yield Implies("fall", names(both), both, (1,), "below water there is water")
        for word, some in areas(self.regions).items():
            for row in sorted({r for r, _ in some}):
                left = {cell for cell in some if cell[0] == row}
                while left:
                    basin = left if self.whole_regions else self._basin(min(left), some)
                    level = sorted(left & basin)
                    left = left - basin
                    if len(level) > 1:
                        yield AllEqual("level", f"region {word} in row {row + 1}", level)
            if self.whole_regions:
                yield from self._levels(word, some)

    def _levels(self, word: str, region: tuple[Place, ...]) -> Constraints:
        """Water stands equally high in parts of a region that nothing else joins."""
        lines = [[*line] for _, line in groupby(sorted(region), itemgetter(0))]
        for upper, lower in pairwise(lines):
            if not {(r + 1, c) for r, c in upper}.intersection(lower):
                title = f"region {word} in rows {upper[0][0] + 1} and {lower[0][0] + 1}"
                both = (upper[0], lower[0])
                yield Implies("level", title, both, (1,), "water stands equally high")

    def _basin(self, start: Place, region: Iterable[Place]) -> set[Place]:
        """The cells of a region that are connected to one, at its height or below."""
        below = {cell for cell in region if cell[0] >= start[0]}
        basin, todo = {start}, [start]
        while todo:
            new = below.intersection(around(todo.pop())) - basin
            basin |= new
            todo += new
        return basin

    def clues(self) -> Constraints:
        for title, line, number in numbered_lines(self.size, self.left, self.top):
            yield Exactly("line", title, line, number, "cell of water")


# Water stays below: left and right can be exchanged.
Aquarium.turning = Turning(has=lambda turn: not (turn.exchanged or turn.down))
