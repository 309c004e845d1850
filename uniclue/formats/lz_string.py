"""LZ-string in base64: how f-puzzles packs text into links.

A code of growing width is a string seen before, or says that a new character follows (0: of 8 bits,
1: of 16) or that the text ends (2); bits come lowest first. The format is that of pieroxy's
lz-string.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_VALUES = {char: value for value, char in enumerate(ALPHABET)}
_END = 2


class PackedError(ValueError):
    """A text is not packed so, or is too large."""


class _Width:
    """The width of codes: a bit more whenever the codes of a width are used up."""

    def __init__(self, bits: int, left: int) -> None:
        self.bits, self.left = bits, left

    def use(self) -> None:
        self.left -= 1
        if self.left == 0:
            self.left = 1 << self.bits
            self.bits += 1


def unpack(text: str, most: int) -> str:
    """Unpacks a text of at most ``most`` characters.

    Raises:
        PackedError: It is not packed, or larger.
    """
    bits = _bits(text.rstrip("="))
    strings: list[str] = [""] * 3
    pieces: list[str] = []
    last, size, width = "", 0, _Width(2, 2)
    while (code := _number(bits, width.bits)) != _END:
        if code < _END:
            strings.append(chr(_number(bits, 8 << code)))
            code = len(strings) - 1
            width.use()
        if code > len(strings) or (code == len(strings) and not last):
            raise PackedError("it is not packed")
        piece = strings[code] if code < len(strings) else last + last[0]
        size += len(piece)
        if size > most:
            raise PackedError(f"it has more than {most} characters")
        pieces.append(piece)
        if last:
            strings.append(last + piece[0])
        width.use()
        last = piece
    units = "".join(pieces).encode("utf-16-le", "surrogatepass")
    return units.decode("utf-16-le", "replace")


def pack(text: str) -> str:
    """Packs a text."""
    data = text.encode("utf-16-le", "surrogatepass")
    units = [chr(data[i] | data[i + 1] << 8) for i in range(0, len(data), 2)]
    codes: dict[str, int] = {}
    new: set[str] = set()
    bits: list[int] = []
    width = _Width(2, 2)

    def put(number: int, size: int) -> None:
        bits.extend(number >> i & 1 for i in range(size))

    def emit(piece: str) -> None:
        if piece in new:
            new.remove(piece)
            is_wide = ord(piece) > 255
            put(int(is_wide), width.bits)
            put(ord(piece), 8 << is_wide)
            width.use()
        else:
            put(codes[piece], width.bits)
        width.use()

    piece = ""
    for unit in units:
        if unit not in codes:
            codes[unit] = len(codes) + 3
            new.add(unit)
        if piece + unit in codes:
            piece += unit
        else:
            emit(piece)
            codes[piece + unit] = len(codes) + 3
            piece = unit
    if piece:
        emit(piece)
    put(_END, width.bits)
    bits += [0] * (6 - len(bits) % 6)
    chars = [ALPHABET[int("".join(map(str, bits[i : i + 6])), 2)] for i in range(0, len(bits), 6)]
    return "".join(chars) + "=" * (-len(chars) % 4)


def _bits(text: str) -> Iterator[int]:
    for char in text:
        if char not in _VALUES:
            raise PackedError(f"a character is {char!r}")
        yield from (_VALUES[char] >> i & 1 for i in range(5, -1, -1))


def _number(bits: Iterator[int], width: int) -> int:
    digits = [*islice(bits, width)]
    if len(digits) < width:
        raise PackedError("it ends too early")
    return sum(bit << i for i, bit in enumerate(digits))
