"""Starting and closing of the bots of one game: the players and the helpers of people."""

from __future__ import annotations

import bots
from bots import Bot
from bots.loading.sources import MissingFileError
from bots.planning import PlanBot
from workbench.bot_process import bot_factory, trust
from workbench.bot_process.decisions import close_bot
from workbench.bot_process.process_bot import ProcessBot
from workbench.game.session import PERSON, Session
from workbench.records.seeds import bot_seed_of, helper_seed_of
from workbench.system import memory
from workbench.system.cores import CORES
from workbench.table.requests import HINT


class Seating:
    """The bots of one game.

    Created by the `Table`, which also closes it. `players` holds the bots by seat. For a seat without its bot, `faults`
    holds the reason, `awaiting_consent` the question if the user must consent first, and `missing` the error if a file
    is missing.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.players: dict[int, Bot] = {}
        self.faults: dict[int, str] = {}  # by seat: why the bot is missing
        self.awaiting_consent: dict[int, trust.Question] = {}  # by seat: what the user must consent to first
        self.missing: dict[int, MissingFileError] = {}
        self._texts = [PERSON] * len(session.seats)
        self._helpers: dict[str, Bot] = {}  # bots without a seat, by spec
        self._hint_bot: Bot | None = None
        self.sync()

    def sync(self) -> None:
        """Update the bots after a change of seats: close those that left and start the new ones."""
        for seat, text in enumerate(self.session.seats):
            if text == self._texts[seat]:
                continue
            self._texts[seat] = text
            self.faults.pop(seat, None)
            self.awaiting_consent.pop(seat, None)
            self.missing.pop(seat, None)
            if seat in self.players:
                close_bot(self.players.pop(seat))
            if text != PERSON:
                try:
                    self.players[seat] = bot_factory.make(
                        bot_factory.with_threads(text, CORES.free, self.session.limit, self.session.spec),
                        bot_seed_of(self.session, seat),
                        self.session.spec,
                        self.session.limit,
                    )
                except trust.NotAllowedError as refused:
                    self.faults[seat], self.awaiting_consent[seat] = str(refused), refused.question
                except MissingFileError as error:
                    self.faults[seat], self.missing[seat] = str(error), error
                except ValueError as error:
                    self.faults[seat] = str(error)

    def recheck(self, seat: int) -> None:
        """Restart a failed bot if its file has changed since the user consented to it."""
        if seat in self.players and trust.question(self._texts[seat], self.session.limit) is not None:
            self._texts[seat] = PERSON
            self.sync()

    def retry(self) -> None:
        """Retry the seats that wait for consent or for a missing file."""
        for seat in (*self.awaiting_consent, *self.missing):
            self._texts[seat] = PERSON
        self.sync()

    def wait(self, opened: bool = False) -> None:
        """Wait until the bots in separate processes have started. If a bot cannot play, close all bots.

        Bots that need the user's consent are skipped.

        Args:
            opened: Whether the game was opened from a file. Then bots with a missing file are skipped too.

        Raises:
            ValueError: A bot cannot play. The message is the reason.
        """
        try:
            for seat, fault in self.faults.items():
                if seat not in self.awaiting_consent and not (opened and seat in self.missing):
                    raise ValueError(fault)
            for bot in self.players.values():
                if isinstance(bot, ProcessBot):
                    bot.describe()
        except ValueError:
            self.close()
            raise

    @property
    def hint_bot(self) -> Bot | None:
        """The hint bot, or None. It is started at the first request and shares no search tree with the players."""
        name = bots.strongest(self.session.spec)
        if self._hint_bot is None and name:
            text = bot_factory.with_threads(name, CORES.free, HINT, self.session.spec)
            self._hint_bot = bot_factory.make(text, helper_seed_of(self.session, name), self.session.spec)
            if isinstance(self._hint_bot, PlanBot):
                self._hint_bot.draws_plans = False  # a recommendation is the plan with the largest weight
        return self._hint_bot

    def helper(self, text: str) -> Bot:
        """Return a bot without a seat, started at the first request.

        Raises:
            ValueError: The bot cannot be started.
        """
        if text not in self._helpers:
            self._helpers[text] = bot_factory.make(text, helper_seed_of(self.session, text), self.session.spec)
        return self._helpers[text]

    def release_searches(self) -> None:
        """Free the searches of the bots in this process, for example after the game. They can play on."""
        hint_bots = () if self._hint_bot is None else (self._hint_bot,)
        for bot in (*self.players.values(), *self._helpers.values(), *hint_bots):
            if not isinstance(bot, ProcessBot):
                close_bot(bot)
        memory.trim_soon()

    def close(self) -> None:
        """Close all bots."""
        hint_bots = () if self._hint_bot is None else (self._hint_bot,)
        for bot in (*self.players.values(), *self._helpers.values(), *hint_bots):
            close_bot(bot)
        self.players, self._helpers, self._hint_bot = {}, {}, None
