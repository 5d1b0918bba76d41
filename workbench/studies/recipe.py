"""A recipe: the matches and ladders of a study, and the questions that their games answer."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from fnmatch import fnmatchcase
from itertools import pairwise, product
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

import fastcore
from bots.report import Limit
from workbench.matches.planning.openings import parse_opening, read
from workbench.matches.planning.plan import Plan
from workbench.records.seeds import parse_salt
from workbench.system import bounded, decoding, limits, saving

Question = Literal["first seat", "seats", "score", "games", "difference", "ladder", "ratings"]
Figure = Literal["first seat", "score", "draws", "turns"]
Whole = Annotated[int, Meta(ge=1)]
Name = Annotated[str, Meta(min_length=1, max_length=200)]
MAX_MATCHES = 200


class RecipeError(ValueError):
    """Raised for a recipe that cannot be read or used. The message names the file, the place and the problem."""


class MatchRecipe(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One match, or one for every combination of the values in `each`.

    Attributes:
        game: The game with its options.
        bots: The bots.
        name: The name on the page. Empty means the game.
        each: Names and their values. `{size}` in `game`, `bots` and `name` is replaced by a value of "size".
        blocks: The number of sets of games; None for that of the recipe.
        rotations: Whether to rotate seats only, instead of playing every order.
        kind: "match" for all against all, "gauntlet" for the first against the rest.
        limit: The limit of every bot; None for its own.
        limits: The limits of single bots, in their order. An empty table is no limit.
        openings: Position texts or moves, or one file beside the recipe.
        random_moves: The number of random moves after the opening.
    """

    game: Name
    bots: Annotated[tuple[Name, ...], Meta(min_length=2, max_length=limits.PLAN_BOTS)]
    name: str = ""
    each: dict[str, Annotated[tuple[str | int | float, ...], Meta(min_length=1, max_length=MAX_MATCHES)]] = {}
    blocks: Annotated[int, Meta(ge=1, le=limits.BLOCKS)] | None = None
    rotations: bool = False
    kind: Literal["match", "gauntlet"] = "match"
    limit: Limit | None = None
    limits: tuple[dict[str, str | int | float], ...] = ()
    openings: tuple[str, ...] | str = ()
    random_moves: Annotated[int, Meta(ge=0, le=limits.MOVES)] = 0


