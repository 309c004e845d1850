"""Puzzles as other programs and sites write them: read by content, written and read again."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from uniclue.core.kinds import find_kind
from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.formats.format import FORMATS, CannotWriteError, find_format, format_of
from uniclue.formats.puzzle_json import from_members, members_of
from uniclue.formats.sameness import differences
from uniclue.solvers.trials import varied

LOST = {
    "janko binairo": {"may_repeat"},
    "janko makaro": {"regions"},  # of black cells
    "janko numberlink": {"full"},
    "janko variant": {"box"},
}
"""What a format has no room for."""
NINE = ".......19...32.5..57...92.6.27......64.28......1.63..77..8.5..41.....7.2.9..72..."
OWN = ("json", "jsonl", "puzzlink", "pzprv3")
"""Formats that have tests of their own."""
HELD = [
    (each.name, kind)
    for each in FORMATS.all()
    if each.can_write and each.name not in OWN
    for kind in each.kinds
]


def read(text: str | bytes) -> Puzzle:
    """The one puzzle of a text, in the format it looks like."""
    data = text if isinstance(text, bytes) else text.encode()
    chosen = format_of(data)
    assert chosen is not None
    (puzzle,) = chosen.read(data)
    assert isinstance(puzzle, Puzzle), puzzle
    return puzzle


def there_and_back(name: str, kind: str, number: int) -> int:
    """Writes random puzzles of a kind and reads them again; how many were written."""
    chosen, random, written = find_format(name), Random(kind), 0
    examples = [from_members(example.puzzle) for example in find_kind(kind).examples]
    if kind == "sudoku":
        examples.append(read(NINE))
    for i in range(len(examples) + number):
        puzzle = examples[i % len(examples)]
        if i >= len(examples):
            puzzle = varied(members_of(puzzle), random) or puzzle
        with suppress(CannotWriteError):
            text = chosen.write(puzzle)
            (again,) = chosen.read(text)
            assert isinstance(again, Puzzle), (text, again)
            lost = {*differences(puzzle, again)} - {"id", "solution"}
            assert lost <= LOST.get(f"{name} {kind}", set()), (text, lost)
            written += 1
    return written


@pytest.mark.parametrize(("name", "kind"), HELD)
def test_there_and_back(name: str, kind: str) -> None:
    assert there_and_back(name, kind, 2)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "kind"), HELD)
def test_two_hundred_there_and_back(name: str, kind: str) -> None:
    assert there_and_back(name, kind, 200) > 10


SUDOKU = """begin
puzzle sudoku
author Otto Janko
unit 30
size 4
patternx 2
patterny 2
problem
- - 3 1
- - - -
- - - -
1 4 - -
solution
4 2 3 1
3 1 4 2
2 3 1 4
1 4 2 3
moves
Z2;ba,2;aa,4;ab,3;bb,1;ac,2;bc,3;cd,2;dd,3;dc,4;cc,1;
cb,4;db,2;
end
"""
TENTS = """begin
puzzle Zeltlager
rows 2
cols 3
clabels
1 - 0
rlabels
1 0
problem
- x -
- - -
solution
o x -
- - -
end
"""
RAW = """begin
puzzle Starbattle
problem
5 5 1
1 1 4 4 4
2 1 1 1 4
2 3 1 3 5
2 3 3 3 5
2 2 2 5 5
end
"""
SAMPLES: dict[str, dict[str, Any]] = {
    SUDOKU: {
        "kind": "sudoku",
        "box": [2, 2],
        "grid": [[0, 0, 3, 1], [0, 0, 0, 0], [0, 0, 0, 0], [1, 4, 0, 0]],
        "author": "Otto Janko",
        "solution": ["4231", "3142", "2314", "1423"],
    },
    TENTS: {
        "kind": "tents",
        "grid": [".T.", "..."],
        "top": "1.0",
        "left": "10",
        "solution": ["1 ? 0", "0 0 0"],
    },
    f"<html><script type='application/x-janko'>\n{RAW}</script>": {
        "kind": "starbattle",
        "stars": 1,
        "regions": ["11444", "21114", "23135", "23335", "22255"],
    },
}


@pytest.mark.parametrize("text", SAMPLES)
def test_samples(text: str) -> None:
    puzzle, expected = read(text), dict(SAMPLES[text])
    solution = expected.pop("solution", None)
    if solution is not None:
        assert puzzle.read_grid(puzzle.extra["solution"]) == puzzle.read_grid(solution)
        puzzle = from_members({k: v for k, v in members_of(puzzle).items() if k != "solution"})
    assert differences(puzzle, from_members(expected)) == []


REFUSED = {
    SUDOKU.replace("sudoku", "nope"): "expected one of",
    SUDOKU.replace("end\n", ""): "expected a line end",
    SUDOKU.replace("size 4", ""): "expected rows and columns",
    SUDOKU.replace("size 4", "size 999"): "expected 1 to 150 rows",
    SUDOKU.replace("unit 30", "variant x"): "without variant",
    TENTS.replace("rlabels\n1 0\n", ""): "1 lines of rlabels, got 0",
}


@pytest.mark.parametrize("text", REFUSED)
def test_texts_that_are_refused(text: str) -> None:
    chosen = format_of(text.encode())
    assert chosen is not None
    with pytest.raises(PuzzleError, match=REFUSED[text]):
        _raise_errors(chosen.read(text.encode()))


def _raise_errors(puzzles: Iterable[Puzzle | PuzzleError]) -> None:
    for puzzle in puzzles:
        if isinstance(puzzle, PuzzleError):
            raise puzzle
