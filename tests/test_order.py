"""Recorded orders of solving: the grammar, the replay, what follows, the command."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from conftest import ROOT, Run

import uniclue
from uniclue.core.kinds import find_kind
from uniclue.core.puzzle import PuzzleError, filled
from uniclue.formats.janko_moves import parse_moves, read_entries
from uniclue.formats.puzzle_json import dumps, from_members, puzzle_digest
from uniclue.study.order.choice import Choices, fit
from uniclue.study.order.corpus import chosen_traces
from uniclue.study.order.plan import read_order_plan
from uniclue.study.studies.statistics import flipped_p, pooled
from uniclue.workbench.playing import board_of

SHADED = {(0, 0), (1, 2), (2, 0)}

HITORI = """begin
puzzle hitori
solver A Name
size 3
problem
1 3 1
2 1 2
2 2 3
moves
Z2;aa,0;ba,1;ca,0;ab,1;
cb,0,1;R1;ca,1;bb,1;ac,,,3;ac,0;bc,1;cc,1;
end
"""


def entries(text: str, kind: str, labels: bool = False) -> list[list[object]]:
    return [move.entry for move in parse_moves(text, kind, has_labels=labels)]


@pytest.mark.parametrize(
    ("kind", "text", "read"),
    [
        ("hitori", "Z2;cb,0;", [["r2c3", "x"]]),
        ("cave", "cb,0;cb,1", [["r2c3", "-"], ["r2c3", "x"]]),
        ("masyu", "aa,6;2730,10", [["r1c1", "es"], ["r31c28", "ew"]]),
        ("yajilin", "aa,16;aa,-", [["r1c1", "x"], ["r1c1", None]]),
        (
            "kenken",
            "ab,5;ab,,,12;ab,4,2",
            [["r2c1", "5"], ["r2c1", None, 0, "12"], ["r2c1", "4", 2]],
        ),
        ("slitherlink", "Hcb,0;Vcb,1", [["r2c3^", "wall"], ["r2c3<", "joined"]]),
        ("hashi", "aa,12;aa,7", [["r1c1", "b"], ["r1c1", "?7"]]),
        ("tents", "aa,0", []),
        ("akari", "L0;A1;Q;xyz;C", [[None, "program", 0], [None, "accept", 1], [None, "clear", 0]]),
    ],
)
def test_moves_are_read(kind: str, text: str, read: list[list[object]]) -> None:
    assert entries(text, kind, labels=kind == "tents") == read
    assert [move.entry for move in read_entries(read)] == read


def test_labels_beside_the_board_count() -> None:
    assert entries("bc,0", "kakurasu", labels=True) == [["r2c1", "x"]]
    assert entries("cc,1", "magnets", labels=True) == [["r1c1", "+"]]


@pytest.mark.parametrize(
    "wrong",
    ["x", [5], [["r1c1"]], [["r1", "x"]], [[None, "x"]], [["r1c1", 5]], [["r1c1", "x", "1"]]],
)
def test_what_is_no_list_of_moves_is_refused(wrong: object) -> None:
    with pytest.raises(PuzzleError, match="moves"):
        read_entries(wrong)


def test_a_block_keeps_its_moves_and_no_name() -> None:
    puzzle = uniclue.read(HITORI)
    assert puzzle.extra["moves"][4:6] == [["r2c3", "x", 1], [None, "reject", 1]]
    assert b"Name" not in uniclue.dumps(puzzle)


def test_a_trace_tells_what_followed() -> None:
    traced = uniclue.trace(uniclue.read(HITORI))
    assert [move.sort for move in traced.moves[:6]] == [
        *("fills", "fills", "wrong", "fills", "fills", "reject"),
    ]
    assert [move.wave for move in traced.moves[:5]] == [0, 1, None, 1, 1]
    assert [move.open for move in traced.moves[:6]] == [9, 8, 7, 7, 6, 5]
    assert (traced.trials, traced.rejected, traced.finished) == (1, 1, True)
    assert traced.unforced == len(traced.hard) == 1
    assert traced.moves[8].marks == "3"


def test_what_follows_is_what_one_clue_forces() -> None:
    puzzle = uniclue.from_members(
        {"kind": "sudoku", "box": [2, 2], "grid": ["1.3.", "....", "....", "...."]}
        | {"solution": ["1234", "3412", "2143", "4321"]}
    )
    moves = [("r1c2", "2"), ("r1c4", "4"), ("r2c2", "4"), ("r2c1", "3")]
    traced = uniclue.trace(puzzle, moves)
    assert [move.wave for move in traced.moves] == [0, 1, 0, 1]
    assert not traced.finished


@pytest.mark.parametrize(
    ("members", "moves", "fills"),
    [
        (
            {"kind": "simpleloop", "grid": ["..", ".."]},
            [("r1c1", "es"), ("r1c2", "sw"), ("r2c1", "ne")],
            [2, 1, 1],
        ),
        (
            {"kind": "tilepaint", "regions": ["aab", "cbb"], "top": [1, 1, 0], "left": [2, 0]},
            [("r1c1", "x"), ("r2c2", "-"), ("r2c1", "-")],
            [2, 3, 1],
        ),
        (
            {"kind": "hashi", "grid": ["2..2", "....", "2..2"]},
            [("r1c2", "1"), ("r2c1", "a"), ("r3c3", "1")],
            [3, 2, 3],
        ),
    ],
    ids=["a line", "a tile", "a bridge"],
)
def test_moves_about_more_than_a_cell(
    members: dict[str, object], moves: list[tuple[str, str]], fills: list[int]
) -> None:
    traced = uniclue.trace(uniclue.from_members(members), moves)
    assert [move.fills for move in traced.moves] == fills


@pytest.mark.parametrize(
    ("moves", "what"),
    [([("r9c1", "x")], "not on the board"), ([("r1c1",)], "place, word"), (None, "recorded moves")],
)
def test_what_cannot_be_followed(moves: list[tuple[str, str]] | None, what: str) -> None:
    puzzle = uniclue.from_members({"kind": "hitori", "grid": [[1, 3, 1], [2, 1, 2], [2, 2, 3]]})
    with pytest.raises(PuzzleError, match=what):
        uniclue.trace(puzzle, moves)


def test_the_command(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "hitori.janko"
    file.write_text(HITORI)
    text = run("trace", file)
    assert text.returncode == 0, text.stderr
    assert "this one does (row of 2)" in text.stdout
    answer = json.loads(run("trace", file, "--json").stdout)
    assert answer["command"] == "trace"
    assert run("trace", file, "-o", tmp_path / "t.parquet").returncode == 0
    table = pl.read_parquet(tmp_path / "t.parquet")
    assert table["sort"].to_list() == [move["sort"] for move in answer["moves"]]
    assert table["open"][0] == 9
    bare = tmp_path / "bare.json"
    grid = [[1, 3, 1], [2, 1, 2], [2, 2, 3]]
    bare.write_text(json.dumps({"kind": "hitori", "grid": grid, "id": "a"}))
    assert run("trace", bare).returncode == 65
    traces = tmp_path / "traces.jsonl.gz"
    line = {"kind": "Hitori", "id": "a", "moves": answer_moves(answer)}
    traces.write_bytes(gzip.compress(json.dumps(line).encode()))
    again = json.loads(run("trace", bare, "--moves", traces, "--json").stdout)
    assert again["moves"] == answer["moves"]


def answer_moves(answer: dict[str, list[dict[str, object]]]) -> list[list[object]]:
    return [
        [m["place"], m["word"] if m["place"] else m["sort"], m.get("trial", 0), m.get("marks", "")]
        for m in answer["moves"]
    ]


# -- the study -------------------------------------------------------------------------------------


def test_a_fit_finds_the_weights_that_made_the_choices() -> None:
    rng = np.random.default_rng(1)
    truth, sizes = np.array([2.0, -1.0]), np.full(800, 6)
    x = rng.normal(size=(800, 6, 2))
    noise = rng.gumbel(size=(800, 6))
    taken = (x @ truth + noise).argmax(axis=1)
    for row, first in zip(x, taken, strict=True):
        row[[0, first]] = row[[first, 0]]
    choices = Choices(x.reshape(-1, 2).astype(np.float32), sizes, np.arange(800) // 8)
    weights = fit(choices, ridge=1.0)
    assert np.abs(weights - truth).max() < 0.25
    assert choices.bits(weights).mean() > 0.5
    assert choices.bits(np.zeros(2)).mean() == pytest.approx(0, abs=1e-9)
    mixed = choices.permuted([0, 1], rng)
    assert abs(mixed.bits(fit(mixed, ridge=1.0)).mean()) < 0.02


def test_the_mean_over_kinds_is_that_of_random_effects() -> None:
    alike = pooled(np.full(5, 0.3), np.full(5, 0.1))
    assert alike.mean == pytest.approx(0.3)
    assert alike.tau == 0
    assert alike.q == pytest.approx(0)
    differ = pooled(np.array([0.0, 1.0]), np.array([0.1, 0.1]))
    assert differ.mean == pytest.approx(0.5)
    assert differ.tau**2 == pytest.approx(0.5 - 0.01)
    assert flipped_p(np.full(10, 0.5), 999, np.random.default_rng(1)) < 0.01


@pytest.mark.slow
def test_a_study_from_traces_to_its_page(run: Run, tmp_path: Path) -> None:
    text = (ROOT / "studies" / "order.toml").read_text("utf-8")
    for name, number in (("least_moves", 4), ("least_puzzles", 8), ("flips", 99), ("solvers", 2)):
        text = re.sub(rf"^{name} = \d+", f"{name} = {number}", text, flags=re.MULTILINE)
    plan = tmp_path / "plan.toml"
    plan.write_text(re.sub(r"kinds = \[.*\]", 'kinds = ["Hitori"]', text), "utf-8")
    corpus = tmp_path / "corpus"
    (corpus / "traces").mkdir(parents=True)
    (corpus / "kinds").mkdir()
    rng, traces, puzzles = np.random.default_rng(1), [], []
    words = {f"r{r + 1}c{c + 1}": "x-"[(r, c) not in SHADED] for r in range(3) for c in range(3)}
    for kind in ("Hitori", "Kuromasu"):
        for i in range(8):
            order = [[place, words[place]] for place in rng.permutation([*words])]
            about = {"kind": kind, "id": str(i), "solver": f"S{i % 2}", "rows": 3, "columns": 3}
            traces.append(about | {"finished": True, "moves": order})
            grid = "1 3 1\n2 1 2\n2 2 3" if kind == "Hitori" else "- - -\n- 5 -\n- - -"
            entry = {
                "id": str(i),
                "problem": f"3 3\n{grid}",
                "solution": "3 3\nx - -\n- - x\nx - -",
            }
            puzzles.append((kind, entry))
    lines = (json.dumps(trace) for trace in traces)
    (corpus / "traces" / "traces.jsonl.gz").write_bytes(gzip.compress("\n".join(lines).encode()))
    for kind in ("Hitori", "Kuromasu"):
        own = (json.dumps(entry) for name, entry in puzzles if name == kind)
        (corpus / "kinds" / f"{kind}.jsonl").write_text("\n".join(own))
    out = tmp_path / "out"
    done = run("study", "order", plan, "--data", corpus, "-o", out)
    assert done.returncode == 0, done.stderr
    findings = json.loads((out / "findings.json").read_bytes())
    assert findings["kinds"].keys() == {"Hitori", "Kuromasu"}
    assert findings["left_out_solvers"].keys() == {"S0", "S1"}
    table = pl.read_parquet(out / "table" / "Hitori.parquet")
    taken = table.filter(pl.col("taken"))
    assert len(taken) == findings["kinds"]["Hitori"]["moves"] == 8 * 4
    assert "| Hitori |" in (out / "order.md").read_text("utf-8")
    assert (out / "kinds.svg").read_bytes().startswith(b"<?xml")


def test_a_plan_that_is_wrong_is_refused(run: Run, tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text("title = 5\n")
    refused = run("study", "order", plan, "--data", tmp_path, "-o", tmp_path / "out")
    assert refused.returncode == 65


def test_what_an_earlier_study_took_is_left_out(tmp_path: Path) -> None:
    def line(kind: str, number: int, size: int) -> str:
        members = {"kind": kind, "id": str(number), "rows": size, "columns": size}
        return json.dumps(members | {"finished": True, "moves": [["r1c1", "x"]]})

    lines = [line("Hitori", i, 10) for i in range(25)] + [line("Hitori", 25, 16)]
    lines += [line("Masyu", i, 10) for i in range(24)] + [line("Masyu", 24, 21)]
    plan = read_order_plan(ROOT / "studies" / "order-more.toml")
    file = tmp_path / plan.corpus.traces
    file.parent.mkdir()
    file.write_bytes(gzip.compress("\n".join(lines).encode()))
    chosen = chosen_traces(plan, tmp_path)
    assert {kind: len(some) for kind, some in chosen.items()} == {"Hitori": 1, "Masyu": 24}


@pytest.mark.parametrize("kind", ["hitori", "kenken", "slitherlink", "starbattle"])
def test_moves_that_a_page_saved_are_followed(kind: str, run: Run, tmp_path: Path) -> None:
    puzzle = from_members(find_kind(kind).examples[0].puzzle)
    board, (solution,) = board_of(puzzle), uniclue.solve(puzzle).solutions
    number = {value: i for i, value in enumerate(board.values)}
    known = {place for place, _ in puzzle.known_cells()}
    answers = {at: number[value] for at, value in filled(solution) if at not in known}
    moves = [[9, "mark", puzzle.places.index(at), i] for at, i in answers.items()]
    moves[1:1] = [[7, "pause", -1, -1], [8, "centre", *moves[0][2:]], [8, "undo", -1, -1]]
    saved = {"format": "uniclue-trace-1", "kind": kind, "solved": True, "milliseconds": 9}
    saved |= {"puzzle": puzzle_digest(puzzle).removeprefix("sha256:"), "moves": moves}
    file, traces = tmp_path / "puzzle.json", tmp_path / "trace.json"
    file.write_bytes(dumps(puzzle))
    traces.write_text(json.dumps(saved))
    done = run("trace", file, "--moves", traces, "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert [move["sort"] for move in told["moves"]].count("fills") == len(answers)
    assert told["moves"][1]["sort"] == "mark"
    assert told["finished"] == (not known)
