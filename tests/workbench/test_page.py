"""The page in a real browser."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode
from zipfile import ZipFile

import pytest
from conftest import ROOT

from uniclue.formats.puzzle_json import loads
from uniclue.study.order.corpus import moves_of
from workbench.conftest import Served, start_serving
from workbench.pages import Bench

pytestmark = [pytest.mark.browser, pytest.mark.slow]
NINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SEVERAL = {"kind": "sudoku", "box": [2, 2], "grid": [[1, 2, 3, 4], [3, 4, 1, 2], [0] * 4, [0] * 4]}
NONE = {"kind": "sudoku", "box": [2, 2], "grid": [[1, 0, 0, 1], [0] * 4, [0] * 4, [0] * 4]}
FULL = {
    "kind": "sudoku",
    "box": [2, 2],
    "grid": [[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4] + [0] * 3],
}
BLACK = {"across": None, "down": None}
KAKURO = [[BLACK, {"across": None, "down": 7}], [BLACK, None]]
LOOP = {"kind": "slitherlink", "grid": ["3", "3"]}


def test_it_opens_with_a_puzzle_and_its_verdict(bench: Bench) -> None:
    assert bench.status == "unique"
    assert "no digit stands twice in a row" in bench.text()


@pytest.mark.parametrize(
    ("kind", "size", "place", "keys", "member", "value"),
    [
        ("sudoku", 4, (0, 1), "3", "grid", [[0, 3, 0, 0], [0] * 4, [0] * 4, [0] * 4]),
        ("slitherlink", 2, (1, 1), "3", "grid", ["..", ".3"]),
        ("kuromasu", 6, (0, 0), "11", "grid", ["11 . . . . ."] + ["......"] * 5),
        ("skyscrapers", 4, (-1, 2), "3", "top", "..3."),
        ("tents", 4, (0, 3), "t", "grid", ["...T", "....", "....", "...."]),
        ("masyu", 3, (1, 1), "b", "grid", ["...", ".b.", "..."]),
        ("hitori", 3, (2, 0), "7", "grid", ["...", "...", "7.."]),
        ("castlewall", 3, (1, 1), "2nx", "grid", ["...", ". 2nx .", "..."]),
        ("creek", 2, (0.5, 0.5), "4", "grid", ["...", ".4.", "..."]),
        ("nonogram", 3, (1, -1), "1 1", "rows", [[], [1, 1], []]),
        ("kakuro", 2, (0, 1), "7", "grid", KAKURO),
        ("akari", 3, (1, 1), "x", "grid", ["...", ".x.", "..."]),
    ],
)
def test_clues_are_typed(
    bench: Bench, kind: str, size: int, place: Any, keys: str, member: str, value: Any
) -> None:
    bench.kind(kind, size)
    bench.click(*place)
    bench.keys(*keys)
    assert bench.puzzle[member] == value
    bench.keys("Escape", "Backspace")
    assert bench.puzzle[member] != value


def test_keyboard_types_where_the_arrows_lead(bench: Bench) -> None:
    bench.kind("skyscrapers", 4)
    bench.keys("ArrowRight", "3", "ArrowDown", "ArrowDown", "ArrowLeft", "ArrowLeft", "2")
    assert bench.puzzle["top"] == ".3.."
    assert bench.puzzle["left"] == ".2.."
    assert "left of row 2, left 2" in bench.text()
    told = bench.page.locator("[role=gridcell]", has_text="above column 2, top 3")
    told.wait_for(state="attached")


def test_areas_are_drawn(bench: Bench) -> None:
    bench.kind("starbattle", 4)
    bench.typed_is("regions") if bench.page.get_by_label("what is typed").count() else None
    bench.drag((0, 0), (0, 1), (0, 2), (0, 3), shift=True)
    rows = bench.puzzle["regions"]
    assert len(set(rows[0])) == 1
    assert rows[0][0] not in "".join(rows[1:])
    bench.drag((0, 0), (1, 0), (2, 0))
    rows = bench.puzzle["regions"]
    assert rows[2][0] == rows[0][0]


def test_lines_are_drawn_by_mouse_and_keys(bench: Bench) -> None:
    bench.kind("variant", 4)
    bench.typed_is("thermometers")
    bench.drag((0, 0), (1, 1), (2, 2))
    bench.keys("Home", "Shift+ArrowDown", "Enter")
    assert bench.puzzle["thermometers"] == [[[0, 0], [1, 1], [2, 2]], [[0, 0], [1, 0]]]
    assert "thermometers r1c1 to r2c1" in bench.text()
    bench.keys("Delete")
    bench.drag((0, 0), (1, 1), (2, 2))
    assert "thermometers" not in bench.puzzle
    bench.typed_is("white_dots")
    bench.click(0.5, 1)
    assert bench.puzzle["white_dots"] == [[[0, 1], [1, 1]]]


def test_lines_are_drawn_by_touch(served: Any, browser: Any) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 800}, has_touch=True)
    bench = Bench(context.new_page(), served.url)
    bench.open()
    bench.kind("variant", 4)
    bench.typed_is("clones")
    bench.page.get_by_role("button", name="second meaning").click()
    for place in ((0, 0), (3, 3), (3, 3)):
        bench.page.touchscreen.tap(*bench.at(*place))
    assert bench.puzzle["clones"] == [[[0, 0], [3, 3]]]
    bench.page.get_by_role("button", name="second meaning").click()
    bench.typed_is("palindromes")
    touch = context.new_cdp_session(bench.page)
    for name, to in (("Start", [(0, 0)]), ("Move", [(0, 1)]), ("Move", [(0, 2)]), ("End", [])):
        points = [dict(zip("xy", bench.at(*place), strict=True)) for place in to]
        touch.send("Input.dispatchTouchEvent", {"type": f"touch{name}", "touchPoints": points})
    assert bench.puzzle["palindromes"] == [[[0, 0], [0, 1], [0, 2]]]
    bench.typed_is("sandwich_top")
    bench.page.touchscreen.tap(*bench.at(-1, 1))
    bench.page.get_by_label("text of the clue").fill("5")
    bench.page.keyboard.press("Enter")
    assert bench.puzzle["sandwich_top"] == ".5.."
    context.close()


def test_a_cage_and_its_sum(bench: Bench) -> None:
    bench.kind("variant", 4)
    bench.typed_is("sums")
    bench.drag((1, 1), (1, 2), (2, 2))
    bench.keys("9")
    assert bench.puzzle["cages"] == ["....", ".AA.", "..A.", "...."]
    assert bench.puzzle["sums"] == {"A": 9}


def test_regions_wait_until_their_sizes_are_right(bench: Bench) -> None:
    bench.kind("variant", 4)
    bench.typed_is("regions")
    bench.drag((0, 0), (0, 2))
    assert "expected 4 cells in region A" in bench.message
    assert bench.page.locator(".board .held").count() == 3
    bench.drag((0, 3), (1, 3), (1, 1))
    assert bench.puzzle["regions"] == ["AAAB", "ABBB", "CCDD", "CCDD"]
    assert bench.message == ""


def test_conditions_are_filled_in(bench: Bench) -> None:
    def fill(label: str, text: str) -> None:
        bench.page.get_by_label(label, exact=True).fill(text)
        bench.page.keyboard.press("Tab")
        bench.rest()

    bench.kind("animals", 2)
    bench.keys("2")
    assert bench.puzzle["heights"] == [[2, 1], [1, 1]]
    bench.panel("More of the puzzle")
    fill("animals panda", "2")
    assert "expected 4 animals" in bench.message
    fill("animals lion", "2")
    assert bench.puzzle["animals"] == {"panda": 2, "lion": 2}
    bench.button("more conditions")
    bench.page.get_by_label("conditions 1", exact=True).select_option("compare")
    bench.rest()
    fill("conditions 1 species", "panda")
    fill("conditions 1 than", "lion")
    (condition,) = bench.puzzle["conditions"]
    assert (condition["species"], condition["than"]) == ("panda", "lion")


def test_undo_and_redo(bench: Bench) -> None:
    first = bench.puzzle
    bench.keys("Delete")
    second = bench.puzzle
    assert first != second
    bench.keys("Control+z")
    assert bench.puzzle == first
    assert bench.status == "unique"
    bench.button("Redo")
    assert bench.puzzle == second


def test_what_cannot_stand_is_refused_in_words(bench: Bench) -> None:
    bench.kind("slitherlink", 3)
    bench.keys("9")
    assert bench.message.startswith("r1c1: expected 0 to 4")
    assert bench.puzzle["grid"] == ["..."] * 3
    bench.keys("Escape", "2")
    assert bench.message == ""


def test_clues_in_conflict_are_told(bench: Bench) -> None:
    bench.put(NONE)
    assert bench.status == "none"
    assert "These clues cannot all hold" in bench.text()
    assert bench.page.locator(".clues li").count() >= 2
    assert bench.page.locator(".board path.t").count() == 1
    bench.page.locator(".clues button").first.click()
    bench.rest()
    assert bench.page.locator(".board path.t").count() == 1


def test_a_silent_page_tells_the_verdict_when_asked(bench: Bench) -> None:
    bench.page.get_by_label("Silent").check()
    bench.put(SEVERAL)
    assert bench.status == ""
    bench.button("Is it unique?")
    assert bench.status == "several"
    bench.put(SEVERAL)
    assert bench.status == ""
    bench.page.get_by_label("Silent").uncheck()
    assert bench.status == "several"


def test_solutions_are_flipped_through(bench: Bench) -> None:
    bench.put(SEVERAL)
    assert bench.status == "several"
    assert "places differ" in bench.text()
    bench.button("More solutions")
    bench.button("›")
    assert "solution 1 of 4" in bench.text()
    first = bench.page.locator(".board .sheets").inner_html()
    bench.button("›")
    assert bench.page.locator(".board .sheets").inner_html() != first
    bench.button("Hide")
    assert "4 found" in bench.text()


def test_pencil_marks_are_true_candidates(bench: Bench) -> None:
    bench.put(SEVERAL)
    bench.button("Pencil marks")
    assert bench.page.locator(".board text.q").count() == 16
    assert "8 places are open; 4 solutions" in bench.text()


def test_a_repair_is_done(bench: Bench) -> None:
    bench.put(SEVERAL)
    bench.button("Repair")
    bench.page.get_by_role("button", name="Do it").first.click()
    assert bench.status == "unique"


def test_clues_are_rated_and_taken_away(bench: Bench) -> None:
    bench.put(FULL)
    bench.button("Which clues are needed?")
    assert "redundant" in bench.text()
    assert bench.page.locator(".board path.t").count() == 1
    bench.button("Make it minimal")
    bench.rest()
    assert sum(digit > 0 for row in bench.puzzle["grid"] for digit in row) < 8
    assert bench.status == "unique"


def test_sizes(bench: Bench) -> None:
    bench.put({"kind": "slitherlink", "grid": ["3.", "01"]})
    bench.page.get_by_label("Columns", exact=True).fill("3")
    bench.button("Resize")
    assert bench.puzzle["grid"] == ["3..", "01."]
    bench.button("Blank")
    assert bench.puzzle["grid"] == ["...", "..."]
    bench.page.get_by_label("example", exact=True).select_option("0")
    assert bench.status == "unique"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (NINE, "sudoku"),
        ("https://puzz.link/p?slither/3/3/g2b2b", "slitherlink"),
        (json.dumps(LOOP), "slitherlink"),
    ],
)
def test_texts_and_links_are_opened(bench: Bench, text: str, kind: str) -> None:
    bench.put(text)
    assert bench.message == ""
    assert bench.puzzle["kind"] == kind


@pytest.mark.parametrize(
    "text", ["<script>alert(1)</script>", "https://example.org/x", '{"kind": "no"}']
)
def test_a_text_that_is_no_puzzle(bench: Bench, text: str) -> None:
    before = bench.puzzle
    bench.put(text)
    assert "expected" in bench.message
    assert bench.puzzle == before


def test_markup_in_a_puzzle_stays_text(bench: Bench) -> None:
    bench.put({"kind": "hitori", "grid": [["<img/src=x>", 1], [2, 3]], "title": "<b>bold</b>"})
    assert bench.page.locator(".board img").count() == 0
    bench.button("Add this puzzle") if bench.panel("Collection") else None
    assert bench.page.locator(".kept b").count() == 0


def test_a_pasted_text_and_a_file(bench: Bench, tmp_path: Path) -> None:
    bench.page.evaluate(
        """(text) => {
            const data = new DataTransfer();
            data.setData("text/plain", text);
            const how = {clipboardData: data, bubbles: true};
            document.body.dispatchEvent(new ClipboardEvent("paste", how));
        }""",
        json.dumps(LOOP),
    )
    assert bench.puzzle["kind"] == "slitherlink"
    file = tmp_path / "many.jsonl"
    file.write_text(f"{json.dumps(SEVERAL)}\n{json.dumps(NONE)}\n")
    bench.panel("Open")
    bench.page.get_by_label("A file").set_input_files(file)
    assert "2 puzzles are in the collection" in bench.message
    assert "Collection (2)" in bench.text()


# -- playing ---------------------------------------------------------------------------------------


def test_entries_are_checked(bench: Bench) -> None:
    bench.button("Play")
    bench.click(0, 1)
    bench.keys("1")
    assert bench.page.locator(".judgement.wrong").count() == 1
    bench.keys("Backspace")
    bench.button("Clues")
    bench.button("›")
    bench.button("Play")
    bench.keys("2")
    assert "r1c2, 2" in bench.text()


def test_shading_by_dragging(bench: Bench) -> None:
    bench.put({"kind": "nonogram", "rows": [[3], [1]], "cols": [[2], [1], [1]]})
    bench.button("Play")
    bench.drag((0, 0), (0, 1), (0, 2))
    bench.click(1, 0)
    bench.drag((1, 1), (1, 2), shift=True)
    assert bench.page.locator(".judgement.right").count() == 1
    bench.keys("Control+z")
    assert bench.page.locator(".judgement.right").count() == 0


def test_a_loop_along_sides(bench: Bench) -> None:
    bench.put(LOOP)
    bench.button("Play")
    bench.drag((-0.5, -0.5), (0.5, -0.5), (1.5, -0.5), (1.5, 0.5))
    bench.drag((-0.5, -0.5), (-0.5, 0.5), (0.5, 0.5), (1.5, 0.5))
    bench.click(0.5, 0, button="right")
    assert bench.page.locator(".judgement.right").count() == 1
    bench.click(0.5, 0)
    bench.click(0.5, 0)
    assert bench.page.locator(".judgement.wrong").count() == 1


def test_a_loop_by_keys(bench: Bench) -> None:
    bench.put({"kind": "simpleloop", "grid": ["..", ".."]})
    bench.button("Play")
    bench.keys("Home", *(f"Shift+Arrow{way}" for way in ("Right", "Down", "Left", "Up")))
    assert bench.page.locator(".judgement.right").count() == 1


def test_keys_to_touch(bench: Bench) -> None:
    bench.kind("sudoku", 4)
    bench.click(1, 1)
    bench.page.get_by_role("group", name="keys").get_by_role("button", name="4").click()
    assert bench.puzzle["grid"][1][1] == 4


def test_hints_lead_to_the_solution(bench: Bench) -> None:
    bench.button("Play")
    for _ in range(12):
        bench.button("Hint")
        bench.page.locator(".hint").get_by_role("button", name="Do it").click()
        bench.rest()
    assert bench.page.locator(".judgement.right").count() == 1
    bench.button("Hint")
    assert "It is solved" in bench.text()


def test_a_hint_names_what_is_wrong(bench: Bench) -> None:
    bench.button("Play")
    bench.click(0, 1)
    bench.keys("2")
    bench.button("Hint")
    assert "These entries are wrong" in bench.text()
    assert bench.page.locator(".board .pointed").count() == 1


def test_entries_and_crosses_are_drawn_at_once(bench: Bench) -> None:
    bench.put(LOOP)
    bench.button("Play")
    bench.click(0.5, 0, button="right")
    assert bench.page.locator(".board .ink path.x").count() == 1
    asked: list[str] = []
    bench.page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    bench.drag((-0.5, -0.5), (0.5, -0.5), (1.5, -0.5))
    assert bench.page.locator(".board .ink path.l[d]").count() >= 2
    assert not {*asked} - {"ask?seconds=5"}
    bench.put({"kind": "nurikabe", "grid": ["2..", "...", "..2"]})
    bench.drag((0, 1), (0, 2), shift=True)
    assert bench.page.locator(".board .ink path.x").count() == 2


def test_entries_are_judged_when_asked_for(bench: Bench) -> None:
    bench.button("Play")
    bench.page.get_by_label("Check every entry").uncheck()
    bench.click(0, 1)
    bench.keys("1")
    assert bench.page.locator(".judgement.wrong").count() == 0
    bench.button("Check")
    assert bench.page.locator(".judgement.wrong").count() == 1
    bench.page.get_by_label("Check every entry").check()


def test_clues_are_told_from_a_drawing(bench: Bench) -> None:
    bench.kind("nonogram", 3)
    bench.button("Play")
    bench.drag((0, 0), (0, 1), (0, 2))
    bench.click(2, 1)
    bench.button("Clues from what I drew")
    assert bench.puzzle["rows"] == [[3], [], [1]]
    assert bench.puzzle["cols"] == [[1], [1, 1], [1]]
    assert bench.page.locator(".board .ink.shades path.a").count() == 4
    assert bench.status == "unique"


def test_moves_are_recorded_on_request(bench: Bench, tmp_path: Path) -> None:
    """In the form that published pages save, with what was entered before and what is undone."""
    bench.button("Play")
    bench.click(0, 1)
    bench.keys("4")
    assert not bench.page.get_by_text("Save my moves").count()
    bench.page.get_by_label("Record my moves").check()
    bench.click(0, 2)
    bench.keys("1", "Control+z")
    file = bench.download("Save my moves", tmp_path)
    trace = json.loads(file.read_text("utf-8"))
    assert {*trace} == {"format", "kind", "puzzle", "solved", "milliseconds", "moves"}
    made = [move[1:] for move in trace["moves"]]
    assert made == [["mark", 1, 3], ["mark", 2, 0], ["mark", 2, -1]]
    puzzle = loads(json.dumps(bench.puzzle).encode())
    assert [move.word for move in moves_of(puzzle, file)] == ["4", "1", None]


def test_notes_and_colours_while_solving(bench: Bench) -> None:
    bench.button("Play")
    bench.click(0, 1)
    bench.keys("Shift+2", "Shift+3", "Control+1")
    assert bench.page.locator(".notes text").all_text_contents() == ["2", "3", "1"]
    bench.button("Colour")
    bench.button("blue")
    bench.click(3, 3)
    assert bench.page.locator("rect.C2").count() == 1
    bench.keys("Control+z")
    assert bench.page.locator("rect.C2").count() == 0


def test_steps_draw_what_they_cross_out(bench: Bench) -> None:
    bench.put(LOOP)
    bench.panel("Steps to the solution")
    bench.button("Explain")
    for _ in range(3):
        if bench.page.get_by_role("button", name="Forward").is_enabled():
            bench.button("Forward")
    assert bench.page.locator(".board .ink path.x").count() > 0
    assert bench.page.locator(".board .N").count() > 0


def test_steps_forwards_and_backwards(bench: Bench) -> None:
    bench.panel("Steps to the solution")
    bench.button("Explain")
    assert "step 1 of 12" in bench.text()
    first = bench.page.locator(".step").inner_text()
    bench.button("Forward")
    assert bench.page.locator(".step").inner_text() != first
    assert bench.page.locator(".board text.f").count() == 2
    bench.button("Back")
    assert bench.page.locator(".step").inner_text() == first
    bench.button("End")
    assert bench.page.locator(".board text.f").count() == 0


# -- making ----------------------------------------------------------------------------------------


def test_puzzles_are_made_and_graded(bench: Bench) -> None:
    bench.kind("slitherlink")
    bench.panel("Make a puzzle")
    bench.page.get_by_label("Size").fill("5x5")
    bench.page.get_by_label("Seed").fill("3")
    bench.button("Make")
    bench.page.wait_for_selector(".progress:empty", state="attached")
    assert len(bench.puzzle["grid"]) == 5
    assert bench.status == "unique"
    bench.button("Harder")
    bench.page.wait_for_selector(".progress:empty", state="attached")
    bench.panel("Difficulty")
    bench.button("Grade")
    assert re.search(r"\n(easy|medium|hard|expert|extreme): .*step", bench.text())
    bench.page.get_by_text("All ratings").click()
    assert "effort" in bench.text()


def test_making_is_called_off(bench: Bench) -> None:
    bench.kind("nurikabe")
    before = bench.puzzle
    bench.panel("Make a puzzle")
    bench.page.get_by_label("Size").fill("20x20")
    bench.page.get_by_role("button", name="Make", exact=True).click()
    bench.page.get_by_role("button", name="Cancel").click()
    assert bench.puzzle == before


def test_a_wrong_size_is_told(bench: Bench) -> None:
    bench.kind("slitherlink")
    bench.panel("Make a puzzle")
    bench.page.get_by_label("Size").fill("large")
    bench.button("Make")
    assert "expected a size such as 10x10" in bench.message


# -- taking away -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "ending", "begins"),
    [
        ("JSON", "json", b'{"kind":"sudoku"'),
        ("SVG", "svg", b"<svg"),
        ("PNG", "png", b"\x89PNG"),
        ("PDF", "pdf", b"%PDF"),
        ("DIMACS", "zip", b"PK"),
        ("Certificate", "zip", b"PK"),
    ],
)
def test_files_are_taken_away(
    bench: Bench, tmp_path: Path, name: str, ending: str, begins: bytes
) -> None:
    bench.panel("Take away")
    file = bench.download(name, tmp_path)
    assert file.suffix == f".{ending}"
    assert file.read_bytes().startswith(begins)
    if name == "Certificate":
        assert any(each.endswith("proof.drat") for each in ZipFile(file).namelist())


def test_a_page_to_solve_on_is_looked_at_and_saved(bench: Bench, tmp_path: Path) -> None:
    bench.panel("Title, author and own rules")
    own = bench.page.get_by_label("rules of your own")
    own.fill("Diagonals count twice")
    own.press("Tab")
    bench.rest()
    bench.panel("Take away")
    bench.button("Publish…")
    bench.page.get_by_label("Made by").fill("A. Uthor")
    bench.button("Preview")
    shown = bench.page.frame_locator("iframe")
    shown.locator(".board").wait_for()
    assert shown.locator(".by").inner_text() == "A. Uthor"
    assert "Diagonals count twice" in shown.locator(".about").inner_text()
    assert shown.locator("body").evaluate("window.origin") == "null"  # it reaches no token
    file = bench.download("Save the page", tmp_path)
    assert "A. Uthor" in file.read_text("utf-8")


def test_a_puzzle_is_shared_as_a_link(bench: Bench) -> None:
    bench.put(LOOP)
    bench.panel("Take away")
    bench.button("puzz.link")
    assert bench.page.get_by_label("link", exact=True).input_value().startswith("https://puzz.link")
    bench.button("Share link")
    link = bench.page.get_by_label("link", exact=True).input_value()
    other = Bench(bench.page.context.new_page(), link)
    other.open()
    assert other.puzzle["grid"] == LOOP["grid"]
    assert "#" not in other.page.url


def test_the_collection_is_kept_and_seen_by_other_tabs(bench: Bench, tmp_path: Path) -> None:
    other = Bench(bench.page.context.new_page(), bench.url)
    other.open()
    bench.page.bring_to_front()  # a browser slows down pages behind others
    bench.panel("Collection")
    bench.button("Add this puzzle")
    bench.put(LOOP)
    bench.button("Add this puzzle")
    other.page.get_by_role("heading", name="Collection (2)").wait_for()
    bench.page.reload()
    bench.page.wait_for_selector(".board")
    assert bench.puzzle["kind"] == "slitherlink"
    bench.panel("Collection")
    assert len(bench.download("Export", tmp_path).read_text().splitlines()) == 2
    bench.page.locator(".kept .thumbnail svg").first.wait_for()
    assert bench.download("Booklet", tmp_path).read_bytes().startswith(b"%PDF")
    bench.page.get_by_role("button", name="remove slitherlink").click()
    assert "Collection (1)" in bench.text()


def test_members_and_text(bench: Bench) -> None:
    bench.kind("starbattle")
    bench.panel("More of the puzzle")
    stars = bench.page.get_by_label("stars", exact=True)
    stars.fill("2")
    stars.press("Enter")
    assert bench.puzzle["stars"] == 2
    bench.panel("As text")
    bench.page.get_by_label("puzzle as text").fill(json.dumps(LOOP))
    bench.button("Apply")
    assert bench.puzzle["kind"] == "slitherlink"


# -- the author's desk -----------------------------------------------------------------------------


def test_kinds_are_searched_by_title_and_rules(bench: Bench) -> None:
    bench.button("All kinds…")
    bench.page.get_by_label("Search").fill("loop number sides")
    found = bench.page.locator(".gallery button")
    found.filter(has_text="Slitherlink").locator("svg").first.wait_for()
    assert found.count() < 15
    found.filter(has_text="Slitherlink").first.click()
    assert bench.puzzle["kind"] == "slitherlink"


def test_clues_come_in_pairs(bench: Bench) -> None:
    bench.kind("akari", 7)
    bench.page.get_by_label("symmetry of clues").select_option("half-turn")
    bench.click(0, 0)
    bench.keys("x")
    assert bench.puzzle["grid"][6][6] == "x"
    bench.click(2, 3)
    bench.keys("2")
    assert bench.page.locator(".missing").count() == 1
    bench.click(0, 0)
    bench.keys("Backspace")
    assert bench.puzzle["grid"][6] == "......."


def test_clicks_go_through_the_clues_of_a_kind(bench: Bench) -> None:
    bench.kind("slitherlink", 5)
    bench.click(2, 2)
    bench.click(2, 2)
    assert bench.puzzle["grid"][2] == "..?.."
    bench.click(2, 2)
    assert bench.puzzle["grid"][2] == "..0.."


def test_digits_never_make_a_cell_black(bench: Bench) -> None:
    bench.kind("kakuro", 5)
    before = bench.puzzle
    bench.click(2, 2)
    bench.keys("5")
    assert bench.puzzle == before
    assert "# makes it black" in bench.message
    bench.keys("#", "5")
    assert bench.puzzle["grid"][2][2] == {"across": None, "down": 5}


def test_several_puzzles_are_open_each_with_its_own_undo(bench: Bench) -> None:
    bench.put(LOOP)
    bench.keys("2")
    bench.button("another puzzle")
    bench.kind("akari")
    bench.page.locator(".tabs button").first.click()
    assert bench.puzzle["kind"] == "slitherlink"
    bench.button("Undo")
    assert bench.puzzle["grid"] == LOOP["grid"]
    bench.page.reload()
    bench.page.wait_for_selector(".board")
    bench.page.get_by_role("button", name="2. akari").click()
    assert bench.puzzle["kind"] == "akari"
    bench.page.get_by_role("button", name="close puzzle 2").click()
    assert bench.puzzle["kind"] == "slitherlink"
    assert bench.page.locator(".tabs button[aria-pressed]").count() == 1


def test_keys_are_listed(bench: Bench) -> None:
    bench.button("keys")
    assert "Ctrl-Z" in bench.page.get_by_role("dialog").inner_text()
    bench.page.keyboard.press("Escape")
    assert bench.page.get_by_role("dialog").count() == 0


# -- limits ----------------------------------------------------------------------------------------


def test_a_time_limit_leaves_the_verdict_open(bench: Bench) -> None:
    bench.page.get_by_label("Time limit").fill("0.1")
    bench.page.get_by_label("Time limit").press("Tab")
    bench.kind("sudoku", 36)
    bench.page.wait_for_selector("[data-status=unknown]")
    assert "time limit of 0.1 s reached" in bench.text()
    bench.page.get_by_label("Time limit").fill("60")
    bench.page.get_by_label("Time limit").press("Tab")
    bench.page.locator(".board").press("7")
    bench.page.get_by_role("button", name="Stop").click()
    assert bench.status == "unknown"


def test_the_server_stops_and_starts_again(browser: Any) -> None:
    first = start_serving()
    page = browser.new_context().new_page()
    bench = Bench(page, first.url)
    bench.open()
    first.stop()
    bench.keys("Delete")
    assert "the server does not answer" in bench.message
    second = start_serving(first.port)
    bench.keys("Delete")
    assert "it has started anew" in bench.message
    other = Bench(page.context.new_page(), first.address)
    other.page.goto(first.address)
    other.page.get_by_text("it has started anew").wait_for()
    page.goto(second.url)  # which changes what stands behind the # alone
    page.locator(".message:empty").wait_for(state="attached")
    bench.keys("Delete")
    assert bench.status == "several"
    other.page.reload()
    other.page.wait_for_selector(".board")
    second.stop()
    page.context.close()


# -- links and tokens ------------------------------------------------------------------------------


def follow(bench: Bench, served: Served, puzzle: Any, **more: str) -> Bench:
    """Opens a link with a puzzle in another tab of the same browser."""
    brought = urlencode(more | {"puzzle": json.dumps(puzzle)}, quote_via=quote)
    other = Bench(bench.page.context.new_page(), f"{served.address}/#{brought}")
    other.open()
    return other


def test_what_a_link_brings_is_opened_beside(bench: Bench, served: Served) -> None:
    bench.put(LOOP)
    other = follow(bench, served, NONE)
    for _ in range(2):
        assert other.puzzle["grid"] == NONE["grid"]
        assert "yours is kept" in other.message
        assert other.kept["grid"] == LOOP["grid"]
        other.page.reload()  # it is the tab's own
        other.page.wait_for_selector(".board")
    other.page.goto(f"{served.address}/#puzzle={quote(json.dumps(SEVERAL))}")
    other.page.get_by_text("several").wait_for()
    for wanted in (NONE, LOOP):
        other.button("Undo")
        assert other.puzzle["grid"] == wanted["grid"]
        assert other.kept["grid"] == LOOP["grid"]
    other.page.reload()
    other.page.wait_for_selector(".board")
    bench.page.reload()
    bench.page.wait_for_selector(".board")
    assert other.puzzle["grid"] == bench.puzzle["grid"] == LOOP["grid"]
    assert "Collection (0)" in bench.text()


def test_work_on_what_a_link_brought_loses_nothing(bench: Bench, served: Served) -> None:
    bench.put(LOOP)
    other = follow(bench, served, SEVERAL)
    other.click(3, 3)
    other.keys("4")
    assert other.kept["grid"][3][3] == 4
    assert "from before is in the collection" in other.message
    other.keys("Backspace")
    other.page.reload()
    other.page.wait_for_selector(".board")
    assert other.puzzle["grid"] == SEVERAL["grid"]
    assert "Collection (1)" in other.text()
    other.panel("Collection")
    other.button("slitherlink")
    assert other.puzzle["grid"] == LOOP["grid"]


@pytest.mark.parametrize("text", ['{"kind": "no"}', "{", "1", "null", "[]", '"x"'])
def test_a_link_that_brings_no_puzzle(bench: Bench, served: Served, text: str) -> None:
    bench.put(LOOP)
    other = Bench(bench.page.context.new_page(), f"{served.address}/#puzzle={quote(text)}")
    other.open()
    assert other.puzzle["grid"] == other.kept["grid"] == LOOP["grid"]
    assert other.message


def test_a_kept_puzzle_that_cannot_be_opened_stays(bench: Bench) -> None:
    mine = {"kind": "of-a-file", "grid": ["1"]}
    bench.page.evaluate("(text) => localStorage.setItem('uniclue.puzzle', text)", json.dumps(mine))
    bench.page.reload()
    bench.page.wait_for_selector(".board")
    assert bench.puzzle["kind"] == "sudoku"
    assert "expected" in bench.message
    assert bench.kept == mine
    bench.kind("slitherlink")
    assert bench.kept["kind"] == "slitherlink"
    assert "of-a-file" in bench.page.locator(".kept").text_content()


def test_a_token_that_is_wrong_replaces_none(bench: Bench, served: Served) -> None:
    other = follow(bench, served, LOOP, token="garbage")
    assert other.status == "unique"
    for each in (bench, other):
        each.page.reload()
        each.page.wait_for_selector(".board")
        assert each.message == "" or "yours is kept" in each.message
        assert each.page.evaluate("localStorage.getItem('uniclue.token')") == served.token


def test_the_right_address_heals_a_page_without_token(browser: Any, served: Served) -> None:
    page = browser.new_page()
    bench = Bench(page, served.url)
    for wrong in ("", "#token=garbage", "#token=%F0%9F%92%A9"):
        page.goto(served.address + "/" + wrong)
        page.get_by_text("open the address").wait_for()
    bench.open()
    assert bench.status == "unique"
    assert page.locator("header option").count() > 30
    assert not bench.errors
    page.close()


def test_the_file_that_the_browser_is_given_leads_to_the_page(browser: Any, tmp_path: Path) -> None:
    server = start_serving(BROWSER="true", TMPDIR=str(tmp_path))
    page = browser.new_page()
    page.goto(next(tmp_path.glob("*/open.html")).as_uri())
    page.wait_for_selector(".board")
    assert page.url == f"{server.address}/"
    page.close()
    server.stop()


# -- for everybody ---------------------------------------------------------------------------------

AXE = ROOT / "uniclue" / "workbench" / "page" / "node_modules" / "axe-core" / "axe.min.js"


@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed (npm ci)")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("mode", ["Clues", "Play"])
def test_no_barrier_is_found(bench: Bench, scheme: str, mode: str) -> None:
    bench.page.emulate_media(color_scheme=scheme)
    bench.put(NONE)
    for title in ("Make a puzzle", "Difficulty", "Take away", "Collection", "As text"):
        bench.panel(title)
    bench.button("Add this puzzle")
    bench.button(mode)
    bench.page.wait_for_selector("[role=gridcell]", state="attached")
    result = bench.page.evaluate(f"(() => {{ {AXE.read_text('utf-8')} }})(); axe.run()")
    assert [(v["id"], v["nodes"][0]["html"]) for v in result["violations"]] == []


def test_a_phone_shows_all_of_it(bench: Bench) -> None:
    bench.page.set_viewport_size({"width": 360, "height": 740})
    bench.kind("nonogram")
    assert bench.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_every_control_is_reached_by_the_keyboard(bench: Bench) -> None:
    for panel in bench.page.locator("summary").all():
        panel.focus()
    controls = bench.page.locator("button:enabled, select, input, textarea, summary, .board")
    wanted = sum(each.is_visible() for each in controls.all())
    bench.page.evaluate("document.activeElement.blur()")
    for _ in range(wanted + 5):
        bench.page.keyboard.press("Tab")
        bench.page.evaluate("document.activeElement.dataset.reached = '1'")
    reached = bench.page.locator("[data-reached]").count()
    assert reached >= wanted


def test_many_edits_leak_nothing(bench: Bench) -> None:
    devtools = bench.page.context.new_cdp_session(bench.page)

    def heap() -> float:
        devtools.send("HeapProfiler.collectGarbage")
        return float(devtools.send("Runtime.getHeapUsage")["usedSize"])

    def edit(times: int) -> None:
        for _ in range(times // 10):
            for _ in range(5):
                bench.page.keyboard.press("5")
                bench.page.keyboard.press("Backspace")
            bench.rest()

    bench.kind("sudoku", 9)
    bench.page.locator(".board").focus()
    edit(40)
    before = heap()
    edit(160)
    assert bench.status == "several"
    assert heap() < before + 160 * 5_000  # each can be undone, for which 3,000 are kept


def test_clues_are_typed_in_hexagons(bench: Bench) -> None:
    bench.open()
    bench.put({"kind": "slitherlink", "tiling": "hexagons", "grid": [".4.", "3..", "..5"]})
    box = bench.page.locator(".board svg").first.bounding_box()
    bench.page.mouse.click(box["x"] + box["width"] * 0.18, box["y"] + box["height"] * 0.2)
    bench.keys("6")
    assert bench.puzzle["grid"] == ["64.", "3..", "..5"]
