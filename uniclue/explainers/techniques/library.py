"""The windows of a kind, as ``kinds/KIND.json`` has them.

A file lists tiles by name, and windows as tiles at places. ``rows`` of a tile are the numbers of
ones that may stand there (``0/2 of 4``), or all rows, a bit for each place, as hexadecimal numbers.
Files are made by ``uniclue techniques KIND``, and are the same bytes again.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from uniclue.core.model import Ints
from uniclue.explainers.techniques.tiles import Spot, Tile, corner
from uniclue.explainers.techniques.windows import MOST_MODELS, Window

FOLDER = Path(__file__).parent / "kinds"


class TileEntry(msgspec.Struct, frozen=True):
    """A tile of a file.

    Attributes:
        code: The rule or clue it is part of.
        places: Its places in half cells.
        rows: The possible fillings.
    """

    code: str
    places: tuple[Spot, ...]
    rows: str


class WindowEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A window of a file.

    Attributes:
        tiles: Names of tiles, each with the place of its corner.
        puzzles: In how many of the puzzles that it was mined from it was used.
        since: The version of techniques that it came with; ratings know those up to their own.
    """

    tiles: tuple[tuple[str, int, int], ...]
    puzzles: int
    since: int = 1


class TechniqueFile(msgspec.Struct, frozen=True):
    """The techniques of a kind.

    Attributes:
        kind: The kind.
        tiles: The tiles by name.
        windows: The windows, in the order in which they are tried.
    """

    kind: str
    tiles: dict[str, TileEntry]
    windows: tuple[WindowEntry, ...]


class Name(msgspec.Struct, frozen=True):
    """What solvers call a technique; an entry of ``kinds/KIND.toml``.

    Attributes:
        name: The name.
        source: Where it is known from, by a key of ``sources``.
        window: The window, by what it consists of; empty: a relation of sets.
        when: Where the window is called so: at the ``edge`` of the board or ``alone`` if it needs
            no known fact, ``drawn`` if it needs one that is part of the answer, else ``crossed``;
            empty: wherever it has no other name.
        relation: The relation of sets.
    """

    name: str
    source: str
    window: str = ""
    when: str = ""
    relation: str = ""


class TechniqueNames(msgspec.Struct, frozen=True):
    """The names of a kind's techniques.

    Attributes:
        sources: What names are known from.
        technique: The names.
    """

    sources: dict[str, str] = {}
    technique: tuple[Name, ...] = ()

    def relation(self, name: str) -> str:
        """The relation of sets that a technique is, under its name for all kinds."""
        return next((n.relation for n in self.technique if n.name == name and n.relation), name)


class Library(NamedTuple):
    """The windows of a kind.

    Attributes:
        windows: The windows, in the order in which they are tried.
        tables: What may stand in each.
        keys: The name of each by what it consists of, which no other window has.
        sets: Whether relations of sets are looked for, too.
        names: What solvers call them.
    """

    windows: tuple[Window, ...] = ()
    tables: tuple[Ints, ...] = ()
    keys: tuple[str, ...] = ()
    sets: bool = True
    names: TechniqueNames = TechniqueNames()

    def name(self, technique: str, window: int | None, when: str) -> str:
        """What solvers call a technique.

        Args:
            technique: Its name for all kinds, which it keeps if it has no other.
            window: The position of its window, if it is one.
            when: Where it is, as :attr:`Name.when`.
        """
        for word in (when, ""):
            for name in self.names.technique:
                is_it = name.relation == technique and window is None
                is_it |= window is not None and name.window == self.keys[window]
                if is_it and name.when == word:
                    return name.name
        return technique


NOTHING = Library(sets=False)
"""No techniques."""


