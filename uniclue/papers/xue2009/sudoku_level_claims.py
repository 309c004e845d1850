"""The claims of Xue, Jiang and Li 2009 on sudokus by digging holes."""

from __future__ import annotations

import csv
import time
from contextlib import closing
from functools import partial
from statistics import fmean, median

import numpy as np

from uniclue.generators.sudoku_digging import Digger, grouped, terminal_grid, transformed
from uniclue.generators.sudoku_vegas import random_cells
from uniclue.graders import pelanek
from uniclue.models.sudoku import Sudoku
from uniclue.papers.expected import Above, Below, Equal, Falling, Near, Rising, Times
from uniclue.papers.ledger import CannotCheckError, Claim, Document, Measured
from uniclue.papers.ranks import partial_rank_correlation, rank_correlation
from uniclue.papers.tables import TableTask, corpus_files
from uniclue.papers.xue2009 import genetic
from uniclue.papers.xue2009 import sudoku_level_grader as sudoku_level
from uniclue.papers.xue2009.sudoku_dig_recipe import TARGETS, DigOptions, OrderName, dug, in_order
from uniclue.papers.xue2009.sudoku_level_tables import BOX, FILE, SAMPLE, read_published
from uniclue.papers.xue2009.sudoku_search import exhaustive
from uniclue.search.steps import StepLimitError, StepLog
from uniclue.solvers import decide
from uniclue.solvers.limits import Limits

PAPER = Document(
    "sudoku-levels",
    "Xue Yuanhai, Jiang Biaobin and Li Yongzhuo 2009",
    "Sudoku Puzzles Generating: From Easy to Evil",
)
LEVELS = "uniclue reproduce sudoku-levels"
BOUND = 1_500_000
RATED, SPARSE = "sudoku/se_rated.csv", "sudoku/17_clue.txt"
ORDERS: tuple[OrderName, ...] = ("random", "alternate", "serpentine", "rows")

claim = partial(Claim, PAPER)


def tries(puzzle: Sudoku, limit: int, solutions: int | None = None) -> int:
    """Legal placements of the row-major search until it ends, or has found that many solutions."""
    steps = StepLog(limit - 1)
    try:
        for number, _ in enumerate(exhaustive(puzzle, steps), 1):
            if number == solutions:
                break
    except StepLimitError:
        pass
    return steps.counters["tries"]


def of_text(cells: str) -> Sudoku:
    """A puzzle of 81 characters."""
    digits = [int(c) if c.isdigit() else 0 for c in cells]
    return Sudoku(box=BOX, grid=tuple(tuple(digits[i : i + 9]) for i in range(0, 81, 9)))


def corpus_lines(file: str) -> list[str]:
    """The lines of a file of the corpus, without a header."""
    files = corpus_files(file)
    if not files:
        raise CannotCheckError(f"It needs published puzzles: UNICLUE_CORPUS/{file}.")
    return files[0].read_text("utf-8").split("\n")[files[0].suffix == ".csv" :]


# -- the grade -------------------------------------------------------------------------------------


