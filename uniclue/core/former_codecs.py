"""Kinds that say in strings how other sites write them: they are read for one more release."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Any

from uniclue.core.codecs import (
    Alphabet,
    Always,
    Arrows,
    Bars,
    BlackCells,
    Blackened,
    Borders,
    Centres,
    CornerNumbers,
    DenseNumbers,
    Flag,
    Fleet,
    Fours,
    Holes,
    Janko,
    JankoNotation,
    KakuroSums,
    LettersBeside,
    LineLengths,
    Notation,
    Number,
    NumberedAreas,
    NumberGroups,
    NumbersBeside,
    PlainNumbers,
    Poles,
    Pzpr,
    RoomNumbers,
    Ships,
    Signs,
    SnakeEnds,
    SudokuDigits,
    Tanks,
    TentTrees,
    Tiles,
    UsualBox,
    Walls,
    WhiteAndBlack,
    Written,
)
from uniclue.core.model import Value

FORMER: dict[str, type[Notation]] = {
    "numbers": PlainNumbers,
    "fours": Fours,
    "corners": CornerNumbers,
    "dense": DenseNumbers,
    "digits": SudokuDigits,
    "rooms": RoomNumbers,
    "groups": NumberGroups,
    "arrows": Arrows,
    "walls": Walls,
    "signs": Signs,
    "circles": WhiteAndBlack,
    "black": BlackCells,
    "holes": Holes,
    "stars": Centres,
    "sums": KakuroSums,
    "areas": NumberedAreas,
    "borders": Borders,
    "blackened": Blackened,
    "beside": NumbersBeside,
    "letters": LettersBeside,
    "lengths": LineLengths,
    "poles": Poles,
    "trees": TentTrees,
    "tiles": Tiles,
    "ends": SnakeEnds,
    "tanks": Tanks,
    "ships": Ships,
    "count": Number,
    "counts": Fleet,
    "alphabet": Alphabet,
    "always": Always,
    "box": UsualBox,
    "bars": Bars,
}
"""The notations by the words that named them."""
_ANSWERS = {
    "in": Written.INSIDE,
    "alphabet": Written.AS_LETTERS,
    "regions": Written.AS_AREAS,
    "borders": Written.WITH_BORDERS,
    "tetrominoes": Written.AS_TETROMINOES,
}


def adapt(kind: type[Any]) -> None:
    """Puts what the strings of a class say into its sites."""
    for attribute, read, sort in (("pzpr", pzpr, Pzpr), ("janko", janko, Janko)):
        if isinstance(text := vars(kind).get(attribute), str):
            sites = read(text)
            if text:
                warning = f"{kind.__name__}.{attribute} is a string: say sites = {sites}"
                warnings.warn(warning, DeprecationWarning, stacklevel=4)
            kind.sites = (*(site for site in kind.sites if not isinstance(site, sort)), *sites)


def pzpr(text: str) -> tuple[Pzpr, ...]:
    """What a string says of pzpr."""
    if not text:
        return ()
    stated, _, answer = text.partition(">")
    name, *words = stated.split()
    flags = [Flag(*word.split("=")) for word in words if "=" in word]
    parts = [_part(word) for word in words if "=" not in word]
    answers = answer.split()
    style = reduce(or_, (_ANSWERS[word] for word in answers if "=" not in word), Written.AS_USUAL)
    return (Pzpr(name, *flags, *parts, answer=style, words=_words(answers)),)


def _part(word: str) -> Any:
    members, _, how = word.partition(":")
    if how and how not in FORMER:
        raise TypeError(f"expected a notation such as fours behind {members}:, got {how!r}")
    return FORMER[how](*members.split("+")) if how else members


def janko(text: str) -> tuple[Janko, ...]:
    """What a string says of janko.at."""
    return tuple(map(_block, filter(None, text.split(";"))))


def _block(text: str) -> Janko:
    stated, _, answer = text.partition(">")
    names, _, rest = stated.partition("|")
    name, *also = names.split()
    words = rest.split()
    parts = []
    for word in words:
        member, _, how = word.partition(":")
        if "=" not in word:
            is_flag = how and not issubclass(FORMER.get(how, Notation), JankoNotation)
            parts.append(Flag(how, member) if is_flag else _part(word))
    meant, answers = _words(words), _words(answer.split())
    return Janko(name, *parts, also=also, words=meant, answers=answers)


def _words(words: Sequence[str]) -> dict[str, Value]:
    pairs = (word.split("=", 1) for word in words if "=" in word)
    return {word: int(value) if value.isdecimal() else value for word, value in pairs}
