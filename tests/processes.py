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


def wait_until(
    condition: Callable[[], bool], process: subprocess.Popen[bytes], every: float = 0.01
) -> None:
    """Waits until something is true, looking every so many seconds; the process must not end."""
    end = time.monotonic() + 60
    while not condition():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < end
        time.sleep(every)


def worked(process: subprocess.Popen[bytes], seconds: float) -> None:
    """Waits until a command and its children have worked so long, however busy the machine is."""

    def has_worked() -> bool:
        words = ["ps", "-A", "-o", "pid=,ppid=,time="]
        rows = subprocess.run(words, capture_output=True, text=True, check=True).stdout.split("\n")
        family = (row.split() for row in rows if str(process.pid) in row.split()[:2])
        return sum(seconds_of(time) for *_, time in family) >= seconds

    wait_until(has_worked, process, every=0.1)


def seconds_of(time: str) -> float:
    """Of a time such as ``00:01:05``."""
    return sum(float(part) * 60.0**i for i, part in enumerate(reversed(time.split(":"))))


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
