"""Large puzzles out of Uniclue: into files of every format, and into a PySAT solver.

    python -m benchmarks.export [--quick] [--out FILE]

Three formulas: a random one of ten million literals, the model of an empty 25x25 sudoku, and that
of a random 100x100 nonogram. The two puzzles are also written in the other formats, LP and MPS
beside PuLP. Every step runs in a process of its own, in turns; what is timed is the step alone,
without loading or making what it writes. Exits with 1 if Uniclue and PySAT do not write the same
file.
"""

from __future__ import annotations

import argparse
import filecmp
import json
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import product
from pathlib import Path
from statistics import median
from typing import IO, Any

import numpy as np

from benchmarks.running import run_process
from benchmarks.tables import RESULTS, machine, middle, table, write_section
from uniclue.core.model import Model
from uniclue.encoders.cnf import Cnf
from uniclue.formats.puzzle_json import dumps
from uniclue.papers.chen2016.nonogram_boards import puzzles

ROUNDS = 5
VARIABLES = 700_000
LITERALS = 10_000_000
LENGTHS = {1: 0.05, 2: 0.45, 3: 0.35, 4: 0.07, 5: 0.04, 8: 0.02, 20: 0.015, 100: 0.005}
"""Clause lengths of the random formula, and how frequent each is."""
SEED = 1
OURS = "dimacs.write"


# -- formulas --------------------------------------------------------------------------------------


