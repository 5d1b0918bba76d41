"""Tests of seeds and salts in records and archives, including those of earlier versions."""

from __future__ import annotations

import contextlib
import gzip
import json
import sqlite3
from pathlib import Path

import msgspec
import pytest

import fastcore
from fastcore import CHANCE
from tests.kit.matches import SALT, play_here, record, reproducible_values, with_values, without_processes
from tests.kit.terminals import run
from workbench.cli.matches import words
from workbench.game.session import PERSON, Session
from workbench.matches.archive.archive import Archive, Match
from workbench.matches.archive.resuming import match_for
from workbench.matches.planning.plan import Plan
from workbench.matches.workers.plan_check import check
from workbench.matches.workers.player import Players
from workbench.matches.workers.runner import Runner
from workbench.matches.workers.verify import repeat_decisions
from workbench.records import files
from workbench.records.seeds import bot_seed_of, legacy_seed, new_seed
from workbench.storage.one_seat import seat_record, seed_can_be_found
from workbench.storage.session_records import record_of, session_of
from workbench.system.cores import Cores

RECORDS = Path(__file__).parents[1] / "data" / "records"
# Bots evaluated these games differently then, so they choose other moves now.
OTHER_EVALUATION = {
    "version4-forest": "chooses '@c5' now, not '@e4'",
    "version4-herbalism": "chooses 'gb:appeal:3' now, not 'cure:yb'",
    "version4-herbs": "chooses '0M4' now, not '1TR'",
    "version4-herd": "greedy chooses 'b2' now, not 'a2'",
}
OLD_GAMES = sorted(RECORDS.glob("version4-*.herbarium"))
HERBALISM = "herbalism(target=1)"
QUICK = ("match", "herd(size=2)", "--bots", "random,greedy", "--blocks", "2", "--jobs", "1", "--seed", "6")

pytestmark = pytest.mark.usefixtures("home")


def dealt_session(seed: int) -> Session:
    """Return a game between people whose cards were dealt from the seed."""
    session = Session(HERBALISM, [PERSON] * 3, seed)
    session.draw_chance()
    return session


# Records --------------------------------------------------------------------------------------------------------------


def test_record_keeps_the_sources_of_bot_seeds(tmp_path: Path) -> None:
    session = Session("herd(size=2)", ["random", "greedy"], 5)
    session.block, session.game = 3, 1
    reopened = session_of(files.decode_record(files.encode_record(record_of(session))))
    assert (reopened.salt, reopened.block, reopened.game) == (session.salt, 3, 1)
    assert [bot_seed_of(reopened, seat) for seat in range(2)] == [bot_seed_of(session, seat) for seat in range(2)]


def test_single_game_of_a_match_replays_without_its_match(tmp_path: Path) -> None:
    """The record holds the salt, block and number. Another salt gives other moves."""
    _, games = play_here(tmp_path / "a", Plan(spec="herd(size=3)", bots=("random", "random"), blocks=2, seed=4))
    with Players(1000) as processes:
        for game in games:
            game_record = record(tmp_path / "a", game)
            assert (game_record.block, game_record.game) == (
                game.block,
                game.number - 2 * game.block,
            ) and repeat_decisions(game_record, processes) == ""
        with pytest.raises(files.RecordError, match="random chooses"):
            repeat_decisions(msgspec.structs.replace(game_record, salt="0" * 32), processes)
    lines = {game.line for game in games}
    assert len(lines) == len(games), "bots play different games after swapping seats"


def test_record_with_a_bad_salt_is_refused() -> None:
    for salt in ("", "1", "g" * 32, "A" * 32, SALT + "\n", SALT + "0"):
        filed = {"format": "herbarium record", "version": 5, "record": {"spec": "herd", "salt": salt}}
        with pytest.raises(files.RecordError, match="salt: "):
            files.decode_record(gzip.compress(json.dumps(filed).encode()))


