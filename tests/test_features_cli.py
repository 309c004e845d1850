"""The command features: text, JSON lines, tables, what goes wrong; and its page."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import polars as pl
import pytest
from conftest import ROOT, Run, refused_command

from uniclue.core.kinds import find_kind
from uniclue.study.features.feature import blocks
from uniclue.study.features.table import columns

SIX = ROOT / "examples" / "sudoku" / "six.json"


@pytest.fixture
def many(tmp_path: Path) -> Path:
    path = tmp_path / "many.jsonl"
    puzzles = [e.puzzle for kind in ("sudoku", "kakuro") for e in find_kind(kind).examples]
    path.write_text("".join(json.dumps(puzzle) + "\n" for puzzle in puzzles))
    return path


def test_a_puzzle_is_described_in_text_and_json(run: Run) -> None:
    text = run("features", SIX, "--blocks", "size,cnf")
    assert text.returncode == 0
    assert "\n  cells: 36\n" in text.stdout
    answer = json.loads(run("features", SIX, "--blocks", "size", "--json").stdout)
    assert answer["values"]["size.cells"] == 36
    assert answer["blocks"] == ["size"]
    assert answer["missing"]["size.clue_cells_mean"]


@pytest.mark.slow
def test_tables_hold_what_json_lines_hold(run: Run, many: Path, tmp_path: Path) -> None:
    lines = run("features", many, "--blocks", "size,cnf").stdout.splitlines()
    answers = [json.loads(line) for line in lines]
    for name in ("table.parquet", "table.csv"):
        done = run("features", many, "--blocks", "size,cnf", "-o", tmp_path / name, "--jobs", "2")
        assert done.returncode == 0, done.stderr
        assert not (tmp_path / f"{name}.jsonl").exists()
    table = pl.read_parquet(tmp_path / "table.parquet")
    assert table.columns == columns(["size", "cnf"])
    assert table["line"].to_list() == [a["line"] for a in answers]
    assert table["digest"].to_list() == [a["digest"] for a in answers]
    with (tmp_path / "table.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    for column in answers[0]["values"]:
        values = [a["values"].get(column) for a in answers]
        assert table[column].to_list() == values
        assert [float(row[column]) if row[column] else None for row in rows] == values
    for row, answer in zip(table.iter_rows(named=True), answers, strict=True):
        assert json.loads(row["missing"] or "{}") == answer["missing"]


def test_an_interrupted_table_is_continued(run: Run, many: Path, tmp_path: Path) -> None:
    out = tmp_path / "table.csv"
    kept = tmp_path / "table.csv.jsonl"
    first = run("features", many, "--blocks", "size").stdout.splitlines(keepends=True)[0]
    marked = json.loads(first)
    marked["values"]["size.cells"] = 1234.0
    kept.write_text(json.dumps(marked) + "\n")
    assert run("features", many, "--blocks", "size", "-o", out).returncode == 0
    with out.open(newline="") as file:
        cells = [row["size.cells"] for row in csv.DictReader(file)]
    assert cells[0] == "1234.0"  # the earlier result was taken
    assert "1234.0" not in cells[1:]
    kept.write_text(first)
    refused = run("features", many, "--blocks", "size,cnf", "-o", out)
    assert refused.returncode == 65
    assert "choose another file" in refused.stderr


def test_a_bad_line_costs_that_line(run: Run, many: Path, tmp_path: Path) -> None:
    with many.open("a") as file:
        file.write('{"kind": "sudoku"}\n')
    out = tmp_path / "table.csv"
    done = run("features", many, "--blocks", "size", "-o", out)
    assert done.returncode == 65
    assert done.stderr.count("\n") == 1
    assert len(out.read_text().splitlines()) == len(many.read_text().splitlines())


@pytest.mark.parametrize(
    ("arguments", "told"),
    [((SIX, "--blocks", "size,shape"), "got 'shape'"), ((), "expected a FILE")],
)
def test_wrong_use_is_told_in_one_line(arguments: tuple[str, ...], told: str) -> None:
    refused_command(64, told, "features", *arguments)


def test_the_registry_is_listed(run: Run) -> None:
    listed = [json.loads(line) for line in run("features", "--list", "--json").stdout.splitlines()]
    assert [(f["block"], f["name"]) for f in listed] == [
        (block.name, feature.name) for block in blocks() for feature in block.features
    ]
    assert {"meaning", "unit", "source"} <= set(listed[0])
