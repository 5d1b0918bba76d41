"""Which positions and views of Herbs are refused, and at which field: the page's paragraph "Refused".

Fields are judged in the line's order, a relation at the field the page names and only if all it needs can be read.
A view is read for the set of its hidden seats and is refused if no position that is accepted has this view.
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
    Refused,
    Spec,
    affords_stone,
    cost,
    own_herbs,
    read_board,
    read_herbs,
    read_number,
    read_pair,
    read_phase,
    read_piles,
    spec_of,
    stone_of,
)

Hidden = frozenset[int]
NOBODY: Hidden = frozenset()
LAST_IDLE = 3


@lru_cache(maxsize=4096)
def read(spec_text: str, text: str, hidden: Hidden = NOBODY) -> Position:
    """The position; for a view `hidden` are the seats whose plans and bids it does not show. The result is shared."""
    spec = spec_of(spec_text)
    fields = text.split(" ")
    if len(fields) != 9:
        raise Refused("position", "must have 9 fields: board, herbs, ap, piles, points, tie, round, idle, phase")
    stones = read_board(fields[0])
    if stones is None:
        raise Refused("board", "not 11 rows of w, b and numbers that fit the board")
    if PITS & stones.keys():
        raise Refused("board", "a stone on a pit")
    herbs = read_herbs(fields[1])
    if herbs is None:
        raise Refused("herbs", "must be four Herbs as A1^, or - if destroyed, joined by commas")
    squares = [herb.square for herb in herbs if herb is not None]
    if len({*squares, *stones, *PITS}) != len(squares) + len(stones) + len(PITS):
        raise Refused("herbs", "a Herb on a pit, a stone or another Herb")
    ap = read_pair(fields[2], LARGEST_AP)
    if ap is None:
        raise Refused("ap", f"must be two numbers from 0 to {LARGEST_AP} joined by a comma")
    piles = read_piles(fields[3])
    if piles is None:
        raise Refused("piles", "must be two piles, each at most 12w8b, joined by a comma")
    points = read_pair(fields[4], LARGEST_POINTS)
    if points is None:
        raise Refused("points", f"must be two numbers from 0 to {LARGEST_POINTS} joined by a comma")
    if fields[5] not in ("1", "2"):
        raise Refused("tie", "must be 1 or 2")
    number = read_number(fields[6], 1, spec.rounds)
    if number is None:
        raise Refused("round", f"must be a number from 1 to {spec.rounds}")
    idle, phase = read_number(fields[7], 0, LAST_IDLE), read_phase(fields[8])
    if idle is None or (idle == LAST_IDLE and phase is not None and phase.kind != "over"):
        raise Refused("idle", f"must be a number below {LAST_IDLE}, or {LAST_IDLE} when over")
    if phase is None:
        raise Refused("phase", "must be write:SEAT:PLAN|PLAN, bid:SEAT:SLOT:PLAN|PLAN:BID or over")
    position = Position(stones, herbs, ap, piles, points, int(fields[5]) - 1, number, idle, phase)
    faults = {"over": over_faults, "write": write_faults, "bid": bid_faults}[phase.kind]
    for wrong, reason in faults(position, spec, hidden):
        if wrong:
            raise Refused("phase", reason)
    return position


Faults = list[tuple[bool, str]]


def is_without_herbs(position: Position, seat: int) -> bool:
    return all(position.herbs[number] is None for number in own_herbs(seat))


def over_faults(position: Position, spec: Spec, hidden: Hidden) -> Faults:
    ends = (
        0 in position.ap
        or any(is_without_herbs(position, seat) for seat in (0, 1))
        or position.idle == LAST_IDLE
        or position.round == spec.rounds
    )
    return [(not ends, "over without a cause")]


def write_faults(position: Position, spec: Spec, hidden: Hidden) -> Faults:
    """Nobody has acted yet: whose Herbs live and what both had is known."""
    phase = position.phase
    faults: Faults = []
    for seat in (0, 1):
        plan, ap, pile = phase.plans[seat], position.ap[seat], position.piles[seat]
        if seat > phase.seat or (seat == phase.seat and seat in hidden):
            form = plan == ()
        elif seat == phase.seat:
            form = is_unfinished(plan, ap, pile, spec.actions)
        elif seat in hidden:
            form = plan == ("?",)
        else:
            form = is_complete(plan, ap, pile, spec.actions)
        faults += [
            (is_without_herbs(position, seat), f"seat {seat + 1} has no Herbs: the game would be over"),
            (not form, f"the plan of seat {seat + 1} is not what it is when seat {phase.seat + 1} writes"),
            (names_wrong_herbs(position, seat, alive=True), f"seat {seat + 1} names Herbs that are not its living"),
            (not 0 < ap + cost(plan) <= LARGEST_AP, f"plan and AP left of seat {seat + 1} are 0 or above {LARGEST_AP}"),
        ]
    return faults


def bid_faults(position: Position, spec: Spec, hidden: Hidden) -> Faults:
    """In slot 1 nobody has acted yet; later a Herb may be gone that was named, and AP by bids and fire."""
    phase = position.phase
    first = phase.slot == 1
    faults: Faults = [(phase.slot > spec.actions, f"slot {phase.slot} of {spec.actions}")]
    for seat in (0, 1):
        plan, ap, pile = phase.plans[seat], position.ap[seat], position.piles[seat]
        if seat in hidden:
            form = is_revealed(plan, ap, pile, phase.slot, spec.actions)
        else:
            form = is_complete(plan, ap, pile, spec.actions)
        faults += [
            (not form, f"the plan of seat {seat + 1} is not what it is when slot {phase.slot} waits for bids"),
            (names_wrong_herbs(position, seat, first), f"seat {seat + 1} names Herbs that it did not have"),
            (
                not first <= ap + cost(plan) <= LARGEST_AP,
                f"plan and AP left of seat {seat + 1} are 0 or above {LARGEST_AP}",
            ),
        ]
    if any(wrong for wrong, _ in faults):
        return faults
    most = most_ap(position, hidden)
    return [
        (most[phase.seat] == 0, f"seat {phase.seat + 1} has no AP and is not asked"),
        (not is_bid_shown(phase, position.ap[0], hidden), "a bid that seat 1 cannot have made, or not shown as it is"),
        (not bid_is_due(position, most, spec), f"the order of slot {phase.slot} does not matter"),
    ]


def names_wrong_herbs(position: Position, seat: int, alive: bool) -> bool:
    named = {int(item[0]) for item in position.phase.plans[seat] if item in ACTIONS}
    return any(number not in own_herbs(seat) or (alive and position.herbs[number] is None) for number in named)


def is_actions(plan: Plan) -> bool:
    return all(item in ACTIONS for item in plan)


def is_complete(plan: Plan, ap: int, pile: Pair, actions: int) -> bool:
    """All actions and a stone of the pile; or none, because the AP left and the pile do not allow one."""
    stone = stone_of(plan)
    if not is_actions(plan[:actions]) or len(plan) != actions + (stone is not None):
        return False
    return not affords_stone(ap, pile) if stone is None else pile[0 if stone.startswith("Wh") else 1] > 0


def is_unfinished(plan: Plan, ap: int, pile: Pair, actions: int) -> bool:
    """Actions only, and another one or a stone is still to be written."""
    return is_actions(plan) and (len(plan) < actions or (len(plan) == actions and affords_stone(ap, pile)))


def is_revealed(plan: Plan, ap: int, pile: Pair, slot: int, actions: int) -> bool:
    """The other's plan in a bid: the items up to the slot and one `?` for what follows, if anything does.

    After the last slot a stone alone can follow. It does if and only if the AP shown, its price among them, allow one.
    """
    unrevealed = slot < actions or affords_stone(ap, pile)
    return is_actions(plan[:slot]) and len(plan) >= slot and plan[slot:] == (("?",) if unrevealed else ())


def most_ap(position: Position, hidden: Hidden) -> Pair:
    """The most AP that each seat can have left: unrevealed actions may all be free, a stone is not."""

    def most(seat: int) -> int:
        ap, pile = position.ap[seat], position.piles[seat]
        if seat not in hidden or not affords_stone(ap, pile):
            return ap
        return ap - (PRICES["WhA1"] if pile[0] > 0 else PRICES["BlA1"])

    return most(0), most(1)


def is_bid_shown(phase: Phase, ap: int, hidden: Hidden) -> bool:
    if phase.seat == 0:
        return phase.bid == "-"
    return phase.bid == "?" if 0 in hidden else phase.bid.isdigit() and int(phase.bid) <= ap


def bid_is_due(position: Position, ap: Pair, spec: Spec) -> bool:
    """Whether the order of the slot matters; with more AP it does at least as much, for only AP can run out."""
    arena = arena_of(replace(position, ap=ap), spec.patterns)
    slot = position.phase.slot - 1
    return order_matters(arena, (position.phase.plans[0][slot], position.phase.plans[1][slot]))
