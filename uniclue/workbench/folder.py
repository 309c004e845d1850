"""The folder of a running server: for its owner alone, and gone once the server is."""

from __future__ import annotations

import html
import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.util import get_temp_dir
from pathlib import Path

from uniclue.files.lock import ENDING, locked

_LOCK = "server"
"""What is locked in a folder while its server runs."""


@contextmanager
def folder_of_server() -> Iterator[Path]:
    """The folder for all temporary files, which only its owner can enter.

    It is the folder that multiprocessing has for this process, and removes at its end. Folders of
    killed servers are removed first: the system has freed their locks.
    """
    folder = Path(get_temp_dir())
    for other in folder.parent.glob("pymp-*"):
        with suppress(OSError):  # it is in use, or another user's
            _remove_if_left(other)
    with locked(folder / _LOCK):
        yield folder


def _remove_if_left(folder: Path) -> None:
    """Removes a folder whose server has died.

    Raises:
        OSError: Its server is running, or it belongs to another user.
    """
    found = folder.lstat()  # does not follow a link that somebody else may have put there
    is_ours = not hasattr(os, "getuid") or found.st_uid == os.getuid()
    is_server = (folder / f".{_LOCK}{ENDING}").exists()
    if not stat.S_ISDIR(found.st_mode) or not is_ours or not is_server:
        return
    with locked(folder / _LOCK):
        shutil.rmtree(folder, ignore_errors=True)
    shutil.rmtree(folder, ignore_errors=True)  # with the lock, where an open file stays


def doorway(folder: Path, url: str) -> Path:
    """A page that leads to an address, and that only its owner can read.

    With this file the browser needs no secret among its arguments, which every user of the machine
    can list.
    """
    page = folder / "open.html"
    text = (
        '<!doctype html><meta charset="utf-8"><title>Uniclue workbench</title>'
        f'<meta http-equiv="refresh" content="0; url={html.escape(url)}">'
        f'<a href="{html.escape(url)}">Open the workbench</a>\n'
    )
    with os.fdopen(os.open(page, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(text)
    return page
