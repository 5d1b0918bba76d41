"""Tests of Herbs in the core: plans, actions and statistics of its rules page, and invariants."""

from __future__ import annotations

import pytest

import fastcore
from fastcore import OVER, IllegalMove, State, Stream
from tests.conftest import deep
from tests.kit.herbs.boards import (
    HERBS,
    PITS,
    SQUARES,
    after_plans,
    one_slot,
    position_text,
    spec_of,
    stones_of,
    white_and_black,
)
from workbench.conformance.walks import option_specs, random_game

START = (
    "11/11/3w1w1b3/2b5w2/5b5/2b1w1w1b2/5b5/2w5b2/3b1w1w3/11/11 A1^,K1^,A11v,K11v"
    " 200,200 12w8b,12w8b 0,0 2 1 0 write:1:|"
)


def herbs(state: State) -> str:
    return state.fields["herbs"]


def with_herb_0(facing: str, square: str) -> tuple[str, ...]:
    """Return the four Herbs with Herb 0 on a square and the rest in their corners."""
    return (square + facing, *HERBS[1:])


# Start and plans ------------------------------------------------------------------------------------------------------


def test_start_position_is_correct() -> None:
    state = fastcore.start("herbs")
    assert state.text() == START and fastcore.parse(f"herbs {START}") == state
    assert len(state.moves()) == 120 and state.actor == 0 and (state.phase, state.turn) == ("write", 1)
    assert fastcore.start("herbs(ap=10)").fields["ap"] == "10,10"


def test_moves_are_numbered_in_byte_order() -> None:
    state = fastcore.start("herbs")
    texts = [state.move_text(move) for move in range(state.actions)]
    assert texts == sorted(texts, key=str.encode) and len(set(texts)) == len(texts) == 4 * 60 + 2 * 116 + 401
    assert texts[:6] == ["0BU1", "0BU2", "0BU3", "0BW", "0F", "0HT"] and texts[59] == "0WB"


def test_costs_of_rules_page_example_are_paid() -> None:
    state = fastcore.parse(f"herbs {position_text(ap='78,200', piles='12w8b,12w8b')}")
    for item, left in (("1M3", 75), ("1TR", 75), ("0HT", 74), ("0P1/2", 72), ("WhH3", 71)):
        state.play(item)
        assert state.fields["ap"] == f"{left},200"
    assert state.fields["phase"] == "write:2:1M3,1TR,0HT,0P1/2,WhH3|"


@pytest.mark.parametrize(("item", "cost"), [
    ("0M1", 1), ("0M6", 6), ("0TL", 0), ("0TR", 0), ("0HT", 1), ("0BU1", 2), ("0BU3", 6), ("0P1/1", 1), ("0P1/8", 8),
    ("0P2/2", 2), ("0P3/24", 24), ("0BW", 0), ("0WB", 1), ("0F", 2),
])  # fmt: skip
def test_items_cost_their_price(item: str, cost: int) -> None:
    assert fastcore.start("herbs").after(item).fields["ap"] == f"{200 - cost},200"


def test_unaffordable_items_are_illegal() -> None:
    state = fastcore.parse(f"{spec_of(2)} {position_text(ap='1,5')}")
    texts = [state.move_text(move) for move in state.moves()]
    free = ["0BW", "0HT", "0M1", "0P1/1", "0TL", "0TR", "0WB"]
    assert texts == free + [text.replace("0", "1", 1) for text in free]
    state.play("0HT")
    texts = [state.move_text(move) for move in state.moves()]
    assert texts == ["0BW", "0TL", "0TR", "1BW", "1TL", "1TR"], "free ones go on"


def test_only_living_herbs_can_act() -> None:
    state = fastcore.parse(f"herbs {position_text(herbs=('-', *HERBS[1:]))}")
    assert {state.move_text(move)[0] for move in state.moves()} == {"1"} and len(state.moves()) == 60


def test_affordable_stone_is_mandatory() -> None:
    for ap, pile, count in (
        (5, "3w2b", 232), (5, "3w0b", 116), (5, "0w1b", 116), (1, "3w2b", 116), (1, "0w2b", 0), (0, "3w2b", 0),
        (9, "0w0b", 0),
    ):  # fmt: skip
        state = fastcore.parse(f"{spec_of(1)} {position_text(ap=f'{ap or 1},9', piles=f'{pile},0w0b')}")
        state.play("0TL" if ap else "0HT")
        if count:
            assert state.actor == 0 and len(state.moves()) == count, (ap, pile)
        else:
            assert state.actor == 1, (ap, pile)
    state = fastcore.start(spec_of(1)).after("0TL")
    squares = {state.move_text(move)[2:] for move in state.moves()}
    assert squares == set(SQUARES) - set(PITS), "squares that hold something may be named"


