"""Completion in shells: completion."""

from __future__ import annotations

import os

import click

from uniclue.asking.exits import INTERNAL, OK
from uniclue.asking.options import takes
from uniclue.files.printing import print_text

VARIABLE = "_UNICLUE_COMPLETE"
"""By this environment variable a shell asks for what may follow."""
SHELLS = ("bash", "zsh", "fish")


@click.command()
@takes(click.argument("shell", type=click.Choice(SHELLS)))
def completion(shell: str) -> int:
    """Print what makes a shell complete commands, options, kinds and files.

    bash: put 'eval "$(uniclue completion bash)"' into ~/.bashrc; zsh: the same, with zsh, into
    ~/.zshrc, after compinit; fish: uniclue completion fish >
    ~/.config/fish/completions/uniclue.fish
    """
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None
    source = kind(click.Group(), {}, "uniclue", VARIABLE).source()
    # The part of fish must not split the words that it is offered at their commas.
    print_text(source.replace('string split ","', 'string split -m 1 ","').rstrip("\n"))
    return OK


def answer(app: click.Group) -> int:
    """Answers a shell that asks what may follow; returns the exit code."""
    from click.shell_completion import shell_complete

    try:
        return shell_complete(app, {}, "uniclue", VARIABLE, os.environ[VARIABLE])
    except Exception:  # nothing is offered; a shell shows no errors between two words
        return INTERNAL
