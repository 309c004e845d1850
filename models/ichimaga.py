"""Ichimaga."""

from itertools import combinations, pairwise, product

from uniclue.kit import Annotated, Board, ConnectedLines, Constraints, CountIn, Exactly
from uniclue.kit import FoursOfLines, Generation, Layer, NotAll, Place, Pzpr, Sequence, TextGrid
from uniclue.kit import Tokens, around, between, blank_with, cells, items, links, name, names
from uniclue.kit import numbers, rows_and_columns


class Ichimaga(Board, frozen=True, kw_only=True, tag="ichimaga"):
    """Ichimaga: join all circles by lines that turn once at most.

    Rules:
        line: lines lead from circle to circle, and do not meet or cross elsewhere
        turn: between two circles a line turns once at most
        whole: all circles are connected
        number: a number says how many lines lead to its circle; ? is any number
    """

    sites = (Pzpr("ichimaga", FoursOfLines("grid")),)

    grid: Annotated[TextGrid, Tokens(range(1, 5), "?", drawn="circle")]

    def answer(self) -> Layer:
        return Layer(links(cells(self.size)))

    def rules(self) -> Constraints:
        circles = dict(items(self.grid))
        for cell in cells(self.size):
            if cell not in circles:
                yield CountIn("line", f"at {name(cell)}", around(cell, 0.5), (0, 2), "line")
        for _, line in rows_and_columns(self.size):
            for i, j in combinations(range(len(line)), 2):
                if not circles.keys() & line[i : j + 1]:
                    yield from self._one_turn(line, i, j)
        every = links(cells(self.size))
        yield ConnectedLines("whole", "the lines", every, joints=(*circles,), turning=True)

    def _one_turn(self, line: Sequence[Place], i: int, j: int) -> Constraints:
        """A line does not turn at both ends of a straight piece."""
        is_down = line[0][1] == line[-1][1]
        piece = [between(one, other) for one, other in pairwise(line[i : j + 1])]
        aside = [
            [
                at
                for at in around(end, 0.5)
                if at in self.unknowns.index and (at[0] % 1 == 0) == is_down
            ]
            for end in (line[i], line[j])
        ]
        for both in product(*aside):
            title = names((line[i], line[j]))
            yield NotAll("turn", title, [*both, *piece], (1,), "no line turns at both")

    def clues(self) -> Constraints:
        for cell, number in numbers(self.grid):
            yield Exactly("number", f"at {name(cell)}", around(cell, 0.5), number, "line")


Ichimaga.generation = Generation(size="7x7", blank=blank_with("?", 0.25, symmetric=False))
