"""Exported files, read and solved by other people's programs, beside what Uniclue says itself."""

from __future__ import annotations

import gzip
import io
import json
import lzma
import math
import os
import signal
import subprocess
import time
from itertools import product
from pathlib import Path
from typing import Any
from unittest import mock

import msgspec
import numpy as np
import pytest
from conftest import LEVEL50, Run, cases, examples, refused_command, slow, soon, start
from helpers import FEW, OF_EACH_SORT, OF_ROWS, quickly
from hypothesis import given
from hypothesis import strategies as st
from outside import PROGRAMS, Row, read_opb, rows_by_highs
from outside import run as run_program
from processes import POSIX
from pysat.examples.rc2 import RC2
from pysat.formula import CNF, WCNF
from strategies import KINDS, sudokus
from test_cli import hard_nonogram

import uniclue
from uniclue.core.kinds import builtin_kinds, find_kind
from uniclue.core.lazy import static
from uniclue.core.model import NO_BOUND, Model, Rows, View, running
from uniclue.core.puzzle import Puzzle
from uniclue.encoders import cnf, comparisons, lp, mps, opb
from uniclue.encoders.cardinality import CARDINALITY
from uniclue.encoders.names import ExportedQuestion, VariableMap
from uniclue.formats.puzzle_json import puzzle_digest
from uniclue.solver_files.export import FORMATS, ExportOptions, NoSolutionError, write
from uniclue.solvers.limits import LimitReachedError

ROW_WRITERS = {"opb": opb.write, "lp": lp.write, "mps": mps.write}
QUESTIONS: tuple[ExportedQuestion, ...] = ("solve", "unique")
BLOCKS = [1, 2, 5, 64, 2**16]
LONG = {("cbc", "slitherlink"), ("cbc", "hitori"), ("lp_solve", "slitherlink")}
"""Programs that take long for a kind: test_decode.py alone asks them, and reads their answers."""
ENDLESS = {(name, "hitori") for name in ("glpsol", "lp_solve", "highs", "exact", "ganak")}
"""Programs that take minutes, or do not end, on the larger examples of a kind."""
SMALL = 90
"""Places of the largest example that these are asked about."""


def asked_about(kind: str, program: str) -> list[Puzzle]:
    """The examples of a kind that a program is asked about."""
    most = SMALL if (program, kind) in ENDLESS else math.inf
    return [puzzle for puzzle in examples(kind) if len(puzzle.places) <= most]


def exported(
    puzzle: Puzzle, format: str, question: ExportedQuestion = "solve", **choices: Any
) -> bytes:
    """The bytes of an export."""
    out = io.BytesIO()
    blocked = uniclue.solve(puzzle).solutions if question == "unique" else ()
    write(puzzle, ExportOptions(format, question, **choices), blocked, out)
    return out.getvalue()


def is_expected(puzzle: Puzzle, question: ExportedQuestion) -> bool:
    """Whether the exported question has a solution, as Uniclue sees it."""
    status = uniclue.unique(puzzle).status
    return status == "several" if question == "unique" else status != "none"


def comparisons_of(rows: Rows) -> list[Row]:
    """Some rows as single comparisons, made one by one."""
    found = []
    for i in range(len(rows)):
        span = slice(rows.indptr[i], rows.indptr[i + 1])
        cols, coef = rows.cols[span].tolist(), rows.coef[span].tolist()
        terms = frozenset((f"x{v}", c) for v, c in zip(cols, coef, strict=True))
        found += compared(terms, int(rows.lower[i]), int(rows.upper[i]))
    return found


def assert_read_back(
    format: str, data: bytes, folder: Path, n_vars: int, expected: list[Row]
) -> None:
    """Asserts that another reader finds these variables and rows in a file."""
    wanted = list(map(turned, expected)) if format == "opb" else expected
    variables = [f"x{v + 1}" for v in range(n_vars)]
    assert read_back(format, data, folder) == (variables, wanted)


