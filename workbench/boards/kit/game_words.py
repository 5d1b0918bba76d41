"""The texts of one game about its positions, events and moves."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence

from fastcore import Event, GameInfo
from workbench.boards.kit.elements import Fields, Point


class Words(ABC):
    """The texts of one game. A game without a board can define them alone, as `Words` in `<id>/words.py`.

    Attributes:
        turn_word: The game's word for the unit that `turn` counts.
        title_options: The options that the game's title always shows, even at their defaults.
    """

    turn_word = "turn"
    title_options: tuple[str, ...] = ()

    def turn_text(self, fields: Fields, turn: int) -> str:
        """Return the progress of the game, such as "turn 12"; "" before its first turn."""
        return f"{self.turn_word} {turn}" if turn else ""

    def turn_text_of_total(self, fields: Fields, turn: int, last: int) -> str:
        """Return the progress out of the expected length, such as "turn 3 of 12", if turns are numbered."""
        return f"{self.turn_text(fields, turn)} of {max(turn, last)}" if turn else ""

    def describe_option(self, name: str, value: str = "") -> str:
        """Describe an option, such as "size 5"; without a value, return its name."""
        return " ".join(filter(None, (name.replace("_", " "), value)))

    @abstractmethod
    def prompt(self, point: Point) -> str:
        """Return a sentence that says what must happen next."""

    def task(self, point: Point) -> str:
        """Return what the player to move has to do, such as "to write a plan"; "" for an ordinary move.

        Every seat may read the text.
        """
        return ""

    @abstractmethod
    def describe_event(self, info: GameInfo, event: Event) -> str:
        """Describe one event, or return "" if there is nothing to say."""

    def describe_event_to(self, info: GameInfo, seat: int, event: Event) -> str:
        """Describe one event to a seat, which may be addressed as "you"; by default as for everyone."""
        return self.describe_event(info, event)

    def remark(self, info: GameInfo, event: Event) -> str:
        """Return a short notice about an event that the board does not show, such as a turn cut short; "" for none."""
        return ""

    def describe_learned(self, info: GameInfo, seat: int, events: Sequence[Event]) -> str:
        """Return a sentence about what a seat learned in its own turn that the board stops showing; "" for nothing."""
        return ""

    def starts_part(self, event: Event) -> bool:
        """Return whether this event begins a new part of a turn, such as a slot in which several seats act."""
        return False

    def describe_revealed(self, seat: int, facts: Iterable[str]) -> str:
        """Describe a seat's secret decision as far as the facts revealed later show it; "" for nothing."""
        return ""

    @abstractmethod
    def describe_moves(self, info: GameInfo, seat: int, moves: Sequence[str]) -> str:
        """Describe moves of one seat, such as "remove d4 and e5, then place a1"."""

    @abstractmethod
    def render_text(self, point: Point) -> str:
        """Render the position as lines of text."""

    def sound(self, event: Event) -> str:
        """Return the sound of an event: "move", "capture", "dice", "over", or "" for none."""
        if event.kind in ("capture", "over"):
            return event.kind
        return "dice" if event.seat < 0 and event.values else "move" if event.where else ""

    # Texts for a bot's reasons; optional.

    def report_name(self, kind: str, what: str) -> str:
        """Return the name of something in a bot's report.

        Args:
            kind: "term" (of the evaluation), "source" (of points), "store" (what a seat owns), "outcome" (of chance) or
                "belief" (a possibility for something hidden).
            what: The key in the report.
        """
        return what

    def reason_text(self, info: GameInfo, move: str, key: str, values: Mapping[str, int | float | str]) -> str:
        """Return a sentence for one fact behind a bot's move; "" for the general sentence.

        Args:
            info: The game.
            move: The move.
            key: The kind of fact.
            values: The numbers and names in the fact.
        """
        return ""
