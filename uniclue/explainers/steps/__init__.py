"""Steps from a puzzle to its solution, each with the smallest reason that was found for it."""

from typing import TYPE_CHECKING

from uniclue.core.late import modules_of

if not TYPE_CHECKING:
    __getattr__ = modules_of(__name__)
