"""Kinds of one's own: their template, their check, and every command with their file."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import click
import numpy as np
import pytest
from conftest import HANGS, Run, refused_command, run_here
from helpers import some_kinds

from uniclue import testing
from uniclue.commands import generate, kinds_check, kinds_propose
from uniclue.commands.engine.main import app
from uniclue.commands.kinds_check import CheckLine, check_kind
from uniclue.commands.kinds_propose import propose, write
from uniclue.constraints.telling import Telling
from uniclue.core.kinds import find_kind, load_kind_file
from uniclue.generators.drawn import make, options_of
from uniclue.generators.recipe import Rejected

NO_PUZZLES = {"combinations", "completion", "man", "reproduce", "study order", "study people"}
"""Commands about the source documents, the commands themselves, or sudokus alone."""


@pytest.fixture(autouse=True)
def _however_busy_the_machine_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Checks and proposals end by the number of boards, not by the clock."""
    for module in (kinds_check, kinds_propose):
        monkeypatch.setattr(module, "SECONDS", HANGS)


@pytest.fixture
def kind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A new kind's file, in the current folder, with a puzzle beside it."""
    monkeypatch.chdir(tmp_path)
    assert run_here("kinds", "--new", "stars").returncode == 0
    done = run_here("kinds", "--example", "stars", "--kind-file", "stars.py")
    Path("puzzle.json").write_text(done.stdout)
    return Path("stars.py")


AT_MOST = 'yield AtMost("touch", title, pair, 1, "shaded cell")'
NAMED = "'r1c1 and r1c2'"
KIT = "import uniclue.kit as kit; "
WITH_KIT = "from uniclue.kit import Annotated", KIT + "from uniclue.kit import Annotated"
VALIDATE = "    def validate(self):\n        {}\n\n    marks ="
LESS = "from uniclue.kit import Less; yield Less('touch', title, ((0, 0), (9, 9)))"
STRAIGHT = "from uniclue.kit import Chain; yield Chain('touch', title, pair, 2)"


def changed(kind: Path, *changes: tuple[str, str]) -> None:
    for file in {kind, *kind.parent.glob(f"{kind.stem}.json")}:
        text = file.read_text()
        for old, new in changes:
            text = text.replace(old, new)
        file.write_text(text)


# -- the template and the check --------------------------------------------------------------------


@pytest.mark.slow
def test_a_new_kind_is_right_and_works(kind: Path) -> None:
    done = run_here("kinds", "--check", kind, "--json")
    (lines,) = json.loads(done.stdout)["kinds"].values()
    assert {line["result"] for line in lines} == {"ok"}
    assert done.returncode == 0
    done = run_here("unique", "puzzle.json", "--kind-file", kind, "--encoder", "both")
    assert done.stdout.startswith("unique")
    text = kind.read_text()
    refused_command(64, "is there already", "kinds", "--new", "stars")
    assert kind.read_text() == text


# -- proposed examples, packages -------------------------------------------------------------------


@pytest.mark.slow
def test_examples_are_proposed_and_marked(
    kind: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kinds_check, "REFEREED", 0)
    monkeypatch.setattr(kinds_check, "BOARDS", 2)
    file = kind.with_suffix(".json")
    file.unlink()
    refused_command(64, "--propose is for --check", "kinds", "--propose")
    refused_command(64, "a built-in kind", "kinds", "--check", "akari", "--propose")
    done = run_here("kinds", "--check", kind, "--propose")
    assert (done.returncode, done.stderr) == (
        0,
        "uniclue: stars.json: 3 examples proposed; look at each\n",
    )
    assert "note   proposed: stars.json: 3 examples made from the rules" in done.stdout
    assert "wrong  " not in done.stdout
    examples = json.loads(file.read_text())
    assert sorted(len(e["solutions"]) for e in examples) == [0, 1, 2]
    assert {code for e in examples for code in e.get("wrong", ())} == {"touch", "number"}
    confirmed = file.read_text().replace('    "proposed": true,\n', "")
    file.write_text(confirmed)
    done = run_here("kinds", "--check", kind, "--propose")
    assert "proposed" not in done.stdout + done.stderr
    assert file.read_text() == confirmed


