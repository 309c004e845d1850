"""Puzzles that differ from another by one change: a clue moved, another word, a border moved.

Generators change puzzles whose clues cannot be left out until they have one solution; repairs
propose a change to the author.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from uniclue.constraints.board import Board
from uniclue.constraints.telling import FieldClue, with_words, words_of
from uniclue.core.fields import Areas, Beside, Dotted, Tokens, areas, fields_of
from uniclue.core.layouts import is_whole, shuffled
from uniclue.core.model import Place, Value
from uniclue.core.places import around
from uniclue.core.puzzle import Grid, PuzzleError

if TYPE_CHECKING:
    from numpy.random import Generator

Solved = tuple[Board, Grid]
"""A puzzle and its solution."""
Places = list[Place]

OTHER_WORDS = 6
"""How many other words are tried in an entry, the nearest numbers first."""


def own_moves(
    puzzle: Board, solution: Grid, wrong: Grid, rng: Generator
) -> Iterator[tuple[Board, Grid]]:
    """The changes that the kind itself defines."""
    if (own := puzzle.generation.moves) is not None:
        yield from own(puzzle, solution, wrong, rng)


def changes(
    puzzle: Board, solution: Grid, wrong: Grid, rng: Generator
) -> Iterator[tuple[Board, Grid]]:
    """Changed puzzles, in random order, with their intended solutions."""
    yield from own_moves(puzzle, solution, wrong, rng)
    differ = {p for p in puzzle.places if solution[p[0]][p[1]] != wrong[p[0]][p[1]]}
    others = [p for p in puzzle.places if p not in differ]
    where = _cells(puzzle, shuffled(rng, sorted(differ)) + shuffled(rng, others))
    for member, sort in fields_of(type(puzzle)).items():
        if isinstance(sort, Areas):
            moves = _areas(puzzle, member, where, rng)
            if sort.texts:
                area = {(r, c): word for r, c, word in words_of(puzzle, member) if word is not None}
                for words in moves:
                    moved = area | {clue.at: clue.word for clue in words}
                    yield puzzle.generation.with_areas(puzzle, moved, solution), solution
                continue
        elif isinstance(sort, Tokens):
            full = all(word is not None for _, _, word in words_of(puzzle, member))
            moves = (_filled if full else _tokens)(puzzle, member, where, rng)
        else:
            continue
        for words in moves:
            try:
                changed = with_words(puzzle, words)
            except PuzzleError:
                continue
            if changed.unknowns == puzzle.unknowns:
                yield changed, solution


def _cells(puzzle: Board, entries: list[Place]) -> list[Place]:
    """The cells at entries of the solution grid, in their order."""
    if not puzzle.unknowns.is_halved:
        return entries
    height, width = puzzle.board_shape
    at = ((i // 2, j // 2) for r, c in entries for i, j in ((r - 1, c - 1), (r, c)))
    return [(r, c) for r, c in dict.fromkeys(at) if 0 <= r < height and 0 <= c < width]


def _areas(
    puzzle: Any, member: str, where: list[Place], rng: Generator
) -> Iterator[list[FieldClue]]:
    """Moves a cell to an adjacent area."""
    area = {(r, c): str(word) for r, c, word in words_of(puzzle, member) if word is not None}
    for cell in where:
        own = {other for other, name in area.items() if name == area[cell]} - {cell}
        if own and is_whole(own):
            beside = {area[near]: near for near in around(cell) if near in area}  # type: ignore[index]
            for name in sorted({*beside} - {area[cell]}):
                yield [FieldClue(member, cell, int(name) if name.isdecimal() else name)]


def _tokens(
    puzzle: Any, member: str, where: list[Place], rng: Generator
) -> Iterator[list[FieldClue]]:
    """Moves a word to a nearby cell."""
    there = {(r, c): word for r, c, word in words_of(puzzle, member) if word is not None}
    for to in where:
        if to not in there:
            far = sorted(there, key=lambda at: abs(at[0] - to[0]) + abs(at[1] - to[1]))
            for cell in far[:4]:
                yield [FieldClue(member, cell, "."), FieldClue(member, to, there[cell])]


def _filled(
    puzzle: Any, member: str, where: list[Place], rng: Generator
) -> Iterator[list[FieldClue]]:
    """Gives a cell the word of another cell in its row or column."""
    words = {(r, c): word for r, c, word in words_of(puzzle, member)}
    for cell in where:
        line = [other for other in words if (other[0] == cell[0]) != (other[1] == cell[1])]
        for other in shuffled(rng, line)[:4]:
            yield [FieldClue(member, cell, words[other] or 0)]


def nearby(puzzle: Board, cells: Sequence[Place]) -> Iterator[Board]:
    """Puzzles in which a clue says something else or stands in an adjacent entry.

    The places to fill in may be others, as where a wall moves.

    Args:
        puzzle: The puzzle.
        cells: The cells to be excluded; clues near them are changed first.
    """
    near = _cells(puzzle, [*cells])
    ways: list[tuple[float, int, Iterator[list[FieldClue]]]] = []
    for member, sort in fields_of(type(puzzle)).items():
        if isinstance(sort, Areas) and sort.texts:
            yield from _with_other_texts(puzzle, member, sort.texts, near)
        elif isinstance(sort, Tokens) and not isinstance(sort, Areas):
            there = {(r, c): word for r, c, word in words_of(puzzle, member)}
            for at in there:
                if there[at] is not None:
                    way = _changed_at(puzzle, member, sort, there, at)
                    ways.append((_distance(sort, at, near), len(ways), way))
    for words in chain.from_iterable(way for _, _, way in sorted(ways)):
        with suppress(PuzzleError):
            yield with_words(puzzle, words)


def _changed_at(
    puzzle: Board, member: str, sort: Tokens, there: Mapping[Place, Value | None], at: Place
) -> Iterator[list[FieldClue]]:
    """Moves a word to the entries next to it, then puts others in its place."""
    word = there[at]
    assert word is not None
    for to in _adjacent(sort, at):
        if to in there and there[to] is None:
            yield [FieldClue(member, at, "."), FieldClue(member, to, word)]
    for other in _near_words(puzzle, sort, word):
        yield [FieldClue(member, at, other)]


def _with_other_texts(
    puzzle: Board, member: str, texts: str, near: Sequence[Place]
) -> Iterator[Board]:
    """Puzzles in which the number of an area is another, such as the sum of a cage."""
    printed: Mapping[str, Value] = getattr(puzzle, texts)
    there = areas(getattr(puzzle, member))
    for name in sorted(printed, key=lambda name: -len({*near}.intersection(there.get(name, ())))):
        text = str(printed[name])
        if (number := re.match("[0-9]+", text)) is not None:
            for n in sorted({int(number[0]) + d for d in (-2, -1, 1, 2)} - {0, -1}):
                other: Value = f"{n}{text[number.end() :]}"
                other = int(other) if isinstance(printed[name], int) else other
                with suppress(PuzzleError):
                    yield replace(puzzle, **{texts: {**printed, name: other}})


def _near_words(puzzle: Board, sort: Tokens, word: Value) -> list[Value]:
    """Other words for an entry; next to a number the nearest numbers."""
    words = puzzle.generation.clue_words or tuple(sort.on(puzzle.space).words()) or puzzle.domain
    others = [other for other in words if str(other) != str(word)]
    if isinstance(word, int):
        others.sort(key=lambda n: abs(n - word) if isinstance(n, int) else len(words))
    return others[:OTHER_WORDS]


def _adjacent(sort: Tokens, at: Place) -> Iterable[Place]:
    """The entries next to an entry of a field."""
    r, c = at
    if isinstance(sort, Beside):
        return (0, c - 1), (0, c + 1)
    step = 2 if isinstance(sort, Dotted) else 1
    return (r - step, c), (r, c - step), (r, c + step), (r + step, c)


def _distance(sort: Tokens, at: Place, cells: Iterable[Place]) -> float:
    """How far an entry is from the nearest of some cells; beside the board, from their lines."""
    if isinstance(sort, Beside):
        return min((abs(cell[sort.is_flat] - at[1]) for cell in cells), default=0)
    half = 2 if isinstance(sort, Dotted) else 1
    return min((abs(r - at[0] / half) + abs(c - at[1] / half) for r, c in cells), default=0)
