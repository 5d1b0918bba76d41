"""The texts of Herbalism: moves, events, prompts, and the table as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fastcore import OVER, Event, GameInfo
from workbench.boards.herbalism.event_words import (
    ACTION_NAMES,
    COLOUR_NAMES,
    Cast,
    card,
    cards,
    colour_name,
    describe_event,
    learned_from,
    pair,
    phrase,
    reader_of,
    seat_of,
)
from workbench.boards.herbalism.layout import HIDDEN
from workbench.boards.herbalism.progress import end_reason
from workbench.boards.herbalism.tabletop import (
    CARDS,
    COLOURS,
    DECK,
    Tabletop,
    parse_tabletop,
)
from workbench.boards.kit import game_words
from workbench.boards.kit.elements import Fields, Point
from workbench.boards.kit.figures import format_percents
from workbench.boards.kit.game_words import join_words, seat_name, standings
from workbench.system.translation import tr, trn

TASKS = {
    "act": tr("to choose an action"),
    "give": tr("to hand over cards"),
    "cure": tr("to answer a cure"),
    "predict": tr("to take a prediction marker or pass"),
}


# Cards and seats ------------------------------------------------------------------------------------------------------


# The table ------------------------------------------------------------------------------------------------------------


def describe_spot(fields: Fields, spot: str, viewer: int | None = None) -> str:
    """Return a spot's contents in words, as seen by `viewer`."""
    table = parse_tabletop(fields, viewer)
    if spot.startswith("seat "):
        seat = int(spot[5:]) - 1
        number, cure = len(table.hands[seat]), table.cure[seat]
        marker = (
            tr("cure marker unused")
            if not cure.kind
            else tr("cure marker used up")
            if cure.failed
            else tr("cure marker on a card")
        )
        held = table.hands[seat]
        known = f": {cards(held)}" if held and "?" not in held else ""
        starts = tr(", started this round") if seat == table.start else ""
        return trn(
            "{count} card{known}, {points}, {marker}{starts}",
            "{count} cards{known}, {points}, {marker}{starts}",
            number,
            known=known,
            points=trn("{count} point", "{count} points", table.scores[seat]),
            marker=marker,
            starts=starts,
        )
    if spot in CARDS:
        on = [
            tr("{whose} medicine marker", whose=_whose(table, seat))
            for seat, place in enumerate(table.medicine)
            if place == spot
        ]
        kinds = {"a": tr("answer"), "f": tr("follow"), "A": tr("failed answer"), "F": tr("failed follow")}
        on += [f"{_whose(table, seat)} {kinds[mark.kind]}" for seat, mark in enumerate(table.cure) if mark.card == spot]
        return tr("the medicine of {card}", card=card(spot)) + (tr(", with {on}", on=join_words(on)) if on else "")
    letter = next((letter for letter, colour in COLOURS.items() if colour == spot), "")
    if letter:
        taken = [
            tr("you") if seat == table.viewer else tr("seat {seat}", seat=seat + 1)
            for seat, colours in enumerate(table.predictions)
            if letter in colours
        ]
        return _held(table, letter) + (tr(", predicted by {taken}", taken=join_words(taken)) if taken else "")
    if spot == HIDDEN:
        return (
            pair(table.hidden)
            if table.right_medicine()
            else tr("two covered cards")
            if table.hidden
            else tr("not dealt yet")
        )
    return ""


def _whose(table: Tabletop, seat: int) -> str:
    return tr("your") if seat == table.viewer else tr("seat {seat}'s", seat=seat + 1)


def _held(table: Tabletop, letter: str) -> str:
    """Return the number of cards of a colour in the bottom hand, or in the deck if no hand is shown."""
    if table.bottom_seat < 0:
        return tr("{deck} in all", deck=DECK[letter])
    whose = (
        tr("your hand")
        if table.bottom_seat == table.viewer
        else tr("the hand of seat {bottom_seat}", bottom_seat=table.bottom_seat + 1)
    )
    return tr("{count} in {whose}", count=table.hands[table.bottom_seat].count(letter), whose=whose)


# Texts of the core: names and meanings of options, and terms of evaluations
CORE_TEXTS = {
    "players": tr("players"),
    "actions": tr("actions"),
    "target": tr("target"),
    "predictions": tr("predictions"),
    "seats at the table; the game is for 3 or 4 players": tr("seats at the table; the game is for 3 or 4 players"),
    "inquire": tr("inquire"),
    "feed": tr("feed"),
    "brew": tr("brew"),
    "appeal": tr("appeal"),
    "points that end the game": tr("points that end the game"),
    "players take prediction markers": tr("players take prediction markers"),
    "points": tr("points"),
    "cure marker": tr("cure marker"),
    "cards": tr("cards"),
    "turns away": tr("turns away"),
}


