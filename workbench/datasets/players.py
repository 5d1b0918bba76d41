"""Games between bots, with what the bots thought before each decision."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

import bots
import fastcore
from bots.planning import PlanBot
from bots.searching import SearchBot
from fastcore.fitting.selfplay import Game, play_game
from fastcore.steps import SIMULTANEOUS, Steps
from workbench.bot_process.decisions import decide
from workbench.datasets.settings import Settings


@dataclass(frozen=True)
class Thought:
    """What a bot thought before a decision.

    Attributes:
        seat: Its seat.
        choice: The move that it chose.
        shares: The shares of moves, with sum 1. Moves without a share are missing.
        values: The value for each seat, in [-1, 1].
        simulations: The simulations of this decision.
    """

    seat: int
    choice: int
    shares: dict[int, float]
    values: tuple[float, ...]
    simulations: int


@dataclass(frozen=True)
class DecidedGame:
    """A game and the thought before each of its decisions, in their order."""

    number: int
    game: Game
    thoughts: tuple[Thought, ...]


@dataclass(frozen=True)
class Decision:
    """A decision in the step model.

    Attributes:
        step: The number of steps before it, in which joint choices and chance outcomes count once.
        thought: What the bot thought.
        action: What was played.
    """

    step: int
    thought: Thought
    action: int


class Mind:
    """A bot in one seat, and what this seat has seen.

    Args:
        text: The bot.
        state: The start of the game.
        seat: The seat.
        seed: The seed of the bot.
    """

    def __init__(self, text: str, state: fastcore.State, seat: int, seed: int) -> None:
        self.bot = bots.make(text, seed, spec=state.spec)
        self.bot.brief, self.bot.progress = True, False
        self.point = state.viewpoint(seat)
        self.seat = seat
        self._written: list[str] = []  # the lines of the current plan, for bots that plan

    def think(self) -> Thought:
        """Return the bot's thought on the current position.

        Raises:
            BotFaultError: The bot cannot decide.
        """
        point, bot = self.point, self.bot
        report = decide(bot, point)
        choice = point.parse_move(report.move)
        searched = report.simulations > 0 and isinstance(bot, SearchBot) and bot.search is not None
        shares: dict[int, float] = {}
        values = report.candidates[0].value if report.candidates else point.evaluate().values
        if isinstance(bot, PlanBot) and bot.search is not None:
            mixture = bot.search.mixture()
            if searched:
                self._written = list(mixture[0][0][: bot.search.written])
            if searched or bot.following.get(f"{point.spec} {point.text()}") is report:
                values = bot.search.value()
                shares = self._plan_shares(mixture)
        if not shares and searched and isinstance(bot, SearchBot) and bot.search is not None:
            rows = bot.search.root()
            total = int(rows["visits"].sum())
            if bot.has_comparable_values and total:
                shares = {int(row["move"]): int(row["visits"]) / total for row in rows if row["visits"]}
        return Thought(self.seat, choice, shares or {choice: 1.0}, tuple(values), report.simulations)

    def _plan_shares(self, mixture: list[tuple[tuple[str, ...], float]]) -> dict[int, float]:
        """Return the probability of each next line in a mixed strategy, given the lines that are written."""
        done = len(self._written)
        shares: dict[int, float] = {}
        for plan, weight in mixture:
            if weight > 0 and len(plan) > done and list(plan[:done]) == self._written:
                move = self.point.parse_move(plan[done])
                shares[move] = shares.get(move, 0.0) + weight
        total = sum(shares.values())
        return {move: share / total for move, share in shares.items()}

    def observe(self, state: fastcore.State, move: int) -> None:
        """Take in a move or outcome that is made in a position."""
        if state.actor == self.seat:
            self._written.append(state.move_text(move))
        if text := state.observation(move, self.seat):
            self.point.observe(text, events=False)


class BotPlayer:
    """A bot in each seat. Each sees only what its seat sees.

    Args:
        settings: The settings.
        number: The number of the game.

    Attributes:
        thoughts: The thoughts before all decisions so far.
    """

    def __init__(self, settings: Settings, number: int) -> None:
        state = fastcore.start(settings.spec)
        self._minds = [
            Mind(settings.bot, state, seat, fastcore.Stream(settings.seed, "data set", number, seat).below(2**32))
            for seat in range(state.seats)
        ]
        self.thoughts: list[Thought] = []

    def think(self, state: fastcore.State) -> float:
        """Let the bot of the seat that decides think. Return its value for seat 0, or 0 at chance nodes.

        Raises:
            BotFaultError: The bot cannot decide.
        """
        if state.actor < 0:
            return 0.0
        self.thoughts.append(self._minds[state.actor].think())
        return self.thoughts[-1].values[0]

    def choice(self) -> int:
        """Return the bot's choice."""
        return self.thoughts[-1].choice

    def advance(self, state: fastcore.State, move: int) -> None:
        """Take in the move or outcome that is made in a position."""
        for mind in self._minds:
            mind.observe(state, move)

    def close(self) -> None:
        """Close the bots."""
        for mind in self._minds:
            mind.bot.close()


def play(number: int, settings: Settings) -> DecidedGame:
    """Play the game with a number.

    Raises:
        BotFaultError: The bot cannot decide.
    """
    player = BotPlayer(settings, number)
    try:
        game = play_game(
            number,
            [settings.spec],
            0,
            settings.random,
            settings.seed,
            settings.opening,
            purpose="data set",
            player=player,
        )
    finally:
        player.close()
    return DecidedGame(number, game, tuple(player.thoughts))


def end_of(game: Game) -> fastcore.State:
    """Return the last position of a game."""
    state = game.begun()
    for move in game.moves:
        state.play(move)
    return state


def decisions_of(decided: DecidedGame) -> Iterator[tuple[Steps, list[Decision]]]:
    """Yield the history before each step with decisions, and these decisions: several if seats choose together.

    The caller must not change the history.
    """
    start = fastcore.start(decided.game.spec)
    choices: list[deque[tuple[Thought, int]]] = [deque() for _ in range(start.seats)]
    outcomes: deque[int] = deque()
    thoughts = iter(decided.thoughts)
    for move in decided.game.moves:
        if start.actor >= 0:
            choices[start.actor].append((next(thoughts), move))
        else:
            outcomes.append(move)
        start.play(move)
    steps, count = Steps(decided.game.spec), 0
    while steps.actor != fastcore.OVER:
        if steps.actor == fastcore.CHANCE:
            steps.play_outcome(outcomes.popleft())
        else:
            made = [Decision(count, *choices[seat].popleft()) for seat in steps.acting]
            yield steps, made
            if steps.actor == SIMULTANEOUS:
                steps.play_together({one.thought.seat: one.action for one in made})
            else:
                steps.play(made[0].action)
        count += 1
