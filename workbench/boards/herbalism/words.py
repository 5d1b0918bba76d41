"""The texts of Herbalism: moves, events, prompts, and the table as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fastcore import CHANCE, OVER, Event, GameInfo, Viewpoint
from workbench.boards.herbalism.tabletop import (
    ACTING_TURNS,
    CARDS,
    COLOURS,
    DECK,
    SAME,
    Tabletop,
    parse_move,
    parse_tabletop,
)
from workbench.boards.kit import game_words
from workbench.boards.kit.elements import Fields, Point
from workbench.boards.kit.figures import format_percents, format_signed
from workbench.boards.kit.plain import join_words, seat_name, standings

ACTION_NAMES = {
    "inquire": "Inquire",
    "feed": "Feed",
    "brew": "Brew",
    "appeal": "Appeal",
    "cure": "Cure",
    "pass": "Pass",
}
TASKS = {
    "act": "to choose an action",
    "give": "to hand over cards",
    "cure": "to answer a cure",
    "predict": "to take a prediction marker or pass",
}


# Cards and seats ------------------------------------------------------------------------------------------------------


def card(name: str) -> str:
    """Return the name of a medicine card, such as "red and blue"."""
    return "two alike" if name == SAME else " and ".join(COLOURS[letter] for letter in name)


def cards(text: str) -> str:
    """Return cards that change hands in words: "a red and 2 blues", "2 cards" or "no card"."""
    if text in ("", "-"):
        return "no card"
    if "?" in text:
        return "a card" if len(text) == 1 else f"{len(text)} cards"
    counts = [(text.count(letter), colour) for letter, colour in COLOURS.items() if letter in text]
    return join_words([f"a {colour}" if number == 1 else f"{number} {colour}s" for number, colour in counts])


def pair(text: str) -> str:
    """Return the hidden pair in words, such as "red and blue" or "two blues"."""
    return f"two {COLOURS[text[0]]}s" if text[0] == text[1] else f"{COLOURS[text[0]]} and {COLOURS[text[1]]}"


def either(name: str) -> str:
    """Return the colours of a medicine card, joined by "or"."""
    return join_words(list(COLOURS.values()) if name == SAME else [COLOURS[letter] for letter in name], "or")


class Cast:
    """The names of the seats in sentences addressed to one of them, or to nobody (`me` is -1)."""

    def __init__(self, info: GameInfo, me: int = -1) -> None:
        self.info, self.me = info, me

    def who(self, seat: int) -> str:
        """Return a seat's name, or "You", for the start of a sentence."""
        return "You" if seat == self.me else seat_name(self.info, seat)

    def whom(self, seat: int) -> str:
        """Return a seat's name, or "you", for the middle of a sentence."""
        name = seat_name(self.info, seat)
        return "you" if seat == self.me else name[0].lower() + name[1:]

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
        return f"{a.kind} with {card(a.card)}" if a.kind == "cure" else f"{a.kind} on {card(a.card)}"
    if a.kind in ("give", "predict"):
        return f"{'hand over' if a.kind == 'give' else 'predict'} {COLOURS.get(a.colour, 'a card')}"
    if a.kind in ("skip", "deal"):
        return "pass" if a.kind == "skip" else "deal"
    if a.kind == "pass":
        return f"pass on {card(a.card)}"
    giving = f", giving {COLOURS.get(a.colour, 'a card')}" if a.colour else ""
    doing = {"inquire": "ask", "feed": "feed", "brew": "brew with", "appeal": "appeal to"}[a.kind]
    return f"{doing} {cast.whom(a.target)} on {card(a.card)}{giving}"


# Events ---------------------------------------------------------------------------------------------------------------


def _opening(cast: Cast, event: Event) -> str:
    """Return the sentence about the beginning of an action."""
    target = cast.whom(int(event.values["target"]) - 1)
    doing = {
        "inquire": cast.does(event.seat, "ask"), "feed": cast.does(event.seat, "feed"),
        "brew": f"{cast.does(event.seat, 'brew')} with", "appeal": f"{cast.does(event.seat, 'appeal')} to",
    }[event.kind]  # fmt: skip
    return f"{doing} {target} on {card(event.where[0])}."


