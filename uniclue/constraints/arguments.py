"""Arguments of words, checked where the author of a kind calls them.

The kinds that come with Uniclue are tested, and build thousands of words for a puzzle: theirs are
not checked.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from numbers import Integral, Real
from types import NoneType, UnionType
from typing import Any, Literal, Union, cast, get_args, get_origin

import msgspec
from msgspec.structs import force_setattr

from uniclue.core.model import Value
from uniclue.core.places import Point
from uniclue.core.words import either, quoted

checking: ContextVar[Collection[str] | None] = ContextVar("checking", default=None)
"""The rule codes of the kind whose words are being built, if they are checked."""


class FaultError(ValueError):
    """A constraint with a wrong argument, or one that does not fit the puzzle.

    Example:
        >>> raise FaultError("row 1 speaks of r9c9, where there is no variable")
        Traceback (most recent call last):
        FaultError: row 1 speaks of r9c9, where there is no variable
    """


@contextmanager
def checked(codes: Collection[str]) -> Iterator[None]:
    """Checks the arguments of all words that are built in the body.

    Args:
        codes: The rule codes that the kind declares; empty: any will do.
    """
    before = checking.set(codes)
    try:
        yield
    finally:
        checking.reset(before)


def check(word: Any, codes: Collection[str] = ()) -> None:
    """Checks the arguments of a word; lists for tuples become tuples.

    Raises:
        FaultError: One of them is wrong, or no rule has the word's code.
    """
    named = f"{type(word).__name__} {word.title!r}"
    cls = cast("Hashable", type(word))
    for name, sort in _sorts(cls):
        try:
            fitting = sort.fitted(getattr(word, name))
        except _UnfitError as error:
            raise FaultError(f"{named}: {name}{error}") from None
        force_setattr(word, name, fitting)
    if codes and word.code not in codes:
        rules = f"expected a code of the docstring's section 'Rules:' ({either(codes)})"
        raise FaultError(f"{named}: code: {rules}, got {word.code!r}")
    if misfit := word.misfit():
        raise FaultError(f"{named}: {misfit}")


class _UnfitError(Exception):
    """Where in an argument something else was expected, and what was found."""


class _Sort(msgspec.Struct, frozen=True):
    """What an argument may be.

    Attributes:
        words: What is expected, in words.
        fitted: Returns the argument as it should be; raises _UnfitError.
    """

    words: str
    fitted: Callable[[Any], Any]


@cache
def _sorts(cls: Any) -> tuple[tuple[str, _Sort], ...]:
    """What the arguments of a word may be, by their names, as far as their types say."""
    try:
        hints = typing.get_type_hints(cls)
    except NameError:  # types that only a type checker sees
        return ()
    found = ((name, _sort(hints[name])) for name in cls.__struct_fields__)
    return tuple((name, sort) for name, sort in found if sort is not None)


def _sort(kind: Any) -> _Sort | None:
    """What a type allows; None if anything goes, or only a type checker could say."""
    if kind == Point:
        return _Sort("a place (row, column)", _point)
    if kind in _PLAIN:
        return _PLAIN[kind]
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return _one_of([_sort(arg) for arg in args])
    if origin is Literal:
        return _only(either(map(repr, args)), lambda value: value in args)
    if origin is tuple and args[-1] is not Ellipsis:
        return _fixed([_sort(arg) for arg in args])
    if origin in (tuple, Sequence):
        return _many(_sort(args[0]))
    if origin is Callable:
        return _only("a function", callable)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return _only(f"a {kind.__name__}", lambda value: isinstance(value, kind))
    return None


def _only(words: str, is_right: Callable[[Any], bool]) -> _Sort:
    def fitted(value: Any) -> Any:
        if not is_right(value):
            raise _unfit(words, value)
        return value

    return _Sort(words, fitted)


def _unfit(words: str, value: Any) -> _UnfitError:
    return _UnfitError(f": expected {words}, got {quoted(value)}")


_PLAIN: dict[Any, _Sort] = {
    int: _only("an integer", lambda value: isinstance(value, Integral)),
    str: _only("a text", lambda value: isinstance(value, str)),
    bool: _only("True or False", lambda value: isinstance(value, Integral) and value in (0, 1)),
    NoneType: _only("None", lambda value: value is None),
    Value: _only("a number or a text", lambda value: isinstance(value, Integral | str)),
}


def _point(value: Any) -> Any:
    is_pair = isinstance(value, tuple | list) and len(value) == 2
    if not is_pair or not all(isinstance(x, Real) and _is_half(x) for x in value):
        raise _unfit("a place (row, column) in steps of 0.5", value)
    return tuple(value)


def _is_half(x: Any) -> bool:
    return bool(2 * x % 1 == 0)


def _one_of(sorts: Sequence[_Sort | None]) -> _Sort | None:
    known = [sort for sort in sorts if sort is not None]
    if len(known) < len(sorts):
        return None
    words = either(sort.words for sort in known)

    def fitted(value: Any) -> Any:
        for sort in known:
            try:
                return sort.fitted(value)
            except _UnfitError:
                continue
        raise _unfit(words, value)

    return _Sort(words, fitted)


def _entries(value: Any, words: str) -> Sequence[Any]:
    """The entries of what should be a tuple, such as those of a list or a generator."""
    if isinstance(value, str | Mapping) or not isinstance(value, Iterable):
        raise _unfit(words, value)
    return value if isinstance(value, Sequence) else tuple(value)


def _fit(entries: Sequence[Any], sorts: Iterable[_Sort | None]) -> tuple[Any, ...]:
    fitted = []
    for i, (entry, sort) in enumerate(zip(entries, sorts, strict=True)):
        try:
            fitted.append(entry if sort is None else sort.fitted(entry))
        except _UnfitError as error:
            raise _UnfitError(f"[{i}]{error}") from None
    return tuple(fitted)


def _many(sort: _Sort | None) -> _Sort:
    words = "several values" if sort is None else f"a tuple, each {sort.words}"

    def fitted(value: Any) -> Any:
        entries = _entries(value, words)
        fit = _fit(entries, [sort] * len(entries))
        return value if isinstance(value, tuple) and value == fit else fit

    return _Sort(words, fitted)


def _fixed(sorts: Sequence[_Sort | None]) -> _Sort:
    each = ", ".join("a value" if sort is None else sort.words for sort in sorts)
    words = f"a tuple of {each}"

    def fitted(value: Any) -> Any:
        entries = _entries(value, words)
        if len(entries) != len(sorts):
            raise _unfit(words, value)
        return _fit(entries, sorts)

    return _Sort(words, fitted)
