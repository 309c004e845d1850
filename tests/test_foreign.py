"""Puzzles as other programs and sites write them: read by content, written and read again."""

from __future__ import annotations

import io
import re
import struct
import zlib
from base64 import b64encode
from collections.abc import Iterable
from contextlib import suppress
from itertools import chain
from random import Random
from typing import Any
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from conftest import so_many

from uniclue.core.kinds import find_kind
from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.formats.format import FORMATS, CannotWriteError, Format, find_format, format_of
from uniclue.formats.puzzle_json import from_members, members_of
from uniclue.formats.sameness import differences
from uniclue.solvers.decide import unique
from uniclue.solvers.trials import varied

LOST = {
    "janko bricks": {"half"},
    "janko binairo": {"may_repeat"},
    "janko makaro": {"regions"},  # of black cells
    "janko numberlink": {"full"},
    "janko pills": {"givens"},
    "penpa aquarium": {"whole_regions"},
    "penpa minesweeper": {"mines"},
    "penpa numberlink": {"full"},
    "penpa pills": {"givens", "pills"},
    "penpa skyscrapers": {"highest", "diagonals"},
    "tatham-towers skyscrapers": {"highest"},  # the side of the board, which is understood
}
"""What a format has no room for."""
NINE = ".......19...32.5..57...92.6.27......64.28......1.63..77..8.5..41.....7.2.9..72..."
OWN = ("json", "jsonl", "pbm", "puzzlink", "pzprv3")
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
    """Writes so many random puzzles of a kind and reads them again; how many were written."""
    chosen, random, written = find_format(name), Random(kind), 0
    examples = [from_members(example.puzzle) for example in find_kind(kind).examples]
    if kind in ("sudoku", "variant"):
        examples.append(read(NINE if kind == "sudoku" else SUKAKU))
    examples = [puzzle for puzzle in examples if can_write(chosen, puzzle)]
    others = (varied(members_of(random.choice(examples)), random) for _ in range(number))
    for puzzle in chain(examples, filter(None, others)):
        with suppress(CannotWriteError):
            text = chosen.write(puzzle)
            (again,) = chosen.read(text)
            assert isinstance(again, Puzzle), (text, again)
            lost = {*differences(puzzle, again)} - {"id", "solution"}
            assert lost <= LOST.get(f"{name} {kind}", set()), (text, lost)
            written += 1
    return written


def can_write(chosen: Format, puzzle: Puzzle) -> bool:
    try:
        return bool(chosen.write(puzzle))
    except CannotWriteError:
        return False


@pytest.mark.parametrize(("name", "kind"), HELD)
def test_there_and_back(name: str, kind: str) -> None:
    assert there_and_back(name, kind, 2)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "kind"), HELD)
