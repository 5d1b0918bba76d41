"""Tests of the search for a position in stored games."""

from __future__ import annotations

import random
from pathlib import Path
from time import perf_counter

import msgspec
import pytest

import fastcore
from fastcore import Stream
from tests.conftest import deep, is_fast_enough
from tests.finding.naive import hexagon_images, replay_search
from tests.kit.matches import SALT, play_here
from tests.kit.terminals import run
from workbench.conformance.walks import random_game
from workbench.finding.canonical import canonicaliser, public_view
from workbench.finding.index import PositionIndex, indexed_positions
from workbench.finding.search import find_position, next_moves
from workbench.finding.sources import ArchiveSource
from workbench.matches.archive.default import default_archive
from workbench.matches.planning.plan import Plan
from workbench.records import files, replay
from workbench.records.schema import Line, Move, Record, Result, Seat
from workbench.storage.library import Library

SMALL = {"herd": "herd(size=3)", "herbs": "herbs(ap=40)", "herbalism": "herbalism(target=2)"}
replace = msgspec.structs.replace


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HERBARIUM_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def record_of_moves(spec: str, moves: list[str], day: int = 1) -> Record:
    state = fastcore.start(spec)
    for move in moves:
        state.play(move)
    over = state.actor == fastcore.OVER
    return Record(
        spec=spec,
        seats=tuple(Seat(player="person", name=f"Ann{seat}") for seat in range(state.seats)),
        created=f"2025-03-{day:02}T12:00:00+01:00",
        lines=(Line(moves=tuple(Move(move=move) for move in moves)),),
        result=Result("normal", tuple(state.returns()), tuple(state.points())) if over else None,
    )


def random_record(spec: str, number: int, max_moves: int = 10**6) -> Record:
    game = random_game(spec, number, max_moves=max_moves)
    return record_of_moves(spec, [state.move_text(move) for state, move in game], number % 28 + 1)


def saved(records: list[Record]) -> dict[str, Record]:
    return {Library().save(record).name: record for record in records}


def search(state: fastcore.State) -> dict[str, int]:
    return {game.name: game.at for game in find_position(state).games}


@pytest.mark.sample(1)
def test_search_finds_what_replaying_every_game_finds(game_id: str) -> None:
    spec = SMALL.get(game_id, game_id)
    records = saved([random_record(spec, number, 60) for number in range(deep(12, 20))])
    chosen = random.Random(1)
    for _ in range(deep(40, 60)):
        record = chosen.choice(list(records.values()))
        state = fastcore.start(spec)
        for move in record.lines[0].moves[: int(len(record.lines[0].moves) * chosen.random() ** 3)]:
            state.play(move.move)
        assert search(state) == replay_search(state, records)


@pytest.mark.parametrize("mirror", range(12))
def test_rotated_and_mirrored_positions_are_found(mirror: int) -> None:
    image = list(hexagon_images(4))[mirror]
    first, second, third = "a1", "c4", "e2"
    saved([record_of_moves("forest", [f"@{first}", f"@{second}", f"@{third}"])])
    turned = fastcore.start("forest").after(f"@{image(first)}").after(f"@{image(second)}")
    found = find_position(turned)
    assert [game.at for game in found.games] == [2]
    assert [move.move for move in found.moves] == [f"@{image(third)}"]


def test_order_of_moves_does_not_matter() -> None:
    records = saved(
        [record_of_moves("forest", ["@a1", "@d4", "@e5", "@g2"]), record_of_moves("forest", ["@g2", "@d4"])]
    )
    state = fastcore.start("forest")
    for move in ("@g2", "@e5", "@d4", "@a1"):
        state.play(move)
    assert search(state) == {next(iter(records)): 4}


def test_other_options_are_another_game() -> None:
    saved([record_of_moves("forest(first_turn=1)", ["@a1"])])
    assert not find_position(fastcore.start("forest")).games
    assert find_position(fastcore.start("forest(first_turn=1)")).games


def test_equivalent_moves_are_counted_together_with_their_scores() -> None:
    corner, inner = ("a1", "a4", "g4", "d7"), "d4"
    saved([record_of_moves("forest", [f"@{cell}"], day + 1) for day, cell in enumerate(corner)])
    saved([record_of_moves("forest", [f"@{inner}"])])
    moves = find_position(fastcore.start("forest")).moves
    assert [(move.games, move.score) for move in moves] == [(4, None), (1, None)]
    assert moves[0].move.removeprefix("@") in ("a1", "a4", "d1", "d7", "g1", "g4") and moves[1].move == "@d4"


