"""Block puzzle."""

from uniclue.kit import Annotated, Construction, DissectedBoard, Generation, Iterator, Janko, Place
from uniclue.kit import Placement, Rng, Sequence, Shape, TextGrid, Tokens, around, crooked, items
from uniclue.kit import Value, placement, rows_of, shuffled


class Burokku(DissectedBoard, frozen=True, kw_only=True, tag="burokku"):
    """Block puzzle (Burokku): cut the board into areas that hold every number, or letter, once.

    Rules:
        area: every area holds each number or letter of the board just once
    """

    sites = (Janko("burokku"),)

    grid: Annotated[
        TextGrid, Tokens(range(1, 100), None, filled=True, pattern="[A-Z]|[0-9]+", such="3 or A")
    ]

    def pieces(self) -> Sequence[Placement]:
        told = dict(items(self.grid))
        return [placement(area) for cell in sorted(told) for area in _areas(cell, told)]


def _areas(first: Place, told: dict[Place, Value]) -> Iterator[set[Place]]:
    """The connected areas with every word once whose first cell is the given one."""
    most, todo = len({*told.values()}), [({first}, {first})]
    while todo:
        held, barred = todo.pop()
        if len(held) == most:
            yield held
            continue
        there, gone = {told[cell] for cell in held}, {*barred}
        for near in {at for at in told if at not in barred and held.intersection(around(at))}:
            if near > first and told[near] not in there:
                gone.add(near)
                todo.append(({*held, near}, {*gone}))


def _blank(kind: type[Burokku], shape: Shape, rng: Rng) -> Burokku:
    """The numbers of some areas, as many in each as the board has columns."""
    told: dict[Place, int] = {}
    for area in crooked(shape, rng, shape[1]):
        told |= {cell: i for i, cell in enumerate(shuffled(rng, area), 1)}
    return kind(grid=rows_of(told, shape))


Burokku.generation = Generation(construction=Construction.BOARD, redrawn_for=(), blank=_blank)
