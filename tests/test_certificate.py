"""Certificates: of every kind and verdict, and what a forger might try."""

from __future__ import annotations

import io
import json
import os
import random
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import msgspec
import pytest
from bruteforce import solutions
from conftest import LEVEL50, ROOT, Run, refused_command
from fuzz.certificates import attack
from helpers import OF_EACH_SORT, of_each, some_kinds
from test_kinds import EXAMPLES, STATUS, read

import uniclue
from benchmarks import forgeries as forgers
from benchmarks.forgeries import consistent, contents, forge, old, random_bytes
from uniclue import CertificateError, LimitReachedError
from uniclue.certificates import certify, folder, verify
from uniclue.certificates.errors import FolderError
from uniclue.certificates.folder import (
    FORMULA,
    LRAT,
    MANIFEST,
    MAP,
    PROOF,
    PUZZLE,
    SOLUTION,
    SOLUTIONS,
    file_names,
    formula,
)
from uniclue.certificates.verify import Checker
from uniclue.core.kinds import builtin_kinds, find_kind
from uniclue.core.puzzle import Example
from uniclue.encoders import dimacs
from uniclue.files.output import part_of
from uniclue.solvers import decide, drat, lrat, proof
from uniclue.solvers.decide import DisagreementError, Method
from uniclue.solvers.limits import Clock

HAS_DRAT_TRIM = shutil.which("drat-trim") is not None
HAS_CAKE_LPR = shutil.which("cake_lpr") is not None
TWO = ROOT / "examples" / "animals" / "level50_without_fruit.json"


def four(*rows: str) -> dict[str, Any]:
    """A 4x4 sudoku."""
    return {"kind": "sudoku", "box": [2, 2], "grid": [list(map(int, row)) for row in rows]}


sudoku = uniclue.from_members
UNIQUE = four("1000", "0030", "0100", "0002")
SEVERAL = four("1000", "0030", "0000", "0002")
NONE = four("1010", "0030", "0000", "0002")


def refused(path: Path, **how: Any) -> CertificateError:
    with pytest.raises(CertificateError) as error:
        uniclue.verify(path, checker="built-in", **how)
    return error.value


# -- every kind ------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", some_kinds("certificates", quick=OF_EACH_SORT))
def test_every_kind(tmp_path: Path, kind: str) -> None:
    for number, example in enumerate(find_kind(kind).examples):
        (folder := tmp_path / str(number)).mkdir()
        certificate_is_right(folder, kind, example)


def certificate_is_right(tmp_path: Path, kind: str, example: Example) -> None:
    puzzle, path = read(example), tmp_path / "made" / "certificate"
    answer: Any = uniclue.certify(puzzle, path)
    assert (answer.status, answer.certificate) == (STATUS[len(example.solutions)], str(path))
    found = uniclue.verify(path, puzzle=puzzle)
    assert (found.claim, found.kind) == (answer.status, kind)
    assert found.solutions == tuple(map(puzzle.read_grid, answer.solutions))
    has_cuts = bool(puzzle.model().lazy)
    assert set(contents(path)) == {MANIFEST, *file_names(found.claim, has_cuts=has_cuts)}
    before = contents(path)
    uniclue.certify(puzzle, path)
    assert contents(path) == before  # the same puzzle, the same bytes
    assert os.listdir(tmp_path / "made") == ["certificate"]


@pytest.mark.parametrize("members", [UNIQUE, SEVERAL, NONE])
def test_counts(tmp_path: Path, members: dict[str, Any]) -> None:
    puzzle, expected = sudoku(members), solutions(sudoku(members))
    answer: Any = uniclue.certify(puzzle, tmp_path / "c", "count")
    assert (answer.count, answer.complete) == (len(expected), True)
    found = uniclue.verify(tmp_path / "c")
    assert (found.claim, set(found.solutions)) == ("count", set(expected))
    assert len((tmp_path / "c" / SOLUTIONS).read_bytes().splitlines()) == len(expected)


@pytest.mark.parametrize("how", [{"encoder": "both"}, {"encoder": "ilp"}, {"solver": "glucose4"}])
def test_whoever_finds_the_verdict(tmp_path: Path, how: dict[str, Any]) -> None:
    answer: Any = uniclue.certify(uniclue.load(LEVEL50), tmp_path / "c", **how)
    assert answer.encoder == how.get("encoder", "cnf")
    assert uniclue.verify(tmp_path / "c").claim == "unique"


