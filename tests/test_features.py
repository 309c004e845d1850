"""Features: against networkx and brute force, under symmetries, and as a registry."""

from __future__ import annotations

import math
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from copy import copy
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import networkx as nx
import numpy as np
import pulp
import pytest
from conftest import cases, examples
from helpers import FEW, OF_EACH_SORT, quickly
from hypothesis import given
from hypothesis import strategies as st
from shading import some_round, some_shading
from singles import candidates_of, singles_of, units_of
from strategies import KINDS

from uniclue.constraints.reach import Reach
from uniclue.core.model import Model
from uniclue.core.puzzle import ChoiceError, Puzzle, chosen_form
from uniclue.encoders import ilp
from uniclue.encoders.cnf import encode
from uniclue.formats import sudoku_line
from uniclue.formats.puzzle_json import from_members
from uniclue.solvers.decide import unique
from uniclue.solvers.limits import Clock, Limits
from uniclue.solvers.sat import IncrementalSolver
from uniclue.study.features import cnf as formula
from uniclue.study.features.elimination import eliminate
from uniclue.study.features.feature import Subject, blocks, describe, find_blocks
from uniclue.study.features.players import PlayerFeatures
from uniclue.study.features.shape import SEED, measured
from uniclue.study.features.summaries import FIGURES
from uniclue.study.graphs.adjacency import Adjacency
from uniclue.study.graphs.communities import louvain
from uniclue.study.graphs.deduction import deduce
from uniclue.study.graphs.graph import build, build_bare, graph_kinds
from uniclue.study.waves.boards import system

STRUCTURE = ("size", "cnf", "matrix", "static", "residual", "deduction")
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"

edges = st.sets(st.tuples(st.integers(0, 6), st.integers(0, 6)).filter(lambda e: e[0] < e[1]))


# -- shapes of graphs ------------------------------------------------------------------------------


@cases(60)
@given(st.integers(1, 7), edges)
def test_shapes_of_small_graphs_are_those_of_networkx(n: int, ends: set[tuple[int, int]]) -> None:
    graph: Any = nx.empty_graph(n)
    graph.add_edges_from((u, v) for u, v in ends if max(u, v) < n)
    found = measured(Adjacency.of_graph(graph))
    degrees = [d for _, d in graph.degree]
    components = list(nx.connected_components(graph))
    largest = max(components, key=lambda c: (len(c), graph.subgraph(c).size()))
    expected: dict[str, Any] = {
        "nodes": n,
        "edges": graph.size(),
        "density": nx.density(graph),
        "degree_mean": np.mean(degrees),
        "degree_max": max(degrees),
        "components": len(components),
        "cyclomatic": len(nx.cycle_basis(graph)),
        "degeneracy": max(nx.core_number(graph).values()),
        "clustering": nx.average_clustering(graph),
        "transitivity": nx.transitivity(graph),
        "cut_share": len(set(nx.articulation_points(graph))) / n,
    }
    assert float(found["treewidth_lower"]) <= treewidth(graph) <= float(found["treewidth_upper"])
    if graph.size():
        best = max(nx.community.modularity(graph, p) for p in partitions(sorted(graph)))
        assert -0.5 <= float(found["modularity"]) <= best + 1e-9
    else:
        expected["communities"] = n
    k, part = len(largest), graph.subgraph(largest)
    if [len(c) for c in components].count(k) == 1:
        expected |= {
            "largest_share": k / n,
            "diameter": nx.diameter(part),
            "radius": nx.radius(part),
        }
        if k > 1:
            between = nx.betweenness_centrality(part, normalized=False)
            lacks = sum(max(between.values()) - b for b in between.values())
            most = (k - 1) * (k - 1) * (k - 2) / 2
            laplacian = nx.laplacian_matrix(part).toarray()
            expected |= {
                "mean_distance": nx.average_shortest_path_length(part),
                "betweenness_centralisation": lacks / most if most else 0,
                "algebraic_connectivity": np.sort(np.linalg.eigvalsh(laplacian))[1],
            }
    assert {name: found[name] for name in expected} == pytest.approx(expected, abs=1e-9)


