"""The study's table: complete, the same however it is made, and kept when the work breaks off."""

from __future__ import annotations

import csv
import importlib.util
import json
import os
import shutil
import signal
import subprocess
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import polars as pl
import pytest
from conftest import ROOT, Run, refused_command
from helpers import DASK, json_lines
from processes import POSIX, cluster, start, wait_until
from traps import Deadly, Endless

from uniclue.commands.engine.exits import Stop
from uniclue.core.puzzle import PuzzleError
from uniclue.files.lock import locked
from uniclue.files.output import part_of
from uniclue.formats.puzzle_json import loads, puzzle_digest
from uniclue.formats.source import read_text
from uniclue.generators.attempts import attempts, order
from uniclue.generators.recipe import recipes
from uniclue.jobs.executors import Processes
from uniclue.jobs.pool import Lost
from uniclue.models.hitori import Hitori
from uniclue.study.commands.study import run as run_command
from uniclue.study.features.feature import describe as features_of
from uniclue.study.studies.corpus import FailedLine, Item, read_corpus
from uniclue.study.studies.describe import DescribeTask, PuzzleRow, describe
from uniclue.study.studies.plan import Corpus, convert_plan, read_plan
from uniclue.study.studies.run import Progress, read_study
from uniclue.study.studies.run import run as run_study
from uniclue.study.studies.shards import read_table


@pytest.fixture(scope="session")
def sudokus() -> list[bytes]:
    """Thirty 9x9 sudokus, as lines of JSON."""
    asked = order(next(r for r in recipes() if r.kind == "sudoku"), None, 1)
    made = (a.text for a in attempts("sudoku", asked) if a.text is not None)
    return [next(made) for _ in range(30)]


def write_rated(folder: Path, sudokus: list[bytes]) -> Path:
    """The sudokus with ratings, as a table."""
    path = folder / "rated.csv"
    with path.open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["id", "puzzle", "rating", "players"])
        for i, line in enumerate(sudokus):
            grid = json.loads(line)["grid"]
            text = "".join(str(digit) for row in grid for digit in row)
            rows.writerow([f"s{i}", text, i / 2, 10 + i])
    return path


@pytest.fixture
def rated(tmp_path: Path, sudokus: list[bytes]) -> Path:
    return write_rated(tmp_path, sudokus)


GRID = [[1, 0, 0, 0], [0, 0, 3, 0], [0, 1, 0, 0], [0, 0, 0, 2]]
SMALL = {"kind": "sudoku", "box": [2, 2], "grid": GRID}


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    """Puzzles of three kinds and lines that give no row."""
    several = SMALL | {"grid": [[1, 0, 0, 0], [0] * 4, [0] * 4, [0] * 4]}
    none = SMALL | {"grid": [[1, 1, 0, 0], [0] * 4, [0] * 4, [0] * 4]}
    wrong = SMALL | {"grid": [[5, 0, 0, 0], [0] * 4, [0] * 4, [0] * 4]}
    examples = ("kakuro/small.json", "animals/crossing.json")
    others = [json.loads((ROOT / "examples" / path).read_text()) for path in examples]
    lines = [
        SMALL | {"id": "small", "meta": {"stars": "3 of 5"}},
        *(several, none, wrong),
        *(other | {"meta": {"stars": "4 of 5"}} for other in others),
        SMALL | {"id": "odd", "meta": {"stars": "many"}},
    ]
    path = tmp_path / "mixed.jsonl"
    path.write_text("# by hand\n" + "\n".join(map(json.dumps, lines)) + "\n{no json\n")
    return path


def without_seconds(folder: Path) -> pl.DataFrame:
    table = read_table(folder)
    return table.select(c for c in table.columns if not c.startswith("seconds."))


def shards(folder: Path) -> list[Path]:
    return sorted((folder / "shards").glob("*.parquet"))


# -- plans and corpora -----------------------------------------------------------------------------

FILE = "[[corpus]]\nname = 'a'\nfile = 'f'\n"
MADE = "[[corpus]]\nname = 'a'\ngenerate = {kind = 'animals', number = "