def test_many_there_and_back(name: str, kind: str) -> None:
    number = so_many(200)
    assert there_and_back(name, kind, number) > number // 7


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
PENPA = "https://swaroopg92.github.io/penpa-edit/#"
PENPA_SUDOKU = (
    "m=edit&p=7VVLi9s8FN3nVwxaayFd2fJjl04n3aTpIynDYMKQSVMmNCElj4/ikP8+514rkV0+GEopZFEc35xrSefch"
    "2TvDl833w+6wOVybbTF5XIjd57wz4RrstyvFuWN7h/2z5stgNYfBgP9bbbaLXpVmDXtHeuirPu6fldWyiqtCLdVU11"
    "/Ko/1+1I1gkrXY0xQ2mJk2EwlwLsI72Wc0W3z0BrgUcCAD4Dz5Xa+WjwOmycfy6qeaMVqb2Q1Q7Xe/LdQIRr255v10"
    "5IfPM32SGn3vPwRRkJsZ4mTrvuvBe1i0AyboBn9T9Ccy18OmqanE1rwGWE/lhVn8CXCPMJxeYQdlUflHJZy16VLyiV"
    "w3cVNPFyKbgY3u7gpT06im3ZHea2PbtFh9gZuEV1mzqObd3Q9r00vbsFunGwNc8U4rLGdnKzpslnD66O2tdSht5ZrE"
    "kO1lvNs6dEv/MTrW+NSxBa/48KcK4G6W6n+g9iBWBI7QXN07cS+FWvEpmKHMucOPbM5yLgIBMai0MQJAONfE0GMMaW"
    "aHBJnjKNNKYJmnFpNHgEy9ommDJVnnGWaChSScYEXgEERmD8Hvwn8Bvw28FvwU+An8CeBPwE/bwzRAj93VrTAnwd+v"
    "FyoaPjxDy1sFeHh+MNzcsCBh8DTzovO8z1w4Cfwt+Ohpj74Rx2CroOuC3F6rkPIy0PXB10P3XZ9fND10PVB10O3nRd"
    "vV8HQ5b0qGLoZ66Jp99K6W7GJWC8tzfg0/tZ5/fPd82o4FarHm7t98eG4oifTXqXG8t67GW2269lK4cNz6qmfSm45u"
    "8m/b9EVfIu4Hebadvi1hYMzp+ar2W63nKtp7wU="
)
PENPA_SKYSCRAPERS = (
    "m=edit&p=7VRNb5tAEL3zK6I5z4GFBeO9uWnci0s/4iqKEIowpQoKiBRM1K7l/56ZgQYjtYce2vpQrffpvZkB3s6ut"
    "/vaZ22BSvHPj9BFYqiDUKZSnkx3HNtyXxXmAlf9/r5piSC+W6/xS1Z1hZPwkzRS52CXxq7QvjEJKEDwaCpI0X4wB/v"
    "W2BjtNaWAatFuhiKP6NVEbyTP7HIIKpd4PHKit0Tzss2r4m4zRN6bxG4R+Duv5GmmUDdPBYw+WOdNvSs5sMv2tJjuv"
    "nwcM13/uXnox1qVHtGufm3Xn+wyHewy+4ldXsUftrtMj0dq+0cyfGcS9v5potFEr82BMDYH8DU9qmm/ZGfAD0kuJhm"
    "RDF6kdueSs7CgdYyB0KOA/yKjxexlS87SQRqlUpyOJu1x/kRrzp/UB5ynw/hDR8HMupLPTe5UtDz5PC1XyaJvBdeCn"
    "uCWeoLWF3wt6AoGghupuRK8EbwU1IKh1Cy4q7/V979gJ9Hcy/ngbpxRJHUSiPt6V7QXcdPWWQV0aRwd+AYy5Sjp//f"
    "IP7pHeAvcczvV52aH/mfQPXzv8jZ7LNoOUucZ"
)
PENPA_MASYU = (
    "m=edit&p=7VXBjtMwEL3nK1Zz9sETp23iW1m2XEKBbdGqiqJVtgQ1IiWladDiqv++40mkgJgTCLRIKPXr67NTvzeax"
    "O2XrjiWCrX/mFjRN10RxjzCeMpDD9e6OtWlvVLz7rRrjkSUerNYqI9F3ZZBNqzKg7NLrJsr98pmEILigZAr986e3Wv"
    "rNsqtaAoUkpYSQ1Ah0ZuR3vG8Z9e9iJr4cuBEN0S31XFbl/dpr7y1mVsr8Pu84Ls9hX3ztYT+Nv69bfYPlRceihOFa"
    "XfVYZhpuw/Np25Yi/lFuXlvNxXsmtGup71dzwS7PsVv262rz+Wj5DTJLxeq+C15vbeZt/1+pPFIV/ZMuGRExo09QzS"
    "jv0Ha53tvEMWSOkFRDUU1kdSpEdVIUmcTUZ2KqrhbrEVVTByLiRMxcSImRi2GQy2mQy3aQC36QBSLgShWA1EsB4ZiP"
    "dCIIdHIKY33Hf4kR3L4SA4vdx1KbUd9uuBuDRnX1MzKGcaXjJpxwpjymhvGO8Zrxohxymtm/nH45QfmD9nJTP/i/fG"
    "a/HtaHmSQ0qvqatkc90VNL6zVrjiUQIfCJYBH4JEZf8b8Pyf+/jnhq6+fW/M/Nzv0OMK+aL91kAdP"
)
CANDIDATES = """
.-----------.-------------.-----------.
| 12 *5 389 | 123456789 7 4 | 6 12 389 |
""" + "".join(f"| {' | '.join(['123456789 ' * 3] * 3)} |\n" for _ in range(8))
MARKED: dict[str, Any] = {
    "kind": "variant",
    "box": [3, 3],
    "grid": [".5..746..", *["." * 9] * 8],
    "pencilmarks": ["12 . 389 . . . . 12 389", *["." * 9] * 8],
}
GROUPS = [["12", "5", "389", "123456789", "7", "4", "6", "12", "389"], *[["123456789"] * 9] * 8]
SUKAKU = "".join(d if d in group else "." for row in GROUPS for group in row for d in "123456789")
STEPS: dict[str, Any] = {
    "kind": "nonogram",
    "cols": [[2, 1], [1, 1, 1], [1], [1, 1, 1], [2, 1], []],
    "rows": [[2, 1], [1, 1], [1, 2], [], [1, 1], [3]],
}
GAMES = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/"
HODOKU = ":0300:4:" + NINE.replace(".", "+4", 1) + ":412 512:415 425::"
SAMPLES: dict[str, dict[str, Any]] = {
    HODOKU: {
        "kind": "sudoku",
        "box": [3, 3],
        "grid": [[int(c) for c in NINE.replace(".", "0")[i : i + 9]] for i in range(0, 81, 9)],
        "state": [[4, *[None] * 6, 1, 9]]
        + [[None if c == "." else int(c) for c in NINE[i : i + 9]] for i in range(9, 81, 9)],
    },
    CANDIDATES: MARKED,
    SUKAKU: MARKED,
    SUKAKU.replace("..3....89", "123456789").replace("12.......", "123456789"): {
        "kind": "sudoku",
        "box": [3, 3],
        "grid": [[0, 5, 0, 0, 7, 4, 6, 0, 0], *[[0] * 9] * 8],
    },
    "https://puzz.link/p?nonogram/6/6/12g1111h11112j12g11g21j11g3h": STEPS,
    "6x6:2.1/1.1.1/1/1.1.1/2.1//2.1/1.1/1.2//1.1/3": STEPS,
    '{"n":4,"clues":[[1,0,0,0],[0,0,3,0],[0,1,0,0],[0,0,0,2]]}': {
        "kind": "sudoku",
        "box": [2, 2],
        "grid": [[1, 0, 0, 0], [0, 0, 3, 0], [0, 1, 0, 0], [0, 0, 0, 2]],
    },
    '{"rows":[[0,1],[2]],"cols":[[1],[2]]}': {
        "kind": "nonogram",
        "rows": [[1], [2]],
        "cols": [[1], [2]],
    },
    '{"nRows":2,"nCols":3,"clues":[[{"x":-1,"y":-1},{"x":-1,"y":4},{"x":-1,"y":3}],'
    '[{"x":7,"y":-1},{"x":0,"y":0},{"x":0,"y":0}]]}': {
        "kind": "kakuro",
        "rows": 2,
        "cols": 3,
        "grid": [[{}, {"down": 4}, {"down": 3}], [{"across": 7}, None, None]],
    },
    f"{GAMES}unequal.html#5:0,0,0,4L,0L,0,2LU,0L,0U,0,0,0U,0,0,0,0,0D,0,3LRUD,0,0R,3,0L,0,0,": {
        "kind": "futoshiki",
        "grid": ["...4.", ".2...", ".....", "...3.", ".3..."],
        "less": [
            [[0, 2], [0, 3]],
            [[0, 3], [0, 4]],
            [[1, 0], [1, 1]],
            [[0, 1], [1, 1]],
            [[1, 1], [1, 2]],
            [[0, 3], [1, 3]],
            [[1, 1], [2, 1]],
            [[4, 1], [3, 1]],
            [[3, 2], [3, 3]],
            [[3, 4], [3, 3]],
            [[2, 3], [3, 3]],
            [[4, 3], [3, 3]],
            [[4, 1], [4, 0]],
            [[4, 1], [4, 2]],
        ],
    },
    f"{GAMES}lightup.html#3x2:B0a1b": {"kind": "akari", "grid": ["x0.", "1.."]},
    f"{GAMES}range.html#3x2:a12_3c": {"kind": "kuromasu", "grid": [". 12 3", ". . ."]},
    f"{GAMES}solo.html#2x2:1b2_3f4d": {
        "kind": "sudoku",
        "box": [2, 2],
        "grid": [[1, 0, 0, 2], [3, 0, 0, 0], [0, 0, 0, 4], [0, 0, 0, 0]],
    },
    f"{GAMES}unruly.html#4x2:aBae": {
        "kind": "binairo",
        "grid": ["0.10", "...."],
        "may_repeat": True,
    },
    f"{GAMES}singles.html#2x2:1a21": {"kind": "hitori", "grid": [[1, 10], [2, 1]]},
    f"{GAMES}towers.html#2:1//2/////,1c": {
        "kind": "skyscrapers",
        "top": "1.",
        "bottom": "2.",
        "left": "..",
        "right": "..",
        "givens": ["1?", "??"],
    },
    f"{GAMES}keen.html#2:__b,a3m2": {
        "kind": "kenken",
        "cages": ["12", "12"],
        "targets": {"1": "3+", "2": "2*"},
    },
    f"{GAMES}magnets.html#2x2:1.,.1,1.,..,TTBB": {
        "kind": "magnets",
        "plates": ["12", "12"],
        "top": "1.",
        "left": ".1",
        "bottom": "1.",
        "right": "..",
    },
    f"{GAMES}tents.html#3x2:ad,1,0,0,1,0": {
        "kind": "tents",
        "grid": [".T.", "..."],
        "top": "100",
        "left": "10",
    },
    f"{GAMES}dominosa.html#1:001011": {"kind": "dominosa", "grid": ["001", "011"]},
    f"{GAMES}galaxies.html#2x2:cA": {"kind": "galaxies", "grid": ["20", ".."]},
    PENPA + PENPA_SUDOKU: {
        "kind": "sudoku",
        "box": [3, 3],
        "grid": [
            [0, 0, 0, 0, 0, 1, 3, 0, 0],
            [0, 0, 0, 0, 0, 2, 7, 0, 0],
            [4, 7, 6, 0, 0, 3, 9, 0, 0],
            [8, 2, 5, 0, 0, 0, 0, 0, 0],
            [0, 0, 0, 0, 0, 0, 0, 0, 0],
            [0, 0, 0, 0, 0, 0, 8, 4, 1],
            [0, 0, 2, 9, 0, 0, 5, 3, 8],
            [0, 0, 1, 8, 0, 0, 0, 0, 0],
            [0, 0, 9, 6, 0, 0, 0, 0, 0],
        ],
    },
    PENPA_SKYSCRAPERS: {
        "kind": "skyscrapers",
        "top": ".4.7.5.5.",
        "bottom": "..4.5.7..",
        "left": ".3.2.8.6.",
        "right": "..7.8.2..",
        "givens": ["7????????", *["?????????"] * 8],
    },
    PENPA_MASYU: {
        "kind": "masyu",
        "grid": [
            "..........",
            "...ww..ww.",
            ".w...ww...",
            "...ww..ww.",
            ".ww..ww...",
            "...ww..ww.",
            ".ww..ww...",
            "...ww....b",
            ".ww..ww...",
            "..........",
        ],
    },
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
    "begin\npuzzle Geradeweg\nproblem\n2 2\n1 -\n- 0\nend\n": {
        "kind": "geradeweg",
        "grid": ["1.", ".?"],  # a length that is not told is a 0 there
    },
}