@pytest.mark.parametrize("cardinality", ["seqcounter", "totalizer", "sortnetwrk", "ladder"])
def test_cardinality(tmp_path: Path, cardinality: Any) -> None:
    uniclue.certify(uniclue.load(LEVEL50), tmp_path / "c", cardinality=cardinality)
    assert uniclue.verify(tmp_path / "c").claim == "unique"
    assert json.loads((tmp_path / "c" / MANIFEST).read_text())["cardinality"] == cardinality


@pytest.mark.skipif(not HAS_DRAT_TRIM, reason="the program drat-trim is not on PATH")
@pytest.mark.parametrize("members", [UNIQUE, NONE])
def test_drat_trim_agrees(tmp_path: Path, members: dict[str, Any]) -> None:
    uniclue.certify(sudoku(members), tmp_path / "c")
    found = uniclue.verify(tmp_path / "c", checker="both")
    assert found.checkers == ("drat-trim", "the built-in checker")


@pytest.mark.slow
@pytest.mark.skipif(not HAS_CAKE_LPR, reason="the program cake_lpr is not on PATH")
def test_cake_lpr_accepts_every_kind(tmp_path: Path) -> None:
    """As they are: the proof with hints, and the formula with its comments."""
    proved = [(kind, example) for kind, example in EXAMPLES if len(example.solutions) < 2]
    for kind, example in proved:
        uniclue.certify(read(example), tmp_path / "c")
        assert uniclue.verify(tmp_path / "c", checker="cake_lpr").checkers == ("cake_lpr",), kind
        command = ["cake_lpr", FORMULA, LRAT]
        done = subprocess.run(command, cwd=tmp_path / "c", capture_output=True, check=True)
        assert b"s VERIFIED UNSAT" in done.stdout.splitlines(), kind


@pytest.mark.slow
def test_a_checker_of_others_accepts_every_kind(tmp_path: Path) -> None:
    """It reads the formula and the proof without hints as they are, and takes no proof for one."""
    dratify = pytest.importorskip("dratify")
    refused = 0
    for kind in builtin_kinds():
        proved = [one for one in find_kind(kind).examples if len(one.solutions) < 2]
        for example in random.Random(kind).sample(proved, min(len(proved), of_each(128, 1))):
            uniclue.certify(read(example), tmp_path / "c")
            formula = dratify.parse_dimacs((tmp_path / "c" / FORMULA).read_text())
            text = (tmp_path / "c" / PROOF).read_text()
            assert dratify.check_proof(formula, text, engine="python").ok, kind
            refused += not dratify.check_proof(formula, "0\n", engine="python").ok
    assert refused > 20


def a_program(folder: Path, name: str, says: str) -> None:
    """A program of that name."""
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(f"#!/bin/sh\n{says}\n")
    (folder / name).chmod(0o755)


VERIFIED: dict[Checker, str] = {"drat-trim": "s VERIFIED", "cake_lpr": "s VERIFIED UNSAT"}


@pytest.mark.skipif(os.name != "posix", reason="a program of one line needs a shell")
@pytest.mark.parametrize("path", ["", ".", "c"])
@pytest.mark.parametrize(("name", "proof"), [("drat-trim", PROOF), ("cake_lpr", LRAT)])
def test_no_program_is_run_from_the_folder_or_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, name: Checker, proof: str
) -> None:
    uniclue.certify(sudoku(UNIQUE), tmp_path / "c")
    monkeypatch.chdir(tmp_path / path)
    says = f"echo '{VERIFIED[name]}'"
    monkeypatch.setenv("PATH", f"{path}{os.pathsep}{tmp_path / 'bin'}{os.pathsep}/usr/bin:/bin")
    a_program(tmp_path, name, says)
    assert uniclue.verify(tmp_path / "c").checkers == ("the built-in checker",)
    with pytest.raises(ValueError, match=f"{name} is not on PATH"):
        uniclue.verify(tmp_path / "c", checker=name)
    seen = tmp_path / "seen"
    a_program(tmp_path / "bin", name, f"(pwd; echo $*; cat $2) >'{seen}'; {says}")
    assert uniclue.verify(tmp_path / "c").checkers == (name, "the built-in checker")
    assert uniclue.verify(tmp_path / "c", checker=name).checkers == (name,)
    where, arguments, text = seen.read_text().split("\n", 2)
    assert not Path(where).exists()
    assert arguments.split()[:2] == [f"{where}/formula.cnf", f"{where}/{proof}"]
    assert text == (tmp_path / "c" / proof).read_text()
    a_program(tmp_path / "c", name, says)
    assert refused(tmp_path / "c").file == name


