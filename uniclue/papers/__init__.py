"""The source documents, a folder each: searches, recipes, ratings, formats, tables and claims.

A document is there because its folder is: what a module of it holds is found by the end of the
module's name (:mod:`uniclue.core.plugins`). Beside the documents stand the ledger of their claims
and the tables of their figures. The product imports nothing from here.
"""

from typing import TYPE_CHECKING

from uniclue.core.late import modules_of

if not TYPE_CHECKING:
    __getattr__ = modules_of(__name__)
