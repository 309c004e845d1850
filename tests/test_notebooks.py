"""The notebooks of the documentation, run cell by cell, as they are stored: without outputs."""

from __future__ import annotations

import ast
import json
import sys
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from conftest import ROOT

from uniclue.core import kinds

NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))
NEEDS = {"3-thousands-of-puzzles": "polars"}
MOST_BYTES = 10_000


def shown(source: str, namespace: dict[str, Any], where: str) -> object:
    """Runs a cell; returns what a notebook shows: the value of its last line, if it has one."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, where, "exec"), namespace)
    if not isinstance(last, ast.Expr):
        return None
    return eval(compile(ast.Expression(last.value), where, "eval"), namespace)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if (library := NEEDS.get(path.stem)) and find_spec(library) is None:
        pytest.skip(f"{library} is not installed")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(kinds, "_registered", dict(kinds._registered))
    monkeypatch.setitem(sys.modules, "__main__", module := ModuleType("__main__"))
    namespace = vars(module)
    for number, cell in enumerate(json.loads(path.read_text("utf-8"))["cells"]):
        if cell["cell_type"] == "code":
            value = shown("".join(cell["source"]), namespace, f"{path.stem}:{number}")
            if (html := getattr(value, "_repr_html_", None)) is not None:
                assert html()


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_small_and_holds_no_outputs(path: Path) -> None:
    text = path.read_text("utf-8")
    assert len(text.encode()) <= MOST_BYTES
    code = [cell for cell in json.loads(text)["cells"] if cell["cell_type"] == "code"]
    assert not any(cell["outputs"] or cell["execution_count"] for cell in code)


def test_every_notebook_is_on_its_page() -> None:
    page = (ROOT / "docs" / "notebooks.md").read_text("utf-8")
    assert len(NOTEBOOKS) == 5
    assert all(f"(notebooks/{path.name})" in page for path in NOTEBOOKS)
