"""Recipes are followed in order, each puzzle once; what was made is kept and gone on with."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from helpers import json_lines

from uniclue.core.puzzle import ChoiceError, Puzzle, PuzzleError
from uniclue.formats.puzzle_json import from_members
from uniclue.generators import orders as making
from uniclue.generators import recipe as recipes
from uniclue.generators.attempts import attempt, find_recipe, order
from uniclue.generators.recipe import Order, Recipe, Rejected, Rng
from uniclue.solvers import decide


class Options(msgspec.Struct):
    """Options of the recipe made up for these tests."""

    holes: int = 8
    share: float = 0.5


def four_by_four(level: str, options: Options, rng: Rng) -> Puzzle:
    """A 4x4 sudoku with so many holes, if it is unique."""
    grid = np.array([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]])
    grid = (rng.permutation(4) + 1)[grid - 1]
    grid.flat[rng.permutation(16)[: options.holes]] = 0
    puzzle = from_members({"kind": "sudoku", "box": [2, 2], "grid": grid.tolist()})
    if decide.unique(puzzle).status != "unique":
        raise Rejected("several solutions")
    return puzzle


def relabelled(puzzle: Any) -> bytes:
    """Equal for puzzles that differ in the names of digits alone."""
    names: dict[int, int] = {}
    cells = [names.setdefault(d, len(names) + 1) if d else 0 for row in puzzle.grid for d in row]
    return bytes(cells)


FOUR = Recipe(
    name="four",
    kind="sudoku",
    version=3,
    title="4x4",
    make=four_by_four,
    canonical=relabelled,
    options=Options,
    levels=("easy", "hard"),
    graders=("ladder",),
)


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recipes.RECIPES, "of", lambda name: (FOUR,))


def text(asked: Order, number: int, **more: Any) -> bytes:
    out = io.BytesIO()
    making.make("sudoku", asked, number, out, **more)
    return out.getvalue()


def made(asked: Order, number: int, **more: Any) -> list[dict[str, Any]]:
    return json_lines(text(asked, number, **more))


def test_puzzles_are_those_of_the_attempts_in_order() -> None:
    asked = order(FOUR, "hard", 7, {"holes": "9"})
    found = made(asked, 6)
    numbers = [puzzle["meta"]["attempt"] for puzzle in found]
    assert numbers == sorted(set(numbers))
    assert found == made(asked, 6)
    for puzzle in found:
        assert puzzle["id"] == f"sudoku-hard-7-{puzzle['meta']['attempt']}"
        assert sum(cell == 0 for row in puzzle["grid"] for cell in row) == 9
        assert decide.unique(from_members(puzzle)).status == "unique"
        meta = puzzle["meta"]
        assert (meta["recipe"], meta["version"], meta["level"]) == ("four", 3, "hard")
        assert meta["options"] == {"holes": 9}
        assert meta["grades"]["ladder"]["label"] in ("plain", "extended", "search")
    assert len({relabelled(from_members(puzzle)) for puzzle in found}) == 6
    assert made(order(FOUR, "hard", 8, {"holes": "9"}), 6) != found
    assert made(order(FOUR, "easy", 7, {"holes": "9"}), 6) != found


def test_no_puzzle_twice_up_to_symmetry() -> None:
    # Two holes: but for the names of digits there are at most 120 puzzles.
    done: list[making.Outcome] = []
    found = made(order(FOUR, None, 1, {"holes": "2"}), 100, progress=done.append)
    assert len({relabelled(from_members(puzzle)) for puzzle in found}) == 100
    assert done[-1].rejects["the same as an earlier one but for symmetry"] > 20


def test_an_attempt_depends_on_its_number_alone() -> None:
    asked = order(FOUR, None, 5)
    numbers = [4, 0, 3, 4]
    found = [attempt("sudoku", asked, number) for number in numbers]
    assert found[0] == found[3]
    assert [one.number for one in found] == numbers
    assert len(set(found)) == 3


def test_a_run_is_continued(tmp_path: Path) -> None:
    asked, path = order(FOUR, None, 2), tmp_path / "made.jsonl"
    whole = text(asked, 8)
    lines = whole.splitlines(keepends=True)
    seen: list[tuple[int, bytes]] = []
    for kept in (
        b"".join(lines[:3]) + lines[3][:20],  # killed while it wrote
        *(whole[:end] for end in (0, 1, 15, -1)),
        lines[0][:-1],
    ):
        path.write_bytes(kept)
        seen.clear()
        done = making.make("sudoku", asked, 8, path, before=lambda *one: seen.append(one))
        assert (path.read_bytes(), done.puzzles) == (whole, 8)
        assert seen == [(n, line[:-1]) for n, line in enumerate(lines, 1)]
    done = making.make("sudoku", asked, 3, path)
    assert (path.read_bytes(), done) == (whole, making.Outcome(8, 0, {}))


def test_what_is_done_ahead_of_its_turn_is_not_made_again(tmp_path: Path) -> None:
    asked, path = order(FOUR, None, 2), tmp_path / "made.jsonl"
    *first, fourth, last = text(asked, 5).splitlines(keepends=True)
    ahead = tmp_path / "made.jsonl.ahead"
    path.write_bytes(b"".join(first))
    ahead.write_bytes(last + fourth[:9])
    done = making.make("sudoku", asked, 5, path, is_over=lambda: True)
    assert done.puzzles < 5
    assert last in ahead.read_bytes()
    attempts = json.loads(last)["meta"]["attempt"] - json.loads(first[-1])["meta"]["attempt"]
    assert making.make("sudoku", asked, 5, path).attempts <= attempts
    assert path.read_bytes() == b"".join([*first, fourth, last])
    assert list(tmp_path.iterdir()) == [path]


LINE = b'{"kind":"sudoku","box":[2,2],"grid":[[1,2,3,4],[3,4,1,2],[2,1,4,3],[4,3,2,1]]}'


@pytest.mark.parametrize(
    "content",
    [
        *(b"hello", b'{"kind":"nonogram","rows":[[', LINE, LINE + b"\n"),
        b'[1, 2]\n{"kind":"sudoku","box',
    ],
)
def test_a_file_that_holds_something_else_stays_as_it_is(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "other"
    path.write_bytes(content)
    with pytest.raises(PuzzleError):
        making.make("sudoku", order(FOUR, None, 1), 1, path)
    assert path.read_bytes() == content


@pytest.mark.parametrize("places", [(0, 1, 1, 2), (0, 2, 1)])
def test_attempts_that_stand_there_twice_or_out_of_order_are_refused(
    tmp_path: Path, places: tuple[int, ...]
) -> None:
    """As two runs left them that wrote to one file when nothing kept the second away."""
    asked, path = order(FOUR, None, 2), tmp_path / "made.jsonl"
    lines = text(asked, 3).splitlines(keepends=True)
    path.write_bytes(content := b"".join(lines[place] for place in places))
    with pytest.raises(PuzzleError, match="choose another file"):
        making.make("sudoku", asked, 4, path)
    assert (path.read_bytes(), list(tmp_path.iterdir())) == (content, [path])


@pytest.mark.parametrize("other", [{"seed": 3}, {"level": "hard"}, {"options": {"holes": "7"}}])
def test_puzzles_of_another_order_stay_as_they_are(tmp_path: Path, other: dict[str, Any]) -> None:
    path = tmp_path / "made.jsonl"
    content = text(order(FOUR, None, 2), 2)
    path.write_bytes(content)
    with pytest.raises(PuzzleError, match="expected puzzles of this order"):
        making.make("sudoku", order(FOUR, **({"level": None, "seed": 2} | other)), 3, path)
    assert path.read_bytes() == content


def test_work_in_vain_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "TIRED", 50)
    out = io.BytesIO()
    done = making.make("sudoku", order(FOUR, None, 1, {"holes": "0"}), 3, out)
    assert (done.puzzles, done.attempts) == (1, 51)
    assert done.rejected() == f"50 of 51 rejected (50 {making.TWIN})"


def test_the_work_can_be_ended() -> None:
    asked = order(FOUR, None, 2)
    looked = iter([False, False, True])
    done = making.make("sudoku", asked, 100, io.BytesIO(), is_over=lambda: next(looked))
    assert done.attempts == 3


@pytest.mark.parametrize(
    ("level", "options", "said"),
    [
        ("nosuch", {}, "expected easy, hard for the recipe four, got 'nosuch'"),
        (None, {"hole": "1"}, "expected an option of holes, share, got 'hole'"),
        (None, {"holes": "many"}, "recipe four: expected int, got str - at holes"),
    ],
)
def test_wrong_orders(level: str | None, options: dict[str, str], said: str) -> None:
    with pytest.raises(ChoiceError, match=said):
        order(FOUR, level, 0, options)


def test_unknown_recipes() -> None:
    with pytest.raises(ChoiceError, match=r"expected one of akari, .* got 'chess'"):
        find_recipe("chess")
    with pytest.raises(ChoiceError, match="expected the recipe to be one of four, got 'five'"):
        find_recipe("sudoku", "five")
