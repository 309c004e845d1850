"""The report of a study of order: a page, a table of the kinds, two figures."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any

import numpy as np

from uniclue.study.order.plan import OrderPlan
from uniclue.study.order.run import Findings
from uniclue.study.studies.figures import picture

PEOPLE, SHAPE, CONTROL = "#0072b2", "#d55e00", "#999999"
"""Okabe and Ito's colours, which colour-blind people can distinguish."""
MAIN = "deduction over place"


def report(plan: OrderPlan, findings: Findings) -> dict[str, bytes]:
    """The files of a report, by their names."""
    return {
        "order.md": "\n".join(_page(plan, findings)).encode(),
        "kinds.csv": _kinds_csv(plan, findings).encode(),
        "kinds.svg": _figure_of_kinds(findings),
        "waves.svg": _figure_of_waves(findings),
    }


def bars(plan: OrderPlan, findings: Findings) -> Iterator[tuple[str, str, float, bool]]:
    """Each bar of the plan: what, the bar in words, the figure, and whether it is reached."""
    gains, kinds, bar = findings["gains"], findings["kinds"], plan.bars
    carried = [one[MAIN][0] for one in findings["left_out_kinds"].values()]
    shuffled = [one["gain"][0] for one in findings["shuffled"].values()]
    shape = gains["shape over place and deduction"]
    controls = [kind["gains"][gain.name][0] for kind in kinds.values() for gain in plan.control]
    low, high = bar["shape_mean"]  # type: ignore[misc]
    least: dict[str, tuple[str, float]] = {
        "deduction_over_place_mean": (MAIN, gains[MAIN]["mean"]),
        "deduction_over_place_share_at_0_3": (
            f"{MAIN}: share of kinds at 0.3 or more",
            gains[MAIN]["at_0_3"] / len(kinds),
        ),
        "deduction_over_place_and_shape_share_at_0_3": (
            "deduction over place and shape: share of kinds at 0.3 or more",
            gains["deduction over place and shape"]["at_0_3"] / len(kinds),
        ),
        "left_out_kinds_share_at_0_3": (
            f"{MAIN}, by weights of other kinds: share at 0.3 or more",
            float(np.mean([value >= 0.3 for value in carried])),
        ),
        "shape_share_above_0": (
            "shape over place and deduction: share of kinds above 0",
            shape["above_0"] / len(kinds),
        ),
        "trial_begins_lower_by": (
            "begins of trials: how much more seldom anything follows",
            -findings["trials"]["difference"][0],
        ),
    }
    for name, (what, number) in least.items():
        yield what, f"at least {bar[name]}", number, number >= float(bar[name])  # type: ignore[arg-type]
    most = max(controls)
    yield (
        "the largest control in any kind",
        f"below {bar['controls_most']}",
        most,
        most
        < float(
            bar["controls_most"]  # type: ignore[arg-type]
        ),
    )
    mean = float(np.mean(shuffled))
    yield (
        "order shuffled, mean",
        f"within {bar['shuffled_most']}",
        mean,
        abs(mean)
        < float(
            bar["shuffled_most"]  # type: ignore[arg-type]
        ),
    )
    number = shape["mean"]
    yield "shape over place and deduction", f"{low} to {high}", number, low <= number <= high


# -- the page --------------------------------------------------------------------------------------


