"""Puzzles made at a level."""

from __future__ import annotations

import io
import math
import secrets
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, overload

import msgspec

from uniclue.api.arguments import Positive, Seconds, expect, puzzle_of
from uniclue.core.kinds import find_kind
from uniclue.core.puzzle import ChoiceError, Puzzle
from uniclue.core.words import quoted
from uniclue.drawing import picture as picturing
from uniclue.explainers.techniques import library
from uniclue.formats.puzzle_json import dumps, loads
from uniclue.generators import attempts as attempting
from uniclue.generators import orders
from uniclue.generators import practice as practising

Levels = Annotated[int, msgspec.Meta(ge=2, le=50)]
Seed = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]
Jobs = Annotated[int, msgspec.Meta(ge=1, le=256)]
Practised = Annotated[int, msgspec.Meta(ge=1, le=200)]


class Generated(msgspec.Struct, frozen=True, kw_only=True):
    """Puzzles that were made; they can be looped over and indexed like a tuple.

    Attributes:
        puzzles: The puzzles, each with how it was made in ``extra["meta"]``.
        seed: The seed; the same order with it gives the same puzzles.
        attempts: How many attempts there were.
        rejects: How many gave no puzzle, by reason.
        reason: Why there are fewer than were ordered, if there are.
    """

    puzzles: tuple[Puzzle, ...]
    seed: int
    attempts: int
    rejects: dict[str, int]
    reason: str | None = None

    def __len__(self) -> int:
        return len(self.puzzles)

    def __iter__(self) -> Iterator[Puzzle]:
        return iter(self.puzzles)

    @overload
    def __getitem__(self, at: int) -> Puzzle: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Puzzle, ...]: ...
    def __getitem__(self, at: int | slice) -> Puzzle | tuple[Puzzle, ...]:
        return self.puzzles[at]

    def _repr_html_(self) -> str:
        """What a notebook shows: the puzzles beside each other."""
        from uniclue.notebook import image

        return image([picturing.picture(puzzle) for puzzle in self.puzzles])


def generate(
    kind: str,
    *,
    recipe: str | None = None,
    level: str | None = None,
    levels: int | None = None,
    seed: int | None = None,
    number: int = 1,
    size: str | tuple[int, int] | None = None,
    start: Puzzle | None = None,
    pattern: str | Sequence[str] | None = None,
    options: Mapping[str, object] | None = None,
    jobs: int = 1,
    dask: str | None = None,
    max_time: float | None = None,
) -> Generated:
    """Makes puzzles with exactly one solution, at a level.

    Args:
        kind: Their kind.
        recipe: How; None is the kind's first recipe. ``uniclue generate --list`` lists them.
        level: One of its levels; None is the first.
        levels: Instead, this number of puzzles from easy to hard in equal steps, 2 to 50.
        seed: For all random choices; None draws one, which the answer states.
        number: How many.
        size: Rows and columns, as ``"10x8"`` or ``(10, 8)``; an option of most recipes.
        start: A puzzle whose clues are kept; further ones are added.
        pattern: Where clues may stand besides: rows of ``#`` (one may) and ``.``.
        options: Other options of the recipe, by their names.
        jobs: Worker processes; the puzzles do not depend on it. More than one need, as all of
            Python's do, a script that can be imported.
        dask: The address of a Dask scheduler, instead.
        max_time: Stop after the attempt in which this number of seconds is over.

    Raises:
        ChoiceError: There is no such kind, recipe, level or option, or they do not go together.
        WorkersError: No worker can be started, or the cluster cannot be used.
    """
    expect(str, kind=kind)
    expect(str | None, recipe=recipe, level=level, dask=dask)
    expect(Levels | None, levels=levels)
    expect(Seed | None, seed=seed)
    expect(Positive, number=number)
    expect(Jobs, jobs=jobs)
    expect(Seconds | None, max_time=max_time)
    if dask is not None and jobs > 1:
        raise ChoiceError("expected jobs or dask, got both")
    if levels is not None and number > 1:
        raise ChoiceError("expected levels or number, got both")
    seed = secrets.randbelow(10**6) if seed is None else int(seed)
    pairs = _pairs(options, size) | _theme(start, pattern)
    how = attempting.find_recipe(kind, recipe, pairs)
    request = attempting.order(how, level, seed, pairs, levels or 0, rates=True)
    wanted, started = levels or number, time.monotonic()

    def is_over() -> bool:
        return time.monotonic() - started > (math.inf if max_time is None else max_time)

    out = io.BytesIO()
    outcome = orders.make(kind, request, wanted, out, jobs, dask, is_over=is_over)
    reason = None
    if outcome.puzzles < wanted:
        seconds = max_time if max_time is not None and is_over() else None
        reason = orders.short_of(kind, request, seconds)
    return Generated(
        puzzles=tuple(map(loads, out.getvalue().splitlines())),
        seed=seed,
        attempts=outcome.attempts,
        rejects=outcome.rejects,
        reason=reason,
    )


def practice(
    kind: str,
    technique: str,
    *,
    number: int = 10,
    size: str | tuple[int, int] | None = None,
    seed: int = 1,
) -> tuple[Puzzle, ...]:
    """Positions in which a technique is the next step, and no single fact tells anything.

    Args:
        kind: The kind.
        technique: The name, as :func:`techniques` and explanations have it.
        number: How many; there are fewer if the technique is rare.
        size: Rows and columns, as ``"10x8"`` or ``(10, 8)``; None is the usual size of the kind.
        seed: For all random choices.

    Returns:
        Puzzles with givens, each with the step in ``extra["meta"]``.

    Raises:
        ChoiceError: There is no such kind or size.
    """
    expect(str, kind=kind, technique=technique)
    expect(Practised, number=number)
    expect(Seed, seed=seed)
    shape = _pairs(None, size).get("size")
    return tuple(practising.positions(kind, technique, number, shape, seed))


def techniques(kind: str) -> dict[str, str]:
    """The techniques that explanations of a kind tell by name, and where each is known from.

    Args:
        kind: The kind.

    Raises:
        ChoiceError: There is no such kind.
    """
    expect(str, kind=kind)
    find_kind(kind)
    names = library.names_of(kind)
    return {each.name: names.sources[each.source] for each in names.technique}


def _pairs(
    options: Mapping[str, object] | None, size: str | tuple[int, int] | None
) -> dict[str, str]:
    """The options of a recipe as text; raises ChoiceError if they are none."""
    pairs: dict[str, str] = {}
    if size is not None:
        expect(str | tuple[int, int], size=size)
        pairs["size"] = size if isinstance(size, str) else "x".join(map(str, size))
    if not isinstance(options or {}, Mapping):
        raise ChoiceError(f"options: expected a mapping by name, got {quoted(options)}")
    for name, value in (options or {}).items():
        expect(str, option=name)
        pairs[name] = str(value).lower() if isinstance(value, bool) else str(value)
    return pairs


def _theme(start: Puzzle | None, pattern: str | Sequence[str] | None) -> dict[str, str]:
    """The options for a puzzle to start from, and for where clues may stand."""
    theme = {}
    if start is not None:
        theme["start"] = dumps(puzzle_of(start)).decode()
    if pattern is not None:
        expect(str | list[str] | tuple[str, ...], pattern=pattern)
        rows = pattern.split() if isinstance(pattern, str) else pattern
        theme["pattern"] = "/".join(rows)
    return theme
