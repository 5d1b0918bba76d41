"""Random games as one seat sees them, and other games that this seat cannot distinguish from them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

import fastcore
from bots import Report
from fastcore import CHANCE, State, Stream, Viewpoint
from workbench.conformance.walks import option_specs, random_game

History = list[tuple[State, int]]
LATE_CHOICES = 12  # a late choice is one of the last 12 by chance or other seats


def seats(state: State) -> tuple[int | None, ...]:
    """Return None, which means everybody, and all seats."""
    return (None, *range(state.seats))


def random_history(spec: str, number: int) -> History:
    """Return the start of a random game, up to a position in which a seat decides."""
    played = list(random_game(spec, "hiding", number))
    length = Stream(number, "length").below(min(len(played), 60)) + 1
    while length > 1 and played[length - 1][0].actor < 0:
        length -= 1
    return played[:length]


def policy_history(spec: str, number: int) -> History:
    """Return the start of a game played by its best policy, up to a position in which a seat decides.

    Histories with odd numbers end after the first phase, which random play seldom does.
    """
    state, stream, played = fastcore.start(spec), Stream(number, "sensible", spec), list[tuple[State, int]]()
    phase, policy = state.phase, state.info.policies[-1]
    min_moves = stream.below(40)
    while len(played) < 200 and state.actor != fastcore.OVER:
        rare = state.phase != phase and state.actor == number // 2 % state.seats
        if state.actor >= 0 and len(played) >= min_moves and (number % 2 == 0 or rare):
            break
        moves, weights = zip(*(state.chances() if state.actor < 0 else state.policy(policy)), strict=True)
        move = moves[stream.pick(list(weights))]
        played.append((state, move))
        state = state.after(move)
    return [*played, (state, -1)]


def viewpoint_after(played: History, seat: int | None) -> Viewpoint:
    """Return a seat's view of the last position of a history, built from its observations."""
    point = Viewpoint(played[0][0].spec, seat)
    for state, move in played[:-1]:
        seen = state.observation(move, seat)
        if seen:
            point.observe(seen)
    return point


def indistinguishable_history(played: History, seat: int | None, stream: Stream) -> History | None:
    """Return another history in which this seat makes the same observations, or None if none is found.

    One choice of chance or another seat differs; later moves stay the same where possible.
    """
    others = [number for number, (state, _) in enumerate(played[:-1]) if state.actor != seat]
    if not others:
        return None
    # Change any choice, the first one (a deal), or a late one, which has revealed little so far.
    first = (others[stream.below(len(others))], others[0], others[-1 - stream.below(min(len(others), LATE_CHOICES))])[
        stream.below(3)
    ]
    state = played[first][0].copy()
    history = list(played[:first])
    for number in range(first, len(played) - 1):
        truth, move = played[number]
        seen = truth.observation(move, seat)
        choices = [outcome for outcome, _ in state.chances()] if state.actor == CHANCE else state.moves()
        if number > first and move in choices and state.observation(move, seat) == seen:
            chosen = move
        else:
            alike = [
                choice
                for choice in choices
                if state.observation(choice, seat) == seen and (number > first or choice != move)
            ]
            if not alike:
                return None
            chosen = alike[stream.below(len(alike))]
        history.append((state, chosen))
        state = state.after(chosen)
    return [*history, (state, -1)]


def indistinguishable_positions(game: str, wanted: int) -> Iterator[tuple[int | None, State, State]]:
    """Yield a seat and two positions that it cannot distinguish: one of a random game and a sampled one."""
    specs, pairs = option_specs(game), 0
    for number in range(20 * wanted):
        spec = specs[number % len(specs)]
        for state, _ in random_game(spec, "observed", number, max_moves=60):
            seat = seats(state)[(number + state.turn) % (state.seats + 1)]
            other = state.viewpoint(seat).sample(Stream(number, state.key))
            if other != state:
                pairs += 1
                yield seat, state, other
            if pairs == wanted:
                return
    pytest.fail(f"{game} has too few positions with the same view")


def without_durations(report: Report) -> Report:
    """Return the report without its durations, which differ between runs."""
    return replace(report, seconds=0.0, history=tuple(map(without_durations, report.history)))
