"""Graphs of the puzzle as written.

Known cells are as open as all others in the graphs of cells, candidates and variables, so these are
equal for all sudokus of a size.
"""

from __future__ import annotations

from uniclue.research.features.feature import Block, Subject, Values
from uniclue.research.features.shape import NEEDS, of_graphs, shapes

OF_RULES = ("cells", "candidates", "vig")
GRAPHS = ("related", *OF_RULES)


def compute(subject: Subject) -> Values:
    """Shapes of these graphs.

    Raises:
        LimitReachedError: The time is up.
    """
    return shapes(subject, GRAPHS, OF_RULES)


BLOCK = Block("static", "graphs of the puzzle as written", of_graphs(GRAPHS), compute, NEEDS)
