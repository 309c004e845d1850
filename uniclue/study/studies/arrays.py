"""Archives of arrays (.npz), read strictly: what ``numpy.savez`` writes of rows of numbers.

Nothing in a file is run, and nothing that it claims is believed: members are stored or deflated,
bear the names expected, and unpack to the size they state, all of them together to no more than is
allowed. A header is text of one form; numpy's own reader, which evaluates it, is not used.
"""

from __future__ import annotations

import re
import struct
import zipfile
import zlib
from collections.abc import Collection
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

_END = struct.Struct("<4s4H2LH")
"""The record at the end of a zip file that has no comment."""
_MAX_DIRECTORY = 2**14
_HEADER = re.compile(
    rb"\x93NUMPY\x01\x00(?s:..)"
    rb"\{'descr': '(<f8|<f4|<i8|<i4|<i2|\|u1)', 'fortran_order': False, "
    rb"'shape': \((0|[1-9][0-9]{0,8}),\), \} *\n"
)
"""The start of a member: one row of numbers."""
_LENGTH = slice(8, 10)
"""Where a header says how long it is."""


class ArchiveError(ValueError):
    """A file is no such archive; the message says what was expected."""


def read(
    data: bytes, names: Collection[str], optional: Collection[str], most: int
) -> dict[str, NDArray[Any]]:
    """The arrays of an archive.

    Args:
        data: The content of the file.
        names: The arrays it has.
        optional: Those it may have besides.
        most: The bytes that all of them together may take.

    Returns:
        Each of shape (n,), of numbers.

    Raises:
        ArchiveError: It is no archive of these arrays.
    """
    expect(len(data) <= most, f"at most {most // 2**20} MB")
    expect(len(data) >= _END.size, "an archive of arrays")
    mark, disk, first_disk, here, count, size, start, comment = _END.unpack(data[-_END.size :])
    is_plain = (disk, first_disk, comment, here) == (0, 0, 0, count)
    expect(mark == b"PK\5\6" and is_plain, "an archive of arrays")
    fits = size <= _MAX_DIRECTORY and start + size + _END.size == len(data)
    expect(fits and len(names) <= count <= len(names) + len(optional), "the arrays of a model")
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            return _members(archive, names, optional, most)
    except (zipfile.BadZipFile, zlib.error, struct.error) as error:
        raise ArchiveError("expected an archive of arrays, got a damaged one") from error
    except (EOFError, NotImplementedError, OSError, RuntimeError, UnicodeDecodeError) as error:
        # what zipfile raises of a directory that contradicts itself
        raise ArchiveError("expected an archive of arrays, got a damaged one") from error


def _members(
    archive: zipfile.ZipFile, names: Collection[str], optional: Collection[str], most: int
) -> dict[str, NDArray[Any]]:
    entries = {entry.filename.removesuffix(".npy"): entry for entry in archive.infolist()}
    expect(len(entries) == len(archive.infolist()), "no array twice")
    expect(set(names) <= set(entries) <= {*names, *optional}, "the arrays of a model")
    size = sum(entry.file_size for entry in entries.values())
    expect(size <= most, f"at most {most // 2**20} MB unpacked")
    arrays = {}
    for name, entry in entries.items():
        is_plain = entry.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
        expect(is_plain and entry.flag_bits == 0, "arrays that are stored or deflated")
        expect(entry.filename == f"{name}.npy", "arrays in numpy's format")
        with archive.open(entry) as file:
            content = file.read(entry.file_size + 1)  # to the end, where its checksum is compared
        expect(len(content) == entry.file_size, "whole arrays")
        arrays[name] = array(content)
    return arrays


def array(content: bytes) -> NDArray[Any]:
    """A row of numbers in numpy's format.

    Raises:
        ArchiveError: It is none.
    """
    header = _HEADER.match(content)
    if header is None or header.end() != 10 + int.from_bytes(content[_LENGTH], "little"):
        raise ArchiveError("expected rows of numbers in numpy's format, version 1.0")
    kind, length = np.dtype(header[1].decode()), int(header[2])
    expect(len(content) - header.end() == length * kind.itemsize, "whole arrays")
    return np.frombuffer(content, kind, offset=header.end())


def expect(holds: bool, what: str) -> None:
    """Raises ArchiveError unless something holds."""
    if not holds:
        raise ArchiveError(f"expected {what}")
