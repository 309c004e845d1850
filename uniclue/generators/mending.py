"""Puzzles whose clues cannot be left out: they are changed until no other solution is left.

Every other solution met so far is kept. A change has to keep the solution right, by the judge of
the rules, and is better the fewer of the others it leaves right; only when it leaves none is there
another question to a solver.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from uniclue.constraints.board import Board
from uniclue.core.fields import Areas, Tokens, fields_of
from uniclue.core.layouts import is_whole, some
from uniclue.core.model import Place
from uniclue.core.places import around, cells
from uniclue.core.puzzle import Grid, PuzzleError
from uniclue.generators.recipe import Rng
from uniclue.generators.session import Session
from uniclue.generators.telling import Clue, with_words, words_of

QUESTIONS = 150
"""How many other solutions are met before a puzzle is given up."""
STEPS = 60
"""How many changes are made for one of them."""
TRIED = 24
"""How many changes are compared at each step."""


def mended(puzzle: Board, solution: Grid, rng: Rng) -> tuple[Board, Grid] | None:
    """A puzzle like this one with one solution, and that; None if none was met."""
    others: list[Grid] = []
    for _ in range(QUESTIONS):
        other = another(puzzle, solution)
        if other is None:
            return puzzle, solution
        others.append(other)
        for _ in range(STEPS):
            alive = [grid for grid in others if not puzzle.broken(grid)]
            if not alive:
                break
            best = len(others) + 1
            for tried, its in islice(changes(puzzle, solution, alive[-1], rng), TRIED):
                left = 0 if tried.broken(its) else number_right(tried, others, best)
                if not tried.broken(its) and left < best:
                    best, puzzle_, solution_ = left, tried, its
                if not best:
                    break
            if best > len(others):
                return None
            puzzle, solution = puzzle_, solution_
        else:
            return None
    return None


def number_right(puzzle: Board, others: list[Grid], enough: int) -> int:
    """How many solutions of other puzzles are right, counted as far as that."""
    number = 0
    for grid in reversed(others):
        number += not puzzle.broken(grid)
        if number >= enough:
            break
    return number


def another(puzzle: Board, solution: Grid) -> Grid | None:
    """Another solution; None if there is none."""
    session = Session(puzzle, puzzle.model())
    session.block(session.model.literals_in(solution).tolist())
    grid = session.grid() if session.solve(session.selectors) else None
    session.close()
    return grid


def changes(puzzle: Board, solution: Grid, wrong: Grid, rng: Rng) -> Iterator[tuple[Board, Grid]]:
    """Changed puzzles, in random order, and what should be their solution."""
    yield from puzzle.changes(solution, wrong, rng)
    differ = [p for p in puzzle.places if solution[p[0]][p[1]] != wrong[p[0]][p[1]]]
    for member, sort in fields_of(type(puzzle)).items():
        if isinstance(sort, Areas):
            moves = _areas(puzzle, member, some(rng, differ), rng)
            if sort.texts:
                yield from caged(puzzle, member, moves, solution)
                continue
        elif isinstance(sort, Tokens):
            moves = (_filled if sort.filled else _tokens)(puzzle, member, some(rng, differ), rng)
        else:
            continue
        for words in moves:
            try:
                yield with_words(puzzle, words), solution
            except PuzzleError:
                continue


def caged(
    puzzle: Any, member: str, moves: Iterator[list[Clue]], solution: Grid
) -> Iterator[tuple[Board, Grid]]:
    """Areas whose texts tell of the solution are told anew."""
    for words in moves:
        area = {(r, c): word for r, c, word in words_of(puzzle, member)}
        changed = area | {clue.at: clue.word for clue in words}
        if (told := type(puzzle).caged(changed, solution)) is not None:
            yield told, solution


def _areas(puzzle: Any, member: str, where: list[Place], rng: Rng) -> Iterator[list[Clue]]:
    """A cell goes to an area beside it."""
    area = {(r, c): str(word) for r, c, word in words_of(puzzle, member) if word is not None}
    for cell in where:
        own = {other for other, name in area.items() if name == area[cell]} - {cell}
        if own and is_whole(own):
            beside = {area[near]: near for near in around(cell) if near in area}  # type: ignore[index]
            for name in sorted({*beside} - {area[cell]}):
                yield [Clue(member, cell, int(name) if name.isdecimal() else name)]


def _tokens(puzzle: Any, member: str, where: list[Place], rng: Rng) -> Iterator[list[Clue]]:
    """A word goes to a cell beside it."""
    there = {(r, c): word for r, c, word in words_of(puzzle, member) if word is not None}
    for cell in some(rng, there):
        for near in some(rng, around(cell)):  # type: ignore[arg-type]
            if near in set(cells(puzzle.board_shape)) - {*there}:
                yield [Clue(member, cell, "."), Clue(member, near, there[cell])]


def _filled(puzzle: Any, member: str, where: list[Place], rng: Rng) -> Iterator[list[Clue]]:
    """A cell gets the word of another cell of its row or column."""
    words = {(r, c): word for r, c, word in words_of(puzzle, member)}
    for cell in where:
        line = [other for other in words if (other[0] == cell[0]) != (other[1] == cell[1])]
        for other in some(rng, line)[:4]:
            yield [Clue(member, cell, words[other] or 0)]
