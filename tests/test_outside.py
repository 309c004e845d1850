"""Outside programs as solvers: the real ones, and some that misbehave."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from conftest import ROOT, Run, examples, lives, refused_command, soon, start
from fuzz.liars import attack
from helpers import FEW, OF_EACH_SORT, quickly
from msgspec.structs import replace
from processes import POSIX

import uniclue
from uniclue import Verdict
from uniclue.core.kinds import find_kind
from uniclue.encoders import answers
from uniclue.formats.puzzle_json import dumps, from_members
from uniclue.solvers import decide, outside
from uniclue.solvers.decide import method
from uniclue.solvers.outside import KNOWN, program

STATUS = {0: "none", 1: "unique", 2: "several"}
PUZZLES = [(from_members(e.puzzle), e) for kind in OF_EACH_SORT for e in find_kind(kind).examples]
SEVERAL = from_members(
    {"kind": "sudoku", "box": [2, 2], "grid": [[1, 0, 0, 0], [0, 0, 3, 0], [0, 0, 0, 0], [0] * 4]}
)
"""A sudoku with open cells, so that a program is asked about something."""

HIGHS = """\
import sys, highspy
program = highspy.Highs()
program.readModel(sys.argv[-1])
program.run()
program.writeSolution(sys.argv[sys.argv.index("--solution_file") + 1], 0)
"""
"""What the program ``highs`` does with our arguments; the package highspy brings no program."""


@pytest.fixture(autouse=True)
def _more_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Puts the programs that come with Python packages on the PATH."""
    for folder in map(Path, sys.path):
        if (found := folder / "sage_wheels" / "bin").is_dir():
            monkeypatch.setenv("PATH", f"{os.environ['PATH']}{os.pathsep}{found}")


def solver(command: str) -> str:
    """A program as a solver; the test is skipped if it is not installed."""
    name = command.split()[0]
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not installed")
    return f"cmd:{command}"


def script(path: Path, text: str) -> str:
    """A program of our own, as a solver."""
    path.write_text(text)
    path.chmod(0o755)
    return f"cmd:{path}"


def shell(path: Path, text: str) -> str:
    return script(path / "program", f"#!/bin/sh\n{text}")


# -- real programs ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command",
    [
        *("kissat", "kissat -q", "cadical -q", "minisat", "cryptominisat5", "clasp", "picosat"),
        *("clasp {opb}", "cbc", "cbc -import {mps} -solve -solution {out}"),
        *("glpsol", "glpsol --freemps {mps} --write {out}", "lp_solve"),
    ],
)
@pytest.mark.slow
def test_programs_say_what_we_say(command: str) -> None:
    name = solver(command)
    for puzzle, case in PUZZLES:
        verdict = uniclue.unique(puzzle, solver=name)
        assert verdict.status == STATUS[len(case.solutions)], (case.name, verdict.reason)
        assert verdict.solver == name
        found = uniclue.solve(puzzle, 3, solver=name)
        ours = uniclue.solve(puzzle, 3, solver="glucose4")
        assert len(set(found.solutions)) == len(ours.solutions)
        assert found.complete == ours.complete


@POSIX
@pytest.mark.parametrize("kind", quickly(OF_EACH_SORT, FEW))
@pytest.mark.slow
def test_highs(tmp_path: Path, kind: str) -> None:
    pytest.importorskip("highspy")
    name = script(tmp_path / "highs", f"#!{sys.executable}\n{HIGHS}")
    for case in find_kind(kind).examples[:2]:
        verdict = uniclue.unique(from_members(case.puzzle), solver=name)
        assert verdict.status == STATUS[len(case.solutions)], case.name
        assert verdict.encoder == "ilp"


def test_both_encoders_with_one_program() -> None:
    for command in ("cadical -q", "cbc"):
        name = solver(command)
        for puzzle, case in PUZZLES[::4]:
            verdict = uniclue.unique(puzzle, encoder="both", solver=name)
            assert verdict.status == STATUS[len(case.solutions)]
            assert name in verdict.solver.split(", ")