def compared(terms: frozenset[tuple[str, int]], low: int, high: int) -> list[Row]:
    """The comparisons that a row is written as."""
    if not terms:
        return [] if low <= 0 <= high else [(frozenset({("x1", 1)}), ">=", 2)]
    if low == high:
        return [(terms, "=", low)]
    at_least: list[Row] = [(terms, ">=", low)] if low > -NO_BOUND else []
    return at_least + ([(terms, "<=", high)] if high < NO_BOUND else [])


def turned(row: Row) -> Row:
    """A row as OPB has it: ``<=`` with its signs changed."""
    terms, sense, bound = row
    if sense != "<=":
        return row
    return frozenset((name, -c) for name, c in terms), ">=", -bound


def read_back(format: str, data: bytes, folder: Path) -> tuple[list[str], list[Row]]:
    """Variables and rows of a file, by another reader."""
    if format == "opb":
        return read_opb(data.decode())
    path = folder / f"read_back.{format}"
    path.write_bytes(data)
    return rows_by_highs(path)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("export")


# -- every kind in every format, by other programs -------------------------------------------------


@pytest.mark.parametrize(
    ("format", "program", "kind"),
    [
        case if case[2] in FEW else slow(*case)
        for form, names in PROGRAMS.items()
        for case in product([form], names, OF_EACH_SORT)
        if case[1:] not in LONG
    ],
)
@pytest.mark.slow
def test_programs_reach_our_verdicts(tmp_path: Path, kind: str, format: str, program: str) -> None:
    asked = set()
    for number, puzzle in enumerate(asked_about(kind, program)):
        for question in QUESTIONS:
            path = tmp_path / f"{number}-{question}.{format}"
            try:
                uniclue.export(puzzle, path, question=question)
            except NoSolutionError:
                assert not is_expected(puzzle, "solve")
                continue
            expected = is_expected(puzzle, question)
            assert PROGRAMS[format][program](path) == expected, (number, question)
            asked.add((question, expected))
    assert asked == set(product(QUESTIONS, (True, False)))


@pytest.mark.parametrize("kind", builtin_kinds())
def test_no_variable_stands_twice_in_a_row(kind: str) -> None:
    """Readers of programs differ in what they make of it."""
    model = next(iter(examples(kind))).model()
    laws: set[str | None] = {form for lazy in model.lazy for form in lazy.FORMS}
    for law in laws or {None}:
        rows = static(model, law, View.LP).matrix(View.LP)
        row = np.repeat(np.arange(len(rows)), np.diff(rows.indptr))
        entries = np.unique(np.stack([row, rows.cols]), axis=1)
        assert entries.shape[1] == len(rows.cols)


@pytest.mark.parametrize("kind", quickly(OF_EACH_SORT, ("animals", "kakuro")))
@pytest.mark.parametrize("cardinality", [c for c in CARDINALITY if c != "native"])
def test_model_counters_count_our_solutions(kind: str, cardinality: str) -> None:
    """Ganak reads no files itself: PySAT does."""
    counter = pytest.importorskip("pyganak").Counter
    counts = set()
    for puzzle in asked_about(kind, "ganak"):
        expected = uniclue.count(puzzle, limit=2000)
        if not expected.complete:
            continue
        text = exported(puzzle, "cnf", "count", cardinality=cardinality).decode()
        assert text.startswith("c t pmc\n")
        (shown,) = (line.split() for line in text.splitlines() if line.startswith("c p show "))
        assert shown[-1] == "0"
        formula = CNF(from_string=text)
        count = counter()
        count.new_vars(formula.nv)
        count.add_clauses([clause for clause in formula.clauses if clause])
        count.set_sampling_set([int(word) for word in shown[3:-1]])
        found = 0 if [] in formula.clauses else count.count()
        assert found == expected.count
        counts.add(found)
    assert {0, 1, 2} <= counts


@pytest.mark.parametrize("kind", OF_EACH_SORT)
def test_maxsat_solvers_drop_clues_only_where_there_is_no_solution(
    tmp_path: Path, kind: str
) -> None:
    for number, puzzle in enumerate(examples(kind)):
        for question in QUESTIONS[: 1 + is_expected(puzzle, "solve")]:
            path = tmp_path / f"{number}.wcnf"
            made = uniclue.export(puzzle, path, question=question)
            formula = WCNF(from_file=str(path))
            assert formula.wght == [1] * len(made.clues)
            with RC2(formula) as solver:
                assert solver.compute()
                assert (solver.cost == 0) == is_expected(puzzle, question)
                dropped = solver.cost
            if made.clues:
                said = run_program("clasp", path).stdout
                assert f"\no {dropped}\ns OPTIMUM FOUND" in said


