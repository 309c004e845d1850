"""Published pages in a real browser: every kind by hints, and each family by hand."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers import kinds_of
from msgspec.structs import replace
from test_publish import SUDOKU, data_of, only_puzzle, unpacked

import uniclue
from uniclue.core.puzzle import Puzzle
from uniclue.drawing.picture import layer_of
from workbench.pages import Bench
from workbench.test_page import AXE

pytestmark = [pytest.mark.browser, pytest.mark.slow]
FOLLOW_HINTS = """async () => {
    const all = document.getElementsByTagName("button");
    const button = (name) => [...all].find((each) => each.textContent === name);
    const rest = () => new Promise((resolve) => setTimeout(resolve, 0));
    for (let i = 0; i < 500 && !document.querySelector(".board.solved"); i++) {
        button("Hint").click();
        for (let k = 0; k < 100 && !button("Do it"); k++) await rest();
        if (!button("Do it")) return document.querySelector(".told").textContent;
        button("Do it").click();
        await rest();
    }
    return document.querySelector(".board.solved") ? "" : "no end";
}"""
"""Asks for hints and does them until the puzzle is solved; what is said if it is not."""


class Play(Bench):
    """A published page, its board and its buttons."""

    def __init__(self, page: Any, file: Path) -> None:
        self.requests: list[str] = []
        page.on("request", lambda request: self.requests.append(request.url))
        super().__init__(page, file.as_uri())

    def open(self) -> None:
        self.page.goto(self.url)
        self.page.wait_for_selector(".board[role]")

    def rest(self) -> None:
        """Waits until the page is drawn."""
        self.page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")

    @property
    def said(self) -> str:
        self.rest()
        return str(self.page.locator(".told").inner_text())

    @property
    def is_solved(self) -> bool:
        self.rest()
        return bool(self.page.locator(".board.solved").count())


Opened = Callable[..., Play]


@pytest.fixture
def opened(browser: Any, tmp_path: Path) -> Iterator[Opened]:
    """Publishes puzzles and opens the page; afterwards there was no error, and no request."""
    pages: list[Play] = []

    def publish(puzzles: Any, touch: bool = False, **how: Any) -> Play:
        uniclue.publish(puzzles, file := tmp_path / f"{len(pages)}.html", **how)
        size = {"width": 390, "height": 844} if touch else {"width": 1100, "height": 850}
        context = browser.new_context(viewport=size, has_touch=touch)
        pages.append(Play(context.new_page(), file))
        pages[-1].open()
        return pages[-1]

    yield publish
    for each in pages:
        each.page.context.close()
        assert not each.errors
        assert {*each.requests} == {each.url}


def entries_of(puzzle: Puzzle) -> dict[tuple[float, float], Any]:
    """The value of every place in the solution, without what is printed."""
    (grid,) = uniclue.solve(puzzle).solutions
    points = dict(zip(puzzle.places, layer_of(puzzle).places, strict=True))
    printed = {place for place, _ in puzzle.known_cells()}
    return {points[r, c]: grid[r][c] for r, c in puzzle.places if (r, c) not in printed}


def test_kinds_are_solved_by_their_hints(opened: Opened) -> None:
    """All of them by ``python -m benchmarks.published hints``."""
    kinds = kinds_of("hints in a browser", most=16)
    play = opened([replace(only_puzzle(k), extra={"title": k}) for k in kinds])
    for i, kind in enumerate(kinds):
        play.page.locator("nav select").select_option(str(i))
        play.page.wait_for_function(f"document.querySelector('nav select').value === '{i}'")
        play.rest()
        assert play.page.evaluate(FOLLOW_HINTS) == "", kind


@pytest.mark.parametrize("kind", ["nurikabe", "slitherlink", "masyu", "yajilin"])
@pytest.mark.parametrize("touch", [False, True])
def test_marks_are_tapped(opened: Opened, kind: str, touch: bool) -> None:
    puzzle = only_puzzle(kind)
    play = opened(puzzle, touch=touch)
    for place, value in entries_of(puzzle).items():
        if value == 1:
            at = play.at(*place)
            play.page.touchscreen.tap(*at) if touch else play.page.mouse.click(*at)
    assert play.is_solved
    play.open()
    assert play.is_solved


def test_digits_are_typed(opened: Opened) -> None:
    puzzle = uniclue.read(SUDOKU)
    play = opened(puzzle)
    for (r, c), value in entries_of(puzzle).items():
        play.page.mouse.click(*play.at(r, c))
        play.page.keyboard.press(str(value))
    assert play.is_solved


@pytest.mark.parametrize("kind", ["shikaku", "galaxies"])
def test_areas_are_painted(opened: Opened, kind: str) -> None:
    puzzle = only_puzzle(kind)
    play = opened(puzzle)
    (data,) = data_of(Path(play.url.removeprefix("file://")).read_text("utf-8"))["games"]
    board, values = unpacked(data["board"]), entries_of(puzzle)
    todo = [tuple(board["places"][i]) for i, _ in board["printed"]]
    done = {*todo}
    for r, c in todo:
        for way in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
            if way not in done and values.get(way) == values[r, c]:
                play.drag((r, c), way)
                todo.append(way)
                done.add(way)
    assert play.is_solved


def test_a_rectangle_is_dragged_from_anywhere(opened: Opened) -> None:
    play = opened(
        uniclue.from_members({"kind": "shikaku", "grid": ["....", "..6.", ".6.4", "...."]})
    )
    play.drag((3, 0), (2, 2))
    play.drag((0, 0), (1, 2))
    play.button("Rectangle")
    play.drag((0, 3), (3, 3))
    assert play.is_solved


def test_keys_alone_draw_a_loop(opened: Opened) -> None:
    play = opened(only_puzzle("slitherlink"))
    play.keys("ArrowUp", "ArrowLeft", "Shift+ArrowRight", "Shift+ArrowRight", "Shift+ArrowDown")
    assert play.page.locator(".ink > g[transform]").count() == 3
    play.keys("Control+z", "Control+z", "Control+z", "Control+y")
    assert play.page.locator(".ink > g[transform]").count() == 1


def test_the_board_is_told_as_a_grid(opened: Opened) -> None:
    play = opened([only_puzzle("slitherlink"), uniclue.read(SUDOKU)])
    play.keys("ArrowUp", "ArrowLeft", "Shift+ArrowRight")
    cell = play.page.locator(".board [role=row] > [role=gridcell]").first
    cell.filter(has_text="top drawn").wait_for(state="attached")
    play.button("next puzzle")
    play.click(0, 2)
    play.keys("4")
    board = play.page.get_by_role("grid")
    active = play.page.locator(f"#{board.get_attribute('aria-activedescendant')}")
    active.filter(has_text="r1c3, 4").wait_for(state="attached")
    assert play.page.locator("[role=gridcell]", has_text="r1c1, printed 5").count() == 1
    assert play.page.locator("[role=row]").count() == 9


def test_two_fingers_zoom_and_scroll_and_draw_nothing(opened: Opened) -> None:
    play = opened(only_puzzle("nurikabe"), touch=True)
    devtools = play.page.context.new_cdp_session(play.page)
    x, y = play.at(1, 1)

    def touch(name: str, *points: tuple[float, float]) -> None:
        some = [{"x": i, "y": j, "id": n} for n, (i, j) in enumerate(points)]
        devtools.send("Input.dispatchTouchEvent", {"type": f"touch{name}", "touchPoints": some})
        play.rest()

    def width() -> float:
        return float(play.page.locator(".board").bounding_box()["width"])

    before = width()
    touch("Start", (x - 20, y))
    touch("Start", (x - 20, y), (x + 20, y))
    touch("Move", (x - 60, y), (x + 60, y))
    assert width() == pytest.approx(3 * before, rel=0.05)
    assert play.at(1, 1) == pytest.approx((x, y), abs=4)
    touch("Move", (x - 90, y), (x + 30, y))
    assert play.at(1, 1)[0] == pytest.approx(x - 30, abs=4)
    touch("End")
    assert play.page.locator(".ink > g[transform]").count() == 0
    play.button("smaller")
    assert width() < 2 * before
    play.page.touchscreen.tap(*play.at(1, 1))
    assert play.page.locator(".ink > g[transform]").count() == 1
    play.page.mouse.move(x, y)
    play.page.keyboard.down("Control")
    play.page.mouse.wheel(0, 2000)
    play.page.keyboard.up("Control")
    assert width() == pytest.approx(before, rel=0.01)


def test_broken_rules_are_named_without_the_answer(opened: Opened) -> None:
    play = opened(uniclue.read(SUDOKU), hints="no", check="finish")
    play.click(0, 2)
    play.keys("1")
    play.button("Rule broken?")
    assert "No rule is broken so far" in play.said  # though it is wrong
    play.keys("5")
    play.button("Rule broken?")
    assert "row 1" in play.said
    assert play.page.locator(".wrong").count() > 8


def test_a_mark_is_drawn_at_once_and_without_a_request(opened: Opened) -> None:
    play = opened(only_puzzle("nurikabe"))
    turns = play.page.evaluate("""async () => {
        const board = document.querySelector(".board");
        const bounds = board.getBoundingClientRect();
        const turns = [];
        for (let i = 0; i < 10; i++) {
            const at = { clientX: bounds.x + 40, clientY: bounds.y + 40 };
            const how = { ...at, pointerId: 1, bubbles: true };
            board.setPointerCapture = () => {};
            const layers = document.getElementsByClassName("ink");
            const marks = () => [...layers].map((each) => each.innerHTML).join();
            const was = marks();
            board.dispatchEvent(new PointerEvent("pointerdown", how));
            board.dispatchEvent(new PointerEvent("pointerup", how));
            let waited = 0;
            for (; marks() === was && waited < 100; waited++) {
                await new Promise((done) => setTimeout(done));
            }
            turns.push(waited);
        }
        return turns;
    }""")
    assert max(turns) < 10  # of the browser's loop, however long each takes


def test_an_entry_touches_nothing_else_of_the_picture(opened: Opened) -> None:
    """So that a board of 50x50 is as quick as a small one; the cursor is on a sheet of its own."""
    play = opened(only_puzzle("nurikabe"))
    touched = play.page.evaluate("""async () => {
        const board = document.querySelector(".board");
        const press = (key) =>
            board.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        for (const key of ["Enter", "ArrowRight", "Enter", "ArrowDown"]) press(key);
        await new Promise((done) => setTimeout(done));
        const sheets = [...document.querySelectorAll(".sheets svg")];
        const touched = {};
        for (const key of ["Enter", "ArrowRight"]) {
            const all = [];
            const seen = new MutationObserver((some) => all.push(...some));
            const what = { subtree: true, childList: true, attributes: true, characterData: true };
            sheets.forEach((sheet) => seen.observe(sheet, what));
            press(key);
            await new Promise((done) => setTimeout(done));
            seen.disconnect();
            const on = all.map(({ target }) => sheets.findIndex((sheet) => sheet.contains(target)));
            const added = all.flatMap(({ addedNodes }) => [...addedNodes]);
            touched[key] = [[...new Set(on)], added.length];
        }
        return touched;
    }""")
    assert touched == {"Enter": [[1], 1], "ArrowRight": [[5], 0]}


def test_notes_colours_and_undo(opened: Opened) -> None:
    play = opened(uniclue.read(SUDOKU), title="Monday")
    assert play.page.locator("h1").inner_text() == "Monday"
    play.click(0, 2)
    play.keys("Shift+1", "Shift+2", "Control+4")
    assert play.page.locator(".notes text").all_text_contents() == ["1", "2", "4"]
    play.button("Colour")
    play.button("green")
    play.click(4, 4)
    assert play.page.locator("rect.C1").count() == 1
    play.button("Undo")
    assert play.page.locator("rect.C1").count() == 0
    play.page.get_by_role("button", name="pause").click()
    assert play.page.locator(".board.paused").count() == 1


def test_check_says_what_the_author_lets_it_say(opened: Opened) -> None:
    for how, said, lit in (
        ("which", "one entry is wrong", 1),
        ("whether", "Something is wrong", 0),
        ("finish", "Not solved yet", 0),
    ):
        play = opened(uniclue.read(SUDOKU), check=how)
        play.click(0, 2)
        play.keys("9")
        play.button("Check")
        assert said in play.said
        assert play.page.locator(".wrong").count() == lit


def test_why_here_tells_the_first_step_and_unfolds_the_rest(opened: Opened) -> None:
    play = opened(uniclue.read(SUDOKU))
    play.click(8, 0)
    play.button("Why here?")
    assert "Not yet" in play.said
    assert play.page.locator(".told li:visible").count() == 0
    assert play.page.locator(".told [role=status] p").count() == 2
    play.page.locator(".told summary").click()
    assert play.page.locator(".told li:visible").count() > 1


def test_a_step_that_only_strikes_writes_notes(opened: Opened) -> None:
    hard = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
    play = opened(uniclue.read(hard))
    for _ in range(40):
        play.button("Hint")
        play.button("Do it")
        if play.page.locator(".notes").count():
            return
    raise AssertionError("no notes")


def test_saved_moves_name_nobody(opened: Opened, tmp_path: Path) -> None:
    play = opened(uniclue.read(SUDOKU), trace=True)
    play.click(0, 2)
    play.keys("4")
    trace = json.loads(play.download("Save my moves", tmp_path).read_text("utf-8"))
    assert {*trace} == {"format", "kind", "puzzle", "solved", "milliseconds", "moves"}
    assert trace["moves"][0][1:] == ["mark", 2, 3]


def test_hostile_texts_stay_texts(opened: Opened) -> None:
    tries = (
        "<img src=x onerror=alert(1)>",
        "</script><script>alert(1)</script>",
        "<!--",
        "\u2028'\"",
    )
    puzzle = only_puzzle("akari")
    several = [replace(puzzle, extra={"title": f"{i}{text}"}) for i in range(5) for text in tries]
    play = opened(several, title=tries[1], message=tries[0], author=tries[0])
    dialogs: list[str] = []
    play.page.on("dialog", lambda dialog: dialogs.append(dialog.message))
    assert play.page.locator("nav option").count() == len(several)
    assert play.page.evaluate(FOLLOW_HINTS) == ""
    assert tries[0] in play.said
    assert play.page.locator("img").count() == 0
    assert not dialogs


@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed (npm ci)")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("touch", [False, True])
def test_no_barrier_is_found(opened: Opened, scheme: str, touch: bool) -> None:
    play = opened(only_puzzle("sudoku"), touch=touch)
    play.page.emulate_media(color_scheme=scheme)
    axe = f"(() => {{ {AXE.read_text('utf-8')} }})(); axe.run()"

    def barriers() -> list[Any]:
        play.rest()
        play.page.wait_for_selector("[role=gridcell]", state="attached")
        result = play.page.evaluate(axe)
        return [(v["id"], v["nodes"][0]["html"]) for v in result["violations"]]

    assert barriers() == []
    play.button("Hint")
    assert barriers() == []
    play.button("Colour")
    play.keys("9")
    play.button("Check")
    assert barriers() == []
    play.button("Start again")
    if touch:
        assert play.page.evaluate("document.documentElement.scrollWidth") <= 390
