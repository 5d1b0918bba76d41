"""The slow twin of Herbs: what a seat and the public see and learn, by hand and followed through random rounds."""

import random
from dataclasses import replace

import pytest

from tests.kit.herbs_cases import brawl, played, text
from tests.reference import herbs
from tests.reference.herbs_arena import arena_of, carry_out, in_order
from tests.reference.herbs_refusals import is_complete, read
from tests.reference.herbs_text import (
    PRICES,
    Pair,
    Phase,
    Position,
    Spec,
    affords_stone,
    cost,
    spec_of,
    spec_text,
    write,
)

TWO = "herbs(actions=2)"
WATCHERS = (0, 1, None)
MEET = "A1^,-,A3v,K11v"


def seen(spec: str, position: str) -> list[str]:
    """AP and phase as seat 1, seat 2 and the public see them."""
    views = [herbs.view(spec, position, seat).split(" ") for seat in WATCHERS]
    full = position.split(" ")
    assert all(view[:2] == full[:2] and view[3:8] == full[3:8] for view in views)
    return [f"{view[2]} {view[8]}" for view in views]


def heard(spec: str, position: str, move: str) -> list[str]:
    return [herbs.observation(spec, position, move, seat) for seat in WATCHERS]


@pytest.mark.parametrize(("moves", "views"), [
    ([], ["9,7 write:1:|"] * 3),
    (["0HT"], ["8,7 write:1:0HT|", "9,7 write:1:|", "9,7 write:1:|"]),
    (["0HT", "0M1"], ["7,7 write:1:0HT,0M1|", "9,7 write:1:|", "9,7 write:1:|"]),
    (["0HT", "0M1", "BlE5"], ["5,7 write:2:0HT,0M1,BlE5|", "9,7 write:2:?|", "9,7 write:2:?|"]),
    (["0HT", "0M1", "BlE5", "2M1"], ["5,7 write:2:0HT,0M1,BlE5|", "9,6 write:2:?|2M1", "9,7 write:2:?|"]),
    (["0TL", "0TR", "BlE5", "2M1", "3M2"], ["7,7 write:2:0TL,0TR,BlE5|", "9,4 write:2:?|2M1,3M2", "9,7 write:2:?|"]),
    (["0M1", "0TR", "BlE5", "2M1", "3M2", "WhF5"], [
        "6,6 bid:1:1:0M1,0TR,BlE5|2M1,?:-", "8,3 bid:1:1:0M1,?|2M1,3M2,WhF5:-", "8,6 bid:1:1:0M1,?|2M1,?:-"]),
    (["0M1", "0TR", "BlE5", "2M1", "3M2", "WhF5", "bid4"], [
        "6,6 bid:2:1:0M1,0TR,BlE5|2M1,?:4", "8,3 bid:2:1:0M1,?|2M1,3M2,WhF5:?", "8,6 bid:2:1:0M1,?|2M1,?:?"]),
])  # fmt: skip
def test_views(moves: list[str], views: list[str]) -> None:
    assert seen(TWO, played(TWO, text(four=MEET, ap="9,7", piles="3w3b,3w3b"), *moves)) == views


def test_views_at_the_last_slot() -> None:
    """After the last slot a `?` stands for a stone alone."""
    moves = ["0TL", "0TR", "0M1"]
    position = played(
        "herbs(actions=3)", text(four=MEET, ap="9,7", piles="3w3b,0w0b"), *moves, "BlE5", "2TL", "2TR", "2M1"
    )
    assert seen("herbs(actions=3)", position) == [
        "6,6 bid:1:3:0TL,0TR,0M1,BlE5|2TL,2TR,2M1:-",
        "8,6 bid:1:3:0TL,0TR,0M1,?|2TL,2TR,2M1:-",
        "8,6 bid:1:3:0TL,0TR,0M1,?|2TL,2TR,2M1:-",
    ]


