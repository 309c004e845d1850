"""Certificates of 100 puzzles of the corpus, verified by both checkers, and 200 forgeries.

    python -m benchmarks.certificates [--quick] [--out FILE]

Sudokus, kakuros and nonograms, spread over the files of the corpus. Every certificate is verified
by the built-in checker, and by drat-trim where it is on PATH. Then certificates are tampered with:
a random byte of any file, or (with all digests made right again) a clause, a solution, the map, the
proof, the puzzle or the claim. Exits with 1 if a certificate is refused or a forgery is not, and
with 66 if there is no corpus.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from statistics import median

import uniclue
from benchmarks import puzzles
from benchmarks.forgeries import (
    Files,
    added_clause,
    consistent,
    contents,
    dropped_clause,
    forge,
    permuted_map,
    random_bytes,
    swapped_solution,
    truncated_proof,
)
from benchmarks.puzzles import Entry
from benchmarks.tables import RESULTS, machine, seconds, table, write_section
from uniclue import CertificateError
from uniclue.certificates.certify import certify
from uniclue.certificates.folder import FORMULA, LRAT, PROOF, PUZZLE
from uniclue.certificates.verify import Checker
from uniclue.core.puzzle import Puzzle
from uniclue.formats.source import read_text

CHOSEN = {
    "sudoku/17_clue.txt": 14,
    "sudoku/norvig_top95.txt": 10,
    "sudoku/forum_hardest_se11plus.txt": 10,
    "sudoku/serg_multi_solution.txt": 4,
    "sudoku/16x16.jsonl": 4,
    "sudoku/25x25.jsonl": 1,
    "kakuro/janko999.jsonl": 20,
    "kakuro/krazydad200.jsonl": 10,
    "kakuro/gecode_nikoli10.jsonl": 4,
    "nonogram/nonograms.jsonl": 23,
}
"""How many puzzles of which file: 100."""
MAX_AREA = 2500
"""Larger nonograms are left out."""
COUNTED = "sudoku/serg_multi_solution.txt"
"""The file whose puzzles are counted: they have more than one solution."""
FORGERIES = 200
SEED = 4


@dataclass(slots=True)
class Made:
    """A certificate and what it took.

    Attributes:
        entry: The puzzle.
        puzzle: The same, read.
        path: The certificate.
        claim: What it claims.
        seconds: To find the verdict, prove it and write the folder.
        verified: Seconds to verify, the whole, by checker.
    """

    entry: Entry
    puzzle: Puzzle
    path: Path
    claim: str
    seconds: float
    verified: dict[Checker, float] = field(default_factory=dict)

    def size(self, name: str) -> int:
        """Bytes of a file; 0 if there is none."""
        path = self.path / name
        return path.stat().st_size if path.exists() else 0

    @property
    def lemmas(self) -> int:
        """Clauses its proof adds."""
        lines = (self.path / PROOF).read_bytes().splitlines() if self.size(PROOF) else []
        return sum(not line.startswith(b"d") for line in lines)


def chosen(quick: bool) -> Iterator[Entry]:
    """The puzzles, file by file."""
    for name, number in CHOSEN.items():
        entries = [e for e in puzzles.read_file(name) if not e.is_giant and e.area <= MAX_AREA]
        yield from puzzles.spread(entries, max(1, number // 5) if quick else number)


def checkers() -> tuple[Checker, ...]:
    """The checkers that are there."""
    return ("drat-trim", "built-in") if shutil.which("drat-trim") else ("built-in",)


def make(entry: Entry, path: Path) -> Made:
    """Certifies a puzzle and verifies the certificate by every checker."""
    puzzle = read_text(entry.data)
    started = time.perf_counter()
    answer = certify(puzzle, path, "count" if entry.file == COUNTED else "unique")
    took = time.perf_counter() - started
    if isinstance(answer, uniclue.Count):
        made = Made(entry, puzzle, path, f"count {answer.count}", took)
    else:
        made = Made(entry, puzzle, path, answer.status, took)
    for checker in checkers():
        started = time.perf_counter()
        uniclue.verify(path, puzzle=puzzle, checker=checker)
        made.verified[checker] = time.perf_counter() - started
    print(
        f"{entry.file} {entry.name}: {made.claim}, {made.lemmas} lemmas, {took:.2f} s", flush=True
    )
    return made


# -- forgeries -------------------------------------------------------------------------------------


CHANGES: dict[str, Callable[[random.Random, Files], str]] = {
    "a clause dropped": dropped_clause,
    "a clause added": added_clause,
    "a solution changed": swapped_solution,
    "the map permuted": permuted_map,
    "the proof truncated": truncated_proof,
}


def forged(rng: random.Random, number: int, made: list[Made], path: Path) -> str | None:
    """Writes a forgery; returns its kind, or None if the certificate does not lend itself to it."""
    one, another = rng.sample([m for m in made if m.claim != "several"], 2)
    if number % 2:
        shutil.copytree(one.path, path)
        random_bytes(rng, path)
        return "a random byte"
    files, kinds = contents(one.path), [*CHANGES, "another puzzle", "another claim"]
    kind = kinds[number // 2 % len(kinds)]
    if kind in CHANGES:
        CHANGES[kind](rng, files)
        forge(path, files)
    elif kind == "another puzzle":
        if one.puzzle.kind() != another.puzzle.kind():
            return None
        files[PUZZLE] = contents(another.path)[PUZZLE]
        forge(path, files, puzzle=uniclue.verify(another.path).puzzle)
    else:
        _claim_something_else(rng, one, another, path)
    return kind


def _claim_something_else(rng: random.Random, one: Made, another: Made, path: Path) -> None:
    """None for unique, one solution less or unique for a count: all fits, but for the proof."""
    found = list(uniclue.verify(one.path).solutions)
    proof = contents(rng.choice([one, another]).path)[LRAT]
    if one.claim == "unique":
        consistent(path, one.puzzle, "none", [], proof)
    elif rng.random() < 0.5:
        consistent(path, one.puzzle, "unique", found[:1], proof)
    else:
        consistent(path, one.puzzle, "count", found[:-1], proof)


def forgeries(made: list[Made], wanted: int, root: Path) -> tuple[Counter[str], list[str]]:
    """Tampers with certificates; returns how many of each kind were refused, and those not."""
    rng, refused = random.Random(SEED), Counter[str]()
    accepted: list[str] = []
    small = [m for m in made if m.size(FORMULA) < 10**6]
    number = 0
    while sum(refused.values()) + len(accepted) < wanted:
        path, number = root / f"forged{number}", number + 1
        kind = forged(rng, number, small, path)
        if kind is None:
            continue
        for checker in checkers():
            try:
                uniclue.verify(path, checker=checker)
            except CertificateError:
                continue
            accepted.append(f"{kind}: accepted with {checker}: forgery {number}")
            break
        else:
            refused[kind] += 1
        shutil.rmtree(path)
    return refused, accepted


# -- the report ------------------------------------------------------------------------------------


def _spread(values: list[float], show: Callable[[float], str]) -> str:
    return f"{show(median(values))} ({show(max(values))})"


def _kb(value: float) -> str:
    return f"{value / 1000:,.0f}"


def _count(value: float) -> str:
    return f"{value:,.0f}"


def row(name: str, made: list[Made]) -> list[str]:
    """A line of the table; every figure is the median, and the largest in brackets."""
    proved = [m for m in made if m.size(PROOF)]
    claims = Counter(m.claim.split()[0] for m in made)
    return [
        name,
        ", ".join(f"{number} {claim}" for claim, number in claims.items()),
        _spread([m.size(FORMULA) for m in made], _kb),
        _spread([m.size(LRAT) for m in proved], _kb),
        _spread([m.size(PROOF) for m in proved], _kb),
        _spread([m.lemmas for m in proved], _count),
        _spread([m.seconds for m in made], seconds),
        *(_spread([m.verified[checker] for m in proved], seconds) for checker in checkers()),
    ]


def report(made: list[Made], refused: Counter[str], accepted: list[str]) -> str:
    """The section."""
    files = [(name, list(some)) for name, some in groupby(made, lambda m: m.entry.file)]
    rows = [row(name, some) for name, some in files] + [row("all", made)]
    titles = ["file", "certificates", "formula KB", "LRAT KB", "DRAT KB", "lemmas", "certify s"]
    titles += [f"verify s, {checker}" for checker in checkers()]
    tampered = table(["tampered with", "refused"], refused.items())
    total = sum(refused.values())
    asked, checked = total + len(accepted), " and by ".join(checkers())
    return f"""{machine()}. Medians, and the largest in brackets. *verify* is the whole: digests,
