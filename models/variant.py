"""Sudoku variants.

Longer than other kinds, for it holds all variants, so that they combine freely: each is one member
and one or two lines below.

Cells are [row, column] from 0. A member with lines is an array of arrays of cells:
``"thermometers": [[[0, 0], [0, 1]], ...]``.
"""

from functools import cached_property, partial

from uniclue.kit import CORNERS, LOW, Annotated, Any, Apart, Areas, AtLeast, Bars, Beside, Between
from uniclue.kit import Board, Callable, Circle, Constraint, Constraints, Copied, Diagonals
from uniclue.kit import Difference, Different, DistinctSum, Generation, Grid, Increasing, Iterable
from uniclue.kit import Iterator, Janko, Layer, Less, Line, Lines, Literal, Mark, Meta, Model
from uniclue.kit import NotAlike, OneOf, Outline, PairSum, Permutation, Place, Point, PuzzleError
from uniclue.kit import Quadruples, Ratio, Rng, Sandwiched, Sequence, Shade, Shape, Straight, SumOf
from uniclue.kit import Text, TextGrid, TextRow, Tokens, Total, Turn, Turning, Unit, Value, areas
from uniclue.kit import between, block, boxes, cells, columns, diagonals, entries, equal_areas
from uniclue.kit import fields_of, items, less_sign, letters, name, names, numbers, pairs
from uniclue.kit import random_areas, refuse_unless_square, replace, rows, rows_and_columns, rows_of
from uniclue.kit import usual_boxes

MOST = 25
"""Cells in a row, at most."""
Side = Annotated[int, Meta(ge=1, le=MOST)]
Cells = Annotated[tuple[Place, ...], Meta(min_length=1, max_length=MOST**2)]
Number = Annotated[int, Meta(ge=0, le=10_000)]
SIZED = ("grid", "pencilmarks", "regions", "cages")
"""The members that tell the size of the board."""


class Digits(Tokens):
    """A grid of digits that are printed, E for an even one, O for an odd one; 0 is blank."""

    def __init__(self) -> None:
        super().__init__(range(MOST + 1), "EO", drawn="parity")

    def check(self, path: str, value: Sequence[TextRow], puzzle: Any) -> None:
        super().check(path, value, puzzle)
        for (r, c), number in numbers(value):
            if number > len(puzzle.domain):
                expected = f"expected 1 to {len(puzzle.domain)}, E, O or . for nothing"
                raise PuzzleError(f"{path}[{r}][{c}]", f"{expected}, got {number}")

    def printed(self, value: Sequence[TextRow]) -> list[tuple[Place, Value]]:
        return [(cell, number) for cell, number in numbers(value) if number]

    def marks(self, value: Sequence[TextRow], puzzle: Any) -> Iterator[Mark]:
        return (mark for cell, word in items(value) if word for mark in self.drawn(cell, str(word)))


class Pencilmarks(Tokens):
    """A grid with the digits that a cell may hold, up to 9: ``1358``."""

    is_told = False

    def __init__(self) -> None:
        super().__init__(range(1, 10**9))

    def check(self, path: str, value: Sequence[TextRow], puzzle: Any) -> None:
        super().check(path, value, puzzle)
        digits = "".join(map(str, range(1, min(len(puzzle.domain), 9) + 1)))
        for (r, c), word in items(value):
            if len({*str(word)}) < len(str(word)) or not {*str(word)} <= {*digits}:
                expected = f"expected some digits of {digits}, each once, or . for any"
                raise PuzzleError(f"{path}[{r}][{c}]", f"{expected}, got {word}")

    def marks(self, value: Sequence[TextRow], puzzle: Any) -> Iterator[Mark]:
        """Small, low in their cells."""
        return (Text((r + LOW, c), str(word)) for (r, c), word in items(value))

    def typed(self, value: Sequence[TextRow], puzzle: Any) -> Iterable[tuple[Point, str]]:
        return ()


Lists = Annotated[tuple[Cells, ...], Meta(max_length=700), Lines()]
Pairs = Annotated[tuple[Cells, ...], Meta(max_length=1300), Lines(2)]