def _handover(cast: Cast, event: Event) -> str:
    """Return a sentence about cards that go from one hand to another."""
    to, number = cast.whom(int(event.values["to"]) - 1), int(event.values["number"])
    if event.kind == "give":
        return f"{cast.does(event.seat, 'give')} {cards(str(event.values['cards']))} to {to}."
    if not number:
        return f"{cast.does(event.seat, 'have', 'has')} nothing to hand over to {to}."
    return f"{cast.does(event.seat, 'hand')} {cards(str(event.values['cards']))} over to {to}."


def _announces(cast: Cast, event: Event) -> str:
    """Return the answer to an inquiry. Only the two players know the colour, unless the medicine card shows it."""
    number, table = int(event.values["number"]), parse_tabletop(event.fields)
    if colour := _asked_for(event):
        return f"{cast.does(event.seat, 'say')}: I hold {number or 'no'} {colour} card{'' if number == 1 else 's'}."
    asker = next(iter(table.seats), -1) if table.phase != "predict" else table.actor
    on = table.medicine[asker] if asker >= 0 else ""
    holds = f"{cast.does(event.seat, 'say')}: I hold {number or 'no'} card{'' if number == 1 else 's'} of "
    return f"{holds}{'that colour now' if on == SAME else 'the other colour'}."


def _asked_for(event: Event) -> str:
    """Return the colour that an answer is about, or "" if the reader does not know it."""
    return COLOURS[str(event.values["colour"])] if "colour" in event.values else ""


def learned_from(cast: Cast, event: Event) -> str:
    """Return a sentence about what an event in the seat's own turn revealed to it, or ""."""
    if event.kind == "told" and event.seat != cast.me and (colour := _asked_for(event)):
        number = int(event.values["number"])
        return f"{cast.who(event.seat)} told you: {number or 'no'} {colour} card{'' if number == 1 else 's'}."
    if event.kind == "hand" and event.values["to"] == cast.me + 1:
        return f"{cast.who(event.seat)} handed you {cards(str(event.values['cards']))}."
    return ""


def _round(cast: Cast, event: Event) -> str:
    gained = ", ".join(
        f"{cast.whom(int(seat) - 1)} {format_signed(int(points), 0)}" for seat, points in event.values.items()
    )
    won = f"{cast.who(event.seat)} named the cure" if event.seat >= 0 else "Nobody named the cure"
    return f"{won}. The round is over: {gained}."


def _reader(event: Event) -> int:
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
            return f"The cards are dealt{': you hold ' + cards(str(values['cards'])) if 'cards' in values else ''}."
        case "inquire" | "feed" | "brew" | "appeal":
            return _opening(cast, event)
        case "pass":
            return f"{cast.does(seat, 'pass', 'passes')} on {card(where[0])}."
        case "give" | "hand":
            return _handover(cast, event)
        case "told":
            return _announces(cast, event)
        case "asked":
            return f"{cast.does(seat, 'are', 'is')} asked what to hand over."
        case "predict" if "colour" in values:
            return f"{cast.does(seat, 'predict')} {COLOURS[str(values['colour'])]}."
        case "predict":
            return f"{cast.does(seat, 'take')} no prediction marker."
        case "cure":
            return f"{cast.does(seat, 'cure')} with {card(where[0])}."
        case "answer" | "follow":
            return f"{cast.does(seat, event.kind)} on {card(where[0])}."
        case "decline":
            return f"{cast.does(seat, 'stay')} out of the cure."
        case "pair":
            sees = "Everybody sees" if seat < 0 else cast.does(seat, "see")
            return f"{sees} the hidden pair: {pair(str(values['cards']))}."
        case "failed":
            return "No answer is right: these cure markers are used up."
        case "round":
            return _round(cast, event)
        case "over":
            return "The game is over."
    return ""


# The table ------------------------------------------------------------------------------------------------------------


