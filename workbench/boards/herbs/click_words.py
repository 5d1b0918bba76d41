"""Sentences about squares and clicks in Herbs: the next step, the effect of a move, and reasons for refusals."""

from __future__ import annotations

from collections.abc import Mapping

from fastcore import GameInfo
from workbench.boards.herbs.account import end_reason
from workbench.boards.herbs.arena import PITS, Herb, herbs, parse_pair, phase, piles
from workbench.boards.herbs.items import COLOURS
from workbench.boards.herbs.projection import Scene
from workbench.boards.kit.game_words import seat_name
from workbench.system.translation import tr, trn

OVER = tr("The game is over.")
BID_DIGITS = tr("Choose the bid digit by digit.")
MORE_PRICES, OTHER_BID, ANYWAY = tr("other prices…"), tr("other…"), tr("add it anyway…")
ACTIONS = {
    "TL": tr("Turn left"),
    "TR": tr("Turn right"),
    "HT": tr("Turn round"),
    "F": tr("Fire"),
    "BW": tr("Bleach"),
    "WB": tr("Blacken"),
    "push": tr("Push…"),
    "move": tr("Move…"),
    "back": tr("Back up…"),
}
CANNOT_PAY = {
    "HT": tr("Turning round costs 1 AP, but you have none."), "F": tr("Firing costs 2 AP, but you have less."),
    "WB": tr("Blackening costs 1 AP, but you have none."), "push": tr("A push costs at least 1 AP, but you have none."),
}  # fmt: skip


def squares(number: int) -> str:
    """Return a number of squares in words."""
    return trn("{count} square", "{count} squares", number)


def points(number: int) -> str:
    """Return a number of points in words."""
    return trn("{count} point", "{count} points", number)


def cost(ap: int) -> str:
    """Return a cost in words, "free" for 0."""
    return tr("{ap} AP", ap=ap) if ap else tr("free")


# The panel ------------------------------------------------------------------------------------------------------------


def progress_text(info: GameInfo, fields: Mapping[str, str]) -> str:
    """Return the round, the action and the owner of the tie token."""
    now = phase(fields)
    if now.kind == "over":
        return f"{end_reason(info, fields)}."
    part = tr(": the stones") if now.stones else tr(": action {slot}", slot=now.slot) if now.slot else ""
    return tr(
        "Round {round}{part} · {side} holds the tie token",
        round=fields["round"],
        part=part,
        side=seat_name(info, int(fields["tie"]) - 1),
    )


