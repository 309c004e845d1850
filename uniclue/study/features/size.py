"""The size of a puzzle and its model, and the distribution of its known cells."""

from __future__ import annotations

import math

import numpy as np

from uniclue.study.features.feature import FeatureBlock, Subject, Values
from uniclue.study.features.summaries import feature_table, summed_up

MODEL = "this project's model of the kind (docs/model.md)"
COUNT = "counted in the puzzle"

FEATURES = (
    *feature_table(COUNT, """
        height | rows | rows of the grid
        width | columns | columns of the grid
        area | cells | rows times columns of the grid, cells without a value among them
        cells | cells | cells that hold a value
        known_cells | cells | cells whose value is printed or given
        open_cells | cells | cells that are not known
        known_share | 1 | known cells over cells
        values | values | values that a cell may take
        clues | clues | what the author wrote: known cells and all other clues
        other_clues | clues | clues that say more than literals (a known cell is a literal)
        clues_per_cell | 1 | clues over cells
    """),
    *feature_table(MODEL, """
        candidates | candidates | values left to the open cells once direct elimination is done: \
            everything is propagated, but no open cell is filled
        candidates_per_cell | candidates | candidates over open cells
        log_space | log10 | sum over open cells of the decimal logarithm of their candidates
        cell_candidates (sd min max entropy) | candidates | candidates of each open cell
        forced_cells | cells | open cells with one candidate
    """),
    *feature_table(COUNT, """
        known_value_entropy | bits | known cells by their value: entropy
        known_line_sd | cells | known cells in each row and column of the grid: standard deviation
        known_line_max | cells | known cells in each row and column of the grid: greatest
    """),
    *feature_table(MODEL, """
        variables | variables | variables of the model
        auxiliary_variables | variables | variables of the model that are not of cells
        rows | rows | linear rows of the model, in the view of 0/1 programs
        entries | entries | non-zero coefficients of these rows
        lazy_constraints | constraints | lazy constraints, which have no rows
        lazy_literals | literals | literals that these speak of, each counted once for each of them
        row_length (mean cv max) | variables | variables in each of these rows
        clue_cells (mean sd min max) | cells | cells that each clue speaks of, of clues that say \
            more than literals
        cell_clues (mean sd max) | clues | clues that speak of each cell, of those that say more \
            than literals
    """),
)  # fmt: skip


def compute(subject: Subject) -> Values:
    """Counts."""
    puzzle, model, rows = subject.puzzle, subject.model, subject.program
    height, width = puzzle.shape
    givens = dict(puzzle.known_cells())
    is_open = [place not in givens for place in model.places]
    cells, open_cells = len(model.places), sum(is_open)
    candidates = subject.eliminated.candidates()[is_open].sum(axis=1)
    values = np.unique(list(givens.values()), return_inverse=True)[1]
    lines = [line for r, c in givens for line in (r, height + c)]
    in_lines = np.bincount(lines, minlength=height + width) if givens else ()
    clues = [group for group in model.groups if group.role == "clue"]
    on_cells = model.clues_on_cells()
    spoken_of = np.array([cell for group in on_cells for cell in group.cells], np.int64)
    per_cell = np.bincount(spoken_of, minlength=cells) if on_cells else ()
    none_known, none_open = "no cell is known", "no cell is open"
    no_clue = "no clue is more than literals"
    return {
        "height": height,
        "width": width,
        "area": height * width,
        "cells": cells,
        "known_cells": len(givens),
        "open_cells": open_cells,
        "known_share": len(givens) / cells,
        "values": len(model.domain),
        "clues": len(clues),
        "other_clues": sum(not group.literals for group in clues),
        "clues_per_cell": len(clues) / cells,
        "candidates": float(candidates.sum()),
        "candidates_per_cell": float(candidates.mean()) if open_cells else none_open,
        "log_space": sum(math.log10(n) for n in candidates.tolist() if n),
        **summed_up("cell_candidates", candidates, none=none_open),
        "forced_cells": float((candidates == 1).sum()),
        **summed_up("known_value", values, none=none_known),
        **summed_up("known_line", in_lines, none=none_known),
        "variables": model.n_vars,
        "auxiliary_variables": model.n_vars - model.cells.size,
        "rows": len(rows),
        "entries": len(rows.cols),
        "lazy_constraints": len(model.lazy),
        "lazy_literals": sum(len(each.literals()) for each in model.lazy),
        **summed_up("row_length", np.diff(rows.indptr), none="no rows"),
        **summed_up("clue_cells", [len(group.cells) for group in on_cells], none=no_clue),
        **summed_up("cell_clues", per_cell, none=no_clue),
    }


BLOCK = FeatureBlock("size", "what is written in the puzzle, and its model", FEATURES, compute)
