"""The table of a study: its shards read, groups resolved, a sample taken for each test."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from uniclue.features.feature import ORDER
from uniclue.study.hypotheses import Hypothesis, block_of, in_order, read_hypotheses

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


class TableError(ValueError):
    """A folder is not that of a study, or lacks what was asked for; the message is one line."""


@dataclass(frozen=True)
class Study:
    """A study that was run.

    Attributes:
        plan: Its plan.
        about: ``study.json``.
        hypotheses: What its plan tests.
        frame: One row a puzzle, by corpus and line, with the column ``grouped``: the number of the
            group of puzzles that belong together.
        failures: Corpus and reason of each puzzle that was left out.
    """

    plan: dict[str, Any]
    about: dict[str, Any]
    hypotheses: tuple[Hypothesis, ...]
    frame: pl.DataFrame
    failures: tuple[tuple[str, str], ...]


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
        observers: Shape (puzzles,). How many people the label is a mean over, if it is one.
    """

    columns: tuple[str, ...]
    x: Floats
    y: Floats
    size: Floats
    grouped: Ints
    corpora: NDArray[np.str_]
    observers: Floats | None = None

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
        observers = None if self.observers is None else self.observers[rows]
        return Sample(
            self.columns,
            self.x[rows],
            self.y[rows],
            self.size[rows],
            self.grouped[rows],
            self.corpora[rows],
            observers,
        )


def load(folder: Path) -> Study:
    """Reads a study.

    Raises:
        TableError: The folder does not hold one.
        OSError: A file cannot be read.
    """
    shards = sorted((folder / "shards").glob("*.parquet"))
    if not shards:
        raise TableError(f"{folder}: expected the folder of a study with shards/*.parquet")
    try:
        about = json.loads((folder / "study.json").read_text("utf-8"))
        plan = tomllib.loads(about["plan"]) if isinstance(about["plan"], str) else about["plan"]
        hypotheses = read_hypotheses(plan)
    except (KeyError, TypeError, ValueError) as error:
        raise TableError(f"{folder / 'study.json'}: {error}") from error
    try:
        frame = pl.concat([pl.read_parquet(shard) for shard in shards], how="diagonal_relaxed")
        frame = _sorted(frame, [corpus["name"] for corpus in plan.get("corpus", [])])
        frame = frame.with_columns(pl.Series("grouped", resolve_groups(frame)))
    except pl.exceptions.PolarsError as error:
        reason = str(error).splitlines()[0]
        raise TableError(f"{folder / 'shards'}: expected shards of a study; {reason}") from error
    return Study(plan, about, hypotheses, frame, _failures(folder / "failures.jsonl"))


def _sorted(frame: pl.DataFrame, corpora: Sequence[str]) -> pl.DataFrame:
    """By corpus in the order of the plan, then by line."""
    place = {name: i for i, name in enumerate(corpora)}
    order = [place.get(name, len(place)) for name in frame["corpus"]]
    return (
        frame.with_columns(pl.Series("_place", order))
        .sort("_place", "corpus", "line")
        .drop("_place")
    )


def _failures(path: Path) -> tuple[tuple[str, str], ...]:
    if not path.exists():
        return ()
    lines = (json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip())
    return tuple((str(line.get("corpus", "")), str(line.get("reason", ""))) for line in lines)


def resolve_groups(frame: pl.DataFrame) -> Ints:
    """Numbers of the groups of puzzles that must stay together.

    Two puzzles of a kind belong together if they share ``group`` or ``solution_group``, directly
    or through others: the components of the graph of puzzles and what they share.

    Returns:
        Shape (rows,).
    """
    rows: list[int] = []
    keys: list[int] = []
    known: dict[tuple[str, str, str], int] = {}
    for column in ("group", "solution_group"):
        if column not in frame.columns:
            continue
        for row, (kind, value) in enumerate(zip(frame["kind"], frame[column], strict=True)):
            if value is not None:
                rows.append(row)
                keys.append(known.setdefault((kind, column, value), len(known)))
    n = len(frame)
    graph = coo_array(
        (np.ones(len(rows)), (rows, np.asarray(keys, dtype=np.int64) + n)),
        shape=(n + len(known), n + len(known)),
    )
    _, found = connected_components(graph, directed=False)
    return np.unique(found[:n], return_inverse=True)[1].astype(np.int64)


def feature_columns(frame: pl.DataFrame) -> list[str]:
    """The columns that are features, by block."""
    return in_order([c for c in frame.columns if "." in c and block_of(c) in ORDER])


def take(study: Study, hypothesis: Hypothesis) -> Sample:
    """The puzzles that a test is about.

    Columns that are constant on them, that know the answer, or have no number at all are left out.

    Raises:
        TableError: There are fewer than 20 of them, or a column that the test names is missing.
    """
    frame = rows_of(study, hypothesis)
    if len(frame) < 20:
        raise TableError(
            f"test {hypothesis.name}: expected 20 puzzles with the label {hypothesis.label!r} or "
            f"more, got {len(frame)}"
        )
    columns = feature_columns(frame)
    named = {*hypothesis.primary, *hypothesis.size, *hypothesis.pilot}
    if unknown := sorted(named - set(columns)):
        raise TableError(f"test {hypothesis.name}: the table has no column {unknown[0]!r}")
    kept = [c for c in columns if hypothesis.allows(c) and _varies(frame[c])]
    weight = f"weight.{hypothesis.label}"
    has_weight = weight in frame.columns and frame[weight].null_count() == 0
    return Sample(
        columns=tuple(kept),
        x=matrix(frame, kept),
        y=on_scale(frame[f"label.{hypothesis.label}"].to_numpy(), hypothesis),
        size=matrix(frame, hypothesis.size),
        grouped=frame["grouped"].to_numpy().astype(np.int64),
        corpora=frame["corpus"].to_numpy().astype(np.str_),
        observers=frame[weight].to_numpy().astype(np.float64) if has_weight else None,
    )


def rows_of(study: Study, hypothesis: Hypothesis) -> pl.DataFrame:
    """The rows that a test is about: of its kind and corpora, with its label.

    Raises:
        TableError: No row has the label.
    """
    label = f"label.{hypothesis.label}"
    if label not in study.frame.columns:
        raise TableError(f"test {hypothesis.name}: the table has no column {label!r}")
    wanted = (pl.col("kind") == hypothesis.kind) & pl.col(label).is_finite()
    if hypothesis.corpus:
        wanted &= pl.col("corpus").is_in(list(hypothesis.corpus))
    return study.frame.filter(wanted)


def on_scale(label: NDArray[Any], hypothesis: Hypothesis) -> Floats:
    """The label on the scale of the test.

    Raises:
        TableError: It has no logarithm.
    """
    values = label.astype(np.float64)
    if hypothesis.scale == "plain":
        return values
    least = 0.0 if hypothesis.scale == "log1p" else np.nextafter(0.0, 1.0)
    if values.min() < least:
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
