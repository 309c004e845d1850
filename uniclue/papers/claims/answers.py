"""Figures from the answers of a command: for claims of any paper, without code.

The command is one of ``uniclue`` and prints an answer as JSON on each line. A figure is a
statistic of them:

- ``answers``: how many there are
- ``value PATH``: what stands at a path in the only answer
- ``share PATH=VALUE``: the share of answers where the value stands there
- ``exceptions PATH=VALUE``: the share of those where it does not
- ``mean PATH``, ``median PATH``: of the numbers there
- ``correlation PATH PATH``: the rank correlation of two

A path is names and numbers with dots between: ``grades.0.number``.
"""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean, median
from typing import Any

import msgspec

from uniclue.papers.claims.claim import CannotMeasureError
from uniclue.papers.claims.evidence import Correlation, Exact, Figure, Mean, Median, Share
from uniclue.papers.ranks import rank_correlation

RUN = "from uniclue.cli import process; process()"
SECONDS = 3600
"""Seconds after which a command is stopped."""


def answers(command: str, folder: Path) -> list[Any]:
    """Runs a command of uniclue and returns its answers.

    Raises:
        CannotMeasureError: It is none, or prints something else.
    """
    first, *words = shlex.split(command) or [""]
    if first != "uniclue":
        raise CannotMeasureError(f"expected a command of uniclue, got {command!r:.60}")
    try:
        done = subprocess.run(
            [sys.executable, "-c", RUN, *words], cwd=folder, capture_output=True, timeout=SECONDS
        )
    except subprocess.TimeoutExpired as error:
        raise CannotMeasureError(f"{command}: took more than {SECONDS:,} s") from error
    try:
        return [msgspec.json.decode(line) for line in done.stdout.splitlines() if line.strip()]
    except msgspec.DecodeError as error:
        message = done.stderr.decode("utf-8", "replace").strip()[-200:] or "it prints no JSON"
        raise CannotMeasureError(f"{command}: {message}") from error


def figure(found: Sequence[Any], statistic: str, is_whole: bool) -> Figure:
    """A statistic of answers; exact if they are the whole population.

    Raises:
        CannotMeasureError: There is no such statistic, or an answer lacks the path.
    """
    name, *rest = statistic.split()
    if not found:
        raise CannotMeasureError("the command gave no answers")
    if name == "answers" and not rest:
        return len(found)
    if name == "value" and len(rest) == 1 and len(found) == 1:
        value: Exact = _at(found[0], rest[0])
        return value
    if name in ("share", "exceptions") and len(rest) == 1 and "=" in rest[0]:
        path, _, value = rest[0].partition("=")
        are = sum(_word(_at(one, path)) == value for one in found)
        number = are if name == "share" else len(found) - are
        return number / len(found) if is_whole else Share(number, len(found))
    is_of_numbers = name in ("mean", "median", "correlation")
    numbers = [[_number(one, path) for one in found] for path in rest] if is_of_numbers else []
    if name == "mean" and len(rest) == 1:
        return fmean(numbers[0]) if is_whole else Mean(numbers[0])
    if name == "median" and len(rest) == 1:
        return float(median(numbers[0])) if is_whole else Median(numbers[0])
    if name == "correlation" and len(rest) == 2:
        return rank_correlation(*numbers) if is_whole else Correlation(*numbers)
    raise CannotMeasureError(f"expected a statistic of the answers, got {statistic!r:.60}")


def _number(answer: Any, path: str) -> float:
    value = _at(answer, path)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise CannotMeasureError(f"expected a number at {path}, got {value!r:.60}")
    return float(value)


def _word(value: Exact) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _at(answer: Any, path: str) -> Any:
    value = answer
    for name in path.split("."):
        try:
            value = value[int(name)] if isinstance(value, list) else value[name]
        except (LookupError, TypeError, ValueError) as error:
            raise CannotMeasureError(f"an answer has nothing at {path}") from error
    return value