def test_a_seat_that_was_not_asked() -> None:
    position = played(TWO, text(four=MEET, ap="1,7"), "0M1", "0TL", "2M1", "2M4")
    assert seen(TWO, position) == [
        "0,6 bid:2:1:0M1,0TL|2M1,?:0",
        "0,2 bid:2:1:0M1,?|2M1,2M4:?",
        "0,6 bid:2:1:0M1,?|2M1,?:?",
    ]


def test_observations() -> None:
    told = []
    position = text(four=MEET, ap="9,7", piles="3w3b,3w3b")
    for move in ("0M1", "0F", "BlE5", "2M1", "3M2", "WhF5", "bid1", "bid3"):
        told.append(heard(TWO, position, move))
        position = herbs.play(TWO, position, move)
    assert told[:5] == [["0M1", "", ""], ["0F", "", ""], ["BlE5", "?", "?"], ["", "2M1", ""], ["", "3M2", ""]]
    reveal = "slot1=0M1|2M1;asks=1"
    assert told[5] == [f"?;{reveal}", f"WhF5;{reveal}", f"?;{reveal}"]
    assert told[6] == ["bid1", "?", "?"]
    rest = "bids=1|3;slot2=0F|3M2;hit=0|0;stones=BlE5|WhF5"  # seat 2 has no AP left to lose
    assert told[7] == [f"?;{rest}", f"bid3;{rest}", f"?;{rest}"]
    assert position.split(" ")[2] == "3,0" and herbs.actor(TWO, position) == "over"


@pytest.mark.parametrize(("spec", "given", "moves", "last"), [
    ("herbs(actions=1)", {"ap": "9,1"}, ["0M1", "2M1", "bid2"], "bid2;bids=2|0;stones=-|-"),
    ("herbs(actions=1)", {"ap": "1,9"}, ["0M1", "2M1"], "2M1;slot1=0M1|2M1;asks=2"),
    ("herbs(actions=1)", {"ap": "1,9"}, ["0M1", "2M1", "bid0"], "bid0;bids=0|0;stones=-|-"),
    ("herbs(actions=1)", {"ap": "1,1"}, ["0M1", "2M1"], "2M1;slot1=0M1|2M1;stones=-|-"),
    ("herbs(actions=1)", {"ap": "5,5"}, ["0F", "3BW"], "3BW;slot1=0F|3BW;hit=0|3;stones=-|-"),
    ("herbs(actions=1)", {"ap": "5,5", "four": "A1^,A3^,A11v,K11v"}, ["0F", "2F"], "2F;slot1=0F|2F;hit=3|0;stones=-|-"),
    ("herbs(actions=1)", {"ap": "5,7", "four": "A1^,-,A4v,K11v"}, ["0F", "2F", "bid1", "bid1"],
     "bid1;bids=1|1;hit=2|0;stones=-|-"),
    ("herbs(actions=2)", {"ap": "5,7", "four": "B3<,-,E3^,-", "piles": "0w0b,1w0b"},
     ["0BU1", "0F", "2TL", "2M1", "WhF1"],
     "WhF1;slot1=0BU1|2TL;slot2=0F|2M1;stones=-|WhF1"),
])  # fmt: skip
def test_facts(spec: str, given: dict[str, str], moves: list[str], last: str) -> None:
    position = played(spec, text(**{"four": MEET, **given}), *moves[:-1])
    mover = int(herbs.actor(spec, position)[-1]) - 1
    assert herbs.observation(spec, position, moves[-1], mover) == last
    hidden = "?;" + last.partition(";")[2]
    assert [herbs.observation(spec, position, moves[-1], seat) for seat in (1 - mover, None)] == [hidden] * 2


