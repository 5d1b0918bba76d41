"""Tests that a program learns nothing but what its seat sees: its messages are equal in all worlds that fit."""

from __future__ import annotations

import json
from collections import deque

import pytest

import fastcore
from bots.report import Limit
from fastcore import CHANCE, OVER, State, Stream
from tests.conftest import deep
from tests.protocol.scripted import TEXT, result, simple_reply
from workbench.bot_process import program_link
from workbench.bot_process.messages import GameOver, Seated, Sit, Think, Thought
from workbench.bot_process.program_link import ProgramLink
from workbench.bot_process.program_position import ProgramPosition
from workbench.bot_process.remote_search import PositionMessages
from workbench.conformance.walks import random_move, random_position
from workbench.protocol import messages
from workbench.protocol.lines import LineChannel

HIDDEN = [game for game in fastcore.games() if fastcore.info(game).has.covered]
WANTS = ["view", "moves", "values"]
MAX_EVENTS = 600  # of a game
ATTEMPTS = 20  # other games for each game


def lines_at(point: fastcore.Viewpoint) -> bytes:
    """Return the lines that bring a program to a position and ask it there."""
    position = ProgramPosition()
    position.seed = 5
    found = position.move_to(PositionMessages().message(point))
    asked = position.choose(Limit(simulations=1), None, ("view", "moves", "values"))
    return b"".join([*map(messages.note, found), messages.call(1, asked)])


@pytest.mark.parametrize("game", HIDDEN)
def test_messages_are_equal_in_all_worlds_that_the_seat_cannot_distinguish(game: str) -> None:
    changed = 0
    for number in range(deep(20, 1000)):
        state = random_position(game, "messages", number)
        point = state.viewpoint(state.actor)
        other = point.sample(Stream(number, "exchange"))
        changed += other != state
        assert lines_at(other.viewpoint(state.actor)) == lines_at(point), state
    assert changed > 5, "the worlds differ"


class Recorder(LineChannel):
    """A program that plays given moves, and the lines that it gets. Each decision takes longer than the last."""

    def __init__(self, moves: list[str]) -> None:
        super().__init__(-1, -1)
        self.moves, self.heard, self.seconds = iter(moves), list[str](), 0.0
        self.decisions = 0
        self._replies: deque[bytes] = deque()

    def send(self, lines: bytes, seconds: float) -> None:
        """Answer each request."""
        for line in lines.decode().splitlines():
            self.heard.append(line)
            message = json.loads(line)
            if message["method"] == "choose":
                self.decisions += 1
                self.seconds += 0.25 * self.decisions
                self._replies.append(result(message["id"], {"move": next(self.moves)}).encode())
            else:
                self._replies += (reply.encode() for reply in simple_reply(message, wants=WANTS))

    def receive(self, seconds: float) -> bytes | None:
        """Return the next answer."""
        return self._replies.popleft() if self._replies else None


def possible_events(state: State) -> list[str]:
    moves = [move for move, _ in state.chances()] if state.actor == CHANCE else state.moves()
    return [state.move_text(move) for move in moves]


def follow(game: str, seat: int, events: list[str], stream: Stream) -> list[str]:
    """Return events of another game that show a seat the same as these events, as long as there are any."""
    first, second, others = fastcore.start(game), fastcore.start(game), list[str]()
    for event in events:
        seen = first.observation(event, seat)
        shuffled = stream.shuffled(possible_events(second)) if second.actor == first.actor else []
        other = next((other for other in shuffled if second.observation(other, seat) == seen), None)
        if other is None:
            break
        others.append(other)
        first.play(event)
        second.play(other)
    return others


def two_histories(game: str, seat: int, stream: Stream) -> tuple[list[str], list[str]]:
    """Return the events of two games that a seat cannot distinguish, the longest of some attempts that differ."""
    state, events = fastcore.start(game), list[str]()
    while state.actor != OVER and len(events) < MAX_EVENTS:
        events.append(state.move_text(random_move(state, stream)))
        state.play(events[-1])
    attempts = [follow(game, seat, events, stream) for _ in range(ATTEMPTS)]
    others = max(attempts, key=lambda others: (others != events[: len(others)]) * len(others))
    return events[: len(others)], others


def conversation(game: str, seat: int, events: list[str], patch: pytest.MonkeyPatch) -> tuple[list[str], State]:
    """Let a program play these events like a match. Return the lines that it gets, and the last position."""
    state, learned = fastcore.start(game), list[str]()
    own = list[str]()
    for event in events:
        if state.actor == seat:
            own.append(event)
        state.play(event)
    channel = Recorder(own)
    patch.setattr(program_link, "monotonic", lambda: channel.seconds)
    link = ProgramLink(TEXT, ("./mine",), channel)
    link.send(Sit(TEXT, 7, game, seat, None))
    assert isinstance(link.receive(1), Seated)
    state = fastcore.start(game)
    for event in events:
        if state.actor == seat:
            link.send(Think(tuple(learned), Limit(simulations=5), True))
            answer = link.receive(1)
            assert isinstance(answer, Thought) and answer.reports[-1].move == event
            learned = []
        if seen := state.observation(event, seat):
            learned.append(seen)
        state.play(event)
    ended = state.actor == OVER
    returns = state.returns() if ended else (0.0,) * state.seats
    link.send(
        GameOver(
            "normal" if ended else "adjudicated", returns, state.points() if ended else (), None, "", tuple(learned)
        )
    )
    return channel.heard, state


@pytest.mark.parametrize("game", HIDDEN)
def test_whole_games_are_equal_in_worlds_that_the_seat_cannot_distinguish(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All lines are equal, with the times used. The last one shows the results, which may differ after the end."""
    changed = decisions = 0
    for number in range(deep(12, 1000)):
        seat = number % fastcore.start(game).seats
        histories = two_histories(game, seat, Stream(number, "histories", game))
        (lines, state), (other_lines, other) = (conversation(game, seat, events, monkeypatch) for events in histories)
        open_results = state.actor == OVER and (state.returns(), state.points()) != (other.returns(), other.points())
        assert lines[-1].startswith('{"jsonrpc":"2.0","method":"game_over"')
        assert lines[: len(lines) - open_results] == other_lines[: len(other_lines) - open_results], (number, seat)
        changed += histories[0] != histories[1]
        decisions += sum('"method":"choose"' in line and '"used":' in line for line in lines)
    assert changed > 5, "the worlds differ"
    assert decisions > 12, "the times used are compared"
