"""The commands there are: files of folders, and questions; each is imported when it is called.

The help takes a command's line from its file's text, so that nothing is imported for it.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

import click

from uniclue.commands.engine.titles import first_lines, titles, titles_elsewhere
from uniclue.core.plugins import BESIDE, module_names

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

ROOMS = {"Puzzles": ("uniclue",), "Research": BESIDE}
"""The rooms that have commands and questions, by the groups of the help."""
ORDER = [
    "unique",
    "solve",
    "check",
    "clues",
    "count",
    "explain",
    "hint",
    "show",
    "draw",
    "book",
    "serve",
    "generate",
    "grade",
    "convert",
    "kinds",
    "formats",
    "combinations",
    "encodings",
    "export",
    "decode",
    "verify",
    "completion",
    "man",
    "graph",
    "features",
    "study",
    "reproduce",
]
"""How the help begins; other commands follow by name."""


class AllCommands(click.Group):
    """The commands of ``uniclue``."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Their names."""
        return [name for _, lines in self._sections() for name, _ in lines]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, if there is one."""
        for room in (room for rooms in ROOMS.values() for room in rooms):
            if cmd_name in module_names(f"{room}.commands"):
                module = importlib.import_module(f"{room}.commands.{cmd_name}")
                if isinstance(command := getattr(module, cmd_name, None), click.Command):
                    return command
        from uniclue.commands.engine.question import QUESTIONS
        from uniclue.commands.engine.question_command import question_command

        question = QUESTIONS.find(cmd_name)
        return None if question is None else question_command(question)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """What a shell offers after ``uniclue``."""
        from click.shell_completion import CompletionItem

        lines = [line for _, lines in self._sections() for line in lines]
        commands = [CompletionItem(name, help=title) for name, title in lines]
        offered = [item for item in commands if item.value.startswith(incomplete)]
        return offered + click.Command.shell_complete(self, ctx, incomplete)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The help's groups of commands."""
        for title, lines in self._sections():
            with formatter.section(title):
                formatter.write_dl(lines)

    def _sections(self) -> list[tuple[str, list[tuple[str, str]]]]:
        sections = []
        for title, rooms in ROOMS.items():
            lines: dict[str, str] = {}
            for room in rooms:
                lines |= titles(f"{room}.commands")
                lines |= first_lines(f"{room}.commands", _begin_of_command)
            if "uniclue" in rooms:
                lines |= titles_elsewhere()
            if lines:
                sections.append((title, sorted(lines.items(), key=_place)))
        return sections


def _begin_of_command(text: str, name: str) -> int:
    """Where the function of a command of a name begins; -1 if there is none."""
    at = text.find(f"\ndef {name}(")
    decorators = text[text.rfind("\n\n\n", 0, max(at, 0)) : at]
    return at if "@click.command(" in decorators or "@click.group(" in decorators else -1


def _place(line: tuple[str, str]) -> tuple[int, str]:
    name = line[0]
    return (ORDER.index(name) if name in ORDER else len(ORDER)), name
