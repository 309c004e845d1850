"""The registry of features as a page: ``python -m benchmarks.feature_page``.

Writes the section "Registry" of docs/features.md; ``tests/test_features_cli.py`` looks whether it
is current. Blocks that take the same features of several graphs, or of two formulas, are told once.
"""

from __future__ import annotations

from pathlib import Path

from benchmarks.puzzles import ROOT
from benchmarks.tables import write_section
from uniclue.research.features import residual, static
from uniclue.research.features.feature import Feature, FeatureBlock, blocks
from uniclue.research.features.shape import FEATURES, LIMITS

PAGE = ROOT / "docs" / "features.md"
OPEN = "open_"


def _table(features: tuple[Feature, ...] | list[Feature]) -> str:
    lines = ["| name | definition | unit | source |", "| --- | --- | --- | --- |"]
    for f in features:
        kinds = f" ({', '.join(f.kinds)} only)" if f.kinds else ""
        cells = (f"`{f.name}`", f.meaning + kinds, f.unit, f.source)
        lines.append(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |")
    return "\n".join(lines)


def _block(block: FeatureBlock) -> str:
    head = f"### {block.name}\n\n{block.title[0].upper()}{block.title[1:]}: {{}} features.\n\n"
    head = head.format(len(block.features))
    graphs = {"static": static.GRAPHS, "residual": residual.GRAPHS}.get(block.name)
    if graphs is not None:
        names = ", ".join(f"`{name}`" for name in graphs)
        return f"{head}`GRAPH.NAME` for the graphs {names} and the names under [shape](#shape)."
    if block.name == "cnf":
        whole = [f for f in block.features if not f.name.startswith(OPEN)]
        plain = [
            Feature(f.name, f.meaning.removesuffix("; the formula as written"), f.unit, f.source)
            for f in whole
        ]
        return (
            f"{head}Of the formula as written, and with `{OPEN}` before the name of the formula "
            f"after direct elimination.\n\n{_table(plain)}"
        )
    return head + _table(block.features)


def registry() -> str:
    """The section."""
    parts = [_block(block) for block in blocks()]
    shape = f"### shape\n\nOf each graph of `static` and `residual`. {LIMITS}\n\n{_table(FEATURES)}"
    total = sum(len(block.features) for block in blocks())
    return "\n\n".join([f"{total} features in {len(blocks())} blocks.", *parts, shape])


def write(page: Path = PAGE) -> None:
    """Writes the section into the page."""
    write_section(page, "Registry", registry())


if __name__ == "__main__":
    write()
