"""Lookup of a game's board, editor and texts by the game's id.

A game's package `<id>` holds `board.py` with a class `Board`, `editor.py` with a class `Editor`, `fixes.py` with a
class `Proposals` and `at_table.py` with a class `AtTable`. A game without a board may have a class `Words` in
`words.py`; otherwise it gets plain texts.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from fastcore import Event, GameInfo, games, info, packages, start
from workbench.boards.kit import folder_of, made, module_of, plain
from workbench.boards.kit.contract import Board
from workbench.boards.kit.editing import Editor
from workbench.boards.kit.elements import Fields, Point
from workbench.boards.kit.fixes.proposals import Proposals
from workbench.boards.kit.game_words import Words, seat_name, standings
from workbench.boards.kit.tables.at_table import AtTable
from workbench.pages.translated_page import in_users_language
from workbench.system.translation import tr

SET_UP = -3  # pseudo-seat of the event for a position that was set up by hand
SET_UP_WORDS = tr("The position was set up by hand.")

__all__ = [
    "SET_UP",
    "SET_UP_WORDS",
    "AtTable",
    "Proposals",
    "at_table",
    "describe_event",
    "describe_moves",
    "describe_options",
    "describe_revealed",
    "editor",
    "find",
    "goal",
    "instruction",
    "prompt",
    "proposals",
    "remark",
    "rules_in_users_language",
    "rules_page",
    "seat_name",
    "sound",
    "standings",
    "starts_part",
    "task",
    "text_board",
    "titles",
    "turn_effect",
    "turn_text",
    "turn_text_of_total",
    "words",
]  # fmt: skip


def titles() -> dict[str, str]:
    """Return the ids of all games by their titles, in the order of the titles.

    An installed game with the title of another one has its id after its title.
    """
    found: dict[str, str] = {}
    for game in sorted(games(), key=lambda game: (info(game).title, game not in packages.built_in())):
        title = info(game).title
        found[f"{title} ({game})" if title in found else title] = game
    return found


@cache
def find(game: str) -> Board | None:
    """Return the board of a game by its id, or None if the game has no board."""
    return made(game, "board", Board)  # type: ignore[type-abstract]


def editor(spec: str, seat: int | None = None) -> Editor:
    """Return the editor for positions of a spec, or for one seat's views of them.

    A game without its own editor gets a default, which edits the fields of the position text.

    Raises:
        BadPosition: The game does not exist.
    """
    game = spec.partition("(")[0]
    known = info(game)
    own = getattr(module_of(game, "editor"), "Editor", Editor)
    result = own(known, find(game), spec, seat)
    assert isinstance(result, Editor)
    return result


def proposals(spec: str, text: str, seat: int | None = None) -> Proposals:
    """Return the game's proposals of fixes for a position text, or for one seat's view.

    A game without its own proposals gets the general ones.

    Raises:
        BadPosition: The spec is invalid.
    """
    begin = start(spec)
    own = getattr(module_of(begin.info.id, "fixes"), "Proposals", Proposals)
    result = own(begin, text, seat)
    assert isinstance(result, Proposals)
    return result


def at_table(spec: str, seat: int | None) -> AtTable:
    """Return the entry of a game at a real table, for the observations of a seat or (None) of everybody.

    A game without its own entry gets a default, where each line is a whole observation.

    Raises:
        BadPosition: The spec is invalid.
    """
    begin = start(spec)
    own = getattr(module_of(begin.info.id, "at_table"), "AtTable", AtTable)
    result = own(begin.spec, seat)
    assert isinstance(result, AtTable)
    return result


def words(game: str) -> Words:
    """Return the texts of a game by its id."""
    return find(game) or _words(game)


@cache
def _words(game: str) -> Words:
    return made(game, "words", Words) or plain.Words()  # type: ignore[type-abstract]


def goal(game: GameInfo) -> str:
    """Return the goal of a game in one short line."""
    return words(game.id).goal or game.goal


def prompt(point: Point, who: str = "") -> str:
    """Return a sentence about what happens next in this position, such as "Red: place 4 stones".

    Args:
        point: The position.
        who: The player to move, or "Your turn"; by default the name of the seat.
    """
    return words(point.info.id).prompt(point, who)


def instruction(point: Point) -> str:
    """Return what the player to move does next, such as "place 4 stones", or "" if nobody decides."""
    return words(point.info.id).instruction(point)


def begun(point: Point) -> str:
    """Return what "you", the player to move, have already done in this turn, as a sentence, or "" at its start."""
    return words(point.info.id).begun(point)


def task(point: Point) -> str:
    """Return the task of the player to move, such as "to write a plan", or "" for an ordinary move."""
    return words(point.info.id).task(point)


def describe_event(info: GameInfo, event: Event, seat: int | None = None) -> str:
    """Return a sentence about one event, or "" if there is nothing to say.

    Args:
        info: The game.
        event: The event.
        seat: The seat that reads the text; None for any reader.
    """
    if event.seat == SET_UP:
        return SET_UP_WORDS
    own = words(info.id)
    return own.describe_event(info, event) if seat is None else own.describe_event_to(info, seat, event)


def turn_text(info: GameInfo, fields: Fields, turn: int) -> str:
    """Return the progress of the game, such as "turn 12", or "" before its first turn."""
    return words(info.id).turn_text(fields, turn)


def turn_text_of_total(info: GameInfo, fields: Fields, turn: int, last: int) -> str:
    """Return the progress of the game out of its expected length, such as "turn 3 of 12"."""
    return words(info.id).turn_text_of_total(fields, turn, last)


def describe_options(spec: str) -> str:
    """Return the options of a spec in words, such as "size 9", or "" for an unknown game.

    The text includes the options in the spec and those that the game's title always shows.
    """
    game, _, listing = spec.rstrip(")").partition("(")
    if game not in games():
        return ""
    own, given = words(game), dict(item.split("=", 1) for item in listing.split(",") if "=" in item)
    shown = {
        option.name: given.get(option.name, option.default)
        for option in info(game).options
        if option.name in given or option.name in own.title_options
    }
    return ", ".join(own.describe_option(name, value) for name, value in shown.items())


def first_spec(game: str) -> str:
    """Return the spec of a newcomer's first game, which may have options."""
    options = words(game).first_options
    return f"{game}({options})" if options else game


