"""Rows -> OPB, the text format of pseudo-Boolean solvers.

Roussel and Manquinho, *Input/Output Format and Solver Requirements for the Competitions of
Pseudo-Boolean Solvers*, 2012. It knows only ``>=`` and ``=``, so a ``<=`` changes its signs.
Variable 12 is ``x12``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import IO

import numpy as np

from uniclue.core.model import Rows
from uniclue.encoders.comparisons import AT_MOST, EQUAL, compare
from uniclue.encoders.texts import (
    BLOCK,
    beside,
    choices,
    decimals,
    names,
    same,
    spans,
    wrapped,
    write_comments,
    write_texts,
)


def write(rows: Rows, n_vars: int, out: IO[bytes], comments: Iterable[str] = ()) -> None:
    """Writes rows over variables 1..n_vars as a pseudo-Boolean decision problem.

    Args:
        rows: The rows.
        n_vars: Number of variables, at least 1.
        out: A binary stream.
        comments: Written after the line of sizes; each line of each becomes a ``*`` line.

    Raises:
        OSError: The stream cannot be written.
    """
    made = compare(rows)
    out.write(f"* #variable= {n_vars} #constraint= {len(made)}\n".encode())
    write_comments(out, comments, "*")
    name = names(" x", n_vars, len(made.cols))
    sign = np.where(made.sense == AT_MOST, -1, 1)
    for lines, entries in spans(made.lengths, BLOCK):
        lengths, signs = made.lengths[lines], sign[lines]
        coef = decimals(made.coef[entries] * np.repeat(signs, lengths), "+")
        terms = beside(coef, name(made.cols[entries]), " ")
        comparison = choices(made.sense[lines] == EQUAL, ">= ", "= ")
        tail = beside(comparison, decimals(made.bound[lines] * signs), " ;\n")
        write_texts(out, wrapped(lengths, same("", len(lengths)), terms, tail))
