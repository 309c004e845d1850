"""The rooms of the house: in which order they import, and how often one goes back and forth."""

from __future__ import annotations

import ast
import functools
import re
import subprocess
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, slow
from helpers import modules

from uniclue.constraints.base import Constraint
from uniclue.constraints.board import Board
from uniclue.solvers import turns

ORDER = (
    *("version", "referees", "core", "files", "jobs", "encoders"),
    *("propagation", "constraints", "kit", "models"),
    *(
        "drawing",
        "formats",
        "solvers",
        "explainers",
        "certificates",
        "solver_files",
        "search",
        "graders",
        "generators",
    ),
    *("commands.engine", "workbench", "commands", "notebook", "api", "testing", "cli", "__init__"),
    *("papers", "study"),
)
"""An import goes to the same room or to an earlier one."""
BESIDE = ORDER[-2:]
"""The rooms beside the product, which imports neither."""
STUDY = ("waves", "graphs", "features", "studies", "order", "commands")
"""The rooms within the study, in their order."""
CIRCLES: set[frozenset[str]] = {
    frozenset(f"uniclue.{room}.{module}" for module in modules.split())
    for room, modules in (("core", "lazy model"),)
}
"""Circles that are still there: this set only shrinks."""

PUZZLE = ("core", "constraints", "kit", "models")
"""The puzzle itself, of which every room asks."""
DOORS = ("files",)
"""The doors, through which all goes that is read and printed."""
MOST_RETURNS = 8


def room_of(module: str) -> str:
    """The room of a module; what the commands share is a room of its own, below the workbench."""
    names = [*module.split("."), ""]
    return "commands.engine" if names[1:3] == ["commands", "engine"] else names[1]


@functools.cache
def files() -> dict[str, Path]:
    """The files of the modules; a package's is its ``__init__``."""
    return {module.removesuffix(".__init__"): path for module, path in modules()}


@functools.cache
def imports(path: Path) -> tuple[str, ...]:
    """The modules of ours that a file imports, also in functions and for types alone."""
    return tuple(_imports(path))


