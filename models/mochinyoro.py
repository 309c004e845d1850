"""Mochinyoro."""

from uniclue.kit import Constraints, NotAll, Pzpr, around, block, cells, name
from uniclue.models.mochikoro import Mochikoro


class Mochinyoro(Mochikoro, frozen=True, kw_only=True, tag="mochinyoro"):
    """Mochinyoro: Mochikoro in which no shaded area is a rectangle, either.

    Rules:
        rectangle: connected white cells form a rectangle
        pool: no 2x2 block is all shaded
        white: all white cells are connected, by sides or corners
        bent: connected shaded cells do not form a rectangle
        number: the rectangle of a number holds no other, and as many cells as it says; ? is any
            number
    """

    sites = (Pzpr("mochinyoro"),)

    def rules(self) -> Constraints:
        yield from super().rules()
        height, width = self.size
        board = {*cells(self.size)}
        for r, c in cells(self.size):
            strips = [block((r, c), 1, n) for n in range(1, width - c + 1)]
            strips += [block((r, c), n, 1) for n in range(2, height - r + 1)]
            for strip in strips:
                near = {at for cell in strip for at in around(cell)} - {*strip}
                beside = sorted(near & board)
                values = (*(1 for _ in strip), *(0 for _ in beside))
                says = f"no shaded strip of {len(strip)}"
                yield NotAll("bent", name((r, c)), [*strip, *beside], values, says)
