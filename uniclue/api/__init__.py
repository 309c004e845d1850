"""The public functions, with plain keyword arguments; ``uniclue`` has them all by name.

They are made from the same options and functions as the commands. A module imports what it works
with when it is asked, so that reading a puzzle loads no solver.
"""

from typing import TYPE_CHECKING

from uniclue.core.late import modules_of

if not TYPE_CHECKING:
    __getattr__ = modules_of(__name__)
