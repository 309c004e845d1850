"""The tables behind ``--help`` and ``kinds``: ``python -m benchmarks.help_tables`` writes them.

With tables, no command and no kind is imported for these lists. ``tests/test_help_tables.py`` says
whether they are current. The commands keep their order, which is that of the help; new ones are
written at the end.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from benchmarks.puzzles import ROOT
from uniclue.commands import kinds
from uniclue.commands.engine.command_table import COMMANDS
from uniclue.commands.engine.folders import FOLDERS, ListedCommand
from uniclue.commands.engine.groups import command_in, question_in, title_of
from uniclue.core.kinds import builtin_kinds
from uniclue.core.plugins import module_names

ENGINE = ROOT / "uniclue" / "commands" / "engine"
COMMAND_TABLE = ENGINE / "command_table.py"
KIND_TABLE = ENGINE / "kind_table.py"
HEAD = '''\
"""{what}

``python -m benchmarks.help_tables`` writes it.{more}
"""
# fmt: off
# ruff: noqa: E501

from __future__ import annotations

'''


def command_table() -> str:
    """The table of commands, as Python."""
    found = dict(_commands())
    order = [*filter(found.__contains__, COMMANDS), *sorted(found.keys() - COMMANDS.keys())]
    head = HEAD.format(
        what="The commands there are: their folders, whether they are questions, their titles.",
        more=" The order is that of the help; move lines to change it.",
    )
    head += "from uniclue.commands.engine.folders import ListedCommand\n\n"
    lines = (f"{_text(name)}: ListedCommand({_texts(found[name])})" for name in order)
    return head + _dict("COMMANDS: dict[str, ListedCommand]", lines)


def _commands() -> Iterator[tuple[str, ListedCommand]]:
    """All commands by their names, from their modules."""
    for folder in FOLDERS:
        for name in module_names(folder):
            module = importlib.import_module(f"{folder}.{name}")
            if (command := command_in(module, name)) is not None:
                is_question = question_in(module, name) is not None
                yield name, ListedCommand(folder, is_question, title_of(command))


def kind_table() -> str:
    """The table of kinds, as Python."""
    head = HEAD.format(
        what="The built-in kinds: their examples and sizes, their names in links, their titles.",
        more="",
    )
    lines = (f"{_text(kind)}: ({_texts(kinds.line_of(kind))})" for kind in builtin_kinds())
    return head + _dict("KINDS: dict[str, tuple[str, str, str]]", lines)


def _dict(name: str, lines: Iterable[str]) -> str:
    return "\n".join([f"{name} = {{", *(f"    {line}," for line in lines), "}\n"])


def _texts(values: Iterable[object]) -> str:
    return ", ".join(_text(v) if isinstance(v, str) else str(v) for v in values)


def _text(value: str) -> str:
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def write(path: Path, text: str) -> None:
    """Replaces a table, if it is another now."""
    if path.read_text("utf-8") != text:
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    write(COMMAND_TABLE, command_table())
    write(KIND_TABLE, kind_table())
