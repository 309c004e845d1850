"""What tests of many modules do: read puzzles, write files of them, judge how a command ended."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar
from zlib import crc32

import pytest
from conftest import ROOT, slow, so_many

from uniclue.core.kinds import builtin_kinds, find_kind
from uniclue.core.puzzle import Puzzle
from uniclue.formats.puzzle_json import from_members
from uniclue.models.kakuro import Kakuro
from uniclue.models.sudoku import Sudoku
from uniclue.search.steps import Searched

DASK = pytest.mark.skipif(not importlib.util.find_spec("distributed"), reason="needs Dask")
P = TypeVar("P", bound=Puzzle)
FULL = ("1234", "3412", "2143", "4321")
"""A 4x4 sudoku without blanks."""


def read(cls: type[P], members: dict[str, Any]) -> P:
    """A puzzle of a kind from its members."""
    puzzle = from_members({"kind": cls.kind(), **members})
    assert isinstance(puzzle, cls)
    return puzzle


def sudoku(rows: Sequence[str], box: tuple[int, int] = (2, 2), **more: Any) -> Sudoku:
    """A sudoku from rows of digits and dots."""
    grid = tuple(tuple(int(c) if c.isdigit() else 0 for c in row) for row in rows)
    return Sudoku(box=box, grid=grid, **more)


def kakuro(grid: list[list[Any]], **more: Any) -> Kakuro:
    return read(Kakuro, {"rows": len(grid), "cols": len(grid[0]), "grid": grid, **more})


def write_lines(path: Path, *puzzles: Any) -> Path:
    """Writes objects as lines of JSON."""
    path.write_text("".join(json.dumps(puzzle) + "\n" for puzzle in puzzles), "utf-8")
    return path


def json_lines(text: str | bytes) -> list[Any]:
    return [json.loads(line) for line in text.splitlines()]


OF_SOURCES = ("animals", "garden", "kakuro", "nonogram", "sudoku")
"""The kinds of the source documents."""
OF_ROWS = (*OF_SOURCES, "akari")
"""Kinds without lazy constraints: theirs, and one of the vocabulary alone."""
OF_EACH_SORT = (*OF_ROWS, "hitori", "slitherlink")
"""Kinds that stand for all where tests combine them with much else: the last with an answer on
sides. All kinds are in test_kinds.py."""

FEW = ("animals", "kakuro", "slitherlink")
"""Kinds that stand for all where a quick run asks many programs."""


def quickly(kinds: Iterable[str], quick: Collection[str] = OF_EACH_SORT) -> list[Any]:
    """Kinds as parameters of tests; a quick run leaves out those that are not among some."""
    return [kind if kind in quick else slow(kind) for kind in kinds]


def some_kinds(
    name: str,
    kinds: Iterable[str] | None = None,
    quick: Collection[str] | None = None,
    most: int = 28,
) -> list[Any]:
    """Kinds as parameters of a test that takes long: some in a whole run, the others in a long one.

    Which those are is drawn anew for each test, so that tests differ in what they leave out; a kind
    that is added displaces no more than one.

    Args:
        name: Of the test.
        kinds: The kinds; None: all.
        quick: The kinds of a quick run; None: the same as in a whole one.
        most: How many kinds there are in a whole run.
    """
    of_all = sorted(builtin_kinds() if kinds is None else kinds)
    asked = kinds_of(name, of_all, most)
    return [
        pytest.param(kind, marks=[pytest.mark.slow, pytest.mark.long])
        if kind not in asked
        else kind
        if quick is None or kind in quick
        else slow(kind)
        for kind in of_all
    ]


def kinds_of(name: str, kinds: Iterable[str] | None = None, most: int = 28) -> list[str]:
    """The kinds that a test which takes long is about in a whole run, see :func:`some_kinds`."""
    of_all = sorted(builtin_kinds() if kinds is None else kinds)
    return sorted(of_all, key=lambda kind: crc32(f"{name} {kind}".encode()))[:most]


def of_each(total: int, least: int) -> int:
    """How many cases of each kind are tried, so that tests take no longer when kinds are added.

    Args:
        total: The cases of all kinds in a long run; others have fewer.
        least: The fewest of a kind.
    """
    return max(least, so_many(total) // len(builtin_kinds()))


EXAMPLES = [
    pytest.param(from_members(example.puzzle), id=f"{kind}: {example.name}")
    for kind in OF_EACH_SORT
    for example in find_kind(kind).examples
]
"""Their examples, as puzzles to be tested with."""


def assert_trace(found: Searched, name: str) -> None:
    """The steps of a search are those worked out by hand, in a file of ``tests/traces``."""
    trace = ROOT / "tests" / "traces" / f"{name}.txt"
    assert list(found.trace) == trace.read_text("utf-8").splitlines()


def modules() -> Iterator[tuple[str, Path]]:
    """All modules of the library, with their files."""
    for room, folder in (("", "uniclue"), ("uniclue.", "models"), ("uniclue.", "encoders")):
        for path in (ROOT / folder).rglob("*.py"):
            parts = path.relative_to(ROOT).with_suffix("").parts
            if parts[:2] not in (("uniclue", "models"), ("uniclue", "encoders")):
                yield room + ".".join(parts), path
