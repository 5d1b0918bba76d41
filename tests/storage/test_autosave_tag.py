"""The tag that says in which file a recovered game belongs counts in autosaves only, and is checked there."""

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


def left_with(tag: str) -> StoredGame:
    record = msgspec.structs.replace(record_with([PERSON, PERSON], 2), tags={"file of this autosave": tag})
    files.write(folders.folder() / "autosave" / "1-abc.herbarium", record)
    (left,) = autosave.left_behind()
    return StoredGame.recovered(left)


ODD = ["x", "|", "1 2 3|", "1 2 3|relative.herbarium", "a b c|/tmp/x.herbarium", "1 2|/tmp/x.herbarium",
"1 2 3|/tmp/\0.herbarium",
       "1 2 3|/net/server/x.herbarium", f"1 2 3|/tmp/{'x' * 400}.herbarium", "9" * 400 + " 2 3|/tmp/x.herbarium",
       "1 2 3|/proc/self/mem"]  # fmt: skip


@pytest.mark.parametrize("tag", ODD)
def test_odd_tag_of_an_autosave_does_not_stop_recovery(tag: str) -> None:
    game = left_with(tag)
    assert game.file is None
    assert game.saver()().file.parent == folders.folder() / "games"
    game.discard()


def test_tag_of_an_autosave_makes_no_folder_and_takes_no_other_file(tmp_path: Path) -> None:
    other = tmp_path / "notes.txt"
    other.write_text("mine")
    (tmp_path / "a.herbarium").mkdir()
    for path in (tmp_path / "new" / "x.herbarium", other, tmp_path / "a.herbarium"):
        game = left_with(f"1 2 3|{path}")
        assert game.file is None
        game.discard()
    assert not (tmp_path / "new").exists() and other.read_text() == "mine"


def test_tag_of_a_real_autosave_still_counts(tmp_path: Path) -> None:
    file = write_record(tmp_path / "mine.herbarium", [PERSON, PERSON], 1)
    about = file.stat()
    game = left_with(f"{about.st_size} {about.st_mtime_ns} {about.st_ino}|{file}")
    assert game.file == file and game.saver()().beside == ""
    game.discard()


def test_tag_in_any_other_record_is_dropped(tmp_path: Path) -> None:
    target = tmp_path / "elsewhere" / "x.herbarium"
    record = msgspec.structs.replace(
        record_with([PERSON, PERSON], 2), tags={"file of this autosave": f"1 2 3|{target}", "event": "club"}
    )
    game = StoredGame.found(record)
    assert dict(game.session.document.tags) == {"event": "club"}
    game.session.play(game.session.state.move_text(next(iter(game.session.state.moves()))))
    game.look()
    assert game.flush() == "" and game.leave() == ""
    (left,) = autosave.left_behind()
    again = StoredGame.recovered(left)
    assert again.file is None and not target.parent.exists()
    again.discard()
