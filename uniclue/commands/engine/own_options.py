"""``--help`` and ``--version`` as options of ours.

click makes its own for each command and looks for translations of their help, for which Python
reads folders and imports ``locale``: three milliseconds of a short run, for texts that are English
anyway.
"""

from __future__ import annotations

from collections.abc import Callable

import click

from uniclue.files.printing import print_text
from uniclue.version import VERSION


def _telling(name: str, meaning: str, text: Callable[[click.Context], str]) -> click.Option:
    """An option by which a command only prints a text."""

    def tell(context: click.Context, _: click.Parameter, is_given: bool) -> None:
        if is_given and not context.resilient_parsing:
            print_text(text(context))
            context.exit()

    return click.Option(
        [name, f"_{name[2:]}"],
        is_flag=True,
        expose_value=False,
        is_eager=True,
        help=meaning,
        callback=tell,
    )


HELP = _telling("--help", "Show this message and exit.", click.Context.get_help)
VERSION_OPTION = _telling("--version", "Show the version.", lambda _: f"uniclue {VERSION}")


class WithHelp(click.Command):
    """A command with our ``--help``."""

    def get_help_option(self, ctx: click.Context) -> click.Option:
        """The option."""
        return HELP
