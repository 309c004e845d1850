"""Double Back."""

from uniclue.kit import Annotated, Areas, AreasAndHoles, Board, Constraints, Construction, Exactly
from uniclue.kit import Generation, Grid, Janko, Layer, Loop, Place, Point, Pzpr, Rng, Solved
from uniclue.kit import TextGrid, areas, around, blank_of, cells, cut_loop, items, links, links_out
from uniclue.kit import rows_of, values_by_place


TRIES = 60
"""How often a loop is cut in stretches."""


class DoubleBack(Board, frozen=True, kw_only=True, tag="doubleback"):
    """Double Back: draw one loop through all cells that comes into every room twice.

    Rules:
        loop: the line is one loop, through every cell of a room
        room: the line comes into every room twice, and leaves it twice
    """

    sites = Pzpr("doubleback", AreasAndHoles("regions")), Janko("double-back", words={"#": "."})

    regions: Annotated[TextGrid, Areas(filled=False)]

    @property
    def _cells(self) -> list[Place]:
        """Those in rooms, row by row; others are black."""
        return [cell for cell, _ in items(self.regions)]

    def answer(self) -> Layer:
        return Layer(links(self._cells))

    def rules(self) -> Constraints:
        every = links(self._cells)
        yield Loop("loop", "the line", [*every, *self._cells])
        for word, inside in areas(self.regions).items():
            yield Exactly("room", f"out of room {word}", links_out(inside, every), 4, "link")


def _clues_of(kind: type[DoubleBack], blank: Board, solution: Grid, rng: Rng) -> Solved | None:
    """Each room is two stretches of the loop beside each other; None if some are left."""
    drawn = [link for link, value in values_by_place(blank, solution).items() if value]
    for _ in range(TRIES):
        names = _paired(cut_loop(drawn, rng, range(2, 6)), rng)
        if len(names) == len(cells(blank.board_shape)):
            return kind(regions=rows_of(names, blank.board_shape)), solution
    return None


def _paired(parts: list[list[Place]], rng: Rng) -> dict[Place, int]:
    """The room of every cell, of stretches joined in pairs; first those with the fewest choices."""
    of: dict[Point, int] = {cell: i for i, part in enumerate(parts) for cell in part}
    near = [{of[n] for cell in part for n in around(cell) if n in of} for part in parts]
    left = {i: near[i] - {(i + d) % len(parts) for d in (-1, 0, 1)} for i in range(len(parts))}
    names: dict[Place, int] = {}
    while left:
        one = min(left, key=lambda i: (len(left[i]), rng.random()))
        if not left[one]:
            return {}
        other = min(left[one], key=lambda i: (len(left[i]), rng.random()))
        names |= dict.fromkeys([*parts[one], *parts[other]], len(left))
        left = {i: some - {one, other} for i, some in left.items() if i not in (one, other)}
    return names


DoubleBack.generation = Generation(
    construction=Construction.BOARD, blank=blank_of("simpleloop"), clues_of=_clues_of
)