def _page(plan: OrderPlan, findings: Findings) -> Iterator[str]:
    kinds = findings["kinds"]
    puzzles, moves = (sum(kind[name] for kind in kinds.values()) for name in ("puzzles", "moves"))
    yield f"# {plan.title}\n"
    yield f"{puzzles:,} traces of {len(kinds)} kinds, {moves:,} moves. Gains are in bits a move.\n"
    yield "![Each kind: what follows, and what that gains](kinds.svg)\n"
    yield "![Moves by the wave in which the cell follows](waves.svg)\n"
    yield "## Gains\n"
    yield from _table(
        "gain | mean | 95 % | tau | Q (df) | range | kinds above 0 | at 0.3 | p | Holm",
        (_gain_row(plan, findings, gain.name) for gain in plan.gains),
    )
    yield "## Bars\n"
    yield from _table(
        "what | bar | here | reached",
        (
            (what, bar, f"{n:.3f}", "yes" if ok else "no")
            for what, bar, n, ok in bars(plan, findings)
        ),
    )
    yield "## Weights of others\n"
    yield from _table(
        "left out | puzzles | place | shape adds | deduction adds", _carried(findings)
    )
    yield "## Shuffled order\n"
    shuffled = findings["shuffled"].items()
    yield from _table("kind | gain", ((kind, _with_error(one["gain"])) for kind, one in shuffled))
    yield "## Trials\n"
    trials = findings["trials"]
    yield (
        f"In {trials['thirds']} thirds of traces with begins of trials and other moves, something "
        f"follows at {_percent(trials['begins'])} of the begins and at "
        f"{_percent(trials['others'])} of the other moves; difference "
        f"{_with_error(trials['difference'])}.\n"
    )
    yield "## Kinds\n"
    yield from _table(
        "kind | puzzles | open cells that follow | moves that follow | deduction adds | shape adds "
        "to both",
        (_kind_row(name, kind) for name, kind in _ranked(findings)),
    )
    few = [f"{kind} {n} (of {all_})" for kind, (all_, n) in findings["too_few"].items()]
    yield f"Too few that could be read: {', '.join(few) or 'none'}.\n"
    yield (
        f"CPU seconds: {findings['cpu_seconds_of_tables']} for the tables, "
        f"{findings['cpu_seconds_of_fits']:.0f} for the fits. "
        f"Memory: at most {findings['memory_mb']} MB.\n"
    )


def _table(head: str, rows: Any) -> Iterator[str]:
    columns = head.split(" | ")
    yield f"| {head} |"
    yield "|" + "---|" * len(columns)
    yield from (f"| {' | '.join(map(str, row))} |" for row in rows)
    yield ""


def _gain_row(plan: OrderPlan, findings: Findings, name: str) -> tuple[str, ...]:
    gain = findings["gains"][name]
    holm = findings["holm"].get(name)
    return (
        name,
        f"{gain['mean']:+.3f}",
        f"{gain['low']:+.3f} to {gain['high']:+.3f}",
        f"{gain['tau']:.3f}",
        f"{gain['q']:.0f} ({gain['df']})",
        f"{gain['least']:+.3f} to {gain['most']:+.3f}",
        f"{gain['above_0']} of {gain['kinds']}",
        str(gain["at_0_3"]),
        f"{gain['p']:.2g}",
        "" if holm is None else f"{holm:.2g}",
    )


def _carried(findings: Findings) -> Iterator[tuple[str, ...]]:
    """The kinds together, then each solver."""
    names = ("place", "shape over place", MAIN)
    kinds = [*findings["left_out_kinds"].values()]
    puzzles = sum(kind["puzzles"] for kind in findings["kinds"].values())
    means = [f"{np.mean([kind[name][0] for kind in kinds]):+.3f}" for name in names]
    yield "a kind (mean over kinds)", str(puzzles), *means
    for solver, one in findings["left_out_solvers"].items():
        yield f"solver {solver}", str(one["puzzles"]), *(_with_error(one[name]) for name in names)


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{share:.0%}"


def _with_error(of: tuple[float, float]) -> str:
    return f"{of[0]:+.3f} (se {of[1]:.3f})"


def _ranked(findings: Findings) -> list[tuple[str, Findings]]:
    """The kinds by what deduction adds, the most first."""
    return sorted(findings["kinds"].items(), key=lambda item: -item[1]["gains"][MAIN][0])


def _kind_row(name: str, kind: Findings) -> tuple[str, ...]:
    return (
        name,
        str(kind["puzzles"]),
        f"{kind['open_follow']:.0%}",
        f"{kind['taken_follow']:.0%}",
        _with_error(kind["gains"][MAIN]),
        _with_error(kind["gains"]["shape over place and deduction"]),
    )


