"""Dependency and refutation sum of sudokus (Pelánek, FLAIRS 2011; arXiv 1403.7373).

A simulated player fills cells one at a time. As long as there are naked or hidden singles, it fills
a random cell that has one. When it is stuck it refutes: a candidate's refutation is the number of
cells that random singles fill, including the assumed one, until a cell has no candidate or a unit
no place for a digit; a cell's refutation is the sum over its wrong candidates. The cell with the
least is filled.

- *Dependency*: the number of cells that a single could fill, averaged over the first k = 25 steps
  of a run; 0 for a stuck step. If it is low, steps depend on one another and the puzzle is hard.
- *Refutation sum*: refutations of the cells filled when stuck, summed over a run.

Both are means over 30 runs. Where singles refute no cell's candidates, a random cell is filled at
the cost of ``n^2``, more than any refutation of one candidate; this cost is not Pelánek's. Ties are
broken at random. The mean of Pelánek's 30 runs with k from 20 to 30 had a correlation of 0.67 to
0.69 (dependency) and 0.68 to 0.83 (refutation sum) with the time people took.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, field

from uniclue.core.arrays import NDArray, np
from uniclue.core.latest import once_a_puzzle
from uniclue.core.model import Bools
from uniclue.core.puzzle import Grid
from uniclue.graders.grade import Grader, Rating, solved
from uniclue.models.sudoku import Sudoku
from uniclue.search.sudoku_board import as_bits, layout, start, values
from uniclue.solvers.limits import Clock, Limits

Ints = NDArray["np.signedinteger"]

RUNS = 30
FIRST_STEPS = 25
"""k: the number of steps that dependency covers."""
SEED = 1
LARGEST = 25
"""The largest side that is rated: beyond, one stuck step takes minutes."""


@dataclass(frozen=True, slots=True)
class Player:
    """The simulated player for grids of one size; boards are columns of candidate bits.

    A filled cell keeps its digit as its one candidate.

    Attributes:
        units: Shape (units, n). The cells of each unit.
        units_of: Shape (cells, 3). The units of each cell.
        peers: Shape (cells, peers).
        every_digit: All digits as bits.
    """

    units: Ints
    units_of: Ints
    peers: Ints
    every_digit: int

    def look(self, can: Ints) -> tuple[Ints, Bools]:
        """Examines many boards.

        Args:
            can: Shape (cells, boards).

        Returns:
            The forced digit of each cell as a bit, 0 if none, shape (cells, boards); and whether a
            cell or a unit shows a contradiction, shape (boards,).
        """
        once, *others = can.take(self.units.T, axis=0)
        twice = np.zeros_like(once)
        for here in others:
            twice |= once & here
            once |= here
        lone, hidden = once & ~twice, np.zeros_like(can)
        for units in self.units_of.T:
            hidden |= lone.take(units, axis=0)
        hidden &= can
        hidden &= -hidden  # one digit if several have only this cell
        single = np.where(can & (can - 1) == 0, can, hidden)
        broken = (can == 0).any(axis=0) | (once != self.every_digit).any(axis=0)
        return single, broken


@functools.cache
def player(box: tuple[int, int]) -> Player:
    """The player for boxes with this many rows and columns."""
    own = layout(box)
    return Player(np.array(own.units), np.array(own.units_of), np.array(own.peers), own.every_digit)


def one_of(possible: Bools, rng: np.random.Generator) -> Ints:
    """The row of a random true entry in each column, any if there is none. Shape (columns,)."""
    chosen: Ints = (rng.random(possible.T.shape) * possible.T).argmax(axis=1).astype(np.int64)
    return chosen


@dataclass(slots=True)
class Games:
    """Games played side by side: a board for each run, or for each assumption.

    Attributes:
        player: The player.
        can: Shape (cells, boards). The candidates.
        blank: Shape (cells, boards). Whether the cell is blank.
    """

    player: Player
    can: Ints
    blank: Bools

    def take(self, which: Bools | Ints) -> Games:
        """Copies of some of the boards."""
        return Games(self.player, self.can[:, which], self.blank[:, which])

    def place(self, cells: Ints, digits: Ints) -> None:
        """Fills a cell of each board; digits as bits. Both shapes (boards,)."""
        boards = np.arange(len(cells))
        self.can[self.player.peers[cells].T, boards] &= ~digits
        self.can[cells, boards] = digits
        self.blank[cells, boards] = False


@dataclass(slots=True)
class Played:
    """Games of one puzzle, up to the current step.

    Attributes:
        games: The games; their boards are filled.
        solution: Shape (cells,). As bits.
        rng: Draws everything random.
        fillable: Of each step how many cells a single could fill, shape (boards,).
        refuted: Shape (boards,). The sum of refutations.
        is_under_way: Whether a step is being played.
    """

    games: Games
    solution: Ints
    rng: np.random.Generator
    refuted: NDArray[np.float64]
    fillable: list[Ints] = field(default_factory=list)
    is_under_way: bool = False

    def go_on(self, clock: Clock, most: int) -> None:
        """Plays up to ``most`` steps in total; checks the clock between steps."""
        games, assumptions = self.games, dict[bytes, Assumptions]()
        self.is_under_way = True
        while len(self.fillable) < most and games.blank[:, 0].any():
            clock.check()
            single, _ = games.player.look(games.can)
            possible = (single != 0) & games.blank
            self.fillable.append(possible.sum(axis=0))
            cells = one_of(possible, self.rng)
            for stuck in np.flatnonzero(self.fillable[-1] == 0):
                board = games.can[:, stuck].tobytes()  # mostly that of other runs, too
                if board not in assumptions:
                    assumptions[board] = Assumptions.of(
                        games.take(np.array([stuck])), self.solution
                    )
                cells[stuck], price = refute(assumptions[board], self.rng, clock)
                self.refuted[stuck] += price
            games.place(cells, self.solution[cells])
        self.is_under_way = False


@dataclass(frozen=True, slots=True)
class Assumptions:
    """All wrong candidates of a board without singles, each assumed on a board of its own.

    Attributes:
        games: The boards.
        cells: Shape (boards,). Where each candidate is.
        seen: What the first examination of the boards shows.
        blank: Shape (cells,). Whether the cell was blank.
    """

    games: Games
    cells: Ints
    seen: tuple[Ints, Bools]
    blank: Bools

    @classmethod
    def of(cls, game: Games, solution: Ints) -> Assumptions:
        """Those of one game; the solution, of shape (cells,), as bits."""
        every_digit = 1 << np.arange(game.player.every_digit.bit_length(), dtype=np.int64)
        blank = game.blank[:, 0]
        wrong = np.where(blank, game.can[:, 0] & ~solution, 0)
        cells, which = np.nonzero(wrong[:, None] & every_digit)
        games = game.take(np.zeros(len(cells), np.int64))
        games.place(cells, every_digit[which])
        return cls(games, cells, game.player.look(games.can), blank)


def refute(assumptions: Assumptions, rng: np.random.Generator, clock: Clock) -> tuple[int, float]:
    """The cell to fill where there is no single, and its refutation.

    All wrong candidates are followed side by side. A cell is dropped once one of its candidates
    leads to no contradiction, or once another cell surely has a lower sum.

    Args:
        assumptions: Those of a board without singles.
        rng: Draws everything random.
        clock: Watched between steps.
    """
    assumed, cells, blank = assumptions.games, assumptions.cells, assumptions.blank
    price = np.where(blank, 0.0, np.inf)
    unsettled = np.bincount(cells, minlength=len(price))
    step = 0
    while len(cells):
        clock.check()
        step += 1
        look = assumed.player.look
        single, broken = look(assumed.can) if step > 1 else assumptions.seen
        possible = (single != 0) & assumed.blank
        np.add.at(price, cells[broken], step)
        np.subtract.at(unsettled, cells[broken], 1)
        price[cells[~broken & ~possible.any(axis=0)]] = np.inf
        best = price[unsettled == 0].min(initial=np.inf)
        price[price + unsettled * (step + 1) > best] = np.inf
        on = ~broken & np.isfinite(price[cells])
        assumed, cells, single = assumed.take(on), cells[on], single[:, on]
        chosen = one_of(possible[:, on], rng)
        assumed.place(chosen, single[chosen, np.arange(len(cells))])
    cheapest = np.flatnonzero(np.isfinite(price))
    if not len(cheapest):
        return int(rng.choice(np.flatnonzero(blank))), float(len(price))
    cell = int(rng.choice(cheapest))
    return cell, float(price[cell])


def play(puzzle: Sudoku, limits: Limits, runs: int = RUNS, most: int | None = None) -> Rating:
    """Simulates players of a puzzle; both ratings come from the counters.

    Args:
        puzzle: The puzzle.
        limits: After the solution is found, only the time limit is used.
        runs: How many runs.
        most: The most steps of each run; None for all.

    Returns:
        A rating without a number. Its counters are ``dependency`` (if there are blanks),
        ``refutation sum``, ``runs`` and ``steps`` of a run.

    Raises:
        LimitReachedError: The time is up.
    """
    if puzzle.side > LARGEST:
        return Rating(note=f"not rated: larger than {LARGEST}x{LARGEST}")
    solution, note = solved(puzzle, limits)
    board = start(puzzle)
    if solution is None or board is None or note is not None:
        return Rating(note=note)
    played = _begun(puzzle, solution, runs)
    if played.is_under_way:  # time was up half-way through a step
        played = _begin(puzzle, solution, runs)
    played.go_on(Clock(limits), len(board.blanks()) if most is None else most)
    fillable = np.array(played.fillable[:most])
    counters: dict[str, float] = {"runs": runs, "steps": len(fillable)}
    if len(fillable):
        counters["dependency"] = float(fillable[:FIRST_STEPS].mean())
    return Rating(counters=counters | {"refutation sum": float(played.refuted.mean())})


def _begin(puzzle: Sudoku, solution: Grid, runs: int) -> Played:
    """Games of a puzzle whose givens do not clash."""
    n, width = puzzle.side, np.int16 if puzzle.side < 15 else np.int32
    answer: Ints = np.array(as_bits(values(solution)), width)
    games = Games(player(puzzle.box), *(np.zeros((n * n, runs), t) for t in (width, np.bool_)))
    if (board := start(puzzle)) is not None:
        games.blank[:] = blank = np.array(board.digits)[:, None] == 0
        games.can[:] = np.where(blank, np.array(board.can)[:, None], answer[:, None])
    return Played(games, answer, np.random.default_rng(SEED), refuted=np.zeros(runs))


_begun = once_a_puzzle(_begin)
"""Goes on with the games of the puzzle at hand: two ratings come from them."""


def dependency(puzzle: Sudoku, limits: Limits) -> Rating:
    """Dependency: the lower, the harder."""
    played = play(puzzle, limits, most=FIRST_STEPS)
    counters = dict(played.counters)
    counters.pop("refutation sum", None)  # that of the first steps alone
    number = counters.pop("dependency", None)
    note = played.note or ("no cell is blank" if number is None else None)
    return Rating(number=number, counters=counters, note=note)


def refutation(puzzle: Sudoku, limits: Limits) -> Rating:
    """Refutation sum."""
    played = play(puzzle, limits)
    counters = dict(played.counters)
    number = counters.pop("refutation sum", None)
    return Rating(number=number, counters=counters, note=played.note)


SOURCE = "Pelánek, FLAIRS 2011; arXiv 1403.7373"
GRADERS = (
    Grader("sudoku-dependency", f"{SOURCE}: dependency, k = 25", dependency, ("sudoku",)),
    Grader("sudoku-refutation", f"{SOURCE}: refutation sum", refutation, ("sudoku",)),
)
