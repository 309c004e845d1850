"""Forged cuts: what a certificate of a puzzle with lazy constraints must not say.

    python -m tests.fuzz --only cuts [--number 5000] [--seed 1]

A forgery is any list of cuts that ``certify`` did not write: a literal of a cut is dropped, added
or flipped, the number of its constraint changed, cuts are those of another board or of the puzzle
before a clue was changed, are made up so that they take a solution away, or are written otherwise.
It may be accepted only if it is written as certificates are, and if the constraint that a cut names
does imply it, as trying all assignments of a tiny board says. One forgery in four is a whole
certificate with a formula, a proof and digests to match, of a claim that may be false, too.
Prints a summary as JSON; exits with 1 if it holds failures.
"""

from __future__ import annotations

import io
import itertools
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
from msgspec.structs import replace

import uniclue
from fuzz.command import main
from uniclue import CertificateError
from uniclue.certificates import cuts, folder
from uniclue.certificates.certify import write_members
from uniclue.constraints.base import literals
from uniclue.core.kinds import register
from uniclue.core.lazy import Cut
from uniclue.core.model import Bools, Model
from uniclue.core.puzzle import Grid, Puzzle
from uniclue.solvers import proof
from uniclue.solvers.limits import Clock

HERE = Path(__file__).resolve().parent
WHOLE = 4
"""One forgery in so many is a whole certificate."""
MOST_VARIABLES = 12
"""All assignments of larger puzzles are not tried."""


class Target(NamedTuple):
    """What is attacked.

    Attributes:
        model: The model.
        cuts: Cuts that are right, at least one.
        keeps: Of each lazy constraint all assignments that keep it, shape (n, n_vars + 1).
        puzzle: The puzzle, of a whole certificate.
        solutions: All its solutions.
    """

    model: Model
    cuts: Sequence[Cut]
    keeps: Sequence[Bools]
    puzzle: Puzzle | None = None
    solutions: Sequence[Grid] = ()

    def is_implied(self, cut: Cut) -> bool:
        """Whether every assignment that keeps its constraint keeps a cut."""
        clause = np.array(cut.clause, np.int32)
        truth = self.keeps[cut.constraint]
        return bool((truth[:, np.abs(clause)] == (clause > 0)).any(axis=1).all())


# -- forgeries -------------------------------------------------------------------------------------

Forger = Callable[[random.Random, Target, Target], list[Cut]]


def a_literal(rng: random.Random, target: Target) -> int:
    return rng.choice((1, -1)) * rng.randint(1, target.model.n_vars)


def changed(rng: random.Random, target: Target, other: Target) -> list[Cut]:
    """Literals of a cut are dropped, added and flipped."""
    clause = list(rng.choice(target.cuts).clause)
    for _ in range(rng.choice((1, 1, 2, 3))):
        match rng.randrange(3) if clause else 1:
            case 0:
                clause.remove(rng.choice(clause))
            case 1:
                clause.append(a_literal(rng, target))
            case _:
                at = rng.randrange(len(clause))
                clause[at] = -clause[at]
    return [Cut(rng.randrange(len(target.model.lazy)), clause)]


def renumbered(rng: random.Random, target: Target, other: Target) -> list[Cut]:
    """Cuts of one constraint as those of another, or of none."""
    most = len(target.model.lazy)
    return [Cut(rng.randint(-1, most), cut.clause) for cut in target.cuts]


def of_another_board(rng: random.Random, target: Target, other: Target) -> list[Cut]:
    return rng.sample(list(other.cuts), rng.randint(1, len(other.cuts)))


def taking_a_solution(rng: random.Random, target: Target, other: Target) -> list[Cut]:
    """Some of the literals that are false in an assignment that keeps the constraint."""
    constraint = rng.randrange(len(target.keeps))
    if not len(target.keeps[constraint]):
        return [Cut(constraint, [])]
    truth = rng.choice(target.keeps[constraint])
    false = [-v if truth[v] else v for v in range(1, len(truth))]
    return [Cut(constraint, rng.sample(false, rng.randint(0, len(false))))]


FORGERS: tuple[Forger, ...] = (changed, changed, renumbered, of_another_board, taking_a_solution)


