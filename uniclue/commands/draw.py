"""Pictures of puzzles in files: draw."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from uniclue.asking import exits
from uniclue.asking.options import FILES, KIND_FILE, LIMITS, SOLVERS, takes, value
from uniclue.asking.terminal import load_kind_files, patience
from uniclue.files.printing import bytes_output
from uniclue.questions.show import VIEWS

if TYPE_CHECKING:
    from uniclue.core.puzzle import Puzzle
    from uniclue.questions.show import Show

MOST_PICTURES = 1000
"""The most puzzles on a sheet."""
_WORST_FIRST = (exits.NONE, exits.UNKNOWN, exits.SEVERAL, exits.OK)


@click.command(epilog=FILES)
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@takes(
    value("--out", "FILE", "Where to: .svg, .png or .pdf; - is standard output, as SVG.", "-o"),
    *VIEWS,
    value(
        "--columns",
        "N",
        "Puzzles beside each other on a sheet.",
        type=click.IntRange(1, MOST_PICTURES),
    ),
    value("--scale", "X", "How large a PNG is.", type=click.FloatRange(0.1, 20.0), default=2.0),
    *SOLVERS,
    *LIMITS,
    KIND_FILE,
)
def draw(
    files: tuple[str, ...],
    out: str | None,
    columns: int | None,
    scale: float,
    kind_file: tuple[Path, ...],
    **options: Any,
) -> int:
    """Draw puzzles as SVG, PNG or PDF; many become one sheet.

    PNG and PDF need the extra 'pictures'.

    Exit code: 0 drawn; with --solution or --why also 10 several, 20 none, 30 unknown.
    """
    from uniclue.core.puzzle import ChoiceError
    from uniclue.drawing.paper import ENDINGS, page
    from uniclue.drawing.svg import svg
    from uniclue.explainers.shown import picture_of
    from uniclue.questions.show import Show

    ending = "svg" if out == "-" else Path(out or "").suffix.lower().removeprefix(".")
    if out is None or ending not in ENDINGS:
        raise exits.Stop(exits.USAGE, "draw: expected -o FILE.svg, .png or .pdf, or -o -")
    question: Any = Show.put(ascii=False, **options)
    load_kind_files(kind_file)
    exits.refuse_overwriting(out, *files)
    pictures, codes = [], set()
    with patience():
        for name, puzzle in _puzzles(files):
            answer = _answer(question, name, puzzle)
            codes.add(question.exit_code(answer))
            pictures.append(picture_of(answer, puzzle))
    if not pictures:
        raise exits.Stop(exits.BAD_PUZZLE, "draw: expected a puzzle, got none")
    drawn = svg(pictures, columns or 0)
    try:
        data = drawn.encode() if ending == "svg" else page(drawn, ending, scale)
    except ChoiceError as error:
        raise exits.Stop(exits.USAGE, f"draw: {error}") from error
    _write(out, data)
    return next(code for code in _WORST_FIRST if code in codes)


def _puzzles(files: tuple[str, ...]) -> Any:
    """The puzzles of files of one and of many, each with what its user calls it."""
    from uniclue.core.puzzle import Puzzle
    from uniclue.files.input import lines, name_of
    from uniclue.formats.source import read_source, read_text

    count = 0
    for file in files:
        name = name_of(file)
        with exits.puzzle_errors(name):
            source = read_source(file)
        if isinstance(source, Puzzle):
            count += 1
            yield name, source
            continue
        with source as stream:
            for line in lines(stream):
                about = f"{name}: line {line.number}"
                with exits.puzzle_errors(about):
                    puzzle = read_text(line.data)
                count += 1
                yield about, puzzle
        if count > MOST_PICTURES:
            what = f"draw: expected at most {MOST_PICTURES} puzzles on a sheet"
            raise exits.Stop(exits.USAGE, what)


def _answer(question: Show, name: str, puzzle: Puzzle) -> Any:
    from uniclue.asking.single import answer_one
    from uniclue.asking.task import Failure

    answer = answer_one(question, puzzle, 1, lambda count: None)
    if isinstance(answer, Failure):
        raise exits.Stop(answer.code, f"{name}: {answer.path}: {answer.error}")
    return answer


def _write(out: str, data: bytes) -> None:
    if out == "-":
        stream = bytes_output()
        stream.write(data)
        stream.flush()
        return
    from uniclue.files.output import write_whole

    with exits.puzzle_errors(out):
        write_whole(Path(out), data)
