"""Very many puzzles: files in shards, parts by workers, continued and without repeats."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from conftest import ROOT, Run, cases, refused_command
from helpers import DASK, json_lines
from hypothesis import given
from hypothesis import strategies as st
from processes import cluster

from uniclue.commands.engine.parts import ZSTD, members
from uniclue.commands.engine.puzzles import Puzzles
from uniclue.commands.engine.question import QUESTIONS
from uniclue.files import repeats
from uniclue.files.input import InputLine
from uniclue.files.shards import cut
from uniclue.solvers.method import method

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
TWO = '{"kind": "sudoku", "box": [2, 2], "grid": [[1,0,0,0], [0,0,3,0], [0,0,0,0], [0,0,0,2]]}'
WRONG = '{"kind": "sudoku"}'
LINES = (EASY, "", TWO, "# a comment", WRONG, EASY, TWO, EASY)
HAS_ZSTD = bool(importlib.util.find_spec(ZSTD.split(".")[0]))
OUT = "parts/{shard}.jsonl"


@pytest.fixture
def puzzles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of many in the current folder, with blank lines, comments, errors and repeats."""
    monkeypatch.chdir(tmp_path)
    path = Path("many.jsonl")
    path.write_text("\n".join(LINES) + "\n# the end\n")
    return path


def told(lines: Sequence[dict[str, Any]]) -> list[tuple[Any, ...]]:
    """What all runs have to say of a puzzle."""
    names = ("line", "file", "digest", "status", "error")
    return [tuple(line.get(name) for name in names) for line in lines]


def read_parts(folder: str | Path = "parts") -> list[dict[str, Any]]:
    """The answers in a folder's parts."""
    found: list[dict[str, Any]] = []
    for path in sorted(Path(folder).glob("0*")):
        if path.suffix == ".parquet":
            import polars as pl

            found += pl.read_parquet(path).to_dicts()
        elif path.suffix == ".zst":
            found += json_lines(import_module(ZSTD).decompress(path.read_bytes()))
        else:
            found += json_lines(path.read_bytes())
    return found


# -- cutting ---------------------------------------------------------------------------------------


@cases(60)
@given(
    st.lists(st.lists(st.sampled_from(["", "#", " ", EASY, "x"]), max_size=9), min_size=2),
    st.integers(1, 12),
    st.booleans(),
)
def test_shards_hold_every_line_once(
    tmp_path_factory: pytest.TempPathFactory, texts: list[list[str]], size: int, ends: bool
) -> None:
    folder = tmp_path_factory.mktemp("shards")
    files = []
    for number, lines in enumerate(texts):
        path = folder / f"{number}.jsonl"
        path.write_text("\n".join(lines) + "\n" * ends)
        files.append(str(path))
    shards = list(cut(files, size))
    assert [shard.number for shard in shards] == list(range(1, len(shards) + 1))
    for file in files:
        ranges = [(shard.begin, shard.end) for shard in shards if shard.file == file]
        assert b"".join(Path(file).read_bytes()[b:e] for b, e in ranges) == Path(file).read_bytes()
    cut_up = [line for shard in shards for line in shard.puzzles(several=True)]
    with Puzzles(files) as whole:
        assert cut_up == list(whole)


def test_repeats_are_found_whichever_range_they_are_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repeats, "AT_ONCE", 3)
    words = np.random.default_rng(1).integers(30, size=100)
    paths = []
    for begin in range(0, 100, 20):
        lines = [InputLine(n + 1, b"%d" % words[n]) for n in range(begin, begin + 20)]
        repeats.write_digests(path := tmp_path / f"{begin}.npy", lines)
        paths.append(path)
    repeats.write_digests(tmp_path / "none.npy", [])
    number = repeats.write_repeats(tmp_path / "all.npy", [*paths, tmp_path / "none.npy"])
    first = {word: n for n, word in reversed(list(enumerate(words, 1)))}
    expected = [(n, first[word]) for n, word in enumerate(words, 1) if first[word] != n]
    assert np.load(tmp_path / "all.npy").T.tolist() == [list(pair) for pair in expected]
    assert number == len(expected)
    found = repeats.read_repeats(tmp_path / "all.npy", 21, 40)
    assert found == {n for n, _ in expected if 21 <= n <= 40}