def otherwise(rng: random.Random, text: bytes) -> bytes:
    """The same cuts or nearly, written in another way."""
    lines = text.splitlines(keepends=True) or [b"\n"]
    at = rng.randrange(len(lines))
    line = lines[at]
    match rng.randrange(5):
        case 0:
            lines.insert(rng.randrange(len(lines) + 1), line)
        case 1:
            rng.shuffle(lines)
        case 2:
            words = line.split()
            rng.shuffle(words)
            lines[at] = b" ".join(words) + b"\n"
        case 3:
            old, new = rng.choice([(b" ", b"  "), (b"\n", b"\r\n"), (b" -", b" +"), (b"1", b"01")])
            lines[at] = line.replace(old, new)
        case _:
            lines[at] = rng.choice([line[:-1], line[:-2], b" " + line, line + b"\n", b"0\n", b""])
    return b"".join(lines)


# -- targets ---------------------------------------------------------------------------------------


def of_trial(trial: Any) -> Target | None:
    """A lazy constraint of tests/test_lazy.py."""
    broken = (clause for truth in trial.broken for clause in trial.lazy.cuts(truth))
    some = cuts.in_order(Cut(0, clause) for clause in itertools.islice(broken, 100))
    return Target(trial.model, some, [trial.solutions]) if some else None


def of_puzzle(puzzle: Any, solutions: Sequence[Grid]) -> Target | None:
    """A puzzle; its lazy constraints are judged by the words they are."""
    model = puzzle.model()
    if model.n_vars > MOST_VARIABLES:
        return None
    judged = [*puzzle.rules(), *puzzle.clues()]
    words = [next(c for c in judged if c.sentence() == lazy.group.sentence) for lazy in model.lazy]
    keeps, some = [], list[Cut]()
    boards = np.array(list(itertools.product((False, True), repeat=model.n_vars + 1)))
    boards = boards[~boards[:, 0]]
    for i, (constraint, lazy) in enumerate(zip(words, model.lazy, strict=True)):
        value = getattr(constraint, "value", 1)
        other = next(v for v in reversed(puzzle.domain) if v != value)
        x = np.array(literals(model, constraint.places, value))
        held = (boards[:, np.abs(x)] == (x > 0)).tolist()
        kept = np.array([constraint.is_kept([value if h else other for h in row]) for row in held])
        keeps.append(boards[kept])
        broken = (Cut(i, clause) for truth in boards[~kept] for clause in lazy.cuts(truth))
        some += itertools.islice(broken, 100)
    return Target(model, cuts.in_order(some), keeps, puzzle, solutions) if some else None


def targets(rng: random.Random) -> tuple[list[Target], list[Target]]:
    """Constraints, and puzzles for whole certificates."""
    from bruteforce import solutions
    from shading import Shading, some_shading
    from test_lazy import LAZY

    from uniclue.models.cave import Cave
    from uniclue.models.fillomino import Fillomino
    from uniclue.models.gokigen import Gokigen
    from uniclue.models.hitori import Hitori
    from uniclue.models.nurikabe import Nurikabe
    from uniclue.models.slitherlink import Slitherlink

    def grid(rows: int, cols: int, *words: str) -> tuple[str, ...]:
        return tuple("".join(rng.choice(words) for _ in range(cols)) for _ in range(rows))

    register(Shading)
    trials = (of_trial(make(rng)) for make in LAZY.values() for _ in range(20))
    puzzles: list[Puzzle] = [some_shading(rng) for _ in range(12)]
    sizes = [(1, 3), (2, 2)] * 3
    puzzles += [Slitherlink(grid=grid(*size, "1", "2", "3", "-", "-")) for size in sizes]
    for _ in range(4):
        puzzles.append(Hitori(grid=grid(3, 3, "1", "2", "3")))
        puzzles.append(Fillomino(grid=grid(2, 2, "1", "2", "-", "-")))
        puzzles.append(Gokigen(grid=grid(3, 3, "1", "2", "-", "-")))
        puzzles.append(Cave(grid=grid(2, 3, "2", "3", "-", "-")))
        puzzles.append(Nurikabe(grid=grid(1, 3, "1", "2", "-")))
    some = (of_puzzle(puzzle, solutions(puzzle)) for puzzle in puzzles)
    return [t for t in trials if t], [t for t in some if t]


# -- the attack ------------------------------------------------------------------------------------


def read(target: Target, text: bytes) -> list[Cut]:
    """The cuts that a verifier accepts. Raises CertificateError."""
    return list(cuts.read(io.BytesIO(text), target.model, Clock()))