def belongings(fields: Mapping[str, str], seat: int) -> str:
    """Return a seat's AP and stones in words, and whether its plan is locked while the opponent is writing.

    At the end of the game, the points for the AP replace the stones.
    """
    white, black = piles(fields)[seat]
    now = phase(fields)
    if now.kind == "over":
        ap = parse_pair(fields["ap"])[seat]
        survives = any(herb.seat == seat for herb in herbs(fields).values())
        return (
            tr("{points} for {ap} AP left", points=points(ap // 10), ap=ap)
            if ap and survives
            else tr("{ap} AP left", ap=ap)
        )
    locked = tr(" · locked") if now.kind == "write" and now.seat > seat else ""
    return tr(
        "{parse_pair} AP · {white} white, {black} black{locked}",
        parse_pair=parse_pair(fields["ap"])[seat],
        white=white,
        black=black,
        locked=locked,
    )


def describe_square(square: str, scene: Scene) -> str:
    """Return the contents of a square, such as "a white stone" or "Herb 2"."""
    standing = scene.holds(square)
    if standing:
        return (
            tr("Herb {standing}", standing=standing)
            if standing.isdigit()
            else tr("a {colour} stone", colour=COLOURS[standing])
        )
    return tr("a pit") if square in PITS else tr("empty")


# Buttons --------------------------------------------------------------------------------------------------------------


def herb_choice(herb: int, is_alive: bool) -> str:
    """Return the label for a Herb; `is_alive` is False if it is expected to be lost before the action."""
    return tr("Herb {herb}", herb=herb) if is_alive else tr("Herb {herb} (lost by then)", herb=herb)


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
        tr("too expensive")
        if expected_cost is None
        else tr("{max} AP", max=max(expected_cost, number))
        if expected_cost
        else tr("moves nothing")
    )
    return (
        tr("{squares} · {price}, scores {scores}", squares=squares(number), price=price, scores=scores)
        if scores
        else tr("{squares} · {price}", squares=squares(number), price=price)
    )


def price_choice(ap: int, expected_cost: int, has_target: bool) -> str:
    """Return the label for the price of a push.

    Args:
        ap: The price.
        expected_cost: The cost on the expected board, or the lowest price if no piece is in front.
        has_target: Whether a piece is in front.
    """
    return (
        (tr("{ap} AP (for now)", ap=ap) if has_target else tr("{ap} AP (minimum)", ap=ap))
        if ap == expected_cost
        else tr("{ap} AP", ap=ap)
    )


def too_dear(most: int) -> str:
    """Return the reason that no legal price is enough; `most` is the highest."""
    return tr("for now, that costs more than {most} AP", most=most)


def stops_short(number: int, reached: int) -> str:
    """Return the label for a push of `number` squares that ends after `reached`."""
    return tr("{squares} · stops after {reached}", squares=squares(number), reached=reached)


def no_farther(reached: int, fallen: bool) -> str:
    """Return the reason that a push ends early.

    Args:
        reached: The number of squares that the line can be moved.
        fallen: Whether the whole line falls into a pit on the way.
    """
    if fallen:
        return tr("for now, nothing is in front after {squares}", squares=squares(reached))
    return (
        tr("for now, the line moves only {squares}", squares=squares(reached))
        if reached
        else tr("for now, the line is against the wall")
    )


def unpaid(ap: int, left: int) -> str:
    """Return the reason that a push is too expensive for the seat."""
    return trn(
        "for now, that costs {ap} AP, but you have {count}",
        "for now, that costs {ap} AP, but you have {count}",
        left,
        ap=ap,
    )


def stone_choice(colour: str) -> str:
    """Return the label for a stone, with its cost."""
    return tr("{colour} · {part} AP", colour=COLOURS[colour[0]].capitalize(), part=1 if colour == "white" else 2)


def bid_choice(bid: int, most: int) -> str:
    """Return the label for a bid; `most` is the seat's AP."""
    if bid == most > 8:
        return tr("{bid} (all)", bid=bid)
    return tr("{bid} (half)", bid=bid) if bid > 8 else str(bid)


def bids(low: int, high: int, digits: int) -> str:
    """Return the range of bids with the same first digits, such as "040–049" for three digits."""
    return f"{low:0{digits}}–{high:0{digits}}" if low < high else str(low)


# Prompts --------------------------------------------------------------------------------------------------------------


def prompt_for_herb(number: int, herb: Herb | None) -> str:
    """Return the prompt after choosing a Herb; `herb` is None if it is expected to be lost before the action."""
    if herb is None:
        return tr("Herb {number} will be lost by then. Any action will do nothing.", number=number)
    return tr(
        "Herb {number} ({square}): choose a square, a piece or an action.",
        number=number,
        square=herb.square,
    )


def prompt_for_distance(number: int, back: bool) -> str:
    """Return the prompt for the distance of a move."""
    return (
        tr("Herb {number}: choose how many squares to back up.", number=number)
        if back
        else tr("Herb {number}: choose how many squares to move.", number=number)
    )


def prompt_for_push(number: int, first: int, has_target: bool, why: str) -> str:
    """Return the prompt for the distance of a push.

    Args:
        number: The number of the Herb.
        first: The cost of the first square.
        has_target: Whether a piece is in front.
        why: The reason that the Herb cannot push at all, or "".
    """
    price = why or (
        tr("one costs {first} AP for now", first=first) if has_target else tr("nothing is in front for now")
    )
    return tr("Herb {number}: choose how many squares to push; {price}.", number=number, price=price)


def prompt_for_price(number: int, far: int, expected_cost: int, has_target: bool, why: str) -> str:
    """Return the prompt for the price of a push.

    Args:
        number: The number of the Herb.
        far: The distance in squares.
        expected_cost: The cost on the expected board; Enter chooses it.
        has_target: Whether a piece is in front.
        why: The reason that the Herb cannot push that far, or "".
    """
    if why:
        return tr(
            "Herb {number} pushes {squares}: choose the payment; {price}.",
            number=number, squares=squares(far), price=why,
        )  # fmt: skip
    if has_target:
        return tr(
            "Herb {number} pushes {squares}: choose the payment. For now {cost} AP (Enter).",
            number=number, squares=squares(far), cost=expected_cost,
        )  # fmt: skip
    return tr(
        "Herb {number} pushes {squares}: choose the payment. Nothing ahead: {cost} AP (Enter).",
        number=number, squares=squares(far), cost=expected_cost,
    )  # fmt: skip


def prompt_for_stone(square: str) -> str:
    """Return the prompt for the colour of a stone."""
    return tr("{square}: choose a white or a black stone.", square=square)


# Information about a square before any choice -------------------------------------------------------------------------


# Refusals -------------------------------------------------------------------------------------------------------------


def refuse_during_bid(spot: str) -> str:
    """Return why a click on the board is refused during a bid."""
    return tr("{spot}: choose the bid beside the board.", spot=spot)


def refuse_stone(spot: str) -> str:
    """Return why a stone cannot be placed on a square."""
    return (
        tr("{spot} is a pit: you cannot place a stone there.", spot=spot)
        if spot in PITS
        else tr("{spot}: you cannot place a stone there.", spot=spot)
    )


def refuse_while_choosing(spot: str) -> str:
    """Return why a click on the board is refused while a button must be chosen."""
    return tr("{spot}: choose beside the board first, or press Esc to deselect.", spot=spot)


def refuse_first_click(spot: str, seat: int, current: Herb | None, scene: Scene) -> str:
    """Return why a first click that chooses none of the player's Herbs is refused."""
    own = tr(" or ").join(
        tr("Herb {number}", number=number) for number in (2 * seat, 2 * seat + 1) if number in scene.herbs
    )
    if current is not None and current.seat == seat:
        then = scene.herbs.get(current.number)
        if then is None:
            return tr(
                "{spot}: Herb {current} will be lost by then; choose beside the board.",
                spot=spot,
                current=current.number,
            )
        return tr(
            "{spot}: Herb {current} will be on {square} by then: choose it there.",
            spot=spot,
            current=current.number,
            square=then.square,
        )
    if current is not None:
        return tr("{spot}: Herb {current} is not yours: choose {own}.", spot=spot, current=current.number, own=own)
    return (
        tr("{spot}: choose {own} first.", spot=spot, own=own)
        if own
        else tr("{spot}: your Herbs will be lost by then; choose beside the board.", spot=spot)
    )


def refuse_lost_herb(spot: str, number: int) -> str:
    """Return why a square is refused for a Herb that is expected to be lost before the action."""
    return tr(
        "{spot}: Herb {number} will be lost by then; choose beside the board.",
        spot=spot,
        number=number,
    )


def refuse_destination(spot: str, herb: Herb, offset: tuple[int, int], ap: int) -> str:
    """Return why a Herb cannot move to a square; `offset` is the distance in columns and rows."""
    straight = 0 in offset
    if not straight or spot == herb.square:
        return tr("{spot}: Herb {herb} moves only straight ahead or back. Turn it first.", spot=spot, herb=herb.number)
    facing = {"^": (0, 1), ">": (1, 0), "v": (0, -1), "<": (-1, 0)}[herb.facing]
    far = offset[0] * facing[0] + offset[1] * facing[1]
    if not far:
        return tr("{spot} is beside Herb {herb}. Turn the Herb first.", spot=spot, herb=herb.number)
    if far > 6 or far < -3:
        return tr("{spot} is too far: at most 6 squares ahead or 3 back.", spot=spot)
    needed = far if far > 0 else -2 * far
    return trn(
        "{spot}: that costs {needed} AP, but you have {count}.",
        "{spot}: that costs {needed} AP, but you have {count}.",
        ap,
        spot=spot,
        needed=needed,
    )


# Bids -----------------------------------------------------------------------------------------------------------------
