"""JSON in which nothing is lost: no object has two members of one name, nothing is bottomless.

A decoder takes the last of two members of one name, and reads no deeper than its stack. Whether a
member was lost shows in the number of colons; only then is the text searched for the place.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from uniclue.core.puzzle import PuzzleError
from uniclue.core.words import shown

MAX_DEPTH = 32
"""How deep arrays and objects may be nested, the outermost counted."""
TOO_DEEP = f"expected at most {MAX_DEPTH} levels, got JSON nested too deeply"

_TOKENS = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[][{}:,]', re.DOTALL)


def decode(text: bytes | str) -> Any:
    """Decodes JSON.

    Raises:
        PuzzleError: A name is repeated in an object, or it is nested too deeply.
        msgspec.DecodeError: It is not JSON.
    """
    try:
        value = msgspec.json.decode(text)
        # Written anew, it has as many colons, but for those of a member that was lost.
        is_whole = _most_colons(text) == msgspec.json.encode(value).count(b":")
    except RecursionError as error:
        raise _fault(text) or PuzzleError("$", TOO_DEEP) from error
    if not is_whole and (fault := _fault(text)):
        raise fault
    return value


def is_deeper(value: Any, levels: int) -> bool:
    """Whether the arrays and objects of a value are nested deeper than ``levels``."""
    layer = [value]
    for _ in range(levels + 1):
        nested = [x for x in layer if isinstance(x, list | tuple | dict)]
        if not nested:
            return False
        layer = [y for x in nested for y in (x.values() if isinstance(x, dict) else x)]
    return True


def _most_colons(text: bytes | str) -> int:
    """How many colons a text writes: at most those that are plain, and those as escapes."""
    data = text.encode() if isinstance(text, str) else text
    return data.count(b":") + (data.lower().count(b"\\u003a") if b"\\" in data else 0)


def _fault(text: bytes | str) -> PuzzleError | None:
    """The first name repeated in its object, or the first member that is too deep."""
    steps: list[str | int] = []
    names: list[set[str] | None] = []
    last = ""
    for token in _TOKENS.finditer(text if isinstance(text, str) else text.decode()):
        sign = token[0]
        if sign in ("[", "{"):
            if len(steps) == MAX_DEPTH:
                outermost = [step for step in steps[:1] if isinstance(step, str)]
                return PuzzleError(_path(outermost), TOO_DEEP)
            steps.append(0 if sign == "[" else "")
            names.append(None)
        elif sign in ("]", "}"):
            steps.pop()
            names.pop()
        elif sign == ",":
            if isinstance(steps[-1], int):
                steps[-1] += 1
        elif sign == ":":
            name = msgspec.json.decode(last, type=str)
            names[-1] = earlier = names[-1] or set()
            steps[-1] = name
            if name in earlier:
                return PuzzleError(_path(steps), "expected every member once, got it twice")
            earlier.add(name)
        else:
            last = sign
    return None


def _path(steps: Sequence[str | int]) -> str:
    return "$" + "".join(f"[{x}]" if isinstance(x, int) else f".{shown(x)}" for x in steps)
