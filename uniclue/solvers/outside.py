"""Outside programs as solvers: ``--solver cmd:kissat``, ``--solver 'cmd:prog --in {opb}'``.

The open part is written to a file, the program is run on it, and its answer is read; once for every
solution, and each solution is excluded from the next file by a clause (a row) over the cells. The
program's answer is judged like any solver's: a grid that breaks a rule is no solution, and a text
that is no answer gives "unknown".

A program that says that there is no solution is believed, and the answer says so, unless it also
writes a proof: :meth:`OutsideSession.next`.
"""

from __future__ import annotations

import os
import re
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Literal, NamedTuple

from uniclue.core.arrays import np
from uniclue.core.model import NO_BOUND, Bools, Ints, Model, Rows, Value, View, running
from uniclue.encoders import answers, dimacs, lp, mps, opb
from uniclue.encoders.answers import AnswerError, Reply
from uniclue.encoders.cnf import Cnf, encode_rows
from uniclue.propagation.simplify import Simplified
from uniclue.solvers import drat, programs
from uniclue.solvers.cuts import Cuts
from uniclue.solvers.limits import Clock, LimitReachedError
from uniclue.solvers.names import OUTSIDE
from uniclue.solvers.projection import Projection

Format = Literal["cnf", "opb", "lp", "mps"]
FORMATS: tuple[Format, ...] = ("cnf", "opb", "lp", "mps")
SHOWN = 300
"""Characters of a program's text that a reason shows."""
ENDED = frozenset({0, 10, 20, 30})
"""Exit codes of programs that have answered: 10 satisfiable, 20 unsatisfiable, 30 an optimum."""


MAX_PROOF_BYTES, MAX_LINE = 2**28, 2**24
"""Bytes of a proof, and of a line of it; a program that writes a longer one is ended."""


class _Usage(NamedTuple):
    """What a program reads, the arguments after the user's own, and its other exit codes.

    ``proof`` are the arguments with which it writes a proof; empty if it writes none as DRAT or
    FRAT in text.
    """

    format: Format
    arguments: tuple[str, ...]
    codes: frozenset[int] = frozenset()
    proof: tuple[str, ...] = ()


_DIMACS = _Usage("cnf", ("{cnf}",))
_PROVES = _DIMACS._replace(proof=("--no-binary", "{proof}"))
KNOWN = {
    "cadical": _PROVES,
    "clasp": _DIMACS,
    "cryptominisat5": _DIMACS._replace(proof=("{proof}",)),
    "kissat": _PROVES,
    "picosat": _DIMACS,
    "minisat": _Usage("cnf", ("{cnf}", "{out}")),
    "glucose": _Usage("cnf", ("{cnf}", "{out}")),
    "cbc": _Usage("lp", ("-import", "{lp}", "-solve", "-solution", "{out}")),
    "glpsol": _Usage("lp", ("--lp", "{lp}", "-o", "{out}")),
    "highs": _Usage("lp", ("--solution_file", "{out}", "{lp}")),
    "scip": _Usage("lp", ("-f", "{lp}")),
    "lp_solve": _Usage("mps", ("-fmps", "{mps}", "-S3"), frozenset({1, 2})),
}
"""Programs whose arguments we know, by name."""
_PLACE = re.compile(r"\{(cnf|opb|lp|mps|out|proof)\}")


@dataclass(frozen=True, slots=True)
class Program:
    """An outside program and how it is called.

    Attributes:
        solver: Its name as a solver: ``cmd:`` and what the user wrote.
        words: The command, with places such as ``{cnf}`` where files go.
        format: What it reads.
        codes: Exit codes with which it ends when it has answered.
    """

    solver: str
    words: tuple[str, ...]
    format: Format
    codes: frozenset[int] = ENDED

    @property
    def encoder(self) -> Literal["cnf", "ilp"]:
        """The encoder it needs: clauses, or rows."""
        return "cnf" if self.format == "cnf" else "ilp"

    def command(self, files: dict[str, str]) -> list[str]:
        """The command with the files in their places."""
        return [_PLACE.sub(lambda place: files[place[1]], word) for word in self.words]


