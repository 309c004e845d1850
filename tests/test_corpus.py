"""Every puzzle of the corpus against its known status, and CNF against ILP on a selection."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from benchmarks import corpus, puzzles
from benchmarks.puzzles import MANY, ONE, Entry, Known
from uniclue.commands.engine.question import Question
from uniclue.commands.engine.task import answer_text
from uniclue.solvers.verdict import Count, Verdict

LONG = puzzles.GIANTS | {
    *("gecode-22", "gecode-26", "gecode-27", "gecode-33"),
    *("minizinc-non_fast_10", "minizinc-non_med_4"),
}
"""Puzzles that take seconds each, a test each; ``python -m benchmarks.corpus`` asks them, too."""
MOST = 10
"""So many puzzles of each file are asked about in every whole run."""
PARTS = 12
"""The selection for both encoders is asked about in so many parts, all but the first of them long;
``python -m benchmarks.corpus --parity`` asks all of it."""

needs_corpus = pytest.mark.skipif(
    not puzzles.corpus_files(),
    reason=f"no corpus of real puzzles in {puzzles.corpus_folder()} (see UNICLUE_CORPUS)",
)

GRID = ((1, 2), (3, 4))
UNIQUE = Verdict(kind="kakuro", status="unique", solutions=(GRID,))
SEVERAL = Verdict(kind="kakuro", status="several", solutions=(GRID, GRID))
NONE = Verdict(kind="kakuro", status="none")
STOPPED = Verdict(kind="kakuro", status="unknown", reason="time limit")


def answered(asked: Iterable[tuple[Entry, Question]]) -> list[corpus.Outcome]:
    """What comes of questions, answered in this process."""
    return [corpus.compare(entry, answer_text(question, entry.data)) for entry, question in asked]


def assert_good(entries: list[Entry]) -> None:
    assert entries
    assert not corpus.bad(answered(corpus.requests(entries)))


@needs_corpus
@pytest.mark.parametrize("file", puzzles.corpus_files())
@pytest.mark.slow
def test_known_status(file: str) -> None:
    assert_good(spread([entry for entry in puzzles.read_file(file) if entry.name not in LONG]))


def spread(entries: list[Entry]) -> list[Entry]:
    """Some of a file's puzzles, from the first to the last; the others are long."""
    return puzzles.spread(entries, MOST)


@needs_corpus
@pytest.mark.parametrize("file", puzzles.corpus_files())
@pytest.mark.slow
@pytest.mark.long
def test_known_status_of_the_others(file: str) -> None:
    """``python -m benchmarks.corpus`` asks about all of them."""
    entries = [entry for entry in puzzles.read_file(file) if entry.name not in LONG]
    some = {entry.name for entry in spread(entries)}
    assert not corpus.bad(
        answered(corpus.requests([entry for entry in entries if entry.name not in some]))
    )


@needs_corpus
@pytest.mark.parametrize("name", sorted(LONG))
@pytest.mark.slow
@pytest.mark.long
def test_status_of_long_ones(name: str) -> None:
    assert_good([entry for entry in puzzles.read_corpus() if entry.name == name])


@needs_corpus
@pytest.mark.parametrize(
    ("file", "part"),
    [
        pytest.param(file, part, marks=[pytest.mark.slow, *[pytest.mark.long] * (part > 0)])
        for file, (wanted, _) in corpus.PARITY.items()
        for part in range(min(PARTS, wanted))
    ],
)
def test_encoders_agree(file: str, part: int) -> None:
    entries = [entry for entry in corpus.parity_entries() if entry.file == file]
    outcomes = answered(corpus.parity_requests(entries[part::PARTS]))
    assert {outcome.result for outcome in outcomes} == {"agreed"}


@needs_corpus
@pytest.mark.slow
def test_workers_are_asked_in_turn() -> None:
    entries = puzzles.read_file("kakuro/minizinc6.jsonl")
    outcomes = [*corpus.ask(corpus.requests(entries), jobs=2)]
    assert [outcome.entry for outcome in outcomes] == entries
    assert {outcome.result for outcome in outcomes} == {"agreed"}


@needs_corpus
def test_encoders_are_asked_about_enough() -> None:
    assert len(corpus.parity_entries()) >= 200


@needs_corpus
def test_every_file_is_read() -> None:
    assert len(puzzles.corpus_files()) >= 21
    assert all(puzzles.read_file(name) for name in puzzles.corpus_files())


# -- the comparison itself, without the corpus -----------------------------------------------------


def entry(known: Known) -> Entry:
    return Entry("kakuro/made.jsonl", "made", b"", known)


@pytest.mark.parametrize(
    ("known", "answer", "result"),
    [
        (ONE, UNIQUE, "agreed"),
        (ONE, SEVERAL, "disagreed"),
        (MANY, UNIQUE, "disagreed"),
        (MANY, SEVERAL, "agreed"),
        (Known(), UNIQUE, "agreed"),
        (ONE, NONE, "disagreed"),
        (ONE, STOPPED, "unknown"),
        (Known(3, 3), Count(kind="kakuro", count=3, complete=True), "agreed"),
        (Known(3, 3), Count(kind="kakuro", count=4, complete=False), "disagreed"),
        (MANY, Count(kind="kakuro", count=1, complete=True), "disagreed"),
        (MANY, Count(kind="kakuro", count=10, complete=False), "agreed"),
    ],
)
def test_compare(known: Known, answer: Verdict | Count, result: str) -> None:
    assert corpus.compare(entry(known), answer).result == result


def test_compare_sees_another_solution() -> None:
    text = b'{"kind": "nonogram", "rows": [[1], [2]], "cols": [[1], [2]]}'
    verdict = Verdict(kind="nonogram", status="unique", solutions=(((0, 1), (1, 1)),))
    other = Entry("nonogram/made.jsonl", "made", text, ONE, {"solution": ["#.", "##"]})
    assert corpus.compare(other, verdict).result == "disagreed"
    same = replace(other, members={"solution": [".#", "##"]})
    assert corpus.compare(same, verdict).result == "agreed"


def test_only_giants_may_stay_unknown() -> None:
    giant = replace(entry(MANY), name=min(puzzles.GIANTS))
    assert not corpus.bad([corpus.compare(giant, STOPPED)])
    assert corpus.bad([corpus.compare(giant, UNIQUE)])
    assert corpus.bad([corpus.compare(entry(MANY), STOPPED)])


def test_spread_is_even_and_fixed() -> None:
    assert puzzles.spread(range(10), 5) == [0, 2, 4, 6, 8]
    assert puzzles.spread([1, 2], 5) == [1, 2]
