"""How a game stands, for the window to show: the clocks on the cards, the buttons that suit it, how it ended and for whom."""

from __future__ import annotations

from collections.abc import Iterable

from workbench import boards
from workbench.boards.kit.contract import Line, Panel
from workbench.gui.board.cards import Outcome, PlayerCard
from workbench.gui.play import words
from workbench.gui.shell.status_bar import Tools
from workbench.records.schema import Result
from workbench.table.table import Table


def show_clocks(cards: Iterable[PlayerCard], table: Table) -> None:
    """What every seat has left; when the game is over, only what clocks for all of it show, or one that ran out."""
    clock, result = table.clock, table.session.result
    whole = clock.limit is not None and clock.limit.per == "game"
    told = whole or not table.over or (result is not None and result.ending == "timeout")
    for seat, card in enumerate(cards):
        left = clock.left(seat) if told else None
        card.show_clock("" if left is None else words.time_left(left), clock.is_low(seat))


def ended_by(panel: Panel, ending: str) -> Panel:
    """A panel of a game that ended by what was declared: nothing is to be done there any more."""
    return panel._replace(lines=tuple(Line(ending, weight="bold") if line.weight == "bold" else line for line in panel.lines))


def tools_for(table: Table) -> Tools:
    """Which buttons stand in the bar below."""
    if table.over:
        return "over"
    return "watch" if table.watched else "play"


def winners_of(result: Result) -> list[int]:
    """The seats that won; all of them in a draw."""
    return [seat for seat, value in enumerate(result.returns) if value == max(result.returns)]


def called(table: Table, seat: int) -> str:
    """A seat by its side, with the name of the person if there is one, as in "Bob (Blue)"."""
    return words.called(boards.side(table.info, seat), table.session.names[seat])


def outcome(table: Table, seat: int) -> Outcome:
    """How the game ended for a seat, as its card marks it."""
    result = table.session.result
    if not table.over or result is None:
        return Outcome()
    won = winners_of(result)
    if len(won) == len(result.returns):
        return Outcome(words.DRAW)
    if seat in won:
        return Outcome(words.WINS, True)
    return Outcome(words.LOST.get(result.ending, "") if seat == result.guilty else "")


def ending(table: Table) -> str:
    """How the game ended and who won, in a sentence."""
    result = table.session.result
    if result is None:
        return boards.expects(table.point)
    won = winners_of(result)
    winners = [called(table, seat) for seat in won]
    if result.ending == "normal":
        if len(result.points) != 2:
            return words.won(winners, boards.standings(table.point))
        first, second = result.points if won != [1] else result.points[::-1]
        return words.won_by(winners, first, second)
    loser = called(table, result.guilty) if result.guilty is not None else ""
    if result.ending == "resigned" and loser:
        return words.resigned(loser, winners)
    if result.ending == "timeout" and loser:
        return words.out_of_time(loser, winners)
    return words.declared(loser, result.reason, winners)
