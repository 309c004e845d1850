"""The report of a study: what was found about each label, in numbers and in words.

Every sentence is made from the numbers by a rule that stands here, so that what is not shown is
said as plainly as what is.
"""

from __future__ import annotations

import importlib.metadata
import math
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import numpy as np
import polars as pl

from uniclue.formats.output import written_whole
from uniclue.research.study import figures
from uniclue.research.study.evaluate import Findings, Gain, Primary
from uniclue.research.study.hypotheses import Protocol
from uniclue.research.study.page import (
    Figure,
    Heading,
    Listing,
    Paragraph,
    Part,
    Value,
    shown,
    to_csv,
    to_html,
    to_markdown,
)
from uniclue.research.study.page import Table as Shown
from uniclue.research.study.statistics import Estimate
from uniclue.research.study.table import Table


def write_report(parts: Sequence[Part], out: Path) -> list[Path]:
    """Writes ``out`` (HTML), the same as Markdown beside it, and its tables and figures.

    Every file is written whole or not at all, the page last.

    Args:
        parts: The report.
        out: The page; ``report.html`` has ``report.md`` and ``report-files/`` beside it.

    Returns:
        What was written.

    Raises:
        OSError: A file cannot be written.
    """
    folder = out.with_name(f"{out.stem}-files")
    folder.mkdir(exist_ok=True)
    files = {
        **{folder / f"{p.name}.csv": to_csv(p).encode() for p in parts if isinstance(p, Shown)},
        **{folder / f"{p.name}.svg": p.svg for p in parts if isinstance(p, Figure)},
        out.with_suffix(".md"): to_markdown(parts, folder.name).encode(),
        out: to_html(parts).encode(),
    }
    for path, data in files.items():
        with written_whole(path) as part:
            part.write_bytes(data)
    return list(files)


def make_report(table: Table, findings: Sequence[Findings], protocol: Protocol) -> list[Part]:
    """The report of a study, as parts."""
    title = table.study.plan.title or "A study of puzzles"
    parts: list[Part] = [Heading(1, title), Heading(2, "The answer")]
    parts += _answer(findings)
    parts += [Heading(2, "Primary tests"), _primary_table(findings), Paragraph(_PRIMARY_NOTE)]
    for found in findings:
        parts += _label_parts(found)
    parts += [Heading(2, "What features cost"), _cost_table(table)]
    parts += [Heading(2, "What went in")]
    parts += [_corpora_table(table), *_failures(table)]
    parts += [Heading(2, "How"), Paragraph(_HOW), _protocol_table(protocol)]
    return parts


_PRIMARY_NOTE = (
    "Correlations are Spearman's; *given size* means that ranks of both, less their regression on "
    "the ranks of the size columns, are correlated. p is that of labels permuted within quartiles "
    "of size; Holm's p is adjusted over all tests of this table. *Finds* is the smallest "
    "correlation that the test finds with probability 0.8, at 0.05 and at the strictest level of "
    "Holm."
).replace("*", "")

_HOW = (
    "The protocol was written before the results: docs/study.md. No group of puzzles that are the "
    "same up to symmetry, or have the same solution, is split between folds. What is learnt is "
    "learnt from training puzzles alone. All numbers of the same table come out the same again."
)


# -- sentences -------------------------------------------------------------------------------------


WIDE = 0.5
"""An interval of a share of variance that is wider says little."""


def _answer(findings: Sequence[Findings]) -> list[Part]:
    tests = [test for found in findings for test in found.primary]
    by_verdict = {
        verdict: sum(test.verdict == verdict for test in tests)
        for verdict in ("supported", "contradicted", "not shown", "cannot be tested")
    }
    told = ", ".join(f"{number} {verdict}" for verdict, number in by_verdict.items() if number)
    parts: list[Part] = [Paragraph(f"Of {len(tests)} primary tests: {told}.")]
    for found in findings:
        parts += [Paragraph(f"**{_asked(found)}**"), Listing(tuple(sentences(found)))]
    return parts


def _asked(found: Findings) -> str:
    hypothesis = found.hypothesis
    what = hypothesis.unit or hypothesis.label
    return f"{hypothesis.name}: does the shape of {hypothesis.kind} puzzles predict {what}?"


def sentences(found: Findings) -> list[str]:
    """What was found about one label, in words."""
    told = [_primary_sentence(test, found) for test in found.primary]
    told += _structure_sentences(found)
    told += _block_sentences(found)
    told += _pilot_sentences(found)
    told += _aim_sentences(found)
    told += _ceiling_sentences(found)
    told += _null_sentences(found)
    told += _transfer_sentences(found)
    if found.sample.observers is None:
        told.append("The label was not measured on people; nothing about people follows.")
    return told


