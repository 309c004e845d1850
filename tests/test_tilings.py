"""Boards of hexagons, triangles and pentagons: what lies beside what, kinds, files, pictures."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

import uniclue
from uniclue.certificates import check_cuts
from uniclue.constraints.tiled import TiledBoard, tilings_of
from uniclue.core.kinds import find_kind, kind_names
from uniclue.core.places import cells
from uniclue.core.puzzle import PuzzleError
from uniclue.core.spaces import PATTERNS, Rectangle, tiling
from uniclue.formats.format import CannotWriteError, find_format
from uniclue.formats.puzzle_json import dumps, from_members, loads
from uniclue.formats.sameness import converted
from uniclue.formats.tatham_loopy import Loopy
from uniclue.referees import tiled

SHAPES = ((1, 1), (2, 3), (4, 5), (5, 4))
HOLED = frozenset({(0, 0), (2, 2)})
IDS = {
    "triangles": (
        "6x8t1:0_b0c21a2a1b10a01f1e111d12121a12c0b2a11e00a22a0c210a0c1a212b0d21b01b22b2",
        "5x5t1:0_h222201b22e1b2a1g12100a0a1a12b2a1",
    ),
    "hexagons": ("7x7t2:03a5a1d4a1d45c45a4b4b5c4a332b4f",),
    "cairo": ("4x4t4:33a4a22a3a3a3a3a3220b43", "5x6t4:4a42a2c4b3a02d3e31341b4a3b2c3c1a4"),
}
"""Ids that Loopy made, by their tiling."""
KINDS = [name for name in kind_names() if tilings_of(find_kind(name))]
EVERY = [(kind, name) for kind in KINDS for name in tilings_of(find_kind(kind))]


# -- geometry --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PATTERNS)
@pytest.mark.parametrize("shape", SHAPES)
def test_a_tiling_is_what_its_polygons_are(name: str, shape: tuple[int, int]) -> None:
    """Neighbours are those that share two drawn corners, and names tell places apart."""
    for gaps in (frozenset(), HOLED if shape[0] > 2 else frozenset()):
        space = tiling(name, shape, gaps)
        drawn = {c: {(round(x, 6), round(y, 6)) for x, y in space.outline(c)} for c in space.cells}
        for one, other in combinations(space.cells, 2):
            shared = len(drawn[one] & drawn[other])
            assert (other in space.around(one)) == (one in space.around(other)) == (shared == 2)
            assert (other in space.touching(one)) == (shared > 0)
        assert {frozenset(pair) for pair in space.pairs} == {
            frozenset((c, near)) for c in space.cells for near in space.around(c)
        }
        every = [*space.cells, *space.sides, *space.corners]
        assert len({*every}) == len({*map(space.name, every)}) == len(every)
        texts = [space.text_at(place) for place in (*space.cells, *space.sides)]
        assert len({*texts}) == len(texts)
        if not gaps:  # Euler
            assert len(space.corners) - len(space.sides) + len(space.cells) == 1
        assert all(len(space.sides_of(c)) == PATTERNS[name].sides for c in space.cells)


@pytest.mark.parametrize("name", PATTERNS)
def test_a_cell_far_from_the_edge_touches_as_many_as_said(name: str) -> None:
    space = tiling(name, (7, 9))
    assert len(space.touching((3, 4))) == space.most_touching
    assert sum(map(len, (space.around(c) for c in space.cells))) == 2 * len(space.pairs)


def test_a_rectangle_says_what_places_do() -> None:
    space = Rectangle((3, 4))
    assert [*space.cells] == [*cells((3, 4))]
    assert len(space.meeting) == 6
    assert {*map(len, space.meeting)} == {4}
    assert [len(line) for _, line in space.lines] == [4, 4, 4, 3, 3, 3, 3]


@pytest.mark.parametrize("name", ["hexagons", "triangles"])
def test_each_cell_lies_in_three_lines(name: str) -> None:
    space = tiling(name, (5, 6))
    lines = [line for _, line in space.lines]
    assert {sum((2, 3) in line for line in lines)} == {3}
    assert len({title for title, _ in space.lines}) == len(lines)
    with pytest.raises(ValueError, match="lines of cells"):
        tiling("cairo", (2, 2)).lines  # noqa: B018


# -- kinds -----------------------------------------------------------------------------------------


def test_there_are_kinds_on_tilings() -> None:
    assert len(KINDS) >= 10
    assert {*KINDS} == {*tiled.KINDS}


@pytest.mark.parametrize(("kind", "name"), EVERY)
def test_solutions_are_those_of_the_drawn_polygons(kind: str, name: str) -> None:
    """As many as an enumeration finds that knows the drawn polygons, and the judge agrees."""
    rng = Random(f"{kind} {name}")
    members = tiled.draw(rng, kind, name)
    puzzle = from_members(members)
    right = 0
    for answer in tiled.answers(members):
        is_right = tiled.is_right(members, answer)
        right += is_right
        if is_right or rng.random() < 0.005:
            assert (not puzzle.broken(puzzle.read_grid(answer))) == is_right
    assert uniclue.count(puzzle, limit=5000).count == right


@pytest.mark.parametrize(
    ("kind", "name"),
    [("slitherlink", n) for n in PATTERNS] + [("hitori", "hexagons"), ("nurikabe", "cairo")],
)
def test_made_puzzles_are_unique_and_their_drawings_read_again(kind: str, name: str) -> None:
    made = uniclue.generate(kind, options={"tiling": name}, size="4x4", seed=3).puzzles[0]
    assert isinstance(made, TiledBoard)
    assert made.tiling == name
    verdict = uniclue.unique(made)
    assert verdict.status == "unique"
    (solution,) = verdict.solutions
    assert loads(dumps(made)) == made
    assert made.read_grid(made.draw(solution).split("\n")) == solution
    assert "<svg" in str(uniclue.draw(made, view="solution").svg)


@pytest.mark.parametrize(("name", "game"), [(n, i) for n, ids in IDS.items() for i in ids])
def test_ids_of_loopy_there_and_back(name: str, game: str) -> None:
    (puzzle,) = Loopy().read(game.encode())
    assert isinstance(puzzle, TiledBoard)
    assert puzzle.tiling == name
    assert Loopy().text(puzzle) == game
    assert uniclue.unique(puzzle).status == "unique"


# -- what is refused -------------------------------------------------------------------------------

HEXAGONS = {"kind": "slitherlink", "tiling": "hexagons", "grid": ["3.", ".."]}


@pytest.mark.parametrize(
    ("members", "said"),
    [
        (
            {"kind": "akari", "tiling": "hexagons", "grid": [".."]},
            "akari is played on squares only",
        ),
        ({"kind": "hitori", "tiling": "cairo", "grid": ["12"]}, "tiling"),
        ({**HEXAGONS, "tiling": "circles"}, "tiling"),
        ({**HEXAGONS, "grid": ["7."]}, "expected 0 to 6"),
        ({**HEXAGONS, "tiling": "triangles", "grid": ["4."]}, "expected 0 to 3"),
        ({"kind": "slitherlink", "grid": ["5."]}, "expected 0 to 4"),
        ({"kind": "slitherlink", "grid": ["3."], "holes": [[0, 1]]}, "only tilings have holes"),
        ({**HEXAGONS, "holes": [[0, 0]]}, "expected nothing in a hole, got 3"),
        ({**HEXAGONS, "holes": [[2, 0]]}, "expected a cell of the grid"),
        ({**HEXAGONS, "grid": ["."], "holes": [[0, 0]]}, "expected a cell that is no hole"),
    ],
)
def test_what_a_board_cannot_be_is_refused_in_a_line(members: dict[str, Any], said: str) -> None:
    with pytest.raises(PuzzleError, match=said.replace("[", r"\[")) as error:
        from_members(members)
    assert "\n" not in str(error.value)


def test_formats_of_squares_write_no_tiling() -> None:
    puzzle = from_members(HEXAGONS)
    for name in ("puzzlink", "janko"):
        with pytest.raises(CannotWriteError, match="squares only"):
            converted(puzzle, find_format(name), lossy=True)


# -- evidence --------------------------------------------------------------------------------------


CERTIFIED: dict[str, dict[str, Any]] = {
    "hexagons": {
        "kind": "nurikabe",
        "grid": ["..1..1", "5.....", "...6..", "....7.", "......", "......"],
    },
    "triangles": {"kind": "fillomino", "grid": ["..1.2", ".7...", "5..4.", "1....", ".23.."]},
    "cairo": {
        "kind": "slitherlink",
        "grid": [".00.2.", ".0..34", ".21.3.", "323.3.", "122.1.", "..3..4"],
    },
}
"""Puzzles with cuts, by their tiling."""


@pytest.mark.parametrize("name", CERTIFIED)
def test_certificates_are_verified(name: str, tmp_path: Path) -> None:
    """By the project, and their cuts by the program that stands alone."""
    puzzle = from_members(CERTIFIED[name] | {"tiling": name})
    uniclue.certify(puzzle, tmp_path / "proof")
    verified = uniclue.verify(tmp_path / "proof", checker="built-in")
    assert any("by its referee" in said for _, said in verified.steps)
    assert check_cuts.judged(tmp_path / "proof")[0] == 0


def test_steps_name_sides_by_their_cells() -> None:
    puzzle = from_members({**HEXAGONS, "grid": ["6..", "...", "0.."]})
    said = str(uniclue.explain(puzzle))
    assert "sides of r3c1 are crossed out" in said
