"""The nine-field records of the code of Zhu, Chen and Zhao 2018, and its printout of the answers.

The code keeps every species in a Python list, with the document's 3x3 map understood::

    A1 = [1, [1, 1, 1], [1, 1, 1, 1, 0, 1], 1, True, 4, 0, 0, "elephant"]

count; height flags (lowest first); fruit flags (pineapple, banana, strawberry, orange, lemon,
apple); id, 1 to 9; whether it neighbours a species, and that one's id or 0; its height relation
(0 none, 1 lower, 2 level, 3 higher), and to which id or 0; name. A flag 0 keeps it off that height,
row or column.

Four of the document's six records are printed with five fruit flags; they are read, too, and the
puzzle says in its member ``note`` what is taken for the lost one (:func:`whole_flags`).

A record has room for one neighbour and one height relation; the document's two partners name each
other. Read, a condition that both name, or only one, is one condition (the code checks one named by
one side only if that side is placed last). The puzzle is judged by the rules of this project:
"level" is narrower here (see :mod:`uniclue.models.animals`).
"""

from __future__ import annotations

import ast
import json
import re
import warnings
from collections.abc import Hashable, Iterable, Iterator
from itertools import chain, count
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from uniclue.core.puzzle import Grid, Puzzle, PuzzleError
from uniclue.formats.format import NO, SURE, CannotWriteError, Format
from uniclue.models import animals
from uniclue.models.animals import Animals

MAX_CHARS = 200_000
"""A longer text is refused unread; nine records take under 1,000."""

FRUITS = (*animals.FRUIT_COLUMNS, *reversed(animals.FRUIT_ROWS))
RELATIONS = ("", "lower", "level", "higher")
FIELDS = (
    "count",
    "height flags",
    "fruit flags",
    "id",
    "neighbour flag",
    "neighbour id",
    "height relation",
    "id of the height relation",
    "name",
)

CALLED = {"柠檬": "lemon", "香蕉": "banana"}
"""The fruits that the document's comments name."""

Flag = Annotated[int, Meta(ge=0, le=1)]
Id = Annotated[int, Meta(ge=0, le=9)]


