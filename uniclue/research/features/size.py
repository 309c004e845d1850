"""How large a puzzle and its model are, and how its known cells are spread."""

from __future__ import annotations

import math

import numpy as np

from uniclue.core.model import Model
from uniclue.research.features.feature import Feature, FeatureBlock, Subject, Values
from uniclue.research.features.summaries import described, summed_up

MODEL = "this project's model of the kind (docs/model.md)"
COUNT = "counted in the puzzle"

FEATURES = (
    Feature("height", "rows of the grid", "rows", COUNT),
    Feature("width", "columns of the grid", "columns", COUNT),
    Feature("area", "rows times columns of the grid, cells without a value among them", "cells",
            COUNT),
    Feature("cells", "cells that hold a value", "cells", COUNT),
    Feature("known_cells", "cells whose value is printed or given", "cells", COUNT),
    Feature("open_cells", "cells that are not known", "cells", COUNT),
    Feature("known_share", "known cells over cells", "1", COUNT),
    Feature("values", "values that a cell may take", "values", COUNT),
    Feature("clues", "what the author wrote: known cells and all other clues", "clues", COUNT),
    Feature("other_clues", "clues that say more than literals (a known cell is a literal)",
            "clues", COUNT),
    Feature("clues_per_cell", "clues over cells", "1", COUNT),
    Feature("candidates", "values left to the open cells once direct elimination is done: "
            "everything is propagated, but no open cell is filled", "candidates", MODEL),
    Feature("candidates_per_cell", "candidates over open cells", "candidates", MODEL),
    Feature("log_space", "sum over open cells of the decimal logarithm of their candidates",
            "log10", MODEL),
    *described("cell_candidates", "candidates of each open cell", ("sd", "min", "max", "entropy"),
               "candidates", MODEL),
    Feature("forced_cells", "open cells with one candidate", "cells", MODEL),
    Feature("known_value_entropy", "known cells by their value: entropy", "bits", COUNT),
    Feature("known_line_sd", "known cells in each row and column of the grid: standard deviation",
            "cells", COUNT),
    Feature("known_line_max", "known cells in each row and column of the grid: greatest", "cells",
            COUNT),
    Feature("variables", "variables of the model", "variables", MODEL),
    Feature("auxiliary_variables", "variables of the model that are not of cells", "variables",
            MODEL),
    Feature("rows", "linear rows of the model, in the view of 0/1 programs", "rows", MODEL),
    Feature("entries", "non-zero coefficients of these rows", "entries", MODEL),
    *described("row_length", "variables in each of these rows", ("mean", "cv", "max"),
               "variables", MODEL),
    *described("clue_cells", "cells that each clue speaks of, of clues that say more than literals",
               ("mean", "sd", "min", "max"), "cells", MODEL),
    *described("cell_clues", "clues that speak of each cell, of those that say more than literals",
               ("mean", "sd", "max"), "clues", MODEL),
)  # fmt: skip


def compute(subject: Subject) -> Values:
    """Counts."""
    puzzle, model = subject.puzzle, subject.model
    height, width = puzzle.shape
    known = dict(puzzle.known_cells())
    clues = [group for group in model.groups if group.role == "clue"]
    cells, open_cells = len(model.places), len(model.places) - len(known)
    can = subject.eliminated.candidates()
    left = can[[place not in known for place in model.places]].sum(axis=1)
    rows, none = subject.program, "no cell is known"
    counts: Values = {
        "height": height,
        "width": width,
        "area": height * width,
        "cells": cells,
        "known_cells": len(known),
        "open_cells": open_cells,
        "known_share": len(known) / cells,
        "values": len(model.domain),
        "clues": len(clues),
        "other_clues": sum(not group.literals for group in clues),
        "clues_per_cell": len(clues) / cells,
        "candidates": float(left.sum()),
        "candidates_per_cell": float(left.mean()) if open_cells else "no cell is open",
        "log_space": sum(math.log10(n) for n in left.tolist() if n),
        "forced_cells": float((left == 1).sum()),
        "variables": model.n_vars,
        "auxiliary_variables": model.n_vars - model.cells.size,
        "rows": len(rows),
        "entries": len(rows.cols),
    }
    values = np.unique(list(known.values()), return_inverse=True)[1]
    lines = [cell for r, c in known for cell in (r, height + c)]
    in_lines = np.bincount(lines, minlength=height + width) if known else ()
    return {
        **counts,
        **summed_up("cell_candidates", left, ("sd", "min", "max", "entropy"),
                    none="no cell is open"),
        **summed_up("known_value", values, ("entropy",), none=none),
        **summed_up("known_line", in_lines, ("sd", "max"), none=none),
        **summed_up("row_length", np.diff(rows.indptr), ("mean", "cv", "max"), none="no rows"),
        **_reach(model),
    }  # fmt: skip


def _reach(model: Model) -> Values:
    """Which cells each clue speaks of, and how many clues speak of each cell."""
    clues, none = model.clues_on_cells(), "no clue says more of cells than literals"
    spoken = np.array([cell for group in clues for cell in group.cells], np.int64)
    per_cell = np.bincount(spoken, minlength=len(model.places)) if clues else ()
    sizes = [len(group.cells) for group in clues]
    return {
        **summed_up("clue_cells", sizes, ("mean", "sd", "min", "max"), none=none),
        **summed_up("cell_clues", per_cell, ("mean", "sd", "max"), none=none),
    }


BLOCK = FeatureBlock("size", "what is written in the puzzle, and its model", FEATURES, compute)
