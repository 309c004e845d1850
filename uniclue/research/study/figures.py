"""The figures of a report, as SVG without dates or random names."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from uniclue.research.study.findings import Explored, Findings, Fit
from uniclue.research.study.page import Figure
from uniclue.research.study.statistics import Estimate
from uniclue.research.study.table import Floats

COLOURS = {"ridge": "#0072b2", "forest": "#d55e00", "predictor": "#009e73"}
"""Okabe and Ito's, which colour-blind people tell apart."""

SHOWN_FEATURES = 15


@contextmanager
def _picture(width: float, height: float) -> Iterator[tuple[Any, io.BytesIO]]:
    """Axes to draw on, and where the picture is once they are left."""
    import matplotlib

    settings: Any = {"svg.hashsalt": "uniclue", "svg.fonttype": "none", "font.size": 9}
    with matplotlib.rc_context(settings):
        from matplotlib.backends.backend_svg import FigureCanvasSVG
        from matplotlib.figure import Figure as Canvas

        figure = Canvas(figsize=(width, height), layout="constrained", dpi=100)
        FigureCanvasSVG(figure)
        axes = figure.add_subplot()
        axes.spines[["top", "right"]].set_visible(False)
        data = io.BytesIO()
        yield axes, data
        figure.savefig(data, format="svg", metadata={"Date": None, "Creator": None})


def steps(found: Findings, names: tuple[str, ...]) -> Figure:
    """R2 as blocks are added, with intervals, the null and the ceiling."""
    with _picture(6.4, 3.4) as (axes, data):
        for k, model in enumerate(("ridge", "forest")):
            fits = [found.fit(model, name) for name in names]
            _points(axes, [fit for fit in fits if fit is not None], model, k * 0.16 - 0.08)
        best = found.fit("predictor", "structure")
        if best is not None:
            last = max(
                i for i, name in enumerate(names) if name not in ("+ solver effort", "+ grades")
            )
            _points(axes, [best], "predictor", last + 0.24)
        null = next((null for null in found.null if null.what == "structure"), None)
        if null is not None:
            axes.axhline(null.high, color="#888", linestyle=":", linewidth=1)
            axes.annotate("95 % of the null below", (0, null.high), fontsize=7, va="bottom")
        if found.ceiling is not None:
            axes.axhline(1 - found.ceiling.share.value, color="#888", linestyle="--", linewidth=1)
            axes.annotate("ceiling", (0, 1 - found.ceiling.share.value), fontsize=7, va="bottom")
        axes.axhline(0, color="#222", linewidth=0.5)
        axes.set_xticks(range(len(names)), [name.replace(" ", "\n", 2) for name in names])
        axes.set_ylabel("R2 on held-out puzzles")
        axes.figure.legend(frameon=False, loc="outside upper center", ncols=3)
    title = f"{found.hypothesis.name}: R2 as blocks are added, with 95 % intervals"
    return Figure(f"{found.hypothesis.name}-steps", title, data.getvalue())


def _points(axes: Any, fits: list[Fit], model: str, shift: float) -> None:
    r2 = [fit.score.r2 for fit in fits]
    axes.errorbar(
        np.arange(len(fits)) + shift,
        [estimate.value for estimate in r2],
        _reach(r2),
        fmt="o",
        color=COLOURS[model],
        label=model,
        capsize=2,
        markersize=4,
    )


def _reach(estimates: list[Estimate]) -> Floats:
    """How far intervals reach down and up, shape (2, estimates)."""
    found = np.array([[e.value - e.low, e.high - e.value] for e in estimates]).reshape(-1, 2)
    return np.asarray(np.maximum(np.nan_to_num(found), 0).T)


def features(found: Findings) -> Figure:
    """The features with the largest correlations given size, with intervals."""
    largest = sorted(found.explored, key=_strength, reverse=True)[:SHOWN_FEATURES][::-1]
    with _picture(6.4, 0.6 + 0.24 * max(len(largest), 1)) as (axes, data):
        given = [explored.given_size for explored in largest]
        plain = [explored.plain for explored in largest]
        for shift, colour, label, estimates in (
            (0.14, "#0072b2", "given size", given),
            (-0.14, "#999999", "plain", plain),
        ):
            axes.errorbar(
                [e.value for e in estimates],
                np.arange(len(estimates)) + shift,
                xerr=_reach(estimates),
                fmt="o",
                color=colour,
                label=label,
                markersize=3.5,
                capsize=1.5,
            )
        axes.set_yticks(range(len(largest)), [explored.column for explored in largest])
        axes.axvline(0, color="#222", linewidth=0.5)
        axes.set_xlabel("Spearman correlation with the label")
        axes.figure.legend(frameon=False, loc="outside upper center", ncols=2)
    title = f"{found.hypothesis.name}: the features with the largest correlations given size"
    return Figure(f"{found.hypothesis.name}-features", title, data.getvalue())


def _strength(explored: Explored) -> float:
    value = explored.given_size.value
    return abs(value) if value == value else -1.0


def predictions(found: Findings) -> Figure:
    """Labels and out-of-fold predictions."""
    with _picture(4.4, 3.6) as (axes, data):
        y = found.sample.y
        axes.scatter(found.predicted, y, s=5, alpha=0.35, color="#0072b2", rasterized=True)
        ends = [min(y.min(), found.predicted.min()), max(y.max(), found.predicted.max())]
        axes.plot(ends, ends, color="#222", linewidth=0.7)
        axes.set_xlabel("predicted from structure, out of fold")
        axes.set_ylabel(found.label_name)
    title = f"{found.hypothesis.name}: labels and predictions of held-out puzzles"
    return Figure(f"{found.hypothesis.name}-predictions", title, data.getvalue())
