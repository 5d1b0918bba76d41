"""Reference implementation of Herbs by Michael Petty, in the order of its rules page: rounds, results and views.

Every public function takes a spec and a position text and raises `RefusedError` if the rules page rejects one of them.
Seats are numbered from 0. `push` and `pushes` take the fields `<board> <herbs>` instead of a position text.
"""

from dataclasses import replace
from fractions import Fraction
from functools import cache, lru_cache

from tests.reference.herbs_arena import Arena, after_both_actions, arena_of, can_act, carry_out
from tests.reference.herbs_arena import push as push_in
from tests.reference.herbs_patterns import step_from
from tests.reference.herbs_refusals import LAST_IDLE, NOBODY, Hidden, has_no_herbs, is_complete, read_position
from tests.reference.herbs_text import (
    ACTIONS,
    SQUARES,
    STONES,
    Pair,
    Phase,
    Plan,
    Position,
    RefusedError,
    Spec,
    board_text,
    cost,
    herbs_text,
    own_herbs,
    owner,
    parse_spec,
    spec_text,
    stone_of,
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
    "push",
    "pushes",
    "refusal",
    "refusal_of_public_view",
    "returns",
    "start",
    "view",
]

Outcome = tuple[Position, list[str]]  # the position after a move and the facts that the move reveals

START = (
    "11/11/3w1w1b3/2b5w2/5b5/2b1w1w1b2/5b5/2w5b2/3b1w1w3/11/11 A1^,K1^,A11v,K11v "
    "{ap},{ap} 12w8b,12w8b 0,0 2 1 0 write:1:|"
)
AP_FOR_A_POINT = 10


# Moves
@cache
def affordable_actions(herbs: tuple[int, ...], ap: int) -> list[str]:
    return sorted(action for action, price in ACTIONS.items() if int(action[0]) in herbs and price <= ap)


@cache
def affordable_stones(white: bool, black: bool) -> list[str]:
    return sorted(stone for stone in STONES if (white if stone.startswith("Wh") else black))


@cache
def possible_bids(ap: int) -> list[str]:
    return sorted(f"bid{bid}" for bid in range(ap + 1))


def legal_moves(position: Position, spec: Spec) -> list[str]:
    """Return the moves of the seat to move, in byte order; empty when the game is over."""
    phase = position.phase
    if phase.kind == "over":
        return []
    ap, (white, black) = position.ap[phase.seat], position.piles[phase.seat]
    if phase.kind == "bid":
        return possible_bids(ap)
    if len(phase.plans[phase.seat]) == spec.actions:
        return affordable_stones(white > 0 and ap >= 1, black > 0 and ap >= 2)
    living = tuple(number for number in own_herbs(phase.seat) if position.herbs[number] is not None)
    return affordable_actions(living, min(ap, max(ACTIONS.values())))


def outcome(position: Position, spec: Spec, move: str) -> Outcome:
    """Return the position after a legal move and the facts it reveals."""
    phase = position.phase
    if phase.kind == "bid":
        return bid(position, spec, int(move.removeprefix("bid")))
    seat = phase.seat
    plan = (*phase.plans[seat], move)
    ap = with_seat(position.ap, seat, position.ap[seat] - cost((move,)))
    planned = replace(position, ap=ap, phase=phase._replace(plans=with_plan(phase.plans, seat, plan)))
    if not is_complete(plan, ap[seat], position.piles[seat], spec.actions):
        return planned, []
    if seat == 0:
        return replace(planned, phase=planned.phase._replace(seat=1)), []
    return carry_out_slots(planned, spec, arena_of(planned, spec.patterns), 1, [])


def with_seat(pair: Pair, seat: int, number: int) -> Pair:
    return (number, pair[1]) if seat == 0 else (pair[0], number)


def with_plan(plans: tuple[Plan, Plan], seat: int, plan: Plan) -> tuple[Plan, Plan]:
    return (plan, plans[1]) if seat == 0 else (plans[0], plan)


# Slots
def carry_out_slots(position: Position, spec: Spec, arena: Arena, slot: int, facts: list[str]) -> Outcome:
    """Carry out the slots from `slot` on, up to the next bid or the end of the round."""
    plans = position.phase.plans
    while slot <= spec.actions:
        actions = plans[0][slot - 1], plans[1][slot - 1]
        facts.append(f"slot{slot}={actions[0]}|{actions[1]}")
        ap_before, arena.hit = list(arena.ap), False
        if all(can_act(arena, action) for action in actions):
            seat_1_first, seat_2_first = after_both_actions(arena, actions, 0), after_both_actions(arena, actions, 1)
            if seat_1_first.equals(seat_2_first):
                arena = seat_1_first
            elif arena.ap != [0, 0]:
                bidder = 0 if arena.ap[0] > 0 else 1
                facts.append(f"asks={bidder + 1}")
                return with_arena(
                    position, arena, Phase("bid", bidder, plans, slot, "-" if bidder == 0 else "0")
                ), facts
        else:
            for action in actions:
                carry_out(arena, action)
        facts += hit_facts(ap_before, arena)
        slot += 1
    facts.append("stones=" + "|".join(stone_of(plan) or "-" for plan in plans))
    return end_round(place_stones(with_arena(position, arena, position.phase)), spec), facts


