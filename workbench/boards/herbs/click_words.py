"""Sentences about squares and clicks in Herbs: the next step, the effect of a move, and reasons for refusals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fastcore import GameInfo
from workbench.boards.herbs.account import PATTERNS
from workbench.boards.herbs.arena import PITS, Herb, parse_pair, phase, piles
from workbench.boards.herbs.items import COLOURS, phrase
from workbench.boards.herbs.projection import Scene
from workbench.boards.kit.plain import join_words, seat_name

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
    """Return a number of squares in words."""
    return f"{number} {'square' if number == 1 else 'squares'}"


def points(number: int) -> str:
    """Return a number of points in words."""
    return f"{number} {'point' if number == 1 else 'points'}"


def cost(ap: int) -> str:
    """Return a cost in words, "free" for 0."""
    return f"{ap} AP" if ap else "free"


# The panel ------------------------------------------------------------------------------------------------------------


def progress_text(info: GameInfo, fields: Mapping[str, str]) -> str:
    """Return the round, the action and the owner of the tie token."""
    now = phase(fields)
    if now.kind == "over":
        return f"The game ended in round {fields['round']}"
    part = ": the stones" if now.stones else f": action {now.slot}" if now.slot else ""
    return f"Round {fields['round']}{part} · {seat_name(info, int(fields['tie']) - 1)} holds the tie token"


def belongings(fields: Mapping[str, str], seat: int) -> str:
    """Return a seat's AP and stones in words, and whether its plan is locked while the opponent is writing."""
    white, black = piles(fields)[seat]
    now = phase(fields)
    locked = " · locked" if now.kind == "write" and now.seat > seat else ""
    return f"{parse_pair(fields['ap'])[seat]} AP · {white} white, {black} black{locked}"


def describe_square(square: str, scene: Scene) -> str:
    """Return the contents of a square, such as "a white stone" or "Herb 2"."""
    standing = scene.holds(square)
    if standing:
        return f"Herb {standing}" if standing.isdigit() else f"a {COLOURS[standing]} stone"
    return "a pit" if square in PITS else "empty"


# Buttons --------------------------------------------------------------------------------------------------------------


def herb_choice(herb: int, is_alive: bool) -> str:
    """Return the label for a Herb; `is_alive` is False if it is expected to be lost before the action."""
    return f"Herb {herb}" if is_alive else f"Herb {herb} (lost by then)"


def action_choice(kind: str) -> str:
    """Return the label for an action."""
    return ACTIONS[kind]


def push_choice(number: int, expected_cost: int | None, scores: int) -> str:
    """Return the label for the distance of a push.

    Args:
        number: The distance in squares.
        expected_cost: The cost on the expected board, None if it exceeds any price, 0 if nothing would move.
        scores: The points that the push would score.
    """
    price = (
        "too dear"
        if expected_cost is None
        else f"{max(expected_cost, number)} AP"
        if expected_cost
        else "moves nothing"
    )
    return f"{squares(number)} · {price}{f', scores {scores}' if scores else ''}"


def price_choice(ap: int, expected_cost: int, has_target: bool) -> str:
    """Return the label for the price of a push.

    Args:
        ap: The price.
        expected_cost: The cost on the expected board, or the lowest price if no piece is in front.
        has_target: Whether a piece is in front.
    """
    return f"{ap} AP ({'today' if has_target else 'the least'})" if ap == expected_cost else f"{ap} AP"


def too_dear(most: int) -> str:
    """Return the reason that no legal price is enough; `most` is the highest."""
    return f"as things are that costs more than {most} AP"


def stops_short(number: int, reached: int) -> str:
    """Return the label for a push of `number` squares that ends after `reached`."""
    return f"{squares(number)} · stops after {reached}"


def no_farther(reached: int, fallen: bool) -> str:
    """Return the reason that a push ends early.

    Args:
        reached: The number of squares that the line can be moved.
        fallen: Whether the whole line falls into a pit on the way.
    """
    if fallen:
        return f"as things are nothing stands in front any more after {squares(reached)}"
    return (
        f"as things are the line goes no farther than {squares(reached)}"
        if reached
        else "as things are the line stands against the wall"
    )


