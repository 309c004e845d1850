"""Model -> CNF.

Clauses and at-most-one rows are written directly; other rows through PySAT's cardinality and
pseudo-Boolean encodings (``uniclue.encoders.cardinality``). Rows of one shape are encoded
together: the clauses are made once over local literals and renamed in numpy.

A variable keeps its id; auxiliary variables follow the model's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from uniclue.core.arrays import NDArray, np
from uniclue.core.latest import model_of, once_a_puzzle
from uniclue.core.memory import refuse_literals
from uniclue.core.model import NO_BOUND, Ints, Model, Rows, View, running, watch
from uniclue.core.puzzle import Puzzle, chosen_form
from uniclue.encoders.cardinality import CARDINALITY, Template, template
from uniclue.encoders.texts import spans

if TYPE_CHECKING:
    pass


class Cnf(msgspec.Struct, frozen=True):
    """A formula in conjunctive normal form, as flat arrays.

    Attributes:
        n_vars: Variables are 1..n_vars; those up to the model's ``n_vars`` are the model's.
        lengths: Shape (m,). Literals per clause.
        lits: Shape (sum of lengths,). Literals, clause after clause.
        group: Shape (m,). The group id of every clause.
        atmosts: Native constraints: (literals, bound) says at most bound of them are true.
        fallbacks: Encodings used where the requested one cannot express a row.
    """

    n_vars: int
    lengths: Ints
    lits: Ints
    group: Ints
    atmosts: tuple[tuple[list[int], int], ...] = ()
    fallbacks: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.lengths) + len(self.atmosts)

    @property
    def sizes(self) -> dict[str, int]:
        """Variables, clauses (native constraints among them) and literals."""
        return {"variables": self.n_vars, "clauses": len(self), "literals": len(self.lits)}

    def clauses(self) -> list[list[int]]:
        """The clauses as lists of literals."""
        return list(self.iter_clauses())

    def iter_clauses(self) -> Iterator[list[int]]:
        """The clauses as lists of literals, block by block to save memory."""
        for lengths, block in self.blocks(2**14):
            ends = np.append(np.flatnonzero(np.diff(lengths)) + 1, len(lengths))
            if 8 * len(ends) > len(lengths):  # few neighbours are of one length
                bounds = running(lengths).tolist()
                lits = block.tolist()
                yield from [lits[a:b] for a, b in pairwise(bounds)]
                continue
            start = 0
            numbers = np.diff(ends, prepend=0).tolist()
            for number, length in zip(numbers, lengths[ends - 1].tolist(), strict=True):
                end = start + number * length
                yield from block[start:end].reshape(number, length).tolist()
                start = end

    def blocks(self, size: int) -> Iterator[tuple[Ints, Ints]]:
        """The formula in blocks of whole clauses.

        Args:
            size: The most literals plus clauses of a block; a longer clause is a block by itself.

        Yields:
            (lengths, literals) of successive clauses.
        """
        for clauses, lits in spans(self.lengths, size):
            yield self.lengths[clauses], self.lits[lits]

    def rows(self) -> Rows:
        """The formula as rows; a clause is *positive - negative >= 1 - negatives*."""
        counts = [len(lits) for lits, _ in self.atmosts]
        native = np.array([lit for lits, _ in self.atmosts for lit in lits], np.int32)
        lits = np.concatenate([self.lits, native])
        lengths = np.concatenate([self.lengths, np.array(counts, np.int32)])
        rows = Rows(running(lengths), np.abs(lits), np.sign(lits), *(lengths,) * 3, View.CNF)
        negative = rows.sums(lits < 0)
        m = len(self.lengths)
        lower = np.append(1 - negative[:m], np.full(len(counts), -NO_BOUND)).astype(np.int32)
        bounds = [bound for _, bound in self.atmosts] - negative[m:]
        upper = np.append(np.full(m, NO_BOUND), bounds).astype(np.int32)
        return replace(rows, lower=lower, upper=upper, group=np.zeros(len(lengths), np.int32))

    def plus(self, clauses: Sequence[Ints], n_vars: int = 0) -> Cnf:
        """The formula with more clauses, of the first group, over at least ``n_vars`` variables."""
        lengths = np.array([len(clause) for clause in clauses], np.int32)
        return replace(
            self,
            n_vars=max(self.n_vars, n_vars),
            lengths=np.append(self.lengths, lengths),
            lits=np.concatenate([self.lits, *clauses]),
            group=np.append(self.group, np.zeros_like(lengths)),
        )


class _Builder:
    """Collects blocks of clauses."""

    def __init__(self, n_vars: int) -> None:
        self.n_vars, self.literals = n_vars, 0
        self.lengths: list[Ints] = []
        self.lits: list[Ints] = []
        self.group: list[Ints] = []
        self.atmosts: list[tuple[list[int], int]] = []
        self.fallbacks: set[str] = set()

    def clauses(self, rows: Rows) -> Rows:
        """Adds the rows that are clauses; returns the others."""
        lengths = np.diff(rows.indptr)
        uneven, negative = rows.sums(np.abs(rows.coef) != 1), rows.sums(rows.coef < 0)
        clausal = (uneven == 0) & (rows.lower == 1 - negative) & (rows.upper >= lengths - negative)
        entries = np.repeat(clausal, lengths)
        self.lengths.append(lengths[clausal])
        self.lits.append(rows.cols[entries] * rows.coef[entries])
        self.group.append(rows.group[clausal])
        return rows.only(~clausal)

    def block(self, clauses: Ints, group: Ints) -> None:
        """Adds clauses of one length: shape (m, length)."""
        self.literals += clauses.size
        refuse_literals(self.literals)
        watch()()
        self.lengths.append(np.full(len(clauses), clauses.shape[1], np.int32))
        self.lits.append(clauses.ravel())
        self.group.append(group)

    def rows(self, shape: Template, lits: Ints, group: Ints) -> None:
        """Adds a template's clauses for rows with these literals: shape (rows, n)."""
        fresh = self.n_vars + 1 + np.arange(len(lits) * shape.aux, dtype=np.int32)
        self.n_vars += fresh.size
        names = np.concatenate([lits, fresh.reshape(len(lits), shape.aux)], axis=1)
        variables, signs, blocks = shape.by_length
        clauses, start = names[:, variables - 1] * signs, 0
        for number, length in blocks:
            end = start + number * length
            rows = clauses[:, start:end].reshape(len(lits) * number, length)
            self.block(rows, np.repeat(group, number))
            start = end
        for local_lits, bound in shape.atmosts:
            local = np.array(local_lits, np.int32)
            rows = (names[:, np.abs(local) - 1] * np.sign(local)).tolist()
            self.atmosts += [(row, bound) for row in rows]
        if shape.fallback:
            self.fallbacks.add(shape.fallback)

    def finish(self) -> Cnf:
        none, parts = np.zeros(0, np.int32), (self.lengths, self.lits, self.group)
        lengths, lits, group = (np.concatenate([none, *part]) for part in parts)
        fallbacks = tuple(sorted(self.fallbacks))
        return Cnf(self.n_vars, lengths, lits, group, tuple(self.atmosts), fallbacks)


