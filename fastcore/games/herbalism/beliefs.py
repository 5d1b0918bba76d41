"""The beliefs about Herbalism's cards that are computed in Python: policy models of other seats, and forecasts.

A world is (hidden pair, hands), each as counts by colour. A distribution is {world: probability}.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import log2
from typing import Any, NamedTuple

from fastcore.game import Game
from fastcore.games.herbalism.text.facts import World, fact_of
from fastcore.games.herbalism.text.texts import COLOURS, Hand, hand_of, right_card
from fastcore.state import State
from fastcore.values import CHANCE

History = tuple[tuple[bool, str], ...]  # (True for an observation or False for a fact, its text)

MISTAKES = 0.01  # probability that a seat deviates from its policy and chooses uniformly


def world_of(state: State) -> World:
    """Return the cards of a position."""
    fields = state.fields
    return hand_of(fields["hidden"]), tuple(hand_of(hand) for hand in fields["hands"].split("/"))


def replayed(
    game: Game, seat: int | None, positions: Mapping[str, float], history: History, model: str
) -> dict[World, float]:
    """Return the distribution of the cards if other seats choose by a policy.

    Args:
        game: the game.
        seat: the observer; None for public information.
        positions: {position text: probability} where the history begins.
        history: the observations and assumed facts since then.
        model: the name of the policy.
    """
    weights = dict(positions)
    for observed, text in history:
        if observed:
            weights = _observe(game, seat, weights, text, model)
        else:
            fact = fact_of(text, game.seats)
            weights = {world: weight for world, weight in weights.items() if fact(*world_of(State(game, world)))}
    total = sum(weights.values())
    return {world_of(State(game, text)): weight / total for text, weight in weights.items()}


def _observe(game: Game, seat: int | None, weights: dict[str, float], text: str, model: str) -> dict[str, float]:
    """Return the positions after an observation, with each choice of another seat weighted by its probability."""
    after: dict[str, float] = {}
    for world, weight in weights.items():
        state = State(game, world)
        for move, probability in _choices(state, seat, model):
            if state.observation(move, seat) == text:
                successor = state.after(move).text()
                after[successor] = after.get(successor, 0.0) + weight * probability
    return after


def _choices(state: State, seat: int | None, model: str) -> list[tuple[int, float]]:
    """Return [(move, probability)] of the actor or of chance. The observer's own choices have the factor 1."""
    if state.actor == CHANCE:
        return state.chances()
    moves = state.moves()
    if state.actor == seat:
        return [(move, 1.0) for move in moves]
    policy = dict(state.policy(model))
    return [(move, (1 - MISTAKES) * policy.get(move, 0.0) + MISTAKES / len(moves)) for move in moves]


# Forecasts ------------------------------------------------------------------------------------------------------------


class Watch(NamedTuple):
    """A decision, and the seat that observes it.

    Attributes:
        actor: the seat that decides.
        initiator: the seat that asked for a gift, in phase give.
        observer: a seat; None for public information.
        placed: whether the observer has placed a marker in the current cure.
        colours: the letters of the possible gifts, in phase give.
        minimum: the least number of cards of a gift.
        answered: the cards already answered in the cure if this decision resolves it, otherwise None.
    """

    actor: int
    initiator: int
    observer: int | None
    placed: bool
    colours: str
    minimum: int
    answered: frozenset[str] | None


def forecast_bits(watch: Watch, move: str, distribution: Mapping[World, float]) -> float:
    """Return the expected information about the cards, in bits, from a move and the gift that it asks for.

    Gifts, and given cards that the observer does not see, are assumed uniform. A marker counts what the cure will
    reveal when it is resolved.
    """
    outcomes: dict[object, float] = {}
    noise = 0.0  # bits of the outcome that are independent of the cards
    for world, probability in distribution.items():
        seen = _outcomes(watch, move, *world)
        noise += probability * bits(seen)
        for outcome, share in seen.items():
            outcomes[outcome] = outcomes.get(outcome, 0.0) + probability * share
    return max(0.0, bits(outcomes) - noise)


