"""Outside programs as solvers: ``--solver cmd:kissat``, ``--solver 'cmd:prog --in {opb}'``.

What is open is written to a file, the program is run on it, and its answer is read; once for every
solution, each left out of the next file by a clause (a row) over the cells. What the program says
is judged as every solver's word is: a grid that breaks a rule is none, and a text that is no answer
gives "unknown".

A program runs in a process group of its own, which is killed when it has answered, when its time
is up, when we are interrupted, and when we are killed ourselves: see :func:`_watched`.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import tempfile
import threading
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Literal, NamedTuple

import numpy as np

from uniclue.core.model import NO_BOUND, Bools, Ints, Model, Rows, Value, View, running
from uniclue.encoders import answers
from uniclue.encoders.answers import AnswerError, Reply
from uniclue.encoders.cnf import Cnf, encode_rows
from uniclue.propagation.reduce import Reduced
from uniclue.solvers.limits import Clock, LimitReachedError
from uniclue.solvers.names import OUTSIDE
from uniclue.solvers.open_part import ReducedSession
from uniclue.solvers.programs import end_group

Format = Literal["cnf", "opb", "lp", "mps"]
FORMATS: tuple[Format, ...] = ("cnf", "opb", "lp", "mps")
LOOK_SECONDS = 0.05
"""How often a running program is looked at."""
KEPT_STDERR = 2000
"""Characters kept of what a program says on standard error."""
SHOWN = 300
"""Characters of a program's text that a reason shows."""
ENDED = frozenset({0, 10, 20, 30})
"""Exit codes of programs that have answered: 10 satisfiable, 20 unsatisfiable, 30 an optimum."""


class _Usage(NamedTuple):
    """What a program reads, the arguments after the user's own, and its other exit codes."""

    format: Format
    arguments: tuple[str, ...]
    codes: frozenset[int] = frozenset()


_DIMACS = _Usage("cnf", ("{cnf}",))
KNOWN = {
    "cadical": _DIMACS,
    "clasp": _DIMACS,
    "cryptominisat5": _DIMACS,
    "kissat": _DIMACS,
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
_PLACE = re.compile(r"\{(cnf|opb|lp|mps|out)\}")


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


def program(solver: str) -> Program:
    """The outside program that a solver's name ``cmd:...`` stands for.

    Raises:
        ValueError: There is no such program, or it is not clear what it reads.
    """
    words = _split(solver.removeprefix(OUTSIDE))
    if not words:
        raise ValueError("expected a program after cmd:, got nothing")
    used = set(_PLACE.findall(" ".join(words[1:])))
    formats = [name for name in FORMATS if name in used]
    if len(formats) > 1 or used == {"out"}:
        raise ValueError(f"expected one of {{cnf}}, {{opb}}, {{lp}}, {{mps}} in {solver!r}")
    path = shutil.which(words[0])
    if path is None:
        raise ValueError(
            f"expected a program that can be run, got {words[0]!r}, which is not found"
        )
    # A path with a folder in it would else be looked for again, from wherever we are by then.
    command = (os.path.abspath(path), *words[1:])
    usage = KNOWN.get(Path(words[0]).name.lower().removesuffix(".exe"), _DIMACS)
    if formats:
        return Program(solver, command, formats[0], ENDED | usage.codes)
    return Program(solver, command + usage.arguments, usage.format, ENDED | usage.codes)


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
        (usage.format, OUTSIDE + name) for name, usage in KNOWN.items() if shutil.which(name)
    ]
    return {
        "cnf": [solver for format, solver in installed if format == "cnf"],
        "ilp": [solver for format, solver in installed if format != "cnf"],
    }


# -- running ---------------------------------------------------------------------------------------

_WATCHED = """\
exec 3<&0 </dev/null
{ read -r _ <&3; rm -rf -- "$1"; kill -KILL 0; } >/dev/null 2>&1 &
shift
exec "$@" 3<&-
"""
"""A shell that becomes the program, and leaves a watcher beside it in the process group.

The watcher reads from a pipe into which nobody writes. Its other end is ours alone, so it ends when
we do, however we end, and the watcher then kills the group, itself among it.
"""


def _watched(command: list[str], folder: str) -> list[str]:
    """The command with its watcher, which also removes the folder; only on POSIX systems."""
    if os.name != "posix":
        return command
    return ["/bin/sh", "-c", _WATCHED, "sh", folder, *command]


class _Ended(NamedTuple):
    """How a program ended, and what it wrote."""

    code: int
    answer: bytes
    errors: bytes


