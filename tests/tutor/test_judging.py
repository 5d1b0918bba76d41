"""Tests that the tutor reports planted blunders and no good decision, in time, and from its player's view alone."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import pytest

import fastcore
from fastcore import Stream, Viewpoint
from tests.conftest import deep
from tests.tutor.planted import (
    counting_watch,
    game_with_blunder,
    goes_on,
    median_loss,
    random_decision,
    worst_decision,
)
from workbench.conformance.histories import indistinguishable_history, policy_history, viewpoint_after
from workbench.conformance.walks import random_position
from workbench.tutor import judging
from workbench.tutor.comparisons import comparison_for
from workbench.tutor.judging import Objection, judge, standard_error
from workbench.tutor.watch import Watch

GAMES = 25  # games of each kind in `make deep`
# For each game: the threshold, and the loss of a planted blunder. Single turns and moves of some games lose less.
LIMITS = {"herd": (0.06, 0.2), "herbalism": (0.06, 0.15)}
USUAL_LIMITS = (0.15, 0.3)
EVERY = 4  # every fourth decision that is not planted is judged
# For each game: a random position in which the worst decision loses much.
POSITIONS = {"forest": 1, "herbalism": 6, "herbs": 0, "herd": 3}

Record = Callable[[str, object], None]


@pytest.mark.skipif(not deep(0, 1), reason="a hundred games take long")
@pytest.mark.parametrize("game", fastcore.games())
def test_all_planted_blunders_are_reported_and_no_decision_within_the_bound(game: str, record_property: Record) -> None:
    threshold, blunder = LIMITS.get(game, USUAL_LIMITS)
    planted, others, missed, wrong = 0, 0, list[object](), list[object]()
    for seed in range(GAMES):
        for number, (point, moves, is_planted) in enumerate(game_with_blunder(game, seed + 1, blunder)):
            if not is_planted and number % EVERY != seed % EVERY:
                continue
            objection = judge(point, moves, threshold, counting_watch(game))
            planted, others = planted + is_planted, others + (not is_planted)
            if is_planted and objection is None:
                missed.append((seed, number, moves))
            elif not is_planted and objection is not None:
                reference = median_loss(point, moves)
                if reference <= threshold:
                    wrong.append((seed, number, moves, round(objection.loss, 3), round(reference, 3)))
    record_property("planted and other decisions", (planted, others))
    assert (planted, missed, wrong) == (GAMES, [], [])


@pytest.mark.parametrize("game", fastcore.games())
def test_worst_decision_is_reported_and_the_best_is_not(game: str) -> None:
    state = random_position(game, "tutor", POSITIONS[game], max_moves=40)
    point, moves = state.viewpoint(state.actor), worst_decision(state, Stream(1, "worst"))
    threshold, _ = LIMITS.get(game, USUAL_LIMITS)
    objection = judge(point, moves, threshold, counting_watch(game))
    assert objection is not None and objection.moves == moves and objection.seat == state.actor
    assert objection.loss - judging.CERTAIN * objection.error > threshold
    assert judge(point, objection.better, threshold, counting_watch(game)) is None
    assert objection.report.move == objection.better[0]


def test_objection_is_equal_in_worlds_that_the_player_cannot_distinguish(hiding_game: str) -> None:
    """The hidden cards and secret choices are exchanged; the objection, its reasons and its better turn stay equal."""
    pairs = objections = 0
    wanted = deep(1, 60)
    for number in range(200 * wanted):
        played = policy_history(hiding_game, number)
        state = played[-1][0]
        if pairs >= wanted and objections:
            break
        if state.actor < 0 or len(state.moves()) < 2:
            continue
        history = indistinguishable_history(played, state.actor, Stream(number, "exchanged"))
        if history is None or history[-1][0] == state:
            continue
        moves = random_decision(state, Stream(number, "decision"))
        found = [
            judge(viewpoint_after(world, state.actor), moves, 0.01, Watch(1.0, ticking(0.06)))
            for world in (played, history)
        ]
        assert found[0] == found[1], f"{state} {history[-1][0]} {moves}"
        pairs += 1
        objections += found[0] is not None
    assert pairs >= wanted and objections


def ticking(step: float) -> Callable[[], float]:
    """Return a clock on which each look takes `step` seconds."""
    looks = count()
    return lambda: next(looks) * step


class Fixed:
    """A comparison with given samples."""

    is_forced, bias = False, 0.0

    def __init__(self, *samples: float) -> None:
        self.samples, self.drawn = samples, 0

    def find_better(self, watch: Watch, share: float) -> tuple[str, ...]:
        return ("better",)

    def sample(self, better: tuple[str, ...], number: int) -> float:
        self.drawn += 1
        return self.samples[(number - 1) % len(self.samples)]

    def report(self, better: tuple[str, ...]) -> object:
        return None


def judged(monkeypatch: pytest.MonkeyPatch, threshold: float, step: float, *samples: float) -> tuple[object, Fixed]:
    """Judge a decision whose samples are given, with a clock on which each look takes `step`."""
    fixed = Fixed(*samples)
    monkeypatch.setattr(judging, "comparison_for", lambda point, moves: fixed)
    point = random_position("herd(size=3)", "tutor").viewpoint(0)
    return judge(point, ("x",), threshold, Watch(1.0, ticking(step))), fixed


def test_loss_must_exceed_the_threshold_by_two_standard_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    samples = (0.1, 0.3)  # mean 0.2
    error = standard_error(samples * (judging.MAX_SAMPLES // 2), 0.0)
    for distance, spoken in ((1.9, False), (2.1, True)):
        objection, _ = judged(monkeypatch, 0.2 - distance * error, 0.001, *samples)
        assert (objection is not None) == spoken
        assert not spoken or (isinstance(objection, Objection) and objection.loss == pytest.approx(0.2))


def test_tutor_is_silent_if_its_time_ends_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its time is bounded by its looks at the clock, not by the number of samples."""
    objection, fixed = judged(monkeypatch, 0.15, 0.3, 0.9)
    assert objection is None and fixed.drawn < judging.MIN_SAMPLES
    objection, fixed = judged(monkeypatch, 0.15, 0.001, 0.9)
    assert objection is not None and fixed.drawn == judging.MIN_SAMPLES