def test_score_is_the_share_of_the_win_of_the_player_to_move() -> None:
    records = saved([random_record("forest", number) for number in range(8)])
    found = find_position(fastcore.start("forest"))
    assert found.seat == 0 and sum(move.games for move in found.moves) == 8
    results = [record.result.returns[0] for record in records.values() if record.result is not None]
    wins = sum((value > 0) + (value == 0) / 2 for value in results)
    assert sum(move.games * (move.score or 0) for move in found.moves) == pytest.approx(wins)
    assert next_moves(found.games, 1)[0].score is not None


def test_secret_plans_do_not_distinguish_positions() -> None:
    plans = (["0TL", "0TL", "0TL", "0TL", "WhF5"], ["1M1", "0TR", "0TL", "1TL", "BlF5"])
    saved([record_of_moves("herbs", plan, day + 1) for day, plan in enumerate(plans)])
    state = fastcore.start("herbs").after("0TR")
    assert [game.at for game in find_position(state).games] == [0, 0]  # one plan line is as secret as none
    for plan in plans:
        state = fastcore.start("herbs")
        for move in plan:
            state.play(move)
        assert [game.at for game in find_position(state).games] == [5, 5]


def test_record_of_one_seat_is_found_by_what_everybody_sees() -> None:
    stream = Stream(3)
    state = fastcore.start("herbalism")
    known, seen = state.viewpoint(1), []
    for _ in range(9):
        move = state.move_text(state.sample(stream) if state.actor == fastcore.CHANCE else stream.choice(state.moves()))
        observed = state.observation(move, 1)
        state.play(move)
        if observed:
            seen.append(observed)
            known.observe(observed)
    record = replace(record_of_moves("herbalism", []), follows=1, lines=(Line(moves=tuple(map(Move, seen))),))
    replay.check(record)
    name = Library().save(record).name
    assert name in search(state)
    assert [game.name for game in find_position(known).games] == [name]


def test_index_follows_changed_deleted_and_restored_games() -> None:
    library = Library()
    state = fastcore.start("forest").after("@a1")
    name, other = (library.save(record_of_moves("forest", [move])) for move in ("@a1", "@d4"))
    assert search(state) == {name.name: 1}
    files.write(name, record_of_moves("forest", ["@b2", "@a1"]))
    files.write(other, record_of_moves("forest", ["@g4"]))
    assert search(state) == {other.name: 1}
    aside = library.delete(other)
    assert search(state) == {}
    assert search(state.after("@b2").copy()) == {}
    assert search(fastcore.start("forest").after("@b2").after("@a1")) == {name.name: 2}
    library.restore(aside)
    assert search(state) == {other.name: 1}
    with PositionIndex() as index:
        assert index.count() == (2, 5)


def test_damaged_records_are_skipped_and_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    library = Library()
    good = library.save(record_of_moves("forest", ["@a1"]))
    (library.folder / "bad.herbarium").write_bytes(b"no record")
    library.save(Record(spec="forest", lines=(Line(moves=(Move("@z9"),)),)))
    library.save(Record(spec="unknown", lines=(Line(moves=(Move("@z9"),)),)))
    assert list(search(fastcore.start("forest"))) == [good.name]
    monkeypatch.setattr(files, "read", lambda file: pytest.fail("a known game is read again"))
    assert list(search(fastcore.start("forest"))) == [good.name]


def test_damaged_index_is_rebuilt(home: Path) -> None:
    saved([record_of_moves("forest", ["@a1"])])
    state = fastcore.start("forest")
    expected = search(state)
    for damage in (b"no database", b"", (home / "positions.sqlite3").read_bytes()[:3000]):
        (home / "positions.sqlite3").write_bytes(damage)
        for suffix in ("-wal", "-shm"):
            (home / f"positions.sqlite3{suffix}").unlink(missing_ok=True)
        assert search(state) == expected


def test_index_that_cannot_be_written_is_kept_in_memory(home: Path) -> None:
    saved([record_of_moves("forest", ["@a1"])])
    (home / "positions.sqlite3").mkdir()
    assert len(search(fastcore.start("forest"))) == 1


