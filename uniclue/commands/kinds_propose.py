"""Proposes examples of a kind: puzzles with no, one and two solutions, and wrong boards.

They are made from the kind's own rules, so they cannot test the rules: their author looks at each
of them, and takes the member ``proposed`` away.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from uniclue.constraints.base import grouped
from uniclue.constraints.board import Board
from uniclue.constraints.generation import Construction
from uniclue.constraints.telling import Telling
from uniclue.core.arrays import np
from uniclue.core.memory import LimitReachedError
from uniclue.core.model import Place, Value
from uniclue.core.puzzle import (
    ChoiceError,
    Example,
    Grid,
    Puzzle,
    PuzzleError,
    beside_kind,
)
from uniclue.files.output import write_whole
from uniclue.formats.puzzle_json import from_members, members_of
from uniclue.generators.drawn import blank_of, with_solution
from uniclue.generators.solutions import with_sums
from uniclue.solvers import trials

SHAPES = ((2, 2), (2, 3), (3, 3), (3, 4), (4, 4), (5, 5), (6, 6))
"""The boards tried, the smallest first."""
EACH = 6
"""How many boards of a shape are drawn."""
CHANGES = 12
"""How often a puzzle is changed that its kind's own recipe made."""
MOST_PLACES = 100
SECONDS = 8.0
"""When no more puzzles are tried; the same for wrong boards."""
SEVERAL = 2
NAMES = ("no solution", "one solution", "two solutions")
MOST_CHANGED = 4000
"""How many wrong boards are tried for a puzzle."""


class Proposal(NamedTuple):
    """What was proposed.

    Attributes:
        examples: The new examples.
        missing: What was not found, in words.
    """

    examples: tuple[Example, ...]
    missing: tuple[str, ...]


def propose(kind: type[Puzzle], seed: int = 0) -> Proposal:
    """Proposes the examples that a kind lacks.

    Args:
        kind: The kind.
        seed: For all random things.
    """
    before = kind.examples
    numbers = {len(e.solutions) for e in before}
    found = _puzzles(kind, {*range(SEVERAL + 1)} - numbers, seed)
    shown = {code for e in before for code in e.wrong}
    known = [(from_members(e.puzzle), e.solutions) for e in before]
    bases = [(p, [p.read_grid(grid) for grid in some]) for p, some in known]
    bases += [found[number] for number in (1, 2, 0) if number in found]
    wanted = [code for code in kind.codes if code not in shown]
    wrong = _wrong_boards(bases, wanted, seed)
    for code in wanted:
        if code not in wrong:
            wrong |= _on_another(kind, code, bases, seed)
    made = {number: _example(NAMES[number], p, some) for number, (p, some) in found.items()}
    others = list[Example]()
    for code, (puzzle, grid) in wrong.items():
        number = next((n for n, (p, _) in found.items() if p is puzzle), None)
        boards = {code: _text(puzzle, grid)}
        if number is None:
            some = next(solutions for p, solutions in bases if p is puzzle)
            others.append(_example(f"a wrong board for {code}", puzzle, some, boards))
        else:
            one = made[number]
            made[number] = msgspec.structs.replace(one, wrong={**one.wrong, **boards})
    missing = [
        f"a puzzle with {NAMES[n]}" for n in range(SEVERAL + 1) if n not in {*numbers, *made}
    ]
    missing += [f"a wrong board for {c}" for c in kind.codes if c not in {*shown, *wrong}]
    in_order = [made[n] for n in (1, 2, 0) if n in made]
    return Proposal((*in_order, *others), tuple(missing))


def write(kind: type[Puzzle], examples: Sequence[Example]) -> Path | None:
    """Adds examples to the file beside a kind, and leaves the others as they are.

    Raises:
        OSError: The file cannot be written.
    """
    own = beside_kind(kind)
    if own is None:
        return None
    file = own.with_suffix(".json")
    texts = [_as_json(example) for example in examples]
    before = file.read_text("utf-8").rstrip() if file.is_file() else "[]"
    inside = before.removeprefix("[").removesuffix("]").rstrip()
    parts = [inside.lstrip("\n")] if inside.strip() else []
    write_whole(file, ("[\n" + ",\n".join([*parts, *texts]) + "\n]\n").encode())
    return file


