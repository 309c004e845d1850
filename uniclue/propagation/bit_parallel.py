"""Many puzzles of the same rules at once: propagation on bit planes, and a few branchings.

Puzzles whose clues are only given cells differ in nothing but which literals hold. Here one bit
is one puzzle: the *plane* of a literal holds the bits "it can still be true" of all puzzles in
the batch, so one numpy operation on two planes is an inference step in every puzzle. Where
propagation stops, a puzzle is split on one variable into two columns of the batch, and so on;
a puzzle that is still open after some splits is handed to a solver.

It suits any rules that consist of "at least one of these literals", "at most one" and "exactly
one". Counting with carries over planes is Knuth's sideways addition (The Art of Computer
Programming 4A, 7.1.3); the transposition of a bit matrix is from Hacker's Delight, 7-3.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from uniclue.core.arrays import NDArray, np
from uniclue.core.model import Bools, Ints, Model, View

Words = NDArray["np.uint64"]
Index = NDArray["np.intp"]

BATCH_WORDS = 64
"""Width of a plane: 64 puzzles a word. Large planes leave the cache, small ones cost calls."""
SWEEPS = 3
"""Sweeps over all rules between two checks for changes."""
MOVING = 0.25
"""Sweeping ends when this share of the columns, or less, still changes."""
SPLITS = 64
"""A puzzle that is still open after this many splits is handed to a solver. With 32, a batch of
hard sudokus took 1.2 times as long, and one of the hardest 0.92 times."""


@dataclass(frozen=True, slots=True)
class _Layer:
    """Rows of one length and sort, with no variable in two of them.

    Attributes:
        at: Shape (length, rows). Variables of the literals, from 0.
        negative: Shape (length, rows, 1). Whether the literal is negative; None: nowhere.
        some: Whether at least one must be true.
        single: Whether at most one can be true.
    """

    at: Index
    negative: Bools | None
    some: bool
    single: bool

    def flipped(self, can: Words, must: Words) -> tuple[Words, Words]:
        """Converts planes of variables to planes of their literals, or the reverse."""
        if self.negative is None:
            return can, must
        return np.where(self.negative, ~must, can), np.where(self.negative, ~can, must)

    def signed(self, numbers: Ints) -> Ints:
        """Converts numbers of variables, shape (length, rows), to numbers of literals."""
        return (
            numbers if self.negative is None else np.where(self.negative[..., 0], -numbers, numbers)
        )


def layers(model: Model) -> list[_Layer] | None:
    """The rules as layers, or None if some rows do not fit into one.

    Args:
        model: Rules without clues.
    """
    rows = model.matrix(View.CNF)
    lengths = np.diff(rows.indptr)
    if (np.abs(rows.coef) != 1).any() or (lengths < 2).any():
        return None
    # How many of its literals may be true: a negative one counts 1 less in the row.
    negative = rows.sums(rows.coef < 0)
    low, high = rows.lower + negative, rows.upper + negative
    some, single = low == 1, high == 1
    if not ((some | (low <= 0)) & (single | (high >= lengths)) & (some | single)).all():
        return None
    by_sort: dict[tuple[int, bool, bool], list[_Part]] = {}
    for i, (a, b) in enumerate(zip(rows.indptr[:-1], rows.indptr[1:], strict=True)):
        parts = by_sort.setdefault((int(b - a), bool(some[i]), bool(single[i])), [])
        _put(parts, (rows.cols[a:b] * rows.coef[a:b]).tolist())
    return [
        _layer(np.array(part.rows, np.int32).T, some, single)
        for (_, some, single), parts in by_sort.items()
        for part in parts
    ]


@dataclass(slots=True)
class _Part:
    """Rows of literals that have no variable in common."""

    rows: list[list[int]] = field(default_factory=list)
    variables: set[int] = field(default_factory=set)


def _put(parts: list[_Part], row: list[int]) -> None:
    """Puts a row into the first part that contains none of its variables."""
    variables = {abs(lit) for lit in row}
    part = next((p for p in parts if p.variables.isdisjoint(variables)), None)
    if part is None:
        part = _Part()
        parts.append(part)
    part.rows.append(row)
    part.variables |= variables


def _layer(lits: Ints, some: bool, single: bool) -> _Layer:
    negative = (lits < 0)[:, :, None] if (lits < 0).any() else None
    return _Layer(np.ascontiguousarray(np.abs(lits) - 1, np.intp), negative, some, single)


@dataclass(frozen=True, slots=True)
class Closed:
    """The outcome of a batch.

    Attributes:
        count: Shape (puzzles,). The number of solutions, 2 for two or more; for open puzzles a
            lower bound.
        open: Shape (puzzles,). Puzzles that are still undecided.
        first: Shape (puzzles, variables). Truth in one solution, if there is one.
        second: Truth in another.
        stuck: Shape (puzzles, words). For open puzzles, what is known before the first split.
    """

    count: Ints
    open: Bools
    first: Bools
    second: Bools
    stuck: Words


class OpenPart(NamedTuple):
    """What propagation leaves open of a puzzle.

    Attributes:
        true: The variables that are true, from 0.
        names: The open variables, from 0.
        clauses: Lists of literals, at least one of each true: open variables numbered from 1 in the
            order of ``names``, with a sign.
        singles: Lists of literals, at most one of each true.
    """

    true: list[int]
    names: list[int]
    clauses: list[list[int]]
    singles: list[list[int]]


class BitParallel:
    """Solves many puzzles of the same rules together.

    Args:
        rules: The rules.
        rule_layers: Their layers, from :func:`layers`.
    """

    def __init__(self, rules: Model, rule_layers: list[_Layer]) -> None:
        self._n, self._layers = rules.n_vars, rule_layers
        self._words = -(-rules.n_vars // 64)
        self._room: dict[tuple[int, ...], tuple[Words, ...]] = {}

    def close(self, true: Bools, false: Bools) -> Closed:
        """Solves puzzles with a few splits each.

        Every column of the batch is a puzzle, or after splits a part of one; columns of the same
        puzzle have no solution in common. The newest columns are processed first.

        Args:
            true: Shape (puzzles, variables). The variables known to be true in each.
            false: The variables known to be false.
        """
        state, owner = self._start(true, false), np.arange(len(true))
        tally = _Tally(len(true), self._words)
        while owner.size:
            at = -64 * BATCH_WORDS
            columns, owners = state[at:], owner[at:]
            more, whose = self._advance(columns, owners, tally)
            state = np.concatenate([state[:at], *more])
            owner = np.concatenate([owner[:at], *whose])
            going = tally.goes_on()[owner]
            state, owner = state[going], owner[going]
        return tally.closed(self._n)

    def open_part(self, stuck: Words) -> OpenPart:
        """What propagation leaves open of a puzzle, by its entry of :attr:`Closed.stuck`."""
        can, must = _unpacked(stuck).reshape(2, -1)[:, : self._n]
        open_ = can & ~must
        number = open_.cumsum() * open_
        part = OpenPart(np.flatnonzero(must).tolist(), np.flatnonzero(open_).tolist(), [], [])
        for layer in self._layers:
            literals = layer.signed(number[layer.at])
            _, true = layer.flipped(can[layer.at, None], must[layer.at, None])
            number_true = np.count_nonzero(true, axis=(0, 2))
            rows = [[*filter(None, row)] for row in literals.T[number_true == 0].tolist()]
            if layer.single and (number_true > 1).any():
                part.clauses.append([])  # a contradiction, which sweeps do not see
            part.clauses.extend(rows if layer.some else ())
            part.singles.extend(rows if layer.single else ())
        return part

    def _start(self, true: Bools, false: Bools) -> Words:
        """One column per puzzle: shape (puzzles, 2 * words), "can be", then "must be true"."""
        state = np.zeros((len(true), 2, 64 * self._words), np.bool_)
        state[:, 0] = True
        state[:, 0, : self._n] = ~false
        state[:, 1, : self._n] = true
        return _packed(state.reshape(len(true), -1))

    def _advance(
        self, columns: Words, owner: Index, tally: _Tally
    ) -> tuple[list[Words], list[Index]]:
        """Propagates columns; tallies the decided ones, and returns the parts of the others."""
        count, n, half = len(columns), self._n, 64 * self._words
        padded = np.zeros((-count % 64 + count, columns.shape[1]), np.uint64)
        padded[:count] = columns
        turned = turn(padded)
        can, must = turned[:n].copy(), turned[half : half + n].copy()
        dead, changed, doubled = self._propagate(can, must, count)
        open_ = np.bitwise_or.reduce(can & ~must, axis=0)
        turned[:n], turned[half : half + n] = can, must
        after = turn(turned)[:count]

        def which(bits: Words) -> Index:
            return np.flatnonzero(_unpacked(bits)[:count])

        solved = which(~(dead | changed | open_ | doubled))
        tally.add(owner[solved], after[solved, : self._words])
        moving = which(changed & ~dead)
        stuck = which(open_ & ~(changed | dead))
        stuck = stuck[tally.split(owner[stuck], after[stuck])]
        more, whose = [after[moving]], [owner[moving]]
        if stuck.size:
            more += self._children(after[stuck], self._choice(can, must)[stuck])
            whose += [owner[stuck], owner[stuck]]
        return more, whose

    def _propagate(self, can: Words, must: Words, count: int) -> tuple[Words, Words, Words]:
        """Sweeps until few columns change.

        Args:
            can: Shape (variables, words). Variables that can be true; changed in place.
            must: The same for variables that must be true.
            count: How many columns are in use.

        Returns:
            Shape (words,) each: dead columns, those the last sweep changed, and those with two
            literals not yet false in a row where only one may be true.
        """
        while True:
            for _ in range(SWEEPS - 1):
                self._sweep(can, must)
            before = can ^ must
            dead, doubled = self._sweep(can, must)
            # A variable only ever goes from open to true or false, so this sees every change.
            changed = np.bitwise_or.reduce(before ^ can ^ must, axis=0)
            dead |= np.bitwise_or.reduce(must & ~can, axis=0)
            if np.bitwise_count(changed & ~dead).sum() <= MOVING * count:
                return dead, changed, doubled

    def _children(self, columns: Words, choice: Words) -> list[Words]:
        """Splits columns on the first variable of each choice, which is true, then false."""
        row = np.arange(len(columns))
        word = (choice != 0).argmax(axis=1)
        bits = choice[row, word]
        lowest = bits & (~bits + np.uint64(1))
        true, false = columns.copy(), columns.copy()
        true[row, self._words + word] |= lowest
        false[row, word] &= ~lowest
        return [true, false]

    def _buffers(self, layer: _Layer, words: int) -> tuple[Words, ...]:
        """Arrays for three times a layer's literals, and for three times its rows."""
        shape = (*layer.at.shape, words)
        if shape not in self._room:
            big, small = ([np.empty(s, np.uint64) for _ in range(3)] for s in (shape, shape[1:]))
            self._room[shape] = (*big, *small)
        return self._room[shape]

    def _sweep(self, can: Words, must: Words) -> tuple[Words, Words]:
        """One sweep of inferences over all layers, in place.

        Returns:
            Shape (words,) each: columns with a row that cannot be satisfied, and columns that had
            a row with two literals not yet false where only one may be true.
        """
        dead, doubled = (np.zeros(can.shape[1], np.uint64) for _ in range(2))
        for layer in self._layers:
            x, y = self._literals(layer, can, must)
            spare, once, twice, row = self._buffers(layer, can.shape[1])[2:]
            np.bitwise_or(x[0], x[1], out=once)
            np.bitwise_and(x[0], x[1], out=twice)
            for plane in x[2:]:
                np.bitwise_and(once, plane, out=row)
                np.bitwise_or(twice, row, out=twice)
                np.bitwise_or(once, plane, out=once)
            if layer.single:
                doubled |= np.bitwise_or.reduce(twice, axis=0)
            if layer.some:
                dead |= ~np.bitwise_and.reduce(once, axis=0)
                np.invert(twice, out=twice)
                np.bitwise_and(once, twice, out=row)  # the last literal left must be true
                np.bitwise_and(x, row, out=spare)
                np.bitwise_or(y, spare, out=y)
            if layer.single:
                np.bitwise_or.reduce(y, axis=0, out=row)
                np.invert(row, out=row)  # where one is true, the others are not
                np.bitwise_or(y, row, out=spare)
                np.bitwise_and(x, spare, out=x)
            x, y = layer.flipped(x, y)
            can[layer.at], must[layer.at] = x, y
        return dead, doubled

    def _literals(self, layer: _Layer, can: Words, must: Words) -> tuple[Words, Words]:
        """The planes of a layer's literals: which can be, and which must be true."""
        x, y, *_ = self._buffers(layer, can.shape[1])
        np.take(can, layer.at, axis=0, out=x, mode="clip")
        np.take(must, layer.at, axis=0, out=y, mode="clip")
        return layer.flipped(x, y)

    def _choice(self, can: Words, must: Words) -> Words:
        """Variables to split on, shape (64 * words, self._words) as bits.

        Variables in a row with just two open literals in each of the first two layers; else those
        in one such row; else any open ones. (Examining more layers costs more than it saves.)
        """
        open_ = can & ~must
        in_one, in_two = np.zeros_like(can), np.zeros_like(can)
        for layer in [layer for layer in self._layers if layer.some][:2]:
            x, _ = self._literals(layer, can, must)
            pair = np.zeros_like(can)
            pair[layer.at] = _pairs(x)
            pair &= open_
            in_two |= in_one & pair
            in_one |= pair
        best = np.zeros((64 * self._words, can.shape[1]), np.uint64)
        for choice in (open_, in_one, in_two):
            has = np.bitwise_or.reduce(choice, axis=0)
            best[: self._n] = choice | (best[: self._n] & ~has)
        return turn(best)