def worlds_left(watch: Watch, move: str, distribution: Mapping[World, float]) -> float:
    """Return the expected number of worlds that remain possible after a move and the gift that it asks for."""
    probabilities: dict[object, float] = {}
    counts: dict[object, int] = {}
    for world, probability in distribution.items():
        for outcome, share in _outcomes(watch, move, *world).items():
            probabilities[outcome] = probabilities.get(outcome, 0.0) + probability * share
            counts[outcome] = counts.get(outcome, 0) + 1
    return sum(probability * counts[outcome] for outcome, probability in probabilities.items())


def bits(probabilities: Mapping[Any, float]) -> float:
    """Return the entropy of a distribution in bits."""
    return -sum(probability * log2(probability) for probability in probabilities.values() if probability > 0)


def _outcomes(watch: Watch, move: str, pair: Hand, hands: tuple[Hand, ...]) -> dict[object, float]:
    """Return {observation of a move: probability} in one world."""
    head, _, rest = move.partition(":")
    if head in ("cure", "answer", "follow") or (head == "skip" and watch.answered is not None):
        if watch.placed or (watch.observer == watch.actor and head != "skip"):
            return {pair: 1.0}
        answers = (watch.answered or frozenset()) | {rest}
        return {pair if right_card(pair) in answers else None: 1.0}
    if head in ("skip", "predict") or rest == "pass":
        return {None: 1.0}
    if head == "give":
        return _gift_outcomes(watch, rest, hands[watch.actor])
    return _action_outcomes(watch, head, rest, hands)


def _gift_outcomes(watch: Watch, colour: str, hand: Hand) -> dict[object, float]:
    """Return {number of cards: probability} of a gift from a hand. Only the two seats concerned see its colour."""
    outcomes: dict[object, float] = {}
    colours = [colour]
    if watch.observer not in (watch.actor, watch.initiator):
        colours = [letter for letter in watch.colours if hand[COLOURS.index(letter)] >= watch.minimum]
    for letter in colours:
        count = 2 if watch.minimum == 2 else hand[COLOURS.index(letter)]
        outcomes[count] = outcomes.get(count, 0.0) + 1 / len(colours)
    return outcomes or {None: 1.0}


def _action_outcomes(watch: Watch, card: str, action_text: str, hands: tuple[Hand, ...]) -> dict[object, float]:
    """Return {number, colours or gift: probability} for an action, such as `inquire:2:b` on the card `rb`."""
    outcomes: dict[object, float] = {}
    action, number, *colour = action_text.split(":")
    target = hands[int(number) - 1]
    visible = watch.observer in (watch.actor, int(number) - 1)
    if action in ("inquire", "feed"):
        # An observer that does not see the card given considers every card that the actor holds and the action accepts.
        held = [letter for letter in (COLOURS if card == "==" else card) if hands[watch.actor][COLOURS.index(letter)]]
        given = colour if visible or not held else held
        for letter in given:
            requested = COLOURS.index(letter if card == "==" else card.replace(letter, ""))
            outcomes[target[requested]] = outcomes.get(target[requested], 0.0) + 1 / len(given)
        return outcomes
    if action == "brew" and card != "==":
        taken = tuple(target[COLOURS.index(letter)] > 0 for letter in card)
        return {taken if visible else sum(taken): 1.0}
    minimum = 2 if action == "brew" else 1
    gifts = [
        (place, target[place])
        for place, letter in enumerate(COLOURS)
        if target[place] >= minimum and (card == "==" or letter in card)
    ]
    if not gifts:
        return {None: 1.0}
    for place, held_count in gifts:
        count = 2 if action == "brew" else held_count
        outcome: object = (place, count) if visible else count
        outcomes[outcome] = outcomes.get(outcome, 0.0) + 1 / len(gifts)
    return outcomes
