"""Tests of clicks on the Herbalism table and of the reasons for rejected ones."""

from __future__ import annotations

import re

import pytest

import fastcore
from tests.conftest import deep
from tests.games.herbalism.positions import ACT, END, FAILED, SPECS, make_entry, random_game, shapes_with_spots
from workbench.boards.herbalism import layout
from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Point
from workbench.boards.kit.entry import Entry, Step


@pytest.mark.sample(2)
@pytest.mark.parametrize("spec", SPECS)
def test_exactly_the_legal_moves_can_be_clicked(board: Board, spec: str) -> None:
    for seed in range(deep(1, 8)):
        for state, _ in random_game(spec, seed)[:: deep(11, 1)]:
            if state.actor < 0:
                continue
            spots = board.ground(state.fields).spots
            for point in (state, state.viewpoint(state.actor)):
                entry = make_entry(board, point)
                assert len(set(entry.paths.values())) == len(entry.paths), "one way each"
                for text, path in entry.paths.items():
                    assert set(path) <= set(spots)
                    clicks = [entry.click(spot) for spot in path]
                    assert clicks == [*[Step()] * (len(path) - 1), Step(text)]
                    assert re.fullmatch(r"[A-Z].*\.", board.move_effect(point, text))
                    for n in range(1, len(path)):
                        assert re.fullmatch(r"[A-Z].*\.", board.next_prompt(point, path[:n]))
                    for item in (
                        *board.effect_marks(point, text),
                        *board.advice_marks(point, (text,)),
                        *board.open_marks(point, path[:1], path[1:2]),
                    ):
                        assert item.shape in board.shapes and board.ground(state.fields).spot_at(item.x, item.y)
                assert_rejected_clicks_have_reasons(board, point, entry)


def test_prompt_names_cards_of_the_action(board: Board) -> None:
    point = fastcore.parse(ACT).viewpoint(0)
    assert board.next_prompt(point, ("yb", "brew")) == "Choose who hands you a card of each colour."
    assert board.next_prompt(point, ("==", "brew")) == "Choose who hands you two cards of one colour."


def test_refusal_says_what_to_undo_before_another_action(board: Board) -> None:
    point = fastcore.parse(ACT).viewpoint(0)
    chosen = ("yb", "inquire")
    assert board.refusal(point, chosen, "brew") == "You have selected Inquire. Click it again to deselect."
    assert board.refusal(point, (*chosen, "yellow"), "brew") == "First deselect the card to give."


def assert_rejected_clicks_have_reasons(board: Board, point: Point, entry: Entry) -> None:
    """Check that each spot that leads nowhere has a reason, after every prefix of a move."""
    spots = set(board.ground(point.fields).spots)
    prefixes = {path[:n] for path in entry.paths.values() for n in range(len(path))}
    for chosen in prefixes:
        entry.chosen = chosen
        veiled = {where for _, where in shapes_with_spots(board.veils(point, chosen, sorted(entry.next_spots)), "veil")}
        assert not veiled & (entry.next_spots | set(chosen)), "what is grey leads nowhere"
        for spot in veiled:
            entry.chosen = chosen
            assert entry.click(spot) == Step(refused=True), (chosen, spot)
        entry.chosen = chosen
        for spot in spots - entry.next_spots - set(chosen[-1:]):
            assert re.fullmatch(r"[A-Z].*\.", board.refusal(point, chosen, spot)), (chosen, spot)
    entry.chosen = ()


