"""What the library says of many puzzles, as digests: a change of shape alone changes none.

    python -m benchmarks.digests --out FILE [--kinds KIND ...] [--only ASPECT ...] [--number N]
    python -m benchmarks.digests --against FILE [--kinds KIND ...] [--only ASPECT ...]

Of every kind it takes published puzzles of the corpus up to 400 cells, evenly spread, and the small
boards that the tests keep. ``--number`` says how many of each; 0 is all. The aspects:

    rows      variables, groups and rows of the model, in every form of the kind
    formula   the clauses with lazy constraints written as rows (boards up to 144 cells)
    verdict   status and number of solutions, and the solution where it is the only one
    shown     which solutions are shown first where there are several
    work      solver, size of the formula and cells deduced before it
    steps     the explanation in words (boards up to 64 cells, a tenth of the puzzles)
    drawn     the puzzle and its solution as SVG and as text
    made      three generated puzzles of the first and of the last level

With ``--against`` it prints what differs and exits with 1 if anything does; a puzzle whose verdict
or explanation hit a limit in either run is counted as open. It exits with 66 without a corpus.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from benchmarks import kinds
from benchmarks.puzzles import ROOT, corpus_files, leave_without_corpus, read_file, spread
from uniclue.core.kinds import builtin_kinds
from uniclue.core.lazy import static
from uniclue.core.model import Model, View
from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.drawing.picture import picture
from uniclue.drawing.svg import svg
from uniclue.drawing.text import text
from uniclue.encoders.cnf import encode
from uniclue.explainers.steps.explain import explain
from uniclue.explainers.steps.text import paragraphs
from uniclue.formats.puzzle_json import from_members
from uniclue.formats.source import read_text
from uniclue.generators.attempts import find_recipe, order
from uniclue.generators.orders import make
from uniclue.solvers.decide import Method, unique
from uniclue.solvers.limits import Clock, Limits
from uniclue.solvers.verdict import Verdict

MOST_CELLS, MOST_FOR_FORMULA, MOST_FOR_STEPS = 400, 144, 64
LIMIT = 20.0
"""Seconds for a verdict or an explanation."""
MAKING = 60.0
"""Seconds for the puzzles of one level; where it takes longer, they count as open."""
OPEN = "open"
ASPECTS = ("rows", "formula", "verdict", "shown", "work", "steps", "drawn", "made")

Digests = dict[str, dict[str, str]]
"""By aspect and the puzzle's name."""


def digest(*parts: object) -> str:
    """A short digest of what parts look like; arrays of numpy count by their bytes."""
    found = hashlib.sha256()
    for part in parts:
        found.update(part.tobytes() if hasattr(part, "tobytes") else repr(part).encode())
    return found.hexdigest()[:16]


# -- puzzles ---------------------------------------------------------------------------------------


def published(kind: str, number: int) -> Iterator[tuple[str, Puzzle]]:
    """Puzzles of the corpus with their names, evenly spread over its files."""
    for file in corpus_files():
        if file.startswith(f"{kind}/"):
            entries = [entry for entry in read_file(file) if not entry.is_giant]
            for entry in spread(entries, number or len(entries)):
                puzzle = read_text(entry.data)
                if _cells(puzzle) <= MOST_CELLS:
                    yield f"{file}:{entry.name}", puzzle
    for sort in kinds.files():
        found = [
            (name, puzzle)
            for name, _, puzzle in _of_sort(sort)
            if isinstance(puzzle, Puzzle) and puzzle.kind() == kind
        ]
        yield from ((f"{sort}:{name}", puzzle) for name, puzzle in spread(found, number or 10**6))


def _of_sort(sort: str) -> Iterator[tuple[str, str, Puzzle | PuzzleError]]:
    return kinds.puzzles(sort, MOST_CELLS)


def kept(kind: str, number: int) -> Iterator[tuple[str, Puzzle]]:
    """The small boards that the tests keep, with their line as name."""
    path = ROOT / "tests" / "gate" / "boards" / f"{kind}.jsonl"
    lines = list(enumerate(path.read_text("utf-8").splitlines(), 1))
    for i, line in spread(lines, number or len(lines)):
        yield f"board {i}", from_members(json.loads(line)[0])


def _cells(puzzle: Puzzle) -> int:
    return puzzle.shape[0] * puzzle.shape[1]


# -- aspects ---------------------------------------------------------------------------------------


def rows_of_model(model: Model) -> str:
    """Variables, groups and rows as both views have them."""
    parts: list[object] = [model.n_vars, model.places, model.domain, list(model.groups)]
    for view in (View.LP, View.CNF):
        rows = model.matrix(view)
        parts += [rows.indptr, rows.cols, rows.coef, rows.lower, rows.upper, rows.group]
    lazy = sorted(type(constraint).__name__ for constraint in model.lazy)
    return digest(*parts, model.literals(), lazy)


def rows(puzzle: Puzzle) -> str:
    return digest([rows_of_model(puzzle.model(form)) for form in puzzle.forms or (None,)])


def formula(puzzle: Puzzle) -> str | None:
    if _cells(puzzle) > MOST_FOR_FORMULA:
        return None
    cnf = encode(static(puzzle.model()))
    return digest(cnf.n_vars, cnf.lengths, cnf.lits, cnf.group)


