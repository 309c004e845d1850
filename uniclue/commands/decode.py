"""Decode: turns the answer of an outside program into one about the puzzle."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from uniclue.commands.engine import completing
from uniclue.commands.engine import text as texts
from uniclue.commands.engine.exits import BAD_PUZZLE, OF_STATUS, OK, USAGE, Stop, puzzle_errors
from uniclue.commands.engine.options import JSON, KIND_FILE, MEMORY_LIMIT, PATH, takes, value
from uniclue.commands.engine.terminal import load_kind_files
from uniclue.core.words import number_of, shown
from uniclue.encoders import answers
from uniclue.files import input
from uniclue.files.printing import MAX_LINE, print_json, print_text
from uniclue.formats import files
from uniclue.solver_files import decode as decoding

if TYPE_CHECKING:
    from uniclue.core.puzzle import Puzzle
    from uniclue.encoders.names import VariableMap
    from uniclue.solver_files.decode import Decoded


@click.command(epilog="FILE is a puzzle (.json), or - for stdin.")
@click.argument("file", metavar="FILE", shell_complete=completing.files)
@click.argument("answer", metavar="ANSWER", shell_complete=completing.files)
@takes(
    value("--map", "FILE", "The question's variable map, or its CNF.", "map_file", type=PATH),
    MEMORY_LIMIT,
    JSON,
    KIND_FILE,
)
def decode(
    file: str, answer: str, map_file: Path | None, as_json: bool, kind_file: tuple[Path, ...]
) -> int:
    """Turn an outside solver's answer to an exported question into a verdict.

    ANSWER is what a SAT, pseudo-Boolean, MaxSAT or ILP solver, or a model counter, wrote; - is
    stdin. Without --map it is taken for the answer to the question 'solve', but a "no" is refused.

    Exit code: 0 a solution, unique, or a count; 10 several, 20 none, 30 unknown, 65 refused.
    """
    if file == answer == "-":
        raise Stop(USAGE, "decode: the puzzle and the answer cannot both come from standard input")
    load_kind_files(kind_file)
    with puzzle_errors(input.name_of(file)):
        puzzle = files.read_puzzle(file)
    variables = None
    if map_file is not None:
        with puzzle_errors(str(map_file)):
            variables = _read_map(map_file, puzzle)
            decoding.refuse_other(variables, puzzle)
    with puzzle_errors(input.name_of(answer)):
        try:
            verdict = decoding.decode(
                puzzle, input.read_input(answer, answers.MAX_BYTES), map=variables
            )
        except answers.AnswerError as error:
            raise Stop(BAD_PUZZLE, f"{input.name_of(answer)}: {error}") from error
    if as_json:
        print_json(verdict.to_json())
    else:
        print_text(texts.finished(_paragraphs(verdict, puzzle), verdict))
    return OF_STATUS.get(verdict.status, OK)


def _read_map(path: Path, puzzle: Puzzle) -> VariableMap:
    """The map in a file, or in the comments of a CNF file."""
    with input.open_input(path) as stream:
        head = stream.read(2)
        file = input.again(stream, head)
        return (
            decoding.read_formula(file, puzzle)
            if decoding.is_formula(head)
            else decoding.read_map(file.read(decoding.MAX_MAP_BYTES + 1))
        )


def _paragraphs(answer: Decoded, puzzle: Puzzle) -> list[str]:
    grids = [puzzle.read_grid(grid) for grid in answer.solutions]
    about = "" if answer.complete else "about "
    first = {
        "solution": "1 solution; there may be more",
        "unique": "unique: exactly one solution",
        "several": texts.several(answer.differs),
        "none": "none: no solution",
        "counted": f"{about}{number_of(answer.count or 0, 'solution')}",
        "unknown": "unknown",
    }[answer.status]
    parts = [f"{first}\n{shown(answer.reason, MAX_LINE)}" if answer.reason else first]
    parts += [puzzle.draw(*grids)] if grids else []
    parts += [texts.differences(answer.differs, puzzle)] if answer.differs else []
    return [*parts, f"read from {answer.form}, as an answer to the question {answer.question}"]
