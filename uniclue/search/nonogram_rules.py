"""The line rules of Yu, Lee and Chen 2011, and one that Chen 2016 added.

Source: C.-H. Yu, H.-L. Lee, L.-H. Chen, *An efficient algorithm for solving nonograms*, Applied
Intelligence 35 (2011), 18-31, as restated by Chen 2016, section 2, with their numbers. Rule 2.4 is
from the restatement. Part I paints cells, part II tightens ranges, part III does both.

A line consists of its cells, as bits, and the *range* of cells in which each of its runs (blocks of
black cells) lies. Every rule is a function of one line, a row or a column. A rule that looks to the
left is also run on the line's mirror image.

Every rule is sound: what it paints or removes from a range holds in every arrangement of the runs
that agrees with the cells. Where the sources are silent, these choices are made:

- 1.5 looks at the first cell of every segment (a stretch of black cells), and at its last one in
  the mirror image.
- 2.2 moves an end of a range by one cell at a time, 2.4 past all white cells.
- For a segment that is longer than a run, 2.3 considers the runs that can own it: those that are
  long enough and whose range holds it.
- 3.2 also paints short stretches at the ends of a range, if no other run reaches them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, partial, wraps
from itertools import cycle

from uniclue.core.puzzle import Contradiction
from uniclue.search.nonogram_lines import (
    Runs,
    each,
    highest,
    lowest,
    mirrored,
    picture,
    span,
    stretch_from,
    stretches,
)
from uniclue.search.steps import StepLog


class RangedLine:
    """A line with its decided cells and the ranges of its runs.

    Attributes:
        runs: Lengths of its runs.
        size: How many cells it has.
        black: The cells known to be black, as bits.
        white: Those known to be white.
        first: The first cell of each run's range.
        last: The last cell of each run's range.
        changed: Whether a cell was painted or a range tightened; callers reset it.
    """

    __slots__ = ("black", "changed", "first", "last", "runs", "size", "white")

    def __init__(self, runs: Runs, size: int, black: int = 0, white: int = 0) -> None:
        self.runs, self.size, self.black, self.white = runs, size, black, white
        before = [sum(runs[:j]) + j for j in range(len(runs))]
        slack = size - sum(runs) - max(len(runs) - 1, 0)
        self.first = before
        self.last = [p + length + slack - 1 for p, length in zip(before, runs, strict=True)]
        self.changed = False

    def copy(self) -> RangedLine:
        """An independent copy."""
        new = RangedLine.__new__(RangedLine)
        new.runs, new.size, new.black, new.white = self.runs, self.size, self.black, self.white
        new.first, new.last = self.first.copy(), self.last.copy()
        new.changed = self.changed
        return new

    def flip(self) -> None:
        """Turns the line into its mirror image."""
        end = self.size - 1
        self.runs = self.runs[::-1]
        self.black, self.white = mirrored(self.black, self.size), mirrored(self.white, self.size)
        first, last = self.first, self.last
        self.first, self.last = [end - p for p in last[::-1]], [end - p for p in first[::-1]]

    # -- queries -----------------------------------------------------------------------------------

    @property
    def unknown(self) -> int:
        """The cells that are not known."""
        return span(0, self.size - 1) & ~self.black & ~self.white

    def is_black(self, cell: int) -> bool:
        """Whether a cell is known to be black; cells beyond the line are not."""
        return cell >= 0 and bool(self.black >> cell & 1)

    def range(self, run: int) -> int:
        """The cells of a run's range."""
        return span(self.first[run], self.last[run])

    def reaching(self, first: int, last: int) -> list[int]:
        """The runs whose range holds all cells from ``first`` to ``last``."""
        return [j for j in range(len(self.runs)) if self.first[j] <= first and last <= self.last[j]]

    # -- changes -----------------------------------------------------------------------------------

    def paint_black(self, cells: int) -> None:
        """Makes cells black; raises Contradiction if one is white or beyond the line."""
        new = cells & ~self.black
        if new & ~self.unknown:
            raise Contradiction
        if new:
            self.black |= new
            self.changed = True

    def paint_white(self, cells: int) -> None:
        """Makes cells of the line white; raises Contradiction if one is black."""
        new = cells & span(0, self.size - 1) & ~self.white
        if new & self.black:
            raise Contradiction
        if new:
            self.white |= new
            self.changed = True

    def begin(self, run: int, cell: int) -> None:
        """A run begins at a cell or later; raises Contradiction if its range gets too short."""
        if cell > self.first[run]:
            self.first[run] = cell
            self.refuse_short_range(run)
            self.changed = True

    def finish(self, run: int, cell: int) -> None:
        """A run ends at a cell or earlier; raises Contradiction if its range gets too short."""
        if cell < self.last[run]:
            self.last[run] = cell
            self.refuse_short_range(run)
            self.changed = True

    def refuse_short_range(self, run: int) -> None:
        """Raises Contradiction if a run is longer than its range."""
        if self.last[run] - self.first[run] + 1 < self.runs[run]:
            raise Contradiction


