"""KenKen. Source of the rules: docs/kinds.md."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from uniclue.constraints.base import Constraint
from uniclue.constraints.board import Board
from uniclue.constraints.compare import Difference, Ratio
from uniclue.constraints.different import Permutation
from uniclue.constraints.total import Product, Total
from uniclue.core.fields import Areas, TextGrid, areas
from uniclue.core.places import Layer, cells, rows_and_columns
from uniclue.core.puzzle import PuzzleError

Target = Annotated[str, Meta(max_length=12)]


class Kenken(Board, frozen=True, kw_only=True, tag="kenken"):
    """KenKen (Calcudoku): a Latin square with cages and what their numbers make.

    Rules:
        line: every number stands once in each row and column
        cage: the numbers of a cage make its target: a sum (7+), product (24*), difference (3-) or
            quotient (2/); without a sign it is the number itself
    """

    cages: Annotated[TextGrid, Areas(texts="targets")]
    targets: Annotated[dict[str, Target], Meta(max_length=400)]

    def validate(self) -> None:
        super().validate()
        height, width = self.size
        if height != width or height > 20:
            raise PuzzleError("$.cages", f"expected n x n cells, n up to 20, got {height}x{width}")
        for name, places in areas(self.cages).items():
            target = self.targets.get(name, "0+")
            two = {"": 1, "-": 2, "/": 2}.get(target.lstrip("0123456789"), len(places))
            if not re.fullmatch(r"[0-9]{1,9}[-+*/]?", target) or two != len(places):
                expected = f"such as 7+, 24*, 3- or 2/ for {len(places)} cells, got {target!r}"
                raise PuzzleError(f"$.targets.{name}", f"expected a target {expected}")

    def answer(self) -> Layer:
        return Layer(cells(self.size), range(1, self.size[0] + 1))

    def rules(self) -> Iterator[Constraint]:
        for title, line in rows_and_columns(self.size):
            yield Permutation("line", title, line)

    def clues(self) -> Iterator[Constraint]:
        cages = areas(self.cages)
        for name, target in self.targets.items():
            number, sign = int(target.rstrip("+-*/")), target.lstrip("0123456789")
            about = ("cage", f"cage {name}", cages[name])
            if sign in ("", "+"):
                yield Total(*about, number, number)
            elif sign == "*":
                yield Product(*about, number)
            else:
                yield (Difference if sign == "-" else Ratio)(*about, number)
