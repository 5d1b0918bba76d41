"""The main program of a bot's process. It knows only what its seat knows of the game.

`python -m workbench.bot_process.bot_child`, which `workbench.bot_process.guard` starts confined:
its memory is limited already.
"""

from __future__ import annotations

import json
from contextlib import suppress
from time import perf_counter

import bots
import fastcore
from bots.base import Bot, in_one_line
from bots.report import Report
from bots.searching import SearchBot
from bots.traced import TRACE
from workbench.bot_process.confined import MOST_BYTES
from workbench.bot_process.decisions import BotFault, Reports, close_bot, decide
from workbench.bot_process.messages import (
    ENCODER,
    TO_BOT,
    About,
    Answer,
    Data,
    Declared,
    Fault,
    Focus,
    Found,
    Judge,
    Judged,
    Place,
    Question,
    Seated,
    Sit,
    Stop,
    Think,
    Thought,
    Wishes,
)
from workbench.system import processes
from workbench.system.processes import Channel, Gone
from workbench.system.version import version


class BotChild:
    """Answers questions from a channel one by one."""

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self.bot: Bot | None = None
        self.point: fastcore.Viewpoint | None = None

    def serve(self) -> None:
        """Answer until the channel closes."""
        with suppress(Gone, KeyboardInterrupt):
            while True:
                message = self.channel.receive()
                assert message is not None, "a receive without a time limit waits"
                asked = TO_BOT.decode(message)
                if not isinstance(asked, Stop | Focus):  # these come too late: the thinking has ended
                    self.channel.send(ENCODER.encode(self.answer(asked)))

    def answer(self, asked: Question) -> Answer:
        try:
            if isinstance(asked, Sit):
                return self.sit(asked)
            if isinstance(asked, Think):
                return self.think(asked)
            return self.judge(asked) if isinstance(asked, Judge) else self.dump()
        except BotFault as fault:
            return Fault(fault.kind, explained(fault, str(fault)))
        except Gone:
            raise
        except (Exception, SystemExit) as error:  # MemoryError among them
            return Fault("start" if isinstance(asked, Sit) else "crash", explained(error, in_one_line(error)))

    def sit(self, asked: Sit) -> Seated | Fault:
        if self.bot is not None:
            close_bot(self.bot)
            self.bot = None
        try:
            self.bot = bots.make(asked.bot, asked.seed, asked.source)
        except ValueError as error:
            return Fault("start", explained(error, str(error)))
        self.bot.brief = asked.brief
        if asked.spec:
            if not self.bot.fits(asked.spec):
                return Fault("start", f"{self.bot.name} cannot play {asked.spec}")
            if asked.view is None:
                self.point = fastcore.Viewpoint(asked.spec, asked.seat)
            else:
                self.point = fastcore.Viewpoint.parse(f"{asked.spec} {asked.view}", asked.seat)
        return seated(self.bot, asked.described)

    def think(self, asked: Think) -> Thought:
        assert self.bot is not None, "a bot is seated before it thinks"
        if asked.place is not None:
            self.place(asked.place)
        assert self.point is not None, "a bot has a position before it thinks"
        for learned in asked.learned:
            self.point.observe(learned)
        if asked.wishes is not None:
            heed(self.bot, asked.wishes)
        self.bot.progress = asked.all or asked.stream
        began = perf_counter()
        if asked.stream:
            decide(self.bot, self.point, asked.limit, self.found, self.stopped)
            search = searcher(self.bot)
            live = search.search if search is not None else None
            return Thought(
                (),
                perf_counter() - began,
                bytes=live.bytes if live is not None else 0,
                engine=live.engine if live is not None else "",
            )
        if not asked.all:
            return Thought((decide(self.bot, self.point, asked.limit),), perf_counter() - began)
        reports = Reports(MOST_BYTES // 4)
        decide(self.bot, self.point, asked.limit, reports.add)
        return Thought(tuple(reports.all), perf_counter() - began)

    def place(self, place: Place) -> None:
        """Change to another position."""
        assert self.bot is not None
        if place.extends and self.point is not None:
            point = self.point
        else:
            if (self.point is None or self.point.spec != place.spec) and not self.bot.fits(place.spec):
                raise BotFault("start", f"{self.bot.name} cannot play {place.spec}")
            point = fastcore.Viewpoint(place.spec, place.seat, place.begun)
        for observed, text in place.learned:
            if observed:
                point.observe(text)
            else:
                point = point.suppose(text)
        self.point = point

    def found(self, report: Report) -> None:
        self.channel.send(ENCODER.encode(Found(report)))

    def stopped(self) -> bool:
        """Return whether a stop has arrived. Apply other messages."""
        while (message := self.channel.receive(0)) is not None:
            asked = TO_BOT.decode(message)
            if isinstance(asked, Stop):
                return True
            if isinstance(asked, Focus) and (search := searcher(self.bot)) is not None:
                search.focus = asked.moves
        return False

    def judge(self, asked: Judge) -> Judged:
        search = searcher(self.bot)
        if search is None or not search.compares:
            name = self.bot.name if self.bot is not None else ""
            raise BotFault("start", f"{name} cannot judge moves that it would not make itself")
        self.place(asked.place)
        assert self.point is not None
        report, best, best_value, value = search.judge(self.point, asked.decided, asked.simulations)
        return Judged(report, best, best_value, value)

    def dump(self) -> Data:
        search = searcher(self.bot)
        if search is None or search.search is None:
            raise BotFault("start", "the bot decided without a search here")
        from workbench.reports import tree_files  # a bot in a match never needs them

        return Data(json.dumps(tree_files.dumped(search.search), separators=(",", ":")).encode())


def searcher(bot: Bot | None) -> SearchBot | None:
    return bot if isinstance(bot, SearchBot) else None


def heed(bot: Bot, wishes: Wishes) -> None:
    """Apply the settings of an analysis to a bot that searches."""
    if isinstance(bot, SearchBot):
        bot.told, bot.pace, bot.resumes, bot.focus = wishes.told, wishes.pace, wishes.resumes, wishes.focus
        bot.tracing = bot.tracing or (wishes.tracing and any(option.name == TRACE.name for option in bot.options))
        if wishes.fresh:
            bot.search = None


def explained(error: BaseException, reason: str) -> str:
    """Return the reason, and name the sandbox if the system refused permission."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, PermissionError):
            return f"{reason} (the sandbox forbids this: docs/sandbox.md)"
        cause = cause.__cause__
    return reason


def seated(bot: Bot, described: bool = False) -> Seated:
    """Return the facts about a bot that has been made."""
    values = bot.values
    seconds = values.get("seconds")
    own = float(seconds) if isinstance(seconds, (int, float)) else None
    return Seated(bot.text, version_of(bot), int(values.get("threads") or 1), own, about(bot) if described else None)


def about(bot: Bot) -> About:
    options = tuple(Declared(one.name, one.kind, one.default, one.meaning, one.allowed) for one in bot.options)
    presets = {name: (preset.options, preset.meaning) for name, preset in bot.presets.items()}
    search = searcher(bot)
    return About(
        bot.name, bot.meaning, dict(bot.values), options, presets, search is not None,
        search is not None and search.focuses,
        search is not None and search.compares,
        search is not None and any(option.name == TRACE.name for option in bot.options),
    )  # fmt: skip


def version_of(bot: Bot) -> str:
    """Return a bot's version for a record: this program's version, or a digest of the bot's file."""
    if not bot.origin:
        return f"herbarium {version()}"
    return f"sha256 {bot.digest[:16]}"


def main() -> None:
    BotChild(processes.parent()).serve()


if __name__ == "__main__":
    main()