class Variant(Board, frozen=True, kw_only=True, tag="variant", omit_defaults=True):
    """Sudoku variants: regions, cages, lines, dots and more, as a puzzle has them.

    Rules:
        clue: a printed digit stays as it is
        line: every digit stands once in each row and column
        box: every digit stands once in each box, if there are no regions
        region: every digit stands once in each region
        parity: E holds an even digit, O an odd one
        pencilmark: a cell with pencil marks holds one of them
        cage: no digit stands twice in a cage
        sum: the digits of a cage add up to its sum
        extra: no digit stands twice in an extra region
        diagonal: every digit stands once in each diagonal
        window: every digit stands once in each window, which lies between boxes (windoku)
        place: no digit stands twice in the same place of boxes (disjoint groups)
        knight: no two cells a knight's move apart hold the same digit
        king: no two cells that share a corner hold the same digit
        step: no two neighbours hold digits that follow each other
        thermometer: digits grow along a thermometer from its bulb, the first cell
        arrow: the first digit of an arrow is the sum of the others
        palindrome: a palindrome reads the same from both ends
        whisper: neighbours on a whisper differ by half the number of digits or more (9: 5)
        renban: the digits of a renban follow each other, in any order
        between: the digits of a line lie between those at its ends
        clone: the second half of the cells of a clone holds the same as the first
        white: digits at a white dot follow each other
        black: of the digits at a black dot one is twice the other
        ten: digits at an X add up to 10
        five: digits at a V add up to 5
        less: the first of two cells with a sign holds less
        absent: neighbours without a dot do not ask for one, if the puzzle says that all are given;
            the same of X and V
        quadruple: the digits at a corner stand in the four cells around it
        little: a number beside the board is the sum of its diagonal
        sandwich: a number beside the board is the sum of the digits between the least and the
            greatest
    """

    only_known_cells = True
    sites = (
        Janko("jigsaw", "grid", "regions", also=["jigsaw-sudoku", "sudoku-chaos"]),
        Janko("killer", "cages", also=["killer-sudoku", "sudoku-killer"]),
        Janko("evenodd", "grid", also=["even-odd-sudoku", "sudoku-odd-even"]),
        Janko(
            "consecutive",
            "grid",
            Bars("white_dots"),
            also=["consecutive-sudoku", "sudoku-konsekutiv"],
        ),
    )

    box: tuple[Side, Side] | None = None
    regions: Annotated[TextGrid, Areas()] = ()
    grid: Annotated[TextGrid, Digits()] = ()
    pencilmarks: Annotated[TextGrid, Pencilmarks()] = ()
    cages: Annotated[TextGrid, Areas(filled=False, texts="sums")] = ()
    sums: Annotated[dict[str, int], Meta(max_length=MOST**2)] = {}
    extra_regions: Lists = ()
    diagonals: bool = False
    windows: bool = False
    disjoint: bool = False
    antiknight: bool = False
    antiking: bool = False
    nonconsecutive: bool = False
    thermometers: Lists = ()
    arrows: Lists = ()
    palindromes: Lists = ()
    whispers: Lists = ()
    renban: Lists = ()
    between: Annotated[tuple[Cells, ...], Meta(max_length=700), Lines(least=2)] = ()
    clones: Annotated[tuple[Cells, ...], Meta(max_length=700), Lines(even=True)] = ()
    white_dots: Pairs = ()
    black_dots: Pairs = ()
    tens: Pairs = ()
    fives: Pairs = ()
    less: Pairs = ()
    all_given: tuple[Literal["white", "black", "xv"], ...] = ()
    quadruples: Annotated[
        tuple[tuple[Place, Annotated[tuple[Side, ...], Meta(max_length=4)]], ...], Quadruples()
    ] = ()
    diagonal_sums: Annotated[
        tuple[tuple[Place, Literal["nw", "ne", "sw", "se"], Number], ...], Diagonals()
    ] = ()
    sandwich_top: Annotated[TextRow, Beside("top", range(10_000))] = ()
    sandwich_left: Annotated[TextRow, Beside("left", range(10_000))] = ()

    # -- what is typed ---------------------------------------------------------------------------

    @cached_property
    def board_shape(self) -> Shape:
        if grid := next((grid for name in SIZED if (grid := getattr(self, name))), None):
            return len(grid), len(entries(grid[0]))
        return (self.box[0] * self.box[1],) * 2 if self.box else (0, 0)

    def validate(self) -> None:
        if self.board_shape == (0, 0):
            raise PuzzleError("$", "expected a member that tells the size: 'box', 'grid' or others")
        first = next((each for each in SIZED if getattr(self, each)), "box")
        refuse_unless_square(self, f"$.{first}", MOST)
        side = self.size[0]
        for member, sort in fields_of(type(self)).items():
            if getattr(self, member):
                sort.check(f"$.{member}", getattr(self, member), self)
        if self.sums and not self.cages:
            raise PuzzleError("$.sums", "expected 'cages' beside, got none")
        if self.box and self.box[0] * self.box[1] != side:
            raise PuzzleError(
                "$.box", f"expected r x c = {side}, got {self.box[0]} x {self.box[1]}"
            )
        if self.regions and (self.box or self.windows or self.disjoint):
            raise PuzzleError(
                "$.regions", "expected no boxes ('box', 'windows', 'disjoint') beside"
            )
        for word, places in areas(self.regions).items():
            if len(places) != side:
                expected = f"expected {side} cells in region {word}, got {len(places)}"
                raise PuzzleError("$.regions", expected)

    def answer(self) -> Layer:
        return Layer(cells(self.size), range(1, self.size[0] + 1))

    def printed_marks(self) -> Iterator[Mark]:
        for member, drawn in DRAWN.items():
            for line in getattr(self, member):
                yield from drawn(line)
        for _, some in self._windows() if self.windows else ():
            yield from _shaded(some)
        yield from super().printed_marks()
        yield from (Outline(box) for _, box in self.boxes)
        yield from (Line(line, "thin") for _, line in diagonals(self.size) if self.diagonals)
        for (r, c), digits in self.quadruples:
            yield Text((r + 0.5, c + 0.5), "".join(map(str, digits)))
        for (r, c), way, total in self.diagonal_sums:
            yield Text((r - CORNERS[way][0], c - CORNERS[way][1]), str(total), way)

    def printed_lines(self) -> Iterator[str]:
        yield from super().printed_lines()
        for member, tone in {
            "whispers": "green",
            "renban": "purple",
            "palindromes": "blue",
        }.items():
            if lines := getattr(self, member):
                yield f"{member}, {tone}: from {names(line[0] for line in lines)}"
        if self.all_given:
            yield f"all are given: {', '.join(self.all_given)}"

    # -- what it means ---------------------------------------------------------------------------

    @property
    def boxes(self) -> Sequence[Unit]:
        """The boxes; none, if there are regions."""
        if self.regions:
            return ()
        return boxes(self.size, *self.box) if self.box else usual_boxes(self.size[0])

    def rules(self) -> Constraints:
        units = [("line", line) for line in rows_and_columns(self.size)]
        units += [("box", box) for box in self.boxes]
        units += [("region", (f"region {a}", some)) for a, some in areas(self.regions).items()]
        units += [("diagonal", line) for line in diagonals(self.size) if self.diagonals]
        units += [("window", some) for some in (self._windows() if self.windows else ())]
        if self.disjoint and self.boxes:
            for i, some in enumerate(zip(*(box for _, box in self.boxes), strict=True), 1):
                units.append(("place", (f"place {i} of boxes", some)))
        for code, (title, places) in units:
            yield Permutation(code, title, places)
        for pair in self._apart((1, 2), (2, 1)) if self.antiknight else ():
            yield NotAlike("knight", names(pair), pair)
        for pair in self._apart((1, 1)) if self.antiking else ():
            yield NotAlike("king", names(pair), pair)
        for pair in pairs(self.size) if self.nonconsecutive else ():
            yield Difference("step", names(pair), pair, 1, negated=True)

    def _windows(self) -> Iterator[Unit]:
        """The windows: as large as boxes, with a line between them and at the edge."""
        height, width = len({r for r, _ in self.boxes[0][1]}), len({c for _, c in self.boxes[0][1]})
        tops = [
            (r, c)
            for r in range(1, self.size[0] - height, height + 1)
            for c in range(1, self.size[1] - width, width + 1)
        ]
        return ((f"window at {name(top)}", block(top, height, width)) for top in tops)

    def _apart(self, *steps: tuple[int, int]) -> Iterator[tuple[Place, Place]]:
        """All pairs of cells so many rows and columns apart."""
        inside = {*cells(self.size)}
        for r, c in cells(self.size):
            for dr, dc in steps:
                yield from (
                    ((r, c), at) for at in ((r + dr, c - dc), (r + dr, c + dc)) if at in inside
                )

    def clues(self) -> Constraints:
        n = self.size[0]
        for cell, word in letters(self.grid):
            fits = self.domain[1::2] if word == "E" else self.domain[::2]
            yield OneOf("parity", name(cell), [cell], fits, "even" if word == "E" else "odd")
        for cell, marks in numbers(self.pencilmarks):
            yield OneOf("pencilmark", name(cell), [cell], tuple(map(int, str(marks))))
        cages = areas(self.cages)
        for word, some in cages.items():
            yield Different("cage", f"cage {word}", some)
        for word, total in self.sums.items():
            some = cages[word]
            if n <= 16:
                yield DistinctSum("sum", f"cage {word}", some, total, n)
            else:
                yield Total("sum", f"cage {word}", some, total, total)
        for code, (lines, constraint) in self._lines().items():
            for line in lines:
                where = f"{name(line[0])} to {name(line[-1])}" if len(line) > 2 else names(line)
                yield constraint(code, f"{code} {where}", line)
        yield from self._absent()
        for corner, digits in self.quadruples:
            four = block(corner)
            for digit in sorted({*digits}):
                least = digits.count(digit)
                yield AtLeast("quadruple", f"around {name(corner)}", four, least, f"{digit}", digit)
        for (r, c), way, total in self.diagonal_sums:
            ahead = [(r + i * CORNERS[way][0], c + i * CORNERS[way][1]) for i in range(n)]
            inside = [cell for cell in ahead if cell in self.asked.index]
            yield Total("little", f"the diagonal from {name((r, c))}", inside, total, total)
        told = (
            *zip(columns(self.size), entries(self.sandwich_top), strict=False),
            *zip(rows(self.size), entries(self.sandwich_left), strict=False),
        )
        for (title, line), number in told:
            if isinstance(number, int) and (n > 1 or number):  # one cell is least and greatest
                yield Sandwiched("sandwich", title, line, number, (1, n))

    def _lines(self) -> dict[str, tuple[Lists, Callable[..., Constraint]]]:
        """The members that are lists of cells, and what each list means, by their codes."""
        half = (self.size[0] + 1) // 2
        return {
            "extra": (self.extra_regions, Different),
            "thermometer": (self.thermometers, Increasing),
            "arrow": (self.arrows, SumOf),
            "palindrome": (self.palindromes, _mirrored),
            "whisper": (self.whispers, partial(Apart, by=half)),
            "renban": (self.renban, Straight),
            "between": (self.between, Between),
            "clone": (self.clones, Copied),
            "white": (self.white_dots, partial(Difference, number=1)),
            "black": (self.black_dots, partial(Ratio, number=2)),
            "ten": (self.tens, partial(PairSum, sums=(10,))),
            "five": (self.fives, partial(PairSum, sums=(5,))),
            "less": (self.less, Less),
        }

    def _absent(self) -> Constraints:
        """What pairs without dots, or without X and V, do not do."""
        dots = {frozenset(pair) for pair in self.white_dots + self.black_dots}
        signs = {frozenset(pair) for pair in self.tens + self.fives}
        for pair in pairs(self.size) if self.all_given else ():
            if "white" in self.all_given and frozenset(pair) not in dots:
                yield Difference("absent", names(pair), pair, 1, negated=True)
            if "black" in self.all_given and frozenset(pair) not in dots:
                yield Ratio("absent", names(pair), pair, 2, negated=True)
            if "xv" in self.all_given and frozenset(pair) not in signs:
                yield PairSum("absent", names(pair), pair, (5, 10), negated=True)

    def shared_rules(self, form: str | None = None) -> Model | None:
        return None if self._clues.all else super().shared_rules(form)


