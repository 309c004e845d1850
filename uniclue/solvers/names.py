"""Names of solvers that are known without asking PySAT or PuLP (which take time to import)."""

from __future__ import annotations

DEFAULT_SAT = "cadical195"
DEFAULT_ILP = "cbc"
ILP_SOLVERS = ("cbc", "highs")
NATIVE_SOLVERS = ("minicard", "gluecard3", "gluecard4")
"""SAT solvers that take cardinality constraints as they are (``--cardinality native``)."""
OUTSIDE = "cmd:"
"""Before the command of an outside program that stands as a solver's name."""
PROPAGATION = "propagation"
"""Stands where a solver's name would, if none had to be asked."""

ONE_FORMULA_A_CALL = frozenset({"kissat404"})
"""Solvers that cannot be asked twice and ignore assumptions; they get a new formula each call."""
NO_BUDGET = frozenset({"lingeling", "kissat404"})
"""Solvers that cannot be stopped and continued; only the end of their process stops them, so
limits hold where there is a worker process to end (the command line's --time-limit)."""
