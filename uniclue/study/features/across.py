"""Graphs that puzzles of every kind have, for comparisons of kinds."""

from dataclasses import replace

from uniclue.study.features.shape import graph_block

GRAPHS = ("local-cells", "residual-local-cells")
BLOCK = replace(graph_block("across", "graphs that every kind has", GRAPHS), on_request=True)
