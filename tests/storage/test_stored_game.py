"""Tests that no stored game is lost, whatever happens to its files."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from time import monotonic, perf_counter, sleep

import pytest

import fastcore
from bots.report import Candidate, Report
from workbench.game.session import PERSON, Session
from workbench.records import files
from workbench.storage.autosave import find_abandoned
from workbench.storage.session_records import AUTOSAVE_OF as OF
from workbench.storage.session_records import record_of, session_of, snapshot
from workbench.storage.stored_game import StoredGame
from workbench.system import saving

GAME = fastcore.games()[0]

pytestmark = pytest.mark.usefixtures("home")


def new_session(*players: str) -> Session:
    seats = fastcore.start(GAME).seats
    return Session(GAME, players or [PERSON] * seats, 1)


def play_moves(game: Session, count: int = 1) -> None:
    for _ in range(count):
        while game.waits_for == "chance":
            game.draw_chance()
        game.play(game.state.move_text(game.state.moves()[0]))


def save_now(stored: StoredGame, file: Path | None = None) -> Path:
    saved = stored.saver(file)()
    stored.check_changes()
    return saved.file


def wait_until(condition: Callable[[], object], seconds: float = 10) -> None:
    deadline = monotonic() + seconds
    while not condition():
        assert monotonic() < deadline, "condition not met in time"
        sleep(0.005)


def autosave_files(home: Path) -> list[Path]:
    return [*(home / "autosave").glob(f"*{files.SUFFIX}")] if (home / "autosave").exists() else []


def test_no_autosave_is_written_before_the_first_decision(home: Path) -> None:
    stored = StoredGame(new_session())
    stored.check_changes()
    assert not stored.unsaved and not stored.worth_keeping and not (home / "autosave").exists()
    play_moves(stored.session)
    stored.check_changes()
    assert stored.unsaved and stored.worth_keeping
    wait_until(lambda: autosave_files(home))
    stored.discard()
    assert autosave_files(home) == []


def test_saved_game_needs_no_autosave_until_it_changes(home: Path, tmp_path: Path) -> None:
    stored = StoredGame(new_session())
    play_moves(stored.session, 3)
    stored.check_changes()
    file = save_now(stored, tmp_path / "mine.herbarium")
    assert not stored.unsaved and stored.file == file and files.read(file) == record_of(stored.session)
    wait_until(lambda: not autosave_files(home))
    stored.session.undo()
    stored.check_changes()
    assert not stored.unsaved, "viewing another position is not a change"
    stored.session.document.annotations.set_comment(0, "a fine game")
    stored.check_changes()
    assert stored.unsaved
    stored.session.undo()
    stored.check_changes()
    assert not stored.unsaved, "an undone change does not count"
    stored.session.document.annotations.set_comment(0, "a fine game")
    assert save_now(stored) == file and files.read(file).comment == "a fine game"
    stored.leave()
    assert find_abandoned() == []


def test_recovered_game_keeps_its_file(tmp_path: Path) -> None:
    stored = StoredGame(new_session())
    play_moves(stored.session, 2)
    file = save_now(stored, tmp_path / "mine.herbarium")
    play_moves(stored.session, 2)
    stored.check_changes()
    stored.leave()
    (abandoned,) = find_abandoned()
    assert abandoned.record is not None and str(file) in abandoned.record.tags[OF]
    reopened = StoredGame.recover(abandoned)
    assert find_abandoned() == [], "a recovered game is not offered again"
    with pytest.raises(files.RecordError, match="another window has opened it"):
        StoredGame.recover(abandoned)
    reopened.check_changes()
    assert reopened.file == file and reopened.unsaved and record_of(reopened.session) == record_of(stored.session)
    play_moves(reopened.session)
    assert save_now(reopened) == file
    assert files.read(file) == record_of(reopened.session) and OF not in files.read(file).tags
    reopened.leave()
    assert find_abandoned() == []
    with pytest.raises(files.RecordError, match="it no longer exists"):
        StoredGame.recover(abandoned)


def test_closed_game_does_not_claim_its_file(tmp_path: Path) -> None:
    stored = StoredGame(new_session())
    play_moves(stored.session)
    file = save_now(stored, tmp_path / "mine.herbarium")
    stored.release_file()
    other = StoredGame.open(file)
    assert not other.open_elsewhere
    other.leave()
    stored.clear_discarded()  # reopened
    assert not stored.open_elsewhere and StoredGame.open(file).open_elsewhere


def test_file_changed_elsewhere_is_not_overwritten(tmp_path: Path) -> None:
    first = StoredGame(new_session())
    play_moves(first.session)
    file = save_now(first, tmp_path / "mine.herbarium")
    second = StoredGame.open(file)
    assert second.open_elsewhere and not first.open_elsewhere
    play_moves(first.session)
    play_moves(second.session, 2)
    assert save_now(second) == file
    mine, theirs = record_of(first.session), record_of(second.session)
    saved = first.saver()()
    assert saved.conflict == file.name and saved.file == tmp_path / "mine-2.herbarium" and first.file == saved.file
    assert files.read(file) == theirs and files.read(saved.file) == mine
    play_moves(first.session)
    assert save_now(first) == saved.file, "later saves go to the copy"
    first.leave()
    second.leave()
    assert not StoredGame.open(file).open_elsewhere


def test_deleted_file_is_recreated(tmp_path: Path) -> None:
    stored = StoredGame(new_session())
    play_moves(stored.session)
    file = save_now(stored, tmp_path / "folder" / "mine.herbarium")
    file.unlink()
    file.parent.rmdir()
    play_moves(stored.session)
    saved = stored.saver()()
    assert saved.recreated and saved.file == file and files.read(file) == record_of(stored.session)


def test_full_disk_loses_no_moves(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []
    stored = StoredGame(new_session(), lines.append)
    play_moves(stored.session)
    file = save_now(stored, tmp_path / "mine.herbarium")
    before = file.read_bytes()
    write = saving.write

    def fail_with_full_disk(file: Path, data: bytes) -> None:
        raise saving.WriteError(f"{file}: it cannot be written: No space left on device")

    monkeypatch.setattr(saving, "write", fail_with_full_disk)
    play_moves(stored.session)
    stored.check_changes()
    wait_until(lambda: lines)
    with pytest.raises(saving.WriteError, match="No space left"):
        stored.saver()()
    assert file.read_bytes() == before and stored.unsaved
    monkeypatch.setattr(saving, "write", write)
    wait_until(lambda: autosave_files(home))  # the program retries by itself
    (autosaved,) = autosave_files(home)
    assert len(files.read(autosaved).lines[0].moves) == len(stored.session.steps)
    stored.discard()


def test_concurrent_saves_go_to_one_file(home: Path, tmp_path: Path) -> None:
    """Each save starts from the result of the previous one, regardless of the order of the requests."""
    stored = StoredGame(new_session())
    play_moves(stored.session)
    first, second = stored.saver(), stored.saver()
    play_moves(stored.session)
    third = stored.saver()
    saved = [work() for work in (first, second, third)]
    assert [result.added for result in saved] == [True, False, False] and not any(
        result.conflict or result.recreated for result in saved
    )
    assert len({result.file for result in saved}) == 1 == len([*(home / "games").glob(f"*{files.SUFFIX}")])
    stored.check_changes()
    assert not stored.unsaved and files.read(saved[0].file) == record_of(stored.session)
    reopened, elsewhere = stored.saver(), stored.saver(tmp_path / "mine.herbarium")
    assert elsewhere().file == tmp_path / "mine.herbarium" == reopened().file, "the save uses the game's current file"
    stored.leave()
    assert find_abandoned() == []


def test_saves_on_several_threads_go_to_one_file(home: Path) -> None:
    stored = StoredGame(new_session())
    play_moves(stored.session)
    threads = [Thread(target=stored.saver()) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len([*(home / "games").glob(f"*{files.SUFFIX}")]) == 1
    stored.leave()


def test_leaving_reports_a_failed_save(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail_with_full_disk(file: Path, data: bytes) -> None:
        raise saving.WriteError(f"{file}: it cannot be written: No space left on device")

    stored = StoredGame(new_session())
    play_moves(stored.session)
    stored.check_changes()
    assert stored.flush() == "" == stored.fault
    write = saving.write
    monkeypatch.setattr(saving, "write", fail_with_full_disk)
    play_moves(stored.session)
    stored.check_changes()
    assert stored.flush() == "No space left on device" == stored.fault
    monkeypatch.setattr(saving, "write", write)
    assert stored.flush() == "" == stored.fault
    monkeypatch.setattr(saving, "write", fail_with_full_disk)
    play_moves(stored.session)
    assert stored.leave() == "No space left on device"


def test_discarded_game_claims_no_file(tmp_path: Path) -> None:
    stored = StoredGame(new_session())
    play_moves(stored.session)
    file = save_now(stored, tmp_path / "mine.herbarium")
    play_moves(stored.session)
    stored.check_changes()
    stored.mark_discarded()
    second = StoredGame.open(file)
    assert not second.open_elsewhere and len(second.session.steps) == 1
    second.leave()
    stored.clear_discarded()
    assert not stored.discarded and StoredGame.open(file).open_elsewhere
    stored.discard()


def start_child(code: str, *arguments: str) -> subprocess.Popen[str]:
    """Start a process that runs this code, prints "ready" and then waits."""
    script = (
        "import sys, time\nfrom workbench.system import folders\nfrom tests.storage.test_stored_game import "
        f"*\n{code}\nprint('ready', flush=True)\ntime.sleep(60)\n"
    )
    program = subprocess.Popen(
        [sys.executable, "-c", script, *arguments], cwd=Path(__file__).parents[2], stdout=subprocess.PIPE, text=True
    )
    assert program.stdout is not None and program.stdout.readline() == "ready\n"
    return program


def kill_child(program: subprocess.Popen[str]) -> None:
    program.kill()
    program.wait()
    assert program.stdout is not None
    program.stdout.close()


def test_file_open_in_another_process_is_detected(tmp_path: Path) -> None:
    stored = StoredGame(new_session())
    play_moves(stored.session)
    file = save_now(stored, tmp_path / "mine.herbarium")
    stored.leave()
    program = start_child(
        "kept = StoredGame.open(Path(sys.argv[1]))\nplay_moves(kept.session)\nkept.check_changes()\nwait_until(lambda: "
        "autosave_files(folders.data_folder()))",
        str(file),
    )
    try:
        mine = StoredGame.open(file)
        assert mine.open_elsewhere
        mine.leave()
    finally:
        kill_child(program)
    reopened = StoredGame.open(file)
    assert not reopened.open_elsewhere and len(reopened.session.steps) == 1
    reopened.leave()
    (abandoned,) = find_abandoned()
    theirs = StoredGame.recover(abandoned)
    assert theirs.file == file and len(theirs.session.steps) == 2, "the moves of the killed process are recovered"
    theirs.discard()


@pytest.mark.skipif(sys.platform == "win32", reason="no such limit")
def test_failed_write_keeps_the_old_file(tmp_path: Path) -> None:
    """The write fails in the middle of the file."""
    stored = StoredGame(new_session())
    play_moves(stored.session)
    file = save_now(stored, tmp_path / "mine.herbarium")
    stored.leave()
    before = file.read_bytes()
    code = """
