"""The bots of a table: requests to them, their pauses and their answers."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import NamedTuple

import bots
from bots import Bot
from bots.reasoning import own_turn
from bots.report import Limit, Report, with_author
from fastcore import Viewpoint
from workbench.bot_process.process_bot import ProcessBot
from workbench.game.clock import GameClock
from workbench.game.session import Session
from workbench.seen.shared_screen import SharedScreen
from workbench.system import memory
from workbench.system.sentences import as_sentence
from workbench.table.audience import Audience, Plan, Purpose
from workbench.table.requests import HINT, Answer, BotRequests
from workbench.table.seating import Seating
from workbench.thinking.thinker import Done, Failed, Progress

HURRY_SECONDS = 0.1  # seconds for each decision after Move now


class Decision(NamedTuple):
    """A move that a bot has chosen, and its reports. The last report explains the move."""

    move: str
    reports: tuple[Report, ...]


class TableBots:
    """The bots of one table, the requests to them, and whether they wait.

    Created by the `Table`.

    Args:
        audience: The display.
        go_on: Called to continue the game after a wait.
        timed: Whether the game's limits apply. Otherwise bots use the time of their own options.
    """

    def __init__(self, audience: Audience, go_on: Callable[[], None], timed: bool = True) -> None:
        self.audience, self.timed, self._go_on = audience, timed, go_on
        self.requests = BotRequests()
        self.session: Session
        self.screen: SharedScreen
        self.seating: Seating
        self.clock: GameClock
        self.held = False  # whether bots wait until the user continues, after a stop or a pause
        self.paused = False  # whether people wait as well
        self.broken = ""  # why the bot to move failed, or ""; a failure also sets `held`
        self.starting = False  # whether the process of the bot to move is still starting
        self.stepping = False  # whether bots wait again after the next move
        self.next_at = 0.0  # the earliest time of the next move
        self.hurried = (-1, 0)  # seat and turn in which the user pressed Move now
        self.advice: Report | None = None
        self._advised: int | None = None  # the node that the last hint was asked about, if hints are stored there
        self.help_answers = 0  # moves that bots have chosen for people
        self.plan: Plan | None = None  # the plan of the last bot to decide

    def use_seating(self, seating: Seating, screen: SharedScreen, clock: GameClock, held: bool) -> None:
        """Use the bots of another game.

        Args:
            seating: The bots.
            screen: The game's shared screen.
            clock: The game's clock.
            held: Whether the bots wait until the user continues.
        """
        self.session, self.seating, self.screen, self.clock, self.held = seating.session, seating, screen, clock, held
        self.paused, self.stepping, self.next_at, self.plan, self.hurried = False, False, 0.0, None, (-1, 0)

    def close_seating(self) -> None:
        """Stop and close the bots of the game."""
        self.halt()
        self.seating.close()
        memory.trim_soon()

    def close(self) -> None:
        """Close the bots and stop their threads."""
        self.close_seating()
        self.requests.close()

    # The state of the bots --------------------------------------------------------------------------------------------

    @property
    def players(self) -> dict[int, Bot]:
        """The playing bots by seat."""
        return self.seating.players

    @property
    def hint_bot(self) -> Bot | None:
        """The hint bot, or None."""
        return self.seating.hint_bot

    def hint_bot_name(self) -> str:
        """Return the name of the hint bot for this game, or ""."""
        return bots.strongest(self.session.spec)

    @property
    def thinking(self) -> bool:
        """Whether a bot is choosing a move that will be played."""
        return self.requests.ticket != 0 and not self.advising

    @property
    def advising(self) -> bool:
        """Whether a hint is being searched."""
        return self.requests.is_for("advice")

    @property
    def helping(self) -> bool:
        """Whether a bot is choosing a move for a person."""
        return self.requests.is_for("help")

    @property
    def idle(self) -> bool:
        """Whether the game may continue: no bot thinks, and none is held."""
        return self.requests.ticket == 0 and not self.held

    @property
    def can_start(self) -> bool:
        """Whether the bot to move may start its search."""
        return (
            self.idle and self.session.point.actor not in self.seating.awaiting_consent and monotonic() >= self.next_at
        )

    # What the user does -----------------------------------------------------------------------------------------------

    def move_now(self) -> None:
        """Make the bot decide on its results so far, and hurry for the rest of its turn."""
        if self.thinking and not self.helping:
            self.hurried = (self.session.point.actor, self.session.point.turn)
        self.requests.move_now()

    def stop(self) -> None:
        """Stop the current search. If a bot was choosing its own move, it waits until the user continues."""
        self.held = self.held or (self.thinking and not self.helping)
        self.halt()
        self.audience.refresh()

    def pause(self) -> None:
        """Pause the bots, the people and the clocks."""
        self.held = self.paused = True
        self.halt()
        self.audience.show_position()

    def resume(self) -> None:
        """Continue after a pause, a stop or a failure."""
        if self.broken:
            self.seating.recheck(self.session.point.actor)
        paused, self.paused, self.broken = self.paused, False, ""
        self.held, self.stepping, self.next_at = False, False, 0.0
        if paused:
            self.audience.show_position()
        self._go_on()

    def step(self) -> None:
        """Let the waiting bot make one move. If only bots play, they wait again after it."""
        self.held, self.paused, self.stepping, self.next_at, self.broken = False, False, True, 0.0, ""
        self._go_on()

    def hint(self, point: Viewpoint, limit: Limit = HINT) -> None:
        """Ask the hint bot about a position. It shares no search tree with the players."""
        adviser = self.hint_bot
        if adviser is not None:
            self.halt()
            self._advised = self.node_of(point)
            self.requests.ask(adviser, point, limit, "advice")
            self.audience.refresh()

    def show_advice(self, report: Report) -> None:
        """Show a known report as the hint, without a search."""
        self.halt()
        self.advice = report
        self.audience.refresh()

    def ask_to_move(self, text: str, point: Viewpoint) -> None:
        """Let a bot without a seat choose one move for the person.

        Args:
            text: The bot's spec.
            point: The position as the person sees it.

        Raises:
            ValueError: The bot cannot be started.
        """
        helper = self.seating.helper(text)
        self.halt()
        self.requests.ask(helper, point, self._limit(helper), "help")
        self.audience.refresh()

    def cancel_help(self) -> None:
        """Cancel hints and help for a person, because the position is no longer shown."""
        if self.advising or self.helping or self.advice is not None:
            self.halt()

    # What the game does -----------------------------------------------------------------------------------------------

    def halt(self) -> None:
        """Cancel the current request, drop its results and stop the clock."""
        self.requests.withdraw()
        self.advice, self.broken, self.starting = None, "", False
        self.clock.pause()

    def think(self) -> bool:
        """Ask the bot to move. Return False if it is too early for its move."""
        if monotonic() < self.next_at:
            return False
        point = self.session.point
        if point.actor in self.seating.awaiting_consent:
            return True  # the user must consent first
        if point.actor not in self.players:
            self.report_failure(self.seating.faults[point.actor])
            return True
        bot = self.players[point.actor]
        self.starting = self.timed and self.session.limit is not None and isinstance(bot, ProcessBot) and not bot.ready
        if self.starting:  # its options are not known yet, and its clock must not run
            return True
        limit = self._limit(bot)
        if self.hurried == (point.actor, point.turn):
            seconds = HURRY_SECONDS if limit is None or limit.seconds is None else min(HURRY_SECONDS, limit.seconds)
            limit = Limit(seconds=seconds)
        self.requests.ask(bot, self.session.viewpoint(point.actor), limit)
        self.clock.start()
        return True

    def process_message(self, heard: Progress | Answer | None) -> Decision | None:
        """Process a message of a bot. Return its decision if it is a move to play."""
        for note in self.requests.pop_notes():
            self.audience.warn(note)
        if isinstance(heard, Progress):
            self.audience.refresh()
        elif heard is not None:
            return self._process_answer(heard.purpose, heard.bot, heard.end)
        return None

    def _process_answer(self, purpose: Purpose, bot: Bot, end: Done | Failed) -> Decision | None:
        if isinstance(end, Failed):
            reveals_thoughts = purpose != "turn" or self.screen.shows_thoughts
            self.report_failure(end.reason if reveals_thoughts else end.brief, purpose)
        elif purpose == "advice":
            self.advice = end.report
            self._store_advice(bot, end.report)
            self.requests.thinker.close_bot(bot)  # frees its search
            self.audience.refresh()
        else:
            self.help_answers += purpose == "help"
            if purpose == "turn" or not self.audience.receive_help(end.report.move):
                self._note_plan(end.report)
                reports = end.reports
                if purpose == "help":  # the helper is not the player of the seat
                    reports = (*reports[:-1], with_author(reports[-1], bot.text))
                return Decision(end.report.move, reports)
        return None

    def node_of(self, point: Viewpoint) -> int | None:
        """Return the current node if this is what its player to move knows, else None."""
        session = self.session
        actor = session.point.actor
        if actor < 0 or (session.follows is not None and actor != session.follows):
            return None
        if point.info.has.covered and point.seat != actor:
            return None
        known = session.viewpoint(actor) if session.follows is None else session.point
        return session.here if known.text() == point.text() else None

    def _store_advice(self, bot: Bot, report: Report) -> None:
        """Store a hint with the game, so that a review can use it."""
        document = self.session.document
        if self._advised is not None and document.has_node(self._advised):
            document.annotations.store_analysis(self._advised, bot.text, (report,))

    def note_move(self, alone: bool) -> None:
        """Update the bots after a move.

        Args:
            alone: Whether only bots play, at the pace of the audience.
        """
        self.advice = None
        if alone:
            self.next_at = monotonic() + self.audience.pace
            self.held, self.stepping = self.held or self.stepping, False

    def note_position(self, held: bool) -> None:
        """Update the bots after a change of position or players. If `held`, they wait until the user continues."""
        self.seating.sync()
        self.held, self.paused, self.stepping, self.next_at, self.plan = held, False, False, 0.0, None

    def _limit(self, bot: Bot) -> Limit | None:
        """Return the limit of the next decision, or None if the bot's own options set it."""
        if not self.timed:
            return None
        own = (bot.values.get("simulations"), bot.values.get("seconds"))
        simulations, seconds = (value if isinstance(value, int | float) else None for value in own)
        return self.clock.allowance(
            self.session.point.actor, None if simulations is None else int(simulations), seconds
        )

    def report_failure(self, reason: str, purpose: Purpose = "turn") -> None:
        """Report that a bot failed. The game waits if it was the bot's turn."""
        if purpose == "turn":
            self.held, self.broken = True, as_sentence(reason)
        self.audience.refresh()
        self.audience.report_bot_failure(purpose, reason)

    def _note_plan(self, report: Report) -> None:
        """Store the moves that the bot planned at the start of its turn, with its newest value."""
        if not report.candidates or not report.simulations:
            self.plan = None
            return
        best = report.candidates[0]
        seat, turn = self.session.point.actor, self.session.point.turn
        continued = self.plan if self.plan and (self.plan.seat, self.plan.turn) == (seat, turn) else None
        moves = continued.moves if continued else own_turn(self.session.viewpoint(seat), best.line)
        self.plan = Plan(seat, turn, moves, best.value[seat], report.simulations)