# -- puzzles ---------------------------------------------------------------------------------------


def _puzzles(
    kind: type[Puzzle], wanted: set[int], seed: int
) -> dict[int, tuple[Puzzle, list[Grid]]]:
    """A small puzzle with its solutions for each number of solutions that is wanted."""
    found: dict[int, tuple[Puzzle, list[Grid]]] = {}
    end = time.monotonic() + SECONDS
    for puzzle in _candidates(kind, seed) if wanted else ():
        if len(puzzle.places) <= MOST_PLACES:
            solutions = sorted(trials.grids(puzzle, puzzle.model(), SEVERAL + 1), key=repr)
            number = len(solutions)
            if number in wanted and number not in found:
                found[number] = puzzle, solutions
        if found.keys() == wanted or time.monotonic() > end:
            break
    return found


def _candidates(kind: type[Puzzle], seed: int) -> Iterator[Puzzle]:
    """Puzzles of a kind: boards with all clues of a solution, with fewer, and with wrong ones."""
    rng, draws = random.Random(seed), np.random.default_rng(seed)
    for example in kind.examples:
        for _ in range(EACH):
            if varied := trials.varied(example.puzzle, rng):
                yield varied
    if not issubclass(kind, Board):
        return
    for shape in SHAPES:
        for _ in range(EACH):
            with suppress(ChoiceError, PuzzleError, LimitReachedError):
                blank = blank_of(kind, shape, draws)
                yield from _with_clues(blank, rng, draws)
                yield blank


def _with_clues(blank: Board, rng: random.Random, draws: np.random.Generator) -> Iterator[Puzzle]:
    """A board with the clues of a solution, wrong ones, and fewer and fewer."""
    if (solved := with_solution(blank, draws)) is None:
        return
    blank, solution = solved
    yield blank
    if blank.generation.construction is not Construction.CLUES:
        yield from _changed_more(blank, solution, rng, draws)
        return
    telling = Telling(with_sums(blank, solution), solution)
    clues = [*telling.clues]
    rng.shuffle(clues)
    for number in range(len(clues), 0, -1):
        puzzle = telling.puzzle(clues[:number])
        yield puzzle
        if varied := trials.varied(members_of(puzzle), rng):
            yield varied


def _changed_more(
    blank: Board, solution: Grid, rng: random.Random, draws: np.random.Generator
) -> Iterator[Puzzle]:
    """The first puzzle that the kind's own recipe makes, and others with more and more changed."""
    first = blank.generation.clues_of(type(blank), blank, solution, draws)
    puzzle: Puzzle | None = first and first[0]
    for _ in range(CHANGES):
        if puzzle is None:
            return
        yield puzzle
        puzzle = trials.varied(members_of(puzzle), rng)


# -- wrong boards ----------------------------------------------------------------------------------


def _wrong_boards(
    bases: Sequence[tuple[Puzzle, list[Grid]]], codes: Sequence[str], seed: int
) -> dict[str, tuple[Puzzle, Grid]]:
    """For each rule a board that breaks it, and as few others as possible."""
    best: dict[str, tuple[int, Puzzle, Grid]] = {}
    rng, end = random.Random(seed), time.monotonic() + SECONDS
    for puzzle, solutions in bases:
        model = puzzle.model()
        for grid in _changed(puzzle, solutions, rng):
            broken = {violation.code for violation in puzzle.broken(grid)}
            for code in broken.intersection(codes):
                others = len(broken) - 1
                is_better = code not in best or others < best[code][0]
                if is_better and not trials.allows(model, model.literals_in(grid).tolist()):
                    best[code] = others, puzzle, grid
            if _is_done(best, codes) or time.monotonic() > end:
                break
    return {code: best[code][1:] for code in codes if code in best}


