"""Beliefs about Herbalism by brute force over all deals: section "Beliefs" of the rules page.

A world is one possible distribution of the cards. For each observation, every move that fits it is played in every
world with the reference implementation. The worlds in which the observer would have seen exactly this remain. The rest
of the position is public and the same in all worlds.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm

from tests.reference.herbalism import arrangements, card_splits, legal_moves, observation_text, start, step
from tests.reference.herbalism_refusals import read_position
from tests.reference.herbalism_text import (
    CARDS,
    COLOURS,
    DECK,
    Position,
    RefusedError,
    Rules,
    parse_spec,
    right_card,
    write_position,
)

World = tuple[str, tuple[str, ...]]  # hidden pair, hands
Posterior = dict[str, Fraction]
MODELS = (None, "uniform")


@dataclass(frozen=True)
class Known:
    """The knowledge of an observer.

    `public` is the position without cards. `ways` is the number of card arrangements of each initial deal of the round.
    Without a model, `worlds` maps a world to the initial deals that can have led to it, as bits. With a model it maps a
    world to its weight, up to a common factor.
    """

    public: Position
    ways: list[int]
    worlds: dict[World, int]


def initial_knowledge(position: Position, deals: list[tuple[World, int]], model: str | None) -> Known:
    public = position._replace(hidden="", hands=("",) * len(position.hands))
    ways = [count for _, count in deals]
    return Known(
        public, ways, {world: 1 << place if model is None else count for place, (world, count) in enumerate(deals)}
    )


# One observation
@lru_cache
def deals_by_look(players: int, seat: int | None, before: Position) -> dict[str, list[tuple[str, int]]]:
    """Group the deals by what the observer sees of them, each with its number of card arrangements."""
    groups: dict[str, list[tuple[str, int]]] = {}
    for deal, count in arrangements(players).items():
        groups.setdefault(observation_text(before, deal, [], seat), []).append((deal, count))
    return groups


def observe_deal(rules: Rules, known: Known, seat: int | None, seen: str, model: str | None) -> Known:
    fitting = deals_by_look(rules.players, seat, known.public).get(seen, [])
    afters = [(step(rules, known.public, deal)[0], count) for deal, count in fitting]
    if not afters:
        raise ValueError("no deal looks so")
    return initial_knowledge(afters[0][0], [((after.hidden, after.hands), count) for after, count in afters], model)


def observe(rules: Rules, known: Known, seat: int | None, seen: str, model: str | None) -> Known:
    """Return the knowledge after one observation.

    Raises:
        ValueError: No world allows the observation.
    """
    public, mover = known.public, known.public.phase.seat
    if public.phase.kind == "deal":
        return observe_deal(rules, known, seat, seen, model)
    move_shown = seen.partition(";")[0]
    candidates = [move_shown.replace("?", colour) for colour in COLOURS] if "?" in move_shown else [move_shown]
    # The legal moves of a seat depend only on its own hand and on public information.
    choices = {
        hand: legal_moves(rules, public._replace(hands=(hand,) * rules.players))
        for hand in {hands[mover] for _, hands in known.worlds}
    }
    is_weighed = model is not None and mover != seat
    common = lcm(*map(len, choices.values()))
    worlds: dict[World, int] = {}
    publics = set()
    for (hidden, hands), weight in known.worlds.items():
        position = public._replace(hidden=hidden, hands=hands)
        moves = choices[hands[mover]]
        for move in candidates:
            if move not in moves:
                continue
            after, facts = step(rules, position, move)
            if observation_text(position, move, facts, seat) != seen:
                continue
            world, share = (after.hidden, after.hands), weight * common // len(moves) if is_weighed else weight
            worlds[world] = worlds.get(world, 0) | share if model is None else worlds.get(world, 0) + share
            publics.add(after._replace(hidden="", hands=public.hands))
    if not worlds:
        raise ValueError("no world allows it")
    (public_after,) = publics
    divisor = gcd(*worlds.values()) if model is not None else 1
    return Known(public_after, known.ways, {world: weight // divisor for world, weight in worlds.items()})


def posterior_after(
    rules: Rules, known: Known, seat: int | None, observations: Sequence[str], model: str | None
) -> Posterior:
    if model not in MODELS:
        raise ValueError(f"model {model!r}: must be one of {MODELS}")
    for place, seen in enumerate(observations, 1):
        try:
            known = observe(rules, known, seat, seen, model)
        except ValueError as contradiction:
            raise ValueError(f"observation {place}, {seen!r}: {contradiction}") from None
    weights = world_weights(known) if model is None else known.worlds
    total = sum(weights.values())
    return {
        write_position(known.public._replace(hidden=hidden, hands=hands)): Fraction(weight) / total
        for (hidden, hands), weight in weights.items()
    }


def set_bits(bits: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def world_weights(known: Known) -> Mapping[World, Fraction | int]:
    """Return the weight of each world: every deal shares its arrangements equally among its worlds."""
    ends = Counter(place for bits in known.worlds.values() for place in set_bits(bits))
    weights: dict[World, Fraction | int] = {}
    for world, bits in known.worlds.items():
        sums: Counter[int] = Counter()  # number of worlds that share a deal -> arrangements
        for place in set_bits(bits):
            sums[ends[place]] += known.ways[place]
        weights[world] = sum((Fraction(count, sharing) for sharing, count in sums.items()), Fraction(0))
    return weights


# Public functions
def posterior(spec: str, seat: int | None, observations: Sequence[str], model: str | None = None) -> Posterior:
    """Return the probability of each position text, given all that a seat (None: the public) observed in the game.

    Args:
        spec: The game.
        seat: The observer.
        observations: All observations since the start of the game.
        model: None weighs all initial deals alike. `uniform` also assumes that the rest of the seats choose uniformly
            among their move texts.

    Raises:
        ValueError: The model is unknown, or an observation is impossible; the message names the observation.
    """
    rules = parse_spec(spec)
    position = read_position(spec, start(spec))
    return posterior_after(
        rules, initial_knowledge(position, [((position.hidden, position.hands), 1)], model), seat, observations, model
    )


def from_view(
    spec: str, seat: int | None, view: str, observations: Sequence[str] = (), model: str | None = None
) -> Posterior:
    """Return the same probabilities for a viewpoint that begins with a view.

    The initial deals are then all ways to distribute the unseen cards.

    Raises:
        RefusedError: The rules page rejects the view.
        ValueError: See `posterior`.
    """
    seen = read_position(spec, view, seat)
    deals = [(world, count) for world, count in distributions(seen) if is_accepted(spec, seen, world)]
    return posterior_after(parse_spec(spec), initial_knowledge(seen, deals, model), seat, observations, model)


def distributions(seen: Position) -> Iterator[tuple[World, int]]:
    """Yield every way to fill the `?` places with the unseen cards, and its number of card arrangements."""
    places = (seen.hidden, *seen.hands)
    shown = "".join(places)
    unseen = tuple(count - shown.count(colour) for colour, count in DECK.items())
    if not shown:
        unseen = (0,) * len(DECK)
    for hands, count in card_splits(tuple(place.count("?") for place in places), unseen):
        cards = ("".join(colour * count for colour, count in zip(COLOURS, hand, strict=True)) for hand in hands)
        hidden, *others = (place if "?" not in place else new for place, new in zip(places, cards, strict=True))
        yield (hidden, tuple(others)), count


def is_accepted(spec: str, seen: Position, world: World) -> bool:
    """Return whether the rules page accepts the position.

    A failed marker rules out its pair, and in a `give` the target must have something to give.
    """
    try:
        read_position(spec, write_position(seen._replace(hidden=world[0], hands=world[1])))
    except RefusedError:
        return False
    return True


def cards_of(text: str) -> tuple[str, list[str]]:
    hidden, hands = text.split(" ")[:2]
    return hidden, hands.split("/")


def cure(beliefs: Posterior) -> dict[str, Fraction]:
    """Return the probability that each medicine card is right.

    Raises:
        ValueError: The cards are not dealt.
    """
    right = dict.fromkeys(CARDS, Fraction(0))
    for text, chance in beliefs.items():
        hidden, _ = cards_of(text)
        if hidden == "-":
            raise ValueError("no pair lies hidden before the deal")
        right[right_card(hidden)] += chance
    return right


def counts(beliefs: Posterior, seat: int) -> dict[str, dict[int, Fraction]]:
    """Return the distribution of the number of cards of each colour in a seat's hand, without zeros."""
    distributions_by_colour: dict[str, dict[int, Fraction]] = {colour: {} for colour in COLOURS}
    for text, chance in beliefs.items():
        _, hands = cards_of(text)
        for colour, numbers in distributions_by_colour.items():
            count = hands[seat].count(colour)
            numbers[count] = numbers.get(count, Fraction(0)) + chance
    return distributions_by_colour
