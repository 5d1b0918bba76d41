"""Tests of chance events chosen by hand with a few keys."""

from __future__ import annotations

import random

import pytest

import fastcore
from tests.kit.terminals import run
from workbench.game.chance_by_hand import ChanceSpelling, outcomes
from workbench.game.session import PERSON, Session

GAMES_WITH_CHANCE = [game for game in fastcore.games() if fastcore.info(game).has.chance]


@pytest.mark.parametrize("game", GAMES_WITH_CHANCE)
def test_keys_identify_every_outcome(game: str) -> None:
    spelling = ChanceSpelling(outcomes(fastcore.start(game)))
    for text in random.Random(1).sample(spelling.texts, 12):
        typed = "".join(sign for sign in text.rpartition(":")[2] if sign.isalnum())
        results = [spelling.press(key) for key in typed]
        assert results[-1] == text and not any(results[:-1]) and not spelling.typed
        assert spelling.parse(text) == spelling.parse(f" {typed} ") == text
        for wrong in ("", "nothing", typed[:-1]):
            with pytest.raises(ValueError, match="choose among"):
                spelling.parse(wrong)
        with pytest.raises(ValueError, match="! is not possible here; choose among"):
            spelling.press("!")


def test_dice_can_be_typed_in_any_order() -> None:
    dice = ChanceSpelling(("1-1", "6-1", "6-6"))
    assert dice.parse("1 6") == dice.parse("6,1") == "6-1" and dice.next_keys == ("1", "6")
    assert dice.press("1") == "" and dice.next_keys == ("1", "6") and dice.matches == ("1-1", "6-1")
    assert dice.delete_key() and not dice.delete_key()
    assert dice.press("1") == "" and dice.press("6") == "6-1"
    hands = ChanceSpelling(("deal:ab/c", "deal:c/ab"))
    assert (
        hands.parse("ab/c") == "deal:ab/c"
        and hands.next_keys == ("a", "c")
        and dice.single_keys
        and not hands.single_keys
    )


def test_player_decision_has_no_outcomes(open_game: str) -> None:
    state = fastcore.start(open_game)
    while state.actor == fastcore.CHANCE:
        state.play(state.chances()[0][0])
    assert outcomes(state) == ()


@pytest.mark.parametrize("game", GAMES_WITH_CHANCE)
def test_chance_events_can_be_typed_in_terminal(game: str) -> None:
    session = Session(game, [PERSON] * fastcore.start(game).seats, 3)
    text = outcomes(session.state)[-1]
    session.play(text)
    ran = run(
        "play", game, "--by-hand", "--seats", ",".join(session.seats), typed=f"no\nmoves\n{text}\nposition\nby-hand\n"
    )
    assert (
        ran.status == 0
        and "'no' is not an outcome here" in ran.out
        and f" {text}\n" in ran.out
        and "Herbarium chooses chance outcomes again." in ran.out
    )
    seat = session.state.actor
    assert f"{session.spec} {session.state.view(seat)}" in ran.out.splitlines()