def test_what_is_missing_is_proposed_beside_what_is_there(kind: Path) -> None:
    file = kind.with_suffix(".json")
    first = json.loads(file.read_text())[0]
    del first["wrong"]["touch"]
    file.write_text(json.dumps([first]))
    find_kind_again = load_kind_file(kind)[0]
    proposal = propose(find_kind(find_kind_again))
    assert proposal.missing == ()
    assert [len(e.solutions) for e in proposal.examples[:2]] == [2, 0]
    assert [code for e in proposal.examples for code in e.wrong] == ["touch"]
    write(find_kind(find_kind_again), proposal.examples)
    assert json.loads(file.read_text())[0] == first


WORDS = ("range(5)", "range(1, 100), 'x'"), ("name, numbers, pairs", "items, name, pairs")
"""A field with a word, which stands after many numbers."""


def test_every_word_that_a_field_allows_is_tried(
    kind: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in ("BOARDS", "REFEREED"):
        monkeypatch.setattr(kinds_check, number, 0)
    changed(kind, *WORDS, ("in numbers(", "in items("))
    lines = [
        each for each in check_kind(find_kind(load_kind_file(kind)[0])) if each.check == "words"
    ]
    assert [each.result for each in lines] == ["wrong"]
    assert lines[0].text.endswith("number: expected an integer, got 'x'")


def test_words_are_told_though_there_are_many_numbers(kind: Path) -> None:
    told = "            if number == 'x':\n"
    told += (
        "                yield Exactly('number', name(cell), [cell], 0)\n                continue\n"
    )
    loop = "        for cell, number in items(self.grid):\n"
    changed(kind, *WORDS, ("in numbers(", "in items("), (loop, loop + told))
    cls: Any = find_kind(load_kind_file(kind)[0])
    clues = Telling(cls(grid=("...", "...")), ((0, 1, 0), (0, 0, 0))).clues
    assert {clue.word for clue in clues} == {1, "x"}


@pytest.mark.slow
def test_a_kind_whose_rule_nothing_breaks_is_told_so(
    kind: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kinds_propose, "MOST_CHANGED", 10)
    changed(kind, ("        number: a", "        never: nothing breaks it\n        number: a"))
    kind.with_suffix(".json").unlink()
    assert propose(find_kind(load_kind_file(kind)[0])).missing == ("a wrong board for never",)


DOTS = """
from uniclue.kit import Annotated, Board, Clue, Constraints, Difference, Layer, Permutation, Place
from uniclue.kit import Printed, Ratio, TextGrid, cells, names, pairs, rows_and_columns


class Dots(Board, frozen=True, kw_only=True, tag="dots"):
    \"\"\"Dots: a latin square with dots between cells.

    Rules:
        line: every number stands once in a row and a column
        white: numbers beside a white dot are consecutive
        black: of numbers beside a black dot, one is twice the other
        bare: without a dot, neither holds
    \"\"\"

    grid: Annotated[TextGrid, Printed()]
    white: tuple[tuple[Place, Place], ...] = ()
    black: tuple[tuple[Place, Place], ...] = ()

    def answer(self) -> Layer:
        return Layer(cells(self.size), range(1, self.size[0] + 1))

    def rules(self) -> Constraints:
        for title, line in rows_and_columns(self.size):
            yield Permutation("line", title, line)

    def clues(self) -> Constraints:
        for two in pairs(self.size):
            about = names(two), two
            if two in self.white:
                yield Difference("white", *about, 1)
            elif two in self.black:
                yield Ratio("black", *about, 2)
            else:
                neither = [Difference("bare", *about, 1, True), Ratio("bare", *about, 2, True)]
                yield Clue("bare", about[0], neither, "no dot")
"""


@pytest.fixture
def dots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A kind in which a pair without a dot says something, too."""
    monkeypatch.chdir(tmp_path)
    Path("dots.py").write_text(DOTS)
    return Path("dots.py")


def test_a_kind_is_generated_as_its_author_first_wrote_it(dots: Path) -> None:
    words = "generate", "dots", "--kind-file", dots, "--size", "4x4", "--seed", "1"
    puzzle = json.loads(run_here(*words).stdout)
    assert puzzle["white"]
    Path("made.json").write_text(json.dumps(puzzle))
    done = run_here("unique", "made.json", "--kind-file", dots)
    assert done.stdout.startswith("unique")


DOTTED = """
from uniclue.kit import Annotated, Constraints, Difference, Dotted, LatinSquare, TextGrid
from uniclue.kit import between, dots, names, pairs

class Follow(LatinSquare, frozen=True, kw_only=True, tag="follow"):
    \"""Follow: a Latin square in which all dots are given.

    Rules:
        line: every number stands once in a row and a column
        dot: numbers beside a dot are consecutive
        bare: others are not
    \"""

    signs: Annotated[TextGrid, Dotted("w", cells=False, corners=False)]

    def clues(self) -> Constraints:
        dotted = dict(dots(self.signs))
        for two in pairs(self.size):
            code = "dot" if between(*two) in dotted else "bare"
            yield Difference(code, names(two), two, 1, negated=code == "bare")
"""


def test_dots_between_cells_are_drawn_with_a_solution(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("follow.py").write_text(DOTTED)
    words = "--kind-file", "follow.py"
    made = run_here("generate", "follow", *words, "--size", "4x4", "--seed", "1").stdout
    puzzle = json.loads(made)
    assert "w" in "".join(puzzle["signs"])
    Path("made.json").write_text(made)
    assert run_here("unique", "made.json", *words).stdout.startswith("unique")
    puzzle["signs"][0] = "w......"
    Path("made.json").write_text(json.dumps(puzzle))
    assert (
        "$.signs[0][0]: expected no dot in a cell" in run_here("unique", "made.json", *words).stderr
    )


SHELLS = """
from uniclue.kit import Annotated, Board, Constraints, Construction, Exactly, Generation, Layer
from uniclue.kit import TextGrid, Tokens, cells, letters, replace

class Shells(Board, frozen=True, kw_only=True, tag="shells"):
    \"""Shells: shade one cell.

    Rules:
        one: one cell is shaded
        shell: it holds no shell, if there are any
    \"""

    marks = {"#": 1, ".": 0}
    grid: Annotated[TextGrid, Tokens(letters="o")]

    def rules(self) -> Constraints:
        yield Exactly("one", "the board", cells(self.size), 1, "shaded cell")

    def clues(self) -> Constraints:
        if shells := [cell for cell, _ in letters(self.grid)]:
            yield Exactly("shell", "cells with a shell", shells, 0, "shaded cell")
"""
CLUES_OF = """
def _clues_of(kind, blank, solution, rng):
    rows = ["".join(".o"[value == 0] for value in row) for row in solution]
    return replace(blank, grid=tuple(rows)), solution


Shells.generation = Generation(construction=Construction.RULES, clues_of=_clues_of)
"""


def test_a_kind_without_clues_by_themselves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Several cells are one clue: the kind says what stands on the board of a solution."""
    monkeypatch.chdir(tmp_path)
    Path("shells.py").write_text(SHELLS)
    cls: Any = find_kind(load_kind_file("shells.py")[0])
    reasons: list[str] = []
    monkeypatch.setattr("uniclue.generators.drawn.failed", reasons.append)
    options = options_of(cls)(size="2x2", rated=False)
    with pytest.raises(Rejected):
        make("shells", "easy", options, np.random.default_rng(1))
    assert {*reasons} == {"without a word that is a clue by itself (Generation has clues_of)"}
    Path("shells.py").write_text(SHELLS + CLUES_OF)
    assert propose(find_kind(load_kind_file("shells.py")[0])).missing == ()


@pytest.mark.slow
def test_examples_of_it_are_proposed(dots: Path) -> None:
    kind = find_kind(load_kind_file(dots)[0])
    proposal = propose(kind)
    assert proposal.missing == ()
    assert {code for e in proposal.examples for code in e.wrong} == {*kind.codes}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            ("    marks =", "    dots: int\n    marks ="),
            "expected stars to say what a blank board is: the member 'dots' has to be there",
        ),
        (
            ("    marks =", VALIDATE.format("raise kit.PuzzleError('$.grid', 'expected a 1')")),
            "stars of 4x4: the blank board is no puzzle: $.grid: expected a 1",
        ),
        (("return Layer(", "1 / 0; return Layer("), "stars.py:24: ZeroDivisionError"),
    ],
)
def test_a_wrong_blank_board_is_told_as_what_it_is(
    kind: Path, change: tuple[str, str], said: str
) -> None:
    changed(
        kind,
        change,
        ("from uniclue.kit import Annotated", KIT + "from uniclue.kit import Annotated"),
    )
    words = "generate", "stars", "--kind-file", kind, "--size", "4x4", "--seed", "1"
    refused_command(65 if ".py:" in said else 64, said, *words)


def test_why_attempts_fail_is_told_after_some_seconds(
    kind: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(generate, "PATIENCE", 0.0)
    changed(kind, (AT_MOST, 'yield kit.Exactly("touch", title, pair, 3)'))
    changed(kind, WITH_KIT)
    words = "generate", "stars", "--kind-file", kind, "--size", "4x4", "--seed", "1"
    done = run_here(*words, "--max-time", "0.5")
    assert done.returncode == 30
    first, last = done.stderr.splitlines()
    assert re.search("no puzzle after 0 s: .*1 board drawn: 1 without a solution", first)
    assert re.search(r"0 of 1 made; .*; [\d,]+ boards? drawn: [\d,]+ without a solution", last)


@pytest.mark.slow
def test_a_package_with_a_kind_passes_its_test(
    tmp_path: Path, run_apart: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its kind lives in the package's __init__; so do the examples and the referee beside it."""
    folder = tmp_path / "uniclue-moons"
    assert run_here("kinds", "--new", "moons", "--package", "-o", folder).returncode == 0
    refused_command(64, "is there already", "kinds", "--new", "moons", "--package", "-o", folder)
    refused_command(64, "--package is for --new", "kinds", "--package")
    project = tomllib.loads((folder / "pyproject.toml").read_text())["project"]
    points = project["entry-points"]["uniclue.kinds"]
    info = folder / "src" / "moons-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: moons\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[uniclue.kinds]\nmoons = {points['moons']}\n")
    monkeypatch.setenv("PYTHONPATH", str(folder / "src"))
    done = run_apart("kinds", "--check", "moons")
    assert [line[:5] for line in done.stdout.splitlines()] == ["ok   "] * 9, done.stdout
    compile((folder / "tests" / "test_moons.py").read_text(), "test_moons.py", "exec")


def test_a_kind_with_a_fault_fails_its_test(kind: Path) -> None:
    stars = find_kind(load_kind_file(kind)[0])
    assert {line.result for line in testing.check_kind(stars, boards=2)} == {"ok"}
    changed(kind, ('"solutions": []', '"solutions": [["..", ".."]]'))
    with pytest.raises(AssertionError, match=r"^examples: stars.json: .* solution 1 is wrong"):
        testing.check_kind(stars, boards=2)


@pytest.mark.parametrize("name", ["sudoku", "Stars", "a-b", "class", "../x"])
def test_names_that_no_kind_can_have(name: str, tmp_path: Path) -> None:
    refused_command(64, "kinds: ", "kinds", "--new", name, "-o", tmp_path / "x.py")
    assert not list(tmp_path.iterdir())


ROWS = """
class Odd(Exactly, frozen=True):
    @classmethod
    def add(cls, model, constraints, ids):
        for c, group in zip(constraints, ids.tolist()):
            model.linear(group, [x for x in literals(model, c.places) if x], 1, 0, c.number)


class Stars(Board"""
JUDGE = """
class Odd(AtMost, frozen=True):
    def violations(self, values):
        if values.count(0) < 2:
            yield self.title, self.places


class Stars(Board"""


@pytest.mark.parametrize(
    ("changes", "check", "said"),
    [
        ([("def rules", "def rule")], "names", "stars.py:26: nothing uses 'rule'; did you"),
        ([('yield AtMost("touch"', "yield AtMost(1 / 0")], "examples", "stars.py:30: ZeroDiv"),
        ([("Layer(cells(self.size), (0, 1))", "None")], "examples", "stars.py:7: AttributeError"),
        ([('"solutions": []', '"solutions": [["..", ".."]]')], "examples", "solution 1 is wrong"),
        ([('[".#", ".."], ', "")], "examples", "there is a solution more"),
        ([('      "touch": [".#.", "###", ".#."],\n', "")], "wrong boards", "board for touch"),
        ([('"touch": [".#.", "###"', '"touch": [".#.", "#.#"')], "wrong boards", "calls it right"),
        ([('"touch": [".#.", "###"', '"touch": ["#..", "..."')], "wrong boards", "breaks number"),
        ([('Exactly("number"', 'Exactly("numbr"')], "examples", "(touch or number), got 'numbr'"),
        (
            [
                ("class Stars(Board", ROWS),
                ("yield Exactly", "yield Odd"),
                ("import Annotated", "import literals, Annotated"),
            ],
            "examples",
            "the rows allow what breaks a rule",
        ),
        ([("class Stars(Board", JUDGE), ("yield AtMost", "yield Odd")], "parts", "be completed"),
        ([("        return Layer", "        return Lair")], "examples", "NameError"),
        ([("[pair,", "[pair,"), ("pairs(self.size)", "[cells(self.size)]")], "groups", "at once"),
    ],
)
def test_what_is_wrong_is_told_by_its_check(
    monkeypatch: pytest.MonkeyPatch,
    kind: Path,
    changes: list[tuple[str, str]],
    check: str,
    said: str,
) -> None:
    monkeypatch.setattr(kinds_check, "REFEREED", 0)  # whose check has a test of its own
    changed(kind, *changes)
    done = run_here("kinds", "--check", kind)
    told = [line for line in done.stdout.splitlines() if line[:5] in ("wrong", "note ")]
    assert any(line[7:].startswith(check) and said in line for line in told), done.stdout
    assert done.stderr == ""
    assert "please report" not in done.stdout
    assert "internal" not in done.stdout
    assert done.returncode == 65


def test_a_file_that_does_not_run_is_told_by_its_line(kind: Path) -> None:
    changed(kind, ("def answer(self)", "def answer(self"))
    refused_command(65, "stars.py:22: SyntaxError: ", "kinds", "--check", kind)
    refused_command(66, "none.py", "kinds", "--check", "none.py")
    refused_command(65, "expected a kind that", "kinds", "--check", "none")


@pytest.mark.parametrize("name", some_kinds("checks", most=16))
@pytest.mark.slow
def test_built_in_kinds_are_right(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """With few new boards: test_gate.py has stored ones that the referees have drawn."""
    monkeypatch.setattr(kinds_check, "REFEREED", 1)
    lines = list(check_kind(find_kind(name), boards=2))
    assert len(lines) == 9
    assert [line for line in lines if line.result == "wrong"] == list[CheckLine]()


@pytest.mark.slow
def test_an_error_of_the_file_is_told_by_its_line_in_answers_too(kind: Path) -> None:
    changed(kind, ("numbers(self.grid)", "numbers(self.gird)"))
    words = "puzzle.json", "--kind-file", kind
    refused_command(65, "stars.py:34: AttributeError: ", "unique", *words)
    refused_command(65, "stars.py:34: AttributeError: ", "export", *words, "-o", "x.cnf")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            'yield AtMost("touch", title, pair, "1", "shaded cell")',
            f"FaultError: AtMost {NAMED}: number: expected an integer, got '1'",
        ),
        (
            'yield AtMost("touch", title, title, 1)',
            f"FaultError: AtMost {NAMED}: places: expected a tuple, each a place (row, column), "
            "got 'r1c1 and r1c2'",
        ),
        (
            'yield AtMost("touch", title, (pair[0], 7), 1)',
            f"FaultError: AtMost {NAMED}: places[1]: expected a place (row, column) in steps",
        ),
        (
            'yield AtMost("tuch", title, pair, 1)',
            f"FaultError: AtMost {NAMED}: code: expected a code of the docstring's section "
            "'Rules:' (touch or number), got 'tuch'",
        ),
        ('yield AtMost("touch", title)', "TypeError: Missing required argument 'places'"),
        (
            f'{KIT}yield kit.AnyOf("touch", title, pair, (0, 0, 0))',
            f"FaultError: AnyOf {NAMED}: values: expected one for all places, or one each for 2 pl",
        ),
        (
            f'{KIT}yield kit.Table("touch", title, pair, "so", [(0, 1), (0,)])',
            f"FaultError: Table {NAMED}: tuples: expected one entry each for 2 places, got (0,)",
        ),
        (
            f'{KIT}yield kit.Table("touch", title, pair, "so", [(0, None), (1.5, 1)])',
            f"FaultError: Table {NAMED}: tuples[1][0]: expected an integer, ",
        ),
        (
            f'{KIT}yield kit.Pattern("touch", title, pair, "so", ("01", "12"))',
            f"FaultError: Pattern {NAMED}: pictures: expected 1, 0 or . each for 2 places, got '12",
        ),
        (
            f'{KIT}yield kit.Clue("touch", title, [])',
            f"FaultError: Clue {NAMED}: constraints: expected one or more constraints, got ()",
        ),
        ("yield title", "FaultError: expected a constraint, got 'r1c1 and r1c2'"),
    ],
)
def test_wrong_arguments_are_told_where_the_word_is_called(
    kind: Path, line: str, said: str
) -> None:
    changed(kind, (AT_MOST, line))
    number = 1 + kind.read_text().splitlines().index(f"            {line}")
    words = "unique", "puzzle.json", "--kind-file", kind
    refused_command(65, f"stars.py:{number}: {said}", *words)


