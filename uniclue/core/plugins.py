"""Adding a grader, a graph, a recipe is adding a file: the modules of a folder are its registry."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from types import ModuleType


def modules_beside(frame: str) -> Iterator[ModuleType]:
    """Imports the other modules of a module's folder, in order of their names.

    Args:
        frame: The module's full name: ``__name__``, where it is called.
    """
    folder, _, own = frame.rpartition(".")
    for module in pkgutil.iter_modules(importlib.import_module(folder).__path__):
        if module.name != own:
            yield importlib.import_module(f"{folder}.{module.name}")
