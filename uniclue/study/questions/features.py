"""The question for the features of a puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uniclue.asking.question import Progress, Question

if TYPE_CHECKING:
    from uniclue.core.puzzle import Puzzle
    from uniclue.solvers.verdict import Features as Described


class Features(Question, frozen=True):
    """Describe a puzzle in numbers, each with a name and a definition."""

    command = "features"
    answered = "described"
    solver_options = ()
    name: str = ""
    """Its blocks, as ``size,cnf``."""

    def _blocks(self) -> list[str]:
        return self.name.split(",")

    def run(self, puzzle: Puzzle, progress: Progress) -> Described:
        from uniclue.study.features.feature import describe

        return describe(puzzle, self._blocks(), self.method.limits)

    def unknown(self, reason: str, **who: Any) -> Described:
        from uniclue.solvers.verdict import Features

        return Features(blocks=tuple(self._blocks()), reason=reason, **who)

    def is_of(self, answer: Any) -> bool:
        return super().is_of(answer) and list(answer.blocks) == self._blocks()

    def parts(self) -> int:
        return len(self._blocks())

    def text(self, answer: Described, puzzle: Puzzle) -> list[str]:
        parts = []
        for block in answer.blocks:
            seconds = answer.block_seconds.get(block)
            lines = [block if seconds is None else f"{block} ({seconds:.3f} s)"]
            for column, value in answer.values.items():
                if column.startswith(f"{block}."):
                    text = answer.missing[column] if value is None else f"{value:.6g}"
                    lines.append(f"  {column.removeprefix(f'{block}.')}: {text}")
            parts.append("\n".join(lines))
        return [*parts, *([f"stopped: {answer.reason}"] if answer.reason else [])]
