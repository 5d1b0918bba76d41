"""The texts of Herbs: moves, events and what is expected, and its arena as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from fastcore import OVER, Event, GameInfo, Viewpoint
from workbench.boards.herbs import account
from workbench.boards.herbs.account import SOURCES
from workbench.boards.herbs.arena import COLUMNS, PITS, SIDE, phase, plan, stones
from workbench.boards.herbs.items import is_stone, phrase
from workbench.boards.kit import game_words
from workbench.boards.kit.elements import Point
from workbench.boards.kit.figures import percents
from workbench.boards.kit.plain import side, standings


class Words(game_words.Words):
    turn_word = "round"

    def expects(self, point: Point) -> str:
        fields = point.fields
        if point.actor == OVER:
            first, second = point.points()
            if first == second:
                return f"The game is over: a draw. {standings(point)}."
            return f"The game is over: {side(point.info, 0 if first > second else 1)} wins. {standings(point)}."
        who = side(point.info, point.actor)
        if point.phase == "bid":
            return f"{who} must bid for who acts first in action {phase(fields).slot} (or type bid5)."
        if isinstance(point, Viewpoint) and point.seat != point.actor:
            return f"{who} is writing a plan."
        moves = point.moves()
        if moves and is_stone(point.move_text(moves[0])):
            return f"{who} must choose a square for a stone (or type WhH3)."
        written = plan(fields, point.actor)
        first = 2 * point.actor
        return f"{who} must write action {len(written) + 1}: choose a Herb (or type {first}M3, {first}P2/4)."

    def task(self, point: Point) -> str:
        return "to bid" if point.phase == "bid" else "to write a plan" if point.phase == "write" else ""

    def tell(self, info: GameInfo, event: Event) -> str:
        return account.tell(info, event)

    def learned(self, info: GameInfo, seat: int, events: Sequence[Event]) -> str:
        """Its own stone that was lost: the pile is smaller, and the arena shows nothing of it."""
        return " ".join(account.own_lost(event) for event in events if event.kind == "failed" and event.seat == seat)

    def opens(self, event: Event) -> bool:
        return event.kind in ("slot", "stones", "round")

    def revealed(self, seat: int, facts: Iterable[str]) -> str:
        """A plan as far as its slots were carried out, or a bid: what comes first tells which of them it was."""
        found = list[str]()
        for fact in facts:
            kind, _, both = fact.partition("=")
            if kind == "bids" and not found:
                return f"bid{both.split('|')[seat]}"
            if kind.startswith("slot") or kind == "stones":
                found.append(both.split("|")[seat])
            if kind == "stones":
                return " ".join(item for item in found if item != "-")
        return " ".join((*(item for item in found if item != "-"), "?")) if found else ""

    def sound(self, event: Event) -> str:
        if event.kind in ("hit", "destroyed", "points"):
            return "capture"
        return event.kind if event.kind == "over" else "move" if event.where or event.kind == "locked" else ""

    def option(self, name: str, value: str = "") -> str:
        return super().option("AP" if name == "ap" else name, value)

    def say(self, info: GameInfo, seat: int, moves: Sequence[str]) -> str:
        return ", then ".join(phrase(move) for move in moves)

    def name(self, kind: str, what: str) -> str:
        if kind == "source":
            return SOURCES.get(what, what)
        return what.upper() if kind == "store" else what

    def reason(self, info: GameInfo, move: str, key: str, values: Mapping[str, int | float | str]) -> str:
        if key != "further":
            return ""
        (chance,) = percents(float(values["chance"]))
        return f"Over the likeliest answers, it comes to a bid with {chance}."

    def text(self, point: Point) -> str:
        fields = point.fields
        there = stones(fields["board"])
        for number, herb in enumerate(fields["herbs"].split(",")):
            if herb != "-":
                there[herb[:-1]] = f"{number}{herb[-1]}"
        lines = []
        for row in range(SIDE, 0, -1):
            squares = [f"{column}{row}" for column in COLUMNS]
            lines.append(
                f"{row:>2} "
                + " ".join(f"{there.get(square, 'o' if square in PITS else '.'):^2}" for square in squares).rstrip()
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
            f"{side(info, seat)}'s plan: {','.join(plan(fields, seat))}" for seat in (0, 1) if plan(fields, seat)
        ]
        return "\n".join([*lines, "", " · ".join(facts), *written, self.expects(point)])
