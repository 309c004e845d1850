"""A short run of the attacks; ``python -m tests.fuzz --long`` is the long one."""

from __future__ import annotations

import json

import pytest
from conftest import so_many

from fuzz import formats, mutations, page, running, slices


@pytest.mark.parametrize(("name", "number"), [("inputs", 500), ("verdicts", 10)])
@pytest.mark.slow
def test_attacks_find_nothing(name: str, number: int) -> None:
    figures = slices.run(name, number := so_many(number), seed=1, jobs=1)
    assert figures["tried"] >= number
    assert figures["failures"] == []


def test_texts_of_formats_are_read_or_refused() -> None:
    assert formats.attack(5, seed=1)["failures"] == []


@pytest.mark.parametrize(
    ("ended", "fault"),
    [
        (running.Ended(70, b"", b"uniclue: x\n"), "exit code 70"),
        (running.Ended(0, b"ok\n", b"Traceback (most recent call last)\n"), "defect"),
        (running.Ended(65, b"", "uniclue: \x9b2J\n".encode()), "raw"),
        (running.Ended(65, b"", "uniclue: \u202eabc\n".encode()), "raw"),
        (running.Ended(66, b"", b""), "silent"),
        (running.Ended(0, b'{"a": 1}\n{"a"', b""), "no newline"),
        (running.Ended(0, b'{"a": 1}\n{"a"\n', b""), "not JSON"),
    ],
)
def test_faults_are_seen(ended: running.Ended, fault: str) -> None:
    assert any(found.startswith(fault) for found in running.faults(ended, json_lines=True))


def test_mutations_begin_with_valid_puzzles_of_every_kind() -> None:
    from uniclue.core.kinds import kind_names
    from uniclue.formats.puzzle_json import loads

    assert {loads(text).kind() for text in mutations.seeds()} == set(kind_names())


def test_the_page_of_figures_is_current() -> None:
    assert page.PAGE.read_text("utf-8") == page.page(json.loads(page.FIGURES.read_text("utf-8")))
