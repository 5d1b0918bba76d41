"""Tests of bots: specs, invariants and limits."""

from __future__ import annotations

import random
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest

import bots
import fastcore
from bots import BotError, Limit, mcts, searching
from bots.allowance import Allowance
from tests.conftest import deep, is_fast_enough
from workbench.bot_process.decisions import decide
from workbench.conformance.damage import damage_text
from workbench.conformance.walks import option_specs, random_position
from workbench.conformance.walks import random_move as any_move

FAST = "mcts(simulations=300)"


def players(spec: str) -> list[str]:
    """Return the spec of every bot that plays a game, with fast options."""
    return [FAST if name == "mcts" else name for name in bots.names(spec)]


def actor_viewpoint(state: fastcore.State) -> fastcore.Viewpoint:
    return state.viewpoint(state.actor)


# Specs ----------------------------------------------------------------------------------------------------------------


def test_bot_specs_are_parsed_strictly_and_canonicalised() -> None:
    assert bots.names() == sorted(bots.names()) and {"random", "greedy", "mcts", "uct"} <= set(bots.names())
    assert bots.make("mcts(threads=1,simulations=5)", 0).text == "mcts(simulations=5)"
    assert bots.make("mcts:strong", 0).text == "mcts(simulations=1500)"
    assert bots.make("mcts:gentle(simulations=7,threads=2)", 0).text == "mcts(simulations=7,threads=2,softness=1)"
    refused = {
        "": "form",
        "mcts()": "''",
        "mcts(": "form",
        "MCTS": "form",
        "mctss": (
            "no bot 'mctss'; the bots are beginner, casual, club, strong, maximum, adaptive, alphabeta, deducer, duct, "
            "equilibrium, greedy, improver, ismcts, mcts, points, random, uct, or a file"
        ),
        "mcts:": "form",
        "mcts:weak": "mcts: there is no preset 'weak'; the presets are gentle, casual, steady, strong, full",
        "mcts(depth=3)": "mcts: there is no option 'depth'; the options are simulations, seconds",
        "mcts(simulations=0)": "mcts: simulations is '0'; it must be a whole number from 1 to 1,000,000,000,000",
        "mcts(simulations=5,simulations=5)": "appears twice",
        "mcts(seconds=1e3)": "seconds is '1e3'; it must be a number",
        "mcts(threads=4,memory=4)": "at least 4 megabytes",
        "random(x=1)": "random: there is no option 'x'; there are no options",
        " random": "form",
        "random\n": "form",
    }
    for text, reason in refused.items():
        with pytest.raises(BotError) as error:
            bots.make(text, 0)
        assert reason in str(error.value) and "\n" not in str(error.value), text


def test_declared_options_and_presets_are_valid() -> None:
    for name in bots.names():
        kind = bots.bot_class(name)
        assert kind.name == name and kind.meaning
        for option in kind.options:
            assert option.meaning and option.allowed
        for preset in kind.presets:
            bot = bots.make(f"{name}:{preset}", 1)
            assert bots.make(bot.text, 1).text == bot.text and kind.presets[preset].meaning


def test_fuzzed_specs_are_parsed_or_rejected_in_one_line() -> None:
    chance = random.Random(4)
    texts = [
        "random",
        FAST,
        "mcts:full(threads=2,exploration=0.25)",
        "./no/such.py:Mine(option=1)",
        "mcts(seconds=0.5,memory=64)",
    ]
    read = 0
    for _ in range(deep(600, 100_000)):
        text = damage_text(chance.choice(texts), chance)
        try:
            bot = bots.make(text, 3)
        except BotError as error:
            assert str(error).strip() and len(str(error).splitlines()) == 1 and len(str(error)) < 700
        else:
            read += 1
            assert bots.make(bot.text, 3).text == bot.text
    assert read > 5


