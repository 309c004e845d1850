"""Published pages, without a browser: what is refused, what they hold, and how values look."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib
from pathlib import Path
from typing import Any

import pytest
from conftest import Run
from msgspec.structs import replace

import uniclue
from uniclue.core.kinds import builtin_kinds, find_kind
from uniclue.core.puzzle import Puzzle
from uniclue.formats.puzzle_json import from_members
from uniclue.workbench.playing import PlayBoard, board_of

SUDOKU = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SEVERAL = {"kind": "sudoku", "box": [2, 2], "grid": [[1, 2, 3, 4], [3, 4, 1, 2], [0] * 4, [0] * 4]}
NONE = {"kind": "sudoku", "box": [2, 2], "grid": [[1, 0, 0, 1], [0] * 4, [0] * 4, [0] * 4]}
MOST_BYTES = 60_000
"""The largest page of one puzzle of usual size."""


def data_of(html: str) -> dict[str, Any]:
    """The data of a page."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', html)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


def unpacked(text: str) -> Any:
    return json.loads(zlib.decompress(base64.b64decode(text), -15))


def only_puzzle(kind: str) -> Puzzle:
    """The first example of a kind that has one solution."""
    unique = (each for each in find_kind(kind).examples if len(each.solutions) == 1)
    return from_members(next(unique).puzzle)


def test_a_page_names_the_certificate_that_anybody_can_make(run: Run, tmp_path: Path) -> None:
    (file := tmp_path / "a.txt").write_text(SUDOKU)
    out = tmp_path / "page.html"
    assert run("publish", file, "-o", out, "--title", "Monday").returncode == 0
    assert run("unique", file, "--certificate", tmp_path / "c").returncode == 0
    made = hashlib.sha256((tmp_path / "c" / "manifest.json").read_bytes()).hexdigest()
    html = out.read_text("utf-8")
    (game,) = data_of(html)["games"]
    assert game["certificate"] == made
    assert "<title>Monday</title>" in html
    assert len(html.encode()) < MOST_BYTES


def test_the_command_keeps_certificates(run: Run, tmp_path: Path) -> None:
    (file := tmp_path / "a.jsonl").write_bytes((uniclue.dumps(only_puzzle("akari")) + b"\n") * 2)
    words = ("publish", file, "-o", tmp_path / "x.html", "--certificate", tmp_path / "all")
    assert run(*words).returncode == 0
    for folder in ("1", "2"):
        assert run("verify", tmp_path / "all" / folder).returncode == 0


@pytest.mark.parametrize(("puzzle", "code", "said"), [(SEVERAL, 10, "several"), (NONE, 20, "none")])
def test_what_is_not_unique_is_refused(
    run: Run, tmp_path: Path, puzzle: dict[str, Any], code: int, said: str
) -> None:
    (file := tmp_path / "a.json").write_text(json.dumps(puzzle))
    done = run("publish", file, "-o", tmp_path / "x.html")
    assert done.returncode == code
    assert f"expected one solution, got {said}" in done.stderr
    assert not (tmp_path / "x.html").exists()
    with pytest.raises(uniclue.ChoiceError, match=said):
        uniclue.publish(uniclue.from_members(puzzle))


def test_other_files_than_pages_are_refused(run: Run, tmp_path: Path) -> None:
    done = run("publish", tmp_path / "a.json", "-o", tmp_path / "x.pdf")
    assert done.returncode == 64
    assert "expected -o FILE.html" in done.stderr
    done = run("publish", tmp_path / "a.json")
    assert done.returncode == 64
    assert "either -o FILE.html or --site FOLDER" in done.stderr


def test_a_site_has_a_page_for_each_puzzle_and_an_index(run: Run, tmp_path: Path) -> None:
    titled = replace(only_puzzle("akari"), extra={"title": "<b>Lamps</b>"})
    lines = [uniclue.dumps(titled), uniclue.dumps(only_puzzle("masyu"))]
    (file := tmp_path / "a.jsonl").write_bytes(b"\n".join(lines))
    assert run("publish", file, "--site", tmp_path / "site").returncode == 0
    pages = {path.name: path.read_text("utf-8") for path in (tmp_path / "site").iterdir()}
    assert {*pages} == {"index.html", "1-akari.html", "2-masyu.html"}
    index = pages.pop("index.html")
    assert all(f'href="{name}"' in index for name in pages)
    assert "&lt;b&gt;Lamps" in index
    assert index.count("<svg") == 2
    assert "style=" not in index
    assert "script-src" not in index
    assert {data_of(page)["home"] for page in pages.values()} == {"index.html"}


def test_a_page_without_hints_and_answers_holds_neither() -> None:
    puzzle = uniclue.read(SUDOKU)
    html = uniclue.publish(puzzle, hints="no", check="finish").html
    (game,) = data_of(html)["games"]
    assert game["secret"] == ""
    (whole,) = data_of(uniclue.publish(puzzle, check="finish").html)["games"]
    assert len(unpacked(whole["secret"])["steps"]) > 10


def test_only_its_own_script_and_style_may_run() -> None:
    html = uniclue.publish(uniclue.read(SUDOKU)).html
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', html)
    assert policy is not None
    assert "unsafe" not in policy[1]
    assert "http" not in policy[1]
    for tag in ("script", "style"):
        text = re.findall(rf"<{tag}>(.*?)</{tag}>", html, re.DOTALL)
        assert len(text) == 1
        digest = base64.b64encode(hashlib.sha256(text[0].encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy[1]
    assert "style=" not in html.partition("<script>")[0]


def test_no_text_of_a_puzzle_becomes_markup() -> None:
    hostile = "</script><img src=x onerror=alert(1)><!-- \u2028 &amp;"
    puzzle = replace(only_puzzle("akari"), extra={"title": hostile, "author": hostile})
    html = uniclue.publish(puzzle, title=hostile, message=hostile).html
    assert "<img" not in html
    assert html.count("</script>") == 3
    (game,) = data_of(html)["games"]
    assert game["message"] == hostile


@pytest.mark.parametrize("kind", builtin_kinds())
def test_values_that_differ_look_different(kind: str) -> None:
    puzzle = only_puzzle(kind)
    board: PlayBoard = board_of(puzzle)
    for sort, stamps in enumerate(board.stamps):
        if board.drawn == "areas":  # which are told by colours and borders
            continue
        assert len({*stamps}) == len(board.values), sort
        assert all("<path" in stamp or "<text" in stamp for stamp in stamps), sort


@pytest.mark.parametrize("kind", ["shikaku", "galaxies", "tatamibari"])
def test_every_area_has_a_cell_to_draw_it_from(kind: str) -> None:
    puzzle = only_puzzle(kind)
    (game,) = data_of(uniclue.publish(puzzle).html)["games"]
    board, solution = unpacked(game["board"]), unpacked(game["secret"])["answer"]
    assert {value for _, value in board["printed"]} == {*range(len(board["values"]))}
    assert all(solution[place] == value for place, value in board["printed"])
