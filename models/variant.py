"""Sudoku variants.

Longer than other kinds, for it holds all variants, so that they combine freely: each is one member
and one or two lines below.

Cells are [row, column] from 0. A member with lines is an array of arrays of cells:
``"thermometers": [[[0, 0], [0, 1]], ...]``.
"""

from collections import Counter
from functools import cached_property, partial
from itertools import groupby, pairwise, product

from uniclue.kit import LAYOUTS, SIDE, AllDifferent, AllDifferentSum, Always, Annotated, Any, Areas
from uniclue.kit import AtLeast, Bars, Beside, Between, Board, Clue, Collection, Consecutive
from uniclue.kit import Constraints, Diagonals, Difference, Element, EqualLists, FirstSum, Frame
from uniclue.kit import Generation, InDomain, Increasing, Iterable, Iterator, Janko, Layer
from uniclue.kit import LayoutName, Less, Line, Lines, Listed, ListedLines, ListedPairs, Literal
from uniclue.kit import Mark, Meta, MinDifference, Model, NotAllEqual, Outline, PairSum
from uniclue.kit import ParityDigits, Pencilmarks, Permutation, PicturedShips, Place, PuzzleError
from uniclue.kit import Quadruples, Ratio, Rng, Sandwich, Sequence, Shape, Spots, Sum, SumOf
from uniclue.kit import TextGrid, TextRow, TowersSeen, Turn, Turning, Unit, Whispers, areas, around
from uniclue.kit import block, boxes, cells, columns, diagonals, dot, double_arrow, entries
from uniclue.kit import entropic_line, equal_areas, equal_sums, fields_of, frames, items, leaps
from uniclue.kit import less_than, letters, lockout, mirrored, modular_line, nabner, name, names
from uniclue.kit import numbers, pairs, random_areas, ray, refuse_unless_square, rows
from uniclue.kit import rows_and_columns, rows_of, shaded, sign, stroke, turned_boards, usual_box
from uniclue.kit import usual_boxes, windows, with_area_sums, with_ends, zipper

MOST = 25
"""Cells in a row, at most."""
Side = Annotated[int, Meta(ge=1, le=MOST)]
Cells = Annotated[tuple[Place, ...], Meta(min_length=1, max_length=MOST**2)]
Number = Annotated[int, Meta(ge=0, le=10_000)]
Few = Annotated[tuple[Place, ...], Meta(max_length=MOST**2)]
OnTop = Annotated[TextRow, Beside("top", range(10_000))]
Below = Annotated[TextRow, Beside("bottom", range(10_000))]
OnLeft = Annotated[TextRow, Beside("left", range(10_000))]
OnRight = Annotated[TextRow, Beside("right", range(10_000))]
FOLLOW, TWICE = partial(Difference, number=1), partial(Ratio, number=2)
TEN, FIVE, FIVE_OR_TEN = (partial(PairSum, sums=sums) for sums in ((10,), (5,), (5, 10)))
"""What pairs with dots do, and with X and V."""
TONES = {
    "whispers": "green",
    "renban": "purple",
    "palindromes": "blue",
    "region_sums": "blue",
    "slow_thermometers": "thin",
    "zippers": "thin",
    "nabners": "thin",
    "entropic": "thin",
    "modular": "thin",
    "lockouts": "with circles",
    "double_arrows": "with circles",
}
"""How lines look whose meaning is not seen."""
SIZED = ("grid", "pencilmarks", "regions", "cages")
"""The members that tell the size of the board."""
OF_ONE = ("regions", "diagonal_sums", "row_indexers", "column_indexers", "box_indexers")
"""The members that a puzzle of several boards does not have; nor has it numbers beside it."""
Many = Annotated[tuple[Cells, ...], Meta(max_length=700)]
Pairs = Annotated[tuple[Cells, ...], Meta(max_length=1300)]


