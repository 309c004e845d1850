"""Writes ``uniclue/kit.pyi``, in which type checkers see the names of the kit.

Run it after a change of the kit's names: ``python -m tests.kit_stub``.
"""

from __future__ import annotations

from pathlib import Path

from uniclue import kit

STUB = Path(kit.__file__).with_suffix(".pyi")


def stub() -> str:
    """The text of the stub: every name of the kit, imported from where it is defined."""
    lines = ["# Written by tests/kit_stub.py from the names in kit.py.", ""]
    lines += ["import numpy.random", ""]
    lines += [f"from {module} import {name} as {name}" for name, module in kit.NAMES.items()]
    lines += ["", "Rng = numpy.random.Generator"]
    lines += ["GROUPS: dict[str, dict[str, str]]", "NAMES: dict[str, str]"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    STUB.write_text(stub(), "utf-8")