@pytest.mark.sample(2)
@pytest.mark.parametrize("file", OLD_GAMES, ids=lambda file: file.stem)
def test_old_record_opens_and_replays_but_bots_have_changed(file: Path) -> None:
    game_record = files.read(file)
    session = session_of(game_record)
    assert game_record.salt is None and session.salt is None and record_of(session).salt is None
    assert {bot_seed_of(session, seat) for seat in range(len(session.seats))} == {legacy_seed(game_record.seed)}
    with Players(1000) as processes, pytest.raises(files.RecordError, match=OTHER_EVALUATION[file.stem]):
        repeat_decisions(game_record, processes)


def test_record_of_one_seat_has_no_seed_and_no_salt() -> None:
    session = dealt_session(new_seed())
    session.block, session.game = 7, 5
    data = files.decompress(files.encode_record(seat_record(session, 1)))
    assert (
        not any(f'"{name}":'.encode() in data for name in ("seed", "salt", "block", "game"))
        and str(session.salt).encode() not in data
    )


@pytest.mark.parametrize("seed", [0, 5, 999_999, 2**40 - 1, 2**40, 2**63 - 1])
def test_export_warns_of_a_small_seed_in_a_one_seat_record(seed: int, tmp_path: Path) -> None:
    session = dealt_session(seed)
    assert seed_can_be_found(session) == (seed < 2**40)
    if seed in (5, 2**40):
        files.write(tmp_path / "whole.herbarium", record_of(session))
        result = run(
            "export",
            str(tmp_path / "whole.herbarium"),
            "--seat",
            "2",
            "--to",
            "record",
            "--output",
            str(tmp_path / "seat.herbarium"),
        )
        assert result.status == 0 and files.read(tmp_path / "seat.herbarium").follows == 1
        assert ("warning: the seed of this game, 5, is small" in result.err) == (seed == 5) and result.err.count(
            "\n"
        ) == (seed == 5)


def test_typed_cards_do_not_expose_the_seed() -> None:
    """Cards dealt by hand reveal nothing about the seed in the record, here 0."""
    session, state = Session(HERBALISM, [PERSON] * 3, 0), fastcore.start(HERBALISM)
    session.by_hand = "always"
    drawn = {dealt_session(0).steps[0].move}
    session.play(next(text for move, _ in state.chances() if (text := state.move_text(move)) not in drawn))
    assert session.steps[0].actor == CHANCE and not seed_can_be_found(session)


# Archives -------------------------------------------------------------------------------------------------------------


def archived_games(path: Path) -> list[dict[str, object]]:
    with Archive(path) as archive:
        return [reproducible_values(game) for game in archive.games(1)]


@pytest.mark.slow
def test_seed_and_salt_determine_a_match_in_the_terminal(tmp_path: Path) -> None:
    for name, more in (("a", ("--salt", "AB")), ("b", ("--salt", "00ab")), ("c", ()), ("d", ())):
        assert run(*QUICK, *more, "--archive", str(tmp_path / name)).status == 0
    a, b, c, d = (archived_games(tmp_path / name) for name in "abcd")
    assert a == b and len({json.dumps(game, default=str) for game in (a, c, d)}) == 3
    assert [game["seed"] for game in a] == [game["seed"] for game in c] == [game["seed"] for game in d], (
        "dice and deals depend on the seed alone"
    )
    assert f"salt {'ab':0>32}" in run("show", str(tmp_path / "a")).out


@pytest.mark.slow
def test_resumed_match_uses_the_archived_salt(tmp_path: Path) -> None:
    path = tmp_path / "a"
    assert run(*QUICK, "--archive", str(path)).status == 0
    before = archived_games(path)
    longer = [*QUICK[:5], "4", *QUICK[6:]]
    assert "4 of 8 games already played" in run(*longer, "--archive", str(path)).out
    after = archived_games(path)
    assert after[:4] == before and len(after) == 8
    with Archive(path) as archive:
        plan = archive.match(1).plan
        assert plan.salt is not None
        assert match_for(archive, with_values(plan, salt=None), True) == (archive.match(1), True)
        assert match_for(archive, plan, True) == (archive.match(1), True), "the archived salt may be given explicitly"
        new_match, is_resumed = match_for(archive, with_values(plan, salt=SALT), True)
        assert new_match.id == 2 and not is_resumed, "another salt starts a new match"
        fresh, _ = match_for(archive, with_values(plan, salt=None, seed=99), True)
        assert fresh.plan.salt not in (None, plan.salt, SALT), "a new match gets a random salt"
    _, expected = play_here(tmp_path / "whole", plan)
    assert [reproducible_values(game) | {"match": 1} for game in expected] == after


