"""Doors."""

from uniclue.kit import ARROWS, Annotated, Board, CellsSeen, ConnectedLines, Constraints, Generation
from uniclue.kit import InDomain, Janko, Layer, Point, TextGrid, Tokens, cells, links, name, numbers
from uniclue.kit import ray, sides


class Doors(Board, frozen=True, kw_only=True, tag="doors"):
    """Doors: close doors between rooms by the numbers of rooms that are seen.

    Rules:
        edge: no door leads out of the board: its sides are closed
        whole: all rooms are connected through open doors
        number: a number says how many other rooms are seen from its room, straight on through open
            doors to the north, west, east and south together
    """

    sites = (Janko("doors", also=["tueren"]),)

    grid: Annotated[TextGrid, Tokens(range(300), unknown=True)]

    def answer(self) -> Layer:
        return Layer(sides(self.size))

    def rules(self) -> Constraints:
        inside = {*links(cells(self.size))}
        for side in sides(self.size):
            if side not in inside:
                title = self.unknowns.name(side)
                yield InDomain("edge", title, [side], (1,), "is closed")

        yield ConnectedLines("whole", "the rooms", sorted(inside), joints=cells(self.size), blank=1)

    def clues(self) -> Constraints:
        for (r, c), number in numbers(self.grid):
            arms, lengths = list[Point](), list[int]()
            for way, (dr, dc) in ARROWS.items():
                rooms = len(ray((r, c), way, self.size)) + 1
                arms += [(r + dr * (i + 0.5), c + dc * (i + 0.5)) for i in range(rooms)]
                lengths.append(rooms)
            title = f"through open doors from {name((r, c))}"
            yield CellsSeen("number", title, [(r, c), *arms], tuple(lengths), number + 1)


Doors.generation = Generation(size="8x8", clue_words=tuple(range(30)))
