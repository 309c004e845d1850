"""Rows -> MPS in its free form, which ILP solvers read.

Variable 12 is ``x12``, and rows are ``c1``, ``c2`` and so on. There is nothing to minimise: all
coefficients of the row ``obj`` are 0, and only variables in no other row are listed there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import IO

from uniclue.core.arrays import np
from uniclue.core.model import Rows
from uniclue.encoders import texts
from uniclue.encoders.comparisons import Comparisons, compare

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
    compared = compare(rows)
    texts.write_comments(out, comments, "*")
    out.write(b"NAME uniclue FREE\nROWS\n N obj\n")  # without FREE, CBC expects the fixed form
    row_name = _row_names(len(compared), len(compared.cols))
    for block in texts.blocks(len(compared)):
        sense = texts.choices(compared.sense[block], " E ", " G ", " L ")
        texts.write(out, sense, row_name(texts.ordinals(block)), "\n")
    _write_columns(compared, n_vars, out)
    out.write(b"RHS\n")
    for block in texts.blocks(len(compared)):
        bound, number = compared.bound[block], texts.ordinals(block)
        nonzero = bound != 0
        named, bounds = row_name(number[nonzero]), texts.decimals(bound[nonzero])
        texts.write(out, " RHS ", named, " ", bounds, "\n")
    out.write(b"BOUNDS\n")
    for block in texts.blocks(n_vars):
        texts.write(out, " BV BND x", texts.digits(texts.ordinals(block)), "\n")
    out.write(b"ENDATA\n")


def _write_columns(compared: Comparisons, n_vars: int, out: IO[bytes]) -> None:
    """Writes the entries column after column; a column without entries gets a 0 in ``obj``."""
    absent = np.flatnonzero(np.bincount(compared.cols, minlength=n_vars + 1)[1:] == 0) + 1
    cols = np.append(compared.cols, absent.astype(np.int32))
    coef = np.append(compared.coef, np.zeros(len(absent), np.int32))
    row_of = np.repeat(np.arange(1, len(compared) + 1), compared.lengths)
    row = np.append(row_of, np.zeros_like(absent))
    order = np.argsort(cols, kind="stable")
    column_name = texts.names(" x", n_vars, len(cols))
    row_name = _row_names(len(compared), len(cols))
    out.write(f"COLUMNS\n{_MARKER.format('INTORG')}".encode())
    for block in texts.blocks(len(order)):
        entries = order[block]
        column, number = column_name(cols[entries]), texts.decimals(coef[entries])
        texts.write(out, column, " ", row_name(row[entries]), " ", number, "\n")
    out.write(_MARKER.format("INTEND").encode())


def _row_names(count: int, uses: int) -> Callable[[texts.Numbers], texts.Texts]:
    """A function that names rows: ``c12`` for row 12, ``obj`` for 0."""
    name = texts.names("c", max(count, 10), uses)

    def names_of_rows(rows: texts.Numbers) -> texts.Texts:
        named = name(rows)
        if not rows.all():
            named[rows == 0] = np.frombuffer(b"obj".ljust(named.shape[1], b"\0"), np.uint8)
        return named

    return names_of_rows
