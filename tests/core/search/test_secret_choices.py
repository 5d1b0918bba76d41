"""Tests of searches for games with secret choices: matrix games, plans, hidden information and whole games."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

import bots
import fastcore
from bots import Report
from fastcore import IllegalMove, Search, Stream, Viewpoint
from fastcore.search.plans.equilibrium import solve_matrix
from tests.conftest import deep
from tests.reference import matrix_games
from workbench.bot_process.decisions import decide
from workbench.conformance.histories import (
    History,
    indistinguishable_history,
    policy_history,
    random_history,
    viewpoint_after,
    without_durations,
)
from workbench.conformance.walks import option_specs, random_position

SECRET_GAMES = [game for game in fastcore.games() if fastcore.info(game).has.secrets]
ENGINES = ("equilibrium", "duct")


@pytest.fixture(params=SECRET_GAMES)
def secret_game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


# Matrix games ---------------------------------------------------------------------------------------------------------


def test_regret_matching_agrees_with_linear_programming() -> None:
    """A few distinct payoffs give many equal and dominated plans."""
    chance = np.random.default_rng(7)
    for number in range(deep(60, 1000)):
        rows, columns = chance.integers(1, 25, 2)
        scale = (100, 10, 1)[number % 3]
        payoffs = chance.integers(-scale, scale + 1, (rows, columns))
        exact = matrix_games.solve(payoffs.tolist())
        assert sum(exact.first) == sum(exact.second) == 1 and min(*exact.first, *exact.second) >= 0
        assert matrix_games.guaranteed_values(payoffs.tolist(), exact) == (exact.value, exact.value)
        first, second, value = solve_matrix(payoffs / scale, iterations=1000, close=1e-3)
        assert value == pytest.approx(float(exact.value) / scale, abs=0.01)
        assert first.sum() == pytest.approx(1) and second.sum() == pytest.approx(1)
        assert np.min(first) >= 0 and np.min(second) >= 0
        # Neither seat gains by deviating.
        assert np.max(payoffs @ second) / scale <= value + 0.01 and np.min(first @ payoffs) / scale >= value - 0.01


def test_known_matrix_games_are_solved() -> None:
    first, second, value = solve_matrix([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    assert value == pytest.approx(0, abs=1e-3)
    assert first == pytest.approx([1 / 3] * 3, abs=0.01) and second == pytest.approx([1 / 3] * 3, abs=0.01)
    first, second, value = solve_matrix([[3, -1], [-2, 1]])  # by hand: 3/7, 2/7, value 1/7
    assert first[0] == pytest.approx(3 / 7, abs=0.01) and second[0] == pytest.approx(2 / 7, abs=0.01)
    assert value == pytest.approx(1 / 7, abs=0.001)


def test_bad_matrices_are_rejected() -> None:
    for wrong in (np.zeros((0, 3)), np.zeros((65, 2)), [[np.nan]], [[1e9]]):
        with pytest.raises(ValueError):
            solve_matrix(wrong)
    with pytest.raises(ValueError):
        solve_matrix([[1.0]], iterations=0)


# The engines ----------------------------------------------------------------------------------------------------------


def all_results(search: Search) -> tuple[object, ...]:
    """Return every result of a search."""
    return search.root().tobytes(), search.plans(0), search.plans(1), search.value(), search.choice(), search.line()


@pytest.mark.parametrize("engine", ENGINES)
def test_split_runs_give_same_result_and_seeds_differ(secret_game: str, engine: str) -> None:
    differ = 0
    for number in range(deep(4, 40)):
        state = random_position(secret_game, "secret slices", number)
        unsplit, sliced, reseeded = (Search(state, seed=seed, engine=engine) for seed in (3, 3, 4))
        assert unsplit.run(900) == 900
        for n in (1, 2, 97, 300, 500):
            assert sliced.run(n) == n
        reseeded.run(900)
        assert all_results(unsplit) == all_results(sliced) and unsplit.simulations == sliced.simulations == 900
        # seeds do not matter where the matrix holds all bids and nothing is sampled
        differ += all_results(unsplit) != all_results(reseeded)
    assert differ


@pytest.mark.parametrize("engine", ENGINES)
def test_plans_and_choice_are_legal(secret_game: str, engine: str) -> None:
    for spec in option_specs(secret_game)[: deep(4, 99)]:
        for number in range(deep(4, 40)):
            state = random_position(spec, "secret plans", number)
            search = Search(state, seed=number, engine=engine)
            search.run(400)
            actor = state.actor
            plans = search.plans(actor)
            total = sum(weight for _, weight in plans)  # duct lists only its most important plans
            assert plans and (total <= 1 + 1e-9 if engine == "duct" else total == pytest.approx(1))
            for plan, _ in plans:
                position = state.copy()
                for text in plan[search.written :]:
                    assert position.actor == actor
                    position.play(text)
            rows = search.root()
            assert rows["move"].tolist() == state.moves()
            assert search.choice() in state.moves() and search.choice(Stream(1)) in state.moves()
            assert search.line()[0] in state.moves()
            assert np.abs(rows["value"].sum(axis=1)).max() < 1e-9 and np.abs(rows["value"]).max() <= 1
            assert sum(search.value()) == pytest.approx(0)


def test_payoffs_agree_with_mixed_strategies(secret_game: str) -> None:
    search = Search(fastcore.start(secret_game), seed=1)
    assert search.engine == "equilibrium"
    search.run(5000)
    payoffs = search.payoffs()
    first, second = ([weight for _, weight in search.plans(seat)] for seat in (0, 1))
    assert payoffs.shape == (len(first), len(second)) and np.max(np.abs(payoffs)) <= 1
    assert np.array(first) @ payoffs @ np.array(second) == pytest.approx(search.value()[0], abs=0.01)
    assert np.max(payoffs @ second) <= search.value()[0] + 0.01 and np.min(first @ payoffs) >= search.value()[0] - 0.01


def test_moves_and_only_limit_plans(secret_game: str) -> None:
    state = fastcore.start(secret_game)
    moves = state.moves()[3:6]
    search = Search(state, seed=1, moves=moves)
    search.run(500)
    assert search.root()["move"].tolist() == moves and search.choice() in moves
    assert {plan[0] for plan, _ in search.plans(0)} <= {state.move_text(move) for move in moves}
    free = Search(state, seed=1)
    free.run(500, only=moves)
    assert {plan[0] for plan, _ in free.plans(0)} <= {state.move_text(move) for move in moves}


def test_decoupled_uct_uses_priors_only_with_puct(secret_game: str) -> None:
    state = fastcore.start(secret_game)
    steps = len(state.moves())
    for selection, plain in (("ucb", True), ("puct", False)):
        search = Search(state, seed=1, engine="duct", selection=selection)
        search.run(steps)
        visits = search.root()["visits"]
        assert (visits.min() == visits.max() == 1) == plain, "a plain search tries every step once before one twice"
    with pytest.raises(ValueError, match="selection is 'uct'"):
        Search(state, engine="duct", selection="uct")


def test_payoffs_can_be_computed_for_given_plans(secret_game: str) -> None:
    state = fastcore.start(secret_game)
    search = Search(state, seed=1, engine="equilibrium", trees=0)
    search.run(400)
    plans = [[plan for plan, _ in search.plans(seat)] for seat in range(2)]
    assert search.payoffs(plans[0], plans[1], 2).shape == search.payoffs().shape
    assert search.payoffs([], plans[1]).shape == (0, len(plans[1]))
    assert search.payoffs(plans[0][:1], plans[1][:3], 64)[0] == pytest.approx(search.payoffs()[0][:3], abs=0.5)
    with pytest.raises(ValueError, match="plans of one seat are missing"):
        search.payoffs(plans[0])
    with pytest.raises(ValueError, match="samples is 0"):
        search.payoffs(plans[0], plans[1], 0)
    with pytest.raises(fastcore.IllegalMove):
        search.payoffs([["nothing"]], plans[1])
    with pytest.raises(TypeError):
        search.payoffs(["text"], plans[1])


def test_choice_is_sampled_from_mixture(secret_game: str) -> None:
    state = fastcore.start(secret_game)
    search = Search(state, seed=3, engine="equilibrium")
    with pytest.raises(ValueError, match="no result yet"):
        search.mixture()
    search.run(2000)
    mixture = search.mixture()
    assert sum(weight for _, weight in mixture) == pytest.approx(1)
    weights = dict(search.plans(0))
    assert sum(weights[plan] for plan, _ in mixture) >= 0.95 - 1e-9, "little is left out"
    drawn = {state.move_text(search.choice(Stream(number, "drawn"))) for number in range(200)}
    assert drawn <= {plan[0] for plan, _ in mixture}


def test_unsupported_calls_are_rejected(secret_game: str) -> None:
    state = fastcore.start(secret_game)
    for engine in ENGINES:
        search = Search(state, engine=engine)
        with pytest.raises(ValueError):
            search.choice()
        with pytest.raises(ValueError):
            search.node([])
        with pytest.raises(ValueError, match="seat is 2"):
            search.plans(2)
        with pytest.raises(ValueError, match="list of moves is empty"):
            search.run(5, only=[])
        with pytest.raises(ValueError, match="no option"):
            Search(state, engine=engine, colour=1)
        with pytest.raises(IllegalMove):
            Search(state, engine=engine, moves=["nonsense"])
    with pytest.raises(ValueError, match="threads"):
        Search(state, engine="duct", threads=2)
    with pytest.raises(ValueError, match="no payoff matrix"):
        Search(state, engine="duct").payoffs()
    for game in set(fastcore.games()) - set(SECRET_GAMES):
        if not fastcore.info(game).has.covered:
            with pytest.raises(ValueError, match="secret choices"):
                Search(fastcore.start(game)).plans(0)
            with pytest.raises(ValueError, match="secret choices"):
                Search(fastcore.start(game), engine="equilibrium")


# Hidden information ---------------------------------------------------------------------------------------------------


def indistinguishable_histories(secret_game: str, wanted: int) -> Iterator[tuple[History, History]]:
    """Yield pairs of histories with different positions but the same observations of the deciding seat."""
    specs, pairs, number = option_specs(secret_game), 0, 0
    while pairs < wanted:
        assert number < 100 * wanted, "hardly anything can be exchanged"
        spec = specs[number % len(specs)]
        played = random_history(spec, number) if number % 3 == 0 else policy_history(spec, number // 3)
        number += 1
        seat = played[-1][0].actor
        changed = indistinguishable_history(played, seat, Stream(number, "exchanged")) if seat >= 0 else None
        if changed is not None and changed[-1][0] != played[-1][0]:
            pairs += 1
            yield played, changed


def report_of(bot: str, point: Viewpoint) -> Report:
    """Return a bot's report on a decision without its durations."""
    return without_durations(decide(bots.make(bot, 3), point))


