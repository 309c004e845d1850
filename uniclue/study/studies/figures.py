"""The figures of a report, as SVG without dates or random names."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from uniclue.study.studies.across import OfKind
from uniclue.study.studies.findings import Findings
from uniclue.study.studies.page import Figure
from uniclue.study.studies.statistics import Estimate

COLOURS = {"given size": "#0072b2", "plain": "#999999", "": "#0072b2"}
"""Okabe and Ito's colours, which colour-blind people can distinguish."""

SHOWN_FEATURES = 15


@contextmanager
def _picture(width: float, height: float) -> Iterator[tuple[Any, io.BytesIO]]:
    """Axes to draw on, and the stream that receives the picture at the end."""
    with picture(width, height) as ((axes,), data):
        yield axes, data


@contextmanager
def picture(
    width: float, height: float, columns: int = 1
) -> Iterator[tuple[tuple[Any, ...], io.BytesIO]]:
    """Axes side by side to draw on, and the stream that receives the picture at the end."""
    import matplotlib

    settings: Any = {"svg.hashsalt": "uniclue", "svg.fonttype": "none", "font.size": 9}
    with matplotlib.rc_context(settings):
        from matplotlib.backends.backend_svg import FigureCanvasSVG
        from matplotlib.figure import Figure as Canvas

        figure = Canvas(figsize=(width, height), layout="constrained", dpi=100)
        FigureCanvasSVG(figure)
        every = figure.subplots(1, columns, squeeze=False)[0]
        for axes in every:
            axes.spines[["top", "right"]].set_visible(False)
        data = io.BytesIO()
        yield tuple(every), data
        figure.savefig(data, format="svg", metadata={"Date": None, "Creator": None})


def steps(result: Findings) -> Figure:
    """R2 as blocks are added, with intervals, the null and the ceiling."""
    names = result.steps
    with _picture(6.4, 3.4) as (axes, data):
        fits = [fit for name in names if (fit := result.fit(name))]
        _points(axes, [fit.score.r2 for fit in fits], "", 0)
        lines = [
            (n.high, ":", "95 % of the null below") for n in result.null if n.what == "structure"
        ]
        if result.ceiling:
            lines.append((1 - result.ceiling.share.value, "--", "ceiling"))
        for height, style, text in lines:
            axes.axhline(height, color="#888", linestyle=style, linewidth=1)
            axes.annotate(text, (0, height), fontsize=7, va="bottom")
        axes.axhline(0, color="#222", linewidth=0.5)
        axes.set_xticks(range(len(names)), [name.replace(" ", "\n", 2) for name in names])
        axes.set_ylabel("R2 on held-out puzzles")
    title = f"{result.hypothesis.name}: R2 as blocks are added, with 95 % intervals"
    return Figure(f"{result.hypothesis.name}-steps", title, data.getvalue())


def _points(
    axes: Any, estimates: list[Estimate], label: str, shift: float, across: bool = False
) -> None:
    """Draws estimates with their intervals at 0, 1, ..., shifted."""
    values = np.array([estimate[:3] for estimate in estimates]).reshape(-1, 3).T
    reach = np.nan_to_num([values[0] - values[1], values[2] - values[0]]).clip(0)
    at = np.arange(len(estimates)) + shift
    style = {"fmt": "o", "color": COLOURS[label], "label": label, "capsize": 2, "markersize": 4}
    if across:
        axes.errorbar(values[0], at, xerr=reach, **style)
    else:
        axes.errorbar(at, values[0], yerr=reach, **style)


def features(result: Findings) -> Figure:
    """The features with the largest correlations given size, with intervals."""
    strength = np.nan_to_num([-abs(one.given_size.value) for one in result.explored], nan=1)
    order = strength.argsort(kind="stable")[SHOWN_FEATURES - 1 :: -1]
    largest = [result.explored[i] for i in order]
    with _picture(6.4, 0.6 + 0.24 * max(len(largest), 1)) as (axes, data):
        _points(axes, [one.given_size for one in largest], "given size", 0.14, across=True)
        _points(axes, [one.plain for one in largest], "plain", -0.14, across=True)
        axes.set_yticks(range(len(largest)), [explored.column for explored in largest])
        axes.axvline(0, color="#222", linewidth=0.5)
        axes.set_xlabel("Spearman correlation with the label")
        axes.figure.legend(frameon=False, loc="outside upper center", ncols=2)
    title = f"{result.hypothesis.name}: the features with the largest correlations given size"
    return Figure(f"{result.hypothesis.name}-features", title, data.getvalue())


def predictions(result: Findings) -> Figure:
    """Labels and out-of-fold predictions."""
    with _picture(4.4, 3.6) as (axes, data):
        y = result.sample.y
        axes.scatter(result.predicted, y, s=5, alpha=0.35, color="#0072b2", rasterized=True)
        ends = [min(y.min(), result.predicted.min()), max(y.max(), result.predicted.max())]
        axes.plot(ends, ends, color="#222", linewidth=0.7)
        axes.set_xlabel("predicted from structure, out of fold")
        axes.set_ylabel(result.label_name)
    title = f"{result.hypothesis.name}: labels and predictions of held-out puzzles"
    return Figure(f"{result.hypothesis.name}-predictions", title, data.getvalue())


def by_kind(
    name: str,
    title: str,
    rows: Sequence[str],
    estimates: Sequence[Estimate],
    margins: Sequence[float] = (),
) -> Figure:
    """An estimate a row, with its interval; 0 and margins are upright lines."""
    with _picture(6.4, 0.6 + 0.16 * max(len(rows), 1)) as (axes, data):
        _points(axes, list(estimates), "", 0, across=True)
        axes.set_yticks(range(len(rows)), rows, fontsize=7)
        axes.axvline(0, color="#222", linewidth=0.5)
        for margin in margins:
            axes.axvline(margin, color="#222", linestyle=":", linewidth=0.5)
        axes.margins(y=0.01)
    return Figure(name, title, data.getvalue())


def carried(labels: Mapping[str, Sequence[OfKind]]) -> Figure:
    """Each kind's correlation with what others predict: from size, and from shape too."""
    with _picture(4.8, 4.2) as (axes, data):
        colours = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")
        for (label, ones), colour in zip(labels.items(), colours, strict=False):
            ends = np.array([[one.carried[name] for name in ("size", "shape")] for one in ones])
            axes.scatter(*ends.T, s=12, color=colour, label=label)
        axes.axline((0, 0), slope=1, color="#222", linewidth=0.5)
        axes.set_xlabel("correlation of predictions from size")
        axes.set_ylabel("from size and shape")
        axes.figure.legend(frameon=False, loc="outside upper center", ncols=3)
    return Figure(
        "carried", "Every kind, predicted by what was learnt from the others", data.getvalue()
    )