def png(sort: int, depth: int, lines: list[bytes], *more: tuple[bytes, bytes]) -> bytes:
    """A PNG file of 3x2 pixels."""
    head = struct.pack(">IIBBBBB", 3, 2, depth, sort, 0, 0, 0)
    chunks = [(b"IHDR", head), *more, (b"IDAT", zlib.compress(b"".join(lines)))]
    packed = (struct.pack(">I", len(x)) + name + x + b"\0" * 4 for name, x in chunks)
    return b"\x89PNG\r\n\x1a\n" + b"".join(packed)


PICTURES = {
    "P1": b"P1\n# three\n3 2\n1 0 1\n011\n",
    "P4": b"P4 3 2\n\xa0\x60",
    "gray": png(0, 1, [b"\0\x40", b"\0\x80"]),
    "filtered": png(0, 8, [b"\1\0\xff\1", b"\2\xff\1\0"]),
    "palette": png(3, 1, [b"\0\xa0", b"\0\x60"], (b"PLTE", b"\xff" * 3 + b"\0" * 3)),
    "clear": png(
        6,
        8,
        [b"\0\0\0\0\xff" + bytes(4) + b"\0\0\0\xff", bytes(5) + b"\0\0\0\xff" * 2],
    ),
}


@pytest.mark.parametrize("name", PICTURES)
def test_pictures(name: str) -> None:
    puzzle = read(PICTURES[name])
    expected = {"kind": "nonogram", "rows": [[1, 1], [2]], "cols": [[1], [1], [2]]}
    assert differences(puzzle, from_members(expected)) == ["solution"]
    assert puzzle.read_grid(puzzle.extra["solution"]) == ((1, 0, 1), (0, 1, 1))
    with pytest.raises(PuzzleError):
        read(PICTURES[name][:-30] if name[0] != "P" else b"P1 3 2 0")
    again = read(find_format("pbm").write(puzzle))
    assert differences(puzzle, again) == []


