"""Second derivations: every refuted claim's figures once more, in plain Python.

A module for each document, a function for each claim (hyphens as underscores): it returns the
figures of the claim's readings by their names. Nothing here is imported from the library, so that
a fault of the library and a fault here would have to agree.
"""