class Record(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """One species, as the document's code keeps it; see the module for the fields."""

    count: Annotated[int, Meta(ge=1, le=9)]
    heights: tuple[Flag, Flag, Flag]
    fruits: tuple[Flag, Flag, Flag, Flag, Flag, Flag]
    id: Annotated[int, Meta(ge=1, le=9)]
    neighbours: bool
    neighbour: Id
    relation: Annotated[int, Meta(ge=0, le=3)]
    related: Id
    name: str


class MendedRecord(Record, frozen=True, array_like=True, forbid_unknown_fields=True):
    """One that was printed with five fruit flags."""


class Printout(msgspec.Struct, frozen=True, kw_only=True):
    """The answers as the document's program prints them.

    Attributes:
        solutions: The maps, top row first.
        number: How many it says there are.
        dead_ends: ``The counts for back_times``, X4; None if not printed.
        nodes: ``The counts for nodes``, X3; None if not printed.
    """

    solutions: tuple[Grid, ...]
    number: int
    dead_ends: int | None = None
    nodes: int | None = None


# -- records ---------------------------------------------------------------------------------------


def whole_flags(flags: list[int], comment: str) -> list[int]:
    """Six fruit flags from the five that four of the document's records are printed with.

    A 1 is lost. With a 0 among them it may stand before it or after: where the comment names the
    fruit, that decides; else it is added at the end, so that the others are read as printed.
    """
    where = [FRUITS.index(fruit) for name, fruit in CALLED.items() if name in comment]
    ways = [[*flags[:i], 1, *flags[i:]] for i in range(len(flags), -1, -1)]
    return next((way for way in ways if any(way[i] == 0 for i in where)), ways[0])


def read(text: str) -> Animals:
    """Reads the records of a puzzle.

    Args:
        text: One record after the other, as Python lists (with or without ``A1 =``); comments and
            line ends as in Python. It is not run.

    Raises:
        PuzzleError: No such records, or no puzzle. The path is the line and the field.
    """
    return _puzzle(_records(text))


def _puzzle(records: list[tuple[str, Record]]) -> Animals:
    """The puzzle of some records, each with its line in words."""
    names: dict[int, str] = {}
    for line, record in records:
        if record.id in names:
            raise PuzzleError(f"{line}, id", f"expected an id of its own, got {record.id} again")
        if record.name in names.values():
            raise PuzzleError(
                f"{line}, name", f"expected a name of its own, got {record.name!r:.60} again"
            )
        names[record.id] = record.name
    conditions: dict[Hashable, animals.AnyCondition] = {}
    for line, record in records:
        for condition in (*_absolute(record), *_relative(line, record, names)):
            conditions.setdefault(condition.meaning(), condition)
    supply = {record.name: record.count for _, record in records}
    whole = Animals(animals=supply, conditions=tuple(conditions.values()))
    short = [
        f"{record.name} was read with the fruit flags {', '.join(map(str, record.fruits))}"
        for _, record in records
        if isinstance(record, MendedRecord)
    ]
    if not short:
        return whole
    note = f"records with five fruit flags: {'; '.join(short)}"
    return msgspec.structs.replace(whole, extra={"note": note})


def write(puzzle: Animals) -> str:
    """Writes a puzzle as records, one a line, ids in the order of its species.

    Raises:
        PuzzleError: The records cannot say it; the path is that of the puzzle's member.
    """
    _refuse_other_maps(puzzle)
    ids = dict(zip(puzzle.animals, count(1)))
    fields = {
        name: [n, [1] * 3, [1] * 6, ids[name], False, 0, 0, 0, name]
        for name, n in puzzle.animals.items()
    }
    relations: dict[Hashable, tuple[str, animals.AnyCondition]] = {}
    for i, condition in enumerate(puzzle.conditions):
        _write_flags(condition, f"$.conditions[{i}]", fields)
        relations.setdefault(condition.meaning(), (f"$.conditions[{i}]", condition))
    for sort, where in (
        (animals.AnimalNeighbours, slice(4, 6)),
        (animals.CompareCondition, slice(6, 8)),
    ):
        sides = {path: _sides(c, ids) for path, c in relations.values() if isinstance(c, sort)}
        _write_relations(sides, where, fields)
    return "".join(f"A{ids[name]} = {_list_text(record)}\n" for name, record in fields.items())


def _records(text: str) -> list[tuple[str, Record]]:
    """The records, each with its line in words."""
    if len(text) > MAX_CHARS:
        raise PuzzleError("line 1", f"expected at most {MAX_CHARS} characters, got {len(text)}")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)  # of what is odd, and no record anyway
            statements = ast.parse(text).body
    except SyntaxError as error:
        what = f"expected records as Python lists, got {error.msg}"
        raise PuzzleError(f"line {error.lineno or 1}", what) from error
    except (ValueError, RecursionError, MemoryError) as error:
        raise PuzzleError("line 1", "expected records as Python lists") from error
    if not statements:
        raise PuzzleError("line 1", "expected a record for each species, got none")
    lines = text.splitlines()
    return [
        (f"line {s.lineno}", _record(f"line {s.lineno}", s, lines[(s.end_lineno or s.lineno) - 1]))
        for s in statements
    ]


def _record(line: str, statement: ast.stmt, text: str) -> Record:
    value = statement.value if isinstance(statement, ast.Assign | ast.Expr) else None
    if not isinstance(value, ast.List):
        raise PuzzleError(line, "expected a record [count, [height flags], [fruit flags], ...]")
    try:
        fields = ast.literal_eval(value)
        flags = fields[2] if len(fields) == len(FIELDS) else None
        if isinstance(flags, list) and len(flags) == 5 and all(f in (0, 1) for f in flags):
            fields[2] = whole_flags(flags, text.partition("#")[2])
            return msgspec.convert(fields, MendedRecord)
        return msgspec.convert(fields, Record)
    except msgspec.ValidationError as error:
        what, _, path = str(error).replace("`", "").partition(" - at $")
        field = re.match(r"\[(\d)\]", path)
        where = f"{line}, {FIELDS[int(field[1])]}" if field else line
        raise PuzzleError(where, what[:1].lower() + what[1:]) from error
    except (ValueError, TypeError, RecursionError, MemoryError) as error:
        raise PuzzleError(line, "expected numbers, True, False and a name in the record") from error


def _absolute(record: Record) -> Iterator[animals.AnyCondition]:
    """The conditions of the flags."""
    heights = tuple(h for h, flag in enumerate(record.heights, 1) if flag)
    off = tuple(fruit for fruit, flag in zip(FRUITS, record.fruits, strict=True) if not flag)
    if not heights:
        yield animals.HeightCondition(species=record.name, heights=(1, 2, 3), negated=True)
    elif len(heights) < 3:
        yield animals.HeightCondition(species=record.name, heights=heights)
    if off:
        yield animals.FruitCondition(species=record.name, fruits=off, negated=True)


