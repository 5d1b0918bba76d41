"""The texts about cards, moves and events of Herbalism."""

from __future__ import annotations

from fastcore import Event, GameInfo, Viewpoint
from workbench.boards.herbalism.tabletop import (
    COLOURS,
    SAME,
    parse_move,
    parse_tabletop,
)
from workbench.boards.kit.elements import Point
from workbench.boards.kit.figures import format_signed
from workbench.boards.kit.game_words import join_words, seat_name
from workbench.system.translation import tr, trn

ACTION_NAMES = {
    "inquire": tr("Inquire"),
    "feed": tr("Feed"),
    "brew": tr("Brew"),
    "appeal": tr("Appeal"),
    "cure": tr("Cure"),
    "pass": tr("Pass"),
}


def card(name: str) -> str:
    """Return the name of a medicine card, such as "red and blue"."""
    return tr("two of a kind") if name == SAME else tr(" and ").join(COLOURS[letter] for letter in name)


def cards(text: str) -> str:
    """Return cards that change hands in words: "a red and 2 blues", "2 cards" or "no card"."""
    if text in ("", "-"):
        return tr("no card")
    if "?" in text:
        return trn("a card", "{count} cards", len(text))
    counts = [(text.count(letter), colour) for letter, colour in COLOURS.items() if letter in text]
    return join_words([f"a {colour}" if number == 1 else f"{number} {colour}s" for number, colour in counts])


def pair(text: str) -> str:
    """Return the hidden pair in words, such as "red and blue" or "two blues"."""
    return (
        tr("two {colour}s", colour=COLOURS[text[0]])
        if text[0] == text[1]
        else tr("{colour} and {colour2}", colour=COLOURS[text[0]], colour2=COLOURS[text[1]])
    )


def either(name: str) -> str:
    """Return the colours of a medicine card, joined by "or"."""
    return join_words(list(COLOURS.values()) if name == SAME else [COLOURS[letter] for letter in name], "or")


class Cast:
    """The names of the seats in sentences addressed to one of them, or to nobody (`me` is -1)."""

    def __init__(self, info: GameInfo, me: int = -1) -> None:
        self.info, self.me = info, me

    def who(self, seat: int) -> str:
        """Return a seat's name, or "You", for the start of a sentence."""
        return tr("You") if seat == self.me else seat_name(self.info, seat)

    def whom(self, seat: int) -> str:
        """Return a seat's name, or "you", for the middle of a sentence."""
        name = seat_name(self.info, seat)
        return tr("you") if seat == self.me else name[0].lower() + name[1:]

    def does(self, seat: int, verb: str, others: str = "") -> str:
        """Return a seat and a verb, such as "You feed" or "Seat 2 feeds". `others` is an irregular third person."""
        return f"{self.who(seat)} {verb if seat == self.me else others or verb + 's'}"


def seat_of(point: Point) -> int:
    """Return the seat whose knowledge a point represents, or -1."""
    return point.seat if isinstance(point, Viewpoint) and point.seat is not None else -1


def phrase(info: GameInfo, move: str) -> str:
    """Return a move in words, as an instruction."""
    a, cast = parse_move(move), Cast(info)
    if a.kind in ("cure", "answer", "follow"):
        return tr("{kind} with {card}", kind=a.kind, card=card(a.card))
    if a.kind in ("give", "predict"):
        return (
            tr("hand over {colour}", colour=COLOURS.get(a.colour, tr("a card")))
            if a.kind == "give"
            else tr("predict {colour}", colour=COLOURS.get(a.colour, tr("a card")))
        )
    if a.kind in ("skip", "deal"):
        return tr("pass") if a.kind == "skip" else tr("deal")
    if a.kind == "pass":
        return tr("pass on {card}", card=card(a.card))
    giving = tr(", giving {colour}", colour=COLOURS.get(a.colour, tr("a card"))) if a.colour else ""
    doing = {"inquire": tr("ask"), "feed": tr("feed"), "brew": tr("brew with"), "appeal": tr("appeal to")}[a.kind]
    return tr(
        "{doing} {whom} using {card}{giving}", doing=doing, whom=cast.whom(a.target), card=card(a.card), giving=giving
    )


# Events ---------------------------------------------------------------------------------------------------------------


def _opening(cast: Cast, event: Event) -> str:
    """Return the sentence about the beginning of an action."""
    target = cast.whom(int(event.values["target"]) - 1)
    doing = {
        "inquire": cast.does(event.seat, "ask"),
        "feed": cast.does(event.seat, "feed"),
        "brew": tr("{does} with", does=cast.does(event.seat, tr("brew"))),
        "appeal": tr("{does} to", does=cast.does(event.seat, tr("appeal"))),
    }[event.kind]
    return tr("{doing} {target}, using {card}.", doing=doing, target=target, card=card(event.where[0]))


