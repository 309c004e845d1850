"""The report of a study: the findings about each label, in numbers and in words.

Every sentence is made from the numbers by a rule in ``templates/sentences.md``, so that negative
results are stated as plainly as positive ones.
"""

from __future__ import annotations

import importlib.metadata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, astuple
from pathlib import Path

import msgspec
import numpy as np

from uniclue.files.output import kept_to_us, write_whole
from uniclue.study.studies import figures, page
from uniclue.study.studies.findings import Findings
from uniclue.study.studies.hypotheses import Protocol
from uniclue.study.studies.table import StudyTable
from uniclue.version import VERSION


def write_report(parts: Sequence[page.Part], out: Path) -> list[Path]:
    """Writes ``out`` (HTML), the same as Markdown beside it, and its tables and figures.

    Every file is written whole or not at all, the page last.

    Args:
        parts: The report.
        out: The page; ``report.html`` has ``report.md`` and ``report-files/`` beside it.

    Returns:
        The files written.

    Raises:
        OSError: A file cannot be written.
    """
    folder = out.with_name(f"{out.stem}-files")
    folder.mkdir(exist_ok=True)
    files: dict[Path, bytes] = {}
    for part in parts:
        if isinstance(part, page.PageTable):
            files[folder / f"{part.name}.csv"] = page.to_csv(part).encode()
        elif isinstance(part, page.Figure):
            files[folder / f"{part.name}.svg"] = part.svg
    files[out.with_suffix(".md")] = page.to_markdown(parts, folder.name).encode()
    files[out] = page.to_html(parts).encode()
    with kept_to_us(out):
        for path, data in files.items():
            write_whole(path, data, is_locked=path == out)
    return list(files)


def make_report(
    table: StudyTable, findings: Sequence[Findings], protocol: Protocol
) -> list[page.Part]:
    """The report of a study, as parts."""
    about_tests, about_protocol = page.sentences("notes.md")
    return [
        page.Heading(1, table.study.plan.title or "A study of puzzles"),
        page.Heading(2, "The answer"),
        *_answer(findings),
        page.Heading(2, "Primary tests"),
        _primary_table(findings),
        page.Paragraph(about_tests),
        *(part for result in findings for part in _label_parts(result)),
        page.Heading(2, "What features cost"),
        cost_table(table),
        page.Heading(2, "What went in"),
        _corpora_table(table),
        _failures(table),
        page.Heading(2, "How"),
        page.Paragraph(about_protocol),
        protocol_table(protocol),
    ]


# -- parts -----------------------------------------------------------------------------------------


def _answer(findings: Sequence[Findings]) -> list[page.Part]:
    verdicts = Counter(test.verdict for result in findings for test in result.primary)
    counts = ", ".join(f"{number} {verdict}" for verdict, number in verdicts.most_common())
    parts: list[page.Part] = [page.Paragraph(f"Of {verdicts.total()} primary tests: {counts}.")]
    for result in findings:
        hypothesis = result.hypothesis
        what = hypothesis.unit or hypothesis.label
        question = f"{hypothesis.name}: what predicts {what} of {hypothesis.kind} puzzles?"
        parts += [
            page.Paragraph(f"**{question}**"),
            page.Listing(page.sentences("sentences.md", result=result)),
        ]
    return parts


def _label_parts(result: Findings) -> list[page.Part]:
    sample, *predictor = page.sentences(
        "label.md", result=result, groups=np.bincount(result.sample.groups)
    )
    return [
        page.Heading(2, f"Label {result.hypothesis.name}"),
        page.Paragraph(sample),
        figures.steps(result),
        _fits_table(result),
        _gains_table(result),
        _null_table(result),
        _strata_table(result),
        *_batches_table(result),
        figures.features(result),
        *_explored_tables(result),
        figures.predictions(result),
        *map(page.Paragraph, predictor),
    ]


# -- tables ----------------------------------------------------------------------------------------


def _primary_table(findings: Sequence[Findings]) -> page.PageTable:
    columns = (
        "test; feature; puzzles; plain; given size; low; high; p; Holm's p; expected; verdict; "
        "finds at 0.05; finds at Holm's"
    )
    rows = (
        (
            *(result.hypothesis.name, test.column, len(result.sample.y), test.plain.value),
            *(*test.given_size, test.holm, test.expected, test.verdict, *test.least),
        )
        for result in findings
        for test in result.primary
    )
    return page.table_of("primary", "Primary tests", columns, rows)


