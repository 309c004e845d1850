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

    from uniclue.api.answers import (
        check,
        clues,
        count,
        describe,
        encodings,
        explain,
        features,
        grade,
        hint,
        solve,
        trace,
        unique,
        unique_many,
        why,
    )
    from uniclue.api.boards import board
    from uniclue.api.evidence import certify, verify
    from uniclue.api.formulas import decode, export, graph, to_networkx, to_pulp, to_pysat
    from uniclue.api.making import Generated, generate, practice, techniques
    from uniclue.api.pages import Page, publish
    from uniclue.api.pictures import Book, Drawing, book, draw, show
    from uniclue.api.reading import (
        Converted,
        convert,
        dump,
        dumps,
        from_members,
        load,
        loads,
        read,
        read_many,
    )
    from uniclue.certificates.errors import CertificateError
    from uniclue.certificates.verify import Verification
    from uniclue.core.memory import LimitReachedError, memory_limit
    from uniclue.core.puzzle import ChoiceError, Puzzle, PuzzleError, Violation
    from uniclue.encoders.answers import AnswerError
    from uniclue.encoders.names import VariableMap
    from uniclue.explainers.reasons import Clues, Explained
    from uniclue.explainers.shown import Shown
    from uniclue.explainers.steps.step import Explanation, Hint
    from uniclue.formats.format import CannotWriteError, LossError
    from uniclue.graders.grade import Grades
    from uniclue.jobs.pool import WorkersError
    from uniclue.solver_files.decode import Decoded
    from uniclue.solver_files.export import NoSolutionError
    from uniclue.solvers.decide import DisagreementError
    from uniclue.solvers.encodings import Encodings
    from uniclue.solvers.verdict import (
        Answer,
        Count,
        Features,
        Judgement,
        Solutions,
        Trace,
        Verdict,
    )

_HOME = {
    "uniclue.api.answers": (
        "check clues count describe encodings explain "
        "features grade hint solve trace unique unique_many why"
    ),
    "uniclue.api.boards": "board",
    "uniclue.api.evidence": "certify verify",
    "uniclue.api.formulas": "decode export graph to_networkx to_pulp to_pysat",
    "uniclue.api.making": "Generated generate practice techniques",
    "uniclue.api.pages": "Page publish",
    "uniclue.api.pictures": "Book Drawing book draw show",
    "uniclue.api.reading": "Converted convert dump dumps from_members load loads read read_many",
    "uniclue.certificates.errors": "CertificateError",
    "uniclue.certificates.verify": "Verification",
    "uniclue.core.memory": "LimitReachedError memory_limit",
    "uniclue.core.puzzle": "ChoiceError Puzzle PuzzleError Violation",
    "uniclue.encoders.answers": "AnswerError",
    "uniclue.encoders.names": "VariableMap",
    "uniclue.explainers.reasons": "Clues Explained",
    "uniclue.explainers.shown": "Shown",
    "uniclue.explainers.steps.step": "Explanation Hint",
    "uniclue.formats.format": "CannotWriteError LossError",
    "uniclue.graders.grade": "Grades",
    "uniclue.jobs.pool": "WorkersError",
    "uniclue.solver_files.decode": "Decoded",
    "uniclue.solver_files.export": "NoSolutionError",
    "uniclue.solvers.decide": "DisagreementError",
    "uniclue.solvers.encodings": "Encodings",
    "uniclue.solvers.verdict": "Answer Count Features Judgement Solutions Trace Verdict",
}
"""The public names, by the modules that define them."""

__all__ = [
    "Answer",
    "AnswerError",
    "Book",
    "CannotWriteError",
    "CertificateError",
    "ChoiceError",
    "Clues",
    "Converted",
    "Count",
    "Decoded",
    "DisagreementError",
    "Drawing",
    "Encodings",
    "Explained",
    "Explanation",
    "Features",
    "Generated",
    "Grades",
    "Hint",
    "Judgement",
    "LimitReachedError",
    "LossError",
    "NoSolutionError",
    "Page",
    "Puzzle",
    "PuzzleError",
    "Shown",
    "Solutions",
    "Trace",
    "VariableMap",
    "Verdict",
    "Verification",
    "Violation",
    "WorkersError",
    "board",
    "book",
    "certify",
    "check",
    "clues",
    "convert",
    "count",
    "decode",
    "describe",
    "draw",
    "dump",
    "dumps",
    "encodings",
    "explain",
    "export",
    "features",
    "from_members",
    "generate",
    "grade",
    "graph",
    "hint",
    "load",
    "loads",
    "memory_limit",
    "practice",
    "publish",
    "read",
    "read_many",
    "show",
    "solve",
    "techniques",
    "to_networkx",
    "to_pulp",
    "to_pysat",
    "trace",
    "unique",
    "unique_many",
    "verify",
    "why",
]


def __getattr__(name: str) -> Any:
    """Imports a public name when it is first used."""
    import importlib

    if name not in __all__:
        raise AttributeError(f"module 'uniclue' has no attribute {name!r}")
    home = next(module for module, names in _HOME.items() if name in names.split())
    value = getattr(importlib.import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
