"""Skyscrapers."""

from uniclue.kit import AllDifferent, Annotated, Beside, Board, Constraints, Exactly, Flag, Janko
from uniclue.kit import Layer, Meta, Number, NumbersBeside, Permutation, PuzzleError, Pzpr, TextRow
from uniclue.kit import TowersSeen, Written, cells, columns, diagonals, entries, rows
from uniclue.kit import rows_and_columns

Numbers = range(1, 151)


class Skyscrapers(Board, frozen=True, kw_only=True, tag="skyscrapers"):
    """Skyscrapers: towers of every height in a line, and how many are seen from outside.

    Rules:
        line: every height up to the highest, the board's size if it is not given, stands once in
            each row and column; all other cells are empty lots, 0
        diagonal: with diagonals, no height stands twice in one of the two long diagonals
        seen: a number says how many towers are seen from there; higher ones hide lower ones
    """

    sites = (
        Pzpr("skyscrapers", NumbersBeside("top", "bottom", "left", "right"), answer=Written.INSIDE),
        Janko("wolkenkratzer", Number("highest"), Flag("D", "diagonals"), also=["skyscraper"]),
    )

    top: Annotated[TextRow, Beside("top", Numbers)]
    bottom: Annotated[TextRow, Beside("bottom", Numbers)]
    left: Annotated[TextRow, Beside("left", Numbers)]
    right: Annotated[TextRow, Beside("right", Numbers)]
    diagonals: bool = False
    highest: Annotated[int, Meta(ge=1, le=150)] | None = None

    def validate(self) -> None:
        super().validate()
        if self.highest is not None and self.highest > self.size[0]:
            raise PuzzleError("$.highest", f"expected at most {self.size[0]}, got {self.highest}")

    def answer(self) -> Layer:
        lots = self.size[0]
        highest = lots if self.highest is None else self.highest
        return Layer(cells(self.size), range(int(highest == lots), highest + 1))

    def rules(self) -> Constraints:
        for title, line in rows_and_columns(self.size):
            if self.domain[0] == 0:
                yield AllDifferent("line", title, line, (0,))
                empty = len(line) - len(self.domain) + 1
                yield Exactly("line", title, line, empty, "empty lot", 0)
            else:
                yield Permutation("line", title, line)
        if self.diagonals:
            for title, line in diagonals(self.size):
                yield AllDifferent("diagonal", title, line, (0,))

    def clues(self) -> Constraints:
        across = zip(rows(self.size), entries(self.left), entries(self.right), strict=True)
        down = zip(columns(self.size), entries(self.top), entries(self.bottom), strict=True)
        for (title, line), first, last in (*across, *down):
            if isinstance(first, int):
                yield TowersSeen("seen", f"{title} from its start", line, first)
            if isinstance(last, int):
                yield TowersSeen("seen", f"{title} from its end", line[::-1], last)
