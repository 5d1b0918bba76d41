"""Tests of the file of a list: nothing confirmed is lost, and nothing unconfirmed damages it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random
from time import sleep

import pytest

from tests.conftest import deep
from workbench.companion import journal
from workbench.companion.beginning import begin_table
from workbench.companion.companion import Companion
from workbench.companion.journal import JournalError, new_table
from workbench.companion.lines import Change, Line, LineList
from workbench.system.saving import WriteError

ROOT = Path(__file__).parents[2]
WRITER = """
import sys
from pathlib import Path
from workbench.companion.companion import Companion
from workbench.companion.journal import Journal
companion = Companion.open(Journal(Path(sys.argv[1])))
print("ready", flush=True)
for number in range(100000):
    if number % 3 == 2:
        companion.change(companion.lines[-1].id, struck=True)
    else:
        companion.enter(f"z{number}")
    print(number, flush=True)
"""


def test_list_is_restored_with_its_changes(tmp_path: Path) -> None:
    first = Companion.open(journal.create(new_table("herd(size=3)", 0, ("Ann", "Bob")), tmp_path))
    for text in ("2-1", "a1", "6-3"):
        first.enter(text)
    first.change(first.lines[1].id, text="b2", confidence=0.5)
    first.move(first.lines[2].id, 0)
    first.undo()
    first.close()
    (file,) = journal.journals(tmp_path)
    second = Companion.open(journal.Journal(file))
    assert second.lines == first.lines and second.table == first.table and second.belief.weights == first.belief.weights
    second.undo()
    second.undo()
    assert [line.text for line in second.lines] == ["2-1", "b2", "6-3"]  # an undo that was stored can be undone
    second.close()


@pytest.mark.parametrize("cut", [1, 5, 30])
def test_torn_last_line_is_dropped(tmp_path: Path, cut: int) -> None:
    companion = Companion.open(journal.create(new_table("herd(size=3)", 0), tmp_path))
    companion.enter("2-1")
    companion.enter("a1")
    companion.close()
    (file,) = journal.journals(tmp_path)
    file.write_bytes(file.read_bytes()[:-cut])
    again = Companion.open(journal.Journal(file))
    assert [line.text for line in again.lines] == ["2-1"]
    again.enter("b2")
    again.close()
    assert [line.text for line in Companion.open(journal.Journal(file)).lines] == ["2-1", "b2"]


def test_list_stays_readable_wherever_it_was_cut_off(tmp_path: Path) -> None:
    """A cut can separate a correction from the events that it names. Reopening makes up for that in the file."""
    companion = Companion.open(journal.create(new_table("herd(size=3)", None), tmp_path))
    companion.typing.feed("33 c4 b2 c2 54")
    for keys in ("c3", "c4", "b2"):
        companion.enter_typed(keys)
    assert companion.fault is not None and companion.lines[-1].kind == "keys"
    companion.correct(3, "c3")
    companion.undo()
    companion.redo()
    assert companion.fault is None and companion.lines[-1].kind == "event"
    companion.close()
    (file,) = journal.journals(tmp_path)
    whole = file.read_bytes()
    ends = [at + 1 for at, byte in enumerate(whole) if byte == ord("\n")]
    for cut in [*ends, *(end - 7 for end in ends[1:])]:
        file.write_bytes(whole[:cut])
        again = Companion.open(journal.Journal(file))
        for line in again.lines:
            again.change(line.id, struck=True)
        lines = again.lines
        again.close()
        again = Companion.open(journal.Journal(file))
        assert again.lines == lines
        again.close()


def test_table_that_could_not_be_opened_again_is_not_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HERBARIUM_HOME", str(tmp_path))
    with pytest.raises(ValueError, match="at most 200"):
        begin_table("herd(size=3)", 0, ("A" * 201,))
    assert not list(journal.journals())


def test_last_changed_list_comes_first(tmp_path: Path) -> None:
    for name in ("a", "b"):
        created = journal.create(new_table("herd(size=3)", 0), tmp_path)
        created.close()
        created.file.rename(tmp_path / f"{name}{journal.SUFFIX}")
    first = Companion.open(journal.Journal(tmp_path / f"a{journal.SUFFIX}"))
    first.enter("2-1")
    first.close()
    assert [file.stem for file in journal.journals(tmp_path)] == ["a", "b"]


def test_damage_before_the_last_line_is_refused(tmp_path: Path) -> None:
    companion = Companion.open(journal.create(new_table("herd(size=3)", 0), tmp_path))
    for text in ("2-1", "a1", "6-3"):
        companion.enter(text)
    companion.close()
    (file,) = journal.journals(tmp_path)
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join([lines[0], b"damage\n", *lines[2:]]))
    with pytest.raises(JournalError, match="not the list of a table"):
        journal.Journal(file)
    file.write_bytes(b"")
    with pytest.raises(JournalError):
        journal.Journal(file)


def test_only_one_program_opens_a_list(tmp_path: Path) -> None:
    first = journal.create(new_table("herd(size=3)", 0), tmp_path)
    with pytest.raises(JournalError, match="another program"):
        journal.Journal(first.file)
    first.close()
    journal.Journal(first.file).close()


def test_failed_write_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    companion = Companion.open(journal.create(new_table("herd(size=3)", 0), tmp_path))
    companion.enter("2-1")
    size = companion.journal.file.stat().st_size  # type: ignore[union-attr]
    monkeypatch.setattr("os.fsync", lambda handle: (_ for _ in ()).throw(OSError(28, "No space left")))
    with pytest.raises(WriteError, match="No space"):
        companion.enter("a1")
    monkeypatch.undo()
    assert [line.text for line in companion.lines] == ["2-1"]
    assert companion.journal.file.stat().st_size == size  # type: ignore[union-attr]
    companion.enter("b2")
    companion.close()


def test_failed_write_in_the_middle_of_a_redo_leaves_list_and_file_equal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    companion = Companion.open(journal.create(new_table("herbs", 0), tmp_path))
    assert companion.journal is not None
    companion.enter("0M4")
    while companion.lines[-1].text != "?":
        companion.enter(companion.cursor.candidates[0])
    companion.undo()
    append, calls = companion.journal.append, list[Change]()

    def fail_second(change: Change) -> None:
        calls.append(change)
        if len(calls) > 1:
            raise WriteError("full")
        append(change)

    companion.list.on_change = fail_second
    with pytest.raises(WriteError):
        companion.redo()
    assert len(calls) == 2 and [companion.status(index) for index in range(len(companion.lines))]
    lines = companion.lines
    companion.close()
    again = Companion.open(journal.Journal(companion.journal.file))
    assert again.lines[: len(lines)] == lines
    again.close()


def test_changes_are_undone_in_order() -> None:
    random, made = Random(1), LineList()
    states = [made.lines]
    for number in range(60):
        count = len(made.lines)
        match random.randrange(4) if count > 1 else 0:
            case 0:
                made.add(f"a{number}", random.randrange(count + 1))
            case 1:
                made.remove(random.choice(made.lines).id)
            case 2:
                made.change(random.choice(made.lines).id, text=f"b{number}")
            case 3:
                at = random.randrange(count)
                made.move(made.lines[at].id, (at + 1) % count)
        states.append(made.lines)
    for before in reversed(states[:-1]):
        made.undo()
        assert made.lines == before
    for after in states[1:]:
        made.redo()
        assert made.lines == after
    with pytest.raises(ValueError, match="undone"):
        made.redo()
    with pytest.raises(ValueError, match="do not fit"):
        made.restore([Change(0, (Line(999, "x"),))])
    with pytest.raises(ValueError):
        made.add("")


def test_killed_program_loses_nothing_confirmed(tmp_path: Path) -> None:
    random = Random(5)
    for number in range(deep(1, 50)):
        created = journal.create(new_table("herd(size=3)", 0), tmp_path / str(number))
        created.close()
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(created.file)], stdout=subprocess.PIPE, cwd=ROOT, text=True
        )
        assert writer.stdout is not None and writer.stdout.readline() == "ready\n"
        sleep(random.uniform(0.0, 0.2))
        writer.kill()
        confirmed = writer.stdout.read().splitlines(keepends=True)
        writer.wait()
        done = len([line for line in confirmed if line.endswith("\n")])
        opened = journal.Journal(created.file)
        assert done <= len(opened.changes) <= done + 1
        companion = Companion.open(opened)
        assert [line.text for line in companion.lines][:2] == ["z0", "z1"][: min(2, len(opened.changes))]
        companion.close()
