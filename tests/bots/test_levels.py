"""Tests of the levels for people, and of what weaker levels overlook and forget."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import bots
import fastcore
from bots import BotError
from bots.attention import considered_moves, forgetful, without_poor_guesses
from bots.levels.ladders import NAMES, games, ladder
from fastcore import CHANCE, Viewpoint
from tests.kit.hands_played import Decision, play_game
from tests.measure.level_cures import Cure, cures_of
from workbench.bot_process.decisions import decide
from workbench.conformance.walks import random_position


def test_every_game_has_a_ladder() -> None:
    assert games() == list(fastcore.games())


@pytest.mark.parametrize("name", [*NAMES, "adaptive"])
def test_level_plays_every_game(name: str, game_id: str) -> None:
    bot, state = bots.make(name, 1), random_position(game_id, "levels")
    assert bot.fits(game_id) and bot.text == name
    point = state.viewpoint(state.actor)
    report = decide(bot, point)
    engine = bots.make(name, 1, spec=state.spec)
    assert report.move == decide(engine, point).move, "with and without a known game"
    bot.close()


def test_level_serves_several_games_in_turn() -> None:
    bot = bots.make("beginner", 1)
    for game in fastcore.games():
        state = random_position(game, "turn")
        assert not state.why_not(decide(bot, state.viewpoint(state.actor)).move), game


def test_levels_have_no_options_and_adaptive_has_a_level() -> None:
    assert bots.make("adaptive(level=strong)", 1).text == "adaptive(level=strong)"
    assert bots.make("adaptive(level=strong)", 1, spec="herd").text == bots.make("strong", 1, spec="herd").text
    for text, reason in {"club:steady": "no preset", "club(x=1)": "no option", "adaptive(level=weak)": "level"}.items():
        with pytest.raises(BotError, match=reason):
            bots.make(text, 1)
    assert "club" not in bots.names() and bots.is_level("club") and not bots.is_level("mcts:casual")


def test_games_without_a_ladder_use_the_presets_of_their_strongest_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bots.levels.ladders.ladder", lambda game: None)
    texts = [bots.level_bot(level, "herd") for level in NAMES]
    assert texts == ["mcts:gentle", "mcts:casual", "mcts:steady", "mcts:strong", "mcts:full"]
    assert bots.usual_level("herd") == "club"


def test_old_presets_remain_valid() -> None:
    for name in ("mcts:steady", "improver:gentle", "equilibrium:full", "alphabeta:casual"):
        assert bots.make(name, 0).text.startswith(name.partition(":")[0])


@pytest.mark.parametrize("game", games())
def test_levels_neither_slip_nor_soften_their_choice(game: str) -> None:
    found = ladder(game)
    assert found is not None and found.usual in NAMES[2:]
    for text in found.bots:
        _, values = bots.values_of(text)
        assert not values.get("slips") and not values.get("softness"), text


def test_overlooked_moves_stay_overlooked_during_a_turn() -> None:
    state = random_position("herd", "attention")
    point = state.viewpoint(state.actor)
    moves = {point.move_text(move) for move in point.moves()}
    seen = set(considered_moves(point, 1, 0.5))
    assert seen < moves and abs(len(seen) - len(moves) / 2) <= 1
    assert seen == set(considered_moves(point, 1, 0.5)) and seen != set(considered_moves(point, 2, 0.5))
    assert considered_moves(point, 1, 1.0) == () and len(considered_moves(point, 1, 0.01)) == 2
    turn, actor, after = state.turn, state.actor, state
    while (after.turn, after.actor) == (turn, actor):
        still = set(considered_moves(after.viewpoint(actor), 1, 0.5))
        assert not still or len(still & seen) >= 0.6 * len(still)
        after = after.after(after.moves()[0])


def test_bot_never_plays_an_overlooked_move() -> None:
    bot = bots.make("mcts(simulations=30,attention=0.3)", 4)
    for number in range(8):
        state = random_position("herd", f"overlooked {number}")
        point = state.viewpoint(state.actor)
        considered = considered_moves(point, 4, 0.3)
        assert not considered or decide(bot, point).move in considered


def viewpoints(spec: str, number: int) -> Sequence[Viewpoint]:
    """Return the viewpoints of all decisions in a game between quick bots."""
    players = [bots.make("greedy", seat) for seat in range(3)]
    return [event.point.copy() for event in play_game(spec, players, 1, number) if isinstance(event, Decision)][:40]


def test_forgetful_seat_knows_less_but_has_the_same_moves() -> None:
    lost = 0.0
    for point in viewpoints("herbalism", 1):
        short = forgetful(point, 0)
        assert (short.moves(), short.text(), short.actor) == (point.moves(), point.text(), point.actor)
        assert forgetful(point, 1000) == point
        lost += short.entropy() - point.entropy()
    assert lost > 1, "it knows less about the cards"


def test_only_the_most_likely_guess_is_considered() -> None:
    point = next(
        point for point in viewpoints("herbalism", 2) if point.phase.startswith("act") and point.actor != CHANCE
    )
    belief = {str(name): chance for name, chance in point.beliefs()["cure"].items()}
    texts = [point.move_text(move) for move in point.moves()]
    best = max(belief, key=lambda name: belief[name])
    kept = without_poor_guesses(point, texts, belief, 0.01)
    assert [text for text in kept if text.startswith("cure")] == [f"cure:{best}"]
    assert not [text for text in without_poor_guesses(point, texts, belief, 1.0) if text.startswith("cure")]
    assert {text for text in texts if not text.startswith("cure")} <= set(kept)
    others = set(without_poor_guesses(point, [f"cure:{best}"], belief, 1.0))
    assert others and not any(text.startswith("cure") for text in others), "a seat that is unsure waits"


def test_seat_that_can_only_decline_a_guess_does_not_wait() -> None:
    start = fastcore.parse("herbalism gb ryyy/rggg/bbbb 0,0,0 1 1 1 act:1 -,-,- -,-,- -,-,-")
    point = start.after("cure:gb").viewpoint(1)
    texts = [point.move_text(move) for move in point.moves()]
    belief = {str(name): chance for name, chance in point.beliefs()["cure"].items()}
    kept = without_poor_guesses(point, texts, belief, 1.0)
    assert "skip" in kept and any(text.startswith("answer") for text in kept)


@pytest.mark.sample(2)
@pytest.mark.parametrize("level", NAMES)
def test_no_level_names_a_cure_that_it_does_not_believe_in(level: str) -> None:
    cures = cures_of(level, games=1, seed=3)
    assert cures and all(isinstance(cure, Cure) and cure.is_best for cure in cures)


def test_levels_are_deterministic() -> None:
    state = random_position("herbalism", "again")
    point = state.viewpoint(state.actor)
    for level in NAMES:
        assert decide(bots.make(level, 9), point).move == decide(bots.make(level, 9), point).move