def test_cardinality_reaches_the_program() -> None:
    name = solver("cadical -q")
    animals = examples("animals")[0]
    sizes = [
        uniclue.unique(animals, solver=name, cardinality=how).work[0].sizes["clauses"]
        for how in ("seqcounter", "totalizer")
    ]
    assert sizes[0] != sizes[1]
    verdict = uniclue.unique(animals, solver=name, cardinality="ladder")
    assert verdict.work[0].fallbacks == ("seqcounter",)


@pytest.mark.slow
def test_many_puzzles_and_resuming(run: Run, tmp_path: Path) -> None:
    name = solver("cadical -q")
    lines, out = tmp_path / "puzzles.jsonl", tmp_path / "out.jsonl"
    lines.write_bytes(b"".join(dumps(puzzle) + b"\n" for puzzle, _ in PUZZLES))
    command = ("unique", lines, "--solver", name, "--jobs", "2", "--out", out)
    assert run(*command).returncode == 0
    whole = out.read_bytes().splitlines(keepends=True)
    statuses = [json.loads(line)["status"] for line in whole]
    assert statuses == [STATUS[len(case.solutions)] for _, case in PUZZLES]
    out.write_bytes(b"".join(whole[:5]))
    assert run(*command).returncode == 0
    assert out.read_bytes().splitlines(keepends=True)[:5] == whole[:5]
    done = run("unique", lines, "--solver", solver("picosat"), "--out", out)
    assert done.returncode == 65
    assert "results of this request" in done.stderr
    done = run("unique", "-", "--solver", name, "--jobs", "2", stdin=dumps(SEVERAL))
    assert done.returncode == 10  # no race: the program alone answers
    assert name in done.stdout


def test_kinds_lists_programs(run: Run) -> None:
    name = solver("minisat")
    assert name in run("kinds", "--solvers").stdout.split()


# -- names -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "options", "said"),
    [
        ("cmd:no-such-program", {}, "'no-such-program', which is not found"),
        ("cmd:", {}, "a program after cmd:"),
        ("cmd:cadical 'q", {}, "No closing quotation"),
        ("cmd:python {cnf} {lp}", {}, "expected one of {cnf}, {opb}, {lp}, {mps}"),
        ("cmd:python {out}", {}, "expected one of {cnf}, {opb}, {lp}, {mps}"),
        ("cmd:python", {"encoder": "ilp"}, "cmd:python needs the encoder cnf"),
        ("cmd:python {lp}", {"encoder": "cnf"}, "needs the encoder ilp"),
        ("cmd:python {opb}", {"cardinality": "totalizer"}, "is for the cnf encoder"),
        ("cmd:python", {"conflict_limit": 5}, "takes no conflict limit"),
        ("cmd:python", {"prove": None}, "--prove: python is not known to write proofs"),
        ("cmd:python {opb}", {"prove": None}, "is not known to write proofs"),
        ("cmd:python {proof}", {"prove": None}, "expected one of {cnf}, {opb}"),
        ("cadical195", {"prove": None}, "--prove is for outside programs"),
        ("cmd:python", {"cardinality": "native"}, "native cardinality needs"),
    ],
)
def test_usage(
    name: str, options: dict[str, Any], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = Path(sys.executable).parent
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    words = [w for key, value in options.items() for w in (f"--{key}", value) if w is not None]
    words = [str(word).replace("_", "-") for word in words]
    refused_command(64, said, "unique", "-", "--solver", name, *words, stdin=dumps(SEVERAL))


def test_encodings_are_of_pysat() -> None:
    name = f"cmd:'{sys.executable}'"
    refused_command(
        64, "a SAT solver of PySAT", "encodings", "-", "--solver", name, stdin=dumps(SEVERAL)
    )


def test_encoders_are_implied() -> None:
    python = sys.executable
    assert method(solver=f"cmd:'{python}' x").encoder == "cnf"
    for place in ("opb", "lp", "mps"):
        assert method(solver=f"cmd:'{python}' {{{place}}}").encoder == "ilp"
    both = method("both", f"cmd:'{python}' {{lp}}")
    assert [part.solver_name() for part in both.parts()] == ["cadical195", both.solver]
    for name, known in KNOWN.items():
        if shutil.which(name):
            made = program(f"cmd:{name} -x")
            assert made.format == known.format
            assert made.words[1:] == ("-x", *known.arguments)


# -- programs that misbehave -----------------------------------------------------------------------


@POSIX
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("exit 0", "an empty text; it wrote nothing"),
        ("echo hello; exit 0", "expected the answer of a solver"),
        ("echo cannot >&2; exit 3", "exit code 3; it wrote 'cannot'"),
        ("echo s UNSATISFIABLE; exit 1", "exit code 1; it wrote 's UNSATISFIABLE'"),
        ("echo s UNSATISFIABLE; kill -SEGV $$", "signal 11; it wrote 's UNSATISFIABLE'"),
        ("echo s UNSATISFIABLE; exit 10", "exit code 10, but its answer is unsat"),
        ("echo s SATISFIABLE; exit 10", "values ('v' lines)"),
        ("echo s SATISFIABLE; echo v 1 -2; exit 10", "a 0 after the last literal"),
        ("echo s SATISFIABLE; echo v 1 -1 0; exit 10", "variable 1 is both true and false"),
        ("echo s SATISFIABLE; echo v 0; exit 10", "a grid that breaks a rule: "),
        ("echo s UNKNOWN; exit 0", "gave up: unknown"),
        ("echo s UNSAT; exit 20", "expected a status"),
        (r"printf 's SAT\033[31m\000\n'; exit 0", "expected a status"),
    ],
)
def test_no_answer_is_unknown(tmp_path: Path, text: str, said: str) -> None:
    verdict = uniclue.unique(SEVERAL, solver=shell(tmp_path, text))
    assert verdict.status == "unknown"
    assert verdict.solutions == ()
    assert said in str(verdict.reason)
    assert str(verdict.reason).isprintable()
    assert len(str(verdict.reason)) < 1000
    assert uniclue.solve(SEVERAL, solver=verdict.solver).reason == verdict.reason
    assert uniclue.count(SEVERAL, solver=verdict.solver).reason == verdict.reason


