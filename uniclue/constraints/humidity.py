"""Humidity: bands of it, and conditions on ground of a band."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from uniclue.constraints.species import OnGround
from uniclue.constraints.timed import Timed
from uniclue.core.model import Place
from uniclue.core.puzzle import PuzzleError

Percent = Annotated[int, Meta(ge=0, le=100)]
Band = tuple[Percent, Percent]
"""From low to high."""


def is_within(ground: Band, band: Band) -> bool:
    """Whether ground is as a band asks, at its lowest and its highest.

    Args:
        ground: The humidity of the ground, from low to high.
        band: The band.

    Example:
        >>> is_within((60, 65), (60, 70)), is_within((50, 65), (60, 70))
        (True, False)
    """
    return band[0] <= ground[0] and ground[1] <= band[1]


def need_band(band: Band, path: str) -> None:
    """Raises :class:`PuzzleError` for a band from high to low.

    Args:
        band: The band.
        path: The JSON path of the member.

    Example:
        >>> need_band((60, 70), "$.band")
    """
    if band[0] > band[1]:
        raise PuzzleError(path, f"expected a band from low to high, got {list(band)}")


def band_text(band: Band) -> str:
    """A band in words: ``60-70`` or ``100``.

    Args:
        band: The band.

    Example:
        >>> band_text((60, 70)), band_text((100, 100))
        ('60-70', '100')
    """
    return str(band[0]) if band[0] == band[1] else f"{band[0]}-{band[1]}"


class HumidityCondition(OnGround, Timed, frozen=True, kw_only=True, tag="humidity"):
    """Each flower of a species stands on ground of exactly this band, or none does.

    Attributes:
        when: When it holds: at ``planting``, or in the ``final`` garden.
        species: The species.
        band: From low to high.
        negated: Whether none of its flowers stands on such ground.

    Example:
        >>> HumidityCondition(species="rose", band=(60, 70)).band
        (60, 70)
    """

    species: str
    band: Band
    negated: bool = msgspec.field(name="not", default=False)

    def validate(self, puzzle: Any, path: str) -> None:
        super().validate(puzzle, path)
        need_band(self.band, f"{path}.band")

    def words(self) -> str:
        """Such as ``no rose stands on 60-70 %``."""
        number = "no" if self.negated else "every"
        return f"{number} {self.species} stands on {band_text(self.band)} %"

    def is_on(self, puzzle: Any, place: Place) -> bool:
        return bool(puzzle.humidity[place[0]][place[1]] == self.band)