def progress_text(fields: Fields) -> str:
    """Return the round and the turn, and when only cures are left."""
    table = parse_tabletop(fields)
    if table.phase == "deal":
        return f"Round {table.round} begins."
    last = ACTING_TURNS * len(table.hands)
    return f"Round {table.round}, turn {table.turn}. " + (
        f"Only cures after turn {last}." if table.turn <= last else "Only cures now."
    )


def describe_spot(fields: Fields, spot: str, viewer: int | None = None) -> str:
    """Return a spot's contents in words, as seen by `viewer`."""
    table = parse_tabletop(fields, viewer)
    if spot.startswith("seat "):
        seat = int(spot[5:]) - 1
        number, cure = len(table.hands[seat]), table.cure[seat]
        marker = (
            "cure marker unused" if not cure.kind else "cure marker used up" if cure.failed else "cure marker on a card"
        )
        held = table.hands[seat]
        known = f": {cards(held)}" if held and "?" not in held else ""
        starts = ", started this round" if seat == table.start else ""
        return f"{number} card{'' if number == 1 else 's'}{known}, {table.scores[seat]} points, {marker}{starts}"
    if spot in CARDS:
        on = [f"{_whose(table, seat)} medicine marker" for seat, place in enumerate(table.medicine) if place == spot]
        kinds = {"a": "answer", "f": "follow", "A": "failed answer", "F": "failed follow"}
        on += [f"{_whose(table, seat)} {kinds[mark.kind]}" for seat, mark in enumerate(table.cure) if mark.card == spot]
        return f"the medicine of {card(spot)}" + (f", with {join_words(on)}" if on else "")
    letter = next((letter for letter, colour in COLOURS.items() if colour == spot), "")
    if letter:
        taken = [
            "you" if seat == table.viewer else f"seat {seat + 1}"
            for seat, colours in enumerate(table.predictions)
            if letter in colours
        ]
        return _held(table, letter) + (f", predicted by {join_words(taken)}" if taken else "")
    if spot == "hidden pair":
        return (
            pair(table.hidden) if table.right_medicine() else "two covered cards" if table.hidden else "not dealt yet"
        )
    return ""


def _whose(table: Tabletop, seat: int) -> str:
    return "your" if seat == table.viewer else f"seat {seat + 1}'s"


def _held(table: Tabletop, letter: str) -> str:
    """Return the number of cards of a colour in the bottom hand, or in the deck if no hand is shown."""
    if table.bottom_seat < 0:
        return f"{DECK[letter]} in all"
    whose = "your hand" if table.bottom_seat == table.viewer else f"the hand of seat {table.bottom_seat + 1}"
    return f"{table.hands[table.bottom_seat].count(letter)} in {whose}"


