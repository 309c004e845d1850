"""Slalom."""

from itertools import product

from uniclue.kit import ARROWS, Annotated, Board, Constraints, Construction, Gates, Generation, Grid
from uniclue.kit import InOrder, Iterator, Layer, Loop, Mark, Place, Point, PuzzleError, Pzpr, Rng
from uniclue.kit import Shape, Solved, Text, TextGrid, Tokens, Turn, Turning, Value, blank_of
from uniclue.kit import cells, cut_loop, entry_of, items, links, name, pieces, ray, replace, rows_of
from uniclue.kit import shuffled, values_by_place

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
        for (r, c), word in words.items():
            number = word.rstrip("nwes")
            if number.isdecimal():
                ways = {way: ARROWS[way] for way in word[len(number) :] or "nwes"}
                near = {way: (r + dr, c + dc) for way, (dr, dc) in ways.items()}
                ends = [at[p] for way, p in near.items() if words.get(p) == SIGNS[way]]
                found[r, c] = int(number), tuple(ends)
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


def _turned(_: str, word: Value, turn: Turn) -> str:
    text = str(word)
    if text in "vh" and turn.exchanged:
        return "vh".replace(text, "")
    return text.rstrip("nwes") + turn.ways("".join(way for way in text if way in "nwes"))


def _clues_of(kind: type[Slalom], blank: Board, solution: Grid, rng: Rng) -> Solved:
    """Gates across a loop, between black cells or the edge of the board."""
    drawn = {link for link, value in values_by_place(blank, solution).items() if value}
    (loop,) = cut_loop(drawn, rng, range(len(drawn), len(drawn) + 1))
    words = {loop[0]: "o"}
    for r, c in loop[1:]:
        for sign, ways in (("v", "we"), ("h", "ns")):
            over = {(r + ARROWS[way][0] / 2, c + ARROWS[way][1] / 2) for way in ways}
            if over <= drawn and rng.random() < 0.5:
                words |= _gate((r, c), sign, words, {*loop}, blank.board_shape, rng)
    puzzle = kind(grid=rows_of(words, blank.board_shape))
    return puzzle, _on(puzzle, blank, solution)


def _gate(
    cell: Place, sign: str, words: dict[Place, str], loop: set[Place], shape: Shape, rng: Rng
) -> dict[Place, str]:
    """A gate through a cell, and the black cells at its ends; nothing where it has no room."""
    found = {cell: sign}
    for way in (way for way, along in SIGNS.items() if along == sign):
        for near in ray(cell, way, shape):
            if near in loop or words.get(near, "#") != "#":
                return {}
            found[near] = "#" if near in words or rng.random() < 0.7 else sign
            if found[near] == "#":
                break
    return found


def _moves(puzzle: Slalom, solution: Grid, wrong: Grid, rng: Rng) -> Iterator[Solved]:
    """The puzzle with one more black cell, or one more number, that another loop does not fit."""
    words, order = puzzle.words, puzzle.in_order()
    at = [values_by_place(puzzle, grid) for grid in (solution, wrong)]
    loop, other = ([b for _, b in order.steps([*held.values()])[0]] for held in at)
    made = [words | {cell: "#"} for cell in other if cell not in loop and cell not in words]
    passed = [gate for cell in loop for gate in puzzle.gates if cell in gate]
    for n, gate in enumerate(passed, 1):
        for (r, c), way in product(gate, SIGNS):
            post = r - ARROWS[way][0], c - ARROWS[way][1]
            if words.get(post) == "#" and words[r, c] == SIGNS[way]:
                made += [words | {post: f"{k}{way}"} for k in (n, len(passed) + 1 - n)]
    for some in shuffled(rng, made):
        new = replace(puzzle, grid=rows_of(some, puzzle.size))
        if new.broken(_on(new, puzzle, wrong)):
            right = _on(new, puzzle, solution)
            yield from () if new.broken(right) else [(new, right)]


def _on(puzzle: Slalom, board: Board, grid: Grid) -> Grid:
    """A solution of one board on another one, which has fewer links."""
    at = values_by_place(board, grid)
    return puzzle.grid_of({entry_of(puzzle, link): at[link] for link in puzzle.unknowns.index})


Slalom.generation = Generation(
    construction=Construction.BOARD, blank=blank_of("masyu"), clues_of=_clues_of, moves=_moves
)
Slalom.turning = Turning(word=_turned)
