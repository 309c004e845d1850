"""The plan of a study of the order in which people solve: a TOML file."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from uniclue.core.puzzle import PuzzleError


class _Table(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class TraceCorpus(_Table, frozen=True):
    """Files, in the folder of the data."""

    traces: str
    puzzles: str
    kakuro: str


class UsedBefore(_Table, frozen=True):
    """The traces that an earlier study took: small boards of kinds with enough of them."""

    most_cells: int
    least_puzzles: int


class Exclusions(_Table, frozen=True):
    """Which traces are used; those used before are out."""

    finished: bool
    program: bool
    most_cells: int
    least_moves: int
    most_moves: int
    least_puzzles: int
    used: UsedBefore | None = None


class StateChoices(_Table, frozen=True):
    """Which states are looked at, and how far ahead."""

    waves: int
    every: int


class FitChoices(_Table, frozen=True):
    """How weights are fitted and tested."""

    folds: int
    ridge: float
    flips: int
    pooled: int


class PlannedGain(_Table, frozen=True):
    """A difference of two models.

    Attributes:
        name: What it is called.
        more: The blocks of the one.
        less: The blocks of the other.
        test: What is tested: the mean over kinds, or whether kinds differ.
        permuted: A block whose rows are permuted among the alternatives of each move.
    """

    name: str
    more: tuple[str, ...]
    less: tuple[str, ...]
    test: Literal["mean", "heterogeneity"] = "mean"
    permuted: str = ""


class Shuffled(_Table, frozen=True):
    """The control in which the order is shuffled."""

    kinds: tuple[str, ...]
    puzzles: int


class LeftOut(_Table, frozen=True):
    """What else weights are carried over to."""

    kind: bool
    solvers: int


class OrderPlan(_Table, frozen=True):
    """A plan; ``studies/order.toml`` explains the members."""

    title: str
    seed: int
    corpus: TraceCorpus
    exclusions: Exclusions
    states: StateChoices
    blocks: dict[str, tuple[str, ...]]
    fit: FitChoices
    primary: tuple[PlannedGain, ...]
    reported: tuple[PlannedGain, ...]
    control: tuple[PlannedGain, ...]
    shuffled: Shuffled
    left_out: LeftOut
    bars: dict[str, float | tuple[float, float]]

    @property
    def gains(self) -> tuple[PlannedGain, ...]:
        """The whole plan."""
        return (*self.primary, *self.reported, *self.control)

    @property
    def columns(self) -> list[str]:
        """All features, block after block."""
        return [name for names in self.blocks.values() for name in names]


def read_order_plan(path: Path) -> OrderPlan:
    """Reads a plan.

    Raises:
        PuzzleError: It is none.
        OSError: The file cannot be read.
    """
    try:
        return msgspec.toml.decode(path.read_bytes(), type=OrderPlan)
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise PuzzleError("$", str(error)) from error