@pytest.mark.usefixtures("unhurried")
def test_hidden_information_does_not_affect_plans(secret_game: str) -> None:
    """The viewpoint is built from observations, or from the actor's view of the position."""
    quick = {
        name: f"{name}(simulations=200,trace=on)"
        for name in bots.names(secret_game)
        if any(option.name == "simulations" for option in bots.bot_class(name).options)
    }
    assert set(quick) >= set(ENGINES)
    phases = set()
    for played, twin in indistinguishable_histories(secret_game, deep(20, 500)):
        state, changed = played[-1][0], twin[-1][0]
        phases.add(state.phase)
        for name in bots.names(state.spec):
            points = [
                viewpoint_after(played, state.actor),
                viewpoint_after(twin, state.actor),
                state.viewpoint(state.actor),
                changed.viewpoint(state.actor),
            ]
            reports = [report_of(quick.get(name, name), point) for point in points]
            assert reports[0] == reports[1] and reports[2] == reports[3], f"{name}: {state} {changed}"
            assert state.why_not(reports[0].move) == changed.why_not(reports[0].move) == ""
        for engine in ENGINES:
            searches = [
                Search(root, seed=5, engine=engine)
                for root in (viewpoint_after(played, state.actor), viewpoint_after(twin, state.actor), state, changed)
            ]
            for search in searches:
                search.run(200)
            assert all_results(searches[0]) == all_results(searches[1]) and all_results(searches[2]) == all_results(
                searches[3]
            )
    assert len(phases) > 1, "plans and what follows them"


