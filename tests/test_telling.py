"""Steps in words and pictures: sentences, techniques, walkthroughs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from conftest import Run, refused_command
from helpers import some_kinds
from msgspec.structs import replace

from uniclue import from_members
from uniclue.constraints.base import Constraint
from uniclue.constraints.count import AtLeast, AtMost, Count, Exactly
from uniclue.core.kinds import find_kind
from uniclue.core.model import Place
from uniclue.core.places import around, cells
from uniclue.core.puzzle import Puzzle
from uniclue.drawing.svg import svg
from uniclue.explainers.steps.atoms import Atoms
from uniclue.explainers.steps.explain import explain
from uniclue.explainers.steps.step import Atom, Explanation, Fact, Step
from uniclue.explainers.telling import conclusions
from uniclue.explainers.telling.board import BoardState, Names
from uniclue.explainers.telling.routine import merged, numbered
from uniclue.explainers.telling.scenes import scenes, walkthrough
from uniclue.explainers.telling.tell import tell
from uniclue.solvers.limits import Clock
from uniclue.workbench.walking import html

CELL = r"r(\d+)c(\d+)"


@cache
def first_example(kind: str) -> Puzzle:
    examples = find_kind(kind).examples
    return from_members(next(e.puzzle for e in examples if len(e.solutions) == 1))


@cache
def explained(kind: str) -> Explanation:
    return explain(first_example(kind), Clock())


def sudoku(text: str) -> Puzzle:
    rows = [list(map(int, text.replace(".", "0")[i : i + 9])) for i in range(0, 81, 9)]
    return from_members({"kind": "sudoku", "box": [3, 3], "grid": rows})


def sentences(steps: Iterable[Step], technique: str) -> list[str]:
    return [step.sentence for step in steps if step.technique == technique]


def cells_in(sentence: str) -> set[Place]:
    """The cells that a sentence names, those of ranges too."""
    named: set[Place] = set()
    for one in re.finditer(f"{CELL}(?: to {CELL})?", sentence):
        r, c, *_ = (int(x) if x else 0 for x in one.groups())
        last_r, last_c = (int(one[3]), int(one[4])) if one[3] else (r, c)
        named |= {(i - 1, j - 1) for i in range(r, last_r + 1) for j in range(c, last_c + 1)}
    return named


def beside(names: Names, cell: Place) -> Iterator[Place]:
    """A cell; the cells that a side, link or corner lies between."""
    r, c = names.point[cell]
    for i in {r - r % 1, r + r % 1}:
        for j in {c - c % 1, c + c % 1}:
            yield int(i), int(j)


# -- every kind ------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", some_kinds("pictures of steps"))
def test_every_step_has_a_sentence_that_names_its_cells(kind: str) -> None:
    puzzle, steps = first_example(kind), explained(kind).steps
    names = Names(puzzle)
    assert steps
    for step in [*steps, *merged(steps, puzzle)]:
        assert step.technique
        assert step.sentence.endswith(".")
        assert "{" not in step.sentence
        told = cells_in(step.sentence)
        facts = [fact for fact in (*step.placed, *step.struck) if not fact.layer]
        for fact in facts:
            assert told.intersection(beside(names, fact.cell)), (step.sentence, fact)


@pytest.mark.parametrize("kind", some_kinds("pictures of steps"))
def test_every_step_has_a_picture_of_its_own(kind: str) -> None:
    shown = scenes(first_example(kind), explained(kind).steps)
    drawn = [svg([scene.picture]) for scene in shown]
    assert len({*drawn}) == len(drawn)
    for picture in drawn:
        ElementTree.fromstring(picture)


# -- sentences -------------------------------------------------------------------------------------

Facts = dict[Place, int]


def said(puzzle: Puzzle, known: Facts, placed: Facts, struck: Facts, *atoms: str) -> Step:
    """A step of a puzzle, from what is known besides what is printed, by the sentences of atoms."""
    every = Atoms(puzzle.model())
    told = BoardState(puzzle, every)
    told.known.learn(every.facts.literal(Fact(*fact)) for fact in known.items())
    by_sentence = {meaning.atom.sentence: meaning.atom for meaning in every.all}
    gives, takes = (tuple(Fact(*fact) for fact in facts.items()) for facts in (placed, struck))
    return tell(told, Step(placed=gives, struck=takes, atoms=tuple(by_sentence[a] for a in atoms)))


def test_a_count_of_triangles_says_the_clue() -> None:
    """Though cells without one are counted, of which there would be -1."""
    puzzle = from_members({"kind": "shakashaka", "grid": ["4..", "...", "..."]})
    conflict = explain(puzzle, Clock()).conflict
    assert conflict is not None
    assert conflict.clues[0].sentence == "beside r1c1: exactly 4 triangles"


@pytest.mark.parametrize(
    ("kind", "never"),
    [
        ("hashi", r"0 bridge|(r\dc\d-r\dc\d) has no bridge[^;]*; \1 has no"),  # not twice
        ("nurimisaki", r"r0c|r1c5"),  # beside the board
        ("numberlink", "1 links"),
        ("kakurasu", "total 0 [^.]*others"),
    ],
)
def test_what_is_not_said(kind: str, never: str) -> None:
    for puzzle in map(from_members, (example.puzzle for example in find_kind(kind).examples)):
        if len(puzzle.places) == 100 and kind == "nurimisaki":
            continue  # its fifth cell is on the board
        for step in explain(puzzle, Clock()).steps:
            assert not re.search(never, step.sentence), step.sentence


SAID: dict[str, tuple[Facts, Facts, Facts, tuple[str, ...], str]] = {
    # kind: known, placed, struck, atoms, and what is said
    "sudoku": (
        *({}, {(0, 1): 3}, {}, ("box 1 needs a 3",)),
        "r1c2 = 3: box 1 needs a 3; the 3 at r2c3 bars the rest.",
    ),
    "kakuro": (
        *({(1, 1): 3}, {(1, 2): 1}, {}, ("across run at r2c2 (2 cells) sums to 4",)),
        "r2c3 = 1: 4 less 3 (across r2c2).",
    ),
    "nonogram": (
        *({}, {(1, 0): 1, (1, 1): 1, (1, 2): 1}, {}, ("row 2 reads 3",)),
        "r2c1 to r2c3 are shaded: row 2 reads 3, and the 3 always covers r2c1 to r2c3.",
    ),
    "slitherlink": (
        *({(1, 6): 0, (0, 5): 0}, {(1, 4): 1}, {}, ("around r1c3: exactly 2 sides",)),
        "The side between r1c2 and r1c3 is drawn: 2 sides are needed around r1c3, "
        "and no other place is left.",
    ),
    "nurikabe": (
        *({}, {(3, 2): 0}, {}, ("the island of r4c3 is of 3 cells",)),
        "r4c3 is white: the island of r4c3 begins there.",
    ),
    "hitori": (
        *({(0, 0): 0, (0, 1): 1, (3, 3): 0}, {(1, 0): 0}, {}, ("the white area is connected",)),
        "r2c1 is white: otherwise r4c4 is cut off from the rest of the white area.",
    ),
    "akari": (
        *({}, {(2, 2): 1, (3, 1): 1}, {}, ("beside r4c3: exactly 3 lamps",)),
        "r3c3 and r4c2 have a lamp: 3 lamps are needed beside r4c3, and no other place is left.",
    ),
    "starbattle": (
        *({(1, 1): 1}, {(1, 3): 0, (1, 4): 0}, {}, ("row 2: exactly 1 star",)),
        "r2c4 and r2c5 have no star: row 2 has its star at r2c2.",
    ),
    "heyawake": (
        {(1, 0): 0},
        {(1, 1): 1},
        {},
        ("the room of r2c2: exactly 2 shaded cells", "r1c1 and r1c2: at most 1 shaded cell"),
        "Suppose r2c2 were white: then r1c1 and r1c2 are shaded (the room of r2c2); "
        "but shaded cells do not touch. So r2c2 is shaded.",
    ),
    "futoshiki": (
        *({}, {}, {(1, 2): 4}, ("r2c3 < r3c3: the first is less",)),
        "No 4 at r2c3: r2c3 < r3c3; r3c3 is 2, 3 or 4.",
    ),
    "fillomino": (
        *({}, {}, {(1, 1): 1, (2, 0): 1}, ("areas of 1: 1 connected cell",)),
        "No 1 at r2c2 and r3c1: the 1 at r3c2 has its 1 cell.",
    ),
    "yinyang": (
        *({}, {(0, 2): 0}, {}, ("r1c3: white",)),
        "r1c3 is white: a printed circle stays as it is.",
    ),
    "masyu": (
        *({}, {(1, 4): 1}, {}, ("white circle at r1c3: straight, a turn before or after",)),
        "r1c2-r1c3 is drawn: straight, a turn before or after (white circle at r1c3).",
    ),
}


@pytest.mark.parametrize("kind", SAID)
def test_steps_are_said_in_the_words_of_the_kind(kind: str) -> None:
    known, placed, struck, atoms, sentence = SAID[kind]
    assert said(first_example(kind), known, placed, struck, *atoms).sentence == sentence


@pytest.mark.parametrize(
    ("kind", "value", "conclusion"),
    [
        ("dosufuwa", "w", "r1c1 has no balloon"),
        ("magnets", "x", "r1c1 is not blank"),
        (
            "shakashaka",
            "nw sw",
            "r1c1 is empty, has a triangle at its ne corner or has a triangle at its se corner",
        ),
    ],
)
def test_values_left_and_struck_have_their_meaning(kind: str, value: str, conclusion: str) -> None:
    puzzle = from_members(find_kind(kind).examples[0].puzzle)
    board = BoardState(puzzle, Atoms(puzzle.model()))
    facts = [Fact(puzzle.places[0], word) for word in value.split()]
    assert conclusions.conclusion(board, [], facts) == conclusion


def test_a_clue_that_says_where_alone_is_told_among_others() -> None:
    """A garden's "in the end r1c1 is empty" has no title before it."""
    low, high = [50, 60], [100, 100]
    none = [None] * 4
    garden = {
        "kind": "garden",
        "humidity": [[high] * 4, *[[low, low, low, high]] * 3],
        "flowers": {"orchis": 1, "rose": 1},
        "rounds": 2,
        "target": [[".", "orchis", None, None], [".", None, None, None], none, ["rose", *none[1:]]],
        "conditions": [{"type": "count", "species": "rose", "exactly": 7}],
    }
    answer = explain(from_members(garden), Clock())
    assert any("; round 1: " in step.sentence for step in answer.steps)


