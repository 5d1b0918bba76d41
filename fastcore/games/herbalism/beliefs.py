"""Beliefs about Herbalism's cards that take longer: any policy as a model, what a move may reveal.

A world is (hidden pair, hands), each as counts by colour; a weighting is {world: probability}.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import log2
from typing import Any, NamedTuple

from fastcore.game import Game
from fastcore.games.herbalism.facts import World, fact_of
from fastcore.games.herbalism.texts import COLOURS, Hand, hand_of, right_card
from fastcore.state import State
from fastcore.values import CHANCE

Learned = tuple[tuple[bool, str], ...]  # (is it an observation, else a fact; its text)

ERRS = 0.01  # so often does a model that is not uniform choose evenly: nobody plays a policy without fail


def world_of(state: State) -> World:
    """How the cards lie in a position."""
    fields = state.fields
    return hand_of(fields["hidden"]), tuple(hand_of(hand) for hand in fields["hands"].split("/"))


def replayed(
    game: Game, seat: int | None, begun: Mapping[str, float], since: Learned, model: str
) -> dict[World, float]:
    """What is likely if the others choose by this policy. Each of the positions that the round may have begun with goes
    through all that was learned, and every choice of another counts with its probability."""
    weights = dict(begun)
    for observed, text in since:
        if observed:
            weights = _observed(game, seat, weights, text, model)
        else:
            fact = fact_of(text, game.seats)
            weights = {world: chance for world, chance in weights.items() if fact(*world_of(State(game, world)))}
    total = sum(weights.values())
    return {world_of(State(game, text)): chance / total for text, chance in weights.items()}


def _observed(game: Game, seat: int | None, weights: dict[str, float], text: str, model: str) -> dict[str, float]:
    after: dict[str, float] = {}
    for world, weight in weights.items():
        state = State(game, world)
        for move, chance in _choices(state, seat, model):
            if state.observation(move, seat) == text:
                following = state.after(move).text()
                after[following] = after.get(following, 0.0) + weight * chance
    return after


def _choices(state: State, seat: int | None, model: str) -> list[tuple[int, float]]:
    """Who decides does this with that probability; choices of one's own carry no weight."""
    if state.actor == CHANCE:
        return state.chances()
    moves = state.moves()
    if state.actor == seat:
        return [(move, 1.0) for move in moves]
    chosen = dict(state.policy(model))
    return [(move, (1 - ERRS) * chosen.get(move, 0.0) + ERRS / len(moves)) for move in moves]


# What a move may reveal -----------------------------------------------------------------------------------------------


class Watch(NamedTuple):
    """Who decides and who watches. `by` asked for what is handed over, of the colours `asked` and at
    least `least` cards; `put`: the watcher has a marker in the cure; `answered`: the cards answered in
    it, if this decision resolves it."""

    actor: int
    by: int
    me: int | None
    put: bool
    asked: str
    least: int
    answered: frozenset[str] | None


def forecast_bits(watch: Watch, move: str, weights: Mapping[World, float]) -> float:
    """Bits that a move, and the answer that it asks for, are expected to reveal; whoever is asked, and whoever hands
    over what the watcher does not see, chooses evenly. A marker shows what the cure will show when it is resolved."""
    outcomes: dict[object, float] = {}
    noise = 0.0  # bits of the outcome that say nothing of the cards
    for world, chance in weights.items():
        seen = _outcomes(watch, move, *world)
        noise += chance * bits(seen)
        for outcome, share in seen.items():
            outcomes[outcome] = outcomes.get(outcome, 0.0) + chance * share
    return max(0.0, bits(outcomes) - noise)


def worlds_left(watch: Watch, move: str, weights: Mapping[World, float]) -> float:
    """How many of these worlds are expected to be possible still after a move and the answer that it asks for."""
    chances: dict[object, float] = {}
    allowed: dict[object, int] = {}
    for world, chance in weights.items():
        for outcome, share in _outcomes(watch, move, *world).items():
            chances[outcome] = chances.get(outcome, 0.0) + chance * share
            allowed[outcome] = allowed.get(outcome, 0) + 1
    return sum(chance * allowed[outcome] for outcome, chance in chances.items())


def bits(chances: Mapping[Any, float]) -> float:
    """How much is unknown where so likely are all that may be the case."""
    return -sum(chance * log2(chance) for chance in chances.values() if chance > 0)


def _outcomes(watch: Watch, move: str, pair: Hand, hands: tuple[Hand, ...]) -> dict[object, float]:
    """What may be seen of a move in one world, with probabilities."""
    found: dict[object, float] = {}
    actor, me = watch.actor, watch.me
    card, _, rest = move.partition(":")
    if card in ("cure", "answer", "follow") or (card == "skip" and watch.answered is not None):
        if watch.put or (me == actor and card != "skip"):
            return {pair: 1.0}
        answers = (watch.answered or frozenset()) | {rest}
        return {pair if right_card(pair) in answers else None: 1.0}
    if card in ("skip", "predict") or rest == "pass":
        return {None: 1.0}
    if card == "give":
        hand = hands[actor]
        given = (
            [rest]
            if me in (actor, watch.by)
            else [one for one in watch.asked if hand[COLOURS.index(one)] >= watch.least]
        )
        for one in given:
            handed = 2 if watch.least == 2 else hand[COLOURS.index(one)]
            found[handed] = found.get(handed, 0.0) + 1 / len(given)
        return found or {None: 1.0}
    action, number, *colour = rest.split(":")
    target = hands[int(number) - 1]
    concerned = me in (actor, int(number) - 1)
    if action in ("inquire", "feed"):
        # who is not concerned does not see which card is given: any that the actor holds and the medicine card takes
        allowed = [one for one in (COLOURS if card == "==" else card) if hands[actor][COLOURS.index(one)]]
        given = colour if concerned or not allowed else allowed
        for one in given:
            place = COLOURS.index(one if card == "==" else card.replace(one, ""))
            found[target[place]] = found.get(target[place], 0.0) + 1 / len(given)
        return found
    if action == "brew" and card != "==":
        taken = tuple(target[COLOURS.index(one)] > 0 for one in card)
        return {taken if concerned else sum(taken): 1.0}
    least = 2 if action == "brew" else 1
    asked = [
        (place, target[place])
        for place, one in enumerate(COLOURS)
        if target[place] >= least and (card == "==" or one in card)
    ]
    if not asked:
        return {None: 1.0}
    for place, there in asked:
        handed = 2 if action == "brew" else there
        outcome: object = (place, handed) if concerned else handed
        found[outcome] = found.get(outcome, 0.0) + 1 / len(asked)
    return found
