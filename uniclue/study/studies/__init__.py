"""Studies of difficulty: labelled puzzles in, tables of features, reports and predictors out."""

from typing import TYPE_CHECKING

from uniclue.core.late import modules_of

if not TYPE_CHECKING:
    __getattr__ = modules_of(__name__)