def test_bot_searches_once_and_follows_plan(secret_game: str) -> None:
    for engine in ENGINES:
        bot, state = bots.make(f"{engine}(simulations=300)", 2), fastcore.start(secret_game)
        report = decide(bot, state.viewpoint(0))
        plan = report.plan
        assert report.simulations == 300 and sum(weight for _, weight in report.mixture) <= 1 + 1e-9
        assert ",".join(plan) in dict(report.mixture)
        for number, text in enumerate(plan):
            report = decide(bot, state.viewpoint(0))
            assert report.move == text and (number == 0 or report.simulations == 0)
            state.play(report.move)


def test_bot_searches_again_for_plan_started_by_others(secret_game: str) -> None:
    state = fastcore.start(secret_game)
    written = state.moves()[5]
    state.play(written)
    if state.actor != 0:
        pytest.skip("plans of this game have one step")
    bot = bots.make("equilibrium(simulations=300)", 2)
    report = decide(bot, state.viewpoint(0))
    assert report.simulations == 300 and state.why_not(report.move) == ""
    search = Search(state.viewpoint(0), seed=1)
    search.run(300)
    assert search.written == 1 and {plan[0] for plan, _ in search.plans(0)} == {state.move_text(written)}


def test_bots_play_whole_games(secret_game: str) -> None:
    for number, spec in enumerate(option_specs(secret_game)[: deep(4, 99)]):
        state = random_position(spec, "secret games", number, max_moves=40)
        pair = [bots.make("equilibrium(simulations=60)", number), bots.make("duct(simulations=60)", number)]
        decisions = 0
        while state.actor != fastcore.OVER and decisions < deep(300, 10**6):
            state.play(decide(pair[state.actor], state.viewpoint(state.actor)).move)
            decisions += 1
        over = Viewpoint.parse(f"{state.spec} {state.view(None)}", None) if state.actor == fastcore.OVER else None
        if over is not None:
            search = Search(over)
            assert search.run(5) == 0 and search.done and len(search.root()) == 0
            with pytest.raises(ValueError):
                search.choice()


