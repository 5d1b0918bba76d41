"""Reasons, in words, why a text is not a move of Herbs, or not a legal one now."""

from __future__ import annotations

import re

from fastcore.games.herbs.text.texts import (
    BID_OF,
    ITEMS,
    NUMBER,
    PITS,
    SQUARE_OF,
    Table,
    can_place,
    herb_seat,
    is_stone,
)
from fastcore.values import counted, quoted

ACTIONS = "M1 to M6, BU1 to BU3, P1/1 to P3/24, TL, TR, HT, BW, WB and F"
STONES = ("white", "black")
SEATS = ("Red", "Blue")


def why_no_item(text: str) -> str:
    """Return why a text that is not in ITEMS cannot be part of any seat's plan."""
    stone = re.fullmatch("(?:Wh|Bl)(.*)", text)
    action = re.fullmatch("([0-3])([A-Z]+)(.*)", text)
    if text == "":
        return "an item is missing between the commas"
    if text == "?":
        return "? is only for the hidden rest of a plan"
    if text in NUMBER:
        return f"{text} is a bid, not an item of a plan"
    if stone:
        if SQUARE_OF.get(stone[1]) in PITS:
            return f"{stone[1]} is a pit; no stone can be placed there"
        return f"{quoted(text)} names no square; place a stone with WhH3 or BlH3, for example"
    if action is None:
        if re.fullmatch("[0-9]+[A-Z].*", text):
            return f"{quoted(text)} names no Herb; the Herbs are 0 to 3"
        return f"{quoted(text)} is neither a Herb's action, such as 0M3, nor a stone to place, such as WhH3"
    _, kind, rest = action.groups()
    if kind == "M":
        return f"{quoted(text)}: M moves 1 to 6 squares forward, such as {action[1]}M3"
    if kind == "BU":
        return f"{quoted(text)}: BU moves 1 to 3 squares backward, such as {action[1]}BU2"
    if kind == "P":
        squares = re.fullmatch("([1-3])(?:/(.*))?", rest)
        if squares is None:
            return f"{quoted(text)}: a push names 1 to 3 squares and its cost in AP, such as {action[1]}P2/4"
        least = int(squares[1])
        example = f"{action[1]}P{least}/{2 * least}"
        return f"{quoted(text)}: a push of {least} costs {least} to {8 * least} AP, such as {example}"
    return f"{quoted(text)} is not an action; the actions are {ACTIONS}"


def why_not(table: Table, actions: int, text: str) -> str:
    """Return why a text is not a legal move in a position, or "" if it is. A plan has `actions` actions."""
    if table.phase == "over":
        return "the game is over"
    move = NUMBER.get(text)
    seat = table.seat
    ap = table.ap[seat]
    if table.phase == "bid":
        if move is not None and move >= len(ITEMS):
            return "" if BID_OF[move - len(ITEMS)] <= ap else f"{SEATS[seat]} has only {ap} AP"
        if re.fullmatch("bid[0-9]+", text):
            return "a bid has no leading zeros" if text[3] == "0" else f"{SEATS[seat]} has only {ap} AP"
        return f"{SEATS[seat]} must bid: bid0 to bid{ap}"
    if move is None:
        return why_no_item(text) if text else "write the next action of the plan, such as 0M3"
    if move >= len(ITEMS):
        return f"a bid is not possible now: {SEATS[seat]} is writing a plan"
    return why_no_next_item(table, actions, move)


def why_no_next_item(table: Table, actions: int, move: int) -> str:
    """Return why the writing seat cannot write this item next, or "" if it can."""
    seat, item = table.seat, ITEMS[move]
    ap, pile, left = table.ap[seat], table.piles[seat], actions - len(table.plans[seat])
    if is_stone(move):
        colour = item.kind == "Bl"
        if left > 0:
            return f"the stone comes last: write {counted(left, 'more action')} first"
        if not pile[colour]:
            return f"{SEATS[seat]} has no {STONES[colour]} stone in the pile"
    elif left <= 0:
        return f"the plan already has {counted(actions, 'action')}" + (
            "; only a stone can follow" if can_place(ap, pile) else ""
        )
    elif herb_seat(item.herb) != seat:
        return f"Herb {item.herb} belongs to {SEATS[1 - seat]}"
    elif table.herbs[item.herb] is None:
        return f"Herb {item.herb} is destroyed"
    return "" if item.cost <= ap else f"{item.text} costs {item.cost} AP, but {SEATS[seat]} has only {ap} AP"
