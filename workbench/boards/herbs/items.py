"""Reads the items of a Herbs plan with the rules' own table, and names them in words."""

from __future__ import annotations

from collections.abc import Sequence

from fastcore.games.herbs.texts import ITEMS, NUMBER, Item, can_place

__all__ = [
    "COLOURS",
    "STONES",
    "Item",
    "acts",
    "can_place",
    "colour",
    "is_stone",
    "paid",
    "phrase",
    "read",
    "short",
    "spaced",
]

COLOURS = {"w": "white", "b": "black"}  # as boards have them
STONES = {"Wh": "white", "Bl": "black"}  # as plans have them
TURNS = {"TL": "left", "TR": "right", "HT": "round"}


def read(text: str) -> Item | None:
    """The item of a plan that a text names, None if it is none."""
    number = NUMBER.get(text, len(ITEMS))
    return ITEMS[number] if number < len(ITEMS) else None


def is_stone(text: str) -> bool:
    """Whether a text is a stone to place."""
    return text[:2] in STONES


def colour(stone: str) -> str:
    """The colour of a stone to place."""
    return STONES[stone[:2]]


def paid(text: str) -> int:
    """The AP that an item of a plan costs when it is written, 0 for what is none."""
    item = read(text)
    return item.cost if item is not None else 0


def acts(items: Sequence[str]) -> tuple[str, ...]:
    """The items that Herbs carry out, without the stone."""
    return tuple(item for item in items if item[:1].isdigit())


def spaced(text: str) -> str:
    """An item as the sheet has it, as in "0 M2"."""
    item = read(text)
    at = 0 if item is None else 2 if item.herb < 0 else 1
    return f"{text[:at]} {text[at:]}" if at else text


def short(item: Item) -> str:
    """What an item does in a few words, as in "forward 3"."""
    if item.herb < 0:
        return f"{STONES[item.kind]} stone"
    if item.kind in TURNS:
        return f"turn {TURNS[item.kind]}"
    return {
        "M": f"forward {item.amount}",
        "BU": f"back {item.amount}",
        "P": f"push {item.amount}",
        "BW": "bleach",
        "WB": "blacken",
        "F": "fire",
    }[item.kind]


def phrase(text: str) -> str:
    """One item of a plan, or a bid, in words."""
    if text.startswith("bid"):
        return f"bid {text[3:]} AP"
    item = read(text)
    if item is None:
        return text
    if item.herb < 0:
        return f"place a {STONES[item.kind]} stone on {text[2:]}"
    herb = f"Herb {item.herb}"
    squares = f"{item.amount} {'square' if item.amount == 1 else 'squares'}"
    if item.kind in TURNS:
        return f"turn {herb} {TURNS[item.kind]}"
    return {
        "M": f"move {herb} by {squares}",
        "BU": f"back {herb} up by {squares}",
        "P": f"push {squares} with {herb} for {item.cost} AP",
        "BW": f"bleach with {herb}",
        "WB": f"blacken with {herb}",
        "F": f"fire with {herb}",
    }[item.kind]
