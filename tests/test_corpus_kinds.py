"""Published puzzles of many kinds: the solution that was published is the only one."""

from __future__ import annotations

from itertools import islice

import pytest
from conftest import corpus

from benchmarks import kinds

MOST = 8
"""So many puzzles of each kind."""
CELLS = 360
"""On boards of so many cells at most."""


@pytest.mark.slow
@pytest.mark.parametrize("kind", kinds.READERS)
def test_the_published_solution_is_the_verdict(kind: str) -> None:
    if not (corpus() / "kinds").is_dir():
        pytest.skip(f"no {corpus() / 'kinds'}")
    for name, members, words in islice(kinds.puzzles(kind, CELLS), MOST):
        wrong, _ = kinds.judged(kind, members, words, 3)
        assert wrong in ("", "unknown"), name
