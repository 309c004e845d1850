"""Fields whose lists of cells are constraints of one class: thermometers, dots, signs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from uniclue.constraints.base import Constraint, Stated
from uniclue.constraints.lines import EqualLists
from uniclue.core.listed import Drawn, Lines
from uniclue.core.model import Place
from uniclue.core.places import name, names


class Listed(Lines):
    """Lists of cells with the same meaning.

    Args:
        code: The rule code.
        means: A list's constraint: its class, or a function of a code, a title and the cells.
        drawn: How a list is drawn.
        how: Which lists are allowed, as for :class:`Lines`.

    Example:
        >>> tubes = Listed("thermometer", Increasing, stroke(end="bulb"))
        >>> tubes.code
        'thermometer'
    """

    def __init__(self, code: str, means: Callable[..., Stated], drawn: Drawn, **how: Any) -> None:
        super().__init__(drawn=drawn, **how)
        self.code, self.means = code, means

    def constraints(self, lists: Sequence[Sequence[Place]], side: int) -> Iterator[Stated]:
        """The constraints of the lists on a board of ``side`` rows and columns."""
        for line in lists:
            where = f"{name(line[0])} to {name(line[-1])}" if len(line) > 2 else names(line)
            yield self.meaning(f"{self.code} {where}", line, side)

    def meaning(self, title: str, line: Sequence[Place], side: int) -> Stated:
        """The constraint of one list."""
        return self.means(self.code, title, line)


class Whispers(Listed):
    """Lines whose neighbours differ by half the number of digits or more.

    Attributes:
        code: The rule code.
        means: A line's constraint.
        drawn: How a line is drawn.
        how: Which lines are allowed, as for :class:`Lines`.

    Example:
        >>> lines = Whispers("whisper", MinDifference, stroke(tone="green"))
        >>> lines.code
        'whisper'
    """

    def meaning(self, title: str, line: Sequence[Place], side: int) -> Stated:
        return self.means(self.code, title, line, (side + 1) // 2)


class ListedLines(Listed):
    """Lines whose meaning depends on the number of digits.

    Attributes:
        code: The rule code.
        means: A line's meaning: a function of a code, a title, the cells and the number of digits.
        drawn: How a line is drawn.
        how: Which lines are allowed, as for :class:`Lines`.

    Example:
        >>> lines = ListedLines("nabner", nabner, stroke(), least=2)
        >>> lines.code
        'nabner'
    """

    def meaning(self, title: str, line: Sequence[Place], side: int) -> Stated:
        return self.means(self.code, title, line, side)


class ListedPairs(Listed):
    """Pairs of cells with the same meaning.

    Attributes:
        code: The rule code.
        means: A pair's constraint: its class, or a function of a code, a title and the cells.
        drawn: How a pair is drawn.

    Example:
        >>> dots = ListedPairs("dot", lambda *pair: Difference(*pair, 1), dot())
        >>> dots.code
        'dot'
    """

    def __init__(self, code: str, means: Callable[..., Constraint], drawn: Drawn) -> None:
        super().__init__(code, means, drawn, number=2)


def mirrored(code: str, title: str, line: Sequence[Place]) -> EqualLists:
    """A line reads the same from both ends.

    Args:
        code: The rule code.
        title: What it is called in sentences.
        line: The cells.

    Example:
        >>> word = mirrored("palindrome", "the line from r1c1", cells((1, 3)))
        >>> word.sentence()
        'the line from r1c1: both halves are the same'
        >>> word.allows(1, 2)
        '2 of 4: 11 22'
    """
    half = len(line) // 2
    return EqualLists(code, title, (*line[:half], *line[::-1][:half]))
