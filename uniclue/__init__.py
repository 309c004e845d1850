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

import os

_here = os.path.dirname(os.path.realpath(__file__))
if not os.path.isdir(os.path.join(_here, "models")):
    # A checkout without symbolic links: the real models/ and encoders/ stand beside this folder.
    __path__.append(os.path.dirname(_here))

from uniclue.version import VERSION  # noqa: E402

__version__ = VERSION

TYPE_CHECKING = False  # typing takes longer to import than all else here
if TYPE_CHECKING:
    from typing import Any

    from uniclue.api import (
        certify,
        check,
        clues,
        count,
        decode,
        describe,
        dump,
        dumps,
        explain,
        export,
        from_members,
        grade,
        graph,
        load,
        loads,
        solve,
        to_pulp,
        to_pysat,
        unique,
        unique_many,
        verify,
    )
    from uniclue.certificates import CertificateError
    from uniclue.certificates.verify import Verification
    from uniclue.core.memory import LimitReachedError, memory_limit
    from uniclue.core.puzzle import Puzzle, PuzzleError
    from uniclue.encoders.answers import AnswerError
    from uniclue.explainers.reasons import Clues
    from uniclue.solver_files.decode import Decoded
    from uniclue.solvers.decide import DisagreementError
    from uniclue.solvers.verdict import Count, Judgement, Solutions, Verdict

_HOME = {
    "uniclue.encoders.answers": ("AnswerError",),
    "uniclue.certificates": ("CertificateError",),
    "uniclue.certificates.verify": ("Verification",),
    "uniclue.core.memory": ("LimitReachedError", "memory_limit"),
    "uniclue.core.puzzle": ("Puzzle", "PuzzleError"),
    "uniclue.solvers.decide": ("DisagreementError",),
    "uniclue.solver_files.decode": ("Decoded",),
    "uniclue.explainers.reasons": ("Clues",),
    "uniclue.solvers.verdict": ("Count", "Judgement", "Solutions", "Verdict"),
}

__all__ = [
    "AnswerError",
    "CertificateError",
    "Clues",
    "Count",
    "Decoded",
    "DisagreementError",
    "Judgement",
    "LimitReachedError",
    "Puzzle",
    "PuzzleError",
    "Solutions",
    "Verdict",
    "Verification",
    "certify",
    "check",
    "clues",
    "count",
    "decode",
    "describe",
    "dump",
    "dumps",
    "explain",
    "export",
    "from_members",
    "grade",
    "graph",
    "load",
    "loads",
    "memory_limit",
    "solve",
    "to_pulp",
    "to_pysat",
    "unique",
    "unique_many",
    "verify",
]


def __getattr__(name: str) -> Any:
    """Imports a public name when it is first used."""
    import importlib

    if name not in __all__:
        raise AttributeError(f"module 'uniclue' has no attribute {name!r}")
    home = next((module for module, names in _HOME.items() if name in names), "uniclue.api")
    value = getattr(importlib.import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
