"""FiveCells."""

from uniclue.kit import Annotated, Generation, HoleNumbers, Janko, Pzpr, TextGrid, Tokens, Written
from uniclue.models.fourcells import BorderNumbers, blank_in_areas


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

    area_size = 5

    grid: Annotated[TextGrid, Tokens(range(5), "?x", drawn="hole")]


FiveCells.generation = Generation(size="5x6", redrawn_for=(), blank=blank_in_areas)
"""Larger boards have many areas to choose from, and take long."""
