"""Commands that run beside a test: started, waited for, killed; and clusters for them."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from conftest import ROOT
from conftest import start as start

POSIX = pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")


def wait_until(condition: Callable[[], bool], process: subprocess.Popen[bytes]) -> None:
    """Waits until something is true; the process must not end before."""
    end = time.monotonic() + 60
    while not condition():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < end
        time.sleep(0.01)


def lines_of(path: Path) -> int:
    """How many whole lines a file has so far."""
    return path.read_bytes().count(b"\n") if path.exists() else 0


@contextmanager
def cluster(workers: int, failures: int = 3) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A Dask scheduler with workers: its address, and their processes, the scheduler's first.

    It gives up a task that ended one worker more than ``failures``.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    address = f"tcp://127.0.0.1:{port}"
    worker = ["worker", address, "--nthreads", "1", "--no-dashboard", "--no-nanny"]
    scheduler = ["scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard"]
    environment = {
        "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tests'}",
        "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": str(failures),
    }
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", "dask", *arguments],
            env=os.environ | environment,
            stderr=subprocess.DEVNULL,
        )
        for arguments in [scheduler, *[worker] * workers]
    ]
    try:
        yield address, processes
    finally:
        for process in reversed(processes):
            process.kill()
            process.wait()