class Words(game_words.Words):
    """The texts of Herbalism."""

    title_options = ("players",)
    goal = "Find the two missing ingredients and name the cure."

    def turn_text(self, fields: Fields, turn: int) -> str:
        """Return the round and the turn."""
        table = parse_tabletop(fields)
        if not turn:  # a deal belongs to no turn
            return f"round {table.round}" if table.round > 1 else ""
        return f"round {table.round}, turn {table.turn}"

    def turn_text_of_total(self, fields: Fields, turn: int, last: int) -> str:
        """Return the round and the turn, without the total."""
        return self.turn_text(fields, turn)  # each round counts its turns from 1

    def describe_option(self, name: str, value: str = "") -> str:
        """Return an option in words."""
        return f"{value} seats" if name == "players" and value else super().describe_option(name, value)

    def prompt(self, point: Point) -> str:
        """Return a sentence about the current decision, or the result."""
        info, table = point.info, parse_tabletop(point.fields)
        cast = Cast(info, seat_of(point))
        if point.actor == OVER:
            points = point.points()
            winners = [
                "you" if seat == cast.me else seat_name(info, seat)
                for seat, own in enumerate(points)
                if own == max(points)
            ]
            wins = f"win{'' if winners == ['you'] else 's'}" if len(winners) == 1 else "share the win"
            return f"The game is over: {join_words(winners)} {wins}. {standings(point)}."
        if point.actor == CHANCE:
            return "The cards are dealt."
        player = cast.who(point.actor)
        if table.phase == "give":
            return f"{player} must choose what to hand over to {cast.whom(table.seats[1])}."
        if table.phase == "cure":
            return (
                f"{cast.who(table.seats[1])} {'cure' if table.seats[1] == cast.me else 'cures'}: "
                f"{cast.whom(point.actor)} may answer, follow or pass."
            )
        if table.phase == "predict":
            return f"{player} may take a prediction marker, or pass."
        if all(point.move_text(move).startswith("cure") for move in point.moves()):
            return f"{player} must cure now: choose a medicine card."
        return f"{player} must choose a medicine card, then an action."

    def task(self, point: Point) -> str:
        """Return the task of the player to move."""
        return TASKS.get(point.phase, "")

    def describe_event(self, info: GameInfo, event: Event) -> str:
        """Return an event in words, addressed to the reading seat if known."""
        return describe_event(Cast(info, _reader(event)), event)

    def describe_event_to(self, info: GameInfo, seat: int, event: Event) -> str:
        """Return an event in words, addressed to this seat."""
        return describe_event(Cast(info, seat), event)

    def describe_learned(self, info: GameInfo, seat: int, events: Sequence[Event]) -> str:
        """Return what a seat learned from the events of its turn."""
        return " ".join(filter(None, (learned_from(Cast(info, seat), event) for event in events)))

    def describe_moves(self, info: GameInfo, seat: int, moves: Sequence[str]) -> str:
        """Return moves in words, as instructions."""
        return ", then ".join(phrase(info, move) for move in moves)

    def sound(self, event: Event) -> str:
        """Return the sound of an event. A deal uses the sound of dice."""
        if event.kind in ("give", "hand", "cure", "answer", "follow", "predict", "pass"):
            return "move"
        if event.kind in ("pair", "deal", "over"):
            return {"pair": "capture", "deal": "dice", "over": "over"}[event.kind]
        return ""

    def report_name(self, kind: str, what: str) -> str:
        """Return a readable name for a belief in a bot's report."""
        if kind != "belief":
            return what
        if what in CARDS or what == "cure":
            return card(what) if what in CARDS else "the cure"
        seat, _, letter = what.partition(":")
        return f"the {COLOURS[letter]} cards of seat {seat}" if letter in COLOURS else what

    def spot_name(self, spot: str) -> str:
        """Return a spot's name in words."""
        return card(spot) if spot in CARDS else ACTION_NAMES.get(spot, spot)

    def reason_text(self, info: GameInfo, move: str, key: str, values: Mapping[str, int | float | str]) -> str:
        """Return a bot's reason for an inquiry, or "" for other reasons."""
        if key != "learns":
            return ""
        before, after = format_percents(1 - float(values["before"]), 1 - float(values["after"]))
        return f"I {phrase(info, move)}: that should cut the chance that I would cure wrongly from {before} to {after}."

    def render_text(self, point: Point) -> str:
        """Return the position as a table of text."""
        info, fields = point.info, point.fields
        names = [seat_name(info, seat) for seat in range(point.seats)]
        columns = [
            ("", names),
            ("hand", fields["hands"].split("/")),
            ("score", fields["scores"].split(",")),
            ("medicine", fields["medicine"].split(",")),
            ("cure", fields["cure"].split(",")),
            ("predictions", fields["predictions"].split(",")),
        ]
        widths = [max(len(head), *map(len, entries)) for head, entries in columns]
        rows = [
            [head for head, _ in columns],
            *([entries[seat] for _, entries in columns] for seat in range(point.seats)),
        ]
        lines = [
            "  ".join(f"{entry:<{width}}" for entry, width in zip(row, widths, strict=True)).rstrip() for row in rows
        ]
        facts = [f"round {fields['round']}", f"turn {fields['turn']}", f"hidden pair {fields['hidden']}"]
        return "\n".join([*lines, "", " · ".join(facts), self.prompt(point)])
