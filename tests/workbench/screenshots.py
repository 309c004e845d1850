"""Pictures of the page to look at: ``python -m tests.workbench.screenshots FOLDER``."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import uniclue  # noqa: E402
from workbench.conftest import CHROMIUM, start_serving  # noqa: E402
from workbench.pages import Bench, browser_or_skip  # noqa: E402

SEVERAL = {"kind": "sudoku", "box": [2, 2], "grid": [[1, 2, 3, 4], [3, 4, 1, 2], [0] * 4, [0] * 4]}
NONE = {"kind": "sudoku", "box": [2, 2], "grid": [[1, 0, 0, 1], [0] * 4, [0] * 4, [0] * 4]}
LOOP = {"kind": "slitherlink", "grid": [".3...", "..3.3", ".1.13", "2.1..", "1.231"]}


def variant(bench: Bench) -> None:
    bench.kind("variant", 6)
    bench.typed_is("thermometers")
    bench.drag((0, 0), (1, 1), (2, 2))
    bench.typed_is("arrows")
    bench.drag((0, 5), (0, 4), (0, 3))
    bench.typed_is("white_dots")
    bench.click(3.5, 1)
    bench.typed_is("sums")
    bench.drag((2, 4), (2, 5), (3, 5))
    bench.click(2, 4)
    bench.keys("9")
    bench.typed_is("sandwich_top")
    bench.click(-1, 3)
    bench.keys("5")
    bench.typed_is("diagonal_sums")
    bench.click(-1, 1)
    bench.keys(*"12se")
    bench.typed_is("quadruples")
    bench.click(3.5, 3.5)
    bench.keys("1", "2")


def line(bench: Bench) -> None:
    bench.kind("variant", 9)
    bench.typed_is("whispers")
    bench.keys("ArrowDown", *["Shift+ArrowRight"] * 4, "Shift+ArrowDown")


def regions(bench: Bench) -> None:
    bench.kind("variant", 6)
    bench.typed_is("regions")
    bench.drag((0, 2), (0, 3))


def heyawake(bench: Bench) -> None:
    bench.kind("heyawake", 6)
    bench.typed_is("regions")
    bench.drag((0, 0), (0, 5), (1, 5), shift=True)


def animals(bench: Bench) -> None:
    bench.kind("animals")
    bench.panel("More of the puzzle")
    bench.button("more conditions")


def garden(bench: Bench) -> None:
    bench.kind("garden")
    bench.panel("More of the puzzle")
    bench.button("more conditions")


def steps(bench: Bench) -> None:
    bench.put(LOOP)
    bench.panel("Open").locator("summary").click()
    bench.panel("Steps to the solution")
    bench.button("Explain")
    bench.button("Forward")


def made(bench: Bench) -> None:
    bench.kind("tents")
    bench.panel("Make a puzzle")
    bench.page.get_by_label("Seed").fill("3")
    bench.button("Make")
    bench.page.wait_for_selector(".progress:empty", state="attached")
    bench.panel("Difficulty")
    bench.button("Grade")


def pencil(bench: Bench) -> None:
    bench.put(SEVERAL)
    bench.button("Pencil marks")
    bench.button("Repair")


def rated(bench: Bench) -> None:
    bench.button("Which clues are needed?")


def playing(bench: Bench) -> None:
    bench.button("Play")
    bench.click(0, 1)
    bench.keys("1")
    bench.button("Hint")


def drawing(bench: Bench) -> None:
    bench.put(LOOP)
    bench.button("Play")
    bench.drag((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5))
    bench.click(2, 0.5, button="right")


def away(bench: Bench) -> None:
    bench.panel("Take away")
    bench.button("Share link")
    bench.panel("Collection")
    bench.button("Add this puzzle")


def refused(bench: Bench) -> None:
    bench.kind("slitherlink", 5)
    bench.keys("9")


def unknown(bench: Bench) -> None:
    bench.page.get_by_label("Time limit").fill("0.1")
    bench.page.get_by_label("Time limit").press("Tab")
    bench.kind("sudoku", 36)


def text(bench: Bench) -> None:
    bench.panel("As text")
    bench.panel("Open")
    bench.page.get_by_label("A text in any format, or a link").fill("nothing that is read")
    bench.button("Open text")


SCENES: dict[str, Callable[[Bench], object]] = {
    "first": lambda bench: None,
    "conflict": lambda bench: bench.put(NONE),
    "pencil": pencil,
    "solution": lambda bench: bench.button("›"),
    "rated": rated,
    "playing": playing,
    "drawing": drawing,
    "steps": steps,
    "made": made,
    "variant": variant,
    "line": line,
    "regions": regions,
    "heyawake": heyawake,
    "animals": animals,
    "garden": garden,
    "nonogram": lambda bench: bench.kind("nonogram"),
    "kakuro": lambda bench: bench.kind("kakuro", 6),
    "away": away,
    "refused": refused,
    "unknown": unknown,
    "text": text,
    "phone": variant,
    "phone_nonogram": lambda bench: bench.kind("nonogram"),
    "dark": lambda bench: bench.put(json.dumps(NONE)),
}


def published(browser: Any, folder: Path) -> None:
    """A picture of a published page, in the middle of a hint."""
    puzzle = uniclue.generate("slitherlink", level="medium", size=(8, 8), seed=3)[0]
    uniclue.publish(puzzle, folder / "publish.html", title="Monday's loop", author="A. Uthor")
    page = browser.new_page(viewport={"width": 1000, "height": 720})
    page.goto((folder / "publish.html").resolve().as_uri())
    for _ in range(12):
        page.get_by_role("button", name="Hint").click()
        page.get_by_role("button", name="Do it").click()
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Do it").wait_for()
    page.screenshot(path=folder / "publish.png")
    page.close()


def main(folder: Path) -> None:
    """Writes a picture of every scene."""
    folder.mkdir(parents=True, exist_ok=True)
    served = start_serving()
    for browser in browser_or_skip(CHROMIUM):
        published(browser, folder)
        for name, scene in SCENES.items():
            is_phone = name.startswith("phone")
            context = browser.new_context(
                viewport={"width": 390 if is_phone else 1100, "height": 800},
                color_scheme="dark" if name == "dark" else "light",
                has_touch=is_phone,
            )
            bench = Bench(context.new_page(), served.url)
            bench.open()
            scene(bench)
            bench.rest()
            bench.page.screenshot(path=folder / f"{name}.png", full_page=is_phone)
            context.close()
            if bench.errors:
                print(name, bench.errors)
    served.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
