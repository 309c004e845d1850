"""Puzzles made wrong: changed as JSON, or as bytes."""

from __future__ import annotations

import copy
import json
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any

from conftest import ROOT

from uniclue.core.kinds import find_kind, kind_names
from uniclue.formats.format import FORMATS, CannotWriteError
from uniclue.formats.puzzle_json import loads

NAMES = ["\x1b[31mred", "a\nb", "\x9b2J", "\u202eabc", "é", "é", "\u0430nimal", "x" * 300, "", "?"]
"""Names that would do something to a terminal, look like others, or are long."""
VALUES: list[Any] = [
    *(
        None,
        True,
        False,
        0,
        1,
        -1,
        2,
        9,
        10,
        50,
        151,
        2**31,
        2**63,
        -(2**63) - 1,
        10**40,
        0.5,
        1e308,
    ),
    *("", "1", ".", "?", "#", [], {}, [[]], [0], [None], {"": 0}, [[0] * 3] * 3, "12 34"),
    *NAMES,
]
LITERALS = [
    b"NaN",
    b"-Infinity",
    b"1e999",
    b"0" * 50,
    b'"\\ud800"',
    b"{",
    b"]",
    b"\xff",
    b"//",
    b"'",
]
LITERALS += [b"[" * depth + b"]" * depth for depth in (100, 985, 2000)]
BYTES = [
    b"\0",
    b"\xef\xbb\xbf",
    b"\x80",
    b"\r\n",
    b"\n",
    b"\xc3",
    b"\xe2\x80\xae",
    b"\x1b[2J",
    b"[" * 2000,
]


def seeds(most: int = 4000) -> list[bytes]:
    """Valid puzzles of all kinds, not large: what mutations start from."""
    examples = (e.puzzle for kind in kind_names() for e in find_kind(kind).examples)
    files = (json.loads(p.read_bytes()) for p in sorted(ROOT.glob("examples/*/*.json")))
    texts = [json.dumps(puzzle, ensure_ascii=False).encode() for puzzle in (*examples, *files)]
    return [text for text in texts if len(text) <= most]


@cache
def written(most: int = 4000) -> list[bytes]:
    """The examples of kinds as each format writes them."""
    others = [each for each in FORMATS.all() if each.name not in ("json", "jsonl")]
    kinds = [(each, frozenset(each.kinds)) for each in others]
    texts = []
    for text in seeds(most):
        puzzle = loads(text)
        for each, its_kinds in kinds:
            with suppress(CannotWriteError):
                if puzzle.kind() in its_kinds:
                    texts.append(each.write(puzzle))
    return texts


def mutated_text(random: Random) -> bytes:
    """One of these, with a few of its bytes changed; a fifth of the time not at all."""
    text = random.choice(written())
    for _ in range(random.choice((0, 1, 1, 2, 5))):
        text = _change_bytes(random, text)
    return text


def mutated(random: Random, texts: list[bytes]) -> bytes:
    """One of some valid texts, changed in a few ways; a fifth of the time not at all."""
    text = random.choice(texts)
    way = random.random()
    if way < 0.2:
        return text
    if way < 0.7:
        value = json.loads(text)
        for _ in range(random.choice((1, 1, 1, 2, 4))):
            value = _change(random, value, json.loads(random.choice(texts)))
        text = json.dumps(value, ensure_ascii=random.random() < 0.5).encode("utf-8", "replace")
    if random.random() < 0.1:
        text = _with_copy_of_key(random, text)
    if 0.65 < way < 0.98:
        for _ in range(random.choice((1, 1, 2, 5))):
            text = _change_bytes(random, text)
    return text


def _change(random: Random, value: Any, other: Any) -> Any:
    """A JSON value with one change somewhere in it."""
    places = list(_places(value))
    if not places:
        return random.choice(VALUES)
    holder, key = random.choice(places)
    match random.randrange(9):
        case 0:
            del holder[key]
        case 1:
            holder[key] = copy.deepcopy(random.choice(VALUES))
        case 2 | 3:
            old = holder[key]
            is_number = isinstance(old, int) and not isinstance(old, bool)
            holder[key] = old + random.choice((-1, 1, 2, 100)) if is_number else [old]
        case 4:
            mine, key2 = random.choice(places)
            holder[key] = copy.deepcopy(mine[key2] if _has(mine, key2) else None)
        case 5:
            theirs = list(_places(other))
            away, key2 = random.choice(theirs) if theirs else ([None], 0)
            holder[key] = copy.deepcopy(away[key2])
        case 6 if isinstance(holder, dict):
            holder[random.choice([*NAMES, "givens", "id", "extra", "kind"])] = holder[key]
        case 6 | 7 if isinstance(holder, list):
            holder.insert(random.randrange(len(holder) + 1), copy.deepcopy(holder[key]))
        case 7:
            holder[random.choice(NAMES)] = holder.pop(key)
        case _ if isinstance(holder[key], str):
            at = random.randrange(len(holder[key]) + 1)
            holder[key] = holder[key][:at] + random.choice(NAMES) + holder[key][at:]
        case _:
            for _ in range(random.choice((1, 3, 30))):
                holder[key] = [holder[key]]
    return value


def _has(holder: Any, key: Any) -> bool:
    return key in holder if isinstance(holder, dict) else key < len(holder)


def _places(value: Any) -> Any:
    """All places in a JSON value: what holds them, and the key or index there."""
    if isinstance(value, dict | list):
        keys = list(value) if isinstance(value, dict) else range(len(value))
        for key in keys:
            yield value, key
            yield from _places(value[key])


def _with_copy_of_key(random: Random, text: bytes) -> bytes:
    """The text with one of its members written twice."""
    at = text.find(b"{")
    key = random.choice((b"kind", b"givens", b"grid", b"rows", b"id"))
    return text if at < 0 else text[: at + 1] + b'"' + key + b'": 1, ' + text[at + 1 :]


def _change_bytes(random: Random, text: bytes) -> bytes:
    at = random.randrange(len(text) + 1)
    to = min(len(text), at + random.choice((1, 1, 3, 20)))
    match random.randrange(6):
        case 0:
            return text[:at]
        case 1:
            return text[:at] + text[to:]
        case 2:
            return text[:at] + random.choice(BYTES + LITERALS) + text[at:]
        case 3:
            return text[:at] + random.choice(LITERALS) + text[to:]
        case 4:
            return text[:at] + bytes(random.randrange(256) for _ in range(to - at)) + text[to:]
    return text[:to] + text[at:]
