"""Human techniques on many sudokus of 9x9 at once: one bit is one puzzle.

A *plane* holds the bits "this cell can hold this digit" of all puzzles, 64 a word, so one operation
on two planes is a step in every puzzle. Techniques are those of
:mod:`uniclue.graders.sudoku_technique`, in the same order. All that a technique tells is struck at
once, which leaves the same candidates in the end: a candidate that is struck hinders no technique.

Naked and hidden subsets and fish are one pattern on different matrices of candidates: k rows whose
candidates lie in k columns; the other rows have none there. The rows and columns are the cells and
digits of a unit, its digits and cells, or the lines of a digit.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import combinations, count

from uniclue.core.arrays import NDArray, np
from uniclue.core.model import Bools, Ints

Words = NDArray["np.uint64"]
Index = NDArray["np.intp"]

# The candidates by number: shape (digit, row, column).
_BY_PLACE = np.arange(729).reshape(9, 9, 9)
_BY_BOX = _BY_PLACE.reshape(9, 3, 3, 3, 3).transpose(0, 1, 3, 2, 4).reshape(9, 9, 9)
_UNITS = np.stack([_BY_PLACE, _BY_PLACE.swapaxes(1, 2), _BY_BOX])
"""Shape (sort of unit, digit, unit, cell)."""
_RULES = np.concatenate([_UNITS.reshape(-1, 9), _BY_PLACE.reshape(9, 81).T])
"""Shape (rule, candidate): one of these candidates holds."""
_RULES_OF = np.argsort(_RULES, axis=None, kind="stable").reshape(729, 4).T // 9
"""Shape (4, candidate). The rules of each candidate."""
_LINES = np.stack([_BY_PLACE, _BY_PLACE.swapaxes(1, 2)]).reshape(2, 9, 3, 3, 3, 3)
"""Shape (rows or columns, digit, band, line of the band, box of the line, cell)."""
_NAKED = _UNITS.transpose(1, 3, 0, 2)
"""Shape (digit, cell, sort of unit, unit)."""
_HIDDEN = _NAKED.swapaxes(0, 1)
_FISH = _UNITS[:2].transpose(3, 2, 0, 1)
"""Shape (cell of the line, line, rows or columns, digit)."""


SWEEPS = 4
"""How often singles are looked for before other techniques."""
EASY, EASY_ROUNDS = 3, 2
"""How many techniques are tried alone, and how often: most puzzles need no others."""


def _singles(can: Words) -> None:
    """Cells with one candidate, and digits with one cell in a unit."""
    for _ in range(SWEEPS):
        twice = _twice(can[_RULES.T])
        alone = can & np.bitwise_or.reduce(~twice[_RULES_OF], axis=0)
        settled = np.bitwise_or.reduce(alone[_RULES.T], axis=0)
        can &= alone | ~np.bitwise_or.reduce(settled[_RULES_OF], axis=0)


IN_LINE, IN_BOX = 4, 3
"""Where three cells of a box and a line are next to others: in the line, and in the box."""


def _locked(can: Words, confined: int, struck: int) -> None:
    """A digit that has no place in the others of one unit has none in the others of another."""

    def others(some: Words, axis: int) -> Words:
        return np.roll(some, 1, axis) | np.roll(some, 2, axis)

    some = np.bitwise_or.reduce(can[_LINES], axis=-2)
    gone = others(~others(some, confined), struck)[..., None, :]
    for lines, none in zip(_LINES, gone, strict=True):
        can[lines] &= ~none


def _subset(can: Words, matrices: Index, size: int) -> None:
    """Rows of a matrix whose candidates lie in as many columns: struck from the other rows.

    Args:
        can: The planes.
        matrices: Shape (columns, rows, sorts, matrices); those of a sort share no candidates.
        size: How many rows and columns.
    """
    chosen = [*combinations(range(9), size)]
    rest = np.array([511 - sum(1 << c for c in columns) for columns in chosen])
    sets = np.array([[i for i, columns in enumerate(chosen) if c in columns] for c in range(9)]).T
    columns = can[matrices]
    leaves = _unions(columns[:5])[rest & 31]  # set, row, sort, matrix
    leaves |= _unions(columns[5:])[rest >> 5]
    inside = np.zeros((size, *leaves[:, 0].shape), np.uint64)  # at least 1, 2, ... rows
    for i in range(9):
        row = ~leaves[:, i]
        for least in range(size - 1, 0, -1):
            inside[least] |= inside[least - 1] & row
        inside[0] |= row
    leaves &= inside[-1][:, None]
    gone = np.bitwise_or.reduce(leaves[sets], axis=0)
    for sort in range(matrices.shape[2]):
        can[matrices[:, :, sort]] &= ~gone[:, :, sort]


def _unions(columns: Words) -> Words:
    """The unions of all sets of columns, by the number that has their bits."""
    unions = np.zeros((1, *columns.shape[1:]), np.uint64)
    for column in columns:
        unions = np.concatenate([unions, unions | column])
    return unions


TECHNIQUES: dict[str, Callable[[Words], None]] = {
    "naked-single": _singles,
    "pointing": partial(_locked, confined=IN_BOX, struck=IN_LINE),
    "claiming": partial(_locked, confined=IN_LINE, struck=IN_BOX),
    "naked-pair": partial(_subset, matrices=_NAKED, size=2),
    "x-wing": partial(_subset, matrices=_FISH, size=2),
    "hidden-pair": partial(_subset, matrices=_HIDDEN, size=2),
    "naked-triple": partial(_subset, matrices=_NAKED, size=3),
    "swordfish": partial(_subset, matrices=_FISH, size=3),
    "hidden-triple": partial(_subset, matrices=_HIDDEN, size=3),
}
"""The techniques by their names as levels, the easiest first; the first one is all singles."""


def solved(digits: Ints, hardest: str) -> tuple[Bools, Bools]:
    """Which puzzles techniques solve, and which of those need the hardest one allowed.

    Args:
        digits: Shape (puzzles, 81). The digits of each, 0 for a blank; each has a solution.
        hardest: The hardest technique allowed.

    Returns:
        Shape (puzzles,) each.
    """
    names = [*TECHNIQUES]
    *easier, last = (TECHNIQUES[name] for name in names[: names.index(hardest) + 1])
    easy_rounds = EASY_ROUNDS if len(easier) > EASY else 0
    can = np.stack([(digits == 0) | (digits == digit) for digit in range(1, 10)], axis=1)
    planes, which = _packed(can.reshape(-1, 729).T), np.arange(len(digits))
    done, needs = np.zeros((2, len(digits)), np.bool_)
    for number in count():
        if not which.size:
            break
        before = planes.copy()
        for technique in easier[: EASY if number < easy_rounds else None]:
            technique(planes)
        is_open = _bits(_twice(planes.reshape(9, 81, -1)), len(which))
        done[which[~is_open]] = True
        if number >= easy_rounds and np.array_equal(before, planes):
            last(planes)
            is_open = _bits(before ^ planes, len(which))  # the others are stuck
            needs[which[is_open]] = True
        if not is_open.all():
            planes, which = _packed(_unpacked(planes, len(which))[:, is_open]), which[is_open]
    return done, done & needs


def _twice(planes: Words) -> Words:
    """Where two of the first axis have a bit."""
    once: Words = planes[0].copy()
    twice: Words = np.zeros_like(once)
    for plane in planes[1:]:
        twice |= once & plane
        once |= plane
    return twice


def _bits(planes: Words, number: int) -> Bools:
    """Which puzzles have a bit in any of some planes."""
    (bits,) = _unpacked(np.bitwise_or.reduce(planes, axis=0)[None], number)
    return np.asarray(bits)


def _packed(bits: Bools) -> Words:
    """Bits as words, 64 a word; the last word is filled up with bits that are not set."""
    padded = np.zeros((len(bits), -(-bits.shape[1] // 64) * 64), np.bool_)
    padded[:, : bits.shape[1]] = bits
    return np.packbits(padded, axis=1, bitorder="little").view(np.uint64)


def _unpacked(words: Words, number: int) -> Bools:
    """The first ``number`` bits of words."""
    bits = np.unpackbits(words.view(np.uint8), axis=1, count=number, bitorder="little")
    unpacked: Bools = bits.view(np.bool_)
    return unpacked
