"""What Herbs says of squares, choices and clicks: the next step, what a move would do, and why a click is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fastcore import GameInfo
from workbench.boards.herbs.account import PATTERNS
from workbench.boards.herbs.arena import PITS, Herb, pair, phase, piles
from workbench.boards.herbs.items import COLOURS, colour, paid, phrase
from workbench.boards.herbs.projection import Scene, Slot
from workbench.boards.kit.plain import listed, side

OVER = "The game is over."
BID_DIGITS = "Choose the bid digit by digit."
MORE_PRICES, OTHER_BID, ANYWAY = "other prices…", "other…", "write it anyway…"
ACTIONS = {
    "TL": "Turn left", "TR": "Turn right", "HT": "Turn round", "F": "Fire", "BW": "Bleach", "WB": "Blacken",
    "push": "Push…",
    "move": "Move on…", "back": "Back up…",
}  # fmt: skip
CANNOT_PAY = {
    "HT": "Turning round costs 1 AP, and none is left.", "F": "Firing costs 2 AP: there are not so many left.",
    "WB": "Blackening costs 1 AP, and none is left.", "push": "A push costs at least 1 AP, and none is left.",
}  # fmt: skip


def squares(number: int) -> str:
    return f"{number} {'square' if number == 1 else 'squares'}"


def points(number: int) -> str:
    return f"{number} {'point' if number == 1 else 'points'}"


def cost(ap: int) -> str:
    return f"{ap} AP" if ap else "free"


# The card -------------------------------------------------------------------------------------------------------------


def stage(info: GameInfo, fields: Mapping[str, str]) -> str:
    """Where in the game this is, as in "Round 7: action 2 · Second holds the tie token"."""
    now = phase(fields)
    if now.kind == "over":
        return f"The game ended in round {fields['round']}"
    part = ": the stones" if now.stones else f": action {now.slot}" if now.slot else ""
    return f"Round {fields['round']}{part} · {side(info, int(fields['tie']) - 1)} holds the tie token"


def belongings(fields: Mapping[str, str], seat: int) -> str:
    """What a seat has, as in "131 AP · 8 white, 6 black", and whether it waits for the other's plan."""
    white, black = piles(fields)[seat]
    now = phase(fields)
    locked = " · locked" if now.kind == "write" and now.seat > seat else ""
    return f"{pair(fields['ap'])[seat]} AP · {white} white, {black} black{locked}"


def standing_on(square: str, there: Scene) -> str:
    """As in "a white stone", "Herb 2"."""
    standing = there.holds(square)
    if standing:
        return f"Herb {standing}" if standing.isdigit() else f"a {COLOURS[standing]} stone"
    return "a pit" if square in PITS else "empty"


# Choices --------------------------------------------------------------------------------------------------------------


def herb_choice(herb: int, there: bool) -> str:
    return f"Herb {herb}" if there else f"Herb {herb} (lost by then)"


def action_choice(kind: str) -> str:
    return ACTIONS[kind]


def push_choice(number: int, today: int | None, scores: int) -> str:
    """How far, what it would cost today (None: more than can be paid, 0: nothing moves), and what it would score."""
    price = "too dear" if today is None else f"{max(today, number)} AP" if today else "moves nothing"
    return f"{squares(number)} · {price}{f', scores {scores}' if scores else ''}"


def price_choice(ap: int, today: int, against: bool) -> str:
    """`today` is what the push costs as things are, or the least that can be paid where nothing stands in front."""
    return f"{ap} AP ({'today' if against else 'the least'})" if ap == today else f"{ap} AP"


def too_dear(most: int) -> str:
    return f"as things are that costs more than {most} AP"


def stops_short(number: int, made: int) -> str:
    """A push of so many squares that ends after fewer."""
    return f"{squares(number)} · stops after {made}"


def no_farther(made: int, fallen: bool) -> str:
    """`made` is how many squares the line can be moved, `fallen` whether all of it is in a pit then."""
    if fallen:
        return f"as things are nothing stands in front any more after {squares(made)}"
    return (
        f"as things are the line goes no farther than {squares(made)}"
        if made
        else "as things are the line stands against the wall"
    )


def unpaid(ap: int, left: int) -> str:
    return f"as things are that costs {ap} AP, and {left} {'is' if left == 1 else 'are'} left"


def stone_choice(colour: str) -> str:
    return f"{colour.capitalize()} · {1 if colour == 'white' else 2} AP"


def bid_choice(bid: int, most: int) -> str:
    if bid == most > 8:
        return f"{bid} (all)"
    return f"{bid} (half)" if bid > 8 else str(bid)


def bids(low: int, high: int, digits: int) -> str:
    """Bids that begin with the same digits, as in "040–049" of three."""
    return f"{low:0{digits}}–{high:0{digits}}" if low < high else str(low)


# What follows a click -------------------------------------------------------------------------------------------------