# Actions --------------------------------------------------------------------------------------------------------------


def test_moves_follow_rules() -> None:
    assert herbs(one_slot("0M3")).startswith("A4^,")
    assert herbs(one_slot("0BU3", herbs=with_herb_0("^", "E8"))).startswith("E5^,")
    assert herbs(one_slot("0BU1")).startswith("A1^,"), "a wall behind"
    assert herbs(one_slot("0M6", white="A5")).startswith("A4^,")
    assert herbs(one_slot("0M6", herbs=("K1<", "D1^", *HERBS[2:]))).startswith("E1<,")
    for item, facing in (("0M6", "<"), ("0BU3", ">")):
        state = one_slot(item, herbs=with_herb_0(facing, "H6"))
        assert herbs(state).startswith("-,K1^") and state.points() == (0, 0), "walking into a pit"
    assert herbs(one_slot("0M1", herbs=with_herb_0(">", "E6"))).startswith("-,")


def test_turns_follow_rules() -> None:
    for item, facing in (("0TL", "<"), ("0TR", ">"), ("0HT", "v")):
        assert herbs(one_slot(item)).startswith(f"A1{facing},")


def test_painting_follows_rules() -> None:
    assert white_and_black(one_slot("0BW", black="A2 A3")) == ("A2", "A3")
    assert white_and_black(one_slot("0WB", white="A2")) == ("", "A2")
    assert white_and_black(one_slot("0WB", black="A2 A3")) == ("", "A2 A3")
    state = one_slot("0WB", white="A2", black="A3 A4 A5")
    assert state.points() == (0, 0), "patterns completed by painting do not score"


def test_pushes_follow_rules() -> None:
    state = one_slot("0P3/3", white="A2")
    assert white_and_black(state) == ("A5", "") and herbs(state).startswith("A4^") and state.fields["ap"] == "197,200"
    state = one_slot("0P2/8", white="A2", black="A3")
    assert white_and_black(state) == ("A4", "A5"), "a line moves as a whole"
    state = one_slot("0P3/4", white="A2", black="A4")
    assert white_and_black(state) == ("A2", "A4"), "1, 3 and 3 AP are more than was paid: nothing moves"
    state = one_slot("0P3/7", white="A2", black="A4")
    assert white_and_black(state) == ("A5", "A6")
    assert white_and_black(one_slot("0P2/2", white="A3")) == ("A3", ""), "a push never moves into an empty square"
    assert white_and_black(one_slot("0P3/3", white="A2", black="A6")) == ("A5", "A6"), "the line grows when pushed on"
    blocked = one_slot("0P3/24", white="A2 A3 A4 A5 A6 A7 A8 A9 A10 A11", herbs=("A1^", "K1^", "B11v", "K11v"))
    assert herbs(blocked).startswith("A1^"), "a line against the wall"


def test_push_steps_stopped_by_wall_cost_nothing() -> None:
    state = one_slot("0P2/2", black="J5", herbs=with_herb_0(">", "I5"))
    assert white_and_black(state) == ("", "K5") and herbs(state).startswith("J5>")


def test_pushes_into_pits_score() -> None:
    state = one_slot("0P3/8", white="C4", black="C5", herbs=with_herb_0("v", "C6"))
    assert white_and_black(state) == ("", "") and state.points() == (4, 0)
    assert herbs(state).startswith("C4v"), "it never follows into the pit"
    assert one_slot("0P1/1", black="B3", herbs=with_herb_0(">", "A3")).points() == (0, 0), "black costs 2"
    assert one_slot("0P1/2", black="B3", herbs=with_herb_0(">", "A3")).points() == (3, 0)


def test_pushed_herbs_keep_facing_or_are_lost() -> None:
    state = one_slot("0P2/4", "3BW", herbs=("A5>", "K1^", "B5<", "K11v"))
    assert herbs(state) == "C5>,K1^,D5<,K11v", "pushed Herbs keep their facing"
    state = one_slot("0P1/2", "3BW", herbs=("A3>", "K1^", "B3^", "K11v"))
    assert herbs(state) == "B3>,K1^,-,K11v" and state.points() == (4, 0)
    state = one_slot("0P1/2", herbs=("A3>", "B3^", "A11v", "K11v"))
    assert herbs(state) == "B3>,-,A11v,K11v" and state.points() == (0, 0), "an own Herb brings nothing"
    assert herbs(one_slot("0P1/1", "3BW", herbs=("A5>", "K1^", "B5<", "K11v"))) == "A5>,K1^,B5<,K11v"


