"""Names in kinds of users that others have replaced: they are read for one more release."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from types import MemberDescriptorType
from typing import Any

from msgspec.structs import replace

from uniclue.constraints.generation import Construction, Generation

FORMER = {
    "recipe_version": "version",
    "designs": "construction",
    "fullest": "fullest",
    "redrawn_for": "redrawn_for",
    "rated_within": "conflicts_to_rate",
    "extras": "optional_rules",
    "clue_words": "clue_words",
    "blank": "blank",
    "told": "clues_of",
    "along": "with_sums_of",
    "word_of": "symbol_of",
    "cut": "with_areas",
    "changes": "moves",
    "changes_add": "moves_add",
    "bare": "without_numbers",
}
"""Attributes and methods of kinds, and the fields that have taken their place."""
_OF_THE_CLASS = ("blank", "told")


def _asked(board: Any) -> Any:
    warnings.warn("Board.asked is Board.unknowns now", DeprecationWarning, stacklevel=2)
    return board.unknowns


ASKED = property(_asked)
"""What ``unknowns`` was called in kinds of users."""


def former_hooks(kind: type[Any]) -> dict[str, Any]:
    """The former hooks that a class defines itself."""
    return {
        name: value
        for name, value in vars(kind).items()
        if name in FORMER and not isinstance(value, MemberDescriptorType)
    }


def adapted(kind: type[Any], hooks: Mapping[str, Any]) -> Generation:
    """The generation of a kind that defines some of the former hooks."""
    fields = ", ".join(f"{name} (now {FORMER[name]})" for name in hooks)
    warning = (
        f"{kind.__name__} has {fields}: say it with {kind.__name__}.generation = Generation(...)"
    )
    warnings.warn(warning, DeprecationWarning, stacklevel=3)
    options = {FORMER[name]: _said(name, value) for name, value in hooks.items()}
    before: Generation = kind.generation
    return replace(before, **options)


def _said(name: str, value: Any) -> Any:
    """The value of a field for that of a former hook."""
    if name == "designs":
        return Construction(value)
    if name in _OF_THE_CLASS:
        return lambda kind, *of, **chosen: getattr(kind, name)(*of, **chosen)
    if name == "word_of":
        return lambda area: value(None, area)
    return value
