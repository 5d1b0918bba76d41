"""Bots: their texts, what each must keep, and their limits."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

import bots
import fastcore
from bots import BadBot, Limit, mcts, searching
from bots.allowance import Allowance
from tests.conftest import deep, in_time
from tests.core.test_fuzz import damaged
from tests.kit.walks import decide as any_move
from tests.kit.walks import option_specs, somewhere
from workbench.bot_process.decisions import decide

FAST = "mcts(simulations=300)"


def players(spec: str) -> list[str]:
    """A quick text for every bot that plays a game."""
    return [FAST if name == "mcts" else name for name in bots.names(spec)]


def the_point(state: fastcore.State) -> fastcore.Viewpoint:
    return state.viewpoint(state.actor)


# Texts ----------------------------------------------------------------------------------------------------------------


def test_texts_are_read_strictly_and_written_canonically() -> None:
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
            "no bot 'mctss'; there is alphabeta, deducer, duct, equilibrium, greedy, improver, ismcts, mcts, "
            "points, random, uct, or a file"
        ),
        "mcts:": "form",
        "mcts:weak": "mcts: no preset 'weak'; there is gentle, casual, steady, strong, full",
        "mcts(depth=3)": "mcts: no option 'depth'; there is simulations, seconds",
        "mcts(simulations=0)": "mcts: simulations is '0'; it must be a whole number from 1 to 1,000,000,000,000",
        "mcts(simulations=5,simulations=5)": "given twice",
        "mcts(seconds=1e3)": "seconds is '1e3'; it must be a number",
        "mcts(threads=4,memory=4)": "4 megabytes a thread",
        "random(x=1)": "random: no option 'x'; there is none",
        " random": "form",
        "random\n": "form",
    }
    for text, reason in refused.items():
        with pytest.raises(BadBot) as error:
            bots.make(text, 0)
        assert reason in str(error.value) and "\n" not in str(error.value), text


def test_declared_options_and_presets_are_sound() -> None:
    for name in bots.names():
        kind = bots.about(name)
        assert kind.name == name and kind.meaning
        for option in kind.options:
            assert option.meaning and option.allowed
        for preset in kind.presets:
            made = bots.make(f"{name}:{preset}", 1)
            assert bots.make(made.text, 1).text == made.text and kind.presets[preset].meaning


def test_fuzzed_texts_are_read_or_refused_in_one_line() -> None:
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
        text = damaged(chance.choice(texts), chance)
        try:
            made = bots.make(text, 3)
        except BadBot as error:
            assert str(error).strip() and len(str(error).splitlines()) == 1 and len(str(error)) < 700
        else:
            read += 1
            assert bots.make(made.text, 3).text == made.text
    assert read > 5


def test_numpy_is_loaded_with_the_first_bot_that_searches() -> None:
    """It takes longer to load than everything else in the process of a bot.
    Where it is needed, no clock runs meanwhile."""
    work = """if True:
        import sys, bots
        from workbench.bot_process import bot_child
        from workbench.matches.workers import worker
        for text in ("greedy", "random", *sys.argv[1:]):
            print(text, "numpy" in sys.modules)
            bots.make(text, 1)
        print("numpy" in sys.modules)
    """
    for searching_bot in ("mcts", "alphabeta", "equilibrium", "ismcts"):
        done = subprocess.run([sys.executable, "-c", work, searching_bot], capture_output=True, text=True, check=True)
        assert done.stdout == f"greedy False\nrandom False\n{searching_bot} False\nTrue\n"


def test_a_bot_whose_reasons_nobody_keeps_plays_the_same(game_id: str) -> None:
    for name in bots.names(game_id):
        told, brief = (bots.make(f"{name}(simulations=60)" if bots.about(name).options else name, 5) for _ in range(2))
        brief.brief = True
        state = fastcore.start(game_id)
        for _ in range(deep(12, 99)):
            if state.actor < 0:
                state.play(any_move(state, fastcore.Stream(state.key)))
                continue
            one, other = (decide(bot, the_point(state)) for bot in (told, brief))
            assert (one.move, one.candidates[0].value) == (other.move, other.candidates[0].value), name
            assert not other.history and len(other.candidates) <= len(one.candidates), name
            assert not hasattr(brief, "search") or (not other.facts and len(other.candidates) == 1), name
            state.play(one.move)


def test_a_slip_is_any_move_and_comes_as_often_as_was_asked(game_id: str) -> None:
    slipping = [
        name for name in bots.names(game_id) if any(option.name == "slips" for option in bots.about(name).options)
    ]
    for name in slipping:
        often = [0, 0]
        for number in range(deep(40, 1000)):
            bot = bots.make(f"{name}(simulations=20,slips=0.5)", number)
            state = somewhere(game_id, "slips", number)
            report = decide(bot, the_point(state))
            assert report.move in {state.move_text(move) for move in state.moves()}
            if len(state.moves()) > 1:
                often[not report.simulations] += 1
                assert report.simulations or [fact.key for fact in report.facts] == ["drawn"]
        assert 0.2 < often[1] / sum(often) < 0.8, (name, often)


# What every bot keeps -------------------------------------------------------------------------------------------------


def test_every_bot_chooses_legal_moves_everywhere(game_id: str) -> None:
    for spec in option_specs(game_id)[: deep(4, 99)]:
        for text in players(spec):
            bot = bots.make(text, 2)
            for number in range(deep(3, 30)):
                state = somewhere(spec, "bots", number)
                report = decide(bot, the_point(state))
                legal = {state.move_text(move) for move in state.moves()}
                assert report.move in legal and {one.move for one in report.candidates} <= legal
                assert report.candidates[0].move == report.move
                for one in report.candidates:
                    after = state.copy()
                    for move in one.line:
                        after.play(move)  # a line is legal to its end
                    assert one.line[0] == one.move and len(one.value) == state.seats
                    assert all(-1 <= value <= 1 for value in one.value) and sum(one.value) == pytest.approx(0, abs=1e-6)
                for mark in report.marks:
                    assert 0 <= mark.value <= 1


def test_seed_and_simulations_fix_every_bot(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the slices that a search is cut into, and however often it is asked."""

    def game(text: str, slice: float, every: float) -> list[tuple[str, int, int]]:
        monkeypatch.setattr(searching, "SLICE_SECONDS", slice)
        monkeypatch.setattr(searching, "REPORT_SECONDS", every)
        bot, other = bots.make(text, 7), fastcore.Stream(1, "other")
        made: list[tuple[str, int, int]] = []
        state = somewhere(game_id, "fixed", most=60)
        while state.actor != fastcore.OVER and len(made) < deep(12, 100):
            if state.actor == 0:
                report = decide(bot, the_point(state))
                made.append((report.move, report.simulations, report.kept))
                state.play(report.move)
            else:
                state.play(any_move(state, other))
        return made

    for name in bots.names(game_id):
        text = (
            f"{name}(simulations=1000)"
            if "simulations" in {option.name for option in bots.about(name).options}
            else name
        )
        games = [game(text, slice, every) for slice, every in ((0.01, 0.04), (1e-5, 0.0), (10.0, 10.0))]
        assert games[0] == games[1] == games[2] and len(games[0]) > 1