def always(answer: str) -> str:
    """A SAT solver that says the same again and again."""
    return f"echo s SATISFIABLE; echo v {answer} 0; exit 10"


@POSIX
def test_lies_give_no_verdict(run: Run, tmp_path: Path) -> None:
    name = solver("cadical -q")
    copy = tmp_path / "answer"
    first = shell(tmp_path, f"cadical -q \"$1\" >'{copy}'; cat '{copy}'; exit 10")
    assert uniclue.solve(SEVERAL, solver=first).solutions
    words = copy.read_text().replace("v ", "").split()[2:-1]
    again = uniclue.unique(SEVERAL, solver=shell(tmp_path, always(" ".join(words))))
    assert (again.status, len(again.solutions)) == ("unknown", 1)
    assert "a solution that was to be left out" in str(again.reason)
    swapped = [w if int(w) < 0 else f"-{w}" for w in words]
    wrong = shell(tmp_path, always(" ".join(swapped)))
    done = run("unique", "-", "--solver", wrong, stdin=dumps(SEVERAL))
    assert done.returncode == 30
    assert "breaks a rule: " in done.stdout
    liar = shell(tmp_path, "echo s UNSATISFIABLE; exit 20")
    done = run("unique", "-", "--solver", liar, "--encoder", "both", stdin=dumps(SEVERAL))
    assert (done.returncode, done.stderr) == (30, "")
    assert f"disagree: cnf ({liar}) gives none, ilp (cbc) gives several, and {liar}" in done.stdout
    for command in (
        ("unique", "--why"),
        ("export", "--question", "unique", "-o", tmp_path / "q.cnf"),
    ):
        done = run(*command, "-", "--solver", liar, stdin=dumps(SEVERAL))
        assert f"{liar} reports" in done.stdout + done.stderr
        assert "please report" not in done.stdout + done.stderr
    once = f"[ -e '{copy}.' ] && {{ {UNSAT}; }}; touch '{copy}.'; exec cadical -q \"$1\""
    done = run("clues", "-", "--solver", shell(tmp_path, once), stdin=dumps(SEVERAL))
    assert "reports unique, which is wrong: there is one more solution" in done.stdout
    assert uniclue.unique(SEVERAL, solver=name).status == "several"


