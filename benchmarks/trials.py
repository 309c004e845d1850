"""Several ways to answer the same puzzles, measured in turns, their verdicts compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

import uniclue
from benchmarks.tables import middle
from uniclue.core.puzzle import Puzzle
from uniclue.encoders.cardinality import template
from uniclue.solvers.verdict import Verdict

Choices = Mapping[str, Mapping[str, Any]]
"""Name of a way -> keyword arguments of ``uniclue.unique``."""


@dataclass(slots=True)
class Trial:
    """One way to answer one family of puzzles.

    Attributes:
        seconds: For the whole family, by round.
        encoding: The part of it spent on encoding, by round.
        verdicts: Of the last round.
    """

    seconds: list[float] = field(default_factory=list)
    encoding: list[float] = field(default_factory=list)
    verdicts: list[Verdict] = field(default_factory=list)

    @property
    def conflicts(self) -> int:
        """Conflicts, all puzzles together."""
        return sum(part.conflicts or 0 for verdict in self.verdicts for part in verdict.work)

    @property
    def undecided(self) -> int:
        """Puzzles on which the time limit was reached."""
        return sum(verdict.status == "unknown" for verdict in self.verdicts)

    @property
    def longest(self) -> float:
        """Seconds for the slowest puzzle."""
        return max(verdict.seconds for verdict in self.verdicts)

    def median_size(self, what: str) -> int:
        """The median number of variables or clauses."""
        return round(median(verdict.sizes[what] for verdict in self.verdicts))

    def against(self, other: Trial) -> str:
        """The ratio of the median seconds."""
        return f"{median(self.seconds) / median(other.seconds):.2f}"

    def times(self) -> str:
        """The median seconds, with the range."""
        return middle(self.seconds)


def try_all(
    puzzles: Sequence[Puzzle], choices: Choices, rounds: int, limit: float
) -> dict[str, Trial]:
    """Answers all puzzles in every way, the ways in turning order from round to round."""
    trials = {name: Trial() for name in choices}
    names = list(choices)
    for number in range(rounds):
        turn = number * len(names) // rounds
        for name in names[turn:] + names[:turn]:
            template.cache_clear()  # every way pays for making its own clauses
            found = list(uniclue.unique_many(puzzles, time_limit=limit, **choices[name]))
            trial = trials[name]
            trial.verdicts = found
            trial.seconds.append(sum(verdict.seconds for verdict in found))
            trial.encoding.append(sum(v.work[0].seconds["encode"] for v in found))
    return trials


def differing(title: str, trials: Mapping[str, Trial]) -> list[str]:
    """Puzzles on which decided verdicts differ."""
    found = []
    for i, verdicts in enumerate(zip(*(t.verdicts for t in trials.values()), strict=True), 1):
        said = dict(zip(trials, (verdict.status for verdict in verdicts), strict=True))
        if len(set(said.values()) - {"unknown"}) > 1:
            found.append(f"{title}, puzzle {i}: {said}")
    return found


def mixture(puzzles: Sequence[Puzzle], trials: Mapping[str, Trial]) -> str:
    """Such as ``24 puzzles (8 none, 16 unique)``, by the first way that decided most."""
    best = min(trials.values(), key=lambda trial: trial.undecided)
    status = [verdict.status for verdict in best.verdicts]
    mixed = ", ".join(f"{status.count(name)} {name}" for name in sorted(set(status)))
    return f"{len(puzzles)} puzzles ({mixed})"
