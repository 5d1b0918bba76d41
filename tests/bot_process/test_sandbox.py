"""Tests of the limits of a bot's process, its clean-up by the guard, and the blame for failures."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path
from time import monotonic, sleep

import pytest

from tests.attacks import hostile_bots
from tests.attacks.bots.common import Hostile
from tests.attacks.hostile_bots import decide_second_turn
from tests.conftest import deep
from tests.kit.matches import misbehaving_bot, play_match, remaining_processes, wait_until_gone, workers_of
from workbench.__main__ import main
from workbench.bot_process import confined, landlock, sandbox, seccomp, trust
from workbench.cli.playing import words
from workbench.gui.trust import words as trust_words
from workbench.matches.archive.archive import Archive
from workbench.matches.planning.plan import Plan
from workbench.matches.workers.runner import Runner
from workbench.system.cores import Cores

ROOT = Path(__file__).parents[2]
KINDS = hostile_bots.bot_classes()
SAMPLE = (  # one bot of each kind; `make deep` runs all of them in matches
    "files:Overwrite", "files:Sockets", "files:TemporaryFiles", "peeking:ProcOfOthers", "peeking:Environment",
    "peeking:Handles",
    "processes:KillOthers", "processes:Threads", "processes:Trace", "talk:MemoryOutsidePython",
)  # fmt: skip
sandboxed = pytest.mark.skipif(not sandbox.is_complete(), reason="the sandbox is incomplete on this system")
linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux lets a guard adopt processes")


@pytest.mark.sample(4)
@sandboxed
@pytest.mark.parametrize("name", SAMPLE)
def test_hostile_bot_changes_nothing(name: str) -> None:
    kind: type[Hostile] = KINDS[name]
    module, _, bot = name.partition(":")
    with hostile_bots.world() as world:
        text = f"{world.bots / module}.py:{bot}"
        trust.allow_all_once([text])
        with Archive(world.archive, create=True):
            pass
        before, reason = world.state(), decide_second_turn(text)
        assert (reason == "") == (kind.expected[0] == "") and kind.expected[1] in reason, reason
        assert world.state() == before and not world.bystander_harm()
        assert wait_until_gone() == [] and not list(world.temporary.glob("herbarium-bot-*"))


@sandboxed
@pytest.mark.skipif(not deep(0, 1), reason="make deep runs tests.attacks.hostile_bots")
@pytest.mark.parametrize("name", ["processes:KillParent", "files:DeleteArchives"])
def test_hostile_bot_in_a_match_is_contained(name: str) -> None:
    with hostile_bots.world() as world:
        assert hostile_bots.play_against(name, KINDS[name], 1, world) == []


# The guard ------------------------------------------------------------------------------------------------------------

ASK_WITH_WEAK_GUARD = """
import os, sys, time
from tests.attacks.hostile_bots import decide_second_turn
from workbench.bot_process import confined, trust
confined.GUARD = "tests.kit.weak_guard"
trust.allow_all_once([sys.argv[1]])
print("asking", flush=True)
print(decide_second_turn(sys.argv[1], 600))
"""


@linux
def test_guard_kills_grandchildren_without_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    """A double fork with setsid leaves no process behind, even without seccomp."""
    monkeypatch.setattr(confined, "GUARD", "tests.kit.weak_guard")
    with hostile_bots.world() as world:
        text = f"{world.bots / 'processes'}.py:Grandchildren"
        trust.allow_all_once([text])
        decide_second_turn(text)
        assert wait_until_gone() == [] and not list(world.temporary.glob("herbarium-bot-*"))


@linux
def test_guard_cleans_up_when_the_program_is_killed() -> None:
    with hostile_bots.world() as world:
        bot_file = world.bots / "mine.py"
        bot_file.write_text(
            "import time\nfrom tests.attacks.bots.processes import forked\nfrom tests.attacks.bots.common import "
            "Hostile\n"
            "class Mine(Hostile):\n    def act(self):\n        forked()\n        print('forked', "
            "flush=True)\n        time.sleep(600)\n",
            encoding="utf-8",
        )
        program = subprocess.Popen(
            [sys.executable, "-c", ASK_WITH_WEAK_GUARD, f"{bot_file}:Mine"],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
        )
        assert program.stdout is not None and program.stdout.readline() == b"asking\n"
        deadline = monotonic() + 60
        while (
            not (remaining := [line for line in remaining_processes() if "herbarium-left-behind" in line])
            and monotonic() < deadline
        ):
            if program.poll() is not None:
                break
            sleep(0.01)
        program.kill()
        out, _ = program.communicate()
        assert remaining or b"started another process" in out, "the bot has forked before the program is killed"
        assert wait_until_gone() == [] and not list(world.temporary.glob("herbarium-bot-*"))


TRY_FILE_ACCESS = """
import os, sys
from workbench.bot_process import landlock, sandbox
version, folder, note = int(sys.argv[1]), sys.argv[2], sys.argv[3]
landlock.abi = lambda: version
sandbox.confine(sandbox.Confinement(500), folder)
with open(folder + "/own", "w") as file:
    file.write("x")
