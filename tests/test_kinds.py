"""What holds for every kind; a new kind is picked up with no edit here."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest
from conftest import ROOT, refused, slow
from helpers import OF_EACH_SORT

from uniclue.constraints.telling import FieldClue, with_words
from uniclue.core.kinds import builtin_kinds, find_kind
from uniclue.core.model import Model, View
from uniclue.core.puzzle import Example, Grid, Puzzle, PuzzleError, filled, json_schema
from uniclue.formats.puzzle_json import MAX_BYTES, dumps, from_members, loads
from uniclue.solvers import decide
from uniclue.solvers.decide import Method

EXAMPLES = [(kind, e) for kind in builtin_kinds() for e in find_kind(kind).examples]
FILES = sorted((ROOT / "examples").rglob("*.json"))
ARROW = re.compile(r"\d+[nwes]{1,2}[xo?]?$|[ns][we]$")
STATUS = {0: "none", 1: "unique", 2: "several"}


def read(example: Example) -> Puzzle:
    return from_members(example.puzzle)


def name_example(pair: Any) -> str | None:
    return pair.name if isinstance(pair, Example) else None


@contextmanager
def told(*what: str) -> Iterator[None]:
    """What is asserted in here: an error tells it."""
    try:
        yield
    except Exception as error:
        error.add_note(": ".join(what))
        raise


def asked(*methods: Method) -> list[Any]:
    """Methods with kinds: programs are asked about kinds of each sort, in a quick run by HiGHS.

    CBC is asked about all kinds in test_kind_files.py and test_random.py, HiGHS in test_gate.py.
    """
    return [
        slow(how, kind) if how == Method("ilp") else (how, kind)
        for how in methods
        for kind in (builtin_kinds() if how == Method() else OF_EACH_SORT)
    ]


def name_asked(value: Any) -> str | None:
    return f"{value.encoder}-{value.solver}" if isinstance(value, Method) else None


# -- solutions -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("how", "kind"), asked(Method(), Method("ilp"), Method("ilp", "highs")), ids=name_asked
)
def test_examples_have_their_solutions(how: Method, kind: str) -> None:
    for example in find_kind(kind).examples:
        with told(kind, example.name):
            has_its_solutions(how, example)


def has_its_solutions(how: Method, example: Example) -> None:
    puzzle = read(example)
    expected = {puzzle.read_grid(grid) for grid in example.solutions}
    verdict = decide.unique(puzzle, how)
    assert verdict.status == STATUS[len(expected)]
    assert set(verdict.solutions) == expected if len(expected) < 2 else len(verdict.solutions) == 2
    found = decide.solve(puzzle, 10, how)
    assert expected <= set(found.solutions)
    for grid in found.solutions:
        assert puzzle.check(grid) == []


def wrong_grids_break_the_rule_named(example: Example) -> None:
    puzzle = read(example)
    for code, grid in example.wrong.items():
        broken = puzzle.check(grid)
        assert code in [v.code for v in broken]
        assert all(v.sentence and set(v.cells) <= set(puzzle.places) for v in broken)
        assert decide.check(puzzle, grid).status == "wrong"


@pytest.mark.parametrize("kind", builtin_kinds())
def test_every_rule_has_a_wrong_grid(kind: str) -> None:
    cls = find_kind(kind)
    assert cls.title
    assert {code for e in cls.examples for code in e.wrong} == set(cls.codes)
    counts = {len(e.solutions) for e in cls.examples}
    assert counts == {0, 1, 2}


def round_trip_keeps_puzzle_and_other_members(example: Example) -> None:
    other = {"id": "x-1", "author": "ann", "licence": None, "meta": {"seed": [1, 2.5]}}
    puzzle = from_members(example.puzzle | other)
    again = loads(dumps(puzzle))
    assert again == puzzle
    assert again.extra == other
    assert json.loads(dumps(puzzle)) == json.loads(dumps(again))


@pytest.mark.parametrize("kind", builtin_kinds())
def test_near_miss_of_a_member_is_an_error(kind: str) -> None:
    cls = find_kind(kind)
    for member in cls.members():
        for wrong in {
            member[:-1],
            member + "s",
            member.upper(),
            member[1] + member[0] + member[2:],
        }:
            if wrong in cls.members():
                continue
            with pytest.raises(PuzzleError, match="did you mean") as error:
                from_members(cls.examples[0].puzzle | {wrong: 1})
            assert error.value.path == f"$.{wrong}"


def test_a_name_of_other_programs_is_an_error() -> None:
    with pytest.raises(PuzzleError, match="did you mean 'pencilmarks'"):
        from_members({"kind": "variant", "box": [2, 2], "candidates": ["12 . . ."] + ["...."] * 3})


def givens_restrict_the_solutions(example: Example) -> None:
    if not example.solutions:
        return
    puzzle = read(example)
    grid = puzzle.read_grid(example.solutions[0])
    given = from_members(example.puzzle | {"givens": [list(row) for row in grid]})
    verdict = decide.unique(given)
    assert verdict.status == "unique"
    assert verdict.solutions == (grid,)
    place, value = filled(grid)[0]
    others = [v for v in puzzle.domain if v != value]
    if not others:
        return
    rows = [list(row) for row in grid]
    rows[place[0]][place[1]] = others[0]
    assert "given" in [v.code for v in given.check(rows)]


@pytest.mark.parametrize(("how", "kind"), asked(Method(), Method("ilp", "highs")), ids=name_asked)
def test_partial_grids_are_open_or_wrong(how: Method, kind: str) -> None:
    for example in find_kind(kind).examples:
        if example.solutions:
            with told(kind, example.name):
                parts_are_open(how, example)


def parts_are_open(how: Method, example: Example) -> None:
    puzzle = read(example)
    grid = puzzle.read_grid(example.solutions[0])
    places = list(puzzle.places)
    for kept in (0, len(places) // 2, len(places) - 1):
        rows: list[list[Any]] = [[None] * puzzle.shape[1] for _ in range(puzzle.shape[0])]
        for r, c in places[:kept]:
            rows[r][c] = grid[r][c]
        assert decide.check(puzzle, rows, how).status == "open"


def grid_of_another_shape_is_refused(example: Example) -> None:
    puzzle = read(example)
    empty: list[list[Any]] = [[None] * puzzle.shape[1] for _ in range(puzzle.shape[0])]
    with pytest.raises(PuzzleError, match="rows"):
        puzzle.check(empty[:-1])
    with pytest.raises(PuzzleError, match="cells"):
        puzzle.check([*empty[:-1], [*empty[-1], None]])
    r, c = puzzle.places[0]
    empty[r][c] = "no such value"
    with refused(f"$[{r}][{c}]"):
        puzzle.check(empty)


def model_is_well_formed(example: Example) -> None:
    puzzle = read(example)
    for form in puzzle.forms or (None,):
        assert_well_formed(puzzle, puzzle.model(form))
    words = {word for g in puzzle.model().groups for word in re.findall(r"[\w?]+", g.sentence)}
    typed = {word for word in re.findall(r"[\w?]+", dumps(puzzle).decode()) if ARROW.match(word)}
    assert not typed & words, "a clue with a direction is said as it is typed"
    assert not re.search(r"piece [a-z]\b", "\n".join(g.sentence for g in puzzle.model().groups))


def assert_well_formed(puzzle: Puzzle, model: Model) -> None:
    assert model.places == tuple(puzzle.places)
    assert sum(b.size for b in model.var_blocks) == model.n_vars
    owner = {int(v): b.owner for b in model.var_blocks for v in b.ids.ravel()}
    for view in (View.LP, View.CNF):
        rows = model.matrix(view)
        assert len(rows.indptr) == len(rows) + 1 == len(rows.upper) + 1 == len(rows.group) + 1
        assert (rows.coef != 0).all()
        for i in range(len(rows)):
            cols = rows.cols[rows.indptr[i] : rows.indptr[i + 1]].tolist()
            assert len(set(cols)) == len(cols)
            # A variable that a group owns occurs in no other group.
            assert {owner[v] for v in cols} <= {None, int(rows.group[i])}
    for group in model.groups:
        assert group.sentence
        assert all(0 <= c < len(model.places) for c in group.cells)
    clues = [g for g in model.groups if g.role == "clue" and g.cells and not g.literals]
    assert model.incidence().shape == (len(clues), len(model.places))


def drawing_shows_every_row_and_marks_differences(example: Example) -> None:
    puzzle = read(example)
    grids: list[Grid] = [puzzle.read_grid(grid) for grid in example.solutions]
    for grid in grids:
        drawn = puzzle.draw(grid)
        rows = [r for r, _ in puzzle.places]
        assert len(drawn.splitlines()) >= max(rows) - min(rows) + 1
        assert drawn == puzzle.draw(grid, grid)
    if len(grids) == 2:
        assert puzzle.draw(*grids) not in (puzzle.draw(grids[0]), puzzle.draw(grids[1]))


OF_EXAMPLES = (
    wrong_grids_break_the_rule_named,
    round_trip_keeps_puzzle_and_other_members,
    givens_restrict_the_solutions,
    grid_of_another_shape_is_refused,
    model_is_well_formed,
    drawing_shows_every_row_and_marks_differences,
)
"""What holds for every example of a kind."""


@pytest.mark.parametrize("kind", builtin_kinds())
def test_what_holds_for_every_kind(kind: str) -> None:
    for example in find_kind(kind).examples:
        for holds in OF_EXAMPLES:
            with told(kind, example.name, holds.__name__):
                holds(example)


# -- members ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", builtin_kinds())
def test_schema_names_the_members(kind: str) -> None:
    cls = find_kind(kind)
    schema = json_schema(cls)
    own = schema["$defs"][cls.__name__]
    assert set(own["properties"]) == {"kind", *cls.members()}
    assert own["properties"]["kind"] == {"enum": [kind]}
    json.dumps(schema)


@pytest.mark.parametrize("path", FILES, ids=lambda p: f"{p.parent.name}/{p.stem}")
@pytest.mark.parametrize("encoder", ["cnf", "ilp"])
def test_example_files_meet_their_expectation(path: Path, encoder: str) -> None:
    puzzle = loads(path.read_bytes())
    expect = puzzle.extra["expect"]
    how = decide.method(encoder, "highs" if encoder == "ilp" else None)
    verdict = decide.unique(puzzle, how)
    assert verdict.status == expect["status"], expect["why"]
    listed = [puzzle.read_grid(g) for g in expect.get("solutions", [])]
    if expect["status"] == "unique":
        listed = [puzzle.read_grid(expect["solution"])]
        assert list(verdict.solutions) == listed
    for grid in listed:
        assert puzzle.check(grid) == []


def test_there_are_enough_example_files() -> None:
    for kind in ("animals", "garden"):
        assert sum(p.parent.name == kind for p in FILES) >= 10


@pytest.mark.parametrize(
    ("text", "path", "said"),
    [
        (b"", "$", "empty"),
        (b"  \n", "$", "empty"),
        (b"nonsense", "$", "expected JSON"),
        (b'{"kind": "sudoku"', "$", "expected JSON"),
        (b"[1, 2]", "$", "expected a JSON object"),
        (b"null", "$", "expected a JSON object"),
        (b"{}", "$.kind", "expected a kind that"),
        (b'{"kind": 7}', "$.kind", "got a number"),
        (b'{"kind": "zebra"}', "$.kind", "'zebra'"),
        (b'{"kind": "../model"}', "$.kind", "expected a kind"),
        (b'{"kind": "model"}', "$.kind", "expected a kind"),
        (b"\xff\xfe", "$", "UTF-8"),
        (b"[" * 200_000, "$", "nested too deeply"),
        (b'{"a":' * 200_000, "$.a", "nested too deeply"),
        (b" " * (MAX_BYTES + 1), "$", "at most 8 MB"),
        (b'{"kind": "sudoku", "box": [2, 2]}', "$", "'grid'"),
        (b'{"kind": "sudoku", "box": [2, 2], "grid": 7}', "$.grid", "expected array"),
        (b'{"kind": "sudoku", "box": [9, 9], "grid": []}', "$.box[0]", "<= 7"),
        (b'{"kind": "sudoku", "box": [2], "grid": []}', "$.box", "length 2"),
        (b'{"kind": "sudoku", "box": [2, 2], "grid": [[1, true]]}', "$.grid[0][1]", "bool"),
        (b'{"kind": "sudoku", "box": [2, 2], "grid": [[1, 1e99]]}', "$.grid[0][1]", "float"),
        (b'{"kind": "makaro", "regions": ["aa."], "grid": ["..1"]}', "$.grid[0][2]", "a region"),
    ],
)
def test_unreadable_texts_are_named(text: bytes, path: str, said: str) -> None:
    with refused(path, said):
        loads(text)


def test_deeply_nested_extra_member_does_not_crash() -> None:
    data = b'{"kind":"sudoku","x":' + b"[" * 500 + b"]" * 500 + b"}"
    with pytest.raises(PuzzleError):
        loads(data)


def test_byte_order_mark_is_skipped() -> None:
    data = msgspec.json.encode(find_kind("sudoku").examples[0].puzzle)
    assert loads(b"\xef\xbb\xbf" + data) == loads(data)


def test_the_folder_of_kinds_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = builtin_kinds()
    monkeypatch.setattr("pkgutil.iter_modules", None)
    assert builtin_kinds() == kinds


@pytest.mark.parametrize("of_areas", ["galaxies", "shikaku", "tatamibari"])
def test_boards_on_which_no_value_stands_have_no_solution(of_areas: str) -> None:
    puzzle = from_members({"kind": of_areas, "grid": ["..", ".."]})
    assert decide.unique(puzzle).status == "none"
    assert decide.count(puzzle).count == 0
    assert not decide.solve(puzzle).solutions


def test_words_are_like_their_pattern() -> None:
    members: dict[str, Any] = {"grid": ("..", ". 2nz")}
    with pytest.raises(PuzzleError) as error:
        find_kind("castlewall")(**members)
    assert str(error.value) == "$.grid[1][1]: expected such as 2nx, o or ?, got '2nz'"


def test_kinds_read_the_question_mark_of_their_rules() -> None:
    for kind in builtin_kinds():
        cls: Any = find_kind(kind)
        if not any(re.search(r"(^| )\? is ", rule) for rule in cls.codes.values()):
            continue
        puzzle: Any = from_members(cls.examples[0].puzzle)
        read = list[str]()
        for at in islice(puzzle.places, 40):
            with suppress(PuzzleError):
                read.append(repr(with_words(puzzle, [FieldClue("grid", at, "?")]).grid))
        assert read, kind
