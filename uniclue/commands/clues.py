"""The question of which clues are needed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uniclue.commands.engine import text as texts
from uniclue.commands.engine.options import limit_option
from uniclue.commands.engine.question import Progress
from uniclue.commands.unique import AfterVerdict
from uniclue.core.words import number_of
from uniclue.explainers import reasons
from uniclue.explainers import redundant as redundancy

if TYPE_CHECKING:
    from uniclue.core.puzzle import Puzzle
    from uniclue.explainers.reasons import Clues as Rated
    from uniclue.explainers.reasons import RatedClue


class CluesQuestion(AfterVerdict, frozen=True):
    """Rate the clues of a puzzle with one solution: needed or redundant.

    Exit code: 0 rated, 10 several solutions, 20 none, 30 unknown or not all rated.
    """

    command = "clues"
    options = (limit_option("Count up to this without a clue.", default=10),)
    limit: int = 10

    def run(self, puzzle: Puzzle, progress: Progress) -> Rated:
        return redundancy.clues(puzzle, self.limit, self.method, self.verdict)

    def begun(self, answer: Any, puzzle: Puzzle) -> list[str]:
        return [texts.verdict_line(answer)]

    def unknown(self, reason: str, **who: Any) -> Rated:
        return reasons.Clues(status="unknown", reason=reason, **who)

    def was_cut_short(self, answer: Any) -> bool:
        return bool(answer.reason)

    def suffices(self, answer: Any) -> bool:
        counted = all(c.counted_all or c.solutions >= self.limit for c in answer.clues)
        return super().suffices(answer) and counted

    def headline(self, answer: Rated) -> str:

        if answer.status != "unique" or answer.solution is None:
            first = f"unknown: {answer.reason}" if answer.status == "unknown" else answer.status
            return f"{first}; clues are rated for puzzles with exactly one solution"
        needed = sum(clue.needed for clue in answer.clues)
        redundant = len(answer.clues) - needed
        number = number_of(len(answer.clues), "clue")
        return f"unique; {number}: {needed} needed, {redundant} redundant"

    def text(self, answer: Rated, puzzle: Puzzle) -> list[str]:

        headline = self.headline(answer)
        if self.is_told(answer):
            headline = headline.partition("; ")[2]
        parts = ["\n".join([headline, *map(_rated, answer.clues)])]
        if answer.irredundant:
            subset = number_of(sum(clue.in_subset for clue in answer.clues), "clue")
            parts.append(f"the {subset} marked * suffice, and none of them can go")
        return parts + ([f"not all is known: {answer.reason}"] if answer.reason else [])


def _rated(clue: RatedClue) -> str:
    mark = "*" if clue.in_subset else " "
    if not clue.needed:
        return f"{mark} redundant: {clue.sentence}"
    least = "" if clue.counted_all else "at least "
    return f"{mark} needed: {clue.sentence} (without it {least}{clue.solutions} solutions)"
