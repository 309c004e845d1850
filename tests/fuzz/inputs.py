"""Mutated puzzles put to every command: ``python -m tests.fuzz --only inputs --number 50000``.

Commands and their options are those that the command line itself lists. Checked: a documented exit
code, no traceback, no raw control character, JSON lines whole, no file left over.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import click

from fuzz.mutations import NAMES, mutated, mutated_text, seeds
from fuzz.running import Ended, broken_lines, faults, left_over, run_apart, run_in_process
from uniclue.commands.engine.main import app
from uniclue.core.kinds import kind_names
from uniclue.encoders.cardinality import CARDINALITY
from uniclue.formats.format import FORMATS

SECONDS, MEMORY = 20, 4 * 2**30
"""What one command may take: seconds, and bytes of address space."""
APART = 500
"""Every so many commands one is run in a process of its own, too."""
CHOICES: dict[str, tuple[str, ...]] = {
    "encoder": ("cnf", "cnf", "cnf", "cnf", "ilp", "both"),
    "solver": ("cadical195", "cadical153", "glucose4", "minisat22", "maplesat", "minicard"),
    "cardinality": CARDINALITY,
    "format": ("cnf", "wcnf", "opb", "lp", "mps", "npz"),
    "question": ("solve", "unique", "count"),
    "form": ("gac", "order", "sets", "table", "plain"),
    "search": ("default",),
    "grader": ("technique", "effort", "lines"),
    "which": ("related", "cells", "candidates", "vig", "deduction"),
    "blocks": ("size", "size,cnf", "grade"),
    "checker": ("built-in",),
    "memory_limit": ("1GB", "41MB"),
    "to": tuple(each.name for each in FORMATS.all()),
    "source": tuple(each.name for each in FORMATS.all()),
    "limit": ("1", "2", "5"),
    "steps": ("10", "1000"),
    "all_conflicts": ("1", "3"),
    "schema": tuple(kind_names()),
    "example": tuple(kind_names()),
}
FILES = {"out": "out", "map": "map.json", "certificate": "cert", "map_file": "in2", "puzzle": "in2"}
"""Options that name files; ``in2`` is a second mutated text."""
NEVER = {
    "dask",
    "kind_file",
    "jobs",
    "time_limit",
    "listed",
    "version",
    "help",
    "max_time",
    "seed",
    "fit",
    "set",
}
WITHOUT_PUZZLES = ("formats", "generate", "man", "reproduce", "serve", "study")
"""Commands that are given other things than puzzles; they are tried with ``--help`` alone."""
PICTURES = {"book": ".pdf", "draw": ".svg"}
"""Commands that write pictures, and how those files end."""

RARE = (*WITHOUT_PUZZLES, "kinds", "verify", "decode", "encodings")


class Case(NamedTuple):
    """A command line, its input, and what it may leave."""

    arguments: list[str]
    stdin: bytes
    files: dict[str, bytes]
    leaves: set[str]
    is_json: bool
    is_binary: bool


@cache
def commands() -> dict[str, click.Command]:
    """All commands, by name."""
    with app.make_context("uniclue", ["--help"], resilient_parsing=True) as context:
        return {name: app.get_command(context, name) for name in app.list_commands(context)}  # type: ignore[misc]


def case(random: Random, texts: list[bytes]) -> Case:
    """A random command line."""
    names = list(commands())
    name = random.choices(names, [0.2 if n in RARE else 1 for n in names])[0]
    if name in WITHOUT_PUZZLES:
        return Case([name, "--help"], b"", {}, set(), False, False)
    many = random.random() < 0.3
    text = b"\n".join(mutated(random, texts) for _ in range(random.randrange(1, 4) if many else 1))
    ending = random.choice((".jsonl", ".jsonl", "") if many else (".json", ".json", ".json", ""))
    if random.random() < 0.2:
        text, ending = mutated_text(random), random.choice(("", ".txt"))
    by_pipe = random.random() < 0.15
    file = "-" if by_pipe else f"in{ending}"
    files = {"in2": mutated(random, texts)} | ({} if by_pipe else {file: text})
    arguments, options = [name], []
    for parameter in commands()[name].params:
        if isinstance(parameter, click.Argument):
            arguments.append(file if parameter is commands()[name].params[0] else "in2")
        else:
            options += _option(random, str(parameter.name), parameter)
    options = [f"out{PICTURES[name]}" if x == "out" and name in PICTURES else x for x in options]
    leaves = {*files, "out", "out.cnf", "out.svg", "out.pdf", "map.json", "cert"}
    is_json = name not in ("convert", "export", "graph", "kinds", "verify", "decode") and (
        "--json" in options or file.endswith(".jsonl")
    )
    is_binary = name == "convert" or (name == "export" and "npz" in options)
    return Case([*arguments, *options], text if by_pipe else b"", files, leaves, is_json, is_binary)


def _option(random: Random, name: str, option: click.Parameter) -> list[str]:
    """An option now and then, with a value that may suit it."""
    flag = option.opts[0]
    if name == "conflict_limit":
        return [flag, "100"]
    rare = 0.03 if name in ("encoder", "repair") else 0.15
    if name in NEVER or random.random() > rare:
        return []
    if getattr(option, "is_flag", False):
        return [flag]
    if name in FILES:
        return [flag, FILES[name]]
    values = CHOICES.get(name, ("1",))
    return [flag, random.choice(values if random.random() < 0.97 else NAMES)]


class TooSlow(BaseException):
    """A command took longer than it may."""


def _alarm(*_: Any) -> None:
    raise TooSlow


def judge(number: int, seed: int, texts: list[bytes]) -> tuple[str, int, list[str]]:
    """Runs one case; its command, its exit code and what is wrong with how it ended."""
    random = Random(f"{seed} {number}")
    made = case(random, texts)
    with tempfile.TemporaryDirectory() as name:
        folder, temporary = Path(name), Path(name, "temporary")
        temporary.mkdir()
        os.chdir(folder)
        for path, data in made.files.items():
            Path(path).write_bytes(data)
        os.environ["TMPDIR"] = tempfile.tempdir = str(temporary)
        try:
            signal.alarm(SECONDS)
            ended = run_in_process(made.arguments, made.stdin)
            wrong = [*faults(ended, made.is_json, made.is_binary), *_files(made, folder)]
            if number % APART == 0:
                wrong += _judge_apart(random, made, ended)
        except TooSlow:
            ended, wrong = Ended(-1, b"", b""), []
        except BaseException as error:  # whatever gets out of the command is a fault
            ended, wrong = Ended(70, b"", b""), [f"raised {error!r:.300}"]
        finally:
            signal.alarm(0)
            tempfile.tempdir = None
            del os.environ["TMPDIR"]
            os.chdir("/")
    told = f"{number}: {' '.join(made.arguments)!r}"
    return made.arguments[0], ended.code, [f"{told}: {fault}" for fault in wrong]


def _files(made: Case, folder: Path) -> Iterator[str]:
    more = left_over(folder, made.leaves | {"temporary"}) + left_over(folder / "temporary", set())
    if more:
        yield f"left over: {more}"
    out = folder / "out"
    if out.is_file() and made.arguments[0] not in ("convert", "export", "graph"):
        yield from broken_lines(out.read_bytes())


def _judge_apart(random: Random, made: Case, inside: Ended) -> list[str]:
    """The same command in a process of its own, in a narrow locale or without room for output."""
    for path in made.leaves - made.files.keys():
        if Path(path).is_file():
            Path(path).unlink()
    narrow = {"LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    way = random.randrange(3)
    if way == 2:
        with open("/dev/full", "wb") as full:
            ended = run_apart(made.arguments, made.stdin, stdout=full.fileno())
        return [f"with a full disk: {fault}" for fault in faults(ended, False)]
    ended = run_apart(made.arguments, made.stdin, environment=narrow if way else {})
    wrong = [f"apart: {fault}" for fault in faults(ended, made.is_json, made.is_binary)]
    if ended.code != inside.code:
        wrong.append(f"apart: code {ended.code}, here {inside.code}")
    return wrong


def run(numbers: range, seed: int, note: Callable[[str], None], at: Any) -> dict[str, Any]:
    """Runs the cases of these numbers; returns figures.

    Args:
        numbers: The cases.
        seed: Of all of them.
        note: Called with what went wrong.
        at: Its ``value`` is set to the case that is being run.
    """
    signal.signal(signal.SIGALRM, _alarm)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    texts = seeds()
    by_command: Counter[str] = Counter()
    codes: Counter[int] = Counter()
    failures: list[str] = []
    for number in numbers:
        at.value = number
        command, code, wrong = judge(number, seed, texts)
        by_command[command] += 1
        codes[code] += 1
        failures += wrong
        for fault in wrong:
            note(fault)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return {
        "tried": len(numbers),
        "commands": dict(sorted(by_command.items())),
        "slow": codes.pop(-1, 0),
        "codes": {str(code): n for code, n in sorted(codes.items())},
        "most_megabytes": peak,
        "failures": failures,
    }


def replay(number: int, seed: int) -> str:
    """A case again, with its input, for whoever mends what it shows."""
    made = case(Random(f"{seed} {number}"), seeds())
    files = {name: data.decode("utf-8", "backslashreplace") for name, data in made.files.items()}
    return json.dumps({"arguments": made.arguments, "files": files}, indent=1)