def test_old_archive_opens_continues_and_verifies(tmp_path: Path) -> None:
    """The archive holds four matches without salts.

    Match 4 was stopped after four of its eight games. Match 3 is the same match without the interruption. Their games
    took place with another evaluation of Herd, so match 4 is also played again as a whole.
    """
    path, emptied = tmp_path / "old.matches", tmp_path / "emptied.matches"
    for copy in (path, emptied):
        copy.write_bytes(gzip.decompress((RECORDS / "version4.matches.gz").read_bytes()))
    with contextlib.closing(sqlite3.connect(emptied)) as database, database:
        database.execute("DELETE FROM records WHERE match = 4")
        database.execute("DELETE FROM games WHERE match = 4")
    with Archive(emptied) as archive, without_processes():
        assert Runner(archive, archive.match(4), jobs=1, cores=Cores(1)).run().kind == "complete"
        again = [reproducible_values(game) for game in archive.games(4)]
    with Archive(path) as archive:
        assert [match.plan.salt for match in archive.matches()] == [None] * 4
        plan = archive.match(4).plan
        assert match_for(archive, with_values(plan, salt=None), True) == (archive.match(4), True)
        assert archive.match(4).plan.salt is None, "the match keeps the old derivation of seeds"
        assert len(list(archive.games(4))) == 4
        assert Runner(archive, archive.match(4), jobs=1, cores=Cores(1)).run().kind == "complete"
        continued = [reproducible_values(game) for game in archive.games(4)]
        assert continued[4:] == again[4:] and len(continued) == 8
        fixed = ("number", "attempt", "block", "order", "seats", "seed", "opening", "ending")
        for game, old, new in zip(map(reproducible_values, archive.games(3)), continued, again, strict=True):
            assert [game[name] for name in fixed] == [old[name] for name in fixed] == [new[name] for name in fixed]
    with without_processes():
        result = run("verify", str(emptied), "--match", "4")
    assert result.status == 0 and result.out.endswith("repeated with the bots, move for move; nothing wrong.\n")
    result = run("verify", str(path), "--match", "4")
    assert result.status and "now, not" in result.out + result.err, "the first four games cannot be repeated"
    assert "salt none: the bots' seeds derive from the seed" in run("show", str(path), "--match", "4").out


@pytest.mark.parametrize(
    ("bot", "seed", "salt", "warned"),
    [
        ("./mine.py:Mine", 5, SALT, ["the seed is small"]),
        ("./mine.py:Mine", 2**40, f"{1:032x}", ["the salt is small"]),
        ("./mine.py:Mine", 2**40, None, ["the salt is small"]),
        ("./mine.py:Mine", 2**62, SALT, []),
        ("random", 5, None, []),
    ],
)
def test_match_warns_of_small_seeds_for_bots_from_files(
    bot: str, seed: int, salt: str | None, warned: list[str]
) -> None:
    match = Match(1, Plan(spec="herd", bots=(bot, "greedy"), seed=seed, salt=salt), "", "", "")
    lines = "\n".join(words.start_lines(match, Path("a.matches"), 0, 100, False))
    assert [reason for reason in ("the seed is small", "the salt is small") if reason in lines] == warned


def test_plan_with_a_bad_salt_is_unreadable(tmp_path: Path) -> None:
    with Archive(tmp_path / "a", create=True) as archive:
        archive.add_match(check(Plan(spec="herd", bots=("greedy", "random"))).plan)
    with sqlite3.connect(tmp_path / "a") as db:
        db.execute('UPDATE matches SET plan = replace(plan, \'"salt":"\', \'"salt":"x\')')
    with Archive(tmp_path / "a") as archive:
        assert list(archive.unreadable()) == [1] and "salt" in archive.unreadable()[1]
