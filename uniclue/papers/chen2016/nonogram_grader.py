"""Difficulty of nonograms by the work of Chen's best method (Chen 2016).

``dfs_RL`` runs until it has found a second solution, or shown that there is none. Its time goes
into passes of the twelve line rules over lines, so the number is passes per line: it does not
depend on the machine, grows with every branch, and also distinguishes easy puzzles. The label names
what a puzzle needs:

- ``rules``: the rules alone;
- ``lines``: a complete line solver;
- ``search``: more than that.
"""

from __future__ import annotations

from itertools import islice

from uniclue.core.puzzle import Contradiction
from uniclue.graders.grade import Grader, Rating
from uniclue.models.nonogram import Nonogram
from uniclue.papers.chen2016.nonogram_search import dfs_from
from uniclue.search.nonogram_board import PartialBoard
from uniclue.search.nonogram_rules import RULES
from uniclue.search.steps import StepLimitError, StepLog
from uniclue.solvers.limits import Clock, Limits

MOST_PASSES = 20_000
"""Passes after which the search is given up: some seconds."""


class _Passes(StepLog):
    """A step log that stops at a number of passes, or when time is up."""

    def __init__(self, most: int, clock: Clock) -> None:
        super().__init__(limit=None)
        self._most, self._clock = most, clock

    def count(self, name: str, number: int = 1) -> None:
        """Counts; raises StepLimitError or LimitReachedError."""
        super().count(name, number)
        if name == "passes":
            self._clock.check()
            if self.counters[name] > self._most:
                raise StepLimitError(f"the search was given up after {self._most} passes")


def rate_rules(puzzle: Nonogram, limits: Limits) -> Rating:
    """Rates a nonogram by passes of the line rules per line.

    Args:
        puzzle: The puzzle.
        limits: Only the time limit is used.

    Returns:
        The counters are ``passes`` and ``branches`` of the search, ``boards`` on which it ran the
        rules, ``rule 1.1`` and so on (passes in which the rule had an effect), and ``share by
        rules``: the share of cells decided before the first branch. There is no number if the
        search was given up, and no label if there is no solution.

    Raises:
        LimitReachedError: The time is up.
    """
    steps = _Passes(MOST_PASSES, Clock(limits))
    board, solutions, reason = PartialBoard(puzzle), 0, None
    try:
        solutions = len(list(islice(dfs_from(board, steps), 2)))
    except StepLimitError as error:
        reason = str(error)
    share = 1 - board.unknown / len(puzzle.places)
    return Rating(
        number=None if reason else steps.counters["passes"] / len(board.lines),
        label=_label(puzzle, share) if solutions or reason else None,
        counters=_counters(steps, share),
        note=reason or _NOTES[solutions],
    )


_NOTES = (
    "no solution: the number is the work to find that out",
    None,
    "several solutions: the number is the work to find two",
)


def _label(puzzle: Nonogram, share: float) -> str:
    if share == 1:
        return "rules"
    try:
        return "lines" if (puzzle.deduce().sum(axis=1) == 1).all() else "search"
    except Contradiction:
        return "search"


def _counters(steps: StepLog, share: float) -> dict[str, float]:
    names = {"passes": "passes", "branches": "branches", "boards": "nodes"}
    counters: dict[str, float] = {name: steps.counters[own] for name, own in names.items()}
    rules = {f"rule {number}": steps.counters[f"rule {number}"] for number in RULES}
    return counters | {"share by rules": share, **rules}


GRADER = Grader(
    name="nonogram-rules",
    source="Chen 2016, section 2 (4): dfs_RL with the rules of Yu, Lee and Chen (Applied "
    "Intelligence 35, 2011) and the author's own; passes of the rules per line",
    rate=rate_rules,
    kinds=("nonogram",),
)
