"""Slalom."""

from itertools import product

from uniclue.kit import ARROWS, Annotated, Board, Constraints, Construction, Gates, Generation, Grid
from uniclue.kit import InOrder, Iterator, Layer, Loop, Mark, Place, Point, PuzzleError, Pzpr, Rng
from uniclue.kit import Shape, Solved, Text, TextGrid, Tokens, Turn, Turning, Value, around, cells
from uniclue.kit import (
    corners,
    entry_of,
    items,
    links,
    name,
    pieces,
    ray,
    replace,
    rows_of,
    shuffled,
)
from uniclue.kit import values_by_place

CLUE = r"[#vho]|\d{1,3}[nwes]?"
SIGNS = {"n": "v", "s": "v", "w": "h", "e": "h"}
"""What a gate consists of, by the side of a black cell on which it ends there."""


class Slalom(Board, frozen=True, kw_only=True, tag="slalom"):
    """Slalom: draw one loop from the start that passes every gate once, in the order told.

    Rules:
        loop: the line is one loop through the start (o), and passes no black cell
        gate: it passes every gate (v upright, h lying: these cells in a row) once, in one of them
        number: going round in one of the two directions, the line passes the gate at a number n
            as the n-th one; 3n is about the gate to the north, 3 alone about any gate there
    """

    sites = (Pzpr("slalom", Gates("grid")),)

    grid: Annotated[
        TextGrid, Tokens(letters=None, drawn="slalom", pattern=CLUE, such="#, v, h, o or 3n")
    ]

    def validate(self) -> None:
        super().validate()
        if [*self.words.values()].count("o") != 1:
            raise PuzzleError("$.grid", "expected one start (o)")
        for (r, c), (_, gates) in self.numbers.items():
            if not gates:
                raise PuzzleError(f"$.grid[{r}][{c}]", "expected a number beside a gate")

    @property
    def words(self) -> dict[Place, str]:
        """What stands in the cells."""
        return {cell: str(word) for cell, word in items(self.grid)}

    @property
    def start(self) -> Place:
        """The cell of the start."""
        return next(cell for cell, word in self.words.items() if word == "o")

    @property
    def free(self) -> list[Place]:
        """The cells that are not black."""
        words = self.words
        return [cell for cell in cells(self.size) if words.get(cell, "o") in "ovh"]

    @property
    def gates(self) -> list[tuple[Place, ...]]:
        """The cells of each gate."""
        found = list[tuple[Place, ...]]()
        for sign, along in (("v", _above_and_below), ("h", _left_and_right)):
            found += pieces(tuple(c for c, word in self.words.items() if word == sign), along)
        return found

    @property
    def numbers(self) -> dict[Place, tuple[int, tuple[int, ...]]]:
        """The number in each black cell, and the gates that end there, by their positions."""
        at = {cell: i for i, gate in enumerate(self.gates) for cell in gate}
        words, found = self.words, dict[Place, tuple[int, tuple[int, ...]]]()
        for cell, word in words.items():
            number = word.rstrip("nwes")
            if number.isdecimal():
                ways = word[len(number) :] or "nwes"
                near = {way: _beside(cell, way) for way in ways}
                ends = [at[p] for way, p in near.items() if words.get(p) == SIGNS[way]]
                found[cell] = int(number), tuple(ends)
        return found

    def answer(self) -> Layer:
        return Layer(links(self.free))

    def in_order(self) -> InOrder:
        """The line passes all gates."""
        told = [(i, number) for number, gates in self.numbers.values() for i in gates]
        return InOrder(
            "gate",
            "the line",
            links(self.free),
            ends=(self.start,),
            stops=tuple(self.gates),
            noun="gate",
            told=tuple(dict.fromkeys(told)),
        )

    def rules(self) -> Constraints:
        order = self.in_order()
        yield Loop("loop", "the line", [*order.places, *order.ends])
        yield order

    def clues(self) -> Constraints:
        order = self.in_order()
        for cell, (number, gates) in self.numbers.items():
            yield order.passed_as("number", f"the gate at {name(cell)}", gates, number)

    def printed_marks(self) -> Iterator[Mark]:
        yield from super().printed_marks()
        yield Text(self.start, str(len(self.gates)))


def _above_and_below(cell: Point) -> list[Point]:
    return [(cell[0] - 1, cell[1]), (cell[0] + 1, cell[1])]


def _left_and_right(cell: Point) -> list[Point]:
    return [(cell[0], cell[1] - 1), (cell[0], cell[1] + 1)]


def _beside(cell: Place, way: str) -> Place:
    return cell[0] + ARROWS[way][0], cell[1] + ARROWS[way][1]


def _turned(_: str, word: Value, turn: Turn) -> str:
    text = str(word)
    if text in "vh" and turn.exchanged:
        return "vh".replace(text, "")
    return text.rstrip("nwes") + turn.ways("".join(way for way in text if way in "nwes"))


