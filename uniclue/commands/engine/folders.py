"""The folders of commands, with a file named after each command, and the rows of the table.

A command is a click command, or the class of a question. Further files of a command begin with its
name (``kinds_check.py`` is part of ``kinds``).
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


class ListedCommand(NamedTuple):
    """A command's row of the table.

    Attributes:
        folder: The package of its module.
        is_question: Whether it is a question about puzzles.
        title: The first line of its help.
    """

    folder: str
    is_question: bool
    title: str
