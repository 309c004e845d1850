"""Formulas of PySAT that know what their variables mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pysat.formula import CNF, CNFPlus

if TYPE_CHECKING:
    from uniclue.encoders.cnf import Cnf
    from uniclue.encoders.names import VariableMap


class Formula(CNF):  # type: ignore[misc]  # PySAT is not typed
    """A formula of clauses.

    Attributes:
        map: What its variables mean.
    """

    map: VariableMap


class FormulaPlus(CNFPlus):  # type: ignore[misc]  # PySAT is not typed
    """A formula of clauses and native counting constraints.

    Attributes:
        map: What its variables mean.
    """

    map: VariableMap


def formula_of(encoded: Cnf, map: VariableMap | None = None) -> Formula | FormulaPlus:
    """The formula, with its map if there is one."""
    formula = FormulaPlus() if encoded.atmosts else Formula()
    formula.clauses, formula.nv = encoded.clauses(), encoded.n_vars
    if encoded.atmosts:
        formula.atmosts = list(encoded.atmosts)
    if map is not None:
        formula.map = map
    return formula
