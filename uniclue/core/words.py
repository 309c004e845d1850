"""Names and phrases that several kinds use in their sentences and errors."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

MAX_NAME = 40
MAX_SHOWN = 60
"""Characters of a text of unknown length, such as a member's name, that an error shows."""
A_NAME = f"a name of 1 to {MAX_NAME} printable characters other than ?, _ and ."
"""What :func:`is_name` allows, in words for errors."""


def is_name(text: str) -> bool:
    """Whether a text can name a species or a line (``?``, ``_`` and ``.`` are unknown cells).

    Args:
        text: The text.

    Example:
        >>> is_name("lion"), is_name("?")
        (True, False)
    """
    plain = text.isprintable() and text == text.strip() and text not in ("?", "_", ".")
    return plain and 1 <= len(text) <= MAX_NAME


def escaped(text: str, keep: str = "") -> str:
    r"""A text in which nothing is raw that does not print: ``\x1b``, ``\n``, ``\u202e``.

    Not printable are control, format and bidirectional characters, separators other than the
    blank, lone surrogates, and code points without a character.

    Args:
        text: The text.
        keep: Characters that stay as they are.
    """
    if text.isprintable():
        return text
    raw = {char for char in set(text) if not char.isprintable() and char not in keep}
    return text.translate({ord(c): c.encode("unicode_escape").decode() for c in raw})


def shown(text: str, most: int = MAX_SHOWN) -> str:
    r"""A text from outside as a part of a line: nothing raw, and no longer than ``most``.

    Args:
        text: The text.
        most: The most characters.

    Example:
        >>> shown("one line\nand more", 12)
        'one line\\...'
    """
    text = escaped(text[: most + 1])
    return text if len(text) <= most else f"{text[: most - 3]}..."


def quoted(value: object) -> str:
    r"""A value from outside in a line, as Python writes it.

    Args:
        value: The value.

    Example:
        >>> quoted("a 'name'")
        '"a \'name\'"'
    """
    return shown(repr(value))


def skeleton(name: str) -> str:
    """What a name looks like: names with one skeleton cannot be told apart.

    Compatibility forms (NFKC), Cyrillic and Greek letters in the shape of Latin ones, dashes,
    quotation marks, runs of blanks and characters that leave no mark make no difference; case
    and accents do.
    """
    if not name.isascii():
        from unicodedata import normalize  # 1 MB of tables

        name = normalize("NFKC", normalize("NFKD", name).translate(_LATIN))
    return " ".join(name.split())


def look_alike(names: Iterable[str]) -> tuple[str, str] | None:
    """The first name that looks like an earlier one, after that one; None if there is none."""
    first: dict[str, str] = {}
    for name in names:
        if (other := first.setdefault(skeleton(name), name)) != name:
            return other, name
    return None


_LATIN = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u0501\u04bb\u051b\u051d\u04cf"
    "\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425\u0406\u0408\u0405\u04ae\u050c\u051a\u051c"
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7"
    "\u03b1\u03b9\u03bd\u03bf\u03c1\u03c5\u03f2\u03f3\u0131\u0251\u0261\u0570\u0578\u057d\u0585"
    "\u2010\u2011\u2012\u2013\u2014\u2212\u02d7\u2018\u2019\u201b\u02b9\u02bc\u2032\u0374",
    "aeopcyxijsdhqwlABEKMHOPCTXIJSYGQWABEZHIKMNOPTYXaivopucjiaghnuo-------" + "'" * 7,
    "".join(map(chr, [0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0]))
    + "".join(map(chr, [*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)])),
)
"""Letters of other scripts and signs in the shape of Latin ones; and what leaves no mark."""


def name_place(place: tuple[int, int]) -> str:
    """The name people use for a cell: ``r1c1`` is the top left one.

    Args:
        place: The cell: row and column, from 0.

    Example:
        >>> name_place((2, 1))
        'r3c2'
    """
    return f"r{place[0] + 1}c{place[1] + 1}"