def test_fire_follows_rules() -> None:
    def fire_at(*standing: str, second: str = "3BW", **position: str) -> State:
        return one_slot("0F", second, herbs=standing, **position)

    state = fire_at("A5>", "K1^", "F5v", "K11v")
    assert herbs(state) == "A5>,K1^,G5v,K11v" and state.fields["ap"] == "198,197", "hit at distance 5 and moved away"
    assert herbs(fire_at("A5>", "K1^", "G5v", "K11v")) == "A5>,K1^,G5v,K11v", "out of range"
    state = fire_at("A5>", "K1^", "C5v", "K11v", white="B5")
    assert herbs(state) == "A5>,K1^,C5v,K11v" and state.fields["ap"] == "198,200", "a stone takes the shot"
    state = fire_at("A5>", "K1^", "C5v", "K11v", white="D5")
    assert herbs(state) == "A5>,K1^,C5v,K11v" and state.fields["ap"] == "198,197", "no room behind: hit all the same"
    assert herbs(fire_at("K5<", "K1^", "A5v", "K11v")) == "K5<,K1^,A5v,K11v"
    assert fire_at("D5<", "K1^", "A5v", "K11v").fields["ap"] == "198,197", "a wall behind"
    state = fire_at("F9>", "K1^", "H9v", "K11v")
    assert herbs(state) == "F9>,K1^,-,K11v" and state.points() == (4, 0)
    state = fire_at("F9>", "H9^", "A11v", "K11v")
    assert herbs(state) == "F9>,-,A11v,K11v" and state.points() == (0, 0), "own Herbs are hit too"
    assert state.fields["ap"] == "195,200"
    assert herbs(fire_at("H6<", "K1^", "D6v", "K11v")) == "H6<,K1^,C6v,K11v", "pits do not stop a shot"
    assert fire_at("A5>", "K1^", "C5v", "K11v", ap="9,2").fields["ap"] == "7,0", "not below 0"


def test_actions_of_destroyed_herb_have_no_effect() -> None:
    state = fastcore.parse(f"{spec_of(2)} {position_text(herbs=('E6>', *HERBS[1:]))}")
    state = after_plans(state, "0M1 0M3", "2BW")
    events = state.events("2BW")
    assert [event.values["why"] for event in events if event.kind == "nothing" and event.seat == 0] == ["no Herb"]
    assert state.after("2BW").fields["herbs"] == "-,K1^,A11v,K11v"


# Random games ---------------------------------------------------------------------------------------------------------


def test_random_games_keep_invariants() -> None:
    for spec in option_specs("herbs"):
        for number in range(deep(3, 60)):
            for state, move in random_game(spec, "invariants", number):
                after = state.after(move)
                ap, left = (list(map(int, position.fields["ap"].split(","))) for position in (state, after))
                assert all(0 <= b <= a for a, b in zip(ap, left, strict=True)), "AP never grow"
                assert all(b >= a for a, b in zip(state.points(), after.points(), strict=True)), "nor do points fall"
                assert after.turn - state.turn in (0, 1)
                pieces = len(stones_of(state.fields["board"]))
                assert len(stones_of(after.fields["board"])) <= pieces + 2
                herbs = [herb[:-1] for herb in after.fields["herbs"].split(",") if herb != "-"]
                assert len(set(herbs)) == len(herbs) and not set(herbs) & {*PITS, *stones_of(after.fields["board"])}


def test_random_games_have_documented_statistics() -> None:
    statistics = fastcore.playouts(fastcore.start("herbs"), deep(20_000, 200_000), seed=1)
    assert 5 < statistics.turns < 7 and abs(statistics.returns[0]) < 0.02


def test_greedy_beats_uniform() -> None:
    won = 0.0
    games = deep(10, 100)
    for number in range(games):
        state, stream = fastcore.start("herbs"), Stream(number, "greedy")
        while state.actor != OVER:
            policy = state.policy("greedy" if state.actor == number % 2 else "uniform")
            state.play(policy[stream.pick([chance for _, chance in policy])][0])
        won += state.returns()[number % 2]
    assert won > 0.9 * games


def test_illegal_moves_are_rejected() -> None:
    state = fastcore.start("herbs")
    for text in ("2M1", "0M7", "0P1/9", "WhH3", "bid1", "0p1/1", "WhC3", "?"):
        with pytest.raises(IllegalMove):
            state.play(text)