def _relative(line: str, record: Record, names: dict[int, str]) -> Iterator[animals.AnyCondition]:
    """The neighbour and the height relation."""

    def named(is_one: bool, other: int, field: str) -> str | None:
        """The other species, if there is one."""
        if not is_one and other:
            raise PuzzleError(f"{line}, {field}", f"expected 0 where there is none, got {other}")
        if is_one and (other not in names or other == record.id):
            raise PuzzleError(f"{line}, {field}", f"expected the id of another record, got {other}")
        return names[other] if is_one else None

    if other := named(record.neighbours, record.neighbour, FIELDS[5]):
        yield animals.AnimalNeighbours(species=(record.name, other))
    if than := named(record.relation > 0, record.related, FIELDS[7]):
        relation: Any = RELATIONS[record.relation]
        yield animals.CompareCondition(species=record.name, relation=relation, than=than)


def _refuse_other_maps(puzzle: Animals) -> None:
    own = Animals(animals={"any": 9})
    if puzzle.heights != own.heights:
        raise PuzzleError("$.heights", "expected the document's 3x3 map: a record knows no other")
    for side in ("row", "column"):
        labels: tuple[str, ...] = getattr(own, f"{side}_labels")
        if getattr(puzzle, f"{side}_labels") != labels:
            expected = f"expected {', '.join(labels)}: a record knows no others"
            raise PuzzleError(f"$.{side}s", expected)
    if puzzle.given_cells():
        raise PuzzleError("$.givens", "expected none: a record has no room for known cells")


def _write_flags(condition: animals.AnyCondition, path: str, fields: dict[str, list[Any]]) -> None:
    """Writes an absolute condition."""
    if isinstance(condition, animals.HeightCondition):
        flags = fields[condition.species][1]
        for i in range(3):
            flags[i] &= (i + 1 in condition.heights) != condition.negated
    elif isinstance(condition, animals.FruitCondition):
        flags = fields[condition.species][2]
        for fruit in _off(condition, path):
            flags[FRUITS.index(fruit)] = 0


def _off(condition: animals.FruitCondition, path: str) -> Iterable[str]:
    """The fruits on whose lines the species does not stand."""
    if condition.negated:
        return condition.fruits
    for lines in (animals.FRUIT_COLUMNS, animals.FRUIT_ROWS):
        if set(condition.fruits) <= set(lines):
            return [fruit for fruit in lines if fruit not in condition.fruits]
    raise PuzzleError(
        f"{path}.fruits", "expected fruits of rows or of columns: flags cannot say 'either'"
    )


Sides = dict[str, list[Any]]
"""For both species of a relation: what their records say of it."""


def _sides(
    condition: animals.AnimalNeighbours | animals.CompareCondition, ids: dict[str, int]
) -> Sides:
    if isinstance(condition, animals.AnimalNeighbours):
        one, other = condition.species
        return {one: [True, ids[other]], other: [True, ids[one]]}
    both = (condition, condition.mirrored())
    return {c.species: [RELATIONS.index(c.relation), ids[c.than]] for c in both}


def _write_relations(
    relations: dict[str, Sides], where: slice, fields: dict[str, list[Any]]
) -> None:
    """Writes each relation into the record of one of its species, and of the other if it has room.

    Raises:
        PuzzleError: They need more records than there are.
    """
    bearer: dict[str, str] = {}

    def bear(path: str, seen: set[str]) -> bool:
        """Finds a species to bear a relation; others may move to make room."""
        for name in relations[path]:
            if name not in seen:
                seen.add(name)
                if name not in bearer or bear(bearer[name], seen):
                    bearer[name] = path
                    return True
        return False

    for path, sides in relations.items():
        if not bear(path, set()):
            what = "a record has room for one relation of a sort, and here are too many"
            raise PuzzleError(path, f"expected fewer relations of {' and '.join(sides)}: {what}")
    for path, sides in relations.items():
        for name, fields_of_relation in sides.items():
            if bearer.setdefault(name, path) == path:
                fields[name][where] = fields_of_relation


def _list_text(record: list[Any]) -> str:
    *most, name = record
    return f"[{', '.join(map(str, most))}, {json.dumps(name, ensure_ascii=False)}]"


