"""Chance that is chosen by hand: a few keys name any outcome, and what names none is refused."""

from __future__ import annotations

import random

import pytest

import fastcore
from tests.kit.terminals import run
from workbench.game.chance_by_hand import ChanceSpelling, outcomes
from workbench.game.session import PERSON, Session

CHANCY = [game for game in fastcore.games() if fastcore.info(game).has.chance]


@pytest.mark.parametrize("game", CHANCY)
def test_any_outcome_is_named_by_its_keys(game: str) -> None:
    keys = ChanceSpelling(outcomes(fastcore.start(game)))
    for text in random.Random(1).sample(keys.texts, 12):
        typed = "".join(sign for sign in text.rpartition(":")[2] if sign.isalnum())
        pressed = [keys.press(key) for key in typed]
        assert pressed[-1] == text and not any(pressed[:-1]) and not keys.typed
        assert keys.read(text) == keys.read(f" {typed} ") == text
        for wrong in ("", "nothing", typed[:-1]):
            with pytest.raises(ValueError, match="choose among"):
                keys.read(wrong)
        with pytest.raises(ValueError, match="does not go on"):
            keys.press("!")


def test_dice_come_in_any_order() -> None:
    keys = ChanceSpelling(("1-1", "6-1", "6-6"))
    assert keys.read("1 6") == keys.read("6,1") == "6-1" and keys.next == ("1", "6")
    assert keys.press("1") == "" and keys.next == ("1", "6") and keys.fits == ("1-1", "6-1")
    assert keys.back() and not keys.back()
    assert keys.press("1") == "" and keys.press("6") == "6-1"
    hands = ChanceSpelling(("deal:ab/c", "deal:c/ab"))
    assert hands.read("ab/c") == "deal:ab/c" and hands.next == ("a", "c") and keys.apart and not hands.apart


def test_nothing_is_chosen_where_somebody_decides(open_game: str) -> None:
    state = fastcore.start(open_game)
    while state.actor == fastcore.CHANCE:
        state.play(state.chances()[0][0])
    assert outcomes(state) == ()


@pytest.mark.parametrize("game", CHANCY)
def test_chance_is_typed_in_the_terminal(game: str) -> None:
    session = Session(game, [PERSON] * fastcore.start(game).seats, 3)
    text = outcomes(session.state)[-1]
    session.play(text)
    ran = run(
        "play", game, "--by-hand", "--seats", ",".join(session.seats), typed=f"no\nmoves\n{text}\nposition\nby-hand\n"
    )
    assert (
        ran.status == 0
        and "'no' is no outcome here" in ran.out
        and f" {text}\n" in ran.out
        and "Chance is drawn again." in ran.out
    )
    seat = session.state.actor
    assert f"{session.spec} {session.state.view(seat)}" in ran.out.splitlines()
