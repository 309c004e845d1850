"""Text formats of sudokus and nonograms: samples, there and back, what is refused, slips."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from conftest import refused_command, run_here

from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.formats.format import CannotWriteError, find_format, format_of
from uniclue.formats.puzzle_json import dumps, from_members, loads
from uniclue.formats.sameness import differences

NINE = [
    "53..7....",
    "6..195...",
    ".98....6.",
    "8...6...3",
    "4..8.3..1",
    "7...2...6",
    ".6....28.",
    "...419..5",
    "....8..79",
]
LINE = "".join(NINE)
THREE = ["|".join((row[:3], row[3:6], row[6:])) for row in NINE]
SS = "\n---+---+---\n".join("\n".join(THREE[r : r + 3]) for r in (0, 3, 6))
FORUM = "*---*---*---*\n" + "\n".join(f"|{row}|" for row in THREE) + "\n*-----------*"
SPACED = "\n".join(" ".join(row.replace(".", "0")) for row in NINE)
SIX = """
6 . 3 | . . 1
. . . | 6 . .
------+------
. 1 . | . . 6
5 . . | . 2 .
------+------
. . 4 | . . .
3 . . | 1 . 5
"""
SIXTEEN = "0.23456789ABCDEF" + "." * 240
CANDIDATES = "\n".join(" ".join(["5", "13", "124", *"236789"]) for _ in range(9))

ROWS = "\n".join(NINE)
NOTED = f"#AJane\n#DA sudoku\n#CNot hard\n[Puzzle]\n{ROWS}\n[State]\n{ROWS}"

SUDOKUS = {
    "sdm": [
        f"{LINE};9.1",
        f"{LINE} ED=9.0/1.2/1.2",
        f"# rated\n\n{LINE}\t3",
        f"0123456789ab {LINE.replace('.', '0')}  2.5",
        "1...2......3...4",
        SIXTEEN,
    ],
    "sudoku-csv": [
        f"id,puzzle,solution,rating\n7,{LINE},,4.5\n",
        f"quizzes,solutions\n{LINE.replace('.', '0')},{'5' * 81}\n",
    ],
    "sdk": [ROWS, SPACED, NOTED],
    "ss": [SS, FORUM, SIX],
}
"""Samples in the form of real files."""


def one(data: bytes) -> Puzzle:
    chosen = format_of(data)
    assert chosen is not None
    (puzzle,) = chosen.read(data)
    assert isinstance(puzzle, Puzzle), puzzle
    return puzzle


@pytest.mark.parametrize(
    ("name", "text"), [(name, text) for name, texts in SUDOKUS.items() for text in texts]
)
def test_samples_are_told_and_read(name: str, text: str) -> None:
    chosen = format_of(text.encode())
    assert chosen is not None
    assert chosen.name == name
    puzzle: Any = one(text.encode())
    if puzzle.shape == (9, 9):
        assert puzzle.extra.get("rating", 2.5) in (2.5, 3, 4.5, 9, 9.1)
        assert puzzle.grid[0] == (5, 3, 0, 0, 7, 0, 0, 0, 0)
    assert loads(dumps(puzzle)) == puzzle


def sudoku(random: Random, box: tuple[int, int] | None = None) -> Puzzle:
    """A sudoku as it comes; nothing says that it can be solved."""
    height, width = box or random.choice([(2, 2), (2, 3), (3, 3), (3, 3), (3, 4), (4, 4), (5, 5)])
    side, blanks = height * width, random.random()
    cells = [0 if random.random() < blanks else random.randint(1, side) for _ in range(side**2)]
    rows = [cells[i : i + side] for i in range(0, side**2, side)]
    return from_members({"kind": "sudoku", "box": [height, width], "grid": rows})


def boxed(random: Random) -> Puzzle:
    return sudoku(random, (random.randint(2, 5), random.randint(2, 5)))


WRITTEN: dict[str, Callable[[Random], Puzzle]] = {"sdm": sudoku, "sdk": sudoku, "ss": boxed}
"""Makers of puzzles that a format holds."""


def there_and_back(name: str, number: int) -> None:
    chosen, random = find_format(name), Random(name)
    for _ in range(number):
        puzzle = WRITTEN[name](random)
        text = chosen.write(puzzle)
        (again,) = chosen.read(text)
        assert isinstance(again, Puzzle), again
        assert differences(puzzle, again) == [], text


@pytest.mark.parametrize("name", WRITTEN)
def test_there_and_back(name: str) -> None:
    there_and_back(name, 50)


@pytest.mark.slow
@pytest.mark.parametrize("name", WRITTEN)
def test_many_there_and_back(name: str) -> None:
    there_and_back(name, 200)


SAMPLES = SUDOKUS


def mutated(data: bytes, random: Random) -> bytes:
    for _ in range(random.choice((1, 1, 2, 5))):
        at, end = sorted(random.randrange(len(data) + 1) for _ in range(2))
        end = min(end, at + random.choice((0, 1, 1, 20)))
        other = random.choice(
            (b"", b"9", b"-1", b"99999999999", b"\n", b"\xff", data[at : at + 9] * 2)
        )
        data = data[:at] + other + data[end:]
    return data


@pytest.mark.slow
@pytest.mark.parametrize("name", SAMPLES)
def test_slips_are_refused_in_a_line(name: str) -> None:
    chosen, random = find_format(name), Random(name)
    texts = [text.encode() for text in SAMPLES[name]]
    for number in range(2000):
        data = mutated(texts[number % len(texts)], random)
        chosen.sniff(data)
        with suppress(PuzzleError):
            for each in chosen.read(data):
                assert "\n" not in str(each) if isinstance(each, PuzzleError) else dumps(each)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"{LINE},1\n{LINE[:80]},2", "line 2: expected 81 characters (or 16, 36, 64,"),
        (f"{LINE},1\n{LINE[:-1]}!,2", "expected 1 to 9, or one of"),
        (f"puzzle,rating\n{LINE},1\n{LINE[1:]},2", "line 3: expected 81 characters"),
        ("\n".join(NINE[:8]), "expected 9 rows of 9 cells, or 4 to 35 of as many, got 8 of 9"),
        (SS.replace("53.", "53"), "line 1: expected 9 cells, got 8"),
        (CANDIDATES, "line 1: expected digits and blanks, got candidates"),
        ("1.3" * 243, "got candidates, which cannot be clues of a sudoku"),
    ],
)
def test_what_is_refused(text: str, said: str) -> None:
    chosen = format_of(text.encode())
    assert chosen is not None
    with pytest.raises(PuzzleError, match=re.escape(said)):
        raise [*chosen.read(text.encode())][-1]  # type: ignore[misc]


def test_by_hand(tmp_path: Any, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.sdk").write_text(NOTED)
    assert run_here("unique", "a.sdk").stdout.startswith("unique")
    assert run_here("convert", "a.sdk", "-o", "b.sdk").returncode == 0
    refused_command(
        65, "ss would lose author, comment and description", "convert", "a.sdk", "-o", "b.ss"
    )
    assert run_here("convert", "a.sdk", "-o", "b.ss", "--lossy").returncode == 0
    assert (tmp_path / "b.ss").read_text() == SS + "\n"
    with pytest.raises(CannotWriteError, match="the usual boxes, not 3x2"):
        find_format("sdk").write(sudoku(Random(1), (3, 2)))
