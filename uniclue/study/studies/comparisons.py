"""What a plan asks about many kinds together, and about pairs of puzzles (docs/study-kinds.md)."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta


class Across(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether shape predicts labels beyond size: within kinds, and in kinds not learnt from.

    Columns may be patterns, as ``across.local-cells.*``. A column counts for the first that names
    it.

    Attributes:
        labels: The columns to predict; a puzzle that lacks one is left out.
        levels: Further labels that some kinds have, each looked at by itself.
        size: The columns of size.
        shape: The columns of shape.
        process: Columns that follow the solving, and so restate the labels.
        primary: The columns tested by themselves, with their expected signs.
        least: The fewest puzzles of a kind.
    """

    labels: tuple[str, ...]
    levels: tuple[str, ...] = ()
    size: tuple[str, ...]
    shape: tuple[str, ...]
    process: tuple[str, ...] = ()
    primary: dict[str, Literal["+", "-"]] = {}
    least: Annotated[int, Meta(ge=20)] = 60


class Pairs(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Pairs of puzzles that are alike but for one column: do their outcomes differ?

    Columns are compared on normal scores of the kind's puzzles, that is in standard deviations.

    Attributes:
        kind: The kind of the puzzles.
        differs: The columns that are to differ, each in pairs of its own.
        alike: The columns that may differ by so much at most.
        outcomes: The columns compared.
        number: The most pairs.
        apart: The least difference of the column that is to differ.
        margin: The smallest difference of outcomes that would matter.
    """

    kind: str
    differs: tuple[str, ...]
    alike: dict[str, Annotated[float, Meta(ge=0)]]
    outcomes: tuple[str, ...]
    number: Annotated[int, Meta(ge=20)] = 200
    apart: Annotated[float, Meta(gt=0)] = 1.0
    margin: Annotated[float, Meta(gt=0)] = 0.2