@given(sudokus())
@cases(15)
def test_optimum_is_the_fewest_clues_to_drop(puzzle: Puzzle) -> None:
    members = json.loads(uniclue.dumps(puzzle))
    with RC2(WCNF(from_string=exported(puzzle, "wcnf").decode())) as solver:
        solver.compute()
        dropped = solver.cost

    def is_solvable_without(cell: int) -> bool:
        grid = [row.copy() for row in members["grid"]]
        grid[cell // 4][cell % 4] = 0
        return bool(uniclue.solve(uniclue.from_members(members | {"grid": grid})).solutions)

    if uniclue.solve(puzzle).solutions:
        assert dropped == 0
    else:
        assert (dropped == 1) == any(map(is_solvable_without, range(16)))


# -- files say what the model says -----------------------------------------------------------------


@given(st.data())
@cases(50)
def test_row_files_hold_the_program(folder: Path, data: st.DataObject) -> None:
    puzzle = data.draw(KINDS[data.draw(st.sampled_from(OF_ROWS))])
    form = data.draw(st.sampled_from([None, *puzzle.forms]))
    model = puzzle.model(form)
    expected = comparisons_of(model.program())
    for format in ROW_WRITERS:
        text = exported(puzzle, format, form=form)
        assert_read_back(format, text, folder, model.n_vars, expected)


@given(st.data())
@cases(30)
def test_clause_files_hold_the_formula(data: st.DataObject) -> None:
    puzzle = data.draw(KINDS[data.draw(st.sampled_from(OF_ROWS))])
    cardinality = data.draw(st.sampled_from([c for c in CARDINALITY if c != "native"]))
    formula = cnf.encode(puzzle.model(), cardinality)
    text = exported(puzzle, "cnf", cardinality=cardinality).decode()
    read = CNF(from_string=text)
    assert (read.nv, read.clauses) == (formula.n_vars, formula.clauses())
    guarded = cnf.guarded(puzzle.model(), cardinality)
    soft = WCNF(from_string=exported(puzzle, "wcnf", cardinality=cardinality).decode())
    assert soft.hard == guarded.cnf.clauses()
    assert soft.soft == [[selector] for selector in guarded.selectors]


@pytest.mark.parametrize("kind", OF_EACH_SORT)
def test_matrix_holds_the_program_and_what_it_is_about(tmp_path: Path, kind: str) -> None:
    for puzzle in examples(kind):
        made = uniclue.export(puzzle, tmp_path / "a.npz")
        model = static(puzzle.model(), view=View.LP)
        rows = model.program()
        with np.load(tmp_path / "a.npz", allow_pickle=False) as file:
            assert file["format"].item() == b"csr"
            assert file["shape"].tolist() == [len(rows), model.n_vars]
            for stored, expected in (
                (file["indptr"], rows.indptr),
                (file["indices"] + 1, rows.cols),
                (file["data"], rows.coef),
                (np.clip(file["lower"], -NO_BOUND, None), rows.lower),
                (np.clip(file["upper"], None, NO_BOUND), rows.upper),
                (file["cells"], model.cells),
                (file["incidence"], model.incidence()),
            ):
                assert np.array_equal(stored, expected)
            sentences = [model.groups[i].sentence for i in rows.group]
            assert file["sentence"][file["group"]].tolist() == sentences
            assert file["role"].tolist() == [group.role for group in model.groups]
            assert [tuple(place) for place in file["places"].tolist()] == list(model.places)
            assert file["domain"].tolist() == list(model.domain)
            assert len(file["clues"]) == len(file["incidence"])
            assert str(file["comments"]) == "\n".join(made.comments())


bounds = st.one_of(st.integers(-20, 20), st.sampled_from([2**29, -(2**29), NO_BOUND - 1]))
factors = st.one_of(st.integers(-3, 3), st.integers(-(2**24), 2**24)).filter(bool)


@st.composite
def random_rows(draw: Any) -> tuple[int, Rows]:
    """Rows of all shapes, empty ones and ones without a bound among them."""
    n_vars = draw(st.one_of(st.integers(1, 40), st.sampled_from([99, 100, 101, 1000])))
    lines = draw(st.lists(st.sets(st.integers(1, n_vars), max_size=40), max_size=8))
    cols = [sorted(line) for line in lines]
    coef = [[draw(factors) for _ in line] for line in cols]
    lower = [draw(st.one_of(bounds, st.just(-NO_BOUND))) for _ in cols]
    upper = [draw(st.one_of(st.just(low), bounds, st.just(NO_BOUND))) for low in lower]
    entries, values = (
        np.array([v for line in part for v in line], np.int32) for part in (cols, coef)
    )
    low, high = np.array(lower, np.int32), np.array(upper, np.int32)
    indptr = running([len(line) for line in cols])
    return n_vars, Rows(indptr, entries, values, low, high, np.zeros_like(low), View.LP)


@given(random_rows(), st.sampled_from(BLOCKS))
@cases(60)
@pytest.mark.slow
def test_any_rows_are_written_as_they_are(folder: Path, made: tuple[int, Rows], block: int) -> None:
    n_vars, rows = made
    expected = comparisons_of(rows)
    for format, writer in ROW_WRITERS.items():
        out = io.BytesIO()
        with mock.patch("uniclue.encoders.texts.BLOCK", block):
            writer(rows, n_vars, out, ["", "two\nlines"])
        assert_read_back(format, out.getvalue(), folder, n_vars, expected)
        assert max(map(len, out.getvalue().splitlines())) < 500 or format == "opb"


def test_rows_without_variables_stay_what_they_are(folder: Path) -> None:
    model = Model()
    model.cell_vars([(0, 0)], (0, 1))
    model.contradiction(model.group("clue", "this cannot hold"))
    made = comparisons.compare(model.program())
    assert (len(made), made.bound.tolist()) == (1, [2])
    for format, writer in ROW_WRITERS.items():
        path = folder / f"never.{format}"
        with path.open("wb") as out:
            writer(model.program(), 1, out)
        for name, ask in PROGRAMS[format].items():
            assert not ask(path), name


# -- comments and the map --------------------------------------------------------------------------


@pytest.mark.parametrize("kind", OF_EACH_SORT)
def test_comments_and_map_say_what_the_variables_mean(tmp_path: Path, kind: str) -> None:
    marks = {"cnf": "c ", "wcnf": "c ", "opb": "* ", "lp": "\\ ", "mps": "* "}
    puzzle = examples(kind)[0]
    for format, mark in marks.items():
        made = uniclue.export(
            puzzle, tmp_path / f"a.{format}", question="unique", map=tmp_path / "map.json"
        )
        assert msgspec.json.decode((tmp_path / "map.json").read_bytes(), type=VariableMap) == made
        assert made.puzzle == puzzle_digest(puzzle)
        assert made.blocked == uniclue.solve(puzzle).solutions
        lines = (tmp_path / f"a.{format}").read_text("utf-8").splitlines()
        comments = [line.removeprefix(mark) for line in lines if line.startswith(mark)]
        assert comments[-len(list(made.comments())) :] == list(made.comments())
        model = puzzle.model()
        for cell in made.cells:
            assert model.literal(cell.cell, cell.value) == cell.var
        numbers = [cell.var for cell in made.cells]
        numbers += [v for block in made.others for v in range(block.first, block.last + 1)]
        assert numbers == list(range(1, made.variables + 1))
        clues = [g.sentence for g in model.groups if g.role == "clue"]
        assert list(made.clues) == (clues if format == "wcnf" else [])


@pytest.mark.parametrize("format", PROGRAMS)
def test_names_in_any_script_disturb_no_program(tmp_path: Path, format: str) -> None:
    text = (
        LEVEL50.read_text().replace("elephant", "Слон \\\\ * p cnf 1 1").replace("lion", "狮子 0 ;")
    )
    puzzle = uniclue.loads(text)
    assert any("狮子" in group.sentence for group in puzzle.model().groups)
    path = tmp_path / f"a.{format}"
    uniclue.export(puzzle, path, question="unique")
    for name, ask in PROGRAMS[format].items():
        assert not ask(path), name


def test_a_second_export_is_the_same_file(tmp_path: Path) -> None:
    puzzle = uniclue.load(LEVEL50)
    for format, packed in product(FORMATS, ("", ".gz", ".xz")):
        one, two = tmp_path / f"one.{format}{packed}", tmp_path / f"two.{format}{packed}"
        uniclue.export(puzzle, one)
        uniclue.export(puzzle, two)
        assert one.read_bytes() == two.read_bytes()
        data = one.read_bytes()
        plain = {".gz": gzip.decompress, ".xz": lzma.decompress}
        assert (plain[packed](data) if packed else data) == exported(puzzle, format)


# -- choices, limits, errors -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "choices", "said"),
    [
        ("a.txt", {}, "ends in .cnf, .wcnf, .opb, .lp, .mps or .npz"),
        ("a.gz", {}, "ends in .cnf"),
        ("a.cnf", {"format": "xls"}, "expected the format to be cnf, wcnf"),
        ("a.cnf", {"question": "why"}, "expected the question to be solve, unique or count"),
        ("a.cnf", {"cardinality": "abacus"}, "expected the cardinality encoding to be auto"),
        ("a.cnf", {"cardinality": "native"}, "no native counting constraints"),
        ("a.wcnf", {"cardinality": "native"}, "no native counting constraints"),
        ("a.lp", {"cardinality": "totalizer"}, "a cardinality encoding is for cnf or wcnf"),
        ("a.opb", {"question": "count"}, "count is for the format cnf"),
        ("a.cnf", {"form": "gac"}, "expected no form for animals"),
        ("a.cnf", {"question": "unique", "solver": "abacus"}, "expected a SAT solver"),
        ("a.cnf", {"map": "a.cnf"}, "cannot hold both"),
    ],
)
def test_choices_that_do_not_fit_are_named(
    tmp_path: Path, name: str, choices: dict[str, Any], said: str
) -> None:
    if "map" in choices:
        choices = choices | {"map": tmp_path / choices["map"]}
    with pytest.raises(ValueError, match=said):
        uniclue.export(uniclue.load(LEVEL50), tmp_path / name, **choices)
    assert list(tmp_path.iterdir()) == []