def statements(ahead: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Statements and those within them, without expressions, which are most of a tree."""
    while ahead:
        yield (node := ahead.pop())
        for name in ("body", "orelse", "finalbody", "handlers", "cases"):
            ahead += getattr(node, name, [])


def _imports(path: Path) -> Iterator[str]:
    for node in statements(ast.parse(path.read_text("utf-8")).body):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            names = (f"{node.module}.{alias.name}" for alias in node.names)
            yield from (name if name in files() else node.module for name in names)


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
    assert {module.split(".")[2] for module, _ in modules() if ".study." in module} == {
        *STUDY,
        "__init__",
    }


def runs_back_up(order: Sequence[str], room: Callable[[str], str]) -> list[str]:
    """The imports against an order of rooms; modules of other rooms are left out."""

    def place(module: str) -> int | None:
        return order.index(room(module)) if room(module) in order else None

    return [
        f"{module} imports {name}"
        for module, name in sorted(crossings())
        if (a := place(module)) is not None and (b := place(name)) is not None and b > a
    ]


def test_no_import_runs_back_up() -> None:
    assert not runs_back_up(ORDER, room_of)
    within = "uniclue.study."
    assert not runs_back_up(STUDY, lambda module: module.partition(within)[2].partition(".")[0])


def test_the_product_imports_no_room_beside_it() -> None:
    found = {m for m, name in crossings() if room_of(name) in BESIDE and room_of(m) not in BESIDE}
    assert not found


def test_files_do_not_import_each_other_in_circles() -> None:
    found = circles({m: {*imports(path)} & {*files()} - {m} for m, path in files().items()})
    assert not found - CIRCLES, "a new circle"
    assert not CIRCLES - found, "gone: take it out of CIRCLES"


def circles(graph: Mapping[str, Collection[str]]) -> set[frozenset[str]]:
    """The strongly connected parts of a graph that have several nodes."""
    left = {node: {*after} for node, after in graph.items()}
    while ends := {node for node, after in left.items() if not after & {*left}}:
        left = {node: after - ends for node, after in left.items() if node not in ends}
    reached = {node: reachable(left, node) for node in left}
    parts = (frozenset(b for b in reached[a] if a in reached[b]) for a in reached)
    return {part for part in parts if len(part) > 1}


def reachable(graph: Mapping[str, Collection[str]], start: str) -> set[str]:
    """The nodes that a way of one edge or more leads to."""
    found: set[str] = set()
    ahead = [start]
    while ahead:
        new = {*graph.get(ahead.pop(), ())} - found
        found |= new
        ahead += new
    return found


INSIDE = {
    "uniclue.cli": {"uniclue.commands.engine"},  # Ctrl-C is heeded before
    "uniclue.api.making": {"uniclue.notebook"},
    "uniclue.api.pictures": {"uniclue.notebook"},
    "uniclue.formats.sudoku_line": {"uniclue.models.sudoku"},  # kinds are found by name
    "uniclue.models.lits": {"uniclue.kit"},
}
"""Imports of ours that stand inside functions; all others are late (docs/decisions/0031)."""


INDENTED = re.compile(r"^\s+from uniclue", re.MULTILINE)


def test_imports_stand_at_the_top() -> None:
    found: dict[str, set[str]] = {}
    for module, path in files().items():
        text = path.read_text("utf-8")
        for function in statements(ast.parse(text).body) if INDENTED.search(text) else ():
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                for node in statements([*function.body]):
                    if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(
                        "uniclue"
                    ):
                        found.setdefault(module, set()).add(node.module or "")
    assert found == INSIDE


def test_a_late_module_is_loaded_when_it_is_used() -> None:
    code = """
import sys
from uniclue.solvers import names, turns
def loaded(): return [n for n in ("names", "turns") if f"uniclue.solvers.{n}" in sys.modules]
print(loaded())
first, turns.FIRST = turns.FIRST, (1, 1)
print(loaded(), first, sys.modules["uniclue.solvers.turns"].FIRST, vars(turns)["FIRST"])
del turns.FIRST
print(hasattr(turns, "FIRST"), hasattr(sys.modules["uniclue.solvers"], "nothing"))
try:
    from uniclue.solvers import nothing
except ImportError as error:
    print(type(error).__name__)
"""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    first = str(turns.FIRST)
    expected = ["[]", f"['turns'] {first} (1, 1) (1, 1)", "False False", "ImportError"]
    assert done.stdout.splitlines() == expected


TRACE = """
import inspect, io, sys
import uniclue.commands.engine.main

calls, seen = [], set()

def note(frame, event, value):
    code, name = frame.f_code, frame.f_globals.get("__name__", "")
    written = code.co_flags & inspect.CO_OPTIMIZED and "<" not in code.co_filename + code.co_name
    if event == "call" and name.startswith("uniclue.") and written and code not in seen:
        seen.add(code)
        calls.append(name)

out, sys.stdout = sys.stdout, io.TextIOWrapper(io.BytesIO())
sys.setprofile(note)
uniclue.commands.engine.main._run(["unique", sys.argv[1]])
sys.setprofile(None)
print(*calls, file=out)
"""


def rooms_entered(file: str) -> list[str]:
    """The rooms that ``unique FILE`` goes through, in the order in which functions first run."""
    done = subprocess.run(
        [sys.executable, "-c", TRACE, file], cwd=ROOT, capture_output=True, text=True, check=True
    )
    called = map(room_of, done.stdout.split())
    rooms = [room for room in called if room not in (*PUZZLE, *DOORS)]
    return [room for room, before in zip(rooms, ["", *rooms], strict=False) if room != before]


@pytest.mark.parametrize(
    "file", ["sudoku/nine", slow("kakuro/easy"), slow("nonogram/owl"), "animals/lines"]
)
@pytest.mark.slow
def test_a_puzzle_file_seldom_returns_to_a_room(file: str) -> None:
    rooms = rooms_entered(f"examples/{file}.json")
    assert rooms[0] == "commands.engine"
    assert len(rooms) - len({*rooms}) <= MOST_RETURNS, rooms


MOST_MEMBERS: dict[Any, int] = {Board: 59, Constraint: 25}
"""The most members that classes show to whoever writes a kind or a constraint."""


@pytest.mark.parametrize("base", MOST_MEMBERS, ids=lambda base: base.__name__)
def test_the_bases_stay_small(base: Any) -> None:
    own = [each for each in base.__mro__ if each.__module__.startswith("uniclue.")]
    names = {name for each in own for name in (*vars(each), *each.__annotations__)}
    public = sorted(name for name in names if not name.startswith("_"))
    assert len(public) <= MOST_MEMBERS[base], public
