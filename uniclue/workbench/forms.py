"""Form fields for members that are not typed on the board, from their types."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec import inspect

from uniclue.core.puzzle import Puzzle

Form = str | dict[str, Any]
"""``flag``, ``number``, ``text``, ``json``, or a sort with what belongs to it: ``choice`` and
``some`` (of words), ``list`` and ``map`` (of a form), ``each`` (a form for every place), ``one``
(for every type its members, each with its form and whether it has to be there; ``tag`` names the
type)."""


@cache
def form_of(kind: type[Puzzle], member: str) -> Form:
    """The form field of a member of a kind."""
    try:
        info: Any = inspect.type_info(kind)
    except TypeError:  # a user's kind may have types that only its own code can read
        return "json"
    return _form(next(field.type for field in info.fields if field.encode_name == member))


def _form(of: Any) -> Form:
    item: Any = getattr(of, "item_type", None)
    match of:
        case inspect.Metadata():
            return _form(of.type)
        case inspect.BoolType():
            return "flag"
        case inspect.IntType():
            return "number"
        case inspect.StrType():
            return "text"
        case inspect.LiteralType():
            return {"choice": [*of.values]}
        case inspect.VarTupleType(item_type=inspect.LiteralType()):
            return {"some": [*item.values]}
        case inspect.VarTupleType():
            return {"list": _form(of.item_type)}
        case inspect.TupleType():
            return {"each": [_form(each) for each in of.item_types]}
        case inspect.DictType():
            return {"map": _form(of.value_type)}
        case inspect.UnionType():
            return _one_of([each for each in of.types if not isinstance(each, inspect.NoneType)])
    return "json"


def _one_of(types: list[Any]) -> Form:
    if len(types) == 1:
        return _form(types[0])
    if words := next((each for each in types if isinstance(each, inspect.LiteralType)), None):
        return _form(words)
    if not all(isinstance(each, inspect.StructType) and each.tag for each in types):
        return "json"
    members = {
        each.tag: {f.encode_name: [_form(f.type), f.required] for f in each.fields}
        for each in types
    }
    return {"one": members, "tag": types[0].tag_field}