def test_nothing_to_block(tmp_path: Path) -> None:
    none = uniclue.from_members({"kind": "nonogram", "rows": [[1], [1]], "cols": [[2], [2]]})
    with pytest.raises(NoSolutionError):
        uniclue.export(none, tmp_path / "a.cnf", question="unique")
    with pytest.raises(LimitReachedError, match="time limit"):
        uniclue.export(
            uniclue.load(LEVEL50), tmp_path / "a.cnf", question="unique", time_limit=1e-9
        )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError])
def test_what_is_not_finished_leaves_nothing(tmp_path: Path, error: type[BaseException]) -> None:
    old = tmp_path / "a.cnf"
    old.write_text("old")
    with (
        mock.patch("uniclue.encoders.texts.number_lines", side_effect=error),
        pytest.raises(error),
    ):
        uniclue.export(uniclue.load(LEVEL50), old, map=tmp_path / "map.json")
    assert [path.name for path in tmp_path.iterdir()] == ["a.cnf"]
    assert old.read_text() == "old"
    with pytest.raises(FileNotFoundError):
        uniclue.export(uniclue.load(LEVEL50), old, map=tmp_path / "no" / "map.json")
    assert old.read_text() == "old"


@POSIX
def test_a_pipe_is_written_to_and_stays(tmp_path: Path) -> None:
    pipe = tmp_path / "a.cnf"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE) as reader:
        uniclue.export(uniclue.load(LEVEL50), pipe)
        text = reader.communicate(timeout=600)[0]
    assert text == exported(uniclue.load(LEVEL50), "cnf")
    assert pipe.is_fifo()