def hit_facts(before: list[int], arena: Arena) -> list[str]:
    """Return the fact with the AP that each seat lost to fire in a slot, given its AP before the slot."""
    return [f"hit={before[0] - arena.ap[0]}|{before[1] - arena.ap[1]}"] if arena.hit else []


def with_arena(position: Position, arena: Arena, phase: Phase) -> Position:
    return replace(
        position,
        stones=arena.stones,
        herbs=tuple(arena.herbs),
        ap=(arena.ap[0], arena.ap[1]),
        points=(arena.points[0], arena.points[1]),
        phase=phase,
    )


def bid(position: Position, spec: Spec, number: int) -> Outcome:
    """Make a bid. Seat 1's bid waits for seat 2's, unless seat 2 has no AP and is not asked."""
    phase = position.phase
    if phase.seat == 0 and position.ap[1] > 0:
        return replace(position, phase=phase._replace(seat=1, bid=str(number))), []
    bids = (number, 0) if phase.seat == 0 else (int(phase.bid), number)
    arena = arena_of(position, spec.patterns)
    arena.ap = [arena.ap[0] - bids[0], arena.ap[1] - bids[1]]
    facts, ap_before = [f"bids={bids[0]}|{bids[1]}"], list(arena.ap)
    if bids != (0, 0):
        first, tie = initiative(bids, position)
        slot = phase.slot - 1
        arena = after_both_actions(arena, (phase.plans[0][slot], phase.plans[1][slot]), first)
        position = replace(position, tie=tie)
    return carry_out_slots(position, spec, arena, phase.slot + 1, facts + hit_facts(ap_before, arena))


def initiative(bids: Pair, position: Position) -> tuple[int, int]:
    """Return the seat that acts first and the next holder of the tie token. The bids are not both 0."""
    points, tie = position.points, position.tie
    if bids[0] != bids[1]:
        return (0 if bids[0] > bids[1] else 1), tie
    if points[0] != points[1]:
        return (0 if points[0] < points[1] else 1), tie
    return tie, 1 - tie


# Stones and the end of the round
def place_stones(position: Position) -> Position:
    """Place both planned stones simultaneously. A stone leaves its pile even if it cannot be placed."""
    planned = [stone_of(plan) for plan in position.phase.plans]
    targets = [SQUARES[stone[2:]] if stone else None for stone in planned]
    stones, piles = dict(position.stones), list(position.piles)
    pieces = {*position.stones, *(herb.square for herb in position.herbs if herb is not None)}
    for seat, stone in enumerate(planned):
        target = targets[seat]
        if stone is None or target is None:
            continue
        white, black = piles[seat]
        piles[seat] = (white - 1, black) if stone.startswith("Wh") else (white, black - 1)
        own_squares = [herb.square for number in own_herbs(seat) if (herb := position.herbs[number]) is not None]
        blocked = {step_from(square, (x, y)) for square in own_squares for x in (-1, 0, 1) for y in (-1, 0, 1)}
        if own_squares and target not in pieces and target not in blocked and targets[0] != targets[1]:
            stones[target] = "w" if stone.startswith("Wh") else "b"
    return replace(position, stones=stones, piles=(piles[0], piles[1]))


def end_round(position: Position, spec: Spec) -> Position:
    """Return the position after the round.

    `idle` counts consecutive rounds without AP spent on plans. Bids do not count, because the order of free actions
    never matters.
    """
    has_spent = any(cost(plan) > 0 for plan in position.phase.plans)
    position = replace(position, idle=0 if has_spent else position.idle + 1)
    herbless = [has_no_herbs(position, seat) for seat in (0, 1)]
    if any(herbless) or position.idle == LAST_IDLE or position.round == spec.rounds or 0 in position.ap:
        bonus = [
            0 if ap == 0 or is_herbless else ap // AP_FOR_A_POINT
            for ap, is_herbless in zip(position.ap, herbless, strict=True)
        ]
        points = position.points[0] + bonus[0], position.points[1] + bonus[1]
        return replace(position, points=points, phase=Phase("over"))
    return replace(position, round=position.round + 1, phase=Phase("write"))


# Views
def hidden_from(seat: int | None) -> Hidden:
    return frozenset((0, 1) if seat is None else (1 - seat,))


def mask_plans(position: Position, hidden: Hidden) -> Position:
    """Return the position without the plans and bids of the hidden seats.

    The cost of their unrevealed actions is added back to their AP.
    """
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


