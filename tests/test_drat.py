"""The checker of proofs: against solvers, a naive checker, and formulas that have models."""

from __future__ import annotations

import io
import itertools
import random
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import pytest
from formulas import Clauses, random_clauses
from pysat.solvers import Solver

from uniclue.solvers import drat
from uniclue.solvers.drat import Checked, ClauseFormula, ProofError
from uniclue.solvers.limits import Clock, LimitReachedError, Limits


def text(steps: Iterable[list[int] | str]) -> bytes:
    lines = (s if isinstance(s, str) else " ".join(map(str, [*s, 0])) for s in steps)
    return "".join(f"{line}\n" for line in lines).encode()


def check(clauses: Clauses, steps: Iterable[list[int] | str], n_vars: int | None = None) -> Checked:
    top = max((abs(lit) for clause in clauses for lit in clause), default=0)
    return drat.check(ClauseFormula(n_vars or top, clauses), io.BytesIO(text(steps)))


@contextmanager
def refused(line: int, said: str | None = None) -> Iterator[None]:
    with pytest.raises(ProofError, match=said) as error:
        yield
    assert error.value.line == line


def has_model(clauses: Clauses, n: int) -> bool:
    """By trying everything."""
    return any(
        all(any(values[abs(lit) - 1] == (lit > 0) for lit in clause) for clause in clauses)
        for values in itertools.product([False, True], repeat=n)
    )


def proof_by(name: str, clauses: Clauses) -> list[str]:
    with Solver(name=name, with_proof=True, bootstrap_with=clauses) as solver:
        assert not solver.solve()
        steps: list[str] = solver.get_proof()
    return [*itertools.takewhile("0".__ne__, steps), "0"]


# -- a naive checker -------------------------------------------------------------------------------


def conflicts(clauses: Clauses, true: set[int]) -> bool:
    """Unit propagation, one clause after the other until nothing changes."""
    true, before = set(true), -1
    while len(true) != before:
        before = len(true)
        for clause in clauses:
            open_ = {lit for lit in clause if -lit not in true}
            if not open_ or any(-lit in true for lit in true):
                return True
            if len(open_) == 1:
                true |= open_
    return any(-lit in true for lit in true)


def first_bad(clauses: Clauses, lemmas: Clauses) -> int | None:
    """The first lemma, from 1, that is neither RUP nor RAT on its first literal."""
    clauses = list(clauses)
    for number, lemma in enumerate(lemmas, 1):
        if not conflicts(clauses, {-lit for lit in lemma}):
            if not lemma:
                return number
            others = [c for c in clauses if -lemma[0] in c]
            resolvents = [lemma + [lit for lit in c if lit != -lemma[0]] for c in others]
            if not all(conflicts(clauses, {-lit for lit in r}) for r in resolvents):
                return number
        clauses.append(lemma)
    return None


def test_says_what_a_naive_checker_says() -> None:
    rng = random.Random(1)
    told = set()
    for _ in range(400):
        n = rng.randint(3, 6)
        clauses = random_clauses(rng, n, rng.randint(4, 5 * n))
        lemmas = [*random_clauses(rng, n + 1, rng.randint(1, 5)), []]
        if rng.random() < 0.5 and not has_model(clauses, n):
            steps = proof_by("cadical195", clauses)
            lemmas = [list(map(int, s.split()))[:-1] for s in steps if not s.startswith("d")]
            if rng.random() < 0.5:
                lemmas.insert(rng.randrange(len(lemmas)), random_clauses(rng, n, 1)[0])
        expected = first_bad(clauses, lemmas)
        told.add(expected)
        if expected is None:
            assert check(clauses, lemmas, n).lemmas == len(lemmas)
        else:
            with refused(expected):
                check(clauses, lemmas, n)
    assert {None, 1, 2, 3} <= told


@pytest.mark.parametrize("name", ["cadical195", "cadical153", "glucose4", "lingeling"])
def test_proofs_of_solvers_are_accepted(name: str) -> None:
    rng = random.Random(2)
    checked = 0
    while checked < 60:
        n = rng.randint(4, 12)
        clauses = random_clauses(rng, n, 5 * n)
        if not has_model(clauses, n):
            check(clauses, proof_by(name, clauses), n)
            checked += 1


def test_a_large_random_formula() -> None:
    rng = random.Random(3)
    clauses = [
        [v * rng.choice([1, -1]) for v in rng.sample(range(1, 81), 3)] for _ in range(80 * 6)
    ]
    steps = proof_by("cadical195", clauses)
    found = check(clauses, steps)
    assert found.lemmas > 100
    assert found.deletions == sum(step.startswith("d") for step in steps)


@pytest.mark.slow
def test_no_proof_of_a_formula_with_a_model() -> None:
    """Whatever the proof: of a stronger formula, or nonsense with deletions and new variables."""
    rng = random.Random(4)
    asked = 0
    while asked < 300:
        n = rng.randint(3, 8)
        clauses = random_clauses(rng, n, rng.randint(n, 4 * n))
        if not has_model(clauses, n):
            continue
        stronger = clauses + random_clauses(rng, n, 3 * n)
        if asked % 2 and not has_model(stronger, n):
            steps: list[list[int] | str] = list(proof_by("cadical195", stronger))
        else:
            steps = [*random_clauses(rng, n + 2, 8), []]
        for _ in range(3):
            deletion = "d " + text([rng.choice(clauses)]).decode().strip()
            steps.insert(rng.randrange(len(steps)), deletion)
        asked += 1
        with pytest.raises(ProofError, match="follow"):
            check(clauses, steps, n)


