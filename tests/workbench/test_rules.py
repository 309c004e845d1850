"""Which rules a published page calls broken, beside ``check``; without a browser."""

from __future__ import annotations

import pytest
from helpers import kinds_of

from benchmarks.page_rules import GRIDS, compared
from benchmarks.published import example
from uniclue.core.kinds import builtin_kinds
from uniclue.workbench.clauses import clauses_of
from workbench.scripts import NEEDS_NODE

pytestmark = NEEDS_NODE
OF_EACH_SORT = ("fillomino", "galaxies", "garden", "gokigen", "hanare", "slitherlink", "yajilin")
"""Kinds with areas, roots, further layers, literals alone, lines and a line."""
OTHER_CODES = {"usotatami": ({"mat"}, {"number"})}
"""Kinds whose model leaves out at once the areas that a clue's rule forbids: codes of both."""


@pytest.mark.parametrize(
    "kinds",
    [
        sorted({*OF_EACH_SORT, *kinds_of("rules on a page", most=8)}),
        pytest.param(builtin_kinds(), marks=[pytest.mark.slow, pytest.mark.long]),
    ],
    ids=("some kinds", "all kinds"),
)
def test_a_page_calls_broken_what_check_does(kinds: list[str]) -> None:
    missed = 0
    assert all(clauses_of(example(kind)) for kind in kinds)
    for kind, said in compared(kinds, GRIDS // 2).items():
        for i, each in enumerate(said):
            if each.is_whole:
                assert bool(each.page) == bool(each.check), (kind, i, each)
                both = each.codes, each.violated
                is_named = each.codes & each.violated or both == OTHER_CODES.get(kind)
                assert not each.page or is_named, (kind, i, each)
            assert not (each.page and each.is_right), (kind, i, each)
            missed += bool(each.check and not each.page)
    assert missed <= len(
        kinds
    )  # of ten partly filled grids a kind: what several rules show together
