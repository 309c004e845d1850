"""Referees: a second opinion on what each kind of puzzle means.

Below a kind's constraints everything is checked twice; what the constraints themselves say is
checked here. A referee is a file named after its kind, with three functions:

* ``draw(rng)`` draws a small puzzle: its JSON members but for ``kind``;
* ``answers(puzzle)`` lists filled boards, all solutions among them;
* ``is_right(puzzle, answer)`` says whether a filled board keeps the rules.

They are plain Python, written from the rules in words by somebody who has not read the kind's file,
and import nothing of the project but the helpers of :mod:`uniclue.referees.boards`, which know no
rule. A user's kind file ``mine.py`` brings one as ``mine_referee.py`` beside it.

A puzzle is what its file holds, as ``json.load`` returns it, perhaps without members that have
their default. An answer is a list of rows: the value of each cell, None where there is no variable.
Where sides, links or corners have values, it has 2R + 1 rows and 2C + 1 columns: cell (r, c) stands
at row 2r + 1, column 2c + 1, and what lies between cells at the places between. (Where a board asks
for none of them, such as the links of a single cell, its answer has R rows.) Answers are complete.

Of boards of hexagons, triangles or pentagons :mod:`uniclue.referees.tiled` is the referee, of all
kinds that are played on them.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, Protocol, cast

Puzzle = dict[str, Any]
"""A puzzle's JSON members."""
Answer = Sequence[Sequence[Any]]
"""Rows of what stands in each cell."""


class Judge(Protocol):
    """What judges filled boards."""

    def is_right(self, puzzle: Puzzle, answer: Answer) -> bool:
        """Whether a filled board keeps the rules."""


class Referee(Judge, Protocol):
    """The content of a referee's file."""

    def draw(self, rng: Random) -> Puzzle:
        """A small puzzle, drawn at random."""

    def answers(self, puzzle: Puzzle) -> Iterable[Answer]:
        """Filled boards, all solutions among them."""


def referee_of(kind: str, file: Path | None = None) -> Referee | None:
    """The referee of a kind; None if it has none.

    Args:
        kind: The kind's name.
        file: The file that holds the kind, if it is a user's.
    """
    if file is not None:
        return _loaded(file)
    name = f"{__name__}.{kind}"
    if importlib.util.find_spec(name) is None:
        return None
    return cast("Referee", importlib.import_module(name))


def beside(file: Path) -> Path:
    """The file that brings the referee of a user's kind."""
    return file.with_name(f"{file.stem}_referee.py")


def _loaded(file: Path) -> Referee | None:
    """The referee in the file beside a kind's; None if there is none."""
    path = beside(file)
    if not path.is_file():
        return None
    return _run(path.resolve(), path.read_bytes())


@lru_cache(maxsize=64)
def _run(path: Path, text: bytes) -> Referee:
    """The referee that a file's text makes; other text is another one, whatever it is called."""
    module = ModuleType(f"uniclue_kind_{path.stem}")
    module.__file__ = str(path)
    sys.modules[module.__name__] = module  # where dataclasses look for it
    exec(compile(text, path, "exec"), module.__dict__)
    return cast("Referee", module)