Rule = Callable[[RangedLine], None]
"""Changes a line; raises Contradiction if it has no arrangement left."""


def both_ways(rule: Rule) -> Rule:
    """The rule, run on a line and then on its mirror image."""

    @wraps(rule)
    def both(line: RangedLine) -> None:
        rule(line)
        before, line.changed = line.changed, False
        here = line.runs, line.black, line.white, line.first, line.last
        line.flip()
        rule(line)
        if line.changed:
            line.flip()
        else:
            line.runs, line.black, line.white, line.first, line.last = here
            line.changed = before

    return both


def of_black(rule: Rule) -> Rule:
    """A rule that looks at black cells, run where there are any."""

    @wraps(rule)
    def where_black(line: RangedLine) -> None:
        if line.black:
            rule(line)

    return where_black


# -- part I: cells ---------------------------------------------------------------------------------


def overlap(line: RangedLine) -> None:
    """1.1: Cells that a run covers wherever it lies in its range are black."""
    for length, first, last in zip(line.runs, line.first, line.last, strict=True):
        line.paint_black(span(last - length + 1, first + length - 1))


def out_of_reach(line: RangedLine) -> None:
    """1.2: Cells in no run's range are white."""
    reached = 0
    for j in range(len(line.runs)):
        reached |= line.range(j)
    line.paint_white(span(0, line.size - 1) & ~reached)


@of_black
@both_ways
def range_edge(line: RangedLine) -> None:
    """1.3: The cell before a range that begins black is white if other runs there are 1 long."""
    for j, first in enumerate(line.first):
        if first and line.is_black(first):
            others = (i for i in line.reaching(first, first) if i != j)
            if all(line.runs[i] == 1 for i in others):
                line.paint_white(1 << first - 1)


def no_bridge(line: RangedLine) -> None:
    """1.4: A cell between two segments is white if they would join to more than any run there."""
    for i in each(line.black << 1 & line.black >> 1 & line.unknown):
        joined = line.black | 1 << i
        start = highest(~joined & span(0, i)) + 1
        length = stretch_from(joined, start) - start + 1
        if length > max((line.runs[j] for j in line.reaching(i - 1, i + 1)), default=0):
            line.paint_white(1 << i)


def wall_push(line: RangedLine) -> None:
    """1.5: White cells, or the border, extend segments near them; segments of full length end.

    The shortest run that reaches the first cell of a segment covers the cells up to its length from
    a wall before it. If all runs that reach a segment have its length, it is complete.
    """
    _push_off_left_wall(line)
    for first, last in stretches(line.black):
        if all(line.runs[j] == last - first + 1 for j in line.reaching(first, last)):
            line.paint_white((1 << first >> 1) | 1 << last + 1)


@of_black
@both_ways
def _push_off_left_wall(line: RangedLine) -> None:
    for first, _ in stretches(line.black):
        least = min((line.runs[j] for j in line.reaching(first, first)), default=0)
        wall = highest(line.white & span(0, first - 1))  # -1, the border, if there is none
        line.paint_black(span(first + 1, wall + least))


