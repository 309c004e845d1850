"""Who accepts the proofs and the cuts of certificates, of every kind.

    python -m benchmarks.checkers [--number N] [--cells N] [--drup PYTHON] [--out FILE]

Certificates of the examples of every kind that have one solution or none and, of kinds whose
certificates have cuts, of so many published puzzles each up to a size (none without the corpus).
Each proof is checked by the built-in checker, and by drat-trim and cake_lpr where they are on PATH;
each cut by the script that checks cuts alone. ``--drup`` names a Python 3.10 that has the package
drup, a checker of DRAT proofs whose core is proved with Why3; it is slow, and asked about examples.
Exits with 1 if anyone does not accept one.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from statistics import median

import uniclue
from benchmarks import kinds
from benchmarks.tables import RESULTS, machine, seconds, table, write_section
from uniclue import CertificateError
from uniclue.certificates import check_cuts
from uniclue.certificates.folder import CUTS, FORMULA, MANIFEST, PROOF
from uniclue.core.kinds import builtin_kinds, find_kind
from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.formats.puzzle_json import from_members

SCRIPT = "check_cuts.py"
WITH_CUTS = sorted(
    check_cuts.SHADED | check_cuts.WHITE | check_cuts.FILLED | check_cuts.LOOP | check_cuts.OTHERS
)
SECONDS = 30.0
"""For a certificate; puzzles that take longer are left out."""


DRUP = "import drup, json, sys; print(drup.check_proof(*json.load(sys.stdin)).outcome.name)"


def chosen(number: int, cells: int) -> Iterator[tuple[str, Puzzle, bool]]:
    """The puzzles, with their kinds, and whether they are examples."""
    for name in builtin_kinds():
        for example in find_kind(name).examples:
            if len(example.solutions) < 2:
                yield name, from_members(example.puzzle), True
    published = kinds.files()
    for name in WITH_CUTS:
        if name in published:
            for _, _, puzzle in islice(kinds.puzzles(name, cells), number):
                if not isinstance(puzzle, PuzzleError):
                    yield name, puzzle, False


class Tally:
    """What the checkers said."""

    def __init__(self, drup: str | None) -> None:
        self.drup = drup
        self.accepted, self.asked = Counter[str](), Counter[str]()
        self.took: defaultdict[str, list[float]] = defaultdict(list)
        self.sorts: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.certificates = Counter[str]()
        self.refusals: list[str] = []

    def ask(self, kind: str, path: Path, is_example: bool) -> None:
        """Asks everyone about a certificate."""
        self.certificates[kind] += 1
        for checker in ("built-in", "drat-trim", "cake_lpr"):
            if checker == "built-in" or shutil.which(checker):
                with self._noted(checker, kind, path):
                    uniclue.verify(path, checker=checker)
        if self.drup and is_example:
            with self._noted("drup", kind, path):
                self._ask_drup(self.drup, path)
        with self._noted(SCRIPT, kind, path):
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                code = check_cuts.check(path)
            if code:
                raise CertificateError(CUTS, out.getvalue())
            for number, sort in re.findall(r"(\d+) by '([a-z ]+)'", out.getvalue()):
                self.sorts[kind][sort] += int(number)

    @contextlib.contextmanager
    def _noted(self, checker: str, kind: str, path: Path) -> Iterator[None]:
        self.asked[checker] += 1
        started = time.monotonic()
        try:
            yield
        except CertificateError as error:
            puzzle = (path / "puzzle.json").read_text("utf-8")
            self.refusals.append(f"{checker}: {kind}: {error}: {puzzle}")
        else:
            self.accepted[checker] += 1
        self.took[checker].append(time.monotonic() - started)

    def _ask_drup(self, python: str, path: Path) -> None:
        """It gets clauses and lemmas as numbers: its own reading leaves empty clauses out."""
        formula, proof = (_clauses(path / name) for name in (FORMULA, PROOF))
        told = json.dumps([formula, proof])
        command = [python, "-c", DRUP]
        done = subprocess.run(command, input=told, capture_output=True, text=True, check=False)
        if done.stdout != "VALID\n":
            raise CertificateError(PROOF, f"{done.stdout} {done.stderr}")

    def report(self) -> str:
        """The section."""
        everyone = [
            [name, asked, self.accepted[name], seconds(median(took)), seconds(max(took))]
            for name, asked in self.asked.items()
            for took in [self.took[name]]
        ]
        some = [
            [kind, self.certificates[kind], sum(found.values()), _sorts(found)]
            for kind, found in sorted(self.sorts.items())
        ]
        cuts = sum(row[2] for row in some if isinstance(row[2], int))
        total = Counter[str]()
        for found in self.sorts.values():
            total.update(found)
        some.append(["all", sum(self.certificates.values()), cuts, _sorts(total)])
        return f"""{machine()}. Certificates of {len(self.certificates)} kinds. Seconds are of the
whole: of the first three `uniclue verify`.

{table(["checker", "certificates", "accepted", "median s", "most s"], everyone)}

{table(["kind", "certificates", "cuts", "all of them follow"], some)}"""


def _clauses(path: Path) -> list[list[int]]:
    """The clauses of a formula, or the lemmas of a proof."""
    lines = path.read_text("utf-8").splitlines()
    return [list(map(int, line.split()))[:-1] for line in lines if line[0] not in "cdp"]


def _sorts(found: Counter[str]) -> str:
    return ", ".join(f"{number:,} {sort}" for sort, number in sorted(found.items()))


def main() -> int:
    """Runs the command; returns its exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.checkers")
    parser.add_argument("--number", type=int, default=20, help="published puzzles of a kind")
    parser.add_argument("--cells", type=int, default=300, help="of a published puzzle at most")
    parser.add_argument("--drup", help="a Python that has the package drup")
    parser.add_argument("--out", type=Path, default=RESULTS / "checkers.md")
    asked = parser.parse_args()
    tally = Tally(asked.drup)
    for kind, puzzle, is_example in chosen(asked.number, asked.cells):
        with tempfile.TemporaryDirectory() as home:
            path = Path(home, "certificate")
            uniclue.certify(puzzle, path, time_limit=SECONDS)
            if (path / MANIFEST).exists() and (path / PROOF).exists():
                tally.ask(kind, path, is_example)
    write_section(asked.out, "Checkers", tally.report())
    for line in tally.refusals:
        print(line, file=sys.stderr)
    return int(bool(tally.refusals))


if __name__ == "__main__":
    sys.exit(main())
