"""The contents of a Herbalism position, or of one seat's view of it: hands, cards, markers and the phase."""

from __future__ import annotations

from typing import NamedTuple

from workbench.boards.kit.elements import Fields

COLOURS = {"r": "red", "y": "yellow", "g": "green", "b": "blue"}
DECK = {"r": 2, "y": 3, "g": 4, "b": 5}
CARDS = ("gy", "rg", "rb", "yr", "gb", "yb", "==")  # medicine cards, in the order of the rules page
ACTIONS = ("inquire", "feed", "brew", "appeal")
SAME = "=="  # the medicine card for two cards of one colour
ACTING_TURNS = 15  # for each player; afterwards only cures are legal


class CureMarker(NamedTuple):
    """The cure marker of a seat.

    `kind` is "a" (answer) or "f" (follow) in the current cure, "A" or "F" after a failed cure, and "" for an unused
    marker.
    `card` is the medicine card under the marker, or "".
    """

    kind: str
    card: str

    @property
    def failed(self) -> bool:
        """Whether the marker was used in a failed cure."""
        return self.kind in ("A", "F")


class Tabletop(NamedTuple):
    """A position, parsed from its fields.

    Hands and the hidden pair are strings of colour letters with "?" for each unseen card, "" for no cards. An unused
    medicine marker is "".
    """

    hidden: str
    hands: tuple[str, ...]
    scores: tuple[int, ...]
    round: int
    start: int
    turn: int
    phase: str
    seats: tuple[int, ...]  # the seats named by the phase: the seat to move, and the seat that it answers
    medicine: tuple[str, ...]
    cure: tuple[CureMarker, ...]
    predictions: tuple[str, ...]
    given_viewer: int = -1  # the seat whose view this is, or -1

    @property
    def actor(self) -> int:
        """The seat to move, or -1."""
        return self.seats[0] if self.seats else -1

    @property
    def viewer(self) -> int:
        """The seat whose view this is, or -1 if unknown.

        If not given, this is the only seat with a known hand while other cards are hidden.
        """
        if self.given_viewer >= 0:
            return self.given_viewer
        known = [seat for seat, hand in enumerate(self.hands) if hand and "?" not in hand]
        return known[0] if len(known) == 1 and "?" in self.hidden + "".join(self.hands) else -1

    @property
    def bottom_seat(self) -> int:
        """The seat whose hand is face up at the bottom of the table, or -1.

        This is the viewer, or the seat to move if no card is hidden.
        """
        if self.given_viewer >= 0 and self.phase != "over":
            return self.given_viewer
        return self.viewer if "?" in self.hidden + "".join(self.hands) else self.actor

    def right_medicine(self) -> str:
        """Return the right medicine card, or "" if the hidden pair is not visible."""
        return "" if len(self.hidden) != 2 or "?" in self.hidden else medicine_of(self.hidden)


def parse_tabletop(fields: Fields, viewer: int | None = None) -> Tabletop:
    """Parse the fields of a position, as seen by `viewer` if given."""
    phase, *rest = fields["phase"].split(":")
    return Tabletop(
        fields["hidden"].strip("-"),
        tuple(hand.strip("-") for hand in fields["hands"].split("/")),
        tuple(map(int, fields["scores"].split(","))),
        int(fields["round"]),
        int(fields["start"]) - 1,
        int(fields["turn"]),
        phase,
        tuple(int(part) - 1 for part in rest if part.isdigit()),
        tuple(card.strip("-") for card in fields["medicine"].split(",")),
        tuple(
            CureMarker(*mark.split("=", 1)) if mark != "-" else CureMarker("", "") for mark in fields["cure"].split(",")
        ),
        tuple(taken.strip("-") for taken in fields["predictions"].split(",")),
        -1 if viewer is None else viewer,
    )


def medicine_of(pair: str) -> str:
    """Return the medicine card of two ingredients."""
    return SAME if pair[0] == pair[1] else next(card for card in CARDS if set(card) == set(pair))


def asked_colour(card: str, colour: str) -> str:
    """Return the colour that a player is asked for after a card of `colour` is given on a medicine card."""
    return colour if card == SAME else card.replace(colour, "")


class ParsedMove(NamedTuple):
    """A move: its kind, medicine card, target seat and named colour.

    Missing parts are "", or -1 for the target.
    """

    kind: str
    card: str = ""
    target: int = -1
    colour: str = ""


def parse_move(move: str) -> ParsedMove:
    """Parse the text of a move."""
    head, _, rest = move.partition(":")
    if head in ("cure", "answer", "follow"):
        return ParsedMove(head, rest)
    if head in ("give", "predict"):
        return ParsedMove(head, colour=rest)
    if head in ("skip", "deal"):
        return ParsedMove(head)
    kind, *more = rest.split(":")
    return ParsedMove(kind, head, int(more[0]) - 1 if more else -1, more[1] if len(more) > 1 else "")
