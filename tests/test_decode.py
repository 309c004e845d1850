"""Decode: answers of real programs to exported questions, and answers that are to be refused."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import Any

import highspy
import msgspec
import pytest
import test_outside
from conftest import Run, example, refused_command, slow
from helpers import FEW, OF_EACH_SORT
from hypothesis import given
from hypothesis import strategies as st
from outside import cbc_says

import uniclue
from uniclue import AnswerError, Puzzle, PuzzleError
from uniclue.encoders import answers
from uniclue.encoders.names import VariableMap
from uniclue.formats.puzzle_json import dumps, from_members
from uniclue.solver_files.decode import decode, read_map

_more_programs = test_outside._more_programs


NONE, SUDOKU, TWO = (from_members(example("sudoku", n)) for n in (0, 1, 2))
(SOLUTION,) = uniclue.solve(SUDOKU, 2).solutions


def answer_of(puzzle: Puzzle, grid: Any) -> list[int]:
    """The literals of all cell variables, as a SAT solver would list them."""
    model = puzzle.model()
    true = set(model.literals_in(puzzle.read_grid(grid)).tolist())
    return [v if v in true else -v for v in model.cells.ravel().tolist()]


def sat(literals: list[int]) -> str:
    return f"s SATISFIABLE\nv {' '.join(map(str, literals))} 0\n"


def asked(puzzle: Puzzle, folder: Path, question: Any, ending: str = "cnf") -> VariableMap:
    """Exports a question to a file ``question.ENDING``; its map."""
    return uniclue.export(puzzle, folder / f"question.{ending}", question=question)


# -- real programs ---------------------------------------------------------------------------------


def program(line: str) -> Callable[[Path], bytes]:
    """A program that prints its answer, or writes it to the file ``OUT``; it reads ``IN``."""

    def ask(question: Path) -> bytes:
        test_outside.solver(line.split()[0])
        out = question.with_suffix(".answer")
        files = {"IN": str(question), "OUT": str(out)}
        words = [files.get(word, word) for word in line.split()]
        done = subprocess.run(words, capture_output=True, timeout=600, check=False)
        return out.read_bytes() if "OUT" in line else done.stdout

    return ask


def cbc(question: Path) -> bytes:
    return cbc_says(question.suffix, question.read_bytes())[1]


def highs(question: Path) -> bytes:
    package: Any = highspy
    program = package.Highs()
    program.setOptionValue("output_flag", False)
    program.readModel(str(question))
    program.run()
    program.writeSolution(str(question.with_suffix(".answer")), 0)
    return question.with_suffix(".answer").read_bytes()


PROGRAMS: dict[str, tuple[str, Callable[[Path], bytes]]] = {
    "kissat": ("cnf", program("kissat IN")),
    "cadical": ("cnf", program("cadical -q IN")),
    "picosat": ("cnf", program("picosat IN")),
    "cryptominisat": ("cnf", program("cryptominisat5 IN")),
    "minisat": ("cnf", program("minisat IN OUT")),
    "clasp on OPB": ("opb", program("clasp IN")),
    "clasp on WCNF": ("wcnf", program("clasp IN")),
    "CBC": ("lp", cbc),
    "CBC on MPS": ("mps", cbc),
    "GLPK": ("lp", program("glpsol --lp IN -w OUT")),
    "GLPK on MPS": ("mps", program("glpsol --freemps IN -w OUT")),
    "GLPK's report": ("mps", program("glpsol --freemps IN -o OUT")),
    "lp_solve": ("mps", program("lp_solve -S3 -fmps IN")),
    "HiGHS": ("lp", highs),
}
LONG = {("slitherlink", "CBC on MPS"), ("slitherlink", "lp_solve")}
"""Programs that take long for a kind; a quick run leaves them out."""
ONCE = {("slitherlink", "CBC"), ("hitori", "CBC on MPS")}
"""Those that answer the same file in the other format."""


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        case if case[0] in FEW and case not in LONG else slow(*case)
        for case in product(OF_EACH_SORT, PROGRAMS)
        if case not in ONCE
    ],
)
def test_answers_of_programs(kind: str, name: str, tmp_path: Path) -> None:
    ending, ask = PROGRAMS[name]
    for solutions in range(3 if kind in FEW else 2):
        puzzle = from_members(example(kind, solutions))
        variables = asked(puzzle, tmp_path, "solve", ending)
        found = decode(puzzle, ask(tmp_path / f"question.{ending}"), map=variables)
        assert found.status == ("solution" if solutions else "none")
        assert [puzzle.check(grid) for grid in found.solutions] == [[]] * min(solutions, 1)
        if solutions:
            variables = asked(puzzle, tmp_path, "unique", ending)
            text = ask(tmp_path / f"question.{ending}")
            found = decode(puzzle, text, map=variables)
            assert found.status == ("unique" if solutions == 1 else "several")
            assert [puzzle.check(grid) for grid in found.solutions] == [[]] * solutions
            assert len(set(found.solutions)) == solutions
            assert bool(found.differs) == (solutions == 2)
            assert found.question == "unique"


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_truncated_answer_is_never_wrong(name: str, tmp_path: Path) -> None:
    """Wherever a text breaks off: it is refused, or still says what the whole says."""
    ending, ask = PROGRAMS[name]
    for puzzle, allowed in ((SUDOKU, {"solution"}), (NONE, {"none"})):
        variables = asked(puzzle, tmp_path, "solve", ending)
        text = ask(tmp_path / f"question.{ending}")
        for end in {*range(0, len(text), max(1, len(text) // 150)), *range(len(text))[-40:]}:
            try:
                found = decode(puzzle, text[:end], map=variables)
            except AnswerError:
                continue
            assert found.status in allowed, text[:end]
            assert set(found.solutions) <= {SOLUTION}


# -- forms -----------------------------------------------------------------------------------------

SCIP = """\
solution status: optimal solution found
objective value:                                    0
x1                                                  1 \t(obj:0)
x11                                                 1 \t(obj:0)
"""
SCIP_NONE = "solution status: infeasible\nno solution available\n"
SCIP_PRINTS = """\
SCIP version 10.0.2 [precision: 8 byte] [memory: block] [mode: optimized]
SCIP Status        : problem is solved [infeasible]
no solution available
"""
HIGHS_PRINTS = """\
Running HiGHS 1.15.1 (git hash: 04024d7): Copyright (c) 2026 under MIT licence terms
Presolve: Infeasible
Solving report
  Model             none
  Status            Infeasible
  Primal bound      inf
