"""Graphs of puzzles, against graphs built here from the rules of each kind alone."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable
from itertools import combinations, product
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import networkx as nx
import numpy as np
import pytest
from conftest import Run, examples, refused_command
from helpers import EXAMPLES, OF_ROWS
from hypothesis import given, settings
from hypothesis import strategies as st
from singles import units_of
from strategies import KINDS

import uniclue
from uniclue.core.kinds import find_kind
from uniclue.core.model import Model, View
from uniclue.core.puzzle import ChoiceError, Puzzle
from uniclue.encoders.cnf import encode
from uniclue.formats.puzzle_json import dumps, from_members
from uniclue.search.steps import search
from uniclue.solvers.limits import LimitReachedError
from uniclue.study.graphs import cliques
from uniclue.study.graphs.cells import candidate_graph
from uniclue.study.graphs.files import WRITERS, dot, graphml, node_link, summary
from uniclue.study.graphs.graph import build, graph_kinds
from uniclue.study.graphs.picture import SPRINGS, picture
from uniclue.study.graphs.restriction import Restriction
from uniclue.study.graphs.search_tree import search_tree

if TYPE_CHECKING:
    from uniclue.study.graphs.graph import AnyGraph

Cell = tuple[int, int]
NAMES = [kind.name for kind in graph_kinds()]
LEVEL_50 = Path(__file__).parent.parent / "examples" / "animals" / "level50.json"


def edges(graph: AnyGraph) -> set[frozenset[str]]:
    return {frozenset(edge) for edge in graph.edges}


def pairs_of(groups: Iterable[Iterable[str]]) -> set[frozenset[str]]:
    return {frozenset(pair) for group in groups for pair in combinations(list(group), 2)}


def name(cell: Cell) -> str:
    return f"r{cell[0] + 1}c{cell[1] + 1}"


# -- cells and candidates --------------------------------------------------------------------------


def test_the_cells_of_a_sudoku_are_the_classic_graph() -> None:
    blank = from_members({"kind": "sudoku", "box": [3, 3], "grid": [[0] * 9] * 9})
    numbers = {name((i // 9, i % 9)): i for i in range(81)}
    graph: Any = nx.relabel_nodes(build(blank, "cells"), numbers)
    classic = nx.sudoku_graph(3)
    assert (set(graph), edges(graph)) == (set(classic), edges(classic))


@settings(max_examples=15)
@given(KINDS["sudoku"])
def test_graphs_of_a_sudoku(puzzle: Puzzle) -> None:
    units = units_of(2, 2)
    grid: list[list[int]] = puzzle.grid  # type: ignore[attr-defined]
    givens = {(r, c): grid[r][c] for r, c in product(range(4), repeat=2) if grid[r][c]}
    assert edges(build(puzzle, "cells")) == pairs_of([name(c) for c in u] for u in units)

    see = {cell: {o for u in units if cell in u for o in u if o != cell} for cell in puzzle.places}
    every = {(cell, d) for cell in see for d in range(1, 5)}

    def exclude(one: tuple[Cell, int], other: tuple[Cell, int]) -> bool:
        same_cell, same_digit = one[0] == other[0], one[1] == other[1]
        return (same_cell and not same_digit) or (same_digit and other[0] in see[one[0]])

    def graph_of(candidates: set[tuple[Cell, int]]) -> set[frozenset[str]]:
        return {
            frozenset(f"{name(cell)}={d}" for cell, d in pair)
            for pair in combinations(candidates, 2)
            if exclude(*pair)
        }

    assert edges(build(puzzle, "candidates")) == graph_of(every)
    if any(givens.get(o) == d for cell, d in givens.items() for o in see[cell]):
        return  # contradictory givens
    open_ = {
        (cell, d)
        for cell, d in every
        if cell not in givens and all(givens.get(o) != d for o in see[cell])
    }
    graph = build(puzzle, "blank-candidates")
    assert set(graph) == {f"{name(cell)}={d}" for cell, d in open_}
    assert edges(graph) == graph_of(open_)
    cells = build(puzzle, "blank-cells")
    assert set(cells) == {name(c) for c in puzzle.places if c not in givens}
    for unit in units:
        # Cells that can hold a digit of the unit that is still missing.
        for d in range(1, 5):
            here = [name(c) for c in unit if (c, d) in open_]
            assert pairs_of([here]) <= edges(cells)


def kakuro_runs(puzzle: Any) -> dict[str, tuple[list[Cell], int | None]]:
    """Every run by its name, with its sum."""
    found = {}
    white = set(puzzle.places)
    for word, (dr, dc) in {"across": (0, 1), "down": (1, 0)}.items():
        for r, c in puzzle.places:
            if (r - dr, c - dc) not in white:
                run = [(r, c)]
                while (run[-1][0] + dr, run[-1][1] + dc) in white:
                    run.append((run[-1][0] + dr, run[-1][1] + dc))
                inside = r - dr >= 0 and c - dc >= 0
                clue = puzzle.grid[r - dr][c - dc] if inside else None
                total = None if clue is None else getattr(clue, word)
                found[f"{word} {name((r, c))}"] = run, total
    return found


@settings(max_examples=25)
@given(KINDS["kakuro"])
def test_graphs_of_a_kakuro(puzzle: Puzzle) -> None:
    runs = kakuro_runs(puzzle)
    graph = build(puzzle, "cells")
    assert set(graph) == {name(cell) for cell in puzzle.places}
    assert edges(graph) == pairs_of([name(c) for c in run] for run, _ in runs.values())
    related = build(puzzle, "related")
    given_cells = {cell for cell, _ in puzzle.known_cells()}
    expected = {
        frozenset((one, other))
        for (one, (a, m)), (other, (b, n)) in combinations(runs.items(), 2)
        if (set(a) & set(b) and None not in (m, n)) or set(a) & set(b) & given_cells
    }
    # A run of one cell and without a sum has neither rule nor clue.
    named = {run for run, (cells, total) in runs.items() if len(cells) > 1 or total is not None}
    assert set(related) == named
    assert edges(related) == {pair for pair in expected if pair <= named}


@settings(max_examples=25)
@given(KINDS["nonogram"])
def test_graphs_of_a_nonogram_depend_on_its_size(puzzle: Puzzle) -> None:
    height, width = puzzle.shape
    rows, columns = range(1, height + 1), range(1, width + 1)
    related = build(puzzle, "related")
    both = [[f"row {r}", f"column {c}"] for r, c in product(rows, columns)]
    if (height, width) != (1, 1):
        assert edges(related) == pairs_of(both)
    lines = [[(r, c) for c in range(width)] for r in range(height)]
    lines += [[(r, c) for r in range(height)] for c in range(width)]
    assert edges(build(puzzle, "cells")) == pairs_of([name(c) for c in line] for line in lines)
    black_and_white = {frozenset((f"{name(c)}=.", f"{name(c)}=#")) for c in puzzle.places}
    assert edges(build(puzzle, "candidates")) == black_and_white


@settings(max_examples=25)
@given(KINDS["animals"] | KINDS["garden"])
def test_species_are_related_by_conditions_on_two(puzzle: Any) -> None:
    species = puzzle.animals if puzzle.kind() == "animals" else puzzle.flowers
    expected: dict[frozenset[str], list[str]] = {}
    for condition in puzzle.conditions:
        if condition.code in ("neighbour", "compare"):
            is_compared = condition.code == "compare"
            pair = (condition.species, condition.than) if is_compared else condition.species
            expected.setdefault(frozenset(pair), []).append(condition.code)
    graph = build(puzzle, "related")
    assert list(graph) == list(species)
    assert edges(graph) == set(expected)
    for (one, other), data in graph.edges.items():
        codes = expected[frozenset((one, other))]
        assert data["weight"] == len(codes)
        assert set(data["type"].split(", ")) == set(codes)


def test_level_50() -> None:
    level = examples("animals")[0]
    graph = build(level)
    assert edges(graph) == {
        frozenset(pair) for pair in (("elephant", "hippo"), ("monkey", "lion"), ("tiger", "panda"))
    }
    assert graph.nodes["lion"]["clues"] == "every lion stands on height 2"


@st.composite
def rows_of_cells(draw: st.DrawFn) -> tuple[bool, int, list[Any]]:
    """Random rows over few cell variables."""
    onehot = draw(st.booleans())
    n = 6 if onehot else 5
    row = st.tuples(
        st.dictionaries(st.integers(1, n), st.integers(-3, 3).filter(bool), min_size=1),
        st.integers(-6, 6),
        st.integers(0, 8),
    )
    return onehot, n, draw(st.lists(row, min_size=1, max_size=4))


@given(rows_of_cells())
def test_candidates_exclude_each_other_if_no_values_keep_a_bound(
    case: tuple[bool, int, list[Any]],
) -> None:
    onehot, n, rows = case
    model = Model()
    if onehot:
        model.places, model.domain = ((0, 0), (0, 1)), (1, 2, 3)
        model.cells = model.vars("cell", (2, 3))
    else:
        model.places, model.domain = tuple((0, i) for i in range(n)), (0, 1)
        model.cells = model.vars("cell", n)
    group = model.group("rule", "rows")
    expected = set()
    literals = list(range(1, n + 1)) + ([] if onehot else [-v for v in range(1, n + 1)])
    for coef, lower, spread in rows:
        model.linear(group, [list(coef)], list(coef.values()), lower, lower + spread)
        names = list(coef)
        every = [
            ({v if x else -v for v, x in zip(names, values, strict=True)}, total)
            for values in product((0, 1), repeat=len(names))
            for total in [sum(c * x for c, x in zip(coef.values(), values, strict=True))]
        ]
        for kept in (
            [lits for lits, total in every if total >= lower],
            [lits for lits, total in every if total <= lower + spread],
        ):
            possible = [lit for lit in literals if any(lit in lits for lits in kept)]
            for one, other in combinations(possible, 2):
                if not any({one, other} <= lits for lits in kept):
                    expected.add(frozenset((one, other)))
    if not onehot:
        expected |= {frozenset((v, -v)) for v in range(1, n + 1)}

    class Stub:
        def cell_text(self, value: Any) -> str:
            return str(value)

    value = np.zeros(n + 1, np.int8)
    graph = candidate_graph(Restriction(Stub(), model, model.matrix(View.CNF), value))  # type: ignore[arg-type]

    def text(literal: int) -> str:
        v = abs(literal) - 1
        return f"r1c{v // 3 + 1}={v % 3 + 1}" if onehot else f"r1c{v + 1}={int(literal > 0)}"

    assert edges(graph) == {frozenset(map(text, pair)) for pair in expected}


# -- formulas --------------------------------------------------------------------------------------


@pytest.mark.parametrize("puzzle", [p for p in EXAMPLES if str(p.id).startswith(OF_ROWS)])
def test_vig_and_vcg_are_those_of_the_clauses(puzzle: Puzzle) -> None:
    cnf = encode(puzzle.model())
    vig, vcg = build(puzzle, "vig"), build(puzzle, "vcg")
    expected: dict[frozenset[str], float] = {}
    for clause in cnf.clauses():
        variables = {f"v{abs(lit)}" for lit in clause}
        for pair in combinations(sorted(variables), 2):
            key = frozenset(pair)
            expected[key] = expected.get(key, 0) + 2 / (len(variables) * (len(variables) - 1))
    assert set(vig) == {f"v{v}" for v in range(1, cnf.n_vars + 1)}
    assert edges(vig) == set(expected)
    weights = {frozenset(edge): data["weight"] for edge, data in vig.edges.items()}
    assert weights == pytest.approx(expected)
    clauses = [set(clause) for clause in cnf.clauses()]
    found = [
        {int(v[1:]) * (1 if vcg.edges[c, v]["type"] == "positive" else -1) for v in vcg[c]}
        for c, data in vcg.nodes.items()
        if data["type"] == "clause"
    ]
    assert found == clauses
    assert nx.is_bipartite(vcg)


# -- after propagation -----------------------------------------------------------------------------


@pytest.mark.parametrize("puzzle", EXAMPLES)
def test_residual_graphs_are_parts_of_the_whole(puzzle: Puzzle) -> None:
    for which in ("cells", "candidates"):
        whole, blank = build(puzzle, which), build(puzzle, f"blank-{which}")
        rest = build(puzzle, f"residual-{which}")
        assert set(rest) <= set(blank) <= set(whole)
        if which == "cells":  # candidates exclude each other only once others are known
            assert edges(rest) <= edges(blank) <= edges(whole)


def test_local_cells_leave_out_what_is_about_the_whole_board() -> None:
    """Two bombs in all join nothing; numbers join the cells around them."""
    members = {"kind": "minesweeper", "grid": ["1....", ".....", "....1"], "mines": 2}
    puzzle = uniclue.from_members(members)
    whole, local = build(puzzle, "blank-cells"), build(puzzle, "local-cells")
    assert len(whole.edges) == 13 * 12 / 2
    assert {frozenset(edge) for edge in local.edges} == {
        frozenset(pair)
        for around in (("r1c2", "r2c1", "r2c2"), ("r3c4", "r2c5", "r2c4"))
        for pair in combinations(around, 2)
    }
    assert {data["weight"] for _, _, data in local.edges(data=True)} == {1}


def test_two_solutions_leave_a_cycle_of_four_cells() -> None:
    (two,) = (e for e in find_kind("sudoku").examples if e.name == "two solutions")
    puzzle = from_members(two.puzzle)
    open_ = {"r1c1", "r1c2", "r3c1", "r3c2"}
    cells = build(puzzle, "residual-cells")
    assert set(cells) == open_
    cycle = [("r1c1", "r1c2"), ("r3c1", "r3c2"), ("r1c1", "r3c1"), ("r1c2", "r3c2")]
    assert edges(cells) == {frozenset(edge) for edge in cycle}
    candidates = build(puzzle, "residual-candidates")
    assert set(candidates) == {f"{cell}={d}" for cell in open_ for d in (1, 2)}
    assert candidates.number_of_edges() == 4 + 2 * 4
    assert len(build(puzzle, "residual-vig")) == 8


def test_nothing_is_left_of_a_solved_and_of_a_refuted_puzzle() -> None:
    for which in ("cells", "candidates", "vig", "vcg"):
        for number in (0, 2):
            assert len(build(examples("sudoku")[number], f"residual-{which}")) == 0


# -- symmetries ------------------------------------------------------------------------------------


@settings(max_examples=20)
@given(KINDS["sudoku"], st.permutations([1, 2, 3, 4]), st.booleans())
@pytest.mark.slow
def test_graphs_keep_the_symmetries_of_sudoku(
    puzzle: Puzzle, digits: list[int], across: bool
) -> None:
    grid: list[list[int]] = puzzle.grid  # type: ignore[attr-defined]
    swap = [1, 0, 2, 3]  # two rows of a band

    def move(r: int, c: int) -> Cell:
        r = swap[r]
        return (c, r) if across else (r, c)

    moved = [[0] * 4 for _ in range(4)]
    for r, c in product(range(4), repeat=2):
        i, j = move(r, c)
        moved[i][j] = grid[r][c] and digits[grid[r][c] - 1]
    other = from_members({"kind": "sudoku", "box": [2, 2], "grid": moved})

    def renamed(label: str) -> str:
        found = re.fullmatch(r"r(\d)c(\d)(?:=(\d))?", label)
        assert found is not None
        r, c, digit = found.groups()
        cell = name(move(int(r) - 1, int(c) - 1))
        return cell if digit is None else f"{cell}={digits[int(digit) - 1]}"

    for which in NAMES:
        if which.endswith(("cells", "candidates")):
            here, there = build(puzzle, which), build(other, which)
            assert {renamed(node) for node in here} == set(there)
            assert {frozenset(map(renamed, edge)) for edge in edges(here)} == edges(there)
        elif which == "related":
            assert nx.is_isomorphic(build(puzzle, which), build(other, which))


# -- every graph -----------------------------------------------------------------------------------


SOME = [
    puzzle if number % 2 else pytest.param(*puzzle.values, id=puzzle.id, marks=pytest.mark.slow)
    for number, puzzle in enumerate(EXAMPLES[::3])
]


@pytest.mark.parametrize("which", NAMES)
@pytest.mark.parametrize("puzzle", SOME)
def test_every_graph_can_be_written(puzzle: Puzzle, which: str) -> None:
    graph = uniclue.graph(puzzle, which)
    assert graph.graph["name"] == which
    assert {type(node) for node in graph} <= {str}
    assert all({"label", "type"} <= {*data} for _, data in graph.nodes.items())
    assert not any(one == other for one, other in graph.edges)
    back = nx.node_link_graph(json.loads(node_link(graph)), edges="edges")
    assert list(back.nodes.items()) == list(graph.nodes.items())
    assert nx.utils.edges_equal(back.edges(data=True), graph.edges(data=True))
    read = nx.parse_graphml(graphml(graph).decode())
    assert (set(read), read.number_of_edges()) == (set(graph), graph.number_of_edges())
    labels = [{label for _, label in g.nodes(data="label")} for g in (read, graph)]
    assert labels[0] == labels[1]
    lines = dot(graph).decode().splitlines()
    assert len(lines) == 2 + len(graph) + graph.number_of_edges()
    first = summary(graph).splitlines()[0]
    number = graph.number_of_edges()
    assert f"{number} edge{'' if number == 1 else 's'}" in first
    assert f"{which}: {len(graph)} node" in first


@pytest.mark.parametrize("which", ["related", "cells", "vig", "blank-candidates", "deduction"])
@pytest.mark.slow
def test_pictures(which: str) -> None:
    graph = build(examples("animals")[0 if which == "related" else 1], which)
    svg = picture(graph, "svg")
    assert svg == picture(graph, "svg")
    texts = {t.text for t in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")}
    assert any(text is not None and which in text for text in texts)
    if which == "related":
        assert {"tiger", "hippo", "neighbour (3)"} <= texts
    assert WRITERS["png"](graph).startswith(b"\x89PNG")


@pytest.mark.slow
def test_a_picture_of_many_nodes_shows_dots_and_a_legend() -> None:
    graph = build(examples("kakuro")[0], "vcg")
    assert len(graph) > SPRINGS
    svg = picture(graph, "svg").decode()
    assert f"clause ({len(graph) - 36})" in svg
    assert graph.nodes["c1"]["label"] not in svg


def test_a_graph_too_large_for_a_picture() -> None:
    graph = build(examples("animals")[0])
    graph.add_nodes_from((str(i) for i in range(3000)), label="", type="cell")
    with pytest.raises(ChoiceError, match="at most 3,000 nodes"):
        picture(graph, "svg")


def test_names_are_quoted() -> None:
    graph: AnyGraph = nx.Graph(name="related", kind="custom")
    graph.add_node('a "b" \\', label="line\nbreak <&> \x01", type="thing")
    assert dot(graph) == (
        b'graph "related" {\n  "a \\"b\\" \\\\" [label="line\\nbreak <&> \x01", type="thing"];\n}\n'
    )
    read = nx.parse_graphml(graphml(graph).decode())
    assert read.nodes['a "b" \\']["label"] == "line\nbreak <&>  "


def test_a_graph_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cliques, "MOST_PAIRS", 50)
    puzzle = examples("sudoku")[0]
    with pytest.raises(LimitReachedError, match="too large"):
        build(puzzle, "cells")


def test_an_unknown_graph() -> None:
    puzzle = examples("sudoku")[0]
    with pytest.raises(ChoiceError, match=r"expected one of related, cells.*got 'shape'"):
        build(puzzle, "shape")


def test_the_usual_graph_has_edges() -> None:
    animals, kenken = examples("animals")[0], examples("kenken")[0]
    assert "instead_of" not in build(animals).graph
    assert build(animals).graph["name"] == "related"
    usual = build(kenken)
    assert (usual.graph["name"], usual.graph["instead_of"]) == ("cells", "related")
    assert usual.number_of_edges() > 0 == build(kenken, "related").number_of_edges()


# -- the command -----------------------------------------------------------------------------------


def test_the_command(run: Run, tmp_path: Path) -> None:
    level = tmp_path / "level.json"
    level.write_bytes(dumps(examples("animals")[0]))
    listed = run("graph", "--list")
    assert [line.split()[0] for line in listed.stdout.splitlines()] == NAMES
    told = run("graph", level)
    assert told.returncode == 0
    assert told.stdout.splitlines()[0] == "related: 6 nodes, 3 edges, 3 components"
    read = json.loads(run("graph", "-", "--json", stdin=level.read_bytes()).stdout)
    assert len(read["edges"]) == 3
    for ending in ("dot", "svg"):
        path = tmp_path / f"g.{ending}"
        assert run("graph", level, "-o", path).returncode == 0
        assert path.stat().st_size > 300
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted(["level.json", "g.dot", "g.svg"])


@pytest.mark.parametrize(
    ("arguments", "code", "line"),
    [
        (["graph"], 64, "uniclue: graph: expected a puzzle's FILE, or --list"),
        (["graph", "p.json", "--which", "shape"], 64, "expected one of related"),
        (["graph", "p.json", "-o", "g.pdf"], 64, "endings .graphml, .dot, .json, .png, .svg"),
        (["graph", "p.json", "-o", "p.json"], 64, "p.json holds the puzzle"),
        (["graph", "p.json", "-o", "none/g.dot"], 66, "none/g.dot: No such file or directory"),
        (["graph", "many.jsonl", "-o", "g.dot"], 64, "many puzzles need {line}"),
        (["graph", "many.jsonl", "-o", "g{line}.dot"], 65, "many.jsonl: line 3: $: expected JSON"),
        (["graph", "bad.json"], 65, "bad.json: $: expected JSON"),
        (["graph", "none.json"], 66, "none.json: No such file or directory"),
    ],
)
def test_errors_are_one_line(
    monkeypatch: Any, tmp_path: Path, arguments: list[str], code: int, line: str
) -> None:
    monkeypatch.chdir(tmp_path)
    text = dumps(examples("sudoku")[0])
    Path("p.json").write_bytes(text)
    Path("many.jsonl").write_bytes(text + b"\n" + text + b"\n{\n")
    Path("bad.json").write_text("{")
    refused_command(code, line, *arguments)
    written = ["g1.dot", "g2.dot"] if "g{line}.dot" in arguments else []
    assert sorted(p.name for p in tmp_path.glob("g*")) == written


# -- the search tree -------------------------------------------------------------------------------


def test_the_tree_of_level_50_is_what_the_player_counts() -> None:
    level_50 = uniclue.load(LEVEL_50)
    counters = search(level_50, "player").counters
    tree: Any = build(level_50, "search-tree")
    assert nx.is_arborescence(tree)
    leaves = Counter(tree.nodes[node]["label"] for node in tree if not tree.out_degree(node))
    assert leaves["O"] == counters["N"]
    # The counters also take a map for a dead end if all its placements are.
    ways = [[tree.edges[one, other]["clue"] for other in tree[one]] for one in tree if tree[one]]
    failed = [clues for clues in ways if all(": not so: " in clue for clue in clues)]
    assert leaves["X"] + len(failed) == counters["dead_ends"]
    depths = Counter(data["depth"] for data in tree.nodes.values() if data["type"] == "map")
    kept = [n for name, n in counters.items() if name.startswith("kept_")]
    assert [depths[i] for i in range(1, len(kept))] == kept[:-1]
    svg = picture(tree, "svg").decode()
    assert "solution (1)" in svg
    assert "depth: 6" in summary(tree).splitlines()


@pytest.mark.parametrize("kind", ["sudoku", "kakuro", "nonogram", "hitori", "garden"])
def test_the_solutions_of_a_tree_are_all_solutions(kind: str) -> None:
    for puzzle in examples(kind)[:4]:
        tree: Any = search_tree(puzzle)
        if not tree.graph["at_least"]:
            types = Counter(data["type"] for data in tree.nodes.values())
            assert types["solution"] == uniclue.count(puzzle, limit=3_000).count
            ends = {tree.nodes[n]["type"] for n in tree if not tree.out_degree(n)}
            assert ends <= {"solution", "dead end"}


def test_a_cut_tree_is_at_least_so_large() -> None:
    level_50 = uniclue.load(LEVEL_50)
    tree: Any = search_tree(level_50, most=20)
    assert (len(tree), tree.graph["at_least"]) == (20, True)
    assert Counter(data["type"] for data in tree.nodes.values())["open"]
    named: Any = nx.DiGraph(tree, name="search-tree", kind="animals")
    assert "; cut: at least so large" in summary(named)
