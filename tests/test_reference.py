"""The reference of the kit: every name is explained with an example, and its pages are current."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from test_docs import anchors

from benchmarks import reference
from uniclue import kit
from uniclue.constraints.base import Broken, Constraint, Values


@pytest.mark.parametrize("section", [s for p in reference.PAGES for s in reference.sections(p)])
def test_every_name_is_explained(section: str) -> None:
    """With a signature, what each argument takes, an example that runs, and a word's sentence."""
    names = next(
        found[section] for found in map(reference.sections, reference.PAGES) if section in found
    )
    faults = {name: [*reference.entry(name).faults()] for name in names}
    assert not {name: some for name, some in faults.items() if some}


def test_every_name_is_in_one_section() -> None:
    sections = [some for page in reference.PAGES for some in reference.sections(page).values()]
    assert sorted(name for some in sections for name in some) == sorted(kit.NAMES)


def test_pages_are_current() -> None:
    for page, text in reference.pages().items():
        assert page.read_text("utf-8") == text, "run python -m benchmarks.reference"


def test_links_of_the_overview_lead_to_entries() -> None:
    for page in reference.PAGES:
        found = anchors(page)
        for name in (name for some in reference.sections(page).values() for name in some):
            entry = reference.entry(name)
            assert entry.sort == "foreign" or entry.link.partition("#")[2][:-1] in found


# -- what a docstring may not lack -----------------------------------------------------------------


def explained(number: int, word: str = "") -> str:
    """A function.

    Args:
        number: A number.
        word: A word.

    Example:
        >>> 1 + 1
        2
    """
    return word * number


class Whole(Constraint, frozen=True):
    """A word.

    Attributes:
        places: Any places.
        by: By how much.

    Example:
        >>> word = Exactly("code", "row 1", cells((1, 2)), 1)
        >>> word.sentence()
        'row 1: exactly 1 place'
    """

    by: int = 1

    def violations(self, values: Values) -> Iterator[Broken]:
        yield from ()


def faults_of(what: Any, doc: str) -> list[str]:
    before, what.__doc__ = what.__doc__, doc
    try:
        return [*reference.entry_of("a_name", what, "uniclue.some").faults()]
    finally:
        what.__doc__ = before


FUNCTION, WORD = str(explained.__doc__), str(Whole.__doc__)


@pytest.mark.parametrize(
    ("what", "doc", "fault"),
    [
        (explained, FUNCTION, ""),
        (explained, FUNCTION.replace("A function.", ""), "no text"),
        (explained, FUNCTION.replace("        number: A number.\n", ""), "no word on number"),
        (explained, FUNCTION.partition("    Example")[0], "no example"),
        (explained, FUNCTION.replace("    2\n", "    3\n"), "example: 1 + 1 gives 2"),
        (Whole, WORD, ""),
        (Whole, WORD.replace("        by: By how much.\n", ""), "no word on by"),
        (Whole, WORD.replace("        places: Any places.\n", ""), "no word on places"),
        (Whole, WORD.replace("word.sentence()", "word.title + ': exactly 1 place'"), "no sentence"),
    ],
)
def test_a_docstring_that_lacks_something_is_named(what: Any, doc: str, fault: str) -> None:
    assert faults_of(what, doc) == ([fault] if fault else [])


def test_what_a_module_assigns_needs_a_text() -> None:
    entry = reference.entry("Point")
    assert entry.signature == "Point = tuple[float, float]"
    assert not [*entry.faults()]
    assert [*entry._replace(text="").faults()] == ["no text"]
    assert [*entry._replace(signature="").faults()] == ["no signature"]