@pytest.mark.skipif(os.name != "posix", reason="a program of one line needs a shell")
@pytest.mark.parametrize("name", VERIFIED)
@pytest.mark.parametrize(
    ("says", "error"),
    [
        ("echo '{verified}'; exit 1", None),  # drat-trim if the formula holds the empty clause
        ("echo c a comment; echo '{verified}'", None),
        ("echo 's NOT VERIFIED'; exit 1", CertificateError),
        ("echo 'c {verified}'", CertificateError),
        ("echo '{verified} '", CertificateError),
        ("echo '{verified}' >&2; echo 'c checking failed at line 3' >&2", CertificateError),
        ("printf '\\000\\377s VERIFIED UNSAT\\377'", CertificateError),
        ("exit 0", CertificateError),
        ("kill -9 $$", CertificateError),
        ("echo '{verified}'; kill -9 $$", CertificateError),
        ("echo '{verified}'; echo 's NOT VERIFIED'", CertificateError),
        ("sleep 60", LimitReachedError),
    ],
)
def test_answers_of_programs(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: Checker,
    says: str,
    error: type[Exception] | None,
) -> None:
    a_program(tmp_path / "bin", name, says.format(verified=VERIFIED[name]))
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    uniclue.certify(sudoku(UNIQUE), tmp_path / "c")
    limit = 0.3 if "sleep" in says else None
    if error is None:
        assert name in uniclue.verify(tmp_path / "c").checkers
        return
    with pytest.raises(error):
        uniclue.verify(tmp_path / "c", time_limit=limit)


@pytest.mark.skipif(os.name != "posix", reason="a program of one line needs a shell")
def test_the_answer_of_one_program_is_none_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    uniclue.certify(sudoku(UNIQUE), tmp_path / "c")
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}/usr/bin:/bin")
    for name, other in zip(VERIFIED, reversed(VERIFIED), strict=True):
        a_program(tmp_path / "bin", name, f"echo '{VERIFIED[other]}'")
        with pytest.raises(CertificateError, match=f"{name} does not accept it: s VERIFIED"):
            uniclue.verify(tmp_path / "c", checker=name)


