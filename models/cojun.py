"""Kojun."""

from uniclue.kit import Annotated, Areas, Borders, Constraints, Janko, Less, NotAllEqual
from uniclue.kit import NumberedRegions, Printed, Pzpr, TextGrid, Turning, areas, name, names, pairs


class Cojun(NumberedRegions, frozen=True, kw_only=True, tag="cojun"):
    """Kojun: 1 to n in every region of n cells; in a region, the number above is the larger one.

    Rules:
        clue: a printed number stays as it is; ? is a number that is left open
        size: a region of n cells holds the numbers 1 to n
        region: no number stands twice in a region
        touch: no two neighbours hold the same number
        above: of two cells of a region, one above the other, the upper one holds the larger number
    """

    sites = Pzpr("cojun", Borders("regions"), "grid"), Janko("cojun", also=["kojun"])

    regions: Annotated[TextGrid, Areas(usual=range(2, 6))]
    grid: Annotated[TextGrid, Printed(unknown=True)]

    def rules(self) -> Constraints:
        yield from super().rules()
        for pair in pairs(self.size):
            yield NotAllEqual("touch", names(pair), pair)
        for some in areas(self.regions).values():
            for r, c in {*some} & {(r - 1, c) for r, c in some}:
                low = (r + 1, c)
                yield Less("above", f"{name(low)} < {name((r, c))}", (low, (r, c)))


Cojun.turning = Turning(has=lambda turn: not (turn.exchanged or turn.down))
