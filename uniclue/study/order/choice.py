"""A conditional logit: which of its alternatives does a move take?

The alternative with features x has a probability proportional to exp(w x); weights are fitted by
penalised maximum likelihood with Newton's steps, each halved until it helps (without that the fits
of some kinds run away). D. McFadden, Conditional logit analysis of qualitative choice behavior
(1974).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

STEPS, HALVINGS = 40, 12
CLOSE = 1e-3
"""A gain of the penalised likelihood below which a fit ends."""


@dataclass(frozen=True, eq=False)
class Choices:
    """Moves with their alternatives.

    Attributes:
        x: Shape (alternatives, features). Those of a move stand together, the one taken first.
        sizes: Shape (moves,). How many alternatives each move has.
        puzzle: Shape (moves,). The puzzle of each move.
    """

    x: NDArray[np.float32]
    sizes: Ints
    puzzle: Ints

    @property
    def starts(self) -> Ints:
        """Shape (moves,). Where the alternatives of each move begin."""
        return np.cumsum(self.sizes) - self.sizes

    def only(self, moves: NDArray[np.bool_]) -> Choices:
        """Some of the moves."""
        return Choices(self.x[np.repeat(moves, self.sizes)], self.sizes[moves], self.puzzle[moves])

    def columns(self, columns: list[int]) -> Choices:
        """All moves, some of the features."""
        return Choices(self.x[:, columns], self.sizes, self.puzzle)

    def permuted(self, columns: list[int], rng: np.random.Generator) -> Choices:
        """With the rows of some features permuted among the alternatives of each move."""
        move = np.repeat(np.arange(len(self.sizes)), self.sizes)
        order = np.lexsort((rng.random(len(move)), move))
        x = self.x.copy()
        x[:, columns] = self.x[order][:, columns]
        return Choices(x, self.sizes, self.puzzle)

    def bits(self, weights: Floats) -> Floats:
        """What weights gain over a uniform choice: bits a move, a mean for each puzzle in turn."""
        lost = _Likelihood(self).lost(weights)
        gained = np.log2(self.sizes) - lost / np.log(2)
        puzzles, of = np.unique(self.puzzle, return_inverse=True)
        return np.bincount(of, gained, len(puzzles)) / np.bincount(of, minlength=len(puzzles))


def joined(parts: list[Choices]) -> Choices:
    """Moves of several kinds together; their puzzles are numbered through."""
    puzzles, at = [], 0
    for part in parts:
        puzzles.append(part.puzzle + at)
        at += int(part.puzzle.max(initial=-1)) + 1
    x, sizes = (np.concatenate([getattr(p, name) for p in parts]) for name in ("x", "sizes"))
    return Choices(x, sizes, np.concatenate(puzzles))


class _Likelihood:
    """The likelihood of choices as a function of weights."""

    def __init__(self, choices: Choices) -> None:
        self.x = choices.x.astype(np.float64)
        self.starts, self.sizes = choices.starts, choices.sizes

    def _scores(self, weights: Floats) -> Floats:
        score = self.x @ weights
        score -= np.repeat(np.maximum.reduceat(score, self.starts), self.sizes)
        return score

    def lost(self, weights: Floats) -> Floats:
        """Shape (moves,). Minus the log likelihood of each move."""
        score = self._scores(weights)
        lost: Floats = np.log(np.add.reduceat(np.exp(score), self.starts)) - score[self.starts]
        return lost

    def slopes(self, weights: Floats) -> tuple[Floats, Floats]:
        """Gradient and curvature of the sum of :meth:`lost`."""
        p = np.exp(self._scores(weights))
        p /= np.repeat(np.add.reduceat(p, self.starts), self.sizes)
        weighted = self.x * p[:, None]
        mean = np.add.reduceat(weighted, self.starts, axis=0)
        gradient = (mean - self.x[self.starts]).sum(axis=0)
        return gradient, weighted.T @ self.x - mean.T @ mean


def fit(choices: Choices, ridge: float, begin: Floats | None = None) -> Floats:
    """The weights of a model.

    Args:
        choices: Moves to learn from.
        ridge: Half of it times the squared weights is added to what is minimised.
        begin: Weights to begin with.
    """
    of = _Likelihood(choices)
    weights = np.zeros(choices.x.shape[1]) if begin is None else begin

    def cost(weights: Floats) -> float:
        return float(of.lost(weights).sum() + ridge / 2 * (weights @ weights))

    now = cost(weights)
    for _ in range(STEPS):
        gradient, curve = of.slopes(weights)
        step = np.linalg.solve(curve + ridge * np.eye(len(weights)), gradient + ridge * weights)
        for half in range(HALVINGS):
            tried = weights - step / 2**half
            after = cost(tried)
            if after <= now:
                break
        else:
            return weights
        gain, weights, now = now - after, tried, after
        if gain < CLOSE:
            break
    return weights
