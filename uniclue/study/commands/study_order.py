"""The study of the order in which people solve."""

from __future__ import annotations

import os
from pathlib import Path

import click

from uniclue.commands.engine.exits import OK, USAGE, Stop, puzzle_errors
from uniclue.commands.engine.options import PATH, output_option, takes, value
from uniclue.core import puzzle as puzzle_types
from uniclue.files.output import write_whole
from uniclue.files.printing import print_text, say
from uniclue.study.order import plan as planning
from uniclue.study.order import report, run


@click.command()
@takes(
    click.argument("plan_file", metavar="PLAN", type=PATH),
    value("--data", "DIR", "Where the plan's files are.", type=PATH, required=True),
    output_option("DIR", "Its folder; continued.", type=PATH, required=True),
)
def order(plan_file: Path, data: Path, out: Path) -> int:
    """Study which cell people fill next, from recorded orders.

    PLAN is a file like studies/order.toml. DIR gets the table (a Parquet file a kind), the findings
    and a page with figures; kinds that are there are not measured again. Exit code: 0 done.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

    with puzzle_errors(str(plan_file)):
        plan = planning.read_order_plan(plan_file)
    try:
        with puzzle_errors(str(data)):
            findings = run.run(plan, data, out, say)
    except puzzle_types.ChoiceError as error:
        raise Stop(USAGE, f"study order: {error}") from error
    for name, content in report.report(plan, findings).items():
        write_whole(out / name, content)
    print_text(f"{len(findings['kinds'])} kinds in {out / 'order.md'}")
    return OK
