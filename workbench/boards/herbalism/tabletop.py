"""Reads the fields of a Herbalism position, or of one seat's view of it: hands, cards, markers and the phase."""

from __future__ import annotations

from typing import NamedTuple

from workbench.boards.kit.elements import Fields

COLOURS = {"r": "red", "y": "yellow", "g": "green", "b": "blue"}
DECK = {"r": 2, "y": 3, "g": 4, "b": 5}
CARDS = ("gy", "rg", "rb", "yr", "gb", "yb", "==")  # medicine cards, in the order of the rules page
ACTIONS = ("inquire", "feed", "brew", "appeal")
SAME = "=="  # the medicine of two cards of one colour
ACTING_TURNS = 15  # for each player; then there are only cures


class Cure(NamedTuple):
    """Where a seat's cure marker lies: a or f in the cure going on, A or F of a failed
    one, "" and "" while it is unused."""

    kind: str
    card: str

    @property
    def failed(self) -> bool:
        return self.kind in ("A", "F")


class Tabletop(NamedTuple):
    """A position. Hands and the hidden pair are letters, ? for each card that is not seen, "" for no cards;
    cards "" for none."""

    hidden: str
    hands: tuple[str, ...]
    scores: tuple[int, ...]
    round: int
    start: int
    turn: int
    phase: str
    seats: tuple[int, ...]  # that the phase names: who decides, and whom they answer
    medicine: tuple[str, ...]
    cure: tuple[Cure, ...]
    predictions: tuple[str, ...]
    looks: int = -1  # whose view it is said to be, -1 if nobody said

    @property
    def actor(self) -> int:
        """The seat that decides, -1 for none."""
        return self.seats[0] if self.seats else -1

    @property
    def viewer(self) -> int:
        """Whose view it is; if nobody said, the only seat with a hand that is known while others are covered, as
        far as that can be seen; else -1."""
        if self.looks >= 0:
            return self.looks
        known = [seat for seat, hand in enumerate(self.hands) if hand and "?" not in hand]
        return known[0] if len(known) == 1 and "?" in self.hidden + "".join(self.hands) else -1

    @property
    def below(self) -> int:
        """The seat whose hand lies face up before whoever looks:
        the viewer's, or where all see everything the one's to decide."""
        if self.looks >= 0 and self.phase != "over":
            return self.looks
        return self.viewer if "?" in self.hidden + "".join(self.hands) else self.actor

    def right(self) -> str:
        """The right medicine card, "" if the pair is not seen."""
        return "" if len(self.hidden) != 2 or "?" in self.hidden else medicine_of(self.hidden)


def read(fields: Fields, viewer: int | None = None) -> Tabletop:
    """The table of a position's fields, as a seat looks at it if one is named."""
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
        tuple(Cure(*mark.split("=", 1)) if mark != "-" else Cure("", "") for mark in fields["cure"].split(",")),
        tuple(taken.strip("-") for taken in fields["predictions"].split(",")),
        -1 if viewer is None else viewer,
    )


def medicine_of(pair: str) -> str:
    """The medicine card of two ingredients."""
    return SAME if pair[0] == pair[1] else next(card for card in CARDS if set(card) == set(pair))


def other(card: str, colour: str) -> str:
    """The colour that is asked for where one of this colour is given on a medicine card."""
    return colour if card == SAME else card.replace(colour, "")


class Act(NamedTuple):
    """A move: what is done, on which medicine card, with whom (-1:
    nobody), and the colour that is named ("" for none)."""

    kind: str
    card: str = ""
    target: int = -1
    colour: str = ""


def act(move: str) -> Act:
    """A move's text, read."""
    head, _, rest = move.partition(":")
    if head in ("cure", "answer", "follow"):
        return Act(head, rest)
    if head in ("give", "predict"):
        return Act(head, colour=rest)
    if head in ("skip", "deal"):
        return Act(head)
    kind, *more = rest.split(":")
    return Act(kind, head, int(more[0]) - 1 if more else -1, more[1] if len(more) > 1 else "")