import resource
kept, lines = StoredGame.open(Path(sys.argv[1])), []
kept._on_fault = lines.append
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
play_moves(kept.session, 5)
kept.check_changes()
wait_until(lambda: lines)
try:
    kept.saver()()
except saving.WriteError as error:
    assert "File too large" in str(error), str(error)
else:
    raise AssertionError("it was written")
assert len(lines) == 1 and "File too large" in lines[0]
"""
    kill_child(start_child(code, str(file)))
    assert file.read_bytes() == before and [path.name for path in tmp_path.glob(".*")] == []


def test_opened_record_is_replayed_and_checked(tmp_path: Path) -> None:
    stored = StoredGame(new_session())
    play_moves(stored.session, 4)
    stored.session.resign(0)
    file = save_now(stored, tmp_path / "mine.herbarium")
    reopened = StoredGame.open(file)
    assert reopened.session.result is not None and reopened.session.result.ending == "resigned"
    assert len(reopened.session.steps) == len(stored.session.steps) and not reopened.session.document.can_undo
    file.write_bytes(file.read_bytes()[:-20])
    with pytest.raises(files.RecordError) as error:
        StoredGame.open(file)
    assert str(file) in str(error.value) and len(str(error.value).splitlines()) == 1


def test_snapshot_ignores_later_changes() -> None:
    game = new_session()
    play_moves(game, 2)
    make_record, expected = snapshot(game), record_of(game)
    play_moves(game, 3)
    game.document.annotations.set_comment(1, "later")
    assert make_record() == expected != record_of(game)


def long_game(spec: str = GAME, moves: int = 3000) -> Session:
    """Return a game with more than `moves` moves, in a main line and variations, with reports."""
    game = Session(spec, ["random"] * fastcore.start(spec).seats, 1)
    stream, best = fastcore.Stream(1, "long"), Candidate("x", 100, (0.0,) * len(game.seats), 0.1, 0.1, ("x", "y"))
    while len(game.document.tree.nodes) <= moves:
        if game.waits_for == "over":
            game.document.go_to(0)
        elif game.waits_for == "chance":
            game.draw_chance()
        else:
            game.play(game.state.move_text(stream.choice(game.state.moves())), Report("x", (best,) * 8, 1000, 0.5))
    return game


def test_checking_a_long_game_for_changes_is_fast(record_property: Callable[[str, object], None]) -> None:
    """The check runs on the window's thread. Only `make deep` checks the time."""
    game = long_game()
    stored = StoredGame(game)
    times = list[float]()
    for _ in range(20):
        game.document.annotations.set_comment(0, str(len(times)))
        before = perf_counter()
        stored.check_changes()
        times.append(perf_counter() - before)
    stored.discard()
    record_property("ms to look at a game that changed", round(1000 * sorted(times)[len(times) // 2], 2))
    assert not os.environ.get("HERBARIUM_DEEP") or sorted(times)[len(times) // 2] < 0.005
    assert session_of(record_of(game)).steps == game.steps
