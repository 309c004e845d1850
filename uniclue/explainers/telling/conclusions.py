"""The conclusions of a step in words: ``r1c8 = 1``, ``r2c1 to r2c4 are white``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from uniclue.constraints.board import Board
from uniclue.core.layouts import parts
from uniclue.core.marks import values_of
from uniclue.core.model import Place, Value
from uniclue.core.places import is_line, ranges
from uniclue.core.words import both, either, with_article
from uniclue.explainers.steps.step import Fact
from uniclue.explainers.telling.board import BoardState, Names

OF_CHARACTERS = {
    "#": ("{is} white", "{is} shaded"),
    "*": ("{has} no star", "{has} a star"),
    "o": ("{has} no lamp", "{has} a lamp"),
    "A": ("{has} no tent", "{has} a tent"),
    "b": ("{is} white", "{is} black"),
}
"""The meaning of 0 and of 1 in a cell, by the character that a kind writes for 1."""
OF_DRAWINGS = {
    "mines": ("{has} no mine", "{has} a mine"),
    "dominoes": ("{is} no domino", "{is} a domino"),
    "borders": ("{has} no border", "{has} a border"),
}
"""The meaning of 0 and of 1 by how answers are drawn."""
HAS = ("has a ", "has an ")
LINE = ("{is} crossed out", "{is} drawn")
BRIDGES = ("{has} no bridge", "{has} 1 bridge", "{has} 2 bridges")
MANY_SIDES = 6
"""The fewest sides without a border for which the cells that they join are named."""
ONE = {"is": "is", "has": "has", "belongs": "belongs", "does": "does", "leads": "leads"}
MANY = {"is": "are", "has": "have", "belongs": "belong", "does": "do", "leads": "lead"}


def conclusion(board: BoardState, placed: Iterable[Fact], struck: Iterable[Fact] = ()) -> str:
    """Some facts in words; facts that say the same are joined.

    Args:
        board: What is known before.
        placed: Values known to be in their places.
        struck: Values known not to be.
    """
    words = [*placements(board, placed), *_strikes(board, struck)]
    return both(words) if words else ""


def placements(names: Names, placed: Iterable[Fact]) -> Iterator[str]:
    """Placed values in words; of a layer, cells outside are named only if there are no others."""
    facts, joined = _without_joining(names, [*placed])
    ours = {fact.cell for fact in facts if not fact.layer}
    if ours:
        facts = [fact for fact in facts if fact.value or not fact.layer]
    for area in joined:
        yield f"{ranges(area, names.space.name)} are in one area"
    alike: dict[str, list[Fact]] = {}
    for fact in facts:
        if not fact.layer or fact.cell not in ours:
            alike.setdefault(_saying(names, fact), []).append(fact)
    for saying, some in alike.items():
        cells = dict.fromkeys(fact.cell for fact in some)
        yield f"{_where(names, some)} {saying.format_map(ONE if len(cells) == 1 else MANY)}"


def _without_joining(names: Names, facts: list[Fact]) -> tuple[list[Fact], list[list[Place]]]:
    """Facts without sides that have no border, if these are many; the cells that they join."""
    inner = [fact for fact in facts if not (fact.layer or fact.value)]
    if names.drawn != "borders" or len(inner) < MANY_SIDES:
        return facts, []
    beside: dict[Place, list[Place]] = {}
    for fact in inner:
        one, other = names.space.cells_at(names.point[fact.cell])
        beside.setdefault(one, []).append(other)
        beside.setdefault(other, []).append(one)
    others = [fact for fact in facts if fact.layer or fact.value]
    return others, parts(sorted(beside), beside.__getitem__)


SUPPOSED = {"is": "were", "has": "had", "belongs": "belonged", "does": "did", "leads": "led"}


def supposed(board: BoardState, fact: Fact, *, is_placed: bool) -> str:
    """A supposed fact in words: ``r5c7 were 5``, ``r1c1 were white``."""
    saying, name = _saying(board, fact), board.name(fact.cell)
    text = board.puzzle.cell_text(fact.value)
    if saying == f"= {text}":
        word = with_article(text) if text.isalpha() and len(text) > 1 else text
        return f"{name} were {'' if is_placed else 'not '}{word}"
    if is_placed:
        return f"{name} {saying.format_map(SUPPOSED)}"
    bases = ("{has}", "have"), ("{belongs}", "belong"), ("{leads}", "lead"), ("{is}", "")
    for verb, base in bases:
        if saying.startswith(verb):
            not_so = f"did not {base}" if base else "were not"
            return f"{name} {not_so}{saying.removeprefix(verb)}"
    return f"not: {name} {saying.format_map(SUPPOSED)}"


def _saying(board: Names, fact: Fact) -> str:
    """What a value means at its place, as words that follow the name of the place."""
    puzzle, value = board.puzzle, fact.value
    if fact.layer:
        if fact.layer.startswith("on "):
            return f"{{is}} {'' if value else 'not '}{fact.layer}"
        if fact.layer.endswith(" to come"):
            what = fact.layer.rpartition(": ")[2]
            return f"{{has}} {what}" if value else f"{{does}} not have {what}"
        if fact.layer.endswith((" stop", ": down or right")):
            where = fact.layer.rpartition(": ")[2]
            return f"{{leads}} {where}" if value else f"{{does}} not lead {where}"
        if not fact.layer.startswith("island"):
            return f"= {puzzle.cell_text(value)} ({fact.layer})"
        return f"{'{belongs}' if value else '{does} not belong'} to the {fact.layer}"
    if value in puzzle.meanings:
        verb, _, rest = puzzle.meanings[value].partition(" ")
        return f"{{{verb}}} {rest}"
    if value == ".":
        return "{is} empty"
    if board.drawn == "bridges":
        return BRIDGES[int(value)]
    if title := board.area(value):
        return f"{{belongs}} to {title}"
    if puzzle.domain == (0, 1):
        mark = values_of(puzzle.marks).get(1, "")
        is_drawn = board.drawn not in ("dominoes", "borders") and is_line(board.point[fact.cell])
        is_halved = isinstance(puzzle, Board) and puzzle.unknowns.is_halved
        sayings = (
            LINE
            if is_drawn
            else OF_DRAWINGS.get(board.drawn) or OF_CHARACTERS.get("#" if is_halved else mark)
        )
        if sayings:
            return sayings[int(value)]
    text = puzzle.cell_text(value)
    return "{is} empty" if text == "." else f"= {text}"


def _strikes(board: BoardState, struck: Iterable[Fact]) -> list[str]:
    """The values struck, or, if few are left, the values left."""
    gone: dict[tuple[Place, str], set[Value]] = {}
    for fact in struck:
        gone.setdefault((fact.cell, fact.layer), set()).add(fact.value)
    alike: dict[tuple[str, tuple[Value, ...]], list[Fact]] = {}
    several = len(set[Value]().union(*gone.values())) > 1
    for (cell, layer), values in gone.items():
        can = board.can(cell, layer)
        left = tuple(v for v in can if v not in values)
        is_few = (several and len(left) < 4) or len(left) == 1 or board.drawn == "bridges"
        is_short = is_few and 0 < len(left) < len(can)
        some = left if is_short else tuple(v for v in board.puzzle.domain if v in values)
        alike.setdefault(("left" if is_short else "gone", some), []).append(Fact(cell, 0, layer))
    return [_struck(board, what, values, facts) for (what, values), facts in alike.items()]


def _struck(board: BoardState, what: str, values: Sequence[Value], facts: Sequence[Fact]) -> str:
    """States that some values are struck from places, or are the ones left."""
    if what == "left" and len(values) == 1:
        return both(placements(board, [Fact(f.cell, values[0], f.layer) for f in facts]))
    where, is_one = _where(board, facts), len(facts) == 1
    names = [board.area(value) or board.value_text(value) for value in values]
    has, are = ("has", "is") if is_one else ("have", "are")
    if not facts[0].layer and (saying := _by_meanings(board, what, values, is_one=is_one)):
        return f"{where} {saying}"
    if values == (".",):
        return f"{where} {are} not empty"
    if board.drawn == "bridges":
        many = values[-1] not in (0, 1)
        return f"{where} {has} {either(names)} bridge{'s' if many else ''}"
    if what == "left":
        return f"{where} {are} {either(names)}"
    if board.area(values[0]):
        return f"{where} {'does' if is_one else 'do'} not belong to {either(names)}"
    return f"no {'/'.join(names)} {'in' if facts[0].layer else 'at'} {where}"


def _by_meanings(board: Names, what: str, values: Sequence[Value], *, is_one: bool) -> str:
    """What the kind calls values that are struck from places, or left; empty if it does not."""
    meanings = [board.puzzle.meanings.get(value, "") for value in values]
    verbs = ONE if is_one else MANY
    if all(meaning.startswith(HAS) for meaning in meanings):
        no, words = ("no ", 2) if what == "gone" else ("", 1)
        return f"{verbs['has']} {no}{either(each.split(' ', words)[words] for each in meanings)}"
    if what == "left" and any(meanings):
        sayings = (_saying(board, Fact((0, 0), value)) for value in values)
        return either(saying.format_map(verbs) for saying in sayings)
    if len(values) == 1 and meanings[0].startswith("is "):
        return f"{verbs['is']} not {meanings[0].removeprefix('is ')}"
    return ""


def _where(board: Names, facts: Sequence[Fact]) -> str:
    return board.names(fact.cell for fact in facts)