def test_other_seeds_and_positions_give_other_luck(game_id: str) -> None:
    state = somewhere(game_id, "luck")
    while len(state.moves()) < 3:
        state = somewhere(game_id, "luck", state.key)
    moves = {decide(bots.make("random", seed), the_point(state)).move for seed in range(40)}
    assert len(moves) > 1
    assert len({decide(bots.make("random", 5), the_point(state)).move for _ in range(5)}) == 1


def test_the_tree_is_kept_within_a_turn_and_legal(game_id: str) -> None:
    if "mcts" not in bots.names(game_id):
        pytest.skip("the tree search does not play this game")
    kept = decided = 0
    for number in range(deep(3, 30)):
        state, bot = somewhere(game_id, "kept", number), bots.make("mcts(simulations=800)", 1)
        seat, turn = state.actor, state.turn
        first = True
        while state.actor == seat and state.turn == turn:
            report = decide(bot, the_point(state))
            assert report.simulations == (800 if len(state.moves()) > 1 else 1)
            assert state.why_not(report.move) == ""
            if not first:
                decided += 1
                kept += report.kept > 0
            state.play(report.move)
            first = False
    assert decided and kept > decided / 2


def test_a_tree_of_another_position_is_dropped(game_id: str) -> None:
    """After an undo, or in another game, a bot that is asked again answers as if it were new."""
    if "mcts" not in bots.names(game_id):
        pytest.skip("the tree search does not play this game")
    used = bots.make(FAST, 1)
    decide(used, the_point(somewhere(game_id, "before")))
    for spec in (game_id, option_specs(game_id)[-1]):
        point = the_point(somewhere(spec, "after"))
        old, new = decide(used, point), decide(bots.make(FAST, 1), point)
        assert (old.move, old.kept, old.candidates) == (new.move, 0, new.candidates)


