"""Mutants: small faults planted in kinds and constraints, to see whether the tests find them.

``python -m tests.mutants --seed 1`` plants faults that the seed draws, one at a time, in a clone of
the checkout, and runs there the tests that have to find them: for a kind the gate and the quick
tests about it, for a constraint the tests of words and the gate. Nothing of the checkout itself is
changed.
"""
