"""The command line's front door, which heeds Ctrl-C before the house behind it is imported.

The commands' home is :mod:`uniclue.commands.engine.main`. It takes a tenth of a second to import,
in which nothing may be found half done, so that Ctrl-C ends the process at once, with a line as
later on.
This file and the package's own import as little as they can: before them nothing handles Ctrl-C.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # signal itself imports enum: some milliseconds
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

INTERRUPTED = 130


def process() -> NoReturn:
    """Runs the command line, and ends the process; an ignored SIGINT stays ignored."""
    asked = _signal.getsignal(_signal.SIGINT)
    try:
        if asked is _signal.default_int_handler:
            _signal.signal(_signal.SIGINT, _leave)
        from uniclue.commands.engine import main

        _signal.signal(_signal.SIGINT, asked)
        main.process()
    except KeyboardInterrupt:
        _leave()


def _leave(*_: object) -> NoReturn:
    """Says so in a line, and ends the process as it is."""
    _signal.signal(_signal.SIGINT, _signal.SIG_IGN)
    try:
        os.write(2, b"uniclue: interrupted\n")
    finally:
        os._exit(INTERRUPTED)