the formula derived again, the rules, and the proof by that checker.

{table(titles, rows)}

All {len(made)} certificates were accepted by {checked}. Of {asked} that were
tampered with, {total} were refused, each with every checker:

{tampered}

But for the random bytes all digests were made right again. *another claim*: none for a puzzle with
one solution, unique or one solution less for a puzzle with several; formula, map and solutions are
those of the claim, so that only the proof can tell."""


def main() -> int:
    """Runs the command; returns its exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.certificates")
    parser.add_argument("--quick", action="store_true", help="a fifth of it")
    parser.add_argument("--out", type=Path, default=RESULTS / "certificates.md")
    options = parser.parse_args()
    puzzles.leave_without_corpus()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        entries = enumerate(chosen(options.quick))
        try:
            made = [make(entry, root / str(i)) for i, entry in entries]
        except CertificateError as error:
            print(f"a certificate was refused: {error}", file=sys.stderr)
            return 1
        wanted = FORGERIES // 5 if options.quick else FORGERIES
        refused, accepted = forgeries(made, wanted, root)
        text = report(made, refused, accepted)
    write_section(options.out, "Certificates", text)
    for line in accepted:
        print(line, file=sys.stderr)
    return int(bool(accepted))


if __name__ == "__main__":
    sys.exit(main())