def test_lists_may_stand_for_tuples(kind: Path) -> None:
    changed(kind, (AT_MOST, f'{KIT}yield kit.NotAll("touch", title, [*pair], [1], "so")'))
    assert run_here("unique", "puzzle.json", "--kind-file", kind).returncode == 0


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("yield Exactly(", "return Exactly(", "expected constraints, with yield, got Exactly("),
        ("    marks =", VALIDATE.format("one, other = self.grid"), "ValueError: too many values"),
        ("    marks =", VALIDATE.format("self.grid[9]"), "IndexError: tuple index out of range"),
    ],
)
def test_what_is_wrong_with_a_kind_is_not_blamed_on_the_puzzle(
    kind: Path, old: str, new: str, said: str
) -> None:
    changed(kind, (old, new))
    for words in (("unique", "puzzle.json"), ("unique", "puzzle.json", "puzzle.json")):
        done = run_here(*words, "--kind-file", kind)
        assert done.returncode == 65
        assert "stars.py:" in done.stderr + done.stdout
        assert said in done.stderr + done.stdout


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            ('yield AtMost("touch", title, pair, 1, "shaded cell")', LESS),
            "Less 'r1c1 and r1c2' speaks of r10c10, where there is no variable",
        ),
        (
            ('yield AtMost("touch", title, pair, 1, "shaded cell")', STRAIGHT),
            "Chain 'r1c1 and r1c2' needs the values 1, 2",
        ),
    ],
)
def test_a_constraint_that_cannot_be_said_is_told_by_its_line(
    kind: Path, change: tuple[str, str], said: str
) -> None:
    changed(kind, change)
    line = 1 + kind.read_text().splitlines().index(f"            {change[1]}")
    for command in ("unique", "clues", "show"):
        words = command, "puzzle.json", "--kind-file", kind
        if command != "show":
            refused_command(65, f"stars.py:{line}: FaultError: {said}", *words)


