"""Groups of commands that import each command when it is called.

The help of the groups is printed from :mod:`uniclue.commands.engine.command_table`, without
importing commands. A command whose file is not in the table yet is found, too; it is imported.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from uniclue.commands.engine import question as questions
from uniclue.commands.engine import question_command as question_commands
from uniclue.commands.engine.command_table import COMMANDS
from uniclue.commands.engine.folders import ENGINE, FOLDERS, GROUP, PRODUCT, SECTIONS
from uniclue.commands.engine.own_options import WithHelp
from uniclue.core.plugins import entry_points, load_module, module_names, plugins_in
from uniclue.core.words import did_you_mean, quoted

if TYPE_CHECKING:
    from types import ModuleType

    from click.shell_completion import CompletionItem

    from uniclue.commands.engine.question import Question


class AllCommands(WithHelp, click.Group):
    """The commands of ``uniclue``."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands."""
        return [name for folders in SECTIONS.values() for name in titles(folders)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, if there is one."""
        for folder in (COMMANDS[cmd_name].folder,) if cmd_name in COMMANDS else FOLDERS:
            module = load_module(folder, cmd_name)
            if module is not None and (command := command_in(module, cmd_name)) is not None:
                return command
        question = _question_elsewhere(cmd_name)
        return None if question is None else _command_of(question)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the arguments name; if there is none, suggests similar ones."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            if hint := did_you_mean(args[0], self.list_commands(ctx)):
                what = f"No such command {quoted(args[0])}{hint}"
                raise click.UsageError(what, ctx) from error
            raise

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The completions after ``uniclue``."""
        from click.shell_completion import CompletionItem

        lines = [line for folders in SECTIONS.values() for line in titles(folders).items()]
        commands = [CompletionItem(name, help=title) for name, title in lines]
        offered = [item for item in commands if item.value.startswith(incomplete)]
        return offered + click.Command.shell_complete(self, ctx, incomplete)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The help's sections of commands."""
        for section, folders in SECTIONS.items():
            if lines := [*titles(folders).items()]:
                with formatter.section(section):
                    formatter.write_dl(lines)


class LateGroup(click.Group):
    """Commands of a group, each imported when it is called.

    Args:
        modules: The module of each, in the order of the help.
    """

    def __init__(self, *args: Any, modules: Mapping[str, str], **members: Any) -> None:
        super().__init__(*args, **members)
        self._modules = modules

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands."""
        return list(self._modules)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, if there is one."""
        if cmd_name not in self._modules:
            return None
        command: click.Command = getattr(importlib.import_module(self._modules[cmd_name]), cmd_name)
        return command


def titles(folders: Sequence[str]) -> dict[str, str]:
    """The first line of help of each command of these folders, in the order of the help."""
    lines = {
        name: listed.title
        for name, listed in COMMANDS.items()
        if listed.folder in folders and name in module_names(listed.folder)
    }
    others = {name: title_of(command) for f in folders for name, command in _unlisted(f)}
    if PRODUCT in folders:
        others |= {name: title_of(_command_of(q)) for name, q in _questions_elsewhere().items()}
    return lines | dict(sorted(others.items()))


def question_names() -> list[str]:
    """The commands that ask questions about puzzles."""
    listed = [n for n, c in COMMANDS.items() if c.is_question and n in module_names(c.folder)]
    modules = ((load_module(f, name), name) for f in FOLDERS for name, _ in _unlisted(f))
    unlisted = [name for module, name in modules if module and question_in(module, name)]
    return sorted({*listed, *unlisted, *_questions_elsewhere()})


def title_of(command: click.Command) -> str:
    """The first line of a command's help."""
    return (command.help or "").partition("\n")[0]


def command_in(module: ModuleType, name: str) -> click.Command | None:
    """The command of that name in its module: click's own, or that of a question."""
    if isinstance(command := getattr(module, name, None), click.Command):
        return command
    question = question_in(module, name)
    return None if question is None else _command_of(question)


def question_in(module: ModuleType, name: str) -> type[questions.Question] | None:
    """The question of that name in its module: the first class of that name."""
    classes = (c for c in plugins_in(vars(module), module.__name__) if isinstance(c, type))
    return next(
        (c for c in classes if issubclass(c, questions.Question) and c.command == name), None
    )


def _unlisted(folder: str) -> Iterator[tuple[str, click.Command]]:
    """The commands of a folder that are not in the table, which have to be imported."""
    known = (ENGINE, *COMMANDS)
    for name in module_names(folder):
        if not any(f"{name}_".startswith(f"{other}_") for other in known):
            module = load_module(folder, name)
            if module is not None and (command := command_in(module, name)) is not None:
                yield name, command


def _questions_elsewhere() -> dict[str, type[Question]]:
    """The questions from entry points of other packages, which have to be imported."""
    found = {name: _question_elsewhere(name) for name in entry_points(GROUP)}
    return {name: question for name, question in found.items() if question is not None}


def _question_elsewhere(name: str) -> type[Question] | None:
    """The question of another package or of a user's file."""
    return questions.QUESTIONS.find(name)


def _command_of(question: type[Question]) -> click.Command:
    return question_commands.question_command(question)
