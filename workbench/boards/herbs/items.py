"""Items of a Herbs plan, parsed with the rules' table of items, and their names in words."""

from __future__ import annotations

from collections.abc import Sequence

from fastcore.games.herbs.text.texts import ITEMS, NUMBER, Item, can_place
from workbench.system.translation import tr, trn

__all__ = [
    "COLOURS",
    "STONES",
    "Item",
    "actions_of",
    "can_place",
    "is_stone",
    "parse_item",
    "phrase",
    "planned_cost",
    "sheet_text",
    "short_text",
    "stone_colour",
]

COLOURS = {"w": tr("white"), "b": tr("black")}  # keyed by the letters of boards
STONES = {"Wh": "white", "Bl": "black"}  # spots, keyed by the letters of plans
TURNS = {"TL": tr("turn left"), "TR": tr("turn right"), "HT": tr("turn round")}


def parse_item(text: str) -> Item | None:
    """Parse an item of a plan, or return None if the text is not an item."""
    number = NUMBER.get(text, len(ITEMS))
    return ITEMS[number] if number < len(ITEMS) else None


def is_stone(text: str) -> bool:
    """Return whether the text is a stone to place."""
    return text[:2] in STONES


def stone_colour(stone: str) -> str:
    """Return the colour of a stone to place."""
    return COLOURS[STONES[stone[:2]][0]]


def planned_cost(text: str) -> int:
    """Return the AP that planning an item costs, 0 if the text is not an item."""
    item = parse_item(text)
    return item.cost if item is not None else 0


def actions_of(items: Sequence[str]) -> tuple[str, ...]:
    """Return the actions of a plan, without the stone."""
    return tuple(item for item in items if item[:1].isdigit())


def sheet_text(text: str) -> str:
    """Return an item in the notation of the command sheet, such as "0 M2"."""
    item = parse_item(text)
    at = 0 if item is None else 2 if item.herb < 0 else 1
    return f"{text[:at]} {text[at:]}" if at else text


def short_text(item: Item) -> str:
    """Return the effect of an item in a few words, such as "forward 3"."""
    if item.herb < 0:
        return tr("{stone} stone", stone=stone_colour(item.kind))
    if item.kind in TURNS:
        return TURNS[item.kind]
    return {
        "M": tr("forward {amount}", amount=item.amount),
        "BU": tr("back {amount}", amount=item.amount),
        "P": tr("push {amount}", amount=item.amount),
        "BW": tr("bleach"),
        "WB": tr("blacken"),
        "F": tr("fire"),
    }[item.kind]


def phrase(text: str) -> str:
    """Return an item of a plan, or a bid, in words."""
    if text.startswith("bid"):
        return tr("bid {text} AP", text=text[3:])
    item = parse_item(text)
    if item is None:
        return text
    if item.herb < 0:
        return tr("place a {stone} stone on {text}", stone=stone_colour(item.kind), text=text[2:])
    herb = tr("Herb {herb}", herb=item.herb)
    squares = trn("{count} square", "{count} squares", item.amount)
    return {
        "M": tr("move {herb} by {squares}", herb=herb, squares=squares),
        "BU": tr("back {herb} up by {squares}", herb=herb, squares=squares),
        "P": tr("push {squares} with {herb} for {cost} AP", squares=squares, herb=herb, cost=item.cost),
        "TL": tr("turn {herb} left", herb=herb),
        "TR": tr("turn {herb} right", herb=herb),
        "HT": tr("turn {herb} round", herb=herb),
        "BW": tr("bleach with {herb}", herb=herb),
        "WB": tr("blacken with {herb}", herb=herb),
        "F": tr("fire with {herb}", herb=herb),
    }[item.kind]
