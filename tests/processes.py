"""Commands that run beside a test: started, waited for, killed; and clusters for them."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import pytest
from conftest import HANGS, ROOT
from conftest import start as start

POSIX = pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")


def wait_until(
    condition: Callable[[], bool], process: subprocess.Popen[bytes], every: float = 0.01
) -> None:
    """Waits until something is true, looking every so many seconds; the process must not end."""
    end = time.monotonic() + HANGS
    while not condition():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < end
        time.sleep(every)


def worked(process: subprocess.Popen[bytes], seconds: float) -> None:
    """Waits until a command and its children have worked so long, however busy the machine is."""

    leader = psutil.Process(process.pid)

    def has_worked() -> bool:
        with suppress(psutil.NoSuchProcess):  # one that has just ended
            times = [each.cpu_times() for each in (leader, *leader.children())]
            return bool(sum(time.user + time.system for time in times) >= seconds)
        return False

    wait_until(has_worked, process, every=0.05)


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
