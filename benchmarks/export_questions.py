"""The two questions behind a verdict as DIMACS files, for solvers that are programs.

    python -m benchmarks.export_questions PUZZLE_FILE FOLDER

Writes ``1.cnf`` (the puzzle) and, if it has a solution, ``2.cnf`` (the same without that solution)
and prints the exit code that a SAT solver must give for each: 10 satisfiable, 20 not.
"""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path

import uniclue
from uniclue.encoders.cnf import encode
from uniclue.encoders.dimacs import write
from uniclue.formats.source import read_text
from uniclue.models.puzzle import Grid, Puzzle

SATISFIABLE, UNSATISFIABLE = 10, 20


def formula(puzzle: Puzzle) -> bytes:
    """The puzzle in DIMACS."""
    out = BytesIO()
    write(encode(puzzle.model()), out)
    return out.getvalue()


def without(text: bytes, puzzle: Puzzle, solution: Grid) -> bytes:
    """A puzzle's formula with one more clause, which forbids a solution."""
    model = puzzle.model()
    clause = [
        -model.literal((r, c), value)
        for r, row in enumerate(solution)
        for c, value in enumerate(row)
        if value is not None
    ]
    head, body = text.split(b"\n", 1)
    _, _, variables, clauses = head.split()
    line = " ".join(map(str, [*clause, 0]))
    return b"p cnf %s %d\n%s%s\n" % (variables, int(clauses) + 1, body, line.encode())


def main() -> None:
    """Runs the command."""
    file, folder = map(Path, sys.argv[1:])
    puzzle = read_text(file.read_bytes().strip())
    verdict = uniclue.unique(puzzle)
    text = formula(puzzle)
    Path(folder, "1.cnf").write_bytes(text)
    codes = [SATISFIABLE if verdict.solutions else UNSATISFIABLE]
    if verdict.solutions:
        Path(folder, "2.cnf").write_bytes(without(text, puzzle, verdict.solutions[0]))
        codes.append(SATISFIABLE if verdict.status == "several" else UNSATISFIABLE)
    print(*codes)


if __name__ == "__main__":
    main()