def test_routine_steps_are_told_together() -> None:
    steps = explained("slitherlink").steps
    told = [*numbered(merged(steps, first_example("slitherlink")))]
    follow = [(numbers, s.sentence) for numbers, s in told if s.sentence.startswith("Follow")]
    assert follow[0][1].startswith("Follow the line: the ")
    assert "-" in follow[0][0]
    assert len(told) < len(steps)
    assert told[-1][0].rpartition("-")[2] == str(len(steps))
    placed = [fact for _, step in told for fact in step.placed]
    assert placed == [fact for step in steps for fact in step.placed]


class Notes:
    """An empty sudoku in which some cells have few values left, and steps in it."""

    def __init__(self, left: dict[Place, str]) -> None:
        self.atoms = Atoms(sudoku("." * 81).model())
        self.told = BoardState(sudoku("." * 81), self.atoms)
        literal, every = self.atoms.facts.literal, range(1, 10)
        gone = [Fact(c, v) for c, some in left.items() for v in every if str(v) not in some]
        self.told.known.learn(literal(fact, placed=False) for fact in gone)

    def atom(self, sentence: str) -> Atom:
        return next(m.atom for m in self.atoms.all if m.atom.sentence == sentence)

    def step(self, struck: dict[Place, int], *sentences: str) -> Step:
        facts = tuple(Fact(cell, value) for cell, value in struck.items())
        return tell(self.told, Step(struck=facts, atoms=tuple(map(self.atom, sentences))))


