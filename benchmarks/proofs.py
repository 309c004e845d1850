"""How long certificates of the largest published boards take beside their verdicts.

    python -m benchmarks.proofs [KIND ...] [--seconds S] [--cells N] [--minutes M] [--out FILE]

Of each kind of the corpus (those of :mod:`benchmarks.kinds`) the largest board is taken that is
decided in time. Its verdict, its certificate (which finds the verdict again, and writes the proof)
and the verification by the built-in checker are timed: processor time, in this process, after the
same for the smallest board. Kinds of
which one takes more than five times the verdict are listed first. Exits with 1 if a certificate is
refused, and with 66 if there is no corpus.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.kinds import files, puzzles
from benchmarks.puzzles import corpus_folder
from benchmarks.tables import RESULTS, machine, table, write_section
from uniclue.certificates.certify import certify
from uniclue.certificates.errors import CertificateError
from uniclue.certificates.verify import verify
from uniclue.core.puzzle import Puzzle
from uniclue.solvers.decide import Method, unique
from uniclue.solvers.limits import Clock, LimitReachedError, Limits

WANTED = 5
"""How many times the verdict's time a certificate or its verification may take."""
TRIED = 3
"""How many boards of a kind are asked until one is decided."""
LONGER = 10
"""How much more time a certificate gets than the verdict."""
SHORTEST = 0.001
"""Verdicts of less count as this: what a clock tells of them is noise."""


class Proved(NamedTuple):
    """A board's times; None where a limit was reached."""

    name: str
    cells: int
    status: str
    verdict: float
    certify: float | None
    verify: float | None

    @property
    def ratio(self) -> float:
        """The longer one beside the verdict; infinite if it did not end."""
        times = (self.certify, self.verify)
        return max(float("inf") if t is None else t / max(self.verdict, SHORTEST) for t in times)


def timed(do: Callable[[], Any]) -> tuple[Any, float]:
    """What a call returns, and its processor time."""
    start = time.process_time()
    return do(), time.process_time() - start


def boards(kind: str, cells: int) -> Iterator[tuple[str, int, Puzzle]]:
    """The readable boards of a kind, the largest ones first."""
    some = [(name, text.split()[:2], puzzle) for name, text, puzzle in puzzles(kind, cells)]
    sized = [(int(r) * int(c), name, p) for name, (r, c), p in some if isinstance(p, Puzzle)]
    for size, name, puzzle in sorted(sized, key=lambda each: (-each[0], each[1])):
        yield name, size, puzzle


def proved(kind: str, seconds: float, cells: int) -> Proved | None:
    """The times of the largest board that is decided; None if none of the first few is."""
    some, how = [*boards(kind, cells)], Method(limits=Limits(seconds=seconds))
    if some:  # what is imported and remembered is not timed
        with tempfile.TemporaryDirectory() as folder:
            if certify(some[-1][2], place := Path(folder, "proof"), how=how).certificate:
                verify(place, checker="built-in")
    for name, size, puzzle in some[:TRIED]:
        answer, verdict = timed(lambda: unique(puzzle, how))  # noqa: B023  called at once
        if answer.status == "unknown":
            continue
        longer = Limits(seconds=LONGER * seconds)
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder, "proof")
            written, making = timed(lambda: certify(puzzle, place, how=Method(limits=longer)))  # noqa: B023
            if not written.certificate:
                return Proved(name, size, answer.status, verdict, None, None)
            try:
                _, checking = timed(lambda: verify(place, puzzle, "built-in", Clock(longer)))  # noqa: B023
            except LimitReachedError:
                return Proved(name, size, answer.status, verdict, making, None)
        return Proved(name, size, answer.status, verdict, making, checking)
    return None


def shown(kind: str, one: Proved) -> Sequence[object]:
    """A line of the table."""
    times = ["limit" if t is None else f"{t:.3f}" for t in (one.verdict, one.certify, one.verify)]
    ratio = "" if one.ratio == float("inf") else f"{one.ratio:.1f}"
    return kind, one.name, one.cells, one.status, *times, ratio


def main() -> int:
    """Writes the table; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*", metavar="KIND")
    parser.add_argument("--seconds", type=float, default=20.0, help="time limit of a verdict")
    parser.add_argument("--cells", type=int, default=10_000, help="the largest board")
    parser.add_argument("--minutes", type=float, default=600.0, help="then no other kind is begun")
    parser.add_argument("--out", type=Path, default=RESULTS / "proofs.md")
    given = parser.parse_args()
    if not (corpus_folder() / "kinds").is_dir():
        print(f"no published puzzles in {corpus_folder() / 'kinds'} (see UNICLUE_CORPUS)")
        return 66
    kinds = given.kinds or random.Random(1).sample([*files()], len(files()))
    end = time.monotonic() + 60 * given.minutes
    found, refused, none = dict[str, Proved](), list[str](), list[str]()
    for kind in kinds:
        if time.monotonic() > end:
            break
        try:
            one = proved(kind, given.seconds, given.cells)
        except CertificateError as error:
            refused.append(f"{kind}: {error}")
            continue
        if one is None:
            none.append(kind)
        else:
            found[kind] = one
            print(*shown(kind, one), flush=True)
    order = sorted(found, key=lambda kind: -found[kind].ratio)
    within = sum(one.ratio <= WANTED for one in found.values())
    heads = ("kind", "puzzle", "cells", "", "verdict s", "certify s", "verify s", "times")
    body = [
        f"{machine()}; processor time, boards of up to {given.cells:,} cells. "
        f"{within} of {len(found)} kinds within {WANTED} times the verdict.",
        table(heads, [shown(kind, found[kind]) for kind in order]),
    ]
    if none:
        body.append(f"None of the {TRIED} largest boards decided in time: {', '.join(none)}.")
    if left := kinds[len(found) + len(none) + len(refused) :]:
        body.append(f"Not asked: {', '.join(left)}.")
    write_section(given.out, "Largest boards", "\n\n".join(body))
    print(*refused, sep="\n")
    return int(bool(refused))


if __name__ == "__main__":
    sys.exit(main())
