"""Icelom 2."""

from uniclue.kit import Constraints, IceAndSomeNumbers, Pzpr, Written
from uniclue.models.icelom import NUMBERED, NumbersOverIce


class Icelom2(NumbersOverIce, frozen=True, kw_only=True, tag="icelom2"):
    """Icelom 2: draw a way from IN to OUT that goes straight on over ice and passes all numbers.

    Rules:
        way: the line is one way from IN to OUT; on ice (o) it goes straight on, and only there it
            crosses itself
        ice: it passes every area of ice
        number: it passes all numbers; n is the n-th of them, and ? counts, too, and may be any
    """

    sites = (
        Pzpr("icelom2", IceAndSomeNumbers("grid", "enter", "leave"), answer=Written.WITH_EDGE),
    )

    def rules(self) -> Constraints:
        yield self.one_way()
        yield from self.all_ice()
        yield self.in_order()


Icelom2.generation = NUMBERED
