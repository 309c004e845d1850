"""Rows -> MPS in its free form, which ILP solvers read.

Variable 12 is ``x12``, and rows are ``c1``, ``c2`` and so on. There is nothing to minimise: the row
``obj`` has no coefficient but 0, which a variable has there that stands in no other row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import IO

import numpy as np

from uniclue.core.model import Rows
from uniclue.encoders.comparisons import Comparisons, compare
from uniclue.encoders.texts import (
    Numbers,
    Texts,
    beside,
    blocks,
    choices,
    decimals,
    digits,
    names,
    ordinals,
    write_comments,
    write_texts,
)

_MARKER = " MARKER 'MARKER' '{}'\n"


def write(rows: Rows, n_vars: int, out: IO[bytes], comments: Iterable[str] = ()) -> None:
    """Writes rows over 0/1 variables 1..n_vars as a program without an objective.

    Args:
        rows: The rows.
        n_vars: Number of variables, at least 1.
        out: A binary stream.
        comments: Written first; each line of each becomes a ``*`` line.

    Raises:
        OSError: The stream cannot be written.
    """
    made = compare(rows)
    write_comments(out, comments, "*")
    out.write(b"NAME uniclue FREE\nROWS\n N obj\n")  # without FREE CBC takes it for the fixed form
    row_name = _row_names(len(made), len(made.cols))
    for block in blocks(len(made)):
        sense = choices(made.sense[block], " E ", " G ", " L ")
        write_texts(out, beside(sense, row_name(ordinals(block)), "\n"))
    _write_columns(made, n_vars, out)
    out.write(b"RHS\n")
    for block in blocks(len(made)):
        stands = made.bound[block] != 0
        named, bounds = row_name(ordinals(block)[stands]), decimals(made.bound[block][stands])
        write_texts(out, beside(" RHS ", named, " ", bounds, "\n"))
    out.write(b"BOUNDS\n")
    for block in blocks(n_vars):
        write_texts(out, beside(" BV BND x", digits(ordinals(block)), "\n"))
    out.write(b"ENDATA\n")


def _write_columns(made: Comparisons, n_vars: int, out: IO[bytes]) -> None:
    """Writes the entries column after column, and of a column without any that it is there."""
    stands = np.zeros(n_vars + 1, np.bool_)
    stands[made.cols] = True
    absent = np.flatnonzero(~stands[1:]) + 1
    cols = np.append(made.cols, absent.astype(np.int32))
    coef = np.append(made.coef, np.zeros(len(absent), np.int32))
    row = np.append(np.repeat(np.arange(1, len(made) + 1), made.lengths), np.zeros_like(absent))
    order = np.argsort(cols, kind="stable")
    column_name = names(" x", n_vars, len(cols))
    row_name = _row_names(len(made), len(cols))
    out.write(f"COLUMNS\n{_MARKER.format('INTORG')}".encode())
    for block in blocks(len(order)):
        entries = order[block]
        column, number = column_name(cols[entries]), decimals(coef[entries])
        write_texts(out, beside(column, " ", row_name(row[entries]), " ", number, "\n"))
    out.write(_MARKER.format("INTEND").encode())


def _row_names(count: int, uses: int) -> Callable[[Numbers], Texts]:
    """What names rows: ``c12`` for row 12, ``obj`` for 0."""
    name = names("c", max(count, 10), uses)

    def names_of_rows(rows: Numbers) -> Texts:
        texts = name(rows)
        if not rows.all():
            texts[rows == 0] = np.frombuffer(b"obj".ljust(texts.shape[1], b"\0"), np.uint8)
        return texts

    return names_of_rows