class Words(game_words.Words):
    """The texts of Herbalism."""

    title_options = ("players",)
    core_texts = CORE_TEXTS
    goal = tr("Find the two missing ingredients and name the cure.")

    def turn_text(self, fields: Fields, turn: int) -> str:
        """Return the round and the turn."""
        table = parse_tabletop(fields)
        if not turn:  # a deal belongs to no turn
            return tr("round {round}", round=table.round) if table.round > 1 else ""
        return tr("round {round}, turn {turn}", round=table.round, turn=table.turn)

    def turn_text_of_total(self, fields: Fields, turn: int, last: int) -> str:
        """Return the round and the turn, without the total."""
        return self.turn_text(fields, turn)  # each round counts its turns from 1

    def describe_option(self, name: str, value: str = "") -> str:
        """Return an option in words."""
        return (
            tr("{value} players", value=value) if name == "players" and value else super().describe_option(name, value)
        )

    def instruction(self, point: Point) -> str:
        """Return what the player to move chooses, or ""."""
        if point.actor < 0:
            return ""
        table, cast = parse_tabletop(point.fields), Cast(point.info)
        if table.phase == "give":
            return tr("choose what to hand over to {whom}", whom=cast.whom(table.seats[1]))
        if table.phase == "cure":
            return tr("answer {whom}'s cure, follow it or pass", whom=cast.whom(table.seats[1]))
        if table.phase == "predict":
            return tr("take a prediction marker, or pass")
        if all(point.move_text(move).startswith("cure") for move in point.moves()):
            return tr("cure now by choosing a medicine card")
        return tr("choose a medicine card, then an action")

    def situation(self, point: Point) -> str:
        """Return that the cards are dealt, or the result."""
        if point.actor == OVER:
            info, cast = point.info, Cast(point.info, seat_of(point))
            points = point.points()
            winners = [
                tr("you") if seat == cast.me else seat_name(info, seat)
                for seat, own in enumerate(points)
                if own == max(points)
            ]
            names, points_text = join_words(winners), standings(point)
            if len(winners) > 1:
                return tr(
                    "The game is over: {winners} share the win. {standings}.", winners=names, standings=points_text
                )
            if points[cast.me] == max(points) and cast.me >= 0:
                return tr("The game is over: you win. {standings}.", standings=points_text)
            return tr("The game is over: {winner} wins. {standings}.", winner=names, standings=points_text)
        return tr("The cards are dealt.")

    def task(self, point: Point) -> str:
        """Return the task of the player to move."""
        return TASKS.get(point.phase, "")

    def describe_event(self, info: GameInfo, event: Event) -> str:
        """Return an event in words, addressed to the reading seat if known."""
        return describe_event(Cast(info, reader_of(event)), event)

    def describe_event_to(self, info: GameInfo, seat: int, event: Event) -> str:
        """Return an event in words, addressed to this seat."""
        return describe_event(Cast(info, seat), event)

    def describe_learned(self, info: GameInfo, seat: int, events: Sequence[Event]) -> str:
        """Return what a seat learned from the events of its turn."""
        return " ".join(filter(None, (learned_from(Cast(info, seat), event) for event in events)))

    def end_reason(self, info: GameInfo, event: Event) -> str:
        """Return who reached the target, or that the last round was played."""
        return end_reason(parse_tabletop(event.fields)) if event.kind == "over" else ""

    def describe_moves(self, info: GameInfo, seat: int, moves: Sequence[str]) -> str:
        """Return moves in words, as instructions."""
        return tr(", then ").join(phrase(info, move) for move in moves)

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
            return super().report_name(kind, what)
        if what in CARDS or what == "cure":
            return card(what) if what in CARDS else tr("the cure")
        seat, _, letter = what.partition(":")
        return (
            tr("the {colour} cards of seat {seat}", colour=COLOUR_NAMES[letter], seat=seat)
            if letter in COLOURS
            else what
        )

    def spot_name(self, spot: str) -> str:
        """Return a spot's name in words."""
        if spot.startswith("seat "):
            return tr("seat {seat}", seat=spot.removeprefix("seat "))
        if spot == HIDDEN:
            return tr("hidden pair")
        return card(spot) if spot in CARDS else ACTION_NAMES.get(spot, colour_name(spot))

    def reason_text(self, info: GameInfo, move: str, key: str, values: Mapping[str, int | float | str]) -> str:
        """Return a bot's reason for an inquiry, or "" for other reasons."""
        if key != "learns":
            return ""
        before, after = format_percents(1 - float(values["before"]), 1 - float(values["after"]))
        return tr("This should cut the risk of wrong cures from {before} to {after}.", before=before, after=after)

    def render_text(self, point: Point) -> str:
        """Return the position as a table of text."""
        info, fields = point.info, point.fields
        names = [seat_name(info, seat) for seat in range(point.seats)]
        columns = [
            ("", names),
            (tr("hands"), fields["hands"].split("/")),
            (tr("score"), fields["scores"].split(",")),
            (tr("medicine"), fields["medicine"].split(",")),
            (tr("cure"), fields["cure"].split(",")),
            (tr("predictions"), fields["predictions"].split(",")),
        ]
        widths = [max(len(head), *map(len, entries)) for head, entries in columns]
        rows = [
            [head for head, _ in columns],
            *([entries[seat] for _, entries in columns] for seat in range(point.seats)),
        ]
        lines = [
            "  ".join(f"{entry:<{width}}" for entry, width in zip(row, widths, strict=True)).rstrip() for row in rows
        ]
        facts = [
            tr("round {round}", round=fields["round"]),
            tr("turn {turn}", turn=fields["turn"]),
            tr("hidden pair {hidden}", hidden=fields["hidden"]),
        ]
        return "\n".join([*lines, "", " · ".join(facts), self.prompt(point)])
