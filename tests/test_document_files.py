"""The source documents' own files wherever a FILE stands, told by what they look like."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from pathlib import Path

import pytest
from conftest import LEVEL50, run_here
from hypothesis import given
from strategies import KINDS
from test_animals_record import LEVEL_50

from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.formats.animals_words import Words
from uniclue.formats.format import CannotWriteError, find_format, format_of
from uniclue.formats.puzzle_json import dumps, loads
from uniclue.formats.sameness import differences
from uniclue.models.animals import Animals

WORDS = """\
# The paper's Level 50
1 elephant, 1 monkey, 1 tiger, 2 hippos, 2 lions, 2 pandas
the elephant does not stand on lemon
Elephant next to hippo.
monkey neighbours lion
tiger beside panda
every lion stands on height 2
panda not on banana

map 12/11/34
rows a, b, c
1 cat, 5 dogs
cat above dog
"""
CSV = """\
level,animals,conditions
50,"1 elephant, 1 monkey, 1 tiger, 2 hippos, 2 lions, 2 pandas",\
elephant not on lemon; elephant next to hippo; monkey next to lion; tiger next to panda;\
 lion on height 2; panda not on banana
1.5,"1 cat, 8 dogs",cat on height 3
"""
HOMEWORK = "$1\n1\t1\n1\n\n\n1\n1\n1\n1\n\n1\n$2\n1\n1\n1\n1\n"
INTEGERS = "   0 -400 -300\n  -4    1    1\n  -3    1    1\n"
FILES = {
    "animals-record": LEVEL_50,
    "animals-words": WORDS,
    "animals-csv": CSV,
    "nonogram-homework": HOMEWORK,
    "kakuro-integers": f"{INTEGERS}\n{INTEGERS}",
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_told_by_its_content(name: str, tmp_path: Path) -> None:
    chosen = format_of(FILES[name].encode())
    assert chosen is not None
    assert chosen.name == name
    puzzles = list(chosen.read(FILES[name].encode()))
    (tmp_path / "file").write_text(FILES[name])
    done = run_here("unique", str(tmp_path / "file"), "--json")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["kind"] for answer in answers] == [
        puzzle.kind() for puzzle in puzzles if isinstance(puzzle, Puzzle)
    ]
    assert len(answers) == (1 if name == "animals-record" else 2)


@pytest.mark.parametrize("name", ["animals-record", "animals-words", "animals-csv"])
def test_level_50_in_three_forms(name: str) -> None:
    puzzle, *more = find_format(name).read(FILES[name].encode())
    level_50 = loads(LEVEL50.read_bytes())
    assert isinstance(puzzle, Animals)
    assert isinstance(level_50, Animals)
    assert set(puzzle.conditions) == set(level_50.conditions)
    assert (puzzle.animals, puzzle.heights) == (level_50.animals, level_50.heights)
    if name == "animals-csv":
        assert [puzzle.extra, *(one.extra for one in more if isinstance(one, Puzzle))] == [
            {"level": 50},
            {"level": 1.5},
        ]


def test_records_of_many_puzzles() -> None:
    records = find_format("animals-record")
    assert list(records.read((LEVEL_50 * 2).encode())) == [*records.read(LEVEL_50.encode())] * 2


@given(KINDS["animals"])
def test_every_sentence_that_is_written_is_read(puzzle: Puzzle) -> None:
    assert isinstance(puzzle, Animals)
    try:
        text = Words().write(puzzle)
    except CannotWriteError:
        return
    (again,) = Words().read(text)
    assert isinstance(again, Animals), again
    assert set(differences(puzzle, again)) <= {"givens", "heights"} | puzzle.extra.keys()


@pytest.mark.parametrize("kind", ["nonogram", "kakuro", "animals"])
def test_convert_to_the_documents_files_and_back(kind: str, tmp_path: Path) -> None:
    name = {"nonogram": "nonogram-homework", "kakuro": "kakuro-integers"}.get(kind, "animals-words")
    chosen = find_format(name)
    puzzle = next(iter(chosen.read(FILES[name].encode())))
    assert isinstance(puzzle, Puzzle)
    source, there = tmp_path / "a.json", tmp_path / "b.txt"
    source.write_bytes(dumps(puzzle))
    assert run_here("convert", str(source), "--to", name, "-o", str(there)).returncode == 0
    back = run_here("convert", str(there))
    assert loads(back.stdout.encode()) == puzzle


COUNTS = "1 cat, 8 dogs\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (LEVEL_50.replace("1, 1, 1, 1, 0, 1]", "1, 1, 0, 1]"), "line 1, fruit flags: expected"),
        (LEVEL_50.replace("[2, [0", "[3, [0"), "line 1, $.animals: expected 9 animals"),
        (COUNTS + "cat near dog", "line 2: expected a condition on cat, dog, such as"),
        (COUNTS + "cat on mango", "line 2: expected 'height 2', or fruits of apple, lemon, orange"),
        (COUNTS + "cat on height 9", None),
        (COUNTS + "\n" + COUNTS + "cat next to cat", "line 4: expected another species than cat"),
        ("1 cat, 2 cats", "line 1: expected each species once, got 'cat' again"),
        ("1 cat, 9 dogs", "line 1: expected 9 animals for 9 blocks, got 10"),
        ("map 12/1\n1 cat, 2 dogs", "line 1: expected a map of heights such as 123/122/111"),
        ("animals,conditions,Animals\n", "line 1: expected one column 'animals', got 2"),
        ("animals,conditions\n1", "line 2: expected 2 cells as in the first line, got 1"),
        ('animals,conditions\n"1 cat, 8 dogs",cat in bed', "line 2, column conditions: expected"),
        ("animals,conditions,givens\n1 cat,,", "line 2, column animals: expected 9 animals"),
        (
            'animals,conditions,givens\n"1 cat, 8 dogs",,',
            "line 2: expected other columns than 'giv",
        ),
        ("$1\n1\n1\n1\nx\n", "line 5: expected numbers up to 9999, separated by tabs, got 'x'"),
        ("$1\n1\n1\n$1\n", "line 4: expected another number, $1 stands above"),
        ("0 -400\n-4 1 1\n", "$[1]: expected 2 integers as in the first row, got 3"),
        (f"{INTEGERS}\n0 -4\n1 1\n", "puzzle 2, $[0][1].across: expected"),
    ],
)
def test_errors_name_the_place(text: str, said: str | None) -> None:
    data = text.encode()
    chosen = format_of(data)
    assert chosen is not None
    try:
        wrong = [f"{one}" for one in chosen.read(data) if isinstance(one, PuzzleError)]
    except PuzzleError as error:
        wrong = [str(error)]
    assert [line[: len(said or "")] for line in wrong] == ([] if said is None else [said])


SLIPS = (
    b"",
    b"\n",
    b"$",
    b",",
    b'"',
    b"[",
    b"-",
    b"9" * 12,
    b";",
    b" or ",
    b"\xff",
    b"\r",
    b"1 cat",
)


@pytest.mark.parametrize("name", FILES)
@pytest.mark.filterwarnings("error")
def test_a_file_with_slips_gives_puzzles_or_errors(name: str) -> None:
    rng = random.Random(name)
    for _ in range(100):
        data = bytearray(FILES[name].encode())
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(data))
            data[at : at + rng.randint(0, 6)] = rng.choice(SLIPS)
        with suppress(PuzzleError):
            chosen = format_of(bytes(data))
            for one in () if chosen is None else chosen.read(bytes(data)):
                assert isinstance(one, PuzzleError) or loads(dumps(one)) == one