def program(solver: str, prove: bool = False) -> Program:
    """The outside program that a solver's name ``cmd:...`` stands for.

    It runs in a folder of its own, so words that name a file here become absolute paths.

    Args:
        solver: The name.
        prove: Whether it is to write a proof when it says that there is no solution.

    Raises:
        ValueError: There is no such program, it is not clear what it reads, or it writes no proofs.
    """
    words = _split(solver.removeprefix(OUTSIDE))
    if not words:
        raise ValueError("expected a program after cmd:, got nothing")
    used = set(_PLACE.findall(" ".join(words[1:])))
    formats = [name for name in FORMATS if name in used]
    if len(formats) > 1 or (used and not formats):
        raise ValueError(f"expected one of {{cnf}}, {{opb}}, {{lp}}, {{mps}} in {solver!r}")
    path = programs.find(words[0])
    if path is None:
        raise ValueError(
            f"expected a program that can be run, got {words[0]!r}, which is not found"
        )
    name = Path(words[0]).name.lower().removesuffix(".exe")
    usage = KNOWN.get(name, _DIMACS)
    format = formats[0] if formats else usage.format
    command = (path, *map(_absolute, words[1:]), *(() if formats else usage.arguments))
    if prove and "proof" not in used:
        if format != "cnf" or not usage.proof:
            provers = ", ".join(known for known, its in KNOWN.items() if its.proof)
            raise ValueError(
                f"--prove: {name} is not known to write proofs, as {provers} do; "
                "show with {cnf} and {proof} how to call it"
            )
        command += usage.proof
    return Program(solver, command, format, ENDED | usage.codes)


def _absolute(word: str) -> str:
    """The word, as an absolute path if it names a file or a folder here."""
    is_path = not word.startswith("-") and os.path.exists(word)
    return os.path.abspath(word) if is_path else word


def _split(text: str) -> list[str]:
    """The words of a command line."""
    try:
        if os.name == "posix":
            return shlex.split(text)
        return [word.strip("\"'") for word in shlex.split(text, posix=False)]
    except ValueError as error:
        raise ValueError(f"expected a command after cmd:, got {text!r} ({error})") from error


def installed_programs() -> dict[str, list[str]]:
    """The known programs that are installed, as solvers' names, by the encoder they need."""
    installed = [
        (usage.format, OUTSIDE + name) for name, usage in KNOWN.items() if programs.find(name)
    ]
    return {
        "cnf": [solver for format, solver in installed if format == "cnf"],
        "ilp": [solver for format, solver in installed if format != "cnf"],
    }


# -- running ---------------------------------------------------------------------------------------


def _run(program: Program, folder: str, files: dict[str, str], clock: Clock) -> programs.Ended:
    """Runs a program until it ends.

    Raises:
        LimitReachedError: The time is up, or it wrote too much.
        OSError: It cannot be run.
    """
    bounds = {"": answers.MAX_BYTES, files["out"]: answers.MAX_BYTES}
    bounds[files["proof"]] = MAX_PROOF_BYTES
    return programs.run(program.solver, program.command(files), folder, bounds, clock)


def _reply(program: Program, ended: programs.Ended, out: Path) -> Reply:
    """The program's answer: what it wrote into a file, or else what it printed.

    Raises:
        LimitReachedError: It gave none; the message has what it wrote.
    """
    answer = (out if programs.size_of(out) else ended.printed).read_bytes()
    why = f"signal {-ended.code}" if ended.code < 0 else f"exit code {ended.code}"
    if ended.code in program.codes:
        try:
            reply = answers.read(answer)
        except AnswerError as error:
            why = str(error)
        else:
            if {10: "unsat", 20: "sat"}.get(ended.code) != reply.status:
                return reply
            why = f"{why}, but its answer is {reply.status}"
    text = answers.shown((answer or ended.errors).decode("utf-8", "replace"), SHOWN)
    wrote = repr(text) if text else "nothing"
    raise LimitReachedError(f"{program.solver} gave no answer: {why}; it wrote {wrote}")


