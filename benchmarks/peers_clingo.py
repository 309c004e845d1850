"""Uniqueness with clingo, written as its users would: a short program, two models at most."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

import clingo

from benchmarks.kakuro_runs import kakuro_runs

SUDOKU = """
1 { x(R,C,V) : V = 1..9 } 1 :- R = 0..8, C = 0..8.
1 { x(R,C,V) : C = 0..8 } 1 :- R = 0..8, V = 1..9.
1 { x(R,C,V) : R = 0..8 } 1 :- C = 0..8, V = 1..9.
1 { x(R,C,V) : R = 0..8, C = 0..8, R/3 = B/3, C/3 = B\\3 } 1 :- B = 0..8, V = 1..9.
"""

KAKURO = """
1 { x(P,V) : V = 1..9 } 1 :- in(P,_).
:- in(_,N), V = 1..9, 2 { x(P,V) : in(P,N) }.
:- total(N,S), not S #sum { V,P : x(P,V), in(P,N) } S.
"""


def _control(program: str) -> Any:
    control = clingo.Control(["--models=2", "--warn=none"])
    control.add("base", [], program)
    control.ground([("base", [])])
    return control


def _verdict(control: Any, assumptions: list[Any], limit: float) -> str:
    found = 0
    with control.solve(assumptions=assumptions, async_=True, yield_=True) as handle:
        while True:
            handle.resume()
            if not handle.wait(limit or None):
                handle.cancel()
                return "unknown"
            if handle.model() is None:
                return ("none", "unique", "several")[found]
            found += 1


def sudoku(lines: Iterable[str], limit: float) -> Iterator[str]:
    """Grounded once; the givens are assumptions."""
    control = _control(SUDOKU)
    numbers = [clingo.Number(i) for i in range(10)]
    for line in lines:
        givens = [
            (clingo.Function("x", [numbers[i // 9], numbers[i % 9], numbers[int(char)]]), True)
            for i, char in enumerate(line)
            if char in "123456789"
        ]
        yield _verdict(control, givens, limit)


def sudoku_fresh(lines: Iterable[str], limit: float) -> Iterator[str]:
    """One program a puzzle; the givens are facts."""
    for line in lines:
        givens = (
            f"x({i // 9},{i % 9},{char})." for i, char in enumerate(line) if char in "123456789"
        )
        yield _verdict(_control(SUDOKU + " ".join(givens)), [], limit)


def kakuro(lines: Iterable[str], limit: float) -> Iterator[str]:
    """One program a puzzle; sums are aggregates."""
    for line in lines:
        facts = []
        for name, (total, cells) in enumerate(kakuro_runs(json.loads(line)["grid"])):
            facts += [f"in({cell},{name})." for cell in cells]
            facts += [f"total({name},{total})."] if total is not None else []
        yield _verdict(_control(KAKURO + " ".join(facts)), [], limit)
