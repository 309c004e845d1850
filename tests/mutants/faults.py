"""The faults that can be planted in a file: each puts other text in the place of a piece of it."""

from __future__ import annotations

import ast
import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

QUIET = frozenset(
    (
        *("sentence", "because", "phrase", "says", "wrong", "label", "title", "about", "areas"),
        *("printed_marks", "printed_lines", "marks", "draw_cells", "cell_text", "pictures"),
        *("row_labels", "column_labels", "full", "words", "meaning", "atoms", "weight"),
        *("turned", "_word", "_values", "_side", "_turned_signs", "_turned_members", "bounds_of"),
        *("_blank", "_clues_of", "_with_areas", "_with_sums_of", "_moves", "_without_numbers"),
        *("_symbol_of", "ground", "_other"),
        *("estimate", "steps_a_place", "most_rows", "rules_key", "proves", "hints", "typed"),
        *("constraint", "simple_conditions", "validate", "validate_map", "not_so_at"),
        *("need_band", "_barred"),
    )
)
"""Functions whose faults change no verdict: what is drawn, told, made or refused."""
NO_MEANING = frozenset(
    ("__init__", "base", "board", "situation", "telling", "generation", "former", "free")
)
"""Files that mean nothing by themselves: what all share, what people read, what makes puzzles."""
COMPARED = {ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "=="}
SWAPPED = {
    **{"AtMost": "AtLeast", "AtLeast": "AtMost", "Exactly": "AtMost"},
    **{"top": "bottom", "bottom": "top", "left": "right", "right": "left"},
    **{"min": "max", "max": "min", "all": "any", "any": "all"},
    **{"rows": "columns", "columns": "rows", "around": "around8", "around8": "around"},
    **{"at_most_one": "exactly_one", "exactly_one": "at_most_one"},
}
"""Names that are taken for each other."""
WAYS = {"n": "s", "s": "n", "w": "e", "e": "w"} | {
    side: SWAPPED[side] for side in ("top", "bottom", "left", "right")
}


class Fault(NamedTuple):
    """A fault.

    Attributes:
        file: The file, from the root of the checkout.
        operator: The sort of fault.
        line: The line.
        start: Where the piece begins, in bytes.
        end: Where it ends.
        old: What stands there.
        new: What comes there.
    """

    file: str
    operator: str
    line: int
    start: int
    end: int
    old: str
    new: str

    def planted(self, text: bytes) -> bytes:
        """The file with it."""
        return text[: self.start] + self.new.encode() + text[self.end :]

    @property
    def name(self) -> str:
        """What it is called in lists: it names the piece, not the line, which moves."""
        return f"{self.file}: {self.operator}: {self.old} -> {self.new}"


def drawn(root: Path, pattern: str, number: int, seed: int, each: int = 2) -> list[Fault]:
    """So many faults of some files, operators alike often, at most ``each`` a file."""
    rng = random.Random(f"{pattern} {seed}")
    files = [file for file in sorted(root.glob(pattern)) if file.stem not in NO_MEANING]
    left = {file: faults_of(root, file) for file in files}
    taken: Counter[Path] = Counter()
    chosen: list[Fault] = []
    while len(chosen) < number and (files := [f for f, some in left.items() if some]):
        file = rng.choice(files)
        alike: dict[str, list[Fault]] = defaultdict(list)
        for fault in left[file]:
            alike[fault.operator].append(fault)
        fault = rng.choice(alike[rng.choice(sorted(alike))])
        here = (fault.start, fault.end)
        left[file] = [other for other in left[file] if (other.start, other.end) != here]
        chosen.append(fault)
        taken[file] += 1
        if taken[file] == each:
            del left[file]
    return chosen


def faults_of(root: Path, file: Path) -> list[Fault]:
    """All faults of a file that leave it a file that compiles."""
    text = file.read_bytes()
    source = _Source(text)
    found = []
    for operator, node, new in source.changes():
        start, end = source.span(node)
        old = text[start:end].decode()
        name = file.relative_to(root).as_posix()
        fault = Fault(name, operator, node.lineno, start, end, old, new)
        if new != old and _compiles(fault.planted(text)):
            found.append(fault)
    return found


