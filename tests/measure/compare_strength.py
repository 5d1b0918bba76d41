"""Play the bots of two trees of the program against each other, at equal time or with a handicap.

python -m tests.measure.compare_strength BEFORE AFTER SPEC --seconds 0.02 --games 400 [--opening 4 | --openings FILE]
    [--bot BOT] [--before-bot BOT] [--before-seconds 0.02] [--results FILE] [--pin 0]

Both trees are built already. Every opening of random moves is played twice, with the seats exchanged and the same luck.
The bots run in one process each and think in turn, so other work on the machine slows both. Prints the score of AFTER
with a 95 % interval from the pairs. With a results file, one JSON line a pair, a later run continues.

Two threads against one thread with 1.7 times the time, in the same tree:

python -m tests.measure.compare_strength . . herd --seconds 0.02 --before-seconds 0.034 --games 1000
    --bot "mcts(threads=2,shared=on)" --before-bot mcts --results FILE
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys
from pathlib import Path
from typing import IO, cast

import fastcore
from fastcore import CHANCE, OVER, Stream

SERVER = Path(__file__).with_name("seat_server.py")


class Seat:
    """A bot of a tree in its own process."""

    def __init__(self, tree: Path, bot: str, seconds: float, pin: int | None, simulations: int | None = None) -> None:
        words = [sys.executable, str(SERVER)]
        if pin is not None:
            words = ["taskset", "-c", str(pin), *words]
        environment = {"PYTHONPATH": str(tree), "HERBARIUM_BUILD": "v3", "PATH": "/usr/bin:/bin", "PYTHONSAFEPATH": "1"}
        self.bot = bot
        self.limit = {"seconds": seconds} if simulations is None else {"simulations": simulations}
        self.process = subprocess.Popen(
            words, cwd=tree, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def send(self, **call: object) -> None:
        stdin = cast("IO[str]", self.process.stdin)
        stdin.write(json.dumps(call) + "\n")
        stdin.flush()

    def move(self) -> str:
        self.send(move=self.limit)
        line = cast("IO[str]", self.process.stdout).readline()
        if not line:
            raise SystemExit("a bot's process ended; its error is above")
        return str(json.loads(line)["move"])


def play(state: fastcore.State, seats: list[Seat], seed: int) -> tuple[float, ...]:
    """Play a game to its end and return the results. `seats` has the bot of each seat; chance is drawn from `seed`."""
    luck = Stream(seed, "luck")
    for number, seat in enumerate(seats):
        seat.send(game=state.spec, bot=seat.bot, seat=number, seed=seed, position=state.text())
    while state.actor != OVER:
        if state.actor == CHANCE:
            move: int | str = state.sample(luck)
        else:
            move = seats[state.actor].move()
        seen = [state.observation(move, number) for number in range(len(seats))]
        state.play(move)
        for seat, text in zip(seats, seen, strict=True):
            if text:
                seat.send(observe=text)
    return state.returns()


def opening(spec: str, moves: int, seed: int) -> fastcore.State:
    """Return the position after some random moves of players, at which the game is not over."""
    stream = Stream(seed, "opening")
    while True:
        state = fastcore.start(spec)
        made = 0
        while state.actor != OVER and (made < moves or state.actor == CHANCE):
            made += state.actor >= 0
            state.play(state.sample(stream) if state.actor == CHANCE else stream.choice(state.moves()))
        if state.actor != OVER:
            return state


def interval(scores: list[float]) -> tuple[float, float]:
    """Return the mean of the pairs' scores and half the width of its 95 % interval."""
    mean = sum(scores) / len(scores)
    variance = sum((score - mean) ** 2 for score in scores) / max(1, len(scores) - 1)
    return mean, 1.96 * math.sqrt(variance / len(scores))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("spec")
    parser.add_argument("--seconds", type=float, default=0.02, help="for each decision")
    parser.add_argument("--before-seconds", type=float, help="by default the same")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--opening", type=int, default=4, help="random moves of each opening")
    parser.add_argument("--openings", type=Path, help="a file of position texts, taken in turn instead of random moves")
    parser.add_argument("--bot", help="by default the strongest bot that fits the game")
    parser.add_argument("--before-bot", help="by default the same")
    parser.add_argument("--results", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pin", type=int, help="the core that both use")
    options = parser.parse_args()
    import bots

    bot = options.bot or bots.strongest(options.spec)
    before_seconds = options.before_seconds or options.seconds
    before = Seat(options.before.resolve(), options.before_bot or bot, before_seconds, options.pin)
    after = Seat(options.after.resolve(), bot, options.seconds, options.pin)
    scores: list[float] = []
    if options.results and options.results.exists():
        scores = [json.loads(line)["score"] for line in options.results.read_text(encoding="utf-8").splitlines()]
    texts = options.openings.read_text(encoding="utf-8").splitlines() if options.openings else []
    for number in range(len(scores), options.games // 2):
        if texts:
            state = fastcore.parse(f"{options.spec} {texts[number % len(texts)]}")
        else:
            state = opening(options.spec, options.opening, options.seed * 10**6 + number)
        first = play(state.copy(), [after, before], number)[0]
        second = play(state.copy(), [before, after], number)[1]
        scores.append((2 + first + second) / 4)
        if options.results:
            with options.results.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"pair": number, "score": scores[-1]}) + "\n")
        if (number + 1) % 10 == 0:
            mean, half = interval(scores)
            print(f"{2 * len(scores)} games: {100 * mean:.1f} ± {100 * half:.1f}", flush=True)
    mean, half = interval(scores)
    print(f"{options.spec}, {bot}, {options.seconds} s: {100 * mean:.1f} ± {100 * half:.1f} in {2 * len(scores)} games")


if __name__ == "__main__":
    main()
