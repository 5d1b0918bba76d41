"""What an observer of Herbalism may believe, by brute force over all deals: the page's section "Beliefs".

A world is one way the cards may lie now. Each observation is put to every world: every move that it may stand for is
played there with the slow twin's own functions, and the worlds stay in which the observer would have seen just that.
The rest of the position is public, the same in all worlds.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm

from tests.reference.herbalism import arrangements, legal, observed, splits, start, step
from tests.reference.herbalism_refusals import read
from tests.reference.herbalism_text import CARDS, COLOURS, DECK, Position, Refused, Rules, right_card, rules_of, write

World = tuple[str, tuple[str, ...]]  # hidden pair, hands
Posterior = dict[str, Fraction]
MODELS = (None, "uniform")


@dataclass(frozen=True)
class Known:
    """`public`: the position without cards. `ways`: the card arrangements of each first laying (deal) of the round.

    `worlds`, for what is possible: the layings that can have led there, as bits; for what is likely: the weight of all
    ways there, up to a factor common to all.
    """

    public: Position
    ways: list[int]
    worlds: dict[World, int]


def begun(position: Position, layings: list[tuple[World, int]], model: str | None) -> Known:
    nothing = position._replace(hidden="", hands=("",) * len(position.hands))
    ways = [count for _, count in layings]
    return Known(
        nothing, ways, {world: 1 << place if model is None else count for place, (world, count) in enumerate(layings)}
    )


# One observation
@lru_cache
def deals_by_look(players: int, seat: int | None, before: Position) -> dict[str, list[tuple[str, int]]]:
    """What the observer sees of a deal -> the deals that look so, with their arrangements."""
    found: dict[str, list[tuple[str, int]]] = {}
    for deal, ways in arrangements(players).items():
        found.setdefault(observed(before, deal, [], seat), []).append((deal, ways))
    return found


def dealt(rules: Rules, known: Known, seat: int | None, seen: str, model: str | None) -> Known:
    fitting = deals_by_look(rules.players, seat, known.public).get(seen, [])
    afters = [(step(rules, known.public, deal)[0], ways) for deal, ways in fitting]
    if not afters:
        raise ValueError("no deal looks so")
    return begun(afters[0][0], [((after.hidden, after.hands), ways) for after, ways in afters], model)


def observe(rules: Rules, known: Known, seat: int | None, seen: str, model: str | None) -> Known:
    """Raises `ValueError` if no world allows what was seen."""
    public, mover = known.public, known.public.phase.seat
    if public.phase.kind == "deal":
        return dealt(rules, known, seat, seen, model)
    shown = seen.partition(";")[0]
    candidates = [shown.replace("?", colour) for colour in COLOURS] if "?" in shown else [shown]
    # what a seat may do depends on its own hand and on what is public alone
    choices = {
        hand: legal(rules, public._replace(hands=(hand,) * rules.players))
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
            if observed(position, move, facts, seat) != seen:
                continue
            world, share = (after.hidden, after.hands), weight * common // len(moves) if is_weighed else weight
            worlds[world] = worlds.get(world, 0) | share if model is None else worlds.get(world, 0) + share
            publics.add(after._replace(hidden="", hands=public.hands))
    if not worlds:
        raise ValueError("no world allows it")
    (now,) = publics
    shared = gcd(*worlds.values()) if model is not None else 1
    return Known(now, known.ways, {world: weight // shared for world, weight in worlds.items()})


def grown(rules: Rules, known: Known, seat: int | None, observations: Sequence[str], model: str | None) -> Posterior:
    if model not in MODELS:
        raise ValueError(f"model {model!r}: must be one of {MODELS}")
    for place, seen in enumerate(observations, 1):
        try:
            known = observe(rules, known, seat, seen, model)
        except ValueError as contradiction:
            raise ValueError(f"observation {place}, {seen!r}: {contradiction}") from None
    weights = shared_equally(known) if model is None else known.worlds
    total = sum(weights.values())
    return {
        write(known.public._replace(hidden=hidden, hands=hands)): Fraction(weight) / total
        for (hidden, hands), weight in weights.items()
    }


def places_of(bits: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def shared_equally(known: Known) -> Mapping[World, Fraction | int]:
    """Each laying shares its arrangements equally among the worlds it can have led to."""
    ends = Counter(place for bits in known.worlds.values() for place in places_of(bits))
    weights: dict[World, Fraction | int] = {}
    for world, bits in known.worlds.items():
        sums: Counter[int] = Counter()  # number of worlds that share -> arrangements
        for place in places_of(bits):
            sums[ends[place]] += known.ways[place]
        weights[world] = sum((Fraction(ways, sharing) for sharing, ways in sums.items()), Fraction(0))
    return weights


# Public
def posterior(spec: str, seat: int | None, observations: Sequence[str], model: str | None = None) -> Posterior:
    """Position text -> probability, after all that a seat (None: the public) observed since the start of the game.

    Model None is what is possible, `uniform` what is likely if the others choose evenly among their move texts.
    Raises `ValueError` naming the observation that nothing allows.
    """
    rules = rules_of(spec)
    position = read(spec, start(spec))
    return grown(rules, begun(position, [((position.hidden, position.hands), 1)], model), seat, observations, model)


def from_view(
    spec: str, seat: int | None, view: str, observations: Sequence[str] = (), model: str | None = None
) -> Posterior:
    """The same for a viewpoint begun from a view, whose first layings are all ways to lay the unseen cards.

    Raises `Refused` for a view that the page refuses.
    """
    seen = read(spec, view, seat)
    layings = [(world, ways) for world, ways in laid(seen) if may_lie(spec, seen, world)]
    return grown(rules_of(spec), begun(seen, layings, model), seat, observations, model)


def laid(seen: Position) -> Iterator[tuple[World, int]]:
    """Every way to lay the unseen cards in the `?` places, with its card arrangements."""
    places = (seen.hidden, *seen.hands)
    shown = "".join(places)
    unseen = tuple(count - shown.count(colour) for colour, count in DECK.items())
    if not shown:
        unseen = (0,) * len(DECK)
    for hands, ways in splits(tuple(place.count("?") for place in places), unseen):
        cards = ("".join(colour * count for colour, count in zip(COLOURS, hand, strict=True)) for hand in hands)
        hidden, *others = (place if "?" not in place else new for place, new in zip(places, cards, strict=True))
        yield (hidden, tuple(others)), ways


def may_lie(spec: str, seen: Position, world: World) -> bool:
    """Whether the page accepts the position: a failed marker excludes its pair, a `give` needs something to give."""
    try:
        read(spec, write(seen._replace(hidden=world[0], hands=world[1])))
    except Refused:
        return False
    return True


def cards_of(text: str) -> tuple[str, list[str]]:
    hidden, hands = text.split(" ")[:2]
    return hidden, hands.split("/")


def cure(beliefs: Posterior) -> dict[str, Fraction]:
    """The probability that each medicine card is right; `ValueError` before the deal."""
    right = dict.fromkeys(CARDS, Fraction(0))
    for text, chance in beliefs.items():
        hidden, _ = cards_of(text)
        if hidden == "-":
            raise ValueError("no pair lies hidden before the deal")
        right[right_card(hidden)] += chance
    return right


def counts(beliefs: Posterior, seat: int) -> dict[str, dict[int, Fraction]]:
    """Colour -> number of cards of it in the seat's hand -> probability, those above 0."""
    found: dict[str, dict[int, Fraction]] = {colour: {} for colour in COLOURS}
    for text, chance in beliefs.items():
        _, hands = cards_of(text)
        for colour, numbers in found.items():
            count = hands[seat].count(colour)
            numbers[count] = numbers.get(count, Fraction(0)) + chance
    return found
