"""Norinori: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, Shape, around, cells, ends, filled, first_fit
from uniclue.referees.boards import groups, links, parts, regions, rows_of, shadings, shape, size
from uniclue.referees.boards import some_regions, text


def draw(rng: Random) -> dict[str, Any]:
    """Regions around dominoes that keep apart, so that each has two of their cells, or nearly."""
    board = shape(rng, 14)
    shaded = first_fit(lambda: _dominoes(rng, board), lambda found: len(found) > 3, 20)
    number = max(1, len(shaded) // 2 + rng.choice((0, 0, 0, 0, 1, -1)))
    bare = [cell for cell in cells(board) if cell not in shaded]

    def two_each(names: dict[Cell, str]) -> bool:
        held = groups(names).values()
        return all(len(shaded.intersection(region)) == 2 for region in held)

    firsts = sorted(shaded) or bare
    names = first_fit(
        lambda: some_regions(rng, board, number, rng.sample(firsts, min(number, len(firsts)))),
        two_each,
        60,
    )
    return {"regions": text(board, names)}


def _dominoes(rng: Random, board: Shape) -> set[Cell]:
    """The cells of dominoes that keep apart."""
    found: set[Cell] = set()
    between = links(board)
    rng.shuffle(between)
    for link in between:
        near = {other for cell in ends(link) for other in around(cell)}
        if found.isdisjoint(near | {*ends(link)}):
            found.update(ends(link))
    return found


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to shade cells (1); on larger boards two in each region that has two."""
    board, held = size(puzzle["regions"]), [*regions(puzzle["regions"]).values()]
    if board[0] * board[1] <= 10:
        yield from shadings(board)
    else:
        ways = [[*combinations(region, 2)] for region in held if len(region) > 1]
        for pairs in product(*ways):
            chosen = {cell for pair in pairs for cell in pair}
            yield rows_of(board, {cell: int(cell in chosen) for cell in cells(board)})


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether the shaded cells are dominoes that keep apart, two cells in each region."""
    shaded = {cell for cell, value in filled(answer).items() if value == 1}
    held = regions(puzzle["regions"]).values()
    return all(len(shaded.intersection(region)) == 2 for region in held) and all(
        len(part) == 2 for part in parts(shaded)
    )