SHEETS: dict[str, dict[str, Any]] = {
    "1,,,\n,,3,\n,1,,\n,,,2\n": {
        "kind": "sudoku",
        "box": [2, 2],
        "grid": [[1, 0, 0, 0], [0, 0, 3, 0], [0, 1, 0, 0], [0, 0, 0, 2]],
    },
    "#;4\\;3\\\n\\4;;\n\\3;;\n": {
        "kind": "kakuro",
        "rows": 3,
        "cols": 3,
        "grid": [[{}, {"down": 4}, {"down": 3}], *[[{"across": n}, None, None] for n in (4, 3)]],
    },
    "akari,,\n,2,\n,x,\n": {"kind": "akari", "grid": [".2.", ".x."]},
}


def xlsx(rows: list[list[str]], more: str = "") -> bytes:
    """The archive of a sheet: numbers as they are, words shared."""
    words = sorted({text for row in rows for text in row if not text.isdecimal()})
    cells = (
        f'<c r="{"ABCDEFGHI"[c]}{r}"><v>{text}</v></c>'
        if text.isdecimal()
        else f'<c r="{"ABCDEFGHI"[c]}{r}" t="s"><v>{words.index(text)}</v></c>'
        for r, row in enumerate(rows, 1)
        for c, text in enumerate(row)
        if text
    )
    size = f'<dimension ref="A1:{"ABCDEFGHI"[len(rows[0]) - 1]}{len(rows)}"/>'
    shared = "".join(f"<si><t>{escape(word)}</t></si>" for word in words)
    out = io.BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        archive.writestr("xl/sharedStrings.xml", f"<sst>{shared}</sst>")
        sheet = f"<worksheet>{size}<sheetData>{''.join(cells)}</sheetData></worksheet>"
        archive.writestr("xl/worksheets/sheet1.xml", more + sheet)
    return out.getvalue()


