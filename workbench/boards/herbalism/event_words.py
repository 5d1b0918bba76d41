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
COLOUR_NAMES = {"r": tr("red"), "y": tr("yellow"), "g": tr("green"), "b": tr("blue")}


def colour_name(spot: str) -> str:
    """Return the name of a colour, given the spot with its English name."""
    return next((COLOUR_NAMES[letter] for letter, colour in COLOURS.items() if colour == spot), spot)


def card(name: str) -> str:
    """Return the name of a medicine card, such as "red and blue"."""
    return tr("two of a kind") if name == SAME else tr(" and ").join(COLOUR_NAMES[letter] for letter in name)


def cards(text: str) -> str:
    """Return cards that change hands in words: "a red and 2 blues", "2 cards" or "no cards"."""
    if text in ("", "-"):
        return tr("no cards")
    if "?" in text:
        return trn("a card", "{count} cards", len(text))
    counts = [(text.count(letter), colour) for letter, colour in COLOUR_NAMES.items() if letter in text]
    return join_words([trn("a {colour}", "{count} {colour}s", number, colour=colour) for number, colour in counts])


def pair(text: str) -> str:
    """Return the hidden pair in words, such as "red and blue" or "two blues"."""
    return (
        tr("two {colour}s", colour=COLOUR_NAMES[text[0]])
        if text[0] == text[1]
        else tr("{colour} and {colour2}", colour=COLOUR_NAMES[text[0]], colour2=COLOUR_NAMES[text[1]])
    )


def either(name: str) -> str:
    """Return the colours of a medicine card, joined by "or"."""
    return join_words([COLOUR_NAMES[letter] for letter in (COLOURS if name == SAME else name)], "or")


class Cast:
    """The names of the seats in sentences addressed to one of them, or to nobody (`me` is -1)."""

    def __init__(self, info: GameInfo, me: int = -1) -> None:
        self.info, self.me = info, me

    def who(self, seat: int) -> str:
        """Return a seat's name, or "You", for the start of a sentence."""
        return tr("You") if seat == self.me else seat_name(self.info, seat)

    def whom(self, seat: int) -> str:
        """Return a seat's name, or "you", for the middle of a sentence."""
        return tr("you") if seat == self.me else tr("seat {seat}", seat=seat + 1)

    def says(self, seat: int, you: str, other: str, **values: object) -> str:
        """Return one of two sentences about what a seat does.

        Args:
            seat: The seat.
            you: The template for the addressed seat.
            other: The template for another seat, which is the placeholder `who`.
            **values: The values of further placeholders.
        """
        return you.format(**values) if seat == self.me else other.format(who=self.who(seat), **values)


def seat_of(point: Point) -> int:
    """Return the seat whose knowledge a point represents, or -1."""
    return point.seat if isinstance(point, Viewpoint) and point.seat is not None else -1


def phrase(info: GameInfo, move: str) -> str:
    """Return a move in words, as an instruction."""
    a, cast = parse_move(move), Cast(info)
    if a.kind in ("cure", "answer", "follow"):
        on = card(a.card)
        return {
            "cure": tr("cure with {card}", card=on),
            "answer": tr("answer with {card}", card=on),
            "follow": tr("follow with {card}", card=on),
        }[a.kind]
    if a.kind in ("give", "predict"):
        return (
            tr("hand over {colour}", colour=COLOUR_NAMES.get(a.colour, tr("a card")))
            if a.kind == "give"
            else tr("predict {colour}", colour=COLOUR_NAMES.get(a.colour, tr("a card")))
        )
    if a.kind in ("skip", "deal"):
        return tr("pass") if a.kind == "skip" else tr("deal")
    if a.kind == "pass":
        return tr("pass on {card}", card=card(a.card))
    giving = tr(", giving {colour}", colour=COLOUR_NAMES.get(a.colour, tr("a card"))) if a.colour else ""
    doing = {"inquire": tr("ask"), "feed": tr("feed"), "brew": tr("brew with"), "appeal": tr("appeal to")}[a.kind]
    return tr(
        "{doing} {whom} using {card}{giving}", doing=doing, whom=cast.whom(a.target), card=card(a.card), giving=giving
    )


# Events ---------------------------------------------------------------------------------------------------------------


