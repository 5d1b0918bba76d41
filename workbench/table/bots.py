"""Decides what the bots at a table are asked, when they wait, and what comes of their answers."""

from __future__ import annotations

from collections.abc import Callable
from queue import Empty, SimpleQueue
from time import monotonic
from typing import NamedTuple

import bots
from bots import Bot
from bots.report import Limit, Report, signed
from fastcore import Viewpoint
from workbench.bot_process.process_bot import ProcessBot
from workbench.game.clock import GameClock
from workbench.game.session import Session, own_turn
from workbench.seen.shared_screen import SharedScreen
from workbench.system.sentences import as_sentence
from workbench.table.audience import Audience, Plan, Purpose
from workbench.table.seating import Seating
from workbench.thinking.thinker import Done, Failed, Message, Note, Progress, Thinker

MOST_MESSAGES = 50  # read at one go
HINT = Limit(seconds=1.5)
HURRY_SECONDS = 0.1  # for each decision after Move now


class Answer(NamedTuple):
    """The end of a request, and what it was for."""

    purpose: Purpose
    bot: Bot
    end: Done | Failed


class Decision(NamedTuple):
    """A move that a bot has chosen, and its reports. The last one explains the move."""

    move: str
    reports: tuple[Report, ...]


class Asking:
    """The requests to bots, one at a time.

    Bots think on the Thinker's threads. Their messages carry the ticket of the request; those of an earlier request are
    dropped, so a request that was withdrawn has no answer.
    """

    def __init__(self) -> None:
        self.messages: SimpleQueue[Message] = SimpleQueue()
        self.thinker = Thinker(self.messages)
        self.ticket = 0  # of the current request, 0 if there is none
        self.bot: Bot | None = None  # the one that thinks
        self.purpose: Purpose = "turn"
        self.progress: Report | None = None
        self._notes: list[str] = []

    def ask(self, bot: Bot, point: Viewpoint, limit: Limit | None, purpose: Purpose = "turn") -> None:
        self.bot, self.purpose, self.progress = bot, purpose, None
        self.ticket = self.thinker.start(bot, point, limit)

    def move_now(self) -> None:
        """Let the bot decide with what it has found."""
        self.thinker.move_now(self.ticket)

    def withdraw(self) -> None:
        """Give up the current request."""
        if self.ticket:
            self.thinker.stop(self.ticket)
        self._end()

    def close(self) -> None:
        self.withdraw()
        self.thinker.close()

    def is_for(self, purpose: Purpose) -> bool:
        """Return whether a bot is thinking for this purpose."""
        return self.ticket != 0 and self.purpose == purpose

    def heard(self, seconds: float = 0.0) -> Progress | Answer | None:
        """Read the messages of the bots, after waiting at most so many seconds for one.

        Return the answer to the current request, or else the newest progress, or None.
        """
        newest: Progress | None = None
        for number in range(MOST_MESSAGES):
            try:
                message = self.messages.get(timeout=seconds) if seconds and number == 0 else self.messages.get_nowait()
            except Empty:
                break
            if isinstance(message, Note):
                self._notes.append(message.reason)
            elif message.ticket != self.ticket or self.bot is None:
                continue
            elif isinstance(message, Progress):
                newest, self.progress = message, message.report
            else:
                answer = Answer(self.purpose, self.bot, message)
                self._end()
                return answer
        return newest

    def take_notes(self) -> list[str]:
        """Return what has happened to bots' processes since the last call."""
        notes, self._notes = self._notes, []
        return notes

    @property
    def done(self) -> float:
        """The share of its simulations or time that the bot has used, from 0 to 1."""
        report = self.progress
        if report is None or self.bot is None:
            return 0.0
        if self.purpose == "advice":
            return report.seconds / (HINT.seconds or 1.0)
        used = {"simulations": report.simulations, "seconds": report.seconds}
        values = [(used[name], most) for name, most in self.bot.values.items() if name in used]
        return max((have / most for have, most in values if isinstance(most, int | float) and most), default=0.0)

    def _end(self) -> None:
        self.ticket, self.bot, self.purpose, self.progress = 0, None, "turn", None


