"""Ending outside programs, and all that they started."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess


def end_group(process: subprocess.Popen[bytes]) -> None:
    """Kills a program that was started as the leader of a process group, and its whole group.

    What it started is killed even if it has ended itself, as long as something of the group is
    left. Where there are no process groups only the program is killed.
    """
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()