def what_follows(number: int, one: Herb | None) -> str:
    if one is None:
        return f"Herb {number} will be lost by then: choose any action, it will do nothing."
    return f"Herb {number} on {one.square}: choose a square ahead or behind, a piece in front, or an action."


def how_far(number: int, back: bool) -> str:
    return f"Herb {number}: choose how many squares to {'back up' if back else 'go'}."


def how_far_to_push(number: int, first: int, against: bool, why: str) -> str:
    """`first` is what one square costs, `against` whether anything stands in front, `why` what keeps it where it is."""
    price = why or (f"one costs {first} AP as things are" if against else "nothing stands in front as things are")
    return f"Herb {number}: choose how many squares to push; {price}."


def how_much(number: int, far: int, today: int, against: bool, why: str) -> str:
    """`today` is as in `price_choice`, and what Enter chooses."""
    price = why or (
        f"it costs {today} AP as things are (Enter)"
        if against
        else f"nothing stands in front as things are; {today} AP is the least (Enter)"
    )
    return f"Herb {number} pushes {squares(far)}: choose what to pay; {price}."


def which_stone(square: str) -> str:
    return f"{square}: choose a white or a black stone."


# What is known of a square before anything is chosen ------------------------------------------------------------------


def range_of_fire(number: int, hit: str) -> str:
    """`hit` is the Herb that would be hit, "" for none."""
    return f"Herb {number} has Herb {hit} in range." if hit else f"Herb {number} has no Herb in range."


def push_of(number: int, pieces: int, prices: Mapping[int, int], hindered: Mapping[int, str]) -> str:
    """A push against a line of so many pieces:
    by how many squares, what it costs, or why it cannot be made as far as that."""
    far, why = next(iter(hindered.items()), (0, ""))
    if not prices:
        return f"Herb {number} cannot push it: {why}."
    each = listed(
        [
            f"{ap} {'AP ' if not n else ''}for {squares(made) if not n else made}"
            for n, (made, ap) in enumerate(prices.items())
        ]
    )
    line = f"A push by Herb {number} against {pieces} {'piece' if pieces == 1 else 'pieces'} costs {each}"
    return f"{line}; for {far}: {why}." if why else f"{line} as things are."


def completes(kind: str, colour: str, there: bool) -> str:
    if there:
        return f"It is part of {PATTERNS[kind]}."
    return f"A {COLOURS[colour]} stone that is pushed here completes {PATTERNS[kind]}."


# What a move would do -------------------------------------------------------------------------------------------------


def would_bid(bid: int, left: int) -> str:
    if bid:
        return f"Bid {bid} AP: {left} {'is' if left == 1 else 'are'} left, whoever acts first."
    return "Bid nothing: if the other side bids nothing too, both actions are cancelled."


def would_bid_alone(bid: int, left: int) -> str:
    """Where the other side has no AP."""
    if not bid:
        return "Bid nothing: both actions are cancelled, since the other side has no AP to bid."
    enough = ", and 1 would be enough" if bid > 1 else ""
    return (
        f"Bid {bid} AP: you act first, since the other side has none to bid{enough}; "
        f"{left} {'is' if left == 1 else 'are'} left."
    )


def would_place(item: str, there: Scene, seat: int) -> str:
    square = item[2:]
    line = f"{square}: place a {colour(item)} stone here at the end of the round ({cost(paid(item))})"
    at = there.hindrance(square, seat)
    if at == square:
        return f"{line}; as things are {standing_on(square, there)} is in the way."
    return f"{line}; as things are it fails, beside your own Herb {there.holds(at)}." if at else f"{line}."


def would_do(slot: Slot, one: Herb | None, spot: str) -> str:
    """What an action is expected to do; `spot` is what is clicked last."""
    number, ap = slot.item[0], cost(paid(slot.item))
    place = f"{spot}: " if spot[0].isupper() and spot[1:].isdigit() else ""
    if one is None:
        return f"Herb {number} will be lost by then: this does nothing ({ap})."
    return f"{place}Herb {number} {_does(slot, one)} ({ap}){_gains(slot)}."


def _does(slot: Slot, one: Herb) -> str:
    kind = slot.item[1:]
    if kind in ("TL", "TR", "HT"):
        return {"TL": "turns left", "TR": "turns right", "HT": "turns round"}[kind]
    if kind == "F":
        return _fires(slot)
    if kind in ("BW", "WB"):
        colour, other = ("black", "white") if kind == "BW" else ("white", "black")
        painted = any(event.kind == "paint" for event in slot.events)
        return f"makes the stone in front {other}" if painted else f"has no {colour} stone in front as things are"
    return _pushes(slot) if kind.startswith("P") else _goes(slot, backward=kind.startswith("BU"))


