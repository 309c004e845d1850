"""Features, and the blocks that compute them: their classes and registry.

A block computes features that cost about the same and have the same origin. Every other module of
this folder may hold blocks: module variables that are a :class:`FeatureBlock`. The column of a
feature in a table is ``block.name``.
"""

from __future__ import annotations

import importlib.util
import math
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

from uniclue.core.latest import model_of
from uniclue.core.model import Model, Rows, StillLazyError, View
from uniclue.core.plugins import Plugin, Registry
from uniclue.core.puzzle import ChoiceError, Grid, Puzzle
from uniclue.encoders.cnf import Cnf, formula_of
from uniclue.graders.grade import solved
from uniclue.solvers.limits import LimitReachedError, Limits
from uniclue.solvers.verdict import Features
from uniclue.study.features.elimination import Eliminated, eliminate

Values = dict[str, float | str]
"""Numbers by the names of features; a text instead of a number says why there is none."""

OTHER_KIND = "not for this kind"
ROWS_ALONE = "the rows do not state the whole puzzle, and this is computed from rows alone"
NOT_COMPUTED = "not computed by its block"
DIGITS = 10
"""Significant digits: later ones of eigenvalues and optima differ between machines."""
NOTHING = 1e-12
"""What is nearer to 0 is rounding: an eigenvalue of -2.8e-17 is 0."""


@dataclass(frozen=True, slots=True)
class Feature:
    """A number that describes a puzzle.

    Attributes:
        name: Unique in its block.
        meaning: Its definition.
        unit: Its unit; ``1`` for shares and other ratios.
        source: The paper or formula it comes from.
        kinds: The kinds that have it; empty for all.
    """

    name: str
    meaning: str
    unit: str
    source: str
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FeatureBlock(Plugin):
    """Features that are computed together.

    Attributes:
        name: Its name on the command line.
        title: The origin of its features.
        features: Its features; each is computed for every puzzle of the feature's kinds.
        compute: Computes them; a :class:`LimitReachedError` leaves all of them without a number.
        needs: Optional libraries that it needs.
        rows_alone: Whether it looks at rows alone; a puzzle with lazy constraints has none of it.
        on_request: Whether it is computed only if it is named.
    """

    name: str
    title: str
    features: tuple[Feature, ...]
    compute: Callable[[Subject], Values]
    needs: tuple[str, ...] = ()
    rows_alone: bool = False
    on_request: bool = False


@dataclass
class Subject:
    """A puzzle with its model, formula and the like, each built on first use."""

    puzzle: Puzzle
    limits: Limits = field(default_factory=Limits)

    @cached_property
    def model(self) -> Model:
        """The default form of its model."""
        return model_of(self.puzzle)

    @cached_property
    def cnf(self) -> Cnf:
        """Its clauses, including literal clues, with the default cardinality encoding.

        Lazy constraints have none.
        """
        return formula_of(self.puzzle)

    @cached_property
    def program(self) -> Rows:
        """Its rows in the view of 0/1 programs, without known cells."""
        return self.model.matrix(View.LP)

    @cached_property
    def eliminated(self) -> Eliminated:
        """Its clauses after direct elimination."""
        return eliminate(self.model, self.cnf)

    @cached_property
    def solution(self) -> Grid | str:
        """Its only solution, or why there is none.

        Raises:
            LimitReachedError: The solution was not found within the limits.
        """
        grid, note = solved(self.puzzle, self.limits)
        return note or grid or "no solution"


BLOCKS: Registry[FeatureBlock] = Registry(
    FeatureBlock, "uniclue.features", "uniclue.study.features"
)

ORDER = ("size", "cnf", "matrix", "static", "residual", "deduction", "effort", "grade")
"""Blocks, from the puzzle as written to the work of solving it; others follow by name."""


def blocks() -> tuple[FeatureBlock, ...]:
    """All blocks, the cheap ones first."""
    rank = {name: i for i, name in enumerate(ORDER)}
    return tuple(sorted(BLOCKS.all(), key=lambda b: (rank.get(b.name, len(rank)), b.name)))


def find_blocks(names: Sequence[str] | None = None) -> tuple[FeatureBlock, ...]:
    """The blocks of these names, in the usual order; for None all but those on request.

    Raises:
        ChoiceError: There is no such block, or a library that it needs is not installed.
    """
    every = {block.name: block for block in blocks()}
    for name in names or ():
        if name not in every:
            raise ChoiceError(f"expected blocks of {', '.join(every)}, got {name!r}")
    chosen = tuple(
        b for name, b in every.items() if (not b.on_request if names is None else name in names)
    )
    for block in chosen:
        if any(importlib.util.find_spec(library) is None for library in block.needs):
            need = " and ".join(block.needs)
            raise ChoiceError(f"block {block.name} needs {need}: pip install 'uniclue[graphs]'")
    return chosen


def describe(
    puzzle: Puzzle, names: Sequence[str] | None = None, limits: Limits | None = None
) -> Features:
    """Computes features of a puzzle.

    Args:
        puzzle: The puzzle.
        names: The names of the blocks; None for all.
        limits: For each block that takes them.

    Raises:
        ChoiceError: There is no such block, or a library that it needs is not installed.
    """
    subject = Subject(puzzle, limits or Limits())
    columns: Values = {}
    seconds: dict[str, float] = {}
    reason = None
    with one_thread():
        for block in find_blocks(names):
            started = time.perf_counter()
            computed, limit = _computed(block, subject)
            reason = reason or limit
            seconds[block.name] = round(time.perf_counter() - started, 6)
            columns |= {f"{block.name}.{name}": _rounded(v) for name, v in computed.items()}
    return Features(
        kind=puzzle.kind(),
        id=puzzle.extra.get("id"),
        seconds=round(sum(seconds.values()), 6),
        blocks=tuple(seconds),
        values={name: None if isinstance(v, str) else v for name, v in columns.items()},
        missing={name: v for name, v in columns.items() if isinstance(v, str)},
        block_seconds=seconds,
        reason=reason,
    )


def one_thread() -> AbstractContextManager[object]:
    """Linear algebra on one thread: matrices are small, and threads wait longer than they save."""
    controller = _blas()
    return nullcontext() if controller is None else controller.limit(limits=1)


@cache
def _blas() -> Any:
    """What sets the threads of numpy's linear algebra; None without threadpoolctl."""
    if importlib.util.find_spec("threadpoolctl") is None:
        return None
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()


def _rounded(value: float | str) -> float | str:
    if isinstance(value, str):
        return value
    if abs(value) < NOTHING:
        return 0.0
    return float(f"{value:.{DIGITS}g}") if math.isfinite(value) else "not a finite number"


def _computed(block: FeatureBlock, subject: Subject) -> tuple[Values, str | None]:
    """The values of a block, in the order of its features, and the limit that stopped it."""
    kind, limit, values = subject.puzzle.kind(), None, Values()
    try:
        if block.rows_alone:
            subject.model.refuse_lazy()
        values = block.compute(subject)
    except LimitReachedError as reached:
        limit = str(reached)
    except StillLazyError:
        values = dict.fromkeys((f.name for f in block.features), ROWS_ALONE)
    return {
        f.name: values.get(f.name, limit or NOT_COMPUTED)
        if not f.kinds or kind in f.kinds
        else OTHER_KIND
        for f in block.features
    }, limit
