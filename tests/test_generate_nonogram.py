"""Nonograms made: unique, of their level, the same every time; pictures read and repaired."""

from __future__ import annotations

import io
import itertools
import sys
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from bruteforce import solutions
from conftest import ROOT, refused_command, slow
from hypothesis import given
from hypothesis import strategies as st
from making import asked, made, puzzles

from uniclue.core.model import Bools
from uniclue.core.puzzle import ChoiceError
from uniclue.formats.puzzle_json import loads
from uniclue.generators import nonogram_noise, nonogram_picture, nonogram_together, orders
from uniclue.generators.attempts import attempt, find_recipe, order
from uniclue.generators.nonogram_noise import canonical, open_to_lines, open_to_rules, puzzle_of
from uniclue.generators.nonogram_picture import PictureOptions, picture
from uniclue.generators.recipe import Rejected
from uniclue.models.nonogram import Nonogram
from uniclue.papers.chen2016 import nonogram_boards as nonogram_board
from uniclue.propagation.line_batch import open_cells
from uniclue.search.nonogram_board import PartialBoard
from uniclue.search.steps import StepLog
from uniclue.solvers import decide


def cells(puzzle: Any) -> Bools:
    return np.array([[cell == "#" for cell in row] for row in puzzle.extra["solution"]])


def write(path: Path, *rows: str) -> str:
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return str(path)


# -- the recipe random -----------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["rules", "search"])
def test_puzzles_are_unique_and_of_their_level(level: str) -> None:
    for puzzle in puzzles("nonogram", 3, level=level, rows=10, cols=9):
        verdict = decide.unique(puzzle, decide.method("ilp"))
        assert verdict.status == "unique"
        (solution,) = verdict.solutions
        assert np.array_equal(np.array(solution) == 1, cells(puzzle))
        assert puzzle.shape == (10, 9)
        assert (open_to_lines(cells(puzzle)).size > 0) == (level == "search")
        assert (open_to_rules(cells(puzzle)).size > 0) == (level == "search")
        (grade,) = puzzle.extra["meta"]["grades"].values()
        assert grade["label"] == level


@pytest.mark.slow
def test_large_random_pictures_are_unique_too() -> None:
    """No change is undone in them."""
    (puzzle,) = puzzles("nonogram", level="search", rows=24, cols=22)
    assert decide.unique(puzzle).status == "unique"
    assert puzzle.check(np.where(cells(puzzle), 1, 0).tolist()) == []
    assert open_to_lines(cells(puzzle)).size


@pytest.mark.slow
def test_level_lines_needs_more_than_the_rules() -> None:
    asked = order(find_recipe("nonogram"), "lines", 1, {"rows": "8", "cols": "9"})
    tried = [attempt("nonogram", asked, number) for number in range(10)]
    texts = [one.text for one in tried if one.text]
    assert texts
    assert {one.reason for one in tried} >= {"", "the line rules solve it"}
    for text in texts:
        picture = cells(loads(text))
        assert open_to_rules(picture).size
        assert not open_to_lines(picture).size


@pytest.mark.parametrize(("symmetric", "turn"), [("mirror", np.fliplr), ("turn", np.rot90)])
@pytest.mark.parametrize("level", ["rules", slow("lines"), "search"])
def test_symmetric_pictures(symmetric: str, turn: Any, level: str) -> None:
    (puzzle,) = puzzles("nonogram", level=level, rows=10, cols=11, symmetric=symmetric)
    picture = cells(puzzle)
    image = turn(turn(picture)) if symmetric == "turn" else turn(picture)
    assert np.array_equal(picture, image)


# -- open cells and the repair ---------------------------------------------------------------------

PICTURES = st.tuples(st.integers(1, 4), st.integers(1, 4)).flatmap(
    lambda shape: st.lists(
        st.booleans(), min_size=shape[0] * shape[1], max_size=shape[0] * shape[1]
    ).map(lambda cells: np.array(cells).reshape(shape))
)


