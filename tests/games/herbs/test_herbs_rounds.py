"""Tests of initiative, stones, and the ends of rounds and games in Herbs."""

from __future__ import annotations

import pytest

import fastcore
from fastcore import OVER, State
from tests.kit.herbs.boards import HERBS, after_plans, one_slot, position_text, spec_of, stones_of, white_and_black


def herbs(state: State) -> str:
    return state.fields["herbs"]


def kinds(state: State, item: str, seat: int | None = None) -> list[str]:
    return [event.kind for event in state.events(item, seat)]


# Initiative -----------------------------------------------------------------------------------------------------------

FACING = ("A5>", "K1^", "C5<", "K11v")  # Herbs 0 and 2 can shoot each other


def duel(ap: str = "50,60", points: str = "0,0", tie: int = 2, first: str = "0F", second: str = "2F") -> State:
    return one_slot(first, second, herbs=FACING, ap=ap, points=points, tie=tie)


def test_no_bid_when_order_does_not_matter() -> None:
    state = fastcore.parse(f"{spec_of(1)} {position_text(white='A2')}").after("0P1/1")
    assert state.observation("2M1", 0) == "?;slot1=0P1/1|2M1;stones=-|-"
    assert state.after("2M1").phase == "write"
    assert duel(first="0TL", second="2TR").phase == "write"


def test_bids_decide_who_acts_first() -> None:
    state = duel()
    assert state.phase == "bid" and state.actor == 0 and state.fields["phase"] == "bid:1:1:0F|2F:-"
    texts = [state.move_text(move) for move in state.moves()]
    assert len(texts) == 49 and texts[:4] == ["bid0", "bid1", "bid10", "bid11"]
    state.play("bid5")
    assert state.actor == 1 and state.fields["phase"] == "bid:2:1:0F|2F:5" and state.fields["ap"] == "48,58"
    first, second = state.after("bid4"), state.after("bid6")
    assert first.fields["ap"] == "43,51" and herbs(first) == "A5>,K1^,D5<,K11v", "the opponent's shot is lost"
    assert second.fields["ap"] == "40,52" and herbs(second) == "A5>,K1^,C5<,K11v"
    assert kinds(state, "bid4") == ["bid", "bids", "hit", "lost", "stones", "round"]


def test_equal_bids_are_resolved() -> None:
    fewer = duel(points="3,1").after("bid2").after("bid2")
    assert herbs(fewer) == "A5>,K1^,C5<,K11v" and fewer.fields["tie"] == "2", "fewer points act first, the token stays"
    assert herbs(duel(points="1,3").after("bid2").after("bid2")) == "A5>,K1^,D5<,K11v"
    for tie, after in ((2, "A5>,K1^,C5<,K11v"), (1, "A5>,K1^,D5<,K11v")):
        state = duel(tie=tie).after("bid2").after("bid2")
        assert herbs(state) == after and state.fields["tie"] == str(3 - tie), "the token is handed over"
    both = duel()
    none = both.after("bid0").after("bid0")
    assert herbs(none) == ",".join(FACING) and none.fields["tie"] == "2", "both cancelled"
    assert none.fields["ap"] == "48,58"


def test_seat_without_ap_is_not_asked_to_bid() -> None:
    state = duel(ap="2,60")
    assert state.actor == 1 and state.fields["phase"] == "bid:2:1:0F|2F:0" and state.fields["ap"] == "0,58"
    assert herbs(state.after("bid0")) == ",".join(FACING)
    assert state.observation("bid3", 0) == "?;bids=0|3;hit=0|0;stones=-|-"
    state = duel(ap="60,2")
    assert state.actor == 0 and state.after("bid1").actor == OVER
    assert "bids=1|0" in state.observation("bid1", 1)
    state = fastcore.parse(f"{spec_of(1)} {position_text(herbs=FACING, ap='2,2')}").after("0F")
    assert "cancelled" in kinds(state, "2F") and state.observation("2F", 1) == "2F;slot1=0F|2F;stones=-|-"


def test_slot_with_one_living_herb_has_no_bid() -> None:
    state = fastcore.parse(f"{spec_of(2)} {position_text(herbs=('E6>', 'K1^', 'C5<', 'K11v'))}")
    state = after_plans(state, "0M1 0F", "2BW 2F")
    assert state.phase == "write" and state.turn == 2