def encode(
    model: Model, cardinality: str = "auto", *, rules: str | None = None, rows_alone: bool = False
) -> Cnf:
    """The model as CNF; literal clues become unit clauses.

    Projected to the model's variables the formula has exactly the model's solutions; auxiliary
    variables may be free (several models for one solution), so block and count cell variables.

    Args:
        model: Rules and clues.
        cardinality: The encoding of rows that are not clauses, one of ``CARDINALITY``.
        rules: The same for the rows of rules if it is another.
        rows_alone: Whether to omit lazy constraints; the caller has to enforce them.

    Raises:
        ValueError: Unknown cardinality encoding.
        StillLazyError: The model has lazy constraints, which would be left out.
    """
    if not rows_alone:
        model.refuse_lazy()
    is_rule = np.array([g.role == "rule" for g in model.groups], bool)
    rows, builder = model.matrix(View.CNF), _Builder(model.n_vars)
    if rules is not None:
        of_rule = is_rule[rows.group]
        _encoded(rows.only(of_rule), builder, rules)
        rows = rows.only(~of_rule)
    _encoded(rows, builder, cardinality)
    units = model.literals()
    builder.block(units[:, None], model.owners_of_literals())
    cnf = builder.finish()
    return _without_copies(cnf, is_rule[cnf.group])


