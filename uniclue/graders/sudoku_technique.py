"""Human techniques for sudokus: the hardest one that a puzzle needs, and the sum of all steps.

Step by step the easiest technique that applies is used, in the order and with the ratings published
by Sudoku Explainer 1.2.1 (``TECHNIQUES``). The number is the rating of the hardest one used;
``sum`` adds the ratings of all steps. If a puzzle needs more than these techniques its label is
``above`` and it has no number: its counters describe the steps up to that point.

Differences from Sudoku Explainer: its *direct* variants (1.7 to 2.5), which combine a strike and
the single after it into one step, are here two steps, the strike (2.6 and more) and the single; and
other techniques that it rates between these or above them are missing.

Every technique is a function that takes a board and returns the first step it finds. A step is
sound: what it strikes is in no solution, what it places is in all. It names the struck candidates
it relies on: with all others back on the board it would still hold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import combinations

from uniclue.graders.grade import ABOVE, Candidate, Finding, Grader, PartlySolved, Rating, solved
from uniclue.models.sudoku import Sudoku
from uniclue.search.sudoku_board import CandidateGrid, as_bits, bits, digit_names, layout, start
from uniclue.solvers.limits import Clock, Limits

Strike = tuple[Iterable[int], int]
"""Cells, each with struck digits as bits."""


@dataclass(frozen=True, slots=True)
class TechniqueStep:
    """A step by a technique.

    Attributes:
        because: The pattern, in words.
        rests: Cells and the digits whose absence from them the step relies on.
        place: Cell and digit (as a bit) to fill in.
        strikes: Cells and candidates to strike.
    """

    because: str
    rests: tuple[Strike, ...]
    place: tuple[int, int] | None = None
    strikes: tuple[tuple[int, int], ...] = ()

    def do(self, board: CandidateGrid) -> None:
        """Applies the step."""
        if self.place is not None:
            board.place(*self.place)
        for cell, digits in self.strikes:
            board.can[cell] &= ~digits


Technique = Callable[[CandidateGrid], TechniqueStep | None]


def _struck(board: CandidateGrid, cells: Iterable[int], digits: int) -> tuple[tuple[int, int], ...]:
    """The candidates of cells among these digits, for each cell that has some."""
    return tuple((cell, board.can[cell] & digits) for cell in cells if board.can[cell] & digits)


def _others(board: CandidateGrid, digits: int) -> int:
    return board.layout.every_digit & ~digits


def _without(cells: Iterable[int], these: Iterable[int]) -> list[int]:
    return [cell for cell in cells if cell not in these]


def _places(board: CandidateGrid, unit: int, bit: int) -> list[int]:
    """The cells of a unit that can hold a digit."""
    return [cell for cell in board.layout.units[unit] if board.can[cell] & bit]


def _names(board: CandidateGrid, cells: Iterable[int]) -> str:
    return " ".join(map(board.layout.cell_name, cells))


# -- filling a cell --------------------------------------------------------------------------------


def last_cell(board: CandidateGrid) -> TechniqueStep | None:
    """The one blank cell of a unit."""
    for unit, cells in enumerate(board.layout.units):
        blank = [cell for cell in cells if board.can[cell]]
        if len(blank) == 1:
            return _only(board, f"last cell of {board.layout.unit_name(unit)}", blank[0])
    return None


def _units(board: CandidateGrid, kinds: tuple[int, ...]) -> list[int]:
    """The rows (0), columns (1) or boxes (2)."""
    n = board.layout.side
    return [kind * n + i for kind in kinds for i in range(n)]


def _hidden_single(board: CandidateGrid, kinds: tuple[int, ...]) -> TechniqueStep | None:
    for unit in _units(board, kinds):
        once = twice = 0
        for cell in board.layout.units[unit]:
            twice |= once & board.can[cell]
            once |= board.can[cell]
        for bit in bits(once & ~twice):
            (cell,) = _places(board, unit, bit)
            because = f"only cell for {digit_names(bit)} in {board.layout.unit_name(unit)}"
            elsewhere = _without(board.layout.units[unit], [cell])
            return TechniqueStep(because, ((elsewhere, bit),), (cell, bit))
    return None


hidden_single_in_box = partial(_hidden_single, kinds=(2,))
"""A digit with one possible cell in a box."""
hidden_single_in_line = partial(_hidden_single, kinds=(0, 1))
"""A digit with one possible cell in a row or column."""


def naked_single(board: CandidateGrid) -> TechniqueStep | None:
    """A cell with one candidate."""
    single = board.naked_single()
    return single and _only(board, "only candidate", single.cell)


def _only(board: CandidateGrid, because: str, cell: int) -> TechniqueStep:
    """The step that fills in a cell's only candidate."""
    bit = board.can[cell]
    return TechniqueStep(because, (((cell,), _others(board, bit)),), (cell, bit))