UNSAT = "echo s UNSATISFIABLE; exit 20"


@POSIX
def test_lies_of_solvers_of_ours_are_defects(tmp_path: Path) -> None:
    """What the program says is right here: both solutions were judged."""
    name = solver("cadical -q")
    wrong = uniclue.unique(examples("sudoku")[0], solver=shell(tmp_path, UNSAT))
    assert (wrong.status, wrong.verified) == ("none", False)
    ours = replace(wrong, work=(replace(wrong.work[0], solver="cbc"),), solver="cbc")
    right = uniclue.unique(SEVERAL, solver=name)
    with pytest.raises(uniclue.DisagreementError, match="please report"):
        decide._agreed(right, ours)
    assert decide._agreed(right, wrong).status == "unknown"


@POSIX
@pytest.mark.parametrize("question", ["unique", "solve", "count", "check"])
def test_an_unproved_no(run: Run, tmp_path: Path, question: str) -> None:
    members = json.loads(dumps(SEVERAL)) | {"solution": [[1, 0, 0, 0], *[[0] * 4] * 3]}
    puzzle, liar = json.dumps(members).encode(), shell(tmp_path, UNSAT)
    done = run(question, "-", "--solver", liar, stdin=puzzle)
    assert done.stdout.splitlines()[0].endswith(" (not verified)")
    assert f"\nnot verified: {liar} reports that there is no (other) solution; " in done.stdout
    answer = json.loads(run(question, "-", "--solver", liar, "--json", stdin=puzzle).stdout)
    assert answer["verified"] is False
    ours = json.loads(run(question, "-", "--json", stdin=puzzle).stdout)
    assert "verified" not in ours


# -- proofs ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["cadical -q", "kissat", "cryptominisat5", "cadical {cnf}"])
def test_proofs_of_programs_are_checked(run: Run, command: str) -> None:
    name = solver(command)
    for puzzle, case in PUZZLES[:: 1 if "kissat" in command else 4]:
        verdict = uniclue.unique(puzzle, solver=name, prove=True)
        assert verdict.status == STATUS[len(case.solutions)], (case.name, verdict.reason)
        assert verdict.verified is (msgspec.UNSET if verdict.status == "several" else True)
    done = run("count", "-", "--solver", name, "--prove", stdin=dumps(PUZZLES[0][0]))
    assert "\nverified: there is no (other) solution, by a proof" in done.stdout


@POSIX
@pytest.mark.parametrize(
    ("proof", "said"),
    [
        ("", "wrote no proof"),
        ("0", "line 1: the empty clause does not follow"),
        ("1 0", "expected the empty clause"),
        ("1 0\n0", "line 1: the lemma does not follow"),
        ("a\002\000a\000", "line 1: expected literals"),
        ("o 1 1 0\na 2 0", "the empty clause does not follow"),
        ("1 99999999999 0", "line 1: expected literals"),
    ],
)
def test_proofs_that_show_nothing(tmp_path: Path, proof: str, said: str) -> None:
    liar = shell(tmp_path, f"printf '{proof}' >\"$2\"; {UNSAT}") + " {cnf} {proof}"
    verdict = uniclue.unique(SEVERAL, solver=liar, prove=True)
    assert (verdict.status, verdict.verified) == ("unknown", msgspec.UNSET)
    assert f"{liar} reports that there is no solution, but" in str(verdict.reason)
    assert said in str(verdict.reason)
    assert uniclue.unique(SEVERAL, solver=liar).verified is False


@POSIX
def test_proofs_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "MAX_PROOF_BYTES", 2**20)
    name = shell(tmp_path, 'yes 1 0 >"$2"') + " {cnf} {proof}"
    verdict = uniclue.unique(SEVERAL, solver=name, prove=True, time_limit=60)
    assert "wrote more than 1 MB" in str(verdict.reason)


