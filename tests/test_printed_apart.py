"""No two different puzzles print the same: not as text, nor as SVG, on the page or in a booklet."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any

import msgspec
import pytest
from conftest import Run, so_many
from helpers import some_kinds

import uniclue
from uniclue import from_members
from uniclue.core.fields import Areas, entries, fields_of, items
from uniclue.core.kinds import find_kind
from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.drawing.booklet import Booklet
from uniclue.drawing.picture import picture
from uniclue.drawing.svg import svg
from uniclue.drawing.text import text
from uniclue.encoders.cnf import encode
from uniclue.formats.puzzle_json import dumps, members_of
from uniclue.models.battleships import Battleships
from uniclue.workbench import boards
from uniclue.workbench.slots import Edit, Slots, edited, shape_of, slots_of

IN_TEXT = {"kind", "box", "grid", "givens", "regions", "cages", "sums", "pencilmarks"}
"""The members of sudoku variants of which text holds all."""
MOST_WORDS = 8
"""Words that are tried in a place."""


# -- puzzles that differ in one thing --------------------------------------------------------------


def changed(puzzle: Puzzle) -> Iterator[list[Puzzle]]:
    """Puzzles with one clue, given, line or number more, less or other than a puzzle.

    Those that differ from it in the same place come together.
    """
    members = msgspec.json.decode(dumps(puzzle))
    for place in puzzle.places:
        known = dict(puzzle.given_cells())
        grids = (puzzle.grid_of(known | {place: value}) for value in puzzle.domain[:MOST_WORDS])
        yield [msgspec.structs.replace(puzzle, givens=grid) for grid in grids]
    for each in slots_of(puzzle):
        for at in spots(each, puzzle):
            edits = (Edit(each.name, at, (word,)) for word in ["", *words_of(each)])
            yield [*readable(partial(edited, puzzle, members, [edit]) for edit in edits)]
    for path, value in leaves(members):
        if puzzle.kind() == "variant" and len(path) > 2:
            continue  # a cell of a line or a dot, which may then lie between any two cells
        texts = (replaced(members, path, new) for new in others(value))
        yield [*readable(partial(from_members, text) for text in texts)]


def readable(made: Iterable[Callable[[], Puzzle]]) -> Iterator[Puzzle]:
    for make in made:
        with suppress(PuzzleError):
            yield make()


def spots(slots: Slots, puzzle: Puzzle) -> list[tuple[int, ...]]:
    """The places of a member."""
    rows, cols = shape_of(puzzle)
    there = [tuple(map(int, at.split(","))) for at in slots.texts]
    more = slots.where == "corners"
    if slots.where in ("cells", "corners"):
        there += [(r, c) for r in range(rows + more) for c in range(cols + more)]
    if slots.where in ("top", "bottom", "left", "right"):
        there += [(i,) for i in range(cols if slots.where in ("top", "bottom") else rows)]
    return [] if slots.name == "givens" or slots.lines else list(dict.fromkeys(there))


def words_of(slots: Slots) -> list[str]:
    """Words to be typed."""
    some = [*sorted({*slots.texts.values()})[:4], "1", "3"]
    listed = slots.words or some
    return list(dict.fromkeys([*listed[: MOST_WORDS - 2], *listed[-2:]]))


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Numbers and lists in the members of a puzzle, with where they are."""
    if isinstance(value, int) or (isinstance(value, list) and path):
        yield path, value
    for key, inner in value.items() if isinstance(value, dict) else ():
        yield from leaves(inner, (*path, key))
    for i, inner in enumerate(value) if isinstance(value, list) else ():
        yield from leaves(inner, (*path, i))


def others(value: Any) -> list[Any]:
    if isinstance(value, bool):
        return [not value]
    return [value + 1, value - 1] if isinstance(value, int) else [value[1:], value[::-1]]


