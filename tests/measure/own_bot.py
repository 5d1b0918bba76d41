"""Measure how much longer a decision takes for a bot in a separate process, compared with the same bot in this process.

python -m tests.measure.own_bot [--decisions 50] [--seed 1] [BOT ...]    (default: the bot in docs/bots/write-a-bot.md)
"""

from __future__ import annotations

import argparse
import re
import tempfile
from pathlib import Path
from queue import SimpleQueue
from statistics import median
from time import perf_counter

import bots
import fastcore
from bots import Bot
from fastcore import CHANCE, OVER, Stream
from workbench.bot_process import bot_factory, trust
from workbench.bot_process.process_bot import ProcessBot
from workbench.thinking.thinker import Done, Failed, Message, Thinker

PAGE = Path(__file__).parents[2] / "docs" / "bots" / "write-a-bot.md"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("bots", nargs="*", help="texts of bots from files")
    parser.add_argument("--decisions", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for text in options.bots or [write_documented_bot(Path(folder))]:
            trust.allow_all_once([text])
            for game in fastcore.games():
                measure(text, game, options.decisions, options.seed)


def write_documented_bot(folder: Path) -> str:
    """Write the bot of the page to a file. Return the spec of the bot."""
    file = folder / "mine.py"
    match = re.search(r"```python\n(# mine\.py.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert match is not None
    file.write_text(match[1], encoding="utf-8")
    return f"{file}:Mine"


def measure(text: str, game: str, decisions: int, seed: int) -> None:
    local, separate = bots.make(text, seed), bot_factory.make(text, seed, game)
    assert isinstance(separate, ProcessBot)
    separate.describe()
    messages: SimpleQueue[Message] = SimpleQueue()
    thinker = Thinker(messages)
    times: list[tuple[float, float]] = []
    number = 0
    while len(times) < decisions:
        number += 1
        state, stream = fastcore.start(game), Stream(seed, "measure", number)
        known = [state.viewpoint(seat) for seat in range(state.seats)]
        while state.actor != OVER and len(times) < decisions:
            move = state.move_text(state.sample(stream) if state.actor == CHANCE else stream.choice(state.moves()))
            if state.actor != CHANCE and stream.below(4) == 0:
                point = known[state.actor]
                times.append(
                    (
                        decision_seconds(thinker, messages, local, point),
                        decision_seconds(thinker, messages, separate, point),
                    )
                )
            for viewpoint in known:
                if seen := state.observation(move, viewpoint.seat):
                    viewpoint.observe(seen)
            state.play(move)
    separate.close()
    differences = [1000 * (separate_seconds - own_seconds) for own_seconds, separate_seconds in times]
    own_ms, separate_ms = (1000 * median(viewpoint[which] for viewpoint in times) for which in (0, 1))
    print(
        f"{game}: in this process {own_ms:.1f} ms, in its own {separate_ms:.1f} ms (medians); "
        f"median difference {median(differences):+.1f} ms, largest {max(differences):+.1f} ms"
    )


def decision_seconds(thinker: Thinker, messages: SimpleQueue[Message], bot: Bot, point: fastcore.Viewpoint) -> float:
    """Return the seconds from the question to the decision, as a window's thread measures them."""
    start = perf_counter()
    thinker.start(bot, point)
    while True:
        message = messages.get()
        assert not isinstance(message, Failed), message
        if isinstance(message, Done):
            return perf_counter() - start


if __name__ == "__main__":
    main()
