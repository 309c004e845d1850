"""The files of a new kind, or a package with it: a small working puzzle, explained by comments."""

from __future__ import annotations

import keyword
import os
import re
from collections.abc import Mapping
from pathlib import Path

from uniclue.commands.engine.exits import USAGE, Stop, puzzle_errors
from uniclue.core import kinds as known_kinds
from uniclue.files.output import write_whole
from uniclue.referees import beside

_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")


def write_kind(name: str, file: Path | None) -> tuple[Path, Path, Path]:
    """Writes the file of a new kind, its examples and its referee beside it.

    Args:
        name: The kind's name.
        file: The file; None: the name with ``.py``, in the current folder.

    Returns:
        The three files.

    Raises:
        Stop: The name is invalid, or one of the files exists.
    """
    _refuse_name(name)
    path = file or Path(f"{name}.py")
    if path.suffix != ".py":
        raise Stop(USAGE, f"kinds: expected the name of a file that ends in .py, got {path}")
    kind, examples, referee = path, path.with_suffix(".json"), beside(path)
    _write(name, {kind: _KIND, examples: _EXAMPLES, referee: _REFEREE})
    return kind, examples, referee


def write_package(name: str, folder: Path | None) -> tuple[Path, Path]:
    """Writes a package that announces a new kind, with its test.

    Args:
        name: The kind's name.
        folder: The folder of the package; None: ``uniclue-`` and the name.

    Returns:
        The folder, and the file of the test.

    Raises:
        Stop: The name is invalid, or the folder exists.
    """
    _refuse_name(name)
    folder = folder or Path(f"uniclue-{name.replace('_', '-')}")
    if os.path.lexists(folder):
        raise Stop(USAGE, f"kinds: {folder} is there already; choose another folder")
    inside, test = folder / "src" / f"uniclue_{name}", folder / "tests" / f"test_{name}.py"
    with puzzle_errors(str(folder)):
        inside.mkdir(parents=True)
        test.parent.mkdir()
    texts = {
        folder / "pyproject.toml": _PYPROJECT,
        inside / "__init__.py": _KIND,
        inside / f"{name}.json": _EXAMPLES,
        inside / f"{name}_referee.py": _REFEREE,
        inside / "py.typed": "",
        test: _TEST,
    }
    _write(name, texts)
    return folder, test


def _refuse_name(name: str) -> None:
    """Raises Stop for what cannot be the name of a new kind."""
    if not _NAME.fullmatch(name) or keyword.iskeyword(name):
        what = "a name of lower-case letters, digits and _"
        raise Stop(USAGE, f"kinds: expected {what}, got {name!r:.60}")
    if name in known_kinds.builtin_kinds():
        raise Stop(USAGE, f"kinds: {name} is a built-in kind; choose another name")


def _write(name: str, texts: Mapping[Path, str]) -> None:
    """Writes files with the names of a kind; raises Stop if one of them exists."""
    for each in texts:
        if os.path.lexists(each):
            raise Stop(USAGE, f"kinds: {each} is there already; choose another file")
    title = name.replace("_", " ").title()
    for each, text in texts.items():
        with puzzle_errors(str(each)):
            own = text.replace("@NAME@", name).replace("@TITLE@", title)
            write_whole(each, own.replace("@CLASS@", title.replace(" ", "")).encode())


_KIND = '''"""@TITLE@."""

from uniclue.kit import Annotated, AtMost, Board, Constraints, Exactly, Layer, TextGrid, Tokens
from uniclue.kit import around, cells, name, numbers, pairs


class @CLASS@(Board, frozen=True, kw_only=True, tag="@NAME@"):
    """@TITLE@: shade cells that never touch, by the numbers of their neighbours.

    Rules:
        touch: no two shaded cells have a side in common
        number: a number says how many neighbours of its cell are shaded
    """

    # How a solution may be typed, and how it is drawn.
    marks = {"#": 1, ".": 0}

    # The members of a puzzle's file, each with its type and its sort. The sort checks what is
    # typed, tells the size of the board, and prints it: here numbers from 0 to 4 in some cells.
    grid: Annotated[TextGrid, Tokens(range(5))]

    def answer(self) -> Layer:
        """The variables: 0 or 1 in every cell. Sides, links or corners can have some, too."""
        return Layer(cells(self.size), (0, 1))

    def rules(self) -> Constraints:
        """What holds in every puzzle of this size: a constraint for each small piece of a rule."""
        for pair in pairs(self.size):
            title = f"{name(pair[0])} and {name(pair[1])}"
            yield AtMost("touch", title, pair, 1, "shaded cell")

    def clues(self) -> Constraints:
        """What this puzzle says: a constraint for each clue, so that it can be named."""
        for cell, number in numbers(self.grid):
            yield Exactly("number", f"around {name(cell)}", around(cell), number, "shaded cell")
'''

_REFEREE = '''"""@TITLE@: a second opinion, the rules over a filled board in plain Python."""

# Best written by somebody else, from the rules in words: it must not use the kind or its words.
from uniclue.referees.boards import (
    around,
    cells,
    filled,
    fillings,
    grid,
    nearly,
    shape,
    size,
    sprinkled,
    text,
)


def draw(rng):
    """A small puzzle drawn at random: its members but for the kind."""
    board = shape(rng, 9)
    shaded = set(sprinkled(rng, cells(board), 0.3))
    told = sprinkled(rng, cells(board), 0.4)
    numbers = [sum(near in shaded for near in around(cell)) for cell in told]
    return {"grid": text(board, dict(zip(told, nearly(rng, numbers), strict=True)))}


def answers(puzzle):
    """All filled boards: 0 or 1 in every cell."""
    board = size(puzzle["grid"])
    return fillings(board, dict.fromkeys(cells(board), (0, 1)))


def is_right(puzzle, answer):
    """Whether a filled board keeps the rules."""
    shaded = {cell for cell, value in filled(answer).items() if value == 1}
    if any(near in shaded for cell in shaded for near in around(cell)):
        return False
    numbers = grid(puzzle["grid"]).items()
    return all(sum(near in shaded for near in around(cell)) == n for cell, n in numbers)
'''

_EXAMPLES = """[
  {
    "name": "one solution",
    "puzzle": {"kind": "@NAME@", "grid": ["2..", "...", "..2"]},
    "solutions": [[".#.", "#.#", ".#."]],
    "wrong": {
      "touch": [".#.", "###", ".#."],
      "number": ["...", ".#.", "..."]
    }
  },
  {
    "name": "two solutions",
    "puzzle": {"kind": "@NAME@", "grid": ["1.", ".."]},
    "solutions": [[".#", ".."], ["..", "#."]]
  },
  {
    "name": "no solution",
    "puzzle": {"kind": "@NAME@", "grid": ["3.", ".."]},
    "solutions": []
  }
]
"""

_PYPROJECT = """[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "uniclue-@NAME@"
version = "0.1.0"
description = "@TITLE@, a kind of puzzle for Uniclue"
requires-python = ">=3.11"
dependencies = ["uniclue"]

[project.entry-points."uniclue.kinds"]
@NAME@ = "uniclue_@NAME@:@CLASS@"

[tool.hatch.build.targets.wheel]
packages = ["src/uniclue_@NAME@"]
"""

_TEST = '''"""The kind agrees with its examples, with brute force and with its referee."""

from uniclue.testing import check_kind
from uniclue_@NAME@ import @CLASS@


def test_@NAME@() -> None:
    check_kind(@CLASS@)
'''
