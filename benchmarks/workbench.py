"""How long the workbench takes from a keystroke to the verdict on the page.

``python -m benchmarks.workbench`` types into a board of ten kinds in the system's Chromium.
"""

from __future__ import annotations

import shutil
import statistics
import subprocess
import sys
import time
from typing import Any

EDITS = 200
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
    setTimeout(() => { seen.disconnect(); shown(-1); }, 3000);
    press(key);
})"""


def measured(page: Any, kind: str, rows: int, cols: int) -> list[float]:
    """Milliseconds of every edit that changed the puzzle; blank boards fill slowly."""
    page.wait_for_selector(f"header option[value={kind}]", state="attached")
    page.locator("header select").select_option(kind)
    page.wait_for_timeout(1000)
    if kind != "slitherlink":
        page.get_by_label("Rows", exact=True).fill(str(rows))
        page.get_by_label("Columns", exact=True).fill(str(cols))
        page.get_by_role("button", name="Resize", exact=True).click()
        page.wait_for_timeout(1500)
    keys = {"tents": "t", "masyu": "wb", "akari": "x1"}.get(kind, "12")
    times = []
    arrows = ["ArrowRight", "ArrowDown", "ArrowRight", "ArrowLeft"]
    for i in range(EDITS // 2):
        for key in (keys[i % len(keys)], "Delete"):
            spent = page.evaluate(TYPE, [key, arrows[i % 4] if key != "Delete" else "Shift"])
            if spent >= 0:
                times.append(spent)
    return times


def main() -> None:
    """Prints a table."""
    from playwright.sync_api import sync_playwright

    command = [sys.executable, "cli.py", "serve", "--no-open", "--port", "0"]
    started = time.monotonic()
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    url = server.stdout.readline().split()[-1]
    try:
        with sync_playwright() as driver:
            browser = driver.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox"]
            )
            page = browser.new_page()
            up = time.monotonic()
            page.goto(url)
            page.wait_for_selector("[data-status=unique]")
            print(
                f"server up after {up - started:.2f} s; verdict {time.monotonic() - up:.2f} s later"
            )
            print("| kind | edits | median, ms | 95th percentile, ms |\n|---|---:|---:|---:|")
            for kind, rows, cols in KINDS:
                times = sorted(measured(page, kind, rows, cols))
                if len(times) < 2:
                    print(f"| {kind} | {len(times)} | | |")
                    continue
                high = times[int(0.95 * len(times))]
                middle = statistics.median(times)
                print(f"| {kind} | {len(times)} | {middle:.0f} | {high:.0f} |", flush=True)
            browser.close()
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
