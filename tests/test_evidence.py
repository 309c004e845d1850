"""What leaves the house of puzzles with lazy constraints: certificates, exports, encodings."""

from __future__ import annotations

import io
import json
import random
import shutil
from functools import cache
from pathlib import Path

import msgspec
import pulp
import pytest
from bruteforce import solutions
from conftest import ROOT, Run, refused_command
from fuzz.cuts import attack
from fuzz.laws import attack as attack_laws
from msgspec.structs import replace
from pysat.examples.rc2 import RC2
from pysat.formula import WCNF
from pysat.solvers import Solver
from shading import Shading, some_shading
from test_decode import PROGRAMS

import uniclue
from benchmarks.forgeries import contents, forge
from uniclue import CertificateError
from uniclue.certificates.folder import CUTS, FORMULA, MAP
from uniclue.constraints.reach import Reach
from uniclue.core import kinds
from uniclue.core.puzzle import ChoiceError, Grid, Puzzle
from uniclue.encoders.cnf import encode
from uniclue.encoders.names import ExportedQuestion
from uniclue.models.hitori import Hitori
from uniclue.models.slitherlink import Slitherlink
from uniclue.solver_files.export import ExportOptions, write
from uniclue.solvers.encodings import compare
from uniclue.study.features.feature import ROWS_ALONE
from uniclue.study.graphs.graph import build

FORMS = Reach.FORMS
STATUS = ("none", "unique", "several")
HITORI = ((1, 1, 1), (1, 2, 3), (3, 3, 3))
SIDES = ((3, None), (None, None))
TINY = Shading(across=(2, 0), down=(1, 0, 1))
"""With one solution, whose shaded cells are not connected."""


@pytest.fixture(autouse=True)
def some_kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kinds, "_registered", kinds._registered | {"shading": Shading})


@cache
def of_each_sort() -> tuple[tuple[Puzzle, tuple[Grid, ...]], ...]:
    """Puzzles with no, one and two solutions, and these; with one that is unique by cuts."""
    rng = random.Random(1)
    by_number: dict[int, Puzzle] = {}
    while len(by_number) < 3:
        puzzle = some_shading(rng)
        number = len(solutions(puzzle, 3))
        if number < 3 and puzzle.together:
            by_number.setdefault(number, puzzle)
    some = [*by_number.values(), Hitori(grid=HITORI), Slitherlink(grid=SIDES)]
    return tuple((puzzle, tuple(solutions(puzzle))) for puzzle in some)


# -- certificates ----------------------------------------------------------------------------------


@pytest.mark.parametrize("checker", ["built-in", "both"])
def test_certificates(checker: uniclue.certificates.verify.Checker, tmp_path: Path) -> None:
    if checker == "both" and shutil.which("drat-trim") is None:
        pytest.skip("the program drat-trim is not on PATH")
    cuts = 0
    for puzzle, all_of_them in of_each_sort():
        for asked in ("unique", "count"):
            uniclue.certify(puzzle, tmp_path / "c", asked)
            shown = uniclue.verify(tmp_path / "c", puzzle=puzzle, checker=checker)
            assert set(shown.solutions) <= set(all_of_them)
            claim = STATUS[min(2, len(all_of_them))] if asked == "unique" else "count"
            assert shown.claim == claim
            files = contents(tmp_path / "c")
            assert (CUTS in files) == (claim != "several")
            lines = files.get(CUTS, b"").splitlines()
            cuts += len(lines)
            formula = files[FORMULA].splitlines()
            assert {b" ".join(line.split()[1:]) for line in lines} <= set(formula)
            assert sum(line.startswith(b"c lazy") for line in formula) == len(puzzle.model().lazy)
            uniclue.certify(puzzle, tmp_path / "c", asked)
            assert contents(tmp_path / "c") == files
    assert cuts > 20


def test_certificates_without_lazy_constraints_have_no_cuts(tmp_path: Path) -> None:
    uniclue.certify(uniclue.load(ROOT / "examples" / "sudoku" / "six.json"), tmp_path / "c")
    files = contents(tmp_path / "c")
    assert CUTS not in files
    assert b"lazy" not in files[FORMULA] + files[MAP]
    forge(tmp_path / "c", files | {CUTS: b""})
    with pytest.raises(CertificateError, match=r"\$.files: expected no file cuts.txt"):
        uniclue.verify(tmp_path / "c", checker="built-in")


