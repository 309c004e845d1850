"""Puzzle kinds, one file each."""

import sys
from types import ModuleType

from uniclue.core import kinds, model
from uniclue.core import puzzle as _puzzle

# Kind files written for 0.1 import these; the names go with the release after next.
puzzle = ModuleType(f"{__name__}.puzzle")
vars(puzzle).update({**vars(kinds), **vars(_puzzle), "__name__": puzzle.__name__})
FORMER = {"evenodd": "variant", "jigsaw": "variant", "killer": "variant"}
"""Names that kinds had, and the kinds that read such files now."""
sys.modules |= {f"{__name__}.model": model, puzzle.__name__: puzzle}