class Variant(Board, frozen=True, kw_only=True, tag="variant", omit_defaults=True):
    """Sudoku variants: regions, cages, lines, dots and more, as a puzzle has them.

    Rules:
        clue: a printed digit stays as it is; with several boards each of them keeps the rules,
            also where they overlap
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
        slow: digits do not fall along a slow thermometer from its bulb
        segment: a region sum line has the same sum in each box or region that it passes
        zipper: on a zipper two digits equally far from the middle add up to the digit there, or
            all such pairs to one sum if there is none
        nabner: no two digits on a nabner line are equal or follow each other
        entropic: of three successive digits on an entropic line one is low, one in the middle and
            one high: each third of the digits
        modular: three successive digits on a modular line leave different remainders by 3
        lockout: the digits at the ends of a lockout line differ by half the number of digits,
            rounded down (9: 4), or more, and those between do not lie within them
        double: the digits at the ends of a double arrow add up to the sum of those between
        minimum: a minimum is less than its neighbours
        maximum: a maximum is greater than its neighbours
        index: the digit of a row indexer in row r says in which row of its column the r is; that
            of a column indexer likewise in its row, that of a box indexer in its box
        quadruple: the digits at a corner stand in the four cells around it
        little: a number beside the board is the sum of its diagonal
        sandwich: a number beside the board is the sum of the digits between the least and the
            greatest
        frame: a number beside the board is the sum of the digits up to the first box border there
        tower: a number beside the board says how many digits are greater than all before them
        first: a number beside the board is the sum of the first x digits, x being the first one
    """

    only_known_cells = True
    sites = (
        Janko("jigsaw", "grid", "regions", also=["jigsaw-sudoku", "sudoku-chaos"]),
        Janko("killer", "cages", also=["killer-sudoku", "sudoku-killer"]),
        *(
            Janko(name.replace("-", ""), "grid", Always("boards", name), also=[f"{name}-sudoku"])
            for name in LAYOUTS
        ),
        Janko(
            "margin",
            *("frame_top", "frame_bottom", "frame_left", "frame_right", "grid"),
            also=["margin-sudoku", "sudoku-rahmen"],
        ),
        Janko(
            "sudoku-skyscraper",
            *("tower_top", "tower_bottom", "tower_left", "tower_right", "grid"),
            also=["skyscraper-sudoku"],
        ),
        Janko("evenodd", "grid", also=["even-odd-sudoku", "sudoku-odd-even"]),
        Janko(
            "consecutive",
            "grid",
            Bars("white_dots"),
            also=["consecutive-sudoku", "sudoku-konsekutiv"],
        ),
    )

    box: tuple[Side, Side] | None = None
    boards: LayoutName | Annotated[tuple[Place, ...], Meta(max_length=60)] = ()
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
    slow_thermometers: Annotated[
        Many, Listed("slow", partial(Increasing, strictly=False), stroke("thin", end="bulb"))
    ] = ()
    region_sums: Annotated[Many, Lines(drawn=stroke("thin", tone="blue"))] = ()
    zippers: Annotated[Many, ListedLines("zipper", zipper, stroke("thin"), least=3)] = ()
    nabners: Annotated[Many, ListedLines("nabner", nabner, stroke("thin"), least=2)] = ()
    entropic: Annotated[Many, ListedLines("entropic", entropic_line, stroke("thin"), least=2)] = ()
    modular: Annotated[Many, ListedLines("modular", modular_line, stroke("thin"), least=2)] = ()
    lockouts: Annotated[Many, ListedLines("lockout", lockout, with_ends, least=2)] = ()
    double_arrows: Annotated[Many, ListedLines("double", double_arrow, with_ends, least=3)] = ()
    minima: Annotated[Few, Spots("min")] = ()
    maxima: Annotated[Few, Spots("max")] = ()
    row_indexers: Annotated[Few, Spots("row")] = ()
    column_indexers: Annotated[Few, Spots("col")] = ()
    box_indexers: Annotated[Few, Spots("box")] = ()
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
    sandwich_top: OnTop = ()
    sandwich_left: OnLeft = ()
    frame_top: OnTop = ()
    frame_bottom: Below = ()
    frame_left: OnLeft = ()
    frame_right: OnRight = ()
    tower_top: OnTop = ()
    tower_bottom: Below = ()
    tower_left: OnLeft = ()
    tower_right: OnRight = ()
    first_top: OnTop = ()
    first_bottom: Below = ()
    first_left: OnLeft = ()
    first_right: OnRight = ()

    # -- what is typed ---------------------------------------------------------------------------

    @cached_property
    def board_shape(self) -> Shape:
        if grid := next((grid for name in SIZED if (grid := getattr(self, name))), None):
            return len(grid), len(entries(grid[0]))
        if self.boards:
            last = self.side - 1
            height, width = zip(*(frame.at((last, last)) for frame in self.frames), strict=True)
            return max(height) + 1, max(width) + 1
        return (self.box[0] * self.box[1],) * 2 if self.box else (0, 0)

    @cached_property
    def side(self) -> int:
        """Rows and columns of a board, and the number of digits."""
        if not self.boards:
            return self.board_shape[0]
        return self.box[0] * self.box[1] if self.box else SIDE

    @property
    def beside(self) -> dict[tuple[str, str], str]:
        """The members beside the board, by their rule and their side."""
        sorts = {n: s for n, s in fields_of(type(self)).items() if isinstance(s, Beside)}
        return {(name.partition("_")[0], sort.side): name for name, sort in sorts.items()}

    @cached_property
    def frames(self) -> Sequence[Frame]:
        """The rows and columns of each board."""
        return frames(self.boards or ((0, 0),), self.side)

    def validate(self) -> None:
        if self.board_shape == (0, 0):
            raise PuzzleError("$", "expected a member that tells the size: 'box', 'grid' or others")
        first = next((each for each in SIZED if getattr(self, each)), "box")
        if self.boards:
            self._refuse_boards()
        else:
            refuse_unless_square(self, f"$.{first}", MOST)
        side = self.side
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
        used = sorted(side for (_, side), member in self.beside.items() if getattr(self, member))
        if repeated := {side for side, other in pairwise(used) if side == other}:
            raise PuzzleError("$", f"expected one sort of numbers at the {repeated.pop()}")
        for word, places in areas(self.regions).items():
            if len(places) != side:
                expected = f"expected {side} cells in region {word}, got {len(places)}"
                raise PuzzleError("$.regions", expected)
        if self.boards:
            clues = (at for clue in self.clues() for at in clue.places)
            for r, c in (*dict(items(self.grid)), *clues):
                if (r, c) not in self.unknowns.index:
                    raise PuzzleError("$", f"expected clues in cells of boards, got {name((r, c))}")

    def _refuse_boards(self) -> None:
        """Raises PuzzleError for boards outside the grid, and members that are not for boards."""
        for i, frame in enumerate(self.frames):
            if not frame.is_inside(self.size):
                raise PuzzleError(f"$.boards[{i}]", "expected a board inside the grid")
        if member := next(filter(partial(getattr, self), (*OF_ONE, *self.beside.values())), ""):
            raise PuzzleError(f"$.{member}", "expected none where there are 'boards'")

    def answer(self) -> Layer:
        held = {at for frame in self.frames for at in product(*frame)}
        return Layer(sorted(held), range(1, self.side + 1))

    @property
    def holes(self) -> Collection[Place]:
        return {*cells(self.size)}.difference(self.places) if self.boards else ()

    def printed_marks(self) -> Iterator[Mark]:
        yield from super().printed_marks()
        for code, (_, some) in self.units:
            if code == "window":
                yield from shaded(some)
            elif code == "box":
                yield Outline(some)
            elif code == "diagonal":
                yield Line(some, "thin")

    def printed_lines(self) -> Iterator[str | PicturedShips]:
        yield from super().printed_lines()
        for member, tone in TONES.items():
            if lines := getattr(self, member):
                what = member.replace("_", " ")
                yield f"{what}, {tone}: from {names(line[0] for line in lines)}"
        if self.all_given:
            yield f"all are given: {', '.join(self.all_given)}"

    # -- what it means ---------------------------------------------------------------------------

    @property
    def boxes(self) -> Sequence[Unit]:
        """The boxes; none, if there are regions."""
        if self.regions:
            return ()
        square = self.side, self.side
        return boxes(square, *self.box) if self.box else usual_boxes(self.side)

    @cached_property
    def units(self) -> Sequence[tuple[str, Unit]]:
        """What holds every digit once, by its rule; a unit that boards share stands there once."""
        square = self.side, self.side
        units = [("line", line) for line in rows_and_columns(square)]
        units += [("box", box) for box in self.boxes]
        units += [("region", (f"region {a}", some)) for a, some in areas(self.regions).items()]
        units += [("diagonal", line) for line in diagonals(square) if self.diagonals]
        units += [("window", some) for some in self._windows()]
        if self.disjoint and self.boxes:
            for i, some in enumerate(zip(*(box for _, box in self.boxes), strict=True), 1):
                units.append(("place", (f"place {i} of boxes", some)))
        if not self.boards:
            return units
        placed: dict[tuple[str, tuple[Place, ...]], str] = {}
        for i, frame in enumerate(self.frames, 1):
            for code, (title, some) in units:
                placed.setdefault((code, tuple(map(frame.at, some))), f"{title} of board {i}")
        return [(code, (title, at)) for (code, at), title in placed.items()]

    def rules(self) -> Constraints:
        for code, (title, places) in self.units:
            yield Permutation(code, title, places)
        for pair in self._here(leaps(self.size, (1, 2), (2, 1))) if self.antiknight else ():
            yield NotAllEqual("knight", names(pair), pair)
        for pair in self._here(leaps(self.size, (1, 1))) if self.antiking else ():
            yield NotAllEqual("king", names(pair), pair)
        for pair in self._here(pairs(self.size)) if self.nonconsecutive else ():
            yield Difference("step", names(pair), pair, 1, negated=True)

    def _here(self, some: Iterable[tuple[Place, Place]]) -> Iterable[tuple[Place, Place]]:
        """The pairs of cells that are both on a board."""
        index = self.unknowns.index
        return (pair for pair in some if pair[0] in index and pair[1] in index)

    def _windows(self) -> Sequence[Unit]:
        if not self.windows:
            return ()
        box = self.boxes[0][1]
        shape = self.side, self.side
        return windows(shape, len({r for r, _ in box}), len({c for _, c in box}))

    def clues(self) -> Constraints:
        n = self.side
        for cell, word in letters(self.grid):
            fits = self.domain[1::2] if word == "E" else self.domain[::2]
            yield InDomain("parity", name(cell), [cell], fits, "even" if word == "E" else "odd")
        for cell, marks in numbers(self.pencilmarks):
            yield InDomain("pencilmark", name(cell), [cell], tuple(map(int, str(marks))))
        cages = areas(self.cages)
        for word, some in cages.items():
            yield AllDifferent("cage", f"cage {word}", some)
        for word, total in self.sums.items():
            yield _different_sum("sum", f"cage {word}", cages[word], total, n)
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
        yield from self._at_cells()
        yield from self._beside_lines()

    def _at_cells(self) -> Constraints:
        """What single cells say of others, and lines of boxes."""
        rooms = [some for code, (_, some) in self.units if code in ("box", "region")]
        room = {at: some for some in rooms for at in some}
        for line in self.region_sums:
            parts = [tuple(some) for _, some in groupby(line, lambda at: min(room[at]))]
            if len(parts) > 1:
                title = f"the line from {name(line[0])} to {name(line[-1])}"
                yield equal_sums("segment", title, parts, "the same sum in each box or region")
        lines = rows(self.size), columns(self.size)
        for r, c in self.row_indexers:
            yield Element("index", name((r, c)), ((r, c), *lines[1][c][1]), r + 1)
        for r, c in self.column_indexers:
            yield Element("index", name((r, c)), ((r, c), *lines[0][r][1]), c + 1)
        for at in self.box_indexers:
            yield Element("index", name(at), (at, *room[at]), room[at].index(at) + 1)
        for code, some in (("minimum", self.minima), ("maximum", self.maxima)):
            for cell in some:
                near = [(cell, at) for at in around(cell) if at in self.unknowns.index]
                both = near if code == "minimum" else [pair[::-1] for pair in near]
                less = [Less(code, f"{name(a)} < {name(b)}", (a, b)) for a, b in both]
                if less:
                    yield Clue(code, f"{code} at {name(cell)}", less)

    def _beside_lines(self) -> Constraints:
        """What numbers beside the board say of the line that begins there."""
        n, box = self.side, self.box or usual_box(self.side)
        for (code, side), member in self.beside.items():
            is_flat, is_end = side in ("top", "bottom"), side in ("bottom", "right")
            lines = columns(self.size) if is_flat else rows(self.size)
            printed = entries(getattr(self, member))
            for (title, line), number in zip(lines, printed, strict=False):
                line, title = (line[::-1], f"{title} from its end") if is_end else (line, title)
                if not isinstance(number, int):
                    continue
                if code == "sandwich" and (n > 1 or number):  # one cell is least and greatest
                    yield Sandwich(code, title, line, number, (1, n))
                elif code == "frame":
                    yield _different_sum(code, title, line[: box[not is_flat]], number, n)
                elif code == "tower":
                    yield TowersSeen(code, title, line, number)
                elif code == "first":
                    yield FirstSum(code, title, line, number)

    def _absent(self) -> Constraints:
        """What pairs without dots, or without X and V, do not do."""
        dots = {frozenset(pair) for pair in self.white_dots + self.black_dots}
        signs = {frozenset(pair) for pair in self.tens + self.fives}
        marked = (("white", dots, FOLLOW), ("black", dots, TWICE), ("xv", signs, FIVE_OR_TEN))
        given = [(there, means) for word, there, means in marked if word in self.all_given]
        for pair in self._here(pairs(self.size)) if given else ():
            for there, means in given:
                if frozenset(pair) not in there:
                    yield means("absent", names(pair), pair, negated=True)

    def shared_rules(self, form: str | None = None) -> Model | None:
        return None if self._clues.all else super().shared_rules(form)


