"""The claims of Zhu, Chen and Zhao 2018 on their new game, Beautiful Garden."""

from __future__ import annotations

import random
from functools import partial

import msgspec

from uniclue.models.garden import PREFERRED, Garden
from uniclue.papers.expected import Above, Equal
from uniclue.papers.ledger import Claim, Measured
from uniclue.papers.tables import TableTask
from uniclue.papers.zhu2018.animals_claims import PAPER, PLAYERS
from uniclue.papers.zhu2018.animals_tables import (
    Figures,
    draw_animals,
    draw_garden,
    draw_unique,
    larger_shares,
    rated,
)
from uniclue.search.steps import search
from uniclue.solvers import decide

LARGER = 0.6
"""The share of pairs in which a counter has to be larger to be called so; ties count half."""

claim = partial(Claim, PAPER)


def games(task: TableTask) -> Measured:
    """The counters of random puzzles of both games, each with one solution."""
    number = task.scaled(60)
    animals, small, wide = (
        [rated(draw_unique(rng, draw)) for _ in range(number)]
        for rng, draw in (
            (random.Random(f"{task.seed} animals"), draw_animals),
            (random.Random(f"{task.seed} 3x3"), lambda rng: draw_garden(rng, 3, 4)),
            (random.Random(f"{task.seed} 4x4"), lambda rng: draw_garden(rng, 4, 4)),
        )
    )
    shares = {size: larger_shares(animals, some) for size, some in (("3x3", small), ("4x4", wide))}
    of_counters = {
        f"garden-{symbol.lower()}": tuple(round(share[symbol], 2) for share in shares.values())
        for symbol in ("X1", "X2", "X3", "X4")
    }
    return Measured(
        of_counters | {"garden-wider-harder": round(_harder(small, wide), 2)},
        f"share of pairs in which the garden has more, gardens of 3x3 and 4x4; {number} random "
        "puzzles of each sort",
    )


def _harder(some: list[Figures], others: list[Figures]) -> float:
    """The share of pairs in which one of the others has the larger D; ties half."""
    pairs = [(a["D"], b["D"]) for a in some for b in others]
    return sum((b > a) + (a == b) / 2 for a, b in pairs) / len(pairs)


def right_gardens(task: TableTask) -> Measured:
    """The procedure against clauses, on gardens with one and with several solutions."""
    rng = random.Random(task.seed)
    wrong = 0
    for _ in range(number := task.scaled(20)):
        garden = draw_unique(rng, lambda rng: draw_garden(rng, 3, 4))
        assert isinstance(garden, Garden)
        shown = msgspec.structs.replace(garden, conditions=())
        wrong += search(shown, "player").counters["N"] != decide.count(shown).count
    return Measured({"garden-same-model": wrong}, f"{number} random gardens of 3x3")


def humidities(task: TableTask) -> Measured:
    """What the rules say of roses and the lily's band, against figure 13."""
    return Measured({"garden-rose": PREFERRED["rose"], "garden-species": len(PREFERRED)})


CLAIMS = (
    claim(
        "garden-x1",
        "1.4.3",
        "X1 is larger in the garden than in the game of animals.",
        Above(LARGER),
        games,
        "uniclue reproduce animals",
    ),
    claim(
        "garden-x2",
        "1.4.3",
        "X2 is larger in the garden.",
        Above(LARGER),
        games,
        "uniclue reproduce animals",
    ),
    claim(
        "garden-x3",
        "1.4.3",
        "X3 is larger in the garden.",
        Above(LARGER),
        games,
        "uniclue reproduce animals",
    ),
    claim(
        "garden-x4",
        "1.4.3",
        "X4 is larger in the garden.",
        Above(LARGER),
        games,
        "uniclue reproduce animals",
    ),
    claim(
        "garden-wider-harder",
        "1.4.1 and 9",
        "A garden with more blocks is harder: share of pairs in which a garden of 4x4 has a larger "
        "D than one of 3x3.",
        Above(LARGER),
        games,
    ),
    claim(
        "garden-same-model",
        "2 and 1.4.3",
        "The model applies to the garden, too: gardens whose solutions clauses count otherwise.",
        Equal(0),
        right_gardens,
    ),
    claim(
        "garden-rose",
        "1.4.1 and figure 13",
        "The rose's band of humidity is the same in the rules and in the figure.",
        Equal((50, 60)),
        humidities,
    ),
    claim(
        "garden-species",
        "figure 13",
        "The figure lists eight flowers.",
        Equal(8),
        humidities,
    ),
    claim(
        "garden-examples",
        "1.4.2, figures 14 to 20",
        "The answers of the gardens of levels 1, 5 and 25.",
        lost="Gardens and answers were pictures.",
    ),
    claim(
        "garden-players",
        "1.4.1, 1.4.3 and 9",
        "The garden is for players above 9, takes 5 to 20 minutes, and is harder to plan ahead.",
        uncheckable=PLAYERS,
    ),
    claim(
        "garden-botany",
        "1.4.1 and 9",
        "Flowers grow best at the humidity given for them.",
        uncheckable="The documents name no source, and it is no matter of computing.",
    ),
)
