"""Bots that need the user's permission: a notice beside the board for seats that wait, a dialog for everything else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from tkinter import ttk
from typing import TypeAlias

import ttkbootstrap

from bots import Limit
from workbench import boards
from workbench.bot_process import trust
from workbench.gui.look.look import Look
from workbench.gui.shell.commands import Command
from workbench.gui.shell.notice import StandingLine
from workbench.gui.shell.shell import Shell
from workbench.gui.trust import words
from workbench.gui.widgets.dialog import Dialog
from workbench.gui.widgets.tips import Tip
from workbench.table.table import Table

Offers: TypeAlias = list[tuple[str, Callable[[], None]]]

WRAP = 520  # the width of the question in the dialog


def waiting(table: Table) -> int | None:
    """Return the seat whose bot needs permission now: the seat to move, otherwise the first that waits, or None."""
    if table.over or not table.bots.seating.waiting:
        return None
    actor = table.state.actor
    return actor if actor in table.bots.seating.waiting else min(table.bots.seating.waiting)


class Consent:
    """The notice about a seat of the shown game whose bot needs permission, its answers and commands."""

    def __init__(
        self, shell: Shell, shown: Callable[[], Table], tables: Callable[[], Iterable[Table]],
        change_seats: Callable[[int], None], take_seat: Callable[[int], None],
    ) -> None:  # fmt: skip
        """`shown` returns the table on the screen, `tables` all open tables.

        `change_seats` asks who plays, starting with a seat; `take_seat` gives a seat to the person at the screen.
        """
        self.shell, self.shown, self.tables = shell, shown, tables
        self.change_seats, self.take_seat = change_seats, take_seat

    def register(self) -> None:
        """Register the commands for the seat that waits."""
        add = self.shell.commands.add
        # fmt: off
        add(Command(
            "allow_once", "bot", "Allow bot once", "Run the waiting bot until you close Herbarium", self.once, (),
            self.none_waits, group=3,
        ))
        add(Command(
            "allow_always", "bot", "Always allow bot", "Run the waiting bot, now and in other games", self.always, (),
            self.none_waits, group=3,
        ))
        # fmt: on

    def standing(self, table: Table) -> StandingLine | None:
        """Return the notice for a waiting seat, None if there is none."""
        seat = waiting(table)
        if seat is None:
            return None
        asked = table.bots.seating.waiting[seat]
        allow: Offers = [(words.LOOK, self.once)]
        if not asked.remote:
            allow = [(words.ALLOW_ONCE, self.once), (words.always(asked), self.always)]
        offers: Offers = [
            *allow, (words.CHOOSE, partial(self.change_seats, seat)), (words.PLAY, partial(self.take_seat, seat)),
        ]  # fmt: skip
        if table.session.follows is not None or table.screen.covered_for is not None:
            offers = allow
        text, of = words.needs(boards.side(table.info, seat)), (id(table.session), seat, asked)
        return StandingLine(of, text, offers, words.full(asked), stays=True, details=words.about(asked))

    def none_waits(self) -> str:
        return words.NONE_WAITS if waiting(self.shown()) is None else ""

    def once(self) -> None:
        if (seat := waiting(self.shown())) is not None:
            trust.allow_once(self.shown().bots.seating.waiting[seat])
            self._answered()

    def always(self) -> None:
        if (seat := waiting(self.shown())) is not None:
            fault = trust.allow_always(self.shown().bots.seating.waiting[seat])
            self._answered()
            if fault:
                self.shell.notice.say(fault, True)

    def _answered(self) -> None:
        """The same bot may wait on other seats and in other tabs."""
        for table in self.tables():
            table.consented()


def ask(shell: Shell, texts: Sequence[str], limit: Limit | None, then: Callable[[], None]) -> None:
    """Run an action that uses these bots: now if the user allowed all of them, otherwise after a dialog for each."""
    for text in texts:
        asked = trust.question(text, limit)
        if asked is not None:
            answered = partial(ask, shell, texts, limit, then)
            shell.pages.show("consent", partial(ConsentDialog, shell.root, shell.look, asked, answered))
            return
    then()


class ConsentDialog(Dialog):
    """Ask about one bot; `answered` is called once the user has agreed."""

    def __init__(self, root: ttkbootstrap.App, look: Look, asked: trust.Question, answered: Callable[[], None]) -> None:
        super().__init__(root, look, words.HEAD, words.LOOK if asked.remote else words.ALLOW_ONCE)
        self.asked, self.answered = asked, answered
        inside = self.card()
        ttk.Label(inside, text=f"{words.HEAD}.", style="CardStrong.TLabel").pack(anchor="w")
        label = ttk.Label(inside, text=words.about(asked), style="CardText.TLabel", justify="left")
        label.configure(wraplength=look.px(WRAP))
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