tries = {
    "read": lambda: os.open(note, os.O_RDONLY), "write": lambda: os.open(note, os.O_WRONLY),
    "cut": lambda: os.truncate(note, 0), "cut while reading": lambda: os.open(note, os.O_RDONLY | os.O_TRUNC),
    "take": lambda: os.rename(note, folder + "/taken"), "link": lambda: os.link(note, folder + "/link"),
    "folder": lambda: os.mkdir(folder + "/inner"), "mode": lambda: os.chmod(note, 0),
    "symbolic link": lambda: os.symlink(note, folder + "/out"), "signal": lambda: os.kill(os.getppid(), 0),
    "fork": os.fork,
}
for name, call in tries.items():
    try:
        call()
        print(name)
    except OSError:
        pass
"""


@sandboxed
@pytest.mark.parametrize("version", range(1, landlock.abi() + 1) if deep(0, 1) else (1, landlock.abi()))
def test_files_are_protected_on_older_kernels(version: int, tmp_path: Path) -> None:
    """The first version of Landlock permits truncating files and sending signals; seccomp prevents both."""
    note, folder = tmp_path / "note", tmp_path / "folder"
    note.write_text("mine", encoding="utf-8")
    folder.mkdir()
    result = subprocess.run(
        [sys.executable, "-c", TRY_FILE_ACCESS, str(version), str(folder), str(note)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "") and note.read_text(
        encoding="utf-8"
    ) == "mine"


TRY_READING = """
import os, sys
from workbench.bot_process import sandbox
sandbox.confine(sandbox.Confinement(500, sys.argv[1]), sys.argv[2])
for path in sys.argv[3:]:
    try:
        os.close(os.open(path, os.O_RDONLY))
        print(path)
    except OSError:
        pass
