"""Recorded orders of solving, move by move."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from uniclue.commands.engine import options as opt
from uniclue.commands.engine.exits import (
    UNKNOWN,
    USAGE,
    Stop,
    puzzle_errors,
    refuse_overwriting,
)
from uniclue.commands.engine.question import Progress, Question
from uniclue.commands.engine.question_command import answer_files
from uniclue.commands.engine.task import Failure
from uniclue.files.output import kept_to_us, write_whole
from uniclue.files.printing import say
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
    ending = "" if out is None or out == opt.STDOUT else out.suffix.lower()
    if out is None or ending not in (".parquet", ".csv"):
        return answer_files(TraceQuestion, files, out=out, **options)
    if ending == ".parquet" and importlib.util.find_spec("polars") is None:
        raise Stop(USAGE, "trace: .parquet needs polars: pip install 'uniclue[study]'")
    return _table(files, out, ending, options)


def _table(files: tuple[str, ...], out: Path, ending: str, options: dict[str, Any]) -> int:
    """Writes a table; until it is there, the results are in JSON lines beside it."""
    import msgspec

    for file in files:
        refuse_overwriting(file, out)
    results = out.with_name(out.name + ".jsonl")
    with puzzle_errors(str(out)), kept_to_us(out):
        code = answer_files(TraceQuestion, files, out=results, **options)
        decoder = msgspec.json.Decoder(Trace | Failure)
        answers = map(decoder.decode, results.read_bytes().splitlines())
        traces = [answer for answer in answers if isinstance(answer, Trace)]
        write_whole(out, tracing.to_table(traces, ending), is_locked=True)
        if code == UNKNOWN:
            say(f"{results} is kept: run again to continue")
        else:
            results.unlink()
    return code


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