def test_stopped_update_continues_later() -> None:
    saved([record_of_moves("forest", ["@a1"], day) for day in range(1, 6)])
    calls: list[tuple[int, int]] = []

    def stop(done: int, total: int) -> bool:
        calls.append((done, total))
        return done < 2

    assert len(find_position(fastcore.start("forest"), progress=stop).games) == 2
    assert calls == [(1, 5), (2, 5)]
    assert len(search(fastcore.start("forest"))) == 5


def test_archives_are_searched_and_followed(tmp_path: Path) -> None:
    plan = Plan(spec="herd(size=3)", bots=("random", "random"), blocks=1, salt=SALT, random_moves=0)
    _, games = play_here(default_archive(), plan)
    found = find_position(fastcore.start("herd(size=3)"))
    assert {game.name for game in found.games} == {f"1 {game.number + 1} {game.attempt}" for game in games}
    assert all(game.source == default_archive().absolute() and game.result for game in found.games)
    other = tmp_path / "other.matches"
    default_archive().rename(other)
    assert not find_position(fastcore.start("herd(size=3)")).games
    assert len(find_position(fastcore.start("herd(size=3)"), [ArchiveSource(other)]).games) == len(games)
    assert str(other) in run("games", "--position", "herd(size=3)", "--archive", str(other)).out
    other.write_bytes(b"no archive")
    assert find_position(fastcore.start("herd(size=3)"), [ArchiveSource(other)]).failures
    assert run("games", "--position", "herd(size=3)", "--archive", str(other)).status == 2


def test_move_after_a_position_set_up_by_hand_is_recorded() -> None:
    record = record_of_moves("forest", ["@a1"])
    text = "4/5/6/3,r,3/6/5/g,g,r,1 r 1 2 -"
    moves = (*record.lines[0].moves, Move(f"position={text}"), Move("d4-d5"))
    positions = list(indexed_positions(replace(record, lines=(Line(moves=moves),))))
    state = fastcore.parse(f"forest {text}")
    key, forms = canonicaliser("forest").position(public_view(state))
    assert positions[0].next and not positions[1].next
    assert positions[2].key == key and canonicaliser("forest").seen_from(positions[2].next, forms)
    assert len(positions) == 4


def test_ten_thousand_positions_are_indexed_and_searched_in_seconds() -> None:
    records, count = list[Record](), 0
    while count < 10_000:
        records.append(random_record("herd", len(records)))
        count += len(records[-1].lines[0].moves)
    saved(records)
    begin = perf_counter()
    find_position(fastcore.start("herd"))
    built = perf_counter()
    assert len(find_position(fastcore.start("herd")).games) == len(records)
    assert is_fast_enough(built - begin, 5) and is_fast_enough(perf_counter() - built, 0.2)


def test_command_prints_moves_and_games(home: Path) -> None:
    assert run("games", "--position", "forest").out == "No saved game has this position.\n"
    saved([record_of_moves("forest", ["@a1", "@d4"], 2), record_of_moves("forest", ["@a1", "@d4", "@e5"], 3)])
    out = run("games", "--position", "forest 4/5/6/7/6/5/r,3 g 0 p3 -").out
    assert "played next" in out and "@d4" in out and "score of Green" in out and "Ann0, Ann1" in out
    data = msgspec.json.decode(run("games", "--position", "forest", "--json").out)
    assert data["seat"] == 1 and [game["at"] for game in data["games"]] == [0, 0]


def test_command_reports_bad_input_in_one_line(home: Path) -> None:
    bad = run("games", "--position", "forest 4/5/6/7/6/5/5 r 0 p4 -")
    assert bad.status == 2 and bad.err.startswith("herbarium: games: rows") and bad.err.count("\n") == 1
    assert run("games", "--position", "nothing").status == 2
    both = run("games", "--position", "forest", "--player", "Ann", "--recent")
    assert both.err == "herbarium: games: --position cannot be combined with --player or --recent\n"
    assert run("games", "--archive", "x.matches").err == "herbarium: games: --archive needs --position\n"
    assert "this archive does not exist" in run("games", "--position", "forest", "--archive", "x.matches").err
    assert run("games", "--position", "herbalism ?? ????/???? 0,0,0").status == 2
