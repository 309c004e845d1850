"""KenKen."""

import re
from itertools import product
from math import prod

from uniclue.kit import Annotated, Areas, Constraints, Construction, Difference, Generation, Grid
from uniclue.kit import Janko, LatinSquare, Mapping, Meta, Place, Product, PuzzleError, Ratio, Rng
from uniclue.kit import Shape, Solved, Sum, SumOrProduct, Table, TextGrid, Value, areas, cells
from uniclue.kit import number_of, random_areas, refuse_unless_square, regions, rows_of

Target = Annotated[str, Meta(max_length=12)]


def _made(one: int, other: int) -> tuple[float, ...]:
    """What two numbers make."""
    return one + other, one * other, abs(one - other), one / other, other / one


class Kenken(LatinSquare, frozen=True, kw_only=True, tag="kenken"):
    """KenKen (Calcudoku): a Latin square with cages and what their numbers make.

    Rules:
        line: every number stands once in each row and column
        cage: the numbers of a cage make its target: a sum (7+), product (24*) or, of two cells,
            difference (3-) or quotient (2/); without a sign any of them (of more cells, sum or
            product); of one cell it is the number; a cage without a target holds anything
    """

    sites = (Janko("kendoku", also=["kenken"]),)

    cages: Annotated[TextGrid, Areas(texts="targets")]
    targets: Annotated[dict[str, Target], Meta(max_length=400)]

    def validate(self) -> None:
        super().validate()
        refuse_unless_square(self, "$.cages", 20)
        for name, places in areas(self.cages).items():
            target, size = self.targets.get(name, ""), len(places)
            signs = "[-+*/]?" if size == 2 else "" if size == 1 else "[+*]?"
            if not re.fullmatch(f"[0-9]{{1,9}}{signs}", target) and name in self.targets:
                such = {1: "3", 2: "7+, 24*, 3-, 2/ or 2"}.get(size, "7+, 24* or 24")
                expected = f"expected such as {such} for {number_of(size, 'cell')}, got {target!r}"
                raise PuzzleError(f"$.targets.{name}", expected)

    def clues(self) -> Constraints:
        cages = areas(self.cages)
        for name, target in self.targets.items():
            number, sign = int(target.rstrip("+-*/")), target.lstrip("0123456789")
            about = ("cage", f"cage {name}", cages[name])
            if sign == "+" or len(cages[name]) == 1:
                yield Sum(*about, number, number)
            elif not sign and len(cages[name]) > 2:
                yield SumOrProduct(*about, number)
            elif not sign:
                every = product(range(1, self.size[0] + 1), repeat=2)
                pairs = tuple(pair for pair in every if number in _made(*pair))
                yield Table(*about, f"makes {number}", pairs)
            elif sign == "*":
                yield Product(*about, number)
            else:
                yield (Difference if sign == "-" else Ratio)(*about, number)


def _blank(kind: type[Kenken], shape: Shape, rng: Rng) -> Kenken:
    """Every cell a cage of its own, without a target."""
    each = {cell: i for i, cell in enumerate(cells(shape), 1)}
    return kind(cages=rows_of(each, shape), targets={})


def _clues_of(kind: type[Kenken], blank: Kenken, solution: Grid, rng: Rng) -> Solved:
    """Random cages of up to four cells."""
    names = random_areas(blank.board_shape, rng, range(1, 5))
    return _with_areas(blank, names, solution), solution


def _with_areas(puzzle: Kenken, names: Mapping[Place, Value], solution: Grid) -> Kenken:
    """The puzzle with these cages: mostly sums and products, the rest of two cells."""
    targets = {}
    for name, some in regions(names.items()).items():
        held = sorted(int(solution[r][c] or 0) for r, c in some)
        way = (sum(held) + len(some)) % 3
        if len(some) == 1:
            targets[name] = f"{held[0]}"
        elif len(some) == 2 and way == 0:
            low, high = held
            targets[name] = f"{high // low}/" if high % low == 0 else f"{high - low}-"
        else:
            targets[name] = f"{prod(held)}*" if way == 1 else f"{sum(held)}+"
    return type(puzzle)(cages=rows_of(names, puzzle.size), targets=targets)


Kenken.generation = Generation(
    construction=Construction.RULES,
    blank=_blank,
    clues_of=_clues_of,
    with_areas=_with_areas,
)
