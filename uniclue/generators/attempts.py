"""Orders of puzzles, and the attempts that fill them.

Attempts are numbered from 0. Each draws from a random generator of its own, seeded with the
recipe's name, the seed and the attempt's number. So the puzzles do not
depend on where and in which order attempts are made: they are those of the successful attempts, in
order, without repeats up to the symmetries of the kind.

An attempt does not depend on clocks. Most put only questions with a unique answer to solvers (is
there another solution? how many are there?); those that start from a solution or repair by one
(``drawn``, kakuros) are reproducible with the same version of PySAT.
"""

from __future__ import annotations

import zlib
from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any

import msgspec

from uniclue.core.arrays import np
from uniclue.core.kinds import kind_names
from uniclue.core.puzzle import ChoiceError, Puzzle
from uniclue.core.words import expected_one_of
from uniclue.formats.puzzle_json import dumps
from uniclue.generators import drawn
from uniclue.generators.rated import rated
from uniclue.generators.recipe import RECIPES, Order, Recipe, Rejected, Rng, recipes
from uniclue.graders import grade as grade_types
from uniclue.graders import grading
from uniclue.graders.levels import LEVELS, levels_of
from uniclue.version import VERSION

TRIES = 2_000
"""The most attempts for one puzzle of a series."""


class Attempt(msgspec.Struct, frozen=True):
    """The outcome of an attempt.

    Attributes:
        number: Its number, from 0.
        text: The puzzle as a line of JSON, without a line end; None if there is none.
        canonical: The puzzle's canonical form.
        reason: Why there is no puzzle.
    """

    number: int
    text: bytes | None = None
    canonical: bytes = b""
    reason: str = ""


THEME = ("start", "pattern")
"""Options that the general recipe takes for every kind."""


def find_recipe(kind: str, name: str | None = None, options: Collection[str] = ()) -> Recipe:
    """The recipe of that name, or a kind's default: its own, or else the general one.

    Args:
        kind: The kind.
        name: The name of the recipe.
        options: Options that are chosen: without a name the general recipe is taken if it alone
            can start from a puzzle or a pattern.

    Raises:
        ChoiceError: There is no such recipe.
    """
    for modules in (kind, None):  # the kind's own modules first: others take time to import
        of_kind = [r for r in RECIPES.of(modules) if r.kind == kind]
        for own in of_kind:
            lacks = {*options}.intersection(THEME).difference(members_of(own))
            if name == own.name or (name is None and not lacks):
                return own
        if (not of_kind or name == drawn.NAME or options) and (recipe := _drawn(kind, name)):
            return replace(recipe, canonical=of_kind[0].canonical) if of_kind else recipe
    if not of_kind:
        kinds = {*kind_names(), *(r.kind for r in recipes())} - {kind}
        raise ChoiceError(expected_one_of(sorted(kinds), kind))
    names = ", ".join(r.name for r in of_kind)
    raise ChoiceError(f"expected the recipe to be one of {names}, got {name!r}")


def _drawn(kind: str, name: str | None) -> Recipe | None:
    """The general recipe, for a kind without one of its own."""
    return drawn.recipe_of(kind) if name in (None, drawn.NAME) else None


def order(
    recipe: Recipe,
    level: str | None,
    seed: int,
    options: dict[str, str] | None = None,
    levels: int = 0,
    *,
    rates: bool = False,
) -> Order:
    """Checks and builds an order.

    Args:
        recipe: The recipe.
        level: One of its levels, or an alias; None for the one that the options imply, or the
            first.
        seed: At least 0.
        options: Values of its options, as text.
        levels: How many puzzles from easy to hard, instead of a level.
        rates: Whether a chosen level has to be that of the rating by steps, where the recipe can
            rate and no option says otherwise.

    Raises:
        ChoiceError: There is no such level or option, an option has no such value, the recipe
            makes no series, or no puzzle of the usual size has that level.
    """
    if levels:
        if level is not None:
            raise ChoiceError("expected a level or levels, got both")
        if recipe.rising is None:
            raise ChoiceError(f"the recipe {recipe.name} makes no series of levels")
        for name in recipe.rising(0, levels)[1]:
            if name in (options or ()):
                raise ChoiceError(f"a series of levels chooses {name} itself")
        one = order(recipe, None, seed, options)
        return msgspec.structs.replace(one, level="", levels=levels)
    word = level if rates and level in LEVELS and _is_first(recipe) else ""
    if word and "rated" in members_of(recipe):
        options, word = {"rated": "true"} | (options or {}), ""
    elif word:
        last = len(recipe.levels) - 1
        level = levels_of(recipe.kind).way(word) or recipe.levels[min(last, LEVELS.index(word))]
    chosen = _options(recipe, options or {})
    own = getattr(chosen, "level", None) if recipe.levels else None
    if level is None:
        level = own or next(iter(recipe.levels), "")
    level = _own_level(recipe, level)
    if own not in (None, level):
        raise ChoiceError(f"expected no level or {own} with these options, got {level!r}")
    if level not in (recipe.levels or ("",)):
        names = ", ".join(recipe.levels) or "no level"
        raise ChoiceError(f"expected {names} for the recipe {recipe.name}, got {level!r}")
    values = {name: getattr(chosen, name) for name in options or {}}
    request = Order(recipe=recipe.name, level=level, seed=seed, options=values, rated_as=word)
    if request.word and not {*values} - {"rated"}:
        why = levels_of(recipe.kind).unreached(request.word)
        if why is not None:
            raise ChoiceError(f"{recipe.kind}: {why}; choose another level, or a size")
    return request