def _primary_sentence(test: Primary, found: Findings) -> str:
    given = ", ".join(f"`{column}`" for column in found.hypothesis.size) or "nothing"
    start = f"`{test.column}`, given {given}"
    if test.verdict == "cannot be tested":
        return f"{start}: cannot be tested, it does not vary or nothing is left given size."
    expected = "positive" if test.expected == "+" else "negative"
    numbers = f"correlation {_estimate(test.given_size)}, Holm's p {shown(test.holm)}"
    verdict = {
        "supported": f"the expected {expected} relation is supported",
        "contradicted": f"the expected {expected} relation is contradicted: the sign is the other",
        "not shown": f"the expected {expected} relation is not shown",
    }[test.verdict]
    inside = [rho for name, n, rho in test.strata if n >= 20 and not math.isnan(rho)]
    same = sum((rho > 0) == (test.given_size.value > 0) for rho in inside)
    strata = f" The sign is the same in {same} of {len(inside)} strata." if inside else ""
    void = ""
    if found.size_says_all:
        void = " Size alone predicts the label almost fully, so this test says nothing."
    return f"{start}: {numbers}; {verdict}.{strata}{void}"


def _structure_sentences(found: Findings) -> list[str]:
    told = []
    for model in ("predictor", "ridge", "forest"):
        fit, size = found.fit(model, "structure"), found.fit(model, "size")
        if fit is None:
            continue
        text = (
            f"Structure predicts it with R2 {_estimate(fit.score.r2)} and Spearman "
            f"{_estimate(fit.score.spearman)} ({model})"
        )
        if size is not None:
            text += f"; size alone with R2 {_estimate(size.score.r2)}"
        told.append(f"{text}.")
    return told


def _block_sentences(found: Findings) -> list[str]:
    told = []
    for step in ("static shape", "residual shape", "deduction graph"):
        added = found.gain("ridge", f"size + {step}", "size")
        taken = found.gain("ridge", "structure", f"structure - {step}")
        if added is None or taken is None:
            continue
        told.append(
            f"To size the {step} {_adds(added)}; to all other structure it {_adds(taken)} (ridge)."
        )
    return told


def _adds(gain: Gain) -> str:
    """What a gain in R2 says, by its interval."""
    if gain.r2.low > 0:
        return f"adds {_estimate(gain.r2)} of R2"
    if gain.r2.high < 0:
        return f"adds nothing, predictions get worse: {_estimate(gain.r2)} of R2"
    return f"adds nothing that can be shown: {_estimate(gain.r2)} of R2"


def _pilot_sentences(found: Findings) -> list[str]:
    told = []
    for model in ("predictor", "ridge", "forest"):
        gain = found.gain(model, "structure", "pilot")
        pilot = found.fit(model, "pilot")
        if gain is None or pilot is None:
            continue
        folds = next(one for one in found.over_folds if one.model == model)
        r2 = gain.r2
        verdict = "no difference can be shown"
        if r2.low > 0:
            verdict = "structure is better"
        elif r2.high < 0:
            verdict = "the pilot block is better"
        if folds.r2.low <= 0 <= folds.r2.high and not r2.low <= 0 <= r2.high:
            verdict += ", but with other training puzzles it need not be: that interval holds 0"
        told.append(
            f"Structure less the pilot block ({', '.join(f'`{c}`' for c in found.hypothesis.pilot)}"
            f"; R2 {shown(pilot.score.r2.value)}): {_estimate(r2)} of R2 ({model}; over folds "
            f"{shown(folds.r2.low)} to {shown(folds.r2.high)}): {verdict}."
        )
    for step in ("static shape", "residual shape", "deduction graph"):
        added = found.gain("ridge", f"pilot + {step}", "pilot")
        if added is not None:
            told.append(f"To the pilot block the {step} {_adds(added)} (ridge).")
    return told


def _aim_sentences(found: Findings) -> list[str]:
    fit = found.fit("predictor", "structure") or found.fit("ridge", "structure")
    if fit is None:
        return []
    told = []
    for name, aim in found.hypothesis.aims.items():
        value = (fit.score.r2 if name == "r2" else fit.score.spearman).value
        title = "R2" if name == "r2" else "Spearman"
        verdict = "reached" if value >= aim else "missed"
        told.append(f"The aim of {title} {aim} from structure alone is {verdict}: {shown(value)}.")
    return told