def partitions(nodes: list[int]) -> list[list[set[int]]]:
    """All ways to part some nodes."""
    if not nodes:
        return [[]]
    first, *rest = nodes
    out = []
    for parts in partitions(rest):
        out.append([{first}, *parts])
        out += [[*parts[:i], parts[i] | {first}, *parts[i + 1 :]] for i in range(len(parts))]
    return out


def treewidth(graph: Any) -> int:
    """By dynamic programming over the sets of nodes eliminated first (Bodlaender et al. 2006)."""
    nodes = list(graph)
    best = {frozenset[int](): -1}
    for size in range(1, len(nodes) + 1):
        new = {}
        for gone in combinations(nodes, size):
            key = frozenset(gone)
            options = []
            for last in gone:
                before = key - {last}
                inside = graph.subgraph(before | {last})
                reach = nx.node_connected_component(inside, last)
                around = {v for u in reach for v in graph[u]} - reach - {last}
                options.append(max(best[before], len(around)))
            new[key] = min(options)
        best |= new
    return best[frozenset(nodes)]


@pytest.mark.slow
def test_large_graphs_by_other_means() -> None:
    graph: Any = nx.gnp_random_graph(300, 0.03, seed=4)
    part = graph.subgraph(max(nx.connected_components(graph), key=len))
    found = measured(Adjacency.of_graph(graph))
    values = np.linalg.eigvalsh(nx.laplacian_matrix(part).toarray())
    assert found["algebraic_connectivity"] == pytest.approx(values[1], rel=1e-9)
    assert found["spectral_radius"] == pytest.approx(
        np.linalg.eigvalsh(nx.to_numpy_array(part))[-1], rel=1e-9
    )
    assert found["assortativity"] == pytest.approx(nx.degree_assortativity_coefficient(graph))
    assert found["treewidth_lower"] >= found["degeneracy"]  # type: ignore[operator]


@pytest.mark.parametrize("seed", range(4))
def test_a_symmetry_changes_no_figure(seed: int) -> None:
    """The graph times a cycle, a clique or nothing but a perfect matching: each layer is turned."""
    base: Any = nx.gnp_random_graph(9, 0.3, seed=seed)
    layers: Any = (nx.cycle_graph(4), nx.complete_graph(5), nx.path_graph(2))[seed % 3]
    product: Any = nx.cartesian_product(base, layers)
    n, graph = len(layers), Adjacency.of_graph(product)
    nodes = np.arange(graph.n).reshape(9, n)
    turned = graph.turned(np.roll(nodes, -1, axis=1).ravel())
    assert turned.orbits().tolist() == np.repeat(nodes[:, 0], n).tolist()
    assert measured(turned) == pytest.approx(measured(graph), abs=1e-12)


def test_what_is_no_symmetry_is_ignored() -> None:
    graph = Adjacency.of(3, np.array([[0, 1]]))
    assert graph.turned(np.array([1, 2, 0])).turn is None
    assert graph.turned(np.array([1, 1, 2])).turn is None
    assert graph.turned(np.array([1, 0, 2])).orbits().tolist() == [0, 0, 2]


@pytest.mark.parametrize("seed", range(5))
def test_canonical_order_does_not_depend_on_names(seed: int) -> None:
    graph = nx.gnp_random_graph(40, 0.15, seed=seed)
    order = np.random.default_rng(seed).permutation(40)
    other = nx.relabel_nodes(graph, dict(enumerate(order.tolist())))
    moved: Any = nx.Graph()
    moved.add_nodes_from(sorted(other))
    moved.add_edges_from(other.edges)
    one, two = Adjacency.of_graph(graph), Adjacency.of_graph(moved)
    here, there = (g.only(g.canonical).edges.tolist() for g in (one, two))
    assert here == there
    assert measured(one) == pytest.approx(measured(two))


