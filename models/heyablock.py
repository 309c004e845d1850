"""Heyablock."""

from uniclue.kit import (
    Annotated,
    AreaNumbers,
    Areas,
    AtLeast,
    AtMost,
    Board,
    Connected,
    Constraints,
    Construction,
    Exactly,
    Generation,
    Place,
    Pzpr,
    Rng,
    Shape,
    TextGrid,
    areas,
    cells,
    items,
    name,
    names,
    no_two_borders,
    numbered_areas,
    pairs,
    rectangles,
    rows_of,
)


class Heyablock(Board, frozen=True, kw_only=True, tag="heyablock"):
    """Heyablock: shade a block in every room; no white line crosses two borders.

    Rules:
        block: the shaded cells of a room are one connected block, of one cell or more, unless its
            number is 0
        touch: blocks of different rooms do not touch, but at corners
        white: the cells left white are connected
        line: no straight line of white cells crosses two borders between rooms
        number: a number says how many cells of its room are shaded; ? is left open
    """

    sites = (Pzpr("heyablock"),)
    marks = {"#": 1, ".": 0}

    regions: Annotated[TextGrid, Areas()]
    grid: Annotated[TextGrid, AreaNumbers(range(1000), unknown=True)]

    @property
    def _numbered(self) -> list[tuple[Place, int, tuple[Place, ...]]]:
        """The numbers, with their cells and their rooms."""
        return [*numbered_areas(self.regions, self.grid)]

    def rules(self) -> Constraints:
        room = dict(items(self.regions))
        empty = {places for _, number, places in self._numbered if number == 0}
        for word, places in areas(self.regions).items():
            if places not in empty:
                yield AtLeast("block", f"room {word}", places, 1, "shaded cell")
            yield Connected("block", f"the block of room {word}", places)
        for pair in pairs(self.size):
            if room[pair[0]] != room[pair[1]]:
                yield AtMost("touch", names(pair), pair, 1, "shaded cell")
        yield Connected("white", "the white area", cells(self.size), value=0)
        yield from no_two_borders(self.regions, self.size)

    def clues(self) -> Constraints:
        for cell, number, places in self._numbered:
            yield Exactly("number", f"the room of {name(cell)}", places, number, "shaded cell")


def _blank(kind: type[Heyablock], shape: Shape, rng: Rng) -> Heyablock:
    """Rectangular rooms."""
    regions = rows_of(rectangles(shape, rng, 9), shape)
    return kind(regions=regions, grid=rows_of({}, shape))


Heyablock.generation = Generation(version=8, construction=Construction.AGAIN, blank=_blank)
