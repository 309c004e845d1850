"""The policy of pages that are one file: only their own script and style may run."""

from __future__ import annotations

import base64
import hashlib


def policy(style: str, *scripts: str) -> str:
    """The content security policy of a page; it may request nothing, and runs nothing else.

    Args:
        style: The text of its only style element.
        scripts: The texts of its scripts.
    """
    runs = f"script-src {' '.join(map(_digest, scripts))}; " if scripts else ""
    return (
        f"default-src 'none'; {runs}style-src {_digest(style)}; base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    """A text's digest as a policy names it."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