def test_only_the_hit_herb_loses_its_action() -> None:
    # Herb 2 is hit, but Herb 3 acts.
    state = one_slot("0F", "3M1", herbs=FACING)
    assert state.phase == "write" and herbs(state) == "A5>,K1^,D5<,K10v"
    # Seat 1 hits its own Herb: seat 2 loses nothing.
    state = one_slot("0F", "2M1", herbs=("A5>", "C5^", "K8v", "K11v"))
    assert state.phase == "write" and herbs(state) == "A5>,D5^,K7v,K11v" and state.fields["ap"] == "195,199"


# Stones and game end --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("first", "second", "placed"), [
    ("WhH3", "BlD4", "H3w D4b"), ("WhH3", "BlH3", ""), ("WhB2", "BlB2", ""), ("WhB2", "BlD4", "D4b"),
    ("WhA10", "BlA2", "A10w A2b"), ("WhA1", "BlD4", "D4b"), ("WhE5", "BlD4", "D4b"),
    ("WhK2", "BlK10", ""), ("WhC1", "BlC11", "C1w C11b"),
])  # fmt: skip
def test_stone_placement_follows_rules(first: str, second: str, placed: str) -> None:
    state = fastcore.parse(f"{spec_of(1)} {position_text('E5', piles='2w1b,12w8b')}")
    state = after_plans(state, f"0TL {first}", f"2TL {second}")
    stones = stones_of(state.fields["board"])
    assert {f"{square}{stone}" for square, stone in stones.items()} == {"E5w", *placed.split()}
    assert state.fields["piles"] == "1w1b,12w7b", "a stone that fails is lost too"
    assert state.fields["ap"] == "199,198"


def test_placed_stone_does_not_score() -> None:
    state = after_plans(
        fastcore.parse(f"{spec_of(1)} {position_text('E5 F5 G5', piles='1w0b,0w0b')}"), "0TL WhH5", "2TL"
    )
    assert state.points() == (0, 0)


def test_seat_without_herbs_loses_its_stone() -> None:
    state = fastcore.parse(f"{spec_of(1)} {position_text(herbs=('E6>', '-', *HERBS[2:]), piles='1w0b,1w0b')}")
    state = after_plans(state, "0M1 WhE2", "2TL")
    events = state.events("WhE8")
    tried = [(event.kind, event.where) for event in events if event.kind in ("placed", "failed")]
    assert tried == [("failed", ("E2",)), ("placed", ("E8",))]
    assert state.observation("WhE8", 0) == "?;slot1=0M1|2TL;stones=WhE2|WhE8"
    over = state.after("WhE8")
    assert over.actor == OVER and over.points() == (0, 19) and over.returns() == (-1.0, 1.0)
    assert over.fields["piles"] == "0w0b,0w0b"


def test_game_ends_before_round_without_ap() -> None:
    state = one_slot("0M1", ap="1,47")
    assert state.actor == OVER and state.text().endswith(" 0,47 0w0b,0w0b 0,4 2 1 0 over")
    assert one_slot("0M1", "2M1", ap="1,1").returns() == (0.0, 0.0)


def test_game_ends_after_three_rounds_without_spending() -> None:
    state = one_slot("0TL", idle=2, number=7, ap="39,40")
    assert state.actor == OVER and state.text().endswith(" 39,40 0w0b,0w0b 3,4 2 7 3 over")
    assert one_slot("0TL", idle=1).fields["idle"] == "2" and one_slot("0HT", idle=2).fields["idle"] == "0"


def test_game_ends_after_last_round() -> None:
    state = after_plans(fastcore.parse(f"{spec_of(1, rounds=5)} {position_text(number=5, ap='19,30')}"), "0M1", "2TL")
    assert state.actor == OVER and state.points() == (1, 3) and state.turn == 5


def test_round_is_finished_after_a_seat_loses_its_herbs() -> None:
    state = fastcore.parse(f"{spec_of(2)} {position_text('A2', herbs=('E6>', '-', 'A1^', 'K11v'))}")
    over = after_plans(state, "0M1 0M1", "3BW 2P1/1")
    assert over.actor == OVER and white_and_black(over) == ("A3", "") and over.points() == (0, 19)
