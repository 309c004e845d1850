"""What a study leads to: its report, predictors, predictions."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from uniclue.asking.exits import BAD_PUZZLE, OK, USAGE, Stop, puzzle_errors
from uniclue.asking.options import FILE, FILES, JSON, KIND_FILE, PATH, jobs_option, takes
from uniclue.asking.terminal import load_kind_files, print_out, progress_bar, reader_may_go

if TYPE_CHECKING:
    from uniclue.core.puzzle import Puzzle
    from uniclue.research.study.hypotheses import Hypothesis, Protocol
    from uniclue.research.study.predict import Model
    from uniclue.research.study.table import Table

DIR = click.argument("folder", metavar="DIR", type=PATH)
SEED = click.option(
    "--seed",
    metavar="S",
    type=click.IntRange(0),
    help="For folds, resamples and trees.  [default: the plan's]",
)
QUICK = click.option("--quick", is_flag=True, help="A look: few folds and resamples, no protocol.")


@click.command()
@takes(
    DIR,
    click.option(
        "--out",
        "-o",
        metavar="FILE",
        type=PATH,
        default=Path("report.html"),
        show_default=True,
        help="The page; Markdown, tables and figures are written beside it.",
    ),
    jobs_option("Worker processes; the numbers do not depend on it."),
    SEED,
    QUICK,
)
def report(folder: Path, out: Path, jobs: int, seed: int | None, quick: bool) -> int:
    """Report on the study in DIR: what its plan tests, as one HTML page.

    Exit code: 0 written.
    """
    from uniclue.research.study.evaluate import evaluate
    from uniclue.research.study.report import make_report, write_report

    if out.suffix.lower() not in (".html", ".htm"):
        raise Stop(USAGE, f"study report: expected a name that ends in .html, got {out}")
    with _study_errors(folder):
        table = _load(folder)
        protocol = _protocol(table, seed, quick)
        with progress_bar() as show:

            def progress(done: int, pieces: int, what: str) -> None:
                show("pieces", done, pieces, what)

            findings = evaluate(table, protocol, jobs, progress)
        parts = make_report(table, findings, protocol)
    with _study_errors(out):
        written = write_report(parts, out)
    print(f"{out}, seed {protocol.seed}; {len(written) - 1} more files beside it")
    return OK


@click.command()
@takes(
    DIR,
    click.option("--label", metavar="NAME", required=True, help="What to predict."),
    click.option("--kind", metavar="KIND", help="Of the puzzles.  [default: the test's]"),
    click.option("--corpus", metavar="NAME", multiple=True, help="These alone."),
    click.option(
        "--blocks", metavar="A,B", help="Blocks of features.  [default: those of structure]"
    ),
    click.option(
        "--scale",
        type=click.Choice(["plain", "log", "log1p"]),
        help="Of the label.  [default: the test's, else plain]",
    ),
    click.option("--out", "-o", metavar="MODEL", type=PATH, required=True, help="A .npz file."),
    click.option("--no-measure", is_flag=True, help="Leave out cross-validation."),
    SEED,
    QUICK,
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
) -> int:
    """Fit a predictor of a label to the puzzles of the study in DIR.

    Exit code: 0 written.
    """
    from msgspec.structs import replace as replaced
    from threadpoolctl import threadpool_limits

    from uniclue.formats.output import written_whole
    from uniclue.research.study.predict import fit_model, structural, to_bytes
    from uniclue.research.study.table import TableError, take

    with _study_errors(folder):
        table = _load(folder)
        asked = _asked(table, label, kind)
        asked = replaced(asked, corpus=corpus or asked.corpus, scale=scale or asked.scale)
        names = None if blocks is None else blocks.split(",")
        sample = structural(take(table, asked), asked, names)
        if not sample.columns:
            raise TableError("expected features that vary, got none in these blocks")
        with threadpool_limits(1):
            model = fit_model(sample, asked, _protocol(table, seed, quick), not no_measure)
    with _study_errors(out), written_whole(out) as part:
        part.write_bytes(to_bytes(model))
    for line in _about(model):
        print(line)
    return OK


@click.command(epilog=FILES)
@takes(
    FILE,
    click.option("--model", metavar="MODEL", type=PATH, required=True, help="Of 'study fit'."),
    click.option(
        "--time-limit",
        metavar="S",
        type=click.FloatRange(0, 1e6, min_open=True),
        default=60.0,
        show_default=True,
        help="Seconds for each block of features.",
    ),
    JSON,
    KIND_FILE,
)
def predict(
    file: str, model: Path, time_limit: float, as_json: bool, kind_file: tuple[Path, ...]
) -> int:
    """Predict the difficulty of new puzzles, with an interval.

    Many puzzles are answered in JSON, one a line. Exit code: 0 predicted, 65 some lines are no
    puzzles of the model's kind with one solution.
    """
    from uniclue.core.puzzle import PuzzleError
    from uniclue.formats.source import lines, open_source, read_text
    from uniclue.research.study.predict import read_model

    with _study_errors(model):
        fitted = read_model(model)
    load_kind_files(kind_file)
    name = "standard input" if file == "-" else file
    bad = 0
    with puzzle_errors(name), reader_may_go():
        source = open_source(file, sys.stdin.buffer)
        if isinstance(source, bytes):
            answer = _predicted(read_text(source), fitted, time_limit)
            print_out(_json(answer) if as_json else "\n".join(_told(answer)).encode())
            return OK
        with source as stream:
            for line in lines(stream):
                try:
                    answer = _predicted(read_text(line.data), fitted, time_limit)
                except PuzzleError as error:
                    bad += 1
                    answer = {"schema_version": 1, "error": str(error)}
                print_out(_json({"line": line.number, **answer}))
    if bad:
        raise Stop(BAD_PUZZLE, f"{name}: {bad} line{'' if bad == 1 else 's'} without a prediction")
    return OK


# -- parts of the commands -------------------------------------------------------------------------


@contextmanager
def _study_errors(path: Path) -> Iterator[None]:
    """Turns errors about a study or a model into one line and the documented exit code."""
    from uniclue.core.puzzle import ChoiceError
    from uniclue.research.study.predict import ModelError
    from uniclue.research.study.table import TableError

    try:
        with puzzle_errors(str(path)):
            yield
    except ChoiceError as error:
        raise Stop(USAGE, f"{path}: {error}") from error
    except (ModelError, TableError) as error:
        raise Stop(BAD_PUZZLE, f"{path}: {error}") from error


def _load(folder: Path) -> Table:
    from uniclue.research.study.table import load

    return load(folder)


def _protocol(table: Table, seed: int | None, quick: bool) -> Protocol:
    from uniclue.research.study.hypotheses import QUICK as FEW
    from uniclue.research.study.hypotheses import Protocol

    seed = table.study.plan.seed if seed is None else seed
    return replace(FEW if quick else Protocol(), seed=seed)


def _asked(table: Table, label: str, kind: str | None) -> Hypothesis:
    """The plan's test of the label, or one made for it."""
    from uniclue.research.study.hypotheses import Hypothesis
    from uniclue.research.study.table import TableError

    for test in table.study.plan.test:
        if test.label == label and kind in (None, test.kind):
            return test
    if kind is None:
        raise TableError(f"expected --kind, since no test of the plan has the label {label!r}")
    return Hypothesis(name=label, kind=kind, label=label, primary={}, size=())


