"""Decides who plays at the table in the terminal: changed players, and bots that need the user's permission."""

from __future__ import annotations

from bots import Limit, sources
from workbench import boards
from workbench.bot_process import trust
from workbench.cli.playing import words
from workbench.cli.playing.voice import Voice
from workbench.game.session import PERSON
from workbench.table.seating import Seating
from workbench.table.table import Table


def absent(seating: Seating, seat: int, side: str) -> tuple[str, ...]:
    """Return why no bot plays a seat, and what the user can do."""
    asked = seating.waiting.get(seat)
    if asked is not None:
        return words.consent(side, asked)
    if seat in seating.missing:
        return (words.missing(side, seating.missing[seat]),)
    return (f"{side}: {words.sentence(seating.faults[seat])}", words.failed(side))


def waits(seating: Seating, seat: int, side: str) -> str:
    """Return why the bot whose turn it is does not move, and what the user can do."""
    if seat in seating.waiting:
        return words.WAITING
    if seat in seating.missing:
        return words.missing(side, seating.missing[seat])
    return words.failed(side)


def agree(player: str, limit: Limit | None) -> None:
    """Note that the user typed a bot. Raise BadBot if its file cannot be read."""
    trust.typed(player, limit=limit)
    own = sources.named(player)
    if own is not None and trust.question(player, limit) is None:
        sources.read(own.path)


def change(table: Table, voice: Voice) -> bool:
    """Ask who plays each seat. Return whether the game continues with these players."""
    session, chosen = table.session, list[str]()
    for seat, player in enumerate(session.seats):
        typed = voice.ask(words.who_plays(boards.side(table.info, seat), player))
        if typed is None:
            return False
        chosen.append(typed.strip() or player)
    changed = [player for player, before in zip(chosen, session.seats, strict=True) if player not in (before, PERSON)]
    try:
        for player in changed:
            agree(player, session.limit)
        table.change_seats(chosen, session.document.names)
    except ValueError as error:
        voice.say(words.sentence(str(error)))
        return False
    return True


def run_bots(seating: Seating) -> bool:
    """Run the bots that wait for permission, until the table is left. Return False if there is none."""
    if not seating.waiting:
        return False
    for asked in list(seating.waiting.values()):
        trust.allow_once(asked)
    seating.ask_again()
    return True
