"""Seven puzzles made by hand as on puzz.link: each from a blank board to a unique verdict."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from workbench.pages import Bench

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def click_through(bench: Bench, clicks: Iterable[tuple[float, float, int]]) -> None:
    """Chooses places and clicks there as often as said, left or (below 0) right, without pause."""
    for r, c, times in clicks:
        at = bench.at(r, c)
        bench.page.mouse.click(*at)
        for _ in range(abs(times)):
            bench.page.mouse.click(*at, button="left" if times > 0 else "right")
        bench.rest()


def type_at(bench: Bench, clues: Iterable[tuple[float, float, str]]) -> None:
    """Chooses places by the mouse and types there."""
    for r, c, text in clues:
        bench.page.mouse.click(*bench.at(r, c))
        for letter in text:
            bench.page.keyboard.press(letter)
    bench.rest()


def shading(bench: Bench) -> None:
    """Nurikabe: numbers are typed where one has clicked."""
    bench.kind("nurikabe", 4)
    type_at(bench, [(0, 0, "1"), (1, 1, "4")])


def digits(bench: Bench) -> None:
    """Sudoku: arrows and digits alone."""
    bench.kind("sudoku", 4)
    for row in ("1 3 ", "  1 ", " 4  "):
        for letter in row:
            bench.keys(*letter.strip(), "ArrowRight")
        bench.keys("ArrowDown", *["ArrowLeft"] * 3)


def loop(bench: Bench) -> None:
    """Masyu: clicks go through the circles."""
    bench.kind("masyu", 4)
    click_through(bench, [(0, 1, 2), (2, 3, 1), (3, 1, 1)])


def sides(bench: Bench) -> None:
    """Slitherlink: clicks go through the numbers, with the right button backwards."""
    bench.kind("slitherlink", 3)
    click_through(bench, [(0, 1, -2), (1, 0, -2), (2, 0, 3), (2, 1, 4)])


def areas(bench: Bench) -> None:
    """Star battle: regions are painted, and widened from one of their cells."""
    bench.kind("starbattle", 4)
    for first, last in (((0, 0), (0, 2)), ((1, 1), (1, 3)), ((2, 0), (2, 3)), ((3, 0), (3, 3))):
        bench.drag(first, last, shift=True)
    bench.drag((0, 0), (1, 0))
    bench.drag((1, 3), (0, 3))


def signs(bench: Bench) -> None:
    """Shakashaka: black cells, blank and with a number."""
    bench.kind("shakashaka", 4)
    click_through(bench, [(0, 3, 1), (0, 0, 2), (3, 0, 1), (3, 3, 2)])


def beside(bench: Bench) -> None:
    """Nonogram: runs beside the board."""
    bench.kind("nonogram", 3)
    type_at(bench, [(r, -1, text) for r, text in enumerate(("3", "1", "1"))])
    type_at(bench, [(-1, c, text) for c, text in enumerate(("1 1", "2", "1"))])


def test_seven_puzzles_are_made_as_on_puzz_link(bench: Bench) -> None:
    for author in (shading, digits, loop, sides, areas, signs, beside):
        author(bench)
        assert bench.status == "unique", (author.__name__, bench.puzzle)
