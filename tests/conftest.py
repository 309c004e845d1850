from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from uniclue.core.puzzle import PuzzleError

ROOT = Path(__file__).resolve().parent.parent

settings.register_profile(
    "uniclue",
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("uniclue")

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def run() -> Run:
    """Runs ``python cli.py`` from the checkout."""

    def call(*arguments: str | Path, stdin: bytes = b"") -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [sys.executable, str(ROOT / "cli.py"), *map(str, arguments)],
            input=stdin,
            capture_output=True,
            timeout=120,
            env=os.environ | {"PYTHONIOENCODING": "utf-8"},
        )
        return subprocess.CompletedProcess(
            done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
        )

    return call


@contextmanager
def refused(path: str, words: str = "") -> Iterator[pytest.ExceptionInfo[PuzzleError]]:
    """Expects a PuzzleError at a path, whose sentence has these words."""
    with pytest.raises(PuzzleError) as error:
        yield error
    assert error.value.path == path
    assert words in error.value.expected


def corpus() -> Path:
    """Where the corpus of real puzzles is, if it is anywhere."""
    return Path(os.environ.get("UNICLUE_CORPUS", ROOT.parent / "shared" / "corpus"))
