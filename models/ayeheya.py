"""Ayeheya."""

from uniclue.kit import AllEqual, Constraints, Generation, Janko, Place, PuzzleError, Pzpr, Rng
from uniclue.kit import Shape, areas, block, names, rows_of
from uniclue.models.heyawake import Heyawake


class Ayeheya(Heyawake, frozen=True, kw_only=True, tag="ayeheya"):
    """Ayeheya (Ekawayeh): Heyawake whose rooms look the same upside down.

    Rules:
        touch: shaded cells do not touch
        white: the cells left white are connected
        line: no straight line of white cells crosses two borders between rooms
        symmetric: a room, which is a rectangle, is shaded alike when it is turned half-way around
        number: a number says how many cells of its room are shaded; ? is left open
    """

    sites = Pzpr("ayeheya"), Janko("ekawayeh", also=["ayeheya"])

    def validate(self) -> None:
        super().validate()
        for word, room in areas(self.regions).items():
            (r, c), (last, end) = room[0], room[-1]
            if min(col for _, col in room) < c or len(room) != (last - r + 1) * (end - c + 1):
                raise PuzzleError("$.regions", f"expected rectangles, room {word} is none")

    def rules(self) -> Constraints:
        yield from super().rules()
        for room in areas(self.regions).values():
            half: tuple[Place, ...] = room[: len(room) // 2]
            for pair in zip(half, reversed(room), strict=False):
                yield AllEqual("symmetric", names(pair), pair)


ROOM, SIDE = 20, 5
"""The most cells of a room on a drawn board, and its longest side."""


def _rooms(corner: Place, shape: Shape, rng: Rng) -> list[tuple[Place, ...]]:
    """A rectangle cut across, its parts again, until they are rooms."""
    (r, c), (height, width) = corner, shape
    if height * width <= ROOM and max(shape) <= SIDE:
        return [block(corner, height, width)]
    if bool(rng.integers(2)) if height <= 2 * width and width <= 2 * height else height > width:
        at = int(rng.integers(1, height))
        parts = ((r, c), (at, width)), ((r + at, c), (height - at, width))
    else:
        at = int(rng.integers(1, width))
        parts = ((r, c), (height, at)), ((r, c + at), (height, width - at))
    return [room for part in parts for room in _rooms(*part, rng)]


def _blank(kind: type[Ayeheya], shape: Shape, rng: Rng) -> Ayeheya:
    """Rooms by cuts from border to border: among others, hardly any board has a solution.

    A room of two cells has to stay white, and so do more of them in a row.
    """
    rooms = enumerate(_rooms((0, 0), shape, rng), 1)
    names = {cell: number for number, room in rooms for cell in room}
    return kind(regions=rows_of(names, shape), grid=("." * shape[1],) * shape[0])


Ayeheya.generation = Generation(version=8, blank=_blank)