@pytest.mark.parametrize("size", [(15, 15), (6, 19)])
def test_rules_leave_the_cells_open_that_whole_passes_leave_open(size: tuple[int, int]) -> None:
    rng = np.random.default_rng(1)
    for share in np.linspace(0.35, 0.7, 12):
        drawn = rng.random(size) < share
        board = PartialBoard(puzzle_of(drawn))
        board.reason(StepLog(limit=None))
        unknown = [cell is None for row in board.grid() for cell in row]
        assert open_to_rules(drawn).tolist() == np.flatnonzero(unknown).tolist()


@pytest.mark.parametrize("size", [(1, 1), (5, 4), (15, 14), (30, 31), (60, 9)])
def test_lines_of_many_pictures_leave_the_cells_open_that_those_of_one_leave_open(
    size: tuple[int, int],
) -> None:
    rng = np.random.default_rng(1)
    pictures = rng.random((40, *size)) < np.linspace(0, 1, 40)[:, None, None]
    is_open, rounds = open_cells(pictures)
    for one, left in zip(pictures, is_open, strict=True):
        assert np.flatnonzero(left).tolist() == open_to_lines(one).tolist()
    assert rounds.min() == 1
    assert (rounds.max() > 1) == (size != (1, 1))


@given(PICTURES)
def test_differing_cells_are_those_of_brute_force(drawn: Bools) -> None:
    found = np.array(list(solutions(puzzle_of(drawn))), np.int64)
    differs = np.flatnonzero((found != drawn).any(axis=0))
    assert nonogram_noise.differing(drawn).tolist() == differs.tolist()
    assert nonogram_noise.has_other(drawn) == (len(found) > 1)
    assert set(differs) <= set(open_to_lines(drawn)) <= set(open_to_rules(drawn))


@pytest.mark.parametrize("aim", [nonogram_noise.BY_LINES, nonogram_noise.BY_ANY_MEANS])
def test_no_change_can_be_undone_alone(aim: Any) -> None:
    for seed in range(4):
        rng = np.random.default_rng(seed)
        before = rng.random((8, 9)) < 0.4
        kept = before.copy()
        after = nonogram_noise.repaired(before, aim, rng)
        assert np.array_equal(before, kept)
        assert not aim.missed(after)
        for cell in np.flatnonzero(before != after):
            undone = after.copy()
            undone.flat[cell] = before.flat[cell]
            assert aim.missed(undone)


@pytest.mark.parametrize("turn", [False, True])
def test_pictures_repaired_together(turn: bool) -> None:
    """None of their changes can be undone alone, and those that take lines longest come first."""
    rng = np.random.default_rng(1)
    before = rng.random((30, 8, 9)) < 0.4
    partner: Any = np.arange(72)[::-1] if turn else np.arange(72)
    before |= before.reshape(30, -1)[:, partner].reshape(before.shape)
    after = before.copy()
    is_solved = nonogram_together.change(after, rng, partner)
    assert is_solved.any()
    before, after = before[is_solved], after[is_solved]
    nonogram_together.undo(after, before, rng, partner)
    for one, was in zip(after, before, strict=True):
        assert not open_to_lines(one).size
        for cell in np.flatnonzero(one != was):
            assert one.flat[partner[cell]] == one.flat[cell]
            undone = one.copy()
            undone.flat[[cell, partner[cell]]] = was.flat[cell]
            assert open_to_lines(undone).size
    hard = nonogram_together.hardest_first((8, 9), 0.4, partner, True, rng)
    assert (np.diff(open_cells(hard)[1]) <= 0).all()


def test_what_cannot_be_repaired_is_rejected() -> None:
    never = nonogram_noise.Aim(lambda _: np.arange(4), lambda _: True, lambda _: np.arange(4))
    with pytest.raises(Rejected, match="changes of single cells did not make the solution unique"):
        nonogram_noise.repaired(np.zeros((2, 2), np.bool_), never, np.random.default_rng(1))


# -- canonical forms -------------------------------------------------------------------------------


