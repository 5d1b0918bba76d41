"""Tests of what a program's permissions open, and of what stays closed."""

from __future__ import annotations

import json
import os
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest

from bots import BotError
from tests.kit.terminals import run
from workbench.bot_process import sandbox, trust
from workbench.bot_process.confined import ConfinedChild
from workbench.bot_process.sandbox import Confinement
from workbench.cli.verbs import match
from workbench.matches.archive.archive import Archive
from workbench.matches.planning.plan import Plan, PlanError
from workbench.protocol import commands, registry
from workbench.protocol.lines import LineChannel
from workbench.protocol.registry import RegisteredProgram
from workbench.system import folders

pytestmark = [
    pytest.mark.skipif(not sandbox.is_complete(), reason="the sandbox is incomplete on this system"),
    pytest.mark.usefixtures("nothing_agreed"),
]
TRY = """
import json, socket
def works(attempt):
    try:
        attempt()
    except OSError:
        return False
    return True
"""


@pytest.fixture
def user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The home folder of a user whose files are where the system expects them."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    for name in ("HERBARIUM_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    return home


def result_of(code: str, folder: Path, *allow: str) -> list[object]:
    """Run code in a confined program, and return the list that it calls `found`."""
    file = folder / "tries.py"
    file.write_text(f"{TRY}{code}\nprint(json.dumps(found), flush=True)\n", encoding="utf-8")
    command = (sys.executable, "-S", "-E", "-B", str(file))
    child = ConfinedChild("", Confinement(500, command[0], command=command, allow=allow))
    try:
        line = LineChannel(*child.pipes).receive(60)
        assert line is not None, child.output
        found: list[object] = json.loads(line)
        return found
    finally:
        child.close(0)


def readable(paths: list[Path], folder: Path, *allow: str) -> list[Path]:
    """Return which files a program can read."""
    code = f"found = [path for path in {list(map(str, paths))!r} if works(lambda: open(path).close())]"
    return [Path(str(path)) for path in result_of(code, folder, *allow)]


def write(*files: Path) -> list[Path]:
    """Write files with their folders."""
    for file in files:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("x", encoding="utf-8")
    return list(files)


@pytest.fixture
def archive(user: Path) -> Iterator[Path]:
    """An archive in the home folder into which a match is being played."""
    path = user / "games" / "mine.matches"
    path.parent.mkdir()
    with Archive(path, create=True) as opened:
        opened.lock()
        yield path


def test_home_opens_no_file_of_herbarium(user: Path, archive: Path, tmp_path: Path) -> None:
    open_files = write(
        user / "notes.txt", user / ".ssh/key", user / ".local/share/other/x", user / ".config/herbarium-old",
        user / "games/book.txt",
    )  # fmt: skip
    closed = write(
        *(folder / name for folder in (folders.config_folder(), folders.data_folder(), folders.state_folder())
          for name in ("own.matches-wal", "deeper/x.txt")),
    )  # fmt: skip
    (user / "link").symlink_to(folders.data_folder())
    closed += [user / "link/own.matches-wal", archive, archive.with_name(f"{archive.name}-wal")]
    assert all(path.exists() for path in closed)
    assert readable(open_files + closed, tmp_path, "home") == open_files
    assert readable(open_files + closed, tmp_path) == []


def test_folders_beside_bin_open_no_file_of_herbarium(user: Path, tmp_path: Path) -> None:
    """A program in ~/.local/bin has its libraries in ~/.local/share, where Herbarium keeps its archives."""
    own, closed = write(user / ".local/share/mybot/book", folders.data_folder() / "own.matches-wal")
    program = user / ".local/bin/mybot"
    program.parent.mkdir()
    program.symlink_to(sys.executable)
    confinement = Confinement(500, command=(str(program),), allow=tuple(f"closed={path}" for path in folders.closed()))
    rules = [path for path, _ in sandbox.program_rules(confinement)]
    assert str(own.parent) in rules
    assert not [path for path in rules if str(closed).startswith(path) and path != str(user / ".local/share")]