def random_formula(literals: int) -> Cnf:
    """A formula of about that many literals over ``VARIABLES`` variables."""
    rng = np.random.default_rng(SEED)
    sizes = rng.choice(list(LENGTHS), p=list(LENGTHS.values()), size=literals // 2)
    lengths = sizes[: np.searchsorted(np.cumsum(sizes), literals)].astype(np.int32)
    lits = rng.integers(1, VARIABLES + 1, lengths.sum(), np.int32)
    lits *= rng.choice(np.array([-1, 1], np.int32), len(lits))
    return Cnf(VARIABLES, lengths, lits, np.zeros(len(lengths), np.int32))


def empty_sudoku() -> str:
    """An empty 25x25 sudoku, as JSON."""
    return json.dumps({"kind": "sudoku", "box": [5, 5], "grid": [[0] * 25] * 25})


def random_nonogram() -> str:
    """A random 100x100 nonogram, 40 % of it black, as JSON."""
    (puzzle,) = puzzles(100, 1, 0.4, 0.4, SEED)
    return dumps(puzzle).decode()


PUZZLES = {"empty 25x25 sudoku": empty_sudoku, "random 100x100 nonogram": random_nonogram}


def model_of(puzzle: str) -> Model:
    import uniclue

    return uniclue.loads(puzzle).model()


def formula(title: str, quick: bool) -> Cnf:
    """The formula of that name."""
    if title in PUZZLES:
        from uniclue.encoders.cnf import encode

        return encode(model_of(PUZZLES[title]()))
    return random_formula(LITERALS // 10 if quick else LITERALS)


FORMULAS = ("random formula", *PUZZLES)


def save(cnf: Cnf, folder: Path) -> str:
    """Saves the arrays; returns the formula's size in words."""
    np.save(folder / "n_vars.npy", cnf.n_vars)
    for part in ("lengths", "lits", "group"):
        np.save(folder / f"{part}.npy", getattr(cnf, part))
    return f"{cnf.n_vars:,} variables, {len(cnf):,} clauses, {len(cnf.lits):,} literals"


def load(folder: Path) -> Cnf:
    lengths, lits, group = (np.load(folder / f"{p}.npy") for p in ("lengths", "lits", "group"))
    return Cnf(int(np.load(folder / "n_vars.npy")), lengths, lits, group)


# -- steps, each in a process of its own -----------------------------------------------------------


def _nothing(folder: Path) -> float:
    return 0.0


def _only_load(folder: Path) -> float:
    load(folder)
    return 0.0


def _ours(folder: Path) -> float:
    from uniclue.encoders.dimacs import write

    cnf = load(folder)
    started = time.perf_counter()
    with (folder / "ours.cnf").open("wb") as out:
        write(cnf, out)
    return time.perf_counter() - started


def _pysat(folder: Path) -> float:
    from uniclue.encoders.pysat_formula import formula_of

    formula = formula_of(load(folder))
    started = time.perf_counter()
    formula.to_file(str(folder / "pysat.cnf"))
    return time.perf_counter() - started


def _copy(folder: Path) -> float:
    import subprocess

    started = time.perf_counter()
    with (folder / "copy.cnf").open("wb") as out:
        subprocess.run(["cat", folder / "ours.cnf"], stdout=out, check=True)
    return time.perf_counter() - started


def _solver(folder: Path, clauses: Callable[[Cnf], Any]) -> float:
    from pysat.solvers import Solver

    cnf = load(folder)
    started = time.perf_counter()
    with Solver(name="cadical195", bootstrap_with=clauses(cnf)):
        return time.perf_counter() - started


STEPS: dict[str, Callable[[Path], float]] = {
    "Python and numpy": _nothing,
    "the formula in memory": _only_load,
    OURS: _ours,
    "PySAT's CNF.to_file": _pysat,
    "cat of the file": _copy,
    "Solver(bootstrap_with=cnf.clauses())": lambda folder: _solver(folder, Cnf.clauses),
    "Solver(bootstrap_with=cnf.iter_clauses())": lambda folder: _solver(folder, Cnf.iter_clauses),
}


# -- the other formats, each file written by a process of its own ----------------------------------


def _timed(write: Callable[[IO[bytes]], None], path: Path) -> float:
    started = time.perf_counter()
    with path.open("wb") as out:
        write(out)
    return time.perf_counter() - started


def _rows(name: str) -> Callable[[Model, Path], float]:
    """A step that writes the rows of a model."""

    def step(model: Model, path: Path) -> float:
        import importlib

        writer = importlib.import_module(f"uniclue.encoders.{name}")
        rows = model.program()
        return _timed(lambda out: writer.write(rows, model.n_vars, out), path)

    return step


def _wcnf(model: Model, path: Path) -> float:
    from uniclue.encoders import cnf, wcnf

    guarded = cnf.guarded(model)
    return _timed(lambda out: wcnf.write(guarded, out), path)


def _npz(model: Model, path: Path) -> float:
    from uniclue.encoders import matrix

    return _timed(lambda out: matrix.write(model, out), path)


def _pulp(method: str) -> Callable[[Model, Path], float]:
    """A step that writes a model's PuLP problem."""

    def step(model: Model, path: Path) -> float:
        from uniclue.encoders.ilp import encode

        problem = encode(model).problem
        started = time.perf_counter()
        getattr(problem, method)(str(path))
        return time.perf_counter() - started

    return step


def _no_file(model: Model, path: Path) -> float:
    model.program()
    path.touch()
    return 0.0


FILES: dict[str, Callable[[Model, Path], float]] = {
    "the rows in memory": _no_file,
    "opb.write": _rows("opb"),
    "lp.write": _rows("lp"),
    "PuLP's writeLP": _pulp("writeLP"),
    "mps.write": _rows("mps"),
    "PuLP's writeMPS": _pulp("writeMPS"),
    "wcnf.write": _wcnf,
    "matrix.write": _npz,
}


def files_report(title: str, rounds: int) -> str:
    """The table of a puzzle in the other formats."""
    times: dict[str, list[float]] = {name: [] for name in FILES}
    peaks: dict[str, list[float]] = {name: [] for name in FILES}
    sizes: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "puzzle.json").write_text(PUZZLES[title]())
        for _, step in product(range(rounds), FILES):
            out, peak = _run(folder, "--file", step)
            times[step].append(float(out))
            peaks[step].append(peak)
            sizes[step] = (folder / "file").stat().st_size / 2**20
    rows = []
    for step in FILES:
        seconds, size = median(times[step]), sizes[step]
        speed = (
            [middle(times[step]), f"{size:.2f}", f"{size / seconds:.1f}"] if seconds else [""] * 3
        )
        rows.append([f"`{step}`" if "." in step else step, *speed, f"{median(peaks[step]):.0f}"])
    titles = ["step", "s", "file MB", "MB a second", "peak MB"]
    return f"### {title.capitalize()} in other formats\n\n{table(titles, rows)}\n"


# -- the report ------------------------------------------------------------------------------------


def _run(folder: Path, *arguments: str) -> tuple[str, float]:
    """Runs this module in another process: what it prints, and its peak memory in MB."""
    out, _, peak = run_process(
        [sys.executable, "-m", "benchmarks.export", "--folder", str(folder), *arguments]
    )
    return out, peak


def measure(folder: Path, rounds: int) -> tuple[dict[str, list[float]], dict[str, list[float]]]:
    """Runs all steps on a saved formula: their seconds and their peak memory in MB, by round."""
    times: dict[str, list[float]] = {name: [] for name in STEPS}
    peaks: dict[str, list[float]] = {name: [] for name in STEPS}
    for _ in range(rounds):
        for name in STEPS:
            out, peak = _run(folder, "--step", name)
            times[name].append(float(out))
            peaks[name].append(peak)
    return times, peaks


def report(title: str, quick: bool) -> tuple[str, bool]:
    """The table of one formula, and whether both writers wrote the same file."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        numbers = _run(folder, "--make", title, *(["--quick"] if quick else []))[0]
        times, peaks = measure(folder, 1 if quick else ROUNDS)
        same = filecmp.cmp(folder / "ours.cnf", folder / "pysat.cnf", shallow=False)
        size = (folder / "ours.cnf").stat().st_size / 2**20
    base = median(times[OURS])
    rows = []
    for step in STEPS:
        seconds, peak = median(times[step]), median(peaks[step])
        timed = [middle(times[step]), f"{seconds / base:.2f}"] if seconds else ["", ""]
        own = [f"{peak:.0f}", f"{peak / size:.2f}"] if step != "cat of the file" else ["", ""]
        rows.append([f"`{step}`" if "(" in step or step == OURS else step, *timed, *own])
    titles = ["step", "s", "s / ours", "peak MB", "peak / file"]
    speed = f"{size / base:.0f} MB a second by `{OURS}`"
    note = f"{numbers.strip()}; the file has {size:.1f} MB, {speed}."
    return f"### {title.capitalize()}\n\n{table(titles, rows)}\n\n{note}\n", same


def main() -> int:
    """Runs the command; returns its exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.export")
    parser.add_argument("--quick", action="store_true", help="a tenth of the literals, one round")
    parser.add_argument("--out", type=Path, default=RESULTS / "export.md")
    parser.add_argument("--make", choices=FORMULAS, help=argparse.SUPPRESS)
    parser.add_argument("--step", choices=STEPS, help=argparse.SUPPRESS)
    parser.add_argument("--file", choices=FILES, help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.make:
        print(save(formula(options.make, options.quick), options.folder))
        return 0
    if options.step:
        print(STEPS[options.step](options.folder))
        return 0
    if options.file:
        puzzle = (options.folder / "puzzle.json").read_text()
        print(FILES[options.file](model_of(puzzle), options.folder / "file"))
        return 0
    parts, wrong = [], []
    for title in FORMULAS:
        text, same = report(title, options.quick)
        parts.append(text)
        wrong += [] if same else [f"{title}: the files differ"]
        print(text, flush=True)
    for title in PUZZLES:
        parts.append(files_report(title, 1 if options.quick else ROUNDS))
        print(parts[-1], flush=True)
    rounds = "1 round" if options.quick else f"{ROUNDS} rounds"
    intro = (
        f"{machine()}; {rounds}, each step in a process of its own; memory is the whole process'."
    )
    write_section(options.out, "Large formulas", f"{intro}\n\n" + "\n".join(parts))
    print("\n".join(wrong), file=sys.stderr)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
