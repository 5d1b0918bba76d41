"""Tests of the reference implementation of Herbs: views and observations of seats and the public."""

import random
from dataclasses import replace

import pytest

from tests.kit.herbs.cases import after_moves, crammed_fields, position_text
from tests.reference import herbs
from tests.reference.herbs_arena import after_both_actions, arena_of, carry_out
from tests.reference.herbs_refusals import is_complete, read_position
from tests.reference.herbs_text import (
    PRICES,
    Pair,
    Phase,
    Position,
    Spec,
    affords_stone,
    cost,
    parse_spec,
    spec_text,
    write_position,
)

TWO = "herbs(actions=2)"
WATCHERS = (0, 1, None)
MEET = "A1^,-,A3v,K11v"


def visible_state(spec: str, position: str) -> list[str]:
    """Return AP and phase as seat 1, seat 2 and the public see them."""
    views = [herbs.view(spec, position, seat).split(" ") for seat in WATCHERS]
    full = position.split(" ")
    assert all(view[:2] == full[:2] and view[3:8] == full[3:8] for view in views)
    return [f"{view[2]} {view[8]}" for view in views]


def observe_all(spec: str, position: str, move: str) -> list[str]:
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
def test_views_hide_exactly_the_secret_fields(moves: list[str], views: list[str]) -> None:
    assert visible_state(TWO, after_moves(TWO, position_text(four=MEET, ap="9,7", piles="3w3b,3w3b"), *moves)) == views


def test_view_at_last_slot_hides_only_stones() -> None:
    """In the last slot a `?` can only be a hidden stone."""
    moves = ["0TL", "0TR", "0M1"]
    position = after_moves(
        "herbs(actions=3)", position_text(four=MEET, ap="9,7", piles="3w3b,0w0b"), *moves, "BlE5", "2TL", "2TR", "2M1"
    )
    assert visible_state("herbs(actions=3)", position) == [
        "6,6 bid:1:3:0TL,0TR,0M1,BlE5|2TL,2TR,2M1:-",
        "8,6 bid:1:3:0TL,0TR,0M1,?|2TL,2TR,2M1:-",
        "8,6 bid:1:3:0TL,0TR,0M1,?|2TL,2TR,2M1:-",
    ]


def test_view_hides_whether_seat_was_asked() -> None:
    position = after_moves(TWO, position_text(four=MEET, ap="1,7"), "0M1", "0TL", "2M1", "2M4")
    assert visible_state(TWO, position) == [
        "0,6 bid:2:1:0M1,0TL|2M1,?:0",
        "0,2 bid:2:1:0M1,?|2M1,2M4:?",
        "0,6 bid:2:1:0M1,?|2M1,?:?",
    ]


def test_round_gives_correct_observations() -> None:
    observed = []
    position = position_text(four=MEET, ap="9,7", piles="3w3b,3w3b")
    for move in ("0M1", "0F", "BlE5", "2M1", "3M2", "WhF5", "bid1", "bid3"):
        observed.append(observe_all(TWO, position, move))
        position = herbs.play(TWO, position, move)
    assert observed[:5] == [["0M1", "", ""], ["0F", "", ""], ["BlE5", "?", "?"], ["", "2M1", ""], ["", "3M2", ""]]
    reveal = "slot1=0M1|2M1;asks=1"
    assert observed[5] == [f"?;{reveal}", f"WhF5;{reveal}", f"?;{reveal}"]
    assert observed[6] == ["bid1", "?", "?"]
    rest = "bids=1|3;slot2=0F|3M2;hit=0|0;stones=BlE5|WhF5"  # seat 2 has no AP left to lose
    assert observed[7] == [f"?;{rest}", f"bid3;{rest}", f"?;{rest}"]
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
def test_observation_contains_the_correct_facts(spec: str, given: dict[str, str], moves: list[str], last: str) -> None:
    position = after_moves(spec, position_text(**{"four": MEET, **given}), *moves[:-1])
    mover = int(herbs.actor(spec, position)[-1]) - 1
    assert herbs.observation(spec, position, moves[-1], mover) == last
    hidden = "?;" + last.partition(";")[2]
    assert [herbs.observation(spec, position, moves[-1], seat) for seat in (1 - mover, None)] == [hidden] * 2


