"""Patchwork."""

from uniclue.kit import AllDifferent, Annotated, Areas, Constraints, Exactly, Generation, Janko
from uniclue.kit import NotAllEqual, NumberedRegions, Place, Printed, PuzzleError, Rng, Shape
from uniclue.kit import TextGrid, areas, block, cells, names, pairs, rows_and_columns, rows_of


class Patchwork(NumberedRegions, frozen=True, kw_only=True, tag="patchwork"):
    """Patchwork: 1 to n in every strip of n cells; all numbers equally often in every line.

    Rules:
        clue: a printed number stays as it is
        region: every strip of n cells holds each of the numbers 1 to n once
        line: all numbers stand equally often in every row and column
        touch: equal numbers do not stand side by side
    """

    sites = (Janko("patchwork"),)

    regions: Annotated[TextGrid, Areas()]
    grid: Annotated[TextGrid, Printed()]

    def validate(self) -> None:
        super().validate()
        sizes = {len(strip) for strip in areas(self.regions).values()}
        if len(sizes) != 1 or any(side % max(sizes) for side in self.size):
            got = f"got regions of {', '.join(map(str, sorted(sizes)))} cells"
            raise PuzzleError("$.regions", f"expected n cells each, n dividing both sides, {got}")

    def rules(self) -> Constraints:
        for word, strip in areas(self.regions).items():
            yield AllDifferent("region", f"strip {word}", strip)
        for title, line in rows_and_columns(self.size):
            often = len(line) // len(self.domain)
            for value in self.domain:
                yield Exactly("line", title, line, often, str(value), value)
        for pair in pairs(self.size):
            yield NotAllEqual("touch", names(pair), pair)


def _blank(kind: type[Patchwork], shape: Shape, rng: Rng) -> Patchwork:
    """Strips of four cells across or down: squares of four are turned, wherever they are."""
    room: dict[Place, Place] = {(r, c): (r, c - c % 4) for r, c in cells(shape)}
    for _ in range(4 * shape[0] * shape[1]):
        r, c = (int(rng.integers(side)) for side in shape)
        square = block((r, c), 4, 4)
        lies = {room.get(at) for at in square}
        if len(lies) == 4 and None not in lies:
            down = room[r, c] != room[r, c + 1]
            room |= {(i, j): (i, c) if down else (r, j) for i, j in square}
    number = {first: i for i, first in enumerate(dict.fromkeys(room.values()), 1)}
    strips = {cell: number[first] for cell, first in room.items()}
    return kind(regions=rows_of(strips, shape), grid=rows_of({}, shape))


Patchwork.generation = Generation(size="8x8", blank=_blank)
