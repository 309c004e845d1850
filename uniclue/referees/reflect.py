"""Reflect Link: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, cells, crossed, drawn, grid, is_one_loop, joints, lines_on
from uniclue.referees.boards import shape, size, some_answer, sprinkled, straight_on, text


def draw(rng: Random) -> dict[str, Any]:
    """Crossings and triangles of a line; at times one is wrong."""
    board = max(shape(rng, 16), shape(rng, 16), key=min)
    bare = {"grid": text(board, {})}
    line = drawn(some_answer(rng, lines_on(board), lambda answer: _is_whole(bare, answer)))
    shown = {cell: "+" for cell in crossed(line) if rng.random() < 0.95}
    for cell in sprinkled(rng, cells(board), rng.choice((0.2, 0.5))):
        on = straight_on(cell, line)
        ways = "".join(way for way in "nswe" if way in on)
        if len(ways) == 2 and ways not in ("ns", "we"):
            number = sum(on.values()) + 1 + (rng.random() < 0.05)
            shown[cell] = ways + rng.choice(("", str(number)))
    if rng.random() < 0.15:
        shown[rng.choice(cells(board))] = rng.choice(("+", "nw", "ne3", "sw", "se4"))
    return {"grid": text(board, shown)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All sets of links with an even number at every cell."""
    return lines_on(size(puzzle["grid"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether one line crosses itself at all + alone, and turns at triangles as they tell."""
    line, clues = drawn(answer), grid(puzzle["grid"])
    if not _is_whole(puzzle, answer) or crossed(line) != {c for c in clues if clues[c] == "+"}:
        return False
    for cell, word in clues.items():
        on = straight_on(cell, line)
        if word != "+" and set(on) != {*word[:2]}:
            return False
        if word != "+" and word[2:] and sum(on.values()) + 1 != int(word[2:]):
            return False
    return True


def _is_whole(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether the line is one loop that goes straight on where it crosses itself."""
    line = drawn(answer)
    return is_one_loop(joints(line, crossed(line)))
