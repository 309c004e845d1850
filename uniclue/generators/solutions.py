"""Random solutions of a board, and the drawing of a part of one again."""

from __future__ import annotations

from uniclue.constraints.board import Board
from uniclue.core.model import Place
from uniclue.core.puzzle import Grid
from uniclue.generators.recipe import Rng
from uniclue.generators.session import Session


def random_solution(blank: Board, rng: Rng, *, rules_alone: bool = False) -> Grid | None:
    """A solution by random phases; None if there is none.

    Args:
        blank: The board.
        rng: Draws.
        rules_alone: Leave its clues out.
    """
    session = Session(blank, blank.model())
    session.shuffle(rng)
    on = [] if rules_alone else [*session.selectors]
    grid = None
    if session.solve(on):
        grid = session.fullest(on, rng) if blank.generation.fullest else session.grid()
    session.close()
    return grid


class Again:
    """Draws a part of a solution again.

    Args:
        blank: The board.
        rng: Draws.
        rules_alone: Leave its clues out.
    """

    def __init__(self, blank: Board, rng: Rng, *, rules_alone: bool = False) -> None:
        self._blank, self._rng = blank, rng
        self._session = Session(blank, blank.model())
        self._on = [] if rules_alone else [*self._session.selectors]
        self.close = self._session.close

    def near(self, solution: Grid, centre: Place) -> Grid | None:
        """Another solution that differs near a place; None if none was met."""
        session, rng, places = self._session, self._rng, self._blank.places
        scale = 2 if self._blank.asked.is_halved else 1
        reach = (2 + int(rng.integers(3))) * scale
        literals = session.model.literals_in(solution).tolist()
        free = [max(abs(p[0] - centre[0]), abs(p[1] - centre[1])) <= reach for p in places]
        fixed = [lit for lit, is_free in zip(literals, free, strict=True) if not is_free]
        loose = [lit for lit, is_free in zip(literals, free, strict=True) if is_free]
        session.shuffle(rng)
        hints = [-loose[i] for i in rng.permutation(len(loose))[: max(1, len(loose) // 8)]]
        for few in (hints, hints[:1]):
            if session.solve([*self._on, *fixed, *few]):
                return session.grid()
        return None
