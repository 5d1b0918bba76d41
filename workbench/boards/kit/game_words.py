"""The texts of one game: what a game says of its positions, events and moves."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence

from fastcore import Event, GameInfo
from workbench.boards.kit.elements import Fields, Point


class Words(ABC):
    """What is said about one game. A game without a board may have them alone, as `Words` in `<id>/words.py`.

    `turn_word` is what the game calls what `turn` counts, `told_options` are the options that its title
    always has, also at their defaults.
    """

    turn_word = "turn"
    told_options: tuple[str, ...] = ()

    def stands(self, fields: Fields, turn: int) -> str:
        """Where in the game this is, as in "turn 12"; "" before its first turn."""
        return f"{self.turn_word} {turn}" if turn else ""

    def stands_of(self, fields: Fields, turn: int, last: int) -> str:
        """The same with how far the game has come, as in "turn 3 of 12", where turns are counted through it."""
        return f"{self.stands(fields, turn)} of {max(turn, last)}" if turn else ""

    def option(self, name: str, value: str = "") -> str:
        """An option in words, as in "size 5", or without a value what it is called."""
        return " ".join(filter(None, (name.replace("_", " "), value)))

    @abstractmethod
    def expects(self, point: Point) -> str:
        """What is expected now, in a sentence."""

    def task(self, point: Point) -> str:
        """What whoever decides is wanted for, as in "to write a plan"; "" for nothing in particular.
        Anybody may read it."""
        return ""

    @abstractmethod
    def tell(self, info: GameInfo, event: Event) -> str:
        """One event in words, "" if there is nothing to say."""

    def tell_to(self, info: GameInfo, seat: int, event: Event) -> str:
        """The same to a seat that reads it, which may be spoken to;
        as everybody is told unless the game has words for that."""
        return self.tell(info, event)

    def remark(self, info: GameInfo, event: Event) -> str:
        """What the board does not show of an event, as a turn that is cut short, to be said for a while;
        "" for nothing."""
        return ""

    def learned(self, info: GameInfo, seat: int, events: Sequence[Event]) -> str:
        """What its own turn has told a seat that the board does not go on showing, in a sentence; "" for nothing."""
        return ""

    def opens(self, event: Event) -> bool:
        """Whether a new part of a turn begins with this event, as a slot in which several act."""
        return False

    def revealed(self, seat: int, facts: Iterable[str]) -> str:
        """What a seat decided in secret, as far as the facts that came to light after it tell; "" for nothing."""
        return ""

    @abstractmethod
    def say(self, info: GameInfo, seat: int, moves: Sequence[str]) -> str:
        """Moves of one seat in words, as in "remove d4 and e5, then place a1"."""

    @abstractmethod
    def text(self, point: Point) -> str:
        """The position as lines of text."""

    def sound(self, event: Event) -> str:
        """The sound of an event: "move", "capture", "dice", "over", or "" for none."""
        if event.kind in ("capture", "over"):
            return event.kind
        return "dice" if event.seat < 0 and event.values else "move" if event.where else ""

    # What a bot's reasons are told with; a game may do without its own.

    def name(self, kind: str, what: str) -> str:
        """The name of something that a bot's report speaks of. The kind is "term" (of the evaluation),
        "source" (what points are for), "store" (what a seat has so many of), "outcome" (of chance) or "belief"
        (how something hidden may be)."""
        return what

    def reason(self, info: GameInfo, move: str, key: str, values: Mapping[str, int | float | str]) -> str:
        """One fact behind a bot's move, as the bot says it; "" for the sentence that fits any game."""
        return ""
