"""The rooms of the house: in which order they import, and how often one goes back and forth."""

from __future__ import annotations

import ast
import functools
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT
from helpers import modules

ORDER = (
    *("version", "referees", "core", "files", "jobs", "encoders"),
    *("propagation", "constraints", "models"),
    *(
        "drawing",
        "formats",
        "solvers",
        "explainers",
        "certificates",
        "exchange",
        "search",
        "graders",
        "generators",
    ),
    *("asking", "questions", "workbench", "research", "commands", "api", "cli", "__init__"),
)
"""An import goes to the same room or to an earlier one."""
RESEARCH = ("graphs", "features", "reproduce", "study", "questions", "commands")
"""The rooms within research, in their order."""

PUZZLE = ("core", "constraints", "models")
"""The puzzle itself, of which every room asks."""
DOORS = ("files",)
"""The doors, through which all goes that is read and printed."""
MOST_RETURNS = 8


def room_of(module: str) -> str:
    return [*module.split("."), ""][1]


def imports(path: Path) -> Iterator[str]:
    """The modules of ours that a file imports, in functions too, but not for types alone."""
    tree = ast.parse(path.read_text("utf-8"))
    for_types = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If)
        and isinstance(node.test, ast.Name)
        and node.test.id == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if id(node) in for_types:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            yield node.module
            if node.module == "uniclue" or node.module == "uniclue.research":
                yield from (f"{node.module}.{alias.name}" for alias in node.names)


@functools.cache
def crossings() -> set[tuple[str, str]]:
    """The imports from one room to another: the module, and the module imported."""
    return {
        (module, name)
        for module, path in modules()
        for name in imports(path)
        if name.startswith("uniclue.")
    }


def test_every_room_has_its_place() -> None:
    assert {room_of(module) for module, _ in modules()} == {*ORDER}
    assert {module.split(".")[2] for module, _ in modules() if ".research." in module} == {
        *RESEARCH,
        "__init__",
    }


def test_no_import_runs_back_up() -> None:
    place = {room: number for number, room in enumerate(ORDER)}
    wrong = [
        f"{module} imports {name}"
        for module, name in sorted(crossings())
        if place[room_of(name)] > place[room_of(module)]
    ]
    assert not wrong


def test_no_import_runs_back_up_in_research() -> None:
    place = {f"uniclue.research.{room}": number for number, room in enumerate(RESEARCH)}

    def number(module: str) -> int | None:
        return place.get(".".join(module.split(".")[:3]))

    wrong = [
        f"{module} imports {name}"
        for module, name in sorted(crossings())
        if (a := number(module)) is not None and (b := number(name)) is not None and b > a
    ]
    assert not wrong


def test_the_product_never_imports_research() -> None:
    after = ORDER[ORDER.index("research") :]
    assert not [
        (module, name)
        for module, name in crossings()
        if room_of(name) == "research" and room_of(module) not in after
    ]


TRACE = """
import inspect, io, sys
import uniclue.commands.main

calls, seen = [], set()

def note(frame, event, value):
    code, name = frame.f_code, frame.f_globals.get("__name__", "")
    written = code.co_flags & inspect.CO_OPTIMIZED and "<" not in code.co_filename + code.co_name
    if event == "call" and name.startswith("uniclue.") and written and code not in seen:
        seen.add(code)
        calls.append(name.split(".")[1])

out, sys.stdout = sys.stdout, io.TextIOWrapper(io.BytesIO())
sys.setprofile(note)
uniclue.commands.main._run(["unique", sys.argv[1]])
sys.setprofile(None)
print(*calls, file=out)
"""


def rooms_entered(file: str) -> list[str]:
    """The rooms that ``unique FILE`` goes through, in the order in which functions first run."""
    done = subprocess.run(
        [sys.executable, "-c", TRACE, file], cwd=ROOT, capture_output=True, text=True, check=True
    )
    rooms = [room for room in done.stdout.split() if room not in (*PUZZLE, *DOORS)]
    return [room for room, before in zip(rooms, ["", *rooms], strict=False) if room != before]


@pytest.mark.parametrize("file", ["sudoku/nine", "kakuro/easy", "nonogram/owl", "animals/lines"])
def test_a_puzzle_file_seldom_returns_to_a_room(file: str) -> None:
    rooms = rooms_entered(f"examples/{file}.json")
    assert rooms[:2] == ["commands", "asking"]
    assert len(rooms) - len({*rooms}) <= MOST_RETURNS, rooms
