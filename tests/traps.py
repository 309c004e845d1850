"""Texts that end or stop the process that reads them as a puzzle; small, since workers load it."""

from __future__ import annotations

import os
import signal
import time


class Deadly(bytes):
    """A text that ends its reader."""

    def isascii(self) -> bool:
        os.kill(os.getpid(), signal.SIGKILL)
        return True


class Endless(bytes):
    """A text that nobody reads to its end."""

    def isascii(self) -> bool:
        time.sleep(1000)
        return True
