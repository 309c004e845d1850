"""What a sentence of a document leads one to expect of a figure computed now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Protocol

Figure = bool | int | float | str | Sequence["bool | int | float | str"]
"""A figure, or several that belong together."""


class Expected(Protocol):
    """An expectation; its text is what the document says in figures."""

    def is_met(self, figure: Any) -> bool:
        """Whether a figure agrees with it."""

    def __str__(self) -> str: ...


@dataclass(frozen=True)
class Equal:
    """Exactly this."""

    value: Figure

    def is_met(self, figure: Any) -> bool:
        return bool(figure == self.value)

    def __str__(self) -> str:
        return text(self.value)


@dataclass(frozen=True)
class Near:
    """These numbers, each at most so far off."""

    value: float | tuple[float, ...]
    within: float

    def is_met(self, figure: Any) -> bool:
        theirs = self.value if isinstance(self.value, tuple) else (self.value,)
        ours = figure if isinstance(figure, tuple) else (figure,)
        return len(theirs) == len(ours) and all(
            abs(a - b) <= self.within for a, b in zip(theirs, ours, strict=True)
        )

    def __str__(self) -> str:
        return f"{text(self.value)} (within {self.within:g})"


@dataclass(frozen=True)
class Times:
    """This positive number, up to a factor."""

    value: float
    factor: float

    def is_met(self, figure: Any) -> bool:
        return bool(self.value / self.factor <= figure <= self.value * self.factor)

    def __str__(self) -> str:
        return f"{text(self.value)} (up to a factor of {self.factor:g})"


@dataclass(frozen=True)
class Above:
    """More than this, every figure."""

    value: float

    def is_met(self, figure: Any) -> bool:
        return all(one > self.value for one in _each(figure))

    def __str__(self) -> str:
        return f"more than {text(self.value)}"


@dataclass(frozen=True)
class Below:
    """Less than this, every figure."""

    value: float

    def is_met(self, figure: Any) -> bool:
        return all(one < self.value for one in _each(figure))

    def __str__(self) -> str:
        return f"less than {text(self.value)}"


@dataclass(frozen=True)
class Rising:
    """Every figure is greater than the one before it."""

    def is_met(self, figure: Any) -> bool:
        return len(figure) > 1 and all(a < b for a, b in pairwise(figure))

    def __str__(self) -> str:
        return "rising"


@dataclass(frozen=True)
class Falling:
    """Every figure is less than the one before it."""

    def is_met(self, figure: Any) -> bool:
        return len(figure) > 1 and all(a > b for a, b in pairwise(figure))

    def __str__(self) -> str:
        return "falling"


def _each(figure: Any) -> Sequence[Any]:
    return figure if isinstance(figure, tuple) else (figure,)


def text(figure: Figure) -> str:
    """A figure as it is printed: yes and no, whole numbers in groups of three, six digits."""
    if isinstance(figure, bool):
        return "yes" if figure else "no"
    if isinstance(figure, str):
        return figure
    if isinstance(figure, int):
        return f"{figure:,}"
    if isinstance(figure, float):
        return f"{figure:,.0f}" if abs(figure) >= 1e4 and figure < 1e15 else f"{figure:.6g}"
    return ", ".join(map(text, figure))
