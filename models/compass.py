"""Compass."""

from uniclue.kit import Annotated, AreaCount, Board, Compasses, Constraints, Construction, Divided
from uniclue.kit import Generation, Grid, Iterable, Iterator, Layer, Place, Pzpr, Rng, Shape, Solved
from uniclue.kit import TextGrid, Tokens, Turn, Turning, Value, borders, cells, items, name
from uniclue.kit import parted, random_areas, regions, rows_of, shuffled, values_by_place

NUMBER = r"(\d{1,3}|\?)"
SIDES = ("north", "south", "west", "east")


class Compass(Board, frozen=True, kw_only=True, tag="compass"):
    """Compass: cut the board into areas around a compass each.

    A clue such as 2,?,1,3 has the numbers of its north, south, west and east.

    Rules:
        area: borders cut the board into areas, each with one compass
        number: a number says how many cells of the area lie further north (south, west, east) than
            its compass, in whichever column (or row); ? is left open
    """

    sites = (Pzpr("compass", Compasses("grid")),)

    grid: Annotated[
        TextGrid,
        Tokens(
            letters=None,
            drawn="compass",
            pattern=f"{NUMBER}(,{NUMBER}){{3}}",
            such="such as 2,?,1,3: north, south, west, east",
        ),
    ]

    def answer(self) -> Layer:
        return Layer(borders(cells(self.size)), drawn="borders")

    def rules(self) -> Constraints:
        every = cells(self.size)
        marked = tuple(cell for cell, _ in items(self.grid))
        yield Divided(
            "area", "the areas", borders(every), cells=every, marked=marked, called="compass"
        )

    def clues(self) -> Constraints:
        sides, every = borders(cells(self.size)), cells(self.size)
        for cell, word in items(self.grid):
            title, of, numbers = f"the compass at {name(cell)}", "the areas", str(word).split(",")
            for (side, further), number in zip(_beyond(cell, every), numbers, strict=True):
                if number != "?":
                    says, n = f"further {side}", int(number)
                    yield AreaCount(
                        "number", title, sides, cell=cell, cells=further, number=n, says=says, of=of
                    )


def _beyond(cell: Place, every: Iterable[Place]) -> Iterator[tuple[str, tuple[Place, ...]]]:
    """The cells further north, south, west and east than one."""
    for side, (dr, dc) in zip(SIDES, ((-1, 0), (1, 0), (0, -1), (0, 1)), strict=True):
        yield side, tuple(p for p in every if (p[0] - cell[0]) * dr + (p[1] - cell[1]) * dc > 0)


def _blank(kind: type[Compass], shape: Shape, rng: Rng) -> Compass:
    """Compasses of random areas, with all their numbers."""
    words: dict[Place, str] = {}
    for area in regions(random_areas(shape, rng, range(4, 8)).items()).values():
        cell = shuffled(rng, area)[0]
        words[cell] = ",".join(str(len(some)) for _, some in _beyond(cell, area))
    return kind(grid=rows_of(words, shape))


def _moves(puzzle: Compass, solution: Grid, wrong: Grid, rng: Rng) -> Iterator[Solved]:
    """A compass in another cell of its area."""
    held, words = values_by_place(puzzle, solution), dict(items(puzzle.grid))
    for cell in shuffled(rng, [*words]):
        area = sorted(parted(held, cell))
        at = shuffled(rng, area)[0]
        others = {place: word for place, word in words.items() if place != cell}
        others[at] = ",".join(str(len(some)) for _, some in _beyond(at, area))
        yield puzzle.__class__(grid=rows_of(others, puzzle.size)), solution


def _turned(member: str, word: Value, turn: Turn) -> Value:
    sizes = dict(zip("nswe", str(word).split(","), strict=True))
    moved = {turn.arrow(way): number for way, number in sizes.items()}
    return ",".join(moved[way] for way in "nswe")


Compass.generation = Generation(
    size="6x6", construction=Construction.BOARD, redrawn_for=(), blank=_blank, moves=_moves
)
Compass.turning = Turning(word=_turned)
