"""Pictures as nonograms: bitmaps (PBM) and PNG files whose black cells are the solution.

A pixel is a cell; of PNG files, what is darker than half, if it is not transparent. The clues are
those of the picture, which is carried as ``solution``.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import ClassVar

from uniclue.core.fields import MAX_SIDE
from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.formats.format import NO, SURE, CannotWriteError, Format
from uniclue.formats.nonogram_clues import Bits, solution
from uniclue.models.nonogram import Nonogram

PNG = b"\x89PNG\r\n\x1a\n"
CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
"""Numbers of a pixel by the sort of a PNG."""


class Pbm(Format):
    """Bitmaps of Netpbm."""

    name = "pbm"
    title = "a nonogram as a picture of its solution, PBM"
    endings: ClassVar[tuple[str, ...]] = (".pbm",)
    kinds = ("nonogram",)
    joint = None

    def sniff(self, data: bytes) -> int:
        return SURE if re.match(rb"P[14]\s", data) else NO

    def read(self, data: bytes) -> Iterator[Puzzle | PuzzleError]:
        yield of_picture(_bitmap(data))

    def write(self, puzzle: Puzzle) -> bytes:
        if (cells := solution(puzzle)) is None:
            raise CannotWriteError("a picture needs the member solution")
        height, width = puzzle.shape
        rows = [" ".join(cells[i * width : (i + 1) * width]) for i in range(height)]
        return "\n".join(["P1", f"{width} {height}", *rows]).encode()


class Png(Pbm):
    """PNG files, which are read alone."""

    name = "png"
    title = "a nonogram as a picture of its solution, PNG"
    endings = (".png",)
    can_write = False

    def sniff(self, data: bytes) -> int:
        return SURE if data.startswith(PNG) else NO

    def read(self, data: bytes) -> Iterator[Puzzle | PuzzleError]:
        yield of_picture(_pixels(data))


def of_picture(rows: Bits) -> Nonogram:
    """The nonogram of a picture, 1 for black."""
    across = tuple(tuple(_blocks(row)) for row in rows)
    down = tuple(tuple(_blocks(column)) for column in zip(*rows, strict=True))
    return Nonogram(rows=across, cols=down, extra={"solution": tuple(map(tuple, rows))})


def _blocks(line: Sequence[int]) -> Iterator[int]:
    return (len(list(block)) for black, block in groupby(line) if black)


def _refuse_sizes(width: int, height: int) -> None:
    if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
        expected = f"expected 1 to {MAX_SIDE} pixels a side, got {width} x {height}"
        raise PuzzleError("$", expected)


def _bitmap(data: bytes) -> Bits:
    match = re.match(rb"P([14])(?:\s|#.*\n)+(\d{1,6})(?:\s|#.*\n)+(\d{1,6})\s?", data)
    if match is None:
        raise PuzzleError("$", "expected P1 or P4, width and height first")
    width, height = int(match[2]), int(match[3])
    _refuse_sizes(width, height)
    rest = data[match.end() :]
    if match[1] == b"4":
        bytes_a_row = (width + 7) // 8
        if len(rest) < bytes_a_row * height:
            raise PuzzleError("$", f"expected {bytes_a_row * height} bytes, got {len(rest)}")
        rows = [rest[i * bytes_a_row : (i + 1) * bytes_a_row] for i in range(height)]
        return [[row[i // 8] >> (7 - i % 8) & 1 for i in range(width)] for row in rows]
    bits = re.sub(rb"#.*|\s", b"", rest)
    if len(bits) != width * height or set(bits) - set(b"01"):
        raise PuzzleError("$", f"expected {width * height} pixels, 0 or 1")
    return [[bit - 48 for bit in bits[i * width : (i + 1) * width]] for i in range(height)]


# -- PNG -------------------------------------------------------------------------------------------


def _pixels(data: bytes) -> Bits:
    chunks = dict.fromkeys((b"IHDR", b"PLTE", b"tRNS", b"IDAT"), b"")
    at = len(PNG)
    while at + 8 <= len(data):
        length, name = struct.unpack(">I4s", data[at : at + 8])
        if name in chunks:
            chunks[name] += data[at + 8 : at + 8 + length]
        at += 12 + length
    if len(chunks[b"IHDR"]) != 13:
        raise PuzzleError("$", "expected a whole PNG file")
    width, height, depth, sort, _, _, laced = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    _refuse_sizes(width, height)
    if (
        sort not in CHANNELS
        or depth not in (1, 2, 4, 8)
        or laced
        or (depth < 8 and sort not in (0, 3))
    ):
        raise PuzzleError("$", "expected a PNG of up to 8 bits a colour that is not interlaced")
    lines = _unfiltered(chunks[b"IDAT"], width * CHANNELS[sort] * depth, height, CHANNELS[sort])
    return [
        [
            _is_dark(_values(line, i, depth, CHANNELS[sort]), sort, depth, chunks)
            for i in range(width)
        ]
        for line in lines
    ]


def _unfiltered(packed: bytes, bits: int, height: int, channels: int) -> list[bytearray]:
    """The rows of a PNG, in which each pixel is predicted from its left and upper neighbours."""
    size, step = (bits + 7) // 8, max(1, channels)
    try:
        unpacking = zlib.decompressobj()
        data = unpacking.decompress(packed, (size + 1) * height)
    except zlib.error as error:
        raise PuzzleError("$", f"expected a whole PNG file: {error}") from error
    if len(data) < (size + 1) * height:
        raise PuzzleError("$", "expected a whole PNG file")
    rows, above = [], bytearray(size)
    for y in range(height):
        way, row = data[y * (size + 1)], bytearray(data[y * (size + 1) + 1 : (y + 1) * (size + 1)])
        for i in range(size):
            left, up = row[i - step] if i >= step else 0, above[i]
            corner = above[i - step] if i >= step else 0
            row[i] = (row[i] + _guess(way, left, up, corner)) & 255
        rows.append(row)
        above = row
    return rows


def _guess(way: int, left: int, up: int, corner: int) -> int:
    if way > 4:
        raise PuzzleError("$", "expected a whole PNG file")
    paeth = min((left, up, corner), key=lambda near: abs(left + up - corner - near))
    return (0, left, up, (left + up) // 2, paeth)[way]


def _values(line: bytearray, i: int, depth: int, channels: int) -> list[int]:
    if depth == 8:
        return list(line[i * channels : (i + 1) * channels])
    return [line[i * depth // 8] >> (8 - depth - i * depth % 8) & ((1 << depth) - 1)]


def _is_dark(values: list[int], sort: int, depth: int, chunks: dict[bytes, bytes]) -> int:
    opaque = 255
    if sort == 3:
        index = values[0]
        values = list(chunks[b"PLTE"][3 * index : 3 * index + 3])
        opaque = chunks[b"tRNS"][index] if index < len(chunks[b"tRNS"]) else 255
        if len(values) != 3:
            raise PuzzleError("$", "expected colours that the PNG tells")
    elif sort in (4, 6):
        *values, opaque = values
    most = 255 if sort == 3 else (1 << depth) - 1
    return int(opaque >= 128 and 2 * sum(values) < most * len(values))


formats = (Pbm(), Png())
