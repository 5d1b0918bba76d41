"""The texts of Herbs: moves, events, prompts, and the arena as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from fastcore import OVER, Event, GameInfo, Viewpoint
from workbench.boards.herbs import account
from workbench.boards.herbs.account import SOURCES
from workbench.boards.herbs.arena import COLUMNS, PITS, SIDE, phase, plan, stones
from workbench.boards.herbs.items import is_stone, phrase
from workbench.boards.kit import game_words
from workbench.boards.kit.elements import Point
from workbench.boards.kit.figures import format_percents
from workbench.boards.kit.plain import seat_name, standings


class Words(game_words.Words):
    """The texts of Herbs."""

    turn_word = "round"
    goal = "Push stones into pits and patterns, and enemy Herbs into pits."

    def prompt(self, point: Point) -> str:
        """Return a sentence about the current decision, or the result."""
        fields = point.fields
        if point.actor == OVER:
            first, second = point.points()
            if first == second:
                return f"The game is over: a draw. {standings(point)}."
            return f"The game is over: {seat_name(point.info, 0 if first > second else 1)} wins. {standings(point)}."
        player = seat_name(point.info, point.actor)
        if point.phase == "bid":
            return f"{player} must bid for who acts first in action {phase(fields).slot} (or type bid5)."
        if isinstance(point, Viewpoint) and point.seat != point.actor:
            return f"{player} is writing a plan."
        moves = point.moves()
        if moves and is_stone(point.move_text(moves[0])):
            return f"{player} must choose a square for a stone (or type WhH3)."
        written = plan(fields, point.actor)
        first = 2 * point.actor
        return f"{player} must write action {len(written) + 1}: choose a Herb (or type {first}M3, {first}P2/4)."

    def task(self, point: Point) -> str:
        """Return the task of the player to move."""
        return "to bid" if point.phase == "bid" else "to write a plan" if point.phase == "write" else ""

    def describe_event(self, info: GameInfo, event: Event) -> str:
        """Return an event as a sentence."""
        return account.describe_event(info, event)

    def end_reason(self, info: GameInfo, event: Event) -> str:
        """Return why the game ended, and the points for the AP left."""
        if event.kind != "over":
            return ""
        reason = account.end_reason(info, event)
        return reason[:1].upper() + reason[1:]

    def describe_learned(self, info: GameInfo, seat: int, events: Sequence[Event]) -> str:
        """Return a sentence about the seat's own lost stones, which the arena does not show."""
        return " ".join(
            account.own_stone_lost(event) for event in events if event.kind == "failed" and event.seat == seat
        )

    def starts_part(self, event: Event) -> bool:
        """Return whether the event begins a slot, the placing of stones, or a round."""
        return event.kind in ("slot", "stones", "round")

    def describe_revealed(self, seat: int, facts: Iterable[str]) -> str:
        """Return the part of a plan that was carried out, or a bid.

        The first fact decides between the two. An incomplete plan ends with "?".
        """
        items = list[str]()
        for fact in facts:
            kind, _, both = fact.partition("=")
            if kind == "bids" and not items:
                return f"bid{both.split('|')[seat]}"
            if kind.startswith("slot") or kind == "stones":
                items.append(both.split("|")[seat])
            if kind == "stones":
                return " ".join(item for item in items if item != "-")
        return " ".join((*(item for item in items if item != "-"), "?")) if items else ""

    def sound(self, event: Event) -> str:
        """Return the sound of an event."""
        if event.kind in ("hit", "destroyed", "points"):
            return "capture"
        return event.kind if event.kind == "over" else "move" if event.where or event.kind == "locked" else ""

    def describe_option(self, name: str, value: str = "") -> str:
        """Return an option in words."""
        return super().describe_option("AP" if name == "ap" else name, value)

    def describe_moves(self, info: GameInfo, seat: int, moves: Sequence[str]) -> str:
        """Return moves in words."""
        return ", then ".join(phrase(move) for move in moves)

    def report_name(self, kind: str, what: str) -> str:
        """Return a readable name for a source of points or a supply (such as AP); other names are unchanged."""
        if kind == "source":
            return SOURCES.get(what, what)
        return what.upper() if kind == "store" else what

    def reason_text(self, info: GameInfo, move: str, key: str, values: Mapping[str, int | float | str]) -> str:
        """Return the probability of a bid as a bot's reason, or "" for other reasons."""
        if key != "further":
            return ""
        (chance,) = format_percents(float(values["chance"]))
        return f"Over the likeliest answers, it comes to a bid with {chance}."

    def render_text(self, point: Point) -> str:
        """Return the arena as text, with the round, points, AP, piles and plans beside it."""
        fields = point.fields
        symbols = stones(fields["board"])
        for number, herb in enumerate(fields["herbs"].split(",")):
            if herb != "-":
                symbols[herb[:-1]] = f"{number}{herb[-1]}"
        lines = []
        for row in range(SIDE, 0, -1):
            squares = [f"{column}{row}" for column in COLUMNS]
            lines.append(
                f"{row:>2} "
                + " ".join(f"{symbols.get(square, 'o' if square in PITS else '.'):^2}" for square in squares).rstrip()
            )
        lines.append("   " + " ".join(f"{column:^2}" for column in COLUMNS).rstrip())
        info, ap, piles = point.info, fields["ap"].split(","), fields["piles"].split(",")
        facts = [
            f"round {fields['round']}",
            f"points: {standings(point)}",
            f"AP {ap[0]} and {ap[1]}",
            f"piles {piles[0]} and {piles[1]}",
        ]
        written = [
            f"{seat_name(info, seat)}'s plan: {','.join(plan(fields, seat))}" for seat in (0, 1) if plan(fields, seat)
        ]
        return "\n".join([*lines, "", " · ".join(facts), *written, self.prompt(point)])
