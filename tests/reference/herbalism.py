"""Reference implementation of Herbalism by Liu Xiao and Eros Lin (2017), in the order of its rules page.

Every public function takes a spec and a position text and raises `RefusedError` if the rules page rejects one of them.
Seats are numbered from 0; seat None is the public.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb, prod
from typing import NamedTuple

from tests.reference.herbalism_refusals import read_position
from tests.reference.herbalism_text import (
    CARDS,
    COLOURS,
    DECK,
    LAST_ROUND,
    Phase,
    Position,
    RefusedError,
    Rules,
    available_predictions,
    canonical,
    colours_of,
    gift_choices,
    parse_spec,
    right_card,
    sort_cards,
    unused,
    write_position,
)

__all__ = [
    "RefusedError",
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
    """Information that a move reveals.

    The seats in `recipients` (None: all seats) see `shown`; the rest see `masked`, or nothing if it is empty.
    """

    name: str
    shown: str
    recipients: frozenset[int] | None = None
    masked: str = ""


Step = tuple[Position, list[Fact]]


# Deal
def possible_hands(size: int, left: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the hands of `size` cards that the cards in `left` allow, as counts by colour."""
    return (hand for hand in product(*(range(count + 1) for count in left)) if sum(hand) == size)


def card_splits(sizes: tuple[int, ...], left: tuple[int, ...]) -> Iterator[tuple[tuple[tuple[int, ...], ...], int]]:
    """Yield every split of the cards in `left` into places of these sizes.

    Each split comes as counts by colour for each place, with its number of card arrangements.
    """
    if not sizes:
        yield (), 1
        return
    for hand in possible_hands(sizes[0], left):
        count = prod(comb(available, drawn) for available, drawn in zip(left, hand, strict=True))
        for rest, rest_count in card_splits(
            sizes[1:], tuple(available - drawn for available, drawn in zip(left, hand, strict=True))
        ):
            yield (hand, *rest), count * rest_count


