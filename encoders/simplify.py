"""Unit propagation on a whole formula at once, to load only what it leaves open.

For speed, never for evidence: a simplified formula no longer says why it is as it is, so
conflict sets and proofs are taken from the formula as encoded.
"""

from __future__ import annotations

import numpy as np

from uniclue.encoders.cnf import Cnf
from uniclue.models.model import Ints


def simplify(cnf: Cnf) -> Cnf:
    """The formula after unit propagation.

    Args:
        cnf: A formula; one with native constraints is returned as it is.

    Returns:
        A formula with the same models: a unit clause for every literal that propagation fixes,
        and the clauses not yet satisfied, without their false literals. If propagation finds a
        contradiction, the formula holds the empty clause.
    """
    if cnf.atmosts:
        return cnf
    value = np.zeros(cnf.n_vars + 1, np.int8)
    lits, lengths, group = cnf.lits, cnf.lengths, cnf.group
    fixed: list[Ints] = []
    reasons: list[Ints] = []
    while True:
        starts = np.cumsum(lengths) - lengths
        unit = lengths == 1
        new, first = np.unique(lits[starts[unit]], return_index=True)
        if not new.size:
            break
        fixed.append(new)
        reasons.append(group[unit][first])
        value[np.abs(new)] = np.sign(new)
        if (lengths == 0).any() or (value[np.abs(new)] != np.sign(new)).any():
            return _contradiction(cnf)
        truth = np.sign(lits) * value[np.abs(lits)]
        clause = np.repeat(np.arange(len(lengths)), lengths)
        satisfied = np.zeros(len(lengths), bool)
        satisfied[clause[truth > 0]] = True
        keep = (truth == 0) & ~satisfied[clause]
        lits = lits[keep]
        lengths = np.bincount(clause[keep], minlength=len(lengths)).astype(np.int32)
        lengths, group = lengths[~satisfied], group[~satisfied]
        if (lengths == 0).any():
            return _contradiction(cnf)
    if not fixed:
        return cnf
    units = np.concatenate(fixed)
    return Cnf(
        cnf.n_vars,
        np.concatenate([np.ones(len(units), np.int32), lengths]),
        np.concatenate([units, lits]),
        np.concatenate([*reasons, group]),
        (),
        cnf.fallbacks,
    )


def _contradiction(cnf: Cnf) -> Cnf:
    none = np.zeros(0, np.int32)
    empty = np.zeros(1, np.int32)
    return Cnf(cnf.n_vars, empty, none, empty, (), cnf.fallbacks)
