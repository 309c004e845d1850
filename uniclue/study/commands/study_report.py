"""The commands for the results of a study: report, fit, predict."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from uniclue.commands.engine import options
from uniclue.commands.engine.exits import BAD_PUZZLE, OK, USAGE, Stop, puzzle_errors
from uniclue.commands.engine.puzzles import Puzzles
from uniclue.commands.engine.terminal import load_kind_files, progress_bar
from uniclue.core.puzzle import ChoiceError, PuzzleError
from uniclue.core.words import shown
from uniclue.files.input import name_of
from uniclue.files.output import kept_to_us, write_whole
from uniclue.files.printing import MAX_LINE, print_json, print_text
from uniclue.formats.source import read_text
from uniclue.graders import human_time
from uniclue.solvers import decide
from uniclue.solvers import limits as solver_limits
from uniclue.study.commands.study import time_limit
from uniclue.study.features import feature as feature_blocks
from uniclue.study.studies import evaluate as evaluating
from uniclue.study.studies import hypotheses as registered
from uniclue.study.studies import people as predictor
from uniclue.study.studies import predict as predicting
from uniclue.study.studies import report as reporting
from uniclue.study.studies import table as tables
from uniclue.study.studies import timing, together

if TYPE_CHECKING:
    from uniclue.core.puzzle import Puzzle
    from uniclue.graders.human_time import LinearPredictor
    from uniclue.solvers.limits import Limits
    from uniclue.solvers.verdict import Verdict
    from uniclue.study.studies.hypotheses import Protocol
    from uniclue.study.studies.predict import Model, SavedPredictor
    from uniclue.study.studies.table import StudyTable

DIR = click.argument("folder", metavar="DIR", type=options.PATH)
SEED = options.value(
    "--seed",
    "S",
    "For folds and resamples.  [default: the plan's]",
    type=click.IntRange(0),
)
QUICK = options.flag("--quick", "A quick look: few folds and resamples, no protocol.")


@click.command()
@options.takes(
    DIR,
    options.output_option(
        "FILE",
        "The page; Markdown, tables and figures are written beside it.",
        type=options.PATH,
        default=Path("report.html"),
    ),
    options.jobs_option("Worker processes; the numbers do not depend on it."),
    SEED,
    QUICK,
    options.KIND_FILE,
)
def report(
    folder: Path,
    out: Path,
    jobs: int,
    seed: int | None,
    quick: bool,
    kind_file: tuple[Path, ...],
) -> int:
    """Report on the study in DIR: what its plan tests, as one HTML page.

    Exit code: 0 written.
    """
    from threadpoolctl import threadpool_limits

    if out.suffix.lower() not in (".html", ".htm"):
        raise Stop(USAGE, f"study report: expected a name that ends in .html, got {out}")
    load_kind_files(kind_file)
    _expect_place(out)
    with _study_errors(folder):
        table = tables.load(folder)
        protocol = _protocol(table, seed, quick)
        plan, parts = table.study.plan, []
        with progress_bar() as show:
            if plan.test or not (plan.across or plan.pairs):
                findings = evaluating.evaluate(
                    table, protocol, jobs, lambda *done: show("pieces", *done)
                )
                parts = reporting.make_report(table, findings, protocol)
            with threadpool_limits(1):
                parts += together.comparisons(table, protocol, lambda *done: show("kinds", *done))
    with _study_errors(out):
        written = reporting.write_report(parts, out)
    name = shown(str(out), MAX_LINE)
    print_text(f"{name}, seed {protocol.seed}; {len(written) - 1} more files beside it")
    return OK


@click.command()
@options.takes(
    DIR,
    options.value("--data", "DIR", "Where the plan's files are.", type=options.PATH, required=True),
    options.output_option(
        "FILE",
        "The page; Markdown and tables are written beside it.",
        type=options.PATH,
        default=Path("people.html"),
    ),
    options.value("--model", "FILE", "For the predictor that ships.", type=options.PATH),
    SEED,
    QUICK,
)
def people(
    folder: Path, data: Path, out: Path, model: Path | None, seed: int | None, quick: bool
) -> int:
    """Fit the predictor of people's times for sudokus, and report on it.

    DIR holds a study with a test that names auxiliary labels. Exit code: 0 written.
    """
    from threadpoolctl import threadpool_limits

    _expect_place(out)
    with _study_errors(folder), threadpool_limits(1):
        table = tables.load(folder)
        tests = [test for test in table.study.plan.test if test.auxiliary]
        if not tests:
            raise tables.TableError("expected a test with auxiliary labels, got none")
        protocol = _protocol(table, seed, quick)
        timed = predictor.read_timed(table, tests[0], data, protocol)
        predictions = predictor.cross_validate(timed, protocol)
        shipped = predictor.fit(timed, protocol)
        parts = timing.paper(timed, predictions, shipped, protocol)
    with _study_errors(out):
        reporting.write_report(parts, out)
    if model is not None:
        with _study_errors(model):
            write_whole(model, predictor.to_bytes(shipped))
    print_text(f"{shown(str(out), MAX_LINE)}, seed {protocol.seed}")
    return OK


@click.command()
@options.takes(
    DIR,
    options.value("--label", "NAME", "What to predict.", required=True),
    options.value("--kind", "KIND", "Of the puzzles.  [default: the test's]"),
    options.value("--corpus", "NAME", "Only these.", multiple=True),
    options.value("--blocks", "A,B", "Blocks of features.  [default: those of structure]"),
    click.option(
        "--scale",
        type=click.Choice(["plain", "log", "log1p"]),
        help="Of the label.  [default: the test's, else plain]",
    ),
    options.output_option("MODEL", "Its file, JSON.", type=options.PATH, required=True),
    options.flag("--no-measure", "Leave out cross-validation."),
    SEED,
    QUICK,
    options.KIND_FILE,
)
def fit(
    folder: Path,
    label: str,
    kind: str | None,
    corpus: tuple[str, ...],
    blocks: str | None,
    scale: Any,
    out: Path,
    no_measure: bool,
    seed: int | None,
    quick: bool,
    kind_file: tuple[Path, ...],
) -> int:
    """Fit a predictor of a label to the puzzles of the study in DIR.

    Exit code: 0 written.
    """
    from threadpoolctl import threadpool_limits

    load_kind_files(kind_file)
    with _study_errors(folder):
        table = tables.load(folder)
        design = _design(table, label, kind)
        chosen = {"corpus": corpus or design.corpus, "scale": scale or design.scale}
        design = msgspec.structs.replace(design, **chosen)
        names = None if blocks is None else blocks.split(",")
        sample = predicting.structural(tables.take(table, design), design, names)
        if not sample.columns:
            raise tables.TableError("expected features that vary, got none in these blocks")
        with threadpool_limits(1):
            model = predicting.fit_model(
                sample, design, _protocol(table, seed, quick), not no_measure
            )
    with _study_errors(out):
        write_whole(out, predicting.to_bytes(model))
    print_text("\n".join(_about(model)))
    return OK


@click.command(epilog=options.FILES)
@options.takes(
    options.files_argument(),
    options.value(
        "--model",
        "MODEL",
        "Of 'study fit' or 'study people'.  [default: people's times for sudokus]",
        type=options.PATH,
    ),
    time_limit("Seconds for each block of features."),
    options.JSON,
    options.KIND_FILE,
)
def predict(
    files: tuple[str, ...],
    model: Path | None,
    time_limit: float,
    as_json: bool,
    kind_file: tuple[Path, ...],
) -> int:
    """Predict the difficulty of new puzzles, with an interval.

    Many puzzles are answered in JSON, one a line. Exit code: 0 predicted, 65 some lines are no
    puzzles of the model's kind with one solution.
    """
    load_kind_files(kind_file)
    if model is None:
        fitted: Model = human_time.predictor()
    else:
        with _study_errors(model):
            fitted = predicting.read_model(model)
    name = ", ".join(map(name_of, files))
    bad = 0
    with Puzzles(files) as puzzles, puzzle_errors(name):
        if puzzles.alone is not None:
            answer = _predicted(read_text(puzzles.alone), fitted, time_limit)
            if as_json:
                print_json(msgspec.json.encode(answer))
            else:
                print_text("\n".join(_lines(answer)))
            return OK
        for line in puzzles:
            try:
                answer = _predicted(read_text(line.data), fitted, time_limit)
            except PuzzleError as error:
                bad += 1
                answer = {"schema_version": 1, "error": str(error)}
            which = {} if line.file is None else {"file": line.file}
            print_json(msgspec.json.encode(which | {"line": line.number} | answer))
    if bad:
        raise Stop(BAD_PUZZLE, f"{name}: {bad} line{'' if bad == 1 else 's'} without a prediction")
    return OK


# -- parts of the commands -------------------------------------------------------------------------


def _expect_place(out: Path) -> None:
    """Ends the command before the work if there is no place for its page."""
    with _study_errors(out), kept_to_us(out):
        pass


@contextmanager
def _study_errors(path: Path) -> Iterator[None]:
    """Turns errors about a study or a model into one line and the documented exit code."""
    try:
        with puzzle_errors(str(path)):
            yield
    except ChoiceError as error:
        raise Stop(USAGE, f"{path}: {error}") from error
    except (predicting.ModelError, tables.TableError) as error:
        raise Stop(BAD_PUZZLE, f"{path}: {error}") from error


def _protocol(table: StudyTable, seed: int | None, quick: bool) -> Protocol:
    seed = table.study.plan.seed if seed is None else seed
    return replace(registered.QUICK if quick else registered.Protocol(), seed=seed)


def _design(table: StudyTable, label: str, kind: str | None) -> registered.Hypothesis:
    """The plan's test of the label, or one made for it."""
    for test in table.study.plan.test:
        if test.label == label and kind in (None, test.kind):
            return test
    if kind is None:
        raise tables.TableError(
            f"expected --kind, since no test of the plan has the label {label!r}"
        )
    return registered.Hypothesis(name=label, kind=kind, label=label, primary={}, size=())


