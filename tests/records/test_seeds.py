"""Tests of seeds and salts: derivation, secrecy, and bots that search for seeds."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any, cast

import msgspec
import pytest

import fastcore
from tests.attacks import imitator, seed_search
from tests.conftest import deep
from tests.kit.matches import SALT
from tests.kit.terminals import run
from workbench.bot_process import bot_factory
from workbench.bot_process.messages import Sit
from workbench.game.session import Session
from workbench.matches.archive.archive import Archive
from workbench.matches.planning.plan import Plan, Schedule
from workbench.matches.planning.task import task_of
from workbench.matches.workers import game
from workbench.matches.workers.plan_check import check
from workbench.matches.workers.player import Player
from workbench.matches.workers.trial import trial
from workbench.records import files
from workbench.records import seeds as records_seeds
from workbench.records.seeds import (
    bot_seed_of,
    helper_seed_of,
    is_guessable,
    legacy_seed,
    new_salt,
    new_seed,
    parse_salt,
    seat_seed,
)
from workbench.table.seating import Seating
from workbench.table.setup import default_setup
from workbench.table.surprise import surprise

SPEC = "herbalism(target=1)"

pytestmark = pytest.mark.usefixtures("home")


# Derivation of seeds --------------------------------------------------------------------------------------------------


def test_seat_seed_depends_on_every_part_of_its_key() -> None:
    base = (SALT, "herd", 0, 0, 0)
    others = [
        ("0" * 32, *base[1:]),
        (SALT, "herd(size=4)", 0, 0, 0),
        (SALT, "herd", 1, 0, 0),
        (SALT, "herd", 0, 1, 0),
        (SALT, "herd", 0, 0, 1),
    ]
    seeds = [seat_seed(*key) for key in (base, *others, (SALT, "herd", 1, 11, 1), (SALT, "herd", 11, 1, 1))]
    assert len(set(seeds)) == len(seeds) and all(0 <= seed < 2**63 for seed in seeds)
    assert seat_seed(SALT, "herd(size=5)", 0, 0, 0) == seat_seed(SALT, "herd", 0, 0, 0) == 3830291848745678045, (
        "the derivation never changes"
    )


def test_generated_seeds_have_63_bits_and_salts_128() -> None:
    seeds, salts = [new_seed() for _ in range(200)], [int(new_salt(), 16) for _ in range(200)]
    assert max(seeds).bit_length() == 63 and max(salts).bit_length() == 128
    assert len(set(seeds)) == len(set(salts)) == 200 and not any(map(is_guessable, seeds))


def test_random_seeds_come_from_one_module() -> None:
    """Other modules might draw seeds with fewer bits."""
    sources = [
        file for file in Path(records_seeds.__file__).parents[1].rglob("*.py") if file != Path(records_seeds.__file__)
    ]
    assert sources
    assert [
        file for file in sources if re.search(r"randbelow|randbits|SystemRandom", file.read_text(encoding="utf-8"))
    ] == []


@pytest.mark.parametrize(("text", "salt"), [("1", "0" * 31 + "1"), ("ABC", "0" * 29 + "abc"), ("f" * 32, "f" * 32)])
def test_typed_salt_is_normalised(text: str, salt: str) -> None:
    assert parse_salt(text) == salt


@pytest.mark.parametrize("text", ["", "g", "0x1", "-1", "f" * 33, " 1", "1\n", "١"])
def test_bad_salt_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(ValueError, match="is not a salt"):
        parse_salt(text)
    for words in (("play",), ("match", "herd", "--bots", "greedy,random"), ("calibrate", "herd")):
        result = run(*words, f"--salt={text}")
        assert (
            result.status == 2
            and "is not a salt: type 1 to 32 hexadecimal digits" in result.err
            and result.err.count("\n") == 1
        )


# What bots receive ----------------------------------------------------------------------------------------------------


def record_seeds(monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> list[int]:
    """Patch the bot factory of a module. Return the list that collects the seeds of its calls."""
    seeds, make = list[int](), getattr(module, name)

    def recording_make(text: str, seed: int, *more: Any) -> Any:
        seeds.append(seed)
        return make(text, seed, *more)

    monkeypatch.setattr(module, name, recording_make)
    return seeds


def test_plan_check_gives_bots_no_match_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds = record_seeds(monkeypatch, bot_factory, "make")
    check(Plan(spec="herd", bots=("greedy", "random"), seed=77))
    assert seeds == [0, 0]


def test_seating_message_has_no_salt_field() -> None:
    assert set(Sit.__struct_fields__) <= {"bot", "seed", "spec", "seat", "view", "brief", "described", "source"}


class RecordingPlayer:
    """A substitute for a bot process that records what it receives."""

    def __init__(self) -> None:
        self.received: list[tuple[Any, ...]] = []

    def sit(self, *arguments: Any) -> None:
        self.received.append(arguments)


def test_each_seat_of_a_match_gets_its_own_seed(game_id: str) -> None:
    plan = Plan(spec=game_id, bots=("random", "greedy"), blocks=3, seed=5, salt=SALT)
    schedule, seeds = Schedule(plan), list[int]()
    for number in range(schedule.games):
        players = [RecordingPlayer() for _ in range(fastcore.start(game_id).seats)]
        task = task_of(plan, schedule, 1, number, 1)
        game.Game(task, cast(list[Player], players)).seat_players()
        seeds += [arguments[2] for player in players for arguments in player.received]
        messages = msgspec.json.encode([player.received for player in players]).decode()
        assert SALT not in messages and not {str(task.seed), str(plan.seed), str(legacy_seed(task.seed))} & set(
            messages.replace("]", ",").split(",")
        )
    assert len(set(seeds)) == len(seeds) == schedule.games * fastcore.start(game_id).seats
    assert (
        game.Game(task_of(plan, schedule, 1, 0, 1), []).luck.seed
        == game.Game(task_of(plan, schedule, 1, 1, 1), []).luck.seed
    ), "games of a block share chance events"


def test_table_seats_and_helper_bots_get_distinct_seeds(game_id: str) -> None:
    session = Session(game_id, ["random"] * fastcore.start(game_id).seats, 5)
    seating = Seating(session)
    seeds = [bot.seed for bot in seating.players.values()] + [
        seating.helper("random").seed,
        seating.helper("greedy").seed,
    ]
    seating.close()
    assert len(set(seeds)) == len(seeds) and not {5, legacy_seed(5)} & set(seeds)
    assert [bot_seed_of(session, seat) for seat in range(len(session.seats))] == seeds[:-2] and helper_seed_of(
        session, "random"
    ) == seeds[-2]


def test_trial_games_use_other_seeds_than_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    used = []

    class RecordingGame(game.Game):
        def __init__(self, task: Any, *more: Any) -> None:
            used.append((task.seed, task.salt))
            super().__init__(task, *more)

    monkeypatch.setattr("workbench.matches.workers.trial.Game", RecordingGame)
    plan = Plan(spec="herd(size=2)", bots=("greedy", "random"), seed=5, salt=SALT)
    trial(plan, 0.01)
    trial(plan, 0.01)
    assert len(set(used)) == 2 and all(seed != Schedule(plan).seed(0) and salt != SALT for seed, salt in used)


# Attacks --------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_imitator_cannot_predict_secret_plans() -> None:
    """Knowing its seat's seed does not help the bot to predict the opponent's plans."""
    result = imitator.attack(3, deep(7, 100), deep(1, 10))
    assert result.rounds >= 7 and not result.succeeded and result.own <= deep(3, 20), result


def test_seed_search_finds_no_seed(tmp_path: Path) -> None:
    """The bot notes the seeds that it gets before the match. Then it compares seeds with its own seed and cards."""
    if deep(0, 1):
        result = seed_search.attack(1, 60, "greedy")
        assert result.searching.found == 0 and result.searching.lines == result.plain.lines
    with Archive(tmp_path / "a", create=True) as archive:
        spec = seed_search.SPEC if deep(0, 1) else SPEC
        plan = seed_search.plan_for("on", Random(2), 6, "greedy", deep(50, 2_000), False, spec)
        searching = seed_search.play_side(archive, plan, 1)
    assert searching.games == 6 and searching.found == 0


def test_generated_seeds_are_too_large_to_search(tmp_path: Path) -> None:
    """Seeds of 20 or 32 bits could be found from the cards of one seat."""
    file = tmp_path / "one.herbarium"
    assert run("play", SPEC, "--bot", "random", "--record", str(file), typed="quit\n").status == 0
    words = (
        "match",
        "herd(size=2)",
        "--bots",
        "greedy,random",
        "--blocks",
        "1",
        "--jobs",
        "1",
        "--archive",
        str(tmp_path / "a"),
    )
    assert run(*words).status == 0
    with Archive(tmp_path / "a") as archive:
        plan = archive.match(1).plan
    stream = fastcore.Stream(1, "surprise")
    setups = [
        surprise(stream),
        default_setup("herd", new_seed()).restarted(),
        default_setup("herd", new_seed()).rematch(),
    ]
    for seed in (files.read(file).seed, plan.seed, Schedule(plan).seed(0), *(setup.seed for setup in setups)):
        assert seed >= 2**40