@pytest.mark.parametrize("text", SHEETS)
def test_sheets(text: str) -> None:
    rows = [re.split("[,;]", line) for line in text.splitlines()]
    expected = from_members(SHEETS[text])
    for data in (text.encode(), text.replace(";", "\t").encode(), xlsx(rows)):
        assert differences(read(data), expected) == []


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"tents,,\n,2,\n,x,\n", "a kind whose puzzles are one grid, got tents"),
        (b"sudoku,,,\n1,a,,\n,,,\n,,,\n,,,\n", "a number in every cell, or nothing, got 'a'"),
        (b"1\\2,y,\n,,\n", "expected sums such as"),
        (xlsx([["hello", "1"]]), "expected a square of numbers"),
        (xlsx([["1"]], "<!DOCTYPE a [<!ENTITY b 'c'>]>"), "expected no entities, got 'b'"),
        (xlsx([["1"]], "<a>"), "expected XML"),
        (xlsx([["1"]], "<!--" + "0" * 9_000_000 + "-->"), "at most 8 MB"),
        (xlsx([["1"]])[:-30], "expected an XLSX file"),
    ],
)
def test_sheets_that_are_refused(data: bytes, said: str) -> None:
    chosen = format_of(data)
    assert chosen is not None
    with pytest.raises(PuzzleError, match=said):
        _raise_errors(chosen.read(data))


@pytest.mark.parametrize("text", SAMPLES, ids=range(len(SAMPLES)))
def test_samples(text: str) -> None:
    puzzle, expected = read(text), dict(SAMPLES[text])
    puzzle.extra.pop("moves", None)
    solution = expected.pop("solution", None)
    if solution is not None:
        assert puzzle.read_grid(puzzle.extra["solution"]) == puzzle.read_grid(solution)
        puzzle = from_members({k: v for k, v in members_of(puzzle).items() if k != "solution"})
    assert differences(puzzle, from_members(expected)) == []