# -- resolution asymmetric tautologies -------------------------------------------------------------

PIGEONS = [  # five pigeons, four holes: pigeon p sits in hole h if 4 p + h is true
    *([4 * p + h for h in (1, 2, 3, 4)] for p in range(5)),
    *([-4 * p - h, -4 * q - h] for p in range(5) for q in range(p) for h in (1, 2, 3, 4)),
]
DEFINITION = [[21, -1, -6], [-21, 1], [-21, 6]]
"""A new variable for "the first pigeon in the first hole and the second in the second"."""


def test_definitions_are_accepted() -> None:
    """None of its clauses follows, each is RAT on the new variable."""
    assert check(PIGEONS, [*DEFINITION, *proof_by("cadical195", PIGEONS)]).rat == 3


def test_pivot_is_the_first_literal() -> None:
    steps = proof_by("cadical195", PIGEONS)
    assert check(PIGEONS, [[-21, 1], *steps]).rat == 1
    with refused(1, "line 1: the lemma does not follow"):
        check(PIGEONS, [[1, -21], *steps])


def test_a_definition_of_a_used_variable_is_refused() -> None:
    with refused(4):
        check(PIGEONS, [*DEFINITION, [21, 11], []])


def test_deleted_clauses_are_not_in_the_way() -> None:
    clauses = [[1, 2], [-1, 3], *([4 * a, 5 * b] for a in (1, -1) for b in (1, -1))]
    rat, end = [1, -2, -3], [[4], []]
    with pytest.raises(ProofError, match="line 1"):
        check([*clauses, [-1, 2, 6], [-1, -2, 6]], [[1, -3], *end])
    assert check([*clauses, [-1, 2, 6]], ["d 6 -1 2 0", "d -1 3 0", [1, -3], *end]).rat == 1
    assert check(clauses, [rat, *end]).rat == 1


def test_a_deletion_does_not_unset_what_is_set() -> None:
    clauses = [[1], [-1, 2], [-2, 3, 4], [-2, 3, -4], [-3, 4], [-3, -4]]
    assert check(clauses, ["d 1 0", "d -1 2 0", [3], []]).deletions == 2


def test_copies_are_deleted_one_by_one() -> None:
    clauses = [[1, 2], [2, 1], [-1, 2], [1, -2], [-1, -2], [1, 3], [-3, 1, 1]]
    check(clauses, ["d 1 2 0", "d 5 5 0", [2], []])
    with pytest.raises(ProofError, match="line 3"):
        check(clauses[:2] + clauses[2:5], ["d 1 2 0", "d 2 1 0", [2], []])


# -- the form of a proof ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("proof", "line", "said"),
    [
        (b"", 1, "expected the empty clause"),
        (b"2 0\n", 2, "expected the empty clause"),
        (b"2 0\nd 0\n", 3, "expected the empty clause"),
        (b"2 0\n0\n1 0\n", 3, "nothing after the empty clause"),
        (b"2 0\n0\n0\n", 3, "nothing after the empty clause"),
        (b"2\n0\n", 1, "a 0 at the end"),
        (b"2 0 0\n0\n", 1, "a 0 at the end"),
        (b"2 x 0\n0\n", 1, "a 0 at the end"),
        (b"2 +1 0\n0\n", 1, "a 0 at the end"),
        (b"2 1_0 0\n0\n", 1, "a 0 at the end"),
        (b"2 99999999999 0\n0\n", 1, "a 0 at the end"),
        (b"a\x04\x00a\x00", 1, "a 0 at the end"),
        (b"2 0\n" + b"1 " * 2**23 + b"0\n0\n", 2, "bytes in a line"),
    ],
)
def test_unreadable_proofs(proof: bytes, line: int, said: str) -> None:
    """Refused even though the formula is refuted by propagation alone."""
    with refused(line, said):
        drat.check(ClauseFormula(2, [[1], [-1, 2], [-2]]), io.BytesIO(proof))


def test_comments_and_blanks() -> None:
    proof = b"c a proof\r\n\n  2 \t 0 \nd  1 0\nc\n0\n\nc the end"
    found = drat.check(ClauseFormula(2, [[1, 2], [-1, 2], [1, -2], [-1, -2]]), io.BytesIO(proof))
    assert found == Checked(lemmas=2, deletions=1, rat=0)


def test_a_variable_far_away_costs_nothing() -> None:
    check(PIGEONS, [[2**31, -(2**31 - 1)], *proof_by("cadical195", PIGEONS)])


def test_progress_and_time() -> None:
    told: list[int] = []
    formula, proof = ClauseFormula(20, PIGEONS), text(proof_by("cadical195", PIGEONS))
    found = drat.check(formula, io.BytesIO(proof), progress=told.append)
    assert told == list(range(1, found.lemmas + 1))
    with pytest.raises(LimitReachedError):
        drat.check(formula, io.BytesIO(proof), Clock(Limits(1e-9)))
