"""A puzzle without a kind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from uniclue.constraints.arguments import FaultError, check
from uniclue.constraints.base import Clue, Constraint, Constraints, Stated, parts_of
from uniclue.constraints.board import entry_of
from uniclue.constraints.free import FreeBoard, FreeConstraints
from uniclue.constraints.logic import InDomain
from uniclue.core.marks import Mark
from uniclue.core.model import Value
from uniclue.core.places import Layer, Point, Shape, cells, name
from uniclue.core.puzzle import ChoiceError, GridRows, Puzzle, PuzzleError
from uniclue.core.words import quoted

MOST_ROWS = 1000
"""Rows and columns of a board, at most."""


def board(
    places: Shape | Iterable[Point],
    values: Iterable[Value] | Mapping[Any, Iterable[Value]] = (0, 1),
    constraints: Constraints = (),
    *,
    givens: Mapping[Any, Value] | GridRows | None = None,
    marks: Iterable[Mark] = (),
    shape: Shape | None = None,
    drawn: str = "",
    title: str = "",
) -> Puzzle:
    """A puzzle without a kind, for every function that takes a puzzle.

    Args:
        places: The places to fill in: rows and columns of a board, as ``(4, 4)``, or the places
            themselves in half coordinates: ``(0, 0)`` is the first cell, ``(0, 0.5)`` the link
            between it and the next one (see :mod:`uniclue.kit`).
        values: What a place may hold, numbers or words; or by place what it may hold.
        constraints: Constraints of :mod:`uniclue.kit`. Each of them is a clue: a line of
            :func:`clues`, a suspect of :func:`why`.
        givens: Values that are known, by place; or a grid, None where nothing is known.
        marks: What is printed on the board: marks of :mod:`uniclue.kit`.
        shape: Rows and columns of the board, if the places do not tell.
        drawn: How an answer is drawn, if not by its characters: ``shaded``, ``areas``, ...
        title: What it is called above pictures.

    Raises:
        ChoiceError: There are no places or values, or something is none; a constraint speaks of a
            place that is not there, or does not fit these values.
        PuzzleError: A given is no value of its place.
    """
    points = _points(places)
    domain, own = _domains(values, points)
    stated = _all_of((Constraint, Clue), constraints, "constraints")
    for i, each in enumerate(stated):
        _refuse_unsaid(each, f"constraints[{i}]")
    printed = _all_of(Mark, marks, "marks")
    rows, cols = _shape(points, shape)
    puzzle = FreeBoard(
        rows=rows,
        cols=cols,
        asks=points,
        values=domain,
        free=FreeConstraints.of([*own, *stated], printed),
        drawn=drawn,
        extra={"title": title} if title else {},
    )
    try:
        puzzle.estimate()  # looks at all constraints
    except FaultError as error:
        raise ChoiceError(f"constraints: {error}") from error
    return puzzle if givens is None else _given(puzzle, givens)


def _all_of(sort: Any, things: Any, path: str) -> list[Any]:
    """Things of the kit, in their order; raises ChoiceError if one is something else."""
    every = [*things] if isinstance(things, Iterable) else [things]
    for i, each in enumerate(every):
        if not isinstance(each, sort):
            raise ChoiceError(f"{path}[{i}]: expected {path} of uniclue.kit, got {quoted(each)}")
    return every


def _refuse_unsaid(constraint: Stated, path: str) -> None:
    """Raises ChoiceError if an argument of a constraint is wrong."""
    try:
        for word in {constraint, *parts_of(constraint)}:
            check(word)
    except FaultError as error:
        raise ChoiceError(f"{path}: {error}") from error
    try:
        constraint.sentence()
        dict.fromkeys(constraint.places)
    except (TypeError, ValueError, IndexError, AttributeError) as error:
        what = f"{type(constraint).__name__} {constraint.title!r} has an argument it cannot take"
        raise ChoiceError(f"{path}: {what}: {error}") from error


def _shape(points: tuple[Point, ...], shape: Any) -> Shape:
    """Rows and columns of a board; raises ChoiceError if a place lies outside."""
    least = _end(points, 0), _end(points, 1)
    if shape is None:
        return least
    is_shape = isinstance(shape, tuple | list) and len(shape) == 2
    if not is_shape or not all(
        isinstance(side, int) and end <= side <= MOST_ROWS
        for side, end in zip(shape, least, strict=True)
    ):
        raise ChoiceError(f"shape: expected {least} or more, got {quoted(shape)}")
    return shape[0], shape[1]


def _points(places: Any) -> tuple[Point, ...]:
    """The places, in their order; raises ChoiceError if they are none."""
    every = tuple(places) if isinstance(places, Iterable) else (places,)
    if len(every) == 2 and all(isinstance(side, int) for side in every):
        if not all(1 <= side <= MOST_ROWS for side in every):
            raise ChoiceError(f"places: expected 1 to {MOST_ROWS} rows and columns, got {every}")
        return cells(every)
    for i, place in enumerate(every):
        if not _is_point(place):
            what = "expected (row, column) in steps of 0.5, from -0.5"
            raise ChoiceError(f"places[{i}]: {what}, got {quoted(place)}")
    points = tuple((r, c) for r, c in every)
    if not points or len(set(points)) < len(points):
        got = "none" if not points else "one of them twice"
        raise ChoiceError(f"places: expected different places, got {got}")
    return points


def _is_point(place: Any) -> bool:
    return (
        isinstance(place, tuple | list)
        and len(place) == 2
        and all(isinstance(x, int | float) and -0.5 <= x <= MOST_ROWS for x in place)
        and all(2 * x % 1 == 0 for x in place)
    )


def _domains(values: Any, points: tuple[Point, ...]) -> tuple[tuple[Value, ...], list[Constraint]]:
    """All values, and the constraints that limit each place to its own."""
    if not isinstance(values, Mapping):
        return _values(values, "values"), []
    by_place = {place: _values(some, f"values[{place}]") for place, some in values.items()}
    if by_place.keys() != set(points):
        odd = next(iter(by_place.keys() ^ set(points)))
        got = "one that is no place" if odd in by_place else "none"
        raise ChoiceError(f"values: expected values for every place, got {got} for {odd}")
    every = tuple(dict.fromkeys(value for place in points for value in by_place[place]))
    if all(isinstance(value, int) for value in every):
        every = tuple(sorted(every))
    some = ((place, by_place[place]) for place in points if {*by_place[place]} < {*every})
    return every, [InDomain("values", name(place), (place,), allowed) for place, allowed in some]


def _values(values: Any, path: str) -> tuple[Value, ...]:
    """Values, in their order; raises ChoiceError if they are none."""
    if not isinstance(values, Iterable):
        raise ChoiceError(f"{path}: expected values, got {quoted(values)}")
    every = tuple(values)
    if any(isinstance(value, bool) or not isinstance(value, int | str) for value in every):
        raise ChoiceError(f"{path}: expected numbers or words, got {quoted(every)}")
    if not every or len(set(every)) < len(every):
        got = "none" if not every else quoted(every)
        raise ChoiceError(f"{path}: expected different values, got {got}")
    return every


def _end(points: tuple[Point, ...], axis: int) -> int:
    """How many rows or columns the board has: half a place more is a side, or a link."""
    last = max(point[axis] for point in points)
    has_edge = Layer(points).has_edge
    return int(last + 1) if last % 1 == 0 else int(last + (0.5 if has_edge else 1.5))


def _given(puzzle: FreeBoard, givens: Any) -> Puzzle:
    """The puzzle with what is known."""
    from msgspec.structs import replace

    if isinstance(givens, Mapping):
        known = {}
        for place, value in givens.items():
            if place not in puzzle.asks or value not in puzzle.values:
                what = "expected one of its places and values"
                raise PuzzleError("$.givens", f"{what}, got {quoted(value)} at {quoted(place)}")
            known[entry_of(puzzle, place)] = value
        givens = puzzle.grid_of(known)
    return replace(puzzle, givens=puzzle.read_grid(givens, "$.givens"))
