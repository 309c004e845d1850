"""What HiGHS does to the whole process, and how it is kept in bounds; only for where it is used."""

from __future__ import annotations

import ctypes
import functools
import os
import sys
from typing import Any

import highspy

_HIGHS: Any = highspy.Highs


@functools.cache
def hush() -> None:
    """Discards the banner that HiGHS 1.16 prints once per process, whatever its options are.

    C prints it on standard output, among the answers.
    """
    flush: Any = getattr(ctypes.CDLL(None), "fflush", None) if os.name == "posix" else None
    if flush is None:
        return
    sys.stdout.flush()
    flush(None)
    kept = os.dup(1)
    try:
        with open(os.devnull, "wb") as nowhere:
            os.dup2(nowhere.fileno(), 1)
        _HIGHS().setOptionValue("output_flag", False)
        flush(None)
    finally:
        os.dup2(kept, 1)
        os.close(kept)


def end_threads() -> None:
    """Ends the threads that HiGHS has in this process.

    It refuses to solve with another number of threads than the first program of the process asked
    for, and that may have been somebody else's.
    """
    getattr(_HIGHS, "resetThreadScheduler", _HIGHS.resetGlobalScheduler)(True)
