"""Texts of the menus, the bars, the command palette and error reports."""

from __future__ import annotations

from collections.abc import Mapping

from workbench.system.language.formats import format_number
from workbench.system.translation import tr

NAME = tr("Herbarium")
FONT_LANGUAGES = {"zh_CN": tr("Chinese")}  # languages whose own names some fonts cannot show
MENUS = {
    "game": tr("Game"),
    "edit": tr("Edit"),
    "view": tr("View"),
    "moves": tr("Moves"),
    "analyse": tr("Analyse"),
    "set_up": tr("Set up"),
    "bot": tr("Bot"),
    "matches": tr("Matches"),
    "help": tr("Help"),
}
MODES = {
    "play_mode": tr("Play"),
    "analyse_mode": tr("Analyse"),
    "set_up_mode": tr("Set up"),
}  # the mode switch, by command
REVIEW, NEW_GAME = tr("Review"), tr("New game")


TYPE_HERE = tr("Type a move")
COPIED_REPORT = tr("Report copied.")
CLOSED_BY_FORCE = tr("herbarium: another program closed the window. The next start restores your games.")
DISPLAY_LOST = tr("herbarium: the display was lost. The next start restores your games.")
COPY_REPORT = tr("Copy report")
SHOW_ERROR = tr("Herbarium had an error. Your game continues.")
PALETTE_HINT = tr("Type a command")
NO_COMMAND = tr("No matching commands.")
SHOW_LOG, COPY_LOG = tr("Show log"), tr("Copy log")


def menu_letter(menu: str) -> int:
    """Return the index of the letter that opens a menu with Alt: the first letter not used by an earlier menu."""
    used: set[str] = set()
    for name, label in MENUS.items():
        place = next((n for n, letter in enumerate(label) if letter.lower() not in used and letter.isalpha()), 0)
        if name == menu:
            return place
        used.add(label[place].lower())
    return 0


def number(value: float) -> str:
    """Return a rounded number in few characters: "950", "2,000", "41 k" or "1.1 M"."""
    if value < 9_999.5:
        return format_number(value, ",.0f")
    if value < 999_500:
        return f"{format_number(value / 1_000, '.0f')} k"
    return f"{format_number(value / 1_000_000, '.1f')} M"


def thinks(side: str, rate: float) -> str:
    """Return the progress text of a bot. `rate` is in simulations per second, 0 if unknown."""
    return (
        tr("{side} thinks · {rate} per second", side=side, rate=number(rate))
        if rate
        else tr("{side} thinks", side=side)
    )


def taken(key: str, command: str) -> str:
    """Return the message that a key belongs to another command."""
    return tr("{key} already belongs to “{command}”.", key=key, command=command)


def stopped(signal: str) -> str:
    """Return the line on standard error after a signal closed the window."""
    return tr("herbarium: closed by {signal}. The next start restores your games.", signal=signal)


def no_font(language: str, package: str) -> str:
    """Return why a language is not offered, and the command that helps. `language` is its code, such as "zh_CN"."""
    name = FONT_LANGUAGES[language]
    return tr("{language} needs a font. Debian: sudo apt install {package}", language=name, package=package)


def unusable(games: Mapping[str, str]) -> str:
    """Return the notice about installed games that cannot be used, with the reason of the first one."""
    game, reason = next(iter(games.items()))
    if len(games) == 1:
        return tr("The installed game {game} cannot be used: {reason}", game=game, reason=reason)
    names = ", ".join(games)
    return tr("The installed games {games} cannot be used. {game}: {reason}", games=names, game=game, reason=reason)


def x_error(text: str) -> str:
    """Return the line on standard error after an error of the X server."""
    return tr("herbarium: the X server reported an error, and the program continues: {text}.", text=text)