@pytest.mark.skipif(
    tuple(map(int, nx.__version__.split(".")[:2])) >= (3, 7), reason="networkx visits otherwise"
)
@pytest.mark.parametrize("degree", [1, 4, 20])
def test_communities_are_those_of_networkx(degree: int) -> None:
    graph = nx.gnp_random_graph(120, degree / 120, seed=degree)
    expected = nx.community.louvain_communities(graph, weight=None, seed=SEED)
    community = louvain(Adjacency.of_graph(graph), SEED)
    assert [set(np.flatnonzero(community == i)) for i in range(len(expected))] == expected


@pytest.mark.parametrize("kind", OF_EACH_SORT)
def test_graphs_without_names_are_the_same(kind: str) -> None:
    bare = [each.name for each in graph_kinds() if each.bare]
    assert len(bare) >= 9
    for puzzle, name in product(examples(kind), bare):
        named, other = Adjacency.of_graph(build(puzzle, name)), build_bare(puzzle, name)
        assert np.array_equal(named.indptr, other.indptr), name
        assert np.array_equal(named.indices, other.indices), name


def test_figures_by_hand() -> None:
    numbers = np.array([1.0, 1.0, 2.0, 4.0])
    values = {name: figure(numbers) for name, (_, figure) in FIGURES.items()}
    assert values["entropy"] == pytest.approx(1.5)
    assert values["gini"] == pytest.approx(
        sum(abs(a - b) for a in numbers for b in numbers) / (2 * 16 * 2)
    )
    assert values["cv"] == pytest.approx(math.sqrt(1.5) / 2)


# -- formulas and matrices -------------------------------------------------------------------------


@pytest.mark.parametrize("kind", OF_EACH_SORT)
def test_shape_of_the_formula_by_brute_force(kind: str) -> None:
    for puzzle in examples(kind):
        cnf = Subject(puzzle).cnf
        clauses = cnf.clauses()
        uses = Counter(abs(lit) for clause in clauses for lit in clause)
        graph: Any = nx.Graph()
        graph.add_nodes_from(uses)
        for clause in clauses:
            graph.add_edges_from(combinations({abs(lit) for lit in clause}, 2))
        degrees = [d for _, d in graph.degree]
        balance = [abs(2 * sum(lit > 0 for lit in c) / max(len(c), 1) - 1) for c in clauses]
        expected = {
            "variables": len(uses),
            "clauses": len(clauses),
            "horn_share": np.mean([sum(lit > 0 for lit in c) <= 1 for c in clauses]),
            "variable_clauses_mean": np.mean(list(uses.values())) / len(clauses),
            "variable_degree_mean": np.mean(degrees),
            "variable_degree_max": max(degrees),
            "clause_balance_mean": np.mean(balance),
            "binary_share": np.mean([len(c) == 2 for c in clauses]),
        }
        found = formula.shape(cnf.lengths, cnf.lits)
        assert {name: found[name] for name in expected} == pytest.approx(expected)


@pytest.mark.parametrize("line", [EASY, HARD])
def test_direct_elimination_leaves_what_people_pencil_in(line: str) -> None:
    puzzle = sudoku_line.read(line)
    model = puzzle.model()
    can = eliminate(model, Subject(puzzle).cnf).candidates()
    board = board_of(line)
    expected = candidates_of(board, units_of())
    for i, (r, c) in enumerate(model.places):
        digits = {d + 1 for d in np.flatnonzero(can[i]).tolist()}
        assert digits == expected.get((r, c), {board[r][c]})


@pytest.mark.parametrize("kind", OF_EACH_SORT)
def test_rank_of_the_clues_by_exact_elimination(kind: str) -> None:
    for puzzle in examples(kind):
        rows = [[Fraction(int(x)) for x in row] for row in puzzle.model().incidence()]
        found = describe(puzzle, ["matrix"]).values
        assert found["matrix.clue_rank"] == rank(rows)


