"""Export: a puzzle's question as a file that other programs read.

The code that ``uniclue export`` and ``uniclue.export`` share. Each format has its own file in
``uniclue.encoders``.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from os.path import realpath
from pathlib import Path
from typing import IO, Literal, cast, get_args

from msgspec.structs import replace

from uniclue.core.lazy import forms, static
from uniclue.core.model import Model, View
from uniclue.core.puzzle import ChoiceError, Grid, Puzzle, chosen_form
from uniclue.core.words import either
from uniclue.encoders import cnf, dimacs, lp, matrix, mps, opb, wcnf
from uniclue.encoders.cardinality import CARDINALITY
from uniclue.encoders.names import ExportedQuestion, LazyForm, VariableMap, variable_map
from uniclue.files.output import written_whole
from uniclue.formats.puzzle_json import puzzle_digest
from uniclue.solvers import decide
from uniclue.solvers.limits import LimitReachedError
from uniclue.solvers.method import Method
from uniclue.version import VERSION

CLAUSES = ("cnf", "wcnf")
"""Formats that take clauses, so that a cardinality encoding can be chosen."""
ExportFormat = Literal["cnf", "wcnf", "opb", "lp", "mps", "npz"]
FORMATS: tuple[ExportFormat, ...] = get_args(ExportFormat)
LINEAR = ("lp", "mps", "npz")
"""Formats whose readers mostly solve linear programs; the others learn clauses."""
QUESTIONS: tuple[str, ...] = get_args(ExportedQuestion)
COMPRESSED = (".gz", ".xz")


class NoSolutionError(Exception):
    """``unique`` cannot be exported for a puzzle without a solution: there is nothing to block."""


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """The options of an export; see :func:`uniclue.export`.

    Raises:
        ChoiceError: They are unknown or incompatible.
    """

    format: str
    question: ExportedQuestion = "solve"
    form: str | None = None
    cardinality: str = "auto"
    law: str | None = None

    def __post_init__(self) -> None:
        for name, value, names in (
            ("format", self.format, FORMATS),
            ("question", self.question, QUESTIONS),
            ("cardinality encoding", self.cardinality, CARDINALITY),
        ):
            if value not in names:
                raise ChoiceError(f"expected the {name} to be {either(names)}, got {value!r}")
        if self.question == "count" and self.format != "cnf":
            raise ChoiceError(f"count is for the format cnf, not for {self.format}")
        if self.cardinality != "auto" and self.format not in CLAUSES:
            raise ChoiceError(f"a cardinality encoding is for {either(CLAUSES)}")
        if self.cardinality == "native":
            raise ChoiceError(f"{self.format} has no native counting constraints; choose another")

    def model(
        self, puzzle: Puzzle, blocked: tuple[Grid, ...]
    ) -> tuple[Model, tuple[LazyForm, ...]]:
        """The puzzle's model with a blocking clause for each of these solutions.

        Returns:
            A model of rows alone, and how each lazy constraint became rows.

        Raises:
            ChoiceError: The puzzle's kind, or one of its lazy constraints, has no such form.
        """
        view = View.LP if self.format in LINEAR else View.CNF
        try:
            form = chosen_form(type(puzzle), self.form)
            model = puzzle.model(form or None, blocked)
            chosen = forms(model, self.law, view)
        except ValueError as error:
            raise ChoiceError(str(error)) from error
        lazy = zip(chosen, model.lazy, strict=True)
        written = tuple(LazyForm(form, each.group.sentence) for form, each in lazy)
        return static(model, self.law, view), written


def format_of(path: str | Path) -> str:
    """The format of a file's ending.

    Raises:
        ChoiceError: No format has this ending.
    """
    path = Path(path)
    ending = Path(path.stem).suffix if path.suffix in COMPRESSED else path.suffix
    if ending[1:] not in FORMATS:
        endings = either(f".{name}" for name in FORMATS)
        expected = f"a file that ends in {endings} (and .gz or .xz)"
        raise ChoiceError(f"expected {expected}, got {path.name}")
    return ending[1:]


def blocked_by(
    puzzle: Puzzle, question: ExportedQuestion, how: Method | None = None
) -> tuple[Grid, ...]:
    """The solutions that a question excludes: none, or for ``unique`` one that is searched for.

    Raises:
        NoSolutionError: There is none.
        LimitReachedError: None was found within the limits.
    """
    if question != "unique":
        return ()
    answer = decide.solve(puzzle, 1, replace(how or Method(), alone=True))
    if answer.solutions:
        return answer.solutions
    if answer.complete:
        says = f"{answer.solver} reports (not verified) that " if answer.verified is False else ""
        raise NoSolutionError(f"{says}the puzzle has no solution, so there is none to block")
    raise LimitReachedError(f"no solution to block was found: {answer.reason}")


def export_file(
    puzzle: Puzzle,
    chosen: ExportOptions,
    blocked: tuple[Grid, ...],
    path: Path,
    map_path: Path | None,
) -> VariableMap:
    """Writes a question to a file, and its variable map to another, both or none.

    Raises:
        ChoiceError: The puzzle's kind has no such form, or both files are one.
        OSError: A file cannot be written.
    """
    if map_path is not None and realpath(map_path) == realpath(path):
        raise ChoiceError(f"{path} cannot hold both the question and the map")
    with ExitStack() as files:
        map_out = None if map_path is None else files.enter_context(written_whole(map_path))
        out = files.enter_context(written_whole(path))
        with _compressed(out, path.suffix) as stream:
            variables = write(puzzle, chosen, blocked, stream)
        if map_out is not None:
            map_out.write(variables.to_json())
    return variables


def write(
    puzzle: Puzzle, chosen: ExportOptions, blocked: tuple[Grid, ...], out: IO[bytes]
) -> VariableMap:
    """Writes a question to a binary stream.

    Args:
        puzzle: The puzzle.
        chosen: What to write.
        blocked: Solutions to exclude.
        out: The stream.

    Raises:
        ChoiceError: The puzzle's kind has no such form.
        OSError: The stream cannot be written.
    """
    model, lazy = chosen.model(puzzle, blocked)

    def named(n_vars: int, clues: tuple[int, ...] = ()) -> VariableMap:
        return map_of(puzzle, chosen, model, n_vars, clues, lazy, blocked)

    if chosen.format == "cnf":
        formula = cnf.encode(model, chosen.cardinality)
        names = named(formula.n_vars)
        show = model.cells.ravel().tolist() if chosen.question == "count" else None
        dimacs.write(formula, out, names.comments(), show)
    elif chosen.format == "wcnf":
        guarded = cnf.guarded(model, chosen.cardinality)
        names = named(guarded.cnf.n_vars, guarded.clues)
        wcnf.write(guarded, out, names.comments())
    else:
        names = named(model.n_vars)
        if chosen.format == "npz":
            matrix.write(model, out, names.comments())
        else:
            write_rows = {"opb": opb.write, "lp": lp.write, "mps": mps.write}[chosen.format]
            write_rows(model.program(), model.n_vars, out, names.comments())
    return names


def map_of(
    puzzle: Puzzle,
    chosen: ExportOptions,
    model: Model,
    variables: int,
    clues: tuple[int, ...] = (),
    lazy: tuple[LazyForm, ...] = (),
    blocked: tuple[Grid, ...] = (),
) -> VariableMap:
    """The map of a question.

    Args:
        puzzle: The puzzle.
        chosen: The question and its format.
        model: The result of :meth:`ExportOptions.model`.
        variables: The number of variables of the question.
        clues: The groups whose selectors are the last variables.
        lazy: The form of each lazy constraint.
        blocked: Excluded solutions.
    """
    return variable_map(
        model,
        variables,
        clues,
        lazy,
        uniclue=VERSION,
        kind=puzzle.kind(),
        puzzle=puzzle_digest(puzzle),
        question=chosen.question,
        cardinality=chosen.cardinality if chosen.format in CLAUSES else None,
        blocked=blocked,
    )


@contextmanager
def _compressed(out: IO[bytes], ending: str) -> Iterator[IO[bytes]]:
    """The stream, or one that compresses its output reproducibly."""
    if ending == ".gz":
        import gzip

        with gzip.GzipFile("", "wb", 6, out, mtime=0) as packed:
            yield cast("IO[bytes]", packed)
    elif ending == ".xz":
        import lzma

        with lzma.open(out, "wb") as packed:
            yield packed
    else:
        yield out
