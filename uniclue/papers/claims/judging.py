"""Judging claims: what is measured once serves all claims that rest on it.

Verdicts:
    reproduced     a reading of the sentence holds: the 99 % interval of its figure lies on the side
                   that it expects
    refuted        no reading holds: each interval lies on the other side
    inconclusive   neither; the size of a sample that would decide is given
    not checkable  it needs people, another machine or history, or is no statement of figures
    lost           the copy has lost it, or what it rests on
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Literal

import msgspec

from uniclue.jobs.executors import Here, Processes
from uniclue.jobs.pool import Lost, WorkersError
from uniclue.papers.claims import answers
from uniclue.papers.claims.claim import (
    CannotMeasureError,
    Claim,
    Claims,
    Document,
    measurement,
    named,
    own,
)
from uniclue.papers.claims.evidence import Figure, size_of
from uniclue.papers.claims.tests import Found, Given, intervals, words
from uniclue.papers.tables import TableTask

Verdict = Literal["reproduced", "refuted", "inconclusive", "not checkable", "lost"]
VERDICTS: tuple[Verdict, ...] = ("reproduced", "refuted", "inconclusive", "not checkable", "lost")


class JudgedReading(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A reading with what was found.

    Attributes:
        says: What the figure is.
        expected: What is expected of it.
        ours: The figure, with its interval if it is from a sample.
        found: What follows for this reading.
        n: The size of the sample; 0 if nothing was sampled.
        deciding: The size that would decide it.
    """

    says: str
    expected: str
    ours: str
    found: Found
    n: int = 0
    deciding: int | None = None


