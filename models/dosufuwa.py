"""Dosun-Fuwari."""

from uniclue.kit import Annotated, Areas, Board, AreasAndMarkedHoles, Constraints, Construction
from uniclue.kit import Exactly, Generation, Implies, Layer, Pzpr, Rng, Shape, TextGrid, Turning
from uniclue.kit import areas, cells, items, names, pairs, rows_of, shuffled


class Dosufuwa(Board, frozen=True, kw_only=True, tag="dosufuwa"):
    """Dosun-Fuwari: a balloon and an iron ball in every room; balloons rise, balls fall.

    A cell in no room is a black one. w is a balloon, b an iron ball.

    Rules:
        room: every room holds one balloon and one iron ball
        rise: a balloon is in the top row, below a black cell or below a balloon
        fall: an iron ball is in the bottom row, above a black cell or above an iron ball
    """

    sites = (
        Pzpr("dosufuwa", AreasAndMarkedHoles("regions"), words={"1": "w", "2": "b", "+": "."}),
    )

    meanings = {"w": "has a balloon", "b": "has an iron ball"}
    regions: Annotated[TextGrid, Areas(filled=False)]

    def answer(self) -> Layer:
        return Layer([cell for cell, _ in items(self.regions)], (".", "w", "b"))

    def rules(self) -> Constraints:
        room = dict(items(self.regions))
        for upper, lower in pairs(self.size):
            if upper[1] == lower[1] and upper in room and lower in room:
                both = (upper, lower)
                yield Implies("rise", names(both), both[::-1], ("w", "w"), "a balloon would rise")
                yield Implies("fall", names(both), both, ("b", "b"), "an iron ball would fall")
        for word, places in areas(self.regions).items():
            yield Exactly("room", f"room {word}", places, 1, "balloon", "w")
            yield Exactly("room", f"room {word}", places, 1, "iron ball", "b")


def _blank(kind: type[Dosufuwa], shape: Shape, rng: Rng) -> Dosufuwa:
    """One upright room of two cells."""
    r, c = shuffled(rng, cells((max(shape[0] - 1, 1), shape[1])))[0]
    return kind(regions=rows_of({(r, c): 1, (r + 1, c): 1}, shape))


Dosufuwa.generation = Generation(
    size="7x7", construction=Construction.GROWN, redrawn_for=(), blank=_blank
)
# Balloons rise: left and right can be exchanged.
Dosufuwa.turning = Turning(has=lambda turn: not (turn.exchanged or turn.down))
