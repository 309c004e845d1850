"""Where commands are: a file each, of the command's name; and what the table says of each.

A command is a function that click made a command, or the class of a question. Parts of it that fill
files of their own begin with its name (``kinds_check.py`` is a part of ``kinds``).
"""

from __future__ import annotations

from itertools import chain
from typing import NamedTuple

from uniclue.core.plugins import BESIDE

PRODUCT = "uniclue.commands"
SECTIONS = {"Puzzles": (PRODUCT,), "Research": tuple(f"{room}.commands" for room in BESIDE)}
"""The folders of commands, by section of the help."""
FOLDERS = tuple(chain.from_iterable(SECTIONS.values()))
"""All folders of commands."""
ENGINE = "engine"
"""The package among the commands that is not a command: it is what they share."""
GROUP = "uniclue.questions"
"""The group of entry points of questions."""


class Listed(NamedTuple):
    """What the table says of a command.

    Attributes:
        folder: The package that its module is in.
        is_question: Whether it is a question about puzzles.
        title: The first line of its help.
    """

    folder: str
    is_question: bool
    title: str
