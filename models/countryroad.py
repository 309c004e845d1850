"""Country Road."""

from functools import lru_cache

from uniclue.kit import Annotated, AreaNumbers, Areas, AtLeast, Board, Constraints, Exactly, Janko
from uniclue.kit import Layer, Loop, Place, Point, Pzpr, TextGrid, areas, around, cells, items
from uniclue.kit import links, name, names, numbers, pairs


@lru_cache(maxsize=1024)
def _links_at(pair: tuple[Place, Place]) -> tuple[Point, ...]:
    """The links at two cells."""
    return tuple(sorted({link for cell in pair for link in around(cell, 0.5)}))


class CountryRoad(Board, frozen=True, kw_only=True, tag="countryroad"):
    """Country Road: draw one loop that comes into every room once.

    Rules:
        loop: the line is one loop from cell to cell
        room: the line comes into every room once, and leaves it once
        empty: of two neighbours in different rooms the line passes one or both
        number: a number says how many cells of its room the line passes; ? is left open
    """

    sites = Pzpr("country"), Janko("country-road")

    regions: Annotated[TextGrid, Areas()]
    grid: Annotated[TextGrid, AreaNumbers(range(1, 1000), unknown=True)]

    def answer(self) -> Layer:
        return Layer(links(cells(self.size)))

    def rules(self) -> Constraints:
        yield Loop("loop", "the line", links(cells(self.size)))
        room, rooms = dict(items(self.regions)), areas(self.regions)
        for word, inside in rooms.items() if len(rooms) > 1 else ():
            within = set(links(inside))
            out = sorted({link for cell in inside for link in around(cell, 0.5)} - within)
            yield Exactly("room", f"out of room {word}", out, 2, "link")
        for pair in pairs(self.size):
            if room[pair[0]] != room[pair[1]]:
                yield AtLeast("empty", f"at {names(pair)}", _links_at(pair), 1, "link")

    def clues(self) -> Constraints:
        """One link fewer than cells, where the line comes in and goes out."""
        room, rooms = dict(items(self.regions)), areas(self.regions)
        for cell, number in numbers(self.grid):
            inside = links(rooms[str(room[cell])])
            less = 1 if len(rooms) > 1 else 0
            yield Exactly("number", f"in the room of {name(cell)}", inside, number - less, "link")