@pytest.mark.skipif(os.name != "posix", reason="a program of one line needs a shell")
def test_who_checks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All that are there; an old certificate has nothing that cake_lpr reads."""
    uniclue.certify(sudoku(UNIQUE), tmp_path / "c")
    old(tmp_path / "c", tmp_path / "old")
    for name, verified in VERIFIED.items():
        a_program(tmp_path / "bin", name, f"echo '{verified}'")
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}/usr/bin:/bin")
    here = uniclue.verify(tmp_path / "c").checkers
    assert here == ("drat-trim", "cake_lpr", "the built-in checker")
    assert uniclue.verify(tmp_path / "c", checker="both").checkers == (here[0], here[2])
    assert uniclue.verify(tmp_path / "old").checkers == (here[0], here[2])
    with pytest.raises(CertificateError, match=r"has no proof\.lrat, which cake_lpr needs"):
        uniclue.verify(tmp_path / "old", checker="cake_lpr")


def test_a_name_that_looks_like_a_formula(tmp_path: Path) -> None:
    """drat-trim would read the formula in the comment, which is refuted, and not ours."""
    members = json.loads(TWO.read_text())
    text = json.dumps(members).replace("panda", "cnf 1 2 1 0 -1 0")
    with pytest.raises(ValueError, match="cnf and a number"):
        uniclue.certify(uniclue.loads(text), tmp_path / "c")


# -- what goes wrong while one is made -------------------------------------------------------------


def test_limits_leave_nothing(tmp_path: Path) -> None:
    puzzle, path = uniclue.load(LEVEL50), tmp_path / "c"
    limits: list[dict[str, Any]] = [{"conflict_limit": 1}, {"time_limit": 1e-6}]
    for limit in limits:
        answer: Any = uniclue.certify(puzzle, path, **limit)
        assert answer.status == "unknown"
    stopped = LimitReachedError("time limit of 1 s reached")
    with mock.patch.object(proof, "refutation", side_effect=stopped):
        answer = uniclue.certify(puzzle, path)
        assert (answer.status, len(answer.solutions)) == ("unknown", 1)
        assert answer.reason == "time limit of 1 s reached before the proof was complete"
        counted: Any = uniclue.certify(puzzle, path, "count")
        assert (counted.complete, counted.reason) == (False, answer.reason)
    assert answer.certificate is counted.certificate is msgspec.UNSET
    assert os.listdir(tmp_path) == []


def test_proofs_have_a_limit(tmp_path: Path) -> None:
    with mock.patch.object(proof, "MAX_BYTES", 10):
        answer: Any = uniclue.certify(uniclue.load(LEVEL50), tmp_path / "c")
    assert "for a proof reached" in str(answer.reason)
    assert os.listdir(tmp_path) == []


def test_too_many_solutions(tmp_path: Path) -> None:
    with mock.patch.object(folder, "MAX_SOLUTIONS", 2):
        answer: Any = uniclue.certify(sudoku(SEVERAL), tmp_path / "c", "count")
    assert (answer.count, answer.complete) == (2, False)
    assert answer.reason == "more than 2 solutions; a certificate lists them all"
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("members", [UNIQUE, SEVERAL])
def test_a_wrong_verdict_gets_no_certificate(tmp_path: Path, members: dict[str, Any]) -> None:
    wrong = decide.unique(sudoku(NONE))
    with (
        mock.patch.object(decide, "unique", return_value=wrong),
        pytest.raises(DisagreementError, match="finds a model"),
    ):
        certify.certify(sudoku(members), tmp_path / "c")
    assert os.listdir(tmp_path) == []


def test_slices_do_not_change_a_proof() -> None:
    """Searching on after a slice, and a formula with the empty clause."""
    puzzle = uniclue.load(LEVEL50)
    grid = uniclue.unique(puzzle).solutions
    cnf, *_ = formula(puzzle, "", "auto", [puzzle.read_grid(g) for g in grid], "0")
    with mock.patch.object(proof, "SLICE", 1):
        text = proof.refutation(cnf, Clock())
    checked = lrat.check(drat.ClauseFormula(cnf.n_vars, cnf.iter_clauses()), io.BytesIO(text))
    without_hints = io.BytesIO(b"".join(lrat.stripped(io.BytesIO(text))))
    assert without_hints.getvalue().endswith(b"\n0\n")
    assert drat.check(drat.ClauseFormula(cnf.n_vars, cnf.iter_clauses()), without_hints) == checked


# -- the folder ------------------------------------------------------------------------------------


def test_other_folders_are_left_alone(tmp_path: Path) -> None:
    puzzle = sudoku(UNIQUE)
    (tmp_path / "file").write_text("mine")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").write_text("mine")
    (tmp_path / "empty").mkdir()
    (tmp_path / "alike").mkdir()
    (tmp_path / "alike" / MANIFEST).write_text('{"format": "else"}')
    uniclue.certify(puzzle, tmp_path / "more")
    (tmp_path / "more" / "mine.txt").write_text("mine")
    names = ["file", "full", "alike", "more"]
    if os.name == "posix":
        (tmp_path / "link").symlink_to(tmp_path / "empty")
        names.append("link")
    for name in names:
        with pytest.raises(FolderError, match=name):
            uniclue.certify(puzzle, tmp_path / name)
    for name in (".", "..", "/"):
        with pytest.raises(FolderError, match="the name of a folder"):
            uniclue.certify(puzzle, name)
    assert (tmp_path / "more" / "mine.txt").read_text() == "mine"
    assert refused(tmp_path / "more").file == "mine.txt"
    uniclue.certify(puzzle, tmp_path / "empty")
    uniclue.certify(sudoku(SEVERAL), tmp_path / "empty")
    assert uniclue.verify(tmp_path / "empty").claim == "several"
    assert not (tmp_path / "empty" / PROOF).exists()


def test_written_whole_or_not_at_all(tmp_path: Path) -> None:
    uniclue.certify(sudoku(SEVERAL), tmp_path / "c")
    before = contents(tmp_path / "c")
    full = OSError(28, "No space left on device", "x")
    with (
        mock.patch.object(dimacs, "write", side_effect=full),
        pytest.raises(OSError, match="space") as told,
    ):
        uniclue.certify(sudoku(UNIQUE), tmp_path / "c")
    assert told.value.filename == str(tmp_path / "c")
    assert contents(tmp_path / "c") == before
    assert os.listdir(tmp_path) == ["c"]


def test_a_run_that_was_killed_is_cleaned_up_after(tmp_path: Path) -> None:
    place = tmp_path / "c"
    for left in (part_of(place), part_of(place), mine := tmp_path / ".c.part"):
        left.mkdir()
        (left / PROOF).write_text("half")
    (tmp_path / ".c.uniclue-lock").touch()
    uniclue.certify(sudoku(UNIQUE), place)
    assert set(tmp_path.iterdir()) == {place, mine}


@pytest.mark.skipif(os.name != "posix", reason="links and pipes of POSIX")
@pytest.mark.parametrize("name", [MANIFEST, PUZZLE, FORMULA, PROOF])
def test_only_plain_files_of_some_size_are_read(tmp_path: Path, name: str) -> None:
    uniclue.certify(sudoku(UNIQUE), tmp_path / "c")
    path = tmp_path / "c" / name
    path.rename(tmp_path / name)
    assert refused(tmp_path / "c").reason == "expected a file, got none"
    path.symlink_to(tmp_path / name)
    assert refused(tmp_path / "c").reason == "expected a plain file, got a link"
    path.unlink()
    os.mkfifo(path)
    assert refused(tmp_path / "c").reason == "expected a plain file, got something else"
    path.unlink()
    path.mkdir()
    assert "expected a plain file" in refused(tmp_path / "c").reason
    path.rmdir()
    with path.open("wb") as file:
        file.truncate(2**40)
    assert (refused(tmp_path / "c").file, "bytes" in refused(tmp_path / "c").reason) == (name, True)


def test_another_puzzle_was_asked_about(tmp_path: Path) -> None:
    uniclue.certify(sudoku(UNIQUE), tmp_path / "c")
    assert uniclue.verify(tmp_path / "c", puzzle=sudoku(UNIQUE | {"id": 7})).claim == "unique"
    assert refused(tmp_path / "c", puzzle=sudoku(SEVERAL)).file == PUZZLE


def test_other_versions_are_named(tmp_path: Path) -> None:
    """The formula of another version may be right, but cannot be derived again: so it says."""
    uniclue.certify(sudoku(UNIQUE), tmp_path / "c")
    forge(tmp_path / "c", contents(tmp_path / "c"), uniclue="9.9", encoding=7)
    assert "expected encoding version 1, got 7: it was written by Uniclue 9.9" in str(
        refused(tmp_path / "c")
    )
    uniclue.certify(sudoku(UNIQUE), tmp_path / "c")
    files = contents(tmp_path / "c")
    files[FORMULA] += b"1 0\n"
    forge(tmp_path / "c", files, pysat="7.7")
    assert "made with PySAT 7.7" in str(refused(tmp_path / "c"))
    assert "made with PySAT 7.7" in str(refused(tmp_path / "c", other_pysat=True))
    for version in ("9.9.0", "", "0.0.9", "00.1.0"):
        forge(tmp_path / "c", files, uniclue=version)
        assert f"made with Uniclue {version}, expected" in str(refused(tmp_path / "c"))
    uniclue.certify(sudoku(UNIQUE), tmp_path / "c")
    forge(tmp_path / "c", contents(tmp_path / "c"), pysat="7.7")
    assert "--other-pysat" in str(refused(tmp_path / "c"))
    assert uniclue.verify(tmp_path / "c", other_pysat=True).claim == "unique"


# -- forgeries -------------------------------------------------------------------------------------

FORGERS = [
    *("dropped_clause", "added_clause", "swapped_solution", "permuted_map"),
    *("truncated_proof", "proof_without_lemmas", "added_lemma", "other_drat"),
]


@pytest.fixture(scope="module")
def originals(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Certificates of puzzles whose proofs take more than propagation."""
    root = tmp_path_factory.mktemp("originals")
    uniclue.certify(uniclue.load(LEVEL50), root / "level50")
    uniclue.certify(uniclue.load(TWO), root / "two", "count")
    return [root / "level50", root / "two"]


