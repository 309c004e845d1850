"""The kit: all that a kind is written with, and all that a kind imports."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import kit_stub
import numpy as np
import pytest
from conftest import ROOT

import uniclue.constraints
from uniclue import kit
from uniclue.constraints.base import Constraint
from uniclue.constraints.board import Board
from uniclue.constraints.generation import Construction, Generation
from uniclue.core import fields, marks, puzzle
from uniclue.core.former_names import FORMER, with_names_of_today

MOST_MEMBERS = 67
KINDS = sorted(path for path in (ROOT / "models").glob("*.py") if path.stem != "__init__")


def test_type_checkers_see_the_same_names() -> None:
    assert kit_stub.STUB.read_text("utf-8") == kit_stub.stub(), "run python -m tests.kit_stub"


def test_every_name_is_found() -> None:
    for name, module in kit.NAMES.items():
        assert getattr(kit, name) is getattr(importlib.import_module(module), name)
    assert {*kit.NAMES} < {*dir(kit)}
    assert sum(len(names.split()) for g in kit.GROUPS.values() for names in g.values()) == len(
        kit.NAMES
    )


def test_a_misspelt_name_is_refused() -> None:
    with pytest.raises(ImportError, match="cannot import name 'Exaclty'"):
        exec("from uniclue.kit import Exaclty")


def test_the_kit_has_every_word_every_field_and_every_mark() -> None:
    for info in pkgutil.iter_modules(uniclue.constraints.__path__):
        importlib.import_module(f"uniclue.constraints.{info.name}")
    classes: list[type] = [Constraint, fields.Field, marks.Text, marks.Line, puzzle.PuzzleError]
    for cls in classes:
        classes += cls.__subclasses__()
    leaves = {
        cls.__name__
        for cls in classes
        if cls.__module__.startswith(("uniclue.constraints.", "uniclue.core."))
        and not cls.__name__.startswith("_")
        and not cls.__subclasses__()
    }
    assert not leaves - kit.NAMES.keys()


@pytest.mark.parametrize("path", KINDS, ids=lambda path: path.stem)
def test_kinds_import_the_kit_alone(path: Path) -> None:
    """Besides the standard library, and kinds that they extend."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        assert not isinstance(node, ast.If) or ast.unparse(node.test) != "TYPE_CHECKING"
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [str(node.module)] if isinstance(node, ast.ImportFrom) else []
        for name in names:
            room = name.partition(".")[0]
            ours = name == "uniclue.kit" or name.startswith("uniclue.models.")
            assert ours or room in sys.stdlib_module_names, f"{path.name} imports {name}"


def test_a_kind_loads_no_rules_of_others() -> None:
    code = "import sys, uniclue.models.slitherlink; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    loaded = {*done.stdout.split()}
    assert {"uniclue.kit", "uniclue.constraints.loop"} <= loaded
    assert not {"uniclue.constraints.paths", "uniclue.core.layouts", "numpy.random"} & loaded


def test_what_a_kind_sees_stays_small() -> None:
    """The members of its base classes, private ones too; not what Python and notebooks look for."""
    members = {name for base in (puzzle.Puzzle, Board) for name in vars(base)}
    own = [name for name in members if not name.startswith(("__", "_repr_"))]
    assert len(own) <= MOST_MEMBERS


# -- kinds with the hooks of before ----------------------------------------------------------------

FORMER_KIND = """
from uniclue.kit import Annotated, Areas, Board, TextGrid, cells, rows_of, shuffled

class Former(Board, frozen=True, kw_only=True, tag="former"):
    designs = "board"
    recipe_version = 7
    extras = {"more": "more"}

    regions: Annotated[TextGrid, Areas()]
    more: bool = False

    @classmethod
    def blank(cls, shape, rng, extra=()):
        whole = rows_of(dict.fromkeys(cells(shape), 1), shape)
        return cls(regions=whole, **dict.fromkeys(extra, True))

    def bare(self):
        return None
"""


def test_former_hooks_are_read_and_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "former.py").write_text(FORMER_KIND)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.warns(DeprecationWarning, match=r"designs \(now construction\), .* blank") as told:
        former = importlib.import_module("former").Former
    assert told[0].filename == str(tmp_path / "former.py")
    generation: Generation = former.generation
    assert generation.version == 7
    assert generation.construction is Construction.BOARD
    assert generation.optional_rules == {"more": "more"}
    assert generation.redrawn_for == Generation().redrawn_for
    rng = np.random.default_rng(1)
    puzzle = generation.blank(former, (1, 2), rng, extra=("more",))
    assert (puzzle.regions, puzzle.more) == (("11",), True)
    assert generation.without_numbers(puzzle) is None
    with pytest.warns(DeprecationWarning, match=r"Board.asked is Board.unknowns now"):
        assert puzzle.asked is puzzle.unknowns


FORMER_NAMES = """
from uniclue.constraints.different import Different, Unalike as Differ
from uniclue.kit import Annotated, Board, Cells, Less, Seen, TextGrid, rows

class Named(Board, frozen=True, kw_only=True, tag="named"):
    grid: Annotated[TextGrid, Cells()]

    def rules(self):
        for title, line in rows(self.size):
            yield Different("row", title, line)
"""


def test_former_names_are_read_and_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "named.py"
    tree = with_names_of_today(FORMER_NAMES.encode(), str(path))
    assert isinstance(tree, ast.Module)
    names = dict[str, Any]()
    exec(compile(ast.Module(tree.body[:-1], []), str(path), "exec"), names)
    assert names["Different"] is kit.AllDifferent
    assert names["Differ"] is kit.DifferentLists
    assert names["Seen"] is kit.TowersSeen
    lines = capsys.readouterr().err.splitlines()
    assert [line.split("named.py:")[1] for line in lines] == [
        "2: uniclue.constraints.different is now uniclue.kit",
        "2: Different is now AllDifferent",
        "2: Unalike is now DifferentLists",
        "3: Seen is now TowersSeen",
    ]


def test_former_names_stand_for_names_of_the_kit() -> None:
    assert set(FORMER.values()) <= set(kit.NAMES)
    assert not set(FORMER) & set(kit.NAMES)


def test_kinds_that_extend_another_are_made_like_it() -> None:
    from uniclue.models.akari import Akari

    class Lamps(Akari, frozen=True, kw_only=True, tag="lamps"):
        pass

    made = Lamps.generation.blank(Lamps, (3, 3), np.random.default_rng(1))
    assert type(made) is Lamps
