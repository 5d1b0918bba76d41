"""The main program of a bot's process. The process knows only what its seat knows of the game.

`workbench.bot_process.guard` starts `python -m workbench.bot_process.bot_child` already confined.
"""

from __future__ import annotations

import json
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from time import perf_counter

import bots
import fastcore
from bots.base import Bot, in_one_line
from bots.loading.sources import Source
from bots.report import Report
from bots.searching import SearchBot, load_numpy
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
from workbench.system.version import DIGEST, version

MAX_FRAMES = 20  # of a traceback in the log of a game: the innermost ones


class BotChild:
    """A server that answers questions, one at a time.

    Args:
        channel: The channel with the questions. None if `answer` is called directly; then reports cannot be streamed.
        on_error: Called with the exception of a bot that fails. None prints its traceback.
    """

    def __init__(self, channel: Channel | None, on_error: Callable[[BaseException | None], None] | None = None) -> None:
        self.channel, self.on_error = channel, on_error or print_traceback
        self.bot: Bot | None = None
        self.made: tuple[str, Source | None] = ("", None)  # the spec and the file of the bot
        self.point: fastcore.Viewpoint | None = None

    def serve(self) -> None:
        """Answer questions until the channel closes."""
        channel = self._open_channel
        with suppress(ChannelClosedError, KeyboardInterrupt):
            while True:
                message = channel.receive()
                assert message is not None, "a receive without a time limit waits"
                question = TO_BOT.decode(message)
                if not isinstance(question, Stop | Focus):  # A late Stop or Focus: the bot has already decided.
                    channel.send(ENCODER.encode(self.answer(question)))

    @property
    def _open_channel(self) -> Channel:
        assert self.channel is not None, "reports are not streamed without a channel"
        return self.channel

    def answer(self, question: Question) -> Answer:
        """Return the answer to a question. An exception becomes a `Fault`."""
        try:
            if isinstance(question, Sit):
                return self.sit(question)
            if isinstance(question, Think):
                return self.think(question)
            return self.judge(question) if isinstance(question, Judge) else self.dump()
        except BotFaultError as fault:
            self.on_error(fault.__cause__)
            return Fault(fault.kind, explain(fault, str(fault)))
        except ChannelClosedError:
            raise
        except (Exception, SystemExit) as error:  # includes MemoryError
            self.on_error(error)
            return Fault("start" if isinstance(question, Sit) else "crash", explain(error, in_one_line(error)))

    def sit(self, request: Sit) -> Seated | Fault:
        """Make the bot and seat it in a new game."""
        before, self.bot = self.bot, None
        if before is not None:
            close_bot(before)
        try:
            if before is not None and before.stays and self.made == (request.bot, request.source):
                self.bot = type(before)(request.seed, before.values)  # the file does not run again
                self.bot.origin, self.bot.digest = before.origin, before.digest
            else:
                self.bot = bots.make(request.bot, request.seed, request.source)
        except ValueError as error:
            return Fault("start", explain(error, str(error)))
        self.made = request.bot, request.source
        if isinstance(self.bot, SearchBot):
            load_numpy()
        self.bot.brief = request.brief
        if request.spec:
            if not self.bot.fits(request.spec):
                return Fault("start", f"{self.bot.name} cannot play {request.spec}")
            if request.view is None:
                self.point = fastcore.Viewpoint(request.spec, request.seat)
            else:
                self.point = fastcore.Viewpoint.parse(f"{request.spec} {request.view}", request.seat)
        return describe_seated(self.bot, request.described)

    def think(self, request: Think) -> Thought:
        """Let the bot decide. Stream its reports if requested."""
        assert self.bot is not None, "a bot is seated before it thinks"
        if request.place is not None:
            self.set_position(request.place)
        assert self.point is not None, "a bot has a position before it thinks"
        for learned in request.learned:
            self.point.observe(learned, events=False)
        if request.settings is not None:
            apply_settings(self.bot, request.settings)
        self.bot.progress = request.all or request.stream
        start = perf_counter()
        if request.stream:
            decide(self.bot, self.point, request.limit, self.send_report, self.stop_requested)
            search = searcher(self.bot)
            live = search.search if search is not None else None
            return Thought(
                (),
                perf_counter() - start,
                bytes=live.bytes if live is not None else 0,
                engine=live.engine if live is not None else "",
            )
        if not request.all:
            return Thought((decide(self.bot, self.point, request.limit),), perf_counter() - start)
        reports = Reports(MAX_BYTES // 4)
        decide(self.bot, self.point, request.limit, reports.add)
        return Thought(tuple(reports.all), perf_counter() - start)

    def set_position(self, place: SentPosition) -> None:
        """Replace the position.

        Raises:
            BotFaultError: The bot cannot play this game.
        """
        assert self.bot is not None
        if (self.point is None or self.point.spec != place.spec) and not self.bot.fits(place.spec):
            raise BotFaultError("start", f"{self.bot.name} cannot play {place.spec}")
        self.point = place.viewpoint(self.point)

    def send_report(self, report: Report) -> None:
        """Send an interim report."""
        self._open_channel.send(ENCODER.encode(InterimReport(report)))

    def stop_requested(self) -> bool:
        """Return whether a stop has arrived. Apply changes of focus."""
        while (message := self._open_channel.receive(0)) is not None:
            command = TO_BOT.decode(message)
            if isinstance(command, Stop):
                return True
            if isinstance(command, Focus) and (search := searcher(self.bot)) is not None:
                search.focus = command.moves
        return False

    def judge(self, request: Judge) -> Judged:
        """Judge a decision in a position.

        Raises:
            BotFaultError: The bot cannot judge decisions.
        """
        search = searcher(self.bot)
        if search is None or not search.has_comparable_values:
            name = self.bot.name if self.bot is not None else ""
            raise BotFaultError("start", f"{name} cannot judge moves that it would not make itself")
        self.set_position(request.place)
        assert self.point is not None
        return Judged(*search.judge(self.point, request.decided, request.simulations))

    def dump(self) -> TreeDump:
        """Return the tree of the last search.

        Raises:
            BotFaultError: The last decision had no search.
        """
        search = searcher(self.bot)
        if search is None or search.search is None:
            raise BotFaultError("start", "the bot decided without a search here")
        from workbench.reports import tree_files  # Bots in matches never need this module.

        return TreeDump(json.dumps(tree_files.dump_tree(search.search), separators=(",", ":")).encode())


def print_traceback(error: BaseException | None) -> None:
    """Print where an exception of the bot's code was raised, for the log of a game. Never raise."""
    with suppress(Exception):
        if error is not None:
            traceback.print_exception(error, limit=-MAX_FRAMES)
            sys.stderr.flush()


def searcher(bot: Bot | None) -> SearchBot | None:
    """Return the bot if it can search, otherwise None."""
    return bot if isinstance(bot, SearchBot) else None


def apply_settings(bot: Bot, settings: SearchSettings) -> None:
    """Apply analysis settings to a searching bot. Other bots ignore them."""
    if isinstance(bot, SearchBot):
        bot.max_candidates, bot.report_seconds, bot.resumes, bot.focus = (
            settings.max_candidates,
            settings.report_seconds,
            settings.resumes,
            settings.focus,
        )
        bot.tracing = bot.tracing or (settings.tracing and any(option.name == TRACE.name for option in bot.options))
        if settings.fresh:
            bot.search = None


def explain(error: BaseException, reason: str) -> str:
    """Return the reason, with a mention of the sandbox if the system refused permission."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, PermissionError):
            return f"{reason} (the sandbox forbids this: docs/bots/sandbox.md)"
        cause = cause.__cause__
    return reason


def describe_seated(bot: Bot, described: bool = False) -> Seated:
    """Return the answer to `Sit`, with the bot's description if `described`."""
    values = bot.values
    seconds = values.get("seconds")
    per_decision = float(seconds) if isinstance(seconds, (int, float)) else None
    return Seated(
        bot.text, version_of(bot), int(values.get("threads") or 1), per_decision, describe(bot) if described else None,
        bot.stays,
    )  # fmt: skip


def describe(bot: Bot) -> BotDescription:
    """Return a bot's description: its name, options, presets and abilities."""
    options = tuple(
        DeclaredOption(option.name, option.kind, option.default, option.meaning, option.allowed)
        for option in bot.options
    )
    presets = {name: (preset.options, preset.meaning) for name, preset in bot.presets.items()}
    search = searcher(bot)
    return BotDescription(
        bot.name, bot.meaning, dict(bot.values), options, presets, search is not None,
        search is not None and search.can_focus,
        search is not None and search.has_comparable_values,
        search is not None and any(option.name == TRACE.name for option in bot.options),
    )  # fmt: skip


def version_of(bot: Bot) -> str:
    """Return a bot's version for a record: that of the program or of its package, or a digest of the bot's file."""
    if not bot.origin:
        return bots.release(bot.name) or f"herbarium {version()}"
    return f"{DIGEST}{bot.digest[:16]}"


def main() -> None:
    """Serve the parent process until it closes the channel."""
    BotChild(processes.connect_to_parent()).serve()


if __name__ == "__main__":
    main()