def test_random_bytes(tmp_path: Path, originals: list[Path]) -> None:
    rng = random.Random(5)
    touched = set()
    for number in range(120):
        path = tmp_path / str(number)
        shutil.copytree(rng.choice(originals), path)
        touched.add(random_bytes(rng, path))
        with pytest.raises(CertificateError):
            uniclue.verify(path, checker="built-in")
    assert touched == {MANIFEST, PUZZLE, FORMULA, MAP, SOLUTION, SOLUTIONS, LRAT, PROOF}


@pytest.mark.parametrize("name", FORGERS)
def test_forgeries_with_right_digests(tmp_path: Path, originals: list[Path], name: str) -> None:
    rng, forger = random.Random(6), getattr(forgers, name)
    for number in range(12):
        files = contents(originals[number % 2])
        changed = forger(rng, files)
        forge(tmp_path / "c", files)
        assert refused(tmp_path / "c").file == changed


def forgeries(path: Path) -> Iterator[str]:
    """Certificates in which all fits but the truth, written one after the other."""
    two, one = uniclue.load(TWO), uniclue.load(LEVEL50)
    both = list(folder.in_order(map(two.read_grid, uniclue.solve(two, 2).solutions)))
    (only,) = [one.read_grid(g) for g in uniclue.unique(one).solutions]
    cnf, *_ = formula(two, "", "auto", both, "0")
    lemmas = proof.refutation(cnf, Clock())
    cnf, *_ = formula(one, "", "auto", [only], "0")
    of_another = proof.refutation(cnf, Clock())
    consistent(path, two, "count", both, lemmas)
    yield "true"
    drat_alone = b"".join(lrat.stripped(io.BytesIO(lemmas)))
    texts: list[tuple[bytes, folder.Version]] = [
        *((lemmas, 2), (of_another, 2), (b"9999 0 1 0\n", 2)),
        *((b"9998 1 0 1 0\n9999 0 9998 0\n", 2), (b"9999 0 9999 0\n", 2)),
        *((drat_alone, 1), (b"0\n", 1), (b"1 0\n0\n", 1)),
    ]
    for text, version in texts:
        for grid in both:
            consistent(path, two, "unique", [grid], text, version)
            yield "several -> unique"
            consistent(path, two, "count", [grid], text, version)
            yield "count N - 1"
        consistent(path, two, "none", [], text, version)
        yield "several -> none"
        consistent(path, one, "none", [], text, version)
        yield "unique -> none"
        consistent(path, two, "count", [], text, version)
        yield "count 0"
    consistent(path, one, "unique", [both[1] if both[0] == only else both[0]], of_another)
    yield "the solution of a puzzle with fewer clues"
    consistent(path, one, "several", [only, only], b"")
    yield "one solution twice"
    consistent(path, one, "several", both, b"")
    yield "unique -> several"
    consistent(path, one, "count", [only, only], of_another)
    yield "count N + 1"
    holes = tuple(tuple(None for _ in row) for row in only)
    consistent(path, one, "several", [only, holes], b"")
    yield "a grid with holes"


