"""The body of a link: characters for numbers, runs of blanks, circles and borders.

A character for digits in a base counts 0-9, a-z. What stands at a place is a number, None for
nothing, or :data:`UNKNOWN` for an unknown number (``?`` on the board).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from uniclue.core.places import Point, Shape
from uniclue.core.puzzle import PuzzleError
from uniclue.core.words import quoted
from uniclue.formats.format import CannotWriteError
from uniclue.formats.pzpr.rows import inner_borders

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
UNKNOWN = -2
"""An unknown number."""
Entry = int | None


class Body:
    """The characters of a link's body, read one after the other."""

    def __init__(self, text: str) -> None:
        self._text, self._at = text, 0

    @property
    def is_over(self) -> bool:
        """Whether all characters are read."""
        return self._at >= len(self._text)

    def peek(self) -> str:
        """The next character; nothing at the end."""
        return self._text[self._at : self._at + 1]

    def take(self, count: int = 1) -> str:
        """The next characters.

        Raises:
            PuzzleError: There are fewer.
        """
        taken = self._text[self._at : self._at + count]
        self._at += count
        if len(taken) < count:
            raise PuzzleError("$", "expected a longer link; its end is missing")
        return taken

    def number(self, count: int = 1, base: int = 16) -> int:
        """The next characters as digits of a number.

        Raises:
            PuzzleError: They are no such digits.
        """
        text = self.take(count)
        if not set(text) <= set(DIGITS[:base]):
            raise self.wrong(count)
        return int(text, base)

    def field(self) -> str:
        """The text before the next ``/``, which is read, too."""
        text, _, _ = self._text[self._at :].partition("/")
        self._at += len(text) + 1
        return text

    def wrong(self, count: int = 1) -> PuzzleError:
        """An error about the characters read last."""
        at = self._at - count
        got = quoted(self._text[at : self._at])
        return PuzzleError("$", f"expected another character at {at + 1} of the body, got {got}")

    @property
    def rest(self) -> str:
        """The characters that are left."""
        return self._text[self._at :]

    def end(self) -> None:
        """Raises PuzzleError if characters are left."""
        if not self.is_over:
            raise PuzzleError("$", f"expected the end of the link, got {quoted(self.rest)}")


# -- entries with runs of blanks -------------------------------------------------------------------

LONG = {"-": (2, 0), "+": (3, 0), "=": (3, 4096), "%": (3, 8192)}
"""How many hexadecimal digits follow a sign, and what is added to them."""
LONGER = LONG | {"*": (4, 12240), "$": (5, 77776)}
"""The same in the numbers of rooms."""


def read_entries(
    body: Body, count: int, first: str, entry: Callable[[str], tuple[Entry, int]]
) -> list[Entry]:
    """Reads ``count`` entries.

    Args:
        body: The body.
        count: How many.
        first: The character for one blank; the next ones in the alphabet stand for more.
        entry: Reads the entry that begins with a character, and how many blanks follow it.
    """
    entries: list[Entry] = []
    while len(entries) < count:
        char = body.take()
        if first <= char <= "z":
            entries += [None] * (DIGITS.index(char) - DIGITS.index(first) + 1)
        else:
            value, blanks = entry(char)
            entries += [value] + [None] * blanks
    return entries[:count]


def write_entries(texts: Iterable[str | None], first: str, most: int) -> str:
    """Writes entries, with a character for each run of at most ``most`` blanks."""
    parts, run, last = [], 0, DIGITS.index(first) - 1
    for text in texts:
        if text is None:
            run += 1
        if run and (text is not None or run == most):
            parts.append(DIGITS[last + run])
            run = 0
        parts.append(text or "")
    return "".join(parts) + (DIGITS[last + run] if run else "")


def read_numbers(body: Body, count: int, long: dict[str, tuple[int, int]] = LONG) -> list[Entry]:
    """Reads numbers in hexadecimal digits, ``.`` for an unknown one."""

    def entry(char: str) -> tuple[Entry, int]:
        if char == ".":
            return UNKNOWN, 0
        if char in long:
            digits, more = long[char]
            return body.number(digits) + more, 0
        if char not in DIGITS[:16]:
            raise body.wrong()
        return int(char, 16), 0

    return read_entries(body, count, "g", entry)


def write_numbers(values: Iterable[Entry], long: dict[str, tuple[int, int]] = LONG) -> str:
    """Writes what :func:`read_numbers` reads."""
    return write_entries(
        (None if value is None else _number(value, long) for value in values), "g", 20
    )


def _number(value: int, long: dict[str, tuple[int, int]]) -> str:
    if value == UNKNOWN:
        return "."
    if value < 16:
        return f"{value:x}"
    for sign, (digits, more) in long.items():
        if value - more < 16**digits:
            return f"{sign}{value - more:0{digits}x}"
    raise CannotWriteError(f"a link has no number {value}")


def read_fours(body: Body, count: int) -> list[Entry]:
    """Reads numbers up to 4; a character may include one or two blanks after the number."""

    def entry(char: str) -> tuple[Entry, int]:
        if char == ".":
            return UNKNOWN, 0
        if char not in DIGITS[:15]:
            raise body.wrong()
        blanks, value = divmod(int(char, 16), 5)
        return value, blanks

    return read_entries(body, count, "g", entry)


def write_fours(values: Sequence[Entry]) -> str:
    """Writes what :func:`read_fours` reads."""
    texts: list[str | None] = []
    at = 0
    while at < len(values):
        value = values[at]
        at += 1
        if value is None or value == UNKNOWN:
            texts.append(None if value is None else ".")
            continue
        blanks = next((i for i in (0, 1) if at + i < len(values) and values[at + i] is not None), 2)
        texts.append(f"{value + 5 * blanks:x}")
        at += blanks
    return write_entries(texts, "g", 20)


