"""Completions for a word being typed in a shell: kinds, solvers, recipes, files."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from uniclue.commands.engine.exits import INTERNAL
from uniclue.core import plugins
from uniclue.encoders import cardinality
from uniclue.formats import format as formatting
from uniclue.generators import recipe as recipes
from uniclue.graders import grade as grade_types
from uniclue.solvers import names as solver_lists

if TYPE_CHECKING:
    import click
    from click.shell_completion import CompletionItem

Complete = Callable[["click.Context", "click.Parameter", str], "list[CompletionItem]"]
VARIABLE = "_UNICLUE_COMPLETE"
"""The environment variable by which a shell requests completions."""


def from_words(words: Callable[[], Iterable[str]]) -> Complete:
    """Offers words; in a list with commas, for its last item."""

    def complete(
        context: click.Context, parameter: click.Parameter, typed: str
    ) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        before, comma, start = typed.rpartition(",")
        return [CompletionItem(before + comma + w) for w in words() if w.startswith(start)]

    return complete


def files(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """Offers files."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(typed, type="file")]


def kind_names() -> Iterable[str]:
    """The names of the puzzle kinds, without importing any."""
    return sorted({*plugins.module_names("uniclue.models"), *plugins.entry_points("uniclue.kinds")})


def solver_names() -> Iterable[str]:
    """The names of known solvers, installed or not."""
    from pysat.solvers import SolverNames

    names = (name for name in vars(SolverNames) if not name.startswith("_"))
    return [*sorted(names), *solver_lists.ILP_SOLVERS]


def cardinality_names() -> Iterable[str]:
    """The cardinality encodings."""
    return cardinality.CARDINALITY


def grader_names() -> Iterable[str]:
    """The graders."""
    return [grader.name for grader in grade_types.graders()]


def recipe_names() -> Iterable[str]:
    """The recipes of all kinds."""
    return dict.fromkeys(recipe.name for recipe in recipes.recipes())


def format_names() -> Iterable[str]:
    """The formats of puzzle files."""
    return sorted(each.name for each in formatting.FORMATS.all())


KIND = from_words(kind_names)
SOLVER = from_words(solver_names)
CARDINALITY = from_words(cardinality_names)
GRADER = from_words(grader_names)
RECIPE = from_words(recipe_names)
FORMAT = from_words(format_names)


def answer(app: click.Group) -> int:
    """Answers a shell's request for completions; returns the exit code."""
    from click.shell_completion import shell_complete

    try:
        return shell_complete(app, {}, "uniclue", VARIABLE, os.environ[VARIABLE])
    except Exception:  # offers nothing: a shell cannot show errors while a word is typed
        return INTERNAL
