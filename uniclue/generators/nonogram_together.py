"""Random pictures repaired together until single lines solve them, the hardest first.

The repair is that of :mod:`uniclue.generators.nonogram_noise`, for many pictures at once
(:mod:`uniclue.propagation.line_batch`). The more cells lines leave open before the repair, and the
longer they take after it, the more often a picture needs more than the line rules.
"""

from __future__ import annotations

from uniclue.core.arrays import NDArray, np
from uniclue.core.model import Bools
from uniclue.generators.recipe import Rng
from uniclue.propagation.line_batch import open_cells

Longs = NDArray["np.int64"]

PROPOSALS = 6
"""How many changes are drawn; the best of them is made."""
SHARE = 25
"""A change has one more cell for every this many open ones."""
MOST_STALLS = 20
"""The most useless changes before a picture is left out."""
TOGETHER, USUAL = 8, 15 * 15
"""How many pictures are repaired together, and at what number of cells; of larger ones fewer.

The smaller the pictures, the rarer are those that the rules do not solve.
"""
MOST_TOGETHER = 64
DRAWN = 4
"""How many pictures are drawn for each that is repaired."""


def hardest_first(
    shape: tuple[int, int], density: float, partner: Longs, is_undone: bool, rng: Rng
) -> Bools:
    """Random pictures with few cells changed so that single lines solve them.

    Args:
        shape: Rows and columns.
        density: The probability of a cell to be black, before the repair.
        partner: Shape (cells,). The cell that always has the same colour as each, perhaps itself.
        is_undone: Whether changes are undone until none can be undone alone.
        rng: Draws the pictures and the changes.

    Returns:
        Shape (picture, row, column). Pictures for which no changes were found are left out.
    """
    number = min(max(1, TOGETHER * USUAL**2 // partner.size**2), MOST_TOGETHER)
    cells = rng.random((DRAWN * number, partner.size)) < density
    drawn = cells[:, np.minimum(partner, np.arange(partner.size))].reshape(-1, *shape)
    is_open = open_cells(drawn)[0].sum(axis=(1, 2))
    drawn = drawn[np.argsort(-is_open, kind="stable")[:number]]
    now = drawn.copy()
    is_solved = change(now, rng, partner)
    now, drawn = now[is_solved], drawn[is_solved]
    if is_undone:
        undo(now, drawn, rng, partner)
    return now[np.argsort(-open_cells(now)[1], kind="stable")]


def change(now: Bools, rng: Rng, partner: Longs) -> Bools:
    """Changes open cells of pictures; returns which pictures single lines then solve."""
    is_open = open_cells(now)[0]
    stalls = np.zeros(len(now), np.int64)
    while True:
        going = np.flatnonzero(is_open.any(axis=(1, 2)) & (stalls < MOST_STALLS))
        if not going.size:
            return np.asarray(~is_open.any(axis=(1, 2)))
        proposals = _proposals(now[going], is_open[going], rng, partner)
        opened = open_cells(proposals.reshape(-1, *now.shape[1:]))[0].reshape(proposals.shape)
        best = np.arange(len(going)), opened.sum(axis=(2, 3)).argmin(axis=1)
        more = opened[best].sum(axis=(1, 2)) - is_open[going].sum(axis=(1, 2))
        stalls[going] += more >= 0
        taken = more <= 0
        now[going[taken]], is_open[going[taken]] = proposals[best][taken], opened[best][taken]


def _proposals(now: Bools, is_open: Bools, rng: Rng, partner: Longs) -> Bools:
    """Changes of open cells, preferably of those with neighbours of the new colour.

    Returns:
        Shape (picture, proposal, row, column).
    """
    count = len(now)
    wide = np.pad(now, ((0, 0), (1, 1), (1, 1)), mode="edge")
    beside = (wide[:, :-2, 1:-1], wide[:, 2:, 1:-1], wide[:, 1:-1, :-2], wide[:, 1:-1, 2:])
    other = sum((side != now).astype(np.int64) for side in beside)
    lots = np.where(is_open, 1 + other**2, 0).reshape(count, -1).cumsum(axis=1)
    before = np.arange(count) * lots[:, -1].max()  # one series, picture after picture
    lots += before[:, None]
    number = 1 + is_open.sum(axis=(1, 2)) // SHARE
    picture = np.repeat(np.arange(count), PROPOSALS * number)
    proposal = np.concatenate([np.repeat(np.arange(PROPOSALS), n) for n in number])
    drawn = rng.integers(before[picture], lots[picture, -1])
    changes = np.zeros((count, PROPOSALS, partner.size), np.bool_)
    changes[picture, proposal, np.searchsorted(lots.ravel(), drawn, "right") % partner.size] = True
    changes |= changes[:, :, partner]
    return np.asarray(changes.reshape(count, PROPOSALS, *now.shape[1:]) ^ now[:, None])


def undo(now: Bools, drawn: Bools, rng: Rng, partner: Longs) -> None:
    """Undoes changes, at first many at a time, until none can be undone alone."""
    cells, before = now.reshape(len(now), -1), drawn.reshape(len(now), -1)
    size: Longs = (cells != before).sum(axis=1)
    while (going := np.flatnonzero(size)).size:
        changes = (cells[going] != before[going]) & (np.arange(partner.size) <= partner)
        order = np.where(changes, rng.random(changes.shape), 2).argsort(axis=1).argsort(axis=1)
        part = np.where(changes, order // size[going, None], -1)
        which, number = np.nonzero(np.arange(part.max() + 1) <= part.max(axis=1)[:, None])
        undone = part[which] == number[:, None]
        undone |= undone[:, partner]
        new = cells[going[which]] ^ undone
        is_solved = ~open_cells(new.reshape(-1, *now.shape[1:]))[0].any(axis=(1, 2))
        helped, first = np.unique(which[is_solved], return_index=True)
        cells[going[helped]] = new[is_solved][first]
        size[np.delete(going, helped)] //= 2