def test_better_bots_win(game_id: str) -> None:
    """Greedy play beats random play; with its usual simulations (in `make deep`) search beats greedy play."""
    there = bots.names(game_id)
    matches = [("greedy", "random", 12, 0.8), ("mcts", "greedy", deep(0, 40), 0.6)]
    for better, worse, games, share in matches:
        if games and {better, worse} <= set(there) and 2 in fastcore.info(game_id).seats:
            won = sum(points_of(game_id, better, worse, number) for number in range(games))
            assert won > games * share, f"{better} won {won} of {games} against {worse}"


def points_of(spec: str, one: str, other: str, number: int) -> float:
    """1, 1/2 or 0 for the first of two bots in one game; in games with odd numbers it sits at the second seat."""
    state, dice, seat = fastcore.start(spec), fastcore.Stream(number // 2, "games"), number % 2
    pair = {seat: bots.make(one, number), 1 - seat: bots.make(other, number)}
    while state.actor != fastcore.OVER:
        state.play(
            state.sample(dice) if state.actor == fastcore.CHANCE else decide(pair[state.actor], the_point(state)).move
        )
    return (state.returns()[seat] + 1) / 2


# Limits ---------------------------------------------------------------------------------------------------------------


def test_limits_are_kept(game_id: str) -> None:
    if "mcts" not in bots.names(game_id):
        pytest.skip("the tree search does not play this game")
    state = somewhere(game_id, "limits")
    while len(state.moves()) < 2:
        state = somewhere(game_id, "limits", state.key)
    point = the_point(state)
    assert decide(bots.make("mcts", 1), point, Limit(simulations=77)).simulations == 77
    report = decide(bots.make("mcts", 1), point, Limit(seconds=0.1))
    assert report.seconds >= 0.09 and in_time(report.seconds, 1) and report.simulations
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
    """Shares get smaller, are never none, and do not add up to more than was given."""
    allowance = Allowance()
    limit = Limit(simulations=100_000, seconds=10.0, per=per)  # type: ignore[arg-type]
    used, turns = 0, 12
    state = fastcore.start("herd")
    stream = fastcore.Stream(1)
    while state.turn < turns:
        if state.actor >= 0:
            simulations, seconds, saves = allowance.of(limit, fastcore.Viewpoint.parse(state.situation, state.actor))
            assert saves
            assert simulations is not None and seconds is not None and simulations > 100 and seconds > 0.01
            allowance.used(simulations, seconds)
            used += simulations
            state.play(stream.choice(state.moves()))
        else:
            state.play(state.sample(stream))
    assert used <= 100_000 * (turns if per == "turn" else 1)


def test_a_decision_that_is_cut_short_counts(game_id: str) -> None:
    if "mcts" not in bots.names(game_id):
        pytest.skip("the tree search does not play this game")
    bot = bots.make("mcts", 1)
    assert isinstance(bot, mcts.Mcts)
    state = somewhere(game_id, "limits", 3)
    decide(bot, the_point(state), Limit(simulations=10**6, seconds=50, per="game"), enough=lambda: True)
    assert bot.allowance.simulations >= 1 and bot.allowance.seconds > 0
