"""Hotaru Beam."""

from uniclue.kit import ARROWS, Annotated, Beams, Board, ConnectedLines, Constraints, Construction
from uniclue.kit import Directed, Generation, Grid, Layer, Place, Point, Pzpr, Rng, Shape, Solved
from uniclue.kit import TextGrid, Tokens, Turning, Turns, around, cells, items, links, name, ray
from uniclue.kit import replace, rows_of, scattered, values_by_place

CLUE = r"(\d{1,3}|\?)[nwes]"


class HotaruBeam(Board, frozen=True, kw_only=True, tag="firefly"):
    """Hotaru Beam: draw the beams of all fireflies.

    Rules:
        beam: from the dot of each firefly, on the printed side (n, w, e, s), one line leads to a
            firefly, though not to its dot; lines do not meet elsewhere
        whole: all lines and fireflies are connected
        number: the beam of 3n turns 3 times; of ?n, any number of times
    """

    sites = (Pzpr("firefly", Beams("grid")),)

    grid: Annotated[
        TextGrid,
        Tokens(letters=None, drawn="firefly", pattern=CLUE, such="such as 3n or ?s"),
    ]

    @property
    def starts(self) -> dict[Place, tuple[Point, str]]:
        """The fireflies, each with its first link and its number."""
        found = {}
        for (r, c), word in items(self.grid):
            dr, dc = ARROWS[str(word)[-1]]
            found[r, c] = (r + dr / 2, c + dc / 2), str(word)[:-1]
        return found

    def answer(self) -> Layer:
        return Layer(links(cells(self.size)))

    def rules(self) -> Constraints:
        every, starts = links(cells(self.size)), self.starts
        counts = [int(number) for _, number in starts.values() if number != "?"]
        first = tuple((cell, link) for cell, (link, _) in starts.items())
        most = max(counts, default=-1) + 1
        yield Directed("beam", "the beams", every, starts=first, ends=(*starts,), turns=most)
        yield ConnectedLines("whole", "the beams", every, joints=(*starts,), turning=True)

    def clues(self) -> Constraints:
        every, ends = links(cells(self.size)), (*self.starts,)
        for cell, (link, number) in self.starts.items():
            if number != "?":
                title, start, turns = f"the beam from {name(cell)}", (cell, link), int(number)
                yield Turns(
                    "number", title, every, start=start, ends=ends, number=turns, of="the beams"
                )


def _blank(kind: type[HotaruBeam], shape: Shape, rng: Rng) -> HotaruBeam:
    """Fireflies in one of seven cells, with their dots towards a cell of the board."""
    flies: dict[Place, str] = {}
    board = cells(shape)
    for cell in scattered(shape, rng, "x", 0.14, symmetric=False):
        ways = [way for way in ARROWS if ray(cell, way, shape)]
        flies[cell] = f"?{ways[int(rng.integers(len(ways)))]}"
    return kind(grid=rows_of(flies or {board[0]: "?e", board[-1]: "?w"}, shape))


def _clues_of(kind: type[HotaruBeam], blank: HotaruBeam, solution: Grid, rng: Rng) -> Solved:
    """The fireflies with the turns of their beams."""
    drawn = {link for link, value in values_by_place(blank, solution).items() if value}
    words: dict[Place, str] = {}
    for cell, (first, _) in blank.starts.items():
        link, at, turns = first, _beyond(first, cell), 0
        while at not in blank.starts:
            (after,) = drawn.intersection(around(at, 0.5)) - {link}
            turns += (after[0] % 1) != (link[0] % 1)
            link, at = after, _beyond(after, at)
        words[cell] = f"{turns}{str(dict(items(blank.grid))[cell])[-1]}"
    return kind(grid=rows_of(words, blank.size)), solution


def _beyond(link: Point, cell: Point) -> Point:
    """The cell at the other end of a link."""
    return 2 * link[0] - cell[0], 2 * link[1] - cell[1]


def _without_numbers(puzzle: HotaruBeam) -> HotaruBeam:
    return replace(
        puzzle, grid=rows_of({c: f"?{str(w)[-1]}" for c, w in items(puzzle.grid)}, puzzle.size)
    )


HotaruBeam.generation = Generation(
    construction=Construction.AGAIN,
    blank=_blank,
    clues_of=_clues_of,
    without_numbers=_without_numbers,
)
HotaruBeam.turning = Turning(
    word=lambda _, word, turn: f"{str(word)[:-1]}{turn.ways(str(word)[-1])}"
)
