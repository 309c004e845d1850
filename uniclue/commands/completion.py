"""Completion in shells: completion."""

from __future__ import annotations

import click

from uniclue.commands.engine.completing import VARIABLE
from uniclue.commands.engine.exits import OK
from uniclue.commands.engine.options import takes
from uniclue.files.printing import print_text

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
    # In fish, offered words must not be split at their commas.
    print_text(source.replace('string split ","', 'string split -m 1 ","').rstrip("\n"))
    return OK