"""


@sandboxed
def test_bot_reads_its_data_and_modules_but_no_archives(tmp_path: Path) -> None:
    bots_folder, folder = tmp_path / "bots", tmp_path / "folder"
    for inner in (
        bots_folder,
        folder,
        bots_folder / "mine",
        bots_folder / "pkg",
        bots_folder / "pkg/inner",
        bots_folder / "other",
        tmp_path / "out",
    ):
        inner.mkdir(parents=True)
    data = [
        "mine.py",
        "mine.npz",
        "mine-weights.bin.gz",
        "mine/book.json",
        "helper.py",
        "pkg/__init__.py",
        "pkg/inner/deep.py",
        "pkg/table.npy",
    ]
    for name in data:
        (bots_folder / name).write_text("", encoding="utf-8")
    archives = [
        f"{place}{kind}"
        for place in ("mine", "mine/x", "pkg/x", "pkg/inner/x")
        for kind in (".matches", ".db", "2.npz", ".sqlite")
    ]
    archives += ["mine.bin", "mine.py.db", "mine/archive", "mine-backup"]
    closed = [name + end for name in archives for end in ("", "-wal", "-shm", "-journal")]
    for name in closed:
        (bots_folder / name).write_bytes(b"SQLite format 3\0" if "-" not in name[-8:] else b"x")
    closed += ["mine.matches.gz", "mine.gz", "other/table.npy", "mine.herbarium", "mine/x.traces", "mine.matches.json"]
    for name in closed[-6:]:
        (bots_folder / name).write_bytes(b"x")
    (tmp_path / "out/secret.npz").write_bytes(b"x")
    (bots_folder / "mine-out.npz").symlink_to(tmp_path / "out/secret.npz")
    (bots_folder / "mine-own.npz").symlink_to(bots_folder / "mine.matches.json")
    (bots_folder / "mine/out").symlink_to(tmp_path / "out")
    closed += ["mine-out.npz", "mine-own.npz", "mine/out/secret.npz"]
    tried = [str(bots_folder / name) for name in data + closed]
    result = subprocess.run(
        [sys.executable, "-c", TRY_READING, str(bots_folder / "mine.py"), str(folder), *tried],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, "") and result.stdout.split() == tried[: len(data)]


TRY_SYSTEM_CALLS = """
import ctypes, fcntl, mmap, os, sys
import numpy
from workbench.bot_process import sandbox
sandbox.confine(sandbox.Confinement(2000), sys.argv[1])
numpy.save(sys.argv[1] + "/own.npy", numpy.arange(9) @ numpy.arange(9))
handle = os.open(sys.argv[1] + "/own", os.O_RDWR | os.O_CREAT)
page, libc = mmap.mmap(-1, mmap.PAGESIZE), ctypes.CDLL(None, use_errno=True)
def asked(name, *words):
    if getattr(libc, name)(*words) < 0:
        raise OSError(ctypes.get_errno(), name)
tries = {
    "reserve": lambda: asked("fallocate", handle, 1, ctypes.c_long(0), ctypes.c_long(2**20)),
    "advise": lambda: os.posix_fadvise(handle, 0, 0, os.POSIX_FADV_DONTNEED),
    "read ahead": lambda: asked("readahead", handle, ctypes.c_long(0), ctypes.c_size_t(1)),
    "resident": lambda: asked(
        "mincore", ctypes.c_void_p(ctypes.addressof(ctypes.c_char.from_buffer(page))), ctypes.c_size_t(1),
        ctypes.create_string_buffer(1),
    ),
    "lock": lambda: fcntl.flock(handle, fcntl.LOCK_EX), "lock a part": lambda: fcntl.lockf(handle, fcntl.LOCK_EX),
    "read a lock": lambda: fcntl.fcntl(handle, fcntl.F_GETLK, bytes(32)),
}
for name, call in tries.items():
    try:
        call()
        print(name)
    except PermissionError:
        pass