# -- answers ---------------------------------------------------------------------------------------

_LINE = re.compile(r"\s*#-+#\s*|\s*The answer_maps are:\s*|\s*yeah!.*|\s*")
_NUMBER = re.compile(
    r"\s*(The answer_num is|The counts for back_times|The counts for nodes)\s*:\s*(\d{1,18})\s*"
)


def write_answers(
    solutions: Iterable[Grid], dead_ends: int | None = None, nodes: int | None = None
) -> str:
    """The answers as the document's program prints them (its Figure 8).

    Args:
        solutions: The maps, top row first.
        dead_ends: The counter X4, if it is to be printed.
        nodes: The counter X3, if it is to be printed.
    """
    maps = [["#------#", *(str(list(row)) for row in grid), "#------#"] for grid in solutions]
    lines = ["The answer_maps are:", *chain.from_iterable(maps), f"The answer_num is: {len(maps)}"]
    for name, number in (("back_times", dead_ends), ("nodes", nodes)):
        lines += [] if number is None else [f"The counts for {name} : {number}"]
    return "\n".join(lines) + "\n"


def read_answers(text: str, puzzle: Animals) -> Printout:
    """Reads such a printout.

    Args:
        text: What the program printed.
        puzzle: The puzzle it is about.

    Raises:
        PuzzleError: Something else, maps that are no maps of the puzzle, or another number of maps
            than it says. The path is the line.
    """
    if len(text) > 100 * MAX_CHARS:
        raise PuzzleError("line 1", f"expected at most {100 * MAX_CHARS} characters")
    rows: list[tuple[int, list[Any]]] = []
    numbers: dict[str, int] = {}
    for i, line in enumerate(text.splitlines(), 1):
        if match := _NUMBER.fullmatch(line):
            numbers[match[1].split()[-1] if "counts" in match[1] else "number"] = int(match[2])
        elif not _LINE.fullmatch(line):
            rows.append((i, _row(line, i)))
    height = puzzle.shape[0]
    maps = [rows[i : i + height] for i in range(0, len(rows), height)]
    solutions = tuple(
        puzzle.read_grid([row for _, row in part], f"line {part[0][0]}: $") for part in maps
    )
    if numbers.get("number") != len(solutions):
        number = numbers.get("number", "no such line")
        raise PuzzleError(
            "The answer_num is", f"expected the number of maps, {len(solutions)}, got {number}"
        )
    return Printout(
        solutions=solutions,
        number=len(solutions),
        dead_ends=numbers.get("back_times"),
        nodes=numbers.get("nodes"),
    )


def _row(line: str, number: int) -> list[Any]:
    try:
        row = ast.literal_eval(line.strip())
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        row = None
    if not isinstance(row, list) or not all(isinstance(name, str) for name in row):
        raise PuzzleError(
            f"line {number}", f"expected a row as a list of names, got {line.strip()!r:.60}"
        )
    return row


# -- the format ------------------------------------------------------------------------------------


class Records(Format):
    """Records as a format; a puzzle is full with nine animals, and then another may follow."""

    name = "animals-record"
    title = "the nine-field records of Zhu, Chen and Zhao 2018, as Python lists"
    endings = (".py", ".txt")
    joint = b""
    kinds = ("animals",)
    is_bare = True

    def sniff(self, data: bytes) -> int:
        start = rb"(?:\s*#[^\n]*\n)*\s*(?:\w+\s*=\s*)?\[\s*[0-9]+\s*,\s*\["
        return SURE if re.match(start, data) else NO

    def read(self, data: bytes) -> Iterator[Puzzle | PuzzleError]:
        records: list[tuple[str, Record]] = []
        for one in [*_records(data.decode("utf-8", "replace")), None]:
            if records and (one is None or sum(record.count for _, record in records) == 9):
                try:
                    yield _puzzle(records)
                except PuzzleError as error:
                    is_line = error.path.startswith("line")
                    path = error.path if is_line else f"{records[0][0]}, {error.path}"
                    yield PuzzleError(path, error.expected)
                records = []
            if one is not None:
                records.append(one)

    def write(self, puzzle: Puzzle) -> bytes:
        try:
            return write(puzzle).removesuffix("\n").encode()  # type: ignore[arg-type]
        except PuzzleError as error:
            raise CannotWriteError(str(error)) from error


format_ = Records()