def is_refused(path: Path, checker: Checker) -> bool:
    try:
        uniclue.verify(path, checker=checker)
    except CertificateError:
        return True
    return False


@pytest.mark.slow
def test_forgeries_in_which_all_fits(tmp_path: Path) -> None:
    path = tmp_path / "c"
    made = forgeries(path)
    assert next(made) == "true"
    assert uniclue.verify(path).claim == "count"
    for what in made:
        assert is_refused(path, "built-in"), what
        if HAS_DRAT_TRIM:
            assert is_refused(path, "drat-trim"), what


def test_a_cell_that_is_none(tmp_path: Path) -> None:
    """Two grids that differ in black cells alone are one solution."""
    puzzle = uniclue.load(ROOT / "examples" / "kakuro" / "small.json")
    uniclue.certify(puzzle, tmp_path / "c")
    files = contents(tmp_path / "c")
    grid = json.loads(files[SOLUTION])
    grid[0][0] = 5
    files[SOLUTIONS] = files[SOLUTION] + msgspec.json.encode(grid) + b"\n"
    cnf, names, _ = formula(puzzle, "", "auto", [], uniclue.__version__)
    out = io.BytesIO()
    dimacs.write(cnf, out, names.comments())
    files |= {FORMULA: out.getvalue(), MAP: names.to_json()}
    forge(tmp_path / "c", files, claim="several", solutions=2)
    assert str(refused(tmp_path / "c")).startswith("solutions.jsonl: line 2: ")


@pytest.mark.parametrize(
    "members",
    [
        *({"claim": "none"}, {"claim": "several"}, {"solutions": 2}, {"solutions": 0}),
        *({"commands": ("rm -rf .",)}, {"prover": None}, {"kind": "kakuro"}),
        *({"kind": "../kakuro"}, {"puzzle": "sha256:" + 64 * "0"}, {"form": "other"}),
        *({"cardinality": "native"}, {"cardinality": "none"}, {"encoding": 2}),
        *({"prover": "glucose4"}, {"version": 3}, {"uniclue": "0.2\nc"}, {"uniclue": "0.1.1"}),
    ],
    ids=str,
)
def test_odd_manifests(tmp_path: Path, originals: list[Path], members: dict[str, Any]) -> None:
    files = contents(originals[0])
    files |= dict.fromkeys((SOLUTIONS,), files[SOLUTION])
    forge(tmp_path / "c", files, **members)
    refused(tmp_path / "c")


@pytest.mark.parametrize("data", [b"", b"[]", b"{}", b"[" * 40_000, b"\xff", b"null"])
def test_unreadable_files(tmp_path: Path, originals: list[Path], data: bytes) -> None:
    for name in contents(originals[0]):
        files = contents(originals[0])
        if name == MANIFEST:
            shutil.copytree(originals[0], tmp_path / "c", dirs_exist_ok=True)
            (tmp_path / "c" / name).write_bytes(data)
        else:
            forge(tmp_path / "c", files | {name: data})
        assert refused(tmp_path / "c").file == name


