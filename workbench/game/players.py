"""The players of a game: people and bots, checked before they take their seats."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.bot_process import bot_factory, trust
from workbench.game.current_line import Point
from workbench.game.kept_reports import PERSON
from workbench.records.schema import Seat
from workbench.system.translation import tr


def make_seats(point: Point, players: Sequence[str], names: Sequence[str], trusted: bool) -> tuple[Seat, ...]:
    """Return the seats of a game with these players, and with names for people.

    Args:
        point: A position of the game.
        players: PERSON or a bot's spec for each seat.
        names: The names of the people by seat; missing ones are empty.
        trusted: Whether to skip the check of the bots.

    Raises:
        ValueError: The number of players is wrong, or there is no such player.
    """
    if len(players) != point.seats:
        raise ValueError(
            tr(
                "{info} needs {seats} players here, not {count}",
                count=len(players),
                info=point.info.title,
                seats=point.seats,
            )
        )
    for player in players:
        check_player(player, point.spec, trusted)
    named = (*names, *[""] * len(players))
    return tuple(
        Seat(player=player, name=named[seat] if player == PERSON else "") for seat, player in enumerate(players)
    )


def check_player(player: str, spec: str, trusted: bool) -> None:
    """Raise ValueError if there is no such player. A bot that awaits permission is checked when it starts."""
    if player != PERSON and not trusted and trust.question(player) is None:
        bot_factory.check_text(player, spec)