def test_cuts_are_part_of_a_certificate(tmp_path: Path) -> None:
    puzzle, _ = of_each_sort()[3]
    uniclue.certify(puzzle, tmp_path / "c")
    files = contents(tmp_path / "c")
    forge(tmp_path / "d", {name: text for name, text in files.items() if name != CUTS})
    with pytest.raises(CertificateError, match="expected a file cuts"):
        uniclue.verify(tmp_path / "d", checker="built-in")
    forge(tmp_path / "d", files | {CUTS: files[CUTS] + files[CUTS].splitlines(True)[0]})
    with pytest.raises(CertificateError, match="expected cuts and literals in order") as error:
        uniclue.verify(tmp_path / "d", checker="built-in")
    assert error.value.file == CUTS


@pytest.mark.slow
def test_no_forged_cut_is_accepted_unless_it_follows() -> None:
    summary = attack(240, 1)
    assert summary["failures"] == []
    assert sum(summary["refused"].values()) > 120
    assert sum(summary["accepted"].values()) > 20


@pytest.mark.slow
def test_the_attack_sees_a_checker_that_believes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Reach, "proves", lambda self, clause: True)
    failures = attack(120, 2)["failures"]
    assert any("is not implied" in failure for failure in failures)
    assert any("a false claim" in failure for failure in failures)


@pytest.mark.slow
def test_every_law_agrees_with_brute_force(monkeypatch: pytest.MonkeyPatch) -> None:
    assert attack_laws(3, 1)["failures"] == []
    monkeypatch.setattr(Reach, "proves", lambda self, clause: True)
    assert any("proves" in failure for failure in attack_laws(3, 1)["failures"])


# -- exports ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("law", [None, *FORMS])
def test_an_export_is_complete(law: str | None) -> None:
    for puzzle, all_of_them in of_each_sort():
        out = io.BytesIO()
        names = write(puzzle, ExportOptions("cnf", law=law), (), out)
        text = out.getvalue().decode()
        lines = [line.split() for line in text.splitlines() if line[0] not in "cp"]
        found = set[Grid]()
        with Solver("glucose4", bootstrap_with=[list(map(int, line[:-1])) for line in lines]) as s:
            model = puzzle.model()
            while s.solve():
                cells = s.get_model()[: model.cells.size]
                found.add(puzzle.grid_of_values(model.values(cells)))
                s.add_clause([-literal for literal in cells])
        assert found == set(all_of_them)
        assert names.lazy
        assert {each.form for each in names.lazy} <= ({law} if law else set(FORMS))
        comments = [f"c lazy {i} {x.form}: {x.sentence}" for i, x in enumerate(names.lazy, 1)]
        assert all(comment in text.splitlines() for comment in comments)
        named = {name for other in names.others for name in range(other.first, other.last + 1)}
        assert {*named, *(cell.var for cell in names.cells)} == set(range(1, names.variables + 1))


@pytest.mark.parametrize("law", [None, *FORMS])
@pytest.mark.parametrize("name", ["cadical", "minisat", "GLPK", "CBC on MPS", "clasp on OPB"])
def test_programs_reach_our_verdicts(name: str, law: str | None, tmp_path: Path) -> None:
    if shutil.which(name.split()[0].replace("GLPK", "glpsol").lower()) is None:
        pytest.skip(f"{name} is not installed")
    ending, ask = PROGRAMS[name]
    path = tmp_path / f"question.{ending}"
    for puzzle in (replace(TINY, together=True), TINY, replace(TINY, across=(None, None))):
        all_of_them = solutions(puzzle)
        question: ExportedQuestion = "unique" if all_of_them else "solve"
        names = uniclue.export(puzzle, path, question=question, law=law)
        decoded = uniclue.decode(puzzle, ask(path), map=names)
        assert decoded.status == STATUS[min(2, len(all_of_them))]
        assert set(decoded.solutions) <= set(all_of_them)


def test_a_lazy_clue_can_be_dropped(tmp_path: Path) -> None:
    """WCNF: what hangs together because a clue says so is as soft as other clues."""
    names = uniclue.export(replace(TINY, together=True), tmp_path / "q.wcnf")
    assert names.clues[-1] == "the shaded region is connected"
    with RC2(WCNF(str(tmp_path / "q.wcnf"))) as solver:
        assert solver.compute()
        assert solver.cost == 1


def test_forms_that_are_not_there(tmp_path: Path) -> None:
    puzzle = Hitori(grid=HITORI)
    for law, said in (("gac", "one of order, unary, mtz, got 'gac'"), ("cuts", "got 'cuts'")):
        with pytest.raises(ChoiceError, match=said):
            uniclue.export(puzzle, tmp_path / "q.cnf", law=law)
    six = uniclue.load(ROOT / "examples" / "sudoku" / "six.json")
    with pytest.raises(ChoiceError, match="there is no lazy constraint"):
        uniclue.export(six, tmp_path / "q.cnf", law="order")
    assert not list(tmp_path.iterdir())