def formula_of(puzzle: Puzzle, form: str | None = None) -> Cnf:
    """The formula of the puzzle at hand, without its lazy constraints; see :func:`encode`."""
    return _formula_of(puzzle, chosen_form(type(puzzle), form))


@once_a_puzzle
def _formula_of(puzzle: Puzzle, form: str) -> Cnf:
    return encode(model_of(puzzle, form or None), rows_alone=True)


def encode_rows(rows: Rows, n_vars: int, cardinality: str = "auto", *, copies: bool = False) -> Cnf:
    """Any rows over variables 1..n_vars as CNF; see :func:`encode`.

    Args:
        rows: The rows.
        n_vars: The number of variables.
        cardinality: The encoding of rows that are not clauses.
        copies: Whether a clause stays in every group that has it.
    """
    cnf = _encoded(rows, _Builder(n_vars), cardinality).finish()
    if copies:
        return cnf
    return _without_copies(cnf, np.ones(len(cnf.lengths), bool))


def native_rows(rows: Rows, n_vars: int) -> Cnf | None:
    """Rows for a solver that counts by itself: clauses and cardinality constraints.

    Made in a fraction of the time of :func:`encode_rows`.

    Args:
        rows: The rows.
        n_vars: The number of variables.

    Returns:
        The formula; None if some row has other weights than 1.
    """
    if (np.abs(rows.coef) != 1).any():
        return None
    builder = _Builder(n_vars)
    rows = builder.clauses(rows)
    negative, literals = rows.sums(rows.coef < 0), (rows.cols * rows.coef).tolist()
    bounds = (rows.lower + negative).tolist(), (rows.upper + negative).tolist()
    ends, several = rows.indptr.tolist(), list[list[int]]()
    for start, end, least, most in zip(ends[:-1], ends[1:], *bounds, strict=True):
        row = literals[start:end]
        if most < len(row):
            builder.atmosts.append((row, most))
        if least == 1:
            several.append(row)
        elif least > 1:
            builder.atmosts.append(([-lit for lit in row], len(row) - least))
    if several:
        builder.lengths.append(np.array([*map(len, several)], np.int32))
        builder.lits.append(np.array([*chain.from_iterable(several)], np.int32))
        builder.group.append(np.zeros(len(several), np.int32))
    return builder.finish()


class Guarded(msgspec.Struct, frozen=True):
    """A formula in which every clue can be switched on separately.

    Attributes:
        cnf: The formula; rules always hold, and a clue holds if its selector is true.
        clues: Ids of the clue groups, in order.
        selectors: The selector of each clue; they are the formula's last variables.
    """

    cnf: Cnf
    clues: tuple[int, ...]
    selectors: tuple[int, ...]

    @property
    def selector_of(self) -> dict[int, int]:
        """The selector of each clue by the id of its group."""
        return dict(zip(self.clues, self.selectors, strict=True))