@cache
def library(kind: str, version: int | None = None) -> Library:
    """The windows of a kind; none if there is no file.

    Args:
        kind: The kind.
        version: Leaves out those that came with a later version of techniques.
    """
    names = names_of(kind)
    path = FOLDER / f"{kind}.json"
    if not path.exists():
        return Library(names=names)
    file = read(path)
    tiles = {name: Tile(e.code, e.places, _rows(e)) for name, e in file.tiles.items()}
    windows, tables, keys = list[Window](), list[Ints](), list[str]()
    for entry in file.windows:
        if version is not None and entry.since > version:
            continue
        window = Window(tuple(tiles[name].at((r, c)) for name, r, c in entry.tiles))
        table = window.models(MOST_MODELS)
        if table is not None:
            windows.append(window)
            tables.append(table)
            keys.append(key_of(entry))
    return Library(tuple(windows), tuple(tables), tuple(keys), names=names)


def read(path: Path) -> TechniqueFile:
    """A file of windows."""
    return msgspec.json.decode(path.read_bytes(), type=TechniqueFile)


@cache
def names_of(kind: str) -> TechniqueNames:
    """The names of a kind's techniques; none if there is no file."""
    path = FOLDER / f"{kind}.toml"
    if not path.exists():
        return TechniqueNames()
    return msgspec.toml.decode(path.read_bytes(), type=TechniqueNames)


def key_of(entry: WindowEntry) -> str:
    """What a window consists of, such as ``loop 0/2 of 4 at 0,0; number 3 of 4 at 0,0``."""
    return "; ".join(f"{name} at {r},{c}" for name, r, c in entry.tiles)


def written(kind: str, windows: Iterable[tuple[Window, int]]) -> bytes:
    """The file of some windows, each with the number of puzzles that it was used in."""
    windows, names, entries = [*windows], dict[Tile, str](), []
    every = (_own(tile) for window, _ in windows for tile in window.tiles)
    for tile in sorted({*every}, key=lambda t: (t.code, t.places, sorted(t.rows))):
        names[tile] = _name(tile, names.values())
    for window, puzzles in windows:
        tiles = []
        for tile in window.tiles:
            r, c = corner(tile.places)
            tiles.append((names[_own(tile)], r, c))
        entries.append(WindowEntry(tuple(tiles), puzzles))
    known = sorted(names.items(), key=lambda each: each[1])
    tiles_of = {n: TileEntry(t.code, t.places, _rows_text(t)) for t, n in known}
    head = msgspec.json.encode(kind).decode()
    rows = ",\n".join(f"    {_line(name)}: {_line(entry)}" for name, entry in tiles_of.items())
    parts = ",\n".join(f"    {_line(entry)}" for entry in entries)
    text = (
        f'{{\n  "kind": {head},\n  "tiles": {{\n{rows}\n  }},\n  "windows": [\n{parts}\n  ]\n}}\n'
    )
    return text.encode()


def _own(tile: Tile) -> Tile:
    """A tile whose corner is the origin."""
    r, c = corner(tile.places)
    return tile.at((-r, -c))


def _line(what: object) -> str:
    return msgspec.json.encode(what).decode()


def _name(tile: Tile, taken: Iterable[str]) -> str:
    """A name by what the tile says, with a number if another one has it."""
    text = _rows_text(tile)
    base = f"{tile.code} {text}" if " of " in text else tile.code
    others = {*taken}
    number = 1
    while (name := f"{base} {number}" if number > 1 else base) in others:
        number += 1
    return name


def _rows_text(tile: Tile) -> str:
    size = len(tile.places)
    ones = sorted({row.bit_count() for row in tile.rows})
    if len(tile.rows) == sum(_ways(size, k) for k in ones):
        return f"{'/'.join(map(str, ones))} of {size}"
    return " ".join(f"{row:x}" for row in sorted(tile.rows))


def _ways(size: int, ones: int) -> int:
    return len([row for row in range(1 << size) if row.bit_count() == ones])


def _rows(entry: TileEntry) -> frozenset[int]:
    ones, found, size = entry.rows.partition(" of ")
    if not found:
        return frozenset(int(row, 16) for row in entry.rows.split())
    numbers = {*map(int, ones.split("/"))}
    return frozenset(row for row in range(1 << int(size)) if row.bit_count() in numbers)