def _goes(slot: Slot, backward: bool) -> str:
    wanted = int(slot.item[-1])
    moved = next((event for event in slot.events if event.kind == "move"), None)
    does = "backs up" if backward else "goes"
    if moved is None:
        return "stays where it is: the way is blocked as things are"
    if any(event.kind == "destroyed" for event in slot.events):
        return f"falls into the pit {moved.where[1]} and is lost"
    made = int(moved.values["squares"])
    return (
        f"{does} {squares(made)}"
        if made == wanted
        else f"{does} {squares(made)} to {moved.where[1]}, where its way ends"
    )


def _fires(slot: Slot) -> str:
    hit = next((event for event in slot.events if event.kind == "hit"), None)
    if hit is None:
        return "fires, but hits no Herb as things are"
    back = f" back to {hit.where[1]}" if len(hit.where) > 1 and hit.where[0] != hit.where[1] else ""
    return f"shoots Herb {hit.values['herb']}{back}: {hit.values['ap']} AP lost"


def _pushes(slot: Slot) -> str:
    made = [event for event in slot.events if event.kind == "push"]
    if slot.cost is None:
        return "pushes nothing: as things are that costs more"
    if not made:
        return "pushes nothing: as things are nothing in front can move"
    spare = paid(slot.item) - slot.cost
    return f"pushes {squares(len(made))}{f', {spare} AP more than it costs' if spare else ''}"


def _gains(slot: Slot) -> str:
    """What it scores, as in "; 6 points for a row of four"."""
    scored = [
        f"{points(int(event.values['points']))} for {PATTERNS[str(event.values['for'])]}"
        for event in slot.events
        if event.kind == "points"
    ]
    return f"; {', '.join(scored)}" if scored else ""


# Why a click is refused -----------------------------------------------------------------------------------------------


def bid_beside(spot: str) -> str:
    return f"{spot}: the bid is chosen beside the board."


def no_stone(spot: str) -> str:
    return f"{spot} is a pit: no stone is placed there." if spot in PITS else f"{spot}: no stone can be placed there."


def choose_beside(spot: str) -> str:
    return f"{spot}: choose beside the board first, or take the choice back with Esc."


def no_herb(spot: str, seat: int, here: Herb | None, there: Scene) -> str:
    own = " or ".join(f"Herb {number}" for number in (2 * seat, 2 * seat + 1) if number in there.herbs)
    if here is not None and here.seat == seat:
        then = there.herbs.get(here.number)
        if then is None:
            return f"{spot}: Herb {here.number} will be lost by then; choose it beside the board."
        return f"{spot}: Herb {here.number} will be on {then.square} by then: choose it there."
    if here is not None:
        return f"{spot}: Herb {here.number} is not yours: choose {own}."
    return (
        f"{spot}: choose {own} first."
        if own
        else f"{spot}: your Herbs will be lost by then; choose one beside the board."
    )


def lost_herb(spot: str, number: int) -> str:
    return f"{spot}: Herb {number} will be lost by then; choose beside the board what it was to do."


def no_way(spot: str, one: Herb, way: tuple[int, int], ap: int) -> str:
    """Why a Herb cannot be sent to a square; `way` is columns and rows from it."""
    straight = 0 in way
    if not straight or spot == one.square:
        return f"{spot}: Herb {one.number} goes straight ahead or straight back; turn it first."
    facing = {"^": (0, 1), ">": (1, 0), "v": (0, -1), "<": (-1, 0)}[one.facing]
    far = way[0] * facing[0] + way[1] * facing[1]
    if not far:
        return f"{spot} lies to the side of Herb {one.number}: turn it first."
    if far > 6 or far < -3:
        return f"{spot} is too far: a Herb goes up to 6 squares ahead and 3 back."
    needed = far if far > 0 else -2 * far
    return f"{spot}: that costs {needed} AP, and {ap} {'is' if ap == 1 else 'are'} left."


# What a bid decides ---------------------------------------------------------------------------------------------------


def order(info: GameInfo, leads: int) -> str:
    return f"{side(info, leads)} acts first" if leads >= 0 else "Both bid 0: neither acts"


def equal(info: GameInfo, leads: int, token: bool) -> str:
    """Who acts first after equal bids, and whether it is for the tie token or for fewer points."""
    return (
        f"After equal bids above 0 {side(info, leads)} acts first, with {'the tie token' if token else 'fewer points'}."
    )


def alone(info: GameInfo, without: int) -> str:
    """Who acts first where one seat has no AP."""
    other = side(info, 1 - without)
    return f"{side(info, without)} has no AP to bid: with 1 AP {other} acts first, with 0 both actions are cancelled."


def at_stake(info: GameInfo, slot: int, items: Sequence[str]) -> str:
    """The two actions that are bid about."""
    deeds = (f"{side(info, seat)}: {phrase(item)}" for seat, item in enumerate(items))
    return f"Action {slot}. {'. '.join(deeds)}."