# -- parts -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", [".jsonl", ".jsonl.zst", ".parquet"])
def test_parts_hold_what_one_file_would(run: Run, puzzles: Path, ending: str) -> None:
    if ending == ".jsonl.zst" and not HAS_ZSTD:
        pytest.skip("needs backports.zstd")
    run("unique", puzzles, "-o", "whole.jsonl")
    out = f"parts/{{shard}}{ending}"
    done = run("unique", puzzles, "-o", out, "--shard-lines", "2")
    assert (done.returncode, done.stderr) == (65, "")
    assert done.stdout.startswith("6 puzzles: 3 unique, 2 several, 1 error; ")
    whole = json_lines(Path("whole.jsonl").read_bytes())
    assert told(read_parts()) == told(whole)
    if ending == ".jsonl":
        assert set(read_parts()[0]) == set(whole[0])
    progress = json.loads(Path("parts/progress.json").read_bytes())
    size = puzzles.stat().st_size
    assert (progress["puzzles"], progress["shards"], progress["bytes"]) == (6, 5, [size, size])
    assert progress["counts"] == {"unique": 3, "several": 2, "error": 1}
    assert progress["seconds_left"] == 0 < progress["puzzles_per_second"]
    assert not Path("parts/unfinished").exists()


def test_members_are_chosen_and_repeats_left_out(run: Run, puzzles: Path) -> None:
    Path("more.jsonl").write_text(f"{WRONG}\n{TWO}\n{TWO.replace(':', ' :')}\n")
    words = ("--distinct", "--fields", "status,line", "--shard-lines", "2")
    done = run("unique", puzzles, "more.jsonl", "-o", OUT, *words)
    assert done.returncode == 65
    assert done.stdout.startswith("4 puzzles: 2 several, 1 unique, 1 error; ")
    assert read_parts() == [
        {"status": "unique", "line": 1},
        {"status": "several", "line": 3},
        {"line": 5},
        {"status": "several", "line": 11},
    ]
    pairs = np.load("parts/repeats.npy").T.tolist()
    assert pairs == [[6, 1], [7, 3], [8, 1], [9, 5], [10, 3]]
    again = run("unique", puzzles, "more.jsonl", "-o", OUT, *words)
    assert again.stdout.startswith("4 puzzles: ")


@pytest.mark.parametrize("command", sorted(question.command for question in QUESTIONS.all()))
def test_all_answers_are_columns_of_a_table(command: str) -> None:
    question = QUESTIONS.find(command)
    if question is not None and question.takes_many:
        names = members(question(method=method()))
        assert {"command", "line", "digest", "kind", "error"} <= set(names)


def test_the_parts_of_several_machines_are_the_whole(run: Run, puzzles: Path) -> None:
    for part in (1, 2):
        out = f"{part}/{{shard}}.jsonl"
        run("unique", puzzles, "-o", out, "--shard-lines", "2", "--part", f"{part}/2")
    assert sorted(line["line"] for part in "12" for line in read_parts(part)) == [1, 3, 5, 6, 7, 8]


# -- continued -------------------------------------------------------------------------------------


def test_a_run_that_was_killed_goes_on(run: Run, puzzles: Path) -> None:
    """What finished shards and begun ones have is kept; a torn line and a lost shard are not."""
    run("unique", puzzles, "-o", OUT, "--shard-lines", "2")
    expected = read_parts()
    part, unfinished = Path("parts/000004.jsonl"), Path("parts/unfinished/000004.jsonl")
    finished, begun = part.read_bytes().splitlines(keepends=True)
    unfinished.parent.mkdir()
    kept = msgspec.json.encode(msgspec.json.decode(finished) | {"seconds": 123.0}) + b"\n"
    unfinished.write_bytes(kept + begun[:40])
    part.unlink()
    listed = Path("parts/shards.jsonl")
    first, second, third, _, torn = listed.read_bytes().splitlines(keepends=True)
    listed.write_bytes(first + second + torn[:30])
    Path("parts/shards.jsonl.ahead").write_bytes(third)
    before = Path("parts/000003.jsonl").stat().st_mtime_ns
    done = run("unique", puzzles, "-o", OUT, "--shard-lines", "2")
    assert done.stdout.startswith("6 puzzles: 3 unique, 2 several, 1 error; ")
    assert told(read_parts()) == told(expected)
    assert json_lines(part.read_bytes())[0]["seconds"] == 123
    assert Path("parts/000003.jsonl").stat().st_mtime_ns == before
    assert [line["shard"]["number"] for line in json_lines(listed.read_bytes())] == [*range(1, 6)]