def _about(model: SavedPredictor) -> Iterator[str]:
    yield (
        f"{shown(model.label)} of {model.kind}: {len(model.columns)} features of "
        f"{', '.join(model.blocks)}; {model.puzzles} puzzles; seed {model.seed}"
    )
    if m := model.measured:
        yield (
            f"on held-out puzzles: R2 {m['r2']:.3f}, Spearman {m['spearman']:.3f}, mean error "
            f"{m['error']:.3f}; {100 * m['covered']:.1f} % in the {100 * model.coverage:.0f} % "
            "interval"
        )


def _predicted(puzzle: Puzzle, model: Model, time_limit: float) -> dict[str, Any]:
    """The prediction for a puzzle, as members of its JSON.

    Raises:
        PuzzleError: It is of another kind, or has not exactly one solution. If that is not decided
            within the limit, the prediction stands, if there is one.
    """
    kind = "sudoku" if isinstance(model, human_time.LinearPredictor) else model.kind
    if puzzle.kind() != kind:
        raise PuzzleError("$.kind", f"expected {kind}, as the model's puzzles, got {puzzle.kind()}")
    limits = solver_limits.Limits(time_limit)
    verdict = decide.unique(puzzle, decide.method(limits=limits))
    if verdict.status in ("several", "none"):
        expected = "expected exactly one solution, as the model's puzzles have"
        raise PuzzleError("$", f"{expected}, got {verdict.status}")
    answer = {"schema_version": 1, "kind": kind, "id": puzzle.extra.get("id")}
    if isinstance(model, human_time.LinearPredictor):
        return answer | _time(puzzle, verdict, model, limits)
    row = feature_blocks.describe(puzzle, model.blocks, limits)
    prediction = predicting.predict(model, row.values)
    reasons = {column: row.missing.get(column, "no such feature") for column in prediction.missing}
    return answer | {
        "label": model.label,
        "unit": model.unit or None,
        "predicted": prediction.value,
        "low": prediction.low,
        "high": prediction.high,
        "coverage": model.coverage,
        "outside": list(prediction.outside),
        "missing": reasons,
    }


