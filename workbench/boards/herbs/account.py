"""A round of Herbs step by step in words, and the names of its patterns and of sources of points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from fastcore import Event, GameInfo
from workbench.boards.herbs.arena import phase
from workbench.boards.herbs.items import COLOURS, colour, phrase, read
from workbench.boards.kit.plain import listed, side

PATTERNS = {"row": "a row of four", "square": "a square of four", "stone": "a stone in a pit", "herb": "an enemy Herb"}
# plurals, where the points of several are summed
SOURCES = {"row": "rows of four", "square": "squares of four", "stone": "stones in pits", "herb": "enemy Herbs"}
NOUNS = {
    "M": "move", "BU": "way back", "P": "push", "TL": "turn", "TR": "turn", "HT": "turn", "BW": "bleaching",
    "WB": "blackening",
    "F": "shot",
}  # fmt: skip
TURNS = {"TL": "turns left", "TR": "turns right", "HT": "turns round"}
WHY = {  # by what hinders, and where it means something of its own also by what it hinders
    "nothing there": "there is nothing there", "blocked": "the way is blocked",
    "too dear": "it would cost more than was paid",
    "no Herb": "the Herb is gone", "same square": "both named the same square", "occupied": "something stands there",
    "too near": "it is beside an own Herb",
    "nothing there P": "nothing stands in front", "blocked P": "the line stands against the wall",
    "nothing there BW": "no black stone is in front", "nothing there WB": "no white stone is in front",
    "nothing there F": "no Herb is in range", "blocked F": "a stone is in the way",
}  # fmt: skip
CAUSES = {
    "no AP": "somebody has no AP left", "no Herbs": "somebody has lost both Herbs",
    "idle": "nobody has spent any AP for three rounds",
    "last round": "the last round is played",
}  # fmt: skip


def kind_of(text: str) -> str:
    """The letters of an action, as in "P" for "0P2/4"."""
    item = read(text)
    return item.kind if item is not None else ""


def why(event: Event) -> str:
    """Why an item came to nothing, "" for an event that says nothing of it."""
    what = str(event.values.get("why", ""))
    return WHY.get(f"{what} {kind_of(str(event.values.get('item', '')))}", WHY.get(what, ""))


def deed(item: str) -> str:
    """Whose what, as in "Herb 0's push"."""
    return f"Herb {item[0]}'s {NOUNS[kind_of(item)]}"


def carried_out(event: Event) -> str:
    """The item of a plan that a step belongs to, "" if it is part of none."""
    now = phase(event.fields)
    items = now.plans[event.seat] if now.kind == "reveal" and event.seat >= 0 else ()
    return items[now.slot - 1] if 0 < now.slot <= len(items) and items[now.slot - 1] != "?" else ""


def tell(info: GameInfo, event: Event) -> str:
    """One step in a sentence."""
    values, where, kind = event.values, event.where, event.kind
    who = side(info, event.seat) if event.seat >= 0 else ""
    herb = f"Herb {values['herb']}" if "herb" in values else ""
    first, second = str(values.get("first", "")), str(values.get("second", ""))
    if kind in ("asks", "bid", "bids"):
        return _bidding(info, event)
    if kind in ("move", "turn", "push", "wave", "hit", "destroyed", "paint"):
        return _step(info, event, herb)
    if kind == "write":
        return f"{who} writes: {phrase(str(values['item']))}."
    if kind == "locked":
        return f"{who}'s plan is complete."
    if kind == "slot":
        deeds = (f"{side(info, seat)}: {phrase(item)}" for seat, item in enumerate((first, second)) if item != "-")
        return f"Action {values['slot']}. {'. '.join(deeds)}."
    if kind == "cancelled":
        return "Both actions are cancelled."
    if kind == "lost":
        return f"{deed(str(values['item']))} is lost: it was hit first."
    if kind == "points":
        spot = f" on {listed(where)}" if len(where) > 1 else f" ({where[0]})" if where else ""
        return f"{who} scores {values['points']} for {PATTERNS[str(values['for'])]}{spot}."
    if kind == "nothing":
        return f"{deed(str(values['item']))} does nothing: {why(event)}."
    if kind == "stones":
        if first == second == "-":
            return ""
        named = (f"{side(info, seat)} {_stone(item)}" for seat, item in enumerate((first, second)))
        return f"The stones: {', '.join(named)}."
    if kind == "placed":
        return f"{who} places a {colour(str(values['item']))} stone on {where[0]}."
    if kind == "failed":
        return f"{who}'s stone for {where[0]} is lost: {why(event)}."
    if kind == "round":
        return f"Round {values['round']} begins."
    gains = [f"{side(info, seat)} {number}" for seat, number in enumerate((first, second)) if number != "0"]
    bonus = f" A point for every 10 AP left: {', '.join(gains)}." if gains else ""
    return f"The game is over: {CAUSES[str(values['cause'])]}.{bonus}"


def own_lost(event: Event) -> str:
    """A stone that failed, to the seat that placed it."""
    return f"Your {colour(str(event.values['item']))} stone for {event.where[0]} was lost: {why(event)}."


def _stone(item: str) -> str:
    return f"{colour(item)} on {item[2:]}" if item != "-" else "none"


def _bidding(info: GameInfo, event: Event) -> str:
    values = event.values
    who = side(info, event.seat) if event.seat >= 0 else ""
    if event.kind == "asks":
        return f"Who acts first in action {values['slot']} matters: {who} is to bid."
    if event.kind == "bid":
        return f"{who} bids {values['bid']} AP." if "bid" in values else f"{who} has bid."
    first, second, leads = values["first"], values["second"], int(values["leads"])
    if not leads:
        return "Both bid 0: nobody has the initiative."
    ahead = side(info, leads - 1)
    if first != second:
        return f"The bids are {first} and {second}: {ahead} has the initiative."
    points = event.fields["points"].split(",")
    reason = "the tie token" if points[0] == points[1] else "fewer points"
    return f"Both bid {first}: {ahead} has {reason}, and so the initiative."


def _step(info: GameInfo, event: Event, herb: str) -> str:
    values, where, item = event.values, event.where, carried_out(event)
    if event.kind == "move":
        return f"{herb} {'backs up' if kind_of(item) == 'BU' else 'goes'} from {where[0]} to {where[1]}."
    if event.kind == "turn":
        return f"{herb} {TURNS.get(kind_of(item), 'turns')}."
    if event.kind == "push":
        return f"{herb} pushes one square, for {values['cost']} AP."
    if event.kind == "wave":
        pairs = tuple(f"{start} to {end}" for start, end in zip(where[::2], where[1::2], strict=True))
        return f"The stones move apart: {listed(pairs)}."
    if event.kind == "hit":
        thrown = f" back to {where[1]}" if len(where) > 1 and where[0] != where[1] else ""
        shooter = f"Herb {item[0]}" if item else side(info, event.seat)
        return f"{shooter} shoots {herb}{thrown}: {side(info, int(values['herb']) // 2)} loses {values['ap']} AP."
    if event.kind == "destroyed":
        return f"{herb} falls into the pit {where[0]} and is lost."
    return f"The stone on {where[0]} becomes {COLOURS[str(values['colour'])]}."


def summary(info: GameInfo, events: Sequence[Event]) -> str:
    """What steps come to in few words: pushes and points together, waves as their number."""
    parts, scored, waves = list[str](), Counter[int](), 0
    pushed: list[Event] = []

    def ended() -> None:
        if pushed:
            spent, count = sum(int(one.values["cost"]) for one in pushed), len(pushed)
            far = "square" if count == 1 else "squares"
            parts.append(f"Herb {pushed[0].values['herb']} pushes {count} {far} for {spent} AP.")
            pushed.clear()

    for event in events:
        if event.kind == "push" and (not pushed or pushed[0].values["herb"] == event.values["herb"]):
            pushed.append(event)
            continue
        if event.kind == "points":
            scored[event.seat] += int(event.values["points"])
            continue
        ended()
        if event.kind == "push":
            pushed.append(event)
        elif event.kind == "wave":
            waves += 1
        elif told := tell(info, event):
            parts.append(told)
    ended()
    parts += [f"Stones move apart in {waves} {'wave' if waves == 1 else 'waves'}."] * bool(waves)
    parts += [f"{side(info, seat)} scores {points}." for seat, points in sorted(scored.items())]
    return " ".join(parts)