def rank(rows: list[list[Fraction]]) -> int:
    done = 0
    for column in range(len(rows[0]) if rows else 0):
        pivot = next((i for i in range(done, len(rows)) if rows[i][column]), None)
        if pivot is None:
            continue
        rows[done], rows[pivot] = rows[pivot], rows[done]
        for i in range(done + 1, len(rows)):
            factor = rows[i][column] / rows[done][column]
            rows[i] = [a - factor * b for a, b in zip(rows[i], rows[done], strict=True)]
        done += 1
    return done


@pytest.mark.parametrize("line", [HARD, "kakuro", "nonogram"])
def test_lp_gap_is_that_of_the_whole_program(line: str) -> None:
    puzzle = sudoku_line.read(line) if line == HARD else examples(line)[0]
    found = describe(puzzle, ["matrix"]).values["matrix.lp_gap"]
    made = ilp.encode(puzzle.model())
    problem, model = made.problem, puzzle.model()
    grid = puzzle.read_grid(unique(puzzle).solutions[0])
    by_name = {v.name: v for v in problem.variables()}
    lack = []
    for literal in model.literals_in(grid).tolist():
        variable = by_name.get(f"x{abs(literal)}")
        if variable is not None:
            lack.append(1 - variable if literal > 0 else variable)
    for variable in problem.variables():
        variable.cat = pulp.LpContinuous
    problem.sense = pulp.LpMaximize
    problem.setObjective(pulp.lpSum(lack))
    problem.solve(pulp.PULP_CBC_CMD(msg=False))
    assert pulp.value(problem.objective) == pytest.approx(found, abs=1e-6)


# -- solving ---------------------------------------------------------------------------------------


def board_of(line: str) -> list[list[int]]:
    digits = [int(ch) for ch in line.replace(".", "0")]
    return [digits[9 * r : 9 * r + 9] for r in range(9)]


def singles(board: list[list[int]]) -> set[tuple[int, int]]:
    """The cells with a naked or a hidden single."""
    return {cell for cell, _ in singles_of(board, units_of())[0]}


@pytest.mark.parametrize("line", [EASY, HARD])
def test_players_meet_the_singles_that_are_there(line: str) -> None:
    puzzle = sudoku_line.read(line)
    deduction, model = deduce(puzzle), puzzle.model()
    own = system(model)
    filled = PlayerFeatures(deduction, model, own, np.arange(81), runs=3).play(Clock())
    grid = board_of(line)
    assert filled.fillable[0].tolist() == [len(singles(grid))] * 3
    assert (filled.blank[:, 0] == filled.blank[:, 1]).all()
    assert filled.stuck == len(deduction.stuck)
    placed = (filled.fillable > 0).sum(axis=0)
    assert (placed <= line.count(".")).all()
    if line == EASY:
        assert placed.tolist() == [line.count(".")] * 3
        assert (filled.fillable > 0).all()
        assert filled.checks[-1].tolist() == [0] * 3  # the last cell needs no checking


@pytest.mark.parametrize("some", [some_shading, some_round])
def test_players_see_lazy_constraints(some: Callable[[random.Random], Puzzle]) -> None:
    rng, solved = random.Random(4), 0
    for _ in range(30):
        puzzle = some(rng)
        deduction = deduce(puzzle)
        if not deduction.contradiction:
            model = puzzle.model()
            order = np.arange(len(model.places))
            filled = PlayerFeatures(deduction, model, system(model), order, runs=3).play(Clock())
            assert filled.stuck == len(deduction.stuck)
            solved += not filled.stuck
    assert solved


