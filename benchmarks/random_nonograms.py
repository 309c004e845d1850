"""Random nonograms of the source document (002), made by the recipe of the generator it used.

Board i of a set has a share of black cells between ``first`` and ``last``. The shuffle is the one
of Python 2, so that a seed gives the boards of the document.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

Board = list[str]


def boards(size: int, number: int, first: float, last: float, seed: int) -> Iterator[Board]:
    """Yields the boards of a set, row by row, ``X`` black and ``.`` white."""
    rng = random.Random(seed)
    for i in range(number):
        share = first + (last - first) * i / (number - 1) if number > 1 else first
        black = int(share * size * size)
        cells = list("X" * black + "." * (size * size - black))
        for k in range(len(cells) - 1, 0, -1):
            j = int(rng.random() * (k + 1))
            cells[k], cells[j] = cells[j], cells[k]
        yield ["".join(cells[r : r + size]) for r in range(0, size * size, size)]


def clue(cells: Iterable[str]) -> list[int]:
    """Lengths of the blocks of a line."""
    return [len(list(block)) for mark, block in groupby(cells) if mark == "X"]


def nonogram(board: Sequence[str]) -> str:
    """The puzzle of a board, as one line of JSON."""
    rows, cols = map(clue, board), map(clue, zip(*board, strict=True))
    return json.dumps({"kind": "nonogram", "rows": list(rows), "cols": list(cols)})


def document_set(size: int) -> list[str]:
    """The document's ten puzzles of a size (5, 10 or 15)."""
    return [nonogram(board) for board in boards(size, 10, 0.5, 0.3, 12345)]
