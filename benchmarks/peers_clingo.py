"""Uniqueness with clingo, written as its users would: a short program, two models at most."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

import clingo

from benchmarks.grids import kakuro_runs, sudoku_givens

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

NONOGRAM = """
1 { start(L,B,P) : P = 0..W-N } 1 :- block(L,B,N), width(L,W).
:- start(L,B,P), start(L,B+1,Q), block(L,B,N), Q <= P+N.
black(L,P..P+N-1) :- start(L,B,P), block(L,B,N).
:- width(row(R),_), width(column(C),_), black(row(R),C), not black(column(C),R).
:- width(row(R),_), width(column(C),_), black(column(C),R), not black(row(R),C).
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
            (clingo.Function("x", [numbers[i // 9], numbers[i % 9], numbers[digit]]), True)
            for i, digit in sudoku_givens(line)
        ]
        yield _verdict(control, givens, limit)


def sudoku_fresh(lines: Iterable[str], limit: float) -> Iterator[str]:
    """One program a puzzle; the givens are facts."""
    for line in lines:
        givens = (f"x({i // 9},{i % 9},{digit})." for i, digit in sudoku_givens(line))
        yield _verdict(_control(SUDOKU + " ".join(givens)), [], limit)


def kakuro(lines: Iterable[str], limit: float) -> Iterator[str]:
    """One program a puzzle; sums are aggregates."""
    for line in lines:
        facts = []
        for name, (total, cells) in enumerate(kakuro_runs(json.loads(line)["grid"])):
            facts += [f"in({cell},{name})." for cell in cells]
            facts += [f"total({name},{total})."] if total is not None else []
        yield _verdict(_control(KAKURO + " ".join(facts)), [], limit)


def nonogram(lines: Iterable[str], limit: float) -> Iterator[str]:
    """One program a puzzle; every block chooses where it starts, rows and columns agree."""
    for line in lines:
        puzzle = json.loads(line)
        clues = {f"row({i})": clue for i, clue in enumerate(puzzle["rows"])}
        clues |= {f"column({i})": clue for i, clue in enumerate(puzzle["cols"])}
        facts = []
        for name, clue in clues.items():
            width = len(puzzle["cols" if name.startswith("row") else "rows"])
            blocks = [block for block in clue if block]
            facts.append(f"width({name},{width}).")
            facts += [f"block({name},{i},{block})." for i, block in enumerate(blocks)]
        yield _verdict(_control(NONOGRAM + " ".join(facts)), [], limit)