def _opening(cast: Cast, event: Event) -> str:
    """Return the sentence about the beginning of an action."""
    you, other = {
        "inquire": (tr("You ask {target}, using {card}."), tr("{who} asks {target}, using {card}.")),
        "feed": (tr("You feed {target}, using {card}."), tr("{who} feeds {target}, using {card}.")),
        "brew": (tr("You brew with {target}, using {card}."), tr("{who} brews with {target}, using {card}.")),
        "appeal": (tr("You appeal to {target}, using {card}."), tr("{who} appeals to {target}, using {card}.")),
    }[event.kind]
    target = cast.whom(int(event.values["target"]) - 1)
    return cast.says(event.seat, you, other, target=target, card=card(event.where[0]))


def _handover(cast: Cast, event: Event) -> str:
    """Return a sentence about cards that go from one hand to another."""
    to, number = cast.whom(int(event.values["to"]) - 1), int(event.values["number"])
    if event.kind == "give":
        you, other = tr("You give {cards} to {to}."), tr("{who} gives {cards} to {to}.")
    elif not number:
        return cast.says(
            event.seat, tr("You have nothing to hand to {to}."), tr("{who} has nothing to hand to {to}."), to=to
        )
    else:
        you, other = tr("You hand {cards} to {to}."), tr("{who} hands {cards} to {to}.")
    return cast.says(event.seat, you, other, cards=cards(str(event.values["cards"])), to=to)


def _announces(cast: Cast, event: Event) -> str:
    """Return the answer to an inquiry. Only the two players know the colour, unless the medicine card shows it."""
    number, table = int(event.values["number"]), parse_tabletop(event.fields)
    says = cast.says(event.seat, tr("You say"), tr("{who} says"))
    if colour := _asked_for(event):
        return trn(
            "{says}: I hold {number} {colour} card.",
            "{says}: I hold {number} {colour} cards.",
            number,
            says=says,
            number=number or tr("no"),
            colour=colour,
        )
    asker = next(iter(table.seats), -1) if table.phase != "predict" else table.actor
    on = table.medicine[asker] if asker >= 0 else ""
    if on == SAME:
        return trn(
            "{says}: I hold {number} card of that colour now.",
            "{says}: I hold {number} cards of that colour now.",
            number,
            says=says,
            number=number or tr("no"),
        )
    return trn(
        "{says}: I hold {number} card of the second colour.",
        "{says}: I hold {number} cards of the second colour.",
        number,
        says=says,
        number=number or tr("no"),
    )


def _asked_for(event: Event) -> str:
    """Return the colour that an answer is about, or "" if the reader does not know it."""
    return COLOUR_NAMES[str(event.values["colour"])] if "colour" in event.values else ""


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
            return cast.says(seat, tr("You pass on {card}."), tr("{who} passes on {card}."), card=card(where[0]))
        case "give" | "hand":
            return _handover(cast, event)
        case "reply":
            return _announces(cast, event)
        case "asked":
            return cast.says(seat, tr("You choose what to hand over."), tr("{who} chooses what to hand over."))
        case "predict" if "colour" in values:
            colour = COLOUR_NAMES[str(values["colour"])]
            return cast.says(seat, tr("You predict {colour}."), tr("{who} predicts {colour}."), colour=colour)
        case "predict":
            return cast.says(seat, tr("You take no prediction marker."), tr("{who} takes no prediction marker."))
        case "cure":
            you, other = tr("You name {card} as the cure."), tr("{who} names {card} as the cure.")
            return cast.says(seat, you, other, card=card(where[0]))
        case "answer":
            return cast.says(seat, tr("You answer with {card}."), tr("{who} answers with {card}."), card=card(where[0]))
        case "follow":
            return cast.says(seat, tr("You follow with {card}."), tr("{who} follows with {card}."), card=card(where[0]))
        case "decline":
            return cast.says(seat, tr("You make no guess."), tr("{who} makes no guess."))
        case "pair":
            seen = pair(str(values["cards"]))
            if seat < 0:
                return tr("Everybody sees the hidden pair: {pair}.", pair=seen)
            return cast.says(
                seat, tr("You see the hidden pair: {pair}."), tr("{who} sees the hidden pair: {pair}."), pair=seen
            )
        case "failed":
            return tr("No answer is right: these cure markers are used up.")
        case "round":
            return _round(cast, event)
        case "over":
            return tr("The game is over.")
    return ""