IDS = {
    "bridges": "10x10m2:a1a4a4b4k4b6b2a4b2b2b1e2e1a4b4c3j25d2a1f2c3a4d4c3",
    "dominosa": "6:55521461210004364611033535444421636022603153156422620503",
    "filling": "7x7:0000000031051240010004000001106171000400001013105",
    "galaxies": "7x7:ikrqfedzljjsp",
    "keen": "5:a__a_3a_5a_a_a_3b_bac_,a5m15a7a10s2s2d2s3m40m2s2",
    "lightup": "7x7:b3gB0c0dBaBaBa1aBd1c01g0b",
    "loopy": "7x7t0:02g222b3b2e2a2b322b2a2a3a2a1d1b",
    "magnets": "6x5:2.2..1,.3.2.,2.21..,2..0.,TLRTLRBLRBTTLRLRBBLRTTTTLRBBBB",
    "pattern": "10x10:4.3/2.2/1.4/3.2/2.3.2/4/6/6/3.1/1/1.1.4/1.1.3/3.3/2.3/6/5/4/1.1/5/5",
    "range": "7x7:d7b3e8e5c7a7c13e4e8b4d",
    "singles": "6x6:361566412253452144234115163346553461",
    "solo": "3x3:a2e9a5b6a2b3_7a1_4a9_6a2b4_1a7_2b1_7e6_9b2_5a8_1b6a5_9a3_8a7_2b8a6b1a1e4a",
    "tents": "8x8:ea_ddidfaabkd,3,0,2,1,2,2,1,1,3,1,1,1,1,1,3,1",
    "towers": "4:2/2/1/3/2/2/3/1/3/1/2/2/2/3/2/1",
    "unequal": "4:0D,0,0L,0,0,0,0,0,0D,0U,0R,0,0,0,0,4,",
    "unruly": "6x6:faCADAJeBd",
}
"""Ids that the collection itself made, by the names of their games: each has one solution."""


@pytest.mark.parametrize("name", IDS)
def test_ids_of_the_collection(name: str) -> None:
    chosen = find_format(f"tatham-{name}")
    (puzzle,) = chosen.read(IDS[name].encode())
    assert isinstance(puzzle, Puzzle)
    assert unique(puzzle).status == "unique"
    (again,) = chosen.read(chosen.write(puzzle))
    assert again == puzzle


FPUZZLES = "https://www.f-puzzles.com/?load="
LINKS = {
    FPUZZLES + "N4IgzglgXgpiBcBOANCA5gJwgEwQbT1ADcBDAGwFc54BGVNCImAOwQBcMqBfZYHv3vyGCRfALrJCwg"
    "TOlyJU0XKVKFsles1c1yrRu2S9R+Yd1nVp/Vdk7r58WK5A": ("sudoku", 0),
    FPUZZLES + "N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9ljSSzKLryBdZQmq8l54+x1kANwEMAbAK5x4ARlRoI3GA"
    "DsEAFwzCmK1kQ5tVmug216VGrUbWG1ZyjwHCEAJglTZCpTAO7j+nZw/7atIkA=": ("sudoku", 0),
    FPUZZLES + "N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9ljSSzKLryBdZQmq8l54+x1p7rjtn/nQaCR3PgIm9hk0U"
    "M6zR4rssX0QAawgAbLTAwBjAIZo48QiH0wdYfCABKARgDCDkKjsAmFyDUA3Q1oArqYgiCAUFlZaNmb2zh5ucU4A"
    "zImeTgnuXqnuyRk+qP5BIcmpRGqG+gAuEL4wTgD2AHZgVRiGEE1VMXggANLauhgABE7GcLREQA=": ("variant", 42),
}
"""Links that f-puzzles made: the kind, and the sum of all cages."""


@pytest.mark.parametrize("link", LINKS, ids=range(len(LINKS)))
def test_links_of_others(link: str) -> None:
    puzzle = read(link)
    assert (puzzle.kind(), sum(getattr(puzzle, "sums", {}).values())) == LINKS[link]


def packed(text: str) -> str:
    """A link of Penpa+ with a text."""
    packing = zlib.compressobj(9, zlib.DEFLATED, -15)
    return f"m=edit&p={b64encode(packing.compress(text.encode()) + packing.flush()).decode()}"


def drawn(genre: str = '["sudoku"]', drawing: str = "{}", head: str = "square,4,4") -> str:
    """A link of Penpa+ with a board of 4x4."""
    cells = [f"[{','.join(['1'] * 16)}]"]
    return packed("\n".join([head, "[0,0,0,0]", "", drawing, "", *cells, *[""] * 11, genre]))


