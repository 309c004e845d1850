"""The summary of a run over many puzzles."""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING

from uniclue.core.words import number_of

if TYPE_CHECKING:
    from uniclue.commands.engine.task import ResultLine
    from uniclue.files.input import InputLine


class Tally:
    """The outcomes of a run, and its duration.

    Attributes:
        counts: How many puzzles had each outcome.
    """

    def __init__(self) -> None:
        self._started = time.perf_counter()
        self.counts: Counter[str] = Counter()

    def add(self, line: InputLine, result: ResultLine) -> None:
        """Counts a result."""
        self.counts[result.outcome] += 1

    def text(self) -> str:
        """The summary in a line, such as ``3 puzzles: 2 unique, 1 several; 0.041 s``."""
        outcomes = ", ".join(f"{number:,} {word}" for word, number in self.counts.most_common())
        seconds = time.perf_counter() - self._started
        number = number_of(self.counts.total(), "puzzle")
        return f"{number}{': ' * bool(outcomes)}{outcomes}; {seconds:.3f} s"
