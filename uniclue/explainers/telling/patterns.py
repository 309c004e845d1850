"""Named patterns among the atoms of a step, read from its reason and never searched for."""

from __future__ import annotations

from collections.abc import Sequence

from uniclue.constraints.situation import Reason
from uniclue.core.model import Place, Value
from uniclue.core.words import both, either, the
from uniclue.explainers.steps.step import Atom, Step
from uniclue.explainers.telling.board import BoardState

NUMBERS = {2: "pair", 3: "triple", 4: "quadruple"}
FISH = {2: "X-wing", 3: "swordfish", 4: "jellyfish"}
LINES = ("row", "column")


def pattern(board: BoardState, step: Step) -> Reason | None:
    """The pattern of a step of several atoms, if it has a name.

    The words precede a colon and the conclusion.
    """
    cells = [atom.cells[0] for atom in step.atoms if atom.sort == "cell"]
    needs = [atom for atom in step.atoms if atom.sort == "need" and len(atom.values) == 1]
    if len(cells) + len(needs) < len(step.atoms) or (step.placed and not cells):
        return None
    values = sorted({value for atom in needs for value in atom.values}, key=str)
    if not cells and len(values) == 1:
        return _locked(board, step, needs) if len(needs) == 2 else _fish(board, step, needs)
    return _subset(board, step, cells, needs, values) or _wing(board, step, cells)


def _locked(board: BoardState, step: Step, needs: Sequence[Atom]) -> Reason | None:
    """Locked candidates: the value of one unit lies within another, so not elsewhere in that."""
    struck = {fact.cell for fact in step.struck}
    for inner, outer in (needs, needs[::-1]):
        (value,) = inner.values
        open_ = {cell for cell in inner.cells if value in board.can(cell)}
        if open_ <= {*outer.cells} and struck <= {*outer.cells} - {*inner.cells}:
            text, units = board.puzzle.cell_text(value), (_unit(board, inner), _unit(board, outer))
            words = f"the {text} of {units[0]} lies within {units[1]}"
            return Reason("locked candidates", f"{words}, so {units[1]} has none elsewhere")
    return None


def _fish(board: BoardState, step: Step, needs: Sequence[Atom]) -> Reason | None:
    """Fish: in n lines a value is confined to n lines across, so not elsewhere in those."""
    (value,) = needs[0].values
    struck = {fact.cell for fact in step.struck}
    for kind, across in (LINES, LINES[::-1]):
        lines = [atom for atom in needs if _unit(board, atom).startswith(kind)]
        others = [atom for atom in needs if _unit(board, atom).startswith(across)]
        if len(lines) != len(others) or len(lines) + len(others) < len(needs):
            continue
        open_ = {cell for atom in lines for cell in atom.cells if value in board.can(cell)}
        covered = {cell for atom in others for cell in atom.cells}
        if open_ <= covered and struck <= covered - open_ and len(lines) in FISH:
            text = board.puzzle.cell_text(value)
            where = f"in {_units(board, lines)} the {text}s lie within {_units(board, others)}"
            return Reason(FISH[len(lines)], f"{where}, which have none elsewhere")
    return None


def _subset(
    board: BoardState,
    step: Step,
    cells: Sequence[Place],
    needs: Sequence[Atom],
    values: Sequence[Value],
) -> Reason | None:
    """Naked or hidden subset: n values in n cells of a unit."""
    units = {_unit(board, atom): atom for atom in needs}
    if not units or len(cells) != len(values) or len(values) not in NUMBERS:
        return None
    if not all({*cells} <= {*unit.cells} for unit in units.values()):
        return None
    texts, where = both(map(board.puzzle.cell_text, values)), board.names(cells)
    name, title = NUMBERS[len(values)], both(units)
    if {fact.cell for fact in step.struck} <= {*cells}:
        return Reason(f"hidden {name}", f"in {title}, {texts} fit only {where}")
    return Reason(f"naked {name}", f"{texts} fill {where} of {title}")


def _wing(board: BoardState, step: Step, cells: Sequence[Place]) -> Reason | None:
    """Wing: one of three cells sees the two others, and some of them holds a value in any case."""
    if len(cells) != 3 or len({fact.value for fact in step.struck}) != 1 or step.placed:
        return None
    value, text = step.struck[0].value, board.puzzle.cell_text(step.struck[0].value)
    left = {cell: {*board.can(cell)} for cell in cells}
    for pivot in cells:
        wings = [cell for cell in cells if cell != pivot]
        free = [left[wing] - {value} for wing in wings]
        is_wing = all(value in left[wing] and len(left[wing]) == 2 for wing in wings)
        if not is_wing or free[0] == free[1] or left[pivot] - {value} != free[0] | free[1]:
            continue
        has_value = value in left[pivot]
        holders = [*wings, pivot] if has_value else wings
        victims = {fact.cell for fact in step.struck}
        sees = [*((pivot, w) for w in wings), *((v, h) for v in victims for h in holders)]
        if all(board.see(*pair) for pair in sees):
            places = either(map(board.name, sorted(holders)))
            words = f"whatever {board.name(pivot)} holds, {places} is {text}"
            return Reason("XYZ-wing" if has_value else "XY-wing", words)
    return None


def turbot(one: str, other: str) -> str:
    """The name of a chain over two units, in each of which a value has two places."""
    kinds = sorted(title.partition(" ")[0] for title in (one, other))
    if kinds in (["column", "column"], ["row", "row"]):
        return "skyscraper"
    return "two-string kite" if kinds == ["column", "row"] else "turbot fish"


def _unit(board: BoardState, atom: Atom) -> str:
    constraint = board.constraint(atom.group)
    return the(constraint.title) if constraint else atom.sentence


def _units(board: BoardState, atoms: Sequence[Atom]) -> str:
    """Such as ``rows 2 and 5``."""
    titles = [_unit(board, atom) for atom in atoms]
    kind, numbers = titles[0].split(" ")[0], [title.partition(" ")[2] for title in titles]
    return f"{kind}s {both(numbers)}"
