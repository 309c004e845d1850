"""Reports on many kinds and on pairs, as papers: a template with its tables and figures in place.

A template (``templates/across.md``, ``templates/pairs.md``) is Markdown with values filled in: its
headings, paragraphs and lists become parts, and a line ``[[name]]`` the table or figure of that
name. Every sentence that states a result is chosen by the numbers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from uniclue.research.study import figures, page, statistics
from uniclue.research.study.across import SETS, AcrossFindings, Test, evaluate_across
from uniclue.research.study.hypotheses import Protocol
from uniclue.research.study.page import Part
from uniclue.research.study.pairs import Compared, evaluate_pairs
from uniclue.research.study.report import cost_table
from uniclue.research.study.table import Table

UNITS = {
    "steps.depth": "hardest step",
    "steps.labour": "labour",
    "effort.conflicts": "conflicts",
}
"""Labels as the pages name them."""


def filled(template: str, named: Mapping[str, Part], **values: Any) -> list[Part]:
    """The parts of a template with its values, tables and figures."""
    parts: list[Part] = []
    for text in page.sentences(template, **values):
        if heading := re.fullmatch(r"(#+) (.*)", text):
            parts.append(page.Heading(len(heading[1]), heading[2]))
        elif place := re.fullmatch(r"\[\[([a-z.-]+)\]\]", text):
            parts += [named[place[1]]] if place[1] in named else []
        elif text.startswith("- "):
            before = parts.pop() if isinstance(parts[-1], page.Listing) else page.Listing(())
            assert isinstance(before, page.Listing)
            parts.append(page.Listing((*before.points, text.removeprefix("- "))))
        else:
            parts.append(page.Paragraph(text))
    return parts


def name_of(label: str) -> str:
    """A label for people."""
    return UNITS.get(label, label.partition(".")[2])


def _table(
    name: str, title: str, columns: str, rows: Iterable[Sequence[Any]], folded: bool = False
) -> page.Table:
    return page.Table(name, title, tuple(columns.split("; ")), tuple(map(tuple, rows)), folded)


# -- many kinds ------------------------------------------------------------------------------------


def across_paper(table: Table, findings: AcrossFindings, protocol: Protocol) -> list[Part]:
    """The report on many kinds."""
    labels = [label for label in findings.asked.labels if label in findings.kinds]
    some = {len(one.sample.y) for ones in findings.kinds.values() for one in ones}
    named: dict[str, Part] = {
        "tests": _tests_table("tests", "The primary tests", findings.tests),
        "means": _tests_table("means", "Means over kinds, not tested", findings.secondary),
        "kinds": _kinds_table(findings),
        "levels": _levels_table(findings),
        "columns": _columns_table(findings),
        "cost": cost_table(table),
        **{f"gains-{name_of(x)}".replace(" ", "-"): _gains(findings, x) for x in labels},
        "carried": figures.carried({name_of(label): findings.kinds[label] for label in labels}),
    }
    reasons = Counter(failure.reason.partition(":")[0] for failure in table.failures)
    return filled(
        "across.md",
        named,
        table=table,
        found=findings,
        by_test={(test.label, test.what.partition(":")[0]): test for test in findings.tests},
        by_mean={(test.label, test.what): test for test in findings.secondary},
        labels={label: name_of(label) for label in labels},
        kinds=findings.kinds[labels[0]],
        sizes=(min(some), max(some)),
        puzzles=sum(len(one.sample.y) for one in findings.kinds[labels[0]]),
        reasons=reasons.most_common(),
        protocol=protocol,
    )


def _tests_table(name: str, title: str, tests: Iterable[Test]) -> page.Table:
    columns = (
        "label; what; kinds; above 0; mean; low; high; p; Holm's p; expected; verdict; sees at 0.8"
    )
    rows = (
        (
            *(name_of(t.label), t.what, t.kinds, t.above, *t.mean, t.holm, t.expected),
            *(t.verdict, t.least),
        )
        for t in tests
    )
    if name == "tests":
        return _table(name, title, columns, rows)
    return _table(name, title, "; ".join(columns.split("; ")[:7]), (row[:7] for row in rows))


def _kinds_table(findings: AcrossFindings) -> page.Table:
    """Every kind and label; q by Benjamini and Hochberg over all correlations of the table."""
    primary = tuple(findings.asked.primary)
    ones = [(label, one) for label, of_label in findings.kinds.items() for one in of_label]
    p = [one.primary[column].p for _, one in ones for column in primary]
    q = statistics.benjamini_hochberg(np.array(p, np.float64)).reshape(len(ones), -1)
    columns = "label; kind; puzzles; R2 of size; shape adds; low; high; carried: size; shape"
    columns += "".join(f"; {column} given size; q" for column in primary)
    rows = (
        (
            *(name_of(label), one.kind, len(one.sample.y), one.r2["size"].value, *one.gain[:3]),
            *(one.carried.get(name) for name in ("size", "shape")),
            *(
                x
                for c, each in zip(primary, of_one, strict=True)
                for x in (one.primary[c][0], each)
            ),
        )
        for (label, one), of_one in zip(ones, q.tolist(), strict=True)
    )
    return _table("kinds", "Every kind, every label", columns, rows, folded=True)


def _levels_table(findings: AcrossFindings) -> page.Table:
    columns = (
        "label; kind; puzzles; R2 of size; of shape too; of process too; shape adds; low; high"
    )
    rows = (
        (
            *(name_of(level), one.kind, len(one.sample.y)),
            *(one.r2[name].value for name in SETS),
            *one.gain[:3],
        )
        for level in findings.asked.levels
        for one in findings.kinds.get(level, [])
    )
    return _table("levels", "Labels of people and publishers", columns, rows)


def _columns_table(findings: AcrossFindings) -> page.Table:
    rows = ((name, len(each), ", ".join(each)) for name, each in findings.columns.items())
    return _table("columns", "The columns of each set", "set; columns; which", rows, folded=True)


def _gains(findings: AcrossFindings, label: str) -> page.Figure:
    ones = sorted(findings.kinds[label], key=lambda one: one.gain.value)
    name = name_of(label)
    return figures.by_kind(
        f"gains-{name.replace(' ', '-')}",
        f"{name}: R2 that shape adds to size, within each kind",
        [one.kind for one in ones],
        [one.gain for one in ones],
    )


# -- pairs -----------------------------------------------------------------------------------------


def pairs_paper(table: Table, compared: Sequence[Compared], protocol: Protocol) -> list[Part]:
    """The report on matched pairs."""
    columns = (
        "kind; differs in; outcome; puzzles; pairs; apart, SD; worst balance, SD; difference, SD; "
        "low; high; p; Holm's p; verdict"
    )
    rows = (
        (
            *(c.kind, c.differs, name_of(c.outcome), c.puzzles, c.pairs, c.apart, c.balance),
            *(*c.difference, c.holm, c.verdict),
        )
        for c in compared
    )
    named: dict[str, Part] = {
        "pairs": _table("pairs", "The comparisons", columns, rows),
        "cost": cost_table(table),
        "differences": figures.by_kind(
            "differences",
            "Difference of outcomes within pairs, in standard deviations",
            [f"{c.kind}, {_short(c.differs)}: {name_of(c.outcome)}" for c in compared][::-1],
            [c.difference for c in compared][::-1],
            sorted({sign * c.margin for c in compared for sign in (-1, 1)}),
        ),
    }
    verdicts = Counter(c.verdict for c in compared)
    return filled(
        "pairs.md",
        named,
        table=table,
        asked=table.study.plan.pairs,
        compared=compared,
        verdicts=verdicts,
        short=_short,
        name=name_of,
        protocol=protocol,
    )


def _short(column: str) -> str:
    return column.rpartition(".")[2].replace("_", " ")


def papers(
    table: Table, protocol: Protocol, progress: Any = lambda *_: None
) -> Iterator[list[Part]]:
    """The papers that the plan of a study asks for."""
    for asked in table.study.plan.across:
        yield across_paper(table, evaluate_across(table, asked, protocol, progress), protocol)
    if table.study.plan.pairs:
        yield pairs_paper(table, evaluate_pairs(table, protocol), protocol)
