"""The commands of the command line, one file for each family."""

from typing import TYPE_CHECKING

from uniclue.core.late import modules_of

if not TYPE_CHECKING:
    __getattr__ = modules_of(__name__)