def unpaid(ap: int, left: int) -> str:
    """Return the reason that a push is too expensive for the seat."""
    return f"as things are that costs {ap} AP, and {left} {'is' if left == 1 else 'are'} left"


def stone_choice(colour: str) -> str:
    """Return the label for a stone, with its cost."""
    return f"{colour.capitalize()} · {1 if colour == 'white' else 2} AP"


def bid_choice(bid: int, most: int) -> str:
    """Return the label for a bid; `most` is the seat's AP."""
    if bid == most > 8:
        return f"{bid} (all)"
    return f"{bid} (half)" if bid > 8 else str(bid)


def bids(low: int, high: int, digits: int) -> str:
    """Return the range of bids with the same first digits, such as "040–049" for three digits."""
    return f"{low:0{digits}}–{high:0{digits}}" if low < high else str(low)


# Prompts --------------------------------------------------------------------------------------------------------------


def prompt_for_herb(number: int, herb: Herb | None) -> str:
    """Return the prompt after choosing a Herb; `herb` is None if it is expected to be lost before the action."""
    if herb is None:
        return f"Herb {number} will be lost by then: choose any action, it will do nothing."
    return f"Herb {number} on {herb.square}: choose a square ahead or behind, a piece in front, or an action."


def prompt_for_distance(number: int, back: bool) -> str:
    """Return the prompt for the distance of a move."""
    return f"Herb {number}: choose how many squares to {'back up' if back else 'go'}."


def prompt_for_push(number: int, first: int, has_target: bool, why: str) -> str:
    """Return the prompt for the distance of a push.

    Args:
        number: The number of the Herb.
        first: The cost of the first square.
        has_target: Whether a piece is in front.
        why: The reason that the Herb cannot push at all, or "".
    """
    price = why or (f"one costs {first} AP as things are" if has_target else "nothing stands in front as things are")
    return f"Herb {number}: choose how many squares to push; {price}."


def prompt_for_price(number: int, far: int, expected_cost: int, has_target: bool, why: str) -> str:
    """Return the prompt for the price of a push.

    Args:
        number: The number of the Herb.
        far: The distance in squares.
        expected_cost: The cost on the expected board; Enter chooses it.
        has_target: Whether a piece is in front.
        why: The reason that the Herb cannot push that far, or "".
    """
    price = why or (
        f"it costs {expected_cost} AP as things are (Enter)"
        if has_target
        else f"nothing stands in front as things are; {expected_cost} AP is the least (Enter)"
    )
    return f"Herb {number} pushes {squares(far)}: choose what to pay; {price}."


def prompt_for_stone(square: str) -> str:
    """Return the prompt for the colour of a stone."""
    return f"{square}: choose a white or a black stone."


# Information about a square before any choice -------------------------------------------------------------------------


def range_of_fire(number: int, hit: str) -> str:
    """Return a sentence about a Herb's range; `hit` is the Herb it would hit, or ""."""
    return f"Herb {number} has Herb {hit} in range." if hit else f"Herb {number} has no Herb in range."


def push_of(number: int, pieces: int, prices: Mapping[int, int], hindered: Mapping[int, str]) -> str:
    """Return a sentence about the cost of pushing a line of pieces.

    Args:
        number: The number of the Herb.
        pieces: The length of the line.
        prices: The cost by distance.
        hindered: The reasons against longer pushes, by distance.
    """
    far, why = next(iter(hindered.items()), (0, ""))
    if not prices:
        return f"Herb {number} cannot push it: {why}."
    costs = join_words(
        [
            f"{ap} {'AP ' if not n else ''}for {squares(distance) if not n else distance}"
            for n, (distance, ap) in enumerate(prices.items())
        ]
    )
    line = f"A push by Herb {number} against {pieces} {'piece' if pieces == 1 else 'pieces'} costs {costs}"
    return f"{line}; for {far}: {why}." if why else f"{line} as things are."


