"""Herbalism in the step model: the pieces of its tensor, and the length of its games."""

from __future__ import annotations

from collections.abc import Mapping

from fastcore.steps.game import Piece

ROUNDS, CARDS = 30, 14
DEALS_ALIKE = True  # each round begins with the same 14 cards
DECISIONS = 196  # decisions in one round, at most


def pieces(options: Mapping[str, int | float | str]) -> tuple[Piece, ...]:
    """Return the Pieces of the tensor. Seats and cards are one-hot; the cards are gy rg rb yr gb yb ==."""
    seats = int(options["players"])
    return (
        Piece("observer", (seats,), "0 or 1", "the observer"),
        Piece("hidden_pair", (5,), "0 or 1, then cards / 2, 3, 4, 5", "whether it is visible; its r, y, g, b"),
        Piece(
            "seats",
            (seats, 29),
            "see python.md",
            "for each seat: hand (5), hand size, score, medicine card (7), cure marker (4), its card (7), predictions",
        ),
        Piece("round", (1,), "round / 30", "the number of the round"),
        Piece("turn", (1,), "turn / (16 x seats)", "the number of the turn"),
        Piece("phase", (6,), "0 or 1", "deal, act, give, cure, predict, over"),
        Piece("starter", (seats,), "0 or 1", "the seat that began the round"),
        Piece("decides", (seats,), "0 or 1", "the seat that decides"),
        Piece("initiator", (seats,), "0 or 1", "in phases give and cure: the seat whose action or cure it is"),
        Piece("request_card", (7,), "0 or 1", "in phase give: the medicine card"),
        Piece("request_action", (2,), "0 or 1", "in phase give: brew, appeal"),
    )


def bounds(options: Mapping[str, int | float | str]) -> tuple[int, int]:
    """Return the largest number of decisions and of dealt cards in a game."""
    return ROUNDS * DECISIONS, ROUNDS * CARDS
