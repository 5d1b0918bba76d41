"""The split of a game's result into luck, skill and drift, position by position.

For every seat, the value at the start plus all luck, skill and drift is the result. Each term is computed from values,
never as a remainder of the others. See "Luck" in docs/research/statistics.md.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import accumulate
from math import fsum
from typing import NamedTuple

from fastcore import CHANCE, OVER, State
from workbench.luck.judges import Judge, Values
from workbench.records import steps
from workbench.system.translation import tr

MOST_COUNTED = 36  # outcomes of a chance event that are worth counting, such as the rolls of two dice


class Decision(NamedTuple):
    """A decision judged elsewhere, by what its seat knew: a move, a turn or a plan.

    Attributes:
        first: The index of its first move in the line.
        last: The index of its last move.
        seat: The seat that decided.
        best: The value of the best alternative for this seat, in [-1, 1].
        value: The value of the decision for this seat.
        better: The better moves as text, or "".
    """

    first: int
    last: int
    seat: int
    best: float
    value: float
    better: str = ""


class Event(NamedTuple):
    """One move or outcome of chance, and what it changed for each seat.

    Attributes:
        number: The index of the move in the line.
        actor: The seat that moved, or CHANCE, or OVER for a result outside the rules.
        turn: The number of the turn.
        move: The text of the move.
        luck: The value after the outcome less the mean over all outcomes. 0 for decisions.
        skill: The value after the move less the value after the best one. 0 for chance.
        drift: How far the judge contradicts itself: at a chance event, the mean over all outcomes less the value before
            it; at a decision, the value after the best move less the value before it.
        better: The better move, or "".
    """

    number: int
    actor: int
    turn: int
    move: str
    luck: Values
    skill: Values
    drift: Values
    better: str = ""


class Totals(NamedTuple):
    """The parts of a seat's result, as sums over the game.

    start + luck + own + others + drift = result.

    Attributes:
        start: The value at the start.
        luck: The luck.
        own: What the seat's own decisions lost, at most 0.
        others: What the decisions of other seats changed for this seat.
        drift: The drift of the judge.
        result: The return of the game.
    """

    start: float
    luck: float
    own: float
    others: float
    drift: float
    result: float


class Curves(NamedTuple):
    """A seat's sums after each position of a game: entry n is the sum over the first n moves, and entry 0 is 0.

    `skill` has the decisions of all seats.
    """

    luck: tuple[float, ...]
    skill: tuple[float, ...]
    drift: tuple[float, ...]


class OutcomeCount(NamedTuple):
    """How often an outcome of chance occurred, and how often it was expected."""

    outcome: str
    times: int
    expected: float


class GameLuck(NamedTuple):
    """A game split into luck, skill and drift.

    Attributes:
        spec: The game.
        judge: What judged the positions, in words.
        start: The value of the start for each seat.
        result: The return of each seat.
        events: All moves and outcomes in order. If the result does not follow from the last position, because the game
            ended outside the rules, a last event without a move holds the difference as drift.
        judged: Whether decisions were judged. If not, what they changed is part of the drift.
        outcomes: The outcomes of chance events of at most 36 outcomes, with their counts.
    """

    spec: str
    judge: str
    start: Values
    result: Values
    events: tuple[Event, ...]
    judged: bool
    outcomes: tuple[OutcomeCount, ...]

    @property
    def has_chance(self) -> bool:
        """Whether anything was left to chance in this game."""
        return any(event.actor == CHANCE for event in self.events)

    def totals(self, seat: int) -> Totals:
        """Return the sums of a seat over the game."""
        own = fsum(event.skill[seat] for event in self.events if event.actor == seat)
        others = fsum(event.skill[seat] for event in self.events if event.actor != seat)
        luck, drift = (fsum(getattr(event, name)[seat] for event in self.events) for name in ("luck", "drift"))
        return Totals(self.start[seat], luck, own, others, drift, self.result[seat])

    def curves(self, seat: int) -> Curves:
        """Return the running sums of a seat, each with one entry more than there are events."""
        return Curves(
            *(
                tuple(accumulate((getattr(event, name)[seat] for event in self.events), initial=0.0))
                for name in ("luck", "skill", "drift")
            )
        )

    def luckiest(self, seat: int, count: int = 3) -> tuple[Event, ...]:
        """Return the chance events that helped a seat most, the largest first."""
        return self._extreme(seat, count, 1)

    def unluckiest(self, seat: int, count: int = 3) -> tuple[Event, ...]:
        """Return the chance events that hurt a seat most, the worst first."""
        return self._extreme(seat, count, -1)

    def contradictions(self, seat: int, count: int = 1) -> tuple[Event, ...]:
        """Return the events with a seat's largest drift up or down, the largest first."""
        found = [event for event in self.events if event.drift[seat]]
        return tuple(sorted(found, key=lambda event: (-abs(event.drift[seat]), event.number))[:count])

    def _extreme(self, seat: int, count: int, sign: int) -> tuple[Event, ...]:
        found = [event for event in self.events if event.actor == CHANCE and sign * event.luck[seat] > 0]
        return tuple(sorted(found, key=lambda event: (-sign * event.luck[seat], event.number))[:count])