NOT_WRITTEN: dict[str, tuple[str, Callable[[bytes], bytes]]] = {
    "a forged line": (SOLUTIONS, lambda data: data + data.splitlines(keepends=True)[0]),
    "a forged line without its end": (SOLUTION, lambda data: data + b"[]"),
    "no last newline": (SOLUTIONS, lambda data: data[:-1]),
    "another order of lines": (SOLUTIONS, lambda data: b"".join(data.splitlines(True)[::-1])),
    "another order of members": (
        PUZZLE,
        lambda data: (
            json.dumps(dict(reversed(json.loads(data).items())), indent=2).encode() + b"\n"
        ),
    ),
    "a member twice": (PUZZLE, lambda data: data.replace(b"{", b'{"kind": "animals",', 1)),
    "a byte order mark": (PUZZLE, lambda data: b"\xef\xbb\xbf" + data),
    "CRLF": (PUZZLE, lambda data: data.replace(b"\n", b"\r\n")),
    "spaces": (MAP, lambda data: data.replace(b":", b": ")),
    "a number in another form": (
        MAP,
        lambda data: data.replace(b":1,", b":1.0,", 1),
    ),
    "letters in another form": (SOLUTIONS, lambda data: data.replace(b"lion", b"\\u006cion")),
    "another comment": (FORMULA, lambda data: data.replace(b"uniclue", b"unicorn", 1)),
    "a comment in the proof": (LRAT, lambda data: b"c mine\n" + data),
    "blanks in the proof": (LRAT, lambda data: data.replace(b" ", b"  ", 1)),
    "an end to the proof as Windows has it": (LRAT, lambda data: data[:-1] + b"\r\n"),
    "blanks in the proof without hints": (PROOF, lambda data: data.replace(b" ", b"  ", 1)),
}


@pytest.mark.parametrize("what", NOT_WRITTEN)
def test_what_certify_does_not_write(tmp_path: Path, originals: list[Path], what: str) -> None:
    name, change = NOT_WRITTEN[what]
    files = contents(next(path for path in reversed(originals) if (path / name).exists()))
    assert change(files[name]) != files[name]
    forge(tmp_path / "c", files | {name: change(files[name])})
    assert refused(tmp_path / "c").file == name


def test_certificates_of_several_have_an_order(tmp_path: Path) -> None:
    """Those of version 1 had none; one of version 2 cannot pass for one of version 1."""
    uniclue.certify(sudoku(SEVERAL), tmp_path / "c")
    files = contents(tmp_path / "c")
    swapped = files | {SOLUTIONS: b"".join(files[SOLUTIONS].splitlines(True)[::-1])}
    forge(tmp_path / "c", swapped)
    assert refused(tmp_path / "c").file == SOLUTIONS
    for members in ({"version": 1}, {"differs": msgspec.UNSET}, {"differs": 1}):
        forge(tmp_path / "c", files, **members)
        assert refused(tmp_path / "c").file == MANIFEST
    forge(tmp_path / "c", swapped, version=1, differs=msgspec.UNSET)
    assert uniclue.verify(tmp_path / "c").claim == "several"


@pytest.mark.parametrize(
    "change",
    [
        lambda data: b"c mine\n" + data,
        lambda data: data.replace(b" ", b"  ", 1),
        lambda data: data[:-1] + b"\r\n",
        lambda data: data[:-2],
    ],
)
def test_certificates_without_hints(
    tmp_path: Path, originals: list[Path], change: Callable[[bytes], bytes]
) -> None:
    """Those of version 1 had a DRAT proof alone; hints cannot be left out of one of version 2."""
    old(originals[0], tmp_path / "c")
    steps = dict(uniclue.verify(tmp_path / "c", checker="built-in").steps)
    assert "hints" not in steps["proof"]
    assert "by their hints" in dict(uniclue.verify(originals[0]).steps)["proof"]
    files = contents(tmp_path / "c")
    forge(tmp_path / "c", files | {PROOF: change(files[PROOF])})
    assert refused(tmp_path / "c").file == PROOF
    forge(tmp_path / "c", files | {LRAT: b""}, version=2)
    assert refused(tmp_path / "c").file == LRAT


@pytest.mark.parametrize("name", ["-t", ".hidden", "drat-trim", SOLUTIONS, PUZZLE.upper()])
def test_other_files_are_refused(tmp_path: Path, name: str) -> None:
    uniclue.certify(sudoku(UNIQUE), tmp_path / "c")
    (tmp_path / "c" / name).write_text("")
    assert refused(tmp_path / "c").file == name


@pytest.mark.slow
def test_an_attack() -> None:
    summary = attack(250, seed=2)
    assert summary["failures"] == []
    assert summary["refused"] > 200


@pytest.mark.slow
def test_the_attack_finds_a_hole() -> None:
    with mock.patch.object(verify, "_differs", return_value=None):
        assert attack(80, seed=2)["failures"]


# -- the command line ------------------------------------------------------------------------------


