"""Recorded orders of solving, move by move."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from uniclue.commands.engine import options as opt
from uniclue.commands.engine.answer_table import answer_in_table, is_table
from uniclue.commands.engine.question import Progress, Question
from uniclue.commands.engine.question_command import answer_files
from uniclue.solvers.verdict import Trace
from uniclue.study.order import corpus
from uniclue.study.order import trace as tracing

if TYPE_CHECKING:
    from uniclue.core.puzzle import Puzzle
    from uniclue.solvers.verdict import Trace

OUT = "Write here: a table of moves (.parquet, .csv), else JSON lines."


@click.command(epilog=opt.FILES)
@opt.takes(
    opt.files_argument(),
    opt.value(
        "--moves",
        "TRACES",
        "A file of traces (.jsonl, .jsonl.gz) with the moves of these puzzles.",
        type=opt.PATH,
        show_default="those in FILE",
    ),
    opt.value(
        "--waves", "N", "How many waves to look ahead.", type=click.IntRange(1, 99), default=6
    ),
    opt.output_option("FILE", OUT, type=opt.PATH),
    opt.jobs_option("Worker processes, for many puzzles."),
    opt.DASK,
    *opt.LIMITS,
    opt.JSON,
    opt.KIND_FILE,
)
def trace(files: tuple[str, ...], out: Path | None, **options: Any) -> int:
    """Follow a recorded order of solving: what followed before each move.

    Exit code: 0 followed, 30 stopped by a limit on the work.
    """
    if out is None or not is_table(out, "trace"):
        return answer_files(TraceQuestion, files, out=out, **options)
    return answer_in_table(TraceQuestion, files, out, Trace, tracing.tabled, options)


class TraceQuestion(Question, frozen=True):
    """Follow a recorded order of solving: what followed before each move."""

    command = "trace"
    is_text = True
    answered = "followed"
    solver_options = ()
    moves: Path | None = None
    """A file of traces; None: the puzzle has them."""
    waves: int = 6
    """How many waves to look ahead."""

    def run(self, puzzle: Puzzle, progress: Progress) -> Trace:
        return tracing.trace(
            puzzle, corpus.moves_of(puzzle, self.moves), self.waves, self.method.limits
        )

    def unknown(self, reason: str, **who: Any) -> Trace:
        return Trace(reason=reason, **who)

    def text(self, answer: Trace, puzzle: Puzzle) -> list[str]:
        return tracing.text_of(answer)

    def headline(self, answer: Trace) -> str:
        return answer.reason or tracing.summary(answer)