def test_rejected_click_gives_reason(board: Board) -> None:
    point = fastcore.parse(ACT).viewpoint(0)
    expected = {
        ((), "hidden pair"): "The pair stays hidden until a cure.",
        ((), "feed"): "Choose a medicine card first, then Feed.",
        ((), "seat 1"): "This is your own seat.",
        ((), "seat 2"): "Choose a medicine card and an action first.",
        ((), "red"): "Choose a medicine card and an action first.",
        (("gb",), "inquire"): "Inquire is not possible on green and blue: your marker is already there and must move.",
        (("gb",), "pass"): "Pass needs an empty hand and a game without Brew and Appeal.",
        (("gy",), "seat 2"): "On green and yellow: choose an action first.",
        (("gy", "feed"), "red"): "On green and yellow you must give a green or yellow card.",
        (("==", "feed"), "blue"): "You hold no blue card.",
        (("gy", "feed"), "seat 2"): "First choose the card to give.",
        (("gy", "feed", "green"), "seat 1"): "That is you: Feed needs another player.",
        (("gy", "brew"), "green"): "Brew needs no card. Choose the player who hands you cards.",
    }
    for (chosen, spot), sentence in expected.items():
        assert board.refusal(point, chosen, spot) == sentence
    normal = fastcore.parse("herbalism gb rryy/yggg/bbbb 0,2,0 2 2 1 act:1 -,-,- -,-,- -,-,-").viewpoint(0)
    assert (
        board.refusal(normal, ("gb",), "feed")
        == "Feed is not possible on green and blue: you hold no green or blue card to give."
    )
    without = "This game has no Brew."
    assert board.refusal(normal, (), "brew") == board.refusal(normal, ("gb",), "brew") == without
    failed = fastcore.parse(
        "herbalism(players=4) gb ryyy/rgg/gbbb/b 0,2,0,0 2 2 9 cure:1:4 rb,yr,gb,yb -,-,A=rb,a=gy -,-,-,-"
    ).viewpoint(0)
    assert board.refusal(failed, (), "rb") == "On red and blue seat 3's cure failed. Nobody may answer or follow there."
    assert board.refusal(failed, (), "seat 2") == "Choose a medicine card to answer or follow on, or Pass."
    alone = fastcore.parse(FAILED).viewpoint(0)
    assert board.refusal(alone, ("yr",), "feed") == "You have the last cure marker, so you can only cure."
    assert (
        board.refusal(alone, (), "rb")
        == "You have the last cure marker, so you can only cure. And the cure marker of seat 2 is on red and blue."
    )
    late = fastcore.parse("herbalism gb ryyy/rggg/bbbb 0,2,0 2 2 46 act:1 rb,yr,gb -,-,- -,-,-").viewpoint(0)
    assert board.refusal(late, ("gy",), "feed") == "After turn 45, you can only cure."
    request = fastcore.parse(
        "herbalism(actions=b) gb ryyy/rggg/bbbb 0,2,0 2 2 9 give:1:2:==:brew rb,==,gb -,-,- -,-,-"
    ).viewpoint(0)
    assert board.refusal(request, (), "red") == "You hold one red card, but must hand over two."
    assert board.refusal(request, (), "green") == "You hold no green card."
    assert board.refusal(request, (), "gy") == "Choose a colour of your hand to hand over."
    appealed = fastcore.parse(
        "herbalism gb ryyy/rggg/bbbb 0,2,0 2 2 9 give:1:2:rb:appeal rb,rb,gb -,-,- -,-,-"
    ).viewpoint(0)
    assert board.refusal(appealed, (), "yellow") == "Yellow is not one of the requested colours."
    predicting = fastcore.parse(
        "herbalism(predictions=1) gb ryyy/rggg/bbbb 0,2,0 2 2 9 predict:1 rb,yr,gb -,-,- r,g,g"
    ).viewpoint(0)
    assert board.refusal(predicting, (), "red") == "You have already predicted red."
    assert board.refusal(predicting, (), "green") == "Both markers of green are taken."
    assert board.refusal(predicting, (), "cure") == "Choose a colour below to predict, or Pass."
    assert board.refusal(fastcore.start("herbalism"), (), "gy") == "Deal the cards first."
    assert board.refusal(fastcore.parse(END).after("follow:gb"), (), "gy") == "The game is over."


def test_move_effects_and_previews_are_shown(board: Board) -> None:
    point = fastcore.parse(ACT).viewpoint(0)
    expected = {
        "gy:inquire:2:g": "Seat 2 gets a green card from you and says how many yellow cards they hold.",
        "==:inquire:2:g": "Seat 2 gets a green card from you and says how many green cards they hold then.",
        "gy:feed:3:y": "Seat 3 gets a yellow card and hands you all their green cards.",
        "==:feed:3:y": "Seat 3 gets a yellow card and hands you all their yellow cards, including yours.",
        "rb:brew:2": "Seat 2 hands you a red card and a blue card, if they have them.",
        "rb:appeal:2": "Seat 2 hands you all their red or blue cards. They choose the colour.",
        "==:appeal:3": "Seat 3 hands you all their cards of one colour, their choice.",
        "cure:gy": "You name green and yellow. Right: 3 points. Wrong: cure marker used up.",
    }
    for move, sentence in expected.items():
        assert board.move_effect(point, move) == sentence
    marks = board.effect_marks(point, "gy:feed:3:y")
    assert shapes_with_spots(marks, "to-come", "ghost", "asks") == [
        ("asks-g", "seat 3"),
        ("ghost-y", "seat 3"),
        ("to-come-1", "gy"),
    ]
    assert ("chosen:seat3", "seat 3") in shapes_with_spots(marks, "chosen")
    assert shapes_with_spots(board.effect_marks(point, "rb:brew:2"), "asks") == [
        ("asks-b", "seat 2"),
        ("asks-r", "seat 2"),
    ]
    assert shapes_with_spots(board.effect_marks(point, "cure:gy"), "cure") == [("cure-to-come-1-a", "gy")]
    request = fastcore.parse(
        "herbalism gb ryyy/rggg/bbbb 0,2,0 2 2 9 give:1:2:yr:appeal rb,yr,gb -,-,- -,-,-"
    ).viewpoint(0)
    assert board.move_effect(request, "give:y") == "You hand 3 yellow cards to seat 2."
    assert [item.where for item in board.effect_marks(request, "give:y")] == ["yellow"] * 3 + ["seat 2"]
    assert board.next_prompt(point, ("gy",)) == "On green and yellow: choose Inquire, Feed, Brew, Appeal or Cure."
    assert board.next_prompt(point, ("gb",)) == "On green and blue, you can only cure: click Cure."
    assert board.next_prompt(point, ("gy", "cure")) == "Cure with green and yellow: click the hidden pair to confirm."
    assert (
        board.next_prompt(point, ("gy", "feed", "green"))
        == "Choose who gets a green card and hands you all yellow cards."
    )


