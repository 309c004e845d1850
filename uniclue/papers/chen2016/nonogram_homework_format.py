r"""The question and answer files of the nonogram homework (Chen 2016), many puzzles in each.

A question file has for each puzzle a line ``$n`` (n its number), the clues of its columns, one a
line, and those of its rows. An answer file has a line ``$n`` and the rows of the grid. Numbers
and cells (1 black, 0 white) are separated by tabs; other blanks are read too, and so are ``\r\n``
and tabs at the end of a line.

Settled: puzzles are square, for the file names no size. An empty line is the clue of an empty row
or column, and so is ``0``; an empty line is written. If at the end of a puzzle an empty line is too
many or missing, it is read so that rows and columns have as many black cells.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from uniclue.core.puzzle import Grid, Puzzle, PuzzleError
from uniclue.formats.format import NO, SURE, CannotWriteError, Format, read_each
from uniclue.formats.puzzle_json import MAX_BYTES
from uniclue.models.nonogram import LineClue, Nonogram

MAX_SIZE = 150
MAX_NUMBER = 999_999_999


@dataclass(slots=True)
class _Part:
    """What stands below a line ``$n``."""

    name: int
    line: int
    lines: list[str] = field(default_factory=list)

    def error(self, i: int, expected: str) -> PuzzleError:
        """An error in the i-th line of the part, from 0; -1 is the line ``$n``."""
        return PuzzleError(f"line {self.line + 1 + i}", expected)


def read_questions(data: bytes) -> dict[int, Nonogram]:
    """Reads a question file: the puzzles by number, in their order, the number as ``id``.

    Raises:
        PuzzleError: It is no such file. The path is ``line 12``, counted from 1.
    """
    return {part.name: _puzzle(part) for part in _parts(data)}


def read_answers(data: bytes) -> dict[int, Grid]:
    """Reads an answer file: the grids by number, in their order.

    Raises:
        PuzzleError: It is no such file. The path is ``line 12``, counted from 1.
    """
    return {part.name: _grid(part) for part in _parts(data)}


def write_questions(puzzles: Mapping[int, Nonogram]) -> bytes:
    """Writes a question file.

    Raises:
        PuzzleError: A puzzle is not square, or has givens, which the file cannot hold.
    """
    return _written({name: _clue_lines(name, puzzle) for name, puzzle in puzzles.items()})


def write_answers(grids: Mapping[int, Grid]) -> bytes:
    """Writes an answer file.

    Raises:
        PuzzleError: A cell is neither 0 nor 1.
    """
    for name, grid in grids.items():
        if any(cell not in (0, 1) for row in grid for cell in row):
            raise PuzzleError(f"${name}", "expected a complete grid of 0 and 1")
    return _written(grids)


# -- reading ---------------------------------------------------------------------------------------


def _parts(data: bytes) -> list[_Part]:
    if len(data) > MAX_BYTES:
        raise PuzzleError("line 1", f"expected at most {MAX_BYTES // 2**20} MB, got more")
    try:
        text = data.removeprefix(b"\xef\xbb\xbf").decode("ascii")
    except UnicodeDecodeError as error:
        at = data.count(b"\n", 0, error.start) + 1
        expected = "expected numbers, tabs and $, got other bytes"
        raise PuzzleError(f"line {at}", expected) from error
    parts: dict[int, _Part] = {}
    part = None
    for number, line in enumerate(text.removesuffix("\n").split("\n"), 1):
        if line.startswith("$"):
            part = _Part(_number_of(line, number, parts), number)
            parts[part.name] = part
        elif part:
            part.lines.append(line)
        elif line.strip():
            raise PuzzleError(f"line {number}", f"expected $ and a number, got {line!r:.60}")
    if not parts:
        raise PuzzleError("line 1", "expected $ and a number, got an empty file")
    return list(parts.values())


def _number_of(line: str, number: int, names: Container[int]) -> int:
    word = line[1:].strip()
    if not _is_number(word, MAX_NUMBER):
        raise PuzzleError(f"line {number}", f"expected $ and a number, got {line.strip()!r:.60}")
    if int(word) in names:
        raise PuzzleError(f"line {number}", f"expected another number, ${int(word)} stands above")
    return int(word)


def _puzzle(part: _Part) -> Nonogram:
    least, most = _filled(part), len(part.lines)
    if not most or least > 2 * MAX_SIZE:
        raise part.error(-1, f"expected 2 to {2 * MAX_SIZE} clues, got {least}")
    clues = [_clue(part, i, line) for i, line in enumerate(part.lines[:least])]
    lengths = [n for n in range(max(least, 2), min(most + 2, 2 * MAX_SIZE + 1)) if n % 2 == 0]
    clues += [()] * (lengths[-1] - least)

    def fits(length: int) -> bool:
        return sum(map(sum, clues[: length // 2])) == sum(map(sum, clues[length // 2 : length]))

    length = min(lengths, key=lambda n: (not fits(n), abs(n - most)))
    if length > most and not fits(length):
        raise part.error(-1, f"expected as many clues of columns as of rows, got {most} together")
    if length != most and most % 2 == 0:
        raise part.error(least, "expected no empty lines after the clues")
    cols, rows = clues[: length // 2], clues[length // 2 : length]
    return Nonogram(rows=tuple(rows), cols=tuple(cols), extra={"id": part.name})


def _filled(part: _Part) -> int:
    """How many lines there are but for empty ones at the end."""
    return max((i for i, line in enumerate(part.lines, 1) if line.strip()), default=0)


def _clue(part: _Part, i: int, line: str) -> LineClue:
    blocks = tuple(_numbers(part, i, line, "numbers up to 9999, separated by tabs", 9999))
    if blocks == (0,):
        return ()
    if 0 in blocks:
        raise part.error(i, "expected blocks of 1 cell or more (0 stands alone), got 0")
    if len(blocks) > MAX_SIZE:
        raise part.error(i, f"expected at most {MAX_SIZE} blocks, got {len(blocks)}")
    return blocks


def _grid(part: _Part) -> Grid:
    height = _filled(part)
    if not 1 <= height <= MAX_SIZE:
        raise part.error(-1, f"expected 1 to {MAX_SIZE} rows of cells, got {height}")
    rows = [
        tuple(_numbers(part, i, line, "cells, each 0 or 1", 1))
        for i, line in enumerate(part.lines[:height])
    ]
    for i, row in enumerate(rows):
        if len(row) != height:
            raise part.error(i, f"expected {height} cells, as many as rows, got {len(row)}")
    return tuple(rows)


def _numbers(part: _Part, i: int, line: str, what: str, most: int) -> Iterator[int]:
    for word in line.split():
        if not _is_number(word, most):
            raise part.error(i, f"expected {what}, got {word!r:.60}")
        yield int(word)


def _is_number(word: str, most: int) -> bool:
    return word.isdigit() and len(word) < 10 and int(word) <= most


# -- writing ---------------------------------------------------------------------------------------


def _clue_lines(name: int, puzzle: Nonogram) -> list[LineClue]:
    if puzzle.shape[0] != puzzle.shape[1]:
        raise PuzzleError(f"${name}", "expected a square puzzle, got {}x{}".format(*puzzle.shape))
    if puzzle.given_cells():
        raise PuzzleError(f"${name}", "expected no givens: question files hold clues only")
    return [() if clue == (0,) else clue for clue in (*puzzle.cols, *puzzle.rows)]


def _written(parts: Mapping[int, Iterable[Sequence[object]]]) -> bytes:
    lines = []
    for name, rows in parts.items():
        lines.append(f"${name}")
        lines += ["\t".join(map(str, row)) for row in rows]
    return "".join(f"{line}\n" for line in lines).encode()


class Homework(Format):
    """Question files of the homework."""

    name = "nonogram-homework"
    title = "the question files of Chen 2016: $n, the columns' clues, the rows'"
    endings = (".txt",)
    joint = b""
    kinds = ("nonogram",)
    is_bare = True

    def sniff(self, data: bytes) -> int:
        return SURE if re.match(rb"\s*\$[0-9]+\s", data) else NO

    def read(self, data: bytes) -> Iterator[Puzzle | PuzzleError]:
        return read_each(_puzzle, _parts(data))

    def write(self, puzzle: Puzzle) -> bytes:
        number = puzzle.extra.get("id")
        name = number if type(number) is int and 0 <= number <= MAX_NUMBER else 1
        try:
            text = write_questions({name: puzzle}).removesuffix(b"\n")  # type: ignore[dict-item]
        except PuzzleError as error:
            raise CannotWriteError(error.expected) from error
        return text + b"0" if text.endswith(b"\n") else text  # an empty last line is none


format_ = Homework()
