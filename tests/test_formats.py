"""Formats: how the one a text is in is told, and what becomes of its puzzles."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, example, refused, refused_command, run_here

from uniclue.constraints.board import Board
from uniclue.core.turns import TURNS
from uniclue.formats.puzzle_json import dumps, from_members, loads, members_of
from uniclue.generators.turning import turned
from uniclue.workbench.slots import Edit, edited

STARS = '''
from uniclue.core.puzzle import PuzzleError
from uniclue.formats.format import LIKELY, NO, Format
from uniclue.models.sudoku import Sudoku


class Stars(Format):
    """A sudoku 4x4 a line, after its signature."""

    name, title, endings, kinds, mark = "{name}", "stars", (".stars",), ("sudoku",), b"stars\\n"

    def sniff(self, data):
        return LIKELY if data.startswith(self.mark) else NO

    def read(self, data):
        for line in data.decode().splitlines()[1:]:
            if len(line) == 16:
                rows = [tuple(int(d) for d in line[i : i + 4]) for i in range(0, 16, 4)]
                yield Sudoku(box=(2, 2), grid=tuple(rows))
            else:
                yield PuzzleError("$", "expected 16 digits")

    def write(self, puzzle):
        return self.mark + "".join(str(d) for row in puzzle.grid for d in row).encode()


stars = Stars()
'''
ONE, OTHER = "1000003001000002", "1000003001000000"


@pytest.fixture
def stars(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    monkeypatch.chdir(tmp_path)
    Path("stars.py").write_text(STARS.replace("{name}", "stars"))
    return "--kind-file", "stars.py"


def test_a_file_in_another_format_is_read_by_every_command(stars: tuple[str, str]) -> None:
    Path("one").write_text(f"stars\n{ONE}\n")
    Path("two").write_text(f"stars\n{ONE}\n123\n{OTHER}\n")
    assert run_here("unique", "one", *stars).stdout.startswith("unique")
    done = run_here("unique", "two", *stars)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer.get("status") for answer in answers] == ["unique", None, "several"]
    assert (done.returncode, done.stderr) == (65, "uniclue: two: line 2: $: expected 16 digits\n")


def test_convert_there_and_back(stars: tuple[str, str]) -> None:
    Path("a.json").write_text(json.dumps(example("sudoku", 1) | {"id": 7}))
    assert "id" in run_here("convert", "a.json", "--to", "stars", *stars).stderr
    assert run_here("convert", "a.json", "-o", "b.stars", *stars).returncode == 65
    assert not Path("b.stars").exists()
    done = run_here("convert", "a.json", "-o", "b.stars", "--lossy", *stars)
    assert (done.returncode, done.stderr) == (0, "uniclue: a.json: lost id\n")
    for source in ((), ("--from", "stars")):
        assert run_here("convert", "b.stars", "-o", "c.jsonl", *source, *stars).returncode == 0
        assert json.loads(Path("c.jsonl").read_bytes()) == example("sudoku", 1)


def test_a_link_shares_the_puzzle_alone() -> None:
    """What is carried beside it is no loss, and is told once; what the puzzle says is."""
    made = example("sudoku", 1) | {"meta": {"seed": 1}, "solution": ["1"]}
    lines = (json.dumps(made), json.dumps(made | {"id": 7}))
    done = run_here("convert", "-", "--url", stdin="\n".join(lines).encode())
    assert (done.returncode, done.stdout.count("https://puzz.link/p?sudoku/4/4/")) == (0, 2)
    note = "a link shares the puzzle alone, without meta, solution and id"
    assert done.stderr == f"uniclue: convert: {note}\n"
    made_here = made | {"meta": {"uniclue": "1"}, "id": "a-0"}
    done = run_here("convert", "-", "--to", "ss", stdin=json.dumps(made_here).encode())
    assert (done.returncode, done.stderr) == (
        0,
        "uniclue: convert: ss has no room for id, meta and solution\n",
    )
    authored = json.dumps(made_here | {"author": "A"}).encode()
    assert "ss would lose author;" in run_here("convert", "-", "--to", "ss", stdin=authored).stderr
    given = json.dumps(made | {"givens": [[None, 2, None, None], *[[None] * 4] * 3]})
    done = run_here("convert", "-", "--url", stdin=given.encode())
    assert (done.returncode, done.stdout) == (65, "")
    assert "puzzlink would lose givens; --lossy" in done.stderr


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("kakuro/easy", "kakuro-integers"),
        ("animals/level50", "animals-record"),
        ("nonogram/owl", "nonogram-homework"),
    ],
)
def test_formats_of_the_documents_hold_boards_alone(file: str, name: str) -> None:
    done = run_here("convert", str(ROOT / "examples" / f"{file}.json"), "--to", name)
    note = f"uniclue: convert: {name} has no room for expect and title\n"
    assert (done.returncode, done.stderr) == (0, note)


def test_formats_that_look_alike_are_named(stars: tuple[str, str]) -> None:
    Path("also.py").write_text(STARS.replace("{name}", "also"))
    Path("one").write_text(f"stars\n{ONE}\n")
    both = (*stars, "--kind-file", "also.py")
    refused_command(65, "also and stars look like this; choose", "unique", "one", *both)
    assert run_here("convert", "one", "--from", "also", *both).returncode == 0


def test_what_convert_refuses(stars: tuple[str, str]) -> None:
    Path("a.json").write_text(json.dumps(example("sudoku", 1)))
    Path("k.json").write_text(json.dumps(example("kakuro", 1)))
    Path("many.jsonl").write_text(
        json.dumps(example("sudoku", 1)) + "\n" + json.dumps(example("sudoku", 1))
    )
    refused_command(64, "choose one with --to", "convert", "a.json", "-o", "b.none")
    refused_command(64, "json, jsonl, ", "convert", "a.json", "--to", "none")
    refused_command(
        64, "a file in the format json holds one", "convert", "many.jsonl", "-o", "b.json"
    )
    refused_command(65, "stars has no kakuro", "convert", "k.json", "--to", "stars", *stars)
    assert sorted(path.name for path in Path().iterdir()) == [
        "a.json",
        "k.json",
        "many.jsonl",
        "stars.py",
    ]


@pytest.mark.parametrize("line", ["!hello", "!", "!: ", "!\xff"])
@pytest.mark.parametrize("name", ["one", "one.jsonl", "one.json"])
def test_a_line_that_tells_an_error_tells_all_of_it(tmp_path: Path, name: str, line: str) -> None:
    path = tmp_path / name
    for more in ("", json.dumps(example("sudoku", 1))):
        path.write_text(f"{line}\n{more}", "latin-1")
        done = run_here("unique", path)
        assert (done.returncode, done.stderr.count("\n")) == (65, 1)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("a.sdk", "expected 9 rows of 9 cells"),
        ("a.non", "line 1"),
        ("a.webpbn", "expected JSON"),
        ("a.cwd", "line 1"),
    ],
)
def test_an_ending_tells_what_was_expected(tmp_path: Path, name: str, said: str) -> None:
    path = tmp_path / name
    path.write_text("hello there\n")
    refused_command(65, said, "unique", path)


def test_no_line_of_the_list_ends_with_a_blank() -> None:
    lines = run_here("formats").stdout.splitlines()
    assert lines == [line.rstrip() for line in lines]


# -- rows of text ----------------------------------------------------------------------------------


def test_a_sudoku_may_be_rows_of_text() -> None:
    plain = from_members({"kind": "sudoku", "box": [2, 2], "grid": [[1, 0, 0, 0], *[[0] * 4] * 3]})
    for first in ("1...", "1000", "1 . . ."):
        rows = [first, "....", [0] * 4, "0000"]
        assert from_members({"kind": "sudoku", "box": [2, 2], "grid": rows}) == plain
    with refused("$.grid[0][1]", "expected int"):
        from_members({"kind": "sudoku", "box": [2, 2], "grid": ["1x.."] * 4})
    for odd in (3, "1...", "1....", "", {"a": 1}, None):
        with refused("$.grid"):
            from_members({"kind": "sudoku", "box": [2, 2], "grid": odd})


def test_a_sudoku_may_be_one_text_and_have_the_usual_box() -> None:
    rows = ["53..7....", "6..195...", ".98....6.", "8...6...3", "4..8.3..1"]
    rows += ["7...2...6", ".6....28.", "...419..5", "....8..79"]
    plain = from_members({"kind": "sudoku", "box": [3, 3], "grid": rows})
    text = "".join(rows)
    for blank in ".0*_x":
        grid = text.replace(".", blank)
        assert from_members({"kind": "sudoku", "grid": grid}) == plain
        assert from_members({"kind": "sudoku", "grid": grid, "box": [3, 3]}) == plain
    assert from_members({"kind": "sudoku", "grid": rows}) == plain
    six = from_members({"kind": "sudoku", "grid": ["1....."] * 6})
    assert getattr(six, "box", None) == (2, 3)
    variant: Any = from_members({"kind": "sudoku", "grid": text, "diagonals": True})
    assert (variant.kind(), variant.grid[0]) == ("variant", rows[0])
    with refused("$", "expected a member 'box'"):
        from_members({"kind": "sudoku", "grid": ["....."] * 5})
    with refused("$.grid", "got 80 characters"):
        from_members({"kind": "sudoku", "grid": text[1:]})


@pytest.mark.parametrize(
    ("members", "path", "word"),
    [
        ({"kind": "sternenhimmel", "grid": ["se", "nw"], "top": ".", "left": ".."}, "top", "se"),
        (
            {"kind": "thermometers", "grid": ["1.1", "1.2"], "top": ".", "left": ".."},
            "grid[0][1]",
            "1.1",
        ),
    ],
)
def test_a_word_alone_in_its_row_is_a_list(members: dict[str, Any], path: str, word: str) -> None:
    with refused(f"$.{path}", f'a list: "grid": [["{word}"], ...]'):
        from_members(members)
    puzzle = board(members | {"grid": [[row] for row in members["grid"]]})
    assert puzzle.shape == (2, 1)
    for turn in TURNS:
        image = turned(puzzle, turn)
        assert from_members(members_of(image)) == image
        assert image.shape == turn.shape(puzzle.shape)


def board(members: dict[str, Any]) -> Board:
    puzzle = from_members(members)
    assert isinstance(puzzle, Board)
    return puzzle


def test_boards_one_cell_wide_are_written_as_they_are_read() -> None:
    clues = {"kind": "kakurasu", "bottom": [12], "right": [12]}
    puzzle = from_members(clues)
    assert from_members(members_of(puzzle)) == puzzle
    edited_one = edited(puzzle, members_of(puzzle), [Edit("right", (0,), ("15",))])
    assert loads(dumps(edited_one)).shape == (1, 1)