# A view grown by observations alone
def grown(view: Position, spec: Spec, seat: int | None, told: str) -> Position:
    """The view after an observation. AP are those shown: costs of the others' items go when these are revealed."""
    item, *facts = told.split(";")
    phase, mover = view.phase, view.phase.seat
    if phase.kind == "bid":
        view = replace(view, phase=phase._replace(seat=1, bid=item.removeprefix("bid"))) if not facts else view
    else:
        ap, plans = list(view.ap), list(phase.plans)
        plans[mover] = (*plans[mover], item)
        ap[mover] -= cost((item,))
        complete = mover != seat or is_complete(plans[mover], ap[mover], view.piles[mover], spec.actions)
        phase = Phase("write", 1 if complete else mover, (plans[0], plans[1]))
        view = replace(view, ap=(ap[0], ap[1]), phase=phase)
    bids: Pair | None = None
    for number, fact in enumerate(facts):
        kind, value = fact.split("=")
        first, _, second = value.partition("|")
        following = facts[number + 1].partition("=")[0] if number + 1 < len(facts) else ""
        if kind == "bids":
            bids = int(first), int(second)
            view = acted(replace(view, ap=(view.ap[0] - bids[0], view.ap[1] - bids[1])), spec, bids)
        elif kind == "hit":
            view = replace(view, ap=(view.ap[0] - int(first), view.ap[1] - int(second)))
        elif kind == "asks":
            asked = int(value) - 1
            bid = "-" if asked == 0 else "0" if seat == 0 else "?"
            view = replace(view, phase=view.phase._replace(kind="bid", seat=asked, bid=bid))
        elif kind == "stones":
            view = last_revealed(view, spec, seat, (first, second))
        else:
            view = revealed(view, spec, seat, int(kind[4:]), (first, second))
            view = view if following == "asks" else acted(view, spec, None)
    return view


def revealed(view: Position, spec: Spec, seat: int | None, slot: int, actions: tuple[str, str]) -> Position:
    ap, plans = list(view.ap), list(view.phase.plans)
    for one in {0, 1} - {seat}:
        ap[one] -= cost((actions[one],))
        rest = slot < spec.actions or affords_stone(ap[one], view.piles[one])
        plans[one] = (*plans[one][: slot - 1], actions[one], *(["?"] if rest else []))
    return replace(view, ap=(ap[0], ap[1]), phase=view.phase._replace(plans=(plans[0], plans[1]), slot=slot))


def last_revealed(view: Position, spec: Spec, seat: int | None, stones: tuple[str, str]) -> Position:
    ap, plans = list(view.ap), list(view.phase.plans)
    for one in {0, 1} - {seat}:
        written = () if stones[one] == "-" else (stones[one],)
        assert (len(plans[one]) > spec.actions) == bool(written)
        ap[one] -= cost(written)
        plans[one] = (*plans[one][: spec.actions], *written)
    view = replace(view, ap=(ap[0], ap[1]), phase=view.phase._replace(plans=(plans[0], plans[1])))
    return herbs.end_round(herbs.place_stones(view), spec)


def acted(view: Position, spec: Spec, bids: Pair | None) -> Position:
    """The slot carried out; the AP stay for the fact `hit`.

    Without bids the order matters to nothing, or to more than AP and both have none; bids of 0 cancel both actions.
    """
    plans, slot = view.phase.plans, view.phase.slot - 1
    arena = arena_of(view, spec.patterns)
    after = [in_order(arena, (plans[0][slot], plans[1][slot]), first) for first in (0, 1)]
    for one in after:
        one.ap = arena.ap
    if bids is None:
        return herbs.stored(view, after[0], view.phase) if after[0].same(after[1]) else view
    if bids == (0, 0):
        return view
    first, tie = herbs.initiative(bids, view)
    return replace(herbs.stored(view, after[first], view.phase), tie=tie)


def brawl_start(chance: random.Random, spec: Spec) -> str:
    while True:
        board, four = brawl(chance).split(" ")
        ap = f"{chance.randint(1, 60)},{chance.randint(1, 60)}"
        piles = f"{chance.randint(0, 2)}w{chance.randint(0, 2)}b,{chance.randint(0, 2)}w{chance.randint(0, 2)}b"
        points = chance.choice(["0,0", "3,3", "2,7", "8,1"])
        position = (
            f"{board} {four} {ap} {piles} {points} {chance.randint(1, 2)} {chance.randint(1, spec.rounds)} "
            f"{chance.randint(0, 2)} write:1:|"
        )
        if herbs.refusal(spec_text(spec), position) is None:
            return position