def greyed_spots(board: Board, point: Point, *chosen: str) -> set[str]:
    """Return the spots that are greyed after these selections."""
    entry = make_entry(board, point)
    entry.chosen = chosen
    return {where for _, where in shapes_with_spots(board.veils(point, chosen, sorted(entry.next_spots)), "veil")}


def test_impossible_spots_are_greyed_at_every_step(board: Board) -> None:
    point = fastcore.parse(ACT).viewpoint(0)
    assert greyed_spots(board, point) == {"pass"}
    assert greyed_spots(board, point, "gb") == {"inquire", "feed", "brew", "appeal", "pass"}
    assert greyed_spots(board, point, "gy") == {"pass"}
    assert greyed_spots(board, point, "gy", "feed") == {"pass", "red", "blue", "seat 1"}
    assert greyed_spots(board, point, "gy", "feed", "green") == {"pass", "red", "blue", "seat 1"}
    assert greyed_spots(board, point, "rb", "brew") == {"pass", "seat 1"}
    few = fastcore.parse(ACT.replace("actions=advanced", "actions=if")).viewpoint(0)
    assert greyed_spots(board, few) == {"brew", "appeal", "pass"}
    closed = fastcore.parse(
        "herbalism(players=4) gb ryyy/rgg/gbbb/b 0,2,0,0 2 2 9 act:1 rb,yr,gb,yb -,-,A=yb,A=rb -,-,-,-"
    ).viewpoint(0)
    assert greyed_spots(board, closed) == {"inquire", "brew", "pass", "rb"}, (
        "the marker is there, and a cure marker too"
    )
    actions = set(layout.ROWS)
    request = fastcore.parse(
        "herbalism gb ryyy/rggg/bbbb 0,2,0 2 2 9 give:1:2:rb:appeal rb,rb,gb -,-,- -,-,-"
    ).viewpoint(0)
    assert greyed_spots(board, request) == {*actions, "yellow", "green", "blue"}
    answering = fastcore.parse(
        "herbalism(players=4) gb ryyy/rgg/gbbb/b 0,2,0,0 2 2 9 cure:1:4 rb,yr,gb,yb -,-,A=rb,a=gy -,-,-,-"
    ).viewpoint(0)
    assert greyed_spots(board, answering) == {*actions, "rb"} - {"pass"}
    predicting = fastcore.parse(
        "herbalism(predictions=1) gb ryyy/rggg/bbbb 0,2,0 2 2 9 predict:1 rb,yr,gb -,-,- r,g,g"
    ).viewpoint(0)
    assert greyed_spots(board, predicting) == {*actions, "red", "green"} - {"pass"}


def test_card_can_be_dragged_to_a_player(board: Board) -> None:
    point = fastcore.parse(ACT).viewpoint(0)
    carried = board.dragged_piece(point, "yellow")
    assert carried is not None and carried in board.pieces(point.fields) and carried.shape == "card:y"
    assert board.dragged_piece(point, "blue") is None and board.dragged_piece(point, "gy") is None


def test_guess_needs_a_last_click_on_the_hidden_pair(board: Board) -> None:
    point = fastcore.parse(ACT).viewpoint(0)
    entry = make_entry(board, point)
    assert entry.click("gy") == entry.click("cure") == Step()
    assert board.refusal(point, entry.chosen, "seat 2") == board.next_prompt(point, entry.chosen)
    assert entry.preview_click("cure")[1].chosen == ("gy",), "a second click on Cure deselects it"
    assert entry.click("hidden pair") == Step("cure:gy")
    point = fastcore.parse("herbalism gb ggbb/gbb/rryyy 2,1,5 3 1 14 cure:3:1 yb,gy,rg a=gb,-,- -,-,-").viewpoint(2)
    entry = make_entry(board, point)
    assert entry.click("yb") == Step()
    assert board.next_prompt(point, entry.chosen) == "Answer with yellow and blue: click the hidden pair to confirm."
    assert entry.click("gb") == Step(), "another card replaces the first"
    assert board.next_prompt(point, entry.chosen) == "Follow on green and blue: click the hidden pair to confirm."
    assert entry.click("hidden pair") == Step("follow:gb")
