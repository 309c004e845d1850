"""Shape of the formula: the base groups of SATzilla, and how long clauses are.

Every feature is there twice: of the formula as written (``mean clause length`` of an empty sudoku
is that of any other, but for its unit clauses), and as ``open_...`` of what direct elimination
leaves of it (:mod:`uniclue.research.features.elimination`).

Groups and numbers as in SATzilla: problem size 1-3, variable-clause graph 4-13, variable graph
14-17, balance 18-27, proximity to Horn 28-33. SATzilla preprocesses with SatELite before; we take
the formula as it is. Where SATzilla bins numbers for an entropy, we count different ones.
"""

from __future__ import annotations

import numpy as np

from uniclue.core.model import Ints, running
from uniclue.research.features.elimination import CONTRADICTION
from uniclue.research.features.feature import Feature, FeatureBlock, Subject, Values
from uniclue.research.features.summaries import described, summed_up
from uniclue.research.graphs.cliques import Longs, pairs_by_size

SATZILLA = (
    "SATzilla base features {} (Nudelman et al., CP 2004; Xu et al. 2012; Shavit, Hoos, SAT 2024)"
)
MOST_PAIRS = 3_000_000
"""With more pairs of literals in clauses the variable graph is left out."""

DEGREES = ("mean", "cv", "min", "max", "entropy")
LENGTHS = "clause-length distribution (Project Patti, arXiv 2507.21137)"


def _features(prefix: str, of: str) -> tuple[Feature, ...]:
    size, graph, balance, horn = map(SATZILLA.format, ("1-3", "4-17", "18-27", "28-33"))
    features = (
        Feature("variables", "variables that occur", "variables", size),
        Feature("clauses", "clauses", "clauses", size),
        Feature("clauses_per_variable", "clauses over variables", "1", size),
        Feature("literals", "literals of all clauses", "literals", LENGTHS),
        *described("clause_length", "literals in each clause",
                   ("mean", "sd", "cv", "min", "max", "entropy"), "literals",
                   f"{graph}; {LENGTHS}"),
        Feature("unit_share", "share of clauses with 1 literal", "1", balance),
        Feature("binary_share", "share of clauses with 2 literals", "1", balance),
        Feature("ternary_share", "share of clauses with 3 literals", "1", balance),
        Feature("long_share", "share of clauses with 4 literals or more", "1", LENGTHS),
        *described("variable_clauses", "clauses of each variable, over all clauses", DEGREES, "1",
                   graph),
        *described("variable_degree", "variables that share a clause with each variable",
                   DEGREES, "variables", graph),
        *described("clause_balance", "of each clause |2 p - 1|, p its share of positive literals",
                   ("mean", "cv", "entropy"), "1", balance),
        *described("variable_balance", "of each variable |2 p - 1|, p its share of positive "
                   "occurrences", DEGREES, "1", balance),
        Feature("positive_share", "share of literals that are positive", "1", balance),
        Feature("horn_share", "share of clauses with at most one positive literal", "1", horn),
        *described("variable_horn", "Horn clauses of each variable, over all clauses", DEGREES,
                   "1", horn),
    )  # fmt: skip
    return tuple(Feature(prefix + f.name, f"{f.meaning}; {of}", f.unit, f.source) for f in features)


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
    return {
        "variables": n,
        "clauses": m,
        "clauses_per_variable": m / n if n else none,
        "literals": len(lits),
        **summed_up("clause_length", lengths, ("mean", "sd", "cv", "min", "max", "entropy"),
                    none=none),
        "unit_share": float((lengths == 1).mean()) if m else none,
        "binary_share": float((lengths == 2).mean()) if m else none,
        "ternary_share": float((lengths == 3).mean()) if m else none,
        "long_share": float((lengths > 3).mean()) if m else none,
        **summed_up("variable_clauses", occurs / max(m, 1), DEGREES, none=none),
        **_variable_degrees(number, lengths, n),
        **summed_up("clause_balance", np.abs(2 * positive / np.maximum(lengths, 1) - 1),
                    ("mean", "cv", "entropy"), none=none),
        **summed_up("variable_balance", np.abs(2 * occurs_positive / np.maximum(occurs, 1) - 1),
                    DEGREES, none=none),
        "positive_share": float((lits > 0).mean()) if m else none,
        "horn_share": float(horn.mean()) if m else none,
        **summed_up("variable_horn", in_horn / max(m, 1), DEGREES, none=none),
    }  # fmt: skip


def _variable_degrees(number: Longs, lengths: Ints, n: int) -> Values:
    """Degrees of the variable graph; ``number`` counts the variables of the literals from 0."""
    if (lengths.astype(np.int64) * (lengths - 1)).sum() > 2 * MOST_PAIRS:
        reason = f"left out: more than {MOST_PAIRS} pairs of literals"
        return {f"variable_degree_{figure}": reason for figure in DEGREES}
    pairs = [(ends @ (n, 1)).ravel() for _, ends in pairs_by_size(running(lengths), number)]
    edges = np.unique(np.concatenate([np.zeros(0, np.int64), *pairs]))
    degree = np.bincount(np.concatenate(np.divmod(edges, max(n, 1))), minlength=n)
    return summed_up("variable_degree", degree, DEGREES, none="no clauses")


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
    _features("", "the formula as written")
    + _features("open_", "the formula after direct elimination"),
    compute,
)