def holds(*cells: str) -> list[str]:
    return [f"{cell} holds one value" for cell in cells]


def test_locked_candidates() -> None:
    notes = Notes({(0, c): "12346789" for c in range(3, 9)})
    step = notes.step({(1, 1): 5}, "row 1 needs a 5", "box 1 needs a 5")
    told = "The 5 of row 1 lies within box 1, so box 1 has none elsewhere: no 5 at r2c2."
    assert (step.technique, step.sentence) == ("locked candidates", told)


@pytest.mark.parametrize(("name", "lines"), [("X-wing", 2), ("swordfish", 3), ("jellyfish", 4)])
def test_fish(name: str, lines: int) -> None:
    """In the first rows the 5s lie in the columns 1, 3, ..."""
    columns = [2 * i for i in range(lines)]
    rest = [c for c in range(9) if c not in columns]
    notes = Notes({(r, c): "12346789" for r in range(lines) for c in rest})
    rows = [f"row {r + 1} needs a 5" for r in range(lines)]
    step = notes.step({(8, 0): 5}, *rows, *(f"column {c + 1} needs a 5" for c in columns))
    assert step.technique == name
    words = ", which have none elsewhere: no 5 at r9c1."
    assert re.fullmatch(rf"In rows 1.* the 5s lie within columns 1.*{words}", step.sentence)