def _is_done(best: dict[str, tuple[int, Puzzle, Grid]], codes: Sequence[str]) -> bool:
    """Whether there is a board for each rule that breaks no other."""
    return all(code in best and best[code][0] == 0 for code in codes)


def _on_another(
    kind: type[Puzzle], code: str, bases: list[tuple[Puzzle, list[Grid]]], seed: int
) -> dict[str, tuple[Puzzle, Grid]]:
    """A wrong board for a rule on another puzzle, which is added to those there are."""
    end = time.monotonic() + SECONDS
    for puzzle in _candidates(kind, seed):
        if time.monotonic() > end:
            break
        if len(puzzle.places) > MOST_PLACES:
            continue
        model = puzzle.model()
        if model.origins and code not in {c.code for _, c in grouped(model)}:
            continue  # nothing here can break the rule
        solutions = sorted(trials.grids(puzzle, model, SEVERAL + 1), key=repr)
        if len(solutions) <= SEVERAL:
            found = _wrong_boards([(puzzle, solutions)], [code], seed)
            if found:
                bases.append((puzzle, solutions))
                return found
    return {}


def _changed(puzzle: Puzzle, solutions: Sequence[Grid], rng: random.Random) -> Iterator[Grid]:
    """Boards with one cell of a solution changed, then with several, then boards of one value."""
    places, domain = [*puzzle.places], puzzle.domain
    for grid in solutions:
        held = _held(puzzle, grid)
        for place, value in product(places, domain):
            yield puzzle.grid_of(held | {place: value})
    for value in domain:
        yield puzzle.grid_of(dict.fromkeys(places, value))
    for i in range(MOST_CHANGED):
        values = {place: rng.choice(domain) for place in places}
        if solutions:
            few = rng.sample(places, min(len(places), 2 + i % 5))
            values = _held(puzzle, rng.choice(solutions)) | {place: values[place] for place in few}
        yield puzzle.grid_of(values)


def _held(puzzle: Puzzle, grid: Grid) -> dict[Place, Value]:
    """The value of each place of a complete grid."""
    return {(r, c): v for r, c in puzzle.places if (v := grid[r][c]) is not None}


# -- text ------------------------------------------------------------------------------------------


def _example(
    name: str, puzzle: Puzzle, solutions: Sequence[Grid], wrong: dict[str, Any] | None = None
) -> Example:
    rows = tuple(_text(puzzle, grid) for grid in solutions)
    return Example(f"proposed: {name}", members_of(puzzle), rows, wrong or {}, proposed=True)


def _text(puzzle: Puzzle, grid: Grid) -> Any:
    """A grid as people write it: as rows of words, or as it is drawn; else as lists."""
    words = [["." if v is None else puzzle.cell_text(v) for v in row] for row in grid]
    one = all(len(word) == 1 for row in words for word in row)
    typed, drawn = [("" if one else " ").join(row) for row in words], puzzle.draw(grid).split("\n")
    is_halved = isinstance(puzzle, Board) and puzzle.unknowns.is_halved
    for rows in (drawn, typed) if is_halved else (typed, drawn):
        with suppress(PuzzleError, ValueError):
            if puzzle.read_grid(rows) == grid:
                return rows
    return [list(row) for row in grid]


def _as_json(example: Example) -> str:
    """An example, a member on each line."""
    members = [f'"name": {_flat(example.name)}', '"proposed": true']
    members += [f'"puzzle": {_flat(example.puzzle)}', f'"solutions": {_flat(example.solutions)}']
    if example.wrong:
        wrong = ",\n".join(f"      {_flat(c)}: {_flat(g)}" for c, g in example.wrong.items())
        members.append(f'"wrong": {{\n{wrong}\n    }}')
    return "  {\n" + ",\n".join(f"    {member}" for member in members) + "\n  }"


def _flat(value: Any) -> str:
    return json.dumps(msgspec.to_builtins(value), ensure_ascii=False)
