"""Encoders of a model: CNF for SAT solvers, 0/1 programs for ILP solvers, and file formats."""

from typing import TYPE_CHECKING

from uniclue.core.late import modules_of

if not TYPE_CHECKING:
    __getattr__ = modules_of(__name__)
