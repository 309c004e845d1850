"""The table of a study of order: a row for each alternative of each move, with its features."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from uniclue.core.puzzle import Puzzle
from uniclue.study.graphs.local import bare_local
from uniclue.study.graphs.restriction import blank
from uniclue.study.order.corpus import RecordedTrace
from uniclue.study.order.replay import Replay, replay
from uniclue.study.order.states import States, states_before

Floats = NDArray[np.float32]

_OF_WAVES = ("wave_1", "wave_2", "wave_3", "wave_1_log_length")
FEATURES = (
    *("log_distance", "beside", "in_line", "next", "order"),
    *("degree", "core", "share_filled", "any_filled"),
    *_OF_WAVES,
    "fresh",
    *(f"t_{name}" for name in _OF_WAVES),
    *(f"s_{name}" for name in _OF_WAVES),
)
"""The features of an alternative, in the order of a plan's blocks."""


@dataclass(frozen=True, eq=False)
class Measured:
    """A trace, and what followed before each move that fills something.

    Attributes:
        trace: The trace.
        fills: Of each such move, the places that it fills.
        states: What followed before it.
        places: Shape (places, 2). Row and column of each place, in cells.
        near: Shape (places, places). Whether two places are joined in ``local-cells``.
        core: Shape (places,). The core number of each place there.
        size: Rows and columns.
        begins: The numbers of those moves before which a trial begins.
    """

    trace: RecordedTrace
    fills: list[list[int]]
    states: States
    places: NDArray[np.float64]
    near: Floats
    core: Floats
    size: tuple[int, int]
    begins: frozenset[int]

    @property
    def later(self) -> NDArray[np.int64]:
        """Shape (places,). The number of the move that fills each place; -1 for none."""
        later = np.full(len(self.places), -1)
        for number, places in enumerate(self.fills):
            later[places] = number
        return later


def measure(
    trace: RecordedTrace,
    puzzle: Puzzle,
    waves: int,
    bounds: tuple[int, int],
    rng: np.random.Generator | None = None,
) -> Measured | None:
    """Replays a trace; None if fewer or more moves fill something than is wanted.

    Args:
        trace: The trace.
        puzzle: Its puzzle, with a solution.
        waves: The most waves to look ahead.
        bounds: The fewest and most moves that fill something.
        rng: With which to shuffle them, for a control.

    Raises:
        PuzzleError: The moves cannot be read.
    """
    replayed = replay(puzzle, trace.moves, puzzle.read_grid(puzzle.extra["solution"]))
    fills = [list(places) for places in replayed.fills if places]
    if not bounds[0] <= len(fills) <= bounds[1]:
        return None
    if rng is not None:
        rng.shuffle(fills)
    states = states_before(puzzle, replayed.model, replayed.truth, fills, waves)
    near, core = _graph(puzzle, len(replayed.truth))
    places = np.array(replayed.model.places, np.float64)
    is_halved = _is_halved(puzzle)
    places = places / 2 if is_halved else places
    size = int(places[:, 0].max()) + 1, int(places[:, 1].max()) + 1
    return Measured(trace, fills, states, places, near, core, size, _begins(replayed))


def _is_halved(puzzle: Puzzle) -> bool:
    return bool(getattr(getattr(puzzle, "unknowns", None), "is_halved", False))


def _graph(puzzle: Puzzle, number: int) -> tuple[Floats, Floats]:
    """The neighbours and the core numbers of the places; those of known cells are empty and 0."""
    restriction = blank(puzzle)
    graph, open_ = bare_local(restriction), np.flatnonzero(restriction.open_cells)
    near, core = np.zeros((number, number), np.float32), np.zeros(number, np.float32)
    near[np.ix_(open_, open_)] = graph.dense()
    core[open_] = graph.core_numbers()
    return near, core


def _begins(replayed: Replay) -> frozenset[int]:
    """The moves that fill something, by number, before which a trial begins."""
    begins, number, active = set(), 0, False
    for move, places in zip(replayed.moves, replayed.fills, strict=True):
        if move.place is None:
            active = active and move.word == "program"
            continue
        if move.word is not None:
            if move.trial and not active:
                begins.add(number)
            active = bool(move.trial)
        number += bool(places)
    return frozenset(begins)


