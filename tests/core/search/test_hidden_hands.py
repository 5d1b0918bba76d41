"""Tests of the engines for games with hidden hands: reproducibility, hidden information and known answers."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import bots
import fastcore
from fastcore import Search, State, Stream, Viewpoint
from fastcore.values import Has
from tests.conftest import deep
from workbench.bot_process.decisions import decide
from workbench.conformance.histories import (
    indistinguishable_history,
    random_history,
    viewpoint_after,
    without_durations,
)
from workbench.conformance.walks import option_specs, random_position

HIDDEN_GAMES = [game for game in fastcore.games() if fastcore.info(game).has.hidden]
ENGINES = ("improver", "ismcts")
MODELS = ("blueprint", "uniform", "none")


@pytest.fixture(params=HIDDEN_GAMES)
def hidden_game(request: pytest.FixtureRequest) -> str:
    """The id of each game with hidden hands in turn."""
    return str(request.param)


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def position_and_viewpoint(spec: str, number: int) -> tuple[State, Viewpoint]:
    """Return a position of a random game in which a seat decides, and that seat's viewpoint."""
    played = random_history(spec, number)
    while played[-1][0].actor < 0:
        number += 1000
        played = random_history(spec, number)
    return played[-1][0], viewpoint_after(played, played[-1][0].actor)


def have_equal_results(first: Search, second: Search) -> bool:
    return (
        bool((first.root() == second.root()).all())
        and first.value() == second.value()
        and first.choice() == second.choice()
    )


def test_split_runs_give_same_result(hidden_game: str, engine: str) -> None:
    for number in range(deep(4, 40)):
        spec = option_specs(hidden_game)[number % len(option_specs(hidden_game))]
        _, point = position_and_viewpoint(spec, number)
        unsplit, sliced, reseeded = (Search(point, seed=seed, engine=engine) for seed in (5, 5, 6))
        assert unsplit.run(600) == 600 == reseeded.run(600)
        for simulations in (1, 2, 300, 0, 297):
            assert sliced.run(simulations) == simulations
        assert have_equal_results(unsplit, sliced) and unsplit.simulations == 600
        if len(point.moves()) > 1 and point.count() > 1:
            assert not (unsplit.root() == reseeded.root()).all()


def test_search_results_are_consistent(hidden_game: str, engine: str) -> None:
    for number in range(deep(6, 60)):
        spec = option_specs(hidden_game)[number % len(option_specs(hidden_game))]
        state, point = position_and_viewpoint(spec, number)
        search = Search(point, seed=1, engine=engine, model=MODELS[number % 3], ahead=("known", "plain")[number % 2])
        search.run(500)
        rows = search.root()
        assert list(rows["move"]) == point.moves() == state.moves()
        assert rows["visits"].sum() == 500 and rows["prior"].sum() == pytest.approx(1)
        assert np.allclose(rows["value"].sum(axis=1), 0, atol=1e-9) and (abs(rows["value"]) <= 1).all()
        assert np.allclose((rows["visits"][:, None] * rows["value"]).sum(axis=0) / 500, search.value())
        for name in search.metrics:
            assert rows[name].shape == (len(rows), state.seats)
        for chances in search.beliefs().values():
            assert sum(chances.values()) == pytest.approx(1) and min(chances.values()) >= 0
        for move in point.moves()[:5]:
            for key, values in search.facts(move):
                assert key and all(isinstance(value, int | float | str) for value in values.values())
        assert search.line() == [search.choice()] and search.node([])["visits"] == 500
        assert not search.done or len(rows) == 1


