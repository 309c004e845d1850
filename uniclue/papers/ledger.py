"""The ledger of claims: every checkable sentence of the source documents, judged now.

A :class:`Claim` says where a sentence stands, what it leads one to expect, and which measurement
yields the figure; the verdict follows from comparing the two. Measurements are functions that may
serve several claims. What can be neither measured nor compared says why.

A document's claims are in its modules ``..._claims``.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, NamedTuple

import msgspec

from uniclue.core.plugins import Plugin, Registry
from uniclue.jobs.executors import Here, Processes
from uniclue.jobs.pool import Lost, WorkersError
from uniclue.papers.expected import Expected, Figure, text
from uniclue.papers.tables import TableTask

Verdict = Literal["reproduced", "refuted", "lost", "not checkable"]
VERDICTS: tuple[Verdict, ...] = ("reproduced", "refuted", "lost", "not checkable")


class Document(NamedTuple):
    """A source document.

    Attributes:
        name: That of its reproduction.
        author: Who wrote it, and when if that is known.
        title: Its title in English.
    """

    name: str
    author: str
    title: str


class Measured(NamedTuple):
    """What a measurement found.

    Attributes:
        figures: A figure for each claim that rests on it, by the claim's id.
        sample: What was measured, in words.
    """

    figures: Mapping[str, Figure]
    sample: str = ""


Measurement = Callable[[TableTask], Measured]


class CannotCheckError(Exception):
    """A measurement cannot be made here; the message says why."""


@dataclass(frozen=True, slots=True)
class Claim(Plugin):
    """A sentence of a document.

    Attributes:
        document: The document.
        id: Its name within the document.
        section: Where the sentence stands.
        says: The sentence, in English and in short.
        expected: What follows from it for the figure.
        measure: Measures the figure; None if that cannot be done.
        command: Shows it; empty for the command that measures this claim alone.
        lost: Why it is lost.
        uncheckable: Why it cannot be checked.
        is_timed: Whether the figure depends on the speed of the machine.
    """

    document: Document
    id: str
    section: str
    says: str
    expected: Expected | None = None
    measure: Measurement | None = None
    command: str = ""
    lost: str = ""
    uncheckable: str = ""
    is_timed: bool = False

    @property
    def name(self) -> str:
        """Its name, with that of the document before it."""
        return f"{self.document.name}-{self.id}"

    def __post_init__(self) -> None:
        ways = (self.measure is not None, bool(self.lost), bool(self.uncheckable))
        if sum(ways) != 1 or (self.expected is None) == ways[0]:
            raise ValueError(f"claim {self.name}: expected a measurement, or why there is none")


class JudgedClaim(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A claim with its verdict.

    Attributes:
        id: Its name.
        author: The document's author.
        title: The document's title.
        section: Where the sentence stands.
        says: The sentence.
        verdict: The verdict.
        theirs: What the document leads one to expect.
        ours: The figure computed now, in words.
        figure: The figure itself.
        sample: What was measured.
        why: Why there is no figure.
        command: The command that shows it.
    """

    id: str
    author: str
    title: str
    section: str
    says: str
    verdict: Verdict
    theirs: str = ""
    ours: str = ""
    figure: Any = None
    sample: str = ""
    why: str = ""
    command: str


class Ledger(msgspec.Struct, frozen=True, kw_only=True):
    """The claims that were judged.

    Attributes:
        seed: What everything random was seeded with.
        scale: Share of the samples that was taken.
        claims: The claims, document by document.
    """

    seed: int
    scale: float
    claims: tuple[JudgedClaim, ...]


CLAIMS: Registry[Claim] = Registry(Claim, "uniclue.claims", ending="claims")


def claims() -> dict[str, Claim]:
    """All claims by name, document by document."""
    every = CLAIMS.all()
    documents = list(dict.fromkeys(claim.document for claim in every))
    return {c.name: c for c in sorted(every, key=lambda c: documents.index(c.document))}


def judge(claim: Claim, measured: Measured | CannotCheckError | None) -> JudgedClaim:
    """The claim with the verdict that follows from a measurement."""
    theirs = "" if claim.expected is None else str(claim.expected)
    verdict: Verdict
    if isinstance(measured, Measured) and claim.expected is not None:
        figure = measured.figures[claim.id]
        verdict = "reproduced" if claim.expected.is_met(figure) else "refuted"
        notes = (measured.sample, "depends on the machine" if claim.is_timed else "")
        ours, sample, why = text(figure), "; ".join(filter(None, notes)), ""
    else:
        figure = None
        verdict = "lost" if claim.lost else "not checkable"
        ours, sample, why = "", "", str(measured or claim.lost or claim.uncheckable)
    return JudgedClaim(
        id=claim.name,
        author=claim.document.author,
        title=claim.document.title,
        section=claim.section,
        says=claim.says,
        verdict=verdict,
        theirs=theirs,
        ours=ours,
        figure=figure,
        sample=sample,
        why=why,
        command=claim.command or f"uniclue reproduce --claims --only {claim.name}",
    )


