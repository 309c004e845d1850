"""What the arguments of public functions have to be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from os import PathLike
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec

from uniclue.core.arrays import np
from uniclue.core.puzzle import ChoiceError, Grid, Puzzle
from uniclue.core.words import expected_one_of, quoted
from uniclue.formats import files
from uniclue.solvers.limits import Limits
from uniclue.solvers.method import Method
from uniclue.solvers.options import SolverOptions

Positive = Annotated[int, msgspec.Meta(ge=1)]
Seconds = Annotated[float, msgspec.Meta(gt=0)]


def puzzle_of(thing: object) -> Puzzle:
    """A puzzle; raises ChoiceError for anything else."""
    if isinstance(thing, Puzzle):
        return thing
    got = f"got {type(thing).__name__}"
    raise ChoiceError(f"expected a puzzle, such as uniclue.read gives, {got}")


def puzzles_of(things: object) -> list[Puzzle]:
    """A puzzle or several, as a list.

    Raises:
        ChoiceError: There is none, or something else among them.
    """
    if isinstance(things, Puzzle):
        return [things]
    several = isinstance(things, Iterable) and not isinstance(things, str | bytes | Mapping)
    puzzles = [*map(puzzle_of, things)] if several else [puzzle_of(things)]  # type: ignore[call-overload]
    if not puzzles:
        raise ChoiceError("expected a puzzle or several, got none")
    return puzzles


def path_of(**given: object) -> Path:
    """The path that an argument names; raises ChoiceError if it is none."""
    ((name, value),) = given.items()
    if isinstance(value, str | PathLike):
        return Path(value)
    raise ChoiceError(f"{name}: expected a file's name, got {type(value).__name__}")


def expect(sort: Any, **given: Any) -> None:
    """Raises ChoiceError, which names the argument, unless these are of a sort.

    Args:
        sort: A type as of annotations; of a ``Literal`` the choices are listed.
        **given: The arguments by their names.
    """
    for name, value in given.items():
        plain = value.item() if isinstance(value, np.generic) else value
        if get_origin(sort) is Literal:
            if plain not in get_args(sort) or isinstance(plain, bool):
                raise ChoiceError(f"{name}: {expected_one_of(map(str, get_args(sort)), plain)}")
            continue
        try:
            msgspec.convert(plain, sort)
        except msgspec.ValidationError as error:
            text = str(error).replace("`", "").partition(" - at ")[0]
            got = "" if ", got" in text else f", got {quoted(plain)}"
            raise ChoiceError(f"{name}: {text[:1].lower()}{text[1:]}{got}") from error


def method_of(**options: Any) -> Method:
    """The method that options stand for.

    Raises:
        TypeError: There is no such option.
        ChoiceError: An option has no such value, or they do not go together.
    """
    chosen = SolverOptions(**options)
    expect(float | None, time_limit=chosen.time_limit)
    expect(int | None, conflict_limit=chosen.conflict_limit)
    expect(str | None, encoder=chosen.encoder, solver=chosen.solver, law=chosen.law)
    expect(str, cardinality=chosen.cardinality)
    expect(bool, prove=chosen.prove)
    try:
        return chosen.method()
    except ValueError as error:
        raise ChoiceError(str(error)) from error


def limits_of(**limits: Any) -> Limits:
    """The limits that these arguments stand for; raises as :func:`method_of`."""
    return method_of(**limits).limits


def grid_of(puzzle: Puzzle, rows: object, member: str) -> Grid | None:
    """A grid of a puzzle from rows or a text; None: what the puzzle carries along, if anything.

    Raises:
        PuzzleError: It is no grid of the puzzle.
    """
    if isinstance(rows, str | bytes):
        return files.grid_of(rows.encode() if isinstance(rows, str) else rows, puzzle)
    if rows is None and member not in puzzle.extra:
        return None
    path = "$" if rows is not None else f"$.{member}"
    rows = puzzle.extra[member] if rows is None else rows
    if isinstance(rows, np.ndarray):
        rows = rows.tolist()
    elif isinstance(rows, Iterator):
        rows = [*rows]
    return puzzle.read_grid(rows, path)  # type: ignore[arg-type]  # it says what is wrong with it
