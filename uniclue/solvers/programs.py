"""Kills outside programs together with their children."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess


def end_group(process: subprocess.Popen[bytes]) -> None:
    """Kills a program that was started as the leader of a process group, and its whole group.

    Its children are killed even if it has already ended, as long as the group exists. Where there
    are no process groups only the program is killed.
    """
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()