def test_bad_arguments_are_rejected(hidden_game: str, engine: str) -> None:
    _, point = position_and_viewpoint(hidden_game, 1)
    for options in (
        {"threads": 2},
        {"model": "greedy"},
        {"exploration": -1},
        {"exploration": "x"},
        {"caution": 2},
        {"levels": 0},
        {"depth": 1},
    ):
        with pytest.raises((ValueError, TypeError)):
            Search(point, engine=engine, **options)
    with pytest.raises(fastcore.IllegalMove):
        Search(point, engine=engine, moves=["nonsense"])
    search = Search(point, engine=engine, moves=point.moves()[:2])
    with pytest.raises(ValueError, match="no result yet"):
        search.choice()
    assert search.run(50) == 50 and search.choice() in point.moves()[:2]
    assert set(search.root()["move"]) == set(point.moves()[:2])
    assert search.run(20, only=point.moves()[:1]) == 20
    with pytest.raises(ValueError):
        search.run(1, only=[])
    with pytest.raises(ValueError):
        search.node([point.moves()[0]])
    seat = next(seat for seat in range(point.seats) if seat != point.actor)
    with pytest.raises(ValueError, match="decides"):
        Search(
            Viewpoint(hidden_game, seat)
            if point.actor < 0
            else random_position(hidden_game, "others").viewpoint(
                (random_position(hidden_game, "others").actor + 1) % point.seats
            )
        )
    for open_game in fastcore.games():
        if not fastcore.info(open_game).has.hidden:
            assert not Search.fits(fastcore.start(open_game), engine)


def test_engines_fit_secret_choices_that_equilibrium_does_not(engine: str) -> None:
    def state_of(seats: int, **has: bool) -> Any:
        return SimpleNamespace(seats=seats, info=SimpleNamespace(has=Has(**{"chance": False, "deals": False, **has})))

    for seats in range(2, 9):
        assert Search.fits(state_of(seats, secrets=True, hidden=True), engine)
        assert not Search.fits(state_of(seats, secrets=False, hidden=False), engine)
        open_secrets = state_of(seats, secrets=True, hidden=False)
        assert Search.fits(open_secrets, engine) != Search.fits(open_secrets, "equilibrium") == (seats == 2)


def test_search_advances_with_observations(hidden_game: str, engine: str) -> None:
    state, point = position_and_viewpoint(hidden_game, 3)
    seat = state.actor
    search = Search(point, seed=1, engine=engine)
    search.run(100)
    stream = Stream(1)
    for _ in range(12):
        if state.actor < 0:
            break
        move = stream.choice(state.moves())
        seen = state.observation(move, seat)
        state = state.after(move)
        if seen:
            assert search.advance(seen) == 0
        assert search.text == state.view(seat)
        simulated = search.run(20)
        assert simulated == (20 if state.actor == seat else 0)
        assert len(search.root()) == (len(state.moves()) if simulated else 0)


@pytest.mark.usefixtures("unhurried")
def test_hidden_information_does_not_affect_reports(hidden_game: str) -> None:
    """With equal observations and seeds, every bot gives the same report on different positions."""
    specs, pairs, wanted = option_specs(hidden_game), 0, deep(12, 500)
    quick_options = {
        "improver": (
            "simulations=60,trace=on",
            "simulations=30,softness=1,style=bold",
            "simulations=30,ahead=plain,trace=on",
        ),
        "ismcts": ("simulations=60,trace=on",),
    }
    for number in range(40 * wanted):
        if pairs >= wanted:
            break
        played = random_history(specs[number % len(specs)], number)
        state = played[-1][0]
        if state.actor < 0:
            continue
        changed = indistinguishable_history(played, state.actor, Stream(number, "exchanged"))
        if changed is None or changed[-1][0] == state:
            continue
        pairs += 1
        for name in bots.names(state.spec):
            for options in quick_options.get(name, ("",)):
                text = f"{name}({options})" if options else name
                mine, theirs = (
                    decide(bots.make(text, 3), viewpoint_after(history, state.actor)) for history in (played, changed)
                )
                assert without_durations(mine) == without_durations(theirs)
    assert pairs >= wanted


def test_reports_contain_beliefs(hidden_game: str) -> None:
    for name in ENGINES:
        state, point = position_and_viewpoint(hidden_game, 8)
        report = decide(bots.make(f"{name}(simulations=200)", 1), point)
        assert report.beliefs and report.simulations == 200
        keys = [fact.key for fact in report.facts]
        assert keys[0] == "best" and "sure" in keys
        reveals = report.facts[keys.index("reveals")].values
        assert 0 <= float(reveals["bits"]) <= float(reveals["of"]) + 1e-9
        assert report.candidates[0].move == report.move == report.facts[0].values["move"]
        assert report.move in [state.move_text(move) for move in state.moves()]


