"""Validation of Herbs positions and views: paragraph "Refused" of the rules page.

Fields are checked in their order in the text. A relation is checked at the field that the rules page names, if all its
fields can be parsed. A view is parsed for the set of its hidden seats. It is rejected if no valid position has this
view.
"""

from dataclasses import replace
from functools import lru_cache

from tests.reference.herbs_arena import arena_of, order_matters
from tests.reference.herbs_text import (
    ACTIONS,
    LARGEST_AP,
    LARGEST_POINTS,
    PITS,
    PRICES,
    Pair,
    Phase,
    Plan,
    Position,
    RefusedError,
    Spec,
    affords_stone,
    cost,
    own_herbs,
    parse_spec,
    read_board,
    read_herbs,
    read_number,
    read_pair,
    read_phase,
    read_piles,
    stone_of,
)

Hidden = frozenset[int]
NOBODY: Hidden = frozenset()
LAST_IDLE = 3


@lru_cache(maxsize=4096)
def read_position(spec_text: str, text: str, hidden: Hidden = NOBODY) -> Position:
    """Return the position of a text. The result is shared: do not change it.

    Args:
        spec_text: The spec.
        text: The position text or view.
        hidden: The seats whose plans and bids a view hides; empty for a position text.

    Raises:
        RefusedError: The spec or a field is invalid.
    """
    spec = parse_spec(spec_text)
    fields = text.split(" ")
    if len(fields) != 9:
        raise RefusedError("position", "must have 9 fields: board, herbs, ap, piles, points, tie, round, idle, phase")
    stones = read_board(fields[0])
    if stones is None:
        raise RefusedError("board", "not 11 rows of w, b and numbers that fit the board")
    if PITS & stones.keys():
        raise RefusedError("board", "a stone on a pit")
    herbs = read_herbs(fields[1])
    if herbs is None:
        raise RefusedError("herbs", "must be four Herbs as A1^, or - if destroyed, joined by commas")
    squares = [herb.square for herb in herbs if herb is not None]
    if len({*squares, *stones, *PITS}) != len(squares) + len(stones) + len(PITS):
        raise RefusedError("herbs", "a Herb on a pit, a stone or another Herb")
    ap = read_pair(fields[2], LARGEST_AP)
    if ap is None:
        raise RefusedError("ap", f"must be two numbers from 0 to {LARGEST_AP} joined by a comma")
    piles = read_piles(fields[3])
    if piles is None:
        raise RefusedError("piles", "must be two piles, each at most 12w8b, joined by a comma")
    points = read_pair(fields[4], LARGEST_POINTS)
    if points is None:
        raise RefusedError("points", f"must be two numbers from 0 to {LARGEST_POINTS} joined by a comma")
    if fields[5] not in ("1", "2"):
        raise RefusedError("tie", "must be 1 or 2")
    round_number = read_number(fields[6], 1, spec.rounds)
    if round_number is None:
        raise RefusedError("round", f"must be a number from 1 to {spec.rounds}")
    idle, phase = read_number(fields[7], 0, LAST_IDLE), read_phase(fields[8])
    if idle is None or (idle == LAST_IDLE and phase is not None and phase.kind != "over"):
        raise RefusedError("idle", f"must be a number below {LAST_IDLE}, or {LAST_IDLE} when over")
    if phase is None:
        raise RefusedError("phase", "must be write:SEAT:PLAN|PLAN, bid:SEAT:SLOT:PLAN|PLAN:BID or over")
    position = Position(stones, herbs, ap, piles, points, int(fields[5]) - 1, round_number, idle, phase)
    faults = {"over": over_faults, "write": write_faults, "bid": bid_faults}[phase.kind]
    for is_invalid, reason in faults(position, spec, hidden):
        if is_invalid:
            raise RefusedError("phase", reason)
    return position


Faults = list[tuple[bool, str]]


def has_no_herbs(position: Position, seat: int) -> bool:
    return all(position.herbs[number] is None for number in own_herbs(seat))


def over_faults(position: Position, spec: Spec, hidden: Hidden) -> Faults:
    has_ended = (
        0 in position.ap
        or any(has_no_herbs(position, seat) for seat in (0, 1))
        or position.idle == LAST_IDLE
        or position.round == spec.rounds
    )
    return [(not has_ended, "over without a cause")]


def write_faults(position: Position, spec: Spec, hidden: Hidden) -> Faults:
    """Check a `write` phase: nobody has acted, so the living Herbs and both seats' AP are known."""
    phase = position.phase
    faults: Faults = []
    for seat in (0, 1):
        plan, ap, pile = phase.plans[seat], position.ap[seat], position.piles[seat]
        if seat > phase.seat or (seat == phase.seat and seat in hidden):
            is_valid_plan = plan == ()
        elif seat == phase.seat:
            is_valid_plan = is_unfinished(plan, ap, pile, spec.actions)
        elif seat in hidden:
            is_valid_plan = plan == ("?",)
        else:
            is_valid_plan = is_complete(plan, ap, pile, spec.actions)
        faults += [
            (has_no_herbs(position, seat), f"seat {seat + 1} has no Herbs: the game would be over"),
            (not is_valid_plan, f"the plan of seat {seat + 1} is not what it is when seat {phase.seat + 1} writes"),
            (names_wrong_herbs(position, seat, alive=True), f"seat {seat + 1} names Herbs that are not its living"),
            (not 0 < ap + cost(plan) <= LARGEST_AP, f"plan and AP left of seat {seat + 1} are 0 or above {LARGEST_AP}"),
        ]
    return faults