# -- part II: ranges -------------------------------------------------------------------------------


@both_ways
def keep_order(line: RangedLine) -> None:
    """2.1: A run begins at least one white cell after the earliest end of the run before it."""
    for j in range(1, len(line.runs)):
        line.begin(j, line.first[j - 1] + line.runs[j - 1] + 1)


@of_black
@both_ways
def black_before(line: RangedLine) -> None:
    """2.2: A run does not begin right after a black cell that is not in its range."""
    for j, first in enumerate(line.first):
        if line.is_black(first - 1):
            line.begin(j, first + 1)


@of_black
@both_ways
def too_long(line: RangedLine) -> None:
    """2.3: A segment longer than a run that only earlier runs can own lies before the run."""
    for first, last in stretches(line.black):
        length = last - first + 1
        reaching = line.reaching(first, last)
        owner = max((j for j in reaching if line.runs[j] >= length), default=-1)
        for j in reaching:
            if line.runs[j] < length and owner < j:
                line.begin(j, last + 2)


@both_ways
def white_head(line: RangedLine) -> None:
    """2.4, added by Chen: If the first cell of a range is white, the range begins later."""
    for j in range(len(line.runs)):
        free = line.range(j) & ~line.white
        line.begin(j, lowest(free) if free else line.size)


# -- part III: both --------------------------------------------------------------------------------


def gather(line: RangedLine) -> None:
    """3.1: Black cells that only one run reaches are joined, and its range shrinks around them."""
    for j, length in enumerate(line.runs):
        after = line.last[j - 1] + 1 if j else 0
        before = line.first[j + 1] - 1 if j + 1 < len(line.runs) else line.size - 1
        own = line.black & span(after, before)
        if own:
            first, last = lowest(own), highest(own)
            line.paint_black(span(first, last))
            line.begin(j, last - length + 1)
            line.finish(j, first + length - 1)


def too_small(line: RangedLine) -> None:
    """3.2: A range begins and ends at a stretch without white cells that has room for its run.

    Stretches too short for it, and that no other run reaches, are white.
    """
    for j, length in enumerate(line.runs):
        free = list(stretches(line.range(j) & ~line.white))
        wide = [(a, b) for a, b in free if b - a + 1 >= length]
        if not wide:
            raise Contradiction
        line.begin(j, wide[0][0])
        line.finish(j, wide[-1][1])
        if len(wide) < len(free):
            others = [line.range(i) for i in range(len(line.runs)) if i != j]
            for a, b in free:
                cells = span(a, b)
                if b - a + 1 < length and not any(cells & other for other in others):
                    line.paint_white(cells)


@of_black
@both_ways
def first_black(line: RangedLine) -> None:
    """3.3: Uses the first black cell of a range that the run before does not reach.

    (1) It is the first cell: the run begins there. (2) The next white cell ends the range. (3) So
    does the next segment that is too far away for the run to hold both.
    """
    for j, length in enumerate(line.runs):
        first, last = line.first[j], line.last[j]
        own = line.black & line.range(j)
        if not own or (j and line.last[j - 1] >= first):
            continue
        seen = lowest(own)
        if seen == first:
            _place(line, j)
            continue
        wall = lowest(line.white & span(seen, last))
        if wall >= 0:
            line.finish(j, wall - 1)
        for a, b in stretches(line.black & -1 << seen):
            if a > seen and b - seen + 1 > length:
                line.finish(j, a - 2)
                break


def _place(line: RangedLine, j: int) -> None:
    """Puts run j at the beginning of its range."""
    first = line.first[j]
    end = first + line.runs[j]
    line.paint_black(span(first, end - 1))
    line.paint_white((1 << first >> 1) | 1 << end)
    line.finish(j, end - 1)
    if j + 1 < len(line.runs):
        line.begin(j + 1, end + 1)
    if j:
        line.finish(j - 1, first - 2)


