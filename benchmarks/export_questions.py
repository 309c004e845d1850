"""The two questions behind a verdict as DIMACS files, for solvers that are programs.

    python -m benchmarks.export_questions PUZZLE_FILE FOLDER

Writes ``1.cnf`` (the puzzle) and, if it has a solution, ``2.cnf`` (the same without that solution)
and prints the exit code that a SAT solver must give for each: 10 satisfiable, 20 not.
"""

from __future__ import annotations

import sys
from pathlib import Path

import uniclue
from uniclue.formats.source import read_text
from uniclue.solver_files.export import ExportOptions, export_file

SATISFIABLE, UNSATISFIABLE = 10, 20


def main() -> None:
    """Runs the command."""
    file, folder = map(Path, sys.argv[1:])
    puzzle = read_text(file.read_bytes().strip())
    verdict = uniclue.unique(puzzle)
    uniclue.export(puzzle, folder / "1.cnf")
    codes = [SATISFIABLE if verdict.solutions else UNSATISFIABLE]
    if verdict.solutions:
        blocked = verdict.solutions[:1]
        export_file(puzzle, ExportOptions("cnf", "unique"), blocked, folder / "2.cnf", None)
        codes.append(SATISFIABLE if verdict.status == "several" else UNSATISFIABLE)
    print(*codes)


if __name__ == "__main__":
    main()
