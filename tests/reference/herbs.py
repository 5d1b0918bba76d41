"""Herbs by Michael Petty, slow and plain, in the order of its rules page: rounds, ends, views and what is told.

Every public function takes a spec and a position text and raises `Refused` for what the page refuses.
Seats count from 0 in code. A push on its own is told on the texts of the fields `<board>` and `<herbs>`.
"""

from dataclasses import replace
from fractions import Fraction
from functools import cache, lru_cache

from tests.reference.herbs_arena import Arena, acts, arena_of, carry_out, in_order
from tests.reference.herbs_arena import push as push_in
from tests.reference.herbs_patterns import moved
from tests.reference.herbs_refusals import LAST_IDLE, NOBODY, Hidden, is_complete, is_without_herbs, read
from tests.reference.herbs_text import (
    ACTIONS,
    SQUARES,
    STONES,
    Pair,
    Phase,
    Plan,
    Position,
    Refused,
    Spec,
    board_text,
    cost,
    herbs_text,
    own_herbs,
    owner,
    spec_of,
    spec_text,
    stone_of,
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
    "push",
    "pushes",
    "refusal",
    "refusal_of_public_view",
    "returns",
    "start",
    "view",
]

Outcome = tuple[Position, list[str]]  # the position after a move and the facts that it reveals

START = (
    "11/11/3w1w1b3/2b5w2/5b5/2b1w1w1b2/5b5/2w5b2/3b1w1w3/11/11 A1^,K1^,A11v,K11v "
    "{ap},{ap} 12w8b,12w8b 0,0 2 1 0 write:1:|"
)
AP_FOR_A_POINT = 10


# Moves
@cache
def actions_open(herbs: tuple[int, ...], ap: int) -> list[str]:
    return sorted(action for action, price in ACTIONS.items() if int(action[0]) in herbs and price <= ap)


@cache
def stones_open(white: bool, black: bool) -> list[str]:
    return sorted(stone for stone in STONES if (white if stone.startswith("Wh") else black))


@cache
def bids_open(ap: int) -> list[str]:
    return sorted(f"bid{bid}" for bid in range(ap + 1))


def legal(position: Position, spec: Spec) -> list[str]:
    """The moves of the seat that decides, in byte order; empty when over."""
    phase = position.phase
    if phase.kind == "over":
        return []
    ap, (white, black) = position.ap[phase.seat], position.piles[phase.seat]
    if phase.kind == "bid":
        return bids_open(ap)
    if len(phase.plans[phase.seat]) == spec.actions:
        return stones_open(white > 0 and ap >= 1, black > 0 and ap >= 2)
    living = tuple(number for number in own_herbs(phase.seat) if position.herbs[number] is not None)
    return actions_open(living, min(ap, max(ACTIONS.values())))


def outcome(position: Position, spec: Spec, move: str) -> Outcome:
    """What a legal move leads to."""
    phase = position.phase
    if phase.kind == "bid":
        return bid(position, spec, int(move.removeprefix("bid")))
    seat = phase.seat
    plan = (*phase.plans[seat], move)
    ap = with_seat(position.ap, seat, position.ap[seat] - cost((move,)))
    written = replace(position, ap=ap, phase=phase._replace(plans=with_plan(phase.plans, seat, plan)))
    if not is_complete(plan, ap[seat], position.piles[seat], spec.actions):
        return written, []
    if seat == 0:
        return replace(written, phase=written.phase._replace(seat=1)), []
    return carry_on(written, spec, arena_of(written, spec.patterns), 1, [])


def with_seat(pair: Pair, seat: int, number: int) -> Pair:
    return (number, pair[1]) if seat == 0 else (pair[0], number)


def with_plan(plans: tuple[Plan, Plan], seat: int, plan: Plan) -> tuple[Plan, Plan]:
    return (plan, plans[1]) if seat == 0 else (plans[0], plan)


# Slots
def carry_on(position: Position, spec: Spec, arena: Arena, slot: int, facts: list[str]) -> Outcome:
    """Carries out the slots from `slot` on: to the next bid or through the end of the round."""
    plans = position.phase.plans
    while slot <= spec.actions:
        actions = plans[0][slot - 1], plans[1][slot - 1]
        facts.append(f"slot{slot}={actions[0]}|{actions[1]}")
        lost, arena.hit = list(arena.ap), False
        if all(acts(arena, action) for action in actions):
            one, other = in_order(arena, actions, 0), in_order(arena, actions, 1)
            if one.same(other):
                arena = one
            elif arena.ap != [0, 0]:
                asked = 0 if arena.ap[0] > 0 else 1
                facts.append(f"asks={asked + 1}")
                return stored(position, arena, Phase("bid", asked, plans, slot, "-" if asked == 0 else "0")), facts
        else:
            for action in actions:
                carry_out(arena, action)
        facts += hits(lost, arena)
        slot += 1
    facts.append("stones=" + "|".join(stone_of(plan) or "-" for plan in plans))
    return end_round(place_stones(stored(position, arena, position.phase)), spec), facts


