"""A checker of refutations: does a DRAT proof show that a formula has no model?

It shares no code with any solver. A proof is a list of clauses, *lemmas*, to be added to the
formula (or, after ``d``, deleted from it), up to the empty clause. Every lemma has to follow:

    RUP   reverse unit propagation: the lemma's negation leads to a conflict by unit propagation;
    RAT   or every resolvent of the lemma on its first literal, the *pivot*, is RUP (so the lemma
          takes no model from the formula without leaving another). This allows definitions.

Lemmas are checked in the order of the proof (forward), each against all clauses of the moment. A
deletion is not carried out if the clause is what sets one of its literals for good, and ignored if
there is no such clause, both as drat-trim does: a later RAT check then meets more clauses, never
fewer.

Source: Wetzler, Heule and Hunt, *DRAT-trim* (SAT 2014). Propagation is by two watched literals;
clauses of two literals are lists of what follows.

A literal indexes lists as it is: Python's index -v is the v-th from the end.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import IO, NamedTuple

from uniclue.solvers.limits import Clock

MAX_LINE = 2**24
"""Bytes of a line; a longer one is refused."""

_CLAUSE = re.compile(rb"(?:-?[1-9][0-9]{0,9}[ \t]+)*0")
_DELETION = re.compile(rb"d[ \t]+(?:-?[1-9][0-9]{0,9}[ \t]+)*0")

Clause = list[int]


class ProofError(ValueError):
    """A proof that cannot be read, or a lemma that does not follow.

    Attributes:
        line: The line, from 1.
        reason: What is wrong there, in words.
    """

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(line, reason)
        self.line, self.reason = line, reason

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Checked:
    """What a proof that was accepted consists of.

    Attributes:
        lemmas: Clauses added, the empty one among them.
        deletions: Clauses deleted.
        rat: How many of the lemmas are RAT and not RUP.
    """

    lemmas: int
    deletions: int
    rat: int


class ClauseFormula(NamedTuple):
    """Clauses over variables 1..n_vars."""

    n_vars: int
    clauses: Iterable[Sequence[int]]


def check(
    formula: ClauseFormula,
    proof: IO[bytes],
    clock: Clock | None = None,
    progress: Callable[[int], None] = lambda lemmas: None,
) -> Checked:
    """Checks that a proof refutes a formula.

    Args:
        formula: The formula.
        proof: A proof as text, seekable; read twice, line by line.
        clock: Watches a time limit, looked at after every lemma.
        progress: Called with the number of lemmas checked, after each.

    Raises:
        ProofError: The proof is not readable, does not end in the empty clause, or has a lemma that
            does not follow; the line is that of the first.
        LimitReachedError: The time is up.
    """
    clock = clock or Clock()
    added = read_form(proof, formula.n_vars)
    names = {variable: formula.n_vars + i for i, variable in enumerate(sorted(added), 1)}
    state = _State(formula.n_vars + len(names), formula.clauses)
    lemmas = deletions = rat = 0
    proof.seek(0)
    for number, deletes, clause in _steps(proof):
        clock.check()
        if names:
            clause = [_renamed(lit, names) for lit in clause]
        if deletes:
            deletions += 1
            state.delete(clause)
            continue
        if not state.is_rup(clause):
            if not clause or not state.is_rat(clause):
                raise ProofError(number, _does_not_follow(clause))
            rat += 1
        state.add(clause)
        lemmas += 1
        progress(lemmas)
    return Checked(lemmas, deletions, rat)


def _lines(stream: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """The lines that are not empty, without blanks at their ends, numbered from 1."""
    number = 0
    while line := stream.readline(MAX_LINE):
        number += 1
        if len(line) == MAX_LINE:
            raise ProofError(number, f"expected at most {MAX_LINE} bytes in a line")
        if text := line.strip():
            yield number, text


def _steps(proof: IO[bytes]) -> Iterator[tuple[int, bool, Clause]]:
    """The steps of a proof that was read before: (line, whether it deletes, literals)."""
    for number, text in _lines(proof):
        if text[0] != ord("c"):
            deletes = text[0] == ord("d")
            yield number, deletes, list(map(int, text[deletes:].split()))[:-1]


def read_form(proof: IO[bytes], n_vars: int) -> set[int]:
    """Reads a proof for its form alone; returns its variables above those of the formula.

    Raises:
        ProofError: It is not readable, or does not end in the empty clause.
    """
    found: set[int] = set()
    number, is_over = 0, False
    for number, text in _lines(proof):
        if text.startswith(b"c"):
            continue
        if is_over:
            raise ProofError(number, f"expected nothing after the empty clause, got {_shown(text)}")
        if not (_CLAUSE.fullmatch(text) or _DELETION.fullmatch(text)):
            raise ProofError(
                number, f"expected literals and a 0 at the end, perhaps after d, got {_shown(text)}"
            )
        is_over = text == b"0"
        numbers = map(abs, map(int, text.lstrip(b"d").split()))
        found.update(variable for variable in numbers if variable > n_vars)
    if not is_over:
        raise ProofError(number + 1, "expected the empty clause (0), got the end of the proof")
    return found


def _renamed(literal: int, names: dict[int, int]) -> int:
    variable = names.get(abs(literal), abs(literal))
    return variable if literal > 0 else -variable


def _shown(text: bytes) -> str:
    return repr(text[:40].decode("ascii", "replace"))


def _does_not_follow(clause: Clause) -> str:
    if not clause:
        return "the empty clause does not follow by unit propagation"
    return "the lemma does not follow: it is neither RUP nor RAT on its first literal"


class _State:
    """The clauses of the moment, and what unit propagation makes of them for good.

    Attributes:
        refuted: Whether unit propagation alone finds a conflict: then everything follows.
    """

    def __init__(self, n_vars: int, clauses: Iterable[Sequence[int]]) -> None:
        size = 2 * n_vars + 1
        self.refuted = False
        self._value = [0] * size  # by literal: 1 true, -1 false
        self._trail: list[int] = []
        self._implied: list[list[int]] = [[] for _ in range(size)]
        """By literal: what follows from it by a clause of two literals."""
        self._watched: list[list[Clause]] = [[] for _ in range(size)]
        """By literal: the clauses in which its negation is watched, the first two literals."""
        self._live: dict[tuple[int, ...], Clause] = {}
        self._copies: Counter[tuple[int, ...]] = Counter()
        """How many more there are of a clause."""
        units = []
        for given in clauses:
            clause = self._enter(given)
            if clause is not None:
                self._watch(clause)
                if len(clause) < 2:
                    units.append(clause)
        for clause in units:
            self._set_forced(clause)

    # -- steps of a proof --------------------------------------------------------------------------

    def is_rup(self, clause: Clause) -> bool:
        """Whether the clause's negation leads to a conflict."""
        if self.refuted:
            return True
        mark = len(self._trail)
        found = self._deny(clause) or self._propagate(mark)
        self._undo(mark)
        return found

    def is_rat(self, clause: Clause) -> bool:
        """Whether every resolvent on the first literal is RUP; needed if the clause is not."""
        pivot = clause[0]
        if self._value[pivot] < 0:
            return False  # its unit clause resolves to the rest, which is not RUP
        mark = len(self._trail)
        self._deny(clause)
        self._propagate(mark)
        found = all(self._resolves(other, pivot) for other in self._with(-pivot))
        self._undo(mark)
        return found

    def add(self, given: Clause) -> None:
        """Adds a clause, and propagates what it forces."""
        if not given:
            self.refuted = True
            return
        clause = self._enter(given)
        if clause is None:
            return
        clause.sort(key=self._value.__getitem__, reverse=True)  # watch what is not false
        self._watch(clause)
        self._set_forced(clause)

    def delete(self, given: Clause) -> None:
        """Deletes a clause, unless it sets one of its literals for good."""
        key = tuple(sorted(set(given)))
        clause = self._live.get(key)
        if clause is None:
            return
        values = [self._value[lit] for lit in clause]
        if values.count(1) == 1 and values.count(0) == 0:
            return
        if self._copies[key] > 0:
            self._copies[key] -= 1
            return
        del self._live[key]
        if len(clause) == 2:
            self._implied[-clause[0]].remove(clause[1])
            self._implied[-clause[1]].remove(clause[0])
        clause.clear()  # which takes it out of the lists of watched clauses when they are looked at

    # -- the clauses -------------------------------------------------------------------------------

    def _enter(self, given: Sequence[int]) -> Clause | None:
        """Notes a clause; None if nothing is new: it was there, or is always true."""
        literals = set(given)
        if any(-lit in literals for lit in literals):
            return None
        if not literals:
            self.refuted = True
            return None
        key = tuple(sorted(literals))
        if key in self._live:
            self._copies[key] += 1
            return None
        clause = self._live[key] = list(key)
        return clause

    def _watch(self, clause: Clause) -> None:
        if len(clause) < 2:
            return
        first, second = clause[:2]
        if len(clause) == 2:
            self._implied[-first].append(second)
            self._implied[-second].append(first)
        else:
            self._watched[-first].append(clause)
            self._watched[-second].append(clause)

    def _set_forced(self, clause: Clause) -> None:
        """Sets the first literal for good if all others are false."""
        value = self._value
        if self.refuted or value[clause[0]] > 0 or any(value[lit] == 0 for lit in clause[1:]):
            return
        mark = len(self._trail)
        self.refuted = self._deny([-clause[0]]) or self._propagate(mark)

    def _with(self, literal: int) -> Iterator[Clause]:
        return (clause for clause in self._live.values() if literal in clause)

    # -- propagation -------------------------------------------------------------------------------

    def _resolves(self, other: Clause, pivot: int) -> bool:
        """Whether denying another clause, but for the negated pivot, leads to a conflict."""
        mark = len(self._trail)
        found = self._deny([lit for lit in other if lit != -pivot]) or self._propagate(mark)
        self._undo(mark)
        return found

    def _deny(self, clause: Clause) -> bool:
        """Sets literals false; returns whether one is true already."""
        value, trail = self._value, self._trail
        for lit in clause:
            if value[lit] > 0:
                return True
            if value[lit] == 0:
                value[lit], value[-lit] = -1, 1
                trail.append(-lit)
        return False

    def _undo(self, mark: int) -> None:
        """Unsets what was set since the trail had this length."""
        value, trail = self._value, self._trail
        for lit in trail[mark:]:
            value[lit] = value[-lit] = 0
        del trail[mark:]

    def _propagate(self, mark: int) -> bool:
        """Sets what follows from the trail from ``mark`` on; returns whether that conflicts."""
        value, trail, implied, watched = self._value, self._trail, self._implied, self._watched
        short = long = mark
        while True:
            while short < len(trail):
                for lit in implied[trail[short]]:
                    if value[lit] < 0:
                        return True
                    if value[lit] == 0:
                        value[lit], value[-lit] = 1, -1
                        trail.append(lit)
                short += 1
            if long == len(trail):
                return False
            true, false = trail[long], -trail[long]
            long += 1
            clauses = watched[true]
            kept: list[Clause] = []
            watched[true] = kept
            for i, clause in enumerate(clauses):
                if not clause:
                    continue
                first = clause[0]
                if first == false:
                    first = clause[0] = clause[1]
                    clause[1] = false
                if value[first] <= 0:
                    for k in range(2, len(clause)):
                        lit = clause[k]
                        if value[lit] >= 0:
                            clause[1], clause[k] = lit, false
                            watched[-lit].append(clause)
                            break
                    else:
                        if value[first] < 0:
                            kept += clauses[i:]
                            return True
                        kept.append(clause)
                        value[first], value[-first] = 1, -1
                        trail.append(first)
                    continue
                kept.append(clause)
