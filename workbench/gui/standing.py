"""How a game stands, for the window to show: the clocks on the cards, the buttons that suit it, how it ended."""

from __future__ import annotations

from collections.abc import Iterable

from workbench import boards
from workbench.game_clock import GameClock
from workbench.gui import words_play as words
from workbench.gui.cards import PlayerCard
from workbench.gui.status_bar import Tools
from workbench.gui.table import Table


def show_clocks(cards: Iterable[PlayerCard], clock: GameClock) -> None:
    """What every seat has left."""
    for seat, card in enumerate(cards):
        left = clock.left(seat)
        card.show_clock("" if left is None else words.time_left(left), clock.is_low(seat))


def tools_for(table: Table) -> Tools:
    """Which buttons stand in the bar below."""
    if table.over:
        return "over"
    return "watch" if table.watched else "play"


def ending(table: Table) -> str:
    """How the game ended and who won, in a sentence."""
    result = table.session.result
    if result is None or result.ending == "normal":
        return boards.expects(table.point)
    seats = range(len(table.session.seats))
    best = max(result.returns)
    winners = [boards.side(table.info, seat) for seat in seats if result.returns[seat] == best]
    loser = boards.side(table.info, result.guilty) if result.guilty is not None else ""
    if result.ending == "resigned" and loser:
        return words.resigned(loser, winners)
    if result.ending == "timeout" and loser:
        return words.out_of_time(loser, winners)
    return words.declared(loser, result.reason, winners)
