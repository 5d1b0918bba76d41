"""The texts of one game about its positions, events and moves."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from fastcore import Event, GameInfo, State
from workbench.boards.kit.elements import Fields, Point
from workbench.system.translation import tr

SIDES = {"red": tr("Red"), "green": tr("Green"), "blue": tr("Blue"), "white": tr("White"), "black": tr("Black")}


def seat_name(info: GameInfo, seat: int) -> str:
    """Return the name of a seat, such as "Red"."""
    side = info.sides[seat] if seat < len(info.sides) else f"seat {seat + 1}"
    if side == f"seat {seat + 1}":
        return tr("Seat {seat}", seat=seat + 1)
    return SIDES.get(side, side.capitalize())


def standings(point: Point) -> str:
    """Return the points of all seats, such as "Red 33, Blue 28"."""
    return ", ".join(f"{seat_name(point.info, seat)} {points}" for seat, points in enumerate(point.points()))


def join_words(parts: Sequence[str], word: Literal["and", "or"] = "and") -> str:
    """Join words, such as "a, b and c" or "a, b or c"."""
    if len(parts) == 1:
        return parts[0]
    first, last = tr(", ").join(parts[:-1]), parts[-1]
    return (
        tr("{first} or {last}", first=first, last=last)
        if word == "or"
        else tr("{first} and {last}", first=first, last=last)
    )


def turn_events(point: Point, moves: Sequence[str]) -> list[Event]:
    """Return the events of moves in order; none from the first illegal move on, or if the position is hidden."""
    state = point if isinstance(point, State) else point.state
    events: list[Event] = []
    if state is None:
        return events
    state = state.copy()
    for move in moves:
        if state.why_not(move):
            break
        events += state.events(move)
        state.play(move)
    return events


class Words(ABC):
    """The texts of one game. A game without a board can define its texts as a class `Words` in `<id>/words.py`.

    Attributes:
        turn_word: The game's word for the unit of `turn`.
        title_options: The options that the game's title always shows, even at their defaults.
        goal: The goal of the game in one short line, or "" to use the goal that the game declares.
        first_options: The options of a newcomer's first game, such as "size=4"; "" for the usual ones.
    """

    turn_word = tr("turn")
    title_options: tuple[str, ...] = ()
    core_texts: Mapping[str, str] = {}  # in the user's language: names and meanings of options, terms of evaluations
    goal = ""
    first_options = ""

    def turn_text(self, fields: Fields, turn: int) -> str:
        """Return the progress of the game, such as "turn 12", or "" before its first turn."""
        return f"{self.turn_word} {turn}" if turn else ""

    def turn_text_of_total(self, fields: Fields, turn: int, last: int) -> str:
        """Return the progress out of the expected length, such as "turn 3 of 12", if turns are numbered."""
        return tr("{turn_text} of {max}", turn_text=self.turn_text(fields, turn), max=max(turn, last)) if turn else ""

    def describe_option(self, name: str, value: str = "") -> str:
        """Return an option in words, such as "size 5"; without a value, return its name."""
        return " ".join(filter(None, (self.core_text(name.replace("_", " ")), value)))

    def core_text(self, text: str) -> str:
        """Return a text of the core in the user's language, or unchanged if it has no translation."""
        return self.core_texts.get(text, text)

    def describe_choice(self, name: str, value: str) -> str:
        """Return a value of an option for a list, such as "4 – a first game"; by default the value alone."""
        return value

    @abstractmethod
    def instruction(self, point: Point) -> str:
        """Return what the player to move does next, such as "place 4 stones", or "" if nobody decides.

        The text has no full stop and no name, so that it can follow "Your turn:" or "Red:".
        """

    @abstractmethod
    def situation(self, point: Point) -> str:
        """Return a sentence about a position without an instruction: the result, or what chance decides."""

    def prompt(self, point: Point, who: str = "") -> str:
        """Return a sentence about what happens next, such as "Red: place 4 stones".

        Args:
            point: The position.
            who: The player to move, or "Your turn"; by default the name of the seat.
        """
        task = self.instruction(point)
        if not task:
            return self.situation(point)
        return tr("{who}: {task}.", who=who or seat_name(point.info, point.actor), task=task)

    def begun(self, point: Point) -> str:
        """Return what "you", the player to move, have already done in this turn, as a sentence, or "" at its start."""
        return ""

    def task(self, point: Point) -> str:
        """Return the task of the player to move, such as "to write a plan", or "" for an ordinary move.

        Every seat can read the text.
        """
        return ""

    @abstractmethod
    def describe_event(self, info: GameInfo, event: Event) -> str:
        """Return a sentence about one event, or "" if there is nothing to say."""

    def describe_event_to(self, info: GameInfo, seat: int, event: Event) -> str:
        """Return a sentence about one event for one seat, which may be addressed as "you"."""
        return self.describe_event(info, event)

    def remark(self, info: GameInfo, event: Event) -> str:
        """Return a short notice about an event that the board does not show, such as a shortened turn, or ""."""
        return ""

    def end_reason(self, info: GameInfo, event: Event) -> str:
        """Return why this event ended the game, as a short sentence; "" for other events."""
        return ""

    def describe_learned(self, info: GameInfo, seat: int, events: Sequence[Event]) -> str:
        """Return a sentence about what a seat learned in its own turn that the board stops showing, or ""."""
        return ""

    def starts_part(self, event: Event) -> bool:
        """Return whether this event begins a new part of a turn, such as a slot in which several seats act."""
        return False

    def describe_revealed(self, seat: int, facts: Iterable[str]) -> str:
        """Return the revealed part of a seat's secret decision in words, or ""."""
        return ""

    @abstractmethod
    def describe_moves(self, info: GameInfo, seat: int, moves: Sequence[str]) -> str:
        """Return moves of one seat in words, such as "remove d4 and e5, then place a1"."""

    @abstractmethod
    def render_text(self, point: Point) -> str:
        """Return the position as lines of text."""

    def sound(self, event: Event) -> str:
        """Return the sound of an event: "move", "capture", "dice" or "over", or ""."""
        if event.kind in ("capture", "over"):
            return event.kind
        return "dice" if event.seat < 0 and event.values else "move" if event.where else ""

    # Optional texts for a bot's reasons.

    def turn_effect(self, point: Point, moves: Sequence[str]) -> str:
        """Return a sentence about what a turn does on the board right away, such as its captures, or "".

        Args:
            point: The position before the turn.
            moves: Its moves; they may be illegal, since they come from a bot.
        """
        return ""

    def report_name(self, kind: str, what: str) -> str:
        """Return the name of an entry in a bot's report.

        Args:
            kind: "term" (of the evaluation), "source" (of points), "store" (a supply of a seat), "outcome" (of chance)
                or "belief" (a possibility for hidden information).
            what: The key in the report.
        """
        return self.core_text(what) if kind == "term" else what

    def reason_text(self, info: GameInfo, move: str, key: str, values: Mapping[str, int | float | str]) -> str:
        """Return a sentence for one fact behind a bot's move, or "" for the general sentence.

        Args:
            info: The game.
            move: The move.
            key: The kind of fact.
            values: The numbers and names in the fact.
        """
        return ""
