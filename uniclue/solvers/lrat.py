"""A checker of refutations that say why: every lemma of an LRAT proof names the clauses it needs.

Clauses have numbers: those of the formula 1, 2, 3 and so on, lemmas higher ones in the order of the
proof. A line is a lemma, or takes lemmas away that are needed no more:

    NUMBER LITERALS 0 HINTS 0
    NUMBER d NUMBERS 0

The hints are the clauses by which the lemma's negation leads to a conflict: all literals but one of
each are false in turn, and that one has to be true; of the last all are. Nothing is searched for,
and nothing is taken on trust: a hint that is not such a clause refutes the proof. A lemma that
follows in another way than by unit propagation (RAT) is not taken; :mod:`uniclue.solvers.drat`
takes those.

Source: Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp, *Efficient Certified RAT
Verification* (CADE 2017).
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterator, Sequence
from typing import IO, NamedTuple

from uniclue.solvers.drat import MAX_LINE, Checked, ClauseFormula, ProofError
from uniclue.solvers.limits import Clock

_STEP = re.compile(
    rb"([1-9][0-9]{0,8}) (?:d|((?:-?[1-9][0-9]{0,8} )*+)0) ((?:[1-9][0-9]{0,8} )*+)0\n"
)
_MOST_LITERALS = 2**20
"""In clauses that are kept as sets; all are forgotten when there are more."""


class ProofStep(NamedTuple):
    """A line of a proof.

    Attributes:
        line: Which line it is, from 1.
        number: The number of the lemma, or of the last one before a deletion.
        literals: Those of the lemma as text, a blank after each; None if clauses are deleted.
        clauses: The numbers of the hints, or of the clauses that are deleted, likewise.
    """

    line: int
    number: int
    literals: bytes | None
    clauses: bytes


def steps(proof: IO[bytes]) -> Iterator[ProofStep]:
    """The lines of a proof, read one by one, up to the empty clause, which has to be the last.

    Raises:
        ProofError: A line is neither a lemma nor a deletion as above, numbers do not ascend, or the
            empty clause is not at the end.
    """
    proof.seek(0)
    line = last = 0
    is_over = False
    while text := proof.readline(MAX_LINE):
        line += 1
        words = _STEP.fullmatch(text)
        if words is None or is_over:
            wanted = "nothing after the empty clause" if is_over else "a lemma with hints"
            raise ProofError(line, f"expected {wanted}, got {text[:40]!r}")
        step = ProofStep(line, int(words[1]), words[2], words[3])
        if step.literals is not None:
            if step.number <= last:
                raise ProofError(line, f"expected a number above {last}, got {step.number}")
            last, is_over = step.number, not step.literals
        yield step
    if not is_over:
        raise ProofError(line + 1, "expected the empty clause, got the end of the proof")


def check(
    formula: ClauseFormula,
    proof: IO[bytes],
    clock: Clock | None = None,
    progress: Callable[[int], None] = lambda lemmas: None,
) -> Checked:
    """Checks that a proof refutes a formula, by its hints.

    Args:
        formula: The formula.
        proof: A proof as text, seekable; read once, line by line.
        clock: Watches a time limit, looked at after every lemma.
        progress: Called with the number of lemmas checked, after each.

    Raises:
        ProofError: The proof is not readable, does not end in the empty clause, or has a lemma that
            does not follow from its hints; the line is that of the first.
        LimitReachedError: The time is up.
    """
    clock = clock or Clock()
    clauses = _Clauses(formula)
    lemmas = deletions = 0
    for step in steps(proof):
        clock.check()
        numbers = map(int, step.clauses.split())
        if step.literals is None:
            deletions += sum(map(clauses.delete, numbers))
            continue
        literals = array("i", map(int, step.literals.split()))
        false = set(literals)
        for number in numbers:
            clause = clauses.get(number)
            if clause is None:
                raise ProofError(step.line, f"hint {number} is no clause there")
            open_literals = clause - false
            if not open_literals:
                break
            if len(open_literals) > 1:
                raise ProofError(step.line, f"hint {number} forces nothing")
            false.add(-next(iter(open_literals)))
        else:
            raise ProofError(step.line, "the hints do not lead to a conflict")
        clauses.add(step.number, literals, step.line)
        lemmas += 1
        progress(lemmas)
    return Checked(lemmas, deletions, 0)


class _Clauses:
    """The clauses of the moment by number, in few bytes; those used lately as sets."""

    def __init__(self, formula: ClauseFormula) -> None:
        self._given, self._ends = array("i"), array("q", [0])
        for clause in formula.clauses:
            self._given.extend(clause)
            self._ends.append(len(self._given))
        self._lemmas: dict[int, array[int]] = {}
        self._sets: dict[int, frozenset[int]] = {}
        self._in_sets = 0

    def get(self, number: int) -> frozenset[int] | None:
        """The literals of a clause; None if there is none with this number."""
        known = self._sets.get(number)
        if known is not None:
            return known
        literals: Sequence[int] | None = self._lemmas.get(number)
        if 0 < number < len(self._ends):
            literals = self._given[self._ends[number - 1] : self._ends[number]]
        if literals is None:
            return None
        if self._in_sets > _MOST_LITERALS:
            self._sets.clear()
            self._in_sets = 0
        self._in_sets += len(literals)
        clause = self._sets[number] = frozenset(literals)
        return clause

    def add(self, number: int, literals: array[int], line: int) -> None:
        """Adds a lemma."""
        if number < len(self._ends):
            wanted = f"expected a number above {len(self._ends) - 1}, as the formula has as many"
            raise ProofError(line, f"{wanted} clauses, got {number}")
        self._lemmas[number] = literals

    def delete(self, number: int) -> bool:
        """Takes a lemma away; those of the formula stay. Returns whether there was one."""
        self._sets.pop(number, None)
        return self._lemmas.pop(number, None) is not None


def stripped(proof: IO[bytes]) -> Iterator[bytes]:
    """The lines of the same proof without numbers and hints, as DRAT.

    Raises:
        ProofError: The proof is not readable, or deletes what is no lemma.
    """
    lemmas: dict[int, bytes] = {}
    for step in steps(proof):
        if step.literals is not None:
            lemmas[step.number] = literals = step.literals + b"0\n"
            yield literals
            continue
        for number in map(int, step.clauses.split()):
            deleted = lemmas.pop(number, None)
            if deleted is None:
                raise ProofError(step.line, f"expected a lemma, got {number}")
            yield b"d " + deleted
