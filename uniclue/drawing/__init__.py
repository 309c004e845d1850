"""Pictures of boards: a board is described once, and drawn as text or as an image."""

from typing import TYPE_CHECKING

from uniclue.core.late import modules_of

if not TYPE_CHECKING:
    __getattr__ = modules_of(__name__)