def _ceiling_sentences(found: Findings) -> list[str]:
    if found.ceiling is None:
        return []
    share = found.ceiling.share
    assumed = ", ".join(f"{shown(1 - s)} for {spread}" for spread, s in found.ceiling.assumed)
    text = (
        f"Noise of the label is estimated at {_estimate(share)} of its variance; that would be a "
        f"ceiling of R2 {shown(1 - share.value)} and of correlations "
        f"{shown(math.sqrt(max(1 - share.value, 0)))}."
    )
    if share.high - share.low > WIDE:
        text += " The interval is so wide that this says little."
    return [
        f"{text} Assumed spreads of log seconds between people would mean ceilings of R2 {assumed}."
    ]


def _null_sentences(found: Findings) -> list[str]:
    return [
        f"With labels permuted within strata of size, R2 of {null.what} is {shown(null.mean)} on "
        f"average and {shown(null.high)} at the 95th percentile; it is {shown(null.observed)} with "
        f"the labels as they are (p {shown(null.p)})."
        for null in found.null
    ]


def _transfer_sentences(found: Findings) -> list[str]:
    if found.transfer is None:
        return []
    name, puzzles, estimate = found.transfer
    return [
        f"Ridge fitted to structure here, carried to the {puzzles:,} puzzles of {name} that share "
        f"no group, has a Spearman correlation of {_estimate(estimate)} with their label."
    ]


def _estimate(estimate: Estimate) -> str:
    if math.isnan(estimate.low):
        return shown(estimate.value) or "unknown"
    return f"{shown(estimate.value)} ({shown(estimate.low)} to {shown(estimate.high)})"


# -- tables ----------------------------------------------------------------------------------------


def _primary_table(findings: Sequence[Findings]) -> Shown:
    rows = tuple(
        (
            found.hypothesis.name,
            test.column,
            len(found.sample.y),
            test.plain.value,
            test.given_size.value,
            test.given_size.low,
            test.given_size.high,
            test.given_size.p,
            test.holm,
            test.expected,
            test.verdict,
            *test.least,
        )
        for found in findings
        for test in found.primary
    )
    columns = (
        *("test", "feature", "puzzles", "plain", "given size", "low", "high", "p", "Holm's p"),
        *("expected", "verdict", "finds at 0.05", "finds at Holm's"),
    )
    return Shown("primary", "Primary tests", columns, rows)


def _label_parts(found: Findings) -> list[Part]:
    name, sample = found.hypothesis.name, found.sample
    groups = np.bincount(sample.groups)
    parts: list[Part] = [
        Heading(2, f"Label {name}"),
        Paragraph(
            f"{len(sample.y):,} {found.hypothesis.kind} puzzles in {len(groups):,} groups, the "
            f"largest of {groups.max()}; label: {figures.label_name(found)}, mean "
            f"{shown(float(sample.y.mean()))}, standard deviation {shown(float(sample.y.std()))}. "
            f"{len(sample.columns)} features vary; copies of others among them: {found.copies}."
        ),
        figures.steps(found, found.steps),
        _fits_table(found),
        _gains_table(found),
        _null_table(found),
        _strata_table(found),
        figures.features(found),
        _explored_table(found),
        *_also_tables(found),
        figures.predictions(found),
    ]
    if found.covered is not None and found.mix is not None:
        shares = ", ".join(
            f"{share:.2f} {model}"
            for share, model in zip(
                found.mix, ("ridge", "randomised trees", "boosted trees"), strict=True
            )
        )
        parts.append(
            Paragraph(
                f"The predictor's mixture is {shares}, on average over the folds. Its 90 % "
                f"intervals hold {100 * found.covered:.1f} % of the held-out puzzles."
            )
        )
    return parts


def _fits_table(found: Findings) -> Shown:
    rows = []
    for fit in found.fits:
        if fit.features in found.repeated and fit.features != "structure":
            continue
        score = fit.score
        rows.append(
            (
                f"{fit.model}: {fit.features}",
                fit.columns,
                score.r2.value,
                score.r2.low,
                score.r2.high,
                score.spearman.value,
                score.spearman.low,
                score.spearman.high,
                score.error,
                score.auc,
            )
        )
    columns = (
        *("features", "number", "R2", "low", "high", "Spearman", "low ", "high "),
        *("mean error", "AUC"),
    )
    title = "Predictions of held-out puzzles"
    return Shown(f"{found.hypothesis.name}-fits", title, columns, tuple(rows))


