"""Sudoku variants.

Longer than other kinds, for it holds all variants, so that they combine freely: each is one member
and one or two lines below.

Cells are [row, column] from 0. A member with lines is an array of arrays of cells:
``"thermometers": [[[0, 0], [0, 1]], ...]``.
"""

from collections import Counter
from functools import cached_property, partial

from uniclue.kit import AllDifferent, AllDifferentSum, Annotated, Any, Areas, AtLeast, Bars, Beside
from uniclue.kit import Between, Board, Clue, Consecutive, Constraints, Diagonals, Difference
from uniclue.kit import EqualLists, Generation, InDomain, Increasing, Iterator, Janko, Layer, Less
from uniclue.kit import Line, Listed, ListedPairs, Literal, Mark, Meta, MinDifference, Model
from uniclue.kit import NotAllEqual, Outline, PairSum, ParityDigits, Pencilmarks, Permutation
from uniclue.kit import Place, PuzzleError, Quadruples, Ratio, Rng, Sandwich, Sequence, Shape, Sum
from uniclue.kit import SumOf, TextGrid, TextRow, Turn, Turning, Unit, Whispers, areas, block
from uniclue.kit import boxes, cells, columns, diagonals, dot, entries, equal_areas, fields_of
from uniclue.kit import leaps, less_than, letters, mirrored, name, names, numbers, pairs
from uniclue.kit import random_areas, ray, refuse_unless_square, rows, rows_and_columns, rows_of
from uniclue.kit import shaded, sign, stroke, usual_boxes, windows, with_area_sums, with_ends

MOST = 25
"""Cells in a row, at most."""
Side = Annotated[int, Meta(ge=1, le=MOST)]
Cells = Annotated[tuple[Place, ...], Meta(min_length=1, max_length=MOST**2)]
Number = Annotated[int, Meta(ge=0, le=10_000)]
FOLLOW, TWICE = partial(Difference, number=1), partial(Ratio, number=2)
TEN, FIVE, FIVE_OR_TEN = (partial(PairSum, sums=sums) for sums in ((10,), (5,), (5, 10)))
"""What pairs with dots do, and with X and V."""
TONES = {"whispers": "green", "renban": "purple", "palindromes": "blue"}
SIZED = ("grid", "pencilmarks", "regions", "cages")
"""The members that tell the size of the board."""