@pytest.mark.parametrize("more", [0, 60])
def test_direct_elimination_asks_lazy_constraints(more: int) -> None:
    """The area of the first cell cannot come to the last one; the cell between is not filled."""
    model = Model()
    x = model.cell_vars([*((1, c) for c in range(more)), *((0, c) for c in range(4))], (1, 2, 3))
    ones = [model.literal((0, c), 1) for c in range(4)]
    model.group("clue", "what is known", literals=[ones[0], model.literal((0, 2), 2)])
    model.exactly_one(model.group("rule", "one value"), x)
    model.lazy.append(Reach(model.group("rule", "1s"), ones, [[1], [0, 2], [1, 3], [2]]))
    can = eliminate(model, encode(model, rows_alone=True)).candidates()[more:]
    assert can.tolist() == [[1, 0, 0], [1, 1, 1], [0, 1, 0], [0, 1, 1]]


def test_waves_of_a_puzzle_solved_by_singles() -> None:
    found = describe(sudoku_line.read(EASY), ["deduction"]).values
    grid = board_of(EASY)
    solution = unique(sudoku_line.read(EASY)).solutions[0]
    widths = []
    while cells := singles(grid):
        widths.append(len(cells))
        for r, c in cells:
            grid[r][c] = int(str(solution[r][c]))
    assert found["deduction.waves"] == len(widths)
    assert found["deduction.width_mean"] == pytest.approx(np.mean(widths))
    assert found["deduction.stuck_share"] == 0
    assert found["deduction.depth"] <= len(widths)  # type: ignore[operator]
    looks = 0.0
    blank = EASY.count(".")
    for width in widths:
        looks += blank * sum(1 / i for i in range(1, width + 1))
        blank -= width
    assert found["deduction.wave_search_log"] == pytest.approx(math.log(looks))


# -- symmetries ------------------------------------------------------------------------------------


def assert_same(one: Puzzle, other: Puzzle, names: tuple[str, ...] = STRUCTURE) -> None:
    a, b = describe(one, names), describe(other, names)
    assert a.missing == b.missing
    differ = {
        column: (value, b.values[column])
        for column, value in a.values.items()
        if value is not None and value != pytest.approx(b.values[column], rel=1e-6, abs=1e-9)
    }
    assert not differ


