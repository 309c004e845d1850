"""The commands there are: their folders, whether they are questions, their titles.

``python -m benchmarks.help_tables`` writes it. The order is that of the help; move lines to change it.
"""
# fmt: off
# ruff: noqa: E501

from __future__ import annotations

from uniclue.commands.engine.folders import Listed

COMMANDS: dict[str, Listed] = {
    "unique": Listed("uniclue.commands", True, "Say whether a puzzle has exactly one solution."),
    "solve": Listed("uniclue.commands", True, "Find a solution, or several."),
    "check": Listed("uniclue.commands", True, "Judge a grid, complete or partly filled, by the rules."),
    "clues": Listed("uniclue.commands", True, "Rate the clues of a puzzle with one solution: needed or redundant."),
    "count": Listed("uniclue.commands", True, "Count the solutions."),
    "explain": Listed("uniclue.commands", True, "Lead from a puzzle to its solution, step by step, with reasons."),
    "hint": Listed("uniclue.commands", True, "Say the next step of a puzzle, and the reason for it."),
    "show": Listed("uniclue.commands", True, "Show a puzzle as its author printed it."),
    "draw": Listed("uniclue.commands", False, "Draw puzzles as SVG, PNG or PDF; many become one sheet."),
    "book": Listed("uniclue.commands", False, "Make a booklet: rules, puzzles, and their solutions at the end."),
    "serve": Listed("uniclue.commands", False, "Open the workbench: write, judge and solve puzzles in the browser."),
    "generate": Listed("uniclue.commands", False, "Make puzzles with exactly one solution, at a level."),
    "grade": Listed("uniclue.commands", True, "Rate the difficulty of a puzzle."),
    "convert": Listed("uniclue.commands", False, "Write puzzles in another format, or as links."),
    "kinds": Listed("uniclue.commands", False, "List the puzzle kinds, begin a new one, or try one out."),
    "formats": Listed("uniclue.commands", False, "List the formats that puzzles are read from and written to."),
    "combinations": Listed("uniclue.commands", False, "List the sets of different digits with a given sum and size (kakuro)."),
    "encodings": Listed("uniclue.commands", True, "Compare all forms, cardinality encodings and forms of lazy constraints of a puzzle."),
    "export": Listed("uniclue.commands", False, "Write a puzzle's question as a file for other solvers."),
    "decode": Listed("uniclue.commands", False, "Turn an outside solver's answer to an exported question into a verdict."),
    "verify": Listed("uniclue.commands", False, "Verify a certificate, believing nothing that is in it."),
    "completion": Listed("uniclue.commands", False, "Print what makes a shell complete commands, options, kinds and files."),
    "man": Listed("uniclue.commands", False, "Write the manual pages, one for each command, from what --help says."),
    "graph": Listed("uniclue.study.commands", False, "Show how a puzzle hangs together, as a graph."),
    "features": Listed("uniclue.study.commands", True, "Describe a puzzle in numbers, each with a name and a definition."),
    "trace": Listed("uniclue.study.commands", True, "Follow a recorded order of solving: what followed before each move."),
    "study": Listed("uniclue.study.commands", False, "Study how the shape of puzzles predicts difficulty."),
    "reproduce": Listed("uniclue.papers.commands", False, "Run the source documents' tables again: theirs beside ours."),
    "publish": Listed("uniclue.commands", False, "Make a page on which people solve puzzles, one file without any request."),
}
