"""The table of a study: reads its shards, resolves groups, takes a sample for each test."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from uniclue.study.features.feature import ORDER
from uniclue.study.studies.corpus import FailedLine
from uniclue.study.studies.hypotheses import Hypothesis, block_of, in_order
from uniclue.study.studies.run import Study, read_study
from uniclue.study.studies.shards import SHARD_ERRORS, read_failures, read_table, shard_paths

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


class TableError(ValueError):
    """A folder is not that of a study, or lacks the required data; the message is one line."""


@dataclass(frozen=True)
class StudyTable:
    """The table of a study that was run.

    Attributes:
        study: The description of the study.
        frame: One row for each puzzle, by corpus and line, with the column ``grouped``: the number
            of the puzzle's group.
        failures: The puzzles without a row.
    """

    study: Study
    frame: pl.DataFrame
    failures: tuple[FailedLine, ...]


@dataclass(frozen=True)
class Sample:
    """The puzzles of one test, as arrays.

    Attributes:
        columns: Names of the features, by block.
        x: Shape (puzzles, features). NaN where there is no number.
        y: Shape (puzzles,). The label on its scale.
        size: Shape (puzzles, columns held fixed).
        grouped: Shape (puzzles,). The group of each, as numbered in the study.
        corpora: Shape (puzzles,). The corpus of each.
        also: Shape (puzzles, other labels). NaN where there is no number.
        observers: Shape (puzzles,). The number of people over which the label is a mean, if any.
        order: Shape (puzzles,). The label that tells when each was made, if the test names one.
    """

    columns: tuple[str, ...]
    x: Floats
    y: Floats
    size: Floats
    grouped: Ints
    corpora: NDArray[np.str_]
    also: Floats
    observers: Floats | None = None
    order: Floats | None = None

    @property
    def weights(self) -> Floats:
        """The weight of each puzzle in a fit: m / (m + 8) for a mean over m people, else 1."""
        if self.observers is None:
            return np.ones(len(self.y))
        return self.observers / (self.observers + 8.0)

    @cached_property
    def groups(self) -> Ints:
        """The group of each puzzle, from 0 without gaps."""
        return np.unique(self.grouped, return_inverse=True)[1].astype(np.int64)

    def values(self, column: str) -> Floats:
        """One feature, shape (puzzles,)."""
        return self.x[:, self.columns.index(column)]

    def only(self, rows: Bools) -> Sample:
        """Some of the puzzles."""
        names = ("x", "y", "size", "grouped", "corpora", "also", "observers", "order")
        arrays: dict[str, Any] = {name: getattr(self, name) for name in names}
        chosen: Any = {name: a[rows] for name, a in arrays.items() if a is not None}
        return replace(self, **chosen)


def load(folder: Path) -> StudyTable:
    """Reads the table of a study, as far as it is done.

    Raises:
        OSError: There is no study, or a file cannot be read.
        PuzzleError: ``study.json`` is unreadable.
        TableError: A shard is unreadable.
    """
    study = read_study(folder)
    try:
        frame = read_table(folder)
        failures = [failure for path in shard_paths(folder) for failure in read_failures(path)]
        frame = frame.with_columns(pl.Series("grouped", resolve_groups(frame)))
    except SHARD_ERRORS as error:
        reason = str(error).splitlines()[0]
        raise TableError(f"{folder / 'shards'}: expected shards of a study; {reason}") from error
    return StudyTable(study, frame, tuple(failures))


def resolve_groups(frame: pl.DataFrame) -> Ints:
    """Numbers of the groups of puzzles that must stay together.

    Two puzzles of a kind belong together if they share ``group`` or ``solution_group``, directly
    or through others: the components of the graph of puzzles and what they share.

    Returns:
        Shape (rows,).
    """
    n = len(frame)
    shared = pl.concat(
        frame.select(
            row=pl.int_range(n), key=pl.concat_str("kind", pl.lit(c), c, separator=" ")
        ).drop_nulls()
        for c in ("group", "solution_group")
    )
    keys = n - 1 + shared["key"].rank("dense").to_numpy().astype(np.int64)
    rows = shared["row"].to_numpy()
    graph = coo_array((np.ones(len(rows)), (rows, keys)), shape=(3 * n, 3 * n))
    _, component = connected_components(graph, directed=False)
    return np.unique(component[:n], return_inverse=True)[1].astype(np.int64)


def feature_columns(frame: pl.DataFrame) -> list[str]:
    """The columns that are features, by block."""
    return in_order([c for c in frame.columns if "." in c and block_of(c) in ORDER])


def take(table: StudyTable, hypothesis: Hypothesis) -> Sample:
    """The puzzles of a test.

    Columns that are constant on them, are excluded by the test, or have no number at all are
    omitted.

    Raises:
        TableError: There are fewer than 20 puzzles, or a column that the test names is missing.
    """
    frame = rows_of(table, hypothesis)
    if len(frame) < 20:
        raise TableError(
            f"test {hypothesis.name}: expected 20 puzzles with the label {hypothesis.label!r} or "
            f"more, got {len(frame)}"
        )
    columns = feature_columns(frame)
    named = {*hypothesis.primary, *hypothesis.size, *hypothesis.pilot, *hypothesis.also}
    if unknown := sorted(named - set(columns)):
        raise TableError(f"test {hypothesis.name}: the table has no column {unknown[0]!r}")
    label = label_column(table, hypothesis)
    used = [c for c in columns if hypothesis.allows(c) and c != label and _varies(frame[c])]
    weight = f"weight.{hypothesis.label}"
    order = hypothesis.order and label_column(table, hypothesis, hypothesis.order)
    has_weight = weight in frame.columns and frame[weight].null_count() == 0
    return Sample(
        columns=tuple(used),
        x=matrix(frame, used),
        y=on_scale(frame[label].to_numpy(), hypothesis),
        size=matrix(frame, hypothesis.size),
        grouped=frame["grouped"].to_numpy().astype(np.int64),
        corpora=frame["corpus"].to_numpy().astype(np.str_),
        also=matrix(frame, hypothesis.also),
        observers=matrix(frame, [weight])[:, 0] if has_weight else None,
        order=matrix(frame, [order])[:, 0] if order else None,
    )


def label_column(table: StudyTable, hypothesis: Hypothesis, label: str | None = None) -> str:
    """The column of a label, by default of the one tested.

    Raises:
        TableError: There is no such column.
    """
    label = label or hypothesis.label
    for column in (f"label.{label}", label):
        if column in table.frame.columns:
            return column
    raise TableError(f"test {hypothesis.name}: the table has no label {label!r}")


def rows_of(table: StudyTable, hypothesis: Hypothesis) -> pl.DataFrame:
    """The rows of a test: those of its kind and corpora that have its label.

    Raises:
        TableError: There is no such label.
    """
    label = label_column(table, hypothesis)
    wanted = (pl.col("kind") == hypothesis.kind) & pl.col(label).is_finite()
    if hypothesis.corpus:
        wanted &= pl.col("corpus").is_in(list(hypothesis.corpus))
    return table.frame.filter(wanted)


def on_scale(label: NDArray[Any], hypothesis: Hypothesis) -> Floats:
    """The label on the scale of the test.

    Raises:
        TableError: The label has no logarithm.
    """
    values = label.astype(np.float64)
    if hypothesis.scale == "plain":
        return values
    if values.min() <= (-1.0 if hypothesis.scale == "log1p" else 0.0):
        raise TableError(f"test {hypothesis.name}: the label {values.min():g} has no logarithm")
    return np.log1p(values) if hypothesis.scale == "log1p" else np.log(values)


def matrix(frame: pl.DataFrame, columns: Sequence[str]) -> Floats:
    """Columns as an array, shape (rows, columns), NaN where there is no number."""
    if not columns:
        return np.empty((len(frame), 0))
    cast = frame.select(pl.col(list(columns)).cast(pl.Float64).fill_null(float("nan")))
    return np.ascontiguousarray(cast.to_numpy())


def _varies(column: pl.Series) -> bool:
    return bool(column.fill_null(float("nan")).fill_nan(None).drop_nulls().n_unique() > 1)
