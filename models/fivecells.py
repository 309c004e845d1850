"""FiveCells."""

from uniclue.kit import Annotated, Generation, HoleNumbers, Janko, Placement, Pzpr, Sequence
from uniclue.kit import TextGrid, Tokens, Written, laid, polyominoes
from uniclue.models.fourcells import BorderNumbers


class FiveCells(BorderNumbers, frozen=True, kw_only=True, tag="fivecells"):
    """FiveCells: cut the board into areas of five cells.

    Cells with an x are left out.

    Rules:
        area: every area has five cells
        number: a number says how many sides of its cell are borders, those of the board too
    """

    sites = (
        Pzpr("fivecells", HoleNumbers("grid"), answer=Written.WITH_EDGE),
        Janko("faibuseruzu", also=["fivecells", "foseruzu"]),
    )

    grid: Annotated[TextGrid, Tokens(range(5), "?x", drawn="hole")]

    def pieces(self) -> Sequence[Placement]:
        return laid([("", shape) for shape in polyominoes(5)], self.size, {*self.board})


FiveCells.generation = Generation(size="5x6", redrawn_for=())
"""Larger boards have many areas to choose from, and take long."""