def test_commands(run: Run, tmp_path: Path) -> None:
    path, folder = tmp_path / "p.json", tmp_path / "c"
    path.write_bytes(msgspec.json.encode({"kind": "hitori", "grid": HITORI}))
    assert run("unique", path, "--certificate", folder).returncode == 0
    done = run("verify", folder, "--checker", "built-in")
    assert (done.returncode, done.stderr) == (0, "")
    cuts = [line for line in done.stdout.splitlines() if line.startswith("cuts: ")]
    number = len((folder / CUTS).read_bytes().splitlines())
    assert cuts == [f"cuts: {number} cuts, proved by the lazy constraints they name"]
    done = run("export", path, "--format", "lp", "--law", "unary")
    assert "\\ lazy 1 unary: the white area is connected\n" in done.stdout
    assert "\\ lazy 1 mtz:" in run("export", path, "--format", "lp").stdout
    refused_command(64, "got 'x'", "export", path, "--format", "cnf", "--law", "x")


# -- solving ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("law", FORMS)
def test_verdicts_by_rows_alone(law: str) -> None:
    for puzzle, all_of_them in of_each_sort():
        answer = uniclue.unique(puzzle, law=law)
        assert answer.status == STATUS[min(2, len(all_of_them))]
        assert "cuts" not in answer.sizes
        assert answer.solver != "propagation"
        assert uniclue.count(puzzle, law=law).count == len(all_of_them)
    puzzle, _ = of_each_sort()[3]
    assert law != "mtz" or uniclue.unique(puzzle, encoder="ilp", law=law).status == "unique"


def test_the_law_on_the_command_line(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    path.write_bytes(msgspec.json.encode({"kind": "hitori", "grid": HITORI}))
    assert run("unique", path, "--law", "order").returncode == 0
    refused_command(65, "expected the form of lazy constraints", "solve", path, "--law", "x")
    for option in (["--why"], ["--certificate", tmp_path / "c"]):
        refused_command(64, "leave out --law", "unique", path, "--law", "order", *option)
    refused_command(64, "no --law", "solve", path, "--law", "order", "--search", "default")


# -- encodings -------------------------------------------------------------------------------------


@pytest.mark.slow
def test_forms_are_compared(run: Run, tmp_path: Path) -> None:
    for puzzle, all_of_them in of_each_sort():
        answer = compare(puzzle)
        assert {(e.law, e.count, e.complete) for e in answer.encodings} == {
            (law, len(all_of_them), True) for law in ("cuts", *FORMS)
        }
    assert all(row["law"] for row in json.loads(answer.to_json())["encodings"])


# -- graphs and features ---------------------------------------------------------------------------


def test_graphs_join_what_lies_beside_each_other(run: Run, tmp_path: Path) -> None:
    puzzle = Shading(across=(None,) * 3, down=(None,) * 3, together=True)
    for which in ("cells", "blank-cells", "residual-cells"):
        graph = build(puzzle, which)
        assert sorted(dict(graph.degree()).values()) == [2] * 4 + [3] * 4 + [4]
    (tmp_path / "p.json").write_bytes(msgspec.json.encode({"kind": "hitori", "grid": HITORI}))
    for which in ("vig", "residual-vcg"):
        assert run("graph", tmp_path / "p.json", "--which", which).returncode == 0


def test_features_of_formulas_describe_rows() -> None:
    answer = uniclue.features(Hitori(grid=HITORI))
    assert ROWS_ALONE not in answer.missing.values()
    assert (answer.values["size.lazy_constraints"], answer.values["size.lazy_literals"]) == (1, 9)
    assert answer.values["cnf.clauses"] == len(encode(Hitori(grid=HITORI).model(), rows_alone=True))
    assert answer.values["static.vig.edges"]
    assert answer.values["static.cells.edges"]


def test_formulas_of_libraries_are_complete() -> None:
    for puzzle, all_of_them in of_each_sort():
        with Solver("glucose4", bootstrap_with=uniclue.to_pysat(puzzle).clauses) as solver:
            assert solver.solve() == bool(all_of_them)
    problem = uniclue.to_pulp(TINY)
    assert problem.solve(pulp.HiGHS(msg=False)) == pulp.LpStatusOptimal