def whole(rng: random.Random, target: Target, forged: Sequence[Cut], path: Path) -> Sequence[Cut]:
    """Writes a certificate with these cuts, a proof if there is one, and right digests.

    It claims that there is no solution, or that those it lists are all there are. Of every second
    one there are cuts for that, which take away each other solution, and the proof is right.

    Returns:
        The cuts in it.
    """
    assert target.puzzle is not None
    number = rng.randint(0, min(2, len(target.solutions)))
    listed = folder.in_order(rng.sample(list(target.solutions), number))
    claim: folder.Claim = ("none", "unique", "count")[number]
    cnf, names, _ = folder.formula(target.puzzle, "", "auto", listed, uniclue.__version__)
    if rng.random() < 0.5:
        grids = [grid for grid in target.solutions if grid not in listed]
        false = (-target.model.literals_in(grid) for grid in grids)
        few = (rng.sample(clause.tolist(), rng.randint(0, len(clause))) for clause in false)
        more = (Cut(rng.randrange(len(target.keeps)), clause) for clause in few)
        forged = cuts.in_order([*forged, *target.cuts, *more])
    used = (abs(literal) for cut in forged for literal in cut.clause)
    cnf = replace(cuts.added(cnf, forged), n_vars=max(cnf.n_vars, *used, 1))
    try:
        lemmas = proof.refutation(cnf, Clock())
    except proof.FoundModelError:
        lemmas = b"%d 0 1 0\n" % (len(cnf) + 1)
    path.mkdir(exist_ok=True)
    for old in path.iterdir():
        old.unlink()
    pysat = version("python-sat")
    text = io.BytesIO(lemmas)
    made = folder.Evidence(target.puzzle, claim, listed, cnf, names, pysat, forged, text)
    write_members(path, made)
    return forged


def attack(number: int, seed: int) -> dict[str, Any]:
    """Tries so many forgeries.

    Returns:
        How many were ``tried``, ``refused`` and ``accepted``, these by forger; and the
        ``failures``: what was accepted and is not implied, not written as it should be, or a claim
        that is false, and what was raised but a refusal in one line.
    """
    if str(HERE.parent) not in sys.path:
        sys.path.insert(0, str(HERE.parent))
    rng = random.Random(seed)
    alone, puzzles = targets(rng)
    refused, accepted = Counter[str](), Counter[str]()
    failures: list[str] = []
    with tempfile.TemporaryDirectory() as home:
        for i in range(number):
            some = puzzles if i % WHOLE == 0 else alone
            target, forger = rng.choice(some), rng.choice(FORGERS)
            forged = cuts.in_order(forger(rng, target, rng.choice(some)))
            text, what = cuts.text(forged), forger.__name__
            try:
                if i % WHOLE == 0:
                    what = f"certificate, {what}"
                    failures += _tried_whole(rng, target, forged, Path(home, "c"), f"{i}: {what}")
                else:
                    if rng.random() < 0.2:
                        text, what = otherwise(rng, cuts.text(target.cuts)), "otherwise"
                    got = read(target, text)
                    failures += _wrong(target, got, f"{i}: {what}: {text!r}")
                    if cuts.text(got) != text:
                        failures.append(f"{i}: {what}: is not as written: {text!r}")
                accepted[what] += 1
            except CertificateError as error:
                refused[what] += 1
                if not str(error).isprintable():
                    failures.append(f"{i}: {what}: {error!r}")
            except Exception as error:
                failures.append(f"{i}: {what}: {error!r}")
    return {
        "tried": number,
        "refused": dict(sorted(refused.items())),
        "accepted": dict(sorted(accepted.items())),
        "failures": failures,
    }


def _wrong(target: Target, got: Sequence[Cut], what: str) -> Iterator[str]:
    """That cuts were accepted which are not implied."""
    return (f"{what}: {cut} is not implied" for cut in got if not target.is_implied(cut))


def _tried_whole(
    rng: random.Random, target: Target, forged: Sequence[Cut], path: Path, what: str
) -> Iterator[str]:
    """Verifies a forged certificate; returns what is wrong with its being accepted."""
    forged = whole(rng, target, forged, path)
    shown = uniclue.verify(path, checker="built-in")
    manifest = msgspec.json.decode((path / folder.MANIFEST).read_bytes(), type=folder.Manifest)
    false = [f"{what}: a false claim"] * (manifest.solutions != len(target.solutions))
    differ = [f"{what}: other solutions"] * (not set(shown.solutions) <= set(target.solutions))
    return iter([*false, *differ, *_wrong(target, forged, what)])


if __name__ == "__main__":
    sys.exit(main(attack, 5000))
