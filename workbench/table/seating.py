"""Makes and closes the bots of one game: those on its seats, and those that help people."""

from __future__ import annotations

import bots
from bots import Bot
from bots.sources import MissingFile
from workbench.bot_process import bot_factory, trust
from workbench.bot_process.decisions import close_bot
from workbench.bot_process.process_bot import ProcessBot
from workbench.game.session import PERSON, Session
from workbench.records.seeds import bot_seed_of, helper_seed_of


class Seating:
    """The bots of one game. `faults` says why a bot is missing; `waiting` holds the seats whose bot needs the user's
    consent, `missing` those whose bot's file is not there."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.players: dict[int, Bot] = {}
        self.faults: dict[int, str] = {}  # by seat: why the bot is missing
        self.waiting: dict[int, trust.Question] = {}  # by seat: what the user must agree to first
        self.missing: dict[int, MissingFile] = {}
        self._texts = [PERSON] * len(session.seats)
        self._helpers: dict[str, Bot] = {}  # by text: bots that play on no seat
        self.sync()

    def sync(self) -> None:
        """Follow a change of seats: close the bots that left, and make the new ones."""
        for seat, text in enumerate(self.session.seats):
            if text == self._texts[seat]:
                continue
            self._texts[seat] = text
            self.faults.pop(seat, None)
            self.waiting.pop(seat, None)
            self.missing.pop(seat, None)
            if seat in self.players:
                close_bot(self.players.pop(seat))
            if text != PERSON:
                try:
                    self.players[seat] = bot_factory.make(
                        text, bot_seed_of(self.session, seat), self.session.spec, self.session.limit
                    )
                except trust.NotAllowed as refused:
                    self.faults[seat], self.waiting[seat] = str(refused), refused.question
                except MissingFile as error:
                    self.faults[seat], self.missing[seat] = str(error), error
                except ValueError as error:
                    self.faults[seat] = str(error)

    def recheck(self, seat: int) -> None:
        """Ask again for a bot that failed if its file has changed since the user agreed to it."""
        if seat in self.players and trust.question(self._texts[seat], self.session.limit) is not None:
            self._texts[seat] = PERSON
            self.sync()

    def ask_again(self) -> None:
        """Check the seats that wait for consent or for a missing file again."""
        for seat in (*self.waiting, *self.missing):
            self._texts[seat] = PERSON
        self.sync()

    def wait(self, opened: bool = False) -> None:
        """Wait until the bots in separate processes are made.
        If one of them cannot play, close all and raise ValueError with the reason.

        A bot that needs the user's consent is not waited for.
        In an `opened` game, neither is one whose file is missing.
        """
        try:
            for seat, fault in self.faults.items():
                if seat not in self.waiting and not (opened and seat in self.missing):
                    raise ValueError(fault)
            for bot in self.players.values():
                if isinstance(bot, ProcessBot):
                    bot.describe()
        except ValueError:
            self.close()
            raise

    @property
    def adviser(self) -> Bot | None:
        """The bot that gives advice on this game, made at the first request. No player uses its tree."""
        name = bots.strongest(self.session.spec)
        return self.helper(name) if name else None

    def helper(self, text: str) -> Bot:
        """Return a bot that plays on no seat. Raise ValueError if it cannot be made."""
        if text not in self._helpers:
            self._helpers[text] = bot_factory.make(text, helper_seed_of(self.session, text), self.session.spec)
        return self._helpers[text]

    def close(self) -> None:
        for bot in (*self.players.values(), *self._helpers.values()):
            close_bot(bot)
        self.players, self._helpers = {}, {}
