"""Tests of the tag that links an autosave to its file: only autosaves may have it, and it is validated."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tests.kit.payloads import record_with, write_record
from workbench.game.session import PERSON
from workbench.records import files
from workbench.storage import autosave
from workbench.storage.stored_game import StoredGame
from workbench.system import folders

pytestmark = pytest.mark.usefixtures("home")


def recover_with_tag(tag: str) -> StoredGame:
    record = msgspec.structs.replace(record_with([PERSON, PERSON], 2), tags={"file of this autosave": tag})
    files.write(folders.data_path("autosave") / "1-abc.herbarium", record)
    (abandoned,) = autosave.find_abandoned()
    return StoredGame.recover(abandoned)


INVALID_TAGS = ["x", "|", "1 2 3|", "1 2 3|relative.herbarium", "a b c|/tmp/x.herbarium", "1 2|/tmp/x.herbarium",
"1 2 3|/tmp/\0.herbarium",
       "1 2 3|/net/server/x.herbarium", f"1 2 3|/tmp/{'x' * 400}.herbarium", "9" * 400 + " 2 3|/tmp/x.herbarium",
       "1 2 3|/proc/self/mem"]  # fmt: skip


@pytest.mark.parametrize("tag", INVALID_TAGS)
def test_invalid_tag_of_an_autosave_does_not_stop_recovery(tag: str) -> None:
    game = recover_with_tag(tag)
    assert game.file is None
    assert game.saver()().file.parent == folders.data_path("games")
    game.discard()


def test_tag_of_an_autosave_creates_no_folder_and_claims_no_file(tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("mine")
    (tmp_path / "a.herbarium").mkdir()
    for path in (tmp_path / "new" / "x.herbarium", notes, tmp_path / "a.herbarium"):
        game = recover_with_tag(f"1 2 3|{path}")
        assert game.file is None
        game.discard()
    assert not (tmp_path / "new").exists() and notes.read_text() == "mine"


def test_valid_tag_of_an_autosave_is_honoured(tmp_path: Path) -> None:
    file = write_record(tmp_path / "mine.herbarium", [PERSON, PERSON], 1)
    status = file.stat()
    game = recover_with_tag(f"{status.st_size} {status.st_mtime_ns} {status.st_ino}|{file}")
    assert game.file == file and game.saver()().conflict == ""
    game.discard()


def test_tag_in_any_other_record_is_dropped(tmp_path: Path) -> None:
    target = tmp_path / "elsewhere" / "x.herbarium"
    record = msgspec.structs.replace(
        record_with([PERSON, PERSON], 2), tags={"file of this autosave": f"1 2 3|{target}", "event": "club"}
    )
    game = StoredGame.from_record(record)
    assert dict(game.session.document.tags) == {"event": "club"}
    game.session.play(game.session.state.move_text(next(iter(game.session.state.moves()))))
    game.check_changes()
    assert game.flush() == "" and game.leave() == ""
    (abandoned,) = autosave.find_abandoned()
    recovered = StoredGame.recover(abandoned)
    assert recovered.file is None and not target.parent.exists()
    recovered.discard()
