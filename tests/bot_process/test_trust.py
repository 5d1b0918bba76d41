"""Tests that bots named by records, archives or pasted text run only after the user agrees to their content."""

from __future__ import annotations

import hashlib
import os
import py_compile
import stat
from pathlib import Path
from unittest.mock import patch

import msgspec
import pytest

import bots
from bots import BotError, Source
from tests.attacks import strangers
from tests.conftest import deep
from tests.kit.payloads import GREEDY, Payload, archive_with, decisions_until, record_with, write_record
from tests.kit.terminals import run
from workbench.bot_process import bot_factory, trust
from workbench.game.session import PERSON, Session
from workbench.gui.trust import words as trust_words
from workbench.matches.planning.plan import PlanError
from workbench.matches.workers.background_match import BackgroundMatch
from workbench.positions.lists import PositionListError
from workbench.positions.pasting import paste
from workbench.records import files
from workbench.review.judging import Reviewer
from workbench.storage.session_records import session_of
from workbench.table.seating import Seating
from workbench.thinking import analyses

pytestmark = pytest.mark.usefixtures("home", "nothing_agreed")


def digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def test_play_runs_bot_only_with_permission(payload: Payload, tmp_path: Path, started_bots: list[str]) -> None:
    file = write_record(tmp_path / "g.herbarium", [PERSON, payload.text], decisions_until(1))
    result = run("play", str(file), typed="board\n")
    assert not payload.has_run and started_bots == [] and result.status == 1
    output = " ".join(result.out.split())
    assert (
        str(payload.file) in output
        and digest(payload.file) in output
        and "--run-bots" in output
        and "seats to choose another player" in output
    )
    result = run("play", str(file), "--run-bots", typed="")
    assert started_bots == [payload.text] and "needs your permission" not in result.out
    assert len(files.read(file).lines[0].moves) > len(record_with([PERSON, PERSON], decisions_until(1)).lines[0].moves)
    trust.forget_session()
    assert trust.question(payload.text) is not None, "this was for one run only"


def test_permission_can_be_given_at_the_table(payload: Payload, tmp_path: Path, started_bots: list[str]) -> None:
    file = write_record(tmp_path / "g.herbarium", [PERSON, payload.text], decisions_until(1))
    result = run("play", str(file), typed="run-bots\nrun-bots\n")
    assert (
        started_bots == [payload.text]
        and result.out.count("needs your permission") == 1
        and "No bot is waiting for your permission." in result.out
    )
    assert trust.question(payload.text) is None
    trust.forget_session()
    assert trust.question(payload.text) is not None, "this was for one session only"


def test_waiting_seat_can_get_another_player(payload: Payload, tmp_path: Path, started_bots: list[str]) -> None:
    file = write_record(tmp_path / "g.herbarium", [PERSON, payload.text], decisions_until(1))
    result = run("play", str(file), typed="seats\n\ngreedy\n")
    assert started_bots == [] and result.status == 0 and session_of(files.read(file)).seats == (PERSON, "greedy")
    write_record(file, [PERSON, payload.text], decisions_until(1))
    result = run("play", str(file), typed="seats\n\nperson\nmoves\n")
    assert started_bots == [] and result.status == 0 and session_of(files.read(file)).seats == (PERSON, PERSON)
    write_record(file, [PERSON, payload.text], decisions_until(1))
    result = run("play", str(file), typed="seats\n\nnobody\n")
    assert "no bot 'nobody'" in result.out and session_of(files.read(file)).seats == (PERSON, payload.text)


def test_seat_waits_for_a_missing_bot_file(tmp_path: Path) -> None:
    file = write_record(tmp_path / "g.herbarium", [PERSON, f"{tmp_path}/folder/gone.py:Mine"], decisions_until(1))
    result = run("play", str(file), typed="moves\nhint\n\nboard\nseats\n\nnope.py:Foo\n")
    output = " ".join(result.out.split())
    missing = (
        f"bot is missing: {tmp_path}/folder/gone.py (looked in {tmp_path}/folder). "
        "Type seats to choose another player or to play this seat yourself."
    )
    assert result.status == 1 and result.err == "" and output.count(missing) >= 4 and "nothing to decide" not in output
    assert "'nope.py': there is no such file" in output and session_of(files.read(file)).seats[1].endswith(
        "gone.py:Mine"
    )
    result = run("play", str(file), typed="seats\n\ngreedy\n")
    assert result.status == 0 and session_of(files.read(file)).seats == (PERSON, "greedy")
    file = write_record(tmp_path / "g.herbarium", [PERSON, "./gone.py:Mine"], decisions_until(0))
    assert run("play", str(file), typed="moves\n").status == 0


