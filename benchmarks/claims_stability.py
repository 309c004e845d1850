"""Whether verdicts of the ledger of claims depend on the seed, or on what else the machine does.

    python -m benchmarks.claims_stability [--seeds 10] [--jobs N] [--load]

Every measurement is made with each seed, 0 to 9; one that does not ask for its seed is made once.
With ``--load`` a busy loop runs on every processor meanwhile. The table has a line for each claim
whose measurement is random, and says how many verdicts differ from those of docs/claims.md.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from multiprocessing import Pool
from pathlib import Path
from typing import Any, ClassVar

from uniclue.papers.claims.claim import CannotMeasureError, measurement, own
from uniclue.papers.claims.evidence import Figure
from uniclue.papers.claims.judging import judge
from uniclue.papers.tables import TableTask

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "claims.md"
RESULTS = ROOT / "benchmarks" / "results" / "claims_stability.md"
BUSY = "import os; os.nice(19)\nwhile True: pass"
Verdicts = dict[str, str]


class NotedTask(TableTask):
    """A task that notes whether its seed was asked for."""

    is_random: ClassVar[bool] = False

    def __getattribute__(self, name: str) -> Any:
        if name == "seed":
            NotedTask.is_random = True
        return super().__getattribute__(name)


def judged(work: tuple[str, str, int]) -> tuple[str, str, int, bool, Verdicts]:
    """The verdicts that rest on a measurement of a document, made with a seed."""
    room, name, seed = work
    claims = own()[room]
    NotedTask.is_random = False
    task = NotedTask(seed=seed)
    measured: Mapping[str, Figure] | CannotMeasureError
    try:
        measured = measurement(room, claims.document, name)(task)
    except CannotMeasureError as error:
        measured = error
    verdicts: Verdicts = {}
    for claim in claims.claim:
        if claim.measure == name:
            whole = f"{claims.document.name}-{claim.id}"
            verdicts[whole] = judge(whole, claim, measured).verdict
    return room, name, seed, NotedTask.is_random, verdicts


@contextmanager
def busy(number: int) -> Iterator[None]:
    """Busy loops, as low in priority as they can be, beside what is done in the body."""
    loops = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(number)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def published() -> Verdicts:
    """The verdicts of the page."""
    found = re.findall(r"^\*\*([\w-]+): (.+?)\.\*\*", PAGE.read_text("utf-8"), re.MULTILINE)
    return {name: verdict.removesuffix(" by proxy") for name, verdict in found}


def table(by_seed: Mapping[int, Verdicts], random: set[str], has_load: bool) -> str:
    """The table, with the number of verdicts that differ."""
    page = published()
    compared = [name for name, verdict in page.items() if name in by_seed[0]]
    differing = [(n, s) for s, some in by_seed.items() for n in some if some[n] != page[n]]
    where = " beside a busy loop on every processor" if has_load else ""
    lines = [
        "# Results of `python -m benchmarks.claims_stability`",
        "",
        f"{len(compared)} of the {len(page)} claims are measured, {len(random)} of them with "
        f"random samples; seeds {min(by_seed)} to {max(by_seed)}{where}. "
        f"**{len(differing)} verdicts differ** from those of docs/claims.md.",
        "",
        "| claim | docs/claims.md | " + " | ".join(f"seed {seed}" for seed in by_seed) + " |",
        "|---|---|" + "---|" * len(by_seed),
    ]
    for name in compared:
        if name in random:
            cells = ("same" if v[name] == page[name] else v[name] for v in by_seed.values())
            lines.append(f"| {name} | {page[name]} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Runs the comparison."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--load", action="store_true")
    parser.add_argument("-o", "--output", type=Path, default=RESULTS)
    options = parser.parse_args()
    pairs = [
        (room, name)
        for room, claims in own().items()
        for name in dict.fromkeys(claim.measure for claim in claims.claim if claim.measure)
    ]
    by_seed: dict[int, Verdicts] = {seed: {} for seed in range(options.seeds)}
    random: set[str] = set()
    with busy(os.cpu_count() or 1) if options.load else busy(0), Pool(options.jobs) as pool:
        again = []
        for room, name, _, is_random, verdicts in pool.imap(judged, [(*p, 0) for p in pairs], 1):
            for seed in by_seed:
                by_seed[seed] |= verdicts
            if is_random:
                random |= {*verdicts}
                again += [(room, name, seed) for seed in range(1, options.seeds)]
        for done, (_, name, seed, _, verdicts) in enumerate(pool.imap_unordered(judged, again), 1):
            by_seed[seed] |= verdicts
            print(f"{done} of {len(again)}: {name}, seed {seed}", file=sys.stderr, flush=True)
    options.output.write_text(table(by_seed, random, options.load), "utf-8")


if __name__ == "__main__":
    main()