def test_a_run_that_continues_wants_proofs(run: Run, tmp_path: Path) -> None:
    name, lines = solver("cadical -q"), tmp_path / "puzzles.jsonl"
    lines.write_bytes(dumps(examples("animals")[0]) + b"\n")
    for prove in [], ["--prove"], []:
        run("unique", lines, "--solver", name, "--out", tmp_path / "out.jsonl", *prove)
    assert json.loads((tmp_path / "out.jsonl").read_text())["verified"] is True


@POSIX
@pytest.mark.slow
def test_liars() -> None:
    summary = attack(60, seed=2)
    assert summary["failures"] == []
    assert len(summary["verdicts"]) > 4


# -- where programs are and run --------------------------------------------------------------------


@POSIX
def test_programs_run_in_a_private_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A word that names a file here still does there."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.txt").write_text("")
    shell(tmp_path, f"(pwd; echo $*) >'{tmp_path}/seen'; {UNSAT}")
    uniclue.unique(SEVERAL, solver="cmd:./program mine.txt -x none.txt {cnf}")
    where, words = (tmp_path / "seen").read_text().splitlines()
    assert words == f"{tmp_path}/mine.txt -x none.txt {where}/question.cnf"
    assert not Path(where).exists()


@POSIX
@pytest.mark.parametrize("path", ["", ".", "bin", "bin:"])
def test_relative_entries_of_the_path_do_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    (tmp_path / "bin").mkdir()
    for folder in (tmp_path, tmp_path / "bin"):
        shell(folder, UNSAT)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"{path}:/usr/bin:/bin")
    with pytest.raises(ValueError, match="is not found"):
        program("cmd:program")
    monkeypatch.setenv("PATH", f"{path}:{tmp_path}/bin")
    assert program("cmd:program").words[0] == f"{tmp_path}/bin/program"


@POSIX
def test_a_proof_finds_a_lie_out(tmp_path: Path) -> None:
    liar = shell(tmp_path, "echo s UNSATISFIABLE; exit 20")
    assert uniclue.unique(SEVERAL, solver=liar).status == "none"
    verdict = uniclue.certify(SEVERAL, tmp_path / "certificate", solver=liar)
    assert isinstance(verdict, Verdict)
    assert verdict.status == "unknown"
    assert "reports that there is no other solution, but" in str(verdict.reason)
    assert not (tmp_path / "certificate").exists()
    name, unique = solver("cadical -q"), examples("animals")[0]
    assert uniclue.certify(unique, tmp_path / "certificate", solver=name).solver == name
    uniclue.verify(tmp_path / "certificate", puzzle=unique)


@POSIX
@pytest.mark.parametrize("where", ["", '>"$2"', ">&2"])
def test_babble_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str) -> None:
    monkeypatch.setattr(answers, "MAX_BYTES", 2**20)
    name = shell(tmp_path, f"yes s UNSATISFIABLE {where}") + " {cnf} {out}"
    limit = 1.0 if where == ">&2" else 60.0  # errors are read and forgotten
    verdict = uniclue.unique(SEVERAL, solver=name, time_limit=limit)
    assert verdict.status == "unknown"
    assert ("time limit" if where == ">&2" else "wrote more than 1 MB") in str(verdict.reason)


@POSIX
def test_files_are_where_the_places_are(tmp_path: Path) -> None:
    """A path with blanks, quotes in the command, and an answer in a file."""
    (tmp_path / "a b").mkdir()
    copy = tmp_path / "question.opb"
    text = f"cp \"${{1#--in=}}\" '{copy}'; echo 's UNSATISFIABLE' >\"$3\"; echo s UNKNOWN; exit 20"
    name = shell(tmp_path / "a b", text).replace("cmd:", "cmd:'") + "' --in={opb} -o {out}"
    assert uniclue.unique(SEVERAL, solver=name).status == "none"
    assert copy.read_text().startswith("* #variable= ")


# -- nothing survives ------------------------------------------------------------------------------

SLEEPER = """\
trap '' TERM INT HUP
sleep 1000 &
child=$!
(trap '' TERM INT HUP; sleep 1000) &
echo $$ $child $! $PPID >"{pids}.part"
mv "{pids}.part" "{pids}"
wait
sleep 1000
"""