# -- locked candidates -----------------------------------------------------------------------------


def _locked(
    board: CandidateGrid, kinds: tuple[int, ...], others: tuple[int, ...]
) -> TechniqueStep | None:
    layout = board.layout
    for unit in _units(board, kinds):
        for bit in bits(layout.every_digit):
            cells = _places(board, unit, bit)
            for which in others if len(cells) > 1 else ():
                met = {layout.units_of[cell][which] for cell in cells}
                if len(met) > 1:
                    continue
                other = met.pop()
                if struck := _struck(board, _without(layout.units[other], cells), bit):
                    names = f"{layout.unit_name(unit)} and {layout.unit_name(other)}"
                    because = f"{digit_names(bit)} locked in {names}"
                    rests = _without(layout.units[unit], cells), bit
                    return TechniqueStep(because, (rests,), strikes=struck)
    return None


pointing = partial(_locked, kinds=(2,), others=(0, 1))
"""A digit of a box is confined to one line: struck from the rest of the line."""
claiming = partial(_locked, kinds=(0, 1), others=(2,))
"""A digit of a line is confined to one box: struck from the rest of the box."""


# -- subsets ---------------------------------------------------------------------------------------


def _naked(board: CandidateGrid, size: int) -> TechniqueStep | None:
    for unit, cells in enumerate(board.layout.units):
        for chosen, digits in _narrow(((c, board.can[c]) for c in cells), size):
            if struck := _struck(board, _without(cells, chosen), digits):
                where = f"{_names(board, chosen)} of {board.layout.unit_name(unit)}"
                because = f"{digit_names(digits)} fill {where}"
                return TechniqueStep(because, ((chosen, _others(board, digits)),), strikes=struck)
    return None


naked_pair = partial(_naked, size=2)
"""Two cells of a unit with two candidates between them."""
naked_triple = partial(_naked, size=3)
"""Three cells of a unit with three candidates between them."""


def _hidden(board: CandidateGrid, size: int) -> TechniqueStep | None:
    every = board.layout.every_digit
    for unit, cells in enumerate(board.layout.units):
        where = (
            (bit, sum(1 << cells.index(cell) for cell in _places(board, unit, bit)))
            for bit in bits(every)
        )
        for chosen, mask in _narrow(where, size):
            own = [cell for i, cell in enumerate(cells) if mask >> i & 1]
            digits = sum(chosen)
            if struck := _struck(board, own, _others(board, digits)):
                because = f"{digit_names(digits)} only in {_names(board, own)}"
                because += f" of {board.layout.unit_name(unit)}"
                return TechniqueStep(because, ((_without(cells, own), digits),), strikes=struck)
    return None


hidden_pair = partial(_hidden, size=2)
"""Two digits with two possible cells between them in a unit."""
hidden_triple = partial(_hidden, size=3)
"""Three digits with three possible cells between them in a unit."""


