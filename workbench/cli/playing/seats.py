"""The players of a game at the terminal: changes of players, and bots that need the user's permission."""

from __future__ import annotations

from bots import Limit
from bots.loading import sources
from workbench import boards
from workbench.bot_process import trust
from workbench.cli.playing import words
from workbench.cli.playing.voice import Voice
from workbench.game.session import PERSON
from workbench.table.seating import Seating
from workbench.table.table import Table


def why_absent(seating: Seating, seat: int, side: str) -> tuple[str, ...]:
    """Return why a seat has no bot, and what the user can do."""
    request = seating.awaiting_consent.get(seat)
    if request is not None:
        return words.consent(side, request)
    if seat in seating.missing:
        return (words.missing(side, seating.missing[seat]),)
    return (f"{side}: {words.sentence(seating.faults[seat])}", words.failed(side))


def why_waiting(seating: Seating, seat: int, side: str) -> str:
    """Return why the bot to move does not move, and what the user can do."""
    if seat in seating.awaiting_consent:
        return words.WAITING
    if seat in seating.missing:
        return words.missing(side, seating.missing[seat])
    return words.failed(side)


def note_agreement(player: str, limit: Limit | None) -> None:
    """Save the user's agreement to a bot that was typed.

    Raises:
        BotError: The bot's file cannot be read.
    """
    trust.allow_typed(player, limit=limit)
    own = sources.parse_text(player)
    if own is not None and trust.question(player, limit) is None:
        sources.read_file(own.path)


def ask_players(table: Table, voice: Voice) -> bool:
    """Ask for the player of each seat and seat them. Return False if the input ends or a player is refused."""
    session, chosen = table.session, list[str]()
    for seat, player in enumerate(session.seats):
        typed = voice.read_line(words.who_plays(boards.seat_name(table.info, seat), player))
        if typed is None:
            return False
        chosen.append(typed.strip() or player)
    changed = [player for player, before in zip(chosen, session.seats, strict=True) if player not in (before, PERSON)]
    try:
        for player in changed:
            note_agreement(player, session.limit)
        table.change_seats(chosen, session.document.names)
    except ValueError as error:
        voice.print_lines(words.sentence(str(error)))
        return False
    return True


def run_bots(seating: Seating) -> bool:
    """Allow the waiting bots to run until the game is left. Return False if there are none."""
    if not seating.awaiting_consent:
        return False
    for request in list(seating.awaiting_consent.values()):
        trust.allow_once(request)
    seating.retry()
    return True
