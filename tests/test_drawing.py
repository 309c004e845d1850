"""Pictures: what is in them, as text and as SVG; the commands; the pages made of them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import unicodedata
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from conftest import ROOT, Run, refused_command
from helpers import of_each, some_kinds
from msgspec.structs import replace

from benchmarks import pictures
from uniclue import from_members
from uniclue.core.kinds import builtin_kinds, find_kind
from uniclue.core.marks import Circle, Line, Outline, Shade, Text
from uniclue.core.puzzle import Puzzle
from uniclue.drawing import flowers
from uniclue.drawing.booklet import rules_of
from uniclue.drawing.picture import Focus, Picture, picture
from uniclue.drawing.svg import SORTS, svg
from uniclue.drawing.text import BOXES, text
from uniclue.explainers.shown import VIEWS, picture_of, show
from uniclue.models.garden import PREFERRED

COLOURS = {
    *flowers.GROUND,
    *(colour for sign in flowers.SIGNS.values() for colour in (sign.colour, sign.heart)),
}

NAMESPACE = "{http://www.w3.org/2000/svg}"
TWO_WAYS = {"kind": "sudoku", "box": [2, 2], "grid": [[1, 0, 0, 0], [0, 0, 3, 0], [0] * 4, [0] * 4]}


def puzzles(kind: str) -> list[Puzzle]:
    return [from_members(example.puzzle) for example in find_kind(kind).examples]


def boards(kind: str) -> list[Picture]:
    """Pictures of one puzzle with every grid that its examples list for it."""
    examples = find_kind(kind).examples
    return [
        picture(puzzle, puzzle.read_grid(grid))
        for puzzle, example in zip(puzzles(kind), examples, strict=True)
        for grid in [*example.solutions, *example.wrong.values()]
    ]


# -- every kind ------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", builtin_kinds())
def test_pictures_tell_puzzles_and_answers_apart(kind: str) -> None:
    """Whatever of a puzzle or of a grid is not drawn makes two pictures the same."""
    for drawn in ([picture(puzzle) for puzzle in puzzles(kind)], boards(kind)):
        for render in (lambda p: svg([p]), text, lambda p: text(p, ascii_only=True)):
            assert len({(render(p), p.lines) for p in drawn}) == len(drawn)


@pytest.mark.parametrize("kind", builtin_kinds())
def test_text_stays_in_its_frame(kind: str) -> None:
    for drawn in boards(kind):
        assert text(drawn, ascii_only=True).isascii()
        lines = text(drawn).split("\n")
        assert all(line == line.rstrip() and line.isprintable() for line in lines)
        if drawn.grid == "lines":
            frame = {line.index(line.strip()[0]) for line in lines if line[:1] in "┌└├┏┗┠┣╭"}
            assert frame <= {0} or len(frame) == 1


@pytest.mark.parametrize("kind", builtin_kinds())
def test_svg_is_one_picture_with_nothing_outside(kind: str) -> None:
    drawn = boards(kind)[0]
    root = ElementTree.fromstring(svg([drawn]))
    width, height = map(float, root.attrib["viewBox"].split()[2:])
    assert root.attrib["role"] == "img"
    assert root.findtext(f"{NAMESPACE}title") == drawn.title == root.attrib["aria-label"]
    assert root.findtext(f"{NAMESPACE}desc")
    tags = {element.tag.removeprefix(NAMESPACE) for element in root.iter()}
    assert tags <= {"svg", "title", "desc", "style", "g", "path", "text"}
    for element in root.iter(f"{NAMESPACE}text"):
        assert 0 <= float(element.attrib["x"]) <= width
        assert 0 <= float(element.attrib["y"]) <= height
    for element in root.iter(f"{NAMESPACE}path"):
        colour = element.attrib.get("fill")  # that of a flower, or of ground
        assert colour in COLOURS if colour else element.attrib["class"] in SORTS
        for x, y in re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", element.attrib["d"]):
            assert -1 <= float(x) <= width + 1
            assert -1 <= float(y) <= height + 1


@pytest.mark.parametrize("kind", some_kinds("views"))
def test_every_view_can_be_drawn(kind: str) -> None:
    some = puzzles(kind)[:3]
    for puzzle in Random(kind).sample(some, min(len(some), of_each(128, 1))):
        for view in VIEWS:
            shown = show(puzzle, view)
            drawn = picture_of(shown, puzzle)
            assert text(drawn)
            differs = shown.status == "several" and view in ("solution", "why")
            assert differs <= bool(drawn.tinted)


# -- single marks ----------------------------------------------------------------------------------


def test_box_drawing_characters_have_their_arms() -> None:
    names = {"UP": 1, "LEFT": 3, "RIGHT": 9, "DOWN": 27}
    for code, char in enumerate(BOXES):
        if code:
            words = unicodedata.name(char).replace("VERTICAL", "UP DOWN")
            words = words.replace("HORIZONTAL", "LEFT RIGHT")
            assert {arm for arm in names if arm in words.split()} == {
                arm for arm, base in names.items() if code // base % 3
            }
    assert len(set(BOXES)) == len(BOXES) == 81


@pytest.mark.parametrize(
    ("marks", "drawn"),
    [
        ([Text((0, 0), "7"), Text((1, 1), "2", "e")], "┌─────┐\n│7  · │\n│·  2→│\n└─────┘"),
        ([Outline(((0, 0), (0, 1)))], "┌───────┐\n│ ·   · │\n├───────┤\n│ ·   · │\n└───────┘"),
        (
            [Outline(((0, 0),), "12", dashed=True)],
            "┏12━┯━━━┓\n┃ · │ · ┃\n┠───┘   ┃\n┃ ·   · ┃\n┗━━━━━━━┛",
        ),
        ([Line(((0, 0), (0, 1), (1, 1)))], "┌───────┐\n│ ╺━━━┓ │\n│     ┃ │\n│ ·   ╹ │\n└───────┘"),
        (
            [Line(((1, 1), (1, 0), (0, 0)), "thick")],
            "┌───────┐\n│ ╷   · │\n│ │     │\n│ └───╴ │\n└───────┘",
        ),
        ([Shade((0, 1)), Circle((1, 0), black=True)], "┌───┐\n│· █│\n│● ·│\n└───┘"),
        (
            [Text((0, -1), "12"), Text((2, 1), "3")],
            "   ┌───┐\n12 │· ·│\n   │· ·│\n   └───┘\n      3",
        ),
        ([Text((0.5, 0.5), "4")], "┌───────┐\n│ ·   · │\n│   4   │\n│ ·   · │\n└───────┘"),
        (
            [Text((0.25, -0.25), "3"), Text((-0.25, 0.25), "16")],
            "┌─────────┐\n│3\\16  ·  │\n│ ·    ·  │\n└─────────┘",
        ),
    ],
)
def test_marks_as_text(marks: list[Any], drawn: str) -> None:
    assert text(Picture(title="", shape=(2, 2), printed=tuple(marks))) == drawn


def test_a_board_with_nothing_on_it_is_drawn() -> None:
    assert text(picture(from_members({"kind": "hashi", "grid": ["..", ".."]}))) == ""


def test_a_view_marks_what_it_is_about() -> None:
    puzzle = from_members(TWO_WAYS)
    shown = show(puzzle, "solution")
    drawn = picture_of(shown, puzzle)
    first, second = shown.solutions
    differ = {(r, c) for r in range(4) for c in range(4) if first[r][c] != second[r][c]}
    assert drawn.tinted == differ
    assert {m.at for m in drawn.answer if isinstance(m, Text) and "/" in m.text} == differ
    one = from_members(TWO_WAYS | {"grid": [[1, 0, 0, 0], *[[0] * 4] * 3]})
    assert picture_of(show(one, "candidates"), one).notes[0, 1] == ("", "2", "3", "4")
    wrong = from_members(TWO_WAYS | {"grid": [[1, 1, 0, 0], [0] * 4, [0] * 4, [0] * 4]})
    why = show(wrong, "why")
    assert (why.status, why.marked) == ("none", ((0, 0), (0, 1)))
    assert picture_of(why, wrong).tinted == {(0, 0), (0, 1)}


def test_givens_are_printed_and_what_is_filled_in_is_not() -> None:
    members = {"kind": "nonogram", "rows": [[1], [1]], "cols": [[1], [1]], "givens": ["#?", "??"]}
    puzzle = from_members(members)
    drawn = picture_of(show(puzzle, "solution"), puzzle)
    assert Shade((0, 0)) in drawn.printed
    assert [mark for mark in drawn.answer if isinstance(mark, Shade)] == [Shade((1, 1))]


def test_numbers_beside_the_board_stand_in_no_cell_of_the_text() -> None:
    """However the line is typed: as text, or as a list that other formats give."""
    drawn = [
        from_members({"kind": "snake", "grid": ["..."] * 3, **lines}).draw(((0,) * 3,) * 3)
        for lines in ({"top": "1.2", "left": "..."}, {"top": [1, None, 2], "left": [None] * 3})
    ]
    assert drawn == [". . .\n. . .\n. . ."] * 2


def test_what_does_not_print_is_escaped() -> None:
    odd = "\x1b\u202e<>"
    puzzle = from_members({"kind": "hitori", "grid": [[odd, "&"], ['"', "b"]], "title": odd})
    drawn = svg([picture(puzzle)])
    root = ElementTree.fromstring(drawn.encode())
    assert root.findtext(f"{NAMESPACE}title") == "\\x1b\\u202e<>"
    assert {"\\x1b\\u202e<>", "&"} <= {e.text for e in root.iter(f"{NAMESPACE}text")}
    assert text(picture(puzzle)).replace("\n", "").isprintable()


def calls_to_draw(side: int) -> int:
    """How many functions are called to draw a board, as text and as SVG."""
    puzzle = from_members({"kind": "slitherlink", "grid": ["2.1" * (side // 3)] * side})
    calls = 0

    def count(frame: object, event: str, value: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        assert text(picture(puzzle)).count("\n") == 2 * side
        svg([picture(puzzle)])
    finally:
        sys.setprofile(None)
    return calls


def test_the_work_of_drawing_grows_with_the_cells() -> None:
    calls_to_draw(3)  # which imports
    assert calls_to_draw(48) < 4.5 * calls_to_draw(24)


# -- commands --------------------------------------------------------------------------------------


@pytest.fixture
def sudoku(tmp_path: Path) -> Path:
    file = tmp_path / "sudoku.json"
    file.write_text(json.dumps(TWO_WAYS), "utf-8")
    return file


def test_draw_writes_svg_png_and_pdf(run: Run, sudoku: Path, tmp_path: Path) -> None:
    pytest.importorskip("typst")
    for ending, start in {"svg": b"<svg ", "png": b"\x89PNG", "pdf": b"%PDF"}.items():
        out = tmp_path / f"x.{ending}"
        assert run("draw", sudoku, "-o", out).returncode == 0
        assert out.read_bytes().startswith(start)
    assert run("draw", sudoku, sudoku, "--solution", "-o", "-").stdout.count("<g transform") == 2


def test_draw_refuses_in_one_line(
    sudoku: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text(f"{json.dumps(TWO_WAYS)}\n{{}}\n", "utf-8")
    out = tmp_path / "x.svg"
    refused_command(64, "expected -o FILE.svg", "draw", sudoku)
    refused_command(64, "expected -o FILE.svg", "draw", sudoku, "-o", "x.gif")
    refused_command(64, "expected one of", "draw", sudoku, "--why", "--solution", "-o", out)
    refused_command(65, "bad.jsonl: line 2: $", "draw", bad, "-o", out)
    refused_command(66, "none.json", "draw", tmp_path / "none.json", "-o", out)
    monkeypatch.setitem(sys.modules, "typst", None)
    refused_command(64, "uniclue[pictures]", "draw", sudoku, "-o", tmp_path / "x.png")
    assert {*tmp_path.iterdir()} == {sudoku, bad}


def test_a_booklet_has_all_its_puzzles(run: Run, sudoku: Path, tmp_path: Path) -> None:
    pytest.importorskip("typst")
    out = tmp_path / "x.pdf"
    words = ("book", sudoku, sudoku, sudoku, "--title", "#panic(1) $ * _", "-o", out)
    assert run(*words, "--on-a-page", "1").returncode == 10
    one_on_a_page = re.findall(rb"/Type */Page\b", out.read_bytes())
    assert run(*words, "--paper", "letter").returncode == 10
    four_on_a_page = re.findall(rb"/Type */Page\b", out.read_bytes())
    assert len(one_on_a_page) == len(four_on_a_page) + 2
    refused_command(66, "none.json", "book", tmp_path / "none.json", "-o", out)
    refused_command(64, "expected -o FILE.pdf", "book", sudoku, "-o", "x.txt")


@pytest.mark.slow
def test_a_booklet_of_a_series_is_made_at_once(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("typst")
    out = tmp_path / "x.pdf"
    done = run("book", "garden", "--levels", "2", "--seed", "1", "-o", out)
    assert (done.returncode, [*tmp_path.iterdir()]) == (0, [out])
    for words, said in (
        (("sudoku",), "makes no series of levels"),
        (("none",), "expected one of"),
        (("garden", "animals"), "expected one KIND"),
    ):
        refused_command(64, said, "book", *words, "--levels", "2", "--seed", "1", "-o", out)


def test_a_garden_shows_colours_and_signs_and_its_booklet_how_to_play() -> None:
    ground = [[[30, 40], [100, 100]]]
    members = {"kind": "garden", "humidity": ground, "flowers": {"sunflower": 1}, "rounds": 1}
    garden = from_members(members | {"target": [["sunflower", "."]]})
    drawn = svg([picture(garden, (("sunflower", "."),))])
    for colour in (flowers.ground(35), flowers.ground(100), flowers.SIGNS["sunflower"].colour):
        assert f'fill="{colour}"' in drawn
    assert drawn.count(flowers.SIGNS["sunflower"].heart) == 2  # the target, and the planting
    assert len({(s.petals, s.width, s.start) for s in flowers.SIGNS.values()}) == len(PREFERRED)
    rules = rules_of(type(garden), [garden])
    assert "a flower on other ground stays alive, but does not spread" in rules.play
    assert ">sunflower</text>" in rules.key
    assert ">30-40</text>" in rules.key


def test_show_is_a_question_like_others(run: Run, sudoku: Path) -> None:
    done = run("show", sudoku, "--solution", "--json")
    answer = json.loads(done.stdout)
    assert (done.returncode, answer["command"], answer["status"]) == (10, "show", "several")
    assert any("/" in line for line in answer["picture"])
    many = (json.dumps(TWO_WAYS) + "\n").encode() * 2
    lines = run("show", "-", stdin=many).stdout.splitlines()
    assert [json.loads(line)["view"] for line in lines] == ["puzzle", "puzzle"]


# -- pages -----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_pages_of_pictures_are_current() -> None:
    """A kind that was dropped in, and is not committed, needs no picture yet."""
    git = ["git", "ls-files", "models"]
    tracked = subprocess.run(git, cwd=ROOT, capture_output=True, text=True).stdout.splitlines()
    new = [kind for kind in builtin_kinds() if f"models/{kind}.py" not in tracked]
    sizes, all_pages = 0, pictures.pictures()
    every = (ROOT / "docs" / "pictures").glob("*.svg")
    drawn = {path for path in every if not path.stem.startswith("techniques-")}
    assert drawn == {path for path in all_pages if path.parent.name == "pictures"} - {
        ROOT / "docs" / "pictures" / f"{kind}.svg" for kind in new
    }
    for path, content in all_pages.items():
        if path.stem in new or (new and path == pictures.GALLERY):
            continue
        assert path.read_text("utf-8") == content, "run python -m benchmarks.pictures"
        sizes += len(content)
    assert sizes < 7_000 * len(all_pages)


# -- as printed elsewhere --------------------------------------------------------------------------


def drawn(members: dict[str, Any], answer: list[list[Any]] | None = None) -> str:
    """The picture of a puzzle, without its style."""
    puzzle = from_members(members)
    solution = None if answer is None else puzzle.read_grid(answer)
    return svg([picture(puzzle, solution)], styled=False)


def test_ships_are_round_where_they_end() -> None:
    fleet = {"kind": "battleships", "top": "...", "left": "..", "fleet": [1, 1]}
    shown = drawn({**fleet, "grid": ["...", "..."]}, [[1, 1, 0], [0, 0, 0]])
    assert shown.count("A12.2 12.2") == 2
    given = drawn({**fleet, "grid": ["w..", "..."]}, [[1, 1, 0], [0, 0, 0]])
    assert given.count("A12.2 12.2") == 2
    assert '<path class="y"' in given  # a piece that was given stays grey


def test_a_fleet_is_pictured_below_its_board() -> None:
    members = {"kind": "battleships", "top": "...", "left": ".", "grid": ["..."]}
    shown = drawn({**members, "fleet": [0, 2, 1]})
    assert shown.count("A5.8 5.8") == 6
    assert "fleet: 2 of size 2, 1 of size 3" in shown


def test_a_printed_number_makes_room_for_a_value() -> None:
    puzzle = {"kind": "factors", "regions": ["aa", "bb"], "grid": ["2.", ".."]}
    large, small = drawn(puzzle), drawn(puzzle, [[1, 2], [2, 1]])
    assert re.search(r'font-size="17.9">2<', large)
    assert re.search(r'font-size="9.6">2<', small)


@pytest.mark.parametrize(
    ("members", "grid", "told"),
    [
        ({"kind": "kenken", "cages": ["aa", "bb"], "targets": {"a": "2*"}}, None, ">2×<"),
        ({"kind": "tapa", "grid": ["1,1 .", ". ."]}, None, ">1</text><text"),
        ({"kind": "moonsun", "regions": ["ab"], "grid": ["ms"]}, None, 'class="Y"'),
        ({"kind": "toichika", "regions": ["ab"], "grid": [".."]}, [["e", "w"]], 'class="l"'),
        ({"kind": "doppelblock", "top": "...", "left": "..."}, [["x", "x", 1]] * 3, 'class="a"'),
    ],
)
def test_signs_are_those_that_are_usual(members: Any, grid: Any, told: str) -> None:
    assert told in drawn(members, grid)


ROWS = [[0] * 4] * 3
SUDOKU = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_what_a_step_tells_is_as_large_as_other_values() -> None:
    sudoku = from_members({"kind": "sudoku", "box": [2, 2], "grid": [[1, 0, 3, 4], *ROWS]})
    told = picture(sudoku, sudoku.read_grid([[1, 2, 3, 4], *[[None] * 4 for _ in ROWS]]))
    shown = svg([replace(told, focus=Focus(new=frozenset({(0, 1)})))], styled=False)
    assert re.search(r'font-size="17.9" class="N">2<', shown)


def test_mercury_fills_a_thermometer_from_its_bulb() -> None:
    members = {"kind": "thermometers", "grid": ["1.1 1.2 1.3"], "top": "...", "left": "."}
    assert 'class="H"' in drawn(members, [[1, 1, 0]])
    assert 'class="H"' not in drawn(members)