def test_parts_of_something_else_are_not_continued(run: Run, puzzles: Path) -> None:
    run("unique", puzzles, "-o", OUT)
    words = ("-o", OUT)
    plan = "$: expected the plan of the earlier run in parts/plan.json; choose another folder"
    refused_command(65, plan, "solve", puzzles, *words)
    refused_command(65, plan, "unique", puzzles, *words, "--fields", "line")
    refused_command(65, plan, "unique", puzzles, *words, "--conflict-limit", "5")
    puzzles.write_text(puzzles.read_text().replace("comment", "Comment"))
    changed = "shard 1 of many.jsonl has changed since it was answered; choose another folder"
    refused_command(65, changed, "unique", puzzles, *words)


@pytest.mark.slow
def test_a_puzzle_that_ends_its_worker_is_lost_alone(run: Run, puzzles: Path) -> None:
    Path("deadly.py").write_text(
        "import os\n"
        "from uniclue.models.akari import Akari\n"
        "class Deadly(Akari, frozen=True, kw_only=True, tag='deadly'):\n"
        "    def rules(self):\n"
        "        os._exit(1) if self.size == (2, 2) else None\n"
        "        yield from super().rules()\n"
    )
    lines = [{"kind": "deadly", "grid": ["." * size] * size} for size in (3, 2, 3, 3, 2)]
    puzzles.write_text("".join(json.dumps(line) + "\n" for line in lines))
    words = ("--jobs", "2", "--shard-lines", "4", "--kind-file", "deadly.py")
    done = run("unique", puzzles, "-o", OUT, *words)
    assert done.returncode == 30
    found = [
        (line["line"], line["status"], "worker" in (line["reason"] or "")) for line in read_parts()
    ]
    several, unknown = "several", "unknown"
    assert found == [
        (1, several, False),
        (2, unknown, True),
        (3, several, False),
        (4, several, False),
        (5, unknown, True),
    ]


@DASK
@pytest.mark.slow
def test_a_cluster_writes_the_parts(run: Run, puzzles: Path) -> None:
    run("unique", puzzles, "-o", "whole.jsonl")
    path = puzzles.absolute()
    with cluster(2) as (address, _):
        out = path.with_name("parts") / "{shard}.jsonl"
        done = run("unique", path, "-o", out, "--shard-lines", "2", "--dask", address)
    assert done.stdout.startswith("6 puzzles: 3 unique, 2 several, 1 error; ")
    assert told(read_parts()) == told(json_lines(Path("whole.jsonl").read_bytes()))


# -- refused ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "options"),
    [
        ("--shard-lines, --fields and --distinct need {shard} in the name", "--distinct"),
        ("--shard-lines, --fields and --distinct need {shard}", "--fields line -o out.jsonl"),
        ("expected a name that ends in .jsonl, .jsonl.zst, .parquet", "-o {shard}.csv"),
        ("expected --part or --distinct", "-o {shard}.jsonl --distinct --part 1/2"),
        ("got 'lime'; did you mean 'line'?", "-o {shard}.jsonl --fields lime"),
        ("expected every member once", "-o {shard}.jsonl --fields line,line"),
    ],
)
def test_options_that_do_not_go_together(puzzles: Path, said: str, options: str) -> None:
    refused_command(64, said, "unique", puzzles, *options.split())


@pytest.mark.parametrize("file", ["-", str(ROOT / "examples" / "nonogram" / "owl.json")])
def test_only_files_of_a_puzzle_a_line_have_shards(puzzles: Path, file: str) -> None:
    refused_command(64, "expected a file of many puzzles, one a line", "unique", file, "-o", OUT)
    assert not Path("parts").exists()
