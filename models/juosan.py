"""Juosan."""

from uniclue.kit import Annotated, AreaNumbers, Areas, Board, Constraints, Construction, Generation
from uniclue.kit import Grid, Janko, Names, NotAll, Place, Pzpr, Regular, Rng, Sequence, Shape
from uniclue.kit import Solved, TextGrid, Turning, beside, cells, columns, name, names
from uniclue.kit import numbered_areas, parts, regions, rows, rows_of


class Juosan(Board, frozen=True, kw_only=True, tag="juosan"):
    """Juosan: a vertical or horizontal bar in every cell; numbers count a region's commoner bars.

    Rules:
        three: no three vertical bars follow each other in a row, and no three horizontal ones in
            a column
        number: a region has as many bars of one direction as its number says, and no more of the
            other; ? is left open
    """

    rules_by_size = True
    sites = (
        Pzpr("juosan", words={"1": 1, "2": 0}),
        Janko("juosan", answers={"v": 1, "h": 0}),
    )
    marks = {"|": 1, "-": 0}
    meanings = {1: "is vertical", 0: "is horizontal"}

    regions: Annotated[TextGrid, Areas(usual=range(3, 7))]
    grid: Annotated[TextGrid, AreaNumbers(range(1, 1000), unknown=True)]

    def rules(self) -> Constraints:
        for lines, value, bars in ((rows, 1, "vertical"), (columns, 0, "horizontal")):
            for _, line in lines(self.size):
                for three in zip(line, line[1:], line[2:], strict=False):
                    yield NotAll("three", names(three), three, (value,), f"not all {bars}")

    def clues(self) -> Constraints:
        for cell, number, places in numbered_areas(self.regions, self.grid):
            yield _commoner(f"the region of {name(cell)}", places, number)


def _commoner(title: str, places: Sequence[Place], number: int) -> Regular:
    """A number of bars have the commoner direction."""
    most = len(places)
    steps = tuple((n, bar, n + bar) for n in range(most) for bar in (0, 1))
    fitting = {number, most - number} if most <= 2 * number <= 2 * most else ()
    says = f"{number} bars of one direction, no more of the other"
    return Regular("number", title, places, says, 0, steps, tuple(fitting))


def _blank(kind: type[Juosan], shape: Shape, rng: Rng) -> Juosan:
    """One region, without a number."""
    return kind(regions=rows_of(dict.fromkeys(cells(shape), 1), shape), grid=rows_of({}, shape))


def _clues_of(kind: type[Juosan], blank: Juosan, solution: Grid, rng: Rng) -> Solved:
    """Regions of like bars, the same ones where bars do not change; single cells join others."""
    shape = blank.size
    like = {(r, c): (solution[r][c], r // 3, c // 4) for r, c in cells(shape)}
    rooms = [part for some in regions(like.items()).values() for part in parts(some)]
    names: Names = {cell: i for i, room in enumerate(rooms, 1) for cell in room}
    for room in rooms:
        if len(room) == 1 and (near := [at for at in beside(room[0]) if at in names]):
            names[room[0]] = names[near[0]]
    printed: dict[Place, int] = {}
    for some in regions(sorted(names.items())).values():
        upright = sum(solution[r][c] == 1 for r, c in some)
        printed[some[0]] = max(upright, len(some) - upright)
    return kind(regions=rows_of(names, shape), grid=rows_of(printed, shape)), solution


Juosan.generation = Generation(
    size="6x6",
    construction=Construction.AGAIN,
    blank=_blank,
    clues_of=_clues_of,
)
Juosan.turning = Turning(values=lambda _, turn: {0: 1, 1: 0} if turn.exchanged else {})