def sample_grade(task: TableTask) -> Measured:
    """The sample of table 1, and figures that follow from printed ones."""
    parts = sudoku_level.scores(*SAMPLE)
    number, level = sudoku_level.grade_of(*parts)
    return Measured(
        {
            "sample-parts": parts,
            "sample-grade": number,
            "sample-level": level,
            "equal-fifths": sudoku_level.LEVELS[4 - 5 * SAMPLE[0] // 81],
            "mean-seconds": (round(4.509 / 27, 3), round(111 / 27, 2)),
            "storage-genetic": round(5 * 81 / (21 * 81), 2),
        },
        "from the printed figures",
    )


def rated(task: TableTask) -> Measured:
    """Givens and their distribution against published ratings."""
    rows = [row for row in csv.reader(corpus_lines(RATED)) if row and row[-1] == "rating"]
    rows = rows[: task.scaled(len(rows))]
    puzzles = [of_text(row[0]) for row in rows]
    ratings = [float(row[1]) for row in rows]
    givens = [len(dict(puzzle.known_cells())) for puzzle in puzzles]
    floors = [sudoku_level.floor_of(puzzle) for puzzle in puzzles]
    return Measured(
        {
            "fewer-givens-harder": round(rank_correlation(givens, ratings), 2),
            "uneven-harder": round(partial_rank_correlation(floors, ratings, givens), 2),
        },
        f"{len(puzzles)} published puzzles rated by Sukaku Explainer",
    )


GRADES = (
    claim(
        "sample-parts",
        "4, table 1",
        "The sample (22 givens, an empty row, 263,734 tries) scores 5, 5 and 4.",
        Equal((5, 5, 4)),
        sample_grade,
        LEVELS,
    ),
    claim(
        "sample-grade",
        "4, table 1",
        "Its weighted sum is 4.7.",
        Near(4.7, 0.0001),
        sample_grade,
        LEVELS,
    ),
    claim("sample-level", "4, table 1", "Its level is V.", Equal("V"), sample_grade, LEVELS),
    claim(
        "equal-fifths",
        "5.2.2, restriction 1",
        "The levels cut 0 to 80 givens into five nearly equal parts: the level of the sample.",
        Equal("V"),
        sample_grade,
    ),
    claim(
        "fewer-givens-harder",
        "4",
        "The fewer givens, the harder by logic: rank correlation of givens and ratings.",
        Below(-0.1),
        rated,
    ),
    claim(
        "uneven-harder",
        "4",
        "The less even the givens, the harder: rank correlation of the fewest in a row or column "
        "with ratings, at the same number of givens.",
        Below(-0.1),
        rated,
    ),
)


# -- the terminal grid -----------------------------------------------------------------------------


def las_vegas(task: TableTask) -> Measured:
    """How often n random cells extend to a grid, and what the search takes."""
    success, work = {}, {}
    for n in (8, 11, 14, 17, 20):
        rng = np.random.default_rng([task.seed, n])
        trials = [random_cells(BOX, n, rng) for _ in range(task.scaled(3000 if n == 11 else 1000))]
        legal = [trial for trial in trials if trial is not None]
        solved = sum(bool(decide.solve(trial).solutions) for trial in legal)
        success[n] = round(100 * solved / len(trials), 2)
        work[n] = fmean(tries(trial, 50_000, 1) for trial in legal[: task.scaled(40)])
    return Measured(
        {
            "las-vegas-11": success[11],
            "las-vegas-fewer": tuple(success.values()),
            "las-vegas-time": tuple(round(work[n]) for n in reversed(work)),
            "las-vegas-any-digits": round(100 * _unclashing(11, task), 1),
        },
        f"{task.scaled(3000):,} trials at n = 11, {task.scaled(1000):,} at 8, 14, 17, 20; mean "
        f"tries of {task.scaled(40)} searches to the first solution, 50,000 at most",
    )


def _unclashing(number: int, task: TableTask) -> float:
    """The share of trials with arbitrary digits in which none clash."""
    rng = np.random.default_rng(task.seed)
    good = 0
    for _ in range(trials := task.scaled(1000)):
        cells, digits = rng.permutation(81)[:number], rng.integers(1, 10, number)
        r, c = np.divmod(cells, 9)
        units = np.stack([r, 9 + c, 18 + r // 3 * 3 + c // 3])
        good += len(np.unique(units * 10 + digits)) == 3 * number
    return good / trials


GRIDS = (
    claim(
        "las-vegas-11",
        "5.2.1",
        "With n = 11 random cells a terminal grid results in 99.7 % (digits that are legal).",
        Near(99.7, 0.5),
        las_vegas,
        LEVELS,
    ),
    claim(
        "las-vegas-any-digits",
        "5.2.1",
        "The cells get any digits 1 to 9: per cent of trials without a clash, of which 99.7 would "
        "have to succeed.",
        Above(99.7),
        las_vegas,
    ),
    claim(
        "las-vegas-fewer",
        "5.2.1",
        "The fewer cells, the likelier it succeeds: n = 8, 11, 14, 17, 20, per cent.",
        Falling(),
        las_vegas,
        LEVELS,
    ),
    claim(
        "las-vegas-time",
        "5.2.1",
        "The fewer cells, the longer it takes: n = 20, 17, 14, 11, 8, mean tries.",
        Rising(),
        las_vegas,
        LEVELS,
    ),
)


# -- digging ---------------------------------------------------------------------------------------


def digging(task: TableTask) -> Measured:
    """Puzzles of level V, dug with the pruning and without."""
    rng = np.random.default_rng(task.seed)
    groups = grouped(in_order("rows", 9, rng), 9, "none")
    questions, seconds = {True: 0, False: 0}, {True: 0.0, False: 0.0}
    most = reopened = different = several = changed = 0
    for _ in range(number := task.scaled(12)):
        full, target = terminal_grid(BOX, rng), int(rng.integers(*TARGETS["V"], endpoint=True))
        dug_grids = []
        for is_pruned in (True, False):
            with closing(Digger(BOX, full)) as digger:
                started = time.process_time()
                (digger.dig if is_pruned else digger.dig_unpruned)(groups, target)
                seconds[is_pruned] += time.process_time() - started
                questions[is_pruned] += digger.questions
                dug_grids.append(tuple(digger.digits))
                if is_pruned:
                    most = max(most, digger.questions)
                    left = [group for group in groups if digger.digits[group[0]]]
                    reopened += sum(digger.may_go(group, target) for group in left)
        puzzle = of_text("".join(map(str, dug_grids[0])))
        several += decide.unique(puzzle).status != "unique"
        grid = transformed(np.array(puzzle.grid)[None], BOX, rng)[0].tolist()
        turned = Sudoku(box=BOX, grid=tuple(map(tuple, grid)))
        changed += decide.unique(turned).status != "unique"
        different += len(set(dug_grids)) - 1
    return Measured(
        {
            "tried-once": most,
            "refused-stays": reopened,
            "contradiction-right": several,
            "transforms": changed,
            "pruning-same": different,
            "pruning-saves": round(questions[False] / questions[True], 2),
            "pruning-50": round(seconds[False] / seconds[True], 2),
        },
        f"{number} puzzles of level V, dug row by row",
    )


def contradictions(task: TableTask) -> Measured:
    """Both tests of uniqueness by the paper's own search, hole by hole."""
    rng, ratios = np.random.default_rng(task.seed), []
    for _ in range(number := task.scaled(6)):
        full = terminal_grid(BOX, rng)
        with closing(Digger(BOX, full)) as digger:
            for group in grouped(in_order("random", 9, rng), 9, "none"):
                if sum(map(bool, digger.digits)) in range(29, 37):
                    ratios.append(_ratio(digger, group[0]))
                digger.dig([group], 28)
    return Measured(
        {"contradiction-quicker": round(median(ratios), 2)},
        f"median of {len(ratios)} cells of {number} puzzles at 29 to 36 givens, 30,000 tries at "
        "most",
    )


def _ratio(digger: Digger, cell: int) -> float:
    """Tries to find all solutions without a cell, over tries to find one with another digit."""
    digits = digger.digits.copy()
    others = [d for d in range(1, 10) if d != digits[cell]]
    digits[cell] = 0
    exhausted, refuted = tries(of_text("".join(map(str, digits))), 30_000), 0
    for digit in others:
        digits[cell] = digit
        puzzle = of_text("".join(map(str, digits)))
        steps = StepLog(30_000)
        try:
            is_solved = next(exhaustive(puzzle, steps), None) is not None
        except StepLimitError:
            is_solved = False
        refuted += steps.counters["tries"]
        if is_solved:
            break
    return exhausted / max(refuted, 1)


def orders(task: TableTask) -> Measured:
    """Puzzles dug in each order, with the targets of level V."""
    number = task.scaled(16)
    grades, dependencies, givens, top = ({order: [0.0] * 0 for order in ORDERS} for _ in range(4))
    for order in ORDERS:
        rng = np.random.default_rng(task.seed)
        for _ in range(number):
            puzzle = dug("V", DigOptions(order=order, any_grade=True), rng)
            grades[order].append(sudoku_level.rate(puzzle, Limits()).number or 0.0)
            dependencies[order].append(pelanek.dependency(puzzle, Limits()).number or 0.0)
            with closing(Digger(BOX, terminal_grid(BOX, rng))) as digger:
                digger.dig(grouped(in_order(order, 9, rng), 9, "none"))
                givens[order].append(sum(map(bool, digger.digits)))
                top[order].append(sum(map(bool, digger.digits[:27])))

    def rows_less_random(values: dict[OrderName, list[float]]) -> float:
        return round(fmean(values["rows"]) - fmean(values["random"]), 2)

    return Measured(
        {
            "rows-harder-grade": rows_less_random(grades),
            "rows-harder-dependency": rows_less_random(dependencies),
            "rows-fewest-givens": rows_less_random(givens),
            "order-distributes": rows_less_random(top),
            "orders-rise": tuple(round(fmean(grades[order]), 2) for order in ORDERS),
        },
        f"{number} puzzles of each order",
    )


def levels(task: TableTask) -> Measured:
    """Puzzles dug for each level, graded."""
    number = task.scaled(10)
    shares: list[float] = []
    for level in TARGETS:
        rng = np.random.default_rng([task.seed, len(shares)])
        made = [dug(level, DigOptions(), rng) for _ in range(number)]
        labels = [sudoku_level.rate(puzzle, Limits()).label for puzzle in made]
        shares.append(round(labels.count(level) / number, 2))
    return Measured(
        {"all": tuple(shares), "as-asked": tuple(shares)},
        f"share of {number} puzzles dug for each level that are graded at it",
    )


DIGGING = (
    claim(
        "order-distributes",
        "5.2.2, operation 1",
        "The order of digging decides how the givens lie: givens in the top three rows, dug row "
        "by row less dug at random.",
        Below(-1),
        orders,
    ),
    claim(
        "orders-rise",
        "5.2.2, table 2",
        "Random, alternate, serpentine and row by row make ever harder puzzles: mean grades.",
        Rising(),
        orders,
        "python -m benchmarks.generate_sudoku",
    ),
    claim(
        "rows-harder-grade",
        "8, conclusion 1",
        "Row by row makes harder puzzles than at random: difference of the paper's own grades "
        "(taken as a tenth).",
        Above(0.1),
        orders,
        "python -m benchmarks.generate_sudoku",
    ),
    claim(
        "rows-harder-dependency",
        "8, conclusion 1",
        "The same by Pelánek's dependency, which is low for hard puzzles: difference.",
        Below(0),
        orders,
        "python -m benchmarks.generate_sudoku",
    ),
    claim(
        "rows-fewest-givens",
        "abstract",
        "The order for evil puzzles leaves fewest givens: givens when nothing more can be dug, row "
        "by row less at random.",
        Below(0),
        orders,
    ),
    claim(
        "contradiction-right",
        "5.2.2, operation 3",
        "The proof by contradiction shows that the solution is unique: dug puzzles with several.",
        Equal(0),
        digging,
    ),
    claim(
        "contradiction-quicker",
        "8, conclusion 2",
        "It is quicker than to search all solutions: tries for all solutions over its tries.",
        Above(1),
        contradictions,
    ),
    claim(
        "refused-stays",
        "5.2.2, operation 4",
        "A cell that could not be dug cannot be dug later: cells that could.",
        Equal(0),
        digging,
    ),
    claim(
        "tried-once",
        "5.2.2, operation 4",
        "At most 81 cells are tried.",
        Below(82),
        digging,
    ),
    claim(
        "pruning-same",
        "5.2.2, operation 4",
        "The pruning loses nothing: puzzles that become others without it.",
        Equal(0),
        digging,
    ),
    claim(
        "pruning-saves",
        "8, conclusion 3",
        "The pruning saves work: questions without it over questions with it.",
        Above(1),
        digging,
        "python -m benchmarks.generate_sudoku",
    ),
    claim(
        "pruning-50",
        "5.2.2, table 3",
        "It saves a factor of 50.6 in time (55,106.23 ms and 1,088.35 ms).",
        Times(55106.23 / 1088.35, 2),
        digging,
        "python -m benchmarks.generate_sudoku",
        is_timed=True,
    ),
    claim(
        "transforms",
        "5.2.2, operation 5",
        "The equivalent transforms keep a puzzle good: transformed puzzles without one solution.",
        Equal(0),
        digging,
    ),
    claim(
        "all",
        "abstract and 6",
        "Puzzles of all five levels can be made: share that are graded as asked.",
        Above(0),
        levels,
    ),
    claim(
        "as-asked",
        "abstract",
        "The puzzles have the level asked for: share that are graded as asked.",
        Above(0.99),
        levels,
    ),
)


# -- complexity ------------------------------------------------------------------------------------


def bound(task: TableTask) -> Measured:
    """The tries of the row-major search on sparse puzzles."""
    rng = np.random.default_rng(task.seed)
    options = DigOptions(minimal=True)
    puzzles = [dug("V", options, rng) for _ in range(task.scaled(12))]
    made, published = len(puzzles), 0
    if corpus_files(SPARSE):
        lines = [line for line in corpus_lines(SPARSE) if line]
        puzzles += [of_text(line) for line in lines[:: len(lines) // task.scaled(8)]]
        published = len(puzzles) - made
    over = sum(tries(puzzle, BOUND) >= BOUND for puzzle in puzzles)
    return Measured(
        {"bound": over},
        f"{made} puzzles dug row by row as far as it goes, {published} published ones of 17 givens",
    )


def genetics(task: TableTask) -> Measured:
    """The paper's search and a genetic algorithm on the published puzzles."""
    files = corpus_files(FILE)
    if not files:
        raise CannotCheckError(f"It needs published puzzles: UNICLUE_CORPUS/{FILE}.")
    puzzles = [puzzle for _, puzzle in read_published(files[0])][:: max(1, round(2 / task.scale))]
    rng, generations = np.random.default_rng(task.seed), task.scaled(5000)
    searched = evolved = 0.0
    solved = 0
    for puzzle in puzzles:
        started = time.process_time()
        tries(puzzle, 10**7)
        middle = time.process_time()
        solved += genetic.solve(puzzle, generations, rng)[0] is not None
        searched += middle - started
        evolved += time.process_time() - middle
    return Measured(
        {"genetic-slower": round(evolved / searched, 1)},
        f"{len(puzzles)} of the 27 puzzles, searched to the end; the genetic algorithm solved "
        f"{solved} of them in {generations:,} generations and was then stopped",
    )


COMPLEXITY = (
    claim(
        "bound",
        "7",
        "The complexity of solving a sudoku is below 1,500,000: puzzles that take the search more "
        "tries.",
        Equal(0),
        bound,
    ),
    claim(
        "genetic-slower",
        "8",
        "The genetic algorithm takes longer than the search (printed: 111 s and 4.509 s): its time "
        "over that of the search.",
        Above(1),
        genetics,
        is_timed=True,
    ),
    claim(
        "mean-seconds",
        "8",
        "4.509 s and 111 s for 27 puzzles are 0.167 s and 4.11 s each.",
        Near((0.167, 4.11), 0.001),
        sample_grade,
    ),
    claim(
        "storage-genetic",
        "8",
        "Five arrays of 9x9 take less storage than 21 chromosomes of 81: one over the other.",
        Below(1),
        sample_grade,
    ),
    claim(
        "constant-time",
        "7",
        "A terminal grid takes constant time.",
        uncheckable="All boards have one size: on it everything takes constant time.",
    ),
    claim(
        "milliseconds",
        "5.2.2, table 3, and 8",
        "The times themselves: 1,088.35 ms for a puzzle of level V, 4.509 s for the 27.",
        uncheckable="They are those of a Pentium and a program that are not there.",
    ),
    claim(
        "five-examples",
        "6, figure 6",
        "A puzzle of each level.",
        lost="They were pictures, and so was the sample, whose tries are not counted again.",
    ),
    claim(
        "history",
        "1",
        "Sudoku comes from Switzerland, late in the 18th century.",
        uncheckable="It is history.",
    ),
)
