"""Zhu, Chen and Zhao 2018, once more."""

from __future__ import annotations

from itertools import combinations, pairwise, permutations, product
from typing import Any

import numpy as np

Block = tuple[int, int]
BLOCKS: list[Block] = [(x, y) for x in range(3) for y in range(3)]
ANSWER = {"lion": [(1, 2), (2, 1)]}  # from the left, as figure 8 prints it
LEVELS = {
    1: (0, 2, 3, 0),
    2: (0, 3, 3, 0),
    3: (2, 2, 3, 0),
    10: (0, 6, 4, 0),
    11: (2, 4, 4, 0),
    18: (3, 3, 14, 4),
    23: (10, 3, 15, 4),
    33: (2, 9, 5, 0),
    50: (34, 5, 99, 30),
}
RECORDS = """\
A1 = [1, [1, 1, 1], [1, 1, 1, 0, 1], 1, True, 4, 0, 0, "elephant"]
A2 = [1, [1, 1, 1], [1, 1, 1, 1, 1], 2, True, 5, 0, 0, "monkey"]
A3 = [1, [1, 1, 1], [1, 1, 1, 1, 1], 3, True, 6, 0, 0, "tiger"]
A4 = [2, [1, 1, 1], [1, 1, 1, 1, 1, 1], 4, True, 1, 0, 0, "hippo"]
A5 = [2, [0, 1, 0], [1, 1, 1, 1, 1], 5, True, 2, 0, 0, "lion"]
A6 = [2, [1, 1, 1], [1, 0, 1, 1, 1, 1], 6, True, 3, 0, 0, "panda"]
"""


def height(block: tuple[int, int]) -> int:
    return min(block) + 1


def beside(a: tuple[int, int], b: tuple[int, int]) -> bool:
    return sorted((abs(a[0] - b[0]), abs(a[1] - b[1]))) == [0, 1]


def map_from_the_right() -> dict[str, Any]:
    rows = [[height((2 - column, 2 - row)) for column in range(3)] for row in range(3)]
    lions = [height((2 - x, y)) for x, y in ANSWER["lion"]]
    return {
        "heights-from-the-right": " / ".join(" ".join(map(str, row)) for row in rows),
        "lions-from-the-right": tuple(lions),
    }


def neighbour_formula() -> dict[str, Any]:
    pairs = [(a, b) for a, b in combinations(BLOCKS, 2) if not beside(a, b)]
    return {"not-beside": sum(abs(sum(a) - sum(b)) == 1 for a, b in pairs)}


def outside() -> dict[str, Any]:
    around = [(x, y) for x in range(-1, 4) for y in range(-1, 4)]
    points = {p for p in around if any(beside(p, b) for b in BLOCKS)}
    is_in = {p: min(p) >= 0 and max(p) <= 2 for p in points}
    found = {}
    for name, few in (("open", {2}), ("closed", {1, 2, 3})):
        given_up = {p for p in points if p[0] in few or p[1] in few}
        kept = {p for p in points if p[0] in few and p[1] in few}
        found[f"outside-{name}"] = sum((p in given_up) == is_in[p] for p in points)
        found[f"inside-{name}"] = sum((p in kept) != is_in[p] for p in points)
    return found


def level_in_the_code() -> dict[str, Any]:
    """Two of species F stand; the code lets E stand where the height is one of theirs."""
    wrong = 0
    for first, second in combinations(BLOCKS, 2):
        heights = {height(first), height(second)}
        free = [block for block in BLOCKS if block not in (first, second)]
        wrong += sum(height(block) in heights for block in free) * (len(heights) > 1)
    return {"accepted": wrong}


def printed_flags() -> dict[str, Any]:
    flags = [eval(line.split(" = ")[1])[2] for line in RECORDS.splitlines()]
    return {"records-with-six-flags": sum(len(one) == 6 for one in flags)}


