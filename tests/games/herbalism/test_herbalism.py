"""Tests of Herbalism in the core: the rules, examples and statistics of its rules page."""

from __future__ import annotations

import pytest

import fastcore
from fastcore import CHANCE, OVER, IllegalMove, State, Viewpoint
from tests.conftest import deep
from workbench.conformance.walks import option_specs, random_game

HANDS = "rb rgbb/yygg/ygbb"  # the hidden pair and the three hands
ALL = "herbalism(actions=advanced)"
NONE = "-,-,-"


def position_with(rest: str, spec: str = ALL, cards: str = HANDS, scores: str = "0,0,0") -> State:
    """Return a position; `rest` holds the fields from the turn on."""
    return fastcore.parse(f"{spec} {cards} {scores} 1 1 {rest}")


def seen(state: State, move: str) -> list[str]:
    """Return the observations of the three seats and of the public."""
    return [state.observation(move, seat) for seat in (0, 1, 2, None)]


def test_start_position_deals_cards() -> None:
    state = fastcore.start("herbalism")
    assert state.text() == "- -/-/- 0,0,0 1 1 0 deal -,-,- -,-,- -,-,-" and state.actor == CHANCE
    assert len(state.chances()) == 2559 and len(fastcore.start("herbalism(players=4)").chances()) == 10982
    move = "deal:rb/rgbb/yygg/ygbb"
    assert seen(state, move) == [
        "deal:??/rgbb/????/????", "deal:??/????/yygg/????", "deal:??/????/????/ygbb", "deal:??/????/????/????",
    ]  # fmt: skip
    assert state.after(move).text() == f"{HANDS} 0,0,0 1 1 1 act:1 -,-,- -,-,- -,-,-"
    assert fastcore.perft(state, 1) == 0 and fastcore.perft(state, 0) == 1, "perft takes a deal for the end"


def test_named_action_sets_are_canonical() -> None:
    for letters, name in (("a", "first"), ("i", "basic"), ("ifba", "advanced")):
        assert fastcore.start(f"herbalism(actions={letters})").spec == f"herbalism(actions={name})"
    assert fastcore.start("herbalism(actions=fa)").spec == "herbalism"
    assert fastcore.start("herbalism(actions=ib)").spec == "herbalism(actions=ib)"


@pytest.mark.parametrize(("move", "after", "facts"), [
    ("rb:inquire:2:b", "rgb/yyggb/ygbb", ["rb:inquire:2:b;n=0", "rb:inquire:2:b;n=0", "rb:inquire:2:?;n=0",
    "rb:inquire:2:?;n=0"]),
    ("gb:inquire:2:b", "rgb/yyggb/ygbb", ["gb:inquire:2:b;n=2", "gb:inquire:2:b;n=2", "gb:inquire:2:?;n=2",
    "gb:inquire:2:?;n=2"]),
    ("==:inquire:3:b", "rgb/yygg/ygbbb", ["==:inquire:3:b;n=3", "==:inquire:3:?;n=3", "==:inquire:3:b;n=3",
    "==:inquire:3:?;n=3"]),
    ("gb:feed:2:b", "rgggb/yyb/ygbb", ["gb:feed:2:b;back=gg", "gb:feed:2:b;back=gg", "gb:feed:2:?;back=??",
    "gb:feed:2:?;back=??"]),
    ("rb:feed:2:b", "rgb/yyggb/ygbb", ["rb:feed:2:b;back=-", "rb:feed:2:b;back=-", "rb:feed:2:?;back=-",
    "rb:feed:2:?;back=-"]),
    ("==:feed:3:b", "rgbbbb/yygg/yg", ["==:feed:3:b;back=bbb", "==:feed:3:?;back=???", "==:feed:3:b;back=bbb",
    "==:feed:3:?;back=???"]),
    ("gy:brew:3", "ryggbb/yygg/bb", ["gy:brew:3;back=yg", "gy:brew:3;back=??", "gy:brew:3;back=yg",
    "gy:brew:3;back=??"]),
    ("rb:brew:2", "rgbb/yygg/ygbb", ["rb:brew:2;back=-"] * 4),
    ("rb:appeal:2", "rgbb/yygg/ygbb", ["rb:appeal:2;back=-"] * 4),
])  # fmt: skip
def test_actions_give_the_expected_observations(move: str, after: str, facts: list[str]) -> None:
    state = position_with(f"1 act:1 {NONE} {NONE} {NONE}")
    assert seen(state, move) == facts
    following = state.after(move)
    assert following.fields["hands"] == after and following.fields["phase"] == "act:2" and following.turn == 2
    assert following.fields["medicine"] == f"{move[:2]},-,-"


