"""Every puzzle of the corpus against its known status, and CNF against ILP on a selection."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks import corpus, puzzles
from benchmarks.puzzles import MANY, ONE, Entry, Known
from uniclue.solvers.verdict import Count, Verdict

PARTS = {"sudoku/25x25.jsonl": 4, "nonogram/nonograms.jsonl": 2}
"""Files asked about in several tests, since they take long."""

needs_corpus = pytest.mark.skipif(
    not puzzles.corpus_files(),
    reason=f"no corpus of real puzzles in {puzzles.corpus_folder()} (see UNICLUE_CORPUS)",
)

GRID = ((1, 2), (3, 4))
UNIQUE = Verdict(kind="kakuro", status="unique", solutions=(GRID,))
SEVERAL = Verdict(kind="kakuro", status="several", solutions=(GRID, GRID))
NONE = Verdict(kind="kakuro", status="none")
STOPPED = Verdict(kind="kakuro", status="unknown", reason="time limit")


def assert_good(entries: list[Entry]) -> None:
    assert entries
    assert not corpus.bad(corpus.ask(corpus.requests(entries), jobs=1))


@needs_corpus
@pytest.mark.parametrize(
    ("file", "part"),
    [(name, part) for name in puzzles.corpus_files() for part in range(PARTS.get(name, 1))],
)
@pytest.mark.slow
def test_known_status(file: str, part: int) -> None:
    entries = [entry for entry in puzzles.read_file(file) if not entry.is_giant]
    assert_good(entries[part :: PARTS.get(file, 1)])


@needs_corpus
@pytest.mark.parametrize("giant", sorted(puzzles.GIANTS))
@pytest.mark.slow
def test_giants_are_never_wrong(giant: str) -> None:
    assert_good([entry for entry in puzzles.read_corpus() if entry.name == giant])


@needs_corpus
@pytest.mark.parametrize("file", corpus.PARITY)
@pytest.mark.slow
def test_encoders_agree(file: str) -> None:
    entries = [entry for entry in corpus.parity_entries() if entry.file == file]
    outcomes = list(corpus.ask(corpus.parity_requests(entries), jobs=1))
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