def _narrow(sets: Iterable[tuple[int, int]], size: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every ``size`` of some sets whose union has ``size`` members, with that union.

    Args:
        sets: Labels, each with its set as bits; empty sets are ignored.
        size: How many.
    """
    small = [(thing, mask) for thing, mask in sets if mask and mask.bit_count() <= size]
    for chosen in combinations(small, size):
        union = 0
        for _, mask in chosen:
            union |= mask
        if union.bit_count() == size:
            yield tuple(thing for thing, _ in chosen), union


# -- fish and wing ---------------------------------------------------------------------------------


def _fish(board: CandidateGrid, size: int) -> TechniqueStep | None:
    layout, n = board.layout, board.layout.side
    for bit in bits(layout.every_digit):
        for first, other in ((0, 1), (1, 0)):
            lines = (
                (unit, sum(1 << layout.units_of[cell][other] % n for cell in cells))
                for unit in range(first * n, first * n + n)
                if (cells := _places(board, unit, bit))
            )
            for base, crossed in _narrow(((u, m) for u, m in lines if m & (m - 1)), size):
                across = [other * n + i for i in range(n) if crossed >> i & 1]
                based = [cell for unit in base for cell in layout.units[unit]]
                crossing = [cell for unit in across for cell in layout.units[unit]]
                if struck := _struck(board, _without(crossing, based), bit):
                    because = f"{digit_names(bit)} in {' '.join(map(layout.unit_name, base))}"
                    return TechniqueStep(
                        because, ((_without(based, crossing), bit),), strikes=struck
                    )
    return None


x_wing = partial(_fish, size=2)
"""A digit of two rows is confined to two columns: struck from their rest; or the transposed."""
swordfish = partial(_fish, size=3)
"""The same with three rows and three columns."""


def xy_wing(board: CandidateGrid) -> TechniqueStep | None:
    """A cell x y that sees a cell x z and a cell y z: z is struck from cells that see both."""
    pairs = {cell: mask for cell, mask in enumerate(board.can) if mask.bit_count() == 2}
    for pivot, xy in pairs.items():
        near = [c for c in board.layout.peers[pivot] if (pairs.get(c, 0) & xy).bit_count() == 1]
        for one, two in combinations(near, 2):
            if pairs[one] ^ pairs[two] != xy:
                continue
            z = pairs[one] & pairs[two]
            seen = [c for c in board.layout.peers[one] if c in board.layout.peers[two]]
            if struck := _struck(board, seen, z):
                because = f"{_names(board, (pivot,))} with {_names(board, (one, two))}"
                because += f": one is {digit_names(z)}"
                cells = (pivot, one, two)
                rests = tuple(((cell,), _others(board, pairs[cell])) for cell in cells)
                return TechniqueStep(because, rests, strikes=struck)
    return None


# -- the grader ------------------------------------------------------------------------------------

TECHNIQUES: tuple[tuple[str, float, Technique], ...] = (
    ("last cell", 1.0, last_cell),
    ("hidden single in box", 1.2, hidden_single_in_box),
    ("hidden single in line", 1.5, hidden_single_in_line),
    ("naked single", 2.3, naked_single),
    ("pointing", 2.6, pointing),
    ("claiming", 2.8, claiming),
    ("naked pair", 3.0, naked_pair),
    ("x-wing", 3.2, x_wing),
    ("hidden pair", 3.4, hidden_pair),
    ("naked triple", 3.6, naked_triple),
    ("swordfish", 3.8, swordfish),
    ("hidden triple", 4.0, hidden_triple),
    ("xy-wing", 4.2, xy_wing),
)
"""Name, rating and function, the easiest first."""


def walk(board: CandidateGrid) -> Iterator[tuple[str, float, TechniqueStep]]:
    """Applies step after step; yields name, rating and step, each before it is applied."""
    while True:
        for name, rating, technique in TECHNIQUES:
            if step := technique(board):
                yield name, rating, step
                step.do(board)
                break
        else:
            return


def find(puzzle: Sudoku, seen: PartlySolved) -> Finding | None:
    """The first step of the easiest technique that applies."""
    n = puzzle.side
    board = CandidateGrid(layout(puzzle.box), [0] * n**2, [0] * n**2)
    for (r, c), digit in seen.filled.items():
        board.digits[r * n + c] = int(digit)
    for (r, c), digits in seen.candidates.items():
        board.can[r * n + c] = sum(as_bits(map(int, digits)))
    first = next(walk(board), None)
    if first is None:
        return None
    name, _, step = first
    strikes: Iterable[Strike] = [((cell,), digits) for cell, digits in step.strikes]
    if step.place is not None:
        cell, bit = step.place
        strikes = [((cell,), board.can[cell] & ~bit)]

    def candidates(pairs: Iterable[Strike]) -> tuple[Candidate, ...]:
        return tuple(
            (divmod(cell, n), bit.bit_length())
            for cells, digits in pairs
            for cell in cells
            for bit in bits(digits)
        )

    return Finding(name, step.because, candidates(strikes), candidates(step.rests))


def rate(puzzle: Sudoku, limits: Limits) -> Rating:
    """The hardest technique needed."""
    clock = Clock(limits)
    _, note = solved(puzzle, limits)
    board = start(puzzle)
    if board is None or note is not None:
        return Rating(note=note)
    used: Counter[str] = Counter()
    total, hardest = 0.0, (0.0, "none")
    for name, rating, _ in walk(board):
        clock.check()
        used[name] += 1
        total += rating
        hardest = max(hardest, (rating, name))
    figures: dict[str, float] = {name: used[name] for name, _, _ in TECHNIQUES if used[name]}
    figures |= {"steps": used.total(), "sum": total}
    if blanks := len(board.blanks()):
        note = f"{blanks} cells need more than {TECHNIQUES[-1][0]} ({TECHNIQUES[-1][1]})"
        return Rating(label=ABOVE, counters=figures | {"blanks left": blanks}, note=note)
    return Rating(number=hardest[0], label=hardest[1], counters=figures)


SOURCE = "ratings of Sudoku Explainer 1.2.1, of the techniques up to XY-wing"
GRADER = Grader("sudoku-technique", SOURCE, rate, ("sudoku",), find=find)
