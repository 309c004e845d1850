"""Texts of every format that are slightly wrong: ``python -m tests.fuzz --only formats``.

Of each format so many texts are changed in a few bytes, also inside what is packed in links of
Penpa+. Reading one gives puzzles or a :class:`PuzzleError` of one line; what was read is a puzzle
of our own files, too. Prints a summary as JSON; exits with 1 if anything else came.
"""

from __future__ import annotations

import sys
import time
import zlib
from base64 import b64decode, b64encode
from collections import Counter
from functools import cache
from random import Random
from typing import Any

from test_foreign import (
    PENPA_MASYU,
    PENPA_SKYSCRAPERS,
    PENPA_SUDOKU,
    PICTURES,
    SAMPLES,
    SHEETS,
    xlsx,
)

from fuzz.command import main
from fuzz.mutations import _change_bytes, seeds
from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.formats.format import FORMATS, CannotWriteError, Format, format_of
from uniclue.formats.puzzle_json import dumps, loads

SLOW = 5.0
"""Seconds that no small text may take."""


@cache
def puzzles() -> list[Puzzle]:
    """Small puzzles of all kinds."""
    return [loads(text) for text in seeds()]


@cache
def told(samples: tuple[bytes, ...]) -> list[tuple[bytes, Format | None]]:
    """Texts, each with the format that it looks like."""
    return [(text, format_of(text)) for text in samples]


def texts(chosen: Format) -> list[bytes]:
    """Right texts of a format: samples, and examples as it writes them."""
    sheets = [text.encode() for text in SHEETS]
    sheets += [xlsx([text.split(",") for text in sheet.splitlines()]) for sheet in SHEETS]
    samples = (*sheets, *PICTURES.values(), *(text.encode() for text in SAMPLES))
    right = [text for text, of in told(samples) if of is chosen]
    kinds = {*chosen.kinds}
    for puzzle in puzzles():
        try:
            if puzzle.kind() in kinds:
                right.append(chosen.write(puzzle))
        except CannotWriteError:
            continue
    return right


def repacked(random: Random) -> bytes:
    """A link of Penpa+ whose text is changed."""
    link = random.choice((PENPA_SUDOKU, PENPA_MASYU, PENPA_SKYSCRAPERS))
    text = zlib.decompress(b64decode(link.partition("&p=")[2]), -15)
    for _ in range(random.choice((1, 1, 2, 5))):
        text = _change_bytes(random, text)
    packing = zlib.compressobj(9, zlib.DEFLATED, -15)
    return b"m=edit&p=" + b64encode(packing.compress(text) + packing.flush())


def fault(chosen: Format, text: bytes, counts: Counter[str]) -> str:
    """What is wrong with how a text is read; nothing, if all is well."""
    started = time.process_time()
    try:
        for puzzle in chosen.read(text):
            if isinstance(puzzle, Puzzle):
                counts["read"] += 1
                loads(dumps(puzzle))
            else:
                raise puzzle
    except PuzzleError as error:
        counts["refused"] += 1
        if not str(error).isprintable():
            return f"{error!r:.200}"
    except Exception as error:
        return f"{error!r:.200}"
    took = time.process_time() - started
    return f"{took:.1f} s" if took > SLOW else ""


def attack(number: int, seed: int) -> dict[str, Any]:
    """Tries so many texts of each format; the summary."""
    failures: list[str] = []
    counts: Counter[str] = Counter()
    for chosen in FORMATS.all():
        random, right = Random(f"{seed} {chosen.name}"), texts(chosen)
        for i in range(number if right else 0):
            text = random.choice(right)
            if chosen.name == "penpa" and i % 2:
                text = repacked(random)
            for _ in range(random.choice((0, 1, 1, 2, 5))):
                text = _change_bytes(random, text)
            if wrong := fault(chosen, text, counts):
                failures.append(f"{chosen.name} {i}: {wrong}: {text[:300]!r}")
    return {"tried": number, **counts, "failures": failures}


if __name__ == "__main__":
    sys.exit(main(attack, 5000))