def replaced(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    copy = value.copy()
    copy[path[0]] = replaced(value[path[0]], path[1:], new)
    return copy


# -- what they say, and how they look --------------------------------------------------------------


def say_the_same(one: Puzzle, other: Puzzle, said: dict[bytes, Any]) -> bool:
    """Whether two puzzles ask the same, whatever their areas are called.

    Args:
        one: A puzzle.
        other: Another.
        said: What puzzles say, as far as it was asked; what these say is kept there.
    """
    if one.places != other.places or one.domain != other.domain:
        return False
    if says(one, said) == says(other, said):
        return True
    first, second = (uniclue.solve(each, limit=500) for each in (one, other))
    found = {*map(str, first.solutions)}
    return first.complete and bool(found) and found == {*map(str, second.solutions)}


def says(puzzle: Puzzle, said: dict[bytes, Any]) -> Any:
    text = dumps(puzzle)
    if text not in said:
        said[text] = clauses(puzzle)
    return said[text]


def clauses(puzzle: Puzzle) -> Any:
    """What a puzzle says, as clauses, and what else."""
    if isinstance(puzzle, Battleships):  # which prints where no ship is
        empty = [at for at, word in items(puzzle.grid) if word == "x"]
        givens = puzzle.grid_of(dict(puzzle.given_cells()) | dict.fromkeys(empty, 0))
        grid = tuple(row.replace("x", ".") for row in puzzle.grid if isinstance(row, str))
        puzzle = msgspec.structs.replace(puzzle, grid=grid, givens=givens)
    members = msgspec.json.decode(dumps(puzzle))
    for name, sort in fields_of(type(puzzle)).items():
        if isinstance(sort, Areas) and not sort.texts and name in members:
            number: dict[Any, str] = {None: "."}
            rows = map(entries, getattr(puzzle, name))
            members[name] = [[number.setdefault(w, str(len(number))) for w in row] for row in rows]
    model = from_members(members).model()
    said = {lazy.group.sentence for lazy in model.lazy}
    return said, {frozenset(some) for some in encode(model, rows_alone=True).clauses()}


def seen_in(drawing: str) -> Any:
    """What is seen of an SVG: strokes of each sort, drawn once or twice, and texts."""
    paths = re.findall(r'<path class="(\w+)" d="([^"]*)"', drawing)
    strokes = [(sort, frozenset(re.findall(r"M[^M]*", d))) for sort, d in paths]
    return tuple(strokes), tuple(re.findall(r"<text.*?</text>", drawing))


def looks(puzzle: Puzzle) -> dict[str, Any]:
    """How a puzzle is printed: in a terminal, and as a picture (so does a booklet print it).

    Lines, dots and sums of sudoku variants may slant, cross and share a place: text does not hold
    all of that.
    """
    drawn = picture(puzzle)
    if puzzle.kind() == "variant" and not members_of(puzzle).keys() <= IN_TEXT:
        return {"svg": seen_in(svg([drawn]))}
    return {
        "svg": seen_in(svg([drawn])),
        "text": (text(drawn), drawn.lines),
        "ascii": (text(drawn, ascii_only=True), drawn.lines),
    }


def told_apart(puzzle: Puzzle, most: int, rng: random.Random) -> None:
    """Asserts that so many puzzles print differently: those of some places, in each all of them."""
    places = [*changed(puzzle)]
    rng.shuffle(places)
    first: dict[Any, Puzzle] = {}
    said: dict[bytes, Any] = {}
    tried = {dumps(one): one for one in [puzzle, *islice(chain.from_iterable(places), most)]}
    for one in tried.values():
        for look in looks(one).items():
            other = first.setdefault(look, one)
            if other != one:
                assert say_the_same(one, other, said), (look[0], dumps(one), dumps(other))


@pytest.mark.parametrize("kind", some_kinds("printed apart"))
def test_puzzles_that_differ_print_differently(kind: str) -> None:
    rng, examples = random.Random(kind), find_kind(kind).examples
    for known in rng.sample(examples, min(len(examples), 2)):
        told_apart(from_members(known.puzzle), so_many(15), rng)


# -- givens that say what does not stand there -----------------------------------------------------


@pytest.mark.parametrize(
    ("members", "place", "sign"),
    [
        ({"kind": "nurikabe", "grid": ["2.", ".."]}, (1, 1), "×"),
        ({"kind": "nurikabe", "grid": ["2.", ".."]}, (0, 0), "2×"),
        ({"kind": "slitherlink", "grid": ["3.", ".."]}, (1, 0), "×"),
        ({"kind": "numberlink", "grid": ["1.", "1."]}, (1, 2), "×"),
    ],
)
def test_nothing_is_a_cross(members: dict[str, Any], place: tuple[int, int], sign: str) -> None:
    puzzle = from_members(members)
    crossed = msgspec.structs.replace(puzzle, givens=puzzle.grid_of({place: 0}))
    assert sign in text(picture(crossed))
    assert 'class="x"' in svg([picture(crossed)]).partition("</style>")[2]
    assert "×" not in text(picture(puzzle))


def test_other_values_stand_beside_what_is_printed() -> None:
    printed = {"kind": "futoshiki", "grid": ["1.", ".."]}
    drawn = [
        text(picture(from_members(printed | {"givens": [[value, None], [None, None]]})))
        for value in (1, 2)
    ]
    assert "1^" not in drawn[0]
    assert "1^2" in drawn[1]


def test_letters_of_shaded_cells_are_told() -> None:
    members = {"kind": "lits", "regions": ["aaaa", "bbbb"], "givens": ["L...", "...."]}
    assert "█L█" in text(picture(from_members(members)))


def test_an_area_in_two_pieces_has_its_name_in_both() -> None:
    drawn = text(picture(from_members({"kind": "norinori", "regions": ["aba", "bbb"]})))
    assert drawn.count("(a)") == 2
    assert "(b)" not in drawn


def test_the_page_and_booklets_tell_givens_apart(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = from_members({"kind": "nurikabe", "grid": ["2.", ".."]})
    crossed = msgspec.structs.replace(plain, givens=plain.grid_of({(1, 1): 0}))
    pages = [boards.drawn(one, boards.BoardView()).layers for one in (plain, crossed)]
    assert pages[0].ground + pages[0].signs != pages[1].ground + pages[1].signs
    made: list[Booklet] = []

    def pdf(booklet: Booklet) -> bytes:
        made.append(booklet)
        return b"%PDF"

    monkeypatch.setattr(Booklet, "pdf", pdf)
    both = b"".join(dumps(one) + b"\n" for one in (plain, crossed))
    run("book", "-", "-o", tmp_path / "x.pdf", stdin=both)
    first, second = (seen_in(page.puzzle) for page in made[0].puzzles)
    assert first != second
