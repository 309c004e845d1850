"""Published puzzles of many kinds: the solution that was published is the only one."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest
from conftest import corpus

from benchmarks import kinds
from uniclue.formats.puzzle_json import from_members
from uniclue.solvers import decide

MOST = 8
"""So many puzzles of each kind."""
SIDES = ("top", "bottom", "left", "right")
Members = dict[str, Any]
Adjust = Callable[[Members, list[str]], None] | None


def caged(member: str) -> Adjust:
    """The numbers in the first cells of cages become a member by the names of the cages."""

    def adjust(members: Members, header: list[str]) -> None:
        texts = " ".join(members.pop("grid")).split()
        names = " ".join(members["cages"]).split()
        told = {n: t for n, t in zip(names, texts, strict=True) if t not in "-."}
        members[member] = {n: int(t) for n, t in told.items()} if member == "sums" else told

    return adjust


def stars(members: Members, header: list[str]) -> None:
    members["stars"] = int(header[2])
    members["regions"] = [row.replace("#", ".") for row in members["regions"]]


def towers(members: Members, header: list[str]) -> None:
    members |= {"highest": int(header[2]), "diagonals": "D" in header}
    members["givens"] = [row.replace("-", "?") for row in members.pop("grid")]


def first_letters(members: Members, header: list[str]) -> None:
    members["letters"] = "abcdefghijkl"[: ord(header[2]) - ord("a") + 1]
    del members["grid"]


def zeros(members: Members, header: list[str]) -> None:
    members["may_repeat"] = True
    members["grid"] = [row.translate(str.maketrans("12", "01")) for row in members["grid"]]


def mines(members: Members, header: list[str]) -> None:
    members["mines"] = int(header[2]) if len(header) > 2 else None


def trees(members: Members, header: list[str]) -> None:
    members["grid"] = [row.replace("x", "T") for row in members["grid"]]


KINDS: dict[str, tuple[str, tuple[str, ...], str, str, Adjust]] = {
    # file, members in their order, what the solution writes, what we write, what else
    "akari": ("Akari", ("grid",), "-", ".", None),
    "binairo": ("Binairo", ("grid",), "12", "01", zeros),
    "doppelblock": ("DoppelBlock", ("top", "left"), "", "", None),
    "easyabc": ("ABCEndView", (*SIDES, "grid"), "-", ".", first_letters),
    "evenodd": ("EvenOddSudoku", ("grid",), "", "", None),
    "hidoku": ("Hidoku", ("grid",), "", "", None),
    "jigsaw": ("JigsawSudoku", ("grid", "regions"), "", "", None),
    "kakurasu": ("Kakurasu", ("bottom", "right"), "-x", ".#", None),
    "kenken": ("KenKen", ("grid", "cages"), "", "", caged("targets")),
    "killer": ("KillerSudoku", ("grid", "cages"), "", "", caged("sums")),
    "magnets": ("Magnetic", (*SIDES, "plates"), "", "", None),
    "minesweeper": ("Minesweeper", ("grid",), "-x", ".*", mines),
    "norinori": ("Norinori", ("-", "regions"), "-x", ".#", None),
    "renban": ("Renban", ("grid", "regions"), "", "", None),
    "ripple": ("Hakyuu", ("grid", "regions"), "", "", None),
    "skyscrapers": ("Skyscraper", (*SIDES, "grid"), "", "", towers),
    "starbattle": ("Starbattle", ("regions",), "-x", ".*", stars),
    "str8ts": ("Str8t", ("grid",), "", "", None),
    "suguru": ("Suguru", ("grid", "regions"), "", "", None),
    "tents": ("Tent", ("top", "left", "grid"), "-o", ".A", trees),
    "thermometers": ("Thermometer", ("top", "left", "grid"), "-x", ".#", None),
    "tilepaint": ("TilePaint", ("top", "left", "regions"), "-.x", "..#", None),
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_the_published_solution_is_the_only_one(kind: str) -> None:
    file, parts, theirs, ours, adjust = KINDS[kind]
    path = corpus() / "kinds" / f"{file}.jsonl"
    if not path.is_file():
        pytest.skip(f"no {path}")
    with path.open(encoding="utf-8") as lines:
        for puzzle in map(json.loads, islice(lines, MOST)):
            header, *rows = puzzle["problem"].strip().splitlines()
            words = header.split()
            left = iter(map(str.strip, rows))
            members: Members = {
                part: next(left) if part in (*SIDES,) else list(islice(left, int(words[0])))
                for part in parts
            }
            members.pop("-", None)
            if adjust:
                adjust(members, words)
            solution = puzzle["solution"].translate(str.maketrans(theirs, ours)).splitlines()[1:]
            read = from_members({"kind": kind} | members)
            grid = read.read_grid([row.strip() for row in solution])
            assert read.check(grid) == []
            verdict = decide.unique(read)
            assert verdict.status == "unique", puzzle["id"]
            assert verdict.solutions == (grid,)


@pytest.mark.slow
@pytest.mark.parametrize("kind", kinds.READERS)
def test_the_published_solution_is_the_verdict(kind: str) -> None:
    if not (corpus() / "kinds").is_dir():
        pytest.skip(f"no {corpus() / 'kinds'}")
    for name, members, words in islice(kinds.puzzles(kind, 120), MOST):
        wrong, _ = kinds.judged(kind, members, words, 3)
        assert wrong in ("", "unknown"), name
