"""Commands that are imported when they are called."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

import click


class LateGroup(click.Group):
    """Commands, each imported when it is called.

    Args:
        modules: The module that each is in, in the order of the help.
    """

    def __init__(self, *args: Any, modules: Mapping[str, str], **members: Any) -> None:
        super().__init__(*args, **members)
        self._modules = modules

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Their names."""
        return list(self._modules)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, if there is one."""
        if cmd_name not in self._modules:
            return None
        command: click.Command = getattr(importlib.import_module(self._modules[cmd_name]), cmd_name)
        return command
