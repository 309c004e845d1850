"""Texts that end or stop the process that reads them as a puzzle; small, since workers load it."""

from __future__ import annotations

import os
import signal
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing_extensions import Buffer


class Deadly(bytes):
    """A text that ends its reader."""

    def removeprefix(self, prefix: Buffer, /) -> bytes:
        os.kill(os.getpid(), signal.SIGKILL)
        return b""


class Endless(bytes):
    """A text that nobody reads to its end."""

    def removeprefix(self, prefix: Buffer, /) -> bytes:
        time.sleep(1000)
        return b""
