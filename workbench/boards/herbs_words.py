"""All that is said about Herbs, in one place, and its arena as text."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from fastcore import OVER, Event, GameInfo
from workbench.boards import contract
from workbench.boards.contract import Point
from workbench.boards.figures import percents
from workbench.boards.herbs_arena import COLUMNS, PITS, SIDE, plan, stones
from workbench.boards.plain import side, standings

COLOURS = {"Wh": "white", "Bl": "black"}
WHY = {
    "nothing there": "there is nothing there", "blocked": "the way is blocked", "too dear": "it would cost more than was paid",
    "no Herb": "the Herb is gone", "same square": "both named the same square", "occupied": "something stands there",
    "too near": "it is beside an own Herb",
}  # fmt: skip
PATTERNS = {"row": "a row of four", "square": "a square of four", "stone": "a stone in a pit", "herb": "an enemy Herb"}


def phrase(item: str) -> str:
    """One item of a plan, or a bid, in words."""
    if item.startswith("bid"):
        return f"bid {item[3:]} AP"
    if item[:2] in COLOURS:
        return f"place a {COLOURS[item[:2]]} stone on {item[2:]}"
    found = re.fullmatch(r"([0-3])(M|BU|P|TL|TR|HT|BW|WB|F)(\d*)(?:/(\d+))?", item)
    if found is None:
        return item
    herb, kind, squares, paid = found.groups()
    square = "square" if squares == "1" else "squares"
    one = f"Herb {herb}"
    return {
        "M": f"move {one} {squares} {square}", "BU": f"back {one} up {squares} {square}",
        "P": f"push {squares} {square} with {one} for {paid} AP", "TL": f"turn {one} left", "TR": f"turn {one} right",
        "HT": f"turn {one} round", "BW": f"bleach with {one}", "WB": f"blacken with {one}", "F": f"fire with {one}",
    }[kind]  # fmt: skip


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
            return f"{who} must bid for who acts first in slot {slot}."
        moves = point.moves()
        if moves and point.move_text(moves[0])[:2] in COLOURS:
            return f"{who} must choose a square for a stone (or type WhH3)."
        written = plan(fields, point.actor)
        if "?" in written or not moves:
            return f"{who} is writing a plan."
        return f"{who} must write action {len(written) + 1}: choose a Herb (or type 0M3, 0P2/4)."

    def tell(self, info: GameInfo, event: Event) -> str:
        values, where = event.values, event.where
        who = side(info, event.seat) if event.seat >= 0 else ""
        herb = f"Herb {values['herb']}" if "herb" in values else ""
        first, second = str(values.get("first", "")), str(values.get("second", ""))
        if event.kind == "write":
            return f"{who} writes {values['item']}."
        if event.kind == "locked":
            return f"{who}'s plan is complete."
        if event.kind == "asks":
            return f"The order in slot {values['slot']} matters: {who} is to bid."
        if event.kind == "bid":
            return f"{who} bids {values['bid']}." if "bid" in values else f"{who} bids."
        if event.kind == "bids":
            leads = int(values["leads"])
            order = f"{side(info, leads - 1)} acts first" if leads else "nobody acts"
            return f"The bids are {first} and {second}: {order}."
        if event.kind == "slot":
            return f"Slot {values['slot']}: {side(info, 0)} {first}, {side(info, 1)} {second}."
        if event.kind == "cancelled":
            return "Both actions are cancelled."
        if event.kind == "lost":
            return f"{who}'s {values['item']} is lost, as its Herb was hit."
        if event.kind == "move":
            return f"{herb} goes from {where[0]} to {where[1]}."
        if event.kind == "turn":
            return f"{herb} faces {values['facing']}."
        if event.kind == "push":
            return f"{herb} pushes from {where[0]} ({values['cost']} AP)."
        if event.kind == "wave":
            pairs = [f"{start} to {end}" for start, end in zip(where[::2], where[1::2], strict=True)]
            return f"Stones move apart: {', '.join(pairs)}."
        if event.kind == "points":
            number = int(values["points"])
            return f"{who} gets {number} {'point' if number == 1 else 'points'} for {PATTERNS[str(values['for'])]}."
        if event.kind == "hit":
            knocked = f" and knocked to {where[1]}" if len(where) > 1 and where[0] != where[1] else ""
            return f"{herb} is hit{knocked}: {values['ap']} AP lost."
        if event.kind == "destroyed":
            return f"{herb} is destroyed."
        if event.kind == "paint":
            return f"{where[0]} is now {values['colour']}."
        if event.kind == "nothing":
            return f"{who}'s {values['item']} does nothing: {WHY[str(values['why'])]}."
        if event.kind == "stones":
            return f"The stones: {side(info, 0)} {first}, {side(info, 1)} {second}."
        if event.kind == "placed":
            return f"{who} places a {COLOURS[str(values['item'])[:2]]} stone on {where[0]}."
        if event.kind == "failed":
            return f"{who}'s stone for {where[0]} is lost: {WHY[str(values['why'])]}."
        if event.kind == "round":
            return f"Round {values['round']} begins."
        return f"The game is over ({values['cause']})."

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
            lines.append(f"{row:>2} " + " ".join(f"{there.get(square, 'o' if square in PITS else '.'):^2}" for square in squares).rstrip())
        lines.append("   " + " ".join(f"{column:^2}" for column in COLUMNS).rstrip())
        info, ap, piles = point.info, fields["ap"].split(","), fields["piles"].split(",")
        facts = [f"round {fields['round']}", f"points: {standings(point)}", f"AP {ap[0]} and {ap[1]}", f"piles {piles[0]} and {piles[1]}"]
        written = [f"{side(info, seat)}'s plan: {','.join(plan(fields, seat))}" for seat in (0, 1) if plan(fields, seat)]
        return "\n".join([*lines, "", " · ".join(facts), *written, self.expects(point)])
