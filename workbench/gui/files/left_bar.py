"""A bar above the board that offers the unfinished games of an earlier start."""

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
from workbench.storage.autosave import Left

MOST = 3  # rows


def left_bar(
    parent: tkinter.Misc, look: Look, left: Sequence[Left], open: Callable[[Left], None],
    discard: Callable[[Left], None],
    later: Callable[[], None],
) -> Bar:  # fmt: skip
    """Return a bar with a row for each game; of many, with the newest and one row for all others."""
    bar = Bar(parent)

    def add(text: str, damaged: bool, calls: dict[str, Callable[[], None]]) -> None:
        bar.rows.append(BarRow(bar, look, text, calls if bar.rows else {**calls, widgets_words.LATER: later}, damaged))

    shown = left if len(left) <= MOST else left[: MOST - 1]
    for one in shown:
        opens: dict[str, Callable[[], None]] = (
            {widgets_words.OPEN: partial(open, one)} if one.record is not None else {}
        )
        add(told(one), one.record is None, {**opens, widgets_words.DISCARD: partial(discard, one)})
    rest = left[len(shown) :]
    if rest:
        fine = [one for one in rest if one.record is not None]
        add(
            words.more_left(len(rest)),
            False,
            {words.OPEN_ALL: partial(_each, fine, open), widgets_words.DISCARD_ALL: partial(_each, rest, discard)},
        )
    return bar


def told(left: Left) -> str:
    """Describe an unfinished game in a sentence."""
    when = widgets_words.day(datetime.fromtimestamp(left.changed), datetime.now())
    record = left.record
    if record is None:
        return words.left_damaged(when, left.damage)
    alone = sum(seat.player == "person" for seat in record.seats) == 1
    players = [seat.name or widgets_words.player(seat.player, alone) for seat in record.seats]
    game = record.spec.partition("(")[0]
    title = fastcore.info(game).title if game in fastcore.games() else game
    moves = sum(len(line.moves) for line in record.lines[:1])
    return words.left(title, players, moves, when)


def _each(left: Sequence[Left], call: Callable[[Left], None]) -> None:
    for one in left:
        call(one)
