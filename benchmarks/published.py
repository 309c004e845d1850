"""What a published page does in a browser, for every kind: ``python -m benchmarks.published``.

It writes ``benchmarks/results/published.md``: sizes, first paint, requests, every kind solved by
its hints alone, hostile titles, what axe-core finds, and the time of an entry on a board of 50x50;
with names (``sizes hints``) only these.
It needs Playwright and Chromium; axe-core if ``npm ci`` has been run in the page's folder.
"""

from __future__ import annotations

import random
import shutil
import statistics
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec.structs import replace

import uniclue
from benchmarks.puzzles import ROOT
from uniclue.core.kinds import builtin_kinds, find_kind
from uniclue.core.places import block
from uniclue.core.puzzle import Puzzle
from uniclue.formats.puzzle_json import from_members

RESULT = ROOT / "benchmarks" / "results" / "published.md"
AXE = ROOT / "uniclue" / "workbench" / "page" / "node_modules" / "axe-core" / "axe.min.js"
SUDOKU = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
BOOK = ("slitherlink", "nurikabe", "masyu", "akari", "heyawake")
"""The kinds of a book of fifty: ten puzzles of each."""
HOSTILE = (
    *("<img src=x onerror=alert(1)>", "</script><script>alert(1)</script>", "<!--", "]]>", "&lt;"),
    *("</title><svg onload=alert(1)>", "\u2028'\"", "javascript:alert(1)", "\u202etxt", "{{1+1}}"),
)
INSIDE = ("file:", "blob:", "data:")
"""How addresses begin that are no requests to anywhere."""
SIDE, ENTERED, PRESSED = 50, 1250, 40
"""A large board: its rows, the entries that are there, and those that are measured."""
PAINTS = 7
"""How often a page is opened; the median of its first paint is told."""
FOLLOW = """async () => {
    const all = document.getElementsByTagName("button");
    const button = (name) => [...all].find((each) => each.textContent === name);
    const rest = () => new Promise((resolve) => setTimeout(resolve, 0));
    for (let i = 0; i < 500 && !document.querySelector(".board.solved"); i++) {
        button("Hint").click();
        for (let k = 0; k < 100 && !button("Do it"); k++) await rest();
        if (!button("Do it")) return false;
        button("Do it").click();
        await rest();
    }
    return document.querySelector(".board.solved") !== null;
}"""
FILL = """(number) => {
    const board = document.querySelector(".board");
    const press = (key) => board.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
    for (let i = 1; i <= number; i++) {
        press("Enter");
        press("ArrowRight");
        if (i % 50 === 0) {
            press("ArrowDown");
            for (let k = 0; k < 50; k++) press("ArrowLeft");
        }
    }
}"""
"""Makes entries row by row on a board with 50 columns."""
ENTER = """async ([number, key]) => {
    const board = document.querySelector(".board");
    for (let i = 0; i < number; i++) {
        board.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
        await new Promise((seen) => requestAnimationFrame(() => setTimeout(seen)));
    }
}"""
"""Presses a key, and waits each time until the browser has drawn the page."""
PAINT = """() => new Promise((resolve) => new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
        if (entry.name === "first-contentful-paint") resolve(entry.startTime);
}).observe({type: "paint", buffered: true}))"""


def example(kind: str) -> Puzzle:
    """The first example of a kind that has one solution."""
    unique = (each for each in find_kind(kind).examples if len(each.solutions) == 1)
    return from_members(next(unique).puzzle)


class Pages:
    """Pages that are published into a folder and opened in a browser."""

    def __init__(self, browser: Any, folder: Path) -> None:
        self.browser, self.folder = browser, folder
        self.requests: list[str] = []
        self.errors: list[str] = []
        self.dialogs = 0

    def published(self, name: str, puzzles: Puzzle | Sequence[Puzzle], **how: Any) -> Path:
        uniclue.publish(puzzles, file := self.folder / f"{name}.html", **how)
        return file

    def open(self, file: Path, **how: Any) -> Any:
        page = self.browser.new_context(**how).new_page()
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("dialog", self._dismiss)
        page.goto(file.as_uri())
        page.wait_for_selector(".board[role]")
        return page

    def _dismiss(self, dialog: Any) -> None:
        self.dialogs += 1
        dialog.dismiss()

    def paint(self, file: Path) -> float:
        """Milliseconds to the first paint with content, the median of several."""
        times = []
        for _ in range(PAINTS):
            page = self.open(file)
            times.append(page.evaluate(PAINT))
            page.context.close()
        return float(statistics.median(times))


Rows = list[tuple[str, str, str]]


def sizes(pages: Pages) -> Rows:
    """Bytes and first paint of a page of one puzzle and of one of fifty."""
    book = [
        puzzle
        for kind in BOOK
        for puzzle in uniclue.generate(kind, number=10, size=(10, 10), seed=1)
    ]
    rows = []
    for name, puzzles, most in (
        ("one sudoku", [uniclue.read(SUDOKU)], 60_000),
        ("fifty puzzles of 10x10", book, 550_000),
    ):
        file = pages.published(name.replace(" ", "-"), puzzles)
        size, paint = file.stat().st_size, pages.paint(file)
        rows.append((f"bytes of {name}", f"{size:,}", f"at most {most:,}"))
        rows.append((f"first paint of {name}, ms", f"{paint:.0f}", "at most 300"))
    return rows


