"""The cuts of a certificate: a line each, in one order, and proved when they are read.

A line is the number of a lazy constraint in the model, from 1, the literals of a clause that every
solution keeps because of it, and 0: ``2 -5 17 18 0``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import IO

from uniclue.certificates.errors import CertificateError
from uniclue.core.arrays import np
from uniclue.core.lazy import Cut
from uniclue.core.model import Model
from uniclue.encoders.cnf import Cnf
from uniclue.solvers.limits import Clock

NAME = "cuts.txt"
MAX_BYTES = 2**26
"""The limit for all cuts together: more are not written, and refused unread."""

_LINE = re.compile(rb"([1-9][0-9]{0,8})((?: -?[1-9][0-9]{0,8})*) 0\n")


def in_order(cuts: Iterable[Cut]) -> tuple[Cut, ...]:
    """Each cut once, by constraint, its literals in the order of the variables."""
    listed = {(cut.constraint, tuple(sorted(cut.clause, key=abs))) for cut in cuts}
    return tuple(Cut(constraint, list(clause)) for constraint, clause in sorted(listed))


def text(cuts: Iterable[Cut]) -> bytes:
    """The lines of cuts."""
    lines = ([cut.constraint + 1, *cut.clause, 0] for cut in cuts)
    return "".join(f"{' '.join(map(str, line))}\n" for line in lines).encode()


def added(cnf: Cnf, cuts: Iterable[Cut]) -> Cnf:
    """A formula with cuts after its own clauses."""
    return cnf.plus([np.array(cut.clause, np.int32) for cut in cuts])


def read(file: IO[bytes], model: Model, clock: Clock) -> Iterator[Cut]:
    """The cuts in a file, if there is nothing else in it.

    Args:
        file: The file.
        model: The model whose lazy constraints have to prove them.
        clock: Watches a time limit.

    Raises:
        CertificateError: A line is none, is not in its place, or holds a clause that the constraint
            it names does not prove, or that has other literals than the constraint's.
        LimitReachedError: The time is up.
    """
    speaks_of = [set(np.abs(each.literals()).tolist()) for each in model.lazy]
    last = Cut(-1, [])
    file.seek(0)
    for number, line in enumerate(file, 1):
        clock.check()
        words = _LINE.fullmatch(line)
        reason = ""
        if words is None:
            reason = "expected the number of a lazy constraint, literals, and 0"
        elif int(words[1]) > len(model.lazy):
            reason = f"expected one of {len(model.lazy)} lazy constraints, got {int(words[1])}"
        else:
            cut = Cut(int(words[1]) - 1, list(map(int, words[2].split())))
            constraint, speaks = model.lazy[cut.constraint], speaks_of[cut.constraint]
            if in_order([cut]) != (cut,) or cut <= last:
                reason = "expected cuts and literals in order, each once"
            elif not speaks.issuperset(map(abs, cut.clause)):
                reason = f"speaks of more than {constraint.group.sentence!r}"
            elif not constraint.proves(cut.clause):
                reason = f"does not follow from {constraint.group.sentence!r}"
        if reason:
            raise CertificateError(NAME, f"line {number}: {reason}")
        yield cut
        last = cut
