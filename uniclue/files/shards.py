"""Shards: files of many lines cut into ranges of whole lines, each of which is read by itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from zlib import crc32

import msgspec

from uniclue.files.input import InputLine, lines, name_of, open_input

BLOCK = 1 << 20


class Shard(msgspec.Struct, frozen=True):
    """A range of whole lines of a file.

    Attributes:
        number: Its number, from 1.
        file: The file.
        begin: The offset of its first byte.
        end: The offset after its last byte.
        skipped: The number of lines of the file before it.
        lines: The number of its lines, empty ones and comments included.
        before: What is added to a line's number in its file, as files are counted on.
        checksum: The CRC-32 of its bytes.
    """

    number: int
    file: str
    begin: int
    end: int
    skipped: int
    lines: int
    before: int
    checksum: int

    def first(self) -> int:
        """The number of its first line."""
        return self.before + self.skipped + 1

    def puzzles(self, several: bool) -> Iterator[InputLine]:
        """Its lines that hold a puzzle, numbered as in a run that is not cut into shards.

        Args:
            several: Whether lines say of which file they are.
        """
        name = name_of(self.file)
        with open_input(self.file) as stream:
            stream.seek(self.begin)
            for line in takewhile(lambda line: line.number <= self.lines, lines(stream)):
                number = self.skipped + line.number
                where = f"{name}: line {number}"
                yield InputLine(self.before + number, line.data, where, name if several else None)


def cut(files: Sequence[str], size: int) -> Iterator[Shard]:
    """Cuts files into shards of ``size`` lines; the last of a file may be smaller.

    Raises:
        OSError: A file cannot be read.
    """
    number = before = 0
    for file in files:
        of_file: list[Shard] = []
        for begin, end, skipped, count, checksum in _ranges(file, size):
            number += 1
            of_file.append(Shard(number, file, begin, end, skipped, count, before, checksum))
            yield of_file[-1]
        before = next(filter(None, map(_last_puzzle, reversed(of_file))), before)


def _last_puzzle(shard: Shard) -> int:
    """The number of the last line that holds a puzzle, 0 if none does."""
    return max((line.number for line in shard.puzzles(several=False)), default=0)


def _ranges(file: str, size: int) -> Iterator[tuple[int, int, int, int, int]]:
    """The beginning, end, lines before, lines and checksum of each shard of a file."""
    begin = at = skipped = count = checksum = 0
    with open_input(file) as stream:
        ended = True
        while block := stream.read(BLOCK):
            start = 0
            while start < len(block):
                stop, found = _after_lines(block, start, size - count)
                checksum = crc32(memoryview(block)[start:stop], checksum)
                at, count, start = at + stop - start, count + found, stop
                if count == size:
                    yield begin, at, skipped, count, checksum
                    begin, skipped, count, checksum = at, skipped + count, 0, 0
            ended = block.endswith(b"\n")
    if at > begin:
        yield begin, at, skipped, count + (not ended), checksum


def _after_lines(block: bytes, start: int, most: int) -> tuple[int, int]:
    """The offset after up to ``most`` ends of lines, else that of the end; how many there were."""
    for found in range(most):
        end = block.find(b"\n", start)
        if end < 0:
            return len(block), found
        start = end + 1
    return start, most