def _compiles(text: bytes) -> bool:
    try:
        compile(text, "planted", "exec")
    except SyntaxError:
        return False
    return True


Change = tuple[str, Any, str]
"""The sort of fault, the node that goes, and the text that comes in its place."""


class _Source:
    def __init__(self, text: bytes) -> None:
        self.text, self.tree = text, ast.parse(text)
        self.starts = [0]
        for line in text.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.names = {node.id for node in ast.walk(self.tree) if isinstance(node, ast.Name)}

    def span(self, node: Any) -> tuple[int, int]:
        """Where a node stands, in bytes."""
        begin = self.starts[node.lineno - 1] + node.col_offset
        return begin, self.starts[node.end_lineno - 1] + node.end_col_offset

    def of(self, node: ast.AST) -> str:
        """The text of a node."""
        start, end = self.span(node)
        return self.text[start:end].decode()

    def changes(self) -> Iterator[Change]:
        """All changes, function by function."""
        for function in self._functions(self.tree):
            body = function.body[1:] if ast.get_docstring(function) else function.body
            for statement in body:
                for node in ast.walk(statement):
                    yield from self._of_statement(node)
                    yield from self._of_expression(node)
                    yield from self._of_loop(node)

    def _functions(self, node: ast.AST) -> Iterator[ast.FunctionDef]:
        """The functions that say what a kind or a constraint means."""
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef) and child.name not in QUIET:
                yield child
            elif isinstance(child, ast.ClassDef):
                yield from self._functions(child)

    def _of_statement(self, node: ast.AST) -> Iterator[Change]:
        match node:
            case ast.Expr(value=ast.Yield() | ast.YieldFrom()):
                yield "drop yield", node, "yield from ()"
            case ast.If(test=test):
                yield "never", test, "False"
                yield "always", test, "True"

    def _of_expression(self, node: ast.AST) -> Iterator[Change]:
        match node:
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in COMPARED:
                yield "comparison", node, f"{self.of(left)} {COMPARED[type(op)]} {self.of(right)}"
            case ast.BoolOp(op=op, values=values):
                word = " or " if isinstance(op, ast.And) else " and "
                yield "and or", node, f"({word.join(f'({self.of(v)})' for v in values)})"
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                yield "not", node, f"bool({self.of(operand)})"
            case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as op, right=right):
                if any(isinstance(getattr(side, "value", None), int) for side in (left, right)):
                    sign = "-" if isinstance(op, ast.Add) else "+"
                    yield "plus minus", node, f"({self.of(left)} {sign} {self.of(right)})"
            case ast.Constant(value=bool() as value):
                yield "truth", node, str(not value)
            case ast.Constant(value=int() as value) if 0 <= value <= 9:
                yield "off by one", node, str(value + 1)
                yield "off by one", node, f"({value - 1})"
            case ast.Constant(value=str() as value) if value in WAYS:
                yield "wrong side", node, repr(WAYS[value])
            case ast.Attribute(value=value, attr=attr) if attr in SWAPPED:
                yield "wrong name", node, f"{self.of(value)}.{SWAPPED[attr]}"
            case ast.Name(id=name) if SWAPPED.get(name) in {*self.names, *dir(__builtins__)}:
                yield "wrong name", node, SWAPPED[name]
            case ast.Tuple(elts=[_, _, *_] as parts) if all(_is_pair(part) for part in parts):
                yield "forget one", node, f"({', '.join(map(self.of, parts[:-1]))},)"

    def _of_loop(self, node: ast.AST) -> Iterator[Change]:
        if isinstance(node, ast.For | ast.comprehension):
            places = self.of(node.iter)
            yield "forget the first", node.iter, f"[*{places}][1:]"
            yield "forget the last", node.iter, f"[*{places}][:-1]"
        if isinstance(node, ast.comprehension):
            for test in node.ifs:
                yield "no condition", test, "True"


def _is_pair(node: ast.AST) -> bool:
    return isinstance(node, ast.Tuple) and len(node.elts) == 2
