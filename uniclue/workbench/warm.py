"""Imports for workers, done once before they are forked: kinds, formats, solvers, drawing."""

from __future__ import annotations

from contextlib import suppress

from uniclue.core.kinds import find_kind, kind_names
from uniclue.formats.format import FORMATS
from uniclue.generators.drawn import recipe_of as recipe_of
from uniclue.workbench import tasks as tasks

for name in kind_names():
    with suppress(Exception):  # an error is reported when the module is used
        find_kind(name)
FORMATS.all()
tasks.rehearse()
