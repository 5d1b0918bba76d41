"""All that is said about Herbs, in one place, and its arena as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fastcore import OVER, Event, GameInfo, Viewpoint
from workbench.boards import contract, herbs_account
from workbench.boards.contract import Point
from workbench.boards.figures import percents
from workbench.boards.herbs_account import COLOURS, PATTERNS, phrase
from workbench.boards.herbs_arena import COLUMNS, PITS, SIDE, plan, stones
from workbench.boards.plain import side, standings


class Words(contract.Words):
    def expects(self, point: Point) -> str:
        fields = point.fields
        if point.actor == OVER:
            first, second = point.points()
            if first == second:
                return f"The game is over: a draw. {standings(point)}."
            return f"The game is over: {side(point.info, 0 if first > second else 1)} wins. {standings(point)}."
        who = side(point.info, point.actor)
        if point.phase == "bid":
            slot = fields["phase"].split(":")[2]
            return f"{who} must bid for who acts first in action {slot} (or type bid5)."
        if isinstance(point, Viewpoint) and point.seat != point.actor:
            return f"{who} is writing a plan."
        moves = point.moves()
        if moves and point.move_text(moves[0])[:2] in COLOURS:
            return f"{who} must choose a square for a stone (or type WhH3)."
        written = plan(fields, point.actor)
        return f"{who} must write action {len(written) + 1}: choose a Herb (or type 0M3, 0P2/4)."

    def tell(self, info: GameInfo, event: Event) -> str:
        return herbs_account.tell(info, event)

    def sound(self, event: Event) -> str:
        if event.kind in ("hit", "destroyed", "points"):
            return "capture"
        return event.kind if event.kind == "over" else "move" if event.where or event.kind == "locked" else ""

    def say(self, info: GameInfo, seat: int, moves: Sequence[str]) -> str:
        return ", then ".join(phrase(move) for move in moves)

    def name(self, kind: str, what: str) -> str:
        if kind == "source":
            return PATTERNS.get(what, what)
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
                f"{row:>2} " + " ".join(f"{there.get(square, 'o' if square in PITS else '.'):^2}" for square in squares).rstrip()
            )
        lines.append("   " + " ".join(f"{column:^2}" for column in COLUMNS).rstrip())
        info, ap, piles = point.info, fields["ap"].split(","), fields["piles"].split(",")
        facts = [
            f"round {fields['round']}",
            f"points: {standings(point)}",
            f"AP {ap[0]} and {ap[1]}",
            f"piles {piles[0]} and {piles[1]}",
        ]
        written = [f"{side(info, seat)}'s plan: {','.join(plan(fields, seat))}" for seat in (0, 1) if plan(fields, seat)]
        return "\n".join([*lines, "", " · ".join(facts), *written, self.expects(point)])
