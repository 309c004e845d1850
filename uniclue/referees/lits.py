"""LITS: the rules over a filled board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, around, cells, filled, first_fit, grid, groups
from uniclue.referees.boards import is_connected, regions, rows_of, shape, size, some_regions
from uniclue.referees.boards import sprinkled, text


def draw(rng: Random) -> dict[str, Any]:
    """Regions around tetrominoes, if some are found; at times cells are in no region."""
    sizes = [(2, 4), (3, 3), (2, 5), (3, 4), (4, 3), (3, 5), (4, 4), (4, 4), (5, 3)]
    board = shape(rng, 8) if rng.random() < 0.25 else rng.choice(sizes)
    number = max(1, board[0] * board[1] // rng.choice((4, 5, 5, 6)))

    def make() -> tuple[dict[Cell, str], Rows | None]:
        """Regions and a solution, if they are small and have one."""
        names = some_regions(rng, board, number)
        if any(len(region) > 8 for region in groups(names).values()):
            return dict.fromkeys(cells(board)[:5], "a"), None
        puzzle = {"regions": text(board, names)}
        right = (rows for rows in answers(puzzle) if is_right(puzzle, rows))
        return names, next(right, None)

    names, answer = first_fit(make, lambda made: made[1] is not None, 12)
    bare = [cell for cell, letter in filled(answer or []).items() if letter == "."]
    for cell in sprinkled(rng, bare, rng.choice((0, 0.4, 0.7))):
        del names[cell]
    return {"regions": text(board, names)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to put one tetromino into every region that has room for one."""
    board, held = size(puzzle["regions"]), regions(puzzle["regions"])
    inside = grid(puzzle["regions"])
    ways = [[one for one in combinations(cells, 4) if _letter({*one})] for cells in held.values()]
    for chosen in product(*filter(None, ways)):
        letters = {cell: _letter({*one}) for one in chosen for cell in one}
        yield rows_of(board, {cell: letters.get(cell, ".") for cell in inside})


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether each region has a tetromino, they are connected, and none touches its like."""
    letters = {cell: letter for cell, letter in filled(answer).items() if letter != "."}
    owners = grid(puzzle["regions"])
    return (
        all(_is_tetromino(cells, letters) for cells in regions(puzzle["regions"]).values())
        and is_connected(letters)
        and not any(
            {(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)} <= {*letters} for r, c in letters
        )
        and all(
            owners[cell] == owners[near] or letter != letters[near]
            for cell, letter in letters.items()
            for near in around(cell)
            if near in letters
        )
    )


def _is_tetromino(cells: list[Cell], letters: dict[Cell, str]) -> bool:
    """Whether a region's letters are on one tetromino, and are its letter."""
    covered = {cell for cell in cells if cell in letters}
    letter = _letter(covered)
    return letter is not None and all(letters[cell] == letter for cell in covered)


def _letter(covered: set[Cell]) -> str | None:
    """The letter of four connected cells, if they are not a square."""
    if len(covered) != 4 or not is_connected(covered):
        return None
    rows, columns = ({*axis} for axis in zip(*covered, strict=True))
    if 1 in (len(rows), len(columns)):
        return "I"
    if len(rows) == len(columns):
        return None
    if any(len(covered.intersection(around(cell))) == 3 for cell in covered):
        return "T"
    long = Counter(c if len(columns) == 2 else r for r, c in covered)
    return "L" if 3 in long.values() else "S"
