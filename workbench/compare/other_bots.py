"""Any bot as the continuation of a comparison: a level, a built-in bot with options, a bot from a file, or a program.

A bot decides far more slowly than a policy of the core, and a comparison with a bot uses one thread.
"""

from __future__ import annotations

from collections.abc import Callable

import bots
import fastcore
from fastcore import GameInfo, State, Stream, Viewpoint
from workbench.bot_process import bot_factory, trust
from workbench.bot_process.decisions import BotFaultError, close_bot, decide
from workbench.bot_process.process import BotProcess, PlayerFaultError
from workbench.bot_process.remote_search import fault_sentence, file_and_name
from workbench.system.translation import tr

PATIENCE = 60.0  # seconds that a bot may take beyond the time that it declares for a decision
MAX_SIMULATIONS = 10**6
MAX_SEED = 2**32
SHORT_SEARCH = 60  # simulations of the search that can continue the games


class StoppedError(Exception):
    """Raised by a continuation to abandon the current trial after a stop."""


class BotContinuation:
    """A bot that decides for all seats of a comparison.

    Each decision has a new bot, whose seed comes from the comparison. So a decision depends only on the position and
    the trial: where two candidates reach equal positions, the bot decides equally. Built-in bots run in this
    process; the others run in their own, which the thread of the first decision starts.

    Args:
        text: The bot's spec.
        spec: The game.

    Attributes:
        should_stop: Asked before each decision; if it returns True, the decision raises `StoppedError`.

    Raises:
        BotError: The bot's spec is invalid, or the bot cannot play the game.
    """

    def __init__(self, text: str, spec: str) -> None:
        bot_factory.check_text(text, "" if bots.is_level(text) else spec)
        self.text, self.spec = text, spec
        self.should_stop: Callable[[], bool] = lambda: False
        self._process = BotProcess(text) if trust.is_foreign(text) else None
        if self._process is None:
            bots.make(text, 0, spec=spec)  # reject invalid options here, not in the first trial

    def __call__(self, point: State | Viewpoint, stream: Stream) -> int | str:
        """Return the move of the bot.

        Raises:
            BotFaultError: The bot fails.
            StoppedError: The comparison was stopped.
        """
        moves = point.moves()
        if len(moves) == 1:
            return moves[0]
        if self.should_stop():
            raise StoppedError
        seen = point.viewpoint(point.actor) if isinstance(point, State) else point
        seed = stream.below(MAX_SEED)
        return self._ask(seen, seed) if self._process is None else self._ask_process(self._process, seen, seed)

    def _ask(self, point: Viewpoint, seed: int) -> str:
        bot = bots.make(self.text, seed, spec=self.spec)
        bot.brief, bot.progress = True, False
        try:
            return decide(bot, point).move
        finally:
            close_bot(bot)

    def _ask_process(self, process: BotProcess, point: Viewpoint, seed: int) -> str:
        try:
            seated = process.sit(self.spec, point.actor, seed, point.text(), brief=True)
            report = process.think((), None, PATIENCE + (seated.seconds or 0.0), False).reports[-1]
        except PlayerFaultError as fault:
            file, name = file_and_name(self.text)
            raise BotFaultError(fault.kind, fault_sentence(fault, name, file)) from None
        if report.move not in map(point.move_text, point.moves()):
            raise BotFaultError("illegal", f"{self.text} chose {report.move[:40]!r}: {point.why_not(report.move)}")
        return report.move

    def close(self) -> None:
        """End the bot's process. The next decision starts another one."""
        if self._process is not None:
            self._process.close()


def usual_continuation(info: GameInfo) -> str:
    """Return who plays on unless the user chooses: a policy, or a short search where its games differ little.

    If nothing is left to chance and nothing is secret, a policy plays only a few different games from a position. Their
    result is often 0 or 100 %, whatever the position is worth. `docs/comparing.md` has the measurements.
    """
    has = info.has
    if not (has.chance or has.secrets or has.hidden):
        return str(SHORT_SEARCH)
    return policy_of(info)


def policy_of(info: GameInfo) -> str:
    """Return the policy of a game that plays on."""
    return "greedy" if "greedy" in info.policies else info.policies[-1]


def continuation(text: str, spec: str) -> str | dict[str, int] | BotContinuation:
    """Return a continuation for `fastcore.Comparison` from its text.

    Args:
        text: A policy of the game, a number of simulations of a search, or a bot.
        spec: The game.

    Raises:
        ValueError: There is no such continuation.
    """
    if text in fastcore.start(spec).info.policies:
        return text
    if text.isascii() and text.isdigit():
        if not 1 <= int(text) <= MAX_SIMULATIONS:
            raise ValueError(tr("a search has 1 to {most:,} simulations", most=MAX_SIMULATIONS))
        return {"simulations": int(text)}
    return BotContinuation(text, spec)