def moved(grid: list[list[int]], box: int, draw: Any) -> list[list[int]]:
    """A sudoku with digits renamed, rows and columns permuted, perhaps transposed."""
    n = len(grid)
    digits = [0, *draw.draw(st.permutations(range(1, n + 1)))]

    def order() -> list[int]:
        bands = draw.draw(st.permutations(range(n // box)))
        return [b * box + i for b in bands for i in draw.draw(st.permutations(range(box)))]

    rows, cols = order(), order()
    out = [[digits[grid[r][c]] for c in cols] for r in rows]
    return [list(line) for line in zip(*out, strict=True)] if draw.draw(st.booleans()) else out


@cases(3)
@given(st.data(), st.sampled_from([EASY, HARD]))
@pytest.mark.slow
def test_sudokus_that_are_the_same_have_the_same_features(data: Any, line: str) -> None:
    grid = board_of(line)
    made = {"kind": "sudoku", "box": [3, 3]}
    other = moved(grid, 3, data)
    assert_same(from_members(made | {"grid": grid}), from_members(made | {"grid": other}))


@cases(15)
@given(KINDS["kakuro"])
def test_transposed_kakuros_have_the_same_features(puzzle: Puzzle) -> None:
    def kakuro(lines: list[Any], across: str, down: str) -> Puzzle:
        grid = [
            [c and {"across": getattr(c, across), "down": getattr(c, down)} for c in line]
            for line in lines
        ]
        return from_members(
            {"kind": "kakuro", "rows": len(grid), "cols": len(grid[0]), "grid": grid}
        )

    lines: list[Any] = puzzle.grid  # type: ignore[attr-defined]
    plain = kakuro(lines, "across", "down")
    turned = kakuro(list(zip(*lines, strict=True)), "down", "across")
    assert_same(plain, turned, ("cnf", "matrix", "static"))


# -- the registry ----------------------------------------------------------------------------------


def test_the_registry_is_complete_and_unambiguous() -> None:
    assert [block.name for block in blocks()] == [
        "size", "cnf", "matrix", "static", "residual", "deduction", "effort", "grade",
        "across", "player", "process", "steps", "tree",
    ]  # fmt: skip
    on_request = {block.name for block in {*blocks()} - {*find_blocks()}}
    assert on_request == {"across", "process", "steps"}
    for block in blocks():
        names = [feature.name for feature in block.features]
        assert len(set(names)) == len(names)
        for feature in block.features:
            assert feature.meaning
            assert feature.unit
            assert feature.source
    with pytest.raises(ChoiceError, match="expected blocks of size"):
        find_blocks(["nothing"])


@pytest.mark.parametrize("kind", quickly(OF_EACH_SORT, ["kakuro"]))
def test_every_feature_has_a_number_or_a_reason(kind: str) -> None:
    names = [block.name for block in blocks()]
    columns = [f"{block.name}.{f.name}" for block in blocks() for f in block.features]
    for puzzle in examples(kind):
        row = describe(puzzle, names)
        assert list(row.values) == columns
        assert list(row.block_seconds) == names
        for column, value in row.values.items():
            assert (value is None) == (column in row.missing)
            assert value is None or math.isfinite(value)
        assert all(row.missing.values())
        assert "not a finite number" not in row.missing.values()
        assert describe(puzzle, names).values == row.values


@pytest.mark.parametrize("kind", quickly(OF_EACH_SORT, FEW))
def test_blocks_alone_are_blocks_together(kind: str) -> None:
    puzzle = examples(kind)[0]
    together = describe(puzzle, [block.name for block in blocks()]).values
    for block in blocks():
        alone = describe(puzzle, [block.name]).values
        assert alone.items() <= together.items()
        assert len(alone) == len(block.features)


@pytest.mark.parametrize("kind", ["kakuro", "nonogram", "sudoku"])
def test_each_model_is_built_once_and_each_formula_loaded_once(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle, build_model, load = copy(examples(kind)[0]), Puzzle.model, IncrementalSolver.__init__
    models, formulas = Counter[str](), Counter[bytes]()

    def model(self: Puzzle, form: str | None = None) -> Model:
        models[chosen_form(type(self), form)] += 1
        return build_model(self, form)

    def loaded(self: IncrementalSolver, cnf: Any, *more: Any, **options: Any) -> None:
        formulas[cnf.lits.tobytes()] += 1
        load(self, cnf, *more, **options)

    monkeypatch.setattr(Puzzle, "model", model)
    monkeypatch.setattr(IncrementalSolver, "__init__", loaded)
    describe(puzzle)
    assert {*models.values()} == {*formulas.values()} == {1}


@pytest.mark.slow
def test_features_of_a_sudoku_load_no_large_library() -> None:
    code = f"""if True:
        import sys
        from uniclue.formats import sudoku_line
        from uniclue.study.features.feature import describe
        describe(sudoku_line.read({EASY!r}))
        print(*sorted({{"matplotlib", "networkx", "numpy.ma", "scipy"}} & {{*sys.modules}}))
    """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_a_limit_leaves_a_reason() -> None:
    row = describe(sudoku_line.read(HARD), ["size", "residual"], Limits(seconds=1e-9))
    assert row.reason is not None
    assert "time limit" in row.missing["residual.blank-cells.nodes"]
    assert row.values["size.cells"] == 81


def test_features_of_other_kinds_say_so() -> None:
    row = describe(sudoku_line.read(EASY), ["grade"])
    assert row.missing["grade.kakuro-p"] == "not for this kind"
    assert row.values["grade.ladder"] == 1
    assert "grade.effort" not in row.values


def test_the_brute_force_itself() -> None:
    # As many partitions as Bell's numbers say.
    assert [len(partitions(list(range(n)))) for n in range(6)] == [1, 1, 2, 5, 15, 52]
    assert all(treewidth(nx.cycle_graph(n)) == 2 for n in (3, 4, 5))
