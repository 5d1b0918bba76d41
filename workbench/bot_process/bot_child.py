"""The main program of a bot's process. It knows only what its seat knows of the game.

`workbench.bot_process.guard` starts `python -m workbench.bot_process.bot_child` already confined.
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
from workbench.bot_process.confined import MAX_BYTES
from workbench.bot_process.decisions import BotFaultError, Reports, close_bot, decide
from workbench.bot_process.messages import (
    ENCODER,
    TO_BOT,
    Answer,
    BotDescription,
    DeclaredOption,
    Fault,
    Focus,
    InterimReport,
    Judge,
    Judged,
    Question,
    SearchSettings,
    Seated,
    SentPosition,
    Sit,
    Stop,
    Think,
    Thought,
    TreeDump,
)
from workbench.system import processes
from workbench.system.processes import Channel, ChannelClosedError
from workbench.system.version import version


class BotChild:
    """Answers the questions that arrive on a channel, one at a time."""

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self.bot: Bot | None = None
        self.point: fastcore.Viewpoint | None = None

    def serve(self) -> None:
        """Answer questions until the channel closes."""
        with suppress(ChannelClosedError, KeyboardInterrupt):
            while True:
                message = self.channel.receive()
                assert message is not None, "a receive without a time limit waits"
                asked = TO_BOT.decode(message)
                if not isinstance(asked, Stop | Focus):  # A late Stop or Focus: the bot has already decided.
                    self.channel.send(ENCODER.encode(self.answer(asked)))

    def answer(self, asked: Question) -> Answer:
        """Return the answer to a question. An exception becomes a `Fault`."""
        try:
            if isinstance(asked, Sit):
                return self.sit(asked)
            if isinstance(asked, Think):
                return self.think(asked)
            return self.judge(asked) if isinstance(asked, Judge) else self.dump()
        except BotFaultError as fault:
            return Fault(fault.kind, explain(fault, str(fault)))
        except ChannelClosedError:
            raise
        except (Exception, SystemExit) as error:  # includes MemoryError
            return Fault("start" if isinstance(asked, Sit) else "crash", explain(error, in_one_line(error)))

    def sit(self, asked: Sit) -> Seated | Fault:
        """Make the bot and seat it in a new game."""
        if self.bot is not None:
            close_bot(self.bot)
            self.bot = None
        try:
            self.bot = bots.make(asked.bot, asked.seed, asked.source)
        except ValueError as error:
            return Fault("start", explain(error, str(error)))
        self.bot.brief = asked.brief
        if asked.spec:
            if not self.bot.fits(asked.spec):
                return Fault("start", f"{self.bot.name} cannot play {asked.spec}")
            if asked.view is None:
                self.point = fastcore.Viewpoint(asked.spec, asked.seat)
            else:
                self.point = fastcore.Viewpoint.parse(f"{asked.spec} {asked.view}", asked.seat)
        return describe_seated(self.bot, asked.described)

    def think(self, asked: Think) -> Thought:
        """Let the bot decide. Stream its reports if the question asks for that."""
        assert self.bot is not None, "a bot is seated before it thinks"
        if asked.place is not None:
            self.set_position(asked.place)
        assert self.point is not None, "a bot has a position before it thinks"
        for learned in asked.learned:
            self.point.observe(learned)
        if asked.settings is not None:
            apply_settings(self.bot, asked.settings)
        self.bot.progress = asked.all or asked.stream
        began = perf_counter()
        if asked.stream:
            decide(self.bot, self.point, asked.limit, self.send_report, self.stop_requested)
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
        reports = Reports(MAX_BYTES // 4)
        decide(self.bot, self.point, asked.limit, reports.add)
        return Thought(tuple(reports.all), perf_counter() - began)

    def set_position(self, place: SentPosition) -> None:
        """Change to another position.

        Raises:
            BotFaultError: The bot cannot play this game.
        """
        assert self.bot is not None
        if place.extends and self.point is not None:
            point = self.point
        else:
            if (self.point is None or self.point.spec != place.spec) and not self.bot.fits(place.spec):
                raise BotFaultError("start", f"{self.bot.name} cannot play {place.spec}")
            point = fastcore.Viewpoint(place.spec, place.seat, place.begun)
        for observed, text in place.learned:
            if observed:
                point.observe(text)
            else:
                point = point.suppose(text)
        self.point = point

    def send_report(self, report: Report) -> None:
        """Send an interim report."""
        self.channel.send(ENCODER.encode(InterimReport(report)))

    def stop_requested(self) -> bool:
        """Return whether a stop has arrived. Apply changes of focus."""
        while (message := self.channel.receive(0)) is not None:
            asked = TO_BOT.decode(message)
            if isinstance(asked, Stop):
                return True
            if isinstance(asked, Focus) and (search := searcher(self.bot)) is not None:
                search.focus = asked.moves
        return False

    def judge(self, asked: Judge) -> Judged:
        """Judge a decision that was made in a position.

        Raises:
            BotFaultError: The bot cannot judge decisions.
        """
        search = searcher(self.bot)
        if search is None or not search.has_comparable_values:
            name = self.bot.name if self.bot is not None else ""
            raise BotFaultError("start", f"{name} cannot judge moves that it would not make itself")
        self.set_position(asked.place)
        assert self.point is not None
        report, best, best_value, value = search.judge(self.point, asked.decided, asked.simulations)
        return Judged(report, best, best_value, value)

    def dump(self) -> TreeDump:
        """Return the tree of the last search.

        Raises:
            BotFaultError: The last decision had no search.
        """
        search = searcher(self.bot)
        if search is None or search.search is None:
            raise BotFaultError("start", "the bot decided without a search here")
        from workbench.reports import tree_files  # A bot in a match never needs this module.

        return TreeDump(json.dumps(tree_files.dump_tree(search.search), separators=(",", ":")).encode())


def searcher(bot: Bot | None) -> SearchBot | None:
    """Return the bot if it searches, otherwise None."""
    return bot if isinstance(bot, SearchBot) else None


def apply_settings(bot: Bot, settings: SearchSettings) -> None:
    """Apply analysis settings to a bot that searches. Other bots ignore them."""
    if isinstance(bot, SearchBot):
        bot.max_candidates, bot.report_seconds, bot.resumes, bot.focus = (
            settings.max_candidates,
            settings.pace,
            settings.resumes,
            settings.focus,
        )
        bot.tracing = bot.tracing or (settings.tracing and any(option.name == TRACE.name for option in bot.options))
        if settings.fresh:
            bot.search = None


def explain(error: BaseException, reason: str) -> str:
    """Return the reason. Mention the sandbox if the system refused permission."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, PermissionError):
            return f"{reason} (the sandbox forbids this: docs/sandbox.md)"
        cause = cause.__cause__
    return reason


