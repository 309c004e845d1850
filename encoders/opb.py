"""Rows -> OPB, the text format of pseudo-Boolean solvers.

Roussel and Manquinho, *Input/Output Format and Solver Requirements for the Competitions of
Pseudo-Boolean Solvers*, 2012. It has only ``>=`` and ``=``, so the signs of a ``<=`` are reversed.
Variable 12 is ``x12``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import IO

from uniclue.core.arrays import np
from uniclue.core.model import Rows
from uniclue.encoders import texts
from uniclue.encoders.comparisons import AT_MOST, EQUAL, compare


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
    compared = compare(rows)
    out.write(f"* #variable= {n_vars} #constraint= {len(compared)}\n".encode())
    texts.write_comments(out, comments, "*")
    name = texts.names(" x", n_vars, len(compared.cols))
    sign = np.where(compared.sense == AT_MOST, -1, 1)
    for lines, entries in texts.spans(compared.lengths, texts.BLOCK):
        lengths, signs = compared.lengths[lines], sign[lines]
        coef = texts.decimals(compared.coef[entries] * np.repeat(signs, lengths), "+")
        terms = texts.beside(coef, name(compared.cols[entries]), " ")
        sense = texts.choices(compared.sense[lines] == EQUAL, ">= ", "= ")
        tail = texts.beside(sense, texts.decimals(compared.bound[lines] * signs), " ;\n")
        no_head = texts.same("", len(lengths))
        texts.write(out, texts.wrapped(lengths, no_head, terms, tail))
