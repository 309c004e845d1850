"""What a study tests: the ``[[test]]`` tables of its plan (docs/study-run.md, docs/study.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Literal

import msgspec

from uniclue.research.features.feature import ORDER

STEPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("size", ("size",)),
    ("static shape", ("cnf", "matrix", "static")),
    ("residual shape", ("residual",)),
    ("deduction graph", ("deduction",)),
    ("solver effort", ("effort",)),
    ("grades", ("grade",)),
)
"""The blocks of features in the order in which they are added to each other."""

STRUCTURE = ("size", "static shape", "residual shape", "deduction graph")
"""The steps that are structure: no solver's effort, no grades."""

Scale = Literal["plain", "log", "log1p"]


class Hypothesis(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is asked about one label of one kind.

    Attributes:
        name: Unique in the plan.
        kind: Of the puzzles.
        label: Name of the label, whose column is ``label.NAME``, or the column of a feature.
        corpus: Names of the corpora; all that have the label if empty.
        primary: The columns tested, with the sign expected.
        size: The columns held fixed in partial correlations.
        scale: What is done to the label before R2 and errors are taken.
        unit: Of the label, for people.
        exclude: Patterns of columns that know the answer; they are left out.
        circular: Patterns of columns that say the same in other words; they are no structure, but
            what they add is shown.
        pilot: The columns of the block that structure is compared with.
        also: Columns that features are correlated with besides, in the exploratory tables alone.
        predictor: Whether the predictor is cross-validated too (it takes minutes).
        transfer: Name of a test of the same kind that predictions are carried to.
        aims: Values of ``r2`` and ``spearman`` hoped for from structure.
    """

    name: str
    kind: str
    label: str
    primary: dict[str, Literal["+", "-"]]
    size: tuple[str, ...]
    corpus: tuple[str, ...] = ()
    scale: Scale = "plain"
    unit: str = ""
    exclude: tuple[str, ...] = ()
    circular: tuple[str, ...] = ()
    pilot: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    predictor: bool = False
    transfer: str | None = None
    aims: dict[Literal["r2", "spearman"], float] = {}

    def allows(self, column: str) -> bool:
        """Whether a column may be used to predict the label."""
        return not _matches(column, self.exclude)

    def is_structure(self, column: str) -> bool:
        """Whether a column counts as structure."""
        steps = dict(STEPS)
        blocks = {block for step in STRUCTURE for block in steps[step]}
        return block_of(column) in blocks and not _matches(column, self.circular)


def _matches(column: str, patterns: Sequence[str]) -> bool:
    return any(fnmatchcase(column, pattern) for pattern in patterns)


@dataclass(frozen=True, slots=True)
class Protocol:
    """The numbers of the protocol (docs/study.md); smaller ones give a quick look."""

    seed: int = 20261121
    folds: int = 10
    inner_folds: int = 5
    repeats: int = 5
    resamples: int = 2_000
    paired_resamples: int = 10_000
    permutations: int = 9_999
    null: int = 1_000
    forest_trees: int = 100
    predictor_trees: int = 100
    boosted_trees: int = 200


QUICK = Protocol(
    folds=5,
    inner_folds=3,
    repeats=1,
    resamples=200,
    paired_resamples=500,
    permutations=199,
    null=50,
    forest_trees=20,
    predictor_trees=20,
    boosted_trees=40,
)
"""For a look at a table; not the protocol."""


def block_of(column: str) -> str:
    """The block a column belongs to."""
    return column.partition(".")[0]


def in_order(columns: Sequence[str]) -> list[str]:
    """Columns by block, from what is written to what it takes to solve."""
    return sorted(columns, key=lambda column: ORDER.index(block_of(column)))
