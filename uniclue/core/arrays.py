"""numpy, imported when something of it is used.

A small puzzle is often decided without an array, and numpy takes longer to import than such a
verdict. The product therefore takes ``np`` and ``NDArray`` from here; see
docs/decisions/0031-late-imports.md. Type checkers see numpy itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray
else:
    from types import GenericAlias

    from uniclue.core.late import LateModule

    np = LateModule("numpy")
    ArrayLike = object

    class NDArray:
        """Stands in annotations, which nothing looks at when the program runs."""

        __class_getitem__ = classmethod(GenericAlias)  # of a type that is written as a string


__all__ = ["ArrayLike", "NDArray", "np"]