def hits(before: list[int], arena: Arena) -> list[str]:
    """AP that fire cost each seat, given the AP before the slot was carried out."""
    return [f"hit={before[0] - arena.ap[0]}|{before[1] - arena.ap[1]}"] if arena.hit else []


def stored(position: Position, arena: Arena, phase: Phase) -> Position:
    return replace(
        position,
        stones=arena.stones,
        herbs=tuple(arena.herbs),
        ap=(arena.ap[0], arena.ap[1]),
        points=(arena.points[0], arena.points[1]),
        phase=phase,
    )


def bid(position: Position, spec: Spec, number: int) -> Outcome:
    """Seat 1's bid waits for seat 2's, unless that seat has no AP and is not asked."""
    phase = position.phase
    if phase.seat == 0 and position.ap[1] > 0:
        return replace(position, phase=phase._replace(seat=1, bid=str(number))), []
    bids = (number, 0) if phase.seat == 0 else (int(phase.bid), number)
    arena = arena_of(position, spec.patterns)
    arena.ap = [arena.ap[0] - bids[0], arena.ap[1] - bids[1]]
    facts, paid = [f"bids={bids[0]}|{bids[1]}"], list(arena.ap)
    if bids != (0, 0):
        first, tie = initiative(bids, position)
        slot = phase.slot - 1
        arena = in_order(arena, (phase.plans[0][slot], phase.plans[1][slot]), first)
        position = replace(position, tie=tie)
    return carry_on(position, spec, arena, phase.slot + 1, facts + hits(paid, arena))


def initiative(bids: Pair, position: Position) -> tuple[int, int]:
    """The seat that acts first and the holder of the tie token afterwards; the bids are not both 0."""
    points, tie = position.points, position.tie
    if bids[0] != bids[1]:
        return (0 if bids[0] > bids[1] else 1), tie
    if points[0] != points[1]:
        return (0 if points[0] < points[1] else 1), tie
    return tie, 1 - tie


# Stones and ends
def place_stones(position: Position) -> Position:
    """Both are judged at once; either way a stone leaves its pile."""
    named = [stone_of(plan) for plan in position.phase.plans]
    targets = [SQUARES[stone[2:]] if stone else None for stone in named]
    stones, piles = dict(position.stones), list(position.piles)
    pieces = {*position.stones, *(herb.square for herb in position.herbs if herb is not None)}
    for seat, stone in enumerate(named):
        target = targets[seat]
        if stone is None or target is None:
            continue
        white, black = piles[seat]
        piles[seat] = (white - 1, black) if stone.startswith("Wh") else (white, black - 1)
        own = [herb.square for number in own_herbs(seat) if (herb := position.herbs[number]) is not None]
        around = {moved(square, (x, y)) for square in own for x in (-1, 0, 1) for y in (-1, 0, 1)}
        if own and target not in pieces and target not in around and targets[0] != targets[1]:
            stones[target] = "w" if stone.startswith("Wh") else "b"
    return replace(position, stones=stones, piles=(piles[0], piles[1]))


