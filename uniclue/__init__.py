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

from uniclue.version import VERSION  # noqa: E402

__version__ = VERSION

if TYPE_CHECKING:
    from uniclue.api import *  # noqa: F403
    from uniclue.certificates import CertificateError as CertificateError
    from uniclue.certificates.verify import Verification as Verification
    from uniclue.core.puzzle import Puzzle as Puzzle
    from uniclue.core.puzzle import PuzzleError as PuzzleError
    from uniclue.encoders.answers import AnswerError as AnswerError
    from uniclue.exchange.decode import Decoded as Decoded
    from uniclue.explainers.reasons import Clues as Clues
    from uniclue.solvers.limits import LimitReachedError as LimitReachedError
    from uniclue.solvers.questions import DisagreementError as DisagreementError
    from uniclue.solvers.verdict import Count as Count
    from uniclue.solvers.verdict import Judgement as Judgement
    from uniclue.solvers.verdict import Solutions as Solutions
    from uniclue.solvers.verdict import Verdict as Verdict

_NAMES = {
    "uniclue.api": "certify check clues count decode describe dump dumps explain export "
    "from_members grade graph load loads solve to_pulp to_pysat unique unique_many verify",
    "uniclue.certificates": "CertificateError",
    "uniclue.certificates.verify": "Verification",
    "uniclue.core.puzzle": "Puzzle PuzzleError",
    "uniclue.encoders.answers": "AnswerError",
    "uniclue.exchange.decode": "Decoded",
    "uniclue.explainers.reasons": "Clues",
    "uniclue.solvers.limits": "LimitReachedError",
    "uniclue.solvers.questions": "DisagreementError",
    "uniclue.solvers.verdict": "Count Judgement Solutions Verdict",
}
_MODULE_OF = {name: module for module, names in _NAMES.items() for name in names.split()}

__all__ = sorted(_MODULE_OF)


def __getattr__(name: str) -> Any:
    """Imports a public name when it is first used."""
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'uniclue' has no attribute {name!r}")
    value = getattr(importlib.import_module(_MODULE_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
