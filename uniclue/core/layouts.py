"""Random layouts of a board: areas, rectangles, pairs and scattered cells, as grids of words.

A layout is what stands on a board before its clues: a kind's :meth:`~uniclue.constraints.board.
Board.blank` draws one. The same random generator gives the same layout.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from uniclue.core.model import Place, Value
from uniclue.core.places import Shape, around, block, cells, pairs

if TYPE_CHECKING:
    from numpy.random import Generator

Names = dict[Place, Value]
"""What stands in cells, such as the names of their areas."""
MOVES = 8
"""How often each cell is offered to another area, to make areas crooked."""


def rows_of(words: Mapping[Place, Value | None], shape: Shape) -> tuple[str, ...]:
    """A grid as people type it, ``.`` where nothing stands."""
    return tuple(typed([words.get((r, c)) for c in range(shape[1])]) for r in range(shape[0]))


def typed(words: Sequence[Value | None]) -> str:
    """A row as people type it: characters, or words with blanks between them."""
    texts = ["." if word is None else str(word) for word in words]
    gap = " " if max(map(len, texts)) > 1 else ""
    return gap.join(texts) + (" ." if gap and len(texts) == 1 else "")


def some(rng: Generator, items: Iterable[Place]) -> list[Place]:
    """Items in random order."""
    held = list(items)
    return [held[i] for i in rng.permutation(len(held))]


def numbered(names: Mapping[Place, Value], shape: Shape) -> Names:
    """The same areas with the names 1, 2, ... in the order of their first cells."""
    new: dict[Value, int] = {}
    return {
        cell: new.setdefault(names[cell], len(new) + 1) for cell in cells(shape) if cell in names
    }


def is_whole(part: Iterable[Place]) -> bool:
    """Whether cells hang together by their sides."""
    left = set(part)
    todo = [left.pop()] if left else []
    while todo:
        near = [cell for cell in around(todo.pop()) if cell in left]
        left.difference_update(near)  # type: ignore[arg-type]
        todo += near  # type: ignore[arg-type]
    return not left


def grown(shape: Shape, rng: Generator, seeds: Mapping[Place, Value]) -> Names:
    """Areas grown from cells, a random neighbour at a time, until the board is full.

    Args:
        shape: Rows and columns.
        rng: Draws.
        seeds: The first cells of the areas, with their names; an area may have several.
    """
    names, board = dict(seeds), set(cells(shape))
    steps = [(near, cell) for cell in seeds for near in around(cell)]
    while steps:
        at = int(rng.integers(len(steps)))
        steps[at], steps[-1] = steps[-1], steps[at]
        cell, beside = steps.pop()
        if cell in board and cell not in names:
            names[cell] = names[beside]  # type: ignore[index]
            steps += [(near, cell) for near in around(cell)]
    return numbered(names, shape)


def random_areas(shape: Shape, rng: Generator, sizes: range) -> Names:
    """Areas of random sizes in a range, and a few smaller ones in what is left."""
    names: Names = {}
    board = set(cells(shape))
    for start in some(rng, cells(shape)):
        if start in names:
            continue
        wanted, part = int(rng.integers(sizes.start, sizes.stop)), [start]
        edge = [start]
        while edge and len(part) < wanted:
            cell = edge[int(rng.integers(len(edge)))]
            near = [n for n in around(cell) if n in board and n not in names and n not in part]
            if not near:
                edge.remove(cell)
                continue
            part.append(near[int(rng.integers(len(near)))])  # type: ignore[arg-type]
            edge.append(part[-1])
        names |= dict.fromkeys(part, len(names) + 1)
    return numbered(_without_small(names, sizes), shape)


def _without_small(names: Names, sizes: range) -> Names:
    """The same, with areas that are too small joined to the smallest beside them."""
    while True:
        held = _held(names)
        small = [name for name, part in held.items() if len(part) < sizes.start]
        for name in small:
            beside = {names[n] for cell in held[name] for n in around(cell) if n in names}  # type: ignore[index]
            near = sorted(beside - {name}, key=lambda n: (len(held[n]), str(n)))
            fits = [n for n in near if len(held[n]) + len(held[name]) < sizes.stop + sizes.start]
            if fits:
                names |= dict.fromkeys(held[name], fits[0])
                break
        else:
            return names


def _held(names: Mapping[Place, Value]) -> dict[Value, list[Place]]:
    held: dict[Value, list[Place]] = {}
    for cell, name in names.items():
        held.setdefault(name, []).append(cell)
    return held


def equal_areas(shape: Shape, rng: Generator, start: Callable[[Place], Value]) -> Names:
    """Areas as crooked as random exchanges of cells make them, of the sizes that they start with.

    Args:
        shape: Rows and columns.
        rng: Draws.
        start: The area of each cell at first.
    """
    names: Names = {cell: start(cell) for cell in cells(shape)}
    for one, other in pairs_at_random(shape, rng, MOVES):
        a, b = names[one], names[other]
        if a == b:
            continue
        near_a = {n for n in names if names[n] == b and any(names.get(m) == a for m in around(n))}  # type: ignore[call-overload]
        for back in some(rng, sorted(near_a - {other})):
            moved = {**names, one: b, back: a}
            held = _held(moved)
            if is_whole(held[a]) and is_whole(held[b]):
                names = moved
                break
    return numbered(names, shape)


def pairs_at_random(shape: Shape, rng: Generator, times: int = 1) -> list[tuple[Place, Place]]:
    """Neighbours in random order, either first, each pair so often."""
    both = [two for one, other in pairs(shape) for two in ((one, other), (other, one))]
    return [both[i] for _ in range(times) for i in rng.permutation(len(both))[: len(both) // 2]]


def rectangles(shape: Shape, rng: Generator, most: int) -> Names:
    """The board cut into rectangles of up to so many cells."""
    names: Names = {}
    for r, c in cells(shape):
        if (r, c) in names:
            continue
        sizes = [(h, w) for h in range(1, 6) for w in range(1, 6) if 1 < h * w <= most]
        for i in [*rng.permutation(len(sizes)), -1]:
            height, width = sizes[i] if i >= 0 else (1, 1)
            part = block((r, c), height, width)
            inside = r + height <= shape[0] and c + width <= shape[1]
            if inside and not any(cell in names for cell in part):
                names |= dict.fromkeys(part, len(names) + 1)
                break
    return numbered(names, shape)


def dominoes(shape: Shape, rng: Generator) -> Names:
    """The board cut into pairs of neighbours, and single cells where no neighbour is left."""
    names: Names = {}
    for cell in some(rng, cells(shape)):
        if cell not in names:
            free = [n for n in around(cell) if n in set(cells(shape)) and n not in names]
            names |= dict.fromkeys([cell, *free[:1]], len(names) + 1)  # type: ignore[arg-type]
    return numbered(names, shape)


def scattered(
    shape: Shape, rng: Generator, word: str, share: float, *, symmetric: bool = True
) -> Names:
    """A word in a share of the cells, the same after half a turn of the board."""
    chosen: Names = {}
    for r, c in some(rng, cells(shape)):
        if len(chosen) >= share * shape[0] * shape[1]:
            break
        chosen[r, c] = word
        if symmetric:
            chosen[shape[0] - 1 - r, shape[1] - 1 - c] = word
    return chosen