def hints(pages: Pages) -> Rows:
    """How many kinds are solved by hints alone, all on one page."""
    kinds = builtin_kinds()
    file = pages.published("kinds", [replace(example(k), extra={"title": k}) for k in kinds])
    page, unsolved = pages.open(file), []
    for i, kind in enumerate(kinds):
        page.locator("nav select").select_option(str(i))
        page.wait_for_function(f"document.querySelector('nav select').value === '{i}'")
        page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        if not page.evaluate(FOLLOW):
            unsolved.append(kind)
    page.context.close()
    said = f"{len(kinds) - len(unsolved)} of {len(kinds)}"
    return [("kinds solved by hints alone", " ".join([said, *unsolved]), "all")]


def hostile(pages: Pages) -> Rows:
    """Whether anything in 200 titles, authors and messages runs."""
    puzzle = example("akari")
    texts = [f"{i}{text}" for i in range(20) for text in HOSTILE]
    several = [replace(puzzle, extra={"title": text, "author": text}) for text in texts]
    file = pages.published("hostile", several, title=texts[1], message=texts[0], hints="no")
    before = pages.dialogs
    page = pages.open(file)
    for i in range(len(several)):
        page.locator("nav select").select_option(str(i))
    page.evaluate("new Promise((done) => setTimeout(done, 100))")
    images = page.locator("img, svg[onload]").count()
    page.context.close()
    said = f"{pages.dialogs - before} dialogs, {images} elements"
    return [(f"what {len(several)} hostile titles did", said, "nothing")]


def barriers(pages: Pages) -> Rows:
    """What axe-core finds in four states, light and dark, wide and narrow."""
    if not AXE.is_file():
        return []
    file, axe = pages.published("sudoku", uniclue.read(SUDOKU)), AXE.read_text("utf-8")
    found, asked = 0, 0
    states: tuple[Callable[[Any], object], ...] = (
        lambda page: None,
        lambda page: page.get_by_role("button", name="Hint").click(),
        lambda page: (page.keyboard.press("9"), page.get_by_role("button", name="Check").click()),
        lambda page: page.evaluate(FOLLOW),
    )
    for scheme in ("light", "dark"):
        for width in (1100, 390):
            view = {"width": width, "height": 850}
            page = pages.open(file, color_scheme=scheme, viewport=view)
            page.locator(".board").focus()
            for state in states:
                state(page)
                result = page.evaluate(f"(() => {{ {axe} }})(); axe.run()")
                found, asked = found + len(result["violations"]), asked + 1
                if state is states[2]:
                    page.keyboard.press("Control+z")
            page.context.close()
    return [(f"violations that axe finds in {asked} states", str(found), "0")]


def large_mosaic() -> Puzzle:
    """A mosaic of 50x50 with all its numbers."""
    rng = random.Random(3)
    black = {(r, c) for r in range(SIDE) for c in range(SIDE) if rng.random() < 0.5}
    rows = [
        "".join(str(len(black & {*block((r - 1, c - 1), 3, 3)})) for c in range(SIDE))
        for r in range(SIDE)
    ]
    return from_members({"kind": "mosaic", "grid": rows})


def entries(pages: Pages) -> Rows:
    """The main thread's processor time for an entry on a large board, and for the cursor."""
    page = pages.open(pages.published("large", large_mosaic(), hints="no"))
    page.evaluate(FILL, ENTERED)
    page.wait_for_timeout(1000)
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def spent() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return float(next(each["value"] for each in metrics if each["name"] == "TaskDuration"))

    rows = []
    for what, key in (("an entry", "Enter"), ("a move of the cursor", "ArrowUp")):
        before = spent()
        page.evaluate(ENTER, [PRESSED, key])
        each = 1000 * (spent() - before) / PRESSED
        name = f"processor time of {what} at {SIDE}x{SIDE}, ms"
        rows.append((name, f"{each:.0f}", "at most 20"))
    page.context.close()
    return rows


MEASURES = {each.__name__: each for each in (hints, hostile, barriers, sizes, entries)}


def kept() -> dict[str, tuple[str, str, str]]:
    """The rows of the table as it is."""
    lines = RESULT.read_text("utf-8").splitlines() if RESULT.is_file() else []
    rows = [line.strip("| ").split(" | ") for line in lines if line.startswith("| ")]
    return {row[0]: (row[0], row[1], row[2]) for row in rows[1:] if len(row) == 3}


def write(rows: Iterable[tuple[str, str, str]]) -> None:
    """Writes the table."""
    table = "\n".join(f"| {what} | {said} | {wanted} |" for what, said, wanted in rows)
    RESULT.write_text(
        "# Published pages in a browser\n\n"
        "Written by `python -m benchmarks.published`, in Chromium.\n"
        "Times are of an idle machine with two processors.\n\n"
        f"| what | measured | wanted |\n|---|---|---|\n{table}\n",
        "utf-8",
    )


def main(names: Sequence[str]) -> None:
    """Measures all, or what is named, and writes these rows of the table."""
    from playwright.sync_api import sync_playwright

    rows = kept()
    with sync_playwright() as driver, TemporaryDirectory() as folder:
        browser = driver.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        pages = Pages(browser, Path(folder))
        for name in names or MEASURES:
            found = MEASURES[name](pages)
            outside = {url for url in pages.requests if not url.startswith(INSIDE)}
            found.append(
                (f"{name}: requests, errors", f"{len(outside)}, {len(pages.errors)}", "0, 0")
            )
            rows |= {row[0]: row for row in found}
            print(*found, sep="\n", flush=True)
            write(rows.values())
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
