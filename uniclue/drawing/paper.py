"""Pictures as PNG and PDF, by typst (the extra ``pictures``)."""

from __future__ import annotations

import re
from typing import Literal

from uniclue.core.puzzle import ChoiceError

Ending = Literal["svg", "png", "pdf"]
ENDINGS: tuple[Ending, ...] = ("svg", "png", "pdf")
POINTS = 0.75
"""Points of a pixel of SVG."""
MAX_PIXELS = 30_000
"""The longest side of a PNG."""
PAGE = """\
#set document(date: none)
#set page(width: auto, height: auto, margin: 6pt, fill: white)
#image(bytes(sys.inputs.picture), format: "svg")
"""


def page(svg: str, ending: Literal["png", "pdf"], scale: float = 2.0) -> bytes:
    """A picture as a page of its own size.

    Args:
        svg: The picture.
        ending: The format.
        scale: Pixels of a PNG for a pixel of the SVG.

    Raises:
        ChoiceError: typst is not installed, or the PNG would be too large.
    """
    sides = re.findall(r' (?:width|height)="([\d.]+)"', svg.partition(">")[0])
    if ending == "png" and max(map(float, sides)) * scale > MAX_PIXELS:
        raise ChoiceError(f"a PNG has at most {MAX_PIXELS:,} pixels a side; svg and pdf take it")
    return typeset(PAGE, {"picture": svg}, ending, scale)


def typeset(
    source: str, inputs: dict[str, str], ending: Literal["png", "pdf"], scale: float = 2.0
) -> bytes:
    """Typesets a source with typst.

    Raises:
        ChoiceError: typst is not installed.
    """
    try:
        import typst
    except ImportError as error:
        what = f".{ending} needs typst: pip install 'uniclue[pictures]'; .svg needs nothing"
        raise ChoiceError(what) from error
    ppi = 72 / POINTS * scale
    page: bytes = typst.compile(source.encode(), format=ending, ppi=ppi, sys_inputs=inputs)
    return page
