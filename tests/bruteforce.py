"""Counting solutions without any model: every grid, judged by the kind's rule check."""

from __future__ import annotations

from uniclue.solvers.trials import solutions as solutions