def guarded(
    model: Model, cardinality: str = "auto", *, rules: str | None = None, rows_alone: bool = False
) -> Guarded:
    """The model as CNF with a selector s for each clue: all its clauses contain not-s.

    Variables owned by a clue occur in no other group, so a clue that is off has no effect.

    Args:
        model: Rules and clues.
        cardinality: As in :func:`encode`.
        rules: The same for the rules if it is another; they may be native.
        rows_alone: As in :func:`encode`.

    Raises:
        ValueError: Unknown cardinality encoding, or native constraints, which take no selector.
        StillLazyError: As in :func:`encode`.
    """
    cnf = encode(model, cardinality, rules=rules, rows_alone=rows_alone)
    if cardinality == "native" and cnf.atmosts:
        raise ValueError("native at-most constraints take no selector; choose another encoding")
    clues = tuple(g.id for g in model.groups if g.role == "clue")
    selectors = tuple(range(cnf.n_vars + 1, cnf.n_vars + len(clues) + 1))
    of = np.zeros(len(model.groups), np.int32)
    of[list(clues)] = selectors
    guard = of[cnf.group]
    ends = np.cumsum(cnf.lengths)[guard > 0]
    lits = np.insert(cnf.lits, ends, -guard[guard > 0])
    lengths = cnf.lengths + (guard > 0).astype(np.int32)
    switched = replace(cnf, n_vars=cnf.n_vars + len(clues), lengths=lengths, lits=lits)
    return Guarded(switched, clues, selectors)


def _encoded(rows: Rows, builder: _Builder, cardinality: str) -> _Builder:
    if cardinality not in CARDINALITY:
        raise ValueError(f"expected one of {', '.join(CARDINALITY)}, got {cardinality!r}")
    for lits, weights, bounds, group in _same_length(builder.clauses(rows)):
        for index, (w, lower, upper) in _shapes(weights, bounds):
            builder.rows(template(w, lower, upper, cardinality), lits[index], group[index])
    return builder


def _same_length(rows: Rows) -> Iterator[tuple[Ints, Ints, Ints, Ints]]:
    """Rows of equal length as (literals, weights, bounds (m, 2), group), weights positive."""
    lengths = np.diff(rows.indptr)
    for length in np.flatnonzero(np.bincount(lengths)).tolist():  # np.unique loads numpy.ma
        which = np.flatnonzero(lengths == length)
        entries = rows.indptr[which][:, None] + np.arange(length)
        coef = rows.coef[entries]
        lits = rows.cols[entries] * np.sign(coef)
        shift = np.minimum(coef, 0).sum(axis=1)
        weights = np.abs(coef)
        total = weights.sum(axis=1)
        lower = np.minimum(np.maximum(rows.lower[which] - shift, 0), total + 1)
        upper = np.minimum(np.maximum(rows.upper[which] - shift, -1), total)
        yield lits, weights, np.stack([lower, upper], axis=1), rows.group[which]


def _shapes(
    weights: Ints, bounds: Ints
) -> Iterator[tuple[NDArray[np.intp], tuple[tuple[int, ...], int, int]]]:
    """The different (weights, lower, upper) and the rows that have each."""
    shape = np.concatenate([weights, bounds], axis=1)
    same = np.arange(len(shape))
    while same.size:
        first = shape[same[0]]
        alike = (shape[same] == first).all(axis=1)
        kind = first.tolist()
        yield same[alike], (tuple(kind[:-2]), kind[-2], kind[-1])
        same = same[~alike]


def _without_copies(cnf: Cnf, among: NDArray[np.bool_]) -> Cnf:
    """Drops repeated binary clauses (two cells that share a row and a box).

    Only ``among`` some clauses: those of a model's rules. A clue keeps its own copy, so that it can
    be dropped separately.
    """
    pairs = np.flatnonzero((cnf.lengths == 2) & among)
    if len(pairs) < 2:
        return cnf
    starts = np.cumsum(cnf.lengths) - cnf.lengths
    two = np.sort(cnf.lits[starts[pairs][:, None] + np.arange(2)].astype(np.int64), axis=1)
    _, first = np.unique(two[:, 0] * (2**32) + two[:, 1], return_index=True)
    if len(first) == len(pairs):
        return cnf
    keep = np.ones(len(cnf.lengths), bool)
    keep[np.delete(pairs, first)] = False
    lits = cnf.lits[np.repeat(keep, cnf.lengths)]
    return replace(cnf, lengths=cnf.lengths[keep], lits=lits, group=cnf.group[keep])