def test_wings() -> None:
    notes = Notes({(0, 0): "12", (0, 4): "13", (1, 1): "23"})
    needs = ("row 1 needs a 1", "box 1 needs a 2", "column 5 needs a 3", "row 2 needs a 3")
    step = notes.step({(1, 4): 3}, *holds("r1c1", "r1c5", "r2c2"), *needs)
    said = "Whatever r1c1 holds, r1c5 or r2c2 is 3: no 3 at r2c5."
    assert (step.technique, step.sentence) == ("XY-wing", said)
    notes = Notes({(0, 0): "123", (0, 4): "13", (1, 1): "23"})
    needs = ("row 1 needs a 1", "box 1 needs a 2", "row 1 needs a 3", "box 1 needs a 3")
    step = notes.step({(0, 1): 3}, *holds("r1c1", "r1c5", "r2c2"), *needs)
    said = "Whatever r1c1 holds, r1c1, r1c5 or r2c2 is 3: no 3 at r1c2."
    assert (step.technique, step.sentence) == ("XYZ-wing", said)


def test_subsets() -> None:
    notes = Notes({(0, 0): "12", (0, 4): "12"})
    needs = ("row 1 needs a 1", "row 1 needs a 2")
    step = notes.step({(0, 7): 1, (0, 8): 2}, *holds("r1c1", "r1c5"), *needs)
    said = "1 and 2 fill r1c1 and r1c5 of row 1: "
    assert (step.technique, step.sentence[: len(said)]) == ("naked pair", said)
    triple = Notes({(0, c): "456789" for c in range(3, 9)})
    three = (f"row 1 needs a {n}" for n in (1, 2, 3))
    step = triple.step({(0, 0): 4}, *holds("r1c1", "r1c2", "r1c3"), *three)
    said = "In row 1, 1, 2 and 3 fit only r1c1 to r1c3: no 4 at r1c1."
    assert (step.technique, step.sentence) == ("hidden triple", said)


def test_a_what_if_tells_its_reasons_in_their_order() -> None:
    known, placed, struck, atoms, _ = SAID["heyawake"]
    step = said(first_example("heyawake"), known, placed, struck, *atoms[::-1])
    assert tuple(atom.sentence for atom in step.atoms) == atoms


@pytest.mark.parametrize(
    ("word", "values", "words"),
    [
        (
            Exactly("n", "beside r1c1", cells((1, 3)), 1, "lamp"),
            (1, 1, None),
            "2 lamps are beside r1c1",
        ),
        (Exactly("n", "row 1", cells((1, 3)), 1, "star"), (1, 1, 0), "row 1 has 2 stars"),
        (
            Exactly("n", "row 1", cells((1, 3)), 1, "star"),
            (0, 0, 0),
            "row 1 has no room for a star",
        ),
        (
            AtLeast("n", "beside r1c1", cells((1, 3)), 3, "lamp"),
            (0, 1, None),
            "there is room for only 2 of 3 lamps beside r1c1",
        ),
        (AtMost("n", "row 1", cells((1, 3)), 2, "star"), (0, 1, None), ""),
        (
            Count("n", "1 star is there", cells((1, 2)), 1, 1, 1),
            (1, 1),
            "1 star is there (not so at r1c1 and r1c2)",
        ),
    ],
)
def test_how_a_count_is_broken(
    word: Constraint, values: tuple[int | None, ...], words: str
) -> None:
    assert word.broken(values) == words


def test_sides_of_one_cell_are_named_together() -> None:
    names = Names(first_example("slitherlink"))
    place = {point: cell for cell, point in names.point.items()}
    some = [(-0.5, 0), (0, -0.5), (1.5, 2)]
    assert (
        names.names(place[p] for p in some)
        == "the top and left sides of r1c1 and the side r2c3-r3c3"
    )
    assert names.names(place[p] for p in around((1, 1), 0.5)) == "all sides of r2c2"


def test_one_of_two_ways() -> None:
    kinds = ("castlewall", "countryroad", "magnets", "battleships")
    steps = [step for kind in kinds for step in explained(kind).steps]
    told = [step for step in steps if step.technique == "one of two"]
    assert told
    for step in told:
        words = r"^Suppose .+: .+ or .+\. Each case leads to a contradiction, so "
        assert re.search(words, step.sentence)
        one, other = step.cases
        assert re.search(r"^\(1\) If .+ but .+\.$", one)
        assert re.search(r"^\(2\) If .+ but .+\.$", other)


# -- pages and commands ----------------------------------------------------------------------------


