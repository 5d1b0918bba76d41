"""One game at the window: the session, the bots that play in it, and the adviser. It knows no widgets, and everything
here runs on the window's thread."""

from __future__ import annotations

from time import monotonic

from bots.report import Limit, Report, signed
from fastcore import Viewpoint
from workbench.game.session import own_turn
from workbench.table.audience import Batch, Plan
from workbench.table.bots import HINT_SECONDS
from workbench.table.course import Course
from workbench.table.setup import Setup
from workbench.thinking.thinker import Failed, Progress

__all__ = ["Batch", "Setup", "Table"]


class Table(Course):
    """What the bots are told and asked, and what is taken in of their answers."""

    def move_now(self) -> None:
        """Let the bot that thinks decide with what it has found, now and for the rest of its turn."""
        if self.thinking and not self.helping:
            self.hurried = (self.state.actor, self.state.turn)
        self.asking.move_now()

    def stop(self) -> None:
        """Stop whatever is thinking. A bot that plays then waits to be told to go on."""
        self.held = self.held or (self.thinking and not self.helping)
        self._halt()
        self.audience.changed()

    def pause(self) -> None:
        """Let everything wait, the clocks as well."""
        self.held = self.paused = True
        self._halt()
        self.audience.begun()

    def resume(self) -> None:
        if self.broken:
            self.seating.recheck(self.state.actor)
        paused, self.paused, self.broken = self.paused, False, ""
        self.held, self.stepping, self.next_at = False, False, 0.0
        if paused:
            self.audience.begun()
        self.go_on()

    def step(self) -> None:
        """Let the bot that waits make one move, and wait again."""
        self.held, self.paused, self.stepping, self.next_at, self.broken = False, False, True, 0.0, ""
        self.go_on()

    def hint(self, point: Viewpoint) -> None:
        """Ask a bot of its own, whose tree no player uses, about the position that is shown, or what is written there."""
        adviser = self.adviser
        if adviser is not None:
            self._halt()
            self.asking.ask(adviser, point, Limit(seconds=HINT_SECONDS), "advice")
            self.audience.changed()

    def let_move(self, text: str, point: Viewpoint) -> None:
        """Let a bot that plays on no seat make one move for the person at this point; ValueError if it cannot be made."""
        helper = self.seating.helper(text)
        self._halt()
        self.asking.ask(helper, point, self._limit(helper), "help")
        self.audience.changed()

    def withdraw(self) -> None:
        """What was asked for a person is asked about something that is not there any more."""
        if self.advising or self.helping or self.advice is not None:
            self._halt()

    def read(self) -> None:
        """Take in what the bots have said; of their progress only the newest counts."""
        bot, heard = self.asking.bot, self.asking.heard()
        for note in self.asking.take_notes():
            self.audience.warned(note)
        if isinstance(heard, Progress):
            self.audience.changed()
        elif heard is not None:
            purpose, end = heard
            if isinstance(end, Failed):
                told = purpose != "turn" or self.screen.shows_thoughts
                self._failed(end.reason if told else end.brief, purpose)
            elif purpose == "advice":
                self.advice = end.report
                self.audience.changed()
            elif purpose == "turn" or not self.audience.helped(end.report.move):
                self._note_plan(end.report)
                reports = end.reports
                if purpose == "help" and bot is not None and reports:
                    reports = (*reports[:-1], signed(reports[-1], bot.text))  # nobody who sits there
                self.play(end.report.move, reports)
        waits = self.state.actor in self.seating.waiting
        if (self.watched or self.starting) and not self.asking.ticket and not self.held and not waits and monotonic() >= self.next_at:
            self.go_on()
        self.keep_time()

    def keep_time(self) -> None:
        """Start and stop the clock as is fair, and see whether somebody has no time left. A person's clock stands while
        what happened is being shown, while another game is on the screen, and until that has been handed over."""
        waits = self.session.waits_for
        ready = self.audience.on_show and self.audience.behind == 0 and self.screen.handing_to is None
        person = waits == "person" and ready
        if not self.held and (person or (waits == "bot" and self.thinking)):
            self.clock.run()
        else:
            self.clock.rest()
        late = self.clock.overrun(bot=waits == "bot") if waits in ("person", "bot") else None
        if late is not None:
            self._end(lambda: self.session.lose_on_time(late))
        self.audience.ticked()

    def _note_plan(self, report: Report) -> None:
        """Keep what the bot means to play in the turn that it begins, and what it thinks of its chances by now."""
        if not report.candidates or not report.simulations:
            self.plan = None
            return
        best, seat, turn = report.candidates[0], self.state.actor, self.state.turn
        begun = self.plan is not None and (self.plan.seat, self.plan.turn) == (seat, turn)
        moves = self.plan.moves if self.plan and begun else own_turn(self.session.viewpoint(seat), best.line)
        self.plan = Plan(seat, turn, moves, best.value[seat], report.simulations)