def images(drawn: Bools) -> list[Bools]:
    return [np.rot90(one, turns) for one in (drawn, drawn.T) for turns in range(4)]


@given(PICTURES)
def test_canonical_forms_are_equal_under_the_symmetries(drawn: Bools) -> None:
    assert len({canonical(puzzle_of(image)) for image in images(drawn)}) == 1


@pytest.mark.parametrize("shape", [(3, 3), (2, 4)])
def test_canonical_forms_tell_all_others_apart(shape: tuple[int, int]) -> None:
    """By brute force: as many forms as classes of clues."""
    forms, classes = set(), set()
    for bits in itertools.product([False, True], repeat=shape[0] * shape[1]):
        drawn = np.array(bits).reshape(shape)
        forms.add(canonical(puzzle_of(drawn)))
        clues = [(p.rows, p.cols) for p in map(puzzle_of, images(drawn))]
        classes.add(min(clues))
    assert len(forms) == len(classes)


def test_canonical_forms_know_givens_and_empty_lines() -> None:
    rows: Any = ((0,), (1,))
    plain = Nonogram(rows=rows, cols=((1,), ()))
    assert canonical(plain) == canonical(Nonogram(rows=((), (1,)), cols=((1,), (0,))))
    one = msgspec.structs.replace(plain, givens=((None, 0), (None, None)))
    turned = Nonogram(rows=((1,), ()), cols=((), (1,)), givens=((None, None), (0, None)))
    assert canonical(plain) != canonical(one)
    assert canonical(one) == canonical(turned)


# -- the recipe picture ----------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["lines", "any"])
def test_a_picture_and_what_was_changed(level: str) -> None:
    file = ROOT / "examples" / "pictures" / "tree.txt"
    wanted = asked("nonogram", "picture", level, file=file)
    text = made("nonogram", wanted)
    puzzle = loads(text)
    rows = file.read_text("utf-8").split()
    before = np.array([[cell == "#" for cell in row] for row in rows])
    changed = puzzle.extra["meta"]["changed"]
    assert changed == np.argwhere(before != cells(puzzle)).tolist()
    assert 0 < len(changed) < 30
    assert decide.unique(puzzle).status == "unique"
    if level == "lines":
        assert not open_to_lines(cells(puzzle)).size
    assert text == made("nonogram", wanted)


def test_text_pictures(tmp_path: Path) -> None:
    file = write(tmp_path / "p.txt", "##..", "#", "####")
    expected = np.array([[1, 1, 0, 0], [1, 0, 0, 0], [1, 1, 1, 1]], np.bool_)
    assert np.array_equal(picture(PictureOptions(file=file)), expected)
    assert np.array_equal(picture(PictureOptions(file=file, invert=True)), ~expected)
    bigger = picture(PictureOptions(file=file, rows=6, cols=8))
    assert np.array_equal(bigger, expected.repeat(2, 0).repeat(2, 1))
    assert picture(PictureOptions(file=file, cols=8)).shape == (6, 8)


def test_means_are_taken_of_parts(tmp_path: Path) -> None:
    file = write(tmp_path / "p.txt", "##..", "#...")
    for threshold, expected in ((64, [0, 0]), (65, [1, 0]), (255, [1, 0])):
        found = picture(PictureOptions(file=file, rows=1, cols=2, threshold=threshold))
        assert found.astype(int).tolist() == [expected]


@pytest.mark.parametrize("grey", [0, 32, 64, 128, 192, 255])
def test_dithering_keeps_the_share_of_black(grey: int) -> None:
    dithered = nonogram_picture._dithered(np.full((40, 40), grey), 128)
    assert dithered.mean() == pytest.approx(1 - grey / 255, abs=0.03)