def rows_of(measured: Measured, stranger: Measured | None, every: int) -> tuple[Floats, list[int]]:
    """The features of all alternatives of each ``every``-th move but the first and last.

    Returns:
        Shape (alternatives, features), in the order of :data:`FEATURES`, of each move first
        the place that it took; and how many alternatives each move has.
    """
    side = _Side(measured)
    other = None if stranger is None else _index_in(measured, stranger)
    parts, sizes = [], []
    for move in range(1, len(measured.fills) - 1, every):
        open_ = side.alternatives(move)
        if len(open_) < 2:
            continue
        wave, length = (part[move] for part in measured.states)
        before = measured.states.wave[move - 1]
        columns = [*side.place(move, open_), *side.shape(move, open_)]
        columns += _waves(wave[open_], length[open_])
        columns.append((wave[open_] == 1) & (before[open_] != 1))
        columns += _elsewhere(wave, length, side.turned[open_])
        if stranger is None or other is None:
            columns += [np.zeros(len(open_))] * 4
        else:
            then = int(move / len(measured.fills) * len(stranger.fills))
            wave, length = (part[then] for part in stranger.states)
            columns += _elsewhere(wave, length, other[open_])
        parts.append(np.column_stack(columns).astype(np.float32))
        sizes.append(len(open_))
    empty = np.zeros((0, len(FEATURES)), np.float32)
    return np.concatenate([empty, *parts]), sizes


def _waves(wave: NDArray[np.int8], length: NDArray[np.int16]) -> list[NDArray[np.float64]]:
    one = (wave == 1).astype(np.float64)
    return [one, wave == 2, wave > 2, one * np.log(np.maximum(length, 1))]


def _elsewhere(
    wave: NDArray[np.int8], length: NDArray[np.int16], places: NDArray[np.int64]
) -> list[NDArray[np.float64]]:
    """The same for places other than the alternatives; -1 where there are none."""
    there = places >= 0
    return _waves(np.where(there, wave[places], 0), np.where(there, length[places], 0))


def _index_in(measured: Measured, other: Measured) -> NDArray[np.int64]:
    """Where another board has the same places; -1 where it has not."""
    index = {place: i for i, place in enumerate(map(tuple, other.places.tolist()))}
    return np.array([index.get(place, -1) for place in map(tuple, measured.places.tolist())])


class _Side:
    """What features of a board's places are computed from."""

    def __init__(self, measured: Measured) -> None:
        self.places, self.near, self.fills = measured.places, measured.near, measured.fills
        self.later = measured.later
        self.rank = self.places[:, 0] * measured.size[1] + self.places[:, 1]
        self.degree = self.near.sum(axis=1)
        self.relative = self.degree / max(self.degree.mean(), 1e-9)
        self.core = measured.core / max(measured.core.mean(), 1e-9)
        index = {place: i for i, place in enumerate(map(tuple, self.places.tolist()))}
        self.turned = np.array([index.get((c, r), -1) for r, c in self.places.tolist()])

    def alternatives(self, move: int) -> NDArray[np.int64]:
        """The place that a move fills first, then all that are filled later."""
        return np.concatenate([self.fills[move][:1], np.flatnonzero(self.later > move)])

    def place(self, move: int, open_: NDArray[np.int64]) -> list[NDArray[np.float64]]:
        """The block ``place``."""
        last = self.fills[move - 1][0]
        gap = np.abs(self.places[open_] - self.places[last])
        distance, behind = gap.sum(axis=1), self.rank[open_] - self.rank[last]
        ahead = np.where(behind > 0, behind, np.inf)
        follows = (ahead == ahead.min()) & (behind > 0)
        order = self.rank[open_] / max(self.rank.max(), 1)
        return [np.log1p(distance), distance <= 1, (gap == 0).any(axis=1), follows, order]

    def shape(self, move: int, open_: NDArray[np.int64]) -> list[NDArray[np.float64]]:
        """The block ``shape``."""
        filled = ((self.later >= 0) & (self.later < move)).astype(np.float32)
        share = (self.near[open_] @ filled) / np.maximum(self.degree[open_], 1)
        return [self.relative[open_], self.core[open_], share, share > 0]


def strangers(all_: Sequence[Measured]) -> list[Measured | None]:
    """For each trace another one of the same kind and size, if there is one."""
    chosen: list[Measured | None] = []
    for i, one in enumerate(all_):
        same = [m for m in all_ if m.trace.id != one.trace.id and m.size == one.size]
        chosen.append(same[i % len(same)] if same else None)
    return chosen
