"""Solvers called past PySAT's own class."""

from __future__ import annotations

from unittest import mock

import pytest

from uniclue.solvers.direct import PREFIXES, DirectSolver


@pytest.mark.parametrize("name", PREFIXES)
def test_a_solver_whose_freeing_is_interrupted_is_not_freed_again(name: str) -> None:
    """Twice would end the process: Ctrl-C may come as soon as the first call is over."""
    solver, freed = DirectSolver(name), list[object]()
    free = solver._function("del")

    def interrupted(handle: object, *proof: object) -> None:
        if not freed:
            free(handle, *proof)
        freed.append(handle)
        raise InterruptedError

    with mock.patch.object(solver, "_function", {"del": interrupted}.__getitem__):
        with pytest.raises(InterruptedError):
            solver.delete()
        solver.delete()
    assert len(freed) == 1
