"""The canonical form of sudokus: equal for those that are symmetric to each other.

Symmetries: renaming digits; reordering bands, stacks, rows in a band and columns in a stack;
exchanging rows with columns (boxes of r x c become c x r).

The canonical form is the least grid at the leaves of a refinement tree (McKay and Piperno,
*Practical graph isomorphism II*, 2014). Rows, columns and digits have colours. Refinement separates
those whose givens, or whose band or stack, differ in colour, until nothing changes. Then each
member of the smallest class of two or more gets, in turn, a colour of its own, and the result is
refined; only the children with the least view are explored, which depends on the puzzle's structure
alone. At a leaf every row, column and digit has its own colour. Two leaves with the same grid give
a symmetry of the puzzle itself, and of members that it maps to each other only one is explored.

Symmetric puzzles get the same form, and others never do, since the form is itself a grid that is
symmetric to the puzzle. The tree is cut at ``NODES``; beyond, a puzzle is its own form: then a twin
can be missed, but no puzzle is lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from uniclue.models.sudoku import Sudoku

NODES = 5_000
"""The most colourings to examine before a puzzle becomes its own form."""

Given = tuple[int, int, int]
Colours = tuple[int, ...]
"""Colours of the n rows, then the n columns, then the n digits; equal ones form a class."""


class _View(NamedTuple):
    """The puzzle as it is, or with rows and columns exchanged: box, and (row, column, digit)."""

    box: tuple[int, int]
    givens: tuple[Given, ...]


def canonical(puzzle: Sudoku, nodes: int = NODES) -> bytes:
    """The canonical form of a puzzle.

    Args:
        puzzle: The puzzle; all its known cells count.
        nodes: The most colourings to examine before the puzzle becomes its own form.

    Returns:
        1, the box, and the form's digits row by row; 0 instead of 1 where the limit was reached.
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
        nodes: The most colourings to examine.

    Raises:
        _TooLargeError: From :meth:`least`: there are more.
    """

    def __init__(self, view: _View, nodes: int) -> None:
        self.view, self.nodes_left = view, nodes
        self.symmetries: list[Colours] = []
        """The images of the puzzle's own rows, columns and digits, as far as known."""

    def least(self, colours: Colours, path: tuple[int, ...] = ()) -> Colours:
        """The least leaf below a node.

        Args:
            colours: The node.
            path: The members that got their own colours on the way there.
        """
        sizes = Counter(colours)
        if len(sizes) == len(colours):
            return colours
        _, chosen = min((size, colour) for colour, size in sizes.items() if size > 1)
        self.nodes_left -= sizes[chosen]
        if self.nodes_left < 0:
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
        """The members, and their images under the symmetries that fix a path."""
        keeping = [s for s in self.symmetries if all(s[i] == i for i in path)]
        images, todo = set(members), list(members)
        while todo:
            member = todo.pop()
            new = {s[member] for s in keeping} - images
            images |= new
            todo += new
        return images


class _TooLargeError(Exception):
    """The tree has too many nodes."""


def _look(view: _View, colours: Colours) -> tuple[int, list[int], list[Given]]:
    """The view of a node: equal for nodes that a symmetry maps to each other."""
    n = view.box[0] * view.box[1]
    givens = sorted((colours[r], colours[n + c], colours[2 * n + d]) for r, c, d in view.givens)
    return -len(set(colours)), sorted(colours), givens


def _apart(colours: Colours, member: int) -> Colours:
    """Gives one row, column or digit its own colour, just before its old one."""
    return tuple(2 * colour + (i != member) for i, colour in enumerate(colours))


def _refined(view: _View, colours: Colours) -> Colours:
    """Separates members with different surroundings, until nothing changes.

    Colours are ordered: bands by the colours of their rows, rows by their bands.
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