Many = Annotated[tuple[Cells, ...], Meta(max_length=700)]
Pairs = Annotated[tuple[Cells, ...], Meta(max_length=1300)]


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
        absent: where the puzzle says that all dots are given, neighbours without one do not
            qualify for it; likewise for X and V
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
    grid: Annotated[TextGrid, ParityDigits(MOST)] = ()
    pencilmarks: Annotated[TextGrid, Pencilmarks()] = ()
    cages: Annotated[TextGrid, Areas(filled=False, texts="sums")] = ()
    sums: Annotated[dict[str, int], Meta(max_length=MOST**2)] = {}
    extra_regions: Annotated[Many, Listed("extra", AllDifferent, shaded)] = ()
    diagonals: bool = False
    windows: bool = False
    disjoint: bool = False
    antiknight: bool = False
    antiking: bool = False
    nonconsecutive: bool = False
    thermometers: Annotated[Many, Listed("thermometer", Increasing, stroke(end="bulb"))] = ()
    arrows: Annotated[Many, Listed("arrow", SumOf, stroke("thin", end="ring arrow"))] = ()
    palindromes: Annotated[Many, Listed("palindrome", mirrored, stroke(tone="blue"))] = ()
    whispers: Annotated[Many, Whispers("whisper", MinDifference, stroke(tone="green"))] = ()
    renban: Annotated[Many, Listed("renban", Consecutive, stroke(tone="purple"))] = ()
    between: Annotated[Many, Listed("between", Between, with_ends, least=2)] = ()
    clones: Annotated[Many, Listed("clone", EqualLists, shaded, even=True)] = ()
    white_dots: Annotated[Pairs, ListedPairs("white", FOLLOW, dot())] = ()
    black_dots: Annotated[Pairs, ListedPairs("black", TWICE, dot(black=True))] = ()
    tens: Annotated[Pairs, ListedPairs("ten", TEN, sign("X"))] = ()
    fives: Annotated[Pairs, ListedPairs("five", FIVE, sign("V"))] = ()
    less: Annotated[Pairs, ListedPairs("less", Less, less_than)] = ()
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
        yield from super().printed_marks()
        for _, some in self._windows():
            yield from shaded(some)
        yield from (Outline(box) for _, box in self.boxes)
        yield from (Line(line, "thin") for _, line in diagonals(self.size) if self.diagonals)

    def printed_lines(self) -> Iterator[str]:
        yield from super().printed_lines()
        for member, tone in TONES.items():
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
        units += [("window", some) for some in self._windows()]
        if self.disjoint and self.boxes:
            for i, some in enumerate(zip(*(box for _, box in self.boxes), strict=True), 1):
                units.append(("place", (f"place {i} of boxes", some)))
        for code, (title, places) in units:
            yield Permutation(code, title, places)
        for pair in leaps(self.size, (1, 2), (2, 1)) if self.antiknight else ():
            yield NotAllEqual("knight", names(pair), pair)
        for pair in leaps(self.size, (1, 1)) if self.antiking else ():
            yield NotAllEqual("king", names(pair), pair)
        for pair in pairs(self.size) if self.nonconsecutive else ():
            yield Difference("step", names(pair), pair, 1, negated=True)

    def _windows(self) -> Sequence[Unit]:
        if not self.windows:
            return ()
        box = self.boxes[0][1]
        return windows(self.size, len({r for r, _ in box}), len({c for _, c in box}))

    def clues(self) -> Constraints:
        n = self.size[0]
        for cell, word in letters(self.grid):
            fits = self.domain[1::2] if word == "E" else self.domain[::2]
            yield InDomain("parity", name(cell), [cell], fits, "even" if word == "E" else "odd")
        for cell, marks in numbers(self.pencilmarks):
            yield InDomain("pencilmark", name(cell), [cell], tuple(map(int, str(marks))))
        cages = areas(self.cages)
        for word, some in cages.items():
            yield AllDifferent("cage", f"cage {word}", some)
        for word, total in self.sums.items():
            some = cages[word]
            if n <= 16:
                yield AllDifferentSum("sum", f"cage {word}", some, total, n)
            else:
                yield Sum("sum", f"cage {word}", some, total, total)
        for member, sort in fields_of(type(self)).items():
            if isinstance(sort, Listed):
                yield from sort.constraints(getattr(self, member), n)
        yield from self._absent()
        for corner, digits in self.quadruples:
            four = block(corner)
            title, times = f"around {name(corner)}", sorted(Counter(digits).items())
            there = [AtLeast("quadruple", title, four, n, str(digit), digit) for digit, n in times]
            if there:
                yield Clue("quadruple", title, there, ", ".join(map(str, sorted(digits))))
        for (r, c), way, total in self.diagonal_sums:
            ahead = [(r, c), *ray((r, c), way, self.size)]
            yield Sum("little", f"the diagonal from {name((r, c))}", ahead, total, total)
        told = (
            *zip(columns(self.size), entries(self.sandwich_top), strict=False),
            *zip(rows(self.size), entries(self.sandwich_left), strict=False),
        )
        for (title, line), number in told:
            if isinstance(number, int) and (n > 1 or number):  # one cell is least and greatest
                yield Sandwich("sandwich", title, line, number, (1, n))

    def _absent(self) -> Constraints:
        """What pairs without dots, or without X and V, do not do."""
        dots = {frozenset(pair) for pair in self.white_dots + self.black_dots}
        signs = {frozenset(pair) for pair in self.tens + self.fives}
        told = (("white", dots, FOLLOW), ("black", dots, TWICE), ("xv", signs, FIVE_OR_TEN))
        given = [(there, means) for word, there, means in told if word in self.all_given]
        for pair in pairs(self.size) if given else ():
            for there, means in given:
                if frozenset(pair) not in there:
                    yield means("absent", names(pair), pair, negated=True)

    def shared_rules(self, form: str | None = None) -> Model | None:
        return None if self._clues.all else super().shared_rules(form)


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


def _turned_box(puzzle: Variant, turn: Turn) -> dict[str, Any]:
    return {"box": puzzle.box and (puzzle.box[::-1] if turn.exchanged else puzzle.box)}


Variant.generation = Generation(
    optional_rules=OPTIONAL_RULES, blank=_blank, with_sums_of=with_area_sums
)
Variant.turning = Turning(members=_turned_box)
