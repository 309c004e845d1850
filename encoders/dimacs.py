"""CNF -> DIMACS, the text format that SAT solvers read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import IO

from uniclue.encoders import texts
from uniclue.encoders.cnf import Cnf


def write(
    cnf: Cnf, out: IO[bytes], comments: Iterable[str] = (), show: Iterable[int] | None = None
) -> None:
    """Writes a formula in the DIMACS format.

    Args:
        cnf: The formula.
        out: A binary stream.
        comments: Written first; each line of each becomes a ``c`` line, in UTF-8.
        show: For a model counter: the variables to count over, as the line ``c p show ... 0`` of
            the Model Counting Competition.

    Raises:
        OSError: The stream cannot be written.
        ValueError: The formula has native constraints; nothing is written.
    """
    if cnf.atmosts:
        raise ValueError(
            "expected clauses alone, got native at-most constraints, which DIMACS cannot express; "
            "choose another cardinality encoding"
        )
    if show is not None:
        out.write(b"c t pmc\n")
    texts.write_comments(out, comments, "c")
    out.write(f"p cnf {cnf.n_vars} {len(cnf)}\n".encode())
    if show is not None:
        out.write(f"c p show {' '.join(map(str, show))} 0\n".encode())
    lines = texts.number_lines(cnf.n_vars, len(cnf.lits))
    for lengths, lits in cnf.blocks(texts.BLOCK):
        texts.write(out, lines(texts.ended(lengths, lits)))