def _shaded(line: Sequence[Place]) -> Iterator[Mark]:
    return (Shade(cell, "grey") for cell in line)


DRAWN: dict[str, Callable[[Any], Iterable[Mark]]] = {
    "extra_regions": _shaded,
    "thermometers": lambda line: [Line(line, "thick", end="bulb")],
    "arrows": lambda line: [Line(line, "thin", end="ring arrow")],
    "palindromes": lambda line: [Line(line, "thick", tone="blue")],
    "whispers": lambda line: [Line(line, "thick", tone="green")],
    "renban": lambda line: [Line(line, "thick", tone="purple")],
    "between": lambda line: [Line(line, "thin"), Circle(line[0]), Circle(line[-1])],
    "clones": _shaded,
    "white_dots": lambda pair: [Circle(between(*pair))],
    "black_dots": lambda pair: [Circle(between(*pair), black=True)],
    "tens": lambda pair: [Text(between(*pair), "X")],
    "fives": lambda pair: [Text(between(*pair), "V")],
    "less": lambda pair: [less_sign(*pair)],
}
"""How the members that are lists of cells are drawn."""


def _mirrored(code: str, title: str, line: Sequence[Place]) -> Constraint:
    half = len(line) // 2
    return Copied(code, title, (*line[:half], *line[::-1][:half]))


