"""Two solvers in turns beside each of them alone, on puzzles that took more than a short turn.

    python -m benchmarks.turns [--seconds S] [--cells N] [--each N] [--most N] [--minutes M]

Reads published puzzles of every kind (the largest first, of each kind in turn) and decides them
as ``unique`` does. Those on which MiniCard gave up its first turn are decided three times more, in
an order that rotates: in turns, by MiniCard alone, and by CaDiCaL alone, which begins where
propagation ended. Prints a table of processor seconds, the worst ratio to the better one first.
Exits with 1 if two verdicts differ, and with 66 if there is no corpus.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from itertools import chain, islice, zip_longest
from statistics import median
from unittest.mock import patch

import msgspec

from benchmarks import kinds
from benchmarks.puzzles import corpus_folder
from benchmarks.tables import table
from uniclue.core.puzzle import Puzzle
from uniclue.solvers import stages
from uniclue.solvers.decide import Method, unique
from uniclue.solvers.limits import Limits
from uniclue.solvers.open_formula import OpenFormula
from uniclue.solvers.state import Found, OpenError, State
from uniclue.solvers.verdict import Verdict

LEAST_SECONDS = 0.02
"""Where all take less, ratios say nothing."""


class Race(msgspec.Struct, frozen=True):
    """Processor seconds of a puzzle; None: open at the limit.

    Attributes:
        name: The puzzle.
        turns: The solvers in turns.
        minicard: MiniCard alone.
        cadical: CaDiCaL alone.
    """

    name: str
    turns: float | None
    minicard: float | None
    cadical: float | None

    @property
    def ratio(self) -> float | None:
        """The time in turns by that of the better one alone; None: nobody decided it."""
        alone = [seconds for seconds in (self.minicard, self.cadical) if seconds is not None]
        if not alone:
            return None if self.turns is None else 0.0
        return float("inf") if self.turns is None else self.turns / min(alone)


@contextmanager
def only_minicard() -> Iterator[None]:
    """MiniCard's first turn has no end but the question's."""
    none = Limits()
    with patch.object(stages, "IN_COUNTS", none), patch.object(stages, "IN_ROWS", none):
        yield


@contextmanager
def only_cadical() -> Iterator[None]:
    """MiniCard has no turn."""

    def give_up(state: State, session: OpenFormula, most: Limits) -> Found:
        session.close()
        raise OpenError
        yield

    with patch.object(State, "ask_briefly", give_up):
        yield


def largest(kind: str, cells: int, number: int) -> Iterator[tuple[str, Puzzle]]:
    """The largest puzzles of a kind up to a size."""
    read = [(name, p) for name, _, p in kinds.puzzles(kind, cells) if isinstance(p, Puzzle)]
    read.sort(key=lambda each: -each[1].shape[0] * each[1].shape[1])
    yield from ((f"{kind} {name}", puzzle) for name, puzzle in islice(read, number))


def taken_turns(verdict: Verdict) -> bool:
    """Whether MiniCard gave up its first turn."""
    tried = verdict.work[0].stages or ()
    outcomes = {each.stage: each.outcome for each in tried}
    return "cdcl" in outcomes and "open" in (outcomes.get("cardinality"), outcomes.get("minicard"))


def asked(puzzle: Puzzle, limit: float) -> tuple[str, float, bool]:
    """The status, the processor seconds, and whether solvers took turns."""
    started = time.process_time()
    verdict = unique(puzzle, Method(limits=Limits(seconds=limit)))
    took = time.process_time() - started
    return verdict.status, took, taken_turns(verdict)


def race(name: str, puzzle: Puzzle, limit: float, number: int) -> Race | None:
    """The race over a puzzle; None if the first turn decides it.

    Raises:
        ValueError: Two verdicts differ.
    """
    if not asked(puzzle, limit)[2]:
        return None
    ways: dict[str, Callable[[], AbstractContextManager[None]]]
    ways = {"turns": nullcontext, "minicard": only_minicard, "cadical": only_cadical}
    order = [*ways][number % 3 :] + [*ways][: number % 3]
    times, said = dict[str, float | None](), set[str]()
    for way in order:
        with ways[way]():
            status, took, _ = asked(puzzle, limit)
        times[way] = None if status == "unknown" else took
        said |= {status} - {"unknown"}
    if len(said) > 1:
        raise ValueError(f"{name}: verdicts differ: {sorted(said)}")
    return Race(name, **times)


def row(race: Race) -> tuple[str, ...]:
    """A line of the table."""
    told = ["open" if t is None else f"{t:.3f}" for t in (race.turns, race.minicard, race.cadical)]
    return (race.name, *told, "-" if race.ratio is None else f"{race.ratio:.2f}")


def main() -> int:
    """Prints the table; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0, help="limit for each verdict")
    parser.add_argument("--cells", type=int, default=400, help="the largest board")
    parser.add_argument("--each", type=int, default=30, help="puzzles a kind")
    parser.add_argument("--most", type=int, default=200, help="races")
    parser.add_argument("--minutes", type=float, default=30.0, help="when to begin no more of them")
    parser.add_argument("--kinds", nargs="+", default=list(kinds.files()), metavar="KIND")
    args = parser.parse_args()
    if not (corpus_folder() / "kinds").is_dir():
        print(f"no published puzzles in {corpus_folder() / 'kinds'} (see UNICLUE_CORPUS)")
        return 66
    asked_about, races, end = 0, list[Race](), time.monotonic() + 60 * args.minutes
    of = partial(largest, cells=args.cells, number=args.each)
    for name, puzzle in filter(None, chain.from_iterable(zip_longest(*map(of, args.kinds)))):
        if len(races) == args.most or time.monotonic() > end:
            break
        asked_about += 1
        if (found := race(name, puzzle, args.seconds, len(races))) is not None:
            races.append(found)
            print(*row(found), file=sys.stderr, flush=True)
    told = [r for r in races if r.ratio is not None and max(row_seconds(r)) >= LEAST_SECONDS]
    told.sort(key=lambda each: -(each.ratio or 0.0))
    ratios = [each.ratio or 0.0 for each in told]
    gave_up = f"{asked_about:,} puzzles, {len(races)} on which MiniCard gave up its first turn"
    print(f"{gave_up}, {len(told)} of these decided and over {LEAST_SECONDS} s")
    if told:
        print(f"in turns, times the better one: median {median(ratios):.2f}, ", end="")
        print(f"over 2: {sum(ratio > 2 for ratio in ratios)}\n")
        heads = ("puzzle", "in turns s", "MiniCard alone s", "CaDiCaL alone s", "ratio")
        print(table(heads, map(row, told)))
    return 0


def row_seconds(race: Race) -> list[float]:
    """The seconds of those who decided it."""
    return [t for t in (race.turns, race.minicard, race.cadical) if t is not None]


if __name__ == "__main__":
    sys.exit(main())
