"""Pages that are one file: their data, their script and a first picture, under a strict policy.

The first picture is in the page itself and is seen before any script runs. The script is packed,
which makes the page smaller by a third; a loader unpacks it when the picture has been drawn.
"""

from __future__ import annotations

import base64
import zlib
from html import escape
from importlib.resources import files
from typing import Any

import msgspec

from uniclue.core.words import escaped
from uniclue.drawing.policy import policy
from uniclue.drawing.svg import AREAS, FOCUS_STYLE, STYLE, Layers

LOADER = (
    "requestAnimationFrame(()=>setTimeout(async()=>{"
    'const packed=atob(document.getElementById("code").textContent),'
    'script=document.createElement("script"),'
    "bytes=Uint8Array.from(packed,(letter)=>letter.charCodeAt(0)),"
    'unpacked=new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));'
    "script.textContent=await new Response(unpacked).text();document.body.append(script)}))"
)
"""Unpacks the script of a page and runs it."""
WIDE, MOST_SCALE = 600, 2.2
"""Pixels of a board, and how much larger than its picture it is at most; as in ``board.tsx``."""


def standalone(name: str, title: str, first: Layers, data: Any, without: str = "") -> str:
    """A page of a script that is built from ``page/src``.

    Args:
        name: The script, ``play`` or ``walk``.
        title: The title, a text.
        first: The picture that is seen first.
        data: What the script reads, as JSON.
        without: Markup for browsers that run no script.
    """
    built = files(__package__).joinpath("page").joinpath("built")
    script, style = (
        built.joinpath(f"{name}.{ending}").read_text("utf-8").strip() for ending in ("js", "css")
    )
    picture, width = _first_sight(first)
    tones = "".join(f"b.T{i}{{color:{tone}}}" for i, tone in enumerate(AREAS))
    style, title = STYLE + FOCUS_STYLE + tones + style + width, escape(escaped(title))
    return (
        head(title, policy(style, LOADER, script), style)
        + f'<body><div id="page"><header><h1>{title}</h1></header>{picture}</div>'
        f"<noscript>This page needs JavaScript for all but its first picture.{without}</noscript>"
        f'<script type="application/json" id="data">{_harmless(data)}</script>'
        f'<script type="text/plain" id="code">{deflated(script.encode())}</script>'
        f"<script>{LOADER}</script></body></html>\n"
    )


def head(title: str, rules: str, style: str) -> str:
    """The beginning of a page, with its policy and its style."""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{rules}">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        '<meta name="referrer" content="no-referrer">'
        f"<title>{title}</title><style>{style}</style></head>"
    )


def deflated(data: bytes) -> str:
    """Packed data in letters."""
    engine = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.b64encode(engine.compress(data) + engine.flush()).decode()


def inflated(text: str) -> bytes:
    """The data that :func:`deflated` packed."""
    return zlib.decompress(base64.b64decode(text), -15)


def _harmless(data: Any) -> str:
    """Data as JSON in which no text ends an element or begins a comment."""
    text = msgspec.json.encode(data).decode()
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


def _first_sight(picture: Layers) -> tuple[str, str]:
    """A picture as it is seen before the script runs, and the style with its width."""
    (wide, high), ground, lines, signs = picture
    scale = min(MOST_SCALE, max(1, WIDE / max(wide, high)))
    return (
        '<main><section class="desk"><div class="row"></div><div class="pane">'
        f'<div class="board first"><svg viewBox="0 0 {wide:g} {high:g}">'
        f'<path class="b" d="M0 0h{wide:g}v{high:g}H0z"/>{ground}{lines}'
        f'<g class="signs">{signs}</g></svg></div></div></section></main>',
        f".first{{width:min(100%,{wide * scale:.1f}px,{70 * wide / high:.1f}vh)}}",
    )
