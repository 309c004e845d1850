"""Tables of studies in which the truth is known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import polars as pl
from numpy.typing import NDArray

from uniclue.study.studies.corpus import FailedLine
from uniclue.study.studies.hypotheses import Hypothesis
from uniclue.study.studies.plan import convert_plan
from uniclue.study.studies.run import Study
from uniclue.study.studies.shards import FAILURES, Columns

Floats = NDArray[np.float64]

EFFECT = Hypothesis(
    name="effect",
    kind="sudoku",
    label="time",
    corpus=("first", "second"),
    primary={"static.shape": "+", "deduction.noise": "+"},
    size=("size.givens",),
    scale="log",
    unit="seconds",
    pilot=("size.givens", "grade.dependency"),
    aims={"r2": 0.4, "spearman": 0.99},
    seen=True,
    order="made",
    batches=(99.0,),
)
"""A test of a table by :func:`planted`."""


def planted(n: int = 160, seed: int = 1, effect: float = 1.0) -> dict[str, Floats]:
    """Columns of a table: log time is size + effect * shape + noise, and the rest is nothing."""
    rng = np.random.default_rng(seed)
    givens, shape = rng.normal(size=n), rng.normal(size=n)
    log_time = 0.7 * givens + effect * shape + rng.normal(size=n)
    dependency = shape + 2 * rng.normal(size=n)
    residual = rng.normal(size=n)
    residual[rng.random(n) < 0.1] = np.nan
    return {
        "size.givens": givens,
        "size.constant": np.ones(n),
        "static.shape": shape,
        "static.copy": np.exp(shape),
        "residual.noise": residual,
        "deduction.noise": rng.normal(size=n),
        "effort.noise": rng.normal(size=n),
        "grade.dependency": dependency,
        "label.made": np.arange(n, dtype=np.float64),
        "label.time": np.exp(log_time),
        "weight.time": rng.integers(10, 40, n).astype(np.float64),
    }


def write_study(
    folder: Path,
    columns: Mapping[str, Floats],
    tests: Sequence[Hypothesis],
    groups: Sequence[str] | None = None,
    failures: Sequence[FailedLine] = (),
    seed: int = 5,
    kinds: Sequence[str] = (),
    **asked: Any,
) -> Path:
    """Writes the folder of a study as ``uniclue study run`` would; half of it is each corpus.

    Kinds are those of the puzzles, sudokus unless they are given; ``asked`` are more of the plan.
    """
    n = len(next(iter(columns.values())))
    half = n // 2
    names = ["first"] * half + ["second"] * (n - half)
    blocks = tuple(dict.fromkeys(c.split(".")[0] for c in columns if not c.startswith(_OTHERS)))
    members: dict[str, Any] = {
        "title": "Planted",
        "seed": seed,
        "corpus": [{"name": name, "file": f"{name}.jsonl"} for name in ("first", "second")],
        "test": [msgspec.to_builtins(test) for test in tests],
        **asked,
    }
    described = Columns(
        labels=tuple(c[6:] for c in columns if c.startswith("label.")),
        weights=tuple(c[7:] for c in columns if c.startswith("weight.")),
        features=tuple(c for c in columns if not c.startswith(_OTHERS)),
        blocks=blocks,
    )
    study = Study(plan=convert_plan(members), columns=described, chunk=n // 2 + 1)
    frame = pl.DataFrame(
        {
            "corpus": names,
            "line": [*range(half), *range(n - half)],
            "id": [str(i) for i in range(n)],
            "kind": list(kinds) or ["sudoku"] * n,
            "digest": [f"d{i}" for i in range(n)],
            "group": list(groups) if groups is not None else [f"g{i}" for i in range(n)],
            "solution_group": [f"s{i}" for i in range(n)],
            **{name: pl.Series(values, nan_to_null=True) for name, values in columns.items()},
            **{f"seconds.{block}": [0.001] * n for block in blocks},
            "missing": [""] * n,
        },
        schema_overrides=dict.fromkeys(columns, pl.Float64),
    ).select(list(described.schema()))
    (folder / "shards").mkdir(parents=True)
    (folder / "study.json").write_bytes(msgspec.json.encode(study))
    for number, part in enumerate((frame[:half], frame[half:])):
        failed = msgspec.json.encode(list(failures) if number == 0 else []).decode()
        part.write_parquet(folder / "shards" / f"{number:05}.parquet", metadata={FAILURES: failed})
    return folder


_OTHERS = ("label.", "weight.")
