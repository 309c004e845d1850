"""The files, boards, grader and tables of the nonogram homework."""

from __future__ import annotations

import pytest
from conftest import refused
from hypothesis import given
from strategies import nonograms

from uniclue.core.puzzle import Grid, Puzzle, PuzzleError
from uniclue.graders.grade import Grade
from uniclue.graders.grading import grade
from uniclue.models.nonogram import Nonogram
from uniclue.papers.chen2016 import nonogram_tables as reproduction
from uniclue.papers.chen2016.nonogram_boards import boards, puzzles
from uniclue.papers.chen2016.nonogram_grader import rate_rules
from uniclue.papers.chen2016.nonogram_homework_format import (
    read_answers,
    read_questions,
    write_answers,
    write_questions,
)
from uniclue.papers.tables import TableTask
from uniclue.search.steps import search
from uniclue.solvers import decide
from uniclue.solvers.limits import LimitReachedError, Limits

# As the nonogram homework, section 1, prints its answer file.
ANSWERS = b"""\
$1
1\t1\t1\t0\t0
0\t0\t0\t1\t0
0\t1\t0\t0\t1
0\t0\t1\t0\t1
1\t1\t0\t1\t1
$2
0\t1\t0\t0\t1
1\t0\t0\t0\t1
1\t0\t1\t0\t1
1\t1\t0\t0\t0
0\t0\t1\t0\t1
"""

# The clues that these grids have, read off by hand: columns, then rows.
QUESTIONS = b"""\
$1
1\t1
1\t1\t1
1\t1
1\t1
3
3
1
1\t1
1\t1
2\t2
$2
3
1\t1
1\t1

3\t1
1\t1
1\t1
1\t1\t1
2
1\t1
"""


def document_set(size: int) -> list[Nonogram]:
    return list(puzzles(size, 10, 0.5, 0.3, 12345))


# -- boards ----------------------------------------------------------------------------------------


def test_the_document_s_puzzles() -> None:
    made = document_set(5)
    assert [puzzle.extra["id"] for puzzle in made] == list(range(1, 11))
    read = read_questions(QUESTIONS)
    assert made[:2] == list(read.values())
    for puzzle, grid in zip(made, read_answers(ANSWERS).values(), strict=False):
        assert not puzzle.broken(grid)
        # The document solved them row by row; the boards themselves are others.
        assert search(puzzle, "rows", wanted=1).solutions == (grid,)
        assert grid != list(boards(5, 10, 0.5, 0.3, 12345))[puzzle.extra["id"] - 1]


def test_five_of_ten_have_several_solutions() -> None:
    counts = [decide.count(puzzle).count for puzzle in document_set(5)]
    assert counts == [2, 2, 1, 1, 2, 1, 1, 1, 2, 4]


