"""Herbalism by Liu Xiao and Eros Lin (2017), slow and plain, in the order of its rules page.

Every public function takes a spec and a position text and raises `Refused` for what the page refuses.
Seats count from 0; seat None is the public.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb, prod
from typing import NamedTuple

from tests.reference.herbalism_refusals import read
from tests.reference.herbalism_text import (
    CARDS,
    COLOURS,
    DECK,
    LAST_ROUND,
    Phase,
    Position,
    Refused,
    Rules,
    canonical,
    colours_of,
    givable,
    in_order,
    right_card,
    rules_of,
    takeable,
    unused,
    write,
)

__all__ = [
    "Refused",
    "actor",
    "canonical",
    "chances",
    "moves",
    "observation",
    "perft",
    "play",
    "points",
    "refusal",
    "returns",
    "start",
    "view",
]

ACTIONS = {"i": "inquire", "f": "feed", "b": "brew", "a": "appeal"}


class Fact(NamedTuple):
    """What a move makes known: `shown` to the seats of `to` (None: everybody), `masked` to the others ("": nothing)."""

    name: str
    shown: str
    to: frozenset[int] | None = None
    masked: str = ""


Step = tuple[Position, list[Fact]]


# Deal
def hands_of(size: int, left: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The hands of `size` cards, as a number per colour, out of what is left."""
    return (hand for hand in product(*(range(count + 1) for count in left)) if sum(hand) == size)


def splits(sizes: tuple[int, ...], left: tuple[int, ...]) -> Iterator[tuple[tuple[tuple[int, ...], ...], int]]:
    """Every way by colours to lay what is left in places of these sizes, with its number of card arrangements."""
    if not sizes:
        yield (), 1
        return
    for hand in hands_of(sizes[0], left):
        ways = prod(comb(have, taken) for have, taken in zip(left, hand, strict=True))
        for others, more in splits(sizes[1:], tuple(have - taken for have, taken in zip(left, hand, strict=True))):
            yield (hand, *others), ways * more


