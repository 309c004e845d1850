"""Rows -> LP, the text format of CPLEX that CBC, GLPK, HiGHS and SCIP read, too.

Variable 12 is ``x12``, and constraints are ``c1``, ``c2`` and so on. There is nothing to minimise;
the objective names every variable, so that the columns a program makes are the variables in order,
those in no row among them. Programs read lines of some 500 characters at most.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import IO

import numpy as np

from uniclue.core.model import Ints, Rows
from uniclue.encoders.comparisons import compare
from uniclue.encoders.texts import (
    BLOCK,
    Texts,
    beside,
    blocks,
    choices,
    decimals,
    digits,
    names,
    ordinals,
    spans,
    wrapped,
    write_comments,
    write_texts,
)

TERMS_A_LINE = 16
"""With the longest numbers a line has some 450 characters."""


def write(rows: Rows, n_vars: int, out: IO[bytes], comments: Iterable[str] = ()) -> None:
    """Writes rows over 0/1 variables 1..n_vars as a program without an objective.

    Args:
        rows: The rows.
        n_vars: Number of variables, at least 1.
        out: A binary stream.
        comments: Written first; each line of each becomes a line after a backslash.

    Raises:
        OSError: The stream cannot be written.
    """
    made = compare(rows)
    write_comments(out, comments, "\\")
    out.write(b"Minimize\n obj:\n")
    _write_each(n_vars, " + 0 x", out)
    out.write(b"Subject To\n")
    name = names("x", n_vars, len(made.cols))
    for lines, entries in spans(made.lengths, BLOCK):
        lengths = made.lengths[lines]
        head = beside(" c", digits(ordinals(lines)), ":")
        terms = beside(_factor(made.coef[entries]), name(made.cols[entries]), _breaks(lengths))
        comparison = choices(made.sense[lines], " = ", " >= ", " <= ")
        tail = beside(comparison, decimals(made.bound[lines]), "\n")
        write_texts(out, wrapped(lengths, head, terms, tail))
    out.write(b"Binaries\n")
    _write_each(n_vars, " x", out)
    out.write(b"End\n")


def _write_each(n_vars: int, before: str, out: IO[bytes]) -> None:
    """Writes every variable after the same text."""
    for block in blocks(n_vars):
        ids = ordinals(block)
        ends = choices((ids % TERMS_A_LINE == 0) | (ids == n_vars), "", "\n")
        write_texts(out, beside(before, digits(ids), ends))


def _factor(coef: Ints) -> Texts:
    """Such as ``" - 3 "``; a 1 is left out."""
    sizes = np.abs(coef)
    factors = beside(digits(sizes), " ")
    factors[sizes == 1] = 0
    return beside(choices(coef < 0, " + ", " - "), factors)


def _breaks(lengths: Ints) -> Texts:
    """Line breaks inside long rows, after every ``TERMS_A_LINE`` terms but the last."""
    starts = np.cumsum(lengths) - lengths
    place = np.arange(lengths.sum()) - np.repeat(starts, lengths) + 1
    is_last = place == np.repeat(lengths, lengths)
    return choices((place % TERMS_A_LINE == 0) & ~is_last, "", "\n")
