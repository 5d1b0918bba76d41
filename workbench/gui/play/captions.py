"""Texts about the displayed game: title, tab, players, clocks, status, result, and why no move can be made."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path

from bots.loading import sources
from bots.reasoning import leftover, own_turn
from workbench import boards
from workbench.boards.kit.elements import Line, Panel
from workbench.boards.kit.figures import format_evaluations
from workbench.bot_process.process_bot import ProcessBot
from workbench.gui.board.cards import PlayerCard, ResultLabel
from workbench.gui.play import chance_by_hand
from workbench.gui.play import words as play_words
from workbench.gui.play.layers import GameContext
from workbench.gui.shell import words
from workbench.gui.shell.notice import LastingNotice
from workbench.gui.shell.status_bar import Tools
from workbench.gui.trust import words as trust_words
from workbench.gui.widgets import words as widgets_words
from workbench.records.schema import Result
from workbench.reports.growth import unit_of
from workbench.seen.names import has_numbers, side_name, with_player_names
from workbench.table import words as table_words
from workbench.table.table import Table

LABEL = 8  # maximum length of a name on the board


def title(game: GameContext) -> str:
    """Return the title above the board: the game, its options and the turn."""
    table = game.table
    turn_text = boards.turn_text(table.info, table.point.fields, table.point.turn)
    return play_words.title(
        table.info.title, boards.describe_options(table.session.spec), turn_text, table.session.hindsight
    )


def tab_text(game: GameContext) -> str:
    """Return the text on the game's tab."""
    if layer_name := game.layers.text(game.table, lambda layer: layer.tab_name(game.table)):
        return layer_name
    options = boards.describe_options(game.table.session.spec)
    players = [player_name(game, seat) for seat in range(len(game.table.session.seats))]
    tags = game.table.session.document.tags
    return play_words.tab(game.table.info.title, options, players, tags.get("match", ""), tags.get("game", ""))


def player_name(game: GameContext, seat: int) -> str:
    """Return the name of a seat's player, or a description such as the bot's name and level."""
    session = game.table.session
    return session.document.names[seat] or widgets_words.player(session.seats[seat], alone=len(game.table.persons) == 1)


def person_name(table: Table, seat: int) -> str:
    """Return the name of the person in a seat, with that of the seat if the game names it, such as "Ann (Red)"."""
    name, side = table.session.document.names[seat], side_name(table.session, seat)
    return table_words.seat_label(side, name) if name and not has_numbers(table.session) else side


def label_text(table: Table, text: str) -> str:
    """Return the text of a label on the board, with the name of a person instead of their seat if it has space."""
    named = with_player_names(table.session, text)
    return text if named == text else fitted(named)


def fitted(name: str) -> str:
    """Return a player's name, shortened if it is too long for a label on the board."""
    return name if len(name) <= LABEL else f"{name[: LABEL - 1]}…"


def addressee(table: Table) -> str:
    """Return whom a prompt addresses: "Your turn" if one person plays, or else the player to move."""
    seat = table.point.actor
    if seat < 0:
        return ""
    to_move = table.browsing.node is None and seat in table.persons
    return play_words.YOUR_TURN if to_move and len(table.persons) == 1 else side_name(table.session, seat)


def thinking_note(game: GameContext) -> str:
    """Return a note about the bots' thinking, or "".

    While a bot thinks, the note is its best line. Afterwards it is the plan of the last bot for its turn.
    """
    plan, info, report = game.table.bots.plan, game.table.info, game.table.bots.requests.progress
    if not game.table.screen.shows_thoughts:
        return ""
    if game.table.bots.thinking:
        seat = game.table.state.actor
        if report is None or not report.candidates:
            return play_words.starts_thinking(side_name(game.table.session, seat))
        best = report.candidates[0]
        line = boards.describe_moves(info, seat, own_turn(game.table.session.viewpoint(seat), best.line))
        (value,) = format_evaluations(len(best.value), best.value[seat])
        return play_words.best_line(
            side_name(game.table.session, seat), line, value, report.simulations, unit_of(report)
        )
    if plan is None or game.table.browsing.node is not None:
        return ""
    steps = game.table.session.steps
    made = [step.move for step in steps if (step.actor, step.turn) == (plan.seat, plan.turn)]
    instead = leftover(made, plan.moves)
    dropped = leftover(plan.moves, made)[: len(instead)]
    return play_words.plan(
        side_name(game.table.session, plan.seat),
        boards.describe_moves(info, plan.seat, dropped or plan.moves),
        format_evaluations(len(game.table.session.seats), plan.value)[0],
        boards.describe_moves(info, plan.seat, instead) if dropped else "",
    )


