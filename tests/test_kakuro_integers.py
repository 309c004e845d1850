from __future__ import annotations

import pytest
from conftest import refused
from hypothesis import given
from strategies import KINDS

from uniclue.core.puzzle import Puzzle
from uniclue.models.kakuro import BlackCell, Kakuro
from uniclue.papers.zhou_tong.kakuro_integers_format import read, write


def test_reading() -> None:
    puzzle = read("0 -400 -1600\n-1203 1 7\r\n\n  2\t99  +1\n")
    assert puzzle.grid == (
        (BlackCell(), BlackCell(down=4), BlackCell(down=16)),
        (BlackCell(across=3, down=12), None, None),
        (None, None, None),
    )
    assert read("\ufeff1 -0\n").grid == ((None, BlackCell()),)


def test_writing() -> None:
    grid = ((BlackCell(), BlackCell(down=4)), (BlackCell(across=15, down=7), None), (None, None))
    assert write(Kakuro(rows=3, cols=2, grid=grid)) == "   0 -400\n-715    1\n   1    1\n"
    with pytest.raises(ValueError, match="without givens"):
        write(Kakuro(rows=3, cols=2, grid=grid, givens=("..", ".1", "..")))


@given(KINDS["kakuro"])
def test_round_trip(puzzle: Puzzle) -> None:
    assert isinstance(puzzle, Kakuro)
    plain = Kakuro(rows=puzzle.rows, cols=puzzle.cols, grid=puzzle.grid)
    assert read(write(plain)) == plain


@pytest.mark.parametrize(
    ("text", "path", "said"),
    [
        ("", "$", "expected rows of integers, got none"),
        (" \n\n", "$", "got none"),
        ("0 0\n0", "$[1]", "expected 2 integers as in the first row, got 1"),
        ("0 x", "$[0][1]", "or -ccrr (sums below and to the right), got 'x'"),
        ("0 1.5", "$[0][1]", "got '1.5'"),
        ("0 ١", "$[0][1]", "got '١'"),
        ("0 -12345", "$[0][1]", "got '-12345'"),
        ("0 " + "9" * 900, "$[0][1]", "got '999"),
        ("1 " * 151, "$[0]", "at most 150 integers"),
        ("1" + " " * 2000 + "1", "$[0]", "at most 150 integers"),
        ("1\n" * 151, "$", "at most 150 rows"),
        ("1\n" * 10, "$[0][0]", "at most 9 cells in a run"),
        ("0 -4", "$[0][1].across", "no cells to its right"),
        ("0 -400", "$[0][1].down", "no cells below it"),
        ("0 0", "$", "at least one white cell"),
    ],
)
def test_errors(text: str, path: str, said: str) -> None:
    with refused(path, said) as caught:
        read(text)
    assert len(caught.value.expected) < 200
