"""Questions about bots that need permission: a notice for a waiting seat, else a dialog."""

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
from workbench.gui.shell.notice import LastingNotice
from workbench.gui.shell.shell import Shell
from workbench.gui.trust import words
from workbench.gui.widgets.dialog import Dialog
from workbench.gui.widgets.tips import Tip
from workbench.system.translation import tr
from workbench.table.table import Table

Offers: TypeAlias = list[tuple[str, Callable[[], None]]]

WRAP = 520  # width of the question, in pixels at 100 %


def waiting_seat(table: Table) -> int | None:
    """Return the seat whose bot needs permission (the seat to move, else the first waiting seat), or None."""
    if table.over or not table.bots.seating.awaiting_consent:
        return None
    actor = table.state.actor
    return actor if actor in table.bots.seating.awaiting_consent else min(table.bots.seating.awaiting_consent)


class Consent:
    """The notice about a waiting seat of the shown game, with its answers and commands.

    Args:
        shell: The main window.
        shown: Returns the shown table.
        tables: Returns all open tables.
        change_seats: Opens the form that changes the players, with the focus on a seat.
        take_seat: Gives a seat to the person at the screen.
    """

    def __init__(
        self, shell: Shell, shown: Callable[[], Table], tables: Callable[[], Iterable[Table]],
        change_seats: Callable[[int], None], take_seat: Callable[[int], None],
    ) -> None:  # fmt: skip
        self.shell, self.shown, self.tables = shell, shown, tables
        self.change_seats, self.take_seat = change_seats, take_seat

    def register(self) -> None:
        """Register the commands for a waiting seat."""
        add = self.shell.commands.add
        # fmt: off
        add(Command(
            "allow_once", "bot", tr("Allow bot once"), tr("Run the waiting bot until you close Herbarium"),
            self.allow_once, (),
            self.none_waits, group=3, listed=lambda: not self.none_waits(),
        ))
        add(Command(
            "allow_always", "bot", tr("Always allow bot"), tr("Run the waiting bot, now and in other games"),
            self.allow_always, (),
            self.none_waits, group=3, listed=lambda: not self.none_waits(),
        ))
        # fmt: on

    def notice(self, table: Table) -> LastingNotice | None:
        """Return the notice that a seat's bot needs permission, or None if no seat is waiting."""
        seat = waiting_seat(table)
        if seat is None:
            return None
        question = table.bots.seating.awaiting_consent[seat]
        allow: Offers = [(words.LOOK, self.allow_once)]
        if not question.remote:
            allow = [(words.ALLOW_ONCE, self.allow_once), (words.always_label(question), self.allow_always)]
        offers: Offers = [
            *allow, (words.CHOOSE, partial(self.change_seats, seat)), (words.PLAY, partial(self.take_seat, seat)),
        ]  # fmt: skip
        if table.session.follows is not None or table.screen.covered_for is not None:
            offers = allow
        text, key = words.needs_permission(boards.seat_name(table.info, seat)), (id(table.session), seat, question)
        return LastingNotice(
            key, text, offers, words.full_text(question), stays=True, details=words.question_text(question)
        )

    def none_waits(self) -> str:
        """Return the message that no bot needs permission, or ""."""
        return words.NONE_WAITS if waiting_seat(self.shown()) is None else ""

    def allow_once(self) -> None:
        """Allow the waiting bot until the program ends."""
        if (seat := waiting_seat(self.shown())) is not None:
            trust.allow_once(self.shown().bots.seating.awaiting_consent[seat])
            self._notify_tables()

    def allow_always(self) -> None:
        """Allow the waiting bot permanently."""
        if (seat := waiting_seat(self.shown())) is not None:
            fault = trust.allow_always(self.shown().bots.seating.awaiting_consent[seat])
            self._notify_tables()
            if fault:
                self.shell.notice.show(fault, True)

    def _notify_tables(self) -> None:
        """Resume every seat whose bot is now allowed, in all tabs."""
        for table in self.tables():
            table.on_consent()


def ask_then_run(shell: Shell, texts: Sequence[str], limit: Limit | None, then: Callable[[], None]) -> None:
    """Run an action that uses bots, after a dialog for each bot without permission.

    Args:
        shell: The main window.
        texts: The specs of the bots.
        limit: The limit for the bots' moves, which can be part of the permission.
        then: The action, not called if the user refuses a bot.
    """
    for text in texts:
        question = trust.question(text, limit)
        if question is not None:
            answered = partial(ask_then_run, shell, texts, limit, then)
            shell.pages.show("consent", partial(ConsentDialog, shell.root, shell.look, question, answered))
            return
    then()


class ConsentDialog(Dialog):
    """The dialog that asks for permission to run one bot.

    Args:
        root: The main window.
        look: Scale and colours.
        question: The question about the bot.
        answered: Called after the user has agreed.
    """

    def __init__(
        self, root: ttkbootstrap.App, look: Look, question: trust.Question, answered: Callable[[], None]
    ) -> None:
        super().__init__(root, look, words.HEAD, words.LOOK if question.remote else words.ALLOW_ONCE)
        self.asked, self.answered = question, answered
        inside = self.card()
        ttk.Label(inside, text=f"{words.HEAD}.", style="CardStrong.TLabel").pack(anchor="w")
        label = ttk.Label(inside, text=words.question_text(question), style="CardText.TLabel", justify="left")
        label.configure(wraplength=look.px(WRAP))
        label.pack(anchor="w")
        Tip(look, label, lambda: words.full_text(question))
        if not question.remote:
            always = ttk.Button(
                self.foot, text=words.always_label(question), style="Dialog.House.TButton", command=self._always
            )
            always.pack(side="right", before=self.cancel, padx=(0, look.px(8)))
        self.appear(self.cancel)

    def accept(self) -> None:
        """Allow the bot until the program ends."""
        trust.allow_once(self.asked)
        self._done()

    def _always(self) -> None:
        fault = trust.allow_always(self.asked)
        if fault:
            self.show_error(fault)
        else:
            self._done()

    def _done(self) -> None:
        root, answered = self.root, self.answered
        self.destroy()
        root.after_idle(answered)