def _different_sum(
    code: str, title: str, places: Sequence[Place], total: int, digits: int
) -> AllDifferentSum | Sum:
    """The sum of different digits; of many digits just their sum, for there are too many sets."""
    if digits > 16:
        return Sum(code, title, places, total, total)
    return AllDifferentSum(code, title, places, total, digits)


OPTIONAL_RULES = {
    "diagonal": "diagonals",
    "windoku": "windows",
    "knight": "antiknight",
    "king": "antiking",
    "disjoint": "disjoint",
    "nonconsecutive": "nonconsecutive",
    "jigsaw": "regions",
    "killer": "cages",
    **dict.fromkeys(LAYOUTS, "boards"),
}


def _blank(kind: type[Variant], shape: Shape, rng: Rng, extra: Sequence[str] = ()) -> Variant:
    """An empty board with some more rules; with one of the first five if none is chosen."""
    chosen = extra or [[*OPTIONAL_RULES][int(rng.integers(5))]]
    members: dict[str, Any] = {OPTIONAL_RULES[name]: True for name in chosen}
    if "boards" in members:
        members["boards"] = next(name for name in chosen if name in LAYOUTS)
        shape = kind(boards=members["boards"]).size
    if "regions" in members:
        starts = {cell: i for i, (_, box) in enumerate(usual_boxes(shape[0])) for cell in box}
        members["regions"] = rows_of(equal_areas(shape, rng, starts.__getitem__), shape)
    if "cages" in members:
        members["cages"] = rows_of(random_areas(shape, rng, range(2, 5)), shape)
    return kind(grid=("." * shape[1],) * shape[0], **members)


def _turned(puzzle: Variant, turn: Turn) -> dict[str, Any]:
    """The size of boxes, and where the boards are."""
    members: dict[str, Any] = {}
    if puzzle.box:
        members["box"] = puzzle.box[::-1] if turn.exchanged else puzzle.box
    if puzzle.boards:
        members["boards"] = turned_boards(puzzle.boards, puzzle.side, turn, puzzle.size)
    return members


Variant.generation = Generation(
    symmetry="half-turn", optional_rules=OPTIONAL_RULES, blank=_blank, with_sums_of=with_area_sums
)


def _turns(puzzle: Variant) -> bool:
    """Whether it can be turned: an indexer counts from the top or the left."""
    return not (puzzle.row_indexers or puzzle.column_indexers or puzzle.box_indexers)


Variant.turning = Turning(members=_turned, fits=_turns)