def read_decimals(body: Body, count: int) -> list[Entry]:
    """Reads decimal digits, ``.`` for an unknown one; letters from a on are blanks."""
    return read_entries(
        body, count, "a", lambda char: (UNKNOWN if char == "." else body_digit(body, char), 0)
    )


def write_decimals(values: Iterable[Entry]) -> str:
    """Writes what :func:`read_decimals` reads."""
    return write_entries((None if value is None else _decimal(value) for value in values), "a", 26)


def _decimal(value: int) -> str:
    if value > 9:
        raise CannotWriteError(f"a link of this kind holds numbers up to 9, got {value}")
    return "." if value == UNKNOWN else str(value)


ARROWS = "?nswe"
"""Directions by their numbers in a link."""


def read_arrows(body: Body, count: int, *, keeps_ways: bool = False) -> list[str | None]:
    """Reads numbers with a direction, as ``2s``; ``?`` is an unknown one, or ``?s``."""
    words: list[str] = []

    def entry(char: str) -> tuple[Entry, int]:
        long = char == "-"
        way = body.number(base=5) if long else body_digit(body, char)
        digits = 3 if long else 1 if way < 5 else 2
        arrow = ARROWS[way % 5]
        if digits == 1 and body.peek() == ".":
            body.take()
            words.append(f"?{arrow}" if keeps_ways and arrow != "?" else "?")
        elif arrow == "?":
            raise PuzzleError("$", "expected an arrow at every number, got one without")
        else:
            words.append(f"{body.number(digits)}{arrow}")
        return len(words) - 1, 0

    found = read_entries(body, count, "a", entry)
    return [None if i is None else words[i] for i in found]


def body_digit(body: Body, char: str) -> int:
    """A decimal digit.

    Raises:
        PuzzleError: It is none.
    """
    if char not in DIGITS[:10]:
        raise body.wrong()
    return int(char)


def write_arrows(words: Iterable[str | None]) -> str:
    """Writes what :func:`read_arrows` reads."""

    def text(word: str) -> str:
        if word == "?":
            return "0."
        way = ARROWS.index(word[-1])
        if word[0] == "?":
            return f"{way}."
        number = int(word[:-1])
        if number < 16:
            return f"{way}{number:x}"
        return f"{way + 5}{number:02x}" if number < 256 else f"-{way}{number:03x}"

    return write_entries((None if word is None else text(word) for word in words), "a", 26)


def read_singles(body: Body, count: int) -> list[bool]:
    """Reads marks: a character is a mark with the blanks after it, or only blanks."""
    marks: list[bool] = []
    while len(marks) < count:
        char = body.take()
        if char not in DIGITS:
            raise body.wrong()
        number = DIGITS.index(char)
        marks += [True] + [False] * number if number < 18 else [False] * (number - 17)
    return marks[:count]


def write_singles(marks: Sequence[bool]) -> str:
    """Writes what :func:`read_singles` reads."""
    parts, at = [], 0
    while at < len(marks):
        is_marked = marks[at]
        at += is_marked
        run = next((i for i in range(at, len(marks)) if marks[i]), len(marks)) - at
        run = min(run, 17 if is_marked else 18)
        parts.append(DIGITS[run if is_marked else run + 17])
        at += run
    return "".join(parts)


def read_gaps(body: Body, count: int) -> list[bool]:
    """Reads marks: a character is so many blanks and a mark, ``z`` 35 blanks alone."""
    marks: list[bool] = []
    while len(marks) < count:
        gap = body.number(base=36)
        marks += [False] * gap + [True] * (gap < 35)
    return marks[:count]


def write_gaps(marks: Sequence[bool]) -> str:
    """Writes what :func:`read_gaps` reads."""
    parts, gap = list[str](), 0
    for is_marked in marks:
        gap += not is_marked
        if is_marked or gap == 35:
            parts.append(DIGITS[gap])
            gap = 0
    return "".join(parts) + (DIGITS[gap] if gap else "")


# -- several entries in a character ----------------------------------------------------------------


def read_packed(body: Body, count: int, base: int, size: int) -> list[int]:
    """Reads digits of a base, packed in characters (circles: 3 of base 3; bits: 5 of base 2)."""
    digits: list[int] = []
    while len(digits) < count:
        number = body.number(base=base**size)
        digits += [number // base**i % base for i in reversed(range(size))]
    if any(digits[count:]):
        raise body.wrong()
    return digits[:count]


def write_packed(digits: Sequence[int], base: int, size: int) -> str:
    """Writes what :func:`read_packed` reads."""
    parts = []
    for at in range(0, len(digits), size):
        some = [*digits[at : at + size], *[0] * size][:size]
        parts.append(DIGITS[sum(d * base ** (size - 1 - i) for i, d in enumerate(some))])
    return "".join(parts)


def read_borders(body: Body, shape: Shape) -> dict[Point, int]:
    """Reads 1 or 0 for every border between cells: those in rows, then those in columns."""
    height, width = shape
    across = read_packed(body, height * (width - 1), 2, 5)
    down = read_packed(body, (height - 1) * width, 2, 5)
    return dict(zip(inner_borders(shape), across + down, strict=True))


def write_borders(borders: Mapping[Point, int], shape: Shape) -> str:
    """Writes what :func:`read_borders` reads."""
    bits, across = [borders[p] for p in inner_borders(shape)], shape[0] * (shape[1] - 1)
    return write_packed(bits[:across], 2, 5) + write_packed(bits[across:], 2, 5)
