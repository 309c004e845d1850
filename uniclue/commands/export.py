"""Writing a puzzle's question for other programs: export."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from uniclue.commands.engine import exits
from uniclue.commands.engine import options as opt
from uniclue.commands.engine.options import FILES, files_argument, output_option, takes, value
from uniclue.commands.engine.puzzles import LINE, Puzzles, every_line
from uniclue.commands.engine.terminal import load_kind_files, patience
from uniclue.core.puzzle import ChoiceError, PuzzleError
from uniclue.files.input import name_of
from uniclue.files.output import write_whole
from uniclue.files.printing import bytes_output
from uniclue.formats.source import read_text
from uniclue.solver_files import export as exporting
from uniclue.solvers import decide
from uniclue.solvers import limits as solver_limits
from uniclue.solvers import options as solver_options

if TYPE_CHECKING:
    from uniclue.core.puzzle import Puzzle
    from uniclue.solver_files.export import ExportOptions
    from uniclue.solvers.method import Method


@click.command(epilog=FILES)
@takes(
    files_argument(),
    output_option(
        "FILE",
        "Where to write; .gz or .xz compresses, - is standard output, {line} a line's number.",
    ),
    value("--format", "NAME", "cnf, wcnf, opb, lp, mps or npz.", show_default="by the ending"),
    value(
        "--question",
        "NAME",
        "solve, unique (a solution is blocked) or count (cnf only).",
        default="solve",
    ),
    value("--form", "NAME", "Another model of the kind, such as gac."),
    opt.CARDINALITY,
    opt.LAW,
    value("--map", "FILE", "Also write what the variables mean, as JSON."),
    opt.SOLVER,
    *opt.LIMITS,
    opt.KIND_FILE,
)
def export(files: tuple[str, ...], kind_file: tuple[Path, ...], **options: Any) -> int:
    """Write a puzzle's question as a file for other solvers.

    --solver and limits are for finding the solution that 'unique' blocks.

    Exit code: 0 written; with 'unique' also 20 no solution to block, 30 none found.
    """
    job = _job(**options)
    load_kind_files(kind_file)
    for file in files:
        exits.refuse_overwriting(file, job.out, job.map)
    with Puzzles(files) as puzzles, exits.puzzle_errors("export"):
        if puzzles.alone is None:
            return _export_many(puzzles, job)
        with patience():
            job.export(puzzles.alone, name_of(files[0]))
    return exits.OK


class _Job(msgspec.Struct, frozen=True):
    """The export of every puzzle: what is written, how its solution is found, and the files.

    Attributes:
        chosen: What is exported.
        how: How a solution to block is found.
        out: A file's name; None for standard output.
        map: The map's file.
    """

    chosen: ExportOptions
    how: Method
    out: str | None
    map: str | None

    def export(self, data: bytes, name: str, line: int | None = None) -> None:
        """Exports a puzzle's text; raises Stop, with the puzzle's name, if it cannot."""
        codes: dict[type[Exception], int] = {
            PuzzleError: exits.BAD_PUZZLE,
            ChoiceError: exits.USAGE,
            exporting.NoSolutionError: exits.NONE,
            solver_limits.LimitReachedError: exits.UNKNOWN,
            decide.DisagreementError: exits.INTERNAL,
        }
        try:
            self._write(read_text(data), line)
        except tuple(codes) as error:
            code = next(code for kind, code in codes.items() if isinstance(error, kind))
            raise exits.Stop(code, f"{name}: {error}") from error

    def _write(self, puzzle: Puzzle, line: int | None) -> None:
        def named(path: str) -> Path:
            return Path(path if line is None else path.replace(LINE, str(line)))

        blocked = exporting.blocked_by(puzzle, self.chosen.question, self.how)
        map_path = None if self.map is None else named(self.map)
        if self.out is not None:
            exporting.export_file(puzzle, self.chosen, blocked, named(self.out), map_path)
            return
        out = bytes_output()
        variables = exporting.write(puzzle, self.chosen, blocked, out)
        out.flush()
        if map_path is not None:
            write_whole(map_path, variables.to_json())


def _job(
    out: str | None,
    map: str | None,
    format: str | None,
    question: Any,
    form: str | None,
    cardinality: str,
    law: str | None,
    **finding: Any,
) -> _Job:
    """The job from the options; ``finding`` are those for finding a solution to block."""
    if question != "unique" and any(value is not None for value in finding.values()):
        raise exits.Stop(exits.USAGE, "export: a solver and limits are for --question unique")
    out = None if out == "-" else out
    if out is None and format is None:
        raise exits.Stop(exits.USAGE, "export: expected -o FILE, or --format for standard output")
    if map == "-":
        raise exits.Stop(exits.USAGE, "export: expected a file's name for --map")
    try:
        chosen = exporting.ExportOptions(
            format or exporting.format_of(out or ""), question, form, cardinality, law
        )
        how = solver_options.SolverOptions(**finding).method()
    except ValueError as error:
        raise exits.Stop(exits.USAGE, f"export: {error}") from error
    return _Job(chosen, how, out, map)


def _export_many(puzzles: Puzzles, job: _Job) -> int:
    if any(path is None or LINE not in path for path in (job.out, job.map or LINE)):
        raise exits.Stop(
            exits.USAGE, f"export: many puzzles need {LINE} in the names of -o and --map"
        )
    skipped = {exits.INTERNAL, exits.BAD_PUZZLE, exits.USAGE, exits.UNKNOWN, exits.NONE}
    return every_line(puzzles, job.export, skipped)
