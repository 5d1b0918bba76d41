"""Bots that need the user's permission: a notice beside the board for seats that wait, a dialog for everything else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from tkinter import ttk
from typing import TYPE_CHECKING, TypeAlias

import ttkbootstrap

from bots import Limit
from workbench import boards
from workbench.bot_process import trust
from workbench.game.session import PERSON
from workbench.gui.look.look import Look
from workbench.gui.shell.commands import Command
from workbench.gui.shell.notice import Standing
from workbench.gui.trust import words
from workbench.gui.widgets.dialog import Dialog
from workbench.gui.widgets.tips import Tip

if TYPE_CHECKING:
    from workbench.gui.play.open_game import Playing
    from workbench.gui.window import Window
    from workbench.table.table import Table

Offers: TypeAlias = list[tuple[str, Callable[[], None]]]

WRAP = 520  # the width of the question in the dialog


def register(window: Window) -> None:
    """The commands for the seat that waits."""
    consent, add = Consent(window), window.shell.commands.add
    add(Command(
        "allow_once", "bot", "Allow bot once", "Run the waiting bot until you close Herbarium", consent.once, (),
        consent.none_waits, group=3,
    ))
    add(Command(
        "allow_always", "bot", "Always allow bot", "Run the waiting bot, now and in other games", consent.always, (),
        consent.none_waits, group=3,
    ))


def waiting(table: Table) -> int | None:
    """Return the seat whose bot needs permission now: the one to move, or else the first that waits. None if no bot does."""
    if table.over or not table.bots.seating.waiting:
        return None
    actor = table.state.actor
    return actor if actor in table.bots.seating.waiting else min(table.bots.seating.waiting)


def standing(playing: Playing) -> Standing | None:
    """Return the notice for a waiting seat, None if there is none."""
    table, consent = playing.table, Consent(playing.window)
    seat = waiting(table)
    if seat is None or playing.analysing:
        return None
    asked = table.bots.seating.waiting[seat]
    allow: Offers = [(words.LOOK, consent.once)]
    if not asked.remote:
        allow = [(words.ALLOW_ONCE, consent.once), (words.always(asked), consent.always)]
    offers: Offers = [*allow, (words.CHOOSE, partial(consent.choose, seat)), (words.PLAY, partial(consent.play, seat))]
    if table.session.follows is not None or playing.window.seat_actions.no_seats():
        offers = allow
    text = words.needs(boards.side(table.info, seat))
    return Standing((id(table.session), seat, asked), text, offers, words.full(asked), stays=True, details=words.about(asked))


class Consent:
    """The answers to the notice, for the game that is shown."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.shell, self.games = window.shell, window.games

    def none_waits(self) -> str:
        return words.NONE_WAITS if waiting(self.games.table) is None else ""

    def once(self) -> None:
        if (seat := waiting(self.games.table)) is not None:
            trust.allow_once(self.games.table.bots.seating.waiting[seat])
            self._answered()

    def always(self) -> None:
        if (seat := waiting(self.games.table)) is not None:
            fault = trust.allow_always(self.games.table.bots.seating.waiting[seat])
            self._answered()
            if fault:
                self.shell.notice.say(fault, True)

    def _answered(self) -> None:
        """The same bot may wait on other seats and in other tabs."""
        for playing in self.games.open:
            playing.table.consented()

    def choose(self, seat: int) -> None:
        self.window.seat_actions.seats(seat)

    def play(self, seat: int) -> None:
        """Give the seat to the person at the screen."""
        table = self.games.table
        players = [PERSON if other == seat else player for other, player in enumerate(table.session.seats)]
        table.change_seats(players, table.session.names)


def ask(window: Window, texts: Sequence[str], limit: Limit | None, then: Callable[[], None]) -> None:
    """Run an action that uses these bots: now if the user has agreed to all of them, otherwise after a dialog for each."""
    for text in texts:
        asked = trust.question(text, limit)
        if asked is not None:
            answered = partial(ask, window, texts, limit, then)
            window.shell.pages.show("consent", partial(ConsentDialog, window.shell.root, window.shell.look, asked, answered))
            return
    then()


class ConsentDialog(Dialog):
    """Ask about one bot; `answered` is called once the user has agreed."""

    def __init__(self, root: ttkbootstrap.App, look: Look, asked: trust.Question, answered: Callable[[], None]) -> None:
        super().__init__(root, look, words.HEAD, words.LOOK if asked.remote else words.ALLOW_ONCE)
        self.asked, self.answered = asked, answered
        inside = self.card()
        ttk.Label(inside, text=f"{words.HEAD}.", style="CardStrong.TLabel").pack(anchor="w")
        label = ttk.Label(inside, text=words.about(asked), style="CardText.TLabel", wraplength=look.px(WRAP), justify="left")
        label.pack(anchor="w")
        Tip(look, label, lambda: words.full(asked))
        if not asked.remote:
            always = ttk.Button(self.foot, text=words.always(asked), style="Dialog.House.TButton", command=self._always)
            always.pack(side="right", before=self.cancel, padx=(0, look.px(8)))
        self.appear(self.cancel)

    def accept(self) -> None:
        trust.allow_once(self.asked)
        self._done()

    def _always(self) -> None:
        fault = trust.allow_always(self.asked)
        if fault:
            self.say(fault)
        else:
            self._done()

    def _done(self) -> None:
        root, answered = self.root, self.answered
        self.destroy()
        root.after_idle(answered)