def _about(model: Model) -> list[str]:
    about = model.about
    told = [
        f"{about.label} of {about.kind}: {len(about.columns)} features of "
        f"{', '.join(model.blocks)}; {about.puzzles} puzzles; seed {about.seed}"
    ]
    if m := about.measured:
        told.append(
            f"on held-out puzzles: R2 {m['r2']:.3f}, Spearman {m['spearman']:.3f}, mean error "
            f"{m['error']:.3f}; {100 * m['covered']:.1f} % in the {100 * about.coverage:.0f} % "
            "interval"
        )
    return told


def _predicted(puzzle: Puzzle, model: Model, time_limit: float) -> dict[str, Any]:
    """The prediction for a puzzle, as members of its JSON.

    Raises:
        PuzzleError: It is of another kind, or has not exactly one solution. If that is not decided
            within the limit, the prediction stands.
    """
    from uniclue.core.puzzle import PuzzleError
    from uniclue.research.features.feature import describe
    from uniclue.research.study.predict import predict as predict_label
    from uniclue.solvers import decide
    from uniclue.solvers.limits import Limits

    about = model.about
    if puzzle.kind() != about.kind:
        raise PuzzleError(
            "$.kind", f"expected {about.kind}, as the model's puzzles, got {puzzle.kind()}"
        )
    limits = Limits(time_limit)
    verdict = decide.unique(puzzle, decide.method(limits=limits))
    if verdict.status in ("several", "none"):
        expected = (
            f"expected exactly one solution, as the model's puzzles have, got {verdict.status}"
        )
        raise PuzzleError("$", expected)
    row = describe(puzzle, model.blocks, limits)
    found = predict_label(model, row.values)
    reasons = {column: row.missing.get(column, "no such feature") for column in found.missing}
    return {
        "schema_version": 1,
        "kind": about.kind,
        "id": puzzle.extra.get("id"),
        "label": about.label,
        "unit": about.unit or None,
        "predicted": found.value,
        "low": found.low,
        "high": found.high,
        "coverage": about.coverage,
        "outside": list(found.outside),
        "missing": reasons,
    }


def _told(answer: dict[str, Any]) -> list[str]:
    unit = answer["unit"] or answer["label"]
    told = [
        f"{unit}: {answer['predicted']:.4g}   {100 * answer['coverage']:.0f} % "
        f"{answer['low']:.4g} to {answer['high']:.4g}"
    ]
    for columns, what in (
        (answer["outside"], "outside the range of the puzzles fitted to"),
        (list(answer["missing"]), "without a number"),
    ):
        if columns:
            more = f", and {len(columns) - 5} more" if len(columns) > 5 else ""
            told.append(f"  {len(columns)} features {what}: {', '.join(columns[:5])}{more}")
    return told


def _json(answer: dict[str, Any]) -> bytes:
    import msgspec

    return msgspec.json.encode(answer)
