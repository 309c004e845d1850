"""The rows of a file: words between blanks; clues, answers, and borders in two blocks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from uniclue.core.model import Place
from uniclue.core.places import Point, Shape
from uniclue.core.puzzle import PuzzleError
from uniclue.core.words import quoted

Words = list[list[str]]


class FileRows:
    """The lines of a file, read one after the other."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = list(lines)
        self._at = 0

    @property
    def is_over(self) -> bool:
        """Whether all lines are read, but for empty ones."""
        return not any(line.strip() for line in self._lines[self._at :])

    def line(self) -> str:
        """The next line.

        Raises:
            PuzzleError: There is none.
        """
        if self._at >= len(self._lines):
            raise PuzzleError(f"line {self._at + 1}", "expected another line, got the end")
        self._at += 1
        return self._lines[self._at - 1]

    def peek(self) -> str:
        """The next line, which stays; nothing at the end."""
        return "".join(self._lines[self._at : self._at + 1]).strip()

    def number(self, least: int, most: int) -> int:
        """The next line as a number.

        Raises:
            PuzzleError: It is none, or not in these limits.
        """
        text = self.line().strip()
        if not (text.isdecimal() and len(text) < 7 and least <= int(text) <= most):
            expected = f"expected a number from {least} to {most}, got {quoted(text)}"
            raise PuzzleError(f"line {self._at}", expected)
        return int(text)

    def words(self, shape: Shape) -> Words:
        """The next lines, one for each row, as words.

        Raises:
            PuzzleError: A line has fewer words.
        """
        return [self._words(shape[1]) for _ in range(shape[0])]

    def _words(self, count: int) -> list[str]:
        words = self.line().split()
        if len(words) != count:
            raise PuzzleError(f"line {self._at}", f"expected {count} words, got {len(words)}")
        return words

    def borders(self, shape: Shape) -> dict[Point, int]:
        """A number for every border between two cells: those in rows, then those in columns."""
        return self._halves(
            inner_borders(shape), [(shape[0], shape[1] - 1), (shape[0] - 1, shape[1])]
        )

    def sides(self, shape: Shape) -> dict[Point, int]:
        """The same for every side of a cell, those of the board too."""
        return self._halves(all_sides(shape), [(shape[0], shape[1] + 1), (shape[0] + 1, shape[1])])

    def border_words(self, shape: Shape) -> dict[Point, str]:
        """A word for every border between two cells, in the order of ``borders``."""
        parts = (shape[0], shape[1] - 1), (shape[0] - 1, shape[1])
        read = [word for part in parts for row in self.words(part) for word in row]
        return dict(zip(inner_borders(shape), read, strict=True))

    def _halves(self, points: Sequence[Point], shapes: Sequence[Shape]) -> dict[Point, int]:
        read = [number(word) for shape in shapes for row in self.words(shape) for word in row]
        return dict(zip(points, read, strict=True))


def number(word: str) -> int:
    """A number that may be negative; 0 for anything else."""
    return int(word) if word.removeprefix("-").isdecimal() and len(word) < 7 else 0


def inner_borders(shape: Shape) -> list[Point]:
    """The borders between cells: row by row those of neighbours in it, then those in columns."""
    height, width = shape
    across = [(float(r), c + 0.5) for r in range(height) for c in range(width - 1)]
    return across + [(r + 0.5, float(c)) for r in range(height - 1) for c in range(width)]


def all_sides(shape: Shape) -> list[Point]:
    """The sides of cells, including those of the board, in the same order."""
    height, width = shape
    upright = [(float(r), c - 0.5) for r in range(height) for c in range(width + 1)]
    return upright + [(r - 0.5, float(c)) for r in range(height + 1) for c in range(width)]


def halves(values: Mapping[Point, object], points: Sequence[Point], shape: Shape) -> Words:
    """The rows of borders or sides.

    Args:
        values: The value at each.
        points: In the order of a file.
        shape: Rows and columns of the board; with one column, rows of the first block are empty.
    """
    rows: dict[tuple[bool, float], list[str]] = {(False, r): [] for r in range(shape[0])}
    for r, c in points:
        rows.setdefault((r % 1 > 0, r), []).append(str(values.get((r, c), 0)))
    return list(rows.values())


def areas_of(shape: Shape, is_border: Callable[[Point], Any]) -> list[list[int]]:
    """The number of each cell's area, from 0 in their order, as borders cut the board."""
    height, width = shape
    area = [[-1] * width for _ in range(height)]
    count = 0
    for start in ((r, c) for r in range(height) for c in range(width)):
        if area[start[0]][start[1]] >= 0:
            continue
        stack: list[Place] = [start]
        area[start[0]][start[1]] = count
        while stack:
            r, c = stack.pop()
            for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                i, j = r + dr, c + dc
                is_new = 0 <= i < height and 0 <= j < width and area[i][j] < 0
                if is_new and not is_border((r + dr / 2, c + dc / 2)):
                    area[i][j] = count
                    stack.append((i, j))
        count += 1
    return area


def borders_of(area: Sequence[Sequence[Any]]) -> dict[Point, int]:
    """1 for every border between cells of different areas, 0 for others."""
    shape = len(area), len(area[0])
    return {
        (r, c): int(area[int(r)][int(c)] != area[int(r + 0.5)][int(c + 0.5)])
        for r, c in inner_borders(shape)
    }