def end_round(position: Position, spec: Spec) -> Position:
    """Bids need no look of their own: the order of two actions never matters when both are free."""
    spent = any(cost(plan) > 0 for plan in position.phase.plans)
    position = replace(position, idle=0 if spent else position.idle + 1)
    without = [is_without_herbs(position, seat) for seat in (0, 1)]
    if any(without) or position.idle == LAST_IDLE or position.round == spec.rounds or 0 in position.ap:
        bonus = [0 if ap == 0 or gone else ap // AP_FOR_A_POINT for ap, gone in zip(position.ap, without, strict=True)]
        points = position.points[0] + bonus[0], position.points[1] + bonus[1]
        return replace(position, points=points, phase=Phase("over"))
    return replace(position, round=position.round + 1, phase=Phase("write"))


# Views
def hidden_from(seat: int | None) -> Hidden:
    return frozenset((0, 1) if seat is None else (1 - seat,))


def seen(position: Position, hidden: Hidden) -> Position:
    """The position without what the hidden seats' plans and bids do not show; their AP with the costs added back."""
    phase, ap, plans = position.phase, position.ap, position.phase.plans
    if phase.kind == "over":
        return position
    for seat in hidden:
        plan = phase.plans[seat]
        revealed, unrevealed = plan[: phase.slot], plan[phase.slot :]
        being_written = phase.kind == "write" and seat == phase.seat
        ap = with_seat(ap, seat, ap[seat] + cost(unrevealed))
        plans = with_plan(plans, seat, (*revealed, "?") if unrevealed and not being_written else revealed)
    bid_shown = "?" if 0 in hidden and phase.kind == "bid" and phase.seat == 1 else phase.bid
    return replace(position, ap=ap, phase=phase._replace(plans=plans, bid=bid_shown))


def told(position: Position, after: Outcome, move: str, seat: int | None) -> str:
    """What a seat or the public learns of a move and the facts that follow it."""
    phase, (later, facts) = position.phase, after
    if phase.seat == seat:
        own = move
    else:
        goes_on = phase.kind == later.phase.kind == "write" and later.phase.seat == phase.seat
        own = "" if goes_on else "?"
    return ";".join([own, *facts])


@lru_cache(maxsize=256)
def made(spec: str, text: str, move: str) -> tuple[Position, Outcome]:
    """The position before a move, and what it leads to if it is legal."""
    position = read(spec, text)
    if move not in legal(position, spec_of(spec)):
        raise Refused("move", f"{move!r} is not legal here")
    return position, outcome(position, spec_of(spec), move)


# Public: on texts
def canonical(spec: str) -> str:
    """The spec with its defaults left out, the others in the page's order."""
    return spec_text(spec_of(spec))


def start(spec: str) -> str:
    return START.format(ap=spec_of(spec).ap)


def refusal(spec: str, text: str, seat: int | None = None) -> str | None:
    """The first faulty field of a position text, or of a seat's view; None if all is well."""
    return refusal_of(spec, text, NOBODY if seat is None else hidden_from(seat))


def refusal_of_public_view(spec: str, text: str) -> str | None:
    return refusal_of(spec, text, hidden_from(None))


def refusal_of(spec: str, text: str, hidden: Hidden) -> str | None:
    try:
        read(spec, text, hidden)
    except Refused as refused:
        return refused.field
    return None


def actor(spec: str, text: str) -> str:
    """`seat 1`, `seat 2` or `over`: nothing is left to chance."""
    phase = read(spec, text).phase
    return "over" if phase.kind == "over" else f"seat {phase.seat + 1}"


def moves(spec: str, text: str) -> list[str]:
    """Actions that can still be paid, then stones, or bids: in byte order; empty when over."""
    return list(legal(read(spec, text), spec_of(spec)))


def chances(spec: str, text: str) -> list[tuple[str, Fraction]]:
    read(spec, text)
    return []


def play(spec: str, text: str, move: str) -> str:
    return write(made(spec, text, move)[1][0])


def points(spec: str, text: str) -> Pair:
    """The points field: seat 1's, seat 2's; when over with those for AP left."""
    return read(spec, text).points


def returns(spec: str, text: str) -> Pair | None:
    """1 for the win, 0 for the draw, -1 for the loss: seat 1's, seat 2's; None while the game is not over."""
    position = read(spec, text)
    if position.phase.kind != "over":
        return None
    first, second = position.points
    result = (first > second) - (first < second)
    return result, -result


def view(spec: str, text: str, seat: int | None) -> str:
    """The position text as a seat, or with None the public, may see it."""
    return write(seen(read(spec, text), hidden_from(seat)))


def observation(spec: str, text: str, move: str, seat: int | None) -> str:
    """What a seat, or with None the public, learns when the move is made; empty for nothing."""
    position, after = made(spec, text, move)
    return told(position, after, move, seat)


def perft(spec: str, text: str, depth: int) -> int:
    """The number of sequences of `depth` moves; those that end earlier are not counted."""
    return sequences(read(spec, text), spec_of(spec), depth)


def sequences(position: Position, spec: Spec, depth: int) -> int:
    if depth == 0:
        return 1
    if depth == 1:
        return len(legal(position, spec))
    return sum(sequences(outcome(position, spec, move)[0], spec, depth - 1) for move in legal(position, spec))


def push(spec: str, fields: str, herb: int, squares: int, paid: int) -> tuple[str, str, Pair]:
    """A push with its patterns: from `<board> <herbs>` to board, herbs and the points gained, seat 1's and seat 2's."""
    stages = pushes(spec, fields, herb, squares, paid)
    board, herbs = fields.split(" ")
    return stages[-1] if stages else (board, herbs, (0, 0))


def pushes(spec: str, fields: str, herb: int, squares: int, paid: int) -> list[tuple[str, str, Pair]]:
    """What `push` tells, after the push itself and after each wave; empty if nothing moves."""
    position = read(spec, f"{fields} 0,0 0w0b,0w0b 0,0 2 1 0 over")
    action = f"{herb}P{squares}/{paid}"
    if action not in ACTIONS:
        raise Refused("move", f"{action!r} is not a push")
    arena = arena_of(position, spec_of(spec).patterns)
    if not acts(arena, action):
        return []
    stages = push_in(arena, herb, squares, paid)
    herbs = herbs_text(tuple(arena.herbs))
    return [(board_text(stones), herbs, with_seat((0, 0), owner(herb), gained)) for stones, gained in stages]