def _pairs(can: Words) -> Words:
    """Whether a literal is one of just two open ones in its row; shapes (length, rows, words)."""
    once, twice, more = can[0], np.zeros_like(can[0]), np.zeros_like(can[0])
    for plane in can[1:]:
        more, twice, once = more | (twice & plane), twice | (once & plane), once | plane
    pairs: Words = can & (twice & ~more)
    return pairs


class _Tally:
    """The solutions and splits so far of every puzzle."""

    def __init__(self, puzzles: int, words: int) -> None:
        self._puzzles = puzzles
        self._solved = np.zeros(puzzles, np.int32)
        self._splits = np.zeros(puzzles, np.int32)
        self._owners: list[Index] = [np.zeros(0, np.intp)]
        self._solutions: list[Words] = [np.zeros((0, words), np.uint64)]
        self._stuck = np.zeros((puzzles, 2 * words), np.uint64)

    def add(self, owner: Index, solutions: Words) -> None:
        self._solved += np.bincount(owner, minlength=self._puzzles).astype(np.int32)
        self._owners.append(owner)
        self._solutions.append(solutions)

    def split(self, owner: Index, columns: Words) -> Bools:
        """Counts splits of puzzles; returns which are within the limit."""
        first = self._splits[owner] == 0
        self._stuck[owner[first]] = columns[first]
        self._splits += np.bincount(owner, minlength=self._puzzles).astype(np.int32)
        return self.goes_on()[owner]

    def goes_on(self) -> Bools:
        """Which puzzles are still undecided and within the limit."""
        return (self._solved < 2) & (self._splits <= SPLITS)

    def closed(self, n_vars: int) -> Closed:
        """The outcome."""
        owner, solutions = np.concatenate(self._owners), np.concatenate(self._solutions)
        order = np.argsort(owner, kind="stable")
        start = np.searchsorted(owner[order], np.arange(self._puzzles))
        first, second = (np.zeros((self._puzzles, n_vars), np.bool_) for _ in range(2))
        for number, truth in enumerate((first, second)):
            has = np.flatnonzero(self._solved > number)
            truth[has] = _unpacked(solutions[order[start[has] + number]])[:, :n_vars]
        count = np.minimum(self._solved, 2)
        is_open = (self._splits > SPLITS) & (count < 2)
        return Closed(count, is_open, first, second, self._stuck)