@pytest.mark.parametrize("game", fastcore.games())
def test_search_looks_at_the_clock_until_the_time_is_over(game: str) -> None:
    """On a machine that is too slow for one slice, the tutor makes one and gives up."""
    state = random_position(game, "tutor", 3)
    moves = random_decision(state, Stream(1, "decision"))
    looks = count()
    watch = Watch(1.0, lambda: next(looks))
    assert judge(state.viewpoint(state.actor), moves, 0.01, watch) is None
    assert next(looks) < 100
    stopped = counting_watch(game)
    stopped.stop()
    assert judge(state.viewpoint(state.actor), moves, 0.01, stopped) is None


@pytest.mark.parametrize("game", fastcore.games())
def test_tutor_is_silent_if_there_was_no_choice(game: str) -> None:
    positions = (random_position(game, "forced", number) for number in range(deep(100, 1000)))
    for state in positions:
        if len(state.moves()) == 1 and not goes_on(state, state.after(state.move_text(state.moves()[0]))):
            if not state.info.has.secrets:  # there, later steps of the plan are free
                moves = (state.move_text(state.moves()[0]),)
                assert comparison_for(state.viewpoint(state.actor), moves).is_forced
                assert judge(state.viewpoint(state.actor), moves, 0.01, counting_watch(game)) is None
            break


def test_results_can_be_repeated() -> None:
    state = random_position("forest", "tutor", 9)
    point, moves = state.viewpoint(state.actor), worst_decision(state, Stream(3, "worst"))
    first, second = (judge(point, moves, 0.01, counting_watch("forest")) for _ in range(2))
    assert first == second and isinstance(point, Viewpoint)