OPTIONAL_RULES = {
    "diagonal": "diagonals",
    "windoku": "windows",
    "knight": "antiknight",
    "king": "antiking",
    "disjoint": "disjoint",
    "nonconsecutive": "nonconsecutive",
    "jigsaw": "regions",
    "killer": "cages",
}


def _blank(kind: type[Variant], shape: Shape, rng: Rng, extra: Sequence[str] = ()) -> Variant:
    """An empty board with some more rules; with one of the first five if none is chosen."""
    chosen = extra or [[*OPTIONAL_RULES][int(rng.integers(5))]]
    members: dict[str, Any] = {OPTIONAL_RULES[name]: True for name in chosen}
    if "regions" in members:
        starts = {cell: i for i, (_, box) in enumerate(usual_boxes(shape[0])) for cell in box}
        members["regions"] = rows_of(equal_areas(shape, rng, starts.__getitem__), shape)
    if "cages" in members:
        members["cages"] = rows_of(random_areas(shape, rng, range(2, 5)), shape)
    return kind(grid=("." * shape[1],) * shape[0], **members)


def _with_sums_of(puzzle: Variant, solution: Grid) -> Variant:
    """The sums of the cages."""
    cages = areas(puzzle.cages).items()
    return replace(
        puzzle,
        sums={word: sum(int(solution[r][c] or 0) for r, c in some) for word, some in cages},
    )


def _turned_members(puzzle: Variant, turn: Turn) -> dict[str, Any]:
    def moved(cell: Place) -> Place:
        r, c = turn.point(cell, puzzle.size)
        return int(r), int(c)

    new: dict[str, Any] = {
        name: tuple(tuple(map(moved, line)) for line in getattr(puzzle, name))
        for name, sort in fields_of(type(puzzle)).items()
        if isinstance(sort, Lines)
    }
    ends = [turn.point((r + 0.5, c + 0.5), puzzle.size) for (r, c), _ in puzzle.quadruples]
    told = zip(ends, puzzle.quadruples, strict=True)
    new["quadruples"] = tuple(((int(r), int(c)), digits) for (r, c), (_, digits) in told)
    new["diagonal_sums"] = tuple((moved(c), turn.arrow(w), n) for c, w, n in puzzle.diagonal_sums)
    new["box"] = puzzle.box and (puzzle.box[::-1] if turn.exchanged else puzzle.box)
    return new


Variant.generation = Generation(
    optional_rules=OPTIONAL_RULES,
    blank=_blank,
    with_sums_of=_with_sums_of,
)
Variant.turning = Turning(members=_turned_members)
