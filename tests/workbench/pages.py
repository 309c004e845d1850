"""The page of the workbench as a test drives it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

QUIET = """() => new Promise((resolve) => {
    let quiet = 0;
    const look = () => {
        quiet = document.documentElement.dataset.waiting === "0" ? quiet + 1 : 0;
        if (quiet < 4) setTimeout(look, 10);
        else setTimeout(resolve, 20);
    };
    look();
})"""
"""Ends when nothing has been asked for a moment."""


def browser_or_skip(chromium: str | None) -> Iterator[Any]:
    """A browser of the system, driven by Playwright."""
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if chromium is None:
        pytest.skip("chromium is not installed")
    with api.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield browser
        browser.close()


class Bench:
    """The page, its board and its panels."""

    def __init__(self, page: Any, url: str) -> None:
        self.page, self.url = page, url
        self.errors: list[str] = []
        page.set_default_timeout(15_000)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._note)

    def _note(self, message: Any) -> None:
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.errors.append(message.text)

    def open(self) -> None:
        self.page.goto(self.url)
        self.page.wait_for_selector(".board")
        self.rest()

    def rest(self) -> None:
        """Waits until nothing is asked any more."""
        self.page.evaluate(QUIET)

    # -- the puzzle ------------------------------------------------------------------------------

    @property
    def puzzle(self) -> dict[str, Any]:
        """The puzzle on the board."""
        self.rest()
        shown: dict[str, Any] = json.loads(self.page.get_by_label("puzzle as text").input_value())
        return shown

    @property
    def kept(self) -> Any:
        """The puzzle that the browser keeps as the owner's."""
        self.rest()
        return json.loads(self.page.evaluate("localStorage.getItem('uniclue.puzzle')") or "null")

    @property
    def status(self) -> str:
        """The verdict."""
        self.rest()
        return str(self.page.locator(".verdict").get_attribute("data-status"))

    @property
    def message(self) -> str:
        self.rest()
        return str(self.page.locator(".message").inner_text())

    def kind(self, name: str, rows: int = 0, cols: int = 0) -> None:
        """Chooses a kind: its first example, or a blank board."""
        self.page.wait_for_selector(f"header option[value={name}]", state="attached")
        self.page.locator("header select").select_option(name)
        self.rest()
        if rows:
            self.page.get_by_label("Rows", exact=True).fill(str(rows))
            self.page.get_by_label("Columns", exact=True).fill(str(cols or rows))
            self.button("Blank")

    def put(self, puzzle: dict[str, Any] | str) -> None:
        """Opens a puzzle from text."""
        self.panel("Open")
        text = puzzle if isinstance(puzzle, str) else json.dumps(puzzle)
        self.page.get_by_label("A text in any format, or a link").fill(text)
        self.button("Open text")

    def typed_is(self, member: str) -> None:
        self.page.get_by_label("what is typed").select_option(member)

    # -- keys and pointers -----------------------------------------------------------------------

    def keys(self, *names: str) -> None:
        """Presses keys on the board."""
        self.page.locator(".board").focus()
        for name in names:
            self.page.keyboard.press(name)
        self.rest()

    def at(self, r: float, c: float) -> tuple[float, float]:
        """The pixels of a place of the board."""
        board = self.page.locator(".board")
        board.scroll_into_view_if_needed()
        left, top, cell, across, down = map(float, board.get_attribute("data-frame").split(","))
        box = board.locator("svg").first
        bounds = box.bounding_box()
        width = float(box.get_attribute("viewBox").split()[2])
        scale = bounds["width"] / width

        def along(x: float, edge: float, beside: float) -> float:
            return edge + ((x + 0.5) * (beside if x <= -1 else cell))

        x, y = along(c, left, across), along(r, top, down)
        return bounds["x"] + x * scale, bounds["y"] + y * scale

    def click(self, r: float, c: float, **how: Any) -> None:
        self.page.mouse.click(*self.at(r, c), **how)
        self.rest()

    def drag(self, *places: tuple[float, float], shift: bool = False) -> None:
        """Drags the pointer from place to place."""
        first, *others = (self.at(*place) for place in places)
        if shift:
            self.page.keyboard.down("Shift")
        self.page.mouse.move(*first)
        self.page.mouse.down()
        for other in others:
            self.page.mouse.move(*other, steps=4)
        self.page.mouse.up()
        if shift:
            self.page.keyboard.up("Shift")
        self.rest()

    # -- panels ----------------------------------------------------------------------------------

    def panel(self, title: str) -> Any:
        """A panel, opened."""
        panel = self.page.locator("details").filter(
            has=self.page.get_by_role("heading", name=title)
        )
        if panel.get_attribute("open") is None:
            panel.locator("summary").click()
        return panel

    def button(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()
        self.rest()

    def download(self, name: str, folder: Path) -> Path:
        """What a button gives."""
        with self.page.expect_download() as waiting:
            self.page.get_by_role("button", name=name, exact=True).click()
        file = folder / re.sub(r"[^\w.-]", "", waiting.value.suggested_filename)
        waiting.value.save_as(file)
        self.rest()
        return file

    def text(self) -> str:
        """All that can be read."""
        self.rest()
        return str(self.page.locator("#page").inner_text())