@pytest.mark.parametrize("engine", ENGINES)
def test_started_plan_needs_only_one_simulation(secret_game: str, engine: str) -> None:
    state = fastcore.start(secret_game)
    state.play(state.moves()[3])
    search = Search(state.viewpoint(state.actor), seed=1, engine=engine)
    search.run(1)
    plan = search.plans(state.actor)[0][0]
    assert state.why_not(state.move_text(search.choice())) == "" and len(plan) > search.written
    report = decide(bots.make(f"{engine}(simulations=1)", 1), state.viewpoint(state.actor))
    assert state.why_not(report.move) == ""


@pytest.mark.parametrize("engine", ENGINES)
def test_only_limits_visited_moves(secret_game: str, engine: str) -> None:
    state = fastcore.start(secret_game)
    search = Search(state, seed=1, engine=engine)
    search.run(300)
    first, second = state.moves()[2], state.moves()[7]
    search.run(300, only=[first, second])
    rows = search.root()
    assert set(rows["move"][rows["visits"] > 0]) <= {first, second} and search.choice() in (first, second)
    search.run(2000)
    assert (search.root()["visits"] > 0).sum() > 2


@pytest.mark.parametrize("engine", ENGINES)
def test_full_memory_is_reported(secret_game: str, engine: str) -> None:
    state = fastcore.start(secret_game)
    trees = {"trees": 2000} if engine == "equilibrium" else {}  # only the trees grow
    small, large = (Search(state, 1, 1, memory, engine, None, **trees) for memory in (4, 64))
    for search in (small, large):
        search.run(200)
        assert not search.full
    small.run(60_000)
    large.run(3000)
    assert small.full and small.bytes <= 4.1 * 2**20 and not large.full  # the matrix is not included in the limit
    assert small.run(100) == 100, "it goes on with what it has"
    options = ",".join(["simulations=60000", "memory=4", *(f"{name}={value}" for name, value in trees.items())])
    assert decide(bots.make(f"{engine}({options})", 1), state.viewpoint(0)).full


def test_values_and_weights_are_correct_after_few_simulations(secret_game: str) -> None:
    """Unvisited moves have the static value, visited ones the value of their plans. The weights sum to 1."""
    phases = set()
    for number in range(deep(12, 100)):
        state = policy_history(secret_game, number)[-1][0]
        if state.actor < 0 or len(state.moves()) < 2:
            continue
        phases.add(state.phase)
        point = state.viewpoint(state.actor)
        static = point.evaluate().values[0]
        for simulations in (1, 2, 5, 13, 40):
            for engine in ENGINES:
                search = Search(point, seed=number, engine=engine)
                search.run(simulations)
                rows = search.root()
                assert rows["value"][rows["visits"] == 0][:, 0] == pytest.approx(static, abs=1e-9)
                if engine == "equilibrium":
                    for seat in range(2):
                        assert sum(weight for _, weight in search.plans(seat)) == pytest.approx(1)
                    own, best = search.payoffs() @ [weight for _, weight in search.plans(1)], search.value()[0]
                    assert np.min(own) - 0.001 <= best <= np.max(own) + 0.01, "the value is one of the matrix"
    assert len(phases) > 1
