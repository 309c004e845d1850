"""Hashi."""

from functools import cached_property

from uniclue.kit import Annotated, Board, Bridge, BridgeRows, CardinalityRows, ConnectedLines
from uniclue.kit import Constraints, Construction, Crossing, Generation, Janko, Layer, Place, Pzpr
from uniclue.kit import Rng, Shape, Sum, TextGrid, Tokens, Value, around, bridges, bridges_of, items
from uniclue.kit import name, numbers, rows_of


class Hashi(Board, frozen=True, kw_only=True, tag="hashi"):
    """Hashi (Bridges): join all islands by single and double bridges.

    Rules:
        cross: one or two bridges lead straight from island to island, or none; they do not cross
        joined: all islands are connected
        number: a number says how many bridges end at its island; ? is a number that is left open
    """

    sites = Pzpr("hashikake"), Janko("hashi")

    grid: Annotated[TextGrid, Tokens(range(1, 9), drawn="circle", unknown=True)]

    @cached_property
    def islands(self) -> dict[Place, Value]:
        """The number of every island, or ``?``."""
        return dict(items(self.grid))

    @cached_property
    def bridges(self) -> list[Bridge]:
        """Where bridges can be."""
        return [*bridges_of(self.size, self.islands)]

    def answer(self) -> Layer:
        """Links that lie between two islands of a line."""
        between = sorted(link for bridge in self.bridges for link in bridge.links)
        return Layer(between, (0, 1, 2), "bridges")

    def rules(self) -> Constraints:
        for cell in sorted({cell for bridge in self.bridges for cell in bridge.between}):
            yield Crossing("cross", f"at {name(cell)}", around(cell, 0.5))
        yield ConnectedLines(
            "joined", "all islands", self.unknowns.places, joints=tuple(self.islands)
        )

    def clues(self) -> Constraints:
        for cell, number in numbers(self.grid):
            near = [at for at in around(cell, 0.5) if at in self.unknowns.index]
            yield Sum("number", f"bridges at {name(cell)}", near, number, number)

    def counts(self) -> CardinalityRows | None:
        """The counts, with one set of variables for each bridge; None where something is given."""
        if self.givens is not None or not self.bridges:
            return None
        return BridgeRows(self.bridges, self.islands, self.unknowns.index)


def _blank(kind: type[Hashi], shape: Shape, rng: Rng) -> Hashi:
    """The numbers of islands that random bridges join."""
    return kind(grid=rows_of(bridges(shape, rng, 0.25), shape))


Hashi.generation = Generation(construction=Construction.BOARD, blank=_blank)
