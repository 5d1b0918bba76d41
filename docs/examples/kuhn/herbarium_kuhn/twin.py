"""Kuhn poker in plain, slow Python, written from the rules page alone."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

RANK = "JQK"
DEALS = sorted("".join(cards) for cards in permutations(RANK, 2))
ENDS = ("bb", "bp", "pp", "pbb", "pbp")
BETS = ("-", "b", "p", "pb", *ENDS)


def start(spec: str) -> str:
    """Return the start position, before the deal."""
    return "-- -"


def actor(spec: str, text: str) -> str:
    """Return who decides: "seat 1", "seat 2", "chance" or "over"."""
    cards, bets = text.split()
    if cards == "--":
        return "chance"
    return "over" if bets in ENDS else f"seat {1 + len(bets.strip('-')) % 2}"


def moves(spec: str, text: str) -> list[str]:
    """Return all legal moves."""
    return ["b", "p"] if actor(spec, text).startswith("seat") else []


def chances(spec: str, text: str) -> list[tuple[str, Fraction]]:
    """Return the deals with their probabilities."""
    return [(deal, Fraction(1, len(DEALS))) for deal in DEALS]


def play(spec: str, text: str, move: str) -> str:
    """Return the position after a move or a deal."""
    cards, bets = text.split()
    return f"{move} -" if cards == "--" else f"{cards} {bets.strip('-')}{move}"


def returns(spec: str, text: str) -> tuple[float, float]:
    """Return the chips won or lost, divided by two."""
    cards, bets = text.split()
    if bets.endswith("bp"):  # the last player folded
        won, chips = len(bets) % 2 == 0, 1
    else:
        won, chips = RANK.index(cards[0]) > RANK.index(cards[1]), 2 if bets.endswith("bb") else 1
    share = chips / 2 if won else -chips / 2
    return share, -share


def view(spec: str, text: str, seat: int | None) -> str:
    """Return the position as a seat sees it."""
    cards, bets = text.split()
    if cards == "--" or bets in ENDS:
        return text
    return "".join(card if number == seat else "?" for number, card in enumerate(cards)) + f" {bets}"


def observation(spec: str, text: str, move: str, seat: int | None) -> str:
    """Return what a seat sees of a move or a deal. At the end, both cards are shown."""
    after = play(spec, text, move)
    if text.startswith("--"):
        return view(spec, after, seat).split()[0]
    return f"{move}={after.split()[0]}" if actor(spec, after) == "over" else move


def refusal(spec: str, text: str, seat: int | None = None) -> str | None:
    """Return the field with a problem of a position, or None if it is valid."""
    cards, _, bets = text.partition(" ")
    if seat is not None:
        return (
            None
            if text in {view(spec, f"{deal} {bets}", seat) for deal in DEALS for bets in BETS} | {"-- -"}
            else "position"
        )
    if cards not in ("--", *DEALS):
        return "cards"
    return None if bets in (("-",) if cards == "--" else BETS) else "bets"
