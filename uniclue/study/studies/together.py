"""Reports on many kinds together, and on matched pairs.

Every sentence is made from the numbers by a rule, in ``templates/across.md`` and ``pairs.md``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np

from uniclue.study.studies import figures, page, statistics
from uniclue.study.studies.across import SETS, AcrossFindings, MeanTest, evaluate_across
from uniclue.study.studies.hypotheses import Protocol
from uniclue.study.studies.page import Part
from uniclue.study.studies.pairs import Compared, evaluate_pairs
from uniclue.study.studies.report import cost_table, protocol_table
from uniclue.study.studies.table import StudyTable


def _name(label: str) -> str:
    return label.rpartition(".")[2].replace("_", " ")


# -- many kinds ------------------------------------------------------------------------------------


def across_report(table: StudyTable, found: AcrossFindings) -> Iterator[Part]:
    """The report on many kinds."""
    labels = [label for label in found.design.labels if label in found.kinds]
    yield page.Heading(2, "The answer")
    yield page.Listing(
        page.sentences("across.md", found=found, labels=labels, name=_name, sets=SETS)
    )
    yield page.Heading(2, "Tests")
    yield _tests_table("tests", "Means over kinds, tested", found.tests)
    yield _tests_table("means", "Means over kinds, not tested", found.secondary)
    yield page.Heading(2, "Kinds")
    for label in labels:
        ones = sorted(found.kinds[label], key=lambda one: one.gain.value)
        title = f"{_name(label)}: R2 that shape adds to size, within each kind"
        gains = [one.gain for one in ones]
        yield figures.by_kind(f"gains-{_name(label)}", title, [one.kind for one in ones], gains)
    yield figures.carried({_name(label): found.kinds[label] for label in labels})
    yield _kinds_table(found)
    yield _levels_table(found)
    yield page.Heading(2, "What went in")
    reasons = [*found.left_out.items(), *_reasons(table)]
    yield page.table_of("left-out", "Puzzles not in the analysis", "why; puzzles", reasons)
    sets = ((name, len(each), ", ".join(each)) for name, each in found.columns.items())
    yield page.table_of(
        "columns", "The columns of each set", "set; columns; which", sets, folded=True
    )


def _reasons(table: StudyTable) -> list[tuple[str, int]]:
    """Why puzzles are not in the table, and how many."""
    return Counter(failure.reason.partition(":")[0] for failure in table.failures).most_common()


def _tests_table(name: str, title: str, tests: Iterable[MeanTest]) -> page.PageTable:
    columns = (
        "label; what; kinds; above 0; mean; low; high; p; Holm's p; expected; verdict; "
        "Q; df; p of Q; tau; rows permuted; SD of that"
    )
    rows = (
        (
            *(_name(t.label), t.what, t.kinds, t.above, *t.mean, t.holm, t.expected, t.verdict),
            *((t.pooled.q, t.pooled.df, t.pooled.q_p, t.pooled.tau) if t.pooled else [None] * 4),
            *t.null,
        )
        for t in tests
    )
    if name == "tests":
        return page.table_of(name, title, columns, rows)
    return page.table_of(name, title, "; ".join(columns.split("; ")[:7]), (row[:7] for row in rows))


def _kinds_table(findings: AcrossFindings) -> page.PageTable:
    """Every kind and label; q by Benjamini and Hochberg over all correlations of the table."""
    primary = tuple(findings.design.primary)
    ones = [(label, one) for label, of_label in findings.kinds.items() for one in of_label]
    p = [one.primary[column].p for _, one in ones for column in primary]
    q = statistics.benjamini_hochberg(np.array(p, np.float64)).reshape(len(ones), -1)
    columns = "label; kind; puzzles; R2 of size; shape adds; low; high; carried: size; shape"
    columns += "".join(f"; {column} given size; q" for column in primary)
    rows = (
        (
            *(_name(label), one.kind, len(one.sample.y), one.r2["size"].value, *one.gain[:3]),
            *(one.carried.get(name) for name in ("size", "shape")),
            *(
                x
                for c, each in zip(primary, of_one, strict=True)
                for x in (one.primary[c][0], each)
            ),
        )
        for (label, one), of_one in zip(ones, q.tolist(), strict=True)
    )
    return page.table_of("kinds", "Every kind, every label", columns, rows, folded=True)


def _levels_table(findings: AcrossFindings) -> page.PageTable:
    columns = (
        "label; kind; puzzles; R2 of size; of shape too; of process too; shape adds; low; high"
    )
    rows = (
        (
            *(_name(level), one.kind, len(one.sample.y)),
            *(one.r2[name].value for name in SETS),
            *one.gain[:3],
        )
        for level in findings.design.levels
        for one in findings.kinds.get(level, [])
    )
    return page.table_of("levels", "Labels of people and publishers", columns, rows)


# -- pairs -----------------------------------------------------------------------------------------


def pairs_report(table: StudyTable, compared: Sequence[Compared]) -> Iterator[Part]:
    """The report on matched pairs."""
    columns = (
        "kind; differs in; outcome; puzzles; pairs; apart, SD; worst balance, SD; difference, SD; "
        "low; high; p; Holm's p; verdict"
    )
    rows = (
        (
            *(c.kind, c.differs, _name(c.outcome), c.puzzles, c.pairs, c.apart, c.balance),
            *(*c.difference, c.holm, c.verdict),
        )
        for c in compared
    )
    yield page.Heading(2, "The answer")
    yield page.Listing(page.sentences("pairs.md", compared=compared, name=_name))
    yield page.Heading(2, "Comparisons")
    yield page.table_of("pairs", "Pairs that differ in one column", columns, rows)
    yield figures.by_kind(
        "differences",
        "Difference of outcomes within pairs, in standard deviations; dotted: what would matter",
        [f"{c.kind}, {_name(c.differs)}: {_name(c.outcome)}" for c in compared][::-1],
        [c.difference for c in compared][::-1],
        sorted({sign * c.margin for c in compared for sign in (-1, 1)}),
    )
    if reasons := _reasons(table):
        yield page.table_of("left-out", "Puzzles not in the table", "why; puzzles", reasons)


def comparisons(
    table: StudyTable,
    protocol: Protocol,
    progress: Callable[[int, int, str], None] = lambda *_: None,
) -> Iterator[Part]:
    """What the plan of a study asks about many kinds and about pairs, answered.

    Raises:
        TableError: The table lacks what the test needs.
    """
    plan = table.study.plan
    if plan.across or plan.pairs:
        yield page.Heading(1, plan.title or "A study of puzzles")
    for design in plan.across:
        yield from across_report(table, evaluate_across(table, design, protocol, progress))
    if plan.pairs:
        yield from pairs_report(table, evaluate_pairs(table, protocol))
    if plan.across or plan.pairs:
        yield page.Heading(2, "How")
        yield cost_table(table)
        yield protocol_table(protocol)