@pytest.mark.parametrize(
    ("plan", "error"),
    [
        ("title = 3", "$.title: expected str, got int"),
        ("title 3", "$: expected TOML: Expected '=' after a key"),
        (f"{FILE}lable = {{}}", "unknown field lable"),
        ("[[corpus]]\nname = 'a'", "$.corpus[0]: expected either file or generate"),
        ("[[corpus]]\nname = '../a'\nfile = 'f'", "$.corpus[0].name: expected str matching"),
        (f"{FILE}kind = 'chess'", "$.corpus[0]: expected a kind that"),
        (f"{MADE}2, level = 'mild'}}", "$.corpus[0].generate: expected easy, medium, hard, expert"),
        (f"{MADE}0}}", "$.corpus[0].generate.number: expected int >= 1"),
        (f"{FILE}labels.t = {{column = 'c', pattern = '('}}", "expected a regular expression"),
        (f"{FILE}labels.t = {{column = 'c', pattern = 'x'}}", "one group in the pattern, got 0"),
        (FILE * 2, "a name of its own, got a twice"),
        ("[[corpus]]\nname = 'a'\nfile = 'gone.csv'", "gone.csv: No such file or directory"),
    ],
)
def test_errors_of_plans_are_one_line(tmp_path: Path, plan: str, error: str) -> None:
    path = tmp_path / "plan.toml"
    path.write_text(plan)
    refused_command(
        66 if "gone" in error else 65, error, "study", "run", path, "--out", tmp_path / "out"
    )
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("arguments", "code", "error"),
    [
        (["--blocks", "size,shape"], 64, "expected blocks of size"),
        (["--label", "rating"], 64, "expected NAME=COLUMN, got 'rating'"),
        (["--label", "r=stars"], 65, "rated.csv: line 1: expected a column 'stars', got id"),
        (["--jobs", "2", "--dask", "tcp://127.0.0.1:1"], 64, "expected --jobs or --dask, got both"),
        (["--chunk", "0"], 64, "--chunk"),
    ],
)
def test_usage_errors_are_one_line(
    rated: Path, tmp_path: Path, arguments: list[str], code: int, error: str
) -> None:
    refused_command(code, error, "study", "run", rated, "--out", tmp_path / "out", *arguments)


