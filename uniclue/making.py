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

from uniclue.generators.recipe import Attempt, Order, attempt, attempts, find_recipe
from uniclue.models.puzzle import PuzzleError


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


Progress = Callable[[Made], None]


def make(
    kind: str,
    asked: Order,
    number: int,
    out: IO[bytes],
    jobs: int = 1,
    kept: tuple[int, set[bytes]] = (0, set()),
    progress: Progress = lambda made: None,
    is_over: Callable[[], bool] = lambda: False,
) -> Made:
    """Makes puzzles until there are as many as wanted.

    Args:
        kind: Their kind.
        asked: The order.
        number: How many are wanted, those kept among them.
        out: Where they go, a line each, as soon as it is their turn.
        jobs: Worker processes; the puzzles do not depend on it.
        kept: What an earlier run left: the number of the first attempt to make, and the puzzles
            made before it, up to symmetry.
        progress: Called after every attempt.
        is_over: Looked at after every attempt; if it says so the work ends early.
    """
    first, seen = kept[0], set(kept[1])
    rejects: Counter[str] = Counter()
    tried = 0
    with closing(_in_order(kind, asked, first, jobs)) as made:
        while len(seen) < number:
            done = next(made)
            tried += 1
            if done.text is None:
                rejects[done.reason] += 1
            elif done.canonical in seen:
                rejects["the same as an earlier one but for symmetry"] += 1
            else:
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
    from uniclue.solvers.pool import Lost, Pool

    waiting: dict[int, Attempt] = {}
    turn = first

    pool: Pool[int, Attempt] = Pool(partial(attempt, kind, asked), jobs)
    for number, done in pool.run(iter(count(first))):
        waiting[number] = attempt(kind, asked, number) if isinstance(done, Lost) else done
        while turn in waiting:
            yield waiting.pop(turn)
            turn += 1


def kept(path: Path, kind: str, asked: Order) -> tuple[int, set[bytes]]:
    """What an earlier run of the same order left in a file; a torn last line is cut off.

    Returns:
        The number of the first attempt to make, and the canonical forms of the puzzles.

    Raises:
        OSError: The file cannot be read or cut.
        PuzzleError: It holds something else.
    """
    from uniclue.formats.puzzle_json import loads

    recipe = find_recipe(kind, asked.recipe)
    first, seen = 0, set()
    with path.open("r+b") as file:
        whole = 0
        for line in file:
            if not line.endswith(b"\n"):
                file.truncate(whole)
                break
            whole += len(line)
            puzzle = loads(line)
            meta: Any = puzzle.extra.get("meta")
            if not isinstance(meta, dict) or _order_of(meta, recipe.version) != asked:
                raise PuzzleError("$.meta", "expected puzzles of this order; choose another file")
            first = max(first, int(meta["attempt"]) + 1)
            seen.add(recipe.canonical(puzzle))
    return first, seen


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
