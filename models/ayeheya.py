"""Ayeheya."""

from uniclue.kit import AllEqual, Constraints, Generation, Janko, Place, PuzzleError, Pzpr, Rng
from uniclue.kit import Shape, areas, names, rectangles, rows_of
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


def _blank(kind: type[Ayeheya], shape: Shape, rng: Rng) -> Ayeheya:
    """Large rooms: in small ones few cells can be shaded."""
    regions = rows_of(rectangles(shape, rng, 20), shape)
    return kind(regions=regions, grid=("." * shape[1],) * shape[0])


Ayeheya.generation = Generation(blank=_blank)
