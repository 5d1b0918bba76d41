"""What a bid in Herbs decides: the action carried out in each order, exactly, from what both seats know."""

from __future__ import annotations

from dataclasses import replace

import fastcore
from fastcore import Event
from workbench.boards.herbs import account, click_words
from workbench.boards.herbs.arena import option, pair, phase
from workbench.boards.kit.choices import Outcome
from workbench.boards.kit.elements import Fields, Point

BIDS = ((1, 0), (0, 1), (0, 0))
BEFORE = ("asks", "bid", "bids")  # events that come before what a slot does


def outcomes(point: Point) -> tuple[Outcome, ...]:
    """What each order would lead to, AP for the bids themselves left aside. A seat without AP cannot act first."""
    if point.phase != "bid":
        return ()
    ap = pair(point.fields["ap"])
    possible = [bids for bids in BIDS if all(bid <= left for bid, left in zip(bids, ap, strict=True))]
    return tuple(_outcome(point, bids) for bids in possible)


def at_stake(point: Point) -> str:
    """The two actions that are bid about, and who acts first after equal bids."""
    fields = point.fields
    now = phase(fields)
    if now.kind != "bid":
        return ""
    deeds, (first, second) = (
        click_words.at_stake(point.info, now.slot, [plan[now.slot - 1] for plan in now.plans]),
        pair(fields["points"]),
    )
    ap = pair(fields["ap"])
    if not all(ap):  # both can only bid 0 alike
        return f"{deeds} {click_words.alone(point.info, ap.index(0))}"
    leads = int(fields["tie"]) - 1 if first == second else int(second < first)
    return f"{deeds} {click_words.equal(point.info, leads, first == second)}"


def promise(point: Point, bid: int) -> str:
    """What a bid comes to. A seat that shows no AP has none to bid: what is covered of its plan is added to them."""
    ap = pair(point.fields["ap"])
    left = ap[point.actor] - bid
    return click_words.would_bid(bid, left) if ap[1 - point.actor] else click_words.would_bid_alone(bid, left)


def _outcome(point: Point, bids: tuple[int, int]) -> Outcome:
    fields = point.fields
    slot, ap = phase(fields).slot, pair(fields["ap"])
    items = [plan[slot - 1] for plan in phase(fields).plans]
    # a second action that is never looked at: whoever has no AP left must have paid for something
    plans = "|".join(f"{item},{item[0]}{'TL' if left else 'HT'}" for item, left in zip(items, ap, strict=True))
    asked, bid = ("bid:1:1", "-") if ap[0] else ("bid:2:1", "0")
    state = fastcore.parse(
        f"herbs(actions=2,patterns={option(point, 'patterns')}) {fields['board']} {fields['herbs']} {fields['ap']} "
        "0w0b,0w0b"
        f" {fields['points']} {fields['tie']} 1 0 {asked}:{plans}:{bid}"
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
        click_words.order(point.info, leads), steps[-1].fields, tuple(steps), account.summary(point.info, steps)
    )


def _shown(event: Event, real: Fields, bids: tuple[int, int]) -> Fields:
    """The fields after a step as they would be in the game itself, before the bids are paid."""
    ap = ",".join(str(left + bid) for left, bid in zip(pair(event.fields["ap"]), bids, strict=True))
    kept = {name: real[name] for name in ("piles", "round", "idle")}
    there = phase(real)
    plans = "|".join(",".join(plan) for plan in there.plans)
    return {**event.fields, **kept, "ap": ap, "phase": f"reveal:{there.slot}:{plans}"}