# Views built only from observations
def view_after(view: Position, spec: Spec, seat: int | None, observed: str) -> Position:
    """Return the view after an observation.

    The AP are those shown: items of other seats are charged when they are revealed.
    """
    item, *facts = observed.split(";")
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
            view = play_slot(replace(view, ap=(view.ap[0] - bids[0], view.ap[1] - bids[1])), spec, bids)
        elif kind == "hit":
            view = replace(view, ap=(view.ap[0] - int(first), view.ap[1] - int(second)))
        elif kind == "asks":
            bidder = int(value) - 1
            bid = "-" if bidder == 0 else "0" if seat == 0 else "?"
            view = replace(view, phase=view.phase._replace(kind="bid", seat=bidder, bid=bid))
        elif kind == "stones":
            view = reveal_stones(view, spec, seat, (first, second))
        else:
            view = reveal_slot(view, spec, seat, int(kind[4:]), (first, second))
            view = view if following == "asks" else play_slot(view, spec, None)
    return view


def reveal_slot(view: Position, spec: Spec, seat: int | None, slot: int, actions: tuple[str, str]) -> Position:
    ap, plans = list(view.ap), list(view.phase.plans)
    for opponent in {0, 1} - {seat}:
        ap[opponent] -= cost((actions[opponent],))
        rest = slot < spec.actions or affords_stone(ap[opponent], view.piles[opponent])
        plans[opponent] = (*plans[opponent][: slot - 1], actions[opponent], *(["?"] if rest else []))
    return replace(view, ap=(ap[0], ap[1]), phase=view.phase._replace(plans=(plans[0], plans[1]), slot=slot))


def reveal_stones(view: Position, spec: Spec, seat: int | None, stones: tuple[str, str]) -> Position:
    ap, plans = list(view.ap), list(view.phase.plans)
    for opponent in {0, 1} - {seat}:
        written = () if stones[opponent] == "-" else (stones[opponent],)
        assert (len(plans[opponent]) > spec.actions) == bool(written)
        ap[opponent] -= cost(written)
        plans[opponent] = (*plans[opponent][: spec.actions], *written)
    view = replace(view, ap=(ap[0], ap[1]), phase=view.phase._replace(plans=(plans[0], plans[1])))
    return herbs.end_round(herbs.place_stones(view), spec)


def play_slot(view: Position, spec: Spec, bids: Pair | None) -> Position:
    """Return the view after the slot is played; the AP are adjusted later by the fact `hit`.

    Without bids the order does not matter, or both seats have no AP to bid. Bids of 0 cancel both actions.
    """
    plans, slot = view.phase.plans, view.phase.slot - 1
    arena = arena_of(view, spec.patterns)
    after = [after_both_actions(arena, (plans[0][slot], plans[1][slot]), first) for first in (0, 1)]
    for outcome in after:
        outcome.ap = arena.ap
    if bids is None:
        return herbs.with_arena(view, after[0], view.phase) if after[0].equals(after[1]) else view
    if bids == (0, 0):
        return view
    first, tie = herbs.initiative(bids, view)
    return replace(herbs.with_arena(view, after[first], view.phase), tie=tie)


def random_position(chance: random.Random, spec: Spec) -> str:
    while True:
        board, four = crammed_fields(chance).split(" ")
        ap = f"{chance.randint(1, 60)},{chance.randint(1, 60)}"
        piles = f"{chance.randint(0, 2)}w{chance.randint(0, 2)}b,{chance.randint(0, 2)}w{chance.randint(0, 2)}b"
        points = chance.choice(["0,0", "3,3", "2,7", "8,1"])
        position = (
            f"{board} {four} {ap} {piles} {points} {chance.randint(1, 2)} {chance.randint(1, spec.rounds)} "
            f"{chance.randint(0, 2)} write:1:|"
        )
        if herbs.refusal(spec_text(spec), position) is None:
            return position