def of_verdict(puzzle: Puzzle) -> Iterator[tuple[str, str]]:
    """The aspects that one verdict shows."""
    answer = unique(puzzle, Method(limits=Limits(seconds=LIMIT), alone=True))
    if answer.status == "unknown":
        yield "verdict", OPEN
        return
    solution = digest(answer.solutions) if answer.status == "unique" else ""
    yield "verdict", f"{answer.status} {solution}"
    if answer.status == "several":
        yield "shown", digest(answer.solutions)
    yield "work", digest(*_work(answer))


def _work(answer: Verdict) -> list[object]:
    return [(w.encoder, w.solver, w.sizes, w.deduced) for w in answer.work]


def steps(puzzle: Puzzle) -> str | None:
    if _cells(puzzle) > MOST_FOR_STEPS:
        return None
    answer = explain(puzzle, Clock(Limits(LIMIT)))
    return OPEN if answer.status == "unknown" else digest(paragraphs(answer, puzzle, every=True))


def drawn(puzzle: Puzzle) -> str:
    known = puzzle.extra.get("solution")
    grid = None if known is None else puzzle.read_grid(known)
    seen = picture(puzzle, grid)
    return digest(svg([seen]), text(seen), text(seen, ascii_only=True))


def made(kind: str) -> Iterator[tuple[str, str]]:
    """Three puzzles of the first and of the last level, as the recipe's bytes."""
    recipe = find_recipe(kind)
    for level in sorted({*recipe.levels[:1], *recipe.levels[-1:]} or {""}):
        out, ends = io.BytesIO(), time.monotonic() + MAKING
        asked = order(recipe, level or None, 7, {})
        make(kind, asked, 3, out, is_over=lambda ends=ends: time.monotonic() > ends)  # type: ignore[misc]
        late = time.monotonic() > ends
        yield level, OPEN if late else digest(out.getvalue())


# -- the run ---------------------------------------------------------------------------------------


def of_kind(kind: str, number: int, aspects: tuple[str, ...]) -> Digests:
    """The digests of a kind."""
    found: Digests = {aspect: {} for aspect in aspects}
    each: dict[str, Callable[[Puzzle], str | None]] = {
        "rows": rows,
        "formula": formula,
        "drawn": drawn,
    }
    puzzles = [*published(kind, number), *kept(kind, number)]
    for name, puzzle in puzzles:
        for aspect in each.keys() & found.keys():
            _keep(found[aspect], name, partial(each[aspect], puzzle))
        if {"verdict", "shown", "work"} & found.keys():
            for aspect, told in of_verdict(puzzle):
                found.setdefault(aspect, {})[name] = told
    if "steps" in found:
        for name, puzzle in spread(puzzles, -(-len(puzzles) // 10)):
            _keep(found["steps"], name, partial(steps, puzzle))
    if "made" in found:
        found["made"] |= dict(made(kind))
    return {aspect: found[aspect] for aspect in aspects}


def _keep(found: dict[str, str], name: str, told: Callable[[], str | None]) -> None:
    """Keeps a digest; that of an error's words where one is raised."""
    try:
        value = told()
    except Exception as error:  # an error that stays the same is no difference
        value = f"{type(error).__name__}: {error}"[:200]
    if value is not None:
        found[name] = value


def differences(kind: str, before: Digests, now: Digests) -> Iterator[str]:
    """What two runs say differently of a kind; what only one of them has is told, too."""
    for aspect in now:
        old, new = before.get(aspect, {}), now[aspect]
        for name in sorted(old.keys() | new.keys()):
            a, b = old.get(name), new.get(name)
            if a != b and OPEN not in (a, b):
                yield f"{kind}: {aspect}: {name}: {a} -> {b}"


def main() -> int:
    """Runs the command; returns its exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.digests")
    parser.add_argument("--out", type=Path, help="where the digests go, as JSON")
    parser.add_argument("--against", type=Path, help="digests of before")
    parser.add_argument("--kinds", nargs="*", default=[])
    parser.add_argument("--only", nargs="*", choices=ASPECTS, default=ASPECTS)
    parser.add_argument("--number", type=int, default=12, help="published ones and boards; 0: all")
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    leave_without_corpus()
    before = json.loads(asked.against.read_text("utf-8")) if asked.against else None
    number = asked.number if before is None else before["number"]
    wanted, counted = asked.kinds or list(builtin_kinds()), Counter[str]()
    answers: dict[str, Digests] = {}
    with ProcessPoolExecutor(asked.jobs) as pool:
        run = partial(of_kind, number=number, aspects=tuple(asked.only))
        for kind, found in zip(wanted, pool.map(run, wanted), strict=True):
            answers[kind] = found
            counted.update({aspect: len(names) for aspect, names in found.items()})
            counted["open"] += sum(names[n] == OPEN for names in found.values() for n in names)
            for line in differences(kind, before["kinds"].get(kind, {}), found) if before else ():
                counted["different"] += 1
                print(line, flush=True)
            print(kind, file=sys.stderr, flush=True)
    if asked.out:
        kept_now = {"number": number, "kinds": answers}
        asked.out.write_text(json.dumps(kept_now, indent=1) + "\n", "utf-8")
    print(dict(counted))
    return int(counted["different"] > 0)


if __name__ == "__main__":
    sys.exit(main())
