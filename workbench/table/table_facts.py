"""What is the case at a table, for whoever shows it or asks: it changes nothing. It knows no widgets."""

from __future__ import annotations

from typing import cast

import bots
import fastcore
from bots.report import Report
from fastcore import State, Viewpoint
from workbench.game.game_clock import GameClock
from workbench.game.session import Session
from workbench.game.values import ValueCurve
from workbench.seen.browsing import Browsing
from workbench.seen.screen import Screen
from workbench.seen.seat_view import SeatView
from workbench.table.audience import Audience, Plan
from workbench.table.bots import Asking
from workbench.table.seating import Seating
from workbench.table.setup import Setup


class TableFacts:
    """What a table holds, and what follows from that."""

    def __init__(self, audience: Audience) -> None:
        self.audience = audience
        self.asking = Asking()
        self.setup = Setup("", (), 0)
        self.session: Session
        self.seating: Seating
        self.clock: GameClock
        self.held = False  # a bot was stopped, or the game paused: nothing thinks until told to
        self.broken = ""  # why the bot that should move has failed; it is held then
        self.paused = False  # persons wait as well
        self.starting = False  # the bot that should move is still being made in its process
        self.stepping = False  # the next move of a bot is the last for now
        self.next_at = 0.0  # when the next of them may be
        self.hurried = (-1, 0)  # the seat and turn in which a bot was told to move now
        self.advice: Report | None = None
        self.plan: Plan | None = None  # of the bot that decided last
        self.seat_view: SeatView
        self.curve: ValueCurve

    @property
    def state(self) -> State:
        """The position. Where one seat alone is followed, what it knows of it: that answers the same questions."""
        return self.session.state if self.session.follows is None else cast(State, self.session.point)

    @property
    def info(self) -> fastcore.GameInfo:
        return self.session.point.info

    @property
    def players(self) -> dict[int, bots.Bot]:
        """The bots that play, by seat."""
        return self.seating.players

    @property
    def adviser(self) -> bots.Bot | None:
        """The bot that gives advice."""
        return self.seating.adviser

    @property
    def played(self) -> Setup:
        """What the game was begun with, and who plays it now."""
        return self.setup._replace(seats=self.session.seats, names=self.session.names, limit=self.session.limit)

    @property
    def over(self) -> bool:
        return self.session.waits_for == "over"

    @property
    def watched(self) -> bool:
        """Whether bots play alone, so that one can only look."""
        return self.session.follows is None and not self.persons and not self.over

    @property
    def persons(self) -> tuple[int, ...]:
        return self.screen.persons

    @property
    def screen(self) -> Screen:
        return self.seat_view.screen

    @property
    def browsing(self) -> Browsing:
        return self.seat_view.browsing

    @property
    def point(self) -> Viewpoint:
        """What the window may show."""
        return self.seat_view.point

    @property
    def thinking(self) -> bool:
        """Whether a bot thinks about a move that will be made."""
        return self.asking.ticket != 0 and not self.advising

    @property
    def advising(self) -> bool:
        return self.asking.is_for("advice")

    @property
    def helping(self) -> bool:
        """Whether a bot looks for a move for a person."""
        return self.asking.is_for("help")

    @property
    def may_play(self) -> bool:
        """Whether a person may move in the position that is looked at, as they were to."""
        if self.session.tree.head.result is not None or self.session.follows is not None:
            return False
        actor = self.point.actor
        return actor in self.persons and (not self.info.has.covered or actor == self.screen.viewer)

    def adviser_name(self) -> str:
        """The bot that gives advice on this game, "" if none fits."""
        return bots.strongest(self.session.spec)