def order_efficient() -> dict[str, Any]:
    """Maps kept on the way, species by species: all that break no condition so far."""
    counts = {"elephant": 1, "monkey": 1, "tiger": 1, "hippo": 2, "lion": 2, "panda": 2}
    open_to = dict.fromkeys(counts, BLOCKS)
    open_to["elephant"] = [b for b in BLOCKS if b[1] != 1]
    open_to["panda"] = [b for b in BLOCKS if b[0] != 1]
    open_to["lion"] = [b for b in BLOCKS if height(b) == 2]
    friend = {"elephant": "hippo", "monkey": "lion", "tiger": "panda"}
    friend |= {other: one for one, other in friend.items()}

    def touch(some: tuple[Any, ...], others: tuple[Any, ...]) -> bool:
        return all(any(beside(a, b) for b in others) for a in some)

    def kept(order: tuple[str, ...]) -> int:
        maps: list[dict[str, Any]] = [{}]
        total = 0
        for name in order:
            longer = []
            for one in maps:
                taken = {block for some in one.values() for block in some}
                free = [block for block in open_to[name] if block not in taken]
                for some in combinations(free, counts[name]):
                    near = one.get(friend[name])
                    if near is None or (touch(some, near) and touch(near, some)):
                        longer.append(one | {name: some})
            maps, total = longer, total + len(longer)
        return total

    procedure = ("lion", "monkey", "elephant", "hippo", "panda", "tiger")
    other = ("lion", "monkey", "panda", "tiger", "elephant", "hippo")
    best = min(kept(procedure), kept(other))
    orders = (order for order in permutations(counts) if order[:2] == procedure[:2])
    return {"fewer-placements": sum(kept(order) < best for order in orders)}


def fitted(levels: tuple[int, ...], b1: float, b2: float) -> tuple[Any, float]:
    rows = [LEVELS[level] for level in levels]
    left = np.array([[(2 * a + b) ** b1, (c + d) ** b2, 1] for a, b, c, d in rows])
    found = np.linalg.lstsq(left, np.array(levels, float), rcond=None)[0]
    return found, float(((left @ found - levels) ** 2).sum())


SETS = {
    "2-to-23": (2, 3, 10, 11, 18, 23),
    "1-to-23": (1, 2, 3, 10, 11, 18, 23),
    "2-to-33": (2, 3, 10, 11, 18, 23, 33),
    "2-to-50": (2, 3, 10, 11, 18, 23, 50),
    "1-to-50": (1, 2, 3, 10, 11, 18, 23, 50),
}


def d_exponents() -> dict[str, Any]:
    twelfths = [*product(range(1, 13), repeat=2)]
    found = {}
    for name, levels in SETS.items():
        a, b = min(twelfths, key=lambda ab: fitted(levels, ab[0] / 12, ab[1] / 12)[1])
        found[f"exponents-{name}"] = f"{a}/12 and {b}/12"
    return found


def d_level_1() -> dict[str, Any]:
    names = ("2-to-23", "2-to-33", "2-to-50")
    return {f"fitted-{name}": tuple(fitted(SETS[name], 6 / 12, 7 / 12)[0]) for name in names}


def d(level: int, a1: float, a2: float, a3: float) -> float:
    x1, x2, x3, x4 = LEVELS[level]
    return float(a1 * (2 * x1 + x2) ** (6 / 12) + a2 * (x3 + x4) ** (7 / 12) + a3)


def d_level_33() -> dict[str, Any]:
    again = fitted(SETS["2-to-33"], 6 / 12, 7 / 12)[0]
    return {"level-33": d(33, 3.8927, 2.5347, -8.3274), "level-33-fitted": d(33, *again)}


def d_grows_rapidly() -> dict[str, Any]:
    tried = [2.5347 * n ** (7 / 12) for n in range(0, 161, 40)]
    seen = [3.8927 * (2 * n + 5) ** (6 / 12) for n in range(0, 161, 40)]
    by_nodes, by_choices = (tuple(b - a for a, b in pairwise(some)) for some in (tried, seen))
    return {"by-nodes": by_nodes, "by-choices": by_choices}
