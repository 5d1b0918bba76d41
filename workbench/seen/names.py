"""One name for each player in all texts about a game.

A game that names its seats, for example after colours, uses these names everywhere; the cards beside the board say who
plays them. In other games the names of the players replace the numbers of their seats.
"""

from __future__ import annotations

import re
from functools import cache

from workbench import boards
from workbench.game.session import Session
from workbench.system.translation import tr

NUMBERED = re.compile(r"seat \d+")  # the name of a seat in a game that names none
# How texts call a seat, and what replaces it. The longest forms are first, such as those with an article.
FORMS = tr("Seat {seat}={name}|seat {seat}={name}")


def has_numbers(session: Session) -> bool:
    """Return whether the seats of a game have numbers instead of names."""
    return all(map(NUMBERED.fullmatch, session.point.info.sides))


def side_names(session: Session) -> list[str]:
    """Return the one name of each player: of the seat if the game names it, else of the player.

    A seat keeps its number if its player has no name, or a name that looks like a seat number.
    """
    info = session.point.info
    own = session.document.names if has_numbers(session) else ()
    return [
        own[seat] if seat < len(own) and own[seat] and not _seat_pattern().search(own[seat]) else seat_name
        for seat, seat_name in enumerate(boards.seat_name(info, seat) for seat in range(session.point.seats))
    ]


def side_name(session: Session, seat: int) -> str:
    """Return the one name of a player, as `side_names` does."""
    return side_names(session)[seat]


def with_player_names(session: Session, text: str) -> str:
    """Replace seat numbers in a sentence by the names of their players, for example "Éva asks seat 3".

    Seats that the game itself names, for example after their colours, are unchanged. A name that looks like a seat
    number is not used, because readers would take it for that seat.
    """
    if not any(session.document.names) or not has_numbers(session):
        return text
    names = session.document.names

    def name_of(match: re.Match[str]) -> str:
        number = next(filter(None, match.groups()))
        name = names[int(number) - 1] if 0 < int(number) <= len(names) else ""
        if not name or _seat_pattern().search(name):
            return match[0]
        replacement = _forms()[match.lastindex - 1][1] if match.lastindex is not None else "{name}"
        return replacement.format(name=name)

    return _seat_pattern().sub(name_of, text)


@cache
def _forms() -> tuple[tuple[str, str], ...]:
    """Return how the user's language calls a seat, and what replaces it."""
    forms = [form.partition("=")[::2] for form in FORMS.split("|")]
    return tuple((form, name) for form, name in forms if "{seat}" in form and "{name}" in name)


@cache
def _seat_pattern() -> re.Pattern[str]:
    parts = (re.escape(form).replace(re.escape("{seat}"), r"(\d+)") for form, _ in _forms())
    return re.compile("|".join(rf"(?<!\w){part}(?!\d)" for part in parts))