def _gains_table(found: Findings) -> Shown:
    rows = [
        (f"{gain.model}: {gain.more} less {gain.less}", gain.r2.value, gain.r2.low, gain.r2.high)
        for gain in found.gains
        if gain.more not in found.repeated or gain.more == "structure"
    ]
    rows += [
        (
            f"{gain.model}: {gain.more} less {gain.less}, over folds",
            gain.r2.value,
            gain.r2.low,
            gain.r2.high,
        )
        for gain in found.over_folds
    ]
    title = "What features add to R2, on the same folds"
    return Shown(
        f"{found.hypothesis.name}-gains", title, ("difference", "R2", "low", "high"), tuple(rows)
    )


def _null_table(found: Findings) -> Shown:
    rows = tuple((n.what, n.observed, n.mean, n.high, n.p) for n in found.null)
    columns = ("R2 of", "observed", "mean of null", "95th percentile", "p")
    title = "Permutation null of ridge, without weights"
    return Shown(f"{found.hypothesis.name}-null", title, columns, rows)


def _strata_table(found: Findings) -> Shown:
    rows = tuple(
        (test.column, name, n, rho) for test in found.primary for name, n, rho in test.strata
    )
    columns = ("feature", "stratum", "puzzles", "given size")
    return Shown(f"{found.hypothesis.name}-strata", "Primary features in strata", columns, rows)


def _explored_table(found: Findings) -> Shown:
    rows: list[tuple[Value, ...]] = []
    for one in found.explored:
        plain, given = one.plain, one.given_size
        rows.append(
            (
                *(one.column, plain.value, plain.low, plain.high, plain.p, one.q),
                *(given.value, given.low, given.high, given.p, one.q_given_size),
            )
        )
    columns = (
        *("feature", "plain", "low", "high", "p", "q"),
        *("given size", "low ", "high ", "p ", "q "),
    )
    title = "All features but copies, exploratory; q by Benjamini and Hochberg"
    name = f"{found.hypothesis.name}-features"
    return Shown(name, title, columns, tuple(rows), folded=True)


def _also_tables(found: Findings) -> list[Part]:
    labels = found.hypothesis.also
    if not labels:
        return []
    rows: list[tuple[Value, ...]] = []
    for explored, also in zip(found.explored, found.also, strict=True):
        rows.append((explored.column, *also))
    title = "Correlations given size with other labels, exploratory"
    return [Shown(f"{found.hypothesis.name}-also", title, ("feature", *labels), tuple(rows), True)]


def _cost_table(table: Table) -> Shown:
    blocks = [c.removeprefix("seconds.") for c in table.frame.columns if c.startswith("seconds.")]
    rows: list[tuple[Value, ...]] = []
    for (kind,), part in table.frame.group_by("kind", maintain_order=True):
        for block in blocks:
            seconds = part[f"seconds.{block}"].drop_nulls()
            if len(seconds):
                milli = 1000 * seconds.to_numpy()
                high = float(np.percentile(milli, 95))
                rows.append((f"{kind}: {block}", len(milli), float(np.median(milli)), high))
    columns = ("block", "puzzles", "median, ms", "95th percentile, ms")
    return Shown(
        "cost", "Cost of the blocks, as measured when the table was made", columns, tuple(rows)
    )


def _corpora_table(table: Table) -> Shown:
    counts = dict(table.frame.group_by("corpus").agg(pl.len()).iter_rows())
    rows = []
    for corpus in table.study.plan.corpus:
        failed = sum(failure.corpus == corpus.name for failure in table.failures)
        rows.append((corpus.name, int(counts.get(corpus.name, 0)), failed))
    columns = ("corpus", "puzzles", "left out")
    return Shown("corpora", "Corpora", columns, tuple(rows))


def _failures(table: Table) -> list[Part]:
    if not table.failures:
        return [Paragraph("No puzzle was left out.")]
    rows = tuple((f.corpus, f.line, f.id, f.reason) for f in table.failures)
    columns = ("corpus", "line", "id", "reason")
    return [Shown("left-out", "Puzzles left out, and why", columns, rows, folded=True)]


def _protocol_table(protocol: Protocol) -> Shown:
    rows: list[tuple[Value, ...]] = [
        (name.replace("_", " "), value) for name, value in asdict(protocol).items()
    ]
    rows[0] = ("seed", str(protocol.seed))
    rows += [
        (f"version of {name}", importlib.metadata.version(name))
        for name in ("uniclue", "numpy", "scipy", "scikit-learn", "statsmodels")
    ]
    return Shown("protocol", "The numbers of the protocol", ("what", "value"), tuple(rows))