def test_a_referee_that_differs_is_told_with_the_board(kind: Path) -> None:
    changed(kind, ("numbers(self.grid)", "numbers(self.grid[1:] + self.grid[:1])"))
    done = run_here("kinds", "--check", kind)
    (told,) = [line for line in done.stdout.splitlines() if "referee: " in line]
    assert told.startswith("wrong")
    assert "the referee" in told
    kind.with_name("stars_referee.py").unlink()
    done = run_here("kinds", "--check", kind)
    assert "note   referee: none" in done.stdout


def test_a_grid_on_which_the_referee_differs_is_not_judged(kind: Path) -> None:
    right = "judged by the kind and by its referee"
    words = "check", "puzzle.json", "grid.txt", "--kind-file", kind
    Path("grid.txt").write_text(".#.\n#.#\n.#.\n")
    assert right in run_here(*words).stdout
    changed(kind.with_name("stars_referee.py"), ("return False", "return True"))
    Path("grid.txt").write_text(".#.\n###\n.#.\n")
    done = run_here(*words)
    assert done.returncode == 30
    assert done.stdout.startswith("unknown: the kind judges this grid wrong, its referee right")


# -- the commands ----------------------------------------------------------------------------------


def commands(group: Any = app, before: str = "") -> dict[str, click.Command]:
    """All commands, by the words that call them."""
    context = click.Context(group)
    found: dict[str, click.Command] = {}
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        words = f"{before}{name}"
        if isinstance(command, click.Group):
            found |= commands(command, f"{words} ")
        else:
            found[words] = command
    return found


