"""The tables that the lists of commands and kinds are printed from, and what is not in them yet."""

from __future__ import annotations

import click
import pytest
from conftest import Run

from benchmarks import help_tables
from uniclue.commands.engine.command_table import COMMANDS
from uniclue.commands.engine.folders import ENGINE, FOLDERS
from uniclue.commands.engine.groups import AllCommands, question_names
from uniclue.commands.engine.kind_table import KINDS
from uniclue.core.plugins import module_names

RUN = "run python -m benchmarks.help_tables"


def test_the_tables_are_current() -> None:
    assert help_tables.COMMAND_TABLE.read_text("utf-8") == help_tables.command_table(), RUN
    assert help_tables.KIND_TABLE.read_text("utf-8") == help_tables.kind_table(), RUN


def test_every_file_is_a_command_or_a_part_of_one() -> None:
    names = [name for folder in FOLDERS for name in module_names(folder) if name != ENGINE]
    parts = {name for name in names if any(name.startswith(f"{command}_") for command in COMMANDS)}
    assert {*names} - parts == COMMANDS.keys()


@pytest.mark.parametrize("name", ["count", "draw", "features", "reproduce"])
def test_a_command_is_found_before_it_is_in_the_table(
    run: Run, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    listed, questions = run("--help").stdout, question_names()
    shown = run(name, "--help").stdout
    monkeypatch.delitem(COMMANDS, name)
    assert sorted(run("--help").stdout.splitlines()) == sorted(listed.splitlines())
    assert run(name, "--help").stdout == shown
    assert question_names() == questions


def test_a_command_of_the_table_may_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    gone = COMMANDS["count"]._replace(folder="uniclue.papers.nowhere")
    monkeypatch.setitem(COMMANDS, "gone", gone)
    app = AllCommands("uniclue")
    assert "gone" not in app.list_commands(click.Context(app))
    assert app.get_command(click.Context(app), "gone") is None


def test_a_kind_is_listed_before_it_is_in_the_table(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = run("kinds").stdout
    monkeypatch.delitem(KINDS, "akari")
    monkeypatch.setitem(KINDS, "zebra", KINDS["animals"])
    assert run("kinds").stdout == listed