def lively(chance: random.Random, spec: str, position: str, moves: list[str]) -> str:
    """A small bid, or a cheap action that would touch other pieces now, if one is found soon."""
    if moves[0].startswith("bid"):
        return f"bid{min(chance.randint(0, 2), len(moves) - 1)}"
    for move in sorted(chance.sample(moves, min(len(moves), 30)), key=lambda move: PRICES[move]):
        before = arena_of(read(spec, position), "burst")
        after = before.copy()
        if move[0].isdigit() and move[1] in "PFM":
            carry_out(after, move)
            before.herbs[int(move[0])] = after.herbs[int(move[0])]
            if not after.same(before):
                return move
    return chance.choice(moves)


@pytest.mark.parametrize(
    "spec", ["herbs(patterns=spread,rounds=20)", "herbs(actions=2,rounds=9)", "herbs(actions=3,patterns=ends)"]
)
def test_views_grow_from_observations(spec: str) -> None:
    chance, options, asked = random.Random(spec), spec_of(spec), 0
    for _ in range(20):
        position = brawl_start(chance, options)
        views = [read(spec, herbs.view(spec, position, seat)) for seat in WATCHERS]
        while moves := herbs.moves(spec, position):
            assert moves == sorted(set(moves))
            move = lively(chance, spec, position, moves)
            told = heard(spec, position, move)
            position = herbs.play(spec, position, move)
            asked += "asks" in told[2]
            assert herbs.refusal(spec, position) is None, position
            watched = zip(views, WATCHERS, told, strict=True)
            views = [grown(view, options, seat, one) if one else view for view, seat, one in watched]
            shown = [herbs.view(spec, position, seat) for seat in WATCHERS]
            assert [write(view) for view in views] == shown
            assert [herbs.refusal(spec, view, seat) for seat, view in enumerate(shown[:2])] == [None, None]
            assert herbs.refusal_of_public_view(spec, shown[2]) is None
        assert sum(herbs.returns(spec, position) or (1,)) == 0
    assert asked > 5


def exchanged(spec: Spec, position: str) -> str:
    """The seats exchanged, for a position in which nothing is written yet."""
    board, four, *rest, phase = position.split(" ")
    one, two, three, last = four.split(",")
    pairs = [",".join(reversed(field.split(","))) for field in rest[:3]]
    return " ".join([board, f"{three},{last},{one},{two}", *pairs, {"1": "2", "2": "1"}[rest[3]], *rest[4:], phase])


def of_the_other(move: str) -> str:
    return f"{(int(move[0]) + 2) % 4}{move[1:]}" if move[0].isdigit() else move


@pytest.mark.parametrize("spec", ["herbs", "herbs(actions=2,patterns=spread)", "herbs(actions=1,patterns=ends)"])
def test_exchanged_seats(spec: str) -> None:
    chance, options, bids_made = random.Random(f"exchange {spec}"), spec_of(spec), 0
    for _ in range(60):
        before = position = brawl_start(chance, options)
        plans: list[list[str]] = [[], []]
        bids: dict[tuple[int, int], int] = {}
        while position == before or (phase := read(spec, position).phase).kind == "bid" or any(phase.plans):
            phase = read(spec, position).phase
            move = lively(chance, spec, position, herbs.moves(spec, position))
            if phase.kind == "bid":
                bids[phase.slot, phase.seat] = int(move.removeprefix("bid"))
            else:
                plans[phase.seat].append(move)
            position = herbs.play(spec, position, move)
        bids_made += len(bids)
        other = exchanged(options, before)
        for plan in reversed(plans):
            other = played(spec, other, *map(of_the_other, plan))
        while (phase := read(spec, other).phase).kind == "bid":
            other = herbs.play(spec, other, f"bid{bids[phase.slot, 1 - phase.seat]}")
        assert other == exchanged(options, position)
    assert bids_made > 10