def test_every_command_takes_a_kind_file() -> None:
    without = {
        words
        for words, command in commands().items()
        if not any("--kind-file" in option.opts for option in command.params)
    }
    assert without == NO_PUZZLES


def test_commands_with_a_kind_file(run: Run, kind: Path) -> None:
    Path("grid.txt").write_text(".#.\n#.#\n.#.\n")
    Path("many.jsonl").write_text(Path("puzzle.json").read_text().strip() + "\n")
    use = ("--kind-file", kind)
    for words in (
        ("solve", "puzzle.json"),
        ("count", "puzzle.json"),
        ("check", "puzzle.json", "grid.txt"),
        ("clues", "puzzle.json"),
        ("encodings", "puzzle.json"),
        ("unique", "puzzle.json", "--why"),
        ("export", "puzzle.json", "-o", "formula.cnf"),
        ("graph", "puzzle.json"),
        ("features", "puzzle.json", "--blocks", "size"),
        ("unique", "many.jsonl", "--jobs", "2"),
        ("kinds", "--schema", "stars"),
    ):
        done = run(*words, *use)
        assert (done.returncode, done.stderr) == (0, ""), words


# -- certificates ----------------------------------------------------------------------------------


def test_a_certificate_names_the_file_of_its_kind(run: Run, kind: Path) -> None:
    done = run("unique", "puzzle.json", "--kind-file", kind, "--certificate", "proof")
    assert done.returncode == 0, done.stderr
    manifest = json.loads(Path("proof/manifest.json").read_text())
    assert manifest["kind_file"]["name"] == "stars.py"
    done = run("verify", "proof", "--kind-file", kind)
    assert done.returncode == 0, done.stderr
    done = run("verify", "proof")
    assert "file stars.py with sha256:" in done.stderr
    assert "name it with --kind-file" in done.stderr
    Path("other.py").write_text(kind.read_text() + "\n")
    other = run("verify", "proof", "--kind-file", "other.py")
    assert "got other.py with sha256:" in other.stderr
    assert [(d.returncode, d.stderr.count("\n")) for d in (done, other)] == [(65, 1)] * 2


def test_a_certificate_on_which_the_referee_differs_is_refused(kind: Path) -> None:
    words = "--kind-file", kind
    run_here("unique", "puzzle.json", *words, "--certificate", "folder")
    assert "judged by the kind and by its referee" in run_here("verify", "folder", *words).stdout
    changed(kind.with_name("stars_referee.py"), ("return all(", "return not all("))
    done = run_here("verify", "folder", *words)
    assert done.returncode == 65
    assert "the kind calls this puzzle's solution right, its referee wrong" in done.stderr
