"""The events of a Herbs round in words, and the names of patterns and sources of points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from fastcore import Event, GameInfo
from workbench.boards.herbs.arena import phase
from workbench.boards.herbs.items import COLOURS, parse_item, phrase, stone_colour
from workbench.boards.kit.plain import join_words, seat_name

PATTERNS = {"row": "a row of four", "square": "a square of four", "stone": "a stone in a pit", "herb": "an enemy Herb"}
# plurals, for the points of several patterns
SOURCES = {"row": "rows of four", "square": "squares of four", "stone": "stones in pits", "herb": "enemy Herbs"}
NOUNS = {
    "M": "move", "BU": "way back", "P": "push", "TL": "turn", "TR": "turn", "HT": "turn", "BW": "bleaching",
    "WB": "blackening",
    "F": "shot",
}  # fmt: skip
TURNS = {"TL": "turns left", "TR": "turns right", "HT": "turns round"}
WHY = {  # keyed by the reason, or by the reason and the action where the text depends on it
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
    """Return the letters of an action, such as "P" for "0P2/4"."""
    item = parse_item(text)
    return item.kind if item is not None else ""


def failure_reason(event: Event) -> str:
    """Return why an item had no effect, or "" if the event gives no reason."""
    reason = str(event.values.get("why", ""))
    return WHY.get(f"{reason} {kind_of(str(event.values.get('item', '')))}", WHY.get(reason, ""))


def action_of_herb(item: str) -> str:
    """Return a Herb's action as a noun phrase, such as "Herb 0's push"."""
    return f"Herb {item[0]}'s {NOUNS[kind_of(item)]}"


def item_of_event(event: Event) -> str:
    """Return the plan item that an event belongs to, or ""."""
    now = phase(event.fields)
    items = now.plans[event.seat] if now.kind == "reveal" and event.seat >= 0 else ()
    return items[now.slot - 1] if 0 < now.slot <= len(items) and items[now.slot - 1] != "?" else ""


def describe_event(info: GameInfo, event: Event) -> str:
    """Return an event as a sentence, or "" if there is nothing to say."""
    values, where, kind = event.values, event.where, event.kind
    player = seat_name(info, event.seat) if event.seat >= 0 else ""
    herb = f"Herb {values['herb']}" if "herb" in values else ""
    first, second = str(values.get("first", "")), str(values.get("second", ""))
    if kind in ("asks", "bid", "bids"):
        return _bidding(info, event)
    if kind in ("move", "turn", "push", "wave", "hit", "destroyed", "paint"):
        return _step(info, event, herb)
    if kind == "write":
        return f"{player} writes: {phrase(str(values['item']))}."
    if kind == "locked":
        return f"{player}'s plan is complete."
    if kind == "slot":
        deeds = (f"{seat_name(info, seat)}: {phrase(item)}" for seat, item in enumerate((first, second)) if item != "-")
        return f"Action {values['slot']}. {'. '.join(deeds)}."
    if kind == "cancelled":
        return "Both actions are cancelled."
    if kind == "lost":
        return f"{action_of_herb(str(values['item']))} is lost: it was hit first."
    if kind == "points":
        spot = f" on {join_words(where)}" if len(where) > 1 else f" ({where[0]})" if where else ""
        return f"{player} scores {values['points']} for {PATTERNS[str(values['for'])]}{spot}."
    if kind == "nothing":
        return f"{action_of_herb(str(values['item']))} does nothing: {failure_reason(event)}."
    if kind == "stones":
        if first == second == "-":
            return ""
        named = (f"{seat_name(info, seat)} {_stone(item)}" for seat, item in enumerate((first, second)))
        return f"The stones: {', '.join(named)}."
    if kind == "placed":
        return f"{player} places a {stone_colour(str(values['item']))} stone on {where[0]}."
    if kind == "failed":
        return f"{player}'s stone for {where[0]} is lost: {failure_reason(event)}."
    if kind == "round":
        return f"Round {values['round']} begins."
    return f"The game is over: {end_reason(info, event)}"