def test_moves_and_hint_mention_missing_permission(payload: Payload, tmp_path: Path) -> None:
    file = write_record(tmp_path / "g.herbarium", [PERSON, payload.text], decisions_until(1))
    result = run("play", str(file), typed="moves\nhint\n")
    assert (
        result.out.count("This bot needs your permission. Type run-bots") == 2 and "nothing to decide" not in result.out
    )


def test_recovered_game_waits_for_permission(payload: Payload, home: Path, started_bots: list[str]) -> None:
    write_record(home / "autosave" / "1-abc.herbarium", [PERSON, payload.text], decisions_until(1))
    result = run("play", "--recover", typed="")
    assert "needs your permission" in result.out and not payload.has_run and started_bots == []


def test_verify_replays_game_without_running_bots(payload: Payload, tmp_path: Path, started_bots: list[str]) -> None:
    file = write_record(tmp_path / "g.herbarium", [payload.text, payload.text], 2)
    result = run("verify", str(file))
    assert result.status == 0 and not payload.has_run and started_bots == []
    assert len(result.out.splitlines()) == 1 and "1 replayed" in result.out and "--run-bots" in result.out
    assert str(payload.file) in result.out and digest(payload.file) in result.out
    result = run("verify", str(file), "--run-bots")
    assert (
        result.status == 0
        and set(started_bots) == {payload.text}
        and "1 repeated with the bots, move for move" in result.out
    )


def test_verify_reports_changed_bot_file_before_asking(
    payload: Payload, tmp_path: Path, started_bots: list[str]
) -> None:
    record = record_with([payload.text, payload.text], 2)
    version = f"sha256 {'0' * 16}"
    seats = tuple(msgspec.structs.replace(seat, version=version) for seat in record.seats)
    files.write(tmp_path / "g.herbarium", msgspec.structs.replace(record, seats=seats))
    for words in ((), ("--run-bots",)):
        result = run("verify", str(tmp_path / "g.herbarium"), *words)
        assert result.status == 0 and started_bots == [] and not payload.has_run and "run-bots" not in result.out
        assert (
            f"{payload.file.name} differs from the file that played (SHA-256 {'0' * 16}...): "
            "its moves cannot be checked"
        ) in result.out


@pytest.mark.parametrize(
    "words",
    [
        ("show",),
        ("show", "--why"),
        ("export",),
        ("edit", "--text"),
        ("review", "--simulations", "1"),
        ("verify", "--rules-only"),
    ],
)
def test_reading_a_record_runs_no_bot(
    payload: Payload, tmp_path: Path, started_bots: list[str], words: tuple[str, ...]
) -> None:
    file = write_record(tmp_path / "g.herbarium", [payload.text, payload.text], 2)
    result = run(words[0], str(file), *words[1:])
    assert result.status == 0 and not payload.has_run and started_bots == []


def test_library_and_analysis_of_a_record_run_no_bot(payload: Payload, home: Path, started_bots: list[str]) -> None:
    file = write_record(home / "games" / "g.herbarium", [payload.text, payload.text], 2)
    assert run("games").status == 0 and run("analyse", str(file), "--at", "1", "--simulations", "10").status == 0
    assert not payload.has_run and started_bots == []


def test_pasted_record_runs_no_bot(payload: Payload, tmp_path: Path, started_bots: list[str]) -> None:
    file = write_record(tmp_path / "g.herbarium", [payload.text, payload.text], 2)
    assert len(paste(str(file), "herd(size=2)").positions.entries) > 2 and not payload.has_run and started_bots == []


def test_match_from_foreign_archive_waits_for_permission(
    payload: Payload, tmp_path: Path, started_bots: list[str]
) -> None:
    path = archive_with(tmp_path / "a.matches", (payload.text, "greedy"))
    running = BackgroundMatch(path, 1, 1)
    running.join()
    refused = running.progress.refused
    assert (
        refused is not None and refused.digest == digest(payload.file) and refused.file == str(payload.file.resolve())
    )
    assert not payload.has_run and started_bots == [] and str(payload.file) in running.progress.fault


def test_review_and_analysis_do_not_run_a_recorded_bot(payload: Payload, started_bots: list[str]) -> None:
    session = session_of(record_with([PERSON, PERSON], 1))
    with pytest.raises(trust.NotAllowedError):
        Reviewer(session, payload.text)
    desk = analyses.SessionAnalyses(session, (payload.text, GREEDY))
    desk.start()
    desk.set_position(0, session.document.viewpoint_at(session.document.line()[-1], session.state.actor))
    assert len(desk.faults) == 2 and not payload.has_run and started_bots == []