def both(words: Iterable[str]) -> str:
    """Such as ``1, 2 and 3``."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def either(words: Iterable[str]) -> str:
    """Such as ``1, 2 or 3``.

    Args:
        words: The words.

    Example:
        >>> either("123")
        '1, 2 or 3'
    """
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last


def with_article(name: str) -> str:
    """Such as ``an elephant``.

    Args:
        name: The name.

    Example:
        >>> with_article("elephant"), with_article("lion")
        ('an elephant', 'a lion')
    """
    return f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"


PREPOSITIONS = frozenset(
    {"at", "around", "beside", "in", "out", "from", "along", "of", "if", "below"}
)
SIDES = frozenset({"north", "west", "east", "south"})


def is_where(title: str) -> bool:
    """Whether a title says where, as ``around r1c2``; else it is a thing, as ``row 3``."""
    first = title.partition(" ")[0]
    return first in PREPOSITIONS or first in SIDES


def is_plural(title: str) -> bool:
    """Whether a title is of several things, as ``r1c1 and r1c2``."""
    several = " and " in title and " between " not in title
    return several or title.startswith(("regions", "rooms", "bridges"))


def ordinal(number: int) -> str:
    """Such as ``first``, counted from 1; ``8th`` from there on."""
    few = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")
    return few[number - 1] if number <= len(few) else f"{number}th"


def the(title: str) -> str:
    """A title in a sentence, such as ``the block at r1c1``; others need no article: ``row 3``."""
    has_place = re.match(r"[^ ,]+( \w+)? (at|of) (r\d|the )", title)
    return f"the {title}" if has_place and not is_where(title) and title[:4] != "the " else title


def capitalised(sentence: str) -> str:
    """A sentence with a capital letter, unless it begins with a cell's name."""
    return sentence if re.match(r"r\d", sentence) else sentence[:1].upper() + sentence[1:]


def a_number(value: object) -> str:
    """A value with its article: ``a 6``, ``an 8``, ``an 11``."""
    text = str(value)
    is_an = text in ("11", "18", "A", "E", "F", "H", "I", "L", "M", "N", "O", "R", "S", "X")
    return f"{'an' if is_an or text[:1] == '8' else 'a'} {text}"


def expected_one_of(names: Iterable[str], got: object) -> str:
    """The sentence of an error about an unknown name.

    Args:
        names: The names that there are.
        got: What was found instead.

    Example:
        >>> expected_one_of(["lion", "panda"], "lino")
        "expected one of lion, panda, got 'lino'"
    """
    names = list(names)
    several = "a cell holds at most one value: " if isinstance(got, list | tuple) else ""
    more, hint = "", ""
    if len(names) > 12:
        more, hint = ", …", did_you_mean(str(got), names)
    return f"{several}expected one of {', '.join(names[:12])}{more}, got {quoted(got)}{hint}"


def did_you_mean(name: str, names: Iterable[str]) -> str:
    """The end of an error about an unknown name, with the name most like it; or nothing."""
    from difflib import get_close_matches  # only after an error

    near = get_close_matches(name, list(names), 1)
    return f"; did you mean {near[0]!r}?" if near else ""


FEW = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}
"""Numbers in words, before other numbers: ``2 2s`` is hard to read."""


def number_of(count: int, noun: str) -> str:
    """Such as ``1 clue`` or ``2 clues``; ``two 3s`` of what is a number itself.

    Args:
        count: How many.
        noun: What is counted, as for one.

    Example:
        >>> number_of(1, "clue"), number_of(2, "clue")
        ('1 clue', '2 clues')
    """
    number = FEW.get(count, count) if noun.isdecimal() else count
    return f"{number} {noun if count == 1 else plural(noun)}"


def plural(noun: str) -> str:
    """Several of a noun: ``stitches``, ``rows of stars``.

    Example:
        >>> plural("stitch"), plural("star of row 1")
        ('stitches', 'stars of row 1')
    """
    head, *rest = re.split(r"(?= of | without)", noun)
    ending = "es" if head.endswith(("ch", "sh", "s", "x", "z")) else "s"
    return f"{head}{ending}{''.join(rest)}"


def aligned(
    table: Sequence[Sequence[str]],
    left: int | Collection[int] = 0,
    gap: str = "  ",
    *,
    alike: bool = False,
) -> str:
    """A table as text: columns flush right, the first few (or those named) flush left.

    Args:
        table: The rows.
        left: How many of the first columns, or which ones, are flush left.
        gap: What stands between two columns.
        alike: Whether all columns are equally wide.

    Example:
        >>> print(aligned([["a", "12"], ["bc", "3"]], left=1))
        a   12
        bc   3
    """
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    if alike:
        widths = [max(widths)] * len(widths)
    on_left = range(left) if isinstance(left, int) else left
    sides = [str.ljust if at in on_left else str.rjust for at in range(len(widths))]
    lines = ([*zip(sides, row, widths, strict=True)] for row in table)
    joined = (gap.join(side(text, width) for side, text, width in line) for line in lines)
    return "\n".join(map(str.rstrip, joined))
