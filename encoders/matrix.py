"""Model -> the matrix A as an ``npz`` file, for numpy and SciPy.

``scipy.sparse.load_npz`` reads A from it; the bounds, the groups and the cells are further plain
arrays. Nothing in the file needs pickle.
"""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from typing import IO, Any

from uniclue.core.arrays import np
from uniclue.core.model import NO_BOUND, Model


def write(model: Model, out: IO[bytes], comments: Iterable[str] = ()) -> None:
    """Writes all rows of a model's program, ``lower <= A x <= upper``, with groups and cells.

    Args:
        model: The model.
        out: A binary stream.
        comments: The meaning of the variables, stored as one text.

    Raises:
        OSError: The stream cannot be written.
    """
    whole = BytesIO()  # zip files need seeking, which pipes and .gz files do not support
    np.savez_compressed(whole, **_arrays(model, comments))
    out.write(whole.getbuffer())


def _arrays(model: Model, comments: Iterable[str]) -> dict[str, Any]:
    """The arrays of the file, by name.

    Returns:
        ``format``, ``shape``, ``data``, ``indices``, ``indptr``: A in compressed sparse row form as
        SciPy names it; column j is variable j + 1. ``lower``, ``upper``, ``group``, shape (m,): the
        bounds, infinite where there is none, and the group of each row. ``role``, ``sentence``,
        shape (groups,). ``cells``: ids of the cell variables, shape (places, values) or (places,).
        ``places``, shape (places, 2), rows and columns from 0. ``domain``, shape (values,).
        ``incidence``, shape (clues, places): 1 where a clue is about a cell; ``clues``, shape
        (clues,): their groups. ``comments``: the comments, a text.
    """
    rows = model.program()
    domain = model.domain if all(isinstance(v, int) for v in model.domain) else None
    return {
        "format": np.array(b"csr"),
        "shape": np.array([len(rows), model.n_vars]),
        "data": rows.coef,
        "indices": rows.cols - 1,
        "indptr": rows.indptr,
        "lower": np.where(rows.lower <= -NO_BOUND, -np.inf, rows.lower),
        "upper": np.where(rows.upper >= NO_BOUND, np.inf, rows.upper),
        "group": rows.group,
        "role": np.array([g.role for g in model.groups], str),
        "sentence": np.array([g.sentence for g in model.groups], str),
        "cells": model.cells,
        "places": np.array(model.places, np.int32).reshape(-1, 2),
        "domain": np.array(domain or list(map(str, model.domain))),
        "incidence": model.incidence(),
        "clues": np.array([g.id for g in model.clues_on_cells()], np.int32),
        "comments": np.array("\n".join(comments)),
    }
