"""Files of traces beside puzzles: a JSON object a line, with ``kind``, ``id`` and ``moves``.

What a published page saves (``"format": "uniclue-trace-1"``) is read as well: there moves are
``[milliseconds, what, place, value]``, positions of places and values, and the puzzle is named by
its digest. Undoing is not followed: what was filled rightly counts as filled.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from uniclue.core.model import Place
from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.drawing.picture import layer_of
from uniclue.formats import puzzle_json
from uniclue.formats.janko import JankoBlocks
from uniclue.formats.janko_layout import find_layout, layouts_of
from uniclue.formats.janko_moves import MEMBER, Move, read_entries
from uniclue.study.order.plan import OrderPlan, UsedBefore


class RecordedTrace(NamedTuple):
    """A recorded order.

    Attributes:
        kind: The name of the kind in the file of traces.
        id: The puzzle's name.
        solver: Who solved it, as a pseudonym.
        moves: The moves.
        cells: Rows times columns.
        finished: Whether the moves end in the published solution.
        page: The moves as a published page saves them; then there are no others.
    """

    kind: str
    id: str
    solver: str
    moves: list[Move]
    cells: int = 0
    finished: bool = False
    page: tuple[PageMove, ...] = ()


PAGE_FORMAT = "uniclue-trace-1"
PageMove = tuple[float, str, int, int]


class PageTrace(msgspec.Struct):
    """What a published page saves."""

    kind: str
    puzzle: str
    moves: tuple[PageMove, ...]
    solved: bool = False


def read_traces(path: Path) -> Iterator[RecordedTrace]:
    """The traces of a file, ``.jsonl`` or ``.jsonl.gz``.

    Raises:
        PuzzleError: A line is no trace.
        OSError: The file cannot be read.
    """
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rb") as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                yield _trace(line, f"line {number}")


def _trace(line: bytes, path: str) -> RecordedTrace:
    try:
        members: dict[str, Any] = msgspec.json.decode(line, type=dict)
    except msgspec.DecodeError as error:
        raise PuzzleError(path, "expected a JSON object") from error
    if members.get("format") == PAGE_FORMAT:
        try:
            saved = msgspec.convert(members, PageTrace)
        except msgspec.ValidationError as error:
            raise PuzzleError(path, str(error)) from error
        return RecordedTrace(
            saved.kind, saved.puzzle, "", [], finished=saved.solved, page=saved.moves
        )
    moves = read_entries(members.get("moves"))
    kind, name = str(members.get("kind", "")), str(members.get("id", ""))
    cells = int(members.get("rows") or 0) * int(members.get("columns") or 0)
    finished = members.get("finished") is True
    return RecordedTrace(kind, name, str(members.get("solver", "")), moves, cells, finished)


@cache
def traces_by_puzzle(path: Path) -> dict[tuple[str, str], RecordedTrace]:
    """The traces of a file by kind and name of their puzzle, of each puzzle the first.

    Raises:
        PuzzleError: A line is no trace.
        OSError: The file cannot be read.
    """
    found: dict[tuple[str, str], RecordedTrace] = {}
    for trace in read_traces(path):
        try:
            kind = PAGE_FORMAT if trace.page else find_layout(trace.kind).names[0]
        except PuzzleError:
            kind = trace.kind.lower()
        found.setdefault((kind, trace.id), trace)
    return found


def moves_of(puzzle: Puzzle, path: Path | None = None) -> list[Move]:
    """The moves that a puzzle carries, or those of a file of traces.

    Raises:
        PuzzleError: There are none, or they cannot be read.
        OSError: The file cannot be read.
    """
    if path is None:
        if MEMBER not in puzzle.extra:
            raise PuzzleError(f"$.{MEMBER}", "expected recorded moves")
        return read_entries(puzzle.extra[MEMBER])
    digest = puzzle_json.puzzle_digest(puzzle).removeprefix("sha256:")
    if saved := traces_by_puzzle(path).get((PAGE_FORMAT, digest)):
        return _moves_on_page(puzzle, saved.page)
    layout = next((each for each in layouts_of(type(puzzle)) if each.holds(puzzle)), None)
    key = puzzle.kind() if layout is None else layout.names[0], str(puzzle.extra.get("id"))
    if (trace := traces_by_puzzle(path).get(key)) is None:
        raise PuzzleError("$.id", f"expected the name of a trace in {path.name}, got {key[1]}")
    return trace.moves


def _moves_on_page(puzzle: Puzzle, saved: Sequence[PageMove]) -> list[Move]:
    """The moves that a published page saved."""
    values, moves = layer_of(puzzle).values, list[Move]()
    for number, (_, what, at, value) in enumerate(saved):
        if what == "follow":  # a step that was told is done
            moves.append(Move(None, "program"))
        if what not in ("mark", "corner", "centre"):
            continue
        if not (0 <= at < len(puzzle.places) and -1 <= value < len(values)):
            raise PuzzleError(f"$.moves[{number}]", "expected a place and a value of the puzzle")
        place, name = puzzle.places[at], _name(puzzle, puzzle.places[at])
        word = None if value < 0 else puzzle.cell_text(values[value])
        if what == "mark":
            fills = None if value < 0 else (place, values[value])
            moves.append(Move(name, word, fills=fills))
        elif word:
            moves.append(Move(name, None, marks=word))
    return moves


def _name(puzzle: Puzzle, place: Place) -> str:
    """The name of a place of a puzzle, as moves have it."""
    row, column = place
    if not layer_of(puzzle).is_halved:
        return f"r{row + 1}c{column + 1}"
    return f"r{row // 2 + 1}c{column // 2 + 1}{'' if row % 2 and column % 2 else '^<'[row % 2]}"


def chosen_traces(plan: OrderPlan, folder: Path) -> dict[str, list[RecordedTrace]]:
    """The traces that a plan does not exclude before they are replayed, by kind."""
    chosen: dict[str, list[RecordedTrace]] = {}
    without = plan.exclusions
    for trace in read_traces(folder / plan.corpus.traces):
        has_program = any(m.place is None and m.word == "program" for m in trace.moves)
        is_kept = (trace.finished or not without.finished) and (without.program or not has_program)
        if is_kept and trace.cells <= without.most_cells:
            chosen.setdefault(trace.kind, []).append(trace)
    return {kind: _fresh(chosen[kind], without.used) for kind in sorted(chosen)}


def _fresh(traces: list[RecordedTrace], used: UsedBefore | None) -> list[RecordedTrace]:
    """Without those that an earlier study took."""
    large = [] if used is None else [t for t in traces if t.cells > used.most_cells]
    was_used = used is not None and len(traces) - len(large) >= used.least_puzzles
    return large if was_used else traces


def puzzles_of(plan: OrderPlan, folder: Path, kind: str) -> dict[str, Puzzle]:
    """The puzzles of a kind with a solution, by their names."""
    if kind == "Kakuro":
        lines = (folder / plan.corpus.kakuro).read_bytes().splitlines()
        read = [puzzle_json.loads(line) for line in lines]
        return {str(puzzle.extra["id"]): puzzle for puzzle in read if "solution" in puzzle.extra}
    lines = (folder / plan.corpus.puzzles / f"{kind}.jsonl").read_bytes().splitlines()
    return dict(_of_block(kind, msgspec.json.decode(line)) for line in lines)


def _of_block(kind: str, entry: dict[str, str]) -> tuple[str, Puzzle]:
    parts = ["begin", f"puzzle {kind}", "problem", entry["problem"]]
    parts += ["solution", entry["solution"], "end"]
    (puzzle,) = JankoBlocks().read("\n".join(parts).encode())
    if isinstance(puzzle, PuzzleError):
        raise puzzle
    return entry["id"], puzzle