class TableBots:
    """The bots of one table: who sits there, what they are asked, and whether they wait.

    `go_on` continues the game after a wait. Without `timed`, bots have the time that their own options give them.
    """

    def __init__(self, audience: Audience, go_on: Callable[[], None], timed: bool = True) -> None:
        self.audience, self.timed, self._go_on = audience, timed, go_on
        self.asking = Asking()
        self.session: Session
        self.screen: SharedScreen
        self.seating: Seating
        self.clock: GameClock
        self.held = False  # a bot was stopped, or the game paused: no bot thinks until the user continues
        self.paused = False  # persons wait as well
        self.broken = ""  # why the bot that should move has failed; it is held then
        self.starting = False  # the process of the bot that should move is still starting
        self.stepping = False  # the next move of a bot is the last for now
        self.next_at = 0.0  # the earliest time of that move
        self.hurried = (-1, 0)  # the seat and turn in which a bot was told to move now
        self.advice: Report | None = None
        self.plan: Plan | None = None  # of the bot that decided last

    def seat(self, seating: Seating, screen: SharedScreen, clock: GameClock, held: bool) -> None:
        """Use the bots of another game. `held`: they wait until the user continues."""
        self.session, self.seating, self.screen, self.clock, self.held = seating.session, seating, screen, clock, held
        self.paused, self.stepping, self.next_at, self.plan, self.hurried = False, False, 0.0, None, (-1, 0)

    def leave(self) -> None:
        """Stop and close the bots of the game."""
        self.halt()
        self.seating.close()

    def close(self) -> None:
        self.leave()
        self.asking.close()

    # The state of the bots --------------------------------------------------------------------------------------------

    @property
    def players(self) -> dict[int, Bot]:
        """The bots that play, by seat."""
        return self.seating.players

    @property
    def adviser(self) -> Bot | None:
        """The bot that gives advice."""
        return self.seating.adviser

    def adviser_name(self) -> str:
        """Return the name of the bot that gives advice on this game, "" if there is none."""
        return bots.strongest(self.session.spec)

    @property
    def thinking(self) -> bool:
        """Whether a bot is choosing a move that will be played."""
        return self.asking.ticket != 0 and not self.advising

    @property
    def advising(self) -> bool:
        return self.asking.is_for("advice")

    @property
    def helping(self) -> bool:
        """Whether a bot is choosing a move for a person."""
        return self.asking.is_for("help")

    @property
    def idle(self) -> bool:
        """Whether the game may go on: no bot thinks, and none is held."""
        return self.asking.ticket == 0 and not self.held

    @property
    def due(self) -> bool:
        """Whether the bot to move may start to think now."""
        return self.idle and self.session.point.actor not in self.seating.waiting and monotonic() >= self.next_at

    # What the user does -----------------------------------------------------------------------------------------------

    def move_now(self) -> None:
        """Let the bot that thinks decide with what it has found, now and for the rest of its turn."""
        if self.thinking and not self.helping:
            self.hurried = (self.session.point.actor, self.session.point.turn)
        self.asking.move_now()

    def stop(self) -> None:
        """Stop the bot that thinks. If it plays, it waits until the user continues."""
        self.held = self.held or (self.thinking and not self.helping)
        self.halt()
        self.audience.changed()

    def pause(self) -> None:
        """Stop the bots, the persons and the clocks."""
        self.held = self.paused = True
        self.halt()
        self.audience.begun()

    def resume(self) -> None:
        """Continue after a pause, a stop or a failure."""
        if self.broken:
            self.seating.recheck(self.session.point.actor)
        paused, self.paused, self.broken = self.paused, False, ""
        self.held, self.stepping, self.next_at = False, False, 0.0
        if paused:
            self.audience.begun()
        self._go_on()

    def step(self) -> None:
        """Let the bot that waits make one move. If bots play alone, they wait again after it."""
        self.held, self.paused, self.stepping, self.next_at, self.broken = False, False, True, 0.0, ""
        self._go_on()

    def hint(self, point: Viewpoint, limit: Limit = HINT) -> None:
        """Ask the adviser about a position. Its tree is not used by any player."""
        adviser = self.adviser
        if adviser is not None:
            self.halt()
            self.asking.ask(adviser, point, limit, "advice")
            self.audience.changed()

    def let_move(self, text: str, point: Viewpoint) -> None:
        """Let a bot that plays on no seat choose one move for the person. Raise ValueError if it cannot be made."""
        helper = self.seating.helper(text)
        self.halt()
        self.asking.ask(helper, point, self._limit(helper), "help")
        self.audience.changed()

    def withdraw(self) -> None:
        """Drop the request that was made for a person, and its advice: the position is not shown any more."""
        if self.advising or self.helping or self.advice is not None:
            self.halt()

    # What the game does -----------------------------------------------------------------------------------------------

    def halt(self) -> None:
        """Drop the current request and its results, and stop the clock."""
        self.asking.withdraw()
        self.advice, self.broken, self.starting = None, "", False
        self.clock.rest()

    def think(self) -> bool:
        """Ask the bot whose turn it is. Return False if it is too early for its move."""
        if monotonic() < self.next_at:
            return False
        point = self.session.point
        if point.actor in self.seating.waiting:
            return True  # until the user has answered
        if point.actor not in self.players:
            self.fail(self.seating.faults[point.actor])
            return True
        bot = self.players[point.actor]
        self.starting = self.timed and self.session.limit is not None and isinstance(bot, ProcessBot) and not bot.made
        if self.starting:  # its own options are not known yet, and its clock does not run
            return True
        limit = self._limit(bot)
        if self.hurried == (point.actor, point.turn):
            most = HURRY_SECONDS if limit is None or limit.seconds is None else min(HURRY_SECONDS, limit.seconds)
            limit = Limit(seconds=most)
        self.asking.ask(bot, self.session.viewpoint(point.actor), limit)
        self.clock.run()
        return True

    def take_in(self, heard: Progress | Answer | None) -> Decision | None:
        """Take in what a bot has reported. Return its decision if it is a move to play."""
        for note in self.asking.take_notes():
            self.audience.warned(note)
        if isinstance(heard, Progress):
            self.audience.changed()
        elif heard is not None:
            return self._take_in_answer(heard.purpose, heard.bot, heard.end)
        return None

    def _take_in_answer(self, purpose: Purpose, bot: Bot, end: Done | Failed) -> Decision | None:
        if isinstance(end, Failed):
            told = purpose != "turn" or self.screen.shows_thoughts
            self.fail(end.reason if told else end.brief, purpose)
        elif purpose == "advice":
            self.advice = end.report
            self.audience.changed()
        elif purpose == "turn" or not self.audience.helped(end.report.move):
            self._note_plan(end.report)
            reports = end.reports
            if purpose == "help":
                reports = (*reports[:-1], signed(reports[-1], bot.text))  # the bot does not sit there
            return Decision(end.report.move, reports)
        return None

    def follow(self, alone: bool) -> None:
        """Take in that a move was made. `alone`: bots play alone, and wait for the pace of the audience."""
        self.advice = None
        if alone:
            self.next_at = monotonic() + self.audience.pace
            self.held, self.stepping = self.held or self.stepping, False

    def move_elsewhere(self, held: bool) -> None:
        """Take in that the game continues from another position or with other players."""
        self.seating.sync()
        self.held, self.paused, self.stepping, self.next_at, self.plan = held, False, False, 0.0, None

    def _limit(self, bot: Bot) -> Limit | None:
        """Return the limit of the next decision, None if the bot's own options decide."""
        if not self.timed:
            return None
        own = (bot.values.get("simulations"), bot.values.get("seconds"))
        simulations, seconds = (one if isinstance(one, int | float) else None for one in own)
        return self.clock.allowance(
            self.session.point.actor, None if simulations is None else int(simulations), seconds
        )

    def fail(self, reason: str, purpose: Purpose = "turn") -> None:
        """Report that a bot failed. The game waits if the bot was to move."""
        if purpose == "turn":
            self.held, self.broken = True, as_sentence(reason)
        self.audience.changed()
        self.audience.bot_failed(purpose, reason)

    def _note_plan(self, report: Report) -> None:
        """Note what the bot means to play in the turn that it begins, and its newest value."""
        if not report.candidates or not report.simulations:
            self.plan = None
            return
        best, seat, turn = report.candidates[0], self.session.point.actor, self.session.point.turn
        begun = self.plan is not None and (self.plan.seat, self.plan.turn) == (seat, turn)
        moves = self.plan.moves if self.plan and begun else own_turn(self.session.viewpoint(seat), best.line)
        self.plan = Plan(seat, turn, moves, best.value[seat], report.simulations)