def choose_lively_move(chance: random.Random, spec: str, position: str, moves: list[str]) -> str:
    """Return a small bid, or a cheap action that affects other pieces if a sample contains one."""
    if moves[0].startswith("bid"):
        return f"bid{min(chance.randint(0, 2), len(moves) - 1)}"
    for move in sorted(chance.sample(moves, min(len(moves), 30)), key=lambda move: PRICES[move]):
        before = arena_of(read_position(spec, position), "burst")
        after = before.copy()
        if move[0].isdigit() and move[1] in "PFM":
            carry_out(after, move)
            before.herbs[int(move[0])] = after.herbs[int(move[0])]
            if not after.equals(before):
                return move
    return chance.choice(moves)


@pytest.mark.parametrize(
    "spec", ["herbs(patterns=spread,rounds=20)", "herbs(actions=2,rounds=9)", "herbs(actions=3,patterns=ends)"]
)
def test_views_follow_from_observations(spec: str) -> None:
    chance, options, bid_count = random.Random(spec), parse_spec(spec), 0
    for _ in range(20):
        position = random_position(chance, options)
        views = [read_position(spec, herbs.view(spec, position, seat)) for seat in WATCHERS]
        while moves := herbs.moves(spec, position):
            assert moves == sorted(set(moves))
            move = choose_lively_move(chance, spec, position, moves)
            observed = observe_all(spec, position, move)
            position = herbs.play(spec, position, move)
            bid_count += "asks" in observed[2]
            assert herbs.refusal(spec, position) is None, position
            viewers = zip(views, WATCHERS, observed, strict=True)
            views = [view_after(view, options, seat, seen) if seen else view for view, seat, seen in viewers]
            shown = [herbs.view(spec, position, seat) for seat in WATCHERS]
            assert [write_position(view) for view in views] == shown
            assert [herbs.refusal(spec, view, seat) for seat, view in enumerate(shown[:2])] == [None, None]
            assert herbs.refusal_of_public_view(spec, shown[2]) is None
        assert sum(herbs.returns(spec, position) or (1,)) == 0
    assert bid_count > 5


def swap_seats(spec: Spec, position: str) -> str:
    """Return the position with swapped seats; no plan may be written yet."""
    board, four, *rest, phase = position.split(" ")
    first, second, third, fourth = four.split(",")
    pairs = [",".join(reversed(field.split(","))) for field in rest[:3]]
    return " ".join(
        [board, f"{third},{fourth},{first},{second}", *pairs, {"1": "2", "2": "1"}[rest[3]], *rest[4:], phase]
    )


def swap_herb(move: str) -> str:
    return f"{(int(move[0]) + 2) % 4}{move[1:]}" if move[0].isdigit() else move


@pytest.mark.parametrize("spec", ["herbs", "herbs(actions=2,patterns=spread)", "herbs(actions=1,patterns=ends)"])
def test_swapped_seats_give_swapped_positions(spec: str) -> None:
    chance, options, bids_made = random.Random(f"exchange {spec}"), parse_spec(spec), 0
    for _ in range(60):
        before = position = random_position(chance, options)
        plans: list[list[str]] = [[], []]
        bids: dict[tuple[int, int], int] = {}
        while position == before or (phase := read_position(spec, position).phase).kind == "bid" or any(phase.plans):
            phase = read_position(spec, position).phase
            move = choose_lively_move(chance, spec, position, herbs.moves(spec, position))
            if phase.kind == "bid":
                bids[phase.slot, phase.seat] = int(move.removeprefix("bid"))
            else:
                plans[phase.seat].append(move)
            position = herbs.play(spec, position, move)
        bids_made += len(bids)
        swapped = swap_seats(options, before)
        for plan in reversed(plans):
            swapped = after_moves(spec, swapped, *map(swap_herb, plan))
        while (phase := read_position(spec, swapped).phase).kind == "bid":
            swapped = herbs.play(spec, swapped, f"bid{bids[phase.slot, 1 - phase.seat]}")
        assert swapped == swap_seats(options, position)
    assert bids_made > 10
