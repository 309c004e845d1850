"""The corpus of real puzzles: where it is, its files, and what is known of every puzzle.

The corpus is no part of the project. It is looked for at ``UNICLUE_CORPUS``, else beside the
project's root in ``shared/corpus``. Known numbers of solutions come from the corpus' own notes.
"""

from __future__ import annotations

import csv
import io
import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from uniclue.core.kinds import builtin_kinds

ROOT = Path(__file__).resolve().parent.parent
NO_CORPUS = 66
"""Exit code where the corpus is absent."""

SEVERAL_FILE = "sudoku/serg_multi_solution.txt"
"""The one list of sudokus without a unique solution."""
GIANTS = frozenset({"wolter-knotty", "wolter-faase"})
"""Open nonograms: no published solver decides them within minutes."""

T = TypeVar("T")


class Known(NamedTuple):
    """How many solutions a puzzle has: at least and at most (None: not known)."""

    least: int = 0
    most: int | None = None

    @property
    def text(self) -> str:
        """Such as ``1`` or ``>= 2``."""
        return str(self.least) if self.least == self.most else f">= {self.least}"

    def agrees(self, other: Known) -> bool:
        """Whether both can be true of one puzzle."""
        least = max(self.least, other.least)
        return all(most is None or least <= most for most in (self.most, other.most))


ONE, MANY, UNKNOWN = Known(1, 1), Known(2), Known()


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle of the corpus.

    Attributes:
        file: The file's name in the corpus.
        name: The puzzle's id, or its number in the file.
        data: Its text: a JSON object or an 81-character sudoku.
        known: How many solutions it is known to have.
        members: The members of its JSON object; empty for a sudoku line.
    """

    file: str
    name: str
    data: bytes
    known: Known
    members: dict[str, Any] = field(default_factory=dict, repr=False)

    @property
    def is_giant(self) -> bool:
        """Whether "unknown" is a fine answer."""
        return self.name in GIANTS

    @property
    def area(self) -> int:
        """Cells of the grid; white ones for a kakuro, 0 where no JSON object says it."""
        kind, grid = self.members.get("kind"), self.members.get("grid", ())
        if kind == "nonogram":
            return len(self.members["rows"]) * len(self.members["cols"])
        return sum(kind != "kakuro" or cell is None for row in grid for cell in row)


def corpus_folder() -> Path:
    """Where the corpus should be."""
    return Path(os.environ.get("UNICLUE_CORPUS", ROOT.parent / "shared" / "corpus"))


def corpus_files() -> list[str]:
    """The files of the corpus with puzzles of the built-in kinds, by name; empty without it."""
    folder = corpus_folder()
    files = (p for kind in builtin_kinds() for p in (folder / kind).glob("*"))
    names = (p.relative_to(folder) for p in files if p.suffix in (".txt", ".csv", ".jsonl"))
    return sorted(name.as_posix() for name in names)


def leave_without_corpus() -> None:
    """Says so and exits where the corpus is absent."""
    if not corpus_files():
        print(
            "no corpus: set UNICLUE_CORPUS to its folder, or put it in ../shared/corpus",
            file=sys.stderr,
        )
        raise SystemExit(NO_CORPUS)


def read_file(name: str) -> list[Entry]:
    """All puzzles of a file of the corpus."""
    text = (corpus_folder() / name).read_text(encoding="utf-8")
    if name.endswith(".jsonl"):
        return [_from_json(name, line) for line in text.splitlines() if line.strip()]
    known = MANY if name == SEVERAL_FILE else ONE
    lines = _puzzle_column(text) if name.endswith(".csv") else text.split()
    return [Entry(name, str(i), line.encode(), known) for i, line in enumerate(lines, 1)]


def read_corpus() -> list[Entry]:
    """All puzzles of all files."""
    return [entry for name in corpus_files() for entry in read_file(name)]


def _puzzle_column(text: str) -> Iterator[str]:
    """The column of a table whose title speaks of a puzzle."""
    table = csv.DictReader(io.StringIO(text))
    (title,) = (name for name in table.fieldnames or () if "puzzle" in name.lower())
    return (row[title] for row in table)


def _from_json(file: str, line: str) -> Entry:
    members = json.loads(line)
    if members["kind"] == "sudoku":
        known = ONE
    else:
        known = _joined(
            members.get(name) for name in ("n_solutions", "known_solutions", "measured_solutions")
        )
    return Entry(file, str(members["id"]), line.encode(), known, members)


def _joined(notes: Iterable[Any]) -> Known:
    """What several notes say together."""
    known = [_read_note(note) for note in notes]
    most = [k.most for k in known if k.most is not None]
    return Known(max(k.least for k in known), min(most) if most else None)


def _read_note(note: Any) -> Known:
    """Reads a number, ``">=2"``, ``"unknown"`` or null."""
    text = str(note).replace(" ", "")
    if text.startswith(">="):
        return Known(int(text[2:]))
    return Known(int(text), int(text)) if text.isdigit() else UNKNOWN


def spread(items: Sequence[T], wanted: int) -> list[T]:
    """That many items (or all), evenly spaced and always the same."""
    wanted = min(wanted, len(items))
    return [items[i * len(items) // wanted] for i in range(wanted)]