def test_numpy_is_loaded_only_for_searching_bots() -> None:
    """numpy takes longer to load than the rest of a bot's process, so it loads while no clock runs."""
    code = """if True:
        import sys
        from workbench.bot_process.bot_child import BotChild
        from workbench.bot_process.messages import Sit
        from workbench.matches.workers import worker
        for text in ("greedy", "random", *sys.argv[1:]):
            print(text, "numpy" in sys.modules)
            BotChild(None).sit(Sit(text, 1, "", None, None))
        print("numpy" in sys.modules)
    """
    for searching_bot in ("mcts", "alphabeta", "equilibrium", "ismcts"):
        process = subprocess.run(
            [sys.executable, "-c", code, searching_bot], capture_output=True, text=True, check=True
        )
        assert process.stdout == f"greedy False\nrandom False\n{searching_bot} False\nTrue\n"


def test_brief_bot_plays_the_same_moves(game_id: str) -> None:
    for name in bots.names(game_id):
        complete, brief = (
            bots.make(f"{name}(simulations=60)" if bots.bot_class(name).options else name, 5) for _ in range(2)
        )
        brief.brief = True
        state = fastcore.start(game_id)
        for _ in range(deep(12, 99)):
            if state.actor == fastcore.OVER:
                break
            if state.actor < 0:
                state.play(any_move(state, fastcore.Stream(state.key)))
                continue
            full_report, brief_report = (decide(bot, actor_viewpoint(state)) for bot in (complete, brief))
            assert full_report.move == brief_report.move, name
            best = full_report.candidates[0].value
            assert all(candidate.value == best for candidate in brief_report.candidates[:1]), name
            assert not brief_report.history and len(brief_report.candidates) <= len(full_report.candidates), name
            assert not hasattr(brief, "search") or (not brief_report.facts and len(brief_report.candidates) == 1), name
            state.play(full_report.move)


def test_slip_rate_matches_option(game_id: str) -> None:
    slipping = [
        name for name in bots.names(game_id) if any(option.name == "slips" for option in bots.bot_class(name).options)
    ]
    for name in slipping:
        counts = [0, 0]
        for number in range(deep(40, 1000)):
            bot = bots.make(f"{name}(simulations=20,slips=0.5)", number)
            state = random_position(game_id, "slips", number)
            report = decide(bot, actor_viewpoint(state))
            assert report.move in {state.move_text(move) for move in state.moves()}
            if len(state.moves()) > 1:
                counts[not report.simulations] += 1
                assert report.simulations or [fact.key for fact in report.facts] == ["drawn"]
        assert 0.2 < counts[1] / sum(counts) < 0.8, (name, counts)


# Invariants -----------------------------------------------------------------------------------------------------------


def test_every_bot_chooses_legal_moves(game_id: str) -> None:
    for spec in option_specs(game_id)[: deep(3, 99)]:
        for text in players(spec):
            bot = bots.make(text, 2)
            for number in range(deep(2, 30)):
                state = random_position(spec, "bots", number)
                report = decide(bot, actor_viewpoint(state))
                legal = {state.move_text(move) for move in state.moves()}
                assert report.move in legal and {candidate.move for candidate in report.candidates} <= legal
                assert report.candidates[0].move == report.move
                for candidate in report.candidates:
                    after = state.copy()
                    for move in candidate.line:
                        after.play(move)  # raises if the line is illegal
                    assert candidate.line[0] == candidate.move and len(candidate.value) == state.seats
                    assert all(-1 <= value <= 1 for value in candidate.value) and sum(candidate.value) == pytest.approx(
                        0, abs=1e-6
                    )
                for mark in report.marks:
                    assert 0 <= mark.value <= 1