def _is_first(recipe: Recipe) -> bool:
    """Whether a recipe is the one with levels that a kind has by default, or the general one."""
    names = (drawn.NAME, find_recipe(recipe.kind).name)
    return bool(recipe.levels) and recipe.name in names


def members_of(recipe: Recipe) -> tuple[str, ...]:
    """The names of a recipe's options."""
    return recipe.options.__struct_fields__ if recipe.options else ()


def _own_level(recipe: Recipe, level: str) -> str:
    """What a recipe calls a level; levels of its own can be named by the words for all kinds."""
    level = recipe.aliases.get(level.lower().replace("-", " "), level)
    if level not in recipe.levels and level in LEVELS[: len(recipe.levels)]:
        return recipe.levels[LEVELS.index(level)]
    return level


def _options(recipe: Recipe, given: dict[str, str]) -> msgspec.Struct | None:
    """The options of a recipe, from their values as text; raises ChoiceError if invalid."""
    if recipe.options is None:
        if given:
            raise ChoiceError(f"the recipe {recipe.name} takes no options, got {min(given)}")
        return None
    names = recipe.options.__struct_fields__
    for name in given:
        if name not in names:
            raise ChoiceError(f"expected an option of {', '.join(names)}, got {name!r}")
    try:
        return msgspec.convert(given, recipe.options, strict=False)
    except msgspec.ValidationError as error:
        text = str(error).replace("`", "").replace("$.", "")
        raise ChoiceError(f"recipe {recipe.name}: {text[:1].lower()}{text[1:]}") from error


def attempt(kind: str, request: Order, number: int) -> Attempt:
    """Makes one attempt; the same arguments give the same attempt everywhere.

    In a series, attempt ``number`` makes the puzzle of that number, in up to ``TRIES`` tries.
    """
    recipe = find_recipe(kind, request.recipe)
    if not (request.levels and recipe.rising):
        draws = recipe.draws(request, number) if recipe.draws else _generator(kind, request, number)
        return _attempt(recipe, request, number, draws)
    level, options = recipe.rising(number, request.levels)
    one = msgspec.structs.replace(request, level=level, options=request.options | options)
    for i in range(TRIES):
        made = _attempt(recipe, request, number, _generator(kind, request, number, i), one)
        if made.text is not None:
            return made
    return Attempt(number, reason=f"no puzzle for level {number + 1} of {request.levels}")


def _attempt(
    recipe: Recipe, request: Order, number: int, draws: Any, one: Order | None = None
) -> Attempt:
    """One attempt.

    Args:
        recipe: The recipe.
        request: The order.
        number: The attempt's number.
        draws: What it draws from.
        one: For a puzzle of a series: its level and options.
    """
    level, chosen = (one or request).level, (one or request).options
    options = recipe.options and msgspec.convert(chosen, recipe.options)
    make = partial(recipe.make, level, options, draws)
    try:
        bare = rated(request.rated_as, make) if request.rated_as else make()
    except Rejected as rejected:
        return Attempt(number, reason=str(rejected))
    meta = {
        "recipe": recipe.name,
        "version": recipe.version,
        "level": request.level,
        "seed": request.seed,
        "attempt": number,
        "options": request.options,
        "uniclue": VERSION,
    }
    id_ = f"{recipe.kind}-{request.level or recipe.name}-{request.seed}-{number}"
    if request.rated_as:
        meta |= {"rated_as": request.rated_as}
    if one is not None:
        made_with = {"level": level, "options": chosen}
        meta |= {"levels": request.levels, "of_levels": number + 1, "made_with": made_with}
        id_ = f"{recipe.kind}-{number + 1}-of-{request.levels}-{request.seed}"
    own = bare.extra.get("meta", {})
    grades = dict(own.get("grades", {}))
    grades |= _ratings(bare, [name for name in recipe.graders if name not in grades])
    meta |= {**own, "grades": grades}
    puzzle = msgspec.structs.replace(bare, extra={"id": id_, **bare.extra, "meta": meta})
    return Attempt(number, dumps(puzzle), recipe.canonical(bare))


def _ratings(puzzle: Puzzle, names: list[str]) -> dict[str, dict[str, Any]]:
    """The ratings of a puzzle, as it carries them, by the names of the graders."""
    if not names:
        return {}

    there = {grader.name for grader in grade_types.graders()}  # a kind file's may be missing
    ratings = (grading.grade(puzzle, name).grades[0] for name in names if name in there)
    return {g.grader: {"number": g.number, "label": g.label} for g in ratings}


def _generator(kind: str, request: Order, *numbers: int) -> Rng:
    """The random generator of an attempt."""
    words = (
        zlib.crc32(f"{kind} {request.recipe} {request.level}".encode()),
        request.seed,
        *numbers,
    )
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(words)))


def attempts(kind: str, request: Order, first: int = 0) -> Iterator[Attempt]:
    """Makes attempts one after the other, in this process, endlessly."""
    return (attempt(kind, request, number) for number in count(first))