# -- running ---------------------------------------------------------------------------------------


class Measuring(msgspec.Struct, frozen=True):
    """One measurement to be made, with the claims that rest on it."""

    names: tuple[str, ...]
    seed: int
    scale: float


def measure(work: Measuring) -> list[JudgedClaim]:
    """Makes a measurement and judges the claims that rest on it; called in workers."""
    return _measure(claims(), work)


def _measure(every: Mapping[str, Claim], work: Measuring) -> list[JudgedClaim]:
    chosen = [every[name] for name in work.names]
    measured: Measured | CannotCheckError | None = None
    if chosen[0].measure is not None:
        try:
            measured = chosen[0].measure(TableTask(work.seed, work.scale))
        except CannotCheckError as error:
            measured = error
    return [judge(claim, measured) for claim in chosen]


def run(chosen: Iterable[Claim], task: TableTask, jobs: int = 1) -> Ledger:
    """Judges claims.

    Args:
        chosen: The claims.
        task: The seed and the scale; its progress is told each measurement that is done.
        jobs: Worker processes.

    Raises:
        WorkersError: A worker died.
    """
    chosen = list(chosen)
    judged = {one.id: one for one in _judged(chosen, task, jobs)}
    ours = tuple(judged[claim.name] for claim in chosen)
    return Ledger(seed=task.seed, scale=task.scale, claims=ours)


def _judged(chosen: list[Claim], task: TableTask, jobs: int) -> Generator[JudgedClaim]:
    here = partial(_measure, {claim.name: claim for claim in chosen})
    names: dict[Measurement | None, list[str]] = {}
    for claim in chosen:
        names.setdefault(claim.measure, []).append(claim.name)
    works = [Measuring(tuple(some), task.seed, task.scale) for some in names.values()]
    task.progress(f"0 of {len(works)} measurements", 0.0)
    outcomes = (
        Here().run(here, iter(works)) if jobs == 1 else Processes(jobs).run(measure, iter(works))
    )
    for number, (work, outcome) in enumerate(outcomes, 1):
        if isinstance(outcome, Lost):
            raise WorkersError(f"{work.names[0]}: {outcome.reason}")
        task.progress(f"{number} of {len(works)} measurements", number / len(works))
        yield from outcome


# -- as a page -------------------------------------------------------------------------------------

INTRODUCTION = """\
# Claims of the source documents

Every sentence of the five [source documents](sources.md) that can be checked, with what it leads
one to expect beside what is computed now. `uniclue reproduce --claims` computes everything again
and prints this page; `--only NAME` computes one claim
([how it works](reproduce.md#the-ledger-of-claims)).

- **reproduced**: the figure computed now is as expected, within the tolerance that stands with it.
- **refuted**: it is not.
- **lost**: the sentence rests on a picture, a table or characters that the copies lack.
- **not checkable**: it needs players, another machine or history, or puzzles that are not there.
"""


def page(ledger: Ledger) -> str:
    """The ledger as a page of Markdown."""
    documents: dict[tuple[str, str], list[JudgedClaim]] = {}
    for claim in ledger.claims:
        documents.setdefault((claim.author, claim.title), []).append(claim)
    lines = ["| document | " + " | ".join(VERDICTS) + " |", "|---|" + "---:|" * len(VERDICTS)]
    for (author, _), some in [*documents.items(), (("all", ""), list(ledger.claims))]:
        counts = (sum(claim.verdict == verdict for claim in some) for verdict in VERDICTS)
        lines.append(f"| {author} | " + " | ".join(map(str, counts)) + " |")
    parts = [
        INTRODUCTION.rstrip(),
        f"Seed {ledger.seed}, scale {ledger.scale:g}.",
        "\n".join(lines),
    ]
    for (author, title), some in documents.items():
        parts += [f"## {author}, *{title}*", *map(entry, some)]
    return "\n\n".join(parts) + "\n"


def entry(claim: JudgedClaim) -> str:
    """A claim as the page shows it."""
    lines = [f"**{claim.id}: {claim.verdict}.** {claim.says} ({claim.section})", ""]
    if claim.why:
        lines.append(f"- {claim.why}")
    else:
        sample = f" ({claim.sample})" if claim.sample else ""
        lines += [f"- theirs: {claim.theirs}", f"- ours: {claim.ours}{sample}"]
        lines.append(f"- `{claim.command}`")
    return "\n".join(lines)
