"""Beliefs about Herbalism's cards that take longer: facts that are supposed, any policy as a model, what a move may reveal.

A world is (hidden pair, hands), each as counts by colour; a weighting is {world: probability}.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from math import log2

from fastcore.game import Game
from fastcore.games.herbalism.refusals import right_card
from fastcore.games.herbalism.texts import CARDS, COLOURS, Hand, hand_of
from fastcore.state import State
from fastcore.values import CHANCE, Conflict

World = tuple[Hand, tuple[Hand, ...]]
Learned = tuple[tuple[bool, str], ...]  # (is it an observation, else a fact; its text)

ERRS = 0.01  # so often does a model that is not uniform choose evenly: nobody plays a policy without fail

_FACT = re.compile("hidden=(.*)|cure=(.*)|([1-4]):([rygb])(=|>=|<=)([0-9]{1,2})")
_HOLDS = {"=": int.__eq__, ">=": int.__ge__, "<=": int.__le__}


def fact_of(text: str, seats: int) -> Callable[[Hand, tuple[Hand, ...]], bool]:
    """Whether a fact, `hidden=rb`, `cure=gy` or `2:r>=1`, is so where the cards lie in this way; Conflict if it is none."""
    found = _FACT.fullmatch(text)
    if found is None or (found[3] and int(found[3]) > seats):
        raise Conflict(text, "a fact is hidden=rb, cure=gy, or a seat, colour and number as in 2:r>=1")
    if found[1] is not None:
        if len(found[1]) != 2 or not re.fullmatch("r*y*g*b*", found[1]):
            raise Conflict(text, "the hidden pair is two letters of rygb in this order")
        wanted = hand_of(found[1])
        return lambda pair, hands: pair == wanted
    if found[2] is not None:
        if found[2] not in CARDS:
            raise Conflict(text, f"the medicine cards are {', '.join(CARDS)}")
        return lambda pair, hands: right_card(pair) == found[2]
    seat, colour, number, holds = int(found[3]) - 1, COLOURS.index(found[4]), int(found[6]), _HOLDS[found[5]]
    return lambda pair, hands: bool(holds(hands[seat][colour], number))


def world_of(state: State) -> World:
    """How the cards lie in a position."""
    fields = state.fields
    return hand_of(fields["hidden"]), tuple(hand_of(hand) for hand in fields["hands"].split("/"))


def replayed(game: Game, seat: int | None, begun: Mapping[str, float], since: Learned, model: str) -> dict[World, float]:
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


# What a move may reveal -------------------------------------------------------------------------------------------------


def forecast_bits(actor: int, by: int, me: int | None, move: str, weights: Mapping[World, float]) -> float:
    """Bits that a move of `actor`, and the answer that it asks for, are expected to reveal to `me`; whoever is asked
    chooses evenly. `by` is who asked, where something is handed over. A cure shows the pair to whoever put a marker."""
    outcomes: dict[object, float] = {}
    noise = 0.0  # bits of the outcome that say nothing of the cards
    for world, chance in weights.items():
        seen = _outcomes(actor, by, me, move, *world)
        noise += chance * _bits(seen)
        for outcome, share in seen.items():
            outcomes[outcome] = outcomes.get(outcome, 0.0) + chance * share
    return max(0.0, _bits(outcomes) - noise)


def _bits(chances: Mapping[object, float]) -> float:
    return -sum(chance * log2(chance) for chance in chances.values() if chance > 0)


def _outcomes(actor: int, by: int, me: int | None, move: str, pair: Hand, hands: tuple[Hand, ...]) -> dict[object, float]:
    """What may be seen of a move in one world, with probabilities."""
    card, _, rest = move.partition(":")
    if card in ("cure", "answer", "follow"):
        return {pair if me == actor else right_card(pair) == rest: 1.0}
    if card in ("skip", "predict") or rest == "pass":
        return {None: 1.0}
    if card == "give":
        return {hands[actor][COLOURS.index(rest)] if me in (actor, by) else None: 1.0}
    action, number, *colour = rest.split(":")
    target = hands[int(number) - 1]
    concerned = me in (actor, int(number) - 1)
    if action in ("inquire", "feed"):
        other = colour[0] if card == "==" else card.replace(colour[0], "")
        return {target[COLOURS.index(other)]: 1.0}
    if action == "brew" and card != "==":
        taken = tuple(target[COLOURS.index(one)] > 0 for one in card)
        return {taken if concerned else sum(taken): 1.0}
    least = 2 if action == "brew" else 1
    asked = [(place, target[place]) for place, one in enumerate(COLOURS) if target[place] >= least and (card == "==" or one in card)]
    found: dict[object, float] = {} if asked else {None: 1.0}
    for place, there in asked:
        handed = 2 if action == "brew" else there
        outcome: object = (place, handed) if concerned else handed
        found[outcome] = found.get(outcome, 0.0) + 1 / len(asked)
    return found