def _kinds_csv(plan: OrderPlan, findings: Findings) -> str:
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    plain = ("puzzles", "moves", "open_follow", "taken_follow", "uniform_bits", "place_bits")
    gains = dict.fromkeys(gain.name for gain in plan.gains if gain.test == "mean")
    weights = next(iter(findings["kinds"].values()))["weights"]
    head = [part for name in gains for part in (name, f"{name}: se")]
    carried = [f"{MAIN}, weights of other kinds"]
    writer.writerow(["kind", *plain, *head, *carried, *(f"weight of {name}" for name in weights)])
    for name, kind in findings["kinds"].items():
        numbers = [kind[column] for column in plain]
        numbers += [part for gain in gains for part in kind["gains"][gain]]
        numbers.append(findings["left_out_kinds"].get(name, {MAIN: [None]})[MAIN][0])
        numbers += kind["weights"].values()
        shown = [round(n, 4) if isinstance(n, float) else n for n in numbers]
        writer.writerow([name, *shown])
    return text.getvalue()


# -- the figures -----------------------------------------------------------------------------------


def _figure_of_kinds(findings: Findings) -> bytes:
    """Left the shares that follow, of open cells and of moves; right the gains and the controls."""
    ranked = _ranked(findings)[::-1]
    rows = np.arange(len(ranked))
    with picture(8.4, 0.9 + 0.17 * len(ranked), columns=2) as ((left, right), data):
        open_, taken = (
            np.array([kind[name] for _, kind in ranked]) for name in ("open_follow", "taken_follow")
        )
        left.hlines(rows, open_, taken, color="#cccccc", linewidth=1.5)
        left.plot(open_, rows, "o", color=CONTROL, markersize=4, label="of the open cells")
        left.plot(taken, rows, "o", color=PEOPLE, markersize=4, label="of the cells people fill")
        left.set_yticks(rows, [name for name, _ in ranked], fontsize=7)
        left.set_xlim(0, 1)
        left.set_xlabel("share that follows from one rule or clue")
        shown = {
            MAIN: (PEOPLE, "o", "what follows now"),
            "shape over place and deduction": (SHAPE, "s", "shape, beyond that"),
            "board transposed": (CONTROL, "|", "control: board transposed"),
            "a stranger's deductions": (CONTROL, "x", "control: another puzzle"),
        }
        for name, (colour, mark, label) in shown.items():
            values, errors = np.array([kind["gains"][name] for _, kind in ranked]).T
            style = {"fmt": mark, "color": colour, "label": label, "markersize": 4, "elinewidth": 1}
            right.errorbar(values, rows, xerr=1.96 * errors, **style)
        right.axvline(0, color="#222", linewidth=0.5)
        right.set_yticks(rows, [])
        right.set_xlabel("gain, bits a move")
        for axes in (left, right):
            axes.margins(y=0.01)
            axes.legend(
                frameon=False, loc="lower center", bbox_to_anchor=(0.5, 1), ncols=1, fontsize=7
            )
    return data.getvalue()


def _figure_of_waves(findings: Findings) -> bytes:
    """How many times as often as by chance a cell is filled, by its wave: people, and shuffled."""
    names = ("from one rule\nor clue", "in two waves", "in three to six", "not within\nsix waves")
    shuffled = findings["shuffled"]
    with picture(5.2, 3.0) as ((axes,), data):
        for of, colour, shift, label in (
            (findings["kinds"], PEOPLE, -0.2, "the order people took"),
            (shuffled, CONTROL, 0.2, f"the same cells, order shuffled ({len(shuffled)} kinds)"),
        ):
            taken, open_ = np.mean([one["by_wave"] for one in of.values()], axis=0)
            axes.bar(np.arange(4) + shift, taken / open_, 0.38, color=colour, label=label)
        axes.axhline(1, color="#222", linewidth=0.5)
        axes.set_xticks(range(4), names)
        axes.set_xlabel("the cell follows")
        axes.set_ylabel("filled next, times chance")
        axes.legend(frameon=False, fontsize=8)
    return data.getvalue()
