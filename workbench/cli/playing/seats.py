"""Who plays at the table in the terminal: changing players, and bots that need the user's permission."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bots import Limit, sources
from workbench import boards
from workbench.bot_process import trust
from workbench.cli.playing import words
from workbench.game.session import PERSON

if TYPE_CHECKING:
    from workbench.cli.playing.table import Table


def absent(table: Table, seat: int) -> tuple[str, ...]:
    """Return why no bot plays a seat, and what the user can do."""
    asked = table.seating.waiting.get(seat)
    if asked is not None:
        return words.consent(table.side, asked)
    if seat in table.seating.missing:
        return (words.missing(table.side, table.seating.missing[seat]),)
    return (f"{table.side}: {words.sentence(table.seating.faults[seat])}", words.failed(table.side))


def waits(table: Table) -> str:
    """Return why the bot whose turn it is does not move, and what the user can do."""
    seat = table.session.state.actor
    if table.paused:
        return words.PAUSED
    if seat in table.seating.waiting:
        return words.WAITING
    if seat in table.seating.missing:
        return words.missing(table.side, table.seating.missing[seat])
    return words.failed(table.side)


def agree(player: str, limit: Limit | None) -> None:
    """Note that the user typed a bot. BadBot if its file cannot be read."""
    trust.typed(player, limit=limit)
    own = sources.named(player)
    if own is not None and trust.question(player, limit) is None:
        sources.read(own.path)


def change(table: Table) -> None:
    """Ask who plays each seat, and continue with these players."""
    session, persons, chosen = table.session, table.persons, list[str]()
    for seat, player in enumerate(session.seats):
        typed = table.voice.ask(words.who_plays(boards.side(session.point.info, seat), player))
        if typed is None:
            return
        chosen.append(typed.strip() or player)
    changed = [player for player, before in zip(chosen, session.seats, strict=True) if player not in (before, PERSON)]
    try:
        for player in changed:
            agree(player, session.limit)
        session.change_seats(chosen, session.names)
    except ValueError as error:
        table.voice.say(words.sentence(str(error)))
        return
    table.seating.sync()
    if table.persons != persons:
        table.screen.seated_anew()
    table.fault, table.stale = False, True
    table.keep()


def run_bots(table: Table) -> None:
    """Run the bots that wait for permission, until the table is left."""
    if not table.seating.waiting:
        table.voice.say(words.NONE_WAITS)
        return
    for asked in list(table.seating.waiting.values()):
        trust.allow_once(asked)
    table.seating.ask_again()
    table.fault = False
