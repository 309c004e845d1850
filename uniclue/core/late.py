"""Modules that are imported when something of them is used.

The ``__init__`` of a room of ours ends with

    if not TYPE_CHECKING:
        __getattr__ = modules_of(__name__)

and so ``from uniclue.solvers import decide`` at the top of a file loads nothing until
``decide.unique`` is called. Type checkers see an ordinary import. What a file always needs it
imports by name, which loads it at once: ``from uniclue.solvers.limits import Clock``.
The reasons are in docs/decisions/0031-late-imports.md.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from importlib.machinery import PathFinder
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pathlib as pathlib


class _Named:
    """What has names of its own."""


_take_names = vars(_Named)["__dict__"].__set__


class LateModule(_Named):
    """Stands for a module until something of it is used; then it has the module's own names.

    It shares their dictionary, so that looking one up costs no call.
    """

    __slots__ = ("_module_name",)

    def __init__(self, name: str) -> None:
        object.__setattr__(self, "_module_name", name)

    def __getattr__(self, name: str) -> Any:
        return getattr(_load(self), name)

    def __setattr__(self, name: str, value: object) -> None:
        setattr(_load(self), name, value)

    def __delattr__(self, name: str) -> None:
        delattr(_load(self), name)

    @property
    def __dict__(self) -> dict[str, Any]:  # type: ignore[override]
        """The module's own names, which tests replace and put back."""
        names: dict[str, Any] = vars(_load(self))
        return names


def modules_of(package: str) -> Callable[[str], LateModule]:
    """A package's ``__getattr__``, by which its modules are imported late.

    Once a module is loaded, the package has it as an attribute, and this is not called for it.
    """

    def module_of(name: str) -> LateModule:
        full = f"{package}.{name}"
        folders = sys.modules[package].__path__
        if name.startswith("__") or PathFinder.find_spec(full, folders) is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return LateModule(full)

    return module_of


def _load(late: LateModule) -> Any:
    module = import_module(late._module_name)
    _take_names(late, vars(module))
    return module


if not TYPE_CHECKING:
    pathlib = LateModule("pathlib")
    """The name of a file is a text until more is done with it: pathlib imports urllib."""
