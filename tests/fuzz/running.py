"""A command run in this process as in its own, and what must be true of how it ended."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple
from unittest.mock import patch

from conftest import ROOT

from uniclue.commands.engine.main import main
from uniclue.core import kinds, plugins
from uniclue.solvers import shared

CODES = frozenset({0, 10, 20, 30, 64, 65, 66})
"""The documented exit codes, but for interrupted runs, absent readers and defects of ours."""
DEFECT = re.compile(rb"Traceback|please report|internal error|Exception ignored")
RAW = re.compile("[\0-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
"""What must not reach a terminal from data: control characters, C1, bidirectional marks."""


class Ended(NamedTuple):
    """How a command ended."""

    code: int
    out: bytes
    err: bytes


def run_in_process(arguments: Sequence[str], stdin: bytes = b"") -> Ended:
    """Runs a command with the function that the script ``uniclue`` calls."""
    typed, out, err = (
        io.TextIOWrapper(io.BytesIO(data), "utf-8", newline="", write_through=True)
        for data in (stdin, b"", b"")
    )
    with ExitStack() as stack:
        for patched in (
            patch.multiple(sys, argv=["uniclue", *arguments], stdin=typed, stdout=out, stderr=err),
            patch.object(kinds, "_registered", dict(kinds._registered)),
            patch.multiple(plugins, user_files={}, _reported=set()),
        ):
            stack.enter_context(patched)
        try:
            main()
        except SystemExit as end:
            code = int(end.code or 0)
    shared.forget()  # as in a new process
    return Ended(code, out.buffer.getvalue(), err.buffer.getvalue())


def run_apart(
    arguments: Sequence[str],
    stdin: bytes = b"",
    stdout: int = subprocess.PIPE,
    environment: Mapping[str, str] = MappingProxyType({}),
) -> Ended:
    """Runs a command as a process of its own."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "cli.py"), *arguments],
        input=stdin,
        stdout=stdout,
        stderr=subprocess.PIPE,
        timeout=120,
        env={**os.environ, **environment},
        check=False,
    )
    return Ended(done.returncode, done.stdout or b"", done.stderr)


def faults(ended: Ended, json_lines: bool, binary: bool = False) -> Iterator[str]:
    """What is wrong with how a command ended.

    Args:
        ended: How it ended.
        json_lines: Whether standard output has to be lines of JSON.
        binary: Whether standard output is no text.
    """
    if ended.code not in CODES:
        yield f"exit code {ended.code}: {ended.err[-300:]!r}"
    streams = [ended.err] if binary else [ended.out, ended.err]
    for stream in streams:
        if DEFECT.search(stream):
            yield f"defect: {stream[-300:]!r}"
        if raw := RAW.search(stream.decode("utf-8", "replace")):
            yield f"raw {raw[0]!r}: {stream[:300]!r}"
    if ended.code in (64, 65, 66) and not ended.err and not ended.out:
        yield f"silent with {ended.code}"
    if json_lines:
        yield from broken_lines(ended.out)


def broken_lines(text: bytes) -> Iterator[str]:
    """What is wrong with lines of JSON."""
    if text and not text.endswith(b"\n"):
        yield f"no newline at the end: {text[-100:]!r}"
    for line in text.splitlines():
        try:
            json.loads(line)
        except ValueError:
            yield f"not JSON: {line[:200]!r}"
            return


def left_over(folder: Path, expected: set[str]) -> list[str]:
    """Files in a folder that nobody asked for."""
    return sorted(p.name for p in folder.iterdir() if p.name not in expected)