class Sleeper:
    """A program that sleeps for ever, and so do its children."""

    def __init__(self, folder: Path) -> None:
        self.pids = folder / "pids"
        self.solver = shell(folder, SLEEPER.format(pids=self.pids))
        self.temporary = folder / "tmp"
        self.temporary.mkdir()
        self.puzzle = folder / "puzzle.json"
        self.puzzle.write_bytes(dumps(SEVERAL))

    def start(self, *options: str) -> subprocess.Popen[bytes]:
        """Asks it in a process of its own, and waits until it sleeps."""
        words: list[str | Path] = ["unique", self.puzzle, "--solver", self.solver, *options]
        process = start(*words, TMPDIR=str(self.temporary))
        assert soon(self.pids.exists)
        return process

    def processes(self) -> list[int]:
        """The program and its children."""
        return [int(word) for word in self.pids.read_text().split()[:3]]

    def asker(self) -> int:
        """The process that ran the program."""
        return int(self.pids.read_text().split()[3])

    def is_gone(self) -> bool:
        """Whether nothing is left of it, its files included."""
        return soon(lambda: not any(map(lives, self.processes()))) and soon(
            lambda: not any(self.temporary.iterdir())
        )


@POSIX
def test_time_limit_ends_program_and_children(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sleeper = Sleeper(tmp_path)
    monkeypatch.setattr("tempfile.tempdir", str(sleeper.temporary))
    verdict = uniclue.unique(SEVERAL, solver=sleeper.solver, time_limit=1)
    assert verdict.reason == "time limit of 1 s reached"
    assert sleeper.is_gone()


@POSIX
@pytest.mark.slow
def test_time_limit_of_a_worker(tmp_path: Path) -> None:
    sleeper = Sleeper(tmp_path)
    process = sleeper.start("--time-limit", "1")
    assert b"unknown: time limit of 1 s reached" in process.communicate()[0]
    assert process.returncode == 30
    assert sleeper.is_gone()


@POSIX
def test_interrupt_ends_program(tmp_path: Path) -> None:
    sleeper = Sleeper(tmp_path)
    process = sleeper.start()
    process.send_signal(signal.SIGINT)
    assert process.communicate() == (b"", b"uniclue: interrupted\n")
    assert process.returncode == 130
    assert sleeper.is_gone()


@POSIX
@pytest.mark.parametrize("options", [(), ("--time-limit", "100")], ids=["here", "in a worker"])
def test_program_dies_with_us(tmp_path: Path, options: tuple[str, ...]) -> None:
    sleeper = Sleeper(tmp_path)
    process = sleeper.start(*options)
    process.kill()
    process.communicate()
    assert sleeper.is_gone()


@POSIX
def test_program_dies_with_the_worker(tmp_path: Path) -> None:
    sleeper = Sleeper(tmp_path)
    process = sleeper.start("--time-limit", "100")
    assert sleeper.asker() != process.pid
    os.kill(sleeper.asker(), signal.SIGKILL)
    assert b"the worker process died (signal 9)" in process.communicate()[0]
    assert sleeper.is_gone()


@POSIX
def test_children_that_outlive_the_program_are_ended(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    text = f"sleep 1000 & echo $! >'{pids}'; echo s UNSATISFIABLE; exit 20"
    assert uniclue.unique(SEVERAL, solver=shell(tmp_path, text)).status == "none"
    assert soon(lambda: not lives(int(pids.read_text())))


AFTER_ANOTHER_PROGRAM = """
import highspy, uniclue
program = highspy.Highs()
program.setOptionValue("output_flag", False)
program.setOptionValue("threads", 3)
program.addVar(0, 1)
program.run()
puzzle = uniclue.load("examples/sudoku/nine.json")
print(uniclue.unique(puzzle, encoder="ilp", solver="highs").status)
"""


def test_highs_answers_whatever_threads_it_had_before() -> None:
    """Threads belong to the process: HiGHS refuses a program that asks for another number."""
    words = [sys.executable, "-c", AFTER_ANOTHER_PROGRAM]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout.split()[-1:] == ["unique"], done.stderr
