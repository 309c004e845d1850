"""Graphs of what is open: once known cells are noted, and once propagation has come to its end.

The ``blank`` graphs show the puzzle as a player starts on it. The ``residual`` ones show what is
left when propagation stalls; they are empty for a puzzle that it solves, and their figures are 0.
"""

from uniclue.research.features.shape import graph_block

GRAPHS = (
    "blank-cells",
    "blank-candidates",
    "residual-cells",
    "residual-candidates",
    "residual-vig",
)
BLOCK = graph_block("residual", "graphs of what is still open", GRAPHS)