def test_target_with_matching_cards_is_asked() -> None:
    state = position_with(f"1 act:1 {NONE} {NONE} {NONE}")
    request = state.after("yb:appeal:3")
    assert request.fields["phase"] == "give:3:1:yb:appeal" and request.actor == 2
    assert [request.move_text(move) for move in request.moves()] == ["give:b", "give:y"]
    assert seen(request, "give:b") == ["give:b;back=bb", "give:?;back=??", "give:b;back=bb", "give:?;back=??"]
    assert request.after("give:b").fields["hands"] == "rgbbbb/yygg/yg"
    only = position_with(f"1 act:1 {NONE} {NONE} {NONE}").after("rb:appeal:3")
    assert [only.move_text(move) for move in only.moves()] == ["give:b"], "asked also where there is one choice"
    pairs = state.after("==:brew:2")
    assert [pairs.move_text(move) for move in pairs.moves()] == ["give:g", "give:y"]
    assert pairs.after("give:g").fields["hands"] == "rggbb"[:1] + "gggbb/yy/ygbb"


def test_illegal_actions_give_reasons() -> None:
    state = position_with(f"4 act:1 rb,-,- {NONE} {NONE}")
    texts = [state.move_text(move) for move in state.moves()]
    assert not [text for text in texts if text.startswith("rb:")] and "cure:rb" in texts
    assert "yr:inquire:2:y" not in texts and "yr:inquire:2:r" in texts
    for text, reason in (
        ("rb:appeal:2", "your medicine marker is already on rb"),
        ("gb:appeal:1", "the target must be another seat"),
        ("gb:inquire:2:r", "on gb, the card to give must be green or blue"),
        ("gy:inquire:2:y", "seat 1 has no yellow card"),
        ("gb:pass", "only with an empty hand"),
        ("give:r", "choose a medicine card with an action"),
        ("nonsense", "is not a move"),
        ("gb:appeal:4", "add a target seat"),
    ):
        assert reason in state.why_not(text), state.why_not(text)
        with pytest.raises(IllegalMove):
            state.play(text)
    assert "appeal is not in this game" in position_with(
        f"4 act:1 rb,-,- {NONE} {NONE}", "herbalism(actions=basic)"
    ).why_not("gb:appeal:2")


def test_empty_hand_can_pass_only_without_taking_actions() -> None:
    cards = "rb -/ryyggg/ygbbbb"
    texts = [
        state.move_text(move)
        for state in [position_with(f"5 act:1 {NONE} {NONE} {NONE}", "herbalism(actions=basic)", cards)]
        for move in state.moves()
    ]
    assert "rb:pass" in texts and len([text for text in texts if text.endswith("pass")]) == 7
    assert (
        seen(position_with(f"5 act:1 {NONE} {NONE} {NONE}", "herbalism(actions=basic)", cards), "rb:pass")
        == ["rb:pass"] * 4
    )
    open_hand = position_with(f"5 act:1 {NONE} {NONE} {NONE}", "herbalism", cards)
    assert not [move for move in open_hand.moves() if open_hand.move_text(move).endswith("pass")]


def test_right_cure_ends_round() -> None:
    state = position_with(f"2 act:2 {NONE} {NONE} {NONE}").after("cure:rb")
    assert state.fields["phase"] == "cure:3:2" and state.fields["cure"] == "-,a=rb,-"
    assert [state.move_text(move) for move in state.moves()][-2:] == ["follow:rb", "skip"]
    state = state.after("follow:rb")
    assert state.fields["phase"] == "cure:1:2"
    assert seen(state, "answer:gy") == ["answer:gy;pair=rb"] * 4
    after = state.after("answer:gy")
    assert after.text() == "- -/-/- 0,3,1 2 3 0 deal -,-,- -,-,- -,-,-", "the seat after the winner starts"


def test_failed_cure_uses_up_markers() -> None:
    state = position_with(f"2 act:2 {NONE} {NONE} {NONE}").after("cure:gy").after("follow:gy")
    assert seen(state, "skip") == ["skip", "skip;pair=rb", "skip;pair=rb", "skip"]
    after = state.after("skip")
    assert after.fields["cure"] == "-,A=gy,F=gy" and after.fields["phase"] == "act:1" and after.turn == 3
    assert after.view(1).startswith("rb ????/yygg/????") and after.view(0).startswith("?? rgbb/????/????")
    texts = [after.move_text(move) for move in after.moves()]
    assert texts == ["cure:==", "cure:gb", "cure:rb", "cure:rg", "cure:yb", "cure:yr"], (
        "one marker left: only cures, gy is closed"
    )
    end = after.after("cure:==")
    assert end.fields["scores"] == "0,0,0" and end.fields["start"] == "2", "nobody is right: -1, but never below 0"


