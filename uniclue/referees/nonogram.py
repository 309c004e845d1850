"""Nonogram: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, filled, lines, nearly, shadings, shape, some_shaded


def draw(rng: Random) -> dict[str, Any]:
    """The clues of a board at random; at times one block is longer or shorter by one."""
    board = shape(rng)
    black = filled(some_shaded(rng, board, rng.choice((0.25, 0.4, 0.6))))
    clues = [_blocks([black[cell] for cell in line]) for line in lines(board)]
    printed = [i for i, clue in enumerate(clues) if clue]
    if printed and rng.random() < 0.3:
        i = rng.choice(printed)
        clues[i] = [max(1, block or 1) for block in nearly(rng, clues[i])]
        clues[i] = clues[i] + [1] if rng.random() < 0.2 else clues[i][:: rng.choice((1, -1))]
    clues = [clue or rng.choice(([], [0])) for clue in clues]
    return {"rows": clues[: board[0]], "cols": clues[board[0] :]}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to blacken cells (1)."""
    return shadings((len(puzzle["rows"]), len(puzzle["cols"])))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether the blocks of every line are those of its clue; 0 is an empty line."""
    black = filled(answer)
    board = len(puzzle["rows"]), len(puzzle["cols"])
    return all(
        _blocks([black[cell] for cell in line]) == [block for block in clue if block]
        for line, clue in zip(lines(board), [*puzzle["rows"], *puzzle["cols"]], strict=True)
    )


def _blocks(line: list[int]) -> list[int]:
    """The lengths of the runs of black cells."""
    return [len(run) for run in "".join(map(str, line)).replace("0", " ").split()]
