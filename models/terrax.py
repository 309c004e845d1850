"""Terra X."""

from uniclue.kit import AllEqual, Annotated, Areas, Board, Constraints, Janko, Layer, NotAllEqual
from uniclue.kit import Printed, Sum, TextGrid, areas, blocks, cells, items, name, names, pairs


class TerraX(Board, frozen=True, kw_only=True, tag="terrax"):
    """Terra X: one digit in every region; where four regions meet they make 10.

    Rules:
        clue: a printed number stays as it is
        region: all cells of a region hold the same digit
        touch: regions that share a side hold different digits
        ten: the digits of four regions that meet at a point add up to 10
    """

    sites = (Janko("terrax", also=["terra-x"]),)
    only_known_cells = True

    regions: Annotated[TextGrid, Areas(usual=range(1, 4))]
    grid: Annotated[TextGrid, Printed()]

    def answer(self) -> Layer:
        return Layer(cells(self.size), range(10))

    def rules(self) -> Constraints:
        for word, places in areas(self.regions).items():
            if len(places) > 1:
                yield AllEqual("region", f"region {word}", places)
        region = dict(items(self.regions))
        for pair in pairs(self.size):
            if region[pair[0]] != region[pair[1]]:
                yield NotAllEqual("touch", names(pair), pair)
        for block in blocks(self.size):
            if len({region[cell] for cell in block}) == 4:
                yield Sum("ten", f"around the corner of {name(block[0])}", block, 10, 10)
