"""Sheep and Wolves."""

from uniclue.kit import Annotated, Board, Constraints, Exactly, Generation, Layer, Loop, Pzpr
from uniclue.kit import Regular, SheepAndWolves, TextGrid, Tokens, around, items, name, sides

EVEN_ODD = ((0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0))


class SheepAndWolvesLoop(Board, frozen=True, kw_only=True, tag="swslither"):
    """Sheep and Wolves: draw one loop along the sides of cells around all sheep, and no wolf.

    Rules:
        loop: the sides drawn form one loop
        number: a number says how many sides of its cell are drawn
        side: sheep (s) are inside the loop, wolves (w) outside
    """

    rules_by_size = True
    sites = (Pzpr("swslither", SheepAndWolves("grid")),)

    grid: Annotated[TextGrid, Tokens(range(4), "sw")]

    def answer(self) -> Layer:
        return Layer(sides(self.size))

    def rules(self) -> Constraints:
        yield Loop("loop", "the line", sides(self.size), sides=True)

    def clues(self) -> Constraints:
        """An animal is inside if an odd number of sides on its right are drawn."""
        for (r, c), word in items(self.grid):
            near = around((r, c), 0.5)
            if isinstance(word, int):
                yield Exactly("number", f"around {name((r, c))}", near, word, "side")
            else:
                beside = [(r, at + 0.5) for at in range(c, self.size[1])]
                animal, where = ("sheep", "inside") if word == "s" else ("wolf", "outside")
                says, last = f"{where} the loop", (int(word == "s"),)
                yield Regular(
                    "side", f"{animal} at {name((r, c))}", beside, says, 0, EVEN_ODD, last
                )


SheepAndWolvesLoop.generation = Generation(symmetry="half-turn")
