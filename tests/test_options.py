"""The options that say who answers: one struct for the command line and the Python API."""

from __future__ import annotations

from typing import get_type_hints

import pytest
from msgspec.structs import fields

import uniclue
from uniclue.commands.engine.question import Question
from uniclue.commands.engine.question_command import question_command
from uniclue.commands.solve import SolveQuestion
from uniclue.commands.unique import UniqueQuestion
from uniclue.solvers.options import SolverArguments, SolverOptions

SMALL = '{"kind": "nonogram", "rows": [[1], [1]], "cols": [[1], [1]]}'


def test_arguments_are_the_members_of_the_options() -> None:
    members = {field.name: field.type for field in fields(SolverOptions)}
    assert get_type_hints(SolverArguments) == members


@pytest.mark.parametrize("question", [UniqueQuestion, SolveQuestion])
def test_the_command_line_has_every_option_with_its_default(question: type[Question]) -> None:
    defaults = {field.name: field.default for field in fields(SolverOptions)}
    options = question_command(question).make_context("", ["-"]).params
    assert {name: options[name] for name in defaults} == defaults


def test_unknown_arguments_are_refused() -> None:
    puzzle = uniclue.loads(SMALL)
    for ask in (uniclue.unique, uniclue.solve, uniclue.count):
        with pytest.raises(TypeError, match="zebra"):
            ask(puzzle, zebra=1)  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="zebra"):
        uniclue.count(puzzle, solver="zebra")