def _time(
    puzzle: Puzzle, verdict: Verdict, model: LinearPredictor, limits: Limits
) -> dict[str, Any]:
    """The time that people take, as members of its JSON."""
    if not verdict.solutions:
        raise PuzzleError("$", "expected a solution within the time limit, got none")
    try:
        minutes = human_time.predict(puzzle, verdict.solutions[0], limits, model)
    except solver_limits.LimitReachedError as error:
        raise PuzzleError("$", f"expected runs of simulated people, got {error}") from error
    seconds = (60 * part for part in minutes[:3])
    return {
        "label": "time",
        "unit": "seconds",
        **dict(zip(("predicted", "low", "high"), seconds, strict=True)),
        "coverage": model.coverage,
        "outside": [f"player.{name}" for name in model.weights] if minutes.outside else [],
        "missing": {},
    }


def _lines(answer: dict[str, Any]) -> Iterator[str]:
    unit = shown(answer["unit"] or answer["label"])
    yield (
        f"{unit}: {answer['predicted']:.4g}   {100 * answer['coverage']:.0f} % "
        f"{answer['low']:.4g} to {answer['high']:.4g}"
    )
    for columns, what in (
        (answer["outside"], "outside the range of the puzzles fitted to"),
        (list(answer["missing"]), "without a number"),
    ):
        if columns:
            more = f", and {len(columns) - 5} more" if len(columns) > 5 else ""
            yield f"  {len(columns)} features {what}: {', '.join(map(shown, columns[:5]))}{more}"
