"""Features of puzzles: as text, as JSON lines, as tables."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from uniclue.commands.engine import options as opt
from uniclue.commands.engine.answer_table import answer_in_table, is_table
from uniclue.commands.engine.exits import OK, USAGE, Stop
from uniclue.commands.engine.question import Progress, Question
from uniclue.commands.engine.question_command import answer_files
from uniclue.commands.engine.terminal import load_kind_files
from uniclue.core import puzzle as puzzle_types
from uniclue.files.printing import print_json, print_text
from uniclue.solvers import verdict as verdicts
from uniclue.study.features import feature as feature_blocks
from uniclue.study.features import table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from uniclue.core.puzzle import Puzzle
    from uniclue.solvers.verdict import Features as Described
    from uniclue.study.features.feature import FeatureBlock


OUT = "Write here: a table (.parquet, .csv), else JSON lines; continues an interrupted run."


@click.command(epilog=opt.FILES)
@opt.takes(
    opt.files_argument(required=False),
    opt.value(
        "--blocks",
        "A,B,...",
        "Blocks of features; see --list.",
        show_default="all but those on request",
    ),
    opt.output_option("FILE", OUT, type=opt.PATH),
    opt.jobs_option("Worker processes, for many puzzles."),
    opt.DASK,
    *opt.LIMITS,
    opt.JSON,
    opt.KIND_FILE,
    opt.flag("--list", "List all features, including those computed on request.", "listed"),
)
def features(
    files: tuple[str, ...], blocks: str | None, out: Path | None, listed: bool, **options: Any
) -> int:
    """Describe a puzzle in numbers, each with a name and a definition.

    The time limit is for each block. Exit code: 0 described, 30 stopped by a limit on the work.
    """
    # The matrices are small, and workers share the cores: one thread a process.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

    load_kind_files(options["kind_file"])
    try:
        chosen = feature_blocks.find_blocks(None if blocks is None else blocks.split(","))
    except puzzle_types.ChoiceError as error:
        raise Stop(USAGE, f"features: {error}") from error
    if listed:
        _list(chosen if blocks else feature_blocks.blocks(), options["as_json"])
        return OK
    if not files:
        raise Stop(USAGE, "features: expected a FILE of puzzles, or --list")
    options["name"] = ",".join(block.name for block in chosen)
    if out is None or opt.SHARD in out.name or not is_table(out, "features"):
        return answer_files(FeaturesQuestion, files, out=out, **options)
    return answer_in_table(FeaturesQuestion, files, out, verdicts.Features, table.tabled, options)


def _list(blocks: Iterable[FeatureBlock], as_json: bool) -> None:
    import msgspec

    for block in blocks:
        if not as_json:
            request = "; on request: name it with --blocks" if block.on_request else ""
            print_text(f"{block.name}: {block.title}{request}")
        for feature in block.features:
            if as_json:
                print_json(
                    msgspec.json.encode({"block": block.name} | msgspec.to_builtins(feature))
                )
            else:
                what = f"{feature.meaning} ({feature.source})"
                print_text(f"  {feature.name} [{feature.unit}]: {what}")


class FeaturesQuestion(Question, frozen=True):
    """Describe a puzzle in numbers, each with a name and a definition."""

    command = "features"
    is_text = True
    answered = "described"
    solver_options = ()
    name: str = ""
    """Its blocks, as ``size,cnf``."""

    def _blocks(self) -> list[str]:
        return self.name.split(",")

    def run(self, puzzle: Puzzle, progress: Progress) -> Described:
        return feature_blocks.describe(puzzle, self._blocks(), self.method.limits)

    def unknown(self, reason: str, **who: Any) -> Described:
        return verdicts.Features(blocks=tuple(self._blocks()), reason=reason, **who)

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