def _fits_table(result: Findings) -> page.PageTable:
    columns = "features; number; R2; low; high; Spearman; low ; high ; mean error; AUC"
    rows = (
        (
            *(fit.features, fit.columns),
            *(*fit.score.r2[:3], *fit.score.spearman[:3], fit.score.error, fit.score.auc),
        )
        for fit in result.fits
        if fit.features not in result.repeated or fit.features == "structure"
    )
    title = "Predictions of held-out puzzles"
    return page.table_of(f"{result.hypothesis.name}-fits", title, columns, rows)


def _gains_table(result: Findings) -> page.PageTable:
    own = [g for g in result.gains if g.more not in result.repeated or g.more == "structure"]
    rows = [(f"{gain.more} less {gain.less}", *gain.r2[:3]) for gain in own]
    if over := result.over_folds:
        rows.append((f"{over.more} less {over.less}, over folds", *over.r2[:3]))
    title = "What features add to R2, on the same folds"
    return page.table_of(
        f"{result.hypothesis.name}-gains", title, "difference; R2; low; high", rows
    )


def _null_table(result: Findings) -> page.PageTable:
    columns = "R2 of; observed; mean of null; 95th percentile; p"
    title = "Permutation null, without weights"
    return page.table_of(
        f"{result.hypothesis.name}-null", title, columns, map(astuple, result.null)
    )


def _strata_table(result: Findings) -> page.PageTable:
    columns = "feature; stratum; puzzles; given size"
    rows = ((test.column, *stratum) for test in result.primary for stratum in test.strata)
    title = "Primary features in strata"
    return page.table_of(f"{result.hypothesis.name}-strata", title, columns, rows)


def _batches_table(result: Findings) -> Iterator[page.PageTable]:
    if result.batches:
        columns = f"{result.hypothesis.order}; puzzles; mean; R2; Spearman; mean error; in interval"
        title = f"Held-out predictions by batches of {result.hypothesis.order}"
        rows = map(astuple, result.batches)
        yield page.table_of(f"{result.hypothesis.name}-batches", title, columns, rows)


def _explored_tables(result: Findings) -> Iterator[page.PageTable]:
    columns = "feature; plain; low; high; p; q; given size; low ; high ; p ; q "
    rows = ((e.column, *e.plain, e.q, *e.given_size, e.q_given_size) for e in result.explored)
    title = "All features but copies, exploratory; q by Benjamini and Hochberg"
    yield page.table_of(f"{result.hypothesis.name}-features", title, columns, rows, folded=True)
    if result.hypothesis.also:
        columns = "; ".join(("feature", *result.hypothesis.also))
        title = "Correlations given size with other labels, exploratory"
        also = ((e.column, *e.also) for e in result.explored)
        yield page.table_of(f"{result.hypothesis.name}-also", title, columns, also, folded=True)


def cost_table(table: StudyTable) -> page.PageTable:
    """What every block took, by kind."""
    blocks = [c.removeprefix("seconds.") for c in table.frame.columns if c.startswith("seconds.")]
    rows: list[tuple[page.Value, ...]] = []
    for (kind,), part in table.frame.group_by("kind", maintain_order=True):
        for block in blocks:
            milli = 1000 * part[f"seconds.{block}"].drop_nulls().to_numpy()
            if len(milli):
                ends = np.percentile(milli, (50, 95)).tolist()
                rows.append((f"{kind}: {block}", len(milli), *ends))
    title = "Cost of the blocks, as measured when the table was made"
    return page.table_of("cost", title, "block; puzzles; median, ms; 95th percentile, ms", rows)


def _corpora_table(table: StudyTable) -> page.PageTable:
    puzzles = Counter(table.frame["corpus"].to_list())
    failed = Counter(failure.corpus for failure in table.failures)
    names = [corpus.name for corpus in table.study.plan.corpus]
    rows = ((name, puzzles[name], failed[name]) for name in names)
    return page.table_of("corpora", "Corpora", "corpus; puzzles; left out", rows)


def _failures(table: StudyTable) -> page.Part:
    if not table.failures:
        return page.Paragraph("No puzzle was left out.")
    title = "Puzzles left out, and why"
    rows = map(msgspec.structs.astuple, table.failures)
    return page.table_of("left-out", title, "corpus; line; id; reason", rows, folded=True)


def protocol_table(protocol: Protocol) -> page.PageTable:
    """The numbers of the protocol, and the versions of libraries."""
    numbers = asdict(protocol) | {"seed": str(protocol.seed)}  # a seed has no thousands
    versions = {"uniclue": VERSION} | {
        name: importlib.metadata.version(name)
        for name in ("numpy", "scipy", "scikit-learn", "statsmodels")
    }
    rows = [(name.replace("_", " "), value) for name, value in numbers.items()]
    rows += [(f"version of {name}", value) for name, value in versions.items()]
    return page.table_of("protocol", "The numbers of the protocol", "what; value", rows)