@lru_cache
def arrangements(players: int) -> dict[str, int]:
    """Return every deal in byte order with its number of card arrangements."""
    counts = {}
    for places, arrangement_count in card_splits((2, *[12 // players] * players), tuple(DECK.values())):
        cards = ("".join(colour * count for colour, count in zip(COLOURS, place, strict=True)) for place in places)
        counts[f"deal:{'/'.join(cards)}"] = arrangement_count
    return dict(sorted(counts.items()))


@lru_cache
def deals(players: int) -> list[tuple[str, Fraction]]:
    total = sum(arrangements(players).values())
    return [(deal, Fraction(count, total)) for deal, count in arrangements(players).items()]


# Round
def next_in(seats: list[int], seat: int) -> int:
    """Return the first of the seats after this one in turn order; the seat itself if it is the only one."""
    return min(seats, key=lambda candidate: (candidate <= seat, candidate))


def next_turn(position: Position, seat: int) -> Position:
    follower = next_in(unused(position.cure), seat)
    return position._replace(turn=position.turn + 1, phase=Phase("act", follower))


def after_action(rules: Rules, position: Position, seat: int) -> Position:
    if available_predictions(rules, position.predictions, seat):
        return position._replace(phase=Phase("predict", seat))
    return next_turn(position, seat)


def round_points(position: Position, seat: int) -> int:
    """Return the points a seat gains or loses in the round."""
    kind, card = position.cure[seat][:1].lower(), position.cure[seat][2:]
    right = card == right_card(position.hidden)
    cured = {"a": 3 if right else 0, "f": 1 if right else -1, "": 0}[kind]
    return cured + sum(1 if colour in position.hidden else -1 for colour in position.predictions[seat])


def end_round(rules: Rules, position: Position, winner: int | None) -> Step:
    scores = tuple(max(0, score + round_points(position, seat)) for seat, score in enumerate(position.scores))
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
    """Yield the legal actions of a seat except cures."""
    hand = position.hands[seat]
    others = [player for player in range(rules.players) if player != seat]
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


def legal_moves(rules: Rules, position: Position) -> list[str]:
    """Return the legal moves in byte order; empty at a chance event and when the game is over."""
    phase, seat = position.phase, position.phase.seat
    marked = {marker[2:] for marker in position.cure if marker}
    legal: list[str] = []
    if phase.kind == "act":
        legal = [f"cure:{card}" for card in CARDS if card not in marked]
        if not may_only_cure(rules, position):
            legal += actions(rules, position, seat)
    elif phase.kind == "give":
        legal = [f"give:{colour}" for colour in gift_choices(position.hands[seat], phase.card, phase.action)]
    elif phase.kind == "cure":
        legal = [f"answer:{card}" for card in CARDS if card not in marked]
        legal += [f"follow:{marker[2:]}" for marker in position.cure if marker.startswith("a=")] + ["skip"]
    elif phase.kind == "predict":
        legal = [f"predict:{colour}" for colour in available_predictions(rules, position.predictions, seat)] + ["skip"]
    return sorted(legal)


def with_item(items: tuple[str, ...], seat: int, value: str) -> tuple[str, ...]:
    return (*items[:seat], value, *items[seat + 1 :])


def pass_cards(position: Position, giver: int, taker: int, cards: str) -> Position:
    remaining = position.hands[giver]
    for card in cards:
        remaining = remaining.replace(card, "", 1)
    hands = with_item(with_item(position.hands, giver, remaining), taker, sort_cards(position.hands[taker] + cards))
    return position._replace(hands=hands)


def cards_fact(cards: str, seats: tuple[int, int]) -> Fact:
    return Fact("back", cards or "-", frozenset(seats), "?" * len(cards) or "-")


def act(rules: Rules, position: Position, card: str, words: list[str]) -> Step:
    """Carry out an action. `words` are its name, then its target and the given colour, if any."""
    seat = position.phase.seat
    position = position._replace(medicine=with_item(position.medicine, seat, card))
    if words[0] == "pass":
        return after_action(rules, position, seat), []
    target = int(words[1]) - 1
    if words[0] in ("inquire", "feed"):
        given = words[2]
        colours = given if card == "==" else card.replace(given, "")
        position = pass_cards(position, seat, target, given)
        count = position.hands[target].count(colours)
        if words[0] == "inquire":
            return after_action(rules, position, seat), [Fact("n", str(count))]
        cards = colours * count
    elif words[0] == "brew" and card != "==":
        cards = sort_cards("".join(colour for colour in card if colour in position.hands[target]))
    elif gift_choices(position.hands[target], card, words[0]):
        return position._replace(phase=Phase("give", target, seat, card, words[0])), []
    else:
        cards = ""
    return after_action(rules, pass_cards(position, target, seat, cards), seat), [cards_fact(cards, (seat, target))]


def give(rules: Rules, position: Position, colour: str) -> Step:
    target, seat = position.phase.seat, position.phase.initiator
    cards = gift_choices(position.hands[target], position.phase.card, position.phase.action)[colour]
    return after_action(rules, pass_cards(position, target, seat, cards), seat), [cards_fact(cards, (seat, target))]


# Cure
def answer(rules: Rules, position: Position, curing: int, marker: str) -> Step:
    """Record a seat's marker ("" to decline), then ask the next seat or resolve the cure."""
    seat = position.phase.seat
    position = position._replace(cure=with_item(position.cure, seat, marker))
    next_seat = next_in([*unused(position.cure), curing], seat)
    if next_seat != curing:
        return position._replace(phase=Phase("cure", next_seat, curing)), []
    winning = f"a={right_card(position.hidden)}"
    if winning in position.cure:
        return end_round(rules, position, position.cure.index(winning))
    participants = frozenset(seat for seat, marker in enumerate(position.cure) if marker[:1] in ("a", "f"))
    position = position._replace(cure=tuple(marker[:1].upper() + marker[1:] for marker in position.cure))
    if not unused(position.cure):
        return end_round(rules, position, None)
    return next_turn(position, curing), [Fact("pair", position.hidden, participants)]


def step(rules: Rules, position: Position, move: str) -> Step:
    """Return the position after a legal move and the facts it reveals."""
    seat = position.phase.seat
    kind, *words = move.split(":")
    if kind == "deal":
        hidden, *hands = words[0].split("/")
        return position._replace(hidden=hidden, hands=tuple(hands), turn=1, phase=Phase("act", position.start)), []
    if kind == "cure":
        return answer(rules, position, seat, f"a={words[0]}")
    if position.phase.kind == "cure":
        return answer(rules, position, position.phase.initiator, "" if kind == "skip" else f"{kind[0]}={words[0]}")
    if position.phase.kind == "predict":
        marks = sort_cards(position.predictions[seat] + "".join(words))
        return next_turn(position._replace(predictions=with_item(position.predictions, seat, marks)), seat), []
    if kind == "give":
        return give(rules, position, words[0])
    return act(rules, position, kind, words)


# Public functions, which take position texts
def start(spec: str) -> str:
    rules = parse_spec(spec)
    nobody = ("",) * rules.players
    return write_position(Position("", nobody, (0,) * rules.players, 1, 0, 0, Phase("deal"), nobody, nobody, nobody))


def refusal(spec: str, text: str, seat: int | None = None) -> str | None:
    """Return the first invalid field of a position text (or of a seat's view), or None if it is valid."""
    try:
        read_position(spec, text) if seat is None else read_position(spec, text, seat)
    except RefusedError as refused:
        return refused.field
    return None


def actor(spec: str, text: str) -> str:
    """Return `seat 1` and so on, `chance` or `over`."""
    phase = read_position(spec, text).phase
    return {"deal": "chance", "over": "over"}.get(phase.kind, f"seat {phase.seat + 1}")


def moves(spec: str, text: str) -> list[str]:
    """Return the legal moves in byte order; empty at a chance event and when the game is over."""
    return legal_moves(parse_spec(spec), read_position(spec, text))


def chances(spec: str, text: str) -> list[tuple[str, Fraction]]:
    """Return the deals in byte order with their probabilities; empty if the position is not a chance event."""
    return list(deals(parse_spec(spec).players)) if actor(spec, text) == "chance" else []


@lru_cache(maxsize=16)
def checked_step(spec: str, text: str, move: str) -> Step:
    rules, position = parse_spec(spec), read_position(spec, text)
    if move not in (arrangements(rules.players) if position.phase.kind == "deal" else legal_moves(rules, position)):
        raise RefusedError("move", f"{move!r} is not legal here")
    return step(rules, position, move)


def play(spec: str, text: str, move: str) -> str:
    return write_position(checked_step(spec, text, move)[0])


def points(spec: str, text: str) -> tuple[int, ...]:
    """Return the scores."""
    return read_position(spec, text).scores


def returns(spec: str, text: str) -> tuple[float, ...] | None:
    """Return the result of each seat, or None until the game ends.

    The winners share 1 and the losers share -1; if all win, each gets 0.
    """
    if actor(spec, text) != "over":
        return None
    scores = points(spec, text)
    wins = [score == max(scores) for score in scores]
    if all(wins):
        return (0.0,) * len(scores)
    return tuple(1 / wins.count(True) if won else -1 / wins.count(False) for won in wins)


def mask_cards(position: Position, seat: int | None) -> Position:
    """Return the position as a seat sees it: `?` replaces each card that is hidden from it."""
    if position.phase.kind in ("deal", "over"):
        return position
    has_seen_pair = seat is not None and position.cure[seat][:1] in ("A", "F")
    hands = tuple(hand if owner == seat else "?" * len(hand) for owner, hand in enumerate(position.hands))
    return position._replace(hidden=position.hidden if has_seen_pair else "??", hands=hands)


def view(spec: str, text: str, seat: int | None) -> str:
    return write_position(mask_cards(read_position(spec, text), seat))


def observation(spec: str, text: str, move: str, seat: int | None) -> str:
    """Return the move as the seat sees it and the facts it learns, joined by `;`."""
    return observation_text(read_position(spec, text), move, checked_step(spec, text, move)[1], seat)


def observation_text(position: Position, move: str, facts: list[Fact], seat: int | None) -> str:
    kind, *words = move.split(":")
    target = int(words[1]) - 1 if position.phase.kind == "act" and len(words) == 3 else position.phase.initiator
    if kind == "deal":
        hands = words[0].split("/")
        seen = "deal:" + "/".join(hand if owner - 1 == seat else "?" * len(hand) for owner, hand in enumerate(hands))
    elif (len(words) == 3 or kind == "give") and seat not in (position.phase.seat, target):
        seen = move[:-1] + "?"
    else:
        seen = move
    visible = (
        (fact.name, fact.shown if fact.recipients is None or seat in fact.recipients else fact.masked) for fact in facts
    )
    return ";".join([seen, *(f"{name}={value}" for name, value in visible if value)])


def perft(spec: str, text: str, depth: int) -> int:
    """Count the sequences of exactly `depth` moves; those that end earlier or reach a deal are not counted."""
    return count_sequences(parse_spec(spec), read_position(spec, text), depth)


def count_sequences(rules: Rules, position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    if depth == 1:
        return len(legal_moves(rules, position))
    return sum(
        count_sequences(rules, step(rules, position, move)[0], depth - 1) for move in legal_moves(rules, position)
    )
