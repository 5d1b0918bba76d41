"""A process in which one bot plays. It knows what its seat knows, and nothing else of the game.

`python -m workbench.bot_child MEGABYTES`: more memory than this it does not get.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path
from time import perf_counter

import bots
import fastcore
from bots.base import Bot, in_one_line
from workbench import children
from workbench.bot_messages import ENCODER, TO_BOT, Fault, Seated, Sit, Think, Thought
from workbench.thinking import BotFault, Reports, close_bot, decide
from workbench.version import version


class BotChild:
    def __init__(self) -> None:
        self.bot: Bot | None = None
        self.point: fastcore.Viewpoint | None = None

    def answer(self, message: bytes) -> bytes:
        asked = TO_BOT.decode(message)
        try:
            said: Seated | Thought | Fault = self.sit(asked) if isinstance(asked, Sit) else self.think(asked)
        except (Exception, SystemExit) as error:  # MemoryError among them
            said = Fault("start" if isinstance(asked, Sit) else "crash", in_one_line(error))
        return ENCODER.encode(said)

    def sit(self, asked: Sit) -> Seated | Fault:
        if self.bot is not None:
            close_bot(self.bot)
            self.bot = None
        try:
            self.bot = bots.make(asked.bot, asked.seed)
        except ValueError as error:
            return Fault("start", str(error))
        self.bot.brief = asked.brief
        if not self.bot.fits(asked.spec):
            return Fault("start", f"{self.bot.name} cannot play {asked.spec}")
        if asked.view is None:
            self.point = fastcore.Viewpoint(asked.spec, asked.seat)
        else:
            self.point = fastcore.Viewpoint.parse(f"{asked.spec} {asked.view}", asked.seat)
        return seated(self.bot)

    def think(self, asked: Think) -> Thought | Fault:
        assert self.bot is not None and self.point is not None, "it sits before it thinks"
        for learned in asked.learned:
            self.point.observe(learned)
        self.bot.progress = asked.all
        reports = Reports()
        began = perf_counter()
        try:
            last = decide(self.bot, self.point, asked.limit, reports.add if asked.all else None)
        except BotFault as fault:
            return Fault(fault.kind, str(fault))
        return Thought(tuple(reports.all) if asked.all else (last,), perf_counter() - began)


def seated(bot: Bot) -> Seated:
    """What is told of a bot that sits."""
    values = bot.values
    seconds = values.get("seconds")
    own = float(seconds) if isinstance(seconds, (int, float)) else None
    return Seated(bot.text, version_of(bot), int(values.get("threads") or 1), own)


def version_of(bot: Bot) -> str:
    """What a record says about where a bot came from: this program's version, or a digest of its own file."""
    if not bot.origin:
        return f"herbarium {version()}"
    file = Path(bot.origin.rpartition(":")[0]).expanduser()
    return f"sha256 {hashlib.sha256(file.read_bytes()).hexdigest()[:16]}"


def main() -> None:
    children.limit_memory(int(sys.argv[1]))
    children.serve(BotChild().answer)


if __name__ == "__main__":
    main()