def test_predictions_follow_rules() -> None:
    spec = "herbalism(actions=advanced,predictions=1)"
    state = position_with(f"1 act:1 {NONE} {NONE} r,r,-", spec).after("rb:inquire:2:b")
    assert state.fields["phase"] == "predict:1"
    assert [state.move_text(move) for move in state.moves()] == ["predict:b", "predict:g", "predict:y", "skip"]
    assert (
        state.after("predict:b").fields["predictions"] == "rb,r,-"
        and state.after("skip").fields["predictions"] == "r,r,-"
    )
    cure = (
        position_with(f"4 act:3 {NONE} {NONE} rb,g,y", spec, scores="0,1,4")
        .after("cure:gy")
        .after("answer:rb")
        .after("skip")
    )
    assert cure.fields["scores"] == "5,0,3", "right answer 3 and two right colours; g and y are wrong"


def test_game_end_and_returns_follow_rules() -> None:
    state = position_with(f"2 act:2 {NONE} {NONE} {NONE}", scores="5,4,2").after("cure:rb").after("skip")
    assert seen(state, "skip")[0] == "skip;pair=rb;hands=rgbb/yygg/ygbb"
    end = state.after("skip")
    assert end.actor == OVER and end.points() == (5, 7, 2) and end.returns() == (-0.5, 1.0, -0.5)
    assert end.fields["cure"] == "-,a=rb,-" and all(end.view(seat) == end.text() for seat in (None, 0, 1, 2))
    shared = position_with(f"2 act:2 {NONE} {NONE} {NONE}", scores="7,3,2", spec="herbalism(target=8)")
    assert shared.after("cure:gy").after("skip").after("skip").actor != OVER
    tie = (
        fastcore.parse("herbalism rb rgbb/yygg/ygbb 4,4,3 30 1 9 act:2 -,-,- -,-,- -,-,-")
        .after("cure:rb")
        .after("answer:gy")
        .after("answer:gb")
    )
    assert tie.actor == OVER and tie.points() == (4, 7, 3)


def test_only_cures_are_legal_after_last_acting_turn() -> None:
    assert any(
        position_with(f"45 act:3 {NONE} {NONE} {NONE}").move_text(move).endswith("appeal:1")
        for move in position_with(f"45 act:3 {NONE} {NONE} {NONE}").moves()
    )
    late = position_with(f"46 act:1 {NONE} {NONE} {NONE}")
    assert all(late.move_text(move).startswith("cure:") for move in late.moves())
    assert late.why_not("rb:appeal:2") == "from turn 46 on, only cures are possible"


def test_random_games_conserve_cards() -> None:
    for spec in option_specs("herbalism"):
        for number in range(deep(2, 60)):
            for state, _move in random_game(spec, "herbalism", number):
                if state.actor != CHANCE:
                    cards = state.fields["hidden"] + state.fields["hands"]
                    assert [cards.count(colour) for colour in "rygb"] == [2, 3, 4, 5]


def test_certainty_is_reached_after_documented_number_of_turns() -> None:
    """In random play without cures the rules page expects a median of 7 to 12 turns until a seat is certain."""
    turns = []
    for number in range(deep(15, 200)):
        stream, state = fastcore.Stream(number, "certain"), fastcore.start(ALL)
        points = [Viewpoint(ALL, seat) for seat in range(3)]
        while True:
            if state.actor == CHANCE:
                move = state.sample(stream)
            else:
                if any(max(point.beliefs()["cure"].values()) > 1 - 1e-9 for point in points):
                    break
                move = stream.choice(
                    [move for move in state.moves() if not state.move_text(move).startswith("cure")] or state.moves()
                )
            for point in points:
                text = state.observation(move, point.seat)
                if text:
                    point.observe(text)
            state.play(move)
        turns.append(state.turn)
    assert 6 <= sorted(turns)[len(turns) // 2] <= 13


def test_greedy_and_deducer_beat_random_play() -> None:
    import bots
    from workbench.bot_process.decisions import decide

    def mean(names: tuple[str, str, str], games: int) -> float:
        total = 0.0
        for number in range(games):
            stream, state = fastcore.Stream(number, "strength"), fastcore.start("herbalism")
            shift = number % 3
            players = [bots.make(names[(seat + shift) % 3], number) for seat in range(3)]
            points = [Viewpoint("herbalism", seat) for seat in range(3)]
            while state.actor != OVER:
                if state.actor == CHANCE:
                    text = state.move_text(state.sample(stream))
                else:
                    text = decide(players[state.actor], points[state.actor]).move
                for point in points:
                    observation = state.observation(text, point.seat)
                    if observation:
                        point.observe(observation)
                state.play(text)
            total += state.returns()[(3 - shift) % 3]
        return total / games

    assert mean(("greedy", "random", "random"), deep(9, 90)) > 0.2
    assert mean(("deducer", "random", "random"), deep(9, 90)) > 0.2