class Outside(HTMLParser):
    """The attributes of a page by which a browser fetches something."""

    def __init__(self) -> None:
        super().__init__()
        self.fetched: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        links = [(n, v) for n, v in attrs if n in ("src", "href", "xlink:href")]
        self.fetched += [f"{tag} {n}" for n, v in links if not (v or "").startswith("#")]
        self.fetched += [tag] * (tag in ("link", "iframe", "object", "embed", "base", "img"))


def walk_of(page: str) -> dict[str, Any]:
    """What the script of a walkthrough reads."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page)
    assert found is not None
    walk: dict[str, Any] = json.loads(found[1])
    return walk


@pytest.mark.parametrize("kind", ["sudoku", "kakuro", "slitherlink", "hitori", "galaxies"])
def test_a_page_is_whole_and_fetches_nothing(kind: str) -> None:
    puzzle, answer = first_example(kind), explained(kind)
    tour, page = walkthrough(puzzle, answer), html(puzzle, answer)
    outside = Outside()
    outside.feed(page)
    assert outside.fetched == []
    assert not re.search(r"@import|url\(|XMLHttp|https?://|unsafe", page)
    legs = walk_of(page)["legs"]
    assert [leg["s"] for leg in legs] == [scene.sentence for scene in tour.scenes[1:]]
    placed = {place for leg in legs for place, _ in leg.get("p", []) if place >= 0}
    assert len(placed) == len(puzzle.places) - len({at for at, _ in puzzle.known_cells()})
    every = walk_of(html(puzzle, answer, every=True))["legs"]
    assert len(every) == len(answer.steps) >= len(legs)
    assert len(page) < 60_000


def test_what_a_page_says_is_text() -> None:
    puzzle = first_example("sudoku")
    named = replace(puzzle, extra={"title": "</script><b>&\u202e"})
    page = html(named, explained("sudoku"))
    assert "&lt;b&gt;&amp;\\u202e" in page
    assert "<b>&" not in page
    assert page.count("</script>") == 3


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "slitherlink.json"
    example = find_kind("slitherlink").examples[0].puzzle
    path.write_text(json.dumps(example), "utf-8")
    return path


def test_explain_writes_a_page_and_a_pdf(run: Run, file: Path, tmp_path: Path) -> None:
    page, paper, lines = tmp_path / "x.html", tmp_path / "x.pdf", tmp_path / "x.json"
    for out in (page, paper, lines):
        done = run("explain", file, "-o", out)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert page.read_text("utf-8").startswith("<!doctype html>")
    assert paper.read_bytes().startswith(b"%PDF")
    assert json.loads(lines.read_bytes())["steps"][0]["sentence"]
    (line := tmp_path / "line.jsonl").write_bytes(file.read_bytes())
    for files, many in (((file, file), "several files"), ((line,), f"{line}, one a line")):
        said = f"is of one puzzle, not of {many}"
        refused_command(64, said, "explain", *files, "-o", tmp_path / "y.html")
    assert not (tmp_path / "y.html").exists()


def test_explain_and_hint_on_a_terminal(run: Run, file: Path) -> None:
    short, long = run("explain", file).stdout, run("explain", file, "--every").stdout
    assert "Follow the line: " in short
    assert "Follow the line: " not in long
    steps = re.findall(r"^(\d+)\. ", long, re.MULTILINE)
    assert steps == [str(i + 1) for i in range(len(steps))]
    assert run("hint", file).stdout.strip() == long.splitlines()[2].partition(" ")[2]


def test_show_steps(run: Run, file: Path) -> None:
    done = run("show", file, "--steps", "--ascii")
    assert done.returncode == 0
    assert "> < and * are marked" in done.stdout
    answer = json.loads(run("show", file, "--steps", "--json").stdout)
    assert (answer["view"], answer["status"]) == ("steps", "unique")
    assert answer["steps"][0]["technique"]
    refused_command(64, "expected one of", "show", file, "--steps", "--solution")


def test_a_walkthrough_begins_where_a_state_ends(run: Run, file: Path, tmp_path: Path) -> None:
    puzzle = first_example("sudoku")
    solved = find_kind("sudoku").examples[0].solutions[0]
    state = tuple(tuple(row) for row in puzzle.read_grid(solved))
    half = (*state[:2], *((None,) * len(state[0]) for _ in state[2:]))
    answer = explain(puzzle, Clock(), half)
    first, *rest = walkthrough(puzzle, answer, half).scenes
    assert len(first.picture.answer) + len(puzzle.known_cells()) >= 8
    assert len(rest) == len(answer.steps) < len(explained("sudoku").steps)
