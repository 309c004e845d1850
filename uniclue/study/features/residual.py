"""Graphs of the open part of a puzzle: after known cells are set, and after propagation.

The ``blank`` graphs show the puzzle as a player starts on it. The ``residual`` ones show the part
that is open when propagation stalls; they are empty if it solves the puzzle, and their figures 0.
"""

from uniclue.study.features.shape import graph_block

GRAPHS = (
    "blank-cells",
    "blank-candidates",
    "residual-cells",
    "residual-candidates",
    "residual-vig",
)
BLOCK = graph_block("residual", "graphs of what is still open", GRAPHS)