class LadderRecipe(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The levels of a game, from the weakest to the strongest.

    With `levels`, each level plays the next lower one. In a game for more than two, the upper level has one seat, and
    the lower level all others. Without them, all levels of the bots are calibrated, as `herbarium calibrate` does.

    Attributes:
        game: The game with its options.
        name: The name on the page.
        levels: The levels, weakest first.
        bots: The bots to calibrate, if there are no `levels`. Empty means all bots of the game.
        games: The number of games of a step, or the smallest number in a calibration.
        most: The largest number of games of a step in a calibration.
        random_moves: The number of random moves at the start of each set of games between `levels`.
    """

    game: Name
    name: Name
    levels: tuple[Name, ...] = ()
    bots: tuple[Name, ...] = ()
    games: Annotated[int, Meta(ge=2, le=10**6)] = 200
    most: Annotated[int, Meta(ge=2, le=10**6)] = 800
    random_moves: Annotated[int, Meta(ge=0, le=limits.MOVES)] = 0


class QuestionRecipe(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A question about the games.

    Attributes:
        ask: What is asked.
        title: The heading on the page.
        text: A remark below the heading.
        matches: The names of the matches, with * for any text. Empty means all.
        against: Of a "difference": the match that is compared with the others.
        figure: Of a "difference": the figure.
        anchor: Of "ratings": the bot whose rating is `anchor_elo`. Empty means that the mean is 0.
        anchor_elo: See `anchor`.
        ladder: Of a "ladder": its name.
    """

    ask: Question
    title: Name
    text: str = ""
    matches: tuple[Name, ...] = ()
    against: str = ""
    figure: Figure = "first seat"
    anchor: str = ""
    anchor_elo: float = 0.0
    ladder: str = ""


class Recipe(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A study.

    Attributes:
        title: The heading of the page.
        questions: The questions that the games answer.
        text: The text below the heading.
        matches: The matches.
        ladders: The ladders of levels.
        blocks: The number of sets of games in each match.
        seed: The seed of dice, deals and random openings.
        salt: The salt of the bots' own seeds, so that every run plays the same games.
    """

    title: Name
    questions: Annotated[tuple[QuestionRecipe, ...], Meta(min_length=1)]
    text: str = ""
    matches: tuple[MatchRecipe, ...] = ()
    ladders: tuple[LadderRecipe, ...] = ()
    blocks: Annotated[int, Meta(ge=1, le=limits.BLOCKS)] = 50
    seed: Annotated[int, Meta(ge=0, le=2**63 - 1)] = 1
    salt: str = "1"


TABLES: dict[str, Any] = {"matches": MatchRecipe, "ladders": LadderRecipe, "questions": QuestionRecipe}


class StudyMatch(msgspec.Struct, frozen=True):
    """A match of a study: its name and its unchecked plan."""

    name: str
    plan: Plan


def read_recipe(path: Path) -> Recipe:
    """Return the recipe in a TOML file.

    Raises:
        RecipeError: The file cannot be read, is not TOML, or has a wrong key or value.
    """
    try:
        data = tomllib.loads(bounded.read_bytes(path, limits.SETTINGS_FILE).decode())
    except FileNotFoundError:
        raise RecipeError(f"{path}: there is no such file") from None
    except OSError as error:
        raise RecipeError(f"{path}: this file cannot be read: {saving.system_message(error)}") from None
    except (ValueError, RecursionError) as error:
        raise RecipeError(f"{path}: {' '.join(str(error).split())}") from None
    try:
        recipe = _decoded(data)
        _check_names(recipe)
        study_matches(recipe, path.parent)
    except RecipeError as error:
        raise RecipeError(f"{path}: {error}") from None
    return recipe


def _decoded(data: Mapping[str, Any]) -> Recipe:
    _check_keys(data, Recipe, "")
    for key, table in TABLES.items():
        entries = data.get(key, [])
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            raise RecipeError(f"{key} is not a list of tables: begin each of them with [[{key}]]")
        for number, entry in enumerate(entries, 1):
            where = f"{key} {number}"
            _check_keys(entry, table, where)
            try:
                decoding.convert(entry, table)
            except msgspec.ValidationError as error:
                raise RecipeError(f"{where}: {decoding.in_plain_words(error)}") from None
    try:
        return decoding.convert(dict(data), Recipe)
    except msgspec.ValidationError as error:
        raise RecipeError(decoding.in_plain_words(error)) from None


def _check_keys(entry: Mapping[str, Any], table: Any, where: str) -> None:
    known = [field.name for field in msgspec.structs.fields(table)]
    for key in entry:
        if key not in known:
            near = get_close_matches(key, known, 1, 0.6)
            hint = f"did you mean {near[0]}?" if near else f"the keys are {', '.join(known)}"
            raise RecipeError(f"{where}{': ' if where else ''}the key {key[:60]!r} is unknown; {hint}")


def _check_names(recipe: Recipe) -> None:
    """Check that the questions name existing matches and ladders.

    Raises:
        RecipeError: A name is missing, unknown or ambiguous.
    """
    ladders = [ladder.name for ladder in recipe.ladders]
    for number, ladder in enumerate(recipe.ladders, 1):
        if ladders.count(ladder.name) > 1:
            raise RecipeError(f"ladders {number}: the name {ladder.name!r} is used twice")
        if len(ladder.levels) == 1:
            raise RecipeError(f"ladders {number}: levels has one level; a ladder needs at least two")
        if ladder.levels and ladder.bots:
            raise RecipeError(f"ladders {number}: give levels or bots, not both")
    own = [name for name, _, _ in _named(recipe)]
    for name, _, where in _named(recipe):
        if own.count(name) > 1:
            raise RecipeError(f"{where}: the name {name!r} is used twice; give each match another name")
    names = own + [step_name(ladder, *step) for ladder in recipe.ladders for step in steps(ladder)]
    if not names and not ladders:
        raise RecipeError("there is nothing to play: add [[matches]] or [[ladders]]")
    for number, question in enumerate(recipe.questions, 1):
        where = f"questions {number}"
        if question.ask == "ladder":
            if question.ladder not in ladders:
                raise RecipeError(f"{where}: {_unknown('ladder', question.ladder, ladders)}")
            continue
        for pattern in (*question.matches, *([question.against] if question.ask == "difference" else [])):
            if not any(fnmatchcase(name, pattern) for name in names):
                raise RecipeError(f"{where}: {_unknown('match', pattern, names)}")


def _unknown(what: str, name: str, known: list[str]) -> str:
    if not name:
        return f"name the {what}: {', '.join(known) or 'there is none'}"
    near = get_close_matches(name, known, 1, 0.6)
    hint = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(map(repr, known[:12])) or 'none'}"
    return f"there is no {what} {name[:60]!r}; {hint}"


def _named(recipe: Recipe) -> Iterator[tuple[str, MatchRecipe, str]]:
    """Yield the name of each match, the match with its values filled in, and its place in the recipe."""
    for number, match in enumerate(recipe.matches, 1):
        where = f"matches {number}"
        for values in product(*match.each.values()):
            chosen = dict(zip(match.each, map(str, values), strict=True))
            game, name, *bots = (_filled(text, chosen, where) for text in (match.game, match.name, *match.bots))
            filled = msgspec.structs.replace(match, game=game, bots=tuple(bots), each={})
            yield name or game, filled, where


def _filled(text: str, values: Mapping[str, str], where: str) -> str:
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", value)
    if "{" in text and "}" in text[text.index("{") :]:
        name = text[text.index("{") + 1 : text.index("}", text.index("{"))]
        raise RecipeError(f"{where}: {text[:60]!r}: nothing in each is named {name!r}; add each.{name} = [...]")
    return text


def study_matches(recipe: Recipe, folder: Path, most: int | None = None) -> list[StudyMatch]:
    """Return the matches of a recipe and of its ladders of levels, without those that a calibration chooses.

    Args:
        recipe: The recipe.
        folder: The folder of its file, where files with openings are.
        most: The largest number of blocks of a match, or None.

    Raises:
        RecipeError: A game, an opening, a limit or the salt is invalid.
    """
    found: list[StudyMatch] = []
    for name, match, where in _named(recipe):
        spec = _spec(match.game, where)
        try:
            if isinstance(match.openings, str):
                openings = read(folder / match.openings, spec)
            else:
                openings = tuple(parse_opening(text, spec, f"opening {n}") for n, text in enumerate(match.openings, 1))
            own = tuple(decoding.convert(table, Limit) if table else None for table in match.limits)
        except msgspec.ValidationError as error:
            raise RecipeError(f"{where}: limits: {decoding.in_plain_words(error)}") from None
        except ValueError as error:
            raise RecipeError(f"{where}: {error}") from None
        if own and len(own) != len(match.bots):
            raise RecipeError(f"{where}: limits has {len(own)} entries for {len(match.bots)} bots; {{}} means no limit")
        blocks = match.blocks or recipe.blocks
        plan = Plan(
            spec=spec, bots=match.bots, kind=match.kind, rotations=match.rotations, limit=match.limit,
            limits=own if any(own) else (), openings=openings, random_moves=match.random_moves,
            blocks=min(blocks, most or blocks), seed=recipe.seed, salt=salt_of(recipe), reports="none",
        )  # fmt: skip
        found.append(StudyMatch(name, plan))
    for number, ladder in enumerate(recipe.ladders, 1):
        spec = _spec(ladder.game, f"ladders {number}")
        found += [StudyMatch(step_name(ladder, *step), step_plan(recipe, ladder, spec, *step, most))
                  for step in steps(ladder)]  # fmt: skip
    if len(found) > MAX_MATCHES:
        raise RecipeError(f"the recipe has {len(found):,} matches; the maximum is {MAX_MATCHES}")
    return found


def steps(ladder: LadderRecipe) -> list[tuple[str, str]]:
    """Return the steps of a ladder with levels, weakest first: the upper and the lower level."""
    return [(upper, lower) for lower, upper in pairwise(ladder.levels)]


def step_name(ladder: LadderRecipe, upper: str, lower: str) -> str:
    """Return the name of the match of two levels."""
    return f"{ladder.name}: {upper} against {lower}"


def step_plan(recipe: Recipe, ladder: LadderRecipe, spec: str, upper: str, lower: str, most: int | None = None) -> Plan:
    """Return the plan in which one seat of the upper level plays against the lower level on all others."""
    seats = fastcore.start(spec).seats
    blocks = -(-ladder.games // seats)
    return Plan(
        spec=spec, bots=(upper, *[lower] * (seats - 1)), blocks=min(blocks, most or blocks), rotations=True,
        seed=recipe.seed, salt=salt_of(recipe), reports="none",
    )  # fmt: skip


def salt_of(recipe: Recipe) -> str:
    """Return the salt of a recipe in its full length.

    Raises:
        RecipeError: It is invalid.
    """
    try:
        return parse_salt(recipe.salt)
    except ValueError as error:
        raise RecipeError(f"salt: {error}") from None


def _spec(game: str, where: str) -> str:
    try:
        return fastcore.start(game).spec
    except ValueError as error:
        name, known = game.partition("(")[0], list(fastcore.games())
        near = get_close_matches(name, known, 1, 0.6) if name not in known else []
        raise RecipeError(f"{where}: {error}" + (f"; did you mean {near[0]}?" if near else "")) from None


def chosen(question: QuestionRecipe, names: list[str]) -> list[str]:
    """Return the names of the matches of a question, in the order of the recipe."""
    return [name for name in names if not question.matches or any(fnmatchcase(name, p) for p in question.matches)]
