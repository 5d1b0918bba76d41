"""Tests of the list of registered programs: what is kept, and when the file is not written."""

from __future__ import annotations

import json
import sys
import threading
from pathlib import Path

import pytest

from bots import BotError
from tests.kit.terminals import run
from workbench.bot_process import sandbox
from workbench.programs import registering
from workbench.protocol import registry
from workbench.protocol.messages import ProgramOption
from workbench.protocol.registry import RegisteredProgram
from workbench.protocol.reports import as_option

pytestmark = pytest.mark.usefixtures("home", "nothing_agreed")
MINE = RegisteredProgram(("/bin/true",))
BAD = {"command": [], "later": 1}
sandboxed = pytest.mark.skipif(not sandbox.is_complete(), reason="programs need the guard and the sandbox")


def test_entry_that_cannot_be_read_hides_no_other_and_is_kept(home: Path) -> None:
    file = home / registry.FILE
    file.write_text(json.dumps({"odd": BAD, "mine": {"command": ["/bin/true"]}}))
    assert registry.programs() == {"mine": MINE}
    registry.add("other", MINE)
    registry.remove("mine")
    assert json.loads(file.read_text())["odd"] == BAD and list(registry.programs()) == ["other"]
    registry.remove("odd")
    assert list(json.loads(file.read_text())) == ["other"]


@pytest.mark.parametrize(
    ("content", "mode", "why"),
    [("{", 0o600, "not valid"), ("[]", 0o600, "not valid"), ('{"mine":{"command":["/x"]}}', 0o664, "chmod go-w")],
)
def test_file_that_cannot_be_used_is_not_written(content: str, mode: int, why: str, home: Path) -> None:
    file = home / registry.FILE
    file.write_text(content)
    file.chmod(mode)
    with pytest.raises(BotError, match=why):
        registry.add("other", MINE)
    with pytest.raises(BotError, match=why):
        registry.remove("mine")
    assert file.read_text() == content and registry.programs() == {}
    listed = run("bots", "list")
    assert listed.status == 2 and why in listed.err and len(listed.err.splitlines()) == 1


def test_two_programs_can_be_registered_at_the_same_time(home: Path) -> None:
    threads = [threading.Thread(target=registry.add, args=(f"p{number}", MINE)) for number in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(registry.programs()) == 20


@sandboxed
def test_registered_name_stays_until_the_new_program_has_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The window may be killed while the new program starts."""
    registry.add("mine", MINE)
    seen: list[str] = []
    monkeypatch.setattr(registry, "add", lambda name, program: seen.append(name))
    with pytest.raises(BotError, match=r"^mine: it ended with status 0"):
        registering.register("mine", ("/bin/true", "--new"))
    assert seen == [] and registry.programs() == {"mine": MINE}


def answering(tmp_path: Path, **identity: object) -> tuple[str, ...]:
    """Return the command of a program that answers only hello."""
    file = tmp_path / "answers.py"
    answer = {"jsonrpc": "2.0", "id": 1, "result": {"version": 1, "name": "x", **identity}}
    file.write_text(
        "import json, sys\nfor line in sys.stdin:\n    asked = json.loads(line)\n"
        f"    if 'id' in asked:\n        print(json.dumps({answer!r} | {{'id': asked['id']}}), flush=True)\n"
    )
    return sys.executable, "-S", "-E", "-B", str(file)


@sandboxed
def test_name_of_several_lines_is_shown_in_one(tmp_path: Path) -> None:
    added = run("bots", "add", "mine", "--", *answering(tmp_path, name="two\nlines\r\n \x1b[1mof text"))
    assert added.status == 0 and "mine is registered: two lines" in added.out.splitlines()[0], added
    assert registry.programs()["mine"].meaning == "two lines \x1b[1mof text"


@sandboxed
def test_option_with_the_name_command_is_refused(tmp_path: Path) -> None:
    """The spec `program(command="./x",command=3)` would have two meanings."""
    declared = {"name": "command", "type": "whole", "min": 1, "max": 3, "default": 2}
    added = run("bots", "add", "mine", "--", *answering(tmp_path, options=[declared]))
    assert added.status == 2 and "an option cannot have the name command" in added.err, added
    with pytest.raises(ValueError, match="cannot have the name command"):
        as_option(ProgramOption("command", "whole", 2, "", 1, 3))