def game(name: str, text: str) -> str:
    return f"https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/{name}.html#{text}"


REFUSED = {
    game("unequal", "5a:0,"): "expected an id of unequal",
    game("unequal", "2:0,0L,0"): "expected 4 cells in the id, got '3'",
    game("unequal", "2:0,0L,0,0Q"): "a number and U, R, D, L",
    game("loopy", "7x7t1:a"): "expected 103 cells in the id, got '1'",
    game("loopy", "7x7t3:a"): "expected an id of loopy",
    game("loopy", "2x2t0:9"): "expected another character",
    game("lightup", "999x2:a"): "expected 1 to 150 rows",
    game("bridges", "2x2m3:a"): "expected an id of bridges",
    game("solo", "3x3#12345"): "expected an id of solo",
    game("solo", "2x2k:p"): "expected 2 cells",
    game("keen", "2:_3,a1"): "expected 4 places of lines",
    game("magnets", "2x1:1,1,1,1,LR"): "expected 2 cells",
    game("magnets", "2x1:10,1,01,1,LL"): "whole dominoes",
    game("tents", "2x1:_a,1,0"): "expected 3 cells",
    game("galaxies", "2x2:aaa"): "one dot at a cell",
    game("unruly", "2x2:b"): "expected 4 cells",
    game("towers", "2:1/1/1/1/1/1/1"): "expected 8 cells",
    game("dominosa", "1:00011"): "expected 6 cells",
    PENPA + PENPA_SUDOKU[:-20]: "its end is missing",
    PENPA + "m=edit&p=BwAAAA": "expected packed text",
    PENPA + PENPA_SUDOKU[:99] + "\u0374": "expected packed text",
    packed("0" * 9_000_000): "at most 8 MB",
    drawn("[]"): "expected a link with one genre that we have, got 'none'",
    drawn('["sudoku","thermo"]'): "expected a link with one genre",
    drawn(drawing='{"thermo":[[18,19]]}'): "a sudoku without 'thermo'",
    drawn(drawing='{"number":{"0":[1,1,"1"]}}'): "no other text",
    drawn(drawing='{"number":{"18":[7,1,"1"]}}'): "expected 0 to 4, got 7",
    drawn(head="hex,4,4"): "expected a board of squares",
    drawn(head="square,999,4"): "expected 1 to 150 rows",
    drawn(head="square,5,4"): "without holes",
    CANDIDATES.replace("389", "339"): "digits that a cell may hold in row 1, got '339'",
    CANDIDATES + "| 1 |": "expected 9 lines of 9 groups",
    SUDOKU.replace("sudoku", "nope"): "expected one of",
    SUDOKU.replace("end\n", ""): "expected a line end",
    SUDOKU.replace("size 4", ""): "expected rows and columns",
    SUDOKU.replace("size 4", "size 999"): "expected 1 to 150 rows",
    SUDOKU.replace("size 4\n", "size 4\noptions D\n"): "a sudoku without 'D' behind its size",
    SUDOKU.replace("unit 30", "variant x"): "without variant",
    TENTS.replace("rlabels\n1 0\n", ""): "1 lines of rlabels, got 0",
}


@pytest.mark.parametrize("text", REFUSED, ids=range(len(REFUSED)))
def test_texts_that_are_refused(text: str) -> None:
    chosen = format_of(text.encode())
    assert chosen is not None
    with pytest.raises(PuzzleError, match=REFUSED[text]):
        _raise_errors(chosen.read(text.encode()))


def _raise_errors(puzzles: Iterable[Puzzle | PuzzleError]) -> None:
    for puzzle in puzzles:
        if isinstance(puzzle, PuzzleError):
            raise puzzle


def test_hodoku_without_entries_has_no_state() -> None:
    assert "state" not in read(f":0000:x:{NINE}:::").extra


def test_links_of_sudokuwiki() -> None:
    link = f"https://www.sudokuwiki.org/sudoku.htm?bd={NINE}"
    assert members_of(read(link)) == members_of(read(NINE))
    assert find_format("sudokuwiki").write(read(NINE)).decode().endswith(NINE.replace(".", "0"))
    assert format_of(b"https://www.sudokuwiki.org/Naked_Candidates") is None