def test_a_missing_library_is_named_with_its_extra(
    monkeypatch: pytest.MonkeyPatch, rated: Path, tmp_path: Path
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(Stop, match=r"needs polars: pip install 'uniclue\[study\]'"):
        run_command.main([str(rated), "--out", str(tmp_path / "out")], standalone_mode=False)


def test_labels_are_read_from_columns_and_members(rated: Path, mixed: Path) -> None:
    labels = {"rating": {"column": "rating", "weight": "players"}}
    corpus = msgspec.convert({"name": "rated", "file": "rated.csv", "labels": labels}, Corpus)
    item = read_corpus(corpus, rated)[3]
    assert isinstance(item, Item)
    assert (item.line, item.id) == (4, "s3")
    assert (item.labels, item.weights) == ({"rating": 1.5}, {"rating": 13})

    stars = {"stars": {"column": "meta.stars", "pattern": r"(\d) of 5", "values": {"3": 0, "4": 1}}}
    corpus = msgspec.convert({"name": "mixed", "file": "m", "labels": stars}, Corpus)
    found = read_corpus(corpus, mixed)
    assert [entry.line for entry in found] == [1, 2, 3, 4, 5, 6, 7, 8]
    stars_of = [e.labels.get("stars") for e in found if isinstance(e, Item)]
    assert stars_of == [0.0, None, None, None, 1.0, 1.0]
    assert [e.reason for e in found if isinstance(e, FailedLine)] == [
        r"bad line: label stars: expected '(\\d) of 5', got 'many'",
        "bad line: $: expected JSON: object keys must be strings (byte 1)",
    ]


def test_values_stand_for_texts_that_are_no_numbers(tmp_path: Path) -> None:
    file = tmp_path / "ranges.csv"
    lines = [f"{'.' * 81},{rating}" for rating in ("<1.5", "1.5-2.4", "2.5", "1.5-2.5", "nan")]
    file.write_text("\n".join(["puzzle,se", *lines]), encoding="utf-8")
    labels = {"se": {"column": "se", "values": {"<1.5": 1.2, "1.5-2.4": 2}}}
    corpus = {"name": "ranges", "file": file.name, "kind": "sudoku", "labels": labels}
    found = read_corpus(msgspec.convert(corpus, Corpus), file)
    assert [e.labels["se"] for e in found if isinstance(e, Item)] == [1.2, 2.0, 2.5]
    assert [e.reason for e in found if isinstance(e, FailedLine)] == [
        f"bad line: label se: expected <1.5 or 1.5-2.4 or a number, got {text!r}"
        for text in ("1.5-2.5", "nan")
    ]


def test_a_label_that_no_puzzle_has_is_an_error(mixed: Path) -> None:
    labels = {"d": {"column": "meta.grades.D"}}
    corpus = msgspec.convert({"name": "mixed", "file": "m", "labels": labels}, Corpus)
    with pytest.raises(PuzzleError, match=r"expected 'meta.grades.D' in some puzzle"):
        read_corpus(corpus, mixed)


def test_the_projects_own_plan_is_readable() -> None:
    plan = read_plan(ROOT / "studies" / "shape.toml")
    numbers = {c.name: c.generate.number for c in plan.corpus if c.generate is not None}
    animals = [number for name, number in numbers.items() if name.startswith("animals")]
    gardens = [number for name, number in numbers.items() if name.startswith("garden")]
    assert (sum(animals), sum(gardens)) == (2000, 1000)
    assert len(read_plan(ROOT / "studies" / "pairs.toml").pairs) == 5
    assert len(read_plan(ROOT / "studies" / "kinds.toml").across) == 1


def test_puzzles_in_other_formats_are_a_corpus(tmp_path: Path) -> None:
    block = "begin\npuzzle hitori\nsize 2\nproblem\n1 1\n1 2\nend\n"
    path = tmp_path / "some.janko"
    path.write_text(block + block.replace("hitori", "nothing"))
    good, bad = read_corpus(Corpus(name="some", file=path.name), path)
    assert isinstance(good, Item)
    assert isinstance(read_text(good.text), Hitori)
    assert isinstance(bad, Item)  # what is wrong is told when it is described
    with pytest.raises(PuzzleError, match="expected one of"):
        read_text(bad.text)
    path.write_text(block)
    assert len(read_corpus(Corpus(name="some", file=path.name), path)) == 1


# -- tables ----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_rows_hold_what_the_features_say_and_failures_say_why(
    run: Run, mixed: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    done = run("study", "run", mixed, "--out", out, "--chunk", "3", "--blocks", "size,cnf")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"4 of 8 puzzles in the table, 4 in {out / 'failures.jsonl'}\n"
    failures = json_lines((out / "failures.jsonl").read_bytes())
    assert [(f["line"], f["reason"]) for f in failures] == [
        (2, "no unique solution: several"),
        (3, "no unique solution: none"),
        (4, "bad line: $.grid[0][0]: expected 0 to 4, got 5"),
        (8, "bad line: $: expected JSON: object keys must be strings (byte 1)"),
    ]
    table = read_table(out)
    assert table["kind"].to_list() == ["sudoku", "kakuro", "animals", "sudoku"]
    assert table["group"].n_unique() == table["solution_group"].n_unique() == 3
    for row in table.iter_rows(named=True):
        puzzle = loads(mixed.read_bytes().splitlines()[row["line"]])
        wanted = features_of(puzzle, ["size", "cnf"])
        assert {name: row[name] for name in wanted.values} == wanted.values
        assert json.loads(row["missing"] or "{}") == wanted.missing
        assert row["digest"] == puzzle_digest(puzzle)
    study = read_study(out)
    assert (study.lines, study.chunk, study.columns.blocks) == ({"mixed": 8}, 3, ("size", "cnf"))


@pytest.mark.slow
def test_made_corpora_and_jobs_give_one_table(tmp_path: Path, rated: Path) -> None:
    made = {"kind": "sudoku", "number": 5, "seed": 3, "options": {"box": "2x2"}}
    labels = {"rating": {"column": "rating", "weight": "players"}}
    files = {"name": "rated", "file": rated.name, "labels": labels, "kind": "sudoku"}
    plan = convert_plan({"corpus": [{"name": "made", "generate": made}, files]})

    def table(folder: Path, jobs: int) -> pl.DataFrame:
        told: list[Progress] = []
        end = run_study(
            plan, {"rated": rated}, folder, blocks=["size"], chunk=4, jobs=jobs, shown=told.append
        )
        assert end == Progress("puzzles", 35, 35)
        assert Progress("making made", 5, 5) in told
        assert next(p.done for p in told if p.doing == "puzzles") == 0
        return without_seconds(folder)

    first = table(tmp_path / "first", 1)
    for jobs in (1, 2):
        assert table(tmp_path / f"again {jobs}", jobs).equals(first, null_equal=True)
    shutil.copytree(tmp_path / "first" / "corpora", tmp_path / "grown" / "corpora")
    made_before = tmp_path / "grown" / "corpora" / "made.jsonl"
    made_before.write_bytes(b"".join(made_before.read_bytes().splitlines(keepends=True)[:3]))
    assert table(tmp_path / "grown", 1).equals(first, null_equal=True)
    assert first["corpus"].to_list() == ["made"] * 5 + ["rated"] * 30
    assert first["label.rating"].to_list() == [None] * 5 + [i / 2 for i in range(30)]
    assert first["weight.rating"].to_list() == [None] * 5 + [10 + i for i in range(30)]


@pytest.mark.slow
def test_the_folder_of_another_study_is_refused(run: Run, rated: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    how: list[str | Path] = ["study", "run", rated, "--out", out, "--blocks", "size"]
    assert run(*how).returncode == 0
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    for more, what in (
        (["--chunk", "5"], "chunk size"),
        (["--time-limit", "5"], "time limit"),
        (["--label", "r=rating"], "corpora"),
        (["--blocks", "cnf"], "blocks"),
    ):
        line = f"uniclue: {out}: holds a study with another {what}; choose another folder\n"
        refused_command(65, line, *how, *more)
    content = rated.read_bytes()
    rated.write_bytes(content + b"s30,1,2,3\n")
    assert "another content of the corpora" in run(*how).stderr
    assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file()} == before
    rated.write_bytes(content)
    shards(out)[0].write_bytes(b"PAR1")
    assert f"{shards(out)[0]}: expected a shard of a study" in run(*how).stderr
    refused_command(65, "", "study", "run", rated, "--out", tmp_path)


def test_title_and_seed_may_change(tmp_path: Path, mixed: Path) -> None:
    members: dict[str, Any] = {"corpus": [{"name": "mixed", "file": "mixed.jsonl"}]}
    for seed in (1, 2):
        plan = convert_plan(members | {"seed": seed})
        run_study(plan, {"mixed": mixed}, tmp_path / "out", blocks=["size"])
        assert read_study(tmp_path / "out").plan.seed == seed


# -- kills -----------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory, sudokus: list[bytes]) -> pl.DataFrame:
    """The table of the rated sudokus, made without a break."""
    folder = tmp_path_factory.mktemp("whole")
    path = write_rated(folder, sudokus)
    plan = convert_plan({"corpus": [{"name": "rated", "file": path.name}]})
    run_study(plan, {"rated": path}, folder / "out", blocks=["size", "grade"])
    return without_seconds(folder / "out")


def start_study(rated: Path, out: Path, *arguments: str) -> subprocess.Popen[bytes]:
    how = ["--chunk", "2", "--blocks", "size,grade", *arguments]
    return start("study", "run", rated, "--out", out, *how)


@POSIX
@pytest.mark.parametrize(
    ("jobs", "sent"), [("1", signal.SIGKILL), ("2", signal.SIGKILL), ("2", signal.SIGINT)]
)
@pytest.mark.slow
def test_what_is_finished_is_kept(
    rated: Path, tmp_path: Path, whole: pl.DataFrame, jobs: str, sent: signal.Signals
) -> None:
    out = tmp_path / "out"
    process = start_study(rated, out, "--jobs", jobs)
    wait_until(lambda: len(shards(out)) >= 3, process)
    os.killpg(process.pid, sent) if sent == signal.SIGINT else process.kill()
    _, stderr = process.communicate(timeout=600)  # ends when no worker holds the pipe any more
    if sent == signal.SIGINT:
        assert process.returncode == 130
        assert stderr.startswith(b"uniclue: interrupted; finished shards are in ")
        assert stderr.count(b"\n") == 1
    kept = {path: path.stat().st_mtime_ns for path in shards(out)}
    assert 3 <= len(kept) < 15
    assert start_study(rated, out, "--jobs", jobs).wait(timeout=600) == 0
    assert {path: path.stat().st_mtime_ns for path in kept} == kept
    assert len(shards(out)) == 15
    assert without_seconds(out).equals(whole, null_equal=True)


@POSIX
@pytest.mark.slow
def test_a_puzzle_that_ends_or_stops_its_worker_costs_itself_alone(sudokus: list[bytes]) -> None:
    texts = [*sudokus[:3], Deadly(b"1"), *sudokus[3:7], Endless(b"2"), *sudokus[7:9]]
    tasks = [DescribeTask(n, Item("c", n, text)) for n, text in enumerate(texts)]
    work = partial(describe, ("size",), 1)
    found = {t.number: one for t, one in Processes(2, 5, 2).run(work, iter(tasks))}
    assert found.pop(3) == Lost("the worker process died (signal 9)")
    assert found.pop(8) == Lost("time limit of 5 s reached; the worker was stopped")
    assert sorted(found) == [0, 1, 2, 4, 5, 6, 7, 9, 10]
    assert all(isinstance(one, PuzzleRow) for one in found.values())


def test_one_run_at_a_time(run: Run, rated: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    how: list[str | Path] = ["study", "run", rated, "--out", out, "--blocks", "size"]
    assert run(*how).returncode == 0
    with locked(out / "study"):
        refused_command(66, f"uniclue: {out}: another run is writing to it\n", *how)
    for place in (out / "study.json", out / "shards" / "00000.parquet"):  # as a kill leaves it
        part_of(place).touch()
    assert run(*how).returncode == 0
    assert not list(out.rglob(".*"))


# -- Dask ------------------------------------------------------------------------------------------


@POSIX
@DASK
@pytest.mark.slow
def test_a_cluster_gives_the_same_table_though_a_worker_is_killed(
    rated: Path, tmp_path: Path, whole: pl.DataFrame
) -> None:
    out = tmp_path / "out"
    with cluster(2) as (address, (*_, victim)):
        process = start_study(rated, out, "--dask", address)
        wait_until(lambda: len(shards(out)) >= 3, process)
        victim.kill()
        _, stderr = process.communicate(timeout=600)
        assert (process.returncode, stderr) == (0, b"")
    assert without_seconds(out).equals(whole, null_equal=True)


@POSIX
@DASK
@pytest.mark.slow
def test_a_cluster_gives_the_tables_of_the_plans_on_kinds_and_pairs(tmp_path: Path) -> None:
    plan = read_plan(ROOT / "studies" / "pairs.toml")
    few = [
        msgspec.structs.replace(c, generate=msgspec.structs.replace(c.generate, number=1))
        for c in plan.corpus
        if c.generate is not None
    ]
    blocks = ["size", "across", "process", "player", "steps", "effort"]
    of_few = partial(
        run_study, msgspec.structs.replace(plan, corpus=few), {}, blocks=blocks, chunk=2
    )
    of_few(tmp_path / "one")
    with cluster(2) as (address, _):
        assert of_few(tmp_path / "two", cluster=address) == Progress("puzzles", 5, 5)
    own = without_seconds(tmp_path / "one")
    assert without_seconds(tmp_path / "two").equals(own, null_equal=True)
    assert own["kind"].n_unique() == 5


@DASK
def test_no_scheduler_is_one_line(rated: Path, tmp_path: Path) -> None:
    options = ("--out", tmp_path / "out", "--dask", "nonsense://x")
    refused_command(66, "no scheduler answers at nonsense://x", "study", "run", rated, *options)
