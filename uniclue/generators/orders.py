"""Generates many different puzzles in order, in worker processes, into a resumable file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from typing import IO, Any

import msgspec

from uniclue.core.kinds import load_kind_files, loaded_kind_files
from uniclue.core.puzzle import PuzzleError
from uniclue.formats.puzzle_json import loads
from uniclue.generators.attempts import Attempt, attempt, find_recipe
from uniclue.generators.recipe import Order, Recipe
from uniclue.jobs.engine import carry_out
from uniclue.jobs.executors import Dask, Executor, Here, Processes
from uniclue.jobs.journal import Journal

TIRED = 10_000
"""The work ends after this many attempts in a row without a new puzzle."""
TIRED_OF_RATING = 4
"""The same where puzzles have to be rated at their level: each attempt rates several layouts."""
TWIN = "the same as an earlier one but for symmetry"


class Outcome(msgspec.Struct, frozen=True):
    """The progress of an order.

    Attributes:
        puzzles: Puzzles made so far.
        attempts: Attempts made in this run.
        rejects: Attempts of this run without a puzzle, by reason.
    """

    puzzles: int
    attempts: int
    rejects: dict[str, int]

    def rejected(self) -> str:
        """The number of attempts without a puzzle, and the reasons, the most frequent first."""
        reasons = sorted(self.rejects.items(), key=lambda item: -item[1])
        listed = ", ".join(f"{number:,} {reason}" for reason, number in reasons)
        total = f"{sum(self.rejects.values()):,} of {self.attempts:,} rejected"
        return f"{total} ({listed})" if listed else total


Progress = Callable[[Outcome], None]


@dataclass(frozen=True, slots=True)
class _Turn:
    """An attempt to be made."""

    number: int


def make(
    kind: str,
    request: Order,
    number: int,
    out: IO[bytes] | Path,
    jobs: int = 1,
    cluster: str | None = None,
    progress: Progress = lambda outcome: None,
    is_over: Callable[[], bool] = lambda: False,
    before: Callable[[int, bytes], None] = lambda line, text: None,
) -> Outcome:
    """Makes puzzles until there are enough, or ``TIRED`` attempts in a row gave nothing new.

    Args:
        kind: Their kind.
        request: The order.
        number: How many to make, including those of earlier runs.
        out: Where they are written, one line each, in order; a file is continued.
        jobs: Worker processes; the puzzles do not depend on their number.
        cluster: The address of a Dask scheduler, whose workers are used instead.
        progress: Called after every attempt.
        is_over: Called after every attempt; the work ends early when it returns True.
        before: Called for every puzzle before it is written, with its line's number, from 1, and
            its text; also for those of earlier runs.

    Raises:
        OSError: The file cannot be read or written, or another run is writing to it.
        PuzzleError: The file holds something else; it is not changed.
        WorkersError: No worker can be started, or the cluster cannot be used.
    """
    recipe = find_recipe(kind, request.recipe)
    tally = _Tally(number, progress, before, tired_of(request))
    journal = Journal(
        out,
        partial(_read, recipe, request),
        _line,
        tally.take,
        f'{{"kind":"{kind}",'.encode(),
        True,
    )
    try:
        _refuse_repeated(map(journal.kept, journal.in_place))
    except PuzzleError:
        journal.close()
        raise
    tally.first = max(journal.in_place, default=-1) + 1  # attempts missing below gave nothing

    def turns() -> Iterator[_Turn]:
        yield from map(_Turn, journal.in_place)
        end = _end(kind, request)
        for number in count(tally.first) if end is None else range(tally.first, end):
            if tally.is_enough():
                journal.drop_waiting()
                return
            yield _Turn(number)

    processes = Processes(jobs, initializer=load_kind_files, initargs=(loaded_kind_files(),))
    executor: Executor = Here() if jobs == 1 else processes
    if cluster is not None:
        executor = Dask(cluster, processes)
    again = partial(_attempt, kind, request)

    def goes_on(turn: _Turn, _: Attempt) -> bool:
        if turn.number < tally.first:
            return True  # what is in its place counts, even if there are more than requested
        if tally.is_enough():
            journal.drop_waiting()
            return False
        return not is_over()

    carry_out(turns(), again, lambda turn, lost: again(turn), executor, journal, goes_on)
    return tally.outcome()


def _end(kind: str, request: Order) -> int | None:
    """How many attempts an order has; None if there is no end of them."""
    recipe = find_recipe(kind, request.recipe)
    return request.levels or (recipe.boards(request) if recipe.boards else None)


def short_of(kind: str, request: Order, seconds: float | None) -> str:
    """Why there are fewer puzzles than were ordered; ``seconds`` is the time limit, if it is up."""
    if seconds is not None:
        return f"time limit of {seconds:g} s reached"
    if request.levels:
        return "some levels gave no puzzle"
    if (boards := _end(kind, request)) is not None:
        return f"all {boards:,} boards of the set were tried"
    if request.word:
        return f"no puzzle is rated {request.word}"
    return f"{TIRED:,} attempts in a row gave nothing new"


def tired_of(request: Order) -> int:
    """The attempts in a row without a new puzzle after which the work ends."""
    return TIRED_OF_RATING if request.word else TIRED


def _attempt(kind: str, request: Order, turn: _Turn) -> Attempt:
    return attempt(kind, request, turn.number)


def _refuse_repeated(earlier: Iterable[Attempt | None]) -> None:
    """Raises PuzzleError unless attempts are in order, and each gave a puzzle of its own."""
    kept, seen = -1, set[Any]()
    for one in filter(None, earlier):
        if kept >= one.number:
            what = f"attempt {one.number} after {kept}"
            raise PuzzleError("$", f"expected attempts in order, got {what}; choose another file")
        if one.canonical in seen:
            raise PuzzleError(
                "$", "expected every puzzle once, up to symmetry; choose another file"
            )
        kept = one.number
        seen.add(one.canonical)


class _Tally:
    """Takes attempts in order, and counts their outcomes."""

    first = 0
    """The first attempt of this run."""

    def __init__(
        self, wanted: int, progress: Progress, before: Callable[[int, bytes], None], tired: int
    ) -> None:
        self._wanted, self._progress, self._before = wanted, progress, before
        self._tired = tired
        self._seen: set[bytes] = set()
        self._rejects: Counter[str] = Counter()
        self._attempts = self._in_vain = 0

    def is_enough(self) -> bool:
        return len(self._seen) >= self._wanted or self._in_vain >= self._tired

    def take(self, attempt: Attempt) -> bytes:
        """The line to be written; empty without a puzzle, or if it was made before."""
        if attempt.number >= self.first:
            if self.is_enough():
                return b""
            self._attempts += 1
            if attempt.text is None or attempt.canonical in self._seen:
                self._rejects[attempt.reason or TWIN] += 1
                self._in_vain += 1
                self._progress(self.outcome())
                return b""
        self._before(len(self._seen) + 1, attempt.text or b"")
        self._seen.add(attempt.canonical)
        self._in_vain = 0
        self._progress(self.outcome())
        return _line(attempt)

    def outcome(self) -> Outcome:
        return Outcome(len(self._seen), self._attempts, dict(self._rejects))


def _line(attempt: Attempt) -> bytes:
    return b"" if attempt.text is None else attempt.text + b"\n"


def _read(recipe: Recipe, request: Order, line: bytes) -> tuple[int, Attempt]:
    """Reads an attempt of an earlier run from its line.

    Raises:
        PuzzleError: The line belongs to another order.
    """
    puzzle = loads(line)
    meta: Any = puzzle.extra.get("meta")
    try:
        optional = {name: meta[name] for name in ("levels", "rated_as") if name in meta}
        needed = {name: meta[name] for name in ("recipe", "level", "seed", "options")}
        order = msgspec.convert(needed | optional, Order)
        number = msgspec.convert(meta["attempt"], int)
        is_so = (puzzle.kind(), meta["version"], order) == (recipe.kind, recipe.version, request)
    except (KeyError, TypeError, msgspec.ValidationError):
        is_so = False
    if not is_so:
        raise PuzzleError("$.meta", "expected puzzles of this order; choose another file")
    return number, Attempt(number, line.removesuffix(b"\n"), recipe.canonical(puzzle))
