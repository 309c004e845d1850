"""Answers of outside programs, as text -> values of variables.

The form of an answer is recognised by its content:

    SAT, MaxSAT and pseudo-Boolean solvers   competition form, lines ``s``, ``o`` and ``v``
    minisat, glucose                         result file, ``SAT`` and the literals
    model counters                           ``s mc 12``, ``c s exact arb int 12``
    CBC, HiGHS, GLPK, SCIP, lp_solve         solution files, or what they print

In files of linear programs and in OPB, variable 12 is named ``x12``; GLPK's raw form identifies
columns by number, which is the variable's, since exported files list the variables first and in
order.

A truncated text is refused wherever its form makes that visible.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Literal

from uniclue.core.arrays import NDArray, np

MAX_BYTES = 64 * 2**20
"""Longer answers are refused unread; in most forms a million variables take a quarter of this."""
TOLERANCE = 1e-5
"""How far from 0 or 1 an ILP solver may leave a 0/1 variable; most stay within 1e-6."""
SHOWN = 60
"""The most characters of a text in an error message."""

Status = Literal["sat", "unsat", "unknown", "count"]
Literals = NDArray["np.int64"]


class AnswerError(ValueError):
    """A text cannot be read as an answer; the message says what was expected."""


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer of a program.

    Attributes:
        form: The form of the text, in words.
        status: Satisfiable (with values), unsatisfiable, unknown, or a number of solutions.
        literals: The literal of every variable with a value, in increasing order of the variables.
        sparse: Whether the form lists only variables that are not 0.
        count: The number of solutions, if they were counted.
        exact: Whether ``count`` is exact, not an estimate.
        words: The program's own words on how it ended, where the status leaves something out.
    """

    form: str
    status: Status
    literals: Literals = field(default_factory=lambda: np.zeros(0, np.int64))
    sparse: bool = False
    count: int | None = None
    exact: bool = True
    words: str = ""

    def values(self, n: int) -> NDArray[np.int8]:
        """Values of variables 1..n: 1 true, -1 false, 0 none; shape (n + 1,).

        Variables that a sparse form omits are false.
        """
        values = np.full(n + 1, -1 if self.sparse else 0, np.int8)
        literals = self.literals[np.abs(self.literals) <= n]
        values[np.abs(literals)] = np.sign(literals)
        values[0] = 0
        return values


def read(text: bytes | str) -> Reply:
    """Reads an answer.

    Raises:
        AnswerError: The text is too long, in no known form, truncated or contradictory.
    """
    if len(text) > MAX_BYTES:
        raise AnswerError(f"expected at most {MAX_BYTES // 2**20} MB, got more")
    if isinstance(text, bytes):
        text = text.decode("utf-8", "replace")
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    if not text.strip():
        raise AnswerError("expected an answer, got an empty text")
    for pattern, reader in _FORMS:
        if re.search(pattern, text):
            return reader(text)
    raise AnswerError(f"expected the answer of a solver, got {shown(text)!r}")