def observation_text(position: Position, after: Outcome, move: str, seat: int | None) -> str:
    """Return what a seat or the public learns from a move and its facts."""
    phase, (position_after, facts) = position.phase, after
    if phase.seat == seat:
        shown = move
    else:
        is_unfinished = phase.kind == position_after.phase.kind == "write" and position_after.phase.seat == phase.seat
        shown = "" if is_unfinished else "?"
    return ";".join([shown, *facts])


@lru_cache(maxsize=256)
def checked_outcome(spec: str, text: str, move: str) -> tuple[Position, Outcome]:
    """Return the position before a move and its outcome.

    Raises:
        RefusedError: The position is invalid or the move illegal.
    """
    position = read_position(spec, text)
    if move not in legal_moves(position, parse_spec(spec)):
        raise RefusedError("move", f"{move!r} is not legal here")
    return position, outcome(position, parse_spec(spec), move)


# Public functions, which take position texts
def canonical(spec: str) -> str:
    """Return the spec without default values, in the order of the rules page."""
    return spec_text(parse_spec(spec))


def start(spec: str) -> str:
    return START.format(ap=parse_spec(spec).ap)


def refusal(spec: str, text: str, seat: int | None = None) -> str | None:
    """Return the first invalid field of a position text (or of a seat's view), or None if it is valid."""
    return refusal_of(spec, text, NOBODY if seat is None else hidden_from(seat))


def refusal_of_public_view(spec: str, text: str) -> str | None:
    return refusal_of(spec, text, hidden_from(None))


def refusal_of(spec: str, text: str, hidden: Hidden) -> str | None:
    try:
        read_position(spec, text, hidden)
    except RefusedError as refused:
        return refused.field
    return None


def actor(spec: str, text: str) -> str:
    """Return `seat 1`, `seat 2` or `over`; the game has no chance events."""
    phase = read_position(spec, text).phase
    return "over" if phase.kind == "over" else f"seat {phase.seat + 1}"


def moves(spec: str, text: str) -> list[str]:
    """Return the legal moves in byte order; empty when the game is over.

    While a plan is written, these are affordable actions, then stones. In a bid, they are the possible bids.
    """
    return list(legal_moves(read_position(spec, text), parse_spec(spec)))


def chances(spec: str, text: str) -> list[tuple[str, Fraction]]:
    read_position(spec, text)
    return []


def play(spec: str, text: str, move: str) -> str:
    return write_position(checked_outcome(spec, text, move)[1][0])


def points(spec: str, text: str) -> Pair:
    """Return the points of both seats; when the game is over they include points for AP left."""
    return read_position(spec, text).points


def returns(spec: str, text: str) -> Pair | None:
    """Return 1 for a win, 0 for a draw and -1 for a loss, for both seats; None until the game ends."""
    position = read_position(spec, text)
    if position.phase.kind != "over":
        return None
    first, second = position.points
    result = (first > second) - (first < second)
    return result, -result


def view(spec: str, text: str, seat: int | None) -> str:
    """Return the position text as a seat (None: the public) sees it."""
    return write_position(mask_plans(read_position(spec, text), hidden_from(seat)))


def observation(spec: str, text: str, move: str, seat: int | None) -> str:
    """Return what a seat (None: the public) learns from a move, or "" if it learns nothing."""
    position, after = checked_outcome(spec, text, move)
    return observation_text(position, after, move, seat)


def perft(spec: str, text: str, depth: int) -> int:
    """Count the sequences of exactly `depth` moves; shorter games are not counted."""
    return count_sequences(read_position(spec, text), parse_spec(spec), depth)


def count_sequences(position: Position, spec: Spec, depth: int) -> int:
    if depth == 0:
        return 1
    if depth == 1:
        return len(legal_moves(position, spec))
    return sum(
        count_sequences(outcome(position, spec, move)[0], spec, depth - 1) for move in legal_moves(position, spec)
    )


def push(spec: str, fields: str, herb: int, squares: int, paid: int) -> tuple[str, str, Pair]:
    """Carry out a push with its patterns. Return the board, the Herbs and the points gained by each seat."""
    stages = pushes(spec, fields, herb, squares, paid)
    board, herbs = fields.split(" ")
    return stages[-1] if stages else (board, herbs, (0, 0))


def pushes(spec: str, fields: str, herb: int, squares: int, paid: int) -> list[tuple[str, str, Pair]]:
    """Return the results of `push` after the push itself and after each wave; empty if nothing moves."""
    position = read_position(spec, f"{fields} 0,0 0w0b,0w0b 0,0 2 1 0 over")
    action = f"{herb}P{squares}/{paid}"
    if action not in ACTIONS:
        raise RefusedError("move", f"{action!r} is not a push")
    arena = arena_of(position, parse_spec(spec).patterns)
    if not can_act(arena, action):
        return []
    stages = push_in(arena, herb, squares, paid)
    herbs = herbs_text(tuple(arena.herbs))
    return [(board_text(stones), herbs, with_seat((0, 0), owner(herb), gained)) for stones, gained in stages]