def _run(program: Program, folder: str, files: dict[str, str], clock: Clock) -> _Ended:
    """Runs a program until it ends.

    Raises:
        LimitReachedError: The time is up, or it wrote too much.
        OSError: It cannot be run.
    """
    answer, printed, errors = Path(files["out"]), Path(folder, "printed.txt"), bytearray()
    with printed.open("wb") as out:
        process = subprocess.Popen(
            _watched(program.command(files), folder),
            stdin=subprocess.PIPE if os.name == "posix" else subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    reader = threading.Thread(target=_drain, args=(process.stderr, errors), daemon=True)
    reader.start()
    code = None
    try:
        while code is None:
            with suppress(subprocess.TimeoutExpired):
                code = process.wait(LOOK_SECONDS)
            if max(_size(answer), _size(printed)) > answers.MAX_BYTES:
                most = answers.MAX_BYTES // 2**20
                raise LimitReachedError(f"{program.solver} wrote more than {most} MB")
            if code is None:
                clock.check()
    finally:
        end_group(process)  # the watcher is in the group until now, so the number is of no other
        if process.stdin is not None:
            process.stdin.close()
    reader.join(1.0)  # not for ever: a program may have left its group, and us waiting
    return _Ended(code, (answer if _size(answer) else printed).read_bytes(), bytes(errors))


def _drain(stream: IO[bytes], start: bytearray) -> None:
    """Reads what a program says on standard error to its end, and keeps the start of it."""
    with stream:
        while chunk := os.read(stream.fileno(), 2**16):
            start += chunk[: KEPT_STDERR - len(start)]


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _reply(program: Program, ended: _Ended) -> Reply:
    """The program's answer.

    Raises:
        LimitReachedError: It gave none; the message has what it wrote.
    """
    why = f"signal {-ended.code}" if ended.code < 0 else f"exit code {ended.code}"
    if ended.code in program.codes:
        try:
            reply = answers.read(ended.answer)
        except AnswerError as error:
            why = str(error)
        else:
            if {10: "unsat", 20: "sat"}.get(ended.code) != reply.status:
                return reply
            why = f"{why}, but it says {reply.status}"
    text = answers.shown((ended.answer or ended.errors).decode("utf-8", "replace"), SHOWN)
    wrote = repr(text) if text else "nothing"
    raise LimitReachedError(f"{program.solver} gave no answer: {why}; it wrote {wrote}")


# -- the session -----------------------------------------------------------------------------------


class OutsideSession(ReducedSession):
    """Solutions of one puzzle from an outside program, asked what propagation left open.

    Args:
        model: The puzzle's model.
        reduced: What is open of it, in the view that the program's format takes.
        program: The program.
        cardinality: How counting rows become clauses.

    Attributes:
        cnf: What was asked, as clauses; None for a program that takes rows.
    """

    def __init__(
        self, model: Model, reduced: Reduced, program: Program, cardinality: str = "auto"
    ) -> None:
        super().__init__(model, reduced)
        self.program, self.solver = program, program.solver
        self.cnf: Cnf | None = None
        variables, rows = len(reduced.names), reduced.rows
        self.sizes = {"variables": variables, "rows": len(rows), "nonzeros": len(rows.cols)}
        if program.format == "cnf":
            self.cnf = encode_rows(rows, variables, cardinality)
            self.sizes = self.cnf.sizes
        self._clauses: list[Ints] = []
        self._seen: set[bytes] = set()

    def next(self, clock: Clock) -> list[Value] | None:
        """What stands in the cells in another solution, or None if there is none.

        Raises:
            LimitReachedError: The time is up, or the program gave no answer.
        """
        while (truth := self._solution(clock)) is not None:
            values = self._values(truth)
            if not self._seen.isdisjoint((self._last.tobytes(), truth.tobytes())):
                what = "a solution that was to be left out"
                raise LimitReachedError(f"{self.solver} returned {what}")
            cuts = self.cuts.broken_by(truth) if self.cuts else []
            if not cuts:
                return values
            self._seen.add(truth.tobytes())
            self._none = [] in cuts
            self._clauses += [np.array(clause, np.int32) for clause in cuts]
        return None

    def _solution(self, clock: Clock) -> Bools | None:
        """Truth of all variables in a solution of the rows and of what was added to them."""
        clock.check()
        if self._none:
            return None
        reply = self._ask(clock)
        if reply.status == "unsat":
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
            with tempfile.TemporaryDirectory("", "uniclue-", ignore_cleanup_errors=True) as folder:
                names = {name: f"question.{name}" for name in FORMATS} | {"out": "answer.txt"}
                files = {name: os.path.join(folder, file) for name, file in names.items()}
                with open(files[self.program.format], "wb") as out:
                    self._write(out)
                clock.check()
                return _reply(self.program, _run(self.program, folder, files, clock))
        except OSError as error:
            raise LimitReachedError(f"{self.solver} cannot be asked: {error}") from error

    def _write(self, out: IO[bytes]) -> None:
        if self.cnf is not None:
            from uniclue.encoders import dimacs

            dimacs.write(self.cnf.plus(self._clauses, n_vars=1), out)
            return
        from uniclue.encoders import lp, mps, opb

        write = {"opb": opb.write, "lp": lp.write, "mps": mps.write}[self.program.format]
        write(_with_cuts(self.reduced.rows, self._clauses), max(1, len(self.reduced.names)), out)

    def exclude(self) -> None:
        """Blocks the last solution over the cells that propagation left open."""
        self._seen.add(self._last.tobytes())
        super().exclude()

    def _add(self, clause: Ints) -> None:
        self._clauses.append(clause)

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
