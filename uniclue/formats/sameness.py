"""Whether two puzzles are equal, however they are typed; what a format would lose of one.

``"12"`` and ``[1, 2]`` are one row, areas are the same whatever their names, and so are their
numbers wherever in an area they stand, and lists of cells in any order.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from uniclue.constraints.board import Board
from uniclue.core.fields import (
    AreaNumbers,
    Areas,
    Beside,
    BlockLengths,
    Field,
    Tokens,
    entries,
    fields_of,
    items,
)
from uniclue.core.listed import ParityDigits
from uniclue.core.places import usual_box
from uniclue.core.puzzle import Puzzle
from uniclue.core.words import both
from uniclue.formats.format import CannotWriteError, Format, LossError

MADE = ("id", "meta", "solution")
"""What puzzles that were made here carry along."""


class ReadBack(NamedTuple):
    """A puzzle in a format, read again and compared.

    Attributes:
        text: What is written.
        lost: The members that the text does not hold.
        beside: Those carried along that are left out without loss: by a link and by bare boards
            all, for they hold the puzzle alone; by other formats what we gave a puzzle that we
            made.
    """

    text: bytes
    lost: list[str]
    beside: list[str]


def written(puzzle: Puzzle, chosen: Format) -> ReadBack:
    """Writes a puzzle, and reads it again.

    Raises:
        CannotWriteError: The format cannot hold it.
    """
    text = chosen.write(puzzle)
    again = next(chosen.read(text))
    members = ["all"] if isinstance(again, Exception) else differences(puzzle, again)
    meta = puzzle.extra.get("meta")
    ours = MADE if isinstance(meta, dict) and "uniclue" in meta else ()
    is_alone = chosen.is_link or chosen.is_bare
    if chosen.is_bare and not isinstance(again, Exception):  # a number that its file gives it
        members = [m for m in members if m in puzzle.extra or m not in again.extra]
    beside = [m for m in members if m in (puzzle.extra if is_alone else ours)]
    return ReadBack(text, [name for name in members if name not in beside], beside)


def converted(puzzle: Puzzle, chosen: Format, *, lossy: bool = False) -> ReadBack:
    """Writes a puzzle, and reads it again.

    Args:
        puzzle: The puzzle.
        chosen: The format.
        lossy: Whether something may be lost.

    Raises:
        CannotWriteError: The format cannot hold it.
        LossError: Something would be lost.
    """
    if puzzle.kind() not in chosen.kinds:
        raise CannotWriteError(f"{chosen.name} has no {puzzle.kind()}")
    made = written(puzzle, chosen)
    if "tiling" in made.lost:  # without it, it is another puzzle
        raise CannotWriteError(f"{chosen.name} holds boards of squares only")
    if made.lost and not lossy:
        raise LossError(f"{chosen.name} would lose {both(made.lost)}")
    return made


def differences(puzzle: Puzzle, other: Puzzle) -> list[str]:
    """The members in which two puzzles differ, including additional members."""
    if type(puzzle) is not type(other):
        return ["kind"]
    mine, yours = _meanings(puzzle), _meanings(other)
    members = [name for name in mine if mine[name] != yours[name]]
    extras = puzzle.extra.keys() | other.extra.keys()
    return members + sorted(x for x in extras if puzzle.extra.get(x) != other.extra.get(x))


def _meanings(puzzle: Puzzle) -> dict[str, Any]:
    """The meaning of each member, in a normal form."""
    sorts = fields_of(type(puzzle))
    names = {
        name: order
        for field, sort in sorts.items()
        if isinstance(sort, Areas)
        for name, order in [(sort.texts, _order(getattr(puzzle, field)))]
    }
    meanings = {
        name: _meaning(getattr(puzzle, name), sorts.get(name), names.get(name, {}))
        for name in puzzle.members()
    }
    for name, sort in sorts.items():
        if isinstance(sort, AreaNumbers):
            area = meanings["regions"]
            meanings[name] = sorted((area[r][c], n) for (r, c), n in items(getattr(puzzle, name)))
    if "box" in meanings and not (meanings["box"] or meanings.get("regions")):
        meanings["box"] = usual_box(puzzle.shape[0])
    if isinstance(puzzle, Board):
        meanings |= {name: sorted(x) for name, x in meanings.items() if _is_of_lists(x)}
    if puzzle.givens is not None:
        meanings["givens"] = puzzle.given_cells() or None
    return meanings


def _is_of_lists(value: Any) -> bool:
    """Whether it is a tuple of lists of cells, such as thermometers."""
    return isinstance(value, tuple) and all(
        isinstance(each, tuple) and each and isinstance(each[0], tuple) for each in value
    )


def _meaning(value: Any, sort: Field | None, areas: Mapping[Any, int]) -> Any:
    if isinstance(sort, Areas):
        order = _order(value)
        return [[order.get(word) for word in entries(row)] for row in value]
    if isinstance(sort, Beside):
        return entries(value)
    if isinstance(sort, BlockLengths):
        return [sort.of(clue) for clue in value]
    if isinstance(sort, ParityDigits):
        return [[word or None for word in entries(row)] for row in value]
    if isinstance(sort, Tokens):
        return [entries(row) for row in value]
    if areas:
        return {areas.get(_word(name)): text for name, text in value.items()}
    return value


def _order(grid: Any) -> dict[Any, int]:
    """The number of each area of a grid, in the order in which they come."""
    words = (word for row in grid for word in entries(row) if word is not None)
    return {word: i for i, word in enumerate(dict.fromkeys(words))}


def _word(name: str) -> Any:
    return entries((name,))[0]
