"""Boards turned and mirrored with their clues and solutions, so that twins are found."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from uniclue.constraints.generation import Turning
from uniclue.core import turns
from uniclue.core.fields import Beside, entries, fields_of
from uniclue.core.model import Value
from uniclue.core.puzzle import Grid

if TYPE_CHECKING:
    from uniclue.core.fields import Field
    from uniclue.core.turns import Turn

OPPOSITE = {"top": "bottom", "bottom": "top", "left": "right", "right": "left"}


def turns_of(puzzle: Any) -> Iterator[Turn]:
    """The symmetries of a puzzle's kind; of one that has none only the board as it is."""
    has, fits = puzzle.turning.has, puzzle.turning.fits
    some = turns.TURNS if fits is None or fits(puzzle) else turns.TURNS[:1]
    return (turn for turn in some if has is None or has(turn))


def turned(puzzle: Any, turn: Turn) -> Any:
    """The puzzle on a turned board, with its clues."""
    turning: Turning = puzzle.turning
    sorts = fields_of(puzzle.__class__)
    beside: dict[tuple[str, str], str] = {
        (name.removesuffix(sort.side), sort.side): name
        for name, sort in sorts.items()
        if isinstance(sort, Beside)
    }
    members = {name: getattr(puzzle, name) for name in puzzle.members()}
    for name, sort in sorts.items():
        value = sort.turned(_with_turned_words(puzzle, name, sort, turn), turn, puzzle.board_shape)
        if isinstance(sort, Beside):
            stem, goes = name.removesuffix(sort.side), (turning.side or _side)(sort.side, turn)
            name = beside.get((stem, goes)) or beside.get((stem, OPPOSITE.get(goes, "")), name)
        members[name] = value
    if puzzle.givens is not None:
        givens = puzzle.read_grid(puzzle.givens, "$.givens")
        members["givens"] = turned_grid(puzzle, givens, turn)
    if turning.members is not None:
        members |= turning.members(puzzle, turn)
    return type(puzzle)(**members)


def turned_grid(puzzle: Any, grid: Grid, turn: Turn) -> Grid:
    """A solution on a turned board."""
    values: Callable[[Any, Turn], Mapping[Value, Value]] | None = puzzle.turning.values
    new = {} if values is None else values(puzzle, turn)
    rows = [[value if value is None else new.get(value, value) for value in row] for row in grid]
    return tuple(map(tuple, turn.grid(rows)))


def _side(side: str, turn: Turn) -> str:
    return turn.side(side)


def _with_turned_words(puzzle: Any, member: str, sort: Field, turn: Turn) -> Any:
    value, word_of = getattr(puzzle, member), puzzle.turning.word
    if word_of is None or isinstance(value, str):
        return value
    is_row = isinstance(sort, Beside)
    rows = [
        [None if word is None else word_of(member, word, turn) for word in entries(row)]
        for row in ([value] if is_row else value)
    ]
    return rows[0] if is_row else rows
