"""Corrupted hints: proofs that no checker may believe.

    python -m tests.fuzz --only hints [--number 20000] [--seed 1]

A proof with hints is changed in one to three places: hints and literals dropped, added, exchanged,
lemmas left out, renumbered or deleted too early, lines of another proof, bytes. One in two is of a
formula that has a model after all, of which nothing may be accepted. What is accepted of the others
has to be accepted by the checker that looks at no hints, too. Prints a summary as JSON; exits with
1 if it holds failures.
"""

from __future__ import annotations

import io
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import uniclue
from fuzz.command import main
from uniclue.certificates import folder
from uniclue.solvers import drat, lrat, proof
from uniclue.solvers.limits import Clock

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
CHOSEN = ("animals/level50", "garden/two_halves", "kakuro/small", "nonogram/owl", "sudoku/six")

Lines = list[list[bytes]]
"""The words of every line."""


class Target(NamedTuple):
    """A formula, the same with a model, and a proof of the first."""

    n_vars: int
    refuted: Sequence[list[int]]
    with_model: Sequence[list[int]]
    lines: Sequence[bytes]


def targets() -> Iterator[Target]:
    """Puzzles with one solution, a model where the clause that leaves it out is not there."""
    for name in CHOSEN:
        puzzle = uniclue.load(EXAMPLES / f"{name}.json")
        solutions = [puzzle.read_grid(grid) for grid in uniclue.unique(puzzle).solutions]
        cnf, *_ = folder.formula(puzzle, "", "auto", solutions, "0")
        clauses, rest = cnf.clauses(), folder.formula(puzzle, "", "auto", [], "0").cnf.clauses()
        leaves_out = next(i for i, clause in enumerate(clauses) if clause not in rest[i : i + 1])
        with_model = [*rest[:leaves_out], rest[0], *rest[leaves_out:]]
        lines = proof.refutation(cnf, Clock()).splitlines()
        yield Target(cnf.n_vars, clauses, with_model, lines)


# -- corruptions -----------------------------------------------------------------------------------

Change = Callable[[random.Random, Lines, Target], None]


def a_word(rng: random.Random, lines: Lines) -> tuple[list[bytes], int]:
    line = rng.choice(lines)
    return line, rng.randrange(len(line))


def dropped_word(rng: random.Random, lines: Lines, target: Target) -> None:
    line, at = a_word(rng, lines)
    del line[at]


def flipped_word(rng: random.Random, lines: Lines, target: Target) -> None:
    line, at = a_word(rng, lines)
    line[at] = line[at][1:] if line[at].startswith(b"-") else b"-" + line[at]


def other_number(rng: random.Random, lines: Lines, target: Target) -> None:
    line, at = a_word(rng, lines)
    most = len(target.refuted) + len(lines)
    line[at] = b"%d" % rng.choice([rng.randint(0, most), rng.randint(1, target.n_vars), 10**9])


def nearby_number(rng: random.Random, lines: Lines, target: Target) -> None:
    line, at = a_word(rng, lines)
    if line[at].isdigit():
        line[at] = b"%d" % (int(line[at]) + rng.choice([-1, 1]))


def moved_word(rng: random.Random, lines: Lines, target: Target) -> None:
    line, at = a_word(rng, lines)
    line.insert(rng.randrange(len(line)), line.pop(at))


def words_of_another(rng: random.Random, lines: Lines, target: Target) -> None:
    """The hints of a lemma, and perhaps its literals, are those of another."""
    line, other = rng.choice(lines), rng.choice(lines)
    line[rng.choice([1, len(line) // 2]) :] = other[rng.choice([1, len(other) // 2]) :]


def dropped_line(rng: random.Random, lines: Lines, target: Target) -> None:
    del lines[rng.randrange(len(lines))]


def moved_line(rng: random.Random, lines: Lines, target: Target) -> None:
    lines.insert(rng.randrange(len(lines)), lines.pop(rng.randrange(len(lines))))


def deleted_early(rng: random.Random, lines: Lines, target: Target) -> None:
    at = rng.randrange(len(lines))
    number = b"%d" % rng.randint(1, len(target.refuted) + len(lines))
    lines.insert(at, [lines[at][0], b"d", number, b"0"])


def early_end(rng: random.Random, lines: Lines, target: Target) -> None:
    """The empty clause stands earlier, with its own hints or others."""
    at = rng.randrange(len(lines))
    lines[at:] = [[b"%d" % 10**8, b"0", *rng.choice([lines[-1][2:], lines[at][2:]])]]


CHANGES: tuple[Change, ...] = (
    *(dropped_word, flipped_word, other_number, nearby_number, moved_word, words_of_another),
    *(dropped_line, moved_line, deleted_early, early_end),
)


# -- the attack ------------------------------------------------------------------------------------


def accepts(check: Any, n_vars: int, clauses: Sequence[list[int]], text: bytes) -> bool:
    """Whether a checker accepts a proof."""
    try:
        check(drat.ClauseFormula(n_vars, clauses), io.BytesIO(text))
    except drat.ProofError:
        return False
    return True


def attack(number: int, seed: int) -> dict[str, Any]:
    """Tries so many.

    Returns:
        How many were ``tried``, ``refused`` and ``accepted``, these by the last change; and the
        ``failures``: accepted though wrong, or another error than a refusal.
    """
    rng, started = random.Random(seed), time.perf_counter()
    all_targets = list(targets())
    refused, accepted = 0, Counter[str]()
    failures: list[str] = []
    for i in range(number):
        target = rng.choice(all_targets)
        lines = [line.split() for line in target.lines]
        for _ in range(rng.choice([1, 1, 2, 3])):
            if lines := [line for line in lines if line]:
                change = rng.choice(CHANGES)
                change(rng, lines, target)
        text = b"".join(b" ".join(line) + b"\n" for line in lines)
        has_model = rng.random() < 0.5
        clauses = target.with_model if has_model else target.refuted
        what = f"{i}: {change.__name__}"
        try:
            if not accepts(lrat.check, target.n_vars, clauses, text):
                refused += 1
                continue
            accepted[change.__name__] += 1
            without = b"".join(_literals(line) for line in text.splitlines())
            if has_model or not accepts(drat.check, target.n_vars, clauses, without):
                failures.append(f"{what}: accepted")
        except Exception as error:
            failures.append(f"{what}: {error!r}")
    return {
        "tried": number,
        "seed": seed,
        "refused": refused,
        "accepted": dict(sorted(accepted.items())),
        "failures": failures,
        "seconds": round(time.perf_counter() - started, 1),
    }


def _literals(line: bytes) -> bytes:
    """The lemma of a line without number and hints; nothing of a deletion."""
    words = line.split()[1:]
    return b"" if words[0] == b"d" else b" ".join(words[: words.index(b"0") + 1]) + b"\n"


if __name__ == "__main__":
    sys.exit(main(attack, 20_000))