def bid_faults(position: Position, spec: Spec, hidden: Hidden) -> Faults:
    """Check a `bid` phase.

    In slot 1 nobody has acted. Later, a named Herb may be destroyed and AP may be spent on bids or lost to fire.
    """
    phase = position.phase
    is_first_slot = phase.slot == 1
    faults: Faults = [(phase.slot > spec.actions, f"slot {phase.slot} of {spec.actions}")]
    for seat in (0, 1):
        plan, ap, pile = phase.plans[seat], position.ap[seat], position.piles[seat]
        if seat in hidden:
            is_valid_plan = is_revealed(plan, ap, pile, phase.slot, spec.actions)
        else:
            is_valid_plan = is_complete(plan, ap, pile, spec.actions)
        faults += [
            (not is_valid_plan, f"the plan of seat {seat + 1} is not what it is when slot {phase.slot} waits for bids"),
            (names_wrong_herbs(position, seat, is_first_slot), f"seat {seat + 1} names Herbs that it did not have"),
            (
                not is_first_slot <= ap + cost(plan) <= LARGEST_AP,
                f"plan and AP left of seat {seat + 1} are 0 or above {LARGEST_AP}",
            ),
        ]
    if any(is_invalid for is_invalid, _ in faults):
        return faults
    ap_bound = max_ap(position, hidden)
    return [
        (ap_bound[phase.seat] == 0, f"seat {phase.seat + 1} has no AP and is not asked"),
        (not is_bid_shown(phase, position.ap[0], hidden), "a bid that seat 1 cannot have made, or not shown as it is"),
        (not bid_is_due(position, ap_bound, spec), f"the order of slot {phase.slot} does not matter"),
    ]


def names_wrong_herbs(position: Position, seat: int, alive: bool) -> bool:
    named = {int(item[0]) for item in position.phase.plans[seat] if item in ACTIONS}
    return any(number not in own_herbs(seat) or (alive and position.herbs[number] is None) for number in named)


def is_actions(plan: Plan) -> bool:
    return all(item in ACTIONS for item in plan)


def is_complete(plan: Plan, ap: int, pile: Pair, actions: int) -> bool:
    """Return whether the plan has all actions and a stone of the pile, or no stone if none is affordable."""
    stone = stone_of(plan)
    if not is_actions(plan[:actions]) or len(plan) != actions + (stone is not None):
        return False
    return not affords_stone(ap, pile) if stone is None else pile[0 if stone.startswith("Wh") else 1] > 0


def is_unfinished(plan: Plan, ap: int, pile: Pair, actions: int) -> bool:
    """Return whether the plan has only actions, with an action or a stone still to add."""
    return is_actions(plan) and (len(plan) < actions or (len(plan) == actions and affords_stone(ap, pile)))


def is_revealed(plan: Plan, ap: int, pile: Pair, slot: int, actions: int) -> bool:
    """Return whether this is the opponent's plan as shown in a bid.

    It has the items up to the slot and one `?` if more follow. After the last slot only a stone can follow. It follows
    if and only if the AP shown, which include its price, can pay for it.
    """
    unrevealed = slot < actions or affords_stone(ap, pile)
    return is_actions(plan[:slot]) and len(plan) >= slot and plan[slot:] == (("?",) if unrevealed else ())


def max_ap(position: Position, hidden: Hidden) -> Pair:
    """Return the most AP each seat can have left: unrevealed actions may all be free, but a stone is not."""

    def bound(seat: int) -> int:
        ap, pile = position.ap[seat], position.piles[seat]
        if seat not in hidden or not affords_stone(ap, pile):
            return ap
        return ap - (PRICES["WhA1"] if pile[0] > 0 else PRICES["BlA1"])

    return bound(0), bound(1)


def is_bid_shown(phase: Phase, ap: int, hidden: Hidden) -> bool:
    if phase.seat == 0:
        return phase.bid == "-"
    return phase.bid == "?" if 0 in hidden else phase.bid.isdigit() and int(phase.bid) <= ap


def bid_is_due(position: Position, ap: Pair, spec: Spec) -> bool:
    """Return whether the order of the slot matters.

    More AP can only make the order matter more, because nothing but AP can run out.
    """
    arena = arena_of(replace(position, ap=ap), spec.patterns)
    slot = position.phase.slot - 1
    return order_matters(arena, (position.phase.plans[0][slot], position.phase.plans[1][slot]))
