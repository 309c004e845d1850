"""CNF with a selector for each clue -> WCNF, the text format of MaxSAT solvers.

Rules are hard. Every clue is a soft clause of weight 1, its selector, so the optimum is the least
number of clues to drop; it is 0 if and only if all clues can hold. The format is that of the MaxSAT
Evaluations up to 2021, with a line ``p wcnf``: programs that read the newer one also read it, and
some (clasp, for one) read no other.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import IO

from uniclue.core.arrays import np
from uniclue.encoders import texts
from uniclue.encoders.cnf import Guarded


def write(guarded: Guarded, out: IO[bytes], comments: Iterable[str] = ()) -> None:
    """Writes a formula whose clues may be dropped.

    Args:
        guarded: The formula.
        out: A binary stream.
        comments: Written first; each line of each becomes a ``c`` line, in UTF-8.

    Raises:
        OSError: The stream cannot be written.
    """
    cnf, selectors = guarded.cnf, guarded.selectors
    top = len(selectors) + 1
    texts.write_comments(out, comments, "c")
    out.write(f"p wcnf {cnf.n_vars} {len(cnf) + len(selectors)} {top}\n".encode())
    lines = texts.number_lines(max(cnf.n_vars, top), len(cnf.lits))
    for lengths, lits in cnf.blocks(texts.BLOCK):
        texts.write(out, lines(texts.ended(lengths, lits, top)))
    soft = np.array(selectors, np.int32)
    texts.write(out, lines(texts.ended(np.ones_like(soft), soft, 1)))
