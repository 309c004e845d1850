"""Recorded moves on a board: what each of them says about the cells of the model.

A cell (or side, or link) counts as *filled* from the move on in which it first holds the value of
the solution. What is wrong, marks and what a program filled in fill nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from uniclue.constraints.board import Board
from uniclue.core.fields import Areas, areas, fields_of
from uniclue.core.latest import model_of
from uniclue.core.model import Model, Place, Value
from uniclue.core.puzzle import Grid, Puzzle, PuzzleError
from uniclue.formats.janko_answers import bridges_of, lines_of
from uniclue.formats.janko_layout import JankoLayout, layouts_of
from uniclue.formats.janko_moves import Move

NOT_READ = ("galaxies", "tatamibari", "shikaku", "nondango")
"""Kinds in which people write other things than our models ask for."""


@dataclass(frozen=True, eq=False)
class Replay:
    """Moves on a puzzle's board.

    Attributes:
        puzzle: The puzzle.
        model: Its strongest model.
        moves: The moves.
        truth: Shape (places,). The literal that is true in the solution, of each place.
        fills: Of each move, the places that it is the first to fill, as indices into
            ``model.places``.
        wrong: Of each move, the places where it contradicts the solution.
    """

    puzzle: Puzzle
    model: Model
    moves: tuple[Move, ...]
    truth: np.ndarray[Any, np.dtype[np.int64]]
    fills: tuple[tuple[int, ...], ...]
    wrong: tuple[tuple[int, ...], ...]

    @property
    def has_program(self) -> bool:
        """Whether a program filled in something that is not listed."""
        return any(move.place is None and move.word == "program" for move in self.moves)


def replay(puzzle: Puzzle, moves: Sequence[Move], solution: Grid) -> Replay:
    """Moves on a puzzle's board.

    Args:
        puzzle: The puzzle.
        moves: The moves.
        solution: Its solution.

    Raises:
        PuzzleError: Moves of this kind cannot be read, or are on no board of this size.
    """
    if puzzle.kind() in NOT_READ:
        raise PuzzleError("$.moves", f"moves of {puzzle.kind()} cannot be read")
    ladder = puzzle.forms.ladder
    model = model_of(puzzle, ladder[-1] if ladder else None)
    reader = _Reader(puzzle, model)
    truth = np.array([reader.literal(i, solution[r][c]) for i, (r, c) in enumerate(model.places)])
    seen: set[int] = set()
    fills, wrong = [], []
    for number, move in enumerate(moves):
        marks = dict(reader.cells(move, number))
        right = [i for i, literal in marks.items() if literal == truth[i]]
        fills.append(tuple(i for i in right if i not in seen))
        wrong.append(tuple(i for i, literal in marks.items() if literal != truth[i]))
        seen.update(right)
    return Replay(puzzle, model, tuple(moves), truth, tuple(fills), tuple(wrong))


class _Reader:
    """What moves say about the places of a model."""

    def __init__(self, puzzle: Puzzle, model: Model) -> None:
        self.puzzle, self.model = puzzle, model
        self.layout: JankoLayout | None = next(
            (each for each in layouts_of(type(puzzle)) if each.holds(puzzle)),
            next(iter(layouts_of(type(puzzle))), None),
        )
        board = isinstance(puzzle, Board) and puzzle.unknowns
        self.is_halved = bool(board and board.is_halved)
        self.has_sides = bool(board and board.has_sides)
        self.drawn = board.drawn if board else ""
        self.tiles = _tiles(puzzle) if puzzle.kind() == "tilepaint" else {}
        self.bridges = _bridges(puzzle) if self.drawn == "bridges" else {}
        self.height, self.width = puzzle.shape
        self.words = {str(value): value for value in model.domain}

    def literal(self, place: int, value: Value | None) -> int:
        """The literal of a value at a place; of a letter in LITS, that the cell is shaded."""
        if self.puzzle.kind() == "lits":
            empty = int(self.model.cells[place][self.model.value_index["."]])
            return empty if value == "." else -empty
        assert value is not None, "a solution has a value at every place"
        if self.model.onehot:
            return int(self.model.cells[place][self.model.value_index[value]])
        variable = int(self.model.cells[place])
        return variable if value else -variable

    def cells(self, move: Move, number: int) -> Iterator[tuple[int, int]]:
        """The places that a move fills, and the literals that it says."""
        if move.place is None or move.word is None:
            return
        if move.fills is not None:
            place, value = move.fills
            index = self.model.place_index.get(place)
            if index is not None and value in self.model.value_index:
                yield index, self.literal(index, value)
            return
        row, column = move.cell or move.side or (0, 0)
        if move.side is None and not self._is_there(row, column):
            raise PuzzleError(f"$.moves[{number}]", f"{move.place} is not on the board")
        for place, value in self._values(move, move.word):
            index = self.model.place_index.get(place)
            if index is not None and value in self.model.value_index:
                yield index, self.literal(index, value)

    def _is_there(self, row: int, column: int) -> bool:
        if self.is_halved:
            row, column = 2 * row + 1, 2 * column + 1
        return row < self.height and column < self.width

    def _values(self, move: Move, word: str) -> Iterator[tuple[Place, Value]]:
        if (side := move.side) is not None:
            if self.is_halved and word in ("wall", "joined"):
                yield side, int((word == "wall") == self.has_sides)
            return
        assert move.cell is not None
        if self.is_halved:
            yield from self._on_lines(move.cell, word)
        elif (value := self._value(word)) is not None:
            for cell in self.tiles.get(move.cell, (move.cell,)):
                yield cell, value

    def _on_lines(self, cell: Place, word: str) -> Iterator[tuple[Place, Value]]:
        """A word in a cell of a board with links: directions of a line, bridges, a cross."""
        if self.has_sides or self.drawn == "dominoes":
            return
        row, column = cell
        rows: list[list[str]] = [*([] for _ in range(row)), [*"." * column, word]]
        read = bridges_of(rows) if self.model.domain != (0, 1) else lines_of(rows)
        for place, value in read.items():
            for part in self.bridges.get(place, (place,)):
                yield part, value

    def _value(self, word: str) -> Value | None:
        if word.startswith("?"):
            return None
        if self.puzzle.kind() == "lits":
            return word if word in self.words else "." if word == "-" else "L"
        if self.layout is None or not isinstance(self.puzzle, Board):
            return self.words.get(word)
        value = self.layout.value(self.puzzle, word)
        return value if value in self.model.value_index else None


def _tiles(puzzle: Puzzle) -> dict[Place, tuple[Place, ...]]:
    """The cells of the tile of each cell: one move fills them all."""
    member = next(name for name, sort in fields_of(type(puzzle)).items() if isinstance(sort, Areas))
    sets = areas(getattr(puzzle, member)).values()
    return {cell: tuple(places) for places in sets for cell in places}


def _bridges(puzzle: Puzzle) -> dict[Place, tuple[Place, ...]]:
    """The links of the bridge of each link: one move fills them all."""
    bridges: dict[Place, tuple[Place, ...]] = {}
    for bridge in getattr(puzzle, "bridges", ()):
        links = tuple((int(2 * r + 1), int(2 * c + 1)) for r, c in bridge.links)
        bridges |= dict.fromkeys(links, links)
    return bridges