RULES: dict[str, Rule] = {
    "1.1": overlap,
    "1.2": out_of_reach,
    "1.3": range_edge,
    "1.4": no_bridge,
    "1.5": wall_push,
    "2.1": keep_order,
    "2.2": black_before,
    "2.3": too_long,
    "2.4": white_head,
    "3.1": gather,
    "3.2": too_small,
    "3.3": first_black,
}
"""The rules by number, in the order in which a pass runs them."""


def reason(line: RangedLine, steps: StepLog, name: str = "line") -> None:
    """Runs the rules over a line, in passes, until all cells are known or a pass changes nothing.

    Counts ``passes``, and the passes in which each rule had an effect (``rule 1.1``, ...).

    Args:
        line: The line; it is changed, and of no use after a contradiction.
        steps: Receives the counts and the trace.
        name: The line's name in the trace.

    Raises:
        Contradiction: The line has no arrangement left.
    """
    if not steps.traced:
        _reason_untraced(line, steps)
        return
    before = line.copy()
    for number in _effects(line):
        steps.count(_COUNTER[number])
        if number:
            steps.note(partial(_change_words, name, number, before, line.copy()))
        before = line.copy()


_COUNTER = {"": "passes"} | {number: f"rule {number}" for number in RULES}


def _effects(line: RangedLine) -> Iterator[str]:
    """Runs the rules over a line; yields each one that has an effect, and "" before each pass."""
    for j in range(len(line.runs)):
        line.refuse_short_range(j)
    idle = 0  # rules in a row that changed nothing: once it is all of them, none ever will
    while idle < len(RULES) and line.unknown:
        yield ""
        for number, rule in RULES.items():
            line.changed = False
            rule(line)
            idle += 1
            if line.changed:
                idle = 0
                yield number
            elif idle == len(RULES):
                break


def _reason_untraced(line: RangedLine, steps: StepLog) -> None:
    """The same; a search comes upon most lines many times, and they are remembered."""
    state = line.black, line.white, tuple(line.first), tuple(line.last)
    effects, after = _reasoned(line.runs, line.size, *state)
    for number in effects:
        steps.count(_COUNTER[number])
    if after is None:
        raise Contradiction
    line.black, line.white, first, last = after
    line.first, line.last = list(first), list(last)


State = tuple[int, int, tuple[int, ...], tuple[int, ...]]


@lru_cache(maxsize=2**12)
def _reasoned(runs: Runs, size: int, *state: *State) -> tuple[tuple[str, ...], State | None]:
    """The effects of the rules on a line, and its cells and ranges after; None if it has none."""
    line, effects = RangedLine(runs, size, *state[:2]), list[str]()
    line.first, line.last = [*state[2]], [*state[3]]
    try:
        effects.extend(_effects(line))
    except Contradiction:
        return tuple(effects), None
    return tuple(effects), (line.black, line.white, tuple(line.first), tuple(line.last))


_SOONEST = (
    too_small, gather, keep_order, overlap, out_of_reach, wall_push,
    first_black, black_before, too_long, white_head, range_edge, no_bridge,
)  # fmt: skip
"""The rules in an order in which few of them reach what they can reach together."""


def reach(line: RangedLine, black: int, white: int) -> None:
    """Runs the rules over a line until no other cells are unknown, or none changes anything.

    Args:
        line: The line; it is changed.
        black: The cells that can become black.
        white: Those that can become white.

    Raises:
        Contradiction: The line has no arrangement left.
    """
    idle = 0
    for rule in cycle(_SOONEST):
        if idle == len(RULES) or (line.black, line.white) == (black, white):
            return
        line.changed = False
        rule(line)
        idle = 0 if line.changed else idle + 1


def _change_words(name: str, number: str, before: RangedLine, after: RangedLine) -> str:
    """The effect of a rule in words; cells and runs are counted from 1."""
    changes = []
    if (before.black, before.white) != (after.black, after.white):
        changes.append(picture(after.size, after.black, after.white))
    for j, length in enumerate(after.runs):
        first, last = after.first[j], after.last[j]
        if (before.first[j], before.last[j]) != (first, last):
            changes.append(f"run {j + 1} ({length}) in cells {first + 1}-{last + 1}")
    return f"{name}, rule {number}: {'; '.join(changes)}"
