"""The checker that follows hints: against the one without, and against hints that are wrong."""

from __future__ import annotations

import io
import random

import pytest
from formulas import cnf_of, random_clauses
from fuzz.hints import attack

from uniclue.solvers import drat, lrat, proof
from uniclue.solvers.drat import Checked, ClauseFormula, ProofError
from uniclue.solvers.limits import Clock, LimitReachedError, Limits

CLAUSES = [[1, 2], [1, -2], [-1, 2], [-1, -2]]
RIGHT = "5 1 0 1 2 0\n6 0 5 3 4 0\n"


def check(text: str, clock: Clock | None = None) -> Checked:
    return lrat.check(ClauseFormula(2, CLAUSES), io.BytesIO(text.encode()), clock)


@pytest.mark.slow
def test_refutations_of_random_formulas() -> None:
    """Units, clauses twice, with a literal twice or always true; both checkers accept them."""
    rng, refuted = random.Random(8), 0
    for number in range(300):
        n_vars = rng.randint(1, 12)
        clauses = [list(clause) for clause in random_clauses(rng, n_vars, 5 * n_vars)]
        for clause in rng.sample(clauses, len(clauses) // 4):
            clauses.insert(0, clause + [rng.choice([clause[0], -clause[0], 1])] * (number % 2))
        cnf, formula = cnf_of(clauses, n_vars), ClauseFormula(n_vars, clauses)
        try:
            text = io.BytesIO(proof.refutation(cnf, Clock()))
        except proof.FoundModelError:
            continue
        refuted += 1
        without = io.BytesIO(b"".join(lrat.stripped(text)))
        assert drat.check(formula, without) == lrat.check(formula, text)
    assert refuted > 50


def test_a_formula_that_holds_the_empty_clause() -> None:
    text = proof.refutation(cnf_of([[1], [], [2]], 2), Clock())
    assert lrat.check(ClauseFormula(2, [[1], [], [2]]), io.BytesIO(text)) == Checked(1, 0, 0)


def test_lemmas_are_followed_and_deleted() -> None:
    assert check(RIGHT) == Checked(2, 0, 0)
    text = RIGHT.replace("6 0", "5 d 3 0\n6 0")  # those of the formula stay
    assert check(text) == Checked(2, 0, 0)
    with pytest.raises(LimitReachedError):
        check(RIGHT, Clock(Limits(1e-9)))


def test_without_hints() -> None:
    text = "5 1 0 1 2 0\n6 2 0 5 3 0\n6 d 5 0\n7 0 1 6 0\n"
    assert b"".join(lrat.stripped(io.BytesIO(text.encode()))) == b"1 0\n2 0\nd 1 0\n0\n"
    with pytest.raises(ProofError, match="line 3: expected a lemma, got 4"):
        list(lrat.stripped(io.BytesIO(text.replace("d 5", "d 4").encode())))


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("", 1, "the end of the proof"),
        ("5 1 0 1 2 0\n", 2, "the end of the proof"),
        ("6 0 0\n", 1, "do not lead to a conflict"),
        ("5 1 0 1 0\n", 1, "do not lead to a conflict"),
        ("5 1 0 2 0\n", 1, "do not lead to a conflict"),
        ("5 0 1 0\n", 1, "hint 1 forces nothing"),
        ("5 0 5 0\n", 1, "hint 5 is no clause"),
        ("5 0 99 0\n", 1, "hint 99 is no clause"),
        ("5 1 0 1 2 0\n5 d 5 0\n6 0 5 3 4 0\n", 3, "hint 5 is no clause"),
        ("4 1 0 1 2 0\n6 0 4 3 4 0\n", 1, "expected a number above 4"),
        ("5 1 0 1 2 0\n5 0 5 3 4 0\n", 2, "expected a number above 5"),
        (RIGHT + "7 0 5 3 4 0\n", 3, "nothing after the empty clause"),
        (RIGHT.replace(" 2 0", " -2 0"), 1, "expected a lemma with hints"),
        (RIGHT.replace("\n", "\r\n"), 1, "expected a lemma with hints"),
        (RIGHT[:-1], 2, "expected a lemma with hints"),
        ("5 1 0 01 2 0\n", 1, "expected a lemma with hints"),
        ("5 1234567890 0 1 2 0\n", 1, "expected a lemma with hints"),
        ("1 0\n0\n", 1, "expected a lemma with hints"),
    ],
)
def test_what_is_refused(text: str, line: int, said: str) -> None:
    with pytest.raises(ProofError, match=said) as error:
        check(text)
    assert error.value.line == line


def test_sets_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lrat, "_MOST_LITERALS", 1)
    assert check(RIGHT) == Checked(2, 0, 0)


@pytest.mark.slow
def test_corrupted_hints() -> None:
    summary = attack(400, seed=2)
    assert summary["failures"] == []
    assert summary["refused"] > 300
    assert summary["accepted"]


def test_the_attack_sees_a_checker_that_believes_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    believes = Checked(1, 0, 0)
    monkeypatch.setattr(lrat, "check", lambda formula, text: believes)
    assert attack(20, seed=2)["failures"]