def _handover(cast: Cast, event: Event) -> str:
    """Return a sentence about cards that go from one hand to another."""
    to, number = cast.whom(int(event.values["to"]) - 1), int(event.values["number"])
    if event.kind == "give":
        return tr(
            "{does} {cards} to {to}.",
            does=cast.does(event.seat, tr("give")),
            cards=cards(str(event.values["cards"])),
            to=to,
        )
    if not number:
        return tr("{does} nothing to hand to {to}.", does=cast.does(event.seat, tr("have"), tr("has")), to=to)
    return tr(
        "{does} {cards} to {to}.",
        does=cast.does(event.seat, tr("hand")),
        cards=cards(str(event.values["cards"])),
        to=to,
    )


def _announces(cast: Cast, event: Event) -> str:
    """Return the answer to an inquiry. Only the two players know the colour, unless the medicine card shows it."""
    number, table = int(event.values["number"]), parse_tabletop(event.fields)
    if colour := _asked_for(event):
        return trn(
            "{does}: I hold {number} {colour} card.",
            "{does}: I hold {number} {colour} cards.",
            number,
            does=cast.does(event.seat, tr("say")),
            number=number or tr("no"),
            colour=colour,
        )
    asker = next(iter(table.seats), -1) if table.phase != "predict" else table.actor
    on = table.medicine[asker] if asker >= 0 else ""
    holds = trn(
        "{does}: I hold {number} card of ",
        "{does}: I hold {number} cards of ",
        number,
        does=cast.does(event.seat, tr("say")),
        number=number or tr("no"),
    )
    return tr("{holds}that colour now.", holds=holds) if on == SAME else tr("{holds}the second colour.", holds=holds)


def _asked_for(event: Event) -> str:
    """Return the colour that an answer is about, or "" if the reader does not know it."""
    return COLOURS[str(event.values["colour"])] if "colour" in event.values else ""


def learned_from(cast: Cast, event: Event) -> str:
    """Return a sentence about what an event in the seat's own turn revealed to it, or ""."""
    if event.kind == "reply" and event.seat != cast.me and (colour := _asked_for(event)):
        number = int(event.values["number"])
        return trn(
            "{who}'s answer to you: {number} {colour} card.",
            "{who}'s answer to you: {number} {colour} cards.",
            number,
            who=cast.who(event.seat),
            number=number or tr("no"),
            colour=colour,
        )
    if event.kind == "hand" and event.values["to"] == cast.me + 1:
        return tr("{who} handed you {cards}.", who=cast.who(event.seat), cards=cards(str(event.values["cards"])))
    return ""


def _round(cast: Cast, event: Event) -> str:
    gained = ", ".join(
        f"{cast.whom(int(seat) - 1)} {format_signed(int(points), 0)}" for seat, points in event.values.items()
    )
    won = (
        tr("{who} named the right cure", who=cast.who(event.seat))
        if event.seat >= 0
        else tr("Nobody named the right cure")
    )
    scores = "–".join(str(event.fields["scores"]).split(","))
    return tr("{won}. The round is over: {gained}; now {scores}.", won=won, gained=gained, scores=scores)


def reader_of(event: Event) -> int:
    """Return the seat to address in the description of an event, or -1 if unknown.

    This is the viewer of the event's fields, or the acting seat if it sees the passed cards but has no hand left.
    """
    table = parse_tabletop(event.fields)
    if table.viewer >= 0 or event.kind not in ("give", "hand") or "?" not in "".join(table.hands):
        return table.viewer
    passed = str(event.values["cards"])
    return event.seat if not table.hands[event.seat] and passed != "-" and "?" not in passed else -1


def describe_event(cast: Cast, event: Event) -> str:
    """Return an event in words, addressed to one seat."""
    values, where, seat = event.values, event.where, event.seat
    match event.kind:
        case "deal":
            return tr(
                "The cards are dealt{you_hold}.",
                you_hold=tr(": you hold ") + cards(str(values["cards"])) if "cards" in values else "",
            )
        case "inquire" | "feed" | "brew" | "appeal":
            return _opening(cast, event)
        case "pass":
            return tr("{does} on {card}.", does=cast.does(seat, tr("pass"), tr("passes")), card=card(where[0]))
        case "give" | "hand":
            return _handover(cast, event)
        case "reply":
            return _announces(cast, event)
        case "asked":
            return tr("{does} asked what to hand over.", does=cast.does(seat, tr("are"), tr("is")))
        case "predict" if "colour" in values:
            return f"{cast.does(seat, 'predict')} {COLOURS[str(values['colour'])]}."
        case "predict":
            return tr("{does} no prediction marker.", does=cast.does(seat, tr("take")))
        case "cure":
            return tr("{does} {card} as the cure.", does=cast.does(seat, tr("name")), card=card(where[0]))
        case "answer" | "follow":
            return tr("{does} with {card}.", does=cast.does(seat, event.kind), card=card(where[0]))
        case "decline":
            return tr("{does} no guess.", does=cast.does(seat, tr("make")))
        case "pair":
            sees = tr("Everybody sees") if seat < 0 else cast.does(seat, "see")
            return tr("{sees} the hidden pair: {pair}.", sees=sees, pair=pair(str(values["cards"])))
        case "failed":
            return tr("No answer is right: these cure markers are used up.")
        case "round":
            return _round(cast, event)
        case "over":
            return tr("The game is over.")
    return ""
