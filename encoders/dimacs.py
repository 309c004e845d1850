"""CNF -> DIMACS, the text format that SAT solvers read.

Numbers are formatted in numpy: every literal, and the 0 that ends a clause, becomes a text of
fixed width padded with NUL bytes, which are then deleted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import IO

import numpy as np
from numpy.typing import NDArray

from uniclue.encoders.cnf import Cnf
from uniclue.models.model import Ints

BLOCK = 2**16
"""Literals and clause ends formatted at a time, which bounds the memory taken."""

Texts = NDArray[np.uint8]


def write(cnf: Cnf, out: IO[bytes], comments: Iterable[str] = ()) -> None:
    """Writes a formula in the DIMACS format.

    Args:
        cnf: The formula.
        out: A binary stream.
        comments: Written first; each line of each becomes a ``c`` line, in UTF-8.

    Raises:
        OSError: The stream cannot be written.
        ValueError: The formula has native constraints; nothing was written.
    """
    if cnf.atmosts:
        raise ValueError(
            "expected clauses alone, got native at-most constraints, which DIMACS cannot express; "
            "choose another cardinality encoding"
        )
    head = [f"c {line}\n" for comment in comments for line in comment.splitlines() or [""]]
    out.write("".join([*head, f"p cnf {cnf.n_vars} {len(cnf)}\n"]).encode())
    texts = _formatter(cnf)
    for lengths, lits in cnf.blocks(BLOCK):
        out.write(texts(_with_ends(lengths, lits)).tobytes().translate(None, b"\0"))


def _with_ends(lengths: Ints, lits: Ints) -> NDArray[np.int64]:
    """The literals with a 0 after every clause."""
    ends = np.cumsum(lengths + 1) - 1
    is_literal = np.ones(len(lits) + len(lengths), bool)
    is_literal[ends] = False
    numbers = np.zeros(len(is_literal), np.int64)
    numbers[is_literal] = lits
    return numbers


def _formatter(cnf: Cnf) -> Callable[[NDArray[np.int64]], Texts]:
    """What formats numbers: a look-up in a table, if that is smaller than the formula."""
    n = cnf.n_vars
    width = 8 if n < 10**6 else 16  # numpy copies items of these sizes fastest
    if n > len(cnf.lits):
        return lambda numbers: _texts(numbers, width)
    table = np.empty((2 * n + 1, width), np.uint8)
    for first in range(0, n + 1, BLOCK):
        part = table[n + first : n + first + BLOCK]
        part[:] = _texts(np.arange(first, first + len(part)), width)
    table[:n] = table[:n:-1]
    table[:n, 0] = ord("-")
    return lambda numbers: table.take(numbers + n, axis=0)


def _texts(numbers: NDArray[np.int64], width: int) -> Texts:
    """Every number with what follows it, a blank or (after 0) the line's end.

    Returns:
        Shape (numbers, width), with NUL bytes between the sign and the first digit.
    """
    texts = np.zeros((len(numbers), width), np.uint8)
    texts[:, 0] = np.where(numbers < 0, ord("-"), 0)
    texts[:, -1] = np.where(numbers == 0, ord("\n"), ord(" "))
    rest = np.abs(numbers).astype(np.uint32)
    texts[:, -2] = rest % 10 + ord("0")
    column = width - 3
    while (rest := rest // 10).any():
        texts[:, column] = np.where(rest > 0, rest % 10 + ord("0"), 0)
        column -= 1
    return texts
