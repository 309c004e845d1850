"""Sudokus up to symmetry: which of them are the same.

Symmetries: renaming digits; reordering bands, stacks, rows in a band and columns in a stack;
exchanging rows with columns (boxes of r x c become c x r).

The canonical form is the least of the grids that a refinement tree ends in (McKay and Piperno,
*Practical graph isomorphism II*, 2014). Rows, columns and digits have colours. Refining tells apart
those whose givens, or whose band or stack, have other colours, until nothing more can be told.
Then each member of the smallest class of several gets, in turn, a colour of its own, and that is
refined; of these children those are looked into that look least, which depends on the puzzle's
structure alone. At the end every row, column and digit has its own place. Two ends with the same
grid tell a symmetry of the puzzle itself, and what it takes into one another is looked into once.

No two symmetric puzzles get different forms, and no others the same one, as the form is itself a
grid that is symmetric to the puzzle. The tree is cut at ``NODES``, where a puzzle is its own form:
then a twin can be missed, but never a puzzle lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from uniclue.models.sudoku import Sudoku

NODES = 5_000
"""Colourings looked at before a puzzle is taken as it stands."""

Given = tuple[int, int, int]
Colours = tuple[int, ...]
"""Of the n rows, then the n columns, then the n digits; equal colours are not told apart."""


class _View(NamedTuple):
    """The puzzle as it is, or with rows and columns exchanged: box, and (row, column, digit)."""

    box: tuple[int, int]
    givens: tuple[Given, ...]


def canonical(puzzle: Sudoku, nodes: int = NODES) -> bytes:
    """Names a puzzle up to symmetry: equal for puzzles that are the same but for it.

    Args:
        puzzle: The puzzle; all its known cells count.
        nodes: Colourings to look at before the puzzle is taken as it stands.

    Returns:
        1, the box, and the form's digits row by row; 0 first where the limit was reached.
    """
    (height, width), n = puzzle.box, puzzle.side
    givens = {(r, c, int(digit) - 1) for (r, c), digit in puzzle.known_cells()}
    views = []
    if height <= width:
        views.append(_View((height, width), tuple(givens)))
    if height >= width:
        views.append(_View((width, height), tuple((c, r, d) for r, c, d in givens)))
    start = (0,) * n + (1,) * n + (2,) * n
    try:
        leaves = [(view, _Tree(view, nodes).least(_refined(view, start))) for view in views]
    except _TooLargeError:
        return bytes([0, height, width]) + _grid(n, givens)
    _, _, least = min(_look(*leaf) for leaf in leaves)
    form = [(r, c - n, d - 2 * n) for r, c, d in least]
    return bytes([1, *sorted(puzzle.box)]) + _grid(n, form)


def _grid(n: int, givens: Iterable[Given]) -> bytes:
    digits = bytearray(n * n)
    for r, c, d in givens:
        digits[r * n + c] = d + 1
    return bytes(digits)


class _Tree:
    """The refinement tree of a view.

    Args:
        view: The view.
        nodes: Colourings to look at, at most.

    Raises:
        _TooLargeError: From :meth:`least`: that is not enough.
    """

    def __init__(self, view: _View, nodes: int) -> None:
        self.view, self.left = view, nodes
        self.symmetries: list[Colours] = []
        """Of the puzzle itself, as found so far: where each row, column and digit goes."""

    def least(self, colours: Colours, path: tuple[int, ...] = ()) -> Colours:
        """The least leaf below a node.

        Args:
            colours: The node.
            path: The members that got colours of their own on the way there.
        """
        sizes = Counter(colours)
        if len(sizes) == len(colours):
            return colours
        _, chosen = min((size, colour) for colour, size in sizes.items() if size > 1)
        self.left -= sizes[chosen]
        if self.left < 0:
            raise _TooLargeError
        members = [i for i, colour in enumerate(colours) if colour == chosen]
        children = {i: _refined(self.view, _apart(colours, i)) for i in members}
        looks = {i: _look(self.view, child) for i, child in children.items()}
        low = min(looks.values())
        best: Colours | None = None
        done: set[int] = set()
        for member in (i for i in members if looks[i] == low):
            if member in done:
                continue
            leaf = self.least(children[member], (*path, member))
            if best is None or _look(self.view, leaf) < _look(self.view, best):
                best = leaf
            elif _look(self.view, leaf) == _look(self.view, best):
                where = {colour: i for i, colour in enumerate(leaf)}
                self.symmetries.append(tuple(where[colour] for colour in best))
            done = self._images({*done, member}, path)
        assert best is not None
        return best

    def _images(self, members: set[int], path: tuple[int, ...]) -> set[int]:
        """Where the symmetries that keep a path take members, these among them."""
        keeping = [s for s in self.symmetries if all(s[i] == i for i in path)]
        images, todo = set(members), list(members)
        while todo:
            member = todo.pop()
            new = {s[member] for s in keeping} - images
            images |= new
            todo += new
        return images


class _TooLargeError(Exception):
    """The tree has more nodes than may be looked at."""


def _look(view: _View, colours: Colours) -> tuple[int, list[int], list[Given]]:
    """What can be seen of a node: equal for nodes that a symmetry takes into one another."""
    n = view.box[0] * view.box[1]
    givens = sorted((colours[r], colours[n + c], colours[2 * n + d]) for r, c, d in view.givens)
    return -len(set(colours)), sorted(colours), givens


def _apart(colours: Colours, member: int) -> Colours:
    """Gives one row, column or digit a colour of its own, just before its old one."""
    return tuple(2 * colour + (i != member) for i, colour in enumerate(colours))


def _refined(view: _View, colours: Colours) -> Colours:
    """Tells apart whatever has other surroundings, until nothing changes.

    Colours are places: bands come in the order of their rows' colours, rows in that of their bands.
    """
    (height, width), n = view.box, view.box[0] * view.box[1]
    number = 0
    while number != (number := len(set(colours))):
        near: list[list[tuple[int, int]]] = [[] for _ in colours]
        for r, c, d in view.givens:
            row, column, digit = colours[r], colours[n + c], colours[2 * n + d]
            near[r].append((column, digit))
            near[n + c].append((row, digit))
            near[2 * n + d].append((row, column))
        bands = [sorted(colours[i : i + height]) for i in range(0, n, height)]
        stacks = [sorted(colours[n + i : n + i + width]) for i in range(0, n, width)]
        around = [bands[i // height] for i in range(n)] + [stacks[i // width] for i in range(n)]
        around += [[3 * max(colours)]] * n
        keys = [
            (tuple(group), colour, tuple(sorted(seen)))
            for group, colour, seen in zip(around, colours, near, strict=True)
        ]
        places = {key: place for place, key in enumerate(sorted(set(keys)))}
        colours = tuple(places[key] for key in keys)
    return colours