# -- the command -----------------------------------------------------------------------------------


def test_command_writes_what_the_function_writes(run: Run, tmp_path: Path) -> None:
    puzzle = uniclue.load(LEVEL50)
    options = ("--question", "unique", "--cardinality", "totalizer", "--solver", "cbc")
    out, side = tmp_path / "a.cnf.gz", tmp_path / "map.json"
    done = run("export", LEVEL50, "-o", out, "--map", side, *options)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    text = exported(puzzle, "cnf", "unique", cardinality="totalizer")
    assert gzip.decompress(out.read_bytes()) == text
    assert json.loads(side.read_bytes())["cardinality"] == "totalizer"
    done = run("export", LEVEL50, "--format", "lp", "-o", "-", "--map", side)
    assert done.stdout.encode() == exported(puzzle, "lp")
    assert json.loads(side.read_bytes())["cardinality"] is None


def test_command_refuses_in_one_line(tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text('{"kind": "sudoku", "box": [2, 2], "grid": 7}')
    none = tmp_path / "none.json"
    none.write_text('{"kind": "nonogram", "rows": [[1], [1]], "cols": [[2], [2]]}')
    out = tmp_path / "a.cnf"
    for arguments, code, said in (
        ((LEVEL50,), 64, "expected -o FILE, or --format"),
        ((LEVEL50, "-o", tmp_path / "a.txt"), 64, "ends in .cnf"),
        ((LEVEL50, "-o", out, "--form", "gac"), 64, "expected no form"),
        ((LEVEL50, "-o", out, "--map", "-"), 64, "expected a file's name for --map"),
        ((LEVEL50, "-o", out, "--time-limit", "1"), 64, "are for --question unique"),
        ((bad, "-o", bad, "--format", "cnf"), 64, "holds the puzzle"),
        ((bad, "-o", out), 65, "bad.json: $.grid: expected array"),
        ((tmp_path / "no.json", "-o", out), 66, "no.json: No such file"),
        ((LEVEL50, "-o", tmp_path / "no" / "a.cnf"), 66, "a.cnf: No such file"),
        ((none, "-o", out, "--question", "unique"), 20, "has no solution"),
        ((LEVEL50, "-o", out, "--question", "unique", "--time-limit", "1e-9"), 30, "time limit"),
    ):
        refused_command(code, said, "export", *arguments)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.json", "none.json"]


def test_many_puzzles_go_into_files_with_their_line(run: Run, tmp_path: Path) -> None:
    many = tmp_path / "many.jsonl"
    one = json.dumps(find_kind("sudoku").examples[0].puzzle)
    none = '{"kind": "nonogram", "rows": [[1], [1]], "cols": [[2], [2]]}'
    many.write_text(f"{one}\n# a comment\n{none}\nnonsense\n{one}\n")
    out, side = tmp_path / "out-{line}.cnf", tmp_path / "map-{line}.json"
    done = run("export", many, "-o", out, "--map", side, "--question", "unique")
    assert done.returncode == 65
    assert [line.split(": ")[2] for line in done.stderr.splitlines()] == ["line 3", "line 4"]
    written = {f"{name}-{n}.{end}" for name, end in (("out", "cnf"), ("map", "json")) for n in "15"}
    assert {path.name for path in tmp_path.iterdir()} == written | {"many.jsonl"}
    expected = exported(uniclue.loads(one), "cnf", "unique")
    assert (tmp_path / "out-5.cnf").read_bytes() == expected
    for arguments in (("-o", tmp_path / "a.cnf"), ("-o", out, "--map", "map.json")):
        refused_command(64, "{line}", "export", many, *arguments)


@POSIX
@pytest.mark.slow
def test_interruption_keeps_whole_files_only(tmp_path: Path) -> None:
    many = [find_kind("sudoku").examples[0].puzzle, hard_nonogram()]
    (tmp_path / "many.jsonl").write_text("\n".join(map(json.dumps, many)))
    options = ["-o", "{line}.cnf", "--map", "{line}.json", "--question", "unique"]
    process = start("export", "many.jsonl", *options, cwd=tmp_path)
    assert soon((tmp_path / "1.json").exists)
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=600)
    assert (process.returncode, errors) == (130, b"uniclue: interrupted\n")
    assert {path.name for path in tmp_path.iterdir()} == {"many.jsonl", "1.cnf", "1.json"}
