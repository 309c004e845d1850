"""Manual pages: man."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from uniclue.commands.engine.exits import OK, puzzle_errors
from uniclue.commands.engine.options import PATH, takes
from uniclue.files.output import write_whole
from uniclue.version import VERSION


@click.command()
@takes(click.argument("folder", metavar="DIR", type=PATH))
@click.pass_context
def man(context: click.Context, folder: Path) -> int:
    """Write the manual pages, one for each command, from --help.

    They go to DIR as uniclue.1, uniclue-unique.1 and so on; 'man -l DIR/uniclue.1' shows one.
    """
    root = context.find_root()
    with puzzle_errors(str(folder)):
        folder.mkdir(parents=True, exist_ok=True)
        for each in _contexts(root):
            name = each.command_path.replace(" ", "-")
            write_whole(folder / f"{name}.1", page(each).encode())
    return OK


def _contexts(context: click.Context) -> Iterator[click.Context]:
    """A command and its subcommands."""
    yield context
    group = context.command
    if isinstance(group, click.Group):
        for name in group.list_commands(context):
            command = group.get_command(context, name)
            if command is not None:
                yield from _contexts(click.Context(command, context, info_name=name))


def page(context: click.Context) -> str:
    """The manual page of a command, as roff."""
    command, path = context.command, context.command_path
    name, title = path.replace(" ", "-"), command.get_short_help_str(200).rstrip(".")
    lines = [
        f'.TH "{_roff(name.upper())}" 1 "" "uniclue {VERSION}" "Uniclue"',
        *(".SH NAME", f"{_roff(name)} \\- {_roff(title)}"),
        *(
            ".SH SYNOPSIS",
            f"\\fB{_roff(path)}\\fR {_roff(' '.join(command.collect_usage_pieces(context)))}",
        ),
        ".SH DESCRIPTION",
        *_paragraphs(command.help or ""),
        *_paragraphs(command.epilog or ""),
        ".SH OPTIONS",
    ]
    options = [each for each in command.get_params(context) if isinstance(each, click.Option)]
    for option in options:
        if (record := option.get_help_record(context)) is not None:
            lines += [".TP", f"\\fB{_roff(record[0])}\\fR", _roff(record[1])]
    if isinstance(command, click.Group):
        lines.append(".SH COMMANDS")
        for child in _contexts(context):
            if child.parent is context:
                below = child.command_path.replace(" ", "\\-")
                lines += [
                    ".TP",
                    f"\\fB{below}\\fR(1)",
                    _roff(child.command.get_short_help_str(200)),
                ]
    return "\n".join(lines) + "\n"


def _paragraphs(text: str) -> Iterator[str]:
    for paragraph in filter(None, text.split("\n\n")):
        yield ".PP"
        yield _roff(" ".join(paragraph.split()))


def _roff(text: str) -> str:
    """A text escaped for roff."""
    plain = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{plain}" if plain.startswith((".", "'")) else plain
