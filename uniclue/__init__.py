"""Uniclue: logic puzzles as SAT and 0/1 integer programs, with verdicts you can check.

The public API; each name is imported when it is first used, so that ``import uniclue`` is quick.

    >>> import uniclue
    >>> puzzle = uniclue.loads(
    ...     '{"kind": "sudoku", "box": [2, 2], "grid": [[1,0,0,0],[0,0,3,0],[0,1,0,0],[0,0,0,2]]}'
    ... )
    >>> uniclue.unique(puzzle).status
    'unique'
"""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

_here = Path(__file__).resolve().parent
if not (_here / "models").is_dir():
    # A checkout without symbolic links: the real models/ and encoders/ stand beside this folder.
    __path__.append(str(_here.parent))

__version__ = "0.1.0"

if TYPE_CHECKING:
    from uniclue.api import (
        check,
        clues,
        count,
        dump,
        dumps,
        explain,
        from_members,
        load,
        loads,
        solve,
        to_pulp,
        to_pysat,
        unique,
        unique_many,
    )
    from uniclue.models.puzzle import Puzzle, PuzzleError
    from uniclue.solvers.questions import DisagreementError
    from uniclue.solvers.verdict import Clues, Count, Judgement, Solutions, Verdict

_HOME = {
    "uniclue.models.puzzle": ("Puzzle", "PuzzleError"),
    "uniclue.solvers.questions": ("DisagreementError",),
    "uniclue.solvers.verdict": ("Clues", "Count", "Judgement", "Solutions", "Verdict"),
}

__all__ = [
    "Clues",
    "Count",
    "DisagreementError",
    "Judgement",
    "Puzzle",
    "PuzzleError",
    "Solutions",
    "Verdict",
    "check",
    "clues",
    "count",
    "dump",
    "dumps",
    "explain",
    "from_members",
    "load",
    "loads",
    "solve",
    "to_pulp",
    "to_pysat",
    "unique",
    "unique_many",
]


def __getattr__(name: str) -> Any:
    """Imports a public name when it is first used."""
    if name not in __all__:
        raise AttributeError(f"module 'uniclue' has no attribute {name!r}")
    home = next((module for module, names in _HOME.items() if name in names), "uniclue.api")
    value = getattr(importlib.import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
