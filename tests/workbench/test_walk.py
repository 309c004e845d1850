"""A walkthrough in a real browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import uniclue
from workbench.test_page import AXE

pytestmark = [pytest.mark.browser, pytest.mark.slow]
HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


def test_steps_are_gone_through_on_the_board(browser: Any, tmp_path: Path) -> None:
    uniclue.explain(uniclue.read(HARD), out=(file := tmp_path / "x.html"))
    page, errors, requests = browser.new_page(), list[str](), list[str]()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("request", lambda request: requests.append(request.url))
    page.goto(f"{file.as_uri()}#step-1")
    page.wait_for_selector(".board[role=grid] [role=gridcell]", state="attached")
    first = page.locator(".step").inner_text()
    assert page.locator(".board .N").count() > 0
    assert page.locator(".notes text").count() > 100
    page.get_by_role("button", name="Next").click()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("location.hash === '#step-3'")
    assert page.locator(".step").inner_text() != first
    gone = page.locator(".notes text.X")
    for _ in range(60):
        if gone.count():
            break
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(20)
    assert gone.count()
    page.keyboard.press("Home")
    page.wait_for_function("location.hash === '#step-0'")
    assert "The puzzle" in page.locator(".step").inner_text()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.locator(".printed").nth(9).wait_for()
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    if AXE.is_file():
        page.wait_for_selector("[role=gridcell]", state="attached")
        found = page.evaluate(f"(() => {{ {AXE.read_text('utf-8')} }})(); axe.run()")
        assert [(v["id"], v["nodes"][0]["html"]) for v in found["violations"]] == []
    page.close()
    assert not errors
    assert requests == [f"{file.as_uri()}#step-1"] or len(requests) == 1