def describe_seated(bot: Bot, described: bool = False) -> Seated:
    """Return the answer about a bot that has been made, with its description if `described`."""
    values = bot.values
    seconds = values.get("seconds")
    own = float(seconds) if isinstance(seconds, (int, float)) else None
    return Seated(bot.text, version_of(bot), int(values.get("threads") or 1), own, describe(bot) if described else None)


def describe(bot: Bot) -> BotDescription:
    """Return what a bot declares about itself."""
    options = tuple(DeclaredOption(one.name, one.kind, one.default, one.meaning, one.allowed) for one in bot.options)
    presets = {name: (preset.options, preset.meaning) for name, preset in bot.presets.items()}
    search = searcher(bot)
    return BotDescription(
        bot.name, bot.meaning, dict(bot.values), options, presets, search is not None,
        search is not None and search.can_focus,
        search is not None and search.has_comparable_values,
        search is not None and any(option.name == TRACE.name for option in bot.options),
    )  # fmt: skip


def version_of(bot: Bot) -> str:
    """Return a bot's version for a record: the program's version, or a digest of the bot's file."""
    if not bot.origin:
        return f"herbarium {version()}"
    return f"sha256 {bot.digest[:16]}"


def main() -> None:
    """Serve the parent process until it closes the channel."""
    BotChild(processes.connect_to_parent()).serve()


if __name__ == "__main__":
    main()
