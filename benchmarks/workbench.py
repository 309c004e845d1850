"""How long the workbench takes from a keystroke to the verdict on the page.

``python -m benchmarks.workbench`` types into a board of ten kinds in the system's Chromium;
with ``--pictures`` it writes those of docs/workbench.md.
"""

from __future__ import annotations

import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from benchmarks.puzzles import ROOT

PICTURES = ROOT / "docs" / "pictures"
CLASH = "533.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
LOOP = '{"kind": "slitherlink", "grid": [".3...", "..3.3", ".1.13", "2.1..", "1.231"]}'
VARIANT = """{"kind": "variant", "box": [2, 3], "cages": ["......", "......", "....AA", ".....A",
"......", "......"], "sums": {"A": 9}, "thermometers": [[[0, 0], [1, 1], [2, 2]]],
"arrows": [[[0, 5], [0, 4], [0, 3]]], "white_dots": [[[3, 1], [4, 1]]],
"quadruples": [[[3, 3], [1, 2]]],
"diagonal_sums": [[[0, 2], "se", 12]], "sandwich_top": "...5.."}"""

EDITS = 200
"""Keys for each kind; half of them take away what the others type."""
KINDS = (
    *(("sudoku", 9, 9), ("slitherlink", 10, 10), ("nurikabe", 7, 7), ("kakuro", 6, 6)),
    *(("nonogram", 10, 10), ("tents", 8, 8), ("masyu", 8, 8), ("skyscrapers", 6, 6)),
    *(("heyawake", 8, 8), ("akari", 10, 10)),
)
TYPE = """([key, at]) => new Promise((shown) => {
    const board = document.querySelector(".board");
    const verdict = document.querySelector(".verdict");
    const press = (key) => board.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
    press(at);
    let asked = false;
    const began = performance.now();
    const seen = new MutationObserver(() => {
        const isAsking = verdict.dataset.status === "asking";
        if (asked && !isAsking) { seen.disconnect(); shown(performance.now() - began); }
        asked ||= isAsking;
    });
    seen.observe(verdict, {attributes: true});
    setTimeout(() => { seen.disconnect(); shown(-1); }, 500);
    press(key);
})"""


def measured(page: Any, kind: str, rows: int, cols: int) -> list[float]:
    """Milliseconds of every edit that changed the puzzle; blank boards fill slowly."""
    page.wait_for_selector(f"header option[value={kind}]", state="attached")
    page.locator("header select").select_option(kind)
    page.wait_for_timeout(1000)
    page.get_by_label("Rows", exact=True).fill(str(rows))
    page.get_by_label("Columns", exact=True).fill(str(cols))
    page.get_by_role("button", name="Resize", exact=True).click()
    page.wait_for_timeout(1500)
    keys = {"tents": "t", "masyu": "wb", "akari": "x1"}.get(kind, "12")
    times = []
    ways = {"nonogram": ["Down", "Down", "Up"], "skyscrapers": ["Right", "Right", "Left"]}
    arrows = [f"Arrow{way}" for way in ways.get(kind, ["Right", "Down", "Right", "Left"])]
    for i in range(EDITS // 2):
        for key in (keys[i % len(keys)], "Delete"):
            spent = page.evaluate(
                TYPE, [key, arrows[i % len(arrows)] if key != "Delete" else "Shift"]
            )
            if spent >= 0:
                times.append(spent)
    return times


@contextmanager
def opened(width: int, height: int) -> Iterator[tuple[Any, float]]:
    """The page with its first verdict, and the seconds that took after the server answered."""
    from playwright.sync_api import sync_playwright

    command = [sys.executable, "cli.py", "serve", "--no-open", "--port", "0"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    url = server.stdout.readline().split()[-1]
    try:
        with sync_playwright() as driver:
            browser = driver.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox"]
            )
            page = browser.new_page(viewport={"width": width, "height": height})
            started = time.monotonic()
            page.goto(url)
            page.wait_for_selector("[data-status=unique]")
            yield page, time.monotonic() - started
            browser.close()
    finally:
        server.terminate()
        server.wait()


def put(page: Any, text: str) -> None:
    """Opens a puzzle."""
    panel = page.locator("details", has_text="A text in any format")
    panel.locator("summary").click()
    page.get_by_label("A text in any format, or a link").fill(text)
    page.get_by_role("button", name="Open text").click()
    panel.locator("summary").click()
    page.wait_for_timeout(800)


def pictures() -> None:
    """Writes the pictures of docs/workbench.md."""
    with opened(1000, 600) as (page, _):
        put(page, CLASH)
        page.locator(".board").focus()
        page.wait_for_timeout(500)
        page.screenshot(path=PICTURES / "workbench-conflict.png")
        put(page, VARIANT)
        page.get_by_label("what is typed").select_option("thermometers")
        page.locator(".board").focus()
        for _ in range(3):
            page.keyboard.press("ArrowDown")
        for _ in range(3):
            page.keyboard.press("Shift+ArrowRight")
        page.wait_for_timeout(500)
        page.evaluate("scrollTo(0, 0)")
        page.screenshot(path=PICTURES / "workbench-variant.png")
        put(page, LOOP)
        page.locator("details", has_text="The sides drawn").locator("summary").first.click()
        page.get_by_role("heading", name="Steps to the solution").click()
        page.get_by_role("button", name="Explain").click()
        page.wait_for_timeout(1500)
        for _ in range(2):
            page.get_by_role("button", name="Forward").click()
        page.wait_for_timeout(500)
        page.screenshot(path=PICTURES / "workbench-steps.png")


def table() -> None:
    """Prints how long the verdict takes."""
    with opened(1200, 900) as (page, first):
        print(f"first verdict {first:.2f} s after the server answered")
        print("| kind | board | median, ms | 95th percentile, ms |\n|---|---|---:|---:|")
        for kind, rows, cols in KINDS:
            times = sorted(measured(page, kind, rows, cols))
            high = times[int(0.95 * len(times))]
            middle = statistics.median(times)
            print(f"| {kind} | {rows}x{cols} | {middle:.0f} | {high:.0f} |", flush=True)


if __name__ == "__main__":
    pictures() if "--pictures" in sys.argv else table()
