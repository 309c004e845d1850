"""Binairo."""

from itertools import combinations

from uniclue.kit import Always, Annotated, Board, Constraints, DifferentLists, Exactly, Hashable
from uniclue.kit import Janko, NotAllEqual, Printed, PuzzleError, TextGrid, columns, name, rows
from uniclue.kit import rows_and_columns


class Binairo(Board, frozen=True, kw_only=True, tag="binairo"):
    """Binairo (Takuzu): fill in 0 and 1.

    Rules:
        clue: a printed number stays as it is
        three: no three cells in a row are alike
        half: half of every row and column is 1
        same: no two rows are the same, nor two columns, unless may_repeat says they may be
    """

    sites = (
        Janko("binairo", Always("may_repeat"), words={"1": 0, "2": 1}, answers={"1": 0, "2": 1}),
    )
    only_known_cells = True

    grid: Annotated[TextGrid, Printed()]
    may_repeat: bool = False

    def validate(self) -> None:
        super().validate()
        if any(side % 2 for side in self.size):
            raise PuzzleError("$.grid", f"expected even sides, got {self.size[0]}x{self.size[1]}")

    def rules_key(self) -> Hashable:
        return self.size, self.may_repeat

    def rules(self) -> Constraints:
        for _, line in rows_and_columns(self.size):
            for i in range(len(line) - 2):
                three = line[i : i + 3]
                yield NotAllEqual("three", f"{name(three[0])} to {name(three[2])}", three)
        for title, line in rows_and_columns(self.size):
            yield Exactly("half", title, line, len(line) // 2, "1")
        for lines in () if self.may_repeat else (rows(self.size), columns(self.size)):
            for (one, places), (other, more) in combinations(lines, 2):
                yield DifferentLists("same", f"{one} and {other}", places + more)
