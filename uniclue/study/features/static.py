"""Graphs of the puzzle as written.

In the graphs of cells, candidates and variables known cells are like all others, so these graphs
are equal for all sudokus of a size.
"""

from uniclue.study.features.shape import graph_block

OF_RULES = ("cells", "candidates", "vig")
GRAPHS = ("related", *OF_RULES)
BLOCK = graph_block("static", "graphs of the puzzle as written", GRAPHS, OF_RULES)