def _blank(kind: type[Slalom], shape: Shape, rng: Rng) -> Slalom:
    """Gates between black cells or the edge of the board, none beside another one."""
    words: dict[Place, str] = {}
    for cell in shuffled(rng, cells(shape)):
        gate = _gate(cell, words, shape, rng)
        crossed = [at for at, word in gate.items() if word != "#"]
        near = {other for at in crossed for other in (at, *around(at))}
        if near.isdisjoint(words) and all(words.get(at, "#") == "#" for at in gate):
            words |= gate
        if 5 * len(words) > len(cells(shape)):
            break
    free = [cell for cell in cells(shape) if cell not in words]
    return kind(grid=rows_of(words | {shuffled(rng, free)[0]: "o"}, shape))


def _gate(cell: Place, words: dict[Place, str], shape: Shape, rng: Rng) -> dict[Place, str]:
    """A gate over a cell, with the black cells at its ends; none along the edge of the board."""
    across = int(rng.integers(2))
    if not 0 < cell[across] < shape[across] - 1:
        return {}
    sign = "hv"[across]
    gate = {cell: sign}
    for way in (way for way, along in SIGNS.items() if along == sign):
        for near in ray(cell, way, shape):
            gate[near] = "#" if near in words or rng.random() < 0.6 else sign
            if gate[near] == "#":
                break
    return gate


def _clues_of(kind: type[Slalom], blank: Slalom, solution: Grid, rng: Rng) -> Solved:
    """The gates, some with numbers, and the loop without detours around one side of a square."""
    drawn = {link for link, value in values_by_place(blank, solution).items() if value}
    kept = {blank.start, *(cell for gate in blank.gates for cell in gate)}
    before = set[Point]()
    while drawn != before:
        before = drawn
        for y, x in corners(blank.size):
            square = {*around((y, x), 0.5)}
            if len(missing := square - drawn) == 1:
                r, c = 2 * y - min(missing)[0], 2 * x - min(missing)[1]
                left = {(r, c - 0.5), (r, c + 0.5)} if c % 1 else {(r - 0.5, c), (r + 0.5, c)}
                drawn = drawn ^ square if kept.isdisjoint(left) else drawn
    at = {link: int(link in drawn) for link in blank.unknowns.places}
    loop = [cell for _, cell in blank.in_order().steps([*at.values()])[0]]
    told = {post: f"1{way}" for post, way in _posts(blank.words) if rng.random() < 0.4}
    puzzle = _numbered(replace(blank, grid=rows_of(blank.words | told, blank.size)), loop)
    return puzzle, puzzle.grid_of({entry_of(puzzle, link): value for link, value in at.items()})


def _posts(words: dict[Place, str]) -> list[tuple[Place, str]]:
    """The black cells without a number at which a gate ends, each with the way to it."""
    black = [cell for cell, word in words.items() if word == "#"]
    return [p for p in product(black, ARROWS) if words.get(_beside(*p)) == SIGNS[p[1]]]


def _moves(puzzle: Slalom, solution: Grid, wrong: Grid, rng: Rng) -> Iterator[Solved]:
    """The puzzle with one more number, or more black cells, that another loop does not fit."""
    words, order = puzzle.words, puzzle.in_order()
    at = [values_by_place(puzzle, grid) for grid in (solution, wrong)]
    loop, other = ([b for _, b in order.steps([*held.values()])[0]] for held in at)
    off = [cell for cell in other if cell not in {*loop, *words}]
    several = [[cell, *(c for c in off if rng.random() < 0.4)] for cell in off]
    black = [words | dict.fromkeys(some, "#") for some in several]
    numbers = [words | {post: f"1{way}"} for post, way in _posts(words)]
    for some in (*shuffled(rng, numbers), *shuffled(rng, black)):
        new = _numbered(replace(puzzle, grid=rows_of(some, puzzle.size)), loop)
        if not _fits(new, other):
            yield new, _on(new, puzzle, solution)


def _numbered(puzzle: Slalom, loop: list[Place]) -> Slalom:
    """The puzzle with the numbers of its gates, as a loop passes them."""
    passed, words = _passed(puzzle, loop), puzzle.words
    for cell, (_, gates) in puzzle.numbers.items():
        words[cell] = f"{passed.index(gates[0]) + 1}{words[cell][-1]}"
    return replace(puzzle, grid=rows_of(words, puzzle.size))


def _fits(puzzle: Slalom, loop: list[Place]) -> bool:
    """Whether a loop keeps off black cells, and passes gates as numbers say, one way round."""
    order, told = _passed(puzzle, loop), [*puzzle.numbers.values()]
    return (
        {*loop} <= {*puzzle.free}
        and sorted(order) == [*range(len(order))]
        and any(all(each[n - 1] in some for n, some in told) for each in (order, order[::-1]))
    )


def _passed(puzzle: Slalom, loop: list[Place]) -> list[int]:
    """The gates that a loop passes, by their positions."""
    at = {cell: i for i, gate in enumerate(puzzle.gates) for cell in gate}
    return [at[cell] for cell in loop if cell in at]


def _on(puzzle: Slalom, board: Board, grid: Grid) -> Grid:
    """A solution of one board on another one, which has fewer links."""
    at = values_by_place(board, grid)
    return puzzle.grid_of({entry_of(puzzle, p): at[p] or 0 for p in puzzle.unknowns.index})


Slalom.generation = Generation(
    construction=Construction.BOARD, blank=_blank, clues_of=_clues_of, moves=_moves
)
Slalom.turning = Turning(word=_turned)
