"""The file form of pzpr: a puzzle and how far it is solved, as words in lines.

The first lines are ``pzprv3``, the kind's name, rows and columns. A complete or partly filled board
is carried as ``solution``. Lines may also be joined by ``/``, as in links.
"""

from __future__ import annotations

from collections.abc import Iterator

from uniclue.core.fields import MAX_SIDE
from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.core.words import quoted
from uniclue.formats.format import NO, SURE, CannotWriteError, Format
from uniclue.formats.pzpr.answers import AnswerCodec, solution_of
from uniclue.formats.pzpr.layout import find_layout, layout_of, layouts
from uniclue.formats.pzpr.parts import Members
from uniclue.formats.pzpr.rows import FileRows, Words

MARK = "pzprv3"


class Pzprv3(Format):
    """Puzzles in the file form of pzpr."""

    name = "pzprv3"
    title = "a puzzle of puzz.link and pzv.jp with what is filled in, as a file"
    endings = (".txt",)
    joint = None

    @property
    def kinds(self) -> tuple[str, ...]:
        return tuple(layout.kind.kind() for layout in layouts().values())

    def sniff(self, data: bytes) -> int:
        return SURE if data.lstrip().startswith(MARK.encode()) else NO

    def read(self, data: bytes) -> Iterator[Puzzle | PuzzleError]:
        text = data.decode("utf-8", "replace").strip()
        yield read_lines(text.splitlines() if "\n" in text else text.split("/"))

    def write(self, puzzle: Puzzle) -> bytes:
        lines = write_lines(puzzle)
        return "\n".join(lines).encode()


def read_lines(lines: list[str]) -> Puzzle:
    """Reads the lines of a file.

    Raises:
        PuzzleError: They are none of a kind that we have.
    """
    rows = FileRows(lines)
    if not rows.line().startswith(MARK):
        raise PuzzleError("line 1", f"expected {MARK}")
    layout = find_layout(rows.line().strip())
    height = rows.number(1, MAX_SIDE)
    shape = height, height if layout.has_one_side else rows.number(1, MAX_SIDE)
    members: Members = layout.members_set(())
    if (option := rows.peek()) in layout.options:
        members = layout.members_set([rows.line().strip()])
    elif option.isalpha() and shape[1] > 1 and not layout.begins_with_letters:
        raise PuzzleError("line 5", f"expected a file without the option {quoted(option)}")
    inside: Words = []
    for part in layout.parts:
        inside = part.read(rows, shape, members)
    puzzle = layout.puzzle(members, {})
    answer = AnswerCodec(layout, puzzle, layout.members(puzzle), shape)
    grid = answer.read(rows, inside)
    return puzzle if grid is None else layout.puzzle(members, {"solution": grid})


def write_lines(puzzle: Puzzle) -> list[str]:
    """Writes the lines of a file.

    Raises:
        CannotWriteError: pzpr has no such puzzle.
    """
    layout = layout_of(type(puzzle))
    shape, members = layout.shape(puzzle), layout.members(puzzle)
    rows = [row for part in layout.parts for row in part.write(shape, members)]
    solution = solution_of(puzzle)
    try:
        grid = None if solution is None else puzzle.read_grid(solution)
    except PuzzleError as error:
        raise CannotWriteError(f"the solution carried cannot be read: {error}") from error
    rows = AnswerCodec(layout, puzzle, members, shape).write(grid, rows, layout.parts[-1])
    head = [MARK, layout.name, *map(str, shape[:1] if layout.has_one_side else shape)]
    head += layout.words_of(members)
    return head + [" ".join(row) + " " for row in rows]


formats = (Pzprv3(),)
