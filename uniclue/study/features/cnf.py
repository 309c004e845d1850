"""Shape of the formula: the base groups of SATzilla, and the lengths of clauses.

Every feature exists twice: for the formula as written (all sudokus of a size have the same, except
for unit clauses), and as ``open_...`` for the formula after direct elimination
(:mod:`uniclue.study.features.elimination`).

Groups and numbers are SATzilla's: problem size 1-3, variable-clause graph 4-13, variable graph
14-17, balance 18-27, proximity to Horn 28-33. SATzilla preprocesses with SatELite; here the formula
is taken as it is. For an entropy SATzilla bins numbers; here different numbers are counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from uniclue.core.model import Ints, running
from uniclue.propagation.entries import distinct
from uniclue.study.features.elimination import CONTRADICTION
from uniclue.study.features.feature import Feature, FeatureBlock, Subject, Values
from uniclue.study.features.summaries import feature_table, summed_up
from uniclue.study.graphs.cliques import Longs, pairs_by_size

SATZILLA = (
    "SATzilla base features {} (Nudelman et al., CP 2004; Xu et al. 2012; Shavit, Hoos, SAT 2024)"
)
MOST_PAIRS = 3_000_000
"""With more pairs of literals in clauses the variable graph is omitted."""

DEGREES = "mean cv min max entropy"
LENGTHS = "clause-length distribution (Project Patti, arXiv 2507.21137)"


def _features(prefix: str, of: str) -> Iterator[Feature]:
    size, graph, balance, horn = map(SATZILLA.format, ("1-3", "4-17", "18-27", "28-33"))
    features = feature_table(balance, f"""
        variables | variables | variables that occur | {size}
        clauses | clauses | clauses | {size}
        clauses_per_variable | 1 | clauses over variables | {size}
        literals | literals | literals of all clauses | {LENGTHS}
        clause_length (mean sd cv min max entropy) | literals | literals in each clause \
            | {graph}; {LENGTHS}
        unit_share | 1 | share of clauses with 1 literal
        binary_share | 1 | share of clauses with 2 literals
        ternary_share | 1 | share of clauses with 3 literals
        long_share | 1 | share of clauses with 4 literals or more | {LENGTHS}
        variable_clauses ({DEGREES}) | 1 | clauses of each variable, over all clauses | {graph}
        variable_degree ({DEGREES}) | variables | variables that share a clause with each variable \
            | {graph}
        clause_balance (mean cv entropy) | 1 | of each clause |2 p - 1|, p its share of positive \
            literals
        variable_balance ({DEGREES}) | 1 | of each variable |2 p - 1|, p its share of positive \
            occurrences
        positive_share | 1 | share of literals that are positive
        horn_share | 1 | share of clauses with at most one positive literal | {horn}
        variable_horn ({DEGREES}) | 1 | Horn clauses of each variable, over all clauses | {horn}
    """)  # fmt: skip
    for f in features:
        yield replace(f, name=prefix + f.name, meaning=f"{f.meaning}; {of}")


def shape(lengths: Ints, lits: Ints) -> Values:
    """Features of a formula.

    Args:
        lengths: Shape (m,). Literals per clause.
        lits: Shape (sum of lengths,). Literals, clause after clause.
    """
    m, none = len(lengths), "no clauses"
    variables, number = np.unique(np.abs(lits), return_inverse=True)
    n = len(variables)
    clause = np.repeat(np.arange(m), lengths)
    positive = np.bincount(clause[lits > 0], minlength=m)
    horn = positive <= 1
    occurs = np.bincount(number, minlength=n)
    occurs_positive = np.bincount(number[lits > 0], minlength=n)
    in_horn = np.bincount(number[horn[clause]], minlength=n)
    shares = {
        "unit_share": lengths == 1,
        "binary_share": lengths == 2,
        "ternary_share": lengths == 3,
        "long_share": lengths > 3,
        "positive_share": lits > 0,
        "horn_share": horn,
    }
    clause_balance = np.abs(2 * positive / np.maximum(lengths, 1) - 1)
    variable_balance = np.abs(2 * occurs_positive / np.maximum(occurs, 1) - 1)
    return {
        "variables": n,
        "clauses": m,
        "clauses_per_variable": m / n if n else none,
        "literals": len(lits),
        **{name: float(marks.mean()) if m else none for name, marks in shares.items()},
        **summed_up("clause_length", lengths, none=none),
        **summed_up("variable_clauses", occurs / max(m, 1), none=none),
        **_variable_degrees(number, lengths, n),
        **summed_up("clause_balance", clause_balance, none=none),
        **summed_up("variable_balance", variable_balance, none=none),
        **summed_up("variable_horn", in_horn / max(m, 1), none=none),
    }


def _variable_degrees(number: Longs, lengths: Ints, n: int) -> Values:
    """Degrees of the variable graph; ``number`` counts the variables of the literals from 0."""
    if (lengths.astype(np.int64) * (lengths - 1)).sum() > 2 * MOST_PAIRS:
        reason = f"left out: more than {MOST_PAIRS} pairs of literals"
        return summed_up("variable_degree", (), none=reason)
    pairs = [(ends @ (n, 1)).ravel() for _, ends in pairs_by_size(running(lengths), number)]
    edges = distinct(np.concatenate([np.zeros(0, np.int64), *pairs]))
    degree = np.bincount(np.concatenate(np.divmod(edges, max(n, 1))), minlength=n)
    return summed_up("variable_degree", degree, none="no clauses")


def compute(subject: Subject) -> Values:
    """The shape of both formulas."""
    written, rest = shape(subject.cnf.lengths, subject.cnf.lits), subject.eliminated
    opened: Values = dict.fromkeys(written, CONTRADICTION)
    if not rest.contradiction:
        opened = shape(rest.lengths, rest.lits)
    return written | {f"open_{name}": value for name, value in opened.items()}


BLOCK = FeatureBlock(
    "cnf",
    "the formula, with this project's default encodings",
    (
        *_features("", "the formula as written"),
        *_features("open_", "the formula after direct elimination"),
    ),
    compute,
)