"""
HIGHS_FILE = "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 0\n"
CBC_STOPPED = "Stopped on time (no integer solution - continuous used) - objective value 0.0\n"
CBC_SHORT = (
    "Optimal - objective value 0.00000000\n      0 x1     1    0\n      3 x4  0.9999999  0\n"
)
CLASP_MAXSAT = "c clasp version 3.3.5\nc Answer: 1\nv -1 2 0\no 1\ns OPTIMUM FOUND\nc\n"


@pytest.mark.parametrize(
    ("text", "status", "true"),
    [
        ("c x\ns SATISFIABLE\nv 1 -2\nc y\nv 3 0\n", "sat", [1, 3]),
        ("v 1 -2 0\ns SATISFIABLE", "sat", [1]),
        ("s SATISFIABLE\r\nv 1 0\r\n", "sat", [1]),
        ("s SATISFIABLE\nv 1 2 0\ns SATISFIABLE\nv 1 -2 0\n", "sat", [1]),
        ("SAT\n1 -2 0\n", "sat", [1]),
        ("UNSAT\n", "unsat", []),
        ("INDET\n", "unknown", []),
        ("s UNSATISFIABLE\n", "unsat", []),
        ("s UNKNOWN\n", "unknown", []),
        ("s SATISFIABLE\nv x1 -x2\nv x3\n", "sat", [1, 3]),
        ("c Answer: 1\nv x1 -x2\no 0\nc Answer: 2\nv -x1 x2\no 0\ns OPTIMUM FOUND\n", "sat", [2]),
        ("o 0\ns OPTIMUM FOUND\nv 1 -2 3\n", "sat", [1, 3]),
        ("o 2\no 0\ns OPTIMUM FOUND\nv 1001\n", "sat", [1, 4]),
        (CLASP_MAXSAT, "unsat", []),
        ("o 3\ns SATISFIABLE\nv 1001\n", "unknown", []),
        (SCIP, "sat", [1, 11]),
        (SCIP.partition("\n")[2], "sat", [1, 11]),
        (SCIP_NONE, "unsat", []),
        (SCIP_PRINTS, "unsat", []),
        ("solution status: time limit reached\nno solution available\n", "unknown", []),
        (HIGHS_PRINTS, "unsat", []),
        (HIGHS_PRINTS.replace("    Inf", "    Inf. or unb; "), "unknown", []),
        ("Model status\nTime limit reached\n\n# Primal solution values\nNone\n", "unknown", []),
        (CBC_STOPPED, "unknown", []),
        (CBC_SHORT, "sat", [1, 4]),
        ("Integer infeasible - objective value 0.0\n", "unsat", []),
        ("c Status: x\ns mip 1 2 u 0\nj 1 0\nj 2 0\ne o f\n", "unknown", []),
    ],
)
def test_forms(text: str, status: str, true: list[int]) -> None:
    reply = answers.read(text)
    assert reply.status == status
    assert [lit for lit in reply.literals.tolist() if lit > 0] == true
    assert answers.read(text.encode()).status == status


@pytest.mark.parametrize(
    ("text", "count", "exact"),
    [
        ("c s type pmc\ns SATISFIABLE\nc s exact arb int 288\n", 288, True),
        ("s mc 48\n", 48, True),
        ("s pmc 0\n", 0, True),
        ("c [appmc] Number of solutions is: 11*2**3\ns mc 88\n", 88, False),
        ("c s approx arb int 88\n", 88, False),
        ("c s exact double prec-sci 1.5e3\n", 1500, False),
        (f"s mc {10**300}\n", 10**300, True),
    ],
)
def test_counts(text: str, count: int, exact: bool, tmp_path: Path) -> None:
    reply = answers.read(text)
    assert (reply.count, reply.exact) == (count, exact)
    found = decode(SUDOKU, text, map=asked(SUDOKU, tmp_path, "count"))
    assert (found.status, found.count, found.complete) == ("counted", count, exact)
    with pytest.raises(AnswerError, match="a count"):
        decode(SUDOKU, text, map=asked(SUDOKU, tmp_path, "solve"))
    if count:
        assert decode(SUDOKU, text).count == count


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "got an empty text"),
        ("hello", "expected the answer of a solver, got 'hello'"),
        ("s SATISFIABLE\n", "values ('v' lines)"),
        ("s SATISFIABLE\nv 1 -2\n", "a 0 after the last literal"),
        ("s SATISFIABLE\nv 1 0\ns UNSATISFIABLE\n", "expected one status"),
        ("s SATISFIABLE\nv 1 -1 0\n", "variable 1 is both true and false"),
        ("s SATISFIABLE\nv 1 two 0\n", "got 'two'"),
        ("s SATISFIABLE\nv 99999999999999999999 0\n", "expected literals"),
        ("v 1 0\n", "expected a status"),
        ("s UNSATISFIABL", "expected a status"),
        ("SAT\n1 -2\n", "a 0 after the last literal"),
        ("SAT", "a 0 after the last literal"),
        ("UNSATIS", "expected SAT, UNSAT or INDET"),
        ("s mc 12", "the end of its line"),
        ("s mc many\n", "expected a count"),
        (f"s mc {'9' * 5000}\n", "expected a count"),
        ("c s exact arb rational 3\n", "a count"),
        ("Optimal - objective value 0\n 0 x12 0.5 0\n", "expected 0 or 1, got x12 = 0.5"),
        ("Optimal - objective value 0\n 0 x12 nan 0\n", "expected 0 or 1, got x12 = nan"),
        ("Optimal - objective value 0\n 0 x12 2 0\n", "got x12 = 2"),
        ("Optimal - objective value 0\n 0 x12 1 0\n 0 x13", "number, name, value"),
        ("Model status\n", "a status after"),
        (HIGHS_FILE, "# Columns"),
        (HIGHS_FILE + "# Columns 2\nx1 1\n", "'# Rows' after the columns"),
        (HIGHS_FILE + "# Columns 2\nx1 1\n# Rows 0\n", "as many columns"),
        ("c\ns mip 1 2 o 0\nj 1 0\n", "'e o f'"),
        ("c\ns mip 1 2 o 0\nj 1 0\ne o f\n", "2 columns, got 1"),
        ("c\ns bas 1 2 f f 0\nj 1 b 0 0\ne o f\n", "a solution in integers"),
        ("Actual values of the variables:\nx1 1\n", "those of the constraints"),
        (HIGHS_PRINTS.replace("Infeasible", "Optimal"), "--solution_file"),
    ],
)
def test_refused_forms(text: str, said: str) -> None:
    with pytest.raises(AnswerError, match=re.escape(said)) as error:
        answers.read(text)
    assert str(error.value).isprintable()
    assert len(str(error.value)) < 300


@given(st.binary(max_size=200) | st.text(alphabet="sv 01-x\nco.SATUN", max_size=60))
def test_any_text_is_read_or_refused(text: bytes | str) -> None:
    with suppress(AnswerError):
        decode(SUDOKU, text)


def test_a_long_text_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "MAX_BYTES", 2**20)
    with pytest.raises(AnswerError, match="at most 1 MB"):
        answers.read(b" " * (2**20 + 1))


# -- grids -----------------------------------------------------------------------------------------


def test_refused_grids() -> None:
    literals = answer_of(SUDOKU, SOLUTION)
    first = next(i for i, lit in enumerate(literals) if lit > 0)
    other = first + 1 if first % 4 != 3 else first - 1
    assert decode(SUDOKU, sat(literals)).solutions == (SOLUTION,)
    for change, said in (
        ({first: None}, r"gives variable 1 \(r1c1 = 1\) no value"),
        ({first: -1}, "r1c1 holds no value"),
        ({other: 1}, "r1c1 holds two values, 1 and 2"),
        ({first: -1, other: 1}, "the answer is no solution: clue: .*row: row 1 holds 2 at"),
    ):
        changed = [
            lit if i not in change else (change[i] or 0) * (i + 1) for i, lit in enumerate(literals)
        ]
        with pytest.raises(AnswerError, match=said):
            decode(SUDOKU, sat([lit for lit in changed if lit]))


def test_the_blocked_solution_is_refused(tmp_path: Path) -> None:
    variables = asked(SUDOKU, tmp_path, "unique")
    with pytest.raises(AnswerError, match="the solution that the question leaves out"):
        decode(SUDOKU, sat(answer_of(SUDOKU, SOLUTION)), map=variables)
    unique = decode(SUDOKU, "s UNSATISFIABLE\n", map=variables)
    assert (unique.status, unique.solutions) == ("unique", (SOLUTION,))
    assert "not checked" in str(unique.reason)


def test_a_question_that_blocks_all_solutions(tmp_path: Path) -> None:
    grids = uniclue.solve(TWO, 5).solutions
    variables = msgspec.structs.replace(asked(TWO, tmp_path, "unique"), blocked=grids)
    found = decode(TWO, "s UNSATISFIABLE\n", map=variables)
    assert (found.status, len(found.solutions)) == ("several", 2)
    assert str(found.reason).startswith("there is no other")


# -- maps ------------------------------------------------------------------------------------------


def test_a_map_as_json(tmp_path: Path) -> None:
    variables = asked(SUDOKU, tmp_path, "solve")
    text = msgspec.json.encode(variables)
    assert read_map(text) == variables
    for form in (text, text.decode(), variables):
        found = uniclue.decode(SUDOKU, sat(answer_of(SUDOKU, SOLUTION)), map=form)
        assert found.solutions == (SOLUTION,)


def test_a_stale_map_is_refused(tmp_path: Path) -> None:
    variables = asked(SUDOKU, tmp_path, "solve")
    with pytest.raises(PuzzleError, match=r"puzzle: .*sha256:.*sha256:"):
        decode(TWO, "s UNSATISFIABLE\n", map=variables)
    carried = from_members(example("sudoku", 1) | {"author": "ann"})
    assert decode(carried, "s UNSATISFIABLE\n", map=variables).status == "none"


@pytest.mark.parametrize(
    ("change", "path"),
    [
        (lambda m: m["cells"].pop(), "$.cells"),
        (lambda m: m["cells"][0].update(var=2), "$.cells"),
        (lambda m: m["cells"][0].update(var=10**30), "$.cells"),
        (lambda m: m["cells"][0].update(var=0), "$.cells"),
        (lambda m: m["cells"][0].update(value=9), "$.cells"),
        (lambda m: m["cells"][0].update(cell=[7, 7]), "$.cells"),
        (lambda m: m.update(cells=m["cells"] * 2), "$.cells"),
        (lambda m: m["blocked"].append([[1, 2]]), "$.blocked[1]"),
        (lambda m: m["blocked"][0][0].reverse(), "$.blocked[0]"),
        (lambda m: m["blocked"][0][0].__setitem__(0, None), "$.blocked[0]"),
        (lambda m: m.update(question="why"), "$.question"),
        (lambda m: m.update(extra=1), "$"),
        (lambda m: m.update(variables="many"), "$.variables"),
        (lambda m: m.pop("puzzle"), "$"),
    ],
)
def test_broken_maps_are_refused(
    change: Callable[[dict[str, Any]], object], path: str, tmp_path: Path
) -> None:
    members = json.loads(msgspec.json.encode(asked(SUDOKU, tmp_path, "unique")))
    change(members)
    with pytest.raises(PuzzleError) as error:
        decode(SUDOKU, "s UNSATISFIABLE\n", map=json.dumps(members))
    assert error.value.path.startswith(path)


def test_a_permuted_map_gives_no_wrong_grid(tmp_path: Path) -> None:
    members = json.loads(msgspec.json.encode(asked(SUDOKU, tmp_path, "solve")))
    cells = members["cells"]
    cells[0]["value"], cells[1]["value"] = cells[1]["value"], cells[0]["value"]
    with pytest.raises(AnswerError, match="no solution"):
        decode(SUDOKU, sat(answer_of(SUDOKU, SOLUTION)), map=json.dumps(members))


@pytest.mark.parametrize("text", ["", "{", "[]", "[" * 10000, b"\xff", "null"])
def test_what_is_no_map(text: str | bytes) -> None:
    with pytest.raises(PuzzleError):
        read_map(text)


# -- the command line ------------------------------------------------------------------------------


def test_command(run: Run, tmp_path: Path) -> None:
    puzzle, answer, names = (tmp_path / name for name in ("p.json", "answer", "map.json"))
    puzzle.write_bytes(dumps(SUDOKU))
    uniclue.export(SUDOKU, tmp_path / "q.cnf", question="unique", map=names)
    literals = answer_of(SUDOKU, SOLUTION)
    answer.write_text(sat(literals))
    done = run("decode", puzzle, answer)
    assert done.returncode == 0
    assert done.stdout.startswith("1 solution; there may be more\n\n1 3 | 2 4\n")
    assert run("decode", puzzle, "-", stdin=answer.read_bytes()).stdout == done.stdout
    assert run("decode", "-", answer, stdin=dumps(SUDOKU)).stdout == done.stdout
    told = json.loads(run("decode", puzzle, answer, "--json").stdout)
    assert (told["command"], told["status"], told["question"]) == ("decode", "solution", "solve")
    for options, text, code, said in (
        (("--map", tmp_path / "q.cnf"), "s UNSATISFIABLE\n", 0, "unique: exactly one solution\n"),
        (("--map", names), "s UNSATISFIABLE\n", 0, "unique: exactly one solution\n"),
        ((), "s UNKNOWN\n", 30, "unknown\nthe program reports unknown"),
        ((), "s mc 1\n", 0, "1 solution\n"),
        ((), "c s approx arb int 7\n", 0, "about 7 solutions\n"),
    ):
        done = run("decode", puzzle, "-", *options, stdin=text.encode())
        assert (done.returncode, done.stderr) == (code, "")
        assert done.stdout.startswith(said)
    for words, text, code, said in (
        ((puzzle, "-"), "s SATISFIABLE\nv 1", 65, "standard input: the answer breaks off"),
        ((puzzle, tmp_path / "none"), "", 66, "none: No such file"),
        ((tmp_path / "none", answer), "", 66, "none: No such file"),
        ((puzzle, answer, "--map", tmp_path / "none"), "", 66, "none: No such file"),
        ((puzzle, answer, "--map", answer), "", 65, "answer: $: expected JSON"),
        ((answer, answer), "", 65, "answer: $: expected JSON"),
        (("-", "-"), "", 64, "cannot both come from standard input"),
    ):
        refused_command(code, said, "decode", *words, stdin=text.encode())


def test_several_on_the_command_line(run: Run, tmp_path: Path) -> None:
    uniclue.dump(TWO, tmp_path / "p.json")
    variables = uniclue.export(
        TWO, tmp_path / "q.cnf", question="unique", map=tmp_path / "map.json"
    )
    (other,) = set(uniclue.solve(TWO, 5).solutions) - set(variables.blocked)
    text = sat(answer_of(TWO, other)).encode()
    done = run("decode", tmp_path / "p.json", "-", "--map", tmp_path / "map.json", stdin=text)
    assert done.returncode == 10
    assert done.stdout.startswith("several: at least two solutions, which differ in ")


# -- without a map ---------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["s UNSATISFIABLE\n", "UNSAT\n", "s mc 0\n"])
def test_a_no_to_nobody_knows_what_is_refused(run: Run, tmp_path: Path, text: str) -> None:
    """It would say "none" of a puzzle that has one solution, if *unique* was asked."""
    (puzzle := tmp_path / "p.json").write_bytes(dumps(SUDOKU))
    done = run("decode", puzzle, "-", stdin=text.encode())
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (65, "", 1)
    assert "expected the question's map, or its CNF itself, with --map" in done.stderr
    with pytest.raises(AnswerError, match="no solution, or that there is no other one"):
        decode(SUDOKU, text)


@pytest.mark.parametrize("kind", FEW)
@pytest.mark.parametrize("question", ["solve", "unique"])
def test_a_formula_says_what_its_map_says(kind: str, question: str, tmp_path: Path) -> None:
    puzzle = from_members(example(kind, 1))
    variables = asked(puzzle, tmp_path, question)
    formula = (tmp_path / "question.cnf").read_bytes()
    for text in ("s UNSATISFIABLE\n", sat(answer_of(puzzle, uniclue.solve(puzzle).solutions[0]))):
        if question == "unique" and text.startswith("s SAT"):
            with pytest.raises(AnswerError, match="leaves out"):
                decode(puzzle, text, map=formula)
        else:
            assert decode(puzzle, text, map=formula) == decode(puzzle, text, map=variables)


def test_a_formula_of_something_else_is_refused(tmp_path: Path) -> None:
    asked(SUDOKU, tmp_path, "unique")
    formula = (tmp_path / "question.cnf").read_text()
    no = "s UNSATISFIABLE\n"
    with pytest.raises(PuzzleError, match="the map of this puzzle"):
        decode(TWO, no, map=formula)
    bare = "".join(f"{line}\n" for line in formula.splitlines() if not line.startswith("c"))
    for text in (bare, formula[formula.index("\n") + 1 :]):
        with pytest.raises(PuzzleError, match="that export wrote"):
            decode(SUDOKU, no, map=text)
    block = -len(SUDOKU.places)
    cut = [line for line in formula.splitlines() if line.count(" ") != -block]
    with pytest.raises(PuzzleError, match="may break off"):
        decode(SUDOKU, no, map="\n".join(cut))
    other = [-literal for literal in answer_of(SUDOKU, SOLUTION) if literal > 0]
    other[0] = other[0] % -4 - 1  # another value in the first cell
    with pytest.raises(PuzzleError, match="expected a solution"):
        decode(SUDOKU, no, map="\n".join([*cut, f"{' '.join(map(str, other))} 0", ""]))