def completes(kind: str, colour: str, is_complete: bool) -> str:
    """Return a sentence about a pattern that includes this square.

    Args:
        kind: A key of `PATTERNS`.
        colour: The colour of the pattern's stones.
        is_complete: Whether the stone on this square is already part of the pattern.
    """
    if is_complete:
        return f"It is part of {PATTERNS[kind]}."
    return f"A {COLOURS[colour]} stone that is pushed here completes {PATTERNS[kind]}."


# Refusals -------------------------------------------------------------------------------------------------------------


def refuse_during_bid(spot: str) -> str:
    """Return why a click on the board is refused during a bid."""
    return f"{spot}: the bid is chosen beside the board."


def refuse_stone(spot: str) -> str:
    """Return why a stone cannot be placed on a square."""
    return f"{spot} is a pit: no stone is placed there." if spot in PITS else f"{spot}: no stone can be placed there."


def refuse_while_choosing(spot: str) -> str:
    """Return why a click on the board is refused while a button must be chosen."""
    return f"{spot}: choose beside the board first, or take the choice back with Esc."


def refuse_first_click(spot: str, seat: int, current: Herb | None, scene: Scene) -> str:
    """Return why a first click that chooses none of the player's Herbs is refused."""
    own = " or ".join(f"Herb {number}" for number in (2 * seat, 2 * seat + 1) if number in scene.herbs)
    if current is not None and current.seat == seat:
        then = scene.herbs.get(current.number)
        if then is None:
            return f"{spot}: Herb {current.number} will be lost by then; choose it beside the board."
        return f"{spot}: Herb {current.number} will be on {then.square} by then: choose it there."
    if current is not None:
        return f"{spot}: Herb {current.number} is not yours: choose {own}."
    return (
        f"{spot}: choose {own} first."
        if own
        else f"{spot}: your Herbs will be lost by then; choose one beside the board."
    )


def refuse_lost_herb(spot: str, number: int) -> str:
    """Return why a square is refused for a Herb that is expected to be lost before the action."""
    return f"{spot}: Herb {number} will be lost by then; choose beside the board what it was to do."


def refuse_destination(spot: str, herb: Herb, offset: tuple[int, int], ap: int) -> str:
    """Return why a Herb cannot move to a square; `offset` is the distance in columns and rows."""
    straight = 0 in offset
    if not straight or spot == herb.square:
        return f"{spot}: Herb {herb.number} goes straight ahead or straight back; turn it first."
    facing = {"^": (0, 1), ">": (1, 0), "v": (0, -1), "<": (-1, 0)}[herb.facing]
    far = offset[0] * facing[0] + offset[1] * facing[1]
    if not far:
        return f"{spot} lies to the side of Herb {herb.number}: turn it first."
    if far > 6 or far < -3:
        return f"{spot} is too far: a Herb goes up to 6 squares ahead and 3 back."
    needed = far if far > 0 else -2 * far
    return f"{spot}: that costs {needed} AP, and {ap} {'is' if ap == 1 else 'are'} left."


# Bids -----------------------------------------------------------------------------------------------------------------


def order_text(info: GameInfo, leads: int) -> str:
    """Return the order of action in words; `leads` is the seat that acts first, -1 if both bid 0."""
    return f"{seat_name(info, leads)} acts first" if leads >= 0 else "Both bid 0: neither acts"


def equal_bids(info: GameInfo, leads: int, token: bool) -> str:
    """Return a sentence about equal bids.

    Args:
        info: The game.
        leads: The seat that acts first.
        token: Whether the tie token decides, else the lower number of points.
    """
    reason = "the tie token" if token else "fewer points"
    return f"After equal bids above 0 {seat_name(info, leads)} acts first, with {reason}."


def one_sided_bid(info: GameInfo, without: int) -> str:
    """Return a sentence about a bid in which seat `without` has no AP."""
    rival = seat_name(info, 1 - without)
    return (
        f"{seat_name(info, without)} has no AP to bid: with 1 AP {rival} acts first, with 0 both actions are cancelled."
    )


def at_stake(info: GameInfo, slot: int, items: Sequence[str]) -> str:
    """Return a sentence about the two actions whose order a bid decides."""
    deeds = (f"{seat_name(info, seat)}: {phrase(item)}" for seat, item in enumerate(items))
    return f"Action {slot}. {'. '.join(deeds)}."
