"""Plans: the puzzles of a study, their labels, and its tests.

A plan is a TOML file (docs/study-run.md). Errors are one line with the place, as in puzzle files.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from uniclue.core.kinds import find_kind
from uniclue.core.puzzle import PuzzleError
from uniclue.files.input import read_input
from uniclue.generators.attempts import find_recipe, order
from uniclue.generators.recipe import Order
from uniclue.study.studies.comparisons import Across, Pairs
from uniclue.study.studies.hypotheses import Hypothesis

MAX_BYTES = 2**20
"""A larger plan is refused unread."""

Name = Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$")]
"""Names of corpora become names of files; names of labels, of columns."""


class Label(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A number of a puzzle that a study explains; the table holds it unchanged.

    Attributes:
        column: Its column in a CSV file, or members of a JSON object joined by dots.
        pattern: A regular expression; its first group is the text to use.
        values: The numbers for texts that are not numbers.
        weight: The column or member of the puzzle's weight, such as the number of players.
    """

    column: str
    pattern: str | None = None
    values: dict[str, float] = {}
    weight: str | None = None

    def __post_init__(self) -> None:
        try:
            groups = 1 if self.pattern is None else re.compile(self.pattern).groups
        except re.error as error:
            raise ValueError(f"expected a regular expression for the pattern: {error}") from error
        if groups != 1:
            raise ValueError(f"expected one group in the pattern, got {groups}")


class GeneratedCorpus(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Puzzles to generate, as by ``uniclue generate``."""

    kind: str
    number: Annotated[int, Meta(ge=1)]
    recipe: str | None = None
    level: str | None = None
    seed: Annotated[int, Meta(ge=0)] = 0
    options: dict[str, str | int | float | bool] = {}

    def __post_init__(self) -> None:
        self.order()

    def order(self) -> Order:
        """The order for the recipe.

        Raises:
            ChoiceError: There is no such recipe, level or option.
        """
        texts = {name: str(value) for name, value in self.options.items()}
        return order(find_recipe(self.kind, self.recipe), self.level, self.seed, texts)


class Corpus(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Puzzles from one place.

    Attributes:
        name: Unique in the plan.
        file: Their file (.jsonl, .csv, or lines of text) ...
        generate: ... or how to generate them; exactly one of the two.
        kind: The required kind; None for any.
        puzzle: In a CSV file: the column of the puzzle.
        id: The column or member with the name of a puzzle.
        labels: Their labels, by name.
    """

    name: Name
    file: str | None = None
    generate: GeneratedCorpus | None = None
    kind: str | None = None
    puzzle: str = "puzzle"
    id: str = "id"
    labels: dict[Name, Label] = {}

    def __post_init__(self) -> None:
        if (self.file is None) == (self.generate is None):
            raise ValueError("expected either file or generate")
        if self.kind is not None:
            find_kind(self.kind)


class Plan(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The plan of a study.

    Attributes:
        title: Its title.
        seed: The seed of everything random in its report.
        corpus: The corpora, in the order of the table.
        test: The tests of its report.
        across: What its report asks about all kinds together.
        pairs: Its comparisons of pairs.
    """

    title: str = ""
    seed: Annotated[int, Meta(ge=0)] = 0
    corpus: list[Corpus] = []
    test: list[Hypothesis] = []
    across: list[Across] = []
    pairs: list[Pairs] = []

    def __post_init__(self) -> None:
        corpora = [corpus.name for corpus in self.corpus]
        for what, names in (("corpus", corpora), ("test", [test.name for test in self.test])):
            for name in names:
                if names.count(name) > 1:
                    expected = f"expected every {what} to have a name of its own"
                    raise ValueError(f"{expected}, got {name} twice")
        for name in (name for test in self.test for name in test.corpus):
            if name not in corpora:
                raise ValueError(f"expected corpora of the plan in a test, got {name!r}")

    def labels(self) -> list[str]:
        """The names of all labels, in the order of the plan."""
        return list(dict.fromkeys(name for corpus in self.corpus for name in corpus.labels))

    def weighted(self) -> list[str]:
        """The names of the labels with weights in some corpus."""
        labels = [label for corpus in self.corpus for label in corpus.labels.items()]
        return list(dict.fromkeys(name for name, label in labels if label.weight is not None))


def read_plan(path: Path) -> Plan:
    """Reads a plan.

    Raises:
        OSError: The file cannot be read.
        PuzzleError: The file is not a plan; the path is a line, or a member as in
            ``$.corpus[0].labels``.
    """
    data = read_input(path, MAX_BYTES)
    if len(data) > MAX_BYTES:
        raise PuzzleError("$", f"expected a plan of at most {MAX_BYTES // 2**20} MB, got more")
    try:
        members = tomllib.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        what = f"expected UTF-8 text, got invalid bytes at byte {error.start}"
        raise PuzzleError("$", what) from error
    except RecursionError as error:
        raise PuzzleError("$", "expected a plan, got TOML nested too deeply") from error
    except tomllib.TOMLDecodeError as error:
        raise PuzzleError("$", f"expected TOML: {error}") from error
    return convert_plan(members)


def convert_plan(members: Any) -> Plan:
    """A plan from the members of its file.

    Raises:
        PuzzleError: See :func:`read_plan`.
    """
    try:
        return msgspec.convert(members, Plan)
    except msgspec.ValidationError as error:
        text, _, place = str(error).replace("`", "").partition(" - at ")
        if isinstance(error.__cause__, PuzzleError):
            text = error.__cause__.expected
        raise PuzzleError(place or "$", text[:1].lower() + text[1:]) from error


def merge(plans: list[Plan]) -> Plan:
    """One plan from several: all puzzles and tests, with the title and seed of the first.

    Raises:
        PuzzleError: A name occurs twice.
    """
    members = [msgspec.to_builtins(plan) for plan in plans]
    lists = ("corpus", "test", "across", "pairs")
    merged = {name: [x for plan in members for x in plan[name]] for name in lists}
    return convert_plan({**(members[0] if members else {}), **merged})
