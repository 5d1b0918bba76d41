"""The bar above the board that offers unfinished games of earlier runs."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial

import fastcore
from workbench.gui.files import words
from workbench.gui.look.look import Look
from workbench.gui.widgets import words as widgets_words
from workbench.gui.widgets.bar import Bar, BarRow
from workbench.storage.autosave import AbandonedGame

MAX_ROWS = 3


def unfinished_games_bar(
    parent: tkinter.Misc, look: Look, games: Sequence[AbandonedGame], open: Callable[[AbandonedGame], None],
    discard: Callable[[AbandonedGame], None],
    later: Callable[[], None],
) -> Bar:  # fmt: skip
    """Return a bar with a row for each of the newest games, and a row for the rest.

    Args:
        parent: The widget that contains the bar.
        look: Scale and colours.
        games: The unfinished games, newest first.
        open: Opens a game.
        discard: Discards a game.
        later: Keeps all games for the next start.
    """
    bar = Bar(parent)

    def add(text: str, damaged: bool, calls: dict[str, Callable[[], None]]) -> None:
        bar.rows.append(BarRow(bar, look, text, calls if bar.rows else {**calls, widgets_words.LATER: later}, damaged))

    shown = games if len(games) <= MAX_ROWS else games[: MAX_ROWS - 1]
    for game in shown:
        opens: dict[str, Callable[[], None]] = (
            {widgets_words.OPEN: partial(open, game)} if game.record is not None else {}
        )
        add(game_sentence(game), game.record is None, {**opens, widgets_words.DISCARD: partial(discard, game)})
    rest = games[len(shown) :]
    if rest:
        readable = [game for game in rest if game.record is not None]
        add(
            words.more_unfinished(len(rest)),
            False,
            {
                words.OPEN_ALL: partial(_for_each, readable, open),
                widgets_words.DISCARD_ALL: partial(_for_each, rest, discard),
            },
        )
    return bar


def game_sentence(game: AbandonedGame) -> str:
    """Return a sentence that describes an unfinished game."""
    when = widgets_words.day(datetime.fromtimestamp(game.changed), datetime.now())
    record = game.record
    if record is None:
        return words.unfinished_damaged(when, game.damage)
    alone = sum(seat.player == "person" for seat in record.seats) == 1
    players = [seat.name or widgets_words.player(seat.player, alone) for seat in record.seats]
    game_id = record.spec.partition("(")[0]
    title = fastcore.info(game_id).title if game_id in fastcore.games() else game_id
    moves = sum(len(line.moves) for line in record.lines[:1])
    return words.unfinished(title, players, moves, when)


def _for_each(games: Sequence[AbandonedGame], call: Callable[[AbandonedGame], None]) -> None:
    for game in games:
        call(game)