def status_sentence(game: GameContext) -> str:
    """Return the status sentence: what to do next, or the state of the game."""
    return with_player_names(game.table.session, _sentence(game))


def last_turn_reminder(game: GameContext) -> str:
    """Return what the viewer learned in their latest turn, or "".

    The text stays until their next decision; after the end of the game it is "".
    """
    table, seat = game.table, game.table.screen.viewer
    if seat is None or table.screen.covered_for is not None or (table.over and table.browsing.node is None):
        return ""
    return with_player_names(
        table.session, boards.words(table.info.id).describe_learned(table.info, seat, table.seat_view.own_events())
    )


def last_events_at(table: Table, spot: str) -> str:
    """Return what the latest turn did at a spot, or "" while that turn is in progress."""
    last, current = table.seat_view.last_events(), table.seat_view.turn_events()
    events = [event for event in last if spot in event.where] if last[-1:] != current[-1:] else []
    texts = [boards.describe_event(table.info, event, table.screen.viewer) for event in events]
    return play_words.last_turn(" ".join(filter(None, texts))) if any(texts) else ""


def _sentence(game: GameContext) -> str:
    table = game.table
    return game.layers.text(table, lambda layer: layer.sentence(table)) or _own_sentence(game)


def _own_sentence(game: GameContext) -> str:
    table = game.table
    if table.over and table.browsing.node is None:
        return result_sentence(table)
    if table.screen.handover_seat is not None and table.browsing.node is None:
        return hand_over_sentence(table, table.screen.handover_seat)
    if text := bots_sentence(game):
        return text
    if game.move_input.entry.chosen and game.screen.board is not None:
        return game.screen.board.next_prompt(game.point, game.move_input.entry.chosen)
    return boards.prompt(table.point, addressee(table))


def bots_sentence(game: GameContext) -> str:
    """Return a sentence about the bot or chance event that the game waits for, or ""."""
    table = game.table
    if table.bots.helping:
        return play_words.thinks_for(side_name(table.session, table.state.actor))
    if table.bots.paused and table.session.waits_for != "bot":
        return play_words.PAUSED
    if table.session.waits_for == "bot" and table.state.actor in table.bots.seating.awaiting_consent:
        return trust_words.needs_permission(side_name(table.session, table.state.actor))
    if table.bots.broken:
        return play_words.broken(side_name(table.session, table.state.actor))
    if table.bots.held:
        return play_words.stopped(side_name(table.session, table.state.actor))
    if table.bots.thinking and table.browsing.node is None:
        return play_words.thinking(side_name(table.session, table.state.actor))
    if table.session.waits_for == chance_by_hand.WAITS and table.browsing.node is None:
        chosen = game.move_input.chance.chosen
        return (
            play_words.chosen_so_far(chosen)
            if chosen
            else play_words.CHOOSE_CHANCE
            if game.outcomes
            else play_words.TYPE_CHANCE
        )
    return ""


def hand_over_sentence(table: Table, seat: int) -> str:
    """Return who gets the screen next, and whether the previous person may read first."""
    name = person_name(table, seat)
    return play_words.hand_over(name) if table.screen.reading_seat is None else play_words.read_first(name)


def failure_notice(game: GameContext, take_seat: Callable[[int], None]) -> LastingNotice:
    """Return the notice about a failed bot, with the ways to continue.

    Args:
        game: The shown game.
        take_seat: Gives a seat to the person at the screen.
    """
    registry = game.shell.commands
    table, seat = game.table, game.table.state.actor
    offers = [(play_words.RESTART_BOT, registry["continue"].run), (play_words.CHOOSE_PLAYER, registry["seats"].run)]
    if seat >= 0 and table.session.follows is None and not registry["seats"].why_not():
        offers.append((trust_words.PLAY, partial(take_seat, seat)))
    bot = table.bots.seating.players.get(seat)
    has_log = isinstance(bot, ProcessBot) and bool(bot.last_log)
    details = registry["bot_log"].why_not() if has_log else ""
    if has_log and not details:
        offers.append((words.SHOW_LOG, registry["bot_log"].run))
    file_spec = (
        sources.parse_text(table.session.seats[seat])
        if seat >= 0 and "there is no such file" in table.bots.broken
        else None
    )
    if file_spec is not None:
        with suppress(OSError, RuntimeError):  # the working directory may have been deleted
            details = play_words.looked_in(Path(os.path.abspath(sources.locate(file_spec.path))).parent)
    return LastingNotice(table.bots.broken, table.bots.broken, offers, details=details)


