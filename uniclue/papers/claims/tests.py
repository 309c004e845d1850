"""Tests: what a sentence leads one to expect of a figure, decided by where its interval lies.

A test is a word and what follows it: ``is 95, 48``, ``printed 68.0941``, ``above 0``, ``rising``,
``no exception``. Each has an opposite, so that a claim can be denied.

``printed`` compares at the decimals that are printed. ``no exception`` is about a share: one
exception refutes it, and no sample without one proves it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, inf
from typing import Literal

from uniclue.papers.claims.evidence import Exact, Figure, Interval, parts_of, size_of, text

Found = Literal["reproduced", "refuted", "inconclusive"]
CONFIDENCE = 0.99
"""The confidence of all intervals of a figure together."""
OPPOSITES: dict[Found, Found] = {"reproduced": "refuted", "refuted": "reproduced"}

Given = Sequence[Exact | Interval]
"""A figure with its intervals."""


def intervals(figure: Figure, is_proved: bool = False) -> tuple[Exact | Interval, ...]:
    """The parts of a figure, with intervals that hold together; a proof leaves no doubt."""
    parts = parts_of(figure)
    confidence = 1 - (1 - CONFIDENCE) / len(parts)
    given = (p if isinstance(p, Exact) else p.interval(confidence) for p in parts)
    if not is_proved:
        return tuple(given)
    return tuple(Interval(*[p.value] * 3) if isinstance(p, Interval) else p for p in given)


@dataclass(frozen=True)
class Test:
    """A test of a figure.

    Attributes:
        word: How it compares.
        rest: With what.
    """

    word: str
    rest: str

    def __str__(self) -> str:
        return f"{self.word} {self.rest}".strip()

    def found(self, given: Given) -> Found:
        """What follows from a figure."""
        return WORDS[self.word].decide(given, self.rest)

    def denied(self) -> Test:
        """The test of the opposite."""
        return Test(WORDS[self.word].opposite, self.rest)

    def deciding(self, figure: Figure, given: Given) -> int | None:
        """The size of a sample that would decide it, if the figure stays as it is."""
        if self.word not in ("above", "below", "at most", "at least") or not size_of(figure):
            return None
        rest, sampled = float(self.rest), [part for part in given if isinstance(part, Interval)]
        wide = [
            (p.value - p.low if p.value > rest else p.high - p.value, abs(p.value - rest))
            for p in sampled
        ]
        if any(off == 0 or half == inf for half, off in wide):
            return None
        return max(ceil(size_of(figure) * (half / off) ** 2) for half, off in wide)


def read(words: str) -> Test:
    """Reads a test.

    Raises:
        ValueError: It is none.
    """
    for word in sorted(WORDS, key=len, reverse=True):
        if words == word or words.startswith(f"{word} "):
            test = Test(word, words[len(word) + 1 :])
            if test.word in ("above", "below", "at most", "at least"):
                float(test.rest)
            return test
    raise ValueError(f"expected one of {', '.join(WORDS)}, got {words!r:.60}")


# -- how tests decide ------------------------------------------------------------------------------


def _ends(part: Exact | Interval) -> tuple[float, float]:
    if isinstance(part, Interval):
        return part.low, part.high
    return float(part), float(part)


def _compares(is_so: Callable[[float, float, float], bool | None]) -> Callable[[Given, str], Found]:
    """Every part on one side of a number; refuted if one lies on the other."""

    def decide(given: Given, rest: str) -> Found:
        found = [is_so(*_ends(part), float(rest)) for part in given]
        if False in found:
            return "refuted"
        return "inconclusive" if None in found else "reproduced"

    return decide


def _any_compares(
    is_so: Callable[[float, float, float], bool | None],
) -> Callable[[Given, str], Found]:
    """Some part on one side of a number: the opposite of a comparison of every part."""

    def decide(given: Given, rest: str) -> Found:
        found = [is_so(*_ends(part), float(rest)) for part in given]
        if True in found:
            return "reproduced"
        return "inconclusive" if None in found else "refuted"

    return decide


def _above(low: float, high: float, than: float) -> bool | None:
    return True if low > than else False if high <= than else None


def _below(low: float, high: float, than: float) -> bool | None:
    return True if high < than else False if low >= than else None


def _at_most(low: float, high: float, than: float) -> bool | None:
    return True if high <= than else False if low > than else None


def _at_least(low: float, high: float, than: float) -> bool | None:
    return True if low >= than else False if high < than else None


def words(given: Given) -> str:
    """A figure in words."""
    return ", ".join(map(text, given))


def _certain(is_so: bool) -> Found:
    return "reproduced" if is_so else "refuted"


def _is(given: Given, rest: str) -> Found:
    return _certain(words(given) == rest)


def _printed(given: Given, rest: str) -> Found:
    found: list[Found] = []
    for part, number in zip(given, rest.split(), strict=True):
        half = 0.5000001 * 10.0 ** -len(number.partition(".")[2])
        (low, high), middle = _ends(part), float(number)
        if middle - half <= low and high <= middle + half:
            found.append("reproduced")
        else:
            out = high < middle - half or low > middle + half
            found.append("refuted" if out else "inconclusive")
    return next((f for f in ("refuted", "inconclusive") if f in found), "reproduced")


def _order(given: Given, sign: int) -> Found:
    numbers = [sign * _ends(part)[0] for part in given]
    return _certain(all(a < b for a, b in pairwise(numbers)))


def _no_exception(given: Given, rest: str) -> Found:
    found = [part.value if isinstance(part, Interval) else part for part in given]
    if any(found):
        return "refuted"
    is_sure = all(not isinstance(p, Interval) or p.low == p.high for p in given)
    return "reproduced" if is_sure else "inconclusive"


def _denied(decide: Callable[[Given, str], Found]) -> Callable[[Given, str], Found]:
    def opposite(given: Given, rest: str) -> Found:
        found = decide(given, rest)
        return OPPOSITES.get(found, found)

    return opposite


@dataclass(frozen=True)
class _Word:
    decide: Callable[[Given, str], Found]
    opposite: str


def _rising(given: Given, rest: str) -> Found:
    return _order(given, 1)


def _falling(given: Given, rest: str) -> Found:
    return _order(given, -1)


WORDS = {
    "above": _Word(_compares(_above), "not all above"),
    "not all above": _Word(_any_compares(_at_most), "above"),
    "below": _Word(_compares(_below), "not all below"),
    "not all below": _Word(_any_compares(_at_least), "below"),
    "at most": _Word(_compares(_at_most), "not all at most"),
    "not all at most": _Word(_any_compares(_above), "at most"),
    "at least": _Word(_compares(_at_least), "not all at least"),
    "not all at least": _Word(_any_compares(_below), "at least"),
    "is": _Word(_is, "is not"),
    "is not": _Word(_denied(_is), "is"),
    "printed": _Word(_printed, "not printed"),
    "not printed": _Word(_denied(_printed), "printed"),
    "rising": _Word(_rising, "not rising"),
    "not rising": _Word(_denied(_rising), "rising"),
    "falling": _Word(_falling, "not falling"),
    "not falling": _Word(_denied(_falling), "falling"),
    "no exception": _Word(_no_exception, "an exception"),
    "an exception": _Word(_denied(_no_exception), "no exception"),
}