def newcomers_spec() -> str:
    """Return the spec of the game that a newcomer sees: the newest game with a board."""
    newest_first = sorted(games(), key=lambda game: -info(game).year)
    return first_spec(next(filter(find, newest_first), newest_first[0]))


def remark(info: GameInfo, event: Event) -> str:
    """Return a short notice about an event that the board does not show, or ""."""
    return SET_UP_WORDS if event.seat == SET_UP else words(info.id).remark(info, event)


def starts_part(info: GameInfo, event: Event) -> bool:
    """Return whether this event begins a new part of a turn."""
    return words(info.id).starts_part(event)


def describe_revealed(info: GameInfo, seat: int, facts: Iterable[str]) -> str:
    """Return the revealed part of a seat's secret decision in words, or ""."""
    return words(info.id).describe_revealed(seat, facts)


def describe_moves(info: GameInfo, seat: int, moves: tuple[str, ...]) -> str:
    """Return moves of one seat in words."""
    return words(info.id).describe_moves(info, seat, moves)


def turn_effect(point: Point, moves: tuple[str, ...]) -> str:
    """Return a sentence about what a turn does on the board right away, or ""."""
    return words(point.info.id).turn_effect(point, moves)


def sound(info: GameInfo, event: Event) -> str:
    """Return the sound of an event: "move", "capture", "dice" or "over", or ""."""
    return "" if event.seat == SET_UP else words(info.id).sound(event)


def text_board(point: Point) -> str:
    """Return the position as lines of text for a terminal."""
    return words(point.info.id).render_text(point)


def rules_in_users_language(game: str) -> str:
    """Return a game's rules page in the user's language. It is English if its translation is not complete."""
    return in_users_language(rules_page(game), f"docs/rules/{game}")


def rules_page(game: str) -> str:
    """Return a game's rules page in English (Markdown), or "" if there is none."""
    own = folder_of(game) if game in games() else None
    docs = (Path(__file__).parents[2] / "docs", Path(__file__).parents[1] / "documents")
    pages = [folder / "rules" / f"{game}.md" for folder in docs]
    if own is not None:
        pages.append(own / "rules.md")
    return next((page.read_text(encoding="utf-8") for page in pages if page.is_file()), "")
