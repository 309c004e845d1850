"""Rows -> LP, the text format of CPLEX that CBC, GLPK, HiGHS and SCIP read, too.

Variable 12 is ``x12``, and constraints are ``c1``, ``c2`` and so on. There is nothing to minimise;
the objective names every variable, so that a program's columns are the variables in order,
including those in no row. Programs read lines of at most some 500 characters.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import IO

from uniclue.core.arrays import np
from uniclue.core.model import Ints, Rows
from uniclue.encoders import texts
from uniclue.encoders.comparisons import compare

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
    compared = compare(rows)
    texts.write_comments(out, comments, "\\")
    out.write(b"Minimize\n obj:\n")
    _write_each(n_vars, " + 0 x", out)
    out.write(b"Subject To\n")
    name = texts.names("x", n_vars, len(compared.cols))
    for lines, entries in texts.spans(compared.lengths, texts.BLOCK):
        lengths = compared.lengths[lines]
        head = texts.beside(" c", texts.digits(texts.ordinals(lines)), ":")
        factors, named = _factors(compared.coef[entries]), name(compared.cols[entries])
        sense = texts.choices(compared.sense[lines], " = ", " >= ", " <= ")
        tail = texts.beside(sense, texts.decimals(compared.bound[lines]), "\n")
        terms = texts.beside(factors, named, _breaks(lengths))
        texts.write(out, texts.wrapped(lengths, head, terms, tail))
    out.write(b"Binaries\n")
    _write_each(n_vars, " x", out)
    out.write(b"End\n")


def _write_each(n_vars: int, before: str, out: IO[bytes]) -> None:
    """Writes every variable after the text ``before``."""
    for block in texts.blocks(n_vars):
        ids = texts.ordinals(block)
        ends = texts.choices((ids % TERMS_A_LINE == 0) | (ids == n_vars), "", "\n")
        texts.write(out, before, texts.digits(ids), ends)


def _factors(coef: Ints) -> texts.Texts:
    """Such as ``" - 3 "``; a 1 is omitted."""
    sizes = np.abs(coef)
    factors = texts.beside(texts.digits(sizes), " ")
    factors[sizes == 1] = 0
    return texts.beside(texts.choices(coef < 0, " + ", " - "), factors)


def _breaks(lengths: Ints) -> texts.Texts:
    """Line breaks inside long rows, after every ``TERMS_A_LINE`` terms but the last."""
    starts = np.cumsum(lengths) - lengths
    place = np.arange(lengths.sum()) - np.repeat(starts, lengths) + 1
    is_last = place == np.repeat(lengths, lengths)
    return texts.choices((place % TERMS_A_LINE == 0) & ~is_last, "", "\n")
