from __future__ import annotations

import json
from itertools import permutations, product
from pathlib import Path

import pytest
from conftest import ROOT, corpus

from uniclue.formats.puzzle_json import load
from uniclue.papers.tables import TableTask, reproductions
from uniclue.papers.zhou_tong import kakuro_integers_format as kakuro_integers
from uniclue.papers.zhou_tong.kakuro_search import START, without
from uniclue.papers.zhou_tong.kakuro_tables import OWN, let_through, own, run
from uniclue.search.steps import search


def passes(some: tuple[int, ...]) -> bool:
    pair = START
    for digit in some:
        after = without(pair, digit)
        if after is None:
            return False
        pair = after
    return True


@pytest.mark.parametrize("cells", [1, 2, 3, 4])
def test_what_iii_lets_through(cells: int) -> None:
    found = let_through(cells)
    expected = [some for some in product(range(1, 10), repeat=cells) if passes(some)]
    assert sum(found.values()) == len(expected)
    assert set(found) == {tuple(sorted(some)) for some in expected}
    assert set(permutations(range(1, 10), cells)) <= set(expected)  # it rejects nothing right


@pytest.mark.slow
def test_without_a_corpus(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("UNICLUE_CORPUS", raising=False)
    assert "kakuro" in reproductions()
    said: list[float] = []
    found = {
        t.title[:4]: t for t in run(TableTask(scale=0.01, progress=lambda _, x: said.append(x)))
    }
    assert said == sorted(said)
    assert all(row[1] == row[2] for row in found["(i) "].rows)
    assert found["(iii"].rows[1] == (2, 72, 2, 2, "2, 2")
    assert any("448 pairs" in note for note in found["(iii"].notes)
    nodes = found["Node"]
    assert [row[0] for row in nodes.rows] == ["own, easy", "own, normal", "own, hard"]
    assert all(cell == "> 3,000" for row in nodes.rows for cell in row[3:9])
    assert "own boards only" in nodes.notes[-1]
    assert [row[2] for row in found["One "].rows] == ["easy", "normal", "hard"]
    levels = {row[0]: row[2] for row in found["Leve"].rows}
    assert levels == {"below": 0, "easy": 1, "normal": 1, "hard": 1, "above": 0}
    for table in found.values():
        assert all(len(row) == len(table.columns) for row in table.rows)


@pytest.mark.slow
def test_with_a_corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    example = json.loads((ROOT / "examples" / "kakuro" / "easy.json").read_bytes())
    small = json.loads((ROOT / "examples" / "kakuro" / "small.json").read_bytes())
    (tmp_path / "kakuro").mkdir()
    lines = [json.dumps(members | {"id": i}) for i, members in enumerate([example, small])]
    (tmp_path / "kakuro" / "some.jsonl").write_text("\n".join([*lines, ""]), "utf-8")
    monkeypatch.setenv("UNICLUE_CORPUS", str(tmp_path))
    found = {t.title[:4]: t for t in run(TableTask(scale=0.02))}
    assert found["Node"].rows[0][:3] == ("0", "8x10", 47)  # 6x6 is too small
    assert len(found["Node"].rows) == 4
    assert {row[0]: row[2] for row in found["Leve"].rows}["easy"] == 1


@pytest.mark.slow
def test_the_same_seed_takes_the_same_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    if not (corpus() / "kakuro").is_dir():
        pytest.skip(f"no corpus at {corpus()}")
    monkeypatch.setenv("UNICLUE_CORPUS", str(corpus()))
    one, two = (run(TableTask(seed=7, scale=0.02)) for _ in range(2))
    assert one == two


def test_the_examples_are_our_own_boards() -> None:
    texts = map(kakuro_integers.write, own().values())
    assert "\n\n".join(text.strip("\n") for text in texts) + "\n" == OWN.read_text("utf-8")
    for level, puzzle in own().items():
        example = load(ROOT / "examples" / "kakuro" / f"{level}.json")
        assert example.model().groups == puzzle.model().groups


@pytest.mark.slow
def test_searches_of_our_own_boards_end() -> None:
    found = search(own()["easy"])
    assert found.complete
    assert len(found.solutions) == 1