def split(
    start: State,
    moves: Sequence[str],
    judge: Judge,
    result: Sequence[float] | None = None,
    judged: Iterable[Decision] = (),
) -> GameLuck:
    """Split a game into luck, skill and drift.

    Args:
        start: The starting position.
        moves: The moves and outcomes of chance as texts.
        judge: The judge of positions.
        result: The return of each seat, needed if the game did not end by the rules.
        judged: Decisions judged by what their seats knew, such as those of a review. Their skill counts at their last
            move; what a decision loses, its opponents gain in equal parts. Without them, the judge of positions also
            judges each move, unless the game hides something: then decisions are not judged.

    Raises:
        JudgeError: The judge gives impossible values.
        IllegalMove: A move is illegal.
        ValueError: The game has no result, or a position was set up by hand during the game.
    """
    decisions = {decision.last: decision for decision in judged}
    judges_moves = not decisions and not start.info.has.covered
    state, value = start.copy(), judge.value(start)
    first, none, events = value, (0.0,) * start.seats, list[Event]()
    counts, expected = Counter[str](), defaultdict[str, float](float)
    for number, move in enumerate(moves):
        if steps.is_set_up(move):
            raise ValueError(
                tr("move {number} sets up a position by hand, which is neither luck nor skill", number=number + 1)
            )
        actor, turn, after = state.actor, state.turn, state.after(move)
        then, luck, skill, better = judge.value(after), none, none, ""
        if actor == CHANCE:
            mean = judge.mean(state)
            luck, drift = _less(then, mean), _less(mean, value)
            outcomes = state.chances()
            if len(outcomes) <= MOST_COUNTED:
                counts[move] += 1
                for outcome, chance in outcomes:
                    expected[state.move_text(outcome)] += chance
        elif judges_moves:
            best = judge.best(state)
            top = judge.value(state.after(best))
            if top[actor] > then[actor]:
                skill, drift, better = _less(then, top), _less(top, value), state.move_text(best)
            else:
                drift = _less(then, value)
        else:
            if number in decisions:
                skill, better = _skill(decisions[number], start.seats), decisions[number].better
            drift = tuple(new - old - lost for new, old, lost in zip(then, value, skill, strict=True))
        events.append(Event(number, actor, turn, move, luck, skill, drift, better))
        state, value = after, then
    returns = _result(state, result)
    if returns != value:
        events.append(Event(len(moves), OVER, state.turn, "", none, none, _less(returns, value)))
    return GameLuck(
        start.spec, judge.name, first, returns, tuple(events), judges_moves or bool(decisions),
        tuple(OutcomeCount(outcome, counts[outcome], chance) for outcome, chance in expected.items()),
    )  # fmt: skip


def chance_lucks(start: State, moves: Sequence[str], judge: Judge) -> dict[int, Values]:
    """Return the luck of each seat at every chance event, by the index of its outcome. Much faster than `split`.

    Args:
        start: The starting position.
        moves: The moves and outcomes of chance as texts. A position that was set up by hand is no luck.
        judge: The judge of positions.

    Raises:
        JudgeError: The judge gives impossible values.
        IllegalMove: A move is illegal.
    """
    state, found = start.copy(), dict[int, Values]()
    for number, move in enumerate(moves):
        if steps.is_set_up(move):
            changed = steps.apply_step(state, move)
            assert isinstance(changed, State)
            state = changed
        elif state.actor == CHANCE:
            mean = judge.mean(state)
            state.play(move)
            found[number] = _less(judge.value(state), mean)
        else:
            state.play(move)
    return found


def total_luck(start: State, moves: Sequence[str], judge: Judge) -> Values:
    """Return the luck of each seat in a game; arguments and errors as for `chance_lucks`."""
    found = chance_lucks(start, moves, judge).values()
    return tuple(map(fsum, zip(*found, strict=True))) if found else (0.0,) * start.seats


def _result(last: State, result: Sequence[float] | None) -> Values:
    """Return the returns of a game.

    Raises:
        ValueError: It is not finished.
    """
    if last.actor == OVER:
        return tuple(last.returns()) if result is None else tuple(result)
    if result is None:
        raise ValueError(tr("the game is not finished, so it has no result"))
    return tuple(result)


def _skill(decision: Decision, seats: int) -> Values:
    lost = min(decision.value - decision.best, 0.0)
    return tuple(lost if seat == decision.seat else -lost / (seats - 1) for seat in range(seats))


def _less(first: Values, second: Values) -> Values:
    return tuple(one - other for one, other in zip(first, second, strict=True))
