"""Constraints of what hangs together (islands, bridges, paths, slants): rows against the judge."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from enumeration import fillings, only

from uniclue.constraints.base import OUTSIDE, Constraint, add
from uniclue.constraints.connected import Connected
from uniclue.constraints.connected_except import ConnectedExcept
from uniclue.constraints.divided import AreaCount, Divided, SizeBetween
from uniclue.constraints.faces import DomainConsistent
from uniclue.constraints.islands import ComponentSize, InIslands, Island
from uniclue.constraints.paths import Path, PathsFromEnds
from uniclue.constraints.point_symmetric import PointSymmetric
from uniclue.constraints.rooted import AcyclicSlants, ConnectedLines, ConnectedToRoot
from uniclue.constraints.tree import Acyclic, OnPath, TreePath
from uniclue.core.lazy import static
from uniclue.core.model import Model, View
from uniclue.core.places import Point, borders, cells, links

BITS = (0, 1)
BOARD = cells((2, 4))
LINKS = tuple(links(cells((2, 3))))


def islands(rng: random.Random) -> list[Constraint]:
    roots = tuple(rng.sample(BOARD, 2))
    some: list[Constraint] = []
    for root, other in (roots, roots[::-1]):
        places = [root, *(cell for cell in BOARD if cell != root)]
        number = rng.choice((1, 2, 3, None))
        some.append(Island("c", "an island", places, number=number, others=(other,)))
    return [*some, InIslands("c", "an island", BOARD, value=0, roots=roots)]


def path(rng: random.Random) -> list[Constraint]:
    one, other, *apart = rng.sample(cells((2, 3)), 4)
    return [Path("c", "a", LINKS, joined=(one, other), apart=tuple(apart[: rng.randrange(3)]))]


def maze(rng: random.Random) -> list[Constraint]:
    board = cells((3, 3))
    start, end, *others = rng.sample(board, 4)
    way = TreePath("c", "the way", board, value=0, ends=(start, end))
    signs = [(cell, rng.random() < 0.4) for cell in others]
    return [
        Connected("c", "the white area", board, value=0),
        Acyclic("c", "the white cells", board, value=0),
        way,
        *(OnPath("c", "t", board, path=way, cell=cell, passes=on) for cell, on in signs),
    ]


def divided(rng: random.Random) -> list[Constraint]:
    board = cells((2, 3))
    sides, marked = tuple(borders(board)), tuple(sorted(rng.sample(board, rng.choice((2, 4)))))
    drawn = [(cell, rng.choice((1, 2, 3, 4, 5, None))) for cell in marked]
    told = tuple(sorted(drawn, key=lambda each: -(each[1] or 9)))
    marked = tuple(cell for cell, _ in told)
    most = tuple(number and number - 1 for _, number in told)
    about: dict[str, Any] = {"of": "areas"}
    said = [
        SizeBetween("c", "t", sides, number=one, others=told[i + 1 :], earlier=marked[:i], **about)
        for i, one in enumerate(told)
    ]
    return [Divided("c", "areas", sides, cells=board, marked=marked, each=2, most=most), *said]


def counted(rng: random.Random) -> list[Constraint]:
    board = cells((2, 3))
    sides, marked = tuple(borders(board)), tuple(sorted(rng.sample(board, rng.choice((1, 2, 3)))))
    cell, some = rng.choice(marked), tuple(rng.sample(board, 3))
    about: dict[str, Any] = {"says": "of some", "of": "areas", "number": rng.randrange(3)}
    return [
        Divided("c", "areas", sides, cells=board, marked=marked),
        AreaCount("c", "t", sides, cell=cell, cells=some, **about),
    ]


Draw = Callable[[random.Random], list[Constraint]]
WORDS: dict[str, tuple[Any, Any, Draw]] = {
    # places, domain, constraints with numbers drawn at random
    "ConnectedToRoot": (
        BOARD,
        BITS,
        lambda r: [ConnectedToRoot("c", "t", BOARD, roots=(*r.sample(BOARD, 2),))],
    ),
    "Island": (BOARD, BITS, islands),
    "ComponentSize": (
        cells((2, 3)),
        (1, 2, "+"),
        lambda r: [
            ComponentSize(
                "c", "t", cells((2, 3)), value=r.choice((1, 2)), least=2, most=r.choice((2, 3))
            ),
            ComponentSize("c", "t", cells((2, 3)), value="+", least=3, most=None),
        ],
    ),
    "ComponentSize with room for one": (
        cells((2, 3)),
        (1, "+"),
        lambda r: [
            ComponentSize("c", "t", cells((2, 3)), value="+", least=4, most=r.choice((4, 5, None))),
        ],
    ),
    "Connected at corners": (BOARD, BITS, lambda r: [Connected("c", "t", BOARD, slanting=True)]),
    "ConnectedLines": (
        LINKS,
        (0, 1, 2),
        lambda r: [
            ConnectedLines("c", "t", LINKS, joints=(*r.sample(cells((2, 3)), r.randint(2, 6)),))
        ],
    ),
    "AcyclicSlants": (cells((2, 3)), BITS, lambda r: [AcyclicSlants("c", "t", cells((2, 3)))]),
    "AreaCount": (LINKS, BITS, counted),
    "SizeBetween": (LINKS, BITS, divided),
    "Acyclic": (
        cells((3, 3)),
        BITS,
        lambda r: [Acyclic("c", "t", r.sample(cells((3, 3)), r.choice((7, 8, 9))))],
    ),
    "OnPath": (cells((3, 3)), BITS, maze),
    "PathsFromEnds": (
        LINKS,
        BITS,
        lambda r: [PathsFromEnds("c", "t", LINKS, cells_at_ends=(*r.sample(cells((2, 3)), 2),))],
    ),
    "Path": (LINKS, BITS, path),
    "PointSymmetric": (
        BOARD,
        BITS,
        lambda r: [
            PointSymmetric("c", "t", BOARD, centre=(r.choice((0, 0.5)), r.choice((1, 1.5, 2))))
        ],
    ),
    "ConnectedExcept": (
        cells((2, 3)),
        (".", "a", "b"),
        lambda r: [ConnectedExcept("c", "t", BOARD, blank=".")],
    ),
}


@pytest.mark.parametrize("word", [*WORDS, "Island by cuts"])
def test_rows_and_judge_agree(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if word == "Island by cuts":
        monkeypatch.setattr("uniclue.constraints.islands.LAZY", 2)
        word = "Island"
    places, domain, draw = WORDS[word]
    shares = set()
    for seed in range(6):
        rng = random.Random(seed)
        constraints = draw(rng)
        index: dict[Point, int] = {place: i for i, place in enumerate(places)}
        model = Model()
        model.cell_vars([(0, i) for i in range(len(index))], domain)
        model.positions = index
        for constraint in constraints:
            add(model, "clue", [constraint])

        def kept(values: Any, some: Any = constraints, at: Any = index) -> bool:
            given = ([values[at[p]] if p in at else OUTSIDE for p in c.places] for c in some)
            pairs = zip(some, given, strict=True)
            broken = [(c, where) for c, v in pairs for _, where in c.violations(v)]
            assert all(set(where) <= set(c.places) for c, where in broken)
            return not broken

        expected = {values for values in product(domain, repeat=len(places)) if kept(values)}
        for view in (View.CNF, View.LP):
            assert set(fillings(only(static(model, view=view), view))) == expected, seed
        for values in rng.sample(sorted(expected, key=str), min(5, len(expected))):
            assert kept([v if rng.random() < 0.5 else None for v in values])
        shares.add(len(expected))
    assert shares - {0, len(domain) ** len(places)}


def test_what_areas_fall_into_says_the_same() -> None:
    """All of it together, as rows and as judges; no narrower strikes what has support."""
    for seed in range(3):
        rng = random.Random(seed)
        rules, model = counted(rng), Model(splits=True)
        index: dict[Point, int] = {place: i for i, place in enumerate(LINKS)}
        model.cell_vars([(0, i) for i in range(len(index))], BITS)
        model.positions = index
        add(model, "rule", rules)
        parts = [part for c in rules for part in c.split()]
        at = [[index[p] for p in part.places] for part in parts]
        right = set()
        for values in product(BITS, repeat=len(index)):
            judged = [p.is_kept([values[i] for i in x]) for p, x in zip(parts, at, strict=True)]
            if all(judged):
                right.add(values)
            for part, x, kept in rng.sample([*zip(parts, at, judged, strict=True)], 5):
                assert isinstance(part, DomainConsistent)
                narrow = part.complete_narrower()
                can = tuple(1 + values[i] for i in x)
                assert (0 not in narrow(can)) is kept, part
                wider = tuple(each | rng.choice((0, 0, 3)) for each in can)
                left = narrow(wider)
                assert not kept or all(a & b for a, b in zip(left, can, strict=True)), part
        assert right == {
            values
            for values in product(BITS, repeat=len(index))
            if all(c.is_kept([values[index[p]] for p in c.places]) for c in rules)
        }
        assert set(fillings(only(static(model), View.CNF))) == right, seed


def test_slants_close_around_a_corner() -> None:
    word = AcyclicSlants("c", "the lines", cells((2, 2)))
    ((sentence, _),) = word.violations((0, 1, 1, 0))
    assert "closed line" in sentence
    assert word.is_kept((1, 0, 0, 1))