def shown(text: str, most: int = SHOWN) -> str:
    """A text on one line without control characters; of a long one its start and its end."""
    parts = (text,) if len(text) <= most else (text[: most // 2], text[-(most // 2) :])
    clean = ("".join(c if c.isprintable() else " " for c in part) for part in parts)
    return " ... ".join(" ".join(part.split()) for part in clean)


def _truncated(expected: str) -> AnswerError:
    return AnswerError(f"the answer breaks off: expected {expected}")


def _literals(answered: Iterable[int]) -> Literals:
    """Literals by variable, each once.

    Raises:
        AnswerError: A variable is both true and false.
    """
    literals = np.unique(np.fromiter(answered, np.int64))
    literals = literals[np.argsort(np.abs(literals), kind="stable")]
    variables = np.abs(literals)
    twice = np.flatnonzero(variables[1:] == variables[:-1])
    if twice.size:
        raise AnswerError(f"variable {variables[twice[0]]} is both true and false")
    return literals


# -- competition form ------------------------------------------------------------------------------

_SAT = frozenset({"SATISFIABLE", "OPTIMUM FOUND"})
_UNSAT = "UNSATISFIABLE"
_UNDECIDED = frozenset({"UNKNOWN", "INDETERMINATE", "UNSUPPORTED", "TIMEOUT"})
_LITERAL = re.compile(r"-?[1-9]\d{0,9}", re.ASCII)
_NAMED = re.compile(r"-?x[1-9]\d{0,9}", re.ASCII)
_BITS = re.compile(r"[01]+")
_COST = re.compile(r"^o [ \t]*(-?\d{1,18})[ \t]*$", re.ASCII | re.MULTILINE)
_NEXT_SOLUTION = re.compile(r"(?m)^(?:o(?= |$)|c Answer).*")


def _competition(text: str) -> Reply:
    lines = map(str.strip, re.findall(r"(?m)^s (.*)", text))
    statuses = list(dict.fromkeys(filter(None, lines)))
    if len(statuses) > 1:
        raise AnswerError(f"expected one status, got {statuses[0]!r} and {shown(statuses[1])!r}")
    status = statuses[0] if statuses else ""
    costs = _COST.findall(text)
    optimises = bool(costs) or status == "OPTIMUM FOUND"
    form = "an optimiser's answer" if optimises else "a SAT solver's answer"
    if status == _UNSAT:
        return Reply(form, "unsat")
    if status in _UNDECIDED:
        return Reply(form, "unknown", words=status.lower())
    if status not in _SAT:
        raise _truncated(f"a status (s SATISFIABLE, ...), got {shown(status)!r}")
    cost = int(costs[-1]) if costs else 0
    if cost > 0 and status == "OPTIMUM FOUND":
        words = f"an optimum of {cost}, so not all of what was asked can hold"
        return Reply(form, "unsat", words=words)
    if cost > 0:
        return Reply(form, "unknown", words=f"best so far {cost}")
    # An optimiser prints one solution after the other, each better.
    parts = (re.findall(r"(?m)^v (.*)", part) for part in _NEXT_SOLUTION.split(text))
    printed = (" ".join(part).split() for part in parts)
    literals, named = _model(list(filter(None, printed)), optimises)
    return Reply("a pseudo-Boolean solver's answer" if named else form, "sat", literals)


def _model(printed: list[list[str]], optimises: bool) -> tuple[Literals, bool]:
    """The solution printed last, and whether its variables are named ``x12``."""
    if not printed:
        raise _truncated("values ('v' lines) after 's SATISFIABLE'")
    words = printed[-1]
    if "x" in words[0]:
        return _literals(_signed(word, _NAMED) for word in words), True
    if len(words) == 1 and _BITS.fullmatch(words[0]) and (len(words[0]) > 1 or optimises):
        return _literals(v if bit == "1" else -v for v, bit in enumerate(words[0], 1)), False
    if words[-1] == "0":
        words = words[:-1]
    elif not optimises:
        raise _truncated("a 0 after the last literal")
    if "0" in words:  # several solutions, each with its 0
        words = words[len(words) - words[::-1].index("0") :]
    return _literals(_signed(word, _LITERAL) for word in words), False


def _signed(word: str, form: re.Pattern[str]) -> int:
    """The literal of a word in a ``v`` line."""
    if not form.fullmatch(word):
        raise AnswerError(f"expected literals in the 'v' lines, got {shown(word)!r}")
    return int(word.replace("x", ""))


def _result_file(text: str) -> Reply:
    """The file that minisat and glucose write."""
    form = "a result file as minisat writes it"
    status, *words = text.split()
    if status != "SAT":
        if words or status not in ("UNSAT", "INDET"):
            raise AnswerError(f"expected SAT, UNSAT or INDET, got {shown(text)!r}")
        return Reply(form, "unsat") if status == "UNSAT" else Reply(form, "unknown", words="INDET")
    if not words or words[-1] != "0":
        raise _truncated("a 0 after the last literal")
    return Reply(form, "sat", _literals(_signed(word, _LITERAL) for word in words[:-1]))


_COUNT = re.compile(r"(?m)^(?:s p?mc|c s (exact|approx) (?:arb int|double prec-sci)) (\S+)$(\n?)")


def _counter(text: str) -> Reply:
    form = "a model counter's answer"
    counts = list(_COUNT.finditer(text))
    how, number, end = counts[-1].groups() if counts else ("", "", "")
    if not end:
        raise _truncated("a count and the end of its line")
    estimate = how == "approx" or "[appmc" in text
    if re.fullmatch(r"\d{1,4000}", number, re.ASCII):
        return Reply(form, "count", count=int(number), exact=not estimate)
    if re.fullmatch(r"\d{1,20}(\.\d{1,40})?(e[+-]?\d{1,3})?", number, re.ASCII):
        return Reply(form, "count", count=int(float(number)), exact=False)
    raise AnswerError(f"expected a count, got {shown(number)!r}")


# -- programs for linear programs ------------------------------------------------------------------

_COLUMN = re.compile(r"x([1-9]\d{0,9})", re.ASCII)


def _of_columns(pairs: Iterable[tuple[str, str]]) -> Literals:
    """The literals of columns with values; columns with other names are ignored.

    Raises:
        AnswerError: A value is neither 0 nor 1.
    """
    columns = ((_COLUMN.fullmatch(name), text) for name, text in pairs)
    return _literals(int(c[1]) if _truth(c[0], text) else -int(c[1]) for c, text in columns if c)


def _truth(name: str, text: str) -> bool:
    try:
        value = float(text)
    except ValueError:
        raise AnswerError(f"{name}: expected a number, got {shown(text)!r}") from None
    if abs(value) <= TOLERANCE:
        return False
    if abs(value - 1) <= TOLERANCE:
        return True
    raise AnswerError(f"expected 0 or 1, got {name} = {shown(text)}")


def _highs(text: str) -> Reply:
    """HiGHS's solution file, raw style."""
    form = "a solution file of HiGHS"
    status = _after("Model status", text)
    if status == "Infeasible":
        return Reply(form, "unsat")
    if not status:
        raise _truncated("a status after 'Model status'")
    values = _after("# Primal solution values", text)
    if values not in ("Feasible", "Infeasible", "None"):
        raise _truncated("'# Primal solution values' and whether there are any")
    if values != "Feasible":
        return Reply(form, "unknown", words=status.lower())
    head = re.search(r"(?m)^# Columns (\d{1,10})$", text)
    if head is None:
        raise _truncated("'# Columns'")
    table, rows, _ = text[head.end() :].partition("\n# Rows")
    if not rows:
        raise _truncated("'# Rows' after the columns")
    columns = [line.partition(" ")[::2] for line in table.split("\n")[1:]]
    if len(columns) != int(head[1]):
        raise _truncated("as many columns as '# Columns' says")
    return Reply(form, "sat", _of_columns(columns))


def _after(title: str, text: str) -> str:
    """The line after the one that holds a title."""
    line = re.search(rf"(?m)^[ \t]*{title}[ \t]*\n(.*)", text)
    return line[1].strip() if line else ""


def _highs_log(text: str) -> Reply:
    """What HiGHS prints."""
    form = "what HiGHS prints"
    if line := re.search(r"(?m)^ *(?:Model +s|S)tatus *:? +(\S.*)$", text):
        status = line[1].strip()
        if status == "Infeasible":
            return Reply(form, "unsat")
        if status != "Optimal":
            return Reply(form, "unknown", words=status.lower())
    raise AnswerError("expected the solution file of HiGHS (--solution_file), got what it prints")


def _cbc(text: str) -> Reply:
    """CBC's solution file."""
    form = "a solution file of CBC"
    head, _, body = text.lstrip().partition("\n")
    status = head.rpartition(" - objective value")[0].strip()
    if status in ("Infeasible", "Integer infeasible"):
        return Reply(form, "unsat")
    if not status.startswith(("Optimal", "Stopped on")) or "no integer solution" in status:
        return Reply(form, "unknown", words=status.lower())
    table = [line.removeprefix("**").split() for line in body.splitlines()]
    for words in table:
        if len(words) not in (0, 4):
            line = " ".join(words)
            raise _truncated(f"number, name, value and reduced cost, got {shown(line)!r}")
    columns = ((words[1], words[2]) for words in table if words)
    return Reply(form, "sat", _of_columns(columns), sparse=True)


_GLPK_STATUS: dict[str, Status] = {
    "o": "sat",
    "f": "sat",
    "n": "unsat",
    "INTEGER OPTIMAL": "sat",
    "INTEGER NON-OPTIMAL": "sat",
    "INTEGER EMPTY": "unsat",
}


def _glpk_raw(text: str) -> Reply:
    """What ``glpsol --write`` writes: columns by number."""
    form = "a solution file of GLPK"
    if not text.rstrip().endswith("\ne o f"):
        raise _truncated("'e o f' at the end")
    head = re.search(r"(?m)^s mip (\d{1,10}) (\d{1,10}) ([ofnu]) ", text)
    if head is None:
        raise AnswerError("expected a solution in integers ('s mip')")
    status = _GLPK_STATUS.get(head[3], "unknown")
    if status != "sat":
        return Reply(form, status, words="undefined" if status == "unknown" else "")
    columns = re.findall(r"(?m)^j (\d+) (\S+)", text)
    if len(columns) != int(head[2]):
        raise _truncated(f"{head[2]} columns, got {len(columns)}")
    return Reply(form, "sat", _of_columns((f"x{number}", value) for number, value in columns))


def _glpk_report(text: str) -> Reply:
    """What ``glpsol --output`` writes, for people."""
    form = "a report of GLPK"
    if not text.rstrip().endswith("End of output"):
        raise _truncated("'End of output' at the end")
    line = re.search(r"(?m)^Status: +(\S.*)$", text)
    printed = line[1].strip() if line else ""
    if not printed.startswith("INTEGER"):
        raise AnswerError(f"expected a solution in integers, got {shown(printed)!r}")
    status = _GLPK_STATUS.get(printed, "unknown")
    if status != "sat":
        return Reply(form, status, words=printed.lower() if status == "unknown" else "")
    table = text.partition("Column name")[2].partition("\n\n")[0]
    # Number, name, a star for integers, value; a long name stands on a line of its own.
    columns = re.findall(r"(?m)^ +\d+ (\S+)\s+(?:\* +)?(\S+)", table)
    return Reply(form, "sat", _of_columns(columns))


def _lp_solve(text: str) -> Reply:
    """What lp_solve prints."""
    form = "what lp_solve prints"
    if re.search(r"(?m)^This problem is infeasible$", text):
        return Reply(form, "unsat")
    rest = text.rpartition("Actual values of the variables:\n")[2]
    table, end, _ = rest.partition("\nActual values of the constraints:")
    if rest == text or not end:
        raise _truncated("the values of the variables, and those of the constraints after them")
    words = (line.split() for line in table.splitlines())
    columns = ((name, values[0]) for name, *values in filter(None, words) if values)
    return Reply(form, "sat", _of_columns(columns))


def _scip(text: str) -> Reply:
    """SCIP's solution file, or what it prints."""
    form = "a solution of SCIP"
    line = re.search(r"(?m)^solution status: +(.*)$|^SCIP Status .*\[(.*)\]$", text)
    status = (line[1] or line[2] or "").strip() if line else ""
    if status == "infeasible":
        return Reply(form, "unsat")
    if not re.search(r"(?m)^objective value: ", text):
        return Reply(form, "unknown", words=status or "no solution")
    columns = re.findall(r"(?m)^(x\d+) +(\S+) *\t\(obj:", text)
    return Reply(form, "sat", _of_columns(columns), sparse=True)


_FORMS: tuple[tuple[str, Callable[[str], Reply]], ...] = (
    (r"(?m)^Model status$", _highs),
    (r"(?m)^s (?:mip|bas|ipt) ", _glpk_raw),
    (r"\AProblem: .*\nRows: ", _glpk_report),
    (r"\A\s*\S.* - objective value", _cbc),
    (r"(?m)^(?:This problem is infeasible$|Actual values of the variables:$)", _lp_solve),
    (r"(?m)^Value of objective function: ", _lp_solve),
    (r"(?m)^(?:solution status: |SCIP Status  |objective value: )", _scip),
    (r"(?m)^Running HiGHS ", _highs_log),
    (r"(?m)^(?:s p?mc |c s (?:exact|approx) )", _counter),
    (r"(?m)^[sv] ", _competition),
    (r"\A\s*(?:SAT|UNSAT|INDET)", _result_file),
)
"""The pattern that identifies each form, in the order in which they are tried."""