def test_seat_waits_until_permission_is_given(payload: Payload, started_bots: list[str]) -> None:
    session = Session("herd(size=2)", [PERSON, payload.text], 1)
    seating = Seating(session)
    assert seating.players == {} and seating.awaiting_consent[1].digest == digest(payload.file) and started_bots == []
    session.change_seat(0, "random")  # other seats can change in the meantime
    seating.sync()
    assert list(seating.players) == [0] and list(seating.awaiting_consent) == [1]
    trust.allow_once(seating.awaiting_consent[1])
    seating.retry()
    assert sorted(seating.players) == [0, 1] and seating.awaiting_consent == {}
    seating.close()


def test_changed_file_needs_new_permission(payload: Payload) -> None:
    question = trust.question(payload.text)
    assert question is not None and trust.allow_always(question) == "" and trust.question(payload.text) is None
    trust.forget_session()
    assert trust.question(payload.text) is None, "this is remembered"
    payload.change(more="\n# another author\n")
    again = trust.question(payload.text)
    assert again is not None and again.digest != question.digest and not payload.has_run
    with pytest.raises(trust.NotAllowedError) as refused:
        bot_factory.make(payload.text, 1)
    assert again.digest in str(refused.value) and len(str(refused.value).splitlines()) == 1
    assert "has changed since you allowed it" in str(refused.value) and "not used before" not in str(refused.value)
    assert "has changed since you allowed it" in trust_words.question_text(
        again
    ) and "not used before" in trust_words.question_text(question)


def test_copied_file_needs_permission(payload: Payload, tmp_path: Path) -> None:
    trust.allow_typed(payload.text)
    copy = tmp_path / "elsewhere.py"
    copy.write_bytes(payload.file.read_bytes())
    assert trust.question(payload.text) is None and trust.question(f"{copy}:P") is not None


def test_new_link_target_needs_permission(payload: Payload, tmp_path: Path) -> None:
    trust.allow_typed(payload.text)
    link, new_target = tmp_path / "link.py", tmp_path / "other.py"
    link.symlink_to(payload.file)
    assert trust.question(f"{link}:P") is None
    new_target.write_text("print('another one')")
    link.unlink()
    link.symlink_to(new_target)
    question = trust.question(f"{link}:P")
    assert question is not None and question.file == str(new_target.resolve())


def test_typed_bots_are_remembered(payload: Payload) -> None:
    assert run("play", "herd(size=2)", "--bot", payload.text, typed="").status == 0
    trust.forget_session()
    assert trust.question(payload.text) is None
    payload.change(more="\n# edited by its author\n")
    assert run("bots", payload.text).status == 0 and trust.question(payload.text) is None
    demanding = GREEDY.replace("memory=24000", "memory=30000")
    assert run("play", "herd(size=2)", "--seats", f"{PERSON},{demanding}", "--seed", "1", typed="").status == 0
    with patch("workbench.cli.verbs.match.check", side_effect=PlanError("not now")):
        assert "not now" in run("match", "herd(size=2)", "--bots", f"greedy,{demanding.replace('30000', '29999')}").err
    trust.forget_session()
    assert trust.question(GREEDY) is not None and trust.question(demanding) is None
    assert trust.question(demanding.replace("30000", "29999")) is None


@pytest.mark.parametrize("damage", [b"", b"{", b'{"files": 3}', b"\xff\xfe", b"[" * 10000, b'{"files": {"a": 1}}'])
def test_damaged_answers_are_replaced_after_asking_again(payload: Payload, home: Path, damage: bytes) -> None:
    trust.allow_typed(payload.text)
    (home / trust.FILE).write_bytes(damage)
    trust.forget_session()
    question = trust.question(payload.text)
    assert question is not None and trust.allow_always(question) == ""
    trust.forget_session()
    assert trust.question(payload.text) is None


def test_answers_writable_by_others_are_ignored(payload: Payload, home: Path) -> None:
    trust.allow_typed(payload.text)
    trust.forget_session()
    file = home / trust.FILE
    assert not file.stat().st_mode & stat.S_IWOTH
    if os.name == "posix":
        for mode in (0o666, 0o620, 0o602):
            file.chmod(mode)
            assert trust.question(payload.text) is not None, f"{mode:o}"
        file.chmod(0o600)
        assert trust.question(payload.text) is None
    file.unlink()
    os.mkfifo(file)
    assert trust.question(payload.text) is not None, "a pipe does not hang it"


