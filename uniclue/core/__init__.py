"""The 0/1 model, the base of a puzzle, and words; it knows no kind and no constraint."""

from typing import TYPE_CHECKING

from uniclue.core.late import modules_of

if not TYPE_CHECKING:
    __getattr__ = modules_of(__name__)
