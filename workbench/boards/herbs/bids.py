"""The stakes of a bid in Herbs: the exact result of each order of action, from public information."""

from __future__ import annotations

from dataclasses import replace

import fastcore
from fastcore import Event
from workbench.boards.herbs import account, effect_words
from workbench.boards.herbs.arena import option, parse_pair, phase
from workbench.boards.kit.choices import Outcome
from workbench.boards.kit.elements import Fields, Point

BIDS = ((1, 0), (0, 1), (0, 0))
BEFORE = ("asks", "bid", "bids")  # events before the effects of a slot


def outcomes(point: Point) -> tuple[Outcome, ...]:
    """Return the result of each order of action, without paying for the bids.

    Orders in which a seat without AP acts first are left out.
    """
    if point.phase != "bid":
        return ()
    ap = parse_pair(point.fields["ap"])
    possible = [bids for bids in BIDS if all(bid <= left for bid, left in zip(bids, ap, strict=True))]
    return tuple(_outcome(point, bids) for bids in possible)


def at_stake(point: Point) -> str:
    """Return a sentence about the two actions at stake, and another about equal bids."""
    fields = point.fields
    now = phase(fields)
    if now.kind != "bid":
        return ""
    deeds, (first, second) = (
        effect_words.at_stake(point.info, now.slot, [plan[now.slot - 1] for plan in now.plans]),
        parse_pair(fields["points"]),
    )
    ap = parse_pair(fields["ap"])
    if not all(ap):  # both seats can only bid 0
        return f"{deeds} {effect_words.one_sided_bid(point.info, ap.index(0))}"
    leads = int(fields["tie"]) - 1 if first == second else int(second < first)
    return f"{deeds} {effect_words.equal_bids(point.info, leads, first == second)}"


def promise(point: Point, bid: int) -> str:
    """Return a sentence about the effect of a bid.

    A seat with 0 visible AP cannot bid, because visible AP include the cost of its hidden items.
    """
    ap = parse_pair(point.fields["ap"])
    left = ap[point.actor] - bid
    return effect_words.of_bid(bid, left) if ap[1 - point.actor] else effect_words.of_one_sided_bid(bid, left)


def _outcome(point: Point, bids: tuple[int, int]) -> Outcome:
    fields = point.fields
    slot, ap = phase(fields).slot, parse_pair(fields["ap"])
    items = [plan[slot - 1] for plan in phase(fields).plans]
    # The second action is never carried out. It costs 1 AP for a seat with 0 AP: a round cannot begin with 0 AP, so the
    # seat must have spent some.
    plans = "|".join(f"{item},{item[0]}{'TL' if left else 'HT'}" for item, left in zip(items, ap, strict=True))
    stage, bid = ("bid:1:1", "-") if ap[0] else ("bid:2:1", "0")
    state = fastcore.parse(
        f"herbs(actions=2,patterns={option(point, 'patterns')}) {fields['board']} {fields['herbs']} {fields['ap']} "
        "0w0b,0w0b"
        f" {fields['points']} {fields['tie']} 1 0 {stage}:{plans}:{bid}"
    )
    events: list[Event] = []
    while all(event.kind != "bids" for event in events):
        move = f"bid{bids[state.actor]}"
        events = state.events(move)
        state.play(move)
    end = next(n for n, event in enumerate(events) if event.kind in ("slot", "stones"))
    steps = [replace(event, fields=_shown(event, fields, bids)) for event in events[:end] if event.kind not in BEFORE]
    leads = next((seat for seat in (0, 1) if bids[seat]), -1)
    return Outcome(
        effect_words.order_text(point.info, leads), steps[-1].fields, tuple(steps), account.summary(point.info, steps)
    )


def _shown(event: Event, real: Fields, bids: tuple[int, int]) -> Fields:
    """Return an event's fields with the piles, round and plans of the real game, and with the bids refunded."""
    ap = ",".join(str(left + bid) for left, bid in zip(parse_pair(event.fields["ap"]), bids, strict=True))
    real_values = {name: real[name] for name in ("piles", "round", "idle")}
    phase_now = phase(real)
    plans = "|".join(",".join(plan) for plan in phase_now.plans)
    return {**event.fields, **real_values, "ap": ap, "phase": f"reveal:{phase_now.slot}:{plans}"}
