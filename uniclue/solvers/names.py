"""Names of solvers, without importing PySAT or PuLP (which takes time)."""

from __future__ import annotations

from typing import Literal

Encoder = Literal["cnf", "ilp", "both"]
DEFAULT_SAT = "cadical195"
DEFAULT_ILP = "cbc"
ILP_SOLVERS = ("cbc", "highs")
NATIVE_SOLVERS = ("minicard", "gluecard3", "gluecard4")
"""SAT solvers with native cardinality constraints (``--cardinality native``)."""
OUTSIDE = "cmd:"
"""Prefix of a solver's name that is the command of an outside program."""
PROPAGATION = "propagation"
"""The solver's name in answers for which no solver was needed."""

ONE_FORMULA_A_CALL = frozenset({"kissat404"})
"""Solvers that cannot be called twice and ignore assumptions; each call needs a new formula."""
NO_BUDGET = frozenset({"lingeling", "kissat404"})
"""Solvers that cannot be interrupted; only the end of their process stops them, so time limits
apply only where a worker process can be ended (the command line's --time-limit)."""
