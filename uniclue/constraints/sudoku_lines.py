"""Lines of sudoku setters, each a clue of simpler constraints: zippers, entropic lines and more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, pairwise, permutations, product

from uniclue.constraints.base import Clue
from uniclue.constraints.lines import MinDifference
from uniclue.constraints.sums import Sum
from uniclue.constraints.table import Table
from uniclue.core.model import Place
from uniclue.core.places import names

Meaning = Callable[[str, str, Sequence[Place], int], Clue]
"""What a line means, by its rule code, its title, its cells and the number of digits."""


def equal_sums(code: str, title: str, groups: Sequence[Sequence[Place]], says: str) -> Clue:
    """Groups of cells have the same sum.

    Args:
        code: The rule code.
        title: What they are called in sentences.
        groups: The groups, two or more.
        says: What that means, in words.

    Example:
        >>> ends, inside = ((0, 0), (0, 2)), ((0, 1),)
        >>> clue = equal_sums("double", "the arrow", (ends, inside), "the ends make the rest")
        >>> clue.constraints[0].allows(1, 2, 3)
        '3 of 27: 112 123 213'
    """
    sums = [
        Sum(code, title, (*one, *other), 0, 0, (1,) * len(one) + (-1,) * len(other))
        for one, other in pairwise(groups)
    ]
    return Clue(code, title, sums, says)


def double_arrow(code: str, title: str, line: Sequence[Place], digits: int) -> Clue:
    """The digits at both ends add up to the sum of those between.

    Args:
        code: The rule code.
        title: What the line is called in sentences.
        line: Its cells, three or more.
        digits: How many digits there are.

    Example:
        >>> double_arrow("double", "the line", cells((1, 3)), 9).sentence()
        'the line: both ends make the sum of the digits between'
    """
    says = "both ends make the sum of the digits between"
    return equal_sums(code, title, ((line[0], line[-1]), line[1:-1]), says)


def zipper(code: str, title: str, line: Sequence[Place], digits: int) -> Clue:
    """Two digits equally far from the middle add up to the digit there; if none is, to one sum.

    Args:
        code: The rule code.
        title: What the line is called in sentences.
        line: Its cells, three or more.
        digits: How many digits there are.

    Example:
        >>> zipper("zipper", "the zipper", cells((1, 3)), 9).sentence()
        'the zipper: pairs equally far from the middle have the same sum'
    """
    half, odd = divmod(len(line), 2)
    groups = [(line[half],)] * odd + [(line[i], line[-1 - i]) for i in range(half)]
    return equal_sums(code, title, groups, "pairs equally far from the middle have the same sum")


def nabner(code: str, title: str, line: Sequence[Place], digits: int) -> Clue:
    """No two digits of the line, wherever in it, are equal or follow each other.

    Args:
        code: The rule code.
        title: What the line is called in sentences.
        line: Its cells, two or more.
        digits: How many digits there are.

    Example:
        >>> nabner("nabner", "the line", cells((1, 2)), 9).sentence()
        'the line: any two digits differ by 2 or more'
    """
    apart = [MinDifference(code, names(pair), pair, 2) for pair in combinations(line, 2)]
    return Clue(code, title, apart, "any two digits differ by 2 or more")


def entropic_line(code: str, title: str, line: Sequence[Place], digits: int) -> Clue:
    """Any three successive digits are one low, one high and one of the middle third.

    Args:
        code: The rule code.
        title: What the line is called in sentences.
        line: Its cells, two or more.
        digits: How many digits there are.

    Example:
        >>> entropic_line("entropic", "the line", cells((1, 2)), 9).sentence()
        'the line: any three in a row are low, middle and high'
    """
    says = "any three in a row are low, middle and high"
    return _of_different_classes(code, title, line, digits, says, lambda d: (d - 1) * 3 // digits)


def modular_line(code: str, title: str, line: Sequence[Place], digits: int) -> Clue:
    """Any three successive digits leave different remainders when they are divided by 3.

    Args:
        code: The rule code.
        title: What the line is called in sentences.
        line: Its cells, two or more.
        digits: How many digits there are.

    Example:
        >>> modular_line("modular", "the line", cells((1, 2)), 9).sentence()
        'the line: any three in a row leave different remainders by 3'
    """
    says = "any three in a row leave different remainders by 3"
    return _of_different_classes(code, title, line, digits, says, lambda d: d % 3)


def _of_different_classes(
    code: str,
    title: str,
    line: Sequence[Place],
    digits: int,
    says: str,
    class_of: Callable[[int], int],
) -> Clue:
    """Digits one or two places apart are of different classes."""
    both = permutations(range(1, digits + 1), 2)
    suits = tuple((a, b) for a, b in both if class_of(a) != class_of(b))
    pairs = [*pairwise(line), *zip(line, line[2:], strict=False)]
    tables = [Table(code, names(pair), pair, says, suits) for pair in pairs]
    return Clue(code, title, tables, says)


def lockout(code: str, title: str, line: Sequence[Place], digits: int) -> Clue:
    """The ends differ by half the digits, rounded down, and no digit between lies within them.

    Args:
        code: The rule code.
        title: What the line is called in sentences.
        line: Its cells, two or more.
        digits: How many digits there are.

    Example:
        >>> lockout("lockout", "the line", cells((1, 3)), 9).sentence()
        'the line: its ends differ by 4 or more, and lock all digits within them out'
    """
    least, numbers = digits // 2, range(1, digits + 1)
    ends, far = (line[0], line[-1]), f"its ends differ by {least} or more"
    suits = tuple(
        (a, b, x)
        for a, b, x in product(numbers, repeat=3)
        if abs(a - b) >= least and not min(a, b) <= x <= max(a, b)
    )
    out = [
        Table(code, names((*ends, x)), (*ends, x), "it is locked out", suits) for x in line[1:-1]
    ]
    says = f"{far}, and lock all digits within them out"
    return Clue(code, title, [MinDifference(code, title, ends, least), *out], says)