class JudgedClaim(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A claim with its verdict.

    Attributes:
        id: Its name, with that of the document before it.
        place: Where it stands.
        says: What it says.
        quote: The sentence.
        verdict: The verdict.
        proxy: What stands for what the sentence is about; the verdict is then by proxy.
        readings: The readings, each with what was found.
        proof: Why no sample is needed.
        why: Why there is no figure.
        note: What else was found.
    """

    id: str
    place: str
    says: str
    quote: str = ""
    verdict: Verdict
    proxy: str = ""
    readings: tuple[JudgedReading, ...] = ()
    proof: str = ""
    why: str = ""
    note: str = ""


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """The claims of a document, judged."""

    author: str
    title: str
    claims: tuple[JudgedClaim, ...]


class Ledger(msgspec.Struct, frozen=True, kw_only=True):
    """The claims that were judged.

    Attributes:
        seed: What everything random was seeded with.
        scale: Share of the samples that was taken.
        documents: The documents with their claims.
    """

    seed: int
    scale: float
    documents: tuple[Judged, ...]


def combined(found: Iterable[Found], every: bool) -> Found:
    """What follows from the readings: one suffices, or every one is needed."""
    there = {*found}
    first: tuple[Found, Found, Found] = (
        ("refuted", "inconclusive", "reproduced")
        if every
        else ("reproduced", "inconclusive", "refuted")
    )
    return next(one for one in first if one in there)


def verdict_of(claim: Claim, given: Iterable[Given]) -> Found:
    """The verdict that follows from the figures of the readings."""
    pairs = zip(claim.readings, given, strict=True)
    return combined((reading.expected.found(parts) for reading, parts in pairs), claim.every)


def judge(
    name: str, claim: Claim, measured: Mapping[str, Figure] | CannotMeasureError | None
) -> JudgedClaim:
    """The claim with the verdict that follows from a measurement."""
    one = JudgedClaim(
        id=name,
        place=claim.place,
        says=claim.says,
        quote=claim.quote,
        verdict="lost" if claim.lost else "not checkable",
        note=claim.note,
        why=claim.lost or claim.uncheckable,
    )
    if measured is None:
        return one
    if isinstance(measured, CannotMeasureError):
        return msgspec.structs.replace(one, why=str(measured))
    readings, parts = [], []
    for reading in claim.readings:
        figure = measured[reading.figure]
        given = intervals(figure, bool(claim.proof))
        found = reading.expected.found(given)
        deciding = reading.expected.deciding(figure, given) if found == "inconclusive" else None
        parts.append(given)
        readings.append(
            JudgedReading(
                says=reading.says or reading.figure.replace("-", " "),
                expected=str(reading.expected),
                ours=words(given),
                found=found,
                n=size_of(figure),
                deciding=deciding,
            )
        )
    return msgspec.structs.replace(
        one,
        verdict=verdict_of(claim, parts),
        proxy=claim.proxy,
        proof=claim.proof,
        readings=tuple(readings),
    )


# -- running ---------------------------------------------------------------------------------------


class Measuring(msgspec.Struct, frozen=True):
    """One measurement to be made, with the claims that rest on it."""

    names: tuple[str, ...]
    seed: int
    scale: float


def measure(work: Measuring) -> list[JudgedClaim]:
    """Makes a measurement and judges the claims that rest on it; called in workers."""
    return _measure(own(), None, work)


def _measure(
    every: Mapping[str, Claims], folder: Path | None, work: Measuring
) -> list[JudgedClaim]:
    chosen = {name: (room, claim) for name, room, claim in named(every) if name in work.names}
    room, first = next(iter(chosen.values()))
    measured: Mapping[str, Figure] | CannotMeasureError | None = None
    task = TableTask(work.seed, work.scale)
    try:
        if first.command:
            found = answers.answers(first.command, folder or Path())
            measured = {
                reading.figure: answers.figure(found, reading.figure, claim.is_whole)
                for _, claim in chosen.values()
                for reading in claim.readings
            }
        elif first.measure:
            measured = measurement(room, every[room].document, first.measure)(task)
    except CannotMeasureError as error:
        measured = error
    return [judge(name, claim, measured) for name, (_, claim) in chosen.items()]


def run(
    every: Mapping[str, Claims],
    names: Iterable[str],
    task: TableTask,
    jobs: int = 1,
    folder: Path | None = None,
) -> Ledger:
    """Judges claims.

    Args:
        every: The claims of some documents, by the names of their folders.
        names: The claims to judge.
        task: The seed and the scale; each measurement that is done is reported to its progress.
        jobs: Worker processes, for the source documents' claims.
        folder: Where commands run.

    Raises:
        WorkersError: A worker died.
    """
    chosen = set(names)
    judged = {one.id: one for one in _judged(every, chosen, task, jobs, folder)}
    documents = [
        Judged(
            author=claims.document.author,
            title=claims.document.title,
            claims=tuple(
                judged[name] for name in _names(claims.document, claims) if name in chosen
            ),
        )
        for claims in every.values()
    ]
    shown = tuple(document for document in documents if document.claims)
    return Ledger(seed=task.seed, scale=task.scale, documents=shown)


def _names(document: Document, claims: Claims) -> list[str]:
    return [f"{document.name}-{claim.id}" for claim in claims.claim]


def _judged(
    every: Mapping[str, Claims],
    chosen: set[str],
    task: TableTask,
    jobs: int,
    folder: Path | None,
) -> Generator[JudgedClaim]:
    resting: dict[tuple[str, ...], list[str]] = {}
    for name, room, claim in named(every):
        if name in chosen:
            resting.setdefault((room, claim.measure, claim.command), []).append(name)
    works = [Measuring(tuple(some), task.seed, task.scale) for some in resting.values()]
    task.progress(f"0 of {len(works)} measurements", 0.0)
    here = partial(_measure, every, folder)
    outcomes = (
        Here().run(here, iter(works)) if jobs == 1 else Processes(jobs).run(measure, iter(works))
    )
    for number, (work, outcome) in enumerate(outcomes, 1):
        if isinstance(outcome, Lost):
            raise WorkersError(f"{work.names[0]}: {outcome.reason}")
        task.progress(f"{number} of {len(works)} measurements", number / len(works))
        yield from outcome