def test_reveal_fact_uses_requested_model(engine: str) -> None:
    for number in range(deep(4, 40)):
        _, point = position_and_viewpoint("herbalism", number)
        search = Search(point, engine=engine, model="uniform")
        for move in point.moves()[:3]:
            reveals = dict(search.facts(move))["reveals"]
            assert reveals["bits"] == pytest.approx(point.forecast(move, "uniform"), abs=1e-6)
            assert reveals["of"] == pytest.approx(point.entropy("uniform"), abs=1e-6)


def test_memory_grows_on_demand() -> None:
    """Trees start small and grow up to the limit; growing does not change the results."""
    _, point = position_and_viewpoint("herbalism(players=4)", 1)
    with pytest.raises(ValueError, match="takes no limit"):
        Search(point, engine="improver", memory_mb=64)
    wide, tight = (Search(point, seed=1, engine="ismcts", memory_mb=room, levels=60) for room in (64, 4))
    initial_bytes = wide.bytes
    assert initial_bytes < 2**20
    for search in (wide, tight):
        search.run(deep(1000, 100_000))
    assert wide.bytes > initial_bytes and not wide.full
    assert tight.bytes <= 4 * 2**20 and wide.bytes <= 64 * 2**20
    if wide.bytes == tight.bytes:
        assert have_equal_results(wide, tight)
    else:
        assert tight.full


def test_style_changes_willingness_to_cure() -> None:
    """Over the same positions the cautious style cures less often than the bold style."""
    cures = {}
    for style in ("cautious", "bold"):
        cures[style] = 0
        for number in range(deep(40, 400)):
            state, point = position_and_viewpoint("herbalism", number)
            if state.phase == "act":
                cures[style] += decide(bots.make(f"improver(simulations=200,style={style})", 1), point).move.startswith(
                    "cure"
                )
    assert cures["cautious"] < cures["bold"]


# Positions with a known answer ----------------------------------------------------------------------------------------


def best_move(point: Viewpoint, engine: str, simulations: int = 2000) -> str:
    search = Search(point, seed=1, engine=engine)
    search.run(simulations)
    return point.move_text(search.choice())


def test_known_cure_is_played(engine: str) -> None:
    """Seat 1 holds all cards but three, and another seat may cure first next turn."""
    situation = "herbalism rb ryyygggbbbb/g/- 0,0,0 1 1 9 act:1 gy,rg,rb -,-,- -,-,-"
    state = fastcore.parse(situation)
    point = state.viewpoint(0).suppose("cure=rb")
    assert best_move(point, engine) == "cure:rb"


def test_certain_follow_is_played(engine: str) -> None:
    state = fastcore.parse("herbalism rb ryyygggbbbb/g/- 0,0,0 1 1 9 cure:1:2 gy,rg,rb -,a=rb,- -,-,-")
    point = state.viewpoint(0).suppose("cure=rb")
    assert best_move(point, engine) == "follow:rb"


def test_hopeless_cure_is_avoided(engine: str) -> None:
    """In turn 1, each seat knows only its hand: waiting is better than a guess that is right one time in four."""
    for number in range(deep(4, 40)):
        state = fastcore.start("herbalism")
        state.play(state.sample(Stream(number, "deal")))
        point = state.viewpoint(0)
        if max(point.beliefs()["cure"].values()) < 0.3:
            assert not best_move(point, engine, 8000).startswith("cure:")


def test_assumed_cure_is_believed_and_played() -> None:
    for number in range(deep(4, 40)):
        state = fastcore.start("herbalism")
        state.play(state.sample(fastcore.Stream(number, "deal")))
        point = state.viewpoint(state.actor)
        cure = max(point.beliefs()["cure"].items(), key=lambda item: item[1])[0]
        supposed = point.suppose(f"cure={cure}")
        search = Search(supposed, seed=number)
        search.run(50)
        assert search.beliefs()["cure"][str(cure)] == pytest.approx(1)
        assert supposed.move_text(search.choice()) == f"cure:{cure}"