"""


@sandboxed
def test_bots_cannot_lock_files_or_inspect_the_cache(tmp_path: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-c", TRY_SYSTEM_CALLS, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "") and (
        tmp_path / "own.npy"
    ).stat().st_size > 100


def test_missing_parts_of_the_sandbox_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(landlock, "abi", lambda: 7)
    monkeypatch.setattr(seccomp, "available", lambda: True)
    assert sandbox.warning() == "" or os.name != "posix"
    monkeypatch.setattr(landlock, "abi", lambda: 0)
    assert "a bot from a file can read and change your files." in sandbox.warning()
    monkeypatch.setattr(seccomp, "available", lambda: False)
    capabilities = "read and change your files, start other programs, end your other programs and use the network."
    assert capabilities in sandbox.warning()


# System call numbers -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("machine", "header", "pattern"),
    [
        ("x86_64", "/usr/include/x86_64-linux-gnu/asm/unistd_64.h", r"#define __NR_(\w+) (\d+)"),
        ("aarch64", "/usr/include/asm-generic/unistd.h", r"#define __NR(?:3264)?_(\w+) (\d+)"),
    ],
)
def test_system_call_numbers_match_kernel_headers(machine: str, header: str, pattern: str) -> None:
    if not Path(header).exists():
        pytest.skip("the kernel's headers are not installed")
    known = {name: int(number) for name, number in re.findall(pattern, Path(header).read_text(encoding="utf-8"))}
    known.setdefault("newfstatat", known.get("fstatat", -1))
    column = seccomp.ARCHITECTURES[machine][0]
    for name, numbers in (seccomp.ALLOWED | seccomp.CONDITIONAL).items():
        if numbers[column] is not None and name in known:
            assert numbers[column] == known[name], name
    assert not {"fork", "vfork", "execve", "socket", "ptrace", "chmod", "truncate", "mount"} & set(
        seccomp.ALLOWED | seccomp.CONDITIONAL
    )


# Blame ----------------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(os.name != "posix", reason="a worker shares its mark on POSIX only")
def test_bot_that_can_kill_its_worker_is_blamed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If bots can send signals, a bot is blamed once its worker has died twice while the bot was thinking."""
    monkeypatch.setattr(sandbox, "state", lambda: {"signals": False})
    with Archive(tmp_path / "a", create=True) as archive:
        match = archive.add_match(
            Plan(spec="herd(size=3)", bots=(misbehaving_bot("Hangs"), "random"), blocks=1, seed=2, patience=10.0)
        )
        runner = Runner(archive, match, jobs=1, cores=Cores(1))
        thread = threading.Thread(target=runner.run)
        thread.start()
        killed: set[int] = set()  # process ids of workers
        deadline = monotonic() + 120
        while thread.is_alive() and monotonic() < deadline:
            for worker in workers_of(runner):
                pid, seat = worker._child.process.pid, worker.thinking_seat
                if pid in killed or seat is None or not worker.tasks or "evil.py" not in worker.tasks[0].bots[seat]:
                    continue
                sleep(0.7)  # give the bot time to hang
                if worker.thinking_seat == seat:
                    os.kill(pid, signal.SIGKILL)
                    killed.add(pid)
            if len(killed) == 2:
                runner.finish()
            sleep(0.01)
        thread.join(60)
        games = list(archive.games(1))
    assert not thread.is_alive()
    first = [game for game in games if game.number == 0]
    assert [(game.ending, game.fault, game.seats[game.guilty or 0]) for game in first] == [
        ("void", "crash", 0),
        ("crash", "crash", 0),
    ]
    assert all("SIGKILL" in game.reason and "Hangs" in game.reason for game in first)


@sandboxed
def test_bot_that_kills_its_parent_is_blamed(tmp_path: Path) -> None:
    """The sandbox refuses the signal, so only the bot fails."""
    bot_file = tmp_path / "mine.py"
    bot_file.write_text(
        "import os, signal\nfrom tests.attacks.bots.common import Hostile\n"
        "class Mine(Hostile):\n    def act(self):\n        os.kill(os.getppid(), signal.SIGKILL)\n",
        encoding="utf-8",
    )
    trust.allow_all_once([f"{bot_file}:Mine"])
    _, games = play_match(
        tmp_path / "a", Plan(spec="herd(size=3)", bots=(f"{bot_file}:Mine", "random"), blocks=1, seed=2)
    )
    assert games and all(game.fault == "crash" and game.guilty == game.seats.index(0) for game in games)
    assert all("Operation not permitted (the sandbox forbids this" in game.reason for game in games)


def test_permission_question_mentions_incomplete_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    asked_for = trust.Question("./mine.py:Mine", file="/home/somebody/mine.py", digest="0" * 64)
    monkeypatch.setattr(sandbox, "warning", lambda: "The sandbox is incomplete.")
    assert "The sandbox is incomplete." in trust_words.question_text(asked_for)
    assert "The sandbox is incomplete." in words.consent("Red", asked_for)
    monkeypatch.setattr(sandbox, "warning", lambda: "")
    assert "sandbox" not in trust_words.question_text(asked_for) + "".join(words.consent("Red", asked_for))


def test_match_reports_an_incomplete_sandbox(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sandbox, "warning", lambda: "The sandbox is incomplete.")
    for bot, is_reported in ((misbehaving_bot("Good"), True), ("greedy", False)):
        archive = str(tmp_path / bot[:3].replace("/", ""))
        assert (
            main(
                [
                    "match",
                    "herd(size=2)",
                    "--bots",
                    f"{bot},random",
                    "--blocks",
                    "1",
                    "--jobs",
                    "1",
                    "--archive",
                    archive,
                ]
            )
            == 0
        )
        assert ("The sandbox is incomplete." in capsys.readouterr().out) == is_reported
