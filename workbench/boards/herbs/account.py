"""The events of a Herbs round in words, and the names of patterns and sources of points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from fastcore import Event, GameInfo
from workbench.boards.herbs.arena import herbs, parse_pair, phase
from workbench.boards.herbs.items import COLOURS, parse_item, phrase, planned_cost, stone_colour
from workbench.boards.kit.game_words import join_words, seat_name
from workbench.system.translation import tr, trn

PATTERNS = {
    "row": tr("a row of four"),
    "square": tr("a square of four"),
    "stone": tr("a stone in a pit"),
    "herb": tr("an enemy Herb"),
}
# plurals, for the points of several patterns
SOURCES = {
    "row": tr("rows of four"),
    "square": tr("squares of four"),
    "stone": tr("stones in pits"),
    "herb": tr("enemy Herbs"),
}
NOUNS = {
    "M": tr("move"), "BU": tr("backward move"), "P": tr("push"), "TL": tr("turn"), "TR": tr("turn"), "HT": tr("turn"),
    "BW": tr("bleaching"), "WB": tr("blackening"), "F": tr("shot"),
}  # fmt: skip
TURNS = {"TL": tr("{herb} turns left."), "TR": tr("{herb} turns right."), "HT": tr("{herb} turns round.")}
WHY = {  # keyed by the reason, or by the reason and the action where the text depends on it
    "nothing there": tr("there is nothing there"),
    "blocked": tr("the way is blocked"),
    "too dear": tr("the payment was too small"),
    "no Herb": tr("the Herb is gone"),
    "same square": tr("both players chose the same square"),
    "occupied": tr("the square is occupied"),
    "too near": tr("it is beside the player's own Herb"),
    "nothing there P": tr("nothing is in front"),
    "blocked P": tr("the line is against the wall"),
    "nothing there BW": tr("no black stone is in front"),
    "nothing there WB": tr("no white stone is in front"),
    "nothing there F": tr("no Herb is in range"),
    "blocked F": tr("a stone is in the way"),
}
IDLE_ROUNDS = "3"  # idle rounds that end the game


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
    return tr("Herb {item}'s {noun}", item=item[0], noun=NOUNS[kind_of(item)])


def item_of_event(event: Event) -> str:
    """Return the plan item that an event belongs to, or ""."""
    now = phase(event.fields)
    items = now.plans[event.seat] if now.kind == "reveal" and event.seat >= 0 else ()
    return items[now.slot - 1] if 0 < now.slot <= len(items) and items[now.slot - 1] != "?" else ""


def describe_event(info: GameInfo, event: Event) -> str:
    """Return an event as a sentence, or "" if there is nothing to say."""
    values, where, kind = event.values, event.where, event.kind
    player = seat_name(info, event.seat) if event.seat >= 0 else ""
    herb = tr("Herb {herb}", herb=values["herb"]) if "herb" in values else ""
    first, second = str(values.get("first", "")), str(values.get("second", ""))
    if kind in ("asks", "bid", "bids"):
        return _bidding(info, event)
    if kind in ("move", "turn", "push", "wave", "hit", "destroyed", "paint"):
        return _step(info, event, herb)
    if kind == "write":
        return tr("{player} writes: {phrase}.", player=player, phrase=phrase(str(values["item"])))
    if kind == "locked":
        return tr("{player}'s plan is complete.", player=player)
    if kind == "slot":
        deeds = (f"{seat_name(info, seat)}: {phrase(item)}" for seat, item in enumerate((first, second)) if item != "-")
        return tr("Action {slot}. {deeds}.", slot=values["slot"], deeds=". ".join(deeds))
    if kind == "cancelled":
        return tr("Both actions are cancelled.")
    if kind == "lost":
        return tr("{action_of_herb} is lost: it was hit first.", action_of_herb=action_of_herb(str(values["item"])))
    if kind == "points":
        spot = tr(" on {where}", where=join_words(where)) if len(where) > 1 else f" ({where[0]})" if where else ""
        return tr(
            "{player} scores {points} for {pattern}{spot}.",
            player=player,
            points=values["points"],
            pattern=PATTERNS[str(values["for"])],
            spot=spot,
        )
    if kind == "nothing":
        return tr(
            "{action_of_herb} does nothing: {failure_reason}.",
            action_of_herb=action_of_herb(str(values["item"])),
            failure_reason=failure_reason(event),
        )
    if kind == "stones":
        if first == second == "-":
            return ""
        named = (f"{seat_name(info, seat)} {_stone(item)}" for seat, item in enumerate((first, second)))
        return tr("Stones: {named}.", named=", ".join(named))
    if kind == "placed":
        return tr(
            "{player} places a {stone_colour} stone on {where}.",
            player=player,
            stone_colour=stone_colour(str(values["item"])),
            where=where[0],
        )
    if kind == "failed":
        return tr(
            "{player}'s stone for {where} is lost: {failure_reason}.",
            player=player,
            where=where[0],
            failure_reason=failure_reason(event),
        )
    if kind == "round":
        return tr("Round {round} begins.", round=values["round"])
    return tr(
        "The game is over. {end_reason}.{bonuses}",
        end_reason=end_reason(info, event.fields),
        bonuses=_bonuses(info, event),
    )


def end_reason(info: GameInfo, fields: Mapping[str, str]) -> str:
    """Return why a finished game ended, without a full stop."""
    alive = {herb.seat for herb in herbs(fields).values()}
    for lost, thing in (
        ([seat for seat in (0, 1) if seat not in alive], "Herbs"),
        ([seat for seat, ap in enumerate(parse_pair(fields["ap"])) if not ap], "AP"),
    ):
        if lost:
            whose = tr("{side} has", side=seat_name(info, lost[0])) if len(lost) == 1 else tr("Both players have")
            return tr("{whose} no {thing} left", whose=whose, thing=thing)
    if fields["idle"] == IDLE_ROUNDS:
        return tr("Nobody spent AP for three rounds")
    return tr("Round {round} was the last", round=fields["round"])


def _bonuses(info: GameInfo, event: Event) -> str:
    """Return a sentence about the points for the AP left, or ""."""
    gains = [
        f"{seat_name(info, seat)} {event.values[name]}"
        for seat, name in enumerate(("first", "second"))
        if event.values[name]
    ]
    return tr(" Points for AP left: {gains}.", gains=", ".join(gains)) if gains else ""


def own_stone_lost(event: Event) -> str:
    """Return a sentence about a failed stone, addressed to the seat that placed it."""
    return tr(
        "Your {stone_colour} stone for {where} was lost: {failure_reason}.",
        stone_colour=stone_colour(str(event.values["item"])),
        where=event.where[0],
        failure_reason=failure_reason(event),
    )


def _stone(item: str) -> str:
    return tr("{stone_colour} on {item}", stone_colour=stone_colour(item), item=item[2:]) if item != "-" else tr("none")


def _bidding(info: GameInfo, event: Event) -> str:
    values = event.values
    player = seat_name(info, event.seat) if event.seat >= 0 else ""
    if event.kind == "asks":
        return tr("The order matters in action {slot}: {player} bids.", slot=values["slot"], player=player)
    if event.kind == "bid":
        return (
            tr("{player} bids {bid} AP.", player=player, bid=values["bid"])
            if "bid" in values
            else tr("{player} has bid.", player=player)
        )
    first, second, leads = values["first"], values["second"], int(values["leads"])
    if not leads:
        return tr("Both bid 0: neither acts.")
    ahead = seat_name(info, leads - 1)
    if first != second:
        return tr("The bids are {first} and {second}: {ahead} acts first.", first=first, second=second, ahead=ahead)
    points = event.fields["points"].split(",")
    reason = tr("the tie token") if points[0] == points[1] else tr("fewer points")
    return tr("Both bid {first}: {ahead} acts first, with {reason}.", first=first, ahead=ahead, reason=reason)


def _step(info: GameInfo, event: Event, herb: str) -> str:
    values, where, item = event.values, event.where, item_of_event(event)
    if event.kind == "move":
        return (
            tr("{herb} backs up from {where} to {where2}.", herb=herb, where=where[0], where2=where[1])
            if kind_of(item) == "BU"
            else tr("{herb} goes from {where} to {where2}.", herb=herb, where=where[0], where2=where[1])
        )
    if event.kind == "turn":
        return TURNS.get(kind_of(item), tr("{herb} turns.")).format(herb=herb)
    if event.kind == "push":
        return tr("{herb} pushes one square, for {cost} AP.", herb=herb, cost=values["cost"])
    if event.kind == "wave":
        pairs = tuple(
            tr("{start} to {end}", start=start, end=end) for start, end in zip(where[::2], where[1::2], strict=True)
        )
        return tr("The stones move apart: {pairs}.", pairs=join_words(pairs))
    if event.kind == "hit":
        thrown = tr(" back to {where}", where=where[1]) if len(where) > 1 and where[0] != where[1] else ""
        shooter = tr("Herb {item}", item=item[0]) if item else seat_name(info, event.seat)
        return tr(
            "{shooter} shoots {herb}{thrown}: {side} loses {ap} AP.",
            shooter=shooter,
            herb=herb,
            thrown=thrown,
            side=seat_name(info, int(values["herb"]) // 2),
            ap=values["ap"],
        )
    if event.kind == "destroyed":
        return tr("{herb} falls into the pit {where} and is lost.", herb=herb, where=where[0])
    return tr("The stone on {where} becomes {colour}.", where=where[0], colour=COLOURS[str(values["colour"])])


def summary(info: GameInfo, events: Sequence[Event]) -> str:
    """Return a short summary of events.

    Pushes are merged, points are added up, and waves are only counted.
    """
    parts, scored, waves = list[str](), Counter[int](), 0
    pushed: list[Event] = []

    def flush_pushes() -> None:
        if pushed:
            spent, count = sum(int(push.values["cost"]) for push in pushed), len(pushed)
            parts.append(
                trn(
                    "Herb {herb} pushes {count} square for {spent} AP.",
                    "Herb {herb} pushes {count} squares for {spent} AP.",
                    count,
                    herb=pushed[0].values["herb"],
                    spent=spent,
                )
            )
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
    parts += [trn("Stones move apart in {count} wave.", "Stones move apart in {count} waves.", waves)] * bool(waves)
    parts += [
        tr("{side} scores {points}.", side=seat_name(info, seat), points=points)
        for seat, points in sorted(scored.items())
    ]
    return " ".join(parts)


def round_account(info: GameInfo, events: Sequence[Event]) -> tuple[str, ...]:
    """Return what a round cost and brought each player, one sentence each, or () before its actions.

    Args:
        info: The game.
        events: The events of the round, from its plans on.
    """
    if not any(event.kind == "slot" for event in events):
        return ()
    planned = {"slot": tr("actions"), "stones": tr("stone")}
    charged = {"bids": tr("bids"), "hit": tr("shots")}
    spent, scored = (Counter[str](), Counter[str]()), Counter[int]()
    before: tuple[int, ...] = ()
    for event in events:
        after = parse_pair(event.fields["ap"])
        for seat, costs in enumerate(spent):
            if event.kind in planned:
                costs[planned[event.kind]] += planned_cost(str(event.values[("first", "second")[seat]]))
            elif event.kind in charged and before:
                costs[charged[event.kind]] += before[seat] - after[seat]
        if event.kind == "points":
            scored[event.seat] += int(event.values["points"])
        before = after
    round_number = events[0].fields["round"]
    lines = []
    for seat, costs in enumerate(spent):
        parts = [tr("{cause} {ap}", cause=cause, ap=ap) for cause, ap in costs.items() if ap]
        detail = f" ({', '.join(parts)})" if parts else ""
        points = trn(", +{count} point", ", +{count} points", scored[seat]) if scored[seat] else ""
        lines.append(
            tr(
                "Round {round}, {side}: −{ap} AP{detail}{points}",
                round=round_number,
                side=seat_name(info, seat),
                ap=costs.total(),
                detail=detail,
                points=points,
            )
        )
    return tuple(lines)
