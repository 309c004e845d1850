"""Decode: the answer of an outside program, back to the puzzle."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from uniclue.commands.shared import (
    BAD_PUZZLE,
    JSON,
    KIND_FILE,
    NONE,
    OK,
    PATH,
    SEVERAL,
    UNKNOWN,
    USAGE,
    Stop,
    load_kind_files,
    print_out,
    puzzle_errors,
    takes,
)

_CODES = {
    "solution": OK,
    "unique": OK,
    "counted": OK,
    "several": SEVERAL,
    "none": NONE,
    "unknown": UNKNOWN,
}


@click.command(epilog="FILE is a puzzle (.json), or - for stdin.")
@click.argument("file", metavar="FILE")
@click.argument("answer", metavar="ANSWER")
@click.option("--map", "map_file", metavar="FILE", type=PATH, help="The question's variable map.")
@takes(JSON, KIND_FILE)
def decode(
    file: str, answer: str, map_file: Path | None, as_json: bool, kind_file: tuple[Path, ...]
) -> int:
    """Turn an outside solver's answer to an exported question into a verdict.

    ANSWER is what a SAT, pseudo-Boolean, MaxSAT or ILP solver, or a model counter, wrote; - is
    stdin. Without --map it is taken for the answer to the question 'solve'.

    Exit code: 0 a solution, unique, or a count; 10 several, 20 none, 30 unknown, 65 refused.
    """
    from uniclue.asking import text as report
    from uniclue.encoders.answers import MAX_BYTES, AnswerError
    from uniclue.exchange.decode import MAX_MAP_BYTES, read_map, refuse_other
    from uniclue.exchange.decode import decode as decoded
    from uniclue.formats import puzzle_json
    from uniclue.formats.source import read_text

    if file == answer == "-":
        raise Stop(USAGE, "decode: the puzzle and the answer cannot both come from standard input")
    load_kind_files(kind_file)
    with puzzle_errors(_name(file)):
        puzzle = read_text(_read(file, puzzle_json.MAX_BYTES))
    variables = None
    if map_file is not None:
        with puzzle_errors(str(map_file)):
            variables = read_map(_read(str(map_file), MAX_MAP_BYTES))
            refuse_other(variables, puzzle)
    with puzzle_errors(_name(answer)):
        try:
            found = decoded(puzzle, _read(answer, MAX_BYTES), map=variables)
        except AnswerError as error:
            raise Stop(BAD_PUZZLE, f"{_name(answer)}: {error}") from error
    if as_json:
        print_out(found.to_json())
    else:
        print_out(
            report.finished(report.decoded(found, puzzle), found).encode(
                sys.stdout.encoding or "utf-8", "replace"
            )
        )
    return _CODES[found.status]


def _name(path: str) -> str:
    return "standard input" if path == "-" else path


def _read(path: str, most: int) -> bytes:
    """A file's bytes, or one more than are allowed."""
    if path == "-":
        return sys.stdin.buffer.read(most + 1)
    with Path(path).open("rb") as file:
        return file.read(most + 1)
