"""Convert: a puzzle from one format to another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import click

from uniclue.commands.engine.completing import FORMAT
from uniclue.commands.engine.exits import (
    BAD_PUZZLE,
    OK,
    USAGE,
    Stop,
    puzzle_errors,
    refuse_overwriting,
)
from uniclue.commands.engine.options import (
    KIND_FILE,
    PATH,
    files_argument,
    flag,
    is_stdout,
    output_option,
    takes,
    value,
)
from uniclue.commands.engine.terminal import load_kind_files
from uniclue.core import puzzle as puzzle_types
from uniclue.core.words import both, either
from uniclue.files import input, output
from uniclue.files.printing import bytes_output, json_output, say
from uniclue.formats import format as formatting
from uniclue.formats import sameness
from uniclue.formats import source as sources

if TYPE_CHECKING:
    from uniclue.core.puzzle import Puzzle, PuzzleError
    from uniclue.formats.format import Format


@click.command(epilog="FILE is a file in any format of 'uniclue formats', a link, or - for stdin.")
@takes(
    files_argument(),
    output_option("FILE", "Where to write; the ending selects the format. -: stdout.", type=PATH),
    value(
        "--to",
        "NAME",
        "The format to write.",
        show_default="by the ending, or jsonl",
        shell_complete=FORMAT,
    ),
    value(
        "--from",
        "NAME",
        "The format to read.",
        "source",
        show_default="as the text looks",
        shell_complete=FORMAT,
    ),
    flag("--url", "Print a link to share."),
    flag("--lossy", "Write even if something is lost, and report what."),
    KIND_FILE,
)
def convert(
    files: tuple[str, ...],
    out: Path | None,
    to: str | None,
    source: str | None,
    url: bool,
    lossy: bool,
    kind_file: tuple[Path, ...],
) -> int:
    """Write puzzles in another format, or as links.

    What is written is read again and compared; a puzzle that would lose something is left out,
    unless --lossy is given. A link shares the puzzle alone, without title, solution and the like;
    nor is it a loss if id, meta and solution of a puzzle that generate made are left out.

    Exit code: 0 all is written, 65 some puzzles are not.
    """
    out = None if is_stdout(out) else out
    if url and to is not None:
        raise Stop(USAGE, "convert: expected --url or --to, got both")
    load_kind_files(kind_file)
    for file in files:
        refuse_overwriting(file, out)
    job = _Job(_links() if url else _written(to, out), lossy)
    pieces = job.pieces(_of_files(files, source))
    if (first := next(pieces, None)) is None:
        return job.code
    if out is None:
        stream = json_output() if job.is_json else bytes_output()
        stream.writelines(chain([first], pieces))
        stream.flush()
        return job.code
    with puzzle_errors(str(out)), output.written_whole(out) as stream:
        stream.writelines(chain([first], pieces))
    return job.code


class _Job:
    """The conversion of each puzzle, and its outcome.

    Attributes:
        format_of: The format to write a puzzle in.
        lossy: Whether loss is allowed.
        beside: The additional members left out, which is no loss.
        code: The exit code so far.
        is_json: Whether the latest text written is JSON.
    """

    def __init__(self, format_of: Callable[[Puzzle], Format], lossy: bool) -> None:
        self.format_of, self.lossy = format_of, lossy
        self.beside: dict[str, None] = {}
        self.code, self.is_json = OK, False

    def pieces(
        self, puzzles: Iterable[tuple[str, Puzzle | puzzle_types.PuzzleError]]
    ) -> Iterator[bytes]:
        """The texts of the puzzles, with separators; reports those that cannot be written."""
        before: bytes | None = b""
        for name, puzzle in puzzles:
            try:
                if isinstance(puzzle, puzzle_types.PuzzleError):
                    raise puzzle
                chosen = self.format_of(puzzle)
                text = self._text(puzzle, chosen, name)
            except (formatting.CannotWriteError, puzzle_types.PuzzleError) as error:
                more = "; --lossy writes it still" * isinstance(error, formatting.LossError)
                say(f"{name}: {error}{more}")
                self.code = BAD_PUZZLE
                continue
            if before is None:
                raise Stop(USAGE, f"convert: a file in the format {chosen.name} holds one puzzle")
            self.is_json = chosen.name in ("json", "jsonl")
            yield before
            yield text + b"\n"
            before = chosen.joint
        if self.beside:
            short = f"{chosen.name} has no room for"
            why = "a link shares the puzzle alone, without" if chosen.is_link else short
            say(f"convert: {why} {both(self.beside)}")

    def _text(self, puzzle: Puzzle, chosen: Format, name: str) -> bytes:
        text, lost, beside = sameness.converted(puzzle, chosen, lossy=self.lossy)
        if lost:
            say(f"{name}: lost {both(lost)}")
        self.beside |= dict.fromkeys(beside)
        return text


def _of_files(
    files: Sequence[str], source: str | None
) -> Iterator[tuple[str, Puzzle | PuzzleError]]:
    """The puzzles of all files and their names."""
    for file in files:
        name = input.name_of(file)
        with puzzle_errors(name):
            yield from _puzzles(file, name, source)


def _puzzles(
    file: str, name: str, source: str | None
) -> Iterator[tuple[str, Puzzle | puzzle_types.PuzzleError]]:
    """The puzzles of a file and their names, read in a format named or recognised."""

    def read(data: bytes) -> Puzzle | puzzle_types.PuzzleError:
        try:
            return sources.read_text(data)
        except puzzle_types.PuzzleError as error:
            return error

    opened = sources.open_source(file, None if source is None else _named(source))
    if isinstance(opened, bytes):
        yield name, read(opened)
        return
    with opened as stream:
        for line in input.lines(stream):
            yield f"{name}: line {line.number}", read(line.data)


def _named(name: str) -> Format:
    try:
        return formatting.find_format(name)
    except ValueError as error:
        raise Stop(USAGE, f"convert: {error}") from error


def _links() -> Callable[[Puzzle], Format]:
    """The format of links that holds a puzzle."""
    return lambda puzzle: formatting.link_of(puzzle.kind())


def _written(to: str | None, out: Path | None) -> Callable[[Puzzle], Format]:
    """The format to write: the one named, or that of the file's ending."""
    if to is not None or out is None:
        chosen = _named(to or "jsonl")
        return lambda puzzle: chosen
    ending = out.suffix.lower()
    formats = [
        each for each in formatting.FORMATS.all() if each.can_write and ending in each.endings
    ]
    if not formats:
        raise Stop(USAGE, f"convert: {out} ends as no format; choose one with --to")

    def by_ending(puzzle: Puzzle) -> Format:
        fitting = [each for each in formats if puzzle.kind() in each.kinds] or formats
        if len(fitting) > 1:
            names = either(each.name for each in fitting)
            raise formatting.CannotWriteError(f"{ending} is {names}; choose one with --to")
        return fitting[0]

    return by_ending
