"""Links and files of pzpr: read and written alike, and boards judged as pzpr judges them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from conftest import corpus, refused, refused_command, run_here, so_many
from helpers import some_kinds
from hypothesis import given
from hypothesis import strategies as st

from uniclue.core import plugins
from uniclue.core.codecs import pzpr_of
from uniclue.core.kinds import builtin_kinds, find_kind
from uniclue.core.puzzle import Puzzle, PuzzleError, is_complete
from uniclue.formats.format import CannotWriteError
from uniclue.formats.puzzle_json import from_members, members_of
from uniclue.formats.puzzlink import PuzzLink, read_body, read_link, write_body
from uniclue.formats.pzpr import body
from uniclue.formats.pzpr.body import UNKNOWN, Body, write_borders
from uniclue.formats.pzpr.layout import layout_of
from uniclue.formats.pzpr.rows import borders_of
from uniclue.formats.pzprv3 import Pzprv3, read_lines, write_lines
from uniclue.formats.sameness import differences
from uniclue.solvers.refereed import opinion
from uniclue.solvers.trials import varied

KINDS = [name for name in builtin_kinds() if pzpr_of(find_kind(name))]
NAMES = [layout_of(find_kind(name)).name for name in KINDS]
WITHOUT = {
    "an option": "without the option",
    "holes": "without holes",
    "another kind of it": "expected one of aqre",
    "a number not told": "one that is not told",
}
"""Right boards that we have no kind for, by what is said of them."""
WITH_HOLES = {"tentaisho"}
"""Whose link is of a board that we have no kind for."""
OPEN_ENDED = {"dosufuwa", "icebarn", "icelom", "icelom2", "slalom"}
"""Whose link lists holes until it ends, or ends with a number of any length."""

LOST = {"givens", "full", "mines", "diagonals", "highest", "may_repeat"}
"""Members that pzpr has no room for."""
ALIKE = {
    "battleships": {"fleet"},
    "makaro": {"regions"},
    "kropki": {"white", "black"},
    "minarism": {"less", "differences"},
}
"""Members that may be written otherwise: zeros at their end, areas of black cells."""


@cache
def published() -> dict[str, dict[str, Any]]:
    """Links and boards, by the names of their kinds."""
    paths = [corpus() / folder / "pzpr_failcheck.jsonl" for folder in ("more_kinds", "kinds")]
    texts = [path.read_text("utf-8") for path in paths if path.is_file()]
    entries = [json.loads(line) for text in texts for line in text.splitlines()]
    return {entry["name"]: entry for entry in entries}


def entry_of(name: str) -> dict[str, Any]:
    if name not in published():
        pytest.skip(f"no {name} in the corpus {corpus()}")
    return published()[name]


def boards_of(name: str) -> Iterator[tuple[str | None, Puzzle | PuzzleError]]:
    """Boards with the codes of what is wrong in them; None where all is right."""
    for code, text, *_ in entry_of(name)["failcheck"]:
        try:
            yield code, read_lines(text.split("/"))
        except PuzzleError as error:
            yield code, error


def is_right(puzzle: Puzzle) -> bool:
    if "solution" not in puzzle.extra:
        return False
    grid = puzzle.read_grid(puzzle.extra["solution"])
    return is_complete(puzzle, grid) and not puzzle.broken(grid)


def referee_says(puzzle: Puzzle) -> bool | None:
    """Whether the referee calls a complete board right; None if it is not complete."""
    if "solution" not in puzzle.extra:
        return None
    grid = puzzle.read_grid(puzzle.extra["solution"])
    return opinion(puzzle, grid) == "right" if is_complete(puzzle, grid) else None


def is_left_open(puzzle: Puzzle) -> bool:
    """Whether a cell whose clue is left open holds a number that files cannot tell."""
    solution = puzzle.extra.get("solution")
    is_told = solution is not None and is_complete(puzzle, puzzle.read_grid(solution))
    return not is_told and "?" in str(members_of(puzzle))


@pytest.mark.parametrize("name", NAMES)
def test_a_link_is_read_and_written_alike(name: str) -> None:
    text = f"{name}/{entry_of(name)['url']}"
    if name in WITH_HOLES:
        with pytest.raises(PuzzleError, match="without holes"):
            read_body(text)
        return
    puzzle = read_body(text)
    assert write_body(puzzle) == text
    boards = [board for _, board in boards_of(name) if isinstance(board, Puzzle)]
    assert any({*differences(puzzle, board)} <= {"solution"} for board in boards)


@pytest.mark.parametrize("name", sorted({*NAMES} - WITH_HOLES - OPEN_ENDED))
def test_a_link_cut_short_is_refused(name: str) -> None:
    text = f"{name}/{entry_of(name)['url']}"
    for cut in (1, 2, 5):
        with pytest.raises(PuzzleError):
            read_body(text[:-cut])


@pytest.mark.parametrize("name", NAMES)
def test_boards_are_judged_alike(name: str) -> None:
    for code, board in boards_of(name):
        if isinstance(board, PuzzleError):
            assert code or any(reason in str(board) for reason in WITHOUT.values())
        else:
            assert is_right(board) == (code is None) or is_left_open(board), code
            assert referee_says(board) in (None, code is None), code
            lost = {*differences(board, read_lines(write_lines(board)))}
            assert not lost or (code and lost == {"solution"})  # loose ends of borders


@pytest.mark.slow
@pytest.mark.parametrize("kind", some_kinds("random links", KINDS))
def test_random_puzzles_there_and_back(kind: str) -> None:
    random, tried = Random(kind), 0
    examples = [from_members(example.puzzle) for example in find_kind(kind).examples]
    wanted = so_many(100)
    for number in range(2 * wanted):
        puzzle = examples[number % len(examples)]
        if number >= len(examples):
            puzzle = varied(members_of(puzzle), random) or puzzle
        for written in (PuzzLink(), Pzprv3()):
            with suppress(CannotWriteError):
                (again,) = written.read(text := written.write(puzzle))
                assert isinstance(again, Puzzle), text
                assert {*differences(puzzle, again)} <= LOST | ALIKE.get(kind, set()), text
                tried += 1
        if tried >= wanted:
            break
    assert tried > wanted // 4


# -- the words of links ----------------------------------------------------------------------------

ENTRIES = st.lists(st.none() | st.integers(0, 20_000) | st.just(UNKNOWN), max_size=80)


@given(ENTRIES)
def test_numbers(entries: list[int | None]) -> None:
    low = [entry if entry is None else min(entry, 12_287) for entry in entries]
    assert body.read_numbers(Body(body.write_numbers(low)), len(low)) == low
    longer = body.write_numbers(entries, body.LONGER)
    assert body.read_numbers(Body(longer), len(entries), body.LONGER) == entries
    fours = [entry and max(entry % 5, 0) for entry in entries]
    assert body.read_fours(Body(body.write_fours(fours)), len(fours)) == fours


@given(st.lists(st.booleans(), max_size=120), st.sampled_from([(2, 5), (3, 3)]))
def test_marks(marks: list[bool], packed: tuple[int, int]) -> None:
    assert body.read_singles(Body(body.write_singles(marks)), len(marks)) == marks
    text = body.write_packed([*map(int, marks)], *packed)
    assert body.read_packed(Body(text), len(marks), *packed) == [*map(int, marks)]


@given(
    st.lists(
        st.none()
        | st.just("?")
        | st.builds("{}{}".format, st.integers(0, 999), st.sampled_from("nswe")),
        max_size=80,
    )
)
def test_arrows(words: list[str | None]) -> None:
    assert body.read_arrows(Body(body.write_arrows(words)), len(words)) == words


@pytest.mark.parametrize(
    ("link", "said"),
    [
        ("https://puzz.link/p?nurikabe/5/5/g5k2o1k3g1", "expected the end of the link, got '1'"),
        ("https://puzz.link/p?nurikabe/5/5/!", "expected another character at 1 of the body"),
        ("https://puzz.link/p?mashu/6/6/106", "expected a longer link"),
        ("https://puzz.link/p?nurikabe/999/999/", "expected 1 to 150 rows and columns, got 999"),
        ("https://puzz.link/p?slither/99999/9/", "1 to 150 rows and columns, got 99999"),
        ("https://puzz.link/p?nurikabe/5", "expected columns and rows"),
        ("https://puzz.link/p?slither/f/5/5/cbcbcddad", "'f', by which the line passes every"),
        ("https://puzz.link/p?slither/z/5/5/cbcbcddad", "'z', which may change the rules"),
        ("https://puzz.link/p?nope/5/5/a", "expected one of"),
        ("https://puzz.link/p?pzprv3/nurikabe/2/2/. . ", "expected another line"),
        ("https://puzz.link/p?pzprv3/slither/200/2/", "expected a number from 1 to 150, got '200'"),
        ("https://tinyurl.com/abc", "nothing is fetched"),
        ("ftp://puzz.link/p", "nothing is fetched"),
    ],
)
def test_links_that_are_refused(link: str, said: str) -> None:
    refused_command(65, said, "unique", link)


LINK = "https://puzz.link/p?"


@pytest.mark.parametrize(
    ("link", "body", "told"),
    [
        (f"{LINK}bag/3/3/g.k3g", "cave/3/3/g.k3g", ""),
        (f"{LINK}cave_edit/3/3/g.k3g", "cave/3/3/g.k3g", ""),
        ("https://pzv.jp/p.html?type=editor&cave/3/3/g.k3g", "cave/3/3/g.k3g", ""),
        ("http://pzplus.tck.mn/p?cave/3/3/g.k3g&id=7", "cave/3/3/g.k3g", "'&id=7'"),
        (f'{LINK}cave/3/3/g.k3g">here', "cave/3/3/g.k3g", "'\">here'"),
        (f"{LINK}cave/3/3/g.k3g.0", "cave/3/3/g.k3g", "'.0'"),
        (f"{LINK}cave/3/3/g.k3g).", "cave/3/3/g.k3g", "').'"),
        (f"{LINK}yajirin/b/3/3/a20g", "yajilin/3/3/a20g", ""),
        (f"{LINK}arukone/e/2/2/1h1", "numlin/2/2/1h1", ""),
        (f"{LINK}arukone/2/2/1h1", "arukone/2/2/1h1", ""),
    ],
)
def test_links_as_they_are_found(
    link: str, body: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    plugins._reported.clear()
    assert write_body(read_link(link)) == body
    said = f"uniclue: link: {told} behind the puzzle is left out\n" if told else ""
    assert capsys.readouterr().err == said


def test_links_are_files_everywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    link = "https://puzz.link/p?nurikabe/5/5/g5k2o1k3g"
    assert run_here("unique", link).stdout.startswith("unique")
    Path("links.txt").write_text(f"{link}\n# two\n{link}x\n{link}\n")
    done = run_here("unique", "links.txt")
    assert (done.returncode, done.stdout.count('"status":"unique"')) == (65, 2)
    assert "links.txt: line 2: $: expected the end of the link" in done.stderr
    Path("one.txt").write_text(f"{link}x\n")
    assert run_here("unique", "one.txt").stderr.endswith("got 'x'\n")
    assert run_here("convert", link, "--url").stdout == f"{link}\n"
    assert run_here("convert", link, "-o", "a.json").returncode == 0
    assert run_here("convert", "a.json", "--to", "pzprv3", "-o", "a.txt").returncode == 0
    assert run_here("convert", "a.txt", "--url").stdout == f"{link}\n"
    assert (
        run_here(
            "convert",
            f"https://pzv.jp/p.html?{Path('a.txt').read_text()}".replace("\n", "/"),
            "--url",
        ).stdout
        == f"{link}\n"
    )


# -- borders that part nothing ---------------------------------------------------------------------


def with_a_border_inside(name: str, after: str = "", before: str = "") -> str:
    """A link of a board of two halves, with one border more, inside the upper one."""
    shape = (4, 4)
    borders = borders_of([[r // 2] * 4 for r in range(4)]) | {(0.0, 1.5): 1}
    return f"https://puzz.link/p?{name}/4/4/{before}{write_borders(borders, shape)}{after}"


def test_borders_inside_a_region_are_left_out_and_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plugins, "_reported", set())
    puzzle = read_link(with_a_border_inside("norinori"))
    assert [[*row] for row in members_of(puzzle)["regions"]] == [[r // 2] * 4 for r in range(4)]
    told = "uniclue: norinori: the border at r1c2-r1c3, inside a region, parts nothing"
    assert capsys.readouterr().err.startswith(told)
    read_link(with_a_border_inside("starbattle", before="1/"))
    assert "starbattle: the border at r1c2-r1c3" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "after"),
    [("heyawake", "h"), ("country", "h"), ("shimaguni", "h"), ("lits", ""), ("nanro", "v")],
)
def test_borders_that_the_rules_speak_of_are_not_left_out(name: str, after: str) -> None:
    """In pzpr a heyawake counts them, and a border within a region is a wall in others, too."""
    with refused("$", "the rules speak of every border"):
        read_link(with_a_border_inside(name, after))


def test_borders_of_black_cells_are_no_borders_inside(capsys: pytest.CaptureFixture[str]) -> None:
    shape, grid = (2, 2), [[0, 0], [0, 0]]
    borders = borders_of(grid) | {(0.0, 0.5): 1}
    read_link(f"https://puzz.link/p?makaro/2/2/{write_borders(borders, shape)}ai")
    assert capsys.readouterr().err == ""
