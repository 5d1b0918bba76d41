"""Texts about the displayed game: title, tab, players, clocks, status, result, and reasons why no move can be made."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path

from bots import sources
from workbench import boards
from workbench.boards.kit.elements import Line, Panel
from workbench.game.session import own_turn
from workbench.gui.board.cards import PlayerCard, ResultLabel
from workbench.gui.play import chance_by_hand
from workbench.gui.play import words as said
from workbench.gui.play.layers import Opened
from workbench.gui.shell import words
from workbench.gui.shell.notice import StandingLine
from workbench.gui.shell.status_bar import Tools
from workbench.gui.trust import words as trust_words
from workbench.gui.widgets import words as widgets_words
from workbench.records.schema import Result
from workbench.reports.growth import unit_of
from workbench.seen.names import by_name
from workbench.table import words as table_words
from workbench.table.table import Table


def title(game: Opened) -> str:
    table = game.table
    stands = boards.stands(table.info, table.point.fields, table.point.turn)
    return said.title(table.info.title, boards.variant(table.session.spec), stands, table.session.hindsight)


def tab_text(game: Opened) -> str:
    """What the game is called on its tab."""
    if named := game.layers.text(game.table, lambda layer: layer.tab_name(game.table)):
        return named
    options = boards.variant(game.table.session.spec)
    players = [who(game, seat) for seat in range(len(game.table.session.seats))]
    tags = game.table.session.document.tags
    return said.tab(game.table.info.title, options, players, tags.get("match", ""), tags.get("game", ""))


def who(game: Opened, seat: int) -> str:
    """How the player of a seat is called."""
    session = game.table.session
    return session.document.names[seat] or widgets_words.player(session.seats[seat], alone=len(game.table.persons) == 1)


def called(table: Table, seat: int) -> str:
    """A person by their name, or else by the name of the seat."""
    return table.session.document.names[seat] or boards.side(table.info, seat)


def note(game: Opened) -> str:
    """The best line of the bot that thinks, or what the one that decided last meant to do in its turn."""
    plan, info, report = game.table.bots.plan, game.table.info, game.table.bots.asking.progress
    if not game.table.screen.shows_thoughts:
        return ""
    if game.table.bots.thinking:
        seat = game.table.state.actor
        if report is None or not report.candidates:
            return said.begins(boards.side(info, seat))
        best = report.candidates[0]
        line = boards.say(info, seat, own_turn(game.table.session.viewpoint(seat), best.line))
        return said.best_line(boards.side(info, seat), line, best.value[seat], report.simulations, unit_of(report))
    if plan is None or game.table.browsing.node is not None:
        return ""
    return said.plan(
        boards.side(info, plan.seat), boards.say(info, plan.seat, plan.moves), plan.value, plan.simulations
    )


def sentence(game: Opened) -> str:
    """What is expected now, or what is the case."""
    return by_name(game.table.session, _sentence(game))


def reminder(game: Opened) -> str:
    """What the latest turn of whoever sees the screen has told them: it is there to be read until they decide again."""
    table, seat = game.table, game.table.screen.viewer
    if seat is None or table.screen.covered_for is not None or (table.over and table.browsing.node is None):
        return ""  # at the end nobody decides again
    return by_name(table.session, boards.words(table.info.id).learned(table.info, seat, table.seat_view.own_events()))


def _sentence(game: Opened) -> str:
    table = game.table
    return game.layers.text(table, lambda layer: layer.sentence(table)) or _own_sentence(game)


def _own_sentence(game: Opened) -> str:
    """Return the status sentence of a game without layers."""
    table = game.table
    if table.over and table.browsing.node is None:
        return ending(table)
    if table.screen.handing_to is not None and table.browsing.node is None:
        return handing(table, table.screen.handing_to)
    if told := bots_sentence(game):
        return told
    if game.move_input.entry.chosen and game.screen.board is not None:
        return game.screen.board.lead(game.point, game.move_input.entry.chosen)
    return boards.expects(table.point)


def bots_sentence(game: Opened) -> str:
    """Return a sentence about the bots or the chance event that the game waits for, or ""."""
    table = game.table
    if table.bots.helping:
        return said.thinks_for(boards.side(table.info, table.state.actor))
    if table.bots.paused and table.session.waits_for != "bot":
        return said.PAUSED
    if table.session.waits_for == "bot" and table.state.actor in table.bots.seating.waiting:
        return trust_words.needs(boards.side(table.info, table.state.actor))
    if table.bots.broken:
        return said.broken(boards.side(table.info, table.state.actor))
    if table.bots.held:
        return said.stopped(boards.side(table.info, table.state.actor))
    if table.bots.thinking and table.browsing.node is None:
        return said.thinking(boards.side(table.info, table.state.actor))
    if table.session.waits_for == chance_by_hand.WAITS and table.browsing.node is None:
        chosen = game.move_input.chance.chosen
        return said.chosen_so_far(chosen) if chosen else said.CHOOSE_CHANCE if game.outcomes else said.TYPE_CHANCE
    return ""


def handing(table: Table, seat: int) -> str:
    """To whom the screen is to be handed, and what may be done before."""
    name = called(table, seat)
    return said.hand_over(name) if table.screen.reading is None else said.read_first(name)


def ended(game: Opened) -> StandingLine:
    """How the game ended, and what may come next."""
    table, registry = game.table, game.shell.commands
    next_one = registry["again" if registry["rematch"].why_not() else "rematch"]
    review = [command for command in registry.those("review") if not command.why_not()]
    offers = [(command.text.rstrip("…"), command.run) for command in (next_one, registry["new"], *review)]
    return StandingLine(id(table.session), ending(table), offers)


def broken(game: Opened, take_seat: Callable[[int], None]) -> StandingLine:
    """Return why the bot to move has failed, and how to continue.

    `take_seat` gives a seat to the person at the screen.
    """
    registry = game.shell.commands
    table, seat = game.table, game.table.state.actor
    offers = [(said.RESTART_BOT, registry["continue"].run), (said.CHOOSE_PLAYER, registry["seats"].run)]
    if seat >= 0 and table.session.follows is None and not registry["seats"].why_not():
        offers.append((trust_words.PLAY, partial(take_seat, seat)))
    own = (
        sources.named(table.session.seats[seat]) if seat >= 0 and "there is no such file" in table.bots.broken else None
    )
    details = ""
    if own is not None:
        with suppress(OSError, RuntimeError):  # the working folder may be deleted
            details = said.looked_in(Path(os.path.abspath(sources.located(own.path))).parent)
    return StandingLine(table.bots.broken, table.bots.broken, offers, details=details)


def why_no_move(game: Opened) -> str:
    """Return why the person cannot move now."""
    table = game.table
    told = game.layers.first(table, lambda layer: layer.resting(table))
    if told is not None:
        return told
    if table.over:
        return said.GAME_OVER
    side = boards.side(table.info, table.state.actor) if table.state.actor >= 0 else ""
    if table.screen.handing_to is not None:
        return handing(table, table.screen.handing_to)
    if table.session.waits_for == "bot" and table.state.actor in table.bots.seating.waiting:
        return trust_words.needs(side)
    if table.bots.held:
        return said.PAUSED if table.bots.paused and table.session.waits_for != "bot" else said.stopped(side)
    return said.wait(side) if side else boards.expects(table.point)


def progress(table: Table) -> tuple[str, float]:
    """Who thinks and how fast, and the part of it that is done."""
    if not table.bots.asking.ticket:
        return "", 0
    report = table.bots.asking.progress
    rate = report.simulations / report.seconds if report is not None and report.seconds > 0 else 0.0
    asked = table.bots.advising or table.bots.helping
    return words.thinks(
        table_words.ADVISER if asked else boards.side(table.info, table.state.actor), rate
    ), table.bots.asking.done


def show_clocks(cards: Iterable[PlayerCard], table: Table) -> None:
    """What every seat has left; when the game is over, only what clocks for all of it show, or one that ran out."""
    clock, result = table.clock, table.session.result
    whole = clock.limit is not None and clock.limit.per == "game"
    told = whole or not table.over or (result is not None and result.ending == "timeout")
    for seat, card in enumerate(cards):
        left = clock.left(seat) if told else None
        card.show_clock("" if left is None else said.time_left(left), clock.is_low(seat))


def ended_by(panel: Panel, ending: str) -> Panel:
    """A panel of a game that ended by what was declared: nothing is to be done there any more."""
    return panel._replace(
        lines=tuple(Line(ending, weight="bold") if line.weight == "bold" else line for line in panel.lines)
    )


def tools_for(table: Table) -> Tools:
    """Which buttons stand in the bar below."""
    if table.over:
        return "over"
    return "watch" if table.watched else "play"


def winners_of(result: Result) -> list[int]:
    """The seats that won; all of them in a draw."""
    return [seat for seat, value in enumerate(result.returns) if value == max(result.returns)]


def side_and_name(table: Table, seat: int) -> str:
    """A seat by its side, with the name of the person if there is one, as in "Bob (Blue)"."""
    return said.called(boards.side(table.info, seat), table.session.document.names[seat])


def outcome(table: Table, seat: int) -> ResultLabel:
    """How the game ended for a seat, as its card marks it."""
    result = table.session.result
    if not table.over or result is None:
        return ResultLabel()
    won = winners_of(result)
    if len(won) == len(result.returns):
        return ResultLabel(said.DRAW)
    if seat in won:
        return ResultLabel(said.WINS, True)
    return ResultLabel(said.LOST.get(result.ending, "") if seat == result.guilty else "")


def ending(table: Table) -> str:
    """How the game ended and who won, in a sentence."""
    result = table.session.result
    if result is None:
        return boards.expects(table.point)
    won = winners_of(result)
    winners = [side_and_name(table, seat) for seat in won]
    if result.ending == "normal":
        if len(result.points) != 2:
            return said.won(winners, boards.standings(table.point))
        first, second = result.points if won != [1] else result.points[::-1]
        return said.won_by(winners, first, second)
    loser = side_and_name(table, result.guilty) if result.guilty is not None else ""
    if result.ending == "resigned" and loser:
        return said.resigned(loser, winners)
    if result.ending == "timeout" and loser:
        return said.out_of_time(loser, winners)
    return said.declared(loser, result.reason, winners)
