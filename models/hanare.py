"""Hanare-gumi."""

from itertools import combinations

from uniclue.kit import Annotated, Areas, Board, Borders, Constraints, Generation, Janko, Layer
from uniclue.kit import NotAll, Printed, Pzpr, TextGrid, areas, cells, names, one_number_each
from uniclue.kit import Value, rows_and_columns


class Hanare(Board, frozen=True, kw_only=True, tag="hanare"):
    """Hanare-gumi: every region holds its size once; numbers differ by the cells between them.

    Rules:
        clue: a printed number stays as it is
        size: the number in a region of n cells is n
        region: every region holds one number
        gap: between two numbers of a row or column, with no number between them, lie as many cells
            as they differ by
    """

    sites = Pzpr("hanare", Borders("regions"), "grid", words={"+": "."}), Janko("hanare")
    only_known_cells = True

    regions: Annotated[TextGrid, Areas(usual=range(2, 5))]
    grid: Annotated[TextGrid, Printed()]

    def answer(self) -> Layer:
        return Layer(cells(self.size), (".", *sorted({*map(len, areas(self.regions).values())})))

    def rules(self) -> Constraints:
        yield from one_number_each(self.regions)
        size = {cell: len(some) for some in areas(self.regions).values() for cell in some}
        for _, line in rows_and_columns(self.size):
            for i, j in combinations(range(len(line)), 2):
                ends, inside = (line[i], line[j]), line[i + 1 : j]
                held = size[ends[0]], size[ends[1]]
                if abs(held[0] - held[1]) != len(inside):
                    values: tuple[Value, ...] = (*held, *("." for _ in inside))
                    says = f"not {held[0]} and {held[1]} with nothing between them"
                    yield NotAll("gap", names(ends), ends + inside, values, says)


Hanare.generation = Generation(size="6x6")