@lru_cache
def arrangements(players: int) -> dict[str, int]:
    """Every deal in byte order with its number of card arrangements."""
    found = {}
    for places, ways in splits((2, *[12 // players] * players), tuple(DECK.values())):
        cards = ("".join(colour * count for colour, count in zip(COLOURS, place, strict=True)) for place in places)
        found[f"deal:{'/'.join(cards)}"] = ways
    return dict(sorted(found.items()))


@lru_cache
def deals(players: int) -> list[tuple[str, Fraction]]:
    total = sum(arrangements(players).values())
    return [(deal, Fraction(ways, total)) for deal, ways in arrangements(players).items()]


# Round
def next_in(seats: list[int], seat: int) -> int:
    """The first of the seats after this one, going round; itself if it is the only one."""
    return min(seats, key=lambda one: (one <= seat, one))


def next_turn(position: Position, seat: int) -> Position:
    follower = next_in(unused(position.cure), seat)
    return position._replace(turn=position.turn + 1, phase=Phase("act", follower))


def after_action(rules: Rules, position: Position, seat: int) -> Position:
    if takeable(rules, position.predictions, seat):
        return position._replace(phase=Phase("predict", seat))
    return next_turn(position, seat)


def of_round(position: Position, seat: int) -> int:
    """What the round brings a seat."""
    kind, card = position.cure[seat][:1].lower(), position.cure[seat][2:]
    right = card == right_card(position.hidden)
    cured = {"a": 3 if right else 0, "f": 1 if right else -1, "": 0}[kind]
    return cured + sum(1 if colour in position.hidden else -1 for colour in position.predictions[seat])


def end_round(rules: Rules, position: Position, winner: int | None) -> Step:
    scores = tuple(max(0, score + of_round(position, seat)) for seat, score in enumerate(position.scores))
    facts = [Fact("pair", position.hidden)]
    if max(scores) >= rules.target or position.round == LAST_ROUND:
        facts.append(Fact("hands", "/".join(hand or "-" for hand in position.hands)))
        return position._replace(scores=scores, phase=Phase("over")), facts
    nobody = ("",) * rules.players
    starter = ((position.start if winner is None else winner) + 1) % rules.players
    return Position("", nobody, scores, position.round + 1, starter, 0, Phase("deal"), nobody, nobody, nobody), facts


# Turn
def may_only_cure(rules: Rules, position: Position) -> bool:
    return position.turn > rules.last_action_turn or len(unused(position.cure)) == 1


def actions(rules: Rules, position: Position, seat: int) -> Iterator[str]:
    """What a seat may do besides curing."""
    hand = position.hands[seat]
    others = [one for one in range(rules.players) if one != seat]
    for card in CARDS:
        if card == position.medicine[seat]:
            continue
        for letter, target in product(rules.actions, others):
            if letter in "if":
                for colour in colours_of(card):
                    if colour in hand:
                        yield f"{card}:{ACTIONS[letter]}:{target + 1}:{colour}"
            else:
                yield f"{card}:{ACTIONS[letter]}:{target + 1}"
        if not hand and not set("ba") & set(rules.actions):
            yield f"{card}:pass"


def legal(rules: Rules, position: Position) -> list[str]:
    """The legal moves in byte order; empty at chance and when over."""
    phase, seat = position.phase, position.phase.seat
    marked = {marker[2:] for marker in position.cure if marker}
    found: list[str] = []
    if phase.kind == "act":
        found = [f"cure:{card}" for card in CARDS if card not in marked]
        if not may_only_cure(rules, position):
            found += actions(rules, position, seat)
    elif phase.kind == "give":
        found = [f"give:{colour}" for colour in givable(position.hands[seat], phase.card, phase.action)]
    elif phase.kind == "cure":
        found = [f"answer:{card}" for card in CARDS if card not in marked]
        found += [f"follow:{marker[2:]}" for marker in position.cure if marker.startswith("a=")] + ["skip"]
    elif phase.kind == "predict":
        found = [f"predict:{colour}" for colour in takeable(rules, position.predictions, seat)] + ["skip"]
    return sorted(found)


def put(several: tuple[str, ...], seat: int, value: str) -> tuple[str, ...]:
    return (*several[:seat], value, *several[seat + 1 :])


def passed(position: Position, giver: int, taker: int, cards: str) -> Position:
    kept = position.hands[giver]
    for card in cards:
        kept = kept.replace(card, "", 1)
    hands = put(put(position.hands, giver, kept), taker, in_order(position.hands[taker] + cards))
    return position._replace(hands=hands)


def back(cards: str, seats: tuple[int, int]) -> Fact:
    return Fact("back", cards or "-", frozenset(seats), "?" * len(cards) or "-")


def act(rules: Rules, position: Position, card: str, words: list[str]) -> Step:
    """`words`: the action, the target, the given colour, as far as the action has them."""
    seat = position.phase.seat
    position = position._replace(medicine=put(position.medicine, seat, card))
    if words[0] == "pass":
        return after_action(rules, position, seat), []
    target = int(words[1]) - 1
    if words[0] in ("inquire", "feed"):
        given = words[2]
        asked = given if card == "==" else card.replace(given, "")
        position = passed(position, seat, target, given)
        count = position.hands[target].count(asked)
        if words[0] == "inquire":
            return after_action(rules, position, seat), [Fact("n", str(count))]
        cards = asked * count
    elif words[0] == "brew" and card != "==":
        cards = in_order("".join(colour for colour in card if colour in position.hands[target]))
    elif givable(position.hands[target], card, words[0]):
        return position._replace(phase=Phase("give", target, seat, card, words[0])), []
    else:
        cards = ""
    return after_action(rules, passed(position, target, seat, cards), seat), [back(cards, (seat, target))]


def give(rules: Rules, position: Position, colour: str) -> Step:
    target, seat = position.phase.seat, position.phase.other
    cards = givable(position.hands[target], position.phase.card, position.phase.action)[colour]
    return after_action(rules, passed(position, target, seat, cards), seat), [back(cards, (seat, target))]


# Cure
def answer(rules: Rules, position: Position, curing: int, marker: str) -> Step:
    """A seat puts its marker, or "" to decline; then the next is asked or the cure is resolved."""
    seat = position.phase.seat
    position = position._replace(cure=put(position.cure, seat, marker))
    asked = next_in([*unused(position.cure), curing], seat)
    if asked != curing:
        return position._replace(phase=Phase("cure", asked, curing)), []
    winning = f"a={right_card(position.hidden)}"
    if winning in position.cure:
        return end_round(rules, position, position.cure.index(winning))
    looked = frozenset(seat for seat, marker in enumerate(position.cure) if marker[:1] in ("a", "f"))
    position = position._replace(cure=tuple(marker[:1].upper() + marker[1:] for marker in position.cure))
    if not unused(position.cure):
        return end_round(rules, position, None)
    return next_turn(position, curing), [Fact("pair", position.hidden, looked)]


def step(rules: Rules, position: Position, move: str) -> Step:
    """What a legal move leads to and makes known."""
    seat = position.phase.seat
    kind, *words = move.split(":")
    if kind == "deal":
        hidden, *hands = words[0].split("/")
        return position._replace(hidden=hidden, hands=tuple(hands), turn=1, phase=Phase("act", position.start)), []
    if kind == "cure":
        return answer(rules, position, seat, f"a={words[0]}")
    if position.phase.kind == "cure":
        return answer(rules, position, position.phase.other, "" if kind == "skip" else f"{kind[0]}={words[0]}")
    if position.phase.kind == "predict":
        taken = in_order(position.predictions[seat] + "".join(words))
        return next_turn(position._replace(predictions=put(position.predictions, seat, taken)), seat), []
    if kind == "give":
        return give(rules, position, words[0])
    return act(rules, position, kind, words)


# Public: on texts
def start(spec: str) -> str:
    rules = rules_of(spec)
    nobody = ("",) * rules.players
    return write(Position("", nobody, (0,) * rules.players, 1, 0, 0, Phase("deal"), nobody, nobody, nobody))


def refusal(spec: str, text: str, seat: int | None = None) -> str | None:
    """The first faulty field of a position text or, with a seat, of that seat's view; None if all is well."""
    try:
        read(spec, text) if seat is None else read(spec, text, seat)
    except Refused as refused:
        return refused.field
    return None


def actor(spec: str, text: str) -> str:
    """`seat 1` and so on, `chance` or `over`."""
    phase = read(spec, text).phase
    return {"deal": "chance", "over": "over"}.get(phase.kind, f"seat {phase.seat + 1}")


def moves(spec: str, text: str) -> list[str]:
    """The legal moves in byte order; empty where chance decides and when over."""
    return legal(rules_of(spec), read(spec, text))


def chances(spec: str, text: str) -> list[tuple[str, Fraction]]:
    """The deals in byte order with their probabilities; empty where chance does not decide."""
    return list(deals(rules_of(spec).players)) if actor(spec, text) == "chance" else []


@lru_cache(maxsize=16)
def done(spec: str, text: str, move: str) -> Step:
    rules, position = rules_of(spec), read(spec, text)
    if move not in (arrangements(rules.players) if position.phase.kind == "deal" else legal(rules, position)):
        raise Refused("move", f"{move!r} is not legal here")
    return step(rules, position, move)


def play(spec: str, text: str, move: str) -> str:
    return write(done(spec, text, move)[0])


def points(spec: str, text: str) -> tuple[int, ...]:
    """The scores."""
    return read(spec, text).scores


def returns(spec: str, text: str) -> tuple[float, ...] | None:
    """The winners share 1, the others share -1, 0 each if all win; None while the game is not over."""
    if actor(spec, text) != "over":
        return None
    scores = points(spec, text)
    wins = [score == max(scores) for score in scores]
    if all(wins):
        return (0.0,) * len(scores)
    return tuple(1 / wins.count(True) if won else -1 / wins.count(False) for won in wins)


def masked(position: Position, seat: int | None) -> Position:
    """What a seat may see: `?` for each card it may not know."""
    if position.phase.kind in ("deal", "over"):
        return position
    looked = seat is not None and position.cure[seat][:1] in ("A", "F")
    hands = tuple(hand if one == seat else "?" * len(hand) for one, hand in enumerate(position.hands))
    return position._replace(hidden=position.hidden if looked else "??", hands=hands)


def view(spec: str, text: str, seat: int | None) -> str:
    return write(masked(read(spec, text), seat))


def observation(spec: str, text: str, move: str, seat: int | None) -> str:
    """The move as the seat sees it, then the facts, joined by `;`."""
    return observed(read(spec, text), move, done(spec, text, move)[1], seat)


def observed(position: Position, move: str, facts: list[Fact], seat: int | None) -> str:
    kind, *words = move.split(":")
    target = int(words[1]) - 1 if position.phase.kind == "act" and len(words) == 3 else position.phase.other
    if kind == "deal":
        hands = words[0].split("/")
        seen = "deal:" + "/".join(hand if one - 1 == seat else "?" * len(hand) for one, hand in enumerate(hands))
    elif (len(words) == 3 or kind == "give") and seat not in (position.phase.seat, target):
        seen = move[:-1] + "?"
    else:
        seen = move
    told = ((fact.name, fact.shown if fact.to is None or seat in fact.to else fact.masked) for fact in facts)
    return ";".join([seen, *(f"{name}={value}" for name, value in told if value)])


def perft(spec: str, text: str, depth: int) -> int:
    """The number of sequences of `depth` moves; those that end earlier, or at a deal, are not counted."""
    return sequences(rules_of(spec), read(spec, text), depth)


def sequences(rules: Rules, position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    if depth == 1:
        return len(legal(rules, position))
    return sum(sequences(rules, step(rules, position, move)[0], depth - 1) for move in legal(rules, position))
