"""Making many puzzles, in order, each once; in worker processes, into a file to be continued."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import closing
from functools import partial
from itertools import count
from pathlib import Path
from typing import IO, Any

import msgspec

from uniclue.core.kinds import load_kind_files, loaded_kind_files
from uniclue.core.puzzle import PuzzleError
from uniclue.generators.recipe import Attempt, Order, Recipe, attempt, attempts, find_recipe

TIRED = 10_000
"""After so many attempts in a row that gave nothing new, the work ends."""
TWIN = "the same as an earlier one but for symmetry"


class Made(msgspec.Struct, frozen=True):
    """How far an order is done.

    Attributes:
        puzzles: Puzzles made so far.
        attempts: Attempts made in this run.
        rejects: Attempts of this run that gave none, by reason.
    """

    puzzles: int
    attempts: int
    rejects: dict[str, int]

    def rejected(self) -> str:
        """How many attempts gave none, and the reasons, the most frequent first."""
        reasons = sorted(self.rejects.items(), key=lambda item: -item[1])
        said = ", ".join(f"{number:,} {reason}" for reason, number in reasons)
        many = f"{sum(self.rejects.values()):,} of {self.attempts:,} rejected"
        return f"{many} ({said})" if said else many


Progress = Callable[[Made], None]
Kept = tuple[int, frozenset[bytes]]
"""The number of the first attempt to make, and the puzzles made before it, up to symmetry."""
NOTHING: Kept = (0, frozenset())


def make(
    kind: str,
    asked: Order,
    number: int,
    out: IO[bytes],
    jobs: int = 1,
    kept: Kept = NOTHING,
    progress: Progress = lambda made: None,
    is_over: Callable[[], bool] = lambda: False,
    before: Callable[[int, bytes], None] = lambda line, text: None,
) -> Made:
    """Makes puzzles until there are as many as wanted, or ``TIRED`` attempts gave nothing new.

    Args:
        kind: Their kind.
        asked: The order.
        number: How many are wanted, those kept among them.
        out: Where they go, a line each, as soon as it is their turn.
        jobs: Worker processes; the puzzles do not depend on it.
        kept: What an earlier run left.
        progress: Called after every attempt.
        is_over: Looked at after every attempt; if it says so the work ends early.
        before: Called before a puzzle is written, with its line's number, from 1, and its text.
    """
    first, seen = kept[0], set(kept[1])
    rejects: Counter[str] = Counter()
    tried = in_vain = 0
    with closing(_in_order(kind, asked, first, jobs)) as made:
        while len(seen) < number and in_vain < TIRED:
            done = next(made)
            tried += 1
            in_vain += 1
            if done.text is None:
                rejects[done.reason] += 1
            elif done.canonical in seen:
                rejects[TWIN] += 1
            else:
                in_vain = 0
                before(len(seen) + 1, done.text)
                seen.add(done.canonical)
                out.write(done.text + b"\n")
                out.flush()
            progress(Made(len(seen), tried, dict(rejects)))
            if is_over():
                break
    return Made(len(seen), tried, dict(rejects))


def _in_order(kind: str, asked: Order, first: int, jobs: int) -> Generator[Attempt, None, None]:
    """The attempts in order of their numbers, made here or in worker processes."""
    if jobs == 1:
        yield from attempts(kind, asked, first)
        return
    from uniclue.jobs.engine import in_order
    from uniclue.jobs.executors import Processes
    from uniclue.jobs.pool import Lost

    again = partial(attempt, kind, asked)
    files = loaded_kind_files()
    workers = Processes(jobs, initializer=load_kind_files, initargs=(files,))
    found = workers.run(again, iter(count(first)))
    yield from in_order(((n, again(n) if isinstance(d, Lost) else d) for n, d in found), first)


def kept(path: Path, kind: str, asked: Order) -> Kept:
    """What an earlier run of the same order left in a file; a torn last line is cut off.

    Raises:
        OSError: The file cannot be read or cut.
        PuzzleError: It holds something else; then it stays as it is.
    """
    recipe = find_recipe(kind, asked.recipe)
    first, seen = 0, set[bytes]()
    with path.open("r+b") as file:
        whole = 0
        for line in file:
            is_whole = line.endswith(b"\n")
            if is_whole or not _is_torn(line, kind):
                attempt_number, canonical = _made_so(line, recipe, asked)
            if not is_whole:
                file.truncate(whole)
                break
            whole += len(line)
            first = max(first, attempt_number + 1)
            seen.add(canonical)
    return first, frozenset(seen)


def _is_torn(line: bytes, kind: str) -> bool:
    """Whether a line is the start of a puzzle, but no more: all that a killed run wrote of it."""
    start = f'{{"kind":"{kind}",'.encode()
    if line[: len(start)] != start[: len(line)]:
        return False
    try:
        msgspec.json.decode(line)
    except msgspec.DecodeError:
        return True
    return False


def _made_so(line: bytes, recipe: Recipe, asked: Order) -> tuple[int, bytes]:
    """The attempt that a puzzle comes from, and the puzzle up to symmetry.

    Raises:
        PuzzleError: It was made otherwise.
    """
    from uniclue.formats.puzzle_json import loads

    puzzle = loads(line)
    meta: Any = puzzle.extra.get("meta")
    is_so = isinstance(meta, dict) and puzzle.kind() == recipe.kind
    if not is_so or _order_of(meta, recipe.version) != asked:
        raise PuzzleError("$.meta", "expected puzzles of this order; choose another file")
    return int(meta["attempt"]), recipe.canonical(puzzle)


def _order_of(meta: dict[str, Any], version: int) -> Order | None:
    """The order of a puzzle that was made; None if that is not this recipe's version."""
    if meta.get("version") != version or not isinstance(meta.get("attempt"), int):
        return None
    members = {name: meta.get(name) for name in Order.__struct_fields__}
    try:
        return msgspec.convert(members, Order)
    except msgspec.ValidationError:
        return None


def open_for(path: Path) -> IO[bytes]:
    """The file, opened to add lines."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666), "ab")
