"""Windows: a few tiles in free space, and all that follows from them together.

A window stands for every technique that its tiles contain: a 3 and one of its corners is "3 in a
corner", "a line comes to a 3" and "3 beside a blank". All that may stand in it is listed once. On a
board, what is the same in all that fits what is known follows. Windows are mined from steps of
several atoms (:mod:`uniclue.explainers.techniques.mining`), one file a kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from uniclue.core.arrays import NDArray, np
from uniclue.core.model import Ints
from uniclue.explainers.steps.facts import Known
from uniclue.explainers.techniques.tiles import Spot, Tile, Tiled, arranged, corner

Floats = NDArray["np.float32"]

MOST_TILES = 6
"""The most tiles of a window."""
MOST_MODELS = 1000
"""The most fillings of a window; nobody thinks about windows with more."""
TURNS = tuple(product((False, True), (1, -1), (1, -1)))
"""Whether rows become columns, and the signs of both then."""


class Window(NamedTuple):
    """Some tiles in free space.

    Attributes:
        tiles: The tiles, sorted; the corner of all their places is the origin.
    """

    tiles: tuple[Tile, ...]

    @classmethod
    def of(cls, tiles: Sequence[Tile]) -> Window:
        """A window of tiles anywhere."""
        top, left = corner([at for tile in tiles for at in tile.places])
        return cls(tuple(sorted((t.at((-top, -left)) for t in tiles), key=_order)))

    def turned(self) -> Iterator[Window]:
        """The window in all eight ways, some of which may be equal."""
        for swaps, down, across in TURNS:
            tiles = []
            for code, places, rows in self.tiles:
                at = [(c, r) if swaps else (r, c) for r, c in places]
                tiles.append(arranged(code, [(down * r, across * c) for r, c in at], rows))
            yield Window.of(tiles)

    def canonical(self) -> Window:
        """The first of the eight ways."""
        return min(self.turned(), key=lambda window: [*map(_order, window.tiles)])

    @property
    def places(self) -> tuple[Spot, ...]:
        """All places, in reading order."""
        return tuple(sorted({at for tile in self.tiles for at in tile.places}))

    def models(self, most: int = MOST_MODELS) -> Ints | None:
        """All its fillings: shape (models, places), 1 and -1; None if there are too many."""
        bit = {at: 1 << i for i, at in enumerate(self.places)}
        about, models = 0, np.zeros(1, np.int64)
        for tile in self.tiles:
            bits = [bit[at] for at in tile.places]
            rows = [sum(b for i, b in enumerate(bits) if row >> i & 1) for row in sorted(tile.rows)]
            common = about & sum(bits)
            table = np.array(rows, np.int64)
            fits = (models[:, None] & common) == (table[None, :] & common)
            one, other = np.nonzero(fits)
            models, about = np.unique(models[one] | table[other]), about | sum(bits)
            if len(models) > 10 * most:
                return None
        if len(models) > most:
            return None
        bits_of = np.array([*bit.values()], np.int64)
        return np.where(models[:, None] & bits_of, 1, -1).astype(np.int32)


def _order(tile: Tile) -> tuple[str, tuple[Spot, ...], list[int]]:
    return tile.code, tile.places, sorted(tile.rows)


class Found(NamedTuple):
    """A place where a window implies something.

    Attributes:
        window: Its position in the library.
        literals: What follows.
        atoms: The ids of its atoms.
    """

    window: int
    literals: tuple[int, ...]
    atoms: tuple[int, ...]


class Laid:
    """A window everywhere on a board where it fits.

    Attributes:
        variables: Shape (times, places). Variables, 0 outside the board.
        atoms: By time, the ids of the atoms.
    """

    def __init__(
        self, window: Window, tiled: Tiled, where: dict[Tile, dict[Spot, int]], least: int = 2
    ) -> None:
        order = {at: i for i, at in enumerate(window.places)}
        seen: dict[tuple[int, ...], tuple[int, ...]] = {}
        for ways, turn in _distinct(window):
            for atoms, by in _fitting(turn, tiled, where):
                if len(atoms) < least:
                    continue
                row = [0] * len(order)
                for at, home in ways.items():
                    row[order[home]] = tiled.variable.get((at[0] + by[0], at[1] + by[1]), 0)
                seen.setdefault(tuple(row), atoms)
        self.atoms = [*seen.values()]
        self.variables: Ints = np.array([*seen], np.int32).reshape(-1, len(order))
        self.waits = np.ones(len(seen), np.bool_)


def _distinct(window: Window) -> Iterator[tuple[dict[Spot, Spot], Window]]:
    """The ways to turn a window that differ, with the place that each of its places was."""
    seen = set[Window]()
    for (swaps, down, across), turn in zip(TURNS, window.turned(), strict=True):
        if turn in seen:
            continue
        seen.add(turn)
        moved = {}
        for r, c in window.places:
            y, x = (c, r) if swaps else (r, c)
            moved[down * y, across * x] = (r, c)
        top, left = corner(moved)
        yield {(r - top, c - left): home for (r, c), home in moved.items()}, turn


def _fitting(
    window: Window, tiled: Tiled, where: dict[Tile, dict[Spot, int]]
) -> Iterator[tuple[tuple[int, ...], Spot]]:
    """Where all tiles of a window fit: the ids of the atoms, and the offset."""
    at = []
    for tile in window.tiles:
        by = corner(tile.places)
        own = tile.at((-by[0], -by[1]))
        if own not in where:
            where[own] = tiled.laid(own)
        at.append((where[own], by))
    first, (r, c) = min(at, key=lambda each: len(each[0]))
    for y, x in first:
        by = (y - r, x - c)
        ids = [there.get((by[0] + own[0], by[1] + own[1]), -1) for there, own in at]
        if min(ids) >= 0:
            yield tuple(dict.fromkeys(i - 1 for i in ids if i)), by


class Windows:
    """All windows of a kind on a board, and what they imply.

    Args:
        windows: The windows, in the order in which they are tried.
        tables: What may stand in each, as of :meth:`Window.models`.
        tiled: The board.
        known: What is known; it grows between calls.

    Attributes:
        laid: The windows that fit somewhere, each with its position in the library.
        single: Their tiles, each as a window, and what may stand in it.
    """

    def __init__(
        self, windows: Sequence[Window], tables: Sequence[Ints], tiled: Tiled, known: Known
    ) -> None:
        where: dict[Tile, dict[Spot, int]] = {}
        self._known, self._before = known, np.zeros(len(known.array), np.int8)
        every = [(i, Laid(window, tiled, where)) for i, window in enumerate(windows)]
        self.laid = [(i, laid) for i, laid in every if len(laid.atoms)]
        tiles = [tile for window in windows for tile in window.tiles]
        alone = dict.fromkeys(Window.of([tile]) for tile in (*tiles, *tiled.joints()))
        self.single = [
            (Laid(window, tiled, where, least=1), table)
            for window in alone
            if (table := window.models()) is not None
        ]
        self._tables = tables
        self._one = [(table > 0).astype(np.float32) for table in tables]
        self._zero = [(table < 0).astype(np.float32) for table in tables]

    def every(self) -> Iterator[tuple[int, Laid, Ints]]:
        """All windows with their positions, -1 for single tiles, and what may stand in them."""
        yield from ((-1, laid, table) for laid, table in self.single if laid.atoms)
        yield from ((i, laid, self._tables[i]) for i, laid in self.laid)

    def next(self) -> Iterator[Found]:
        """What the windows tell, one place after the other; the first windows first."""
        now = self._known.array.copy()
        now[0] = -1  # outside the board
        changed = now != self._before
        self._before = now
        for _, laid in self.laid:
            laid.waits |= changed[laid.variables].any(axis=1)
        for i, laid in self.laid:
            if laid.waits.any():
                yield from self._told(i, laid, now)

    def _told(self, i: int, laid: Laid, now: NDArray[np.int8]) -> Iterator[Found]:
        which = np.flatnonzero(laid.waits)
        held = now[laid.variables[which]]
        one, zero = self._one[i], self._zero[i]
        clash = (held > 0).astype(np.float32) @ zero.T + (held < 0).astype(np.float32) @ one.T
        fits = (clash == 0).astype(np.float32)
        many, ones = fits.sum(axis=1, keepdims=True), fits @ one
        follows = np.where(ones == many, 1, np.where(ones == 0, -1, 0)) * (held == 0)
        tells = follows.any(axis=1) & (many[:, 0] > 0)
        laid.waits[which[~tells]] = False
        for k in np.flatnonzero(tells).tolist():
            literals = laid.variables[which[k]] * follows[k]
            yield Found(
                i, tuple(dict.fromkeys(literals[literals != 0].tolist())), laid.atoms[which[k]]
            )