_FRAT = re.compile(rb"([ad]) [0-9]+ ((?:-?[0-9]+ )*?0)(?: l .*)?\s*")
"""A lemma or a deletion in FRAT: its number, its literals, perhaps hints."""


def _write_drat(source: IO[bytes], out: IO[bytes]) -> None:
    """Copies a proof; what CryptoMiniSat writes (FRAT) becomes DRAT, up to the empty clause."""
    is_frat = source.read(2) in (b"o ", b"a ")
    source.seek(0)
    for line in iter(lambda: source.readline(MAX_LINE), b""):
        step = _FRAT.fullmatch(line) if is_frat else None
        if step is not None:
            line = (b"d " if step[1] == b"d" else b"") + step[2] + b"\n"
        elif is_frat:
            continue
        out.write(line)
        if line == b"0\n":
            return


# -- the session -----------------------------------------------------------------------------------


class OutsideSession:
    """Solutions of one puzzle from an outside program, which gets what propagation left open.

    Args:
        model: The puzzle's model.
        reduced: What is open of it, in the view that the program's format takes.
        program: The program.
        cardinality: How counting rows become clauses.
        prove: Whether a proof is checked when it says that there is no solution.

    Attributes:
        program: As above.
        cuts: Separates solutions of the rows that break a lazy constraint; None if there are none.
        projection: The cell variables.
        cnf: The formula solved, as clauses; None for a program that takes rows.
        verified: Once there is no (other) solution: whether a proof or propagation shows that.
    """

    tells_conflicts = False

    def __init__(
        self,
        model: Model,
        reduced: Simplified,
        program: Program,
        cardinality: str = "auto",
        prove: bool = False,
    ) -> None:
        self.model, self.reduced = model, reduced
        self.program, self.solver = program, program.solver
        self.projection = Projection.of_open_part(model, reduced)
        self.cuts = Cuts.of_open_part(model, reduced)
        self.deduced, self._none = reduced.known_cells(model), reduced.contradiction
        self.fallbacks: tuple[str, ...] = ()
        self.cnf: Cnf | None = None
        variables, rows = len(reduced.names), reduced.rows
        self.sizes = {"variables": variables, "rows": len(rows), "nonzeros": len(rows.cols)}
        if program.format == "cnf":
            self.cnf = encode_rows(rows, variables, cardinality)
            self.sizes, self.fallbacks = self.cnf.sizes, self.cnf.fallbacks
        self.verified: bool | None = None
        self._proves = prove
        self._clauses: list[Ints] = []
        self._seen: set[bytes] = set()
        self._cells: Bools

    def next(self, clock: Clock) -> list[Value] | None:
        """What stands in the cells in another solution, or None if there is none.

        Raises:
            LimitReachedError: The time is up, the program gave no answer, or its proof does not
                show what it says.
        """
        while (truth := self._solution(clock)) is not None:
            self._cells = truth[self.model.cells]
            if not self._seen.isdisjoint((self._cells.tobytes(), truth.tobytes())):
                what = "a solution that was to be left out"
                raise LimitReachedError(f"{self.solver} returned {what}")
            cuts = self.cuts.broken_by(truth) if self.cuts else []
            if not cuts:
                return self.projection.values(self._cells)
            self._seen.add(truth.tobytes())
            self._none = [] in cuts
            self._clauses += [np.array(clause, np.int32) for clause in cuts]
        return None

    def _solution(self, clock: Clock) -> Bools | None:
        """Truth of all variables in a solution of the rows and of what was added to them."""
        clock.check()
        if self._none:  # as propagation shows
            self.verified = True
            return None
        clock.calls += 1
        reply = self._ask(clock)
        if reply.status == "unsat":
            self.verified = self._proves
            return None
        if reply.status != "sat":
            raise LimitReachedError(f"{self.solver} gave up: {reply.words or reply.status}")
        # An open variable without a value is in no clause: it is false.
        true = np.flatnonzero(reply.values(len(self.reduced.names)) > 0).astype(np.int32)
        truth = self.reduced.truth(true)
        self._refuse_wrong_cell(truth[self.model.cells])
        return truth

    def _refuse_wrong_cell(self, truth: Bools) -> None:
        """Raises LimitReachedError if a cell has no value or several."""
        if not self.model.onehot:
            return
        wrong = np.flatnonzero(truth.sum(axis=1) != 1)
        if wrong.size:
            place = self.model.name_place(self.model.places[wrong[0]])
            number = "several values" if truth[wrong[0]].any() else "no value"
            raise LimitReachedError(
                f"{self.solver} returned a grid that breaks a rule: {place} holds {number}"
            )

    def _ask(self, clock: Clock) -> Reply:
        """Has the program answer what is open, with all that is blocked."""
        try:
            with programs.private_folder() as folder:
                names: dict[str, str] = {name: f"question.{name}" for name in FORMATS}
                names |= {"out": "answer.txt", "proof": "proof.drat"}
                files = {name: os.path.join(folder, file) for name, file in names.items()}
                with open(files[self.program.format], "wb") as out:
                    self._write(out)
                clock.check()
                ended = _run(self.program, folder, files, clock)
                reply = _reply(self.program, ended, Path(files["out"]))
                if self._proves and reply.status == "unsat":
                    self._check_proof(Path(files["proof"]), clock)
                return reply
        except OSError as error:
            raise LimitReachedError(f"{self.solver} cannot be run: {error}") from error

    def _check_proof(self, path: Path, clock: Clock) -> None:
        """Raises LimitReachedError if the program has not proved that there is no solution."""
        says = f"{self.solver} reports that there is no solution, but"
        if not programs.size_of(path):
            raise LimitReachedError(f"{says} wrote no proof")
        cnf = self._asked()
        formula = drat.ClauseFormula(cnf.n_vars, cnf.iter_clauses())
        try:
            with path.open("rb") as source, path.with_suffix(".text").open("w+b") as lemmas:
                _write_drat(source, lemmas)
                lemmas.seek(0)
                drat.check(formula, lemmas, clock)
        except drat.ProofError as error:
            raise LimitReachedError(f"{says} its proof does not show that: {error}") from error

    def _asked(self) -> Cnf:
        """The formula given to the program, as clauses."""
        assert self.cnf is not None
        return self.cnf.plus(self._clauses, n_vars=1)

    def _write(self, out: IO[bytes]) -> None:
        if self.cnf is not None:
            dimacs.write(self._asked(), out)
            return

        write = {"opb": opb.write, "lp": lp.write, "mps": mps.write}[self.program.format]
        write(_with_cuts(self.reduced.rows, self._clauses), max(1, len(self.reduced.names)), out)

    def exclude(self) -> None:
        """Leaves the solution just found out of the search from now on."""
        self._seen.add(self._cells.tobytes())
        clause = self.projection.clause_against(self._cells)
        self._none |= not clause
        self._clauses += [np.array(clause, np.int32)] if clause else []

    def close(self) -> None:
        """Nothing is kept between calls."""


def _with_cuts(rows: Rows, clauses: list[Ints]) -> Rows:
    """The rows with each clause, that not all of some literals hold, as a no-good cut.

    There is at least one row, for some programs read no file without any.
    """
    upper = np.array([(clause < 0).sum() - 1 for clause in clauses], np.int32)
    if not clauses and not len(rows):
        clauses, upper = [-np.ones(1, np.int32)], np.ones(1, np.int32)
    literals = -np.concatenate([np.zeros(0, np.int32), *clauses])
    lengths = np.concatenate([np.diff(rows.indptr), [len(clause) for clause in clauses]])
    return Rows(
        running(lengths.astype(np.int32)),
        np.append(rows.cols, np.abs(literals)),
        np.append(rows.coef, np.sign(literals)),
        np.append(rows.lower, np.full_like(upper, -NO_BOUND)),
        np.append(rows.upper, upper),
        np.append(rows.group, np.zeros_like(upper)),
        rows.use,
    )


def view(program: Program) -> View:
    """The view of the model that a program's format takes."""
    return View.CNF if program.format == "cnf" else View.LP
