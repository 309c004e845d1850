"""Files of traces beside puzzles: a JSON object a line, with ``kind``, ``id`` and ``moves``."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.formats import puzzle_json
from uniclue.formats.janko import JankoBlocks
from uniclue.formats.janko_layout import find_layout, layouts_of
from uniclue.formats.janko_moves import MEMBER, Move, read_entries
from uniclue.study.order.plan import OrderPlan, UsedBefore


class Trace(NamedTuple):
    """A recorded order.

    Attributes:
        kind: The name of the kind in the file of traces.
        id: The puzzle's name.
        solver: Who solved it, as a pseudonym.
        moves: The moves.
        cells: Rows times columns.
        finished: Whether the moves end in the published solution.
    """

    kind: str
    id: str
    solver: str
    moves: list[Move]
    cells: int = 0
    finished: bool = False


def read_traces(path: Path) -> Iterator[Trace]:
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


def _trace(line: bytes, path: str) -> Trace:
    try:
        members: dict[str, Any] = msgspec.json.decode(line, type=dict)
    except msgspec.DecodeError as error:
        raise PuzzleError(path, "expected a JSON object") from error
    moves = read_entries(members.get("moves"))
    kind, name = str(members.get("kind", "")), str(members.get("id", ""))
    cells = int(members.get("rows") or 0) * int(members.get("columns") or 0)
    finished = members.get("finished") is True
    return Trace(kind, name, str(members.get("solver", "")), moves, cells, finished)


@cache
def traces_by_puzzle(path: Path) -> dict[tuple[str, str], Trace]:
    """The traces of a file by kind and name of their puzzle, of each puzzle the first.

    Raises:
        PuzzleError: A line is no trace.
        OSError: The file cannot be read.
    """
    found: dict[tuple[str, str], Trace] = {}
    for trace in read_traces(path):
        try:
            kind = find_layout(trace.kind).names[0]
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
    layout = next((each for each in layouts_of(type(puzzle)) if each.holds(puzzle)), None)
    key = puzzle.kind() if layout is None else layout.names[0], str(puzzle.extra.get("id"))
    if (trace := traces_by_puzzle(path).get(key)) is None:
        raise PuzzleError("$.id", f"expected the name of a trace in {path.name}, got {key[1]}")
    return trace.moves


def chosen_traces(plan: OrderPlan, folder: Path) -> dict[str, list[Trace]]:
    """The traces that a plan does not exclude before they are replayed, by kind."""
    chosen: dict[str, list[Trace]] = {}
    without = plan.exclusions
    for trace in read_traces(folder / plan.corpus.traces):
        has_program = any(m.place is None and m.word == "program" for m in trace.moves)
        is_kept = (trace.finished or not without.finished) and (without.program or not has_program)
        if is_kept and trace.cells <= without.most_cells:
            chosen.setdefault(trace.kind, []).append(trace)
    return {kind: _fresh(chosen[kind], without.used) for kind in sorted(chosen)}


def _fresh(traces: list[Trace], used: UsedBefore | None) -> list[Trace]:
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
