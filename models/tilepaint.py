"""Tile Paint."""

from uniclue.kit import AllEqual, Annotated, Areas, Beside, Board, Constraints, Exactly, Janko, Pzpr
from uniclue.kit import TextGrid, TextRow, Tiles, areas, numbered_lines


class TilePaint(Board, frozen=True, kw_only=True, tag="tilepaint"):
    """Tile Paint: shade whole regions, by the numbers beside the board.

    Rules:
        region: a region is shaded as a whole, or not at all
        line: a number says how many cells of its row or column are shaded
    """

    sites = (
        Pzpr("tilepaint", "regions", Tiles("top", "left")),
        Janko("tairupeinto", also=["tile-paint"]),
    )
    marks = {"#": 1, ".": 0}

    regions: Annotated[TextGrid, Areas()]
    top: Annotated[TextRow, Beside("top", range(151))]
    left: Annotated[TextRow, Beside("left", range(151))]

    def rules(self) -> Constraints:
        for name, places in areas(self.regions).items():
            yield AllEqual("region", f"region {name}", places)

    def clues(self) -> Constraints:
        for title, line, number in numbered_lines(self.size, self.left, self.top):
            yield Exactly("line", title, line, number, "shaded cell")
