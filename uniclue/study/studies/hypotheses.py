"""The tests of a study: the ``[[test]]`` tables of its plan (docs/study-run.md, docs/study.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Literal

import msgspec

from uniclue.study.features.feature import ORDER

PLAYER = ("fillable", "scarce", "log_fillable", "ways_per", "ease", "checks", "search")
"""How the columns of the simulated player begin, in the block of the deduction graph."""

STEPS: dict[str, tuple[str, ...]] = {
    "size": ("size.*",),
    "static shape": ("cnf.*", "matrix.*", "static.*", "residual.blank-*"),
    "propagation": ("size.forced_cells", "cnf.open_unit_share", "matrix.lp_*", "residual.*"),
    "process": ("deduction.*",),
    "player": tuple(f"deduction.{name}_*" for name in PLAYER),
    "solver effort": ("effort.*",),
    "grades": ("grade.*",),
}
"""Patterns of the columns of each step, in the order in which steps are added to a model.

Of the patterns that match a column the longest decides. *Static shape* runs no propagation: it is
the puzzle as written, and the candidates that the givens leave. *Propagation* is what is open when
it stalls, and which cells it fills at once; *process* is how it solves the puzzle; *player* is the
simulated player who fills one cell at a time.
"""

STRUCTURE = ("size", "static shape", "propagation", "process", "player")
"""The steps that count as structure: neither a solver's effort nor grades."""

Scale = Literal["plain", "log", "log1p"]


class Hypothesis(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A test about one label of one kind.

    Attributes:
        name: A unique name in the plan.
        kind: The kind of the puzzles.
        label: Name of the label, whose column is ``label.NAME``, or the column of a feature.
        corpus: Names of the corpora; all that have the label if empty.
        primary: The columns tested, with their expected signs.
        size: The columns held fixed in partial correlations.
        scale: The transformation of the label before R2 and errors are computed.
        unit: The unit of the label, for people.
        exclude: Patterns of columns that contain the answer; they are not used.
        circular: Patterns of columns that are nearly the label itself; they do not count as
            structure, but their gain is shown.
        pilot: The columns of the block that structure is compared with.
        also: Further columns to correlate features with, in the exploratory tables only.
        transfer: Name of a test of the same kind to which predictions are transferred.
        aims: The values of ``r2`` and ``spearman`` that structure should reach.
        seen: Whether the label of these puzzles was looked at before the plan, so that the test
            is no independent one.
        auxiliary: Labels of other puzzles from which the predictor that ships may learn.
        order: A label that tells when a puzzle was made; scores are also given by batch.
        batches: The last of this order in each batch but the last.
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
    transfer: str | None = None
    aims: dict[Literal["r2", "spearman"], float] = {}
    seen: bool = False
    auxiliary: tuple[str, ...] = ()
    order: str | None = None
    batches: tuple[float, ...] = ()

    def allows(self, column: str) -> bool:
        """Whether a column may be used to predict the label."""
        return not _matches(column, self.exclude)

    def is_structure(self, column: str) -> bool:
        """Whether a column counts as structure."""
        return step_of(column) in STRUCTURE and not _matches(column, self.circular)


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
    shape_null: int = 99


QUICK = Protocol(
    folds=5,
    inner_folds=3,
    repeats=1,
    resamples=200,
    paired_resamples=500,
    permutations=199,
    null=50,
    shape_null=5,
)
"""For a quick look at a table; not the protocol."""


def block_of(column: str) -> str:
    """The block a column belongs to."""
    return column.partition(".")[0]


def step_of(column: str) -> str | None:
    """The step a column belongs to, if any."""
    matching = {p: s for s, patterns in STEPS.items() for p in patterns if fnmatchcase(column, p)}
    return matching[max(matching, key=len)] if matching else None


def in_order(columns: Sequence[str]) -> list[str]:
    """Columns by block, from the puzzle as written to the work of solving it."""
    return sorted(columns, key=lambda column: ORDER.index(block_of(column)))
