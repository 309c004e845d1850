"""Graders of difficulty, one module each; ``grade.py`` holds their class and registry."""

from typing import TYPE_CHECKING

from uniclue.core.late import modules_of

if not TYPE_CHECKING:
    __getattr__ = modules_of(__name__)
