"""One to X."""

from uniclue.kit import Annotated, Areas, Beside, Constraints, Janko, NotAllEqual, NumberedRegions
from uniclue.kit import Printed, Sum, TextGrid, TextRow, names, numbered_lines, pairs

Sums = range(7501)


class OneToX(NumberedRegions, frozen=True, kw_only=True, tag="onetox"):
    """One to X (Eins bis X): 1 to n in every region of n cells, and sums of rows and columns.

    Rules:
        clue: a printed number stays as it is; ? is a number that is left open
        size: a region of n cells holds the numbers 1 to n
        region: no number stands twice in a region
        touch: no two neighbours hold the same number
        sum: a number beside the board is the sum of its row or column
    """

    only_known_cells = False
    sites = (Janko("onetox", also=["eins-bis-x"]),)

    regions: Annotated[TextGrid, Areas(usual=range(2, 7))]
    grid: Annotated[TextGrid, Printed(unknown=True)]
    top: Annotated[TextRow, Beside("top", Sums)]
    left: Annotated[TextRow, Beside("left", Sums)]

    def rules(self) -> Constraints:
        yield from super().rules()
        for pair in pairs(self.size):
            yield NotAllEqual("touch", names(pair), pair)

    def clues(self) -> Constraints:
        for title, line, total in numbered_lines(self.size, self.left, self.top):
            yield Sum("sum", title, line, total, total)
