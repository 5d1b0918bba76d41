"""The names of players, and the replacement of seat numbers in sentences by them."""

from __future__ import annotations

import re

from workbench import boards
from workbench.game.session import Session

SEAT = re.compile(r"\b[Ss]eat (\d+)\b")


def side_names(session: Session) -> list[str]:
    """Return the name of each player, or of the seat if the player's name is empty or looks like a seat number."""
    info, names = session.point.info, session.document.names
    return [
        names[seat] if names[seat] and not SEAT.search(names[seat]) else boards.seat_name(info, seat)
        for seat in range(session.point.seats)
    ]


def with_player_names(session: Session, text: str) -> str:
    """Replace seat numbers in a sentence by the names of their players, for example "Éva asks seat 3".

    Seats that the game itself names, for example after their colours, are unchanged. A name that looks like a seat
    number is not used, because readers would take it for that seat.
    """
    if not any(session.document.names) or not all(map(SEAT.fullmatch, session.point.info.sides)):
        return text

    def name_of(match: re.Match[str]) -> str:
        seat = int(match[1]) - 1
        name = session.document.names[seat] if 0 <= seat < len(session.document.names) else ""
        return match[0] if SEAT.search(name) else name or match[0]

    return SEAT.sub(name_of, text)
