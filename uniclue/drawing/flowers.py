"""Signs of flowers and colours of ground, as paths of SVG.

Every sign is petals around a middle, distinguished by their number and shape, not by colour alone:
pictures are printed in grey, too.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import NamedTuple


class Sign(NamedTuple):
    """How a flower looks.

    Attributes:
        petals: How many there are.
        width: Half the width of a petal, as a share of the flower's radius.
        start: Where a petal begins, as such a share; 0 for the middle of the flower.
        middle: The radius of the middle, as such a share.
        colour: Of the petals.
        heart: Of the middle.
    """

    petals: int
    width: float
    start: float
    middle: float
    colour: str
    heart: str


SIGNS = {
    "orchis": Sign(3, 0.36, 0.0, 0.16, "#a3c", "#fff"),
    "cuckoo": Sign(4, 0.34, 0.1, 0.12, "#e9c", "#494"),
    "morning glory": Sign(5, 0.42, 0.0, 0.3, "#46d", "#fff"),
    "lilac": Sign(7, 0.2, 0.58, 0.26, "#97d", "#97d"),
    "tulip": Sign(3, 0.3, 0.3, 0.5, "#e22", "#e22"),
    "daisy": Sign(12, 0.11, 0.2, 0.26, "#fff", "#ec2"),
    "rose": Sign(6, 0.3, 0.24, 0.44, "#c14", "#f9b"),
    "sunflower": Sign(18, 0.1, 0.4, 0.48, "#fb1", "#631"),
}
PLAIN = Sign(5, 0.3, 0.1, 0.2, "#d62", "#fe8")
"""A flower that has no sign of its own."""

GROUND = ("#f3dfb8", "#e6ddb0", "#d3dfae", "#b9dcbc", "#a0d2d0", "#86bfe0")
"""From dry to wet: up to 40 %, 50 %, 60 %, 70 %, 80 %, and more."""


def ground(percent: float) -> str:
    """The colour of ground."""
    return GROUND[sum(percent > most for most in (40, 50, 60, 70, 80))]


def flower(name: str, at: tuple[float, float], radius: float) -> str:
    """The sign of a flower, as elements."""
    (x, y), sign = at, SIGNS.get(name, PLAIN)
    petals = "".join(
        _petal(x, y, radius, 2 * pi * i / sign.petals - pi / 2, sign) for i in range(sign.petals)
    )
    inner = radius * sign.middle
    heart = f"M{x - inner:.1f} {y:.1f}a{inner:.1f} {inner:.1f} 0 1 0 {2 * inner:.1f} 0"
    line = 'stroke="#333" stroke-width="0.35"'
    return (
        f'<path d="{petals}" fill="{sign.colour}" {line}/>'
        f'<path d="{heart}a{inner:.1f} {inner:.1f} 0 1 0-{2 * inner:.1f} 0z" '
        f'fill="{sign.heart}" {line}/>'
    )


def _petal(x: float, y: float, radius: float, turn: float, sign: Sign) -> str:
    """A petal from near the middle to the edge: two curves."""
    along, across = (cos(turn), sin(turn)), (-sin(turn), cos(turn))

    def point(far: float, off: float) -> str:
        i, j = (along[k] * far + across[k] * off for k in (0, 1))
        return f"{x + radius * i:.1f} {y + radius * j:.1f}"

    wide, middle = 1.4 * sign.width, (sign.start + 1) / 2
    back = f"Q{point(middle, wide)} {point(sign.start, 0)}z"
    return f"M{point(sign.start, 0)}Q{point(middle, -wide)} {point(1, 0)}{back}"
