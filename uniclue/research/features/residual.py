"""Graphs of what is open: once known cells are noted, and once propagation has come to its end.

The ``blank`` graphs show the puzzle as a player starts on it. The ``residual`` ones show what is
left when propagation stalls; they are empty for a puzzle that it solves, and their figures are 0.
"""

from __future__ import annotations

from uniclue.research.features.feature import Block, Subject, Values
from uniclue.research.features.shape import NEEDS, of_graphs, shapes

GRAPHS = (
    "blank-cells",
    "blank-candidates",
    "residual-cells",
    "residual-candidates",
    "residual-vig",
)


def compute(subject: Subject) -> Values:
    """Shapes of these graphs.

    Raises:
        LimitReachedError: The time is up.
    """
    return shapes(subject, GRAPHS)


BLOCK = Block("residual", "graphs of what is still open", of_graphs(GRAPHS), compute, NEEDS)
