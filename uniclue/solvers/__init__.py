"""How puzzles are decided: stages, solvers, limits, verdicts, and batches of puzzles.

One puzzle's way begins in :mod:`~uniclue.solvers.decide` (``unique``, ``solve``, ``count``,
``check``) and leads through the list in :mod:`~uniclue.solvers.stages`. Words that are used here:

====================  ==============================================================================
place, cell           where a value stands in a solution
candidates, ``can``   the values that can still stand in each place
known                 of a place: it has one candidate; of a variable: it is true, or false
open                  what is not known: places, variables, and rows that not every choice keeps
reduced               a model's rows without what propagation on them has made known
counts                a puzzle as cardinality constraints: at least, at most k of these literals
deduced               the number of places that were known before a solver was called
lazy constraint, cut  a constraint that is no row; a clause for what a solution broke of it
formula               what a SAT solver is given: clauses, and counts if it takes them
loaded                in a live solver, which is called more than once
session               a solver that finds one solution of one puzzle after the other
projection            from an assignment of a formula to what stands in the cells, and back
exclude, block        to leave a solution out of the search from now on, by a clause over its cells
stage                 a way to find solutions, which may leave the rest to the next
====================  ==============================================================================
"""

from typing import TYPE_CHECKING

from uniclue.core.late import modules_of

if not TYPE_CHECKING:
    __getattr__ = modules_of(__name__)