def test_write_on_the_folders_of_herbarium_is_refused(user: Path, archive: Path) -> None:
    data, plain = folders.data_folder(), user / "plain"
    for folder in (data / "inner", plain):
        folder.mkdir(parents=True)
    (user / "link").symlink_to(data)
    for folder in (data, data.parent, data / "inner", user, user / "link", archive.parent):
        with pytest.raises(BotError, match="no bot may see"):
            commands.check_permissions([f"write={folder}"])
    assert commands.check_permissions([f"write={plain}"]) == (f"write={plain}",)


def test_write_above_the_archive_of_a_match_is_closed_at_the_start(user: Path, archive: Path, tmp_path: Path) -> None:
    """The permission is older than the match."""
    allow = f"write={archive.parent}"
    registry.add("mine", RegisteredProgram((sys.executable,), (allow,)))
    with pytest.raises(BotError, match="no bot may see"):
        trust.source("mine")
    assert readable([archive, *write(archive.parent / "x")], tmp_path, allow) == []


def test_workers_know_the_archive_of_their_match(archive: Path) -> None:
    assert str(archive) in os.environ[folders.PLAYED] and str(archive) in folders.closed()
    with Archive(archive, read_only=True):
        pass
    assert str(archive) in folders.closed()


def test_closed_archive_is_forgotten(user: Path, tmp_path: Path) -> None:
    with Archive(tmp_path / "a.matches", create=True) as opened:
        opened.lock()
        assert str(tmp_path / "a.matches") in folders.closed()
    assert str(tmp_path / "a.matches") not in folders.closed()


def test_check_of_a_plan_cannot_read_the_archive_of_an_earlier_run(
    user: Path, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other, closed = user / "resumed.matches", list[str]()

    def note(plan: Plan) -> NoReturn:
        closed.extend(folders.closed())
        raise PlanError("enough")

    monkeypatch.setattr(match, "check", note)
    played = run("match", "herd(size=2)", "--bots", "greedy,random", "--blocks", "1", "--archive", str(other))
    assert played.status == 2 and "enough" in played.err and str(other) in closed
    assert str(other) not in folders.closed() and str(archive) in folders.closed()


def test_network_opens_no_unix_socket(tmp_path: Path) -> None:
    """A Unix socket could reach D-Bus, Docker or the agent of ssh."""
    with socket.socket(socket.AF_UNIX) as stream, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as packets:
        stream.bind(str(tmp_path / "stream"))
        stream.listen()
        packets.bind(str(tmp_path / "packets"))
        code = f"""
def pair(kind):
    socket.socketpair(socket.AF_UNIX, kind)[0].sendto(b"x", {str(tmp_path / "packets")!r})
found = [
    works(lambda: socket.socket(socket.AF_INET).bind(("127.0.0.1", 0))),
    works(lambda: socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)),
    works(lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)),
    works(socket.socketpair),
    works(lambda: socket.socket(socket.AF_UNIX).connect({str(tmp_path / "stream")!r})),
    works(lambda: socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)),
    works(lambda: pair(socket.SOCK_DGRAM)),
    works(lambda: socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)),
    works(lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 15)),
]
"""
        assert result_of(code, tmp_path, "network", "home") == [True] * 4 + [False] * 5
        assert result_of(code, tmp_path, "home") == [False] * 9


def test_names_of_hosts_are_resolved(tmp_path: Path) -> None:
    code = 'found = [address[4][0] for address in socket.getaddrinfo("localhost", 80, socket.AF_INET)]'
    assert "127.0.0.1" in result_of(code, tmp_path, "network")


def test_ssh_without_permissions_is_refused_at_every_start(user: Path) -> None:
    text = 'program(command="ssh host ./mybot")'
    with pytest.raises(BotError, match="ssh needs the permissions network,home"):
        trust.allow_typed(text)
        trust.source(text)
    played = run("match", "herd(size=2)", "--bots", f"{text},random", "--blocks", "1", "--archive", str(user / "a"))
    assert played.status == 2 and "bots add NAME --allow network,home" in played.err, played.err