def why_no_move(game: GameContext) -> str:
    """Return why the person at the screen cannot move now."""
    table = game.table
    text = game.layers.first_answer(table, lambda layer: layer.why_no_move(table))
    if text is not None:
        return text
    if table.over:
        return play_words.GAME_OVER
    side = side_name(table.session, table.state.actor) if table.state.actor >= 0 else ""
    if table.screen.handover_seat is not None:
        return hand_over_sentence(table, table.screen.handover_seat)
    if table.session.waits_for == "bot" and table.state.actor in table.bots.seating.awaiting_consent:
        return trust_words.needs_permission(side)
    if table.bots.held:
        return play_words.stopped(side) if table.session.waits_for == "bot" else play_words.PAUSED
    return play_words.wait(side) if side else boards.prompt(table.point)


def search_progress(table: Table) -> tuple[str, float]:
    """Return the progress of the current search.

    Returns:
        The searching bot and its speed as text ("" without a search), and the finished fraction (0 to 1).
    """
    if not table.bots.requests.ticket:
        return "", 0
    report = table.bots.requests.progress
    rate = report.simulations / report.seconds if report is not None and report.seconds > 0 else 0.0
    is_for_person = table.bots.advising or table.bots.helping
    return words.thinks(
        table_words.ADVISER if is_for_person else side_name(table.session, table.state.actor), rate
    ), table.bots.requests.fraction_used


def show_clocks(cards: Iterable[PlayerCard], table: Table) -> None:
    """Show the remaining time of every seat.

    After the game, clocks stay only if they cover the whole game or one of them ran out.
    """
    clock, result = table.clock, table.session.result
    whole_game = clock.limit is not None and clock.limit.per == "game"
    visible = whole_game or not table.over or (result is not None and result.ending == "timeout")
    for seat, card in enumerate(cards):
        left = clock.left(seat) if visible else None
        card.show_clock("" if left is None else play_words.time_left(left), clock.is_low(seat))


def with_ending(panel: Panel, ending: str) -> Panel:
    """Return a panel whose bold lines show the result of a declared end instead of the next task."""
    return panel._replace(
        lines=tuple(Line(ending, weight="bold") if line.weight == "bold" else line for line in panel.lines)
    )


def tools_for(table: Table) -> Tools:
    """Return which buttons the status bar shows: "play", "watch" or "over"."""
    if table.over:
        return "over"
    return "watch" if table.bots_only else "play"


def winners_of(result: Result) -> list[int]:
    """Return the seats that won; all of them after a draw."""
    return [seat for seat, value in enumerate(result.returns) if value == max(result.returns)]


def seat_label(table: Table, seat: int) -> str:
    """Return "You" for the only person, or else the name of the person in the seat, such as "Bob (Blue)"."""
    if table.persons == (seat,) and table.session.follows is None:
        return table_words.YOU
    return person_name(table, seat)


def result_label(table: Table, seat: int) -> ResultLabel:
    """Return the result shown on a seat's card."""
    result = table.session.result
    if not table.over or result is None:
        return ResultLabel()
    won = winners_of(result)
    if len(won) == len(result.returns):
        return ResultLabel(table_words.DRAW)
    if seat in won:
        return ResultLabel(table_words.WINS, True)
    return ResultLabel(table_words.LOST.get(result.ending, "") if seat == result.guilty else "")


def result_sentence(table: Table) -> str:
    """Return a sentence about the result and the winners."""
    result = table.session.result
    if result is None:
        return boards.prompt(table.point)
    won = winners_of(result)
    winners = [seat_label(table, seat) for seat in won]
    if result.ending == "normal":
        ranked = sorted(range(len(result.points)), key=lambda seat: (seat not in won, -result.points[seat]))
        points = [result.points[seat] for seat in ranked]
        return table_words.won(winners, points, len(result.returns), _end_reason(table))
    loser = seat_label(table, result.guilty) if result.guilty is not None else ""
    if result.ending == "resigned" and loser:
        return table_words.resigned(loser, winners)
    if result.ending == "timeout" and loser:
        return table_words.out_of_time(loser, winners)
    return table_words.declared(loser, result.reason, winners)


def _end_reason(table: Table) -> str:
    """Return why the game ended, as a sentence, or ""."""
    events = table.session.steps[-1].events if table.session.steps else ()
    return next((text for event in events if (text := boards.words(table.info.id).end_reason(table.info, event))), "")
