"""Decoding: turns the answer of an outside program into one about the puzzle.

The function behind ``uniclue decode`` and ``uniclue.decode``. Forms of answers are read in
``uniclue.encoders.answers``; here they are interpreted by the exported question, and every grid is
judged by the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Literal, cast

import msgspec

from uniclue.core.arrays import np
from uniclue.core.model import Bools, Place, Value, View
from uniclue.core.puzzle import Grid, Puzzle, PuzzleError, is_complete
from uniclue.encoders.answers import AnswerError, Reply, read
from uniclue.encoders.names import (
    CellVariable,
    ExportedQuestion,
    VariableMap,
    cell_variables,
)
from uniclue.formats.puzzle_json import puzzle_digest, read_json
from uniclue.solvers.verdict import Answer, CellDifference, differences

MAX_MAP_BYTES = 64 * 2**20
"""A larger map is refused unread."""
SHOWN_VIOLATIONS = 5
UNCHECKED = (
    "not verified: this rests on the program's word, which was not checked; "
    "a certificate holds a proof"
)
NO_MAP = "there is no map of the question; it is assumed to be the puzzle's own rules and clues"
WHAT_WAS_ASKED = (
    "expected the question's map, or its CNF itself, with --map: without it the answer may "
    "mean that there is no solution, or that there is no other one"
)
_ORIGIN = re.compile(rb"c uniclue (\S+): (\S+), question (solve|unique|count), .*\s*")
_PUZZLE = re.compile(rb"c puzzle (\S+)\s*")
_CLAUSE = re.compile(rb"((?:-?[1-9]\d{0,9} )+)0\s*")


class Decoded(Answer, frozen=True, kw_only=True, tag="decode"):
    """The verdict on a puzzle from an outside program's answer to an exported question.

    Attributes:
        status: ``solution`` (one was found), ``unique``, ``several``, ``none``, ``counted`` or
            ``unknown``.
        question: The exported question: ``solve``, ``unique`` or ``count``.
        form: The form that the answer was read as, in words.
        solutions: One solution, two if several; each was judged by the kind's rule check.
        differs: The cells where two solutions differ.
        count: If counted: the number of solutions.
        complete: Whether a count is exact.
        reason: The basis of the status, or why it is unknown.
    """

    status: Literal["solution", "unique", "several", "none", "counted", "unknown"]
    question: Literal["solve", "unique", "count"]
    form: str
    solutions: tuple[Grid, ...] = ()
    differs: tuple[CellDifference, ...] = ()
    count: int | None = None
    complete: bool = True
    reason: str | None = None


def decode(
    puzzle: Puzzle, text: bytes | str, *, map: VariableMap | bytes | str | None = None
) -> Decoded:
    """The verdict on a puzzle from an outside program's answer to an exported question.

    Args:
        puzzle: The puzzle.
        text: The answer, in any of the forms of ``uniclue.encoders.answers``.
        map: The question's variable map, or its JSON, or the content of the question's CNF file,
            which contains the same. None if the question was about rules and clues only.

    Returns:
        The verdict; its grids were judged by the rules.

    Raises:
        AnswerError: The text is not an answer, is truncated, or is wrong; the message states how.
            Or it says "no", and there is no map of the question.
        PuzzleError: The map is unreadable or belongs to another puzzle.
    """
    if isinstance(map, bytes | str):
        data = map.encode() if isinstance(map, str) else map
        lines = data.splitlines()
        map = read_formula(lines, puzzle) if is_formula(data) else read_map(data)
    if map is not None:
        refuse_other(map, puzzle)
    return _Decoder(puzzle, map).decoded(read(text))


def read_map(text: bytes | str) -> VariableMap:
    """Reads a variable map.

    Raises:
        PuzzleError: The text is too large, not JSON, or not a map.
    """
    try:
        return msgspec.convert(read_json(text, MAX_MAP_BYTES, "a map"), VariableMap)
    except msgspec.ValidationError as error:
        what, _, path = str(error).partition(" - at `")
        what = what.replace("`", "")
        raise PuzzleError(path.removesuffix("`") or "$", what[:1].lower() + what[1:]) from error


def is_formula(start: bytes) -> bool:
    """Whether a file with this start is a CNF file, rather than a map."""
    return start.startswith((b"c ", b"p "))


def read_formula(lines: Iterable[bytes], puzzle: Puzzle) -> VariableMap:
    """The map of a CNF file that ``export`` wrote, from its comments and its last clause.

    Args:
        lines: The file, which is not held in memory.
        puzzle: The puzzle it should belong to; see :func:`refuse_other`.

    Raises:
        PuzzleError: It was not written by ``export``, or is truncated.
    """
    rest = iter(lines)
    origin, of = (p.fullmatch(next(rest, b"")) for p in (_ORIGIN, _PUZZLE))
    if origin is None or of is None:
        raise PuzzleError("$", "expected a map, or a CNF file that export wrote, with its comments")
    version, kind, question = (word.decode("ascii", "replace") for word in origin.groups())
    cells = cell_variables(puzzle.model())
    blocked = [_left_out(puzzle, cells, rest)] if question == "unique" else []
    return VariableMap(
        uniclue=version,
        kind=kind,
        puzzle=of[1].decode("ascii", "replace"),
        question=cast("ExportedQuestion", question),
        variables=len(cells),
        cells=cells,
        blocked=tuple(blocked),
    )


def _left_out(puzzle: Puzzle, cells: Sequence[CellVariable], lines: Iterable[bytes]) -> Grid:
    """The grid excluded by a blocking clause: the last clause with literals of every cell."""
    places, is_two, grid = len(puzzle.places), puzzle.domain == (0, 1), None
    for line in lines:
        if line.count(b" ") != places or not (words := _CLAUSE.fullmatch(line)):
            continue
        literals = {int(word) for word in words[1].split()}
        held: dict[Place, Value] = dict.fromkeys(puzzle.places, 0) if is_two else {}
        held |= {c.cell: c.value for c in cells if -c.var in literals}
        speaks_of = {abs(n) for n in literals} if is_two else held
        if len(speaks_of) == places and max(map(abs, literals)) <= len(cells):
            grid = puzzle.grid_of(held)
    if grid is None:
        raise PuzzleError(
            "$", "expected a clause that leaves a solution out; the CNF may break off"
        )
    return grid


def refuse_other(variables: VariableMap, puzzle: Puzzle) -> None:
    """Raises PuzzleError for a map that belongs to another puzzle, or lacks its cells."""
    digest = puzzle_digest(puzzle)
    if variables.puzzle != digest:
        raise PuzzleError(
            "$.puzzle",
            "expected the map of this puzzle, which may have changed since: "
            f"the map is of {variables.puzzle:.23}..., the puzzle is {digest:.23}...",
        )
    values = (1,) if puzzle.domain == (0, 1) else puzzle.domain
    expected = {(place, value) for place in puzzle.places for value in values}
    numbers = {cell.var for cell in variables.cells}
    if (
        len(variables.cells) != len(expected)
        or {(cell.cell, cell.value) for cell in variables.cells} != expected
        or len(numbers) != len(expected)
        or not all(1 <= number <= len(expected) for number in numbers)
    ):
        raise PuzzleError(
            "$.cells", f"expected variables 1 to {len(expected)}, one for each cell and value"
        )
    for i, grid in enumerate(variables.blocked):
        if broken := _broken(puzzle, puzzle.read_grid(grid, f"$.blocked[{i}]")):
            raise PuzzleError(f"$.blocked[{i}]", f"expected a solution, got a grid with {broken}")


def _broken(puzzle: Puzzle, grid: Grid) -> str:
    """The rules a grid breaks, in words; empty if it is a solution."""
    broken = [f"{v.code}: {v.sentence}" for v in puzzle.broken(grid)]
    if not broken and not is_complete(puzzle, grid):
        return "an empty cell"
    more = len(broken) - SHOWN_VIOLATIONS
    return "; ".join(broken[:SHOWN_VIOLATIONS] + ([f"and {more} more"] if more > 0 else []))


class _Decoder:
    """Interprets replies by the question."""

    def __init__(self, puzzle: Puzzle, variables: VariableMap | None) -> None:
        self.puzzle, self.map = puzzle, variables
        self.question = "solve" if variables is None else variables.question
        blocked = () if variables is None else variables.blocked
        self.blocked = tuple(puzzle.read_grid(grid) for grid in blocked)

    def decoded(self, reply: Reply) -> Decoded:
        """The verdict from a reply."""
        if self.map is None and (reply.status == "unsat" or reply.count == 0):
            raise AnswerError(WHAT_WAS_ASKED)
        if reply.status == "count" and not (reply.count == 0 and self.question == "unique"):
            return self._counted(reply)
        if reply.status == "sat":
            return self._solved(reply)
        if reply.status == "unknown":
            return self._answer(
                reply, status="unknown", reason=f"the program reports {reply.words}"
            )
        if self.question == "count":
            return self._answer(reply, status="counted", count=0, reason=UNCHECKED)
        reason = self._unchecked(reply.words)
        if not self.blocked:
            return self._answer(reply, status="none", reason=reason)
        if len(self.blocked) == 1:
            return self._answer(reply, status="unique", solutions=self.blocked, reason=reason)
        return self._several(reply, self.blocked, f"there is no other; {reason}")

    def _counted(self, reply: Reply) -> Decoded:
        """The verdict from a number of solutions, if that was the question."""
        if self.map is not None and self.question != "count":
            raise AnswerError(
                f"expected an answer to the question {self.question}, got a count; "
                "only the question count defines which variables to count over"
            )
        reason = self._unchecked("" if reply.exact else "an estimate")
        return self._answer(
            reply, status="counted", count=reply.count, complete=reply.exact, reason=reason
        )

    def _unchecked(self, words: str) -> str:
        """The reason of an answer that rests on the program's word alone."""
        return "; ".join(filter(None, (words, UNCHECKED, "" if self.map else NO_MAP)))

    def _solved(self, reply: Reply) -> Decoded:
        """The verdict from a solution, judged by the rules: ``several`` if one was blocked."""
        grid = self._grid(reply)
        if broken := _broken(self.puzzle, grid):
            raise AnswerError(f"the answer is no solution: {broken}")
        if grid in self.blocked:
            raise AnswerError("the answer is the solution that the question leaves out")
        if self.blocked:
            return self._several(reply, (*self.blocked, grid))
        return self._answer(reply, status="solution", solutions=(grid,))

    def _several(self, reply: Reply, grids: Sequence[Grid], reason: str | None = None) -> Decoded:
        two = (grids[0], grids[-1])
        return self._answer(
            reply, status="several", solutions=two, differs=differences(*two), reason=reason
        )

    def _answer(self, reply: Reply, **members: Any) -> Decoded:
        name = self.puzzle.extra.get("id")
        if members["status"] in ("none", "unique", "counted"):
            members["verified"] = False
        return Decoded(
            kind=self.puzzle.kind(), id=name, question=self.question, form=reply.form, **members
        )

    def _grid(self, reply: Reply) -> Grid:
        """The values of the cells.

        Raises:
            AnswerError: A cell variable has no value, or a cell has no value or two.
        """
        cells = cell_variables(self.puzzle.model()) if self.map is None else self.map.cells
        values = reply.values(len(cells))
        self._refuse_missing([cell for cell in cells if values[cell.var] == 0])
        if self.puzzle.domain == (0, 1):
            return self.puzzle.grid_of({cell.cell: int(values[cell.var] > 0) for cell in cells})
        stands: dict[Place, Value] = {}
        for cell in cells:
            if values[cell.var] > 0:
                if cell.cell in stands:
                    both = f"{stands[cell.cell]} and {cell.value}"
                    raise AnswerError(
                        f"{self.puzzle.name_place(cell.cell)} holds two values, {both}"
                    )
                stands[cell.cell] = cell.value
        for place in self.puzzle.places:
            if place not in stands:
                raise AnswerError(f"{self.puzzle.name_place(place)} holds no value")
        return self.puzzle.grid_of(stands)

    def _refuse_missing(self, missing: Iterable[CellVariable]) -> None:
        """Raises AnswerError for variables without a value, except those in no clause."""
        used: Bools | None = None
        for cell in missing:
            if used is None:
                model = self.puzzle.model()
                used = np.zeros(model.n_vars + 1, np.bool_)
                used[model.matrix(View.BOTH).cols] = used[np.abs(model.literals())] = True
                for each in model.lazy:
                    used[np.abs(each.literals())] = True
            if self.blocked or used[cell.var]:
                what = f"{self.puzzle.name_place(cell.cell)} = {cell.value}"
                raise AnswerError(f"the answer gives variable {cell.var} ({what}) no value")