def test_commands(run: Run, tmp_path: Path) -> None:
    done = run("unique", LEVEL50, "--certificate", tmp_path / "c")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith(f"\n\ncertificate: {tmp_path / 'c'}\n")
    done = run("verify", tmp_path / "c", "--puzzle", LEVEL50, "--checker", "built-in")
    assert (done.returncode, done.stderr) == (0, "")
    *steps, last = done.stdout.splitlines()
    titles = [step.partition(":")[0] for step in steps]
    assert titles == ["manifest", "puzzle", "solutions", "formula", "proof"]
    assert last == "verified: exactly one solution"
    timed = run("verify", tmp_path / "c", "--time-limit", "60", "--checker", "built-in")
    assert timed.stdout == done.stdout.replace(", the one given", "")
    answer = json.loads(run("verify", tmp_path / "c", "--json").stdout)
    assert (answer["claim"], answer["kind"]) == ("unique", "animals")


def test_a_count_and_its_limit(run: Run, tmp_path: Path) -> None:
    done = run("count", TWO, "--json", "--time-limit", "60", "--certificate", tmp_path / "c")
    assert json.loads(done.stdout)["certificate"] == str(tmp_path / "c")
    assert run("verify", tmp_path / "c").stdout.endswith("verified: exactly 2 solutions\n")
    done = run("count", TWO, "--limit", "1", "--certificate", tmp_path / "d")
    assert done.returncode == 30
    assert done.stdout.startswith("at least 1 solution (more than 1 solutions;")
    assert not (tmp_path / "d").exists()


def test_exit_codes(run: Run, tmp_path: Path) -> None:
    for command, code, said in [
        (("verify", tmp_path / "no"), 66, "no: No such file or directory"),
        (("verify", LEVEL50), 66, "expected a folder with a certificate"),
        (("verify", tmp_path), 65, "manifest.json: expected a file, got none"),
        (("verify", tmp_path, "--checker", "mine"), 64, "expected the checker to be one of"),
        (("verify", tmp_path, "--time-limit", "0"), 64, "expected a limit greater than 0"),
        (("verify", tmp_path, "--puzzle", tmp_path / "p"), 66, "p: No such file"),
        (("unique", LEVEL50, "--certificate", ROOT / "docs"), 64, "docs: expected an empty folder"),
        (("unique", LEVEL50, "--certificate", LEVEL50), 64, "expected a folder"),
        (("unique", LEVEL50, "--certificate", LEVEL50 / "c"), 66, "File exists"),
    ]:
        refused_command(code, said, *command)
    how = ("--cardinality", "native", "--solver", "minicard")
    assert run("unique", LEVEL50, *how, "--certificate", tmp_path / "c").returncode == 64


def test_time_is_up(run: Run, tmp_path: Path) -> None:
    uniclue.certify(uniclue.load(LEVEL50), tmp_path / "c")
    done = run("verify", tmp_path / "c", "--time-limit", "0.000001")
    assert (done.returncode, done.stdout) == (30, "")
    assert "unknown: time limit of 1e-06 s reached" in done.stderr


@pytest.mark.slow
def test_many_puzzles(run: Run, tmp_path: Path) -> None:
    text = "\n".join(map(json.dumps, [UNIQUE, SEVERAL, {"kind": "x"}, NONE]))
    (tmp_path / "many.jsonl").write_text(text)
    how = ("--certificate", tmp_path / "all", "--out", tmp_path / "out.jsonl")
    done = run("unique", tmp_path / "many.jsonl", *how, "--jobs", "2")
    assert done.returncode == 65
    lines = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert [line.get("status") for line in lines] == ["unique", "several", None, "none"]
    assert sorted(os.listdir(tmp_path / "all")) == ["1", "2", "4"]
    assert lines[1]["certificate"] == str(tmp_path / "all" / "2")
    assert uniclue.verify(tmp_path / "all" / "4").claim == "none"
    shutil.rmtree(tmp_path / "all" / "2")  # the next run makes it again
    kept = (tmp_path / "all" / "1" / MANIFEST).stat().st_mtime_ns
    run("unique", tmp_path / "many.jsonl", *how)
    assert uniclue.verify(tmp_path / "all" / "2").claim == "several"
    assert (tmp_path / "all" / "1" / MANIFEST).stat().st_mtime_ns == kept


def test_method_is_alone() -> None:
    """The two solutions of a certificate must not depend on puzzles answered before."""
    puzzle = sudoku(SEVERAL)
    first = decide.unique(puzzle, Method(alone=True)).solutions
    for other in (UNIQUE, SEVERAL, NONE, SEVERAL):
        decide.unique(sudoku(other))
    assert decide.unique(puzzle, Method(alone=True)).solutions == first
