"""Text formats of sudokus and nonograms: samples, there and back, what is refused, slips."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any
from urllib.parse import quote

import pytest
from conftest import refused_command, run_here
from msgspec.structs import replace

from uniclue.core.fields import entries
from uniclue.core.kinds import find_kind
from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.formats.format import CannotWriteError, find_format, format_of
from uniclue.formats.lz_string import PackedError, pack, unpack
from uniclue.formats.puzzle_json import dumps, from_members, loads, members_of
from uniclue.formats.sameness import differences
from uniclue.models.nonogram import Nonogram
from uniclue.solvers.trials import varied

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
CANDIDATES = "\n".join(" ".join(["5", "13", "124", *"236789"]) for _ in range(9)) + "\n11"

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

NON = """catalogue "a #1"
title "Tree &amp; field"
by "Jane"
width 5
height 4

rows
1,1
5
0
1

columns
2
1
1
1
2,1

goal "10001111110000000001"
"""
NIN = "5 4\n1 1\n5\n0\n1\n2\n1\n1\n1\n2 1\n"
XML = """<?xml version="1.0"?>
<!DOCTYPE pbn SYSTEM "https://webpbn.com/pbn-0.3.dtd">
<puzzleset><puzzle type="grid" defaultcolor="black">
<source>here</source><id>#1 (v.2)</id><title>Tree &amp; field</title>
<color name="white" char=".">fff</color><color name="black" char="X">000</color>
<clues type="columns">
<line><count>2</count></line><line><count>1</count></line><line><count>1</count></line>
<line><count>1</count></line><line><count>2</count><count>1</count></line></clues>
<clues type="rows">
<line><count>1</count><count>1</count></line><line><count>5</count></line><line></line>
<line><count>1</count></line></clues>
<solution type="goal"><image>
|X...X|
|XXXXX|
|.....|
|....X|
</image></solution></puzzle></puzzleset>
"""
NONOGRAMS = {
    "non": [
        NON,
        NON.replace("0\n1\n", "\n1\n"),
        NON.replace("5\n0\n", "5\n\n0\n"),
        f"{NON}====\n{NON}",
    ],
    "nin": [NIN, NIN.replace("0\n", "\n")],
    "mk": ["4 5\n1 1\n5\n0\n1\n#\n2\n1\n1\n1\n2 1\n"],
    "cwd": ["4\n5\n1 1\n5\n0\n1\n\n2\n1\n1\n1\n2 1\n"],
    "g": ["A tree.\n: rows\n1 1\n5\n\n1\n: columns\n2\n1\n1\n1\n2 1\n"],
    "tatham-pattern": [
        "5x4:2/1/1/1/2.1/1.1/5//1",
        "https://x.org/js/pattern.html#5x4:2/1/1/1/2.1/1.1/5//1,Bs",
    ],
    "webpbn": [XML],
}


FPUZZLES: dict[str, Any] = {
    "size": 4,
    "title": "Small",
    "grid": [[{}, {"value": 3, "given": True}, {"value": 1}, {}], *[[{}] * 4] * 3],
    "killercage": [{"cells": ["R1C1", "R2C1"], "value": "5"}],
    "whispers": [{"lines": [["R3C3", "R3C4"]], "value": ""}],
    "arrow": [{"lines": [["R4C1", "R4C2", "R4C3"]], "cells": ["R4C1"]}],
    "difference": [{"cells": ["R1C3", "R1C4"]}],
    "nonconsecutive": True,
    "diagonal-": True,
    "littlekillersum": [{"cell": "R0C3", "direction": "DL", "cells": [], "value": "6"}],
    "sandwichsum": [{"cell": "R5C2", "value": "0"}],
    "text": [{"cells": ["R1C1"], "value": "?"}],
}
BOARD = json.dumps(FPUZZLES)
OLDER = re.sub(r"\.+", lambda blanks: "ABCDEFGH"[len(blanks[0])], LINE)
CODES = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx"
NEWER = re.sub(r"([1-9])(\.*)", lambda cell: CODES[int(cell[1]) + 10 * len(cell[2])], LINE)
LINKS = {
    "fpuzzles-json": [BOARD],
    "fpuzzles": [f"https://f-puzzles.com/?load={pack(BOARD)}", pack(BOARD)],
    "sudokupad": [
        f"https://sudokupad.app/fpuzzles{quote(pack(BOARD), safe='')}",
        f"https://sudokupad.app/classic{OLDER}",
        f"https://sudokupad.app/classic{NEWER}",
    ],
}

SAMPLES = SUDOKUS | NONOGRAMS | LINKS


@pytest.mark.parametrize(
    ("name", "text"), [(name, text) for name, texts in SAMPLES.items() for text in texts]
)
def test_samples_are_told_and_read(name: str, text: str) -> None:
    chosen = format_of(text.encode())
    assert chosen is not None
    assert chosen.name == name
    for puzzle in chosen.read(text.encode()):
        assert isinstance(puzzle, Puzzle), puzzle
        assert loads(dumps(puzzle)) == puzzle
        if isinstance(puzzle, Nonogram):
            assert puzzle.rows == ((1, 1), (5,), (), (1,))
            assert puzzle.cols == ((2,), (1,), (1,), (1,), (2, 1))
        elif name in LINKS and puzzle.kind() == "variant":
            assert puzzle.extra == {"title": "Small", "drawings": ["text"]}
            members = json.loads(dumps(puzzle))
            assert members["grid"][0] == [None, 3, None, None]
            assert members["all_given"] == ["white"]
            assert members["arrows"] == [[[3, 0], [3, 1], [3, 2]]]
            assert members["extra_regions"] == [[[0, 0], [1, 1], [2, 2], [3, 3]]]
            assert members["diagonal_sums"] == [[[0, 1], "sw", 6]]
            assert members["sandwich_top"] == [None, 0, None, None]
            assert members["sums"] == {"k0": 5}
        elif puzzle.shape == (9, 9):
            assert puzzle.extra.get("rating", 2.5) in (2.5, 3, 4.5, 9, 9.1)
            assert puzzle.grid[0] == (5, 3, 0, 0, 7, 0, 0, 0, 0)  # type: ignore[attr-defined]


def sudoku(random: Random, box: tuple[int, int] | None = None) -> Puzzle:
    """A sudoku as it comes; nothing says that it can be solved."""
    height, width = box or random.choice([(2, 2), (2, 3), (3, 3), (3, 3), (3, 4), (4, 4), (5, 5)])
    side, blanks = height * width, random.random()
    cells = [0 if random.random() < blanks else random.randint(1, side) for _ in range(side**2)]
    rows = [cells[i : i + side] for i in range(0, side**2, side)]
    return from_members({"kind": "sudoku", "box": [height, width], "grid": rows})


def boxed(random: Random) -> Puzzle:
    return sudoku(random, (random.randint(2, 5), random.randint(2, 5)))


def nonogram(random: Random, has_givens: bool = False) -> Puzzle:
    height, width, density = random.randint(1, 9), random.randint(1, 40), random.random()
    board = [[int(random.random() < density) for _ in range(width)] for _ in range(height)]
    if random.random() < 0.2:
        board[-1] = [0] * width
    members: dict[str, Any] = {"kind": "nonogram"}
    for name, lines in (("rows", board), ("cols", zip(*board, strict=True))):
        texts = ("".join(map(str, line)).split("0") for line in lines)
        members[name] = [[len(block) for block in text if block] for text in texts]
    if has_givens and random.random() < 0.7:
        few = random.random() ** 2
        members["givens"] = [
            [cell if random.random() < few else None for cell in row] for row in board
        ]
    return from_members(members)


def noted(random: Random) -> Puzzle:
    return replace(nonogram(random), extra={"title": "a < b & 'c'", "author": "Ä"})


def variant(random: Random) -> Puzzle:
    """A sudoku, or an example of a variant, changed a little."""
    if random.random() < 0.2:
        return boxed(random)
    examples = find_kind("variant").examples
    while True:
        members = dict(random.choice(examples).puzzle)
        puzzle: Any = varied(members, random) or from_members(members)
        words = {word for row in puzzle.grid for word in entries(row)}
        if {0, None} <= words:  # two marks for a blank cell
            continue
        with suppress(CannotWriteError):
            find_format("fpuzzles-json").write(puzzle)
            return from_members(members_of(puzzle))


WRITTEN: dict[str, Callable[[Random], Puzzle]] = {
    **{"sdm": sudoku, "sdk": sudoku, "ss": boxed},
    **{"non": noted, "webpbn": noted, "nin": nonogram, "mk": nonogram, "cwd": nonogram},
    **{"fpuzzles": variant, "fpuzzles-json": variant, "sudokupad": variant},
    **{"g": nonogram, "tatham-pattern": partial(nonogram, has_givens=True)},
}
"""Makers of puzzles that a format holds."""


def there_and_back(name: str, number: int) -> None:
    chosen, random = find_format(name), Random(name)
    for _ in range(number):
        puzzle = WRITTEN[name](random)
        text = chosen.write(puzzle)
        (again,) = chosen.read(text)
        assert isinstance(again, Puzzle), again
        assert differences(puzzle, again) == [], text
        assert name not in NONOGRAMS or format_of(text) is chosen, text


@pytest.mark.parametrize("name", WRITTEN)
def test_there_and_back(name: str) -> None:
    there_and_back(name, 50)


@pytest.mark.slow
@pytest.mark.parametrize("name", WRITTEN)
def test_many_there_and_back(name: str) -> None:
    there_and_back(name, 200)


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
        (CANDIDATES, "expected 9 lines of 9 groups of digits, got 1"),
        (NON.replace("\n5\n", "\n5a\n"), "line 9: expected a nonogram in black and white"),
        (NON.replace("\n1\n2,1", ""), "line 13: expected the clues of 5 columns, got 4"),
        (NON.replace("width 5", "width 999"), "line 4: expected 1 to 150 rows and columns"),
        ("#t\n: a\n1\n: b\n1\n: c\n1", "line 1: expected a nonogram of rows and columns, got a tr"),
        ("#d\n 0:. white\n: a\n1\n: b\n1", "line 1: expected a nonogram in black and white"),
        (XML.replace('"grid"', '"triddler"'), "line 3: expected a nonogram of rows and columns"),
        (XML.replace("<count>", '<count color="red">'), "black and white, got 'red'"),
        (
            XML.replace('.dtd"', ".dtd\" [<!ENTITY a 'b'>]"),
            "line 2: expected no entities, got 'a'",
        ),
        (XML.replace("</line>", "</lin>", 1), "line 7: expected XML: mismatched tag"),
        ("2x1:1/0.1/2", "line 1: expected numbers from 1 to 9999, got '0'"),
        ("2x1:1/1/2,bb", "line 1: expected 2 cells behind the comma, got 3"),
        (BOARD.replace('"text"', '"foglight"'), "$.foglight: expected a constraint that sudoku va"),
        (BOARD.replace("R4C3", "R5C3"), "$.arrow[0].lines[0]: expected a cell of the board"),
        (BOARD.replace('"5"', '"five"'), "$.killercage[0].value: expected a number"),
        (BOARD.replace('"value": 3', '"value": 5'), "$.grid[0][1].value: expected 1 to 4, got 5"),
        (BOARD.replace('"size": 4', '"size": 99'), "$.size: expected a number from 2 to 25"),
        ("https://f-puzzles.com/?id=abc", "only a server knows this id"),
        ("https://f-puzzles.com/?load=N4IgaaaaaaaaaZ", "expected a puzzle packed by LZ-string: it"),
        ("https://sudokupad.app/abc123", "only a server knows this id"),
        ("https://sudokupad.app/sclN4Ig", "whose rules are words and drawings"),
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


def test_what_is_packed_is_bounded() -> None:
    bomb = pack("a" * 100_000)
    assert len(bomb) < 2000
    assert unpack(bomb, 100_000) == "a" * 100_000
    with pytest.raises(PackedError, match="more than 99999 characters"):
        unpack(bomb, 99_999)
    assert pack('{"size":9}') == "N4IgzglgXgpiBcBOAvkA"
    assert unpack(pack("ä€😀ä€😀"), 99) == "ä€😀ä€😀"
