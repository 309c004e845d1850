"""Xue, Jiang and Li 2009, once more."""

from __future__ import annotations

import random
from typing import Any

EASY = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
HARD = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"


def units(cell: int) -> tuple[int, int, int]:
    return cell // 9, 9 + cell % 9, 18 + cell // 27 * 3 + cell % 9 // 3


def tries(cells: str, most: int, first: bool = False) -> int:
    """Legal digits tried row by row, to the end or to the first solution; at most ``most``."""
    free = [511] * 27
    for cell, digit in enumerate(cells):
        for unit in units(cell) if digit in "123456789" else ():
            free[unit] &= ~(1 << int(digit) - 1)
    path = [units(cell) for cell, digit in enumerate(cells) if digit not in "123456789"]
    last, depth, tried = len(path) - 1, 0, 0
    a, b, c = path[0]
    todo, placed = [free[a] & free[b] & free[c]] + [0] * last, [0] * (last + 1)
    while depth >= 0:
        a, b, c = path[depth]
        if bit := placed[depth]:
            free[a] |= bit
            free[b] |= bit
            free[c] |= bit
            placed[depth] = 0
        bit = todo[depth] & -todo[depth]
        if not bit:
            depth -= 1
            continue
        todo[depth] ^= bit
        tried += 1
        if tried >= most or (depth == last and first):
            return tried
        placed[depth] = bit
        free[a] ^= bit
        free[b] ^= bit
        free[c] ^= bit
        if depth < last:
            depth += 1
            a, b, c = path[depth]
            todo[depth] = free[a] & free[b] & free[c]
    return tried


def equal_fifths() -> dict[str, Any]:
    edges = [80 * k / 5 for k in range(6)]
    part = next(k for k in range(5) if edges[k] <= 22 < edges[k + 1])
    return {"level-by-fifths": ("V", "IV", "III", "II", "I")[part]}


def bound() -> dict[str, Any]:
    """One of 17 givens, whose first rows are nearly bare."""
    return {"hard": tries(HARD, 1_500_001) > 1_500_000}


def las_vegas_time() -> dict[str, Any]:
    """Of two trials the one with more cells at random takes longer; most of the pairs."""
    rng, worked = random.Random(1), {4: [0] * 0, 17: [0] * 0}
    for number, some in worked.items():
        while len(some) < 15:
            cells = ["0"] * 81
            for cell in rng.sample(range(81), number):
                seen = {cells[i] for i in range(81) if {*units(i)} & {*units(cell)}}
                left = [digit for digit in "123456789" if digit not in seen]
                cells[cell] = rng.choice(left) if left else "x"
            if "x" not in cells:
                some.append(tries("".join(cells), 20_000, first=True))
    pairs = [(b > a) - (b < a) for a in worked[4] for b in worked[17]]
    return {"tries": sum(pairs) / len(pairs)}


def transforms_grade() -> dict[str, Any]:
    """Two bands change places, and with that the tries fall below 1,000, where a score ends."""
    turned = EASY[27:54] + EASY[:27] + EASY[54:]
    before, after = (tries(board, 10**6) for board in (EASY, turned))
    return {"changed": int((before < 1000) != (after < 1000))}