def end_reason(info: GameInfo, event: Event) -> str:
    """Return why the game ended, and the points for the AP left, as sentences in lower case."""
    gains = [
        f"{seat_name(info, seat)} {event.values[name]}"
        for seat, name in enumerate(("first", "second"))
        if event.values[name]
    ]
    bonus = f" A point for every 10 AP left: {', '.join(gains)}." if gains else ""
    return f"{CAUSES[str(event.values['cause'])]}.{bonus}"


def own_stone_lost(event: Event) -> str:
    """Return a sentence about a failed stone, addressed to the seat that placed it."""
    return (
        f"Your {stone_colour(str(event.values['item']))} stone for {event.where[0]} was lost: {failure_reason(event)}."
    )


def _stone(item: str) -> str:
    return f"{stone_colour(item)} on {item[2:]}" if item != "-" else "none"


def _bidding(info: GameInfo, event: Event) -> str:
    values = event.values
    player = seat_name(info, event.seat) if event.seat >= 0 else ""
    if event.kind == "asks":
        return f"Who acts first in action {values['slot']} matters: {player} is to bid."
    if event.kind == "bid":
        return f"{player} bids {values['bid']} AP." if "bid" in values else f"{player} has bid."
    first, second, leads = values["first"], values["second"], int(values["leads"])
    if not leads:
        return "Both bid 0: nobody has the initiative."
    ahead = seat_name(info, leads - 1)
    if first != second:
        return f"The bids are {first} and {second}: {ahead} has the initiative."
    points = event.fields["points"].split(",")
    reason = "the tie token" if points[0] == points[1] else "fewer points"
    return f"Both bid {first}: {ahead} has {reason}, and so the initiative."


def _step(info: GameInfo, event: Event, herb: str) -> str:
    values, where, item = event.values, event.where, item_of_event(event)
    if event.kind == "move":
        return f"{herb} {'backs up' if kind_of(item) == 'BU' else 'goes'} from {where[0]} to {where[1]}."
    if event.kind == "turn":
        return f"{herb} {TURNS.get(kind_of(item), 'turns')}."
    if event.kind == "push":
        return f"{herb} pushes one square, for {values['cost']} AP."
    if event.kind == "wave":
        pairs = tuple(f"{start} to {end}" for start, end in zip(where[::2], where[1::2], strict=True))
        return f"The stones move apart: {join_words(pairs)}."
    if event.kind == "hit":
        thrown = f" back to {where[1]}" if len(where) > 1 and where[0] != where[1] else ""
        shooter = f"Herb {item[0]}" if item else seat_name(info, event.seat)
        return f"{shooter} shoots {herb}{thrown}: {seat_name(info, int(values['herb']) // 2)} loses {values['ap']} AP."
    if event.kind == "destroyed":
        return f"{herb} falls into the pit {where[0]} and is lost."
    return f"The stone on {where[0]} becomes {COLOURS[str(values['colour'])]}."


def summary(info: GameInfo, events: Sequence[Event]) -> str:
    """Return a short summary of events.

    Pushes are merged, points are added up, and waves are only counted.
    """
    parts, scored, waves = list[str](), Counter[int](), 0
    pushed: list[Event] = []

    def flush_pushes() -> None:
        if pushed:
            spent, count = sum(int(push.values["cost"]) for push in pushed), len(pushed)
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
        flush_pushes()
        if event.kind == "push":
            pushed.append(event)
        elif event.kind == "wave":
            waves += 1
        elif text := describe_event(info, event):
            parts.append(text)
    flush_pushes()
    parts += [f"Stones move apart in {waves} {'wave' if waves == 1 else 'waves'}."] * bool(waves)
    parts += [f"{seat_name(info, seat)} scores {points}." for seat, points in sorted(scored.items())]
    return " ".join(parts)