def _packed(bits: Bools) -> Words:
    """Bits as words, 64 a word from the lowest."""
    return np.packbits(bits, axis=-1, bitorder="little").view(np.uint64)


def _unpacked(words: Words) -> Bools:
    bits = np.ascontiguousarray(words).view(np.uint8)
    return np.unpackbits(bits, axis=-1, bitorder="little").view(np.bool_)


def turn(bits: Words) -> Words:
    """The transposed bit matrix.

    Args:
        bits: Shape (rows, words), rows a multiple of 64; column 64 w + b is bit b of word w.

    Returns:
        Shape (64 * words, rows / 64).
    """
    rows, words = bits.shape
    blocks = rows // 64
    turned = bits.copy()
    half = np.empty(rows * words // 2, np.uint64)
    size, mask = 32, 2**32 - 1
    while size:
        pairs = turned.reshape(blocks * 32 // size, 2, size * words)
        low, high = pairs[:, 0], pairs[:, 1]
        swap = half.reshape(low.shape)
        np.right_shift(low, np.uint64(size), out=swap)
        np.bitwise_xor(swap, high, out=swap)
        np.bitwise_and(swap, np.uint64(mask), out=swap)
        np.bitwise_xor(high, swap, out=high)
        np.left_shift(swap, np.uint64(size), out=swap)
        np.bitwise_xor(low, swap, out=low)
        size //= 2
        mask ^= (mask << size) & (2**64 - 1)
    by_word = np.ascontiguousarray(turned.reshape(blocks, 64, words).transpose(2, 1, 0))
    return by_word.reshape(64 * words, blocks)
