"""Different Neighbors."""

from uniclue.kit import AllEqual, Annotated, Areas, Board, Constraints, Janko, Layer, NotAllEqual
from uniclue.kit import Printed, TextGrid, areas, cells, items, names, pairs


class DiffNeighbors(Board, frozen=True, kw_only=True, tag="diffneighbors"):
    """Different Neighbors: one number from 1 to 4 in every region; regions that touch differ.

    Rules:
        clue: a printed number stays as it is
        region: all cells of a region hold the same number, 1 to 4
        touch: regions that touch, even if only at a corner, hold different numbers
    """

    sites = (Janko("diffneighbors", also=["different-neighbors"]),)
    only_known_cells = True

    regions: Annotated[TextGrid, Areas(usual=range(1, 4))]
    grid: Annotated[TextGrid, Printed()]

    def answer(self) -> Layer:
        return Layer(cells(self.size), (1, 2, 3, 4))

    def rules(self) -> Constraints:
        for word, places in areas(self.regions).items():
            if len(places) > 1:
                yield AllEqual("region", f"region {word}", places)
        region = dict(items(self.regions))
        for pair in [*pairs(self.size), *pairs(self.size, slanting=True)]:
            if region[pair[0]] != region[pair[1]]:
                yield NotAllEqual("touch", names(pair), pair)
