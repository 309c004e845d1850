"""Exact covers: which placements can still be chosen if each cell is covered by one of them.

Sets of placements are integers, a bit for each placement, so that a step of the logic is a few
integer operations.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from uniclue.core.arrays import np
from uniclue.core.model import Place, watch
from uniclue.core.polyominoes import Placement
from uniclue.core.puzzle import Contradiction

MOST_LAID = 40_000
"""With more placements left, none is laid on trial."""


def placements_left(pieces: Sequence[Placement], cells: Sequence[Place]) -> list[Placement]:
    """The placements that can be part of an exact cover, as far as quick logic tells.

    If all that cover a cell cover its neighbour, too, others over the neighbour go. Then each is
    laid on trial: it goes if nothing is left for a cell beside it.

    Args:
        pieces: The placements.
        cells: The cells, each of which is covered once.

    Raises:
        Contradiction: There is no cover.

    Example:
        >>> from uniclue.core.polyominoes import laid
        >>> line = ((0, 0), (0, 1), (0, 2))
        >>> pieces = laid([("I", line[:2]), ("i", line[:1])], (1, 3))
        >>> [piece.cells for piece in placements_left(pieces[:2] + pieces[2:3], line)]
        [((0, 1), (0, 2)), ((0, 0),)]
    """
    over, alive = _masks(pieces, cells), (1 << len(pieces)) - 1
    near = {
        (r, c): [at for at in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)) if at in over]
        for r, c in cells
    }
    alive, before = _settled(over, near, alive), -1
    while alive != before and alive.bit_count() <= MOST_LAID:
        before = alive
        for i in _bits(alive):
            if not _can_be_laid(pieces[i], over, near, alive):
                alive &= ~(1 << i)
        alive = _settled(over, near, alive)
    return [pieces[i] for i in _bits(alive)]


def _bits(mask: int) -> list[int]:
    """The numbers of the bits of a mask."""
    raw = mask.to_bytes(mask.bit_length() // 8 + 1, "little")
    found: list[int] = np.flatnonzero(
        np.unpackbits(np.frombuffer(raw, np.uint8), bitorder="little")
    ).tolist()
    return found


def _masks(pieces: Sequence[Placement], cells: Sequence[Place]) -> dict[Place, int]:
    """The placements over each cell."""
    which: dict[Place, list[int]] = {cell: [] for cell in cells}
    for i, piece in enumerate(pieces):
        for cell in piece.cells:
            which[cell].append(i)
    over: dict[Place, int] = {}
    for cell, some in which.items():
        flags = np.zeros(len(pieces), np.bool_)
        flags[some] = True
        over[cell] = int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little")
    return over


def _settled(over: Mapping[Place, int], near: Mapping[Place, Sequence[Place]], alive: int) -> int:
    """Those left where cells belong to the same placement as a neighbour for sure."""
    check, before = watch(), -1
    while alive != before:
        check()
        before = alive
        for cell, mask in over.items():
            here = mask & alive
            if not here:
                raise Contradiction
            for other in near[cell]:
                if not here & ~over[other]:
                    alive &= here | ~over[other]
    return alive


def _can_be_laid(
    piece: Placement, over: Mapping[Place, int], near: Mapping[Place, Sequence[Place]], alive: int
) -> bool:
    """Whether each cell beside a placement can be covered by another once it is laid."""
    left = alive
    for cell in piece.cells:
        left &= ~over[cell]
    beside = {at for cell in piece.cells for at in near[cell]}.difference(piece.cells)
    return all(left & over[cell] for cell in beside)


def exact_covers(
    cells: Sequence[Place], pieces: Iterable[Placement]
) -> Iterator[tuple[Placement, ...]]:
    """All ways to cover every cell by one of some placements: Algorithm X on bits.

    Args:
        cells: The cells.
        pieces: The placements, which lie on these cells.

    Example:
        >>> from uniclue.core.polyominoes import laid
        >>> line = ((0, 0), (0, 1), (0, 2))
        >>> pieces = laid([("I", line[:2]), ("i", line[:1])], (1, 3))
        >>> [len(cover) for cover in exact_covers(line, pieces)]
        [2, 2, 3]
    """
    bit = {cell: 1 << i for i, cell in enumerate(cells)}
    masks = [(sum(bit[cell] for cell in piece.cells), piece) for piece in pieces]

    def covers(left: int, fitting: list[tuple[int, Placement]]) -> Iterator[tuple[Placement, ...]]:
        if not left:
            yield ()
            return
        over = {one: 0 for one in bit.values() if one & left}
        for mask, _ in fitting:
            while mask:
                over[mask & -mask] += 1
                mask &= mask - 1
        cell = min(over, key=over.__getitem__)
        for mask, piece in fitting:
            if mask & cell:
                for others in covers(
                    left & ~mask, [each for each in fitting if not each[0] & mask]
                ):
                    yield (piece, *others)

    yield from covers((1 << len(bit)) - 1, masks)