def test_unsaved_answer_allows_one_session(payload: Payload, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "file").write_text("")
    monkeypatch.setenv("HERBARIUM_HOME", str(home / "file"))
    question = trust.question(payload.text)
    assert (
        question is not None
        and "Your answer cannot be saved" in trust.allow_always(question)
        and trust.question(payload.text) is None
    )


def test_number_of_saved_answers_is_limited(payload: Payload, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trust, "MAX", 3)
    for number in range(5):
        trust.allow_always(trust.Question("x", f"/{number}.py", str(number)))
        trust.allow_always(trust.Question(f"mcts(threads={number})", demands=("many",)))
    kept = msgspec.json.decode((home / trust.FILE).read_bytes())
    assert (
        list(kept["files"]) == ["/2.py", "/3.py", "/4.py"]
        and kept["bots"][-1] == "mcts(threads=4)"
        and len(kept["bots"]) == 3
    )


def test_file_replaced_after_the_answer_does_not_run(payload: Payload) -> None:
    trust.allow_typed(payload.text)
    agreed = trust.source(payload.text)
    assert agreed is not None
    payload.change(more="\n# replaced in between\n")
    with pytest.raises(BotError, match="has changed since you agreed"):
        bots.make(payload.text, 1, agreed)
    assert not payload.has_run


def test_bytecode_beside_the_file_does_not_run(payload: Payload, tmp_path: Path) -> None:
    """The folder has a cache of other code for this file, which Python's own loader would run."""
    other_file = tmp_path / "other.py"
    other_file.write_text(f"from pathlib import Path\nPath({str(tmp_path / 'from_cache')!r}).touch()\n")
    payload.change("from bots import Bot\nclass P(Bot):\n    name = 'honest'\n")
    from importlib.util import cache_from_source

    cached = Path(cache_from_source(str(payload.file)))
    cached.parent.mkdir(parents=True, exist_ok=True)  # a different folder if PYTHONPYCACHEPREFIX is set
    py_compile.compile(str(other_file), str(cached), invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
    agreed = Source(str(payload.file), digest(payload.file))
    assert bots.make(payload.text, 1, agreed).name == "honest" and not (tmp_path / "from_cache").exists()


@pytest.mark.parametrize("kind", ["folder", "pipe", "huge", "none"])
def test_file_without_a_bot_is_refused_in_one_line(tmp_path: Path, kind: str) -> None:
    file = tmp_path / "x.py"
    if kind == "folder":
        file.mkdir()
    elif kind == "pipe":
        os.mkfifo(file)
    elif kind == "huge":
        with file.open("wb") as opened:
            opened.truncate(2**34)
    assert trust.question(f"{file}:X") is None
    with pytest.raises(BotError) as error:
        bots.make(f"{file}:X", 1)
    assert any(part in str(error.value) for part in ("not a regular file", "larger than 4 MB", "no such file"))
    assert len(str(error.value).splitlines()) == 1


def test_remote_files_are_not_opened_before_permission(monkeypatch: pytest.MonkeyPatch) -> None:
    for path in (
        r"\\server\share\x.py",
        "//server/share/x.py",
        r"\\?\UNC\server\share\x.py",
        r"\\.\pipe\x.py",
        r"/\server\x.py",
    ):
        assert trust.is_remote(path, windows=True)
    assert not trust.is_remote(r"C:\bots\x.py", windows=True) and not trust.is_remote("./x.py", windows=True)
    touched: list[object] = []
    monkeypatch.setattr("bots.loading.sources.read_file", touched.append)
    monkeypatch.setattr("workbench.bot_process.trust.os.path.realpath", lambda path: touched.append(path))
    question = trust.question("/net/server/x.py:X")
    assert question is not None and question.remote and question.digest == "" and touched == []
    assert "another machine" in trust.describe(question)


def test_pasted_remote_path_is_not_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "is_file", lambda path: pytest.fail(f"{path} was looked at"))
    for text in ("/net/server/list.txt", "file:///net/server/list.txt", " '/net/server/list.txt' "):
        with pytest.raises(PositionListError, match="on another machine"):
            paste(text, "herd(size=2)")


def test_only_permitted_code_runs_after_random_changes(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert strangers.main(["--seed", "1", "--count", str(deep(8, 2000))]) == 0
    monkeypatch.setattr(trust, "source", lambda text: None)
    assert strangers.main(["--seed", "1", "--count", "8"]) == 1, "without the check it finds something"
    assert "python -m tests.attacks.strangers --seed 1 --first " in capfd.readouterr().out
