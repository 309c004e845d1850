"""The commands there are: their folders, whether they are questions, their titles.

``python -m benchmarks.help_tables`` writes it. The order is that of the help; move lines to change it.
"""
# fmt: off
# ruff: noqa: E501

from __future__ import annotations

from uniclue.commands.engine.folders import ListedCommand

COMMANDS: dict[str, ListedCommand] = {
    "unique": ListedCommand("uniclue.commands", True, "Decide whether a puzzle has exactly one solution."),
    "solve": ListedCommand("uniclue.commands", True, "Find a solution, or several."),
    "check": ListedCommand("uniclue.commands", True, "Judge a grid, complete or partly filled, by the rules."),
    "clues": ListedCommand("uniclue.commands", True, "Rate the clues of a puzzle with one solution: needed or redundant."),
    "count": ListedCommand("uniclue.commands", True, "Count the solutions."),
    "explain": ListedCommand("uniclue.commands", True, "Lead from a puzzle to its solution, step by step, with reasons."),
    "hint": ListedCommand("uniclue.commands", True, "Say the next step of a puzzle, and the reason for it."),
    "show": ListedCommand("uniclue.commands", True, "Show a puzzle as text."),
    "draw": ListedCommand("uniclue.commands", False, "Draw puzzles as SVG, PNG or PDF; many become one sheet."),
    "book": ListedCommand("uniclue.commands", False, "Make a booklet: rules, puzzles, and their solutions at the end."),
    "serve": ListedCommand("uniclue.commands", False, "Open the workbench: write, judge and solve puzzles in the browser."),
    "generate": ListedCommand("uniclue.commands", False, "Make puzzles with exactly one solution, at a level."),
    "grade": ListedCommand("uniclue.commands", True, "Rate the difficulty of a puzzle."),
    "convert": ListedCommand("uniclue.commands", False, "Write puzzles in another format, or as links."),
    "kinds": ListedCommand("uniclue.commands", False, "List the puzzle kinds, begin a new one, or try one out."),
    "formats": ListedCommand("uniclue.commands", False, "List the formats that puzzles are read from and written to."),
    "combinations": ListedCommand("uniclue.commands", False, "List the sets of different digits with a given sum and size (kakuro)."),
    "encodings": ListedCommand("uniclue.commands", True, "Compare all forms, cardinality encodings and forms of lazy constraints of a puzzle."),
    "export": ListedCommand("uniclue.commands", False, "Write a puzzle's question as a file for other solvers."),
    "decode": ListedCommand("uniclue.commands", False, "Turn an outside solver's answer to an exported question into a verdict."),
    "verify": ListedCommand("uniclue.commands", False, "Verify a certificate, trusting nothing in it."),
    "completion": ListedCommand("uniclue.commands", False, "Print what makes a shell complete commands, options, kinds and files."),
    "man": ListedCommand("uniclue.commands", False, "Write the manual pages, one for each command, from --help."),
    "graph": ListedCommand("uniclue.study.commands", False, "Show the structure of a puzzle as a graph."),
    "features": ListedCommand("uniclue.study.commands", True, "Describe a puzzle in numbers, each with a name and a definition."),
    "trace": ListedCommand("uniclue.study.commands", True, "Follow a recorded order of solving: what followed before each move."),
    "study": ListedCommand("uniclue.study.commands", False, "Study how the shape of puzzles predicts difficulty."),
    "reproduce": ListedCommand("uniclue.papers.commands", False, "Recompute the source documents' tables: theirs beside ours."),
    "publish": ListedCommand("uniclue.commands", False, "Make a page on which people solve puzzles, one file without any request."),
    "practice": ListedCommand("uniclue.commands", False, "Make positions in which a technique is the next step."),
    "techniques": ListedCommand("uniclue.commands", False, "List the techniques that explanations of a kind use by name."),
}