def test_seed_and_simulations_determine_every_bot(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The length of search slices and the report interval do not matter."""

    def game(text: str, slice: float, every: float, watched: bool = True) -> list[tuple[str, int, int]]:
        monkeypatch.setattr(searching, "SLICE_SECONDS", slice)
        monkeypatch.setattr(searching, "UNWATCHED_SECONDS", slice)
        monkeypatch.setattr(searching, "REPORT_SECONDS", every)
        bot, chance_stream = bots.make(text, 7), fastcore.Stream(1, "other")
        bot.progress, bot.brief = watched, not watched
        decisions: list[tuple[str, int, int]] = []
        state = random_position(game_id, "fixed", max_moves=60)
        while state.actor != fastcore.OVER and len(decisions) < deep(12, 100):
            if state.actor == 0:
                report = decide(bot, actor_viewpoint(state))
                decisions.append((report.move, report.simulations, report.kept))
                state.play(report.move)
            else:
                state.play(any_move(state, chance_stream))
        return decisions

    for name in bots.names(game_id):
        text = (
            f"{name}(simulations=1000)"
            if "simulations" in {option.name for option in bots.bot_class(name).options}
            else name
        )
        games = [game(text, slice, every) for slice, every in ((0.01, 0.04), (1e-5, 0.0), (10.0, 10.0))]
        assert games[0] == games[1] == games[2] and len(games[0]) > 1
        assert game(text, 1e-5, 0.0, watched=False) == game(text, 0.04, 0.04, watched=False) == games[0]


def test_random_bot_depends_on_seed_only(game_id: str) -> None:
    state = random_position(game_id, "luck")
    while len(state.moves()) < 3:
        state = random_position(game_id, "luck", state.key)
    moves = {decide(bots.make("random", seed), actor_viewpoint(state)).move for seed in range(40)}
    assert len(moves) > 1
    assert len({decide(bots.make("random", 5), actor_viewpoint(state)).move for _ in range(5)}) == 1


def test_tree_is_kept_within_a_turn(game_id: str) -> None:
    if "mcts" not in bots.names(game_id):
        pytest.skip("the tree search does not play this game")
    kept = decided = 0
    for number in range(deep(3, 30)):
        state, bot = random_position(game_id, "kept", number), bots.make("mcts(simulations=800)", 1)
        seat, turn = state.actor, state.turn
        first = True
        while state.actor == seat and state.turn == turn:
            report = decide(bot, actor_viewpoint(state))
            assert report.simulations == (800 if len(state.moves()) > 1 else 1)
            assert state.why_not(report.move) == ""
            if not first:
                decided += 1
                kept += report.kept > 0
            state.play(report.move)
            first = False
    assert decided and kept > decided / 2


def test_tree_of_another_position_is_dropped(game_id: str) -> None:
    """After an undo, or in another game, the bot answers like a new bot."""
    if "mcts" not in bots.names(game_id):
        pytest.skip("the tree search does not play this game")
    used = bots.make(FAST, 1)
    decide(used, actor_viewpoint(random_position(game_id, "before")))
    for spec in (game_id, option_specs(game_id)[-1]):
        point = actor_viewpoint(random_position(spec, "after"))
        old, new = decide(used, point), decide(bots.make(FAST, 1), point)
        assert (old.move, old.kept, old.candidates) == (new.move, 0, new.candidates)


def test_stronger_bots_win(game_id: str) -> None:
    """Greedy play beats random play.

    In `make deep`, mcts with its default simulations beats greedy play.
    """
    available = bots.names(game_id)
    matches = [("greedy", "random", 12, 0.8), ("mcts", "greedy", deep(0, 40), 0.6)]
    for better, worse, games, share in matches:
        if games and {better, worse} <= set(available) and 2 in fastcore.info(game_id).seats:
            won = sum(points_of(game_id, better, worse, number) for number in range(games))
            assert won > games * share, f"{better} won {won} of {games} against {worse}"


def points_of(spec: str, first: str, second: str, number: int) -> float:
    """Return 1, 0.5 or 0 for the first bot in one game; the first bot has the second seat in odd games."""
    state, dice, seat = fastcore.start(spec), fastcore.Stream(number // 2, "games"), number % 2
    pair = {seat: bots.make(first, number), 1 - seat: bots.make(second, number)}
    while state.actor != fastcore.OVER:
        state.play(
            state.sample(dice)
            if state.actor == fastcore.CHANCE
            else decide(pair[state.actor], actor_viewpoint(state)).move
        )
    return (state.returns()[seat] + 1) / 2


# Limits ---------------------------------------------------------------------------------------------------------------


def test_limits_are_respected(game_id: str) -> None:
    if "mcts" not in bots.names(game_id):
        pytest.skip("the tree search does not play this game")
    state = random_position(game_id, "limits")
    while len(state.moves()) < 2:
        state = random_position(game_id, "limits", state.key)
    point = actor_viewpoint(state)
    assert decide(bots.make("mcts", 1), point, Limit(simulations=77)).simulations == 77
    report = decide(bots.make("mcts", 1), point, Limit(seconds=0.1))
    assert report.seconds >= 0.09 and is_fast_enough(report.seconds, 1) and report.simulations
    assert decide(bots.make("mcts(seconds=0.05)", 1), point).seconds >= 0.045
    full = decide(bots.make("mcts(simulations=150000,memory=4)", 1), point)
    assert full.full and full.simulations == 150000
    for wrong in (
        {}, {"simulations": 0}, {"seconds": -1.0}, {"simulations": 5, "increment": -1.0},
        {"simulations": 5, "increment": 1.0}, {"seconds": 5.0, "per": "turn", "increment": 1.0},
    ):  # fmt: skip
        with pytest.raises(ValueError):
            Limit(**wrong)


@pytest.mark.parametrize("per", ["turn", "game"])
def test_allowances_last_for_a_turn_or_a_game(per: str) -> None:
    """Shares are never zero and add up to at most the limit."""
    allowance = Allowance()
    limit = Limit(simulations=100_000, seconds=10.0, per=per)  # type: ignore[arg-type]
    used, turns = 0, 12
    state = fastcore.start("herd")
    stream = fastcore.Stream(1)
    while state.turn < turns:
        if state.actor >= 0:
            simulations, seconds, saves = allowance.share_for(
                limit, fastcore.Viewpoint.parse(state.situation, state.actor)
            )
            assert saves
            assert simulations is not None and seconds is not None and simulations > 100 and seconds > 0.01
            allowance.record_use(simulations, seconds)
            used += simulations
            state.play(stream.choice(state.moves()))
        else:
            state.play(state.sample(stream))
    assert used <= 100_000 * (turns if per == "turn" else 1)


def test_interrupted_decision_uses_up_allowance(game_id: str) -> None:
    if "mcts" not in bots.names(game_id):
        pytest.skip("the tree search does not play this game")
    bot = bots.make("mcts", 1)
    assert isinstance(bot, mcts.Mcts)
    state = random_position(game_id, "limits", 3)
    decide(bot, actor_viewpoint(state), Limit(simulations=10**6, seconds=50, per="game"), should_stop=lambda: True)
    assert bot.allowance.simulations >= 1 and bot.allowance.seconds > 0


# Random choices -------------------------------------------------------------------------------------------------------


def test_visit_weights_are_rounded_exactly() -> None:
    for most in (7, 60, 100, 200, 997):
        visits = range(most + 1)
        for power in (1, 2, 4):
            exact = [float(Fraction(count, most) ** power) for count in visits]
            assert searching.visit_weights(visits, 1 / power) == exact
    assert searching.visit_weights([5, 0, 4, 5], 1e-300) == [1, 0, 0, 1]


def test_picks_by_visits_are_equal_on_every_machine() -> None:
    """The weights have the bits that Python's pure implementation of `decimal` gives."""
    weights = searching.visit_weights([1, 3, 17, 60], 0.4)
    assert [weight.hex() for weight in weights] == [
        "0x1.2cd2d18d6ffd8p-15",
        "0x1.2515fdab84650p-11",
        "0x1.5e0da229491ccp-5",
        "0x1.0000000000000p+0",
    ]
    rows = np.array([(4, 1), (5, 3), (6, 17), (7, 60)], [("move", "i4"), ("visits", "i4")])
    picked = [searching.drawn_by_visits(rows, softness, fastcore.Stream(k)) for softness in (1, 5) for k in range(12)]
    assert picked == [7, 7, 7, 7, 7, 7, 7, 6, 7, 7, 7, 7, 7, 7, 5, 6, 7, 6, 7, 4, 6, 6, 7, 7]