def test_images(tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    grey = np.array([[0, 100, 200], [255, 0, 130]], np.uint8)
    file = tmp_path / "p.png"
    image.fromarray(grey).save(file)
    found = picture(PictureOptions(file=str(file), threshold=129))
    assert found.astype(int).tolist() == [[1, 1, 0], [0, 1, 0]]
    clear = np.zeros((2, 2, 4), np.uint8)
    clear[0, 0, 3] = 255  # one black cell, the others transparent
    image.fromarray(clear).save(file)
    assert picture(PictureOptions(file=str(file))).astype(int).tolist() == [[1, 0], [0, 0]]


def test_bombs_and_damaged_images_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    file = tmp_path / "p.png"
    image.new("1", (5000, 5000)).save(file)
    assert file.stat().st_size < 10_000
    recipe = find_recipe("nonogram", "picture")
    with pytest.raises(ChoiceError, match=r"at most 16,777,216 pixels, got 5000x5000"):
        order(recipe, None, 1, {"file": str(file), "rows": "10"})
    image.new("1", (50, 50)).save(file)
    file.write_bytes(file.read_bytes()[:40])
    with pytest.raises(ChoiceError, match=r"expected rows of # and \., or an image"):
        order(recipe, None, 1, {"file": str(file), "rows": "10"})
    monkeypatch.setattr(nonogram_picture, "MOST_BYTES", 39)
    with pytest.raises(ChoiceError, match="expected at most 39 bytes"):
        order(recipe, None, 1, {"file": str(file), "rows": "10"})


def test_without_pillow_the_error_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    file = tmp_path / "p.png"
    file.write_bytes(b"\x89PNG\r\n\x1a\n")
    with pytest.raises(ChoiceError, match=r"pip install 'uniclue\[pictures\]'"):
        order(find_recipe("nonogram", "picture"), None, 1, {"file": str(file)})


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"file": "missing.png"}, "picture missing.png: No such file or directory"),
        ({"file": "."}, "picture .: "),
        ({"file": "https://example.org/p.png"}, "No such file or directory"),
        ({"file": "wide.txt"}, "expected at most 100 rows and columns, got 1x101"),
        ({"rows": "101"}, "rows"),
        ({"threshold": "0"}, "threshold"),
        ({"dither": "perhaps"}, "dither"),
    ],
)
def test_bad_options(
    options: dict[str, str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "wide.txt", "#" * 101)
    with pytest.raises(ChoiceError) as error:
        order(find_recipe("nonogram", "picture"), None, 1, options)
    assert said in str(error.value)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_without_a_picture_there_is_one_line(jobs: str) -> None:
    said = "uniclue: recipe picture: expected a picture; give one as the option file\n"
    refused_command(
        66, said, "generate", "nonogram", "--recipe", "picture", "--seed", "1", "--jobs", jobs
    )


# -- the boards of the homework --------------------------------------------------------------------


def test_the_homework_s_own_boards() -> None:
    """The ten boards of 5x5 of which five have several solutions, as attempts in any order."""
    recipe = find_recipe("nonogram", "board")
    own = list(nonogram_board.puzzles(5, 10, 0.5, 0.3, 12345))
    every = order(recipe, None, 12345, {"n": "5", "several": "true"})
    for number in (7, 2, 0, 9):
        done = attempt("nonogram", every, number)
        assert done.text is not None
        puzzle = loads(done.text)
        assert isinstance(puzzle, Nonogram)
        assert (puzzle.rows, puzzle.cols) == (own[number].rows, own[number].cols)
        assert puzzle.extra["id"] == number + 1
        assert puzzle.extra["meta"]["unique"] == (decide.unique(puzzle).status == "unique")
    alone = order(recipe, None, 12345, {"n": "5"})
    reasons = [attempt("nonogram", alone, number).reason for number in range(10)]
    assert reasons.count("several solutions") == 5


def test_a_set_ends_with_its_last_board() -> None:
    asked = order(find_recipe("nonogram", "board"), None, 1, {"n": "5", "num": "2"})
    done = orders.make("nonogram", asked, 3, io.BytesIO())
    assert done.attempts == 2
    assert orders.short_of("nonogram", asked, None) == "all 2 boards of the set were tried"