def test_black_cells_of_a_set() -> None:
    """int((0.5 - 0.2 i / 9) 25): 12.5, 11.9, 11.4, 10.8, 10.3, 9.7, 9.2, 8.6, 8.1, 7.5."""
    blacks = [sum(map(sum, board)) for board in boards(5, 10, 0.5, 0.3, 12345)]  # type: ignore[arg-type]
    assert blacks == [12, 11, 11, 10, 10, 9, 9, 8, 8, 7]
    (alone,) = boards(4, 1, 0.25, 1.0, 1)
    assert sum(map(sum, alone)) == 4  # type: ignore[arg-type]
    assert list(boards(2, 2, 0.0, 1.0, 7)) == [((0, 0), (0, 0)), ((1, 1), (1, 1))]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((0, 1, 0.5, 0.5, 1), "1 or more"),
        ((5, 0, 0.5, 0.5, 1), "1 or more"),
        ((5, 1, 1.5, 0.5, 1), "from 0 to 1"),
        ((5, 1, float("nan"), 0.5, 1), "from 0 to 1"),
        ((151, 1, 0.5, 0.5, 1), "at most 150"),
    ],
)
def test_no_boards(arguments: tuple[int, int, float, float, int], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        puzzles(*arguments)


# -- files -----------------------------------------------------------------------------------------


def test_files_of_the_document() -> None:
    read = read_questions(QUESTIONS)
    assert list(read) == [1, 2]
    assert read[2].cols == ((3,), (1, 1), (1, 1), (), (3, 1))
    assert read[2].rows == ((1, 1), (1, 1), (1, 1, 1), (2,), (1, 1))
    assert read[2].extra == {"id": 2}
    assert write_questions(read) == QUESTIONS
    assert write_answers(read_answers(ANSWERS)) == ANSWERS
    as_windows = QUESTIONS.replace(b"\n", b"\t\r\n")
    assert read_questions(b"\xef\xbb\xbf\n" + as_windows) == read
    assert read_questions(QUESTIONS.replace(b"\n\n", b"\n0\n")) == read


@given(nonograms())
def test_what_is_written_is_read(puzzle: Puzzle) -> None:
    assert isinstance(puzzle, Nonogram)
    size = max(puzzle.shape)
    rows, cols = (some + ((),) * (size - len(some)) for some in (puzzle.rows, puzzle.cols))
    square = Nonogram(rows=rows, cols=cols, extra={"id": 3})
    text = write_questions({3: square, 1: square})
    if sum(map(sum, rows)) == sum(map(sum, cols)):
        assert read_questions(text)[3] == square
        assert list(read_questions(text)) == [3, 1]


@pytest.mark.parametrize("more", [b"\n", b"\n\n\n"])
def test_empty_lines_between_puzzles(more: bytes) -> None:
    first, second = QUESTIONS.split(b"$2")
    assert read_questions(first + more + b"$2" + second + more) == read_questions(QUESTIONS)


def test_an_empty_line_that_an_editor_took_away() -> None:
    puzzle = Nonogram(rows=((1,), ()), cols=((), (1,)), extra={"id": 1})
    text = write_questions({1: puzzle})
    assert text == b"$1\n\n1\n1\n\n"
    for cut in (text, text[:-1], text + b"\n"):
        assert read_questions(cut) == {1: puzzle}


@pytest.mark.parametrize(
    ("text", "path", "words"),
    [
        (b"", "line 1", "empty file"),
        (b"1\t2\n", "line 1", "got '1\\t2'"),
        (b"\n\n3\n$1\n", "line 3", "expected $ and a number"),
        (b"$\n1\n1\n", "line 1", "expected $ and a number"),
        (b"$1\n1\n1\n$x\n", "line 4", "got '$x'"),
        (b"$1\n1\n1\n$01\n1\n1\n", "line 4", "$1 stands above"),
        (b"$1\n", "line 1", "2 to 300 clues, got 0"),
        (b"$1\n1\n1\n1\n", "line 1", "as many clues of columns as of rows, got 3"),
        (b"$1\n1\n1 -1\n", "line 3", "got '-1'"),
        (b"$1\n1\n1\t10000\n", "line 3", "up to 9999"),
        (b"$1\n1\n" + b"9" * 5000 + b"\n", "line 3", "up to 9999"),
        (b"$1\n1\n1\t0\n", "line 3", "0 stands alone"),
        (b"$1\n1\n" + b"1\t" * 151 + b"\n", "line 3", "at most 150 blocks"),
        (b"$1\n" + b"1\n" * 301, "line 1", "2 to 300 clues, got 301"),
        (b"$1\n1\n2\n2\n1\n\n\n", "line 6", "no empty lines"),
        (b"$1\n1\n\xff\n", "line 3", "other bytes"),
        (b"$1\n" + b"\n" * 2**23, "line 1", "at most 8 MB"),
    ],
)
def test_no_question_file(text: bytes, path: str, words: str) -> None:
    with refused(path, words):
        read_questions(text)


@pytest.mark.parametrize(
    ("text", "path", "words"),
    [
        (b"$1\n", "line 1", "1 to 150 rows of cells, got 0"),
        (b"$1\n1\t0\n1\t2\n", "line 3", "each 0 or 1, got '2'"),
        (b"$1\n1\t0\n1\n", "line 3", "expected 2 cells, as many as rows, got 1"),
        (b"$1\n" + b"1\n" * 151, "line 1", "got 151"),
    ],
)
def test_no_answer_file(text: bytes, path: str, words: str) -> None:
    with refused(path, words):
        read_answers(text)


def test_what_the_files_cannot_hold() -> None:
    wide = Nonogram(rows=((1,),), cols=((1,), ()))
    known = Nonogram(rows=((1,),), cols=((1,),), givens=("#",))
    for puzzle, words in ((wide, "square puzzle, got 1x2"), (known, "no givens")):
        with pytest.raises(PuzzleError, match=words):
            write_questions({4: puzzle})
    open_grid: Grid = ((None,),)
    with pytest.raises(PuzzleError, match="complete grid"):
        write_answers({4: open_grid})


# -- the grader ------------------------------------------------------------------------------------


def graded(puzzle: Puzzle) -> Grade:
    (found,) = grade(puzzle, "nonogram-rules").grades
    return found


def test_rules_alone() -> None:
    """The plus of tests/test_nonogram_search.py: six passes over six lines."""
    found = graded(Nonogram(rows=((1,), (3,), (1,)), cols=((1,), (3,), (1,))))
    assert (found.number, found.label, found.note) == (1.0, "rules", None)
    used = {name: value for name, value in found.counters.items() if value}
    rules = {"rule 1.1": 2, "rule 1.5": 2, "rule 2.4": 2}
    assert used == {"passes": 6, "boards": 1, "share by rules": 1, **rules}
    assert len(found.counters) == 4 + 12


def test_a_line_solver_is_needed() -> None:
    """The rules stop with 15 cells unknown; each of them follows from a single line."""
    rows = ((3, 1), (2,), (1, 2), (3, 1, 1), (2, 2), (1, 1, 1), (1, 1))
    cols = ((1, 4), (1, 2, 1), (1, 2, 1), (1, 1), (2, 1), (1, 1), (2, 1))
    puzzle = Nonogram(rows=rows, cols=cols)
    found = graded(puzzle)
    assert (found.label, found.note) == ("lines", None)
    assert found.counters["share by rules"] == round(34 / 49, 4)
    assert found.counters["branches"] > 0
    assert decide.unique(puzzle).status == "unique"


def test_several_and_none() -> None:
    """The two diagonals: 4 passes find nothing, then 3 after each first row; four lines."""
    found = graded(Nonogram(rows=((1,), (1,)), cols=((1,), (1,))))
    assert (found.number, found.label) == (2.5, "search")
    assert found.counters["branches"] == 1
    assert found.counters["share by rules"] == 0
    assert found.note == "several solutions: the number is the work to find two"
    found = graded(Nonogram(rows=((2,), (1,)), cols=((1,), (1,))))
    assert (found.number, found.label) == (1.0, None)
    assert found.note == "no solution: the number is the work to find that out"


@pytest.mark.slow
def test_limits() -> None:
    hard = document_set(15)[4]
    found = graded(hard)
    assert (found.number, found.label) == (None, "search")
    assert found.note == "the search was given up after 20000 passes"
    with pytest.raises(LimitReachedError):
        rate_rules(hard, Limits(seconds=1e-9))


# -- the tables ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_tables() -> None:
    said: list[tuple[str, float]] = []
    tables = reproduction.run(TableTask(scale=0.02, progress=lambda *args: said.append(args)))
    assert all(len(row) == len(table.columns) for table in tables for row in table.rows)
    assert said == sorted(said, key=lambda args: args[1])
    five = {row[0]: row for row in tables[0].rows}
    # The first of the ten: as the traces of tests/test_nonogram_search.py, its rows are counted.
    assert five["rows"][1:3] == (0.00223, 1.0)
    assert five["brute"][2] == pytest.approx(1394.9 / 0.00223)
    assert five["cnf"][-1] == five["ilp"][-1] == "1 of 1"
    cases = tables[3].rows[0]
    assert cases[:3] == ("1", 2.101, 1.0)
    assert cases[-2:] == ("several", "several")
    assert tables[4].rows[0] == ("5x5", "2", 1)
    black, number, *_ = tables[5].rows[-1]
    assert (black, number) == (0.9, 1)
    assert tables[5].rows[-1][2:5] == (1.0, 1.0, 1.0)
