"""Files that are written all or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """Gives a path to write to, which takes the place of the file once all is written.

    Until then it ends in ``.part``. A pipe or a device has no content to replace and is written to
    itself.
    """
    if path.exists() and not path.is_file():
        yield path
        return
    part = path.with_name(path.name + ".part")
    try:
        yield part
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file all or not at all."""
    with written_whole(path) as part:
        part.write_bytes(data)
