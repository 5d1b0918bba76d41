"""Tests of what a worker accepts, and of the processes that `herbarium worker` starts."""

from __future__ import annotations

import asyncio
import hashlib
import os
import signal
import subprocess
import sys
from math import erfc, exp
from pathlib import Path
from time import monotonic, sleep

import msgspec
import pytest

from bots.loading.sources import Source
from bots.report import Limit
from tests.kit.matches import EVIL, SALT, misbehaving_bot, remaining_processes, wait_until_gone
from workbench.bot_process import trust
from workbench.matches.cluster import messages, node
from workbench.matches.cluster.addresses import KEY_FILES, AddressError, make_keys, parse_address, security_of
from workbench.matches.cluster.member import why_unreachable
from workbench.matches.cluster.members import MODULE, Members
from workbench.matches.cluster.messages import Accepted, BlockResult, Invitation, Refused, code_digest
from workbench.matches.cluster.tallies import Tallies, Tally, homogeneity, suspicion
from workbench.matches.planning.plan import Plan, Schedule
from workbench.matches.planning.task import PlayedGame, sources_of, task_of
from workbench.matches.workers.plan_check import check
from workbench.matches.workers.playing import InterruptedGameError
from workbench.records.files import decode_record
from workbench.system import linux
from workbench.system.processes import Child
from workbench.system.version import version

PLAN = Plan(spec="herd(size=2)", bots=("greedy", "random"), blocks=4, seed=9, salt=SALT, reports="none")
MATCH = "a" * 32


def invitation(plan: Plan, **changes: object) -> bytes:
    """Return an encoded invitation to a checked plan."""
    sources = sources_of(plan)
    files = {source.digest: Path(source.path).read_bytes() for source in sources if source is not None}
    sent = Invitation(plan, task_of(plan, Schedule(plan), 1, 0, 1, sources), sources, files, version(), code_digest())
    return messages.ENCODER.encode(msgspec.structs.replace(sent, **changes))


def blocks(plan: Plan, *numbers: int) -> bytes:
    sources = sources_of(plan)
    return messages.ENCODER.encode([task_of(plan, Schedule(plan), 1, number, 1, sources) for number in numbers])


def test_invited_worker_plays_the_first_game_and_blocks() -> None:
    worker, plan = node.Node(), check(PLAN).plan
    try:
        assert worker.play_block(MATCH, blocks(plan, 0, 1)) == Refused("this worker was not invited")
        accepted = worker.invite(MATCH, invitation(plan))
        assert isinstance(accepted, Accepted)
        result = worker.play_block(MATCH, blocks(plan, 0, 1))
        assert isinstance(result, BlockResult)
        assert [game.number for game in result.games] == [0, 1]
        assert result.games[0].line == accepted.game.line
    finally:
        worker.player.close()


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"program": "0.0.0"}, "the leader has version 0.0.0"),
        ({"code": "00"}, "other source files"),
        ({"packages": {"the game heap": "heap 1.0 (1a)"}}, "the game heap is not installed here, or cannot be used"),
        ({"packages": {"the bot last": "players 1.0 (1a)"}}, "the bot last is not installed here"),
    ],
)
def test_worker_with_other_code_refuses(changes: dict[str, object], reason: str) -> None:
    answer = node.Node().invite(MATCH, invitation(check(PLAN).plan, **changes))
    assert isinstance(answer, Refused) and reason in answer.reason


def test_worker_runs_only_allowed_bots(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    """Without permission it refuses; --accept-bots runs the leader's file, which is checked when it runs."""
    plan = check(msgspec.structs.replace(PLAN, bots=(misbehaving_bot("Good"), "greedy"))).plan
    data = invitation(plan)
    trust.forget_session()
    worker = node.Node()
    try:
        answer = worker.invite(MATCH, data)
        assert isinstance(answer, Refused) and "evil.py" in answer.reason and "--accept-bots" in answer.reason
        monkeypatch.setenv(node.ACCEPT, "1")
        answer = worker.invite(MATCH, data)
        assert isinstance(answer, Accepted) and answer.game.ending == "normal", answer
        kept = worker.visits[MATCH].sources[plan.bots[0]]
        assert Path(kept.path) != EVIL and Path(kept.path).read_bytes() == EVIL.read_bytes()
    finally:
        worker.player.close()


def test_worker_with_another_file_says_which(home: Path) -> None:
    plan = check(msgspec.structs.replace(PLAN, bots=(misbehaving_bot("Good"), "greedy"))).plan
    digest = hashlib.sha256(b"other").hexdigest()
    answer = node.Node().invite(MATCH, invitation(plan, sources=(Source(str(EVIL), digest), None), files={}))
    assert isinstance(answer, Refused) and "evil.py" in answer.reason and digest[:12] in answer.reason


def test_stopped_match_interrupts_its_game() -> None:
    worker, plan = node.Node(), check(PLAN).plan
    try:
        assert isinstance(worker.invite(MATCH, invitation(plan)), Accepted)
        worker.visits[MATCH].stopped = True
        with pytest.raises(InterruptedGameError):
            worker.play_block(MATCH, blocks(plan, 0))
        worker.command(MATCH, "stop")
        assert worker.play_block(MATCH, blocks(plan, 0)) == Refused("this worker was not invited")
    finally:
        worker.player.close()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("tcp://192.168.1.2:8786", "not protected"), ("tls://host:8786", "needs --keys"), ("local:0", "not an address"),
        ("local:999", "at most 256"), ("http://host:80", "not an address"), ("tls://host:99999", "not an address"),
        ("", "not an address"),
    ],
)  # fmt: skip
def test_address_that_cannot_be_used_says_why(text: str, reason: str) -> None:
    with pytest.raises(AddressError, match=reason):
        parse_address(text, None)


def test_keys_are_private_and_never_replaced(tmp_path: Path) -> None:
    keys = tmp_path / "keys"
    make_keys(keys)
    assert all((keys / name).stat().st_mode & 0o077 == 0 for name in KEY_FILES)
    with pytest.raises(AddressError, match="already has keys"):
        make_keys(keys)
    address = parse_address("tls://host:8786", keys)
    assert security_of(address, keys) is not None
    (keys / "key.pem").unlink()
    with pytest.raises(AddressError, match=r"key\.pem is missing"):
        security_of(address, keys)


def played(number: int, ending: str, result: float) -> PlayedGame:
    """Return a game with a result for the first seat."""
    return PlayedGame(
        match=1, number=number, attempt=1, ending=ending, guilty=None, reason="", fault="",  # type: ignore[arg-type]
        returns=(result, -result), points=(), turns=1, decisions=1, seconds=(0.0, 0.0), overrun=0.0, took=0.5, line=0,
        versions=("", ""), record=b"",
    )  # fmt: skip


def test_worker_with_other_results_is_suspect() -> None:
    tallies = Tallies(Schedule(msgspec.structs.replace(PLAN, blocks=1000)))
    for number in range(400):
        first = 1.0 if number % 2 == 0 else -1.0  # seat of the first bot
        result = first if number % 4 < 2 else -first
        tallies.add("tcp://good", [played(number, "normal", result)])
        tallies.add("tcp://bad", [played(number, "normal", first if number % 8 < 7 else -first)])
        tallies.add("tcp://slow", [played(number, "timeout" if number % 5 == 0 else "normal", result)])
    good, bad, slow = tallies.workers
    assert good.results == (200, 0, 200) and bad.results == (50, 0, 350) and slow.time_losses == 80
    assert suspicion(good, [slow]) == ""
    assert "differ from those of the rest" in suspicion(bad, [good, slow])
    assert "lost on time" in suspicion(slow, [good, bad])
    assert "crashed" in suspicion(Tally("x", games=9, crashes=4), [good])


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ((30, 10, 60), (50, 20, 30), exp(-55 / 6)),  # the statistic is 5 + 10 / 3 + 10, with 2 degrees of freedom
        ((40, 0, 60), (60, 0, 40), erfc(2.0)),  # 8, with 1 degree
        ((3, 0, 4), (50, 0, 50), 1.0),
        ((0, 0, 0), (50, 0, 50), 1.0),
    ],
)
def test_homogeneity(first: tuple[int, ...], second: tuple[int, ...], expected: float) -> None:
    assert homogeneity(first, second) == pytest.approx(expected, rel=1e-9)


def children(program: subprocess.Popen[bytes]) -> set[int]:
    """Return the worker processes below a program."""
    return {
        number
        for number in linux.descendants(program.pid)
        if b"matches.cluster.member" in Path(f"/proc/{number}/cmdline").read_bytes()
    }


def test_worker_command_starts_again_what_ends_and_leaves_nothing() -> None:
    """Without a scheduler it keeps trying; a killed process is replaced; a signal ends everything."""
    program = subprocess.Popen(
        [sys.executable, "-m", "workbench", "worker", "tcp://127.0.0.1:9", "--jobs", "2"], stderr=subprocess.PIPE
    )
    assert program.stderr is not None
    assert b"2 worker processes for tcp://127.0.0.1:9" in program.stderr.readline()
    deadline = monotonic() + 60
    while len(before := children(program)) < 2 and monotonic() < deadline:
        sleep(0.1)
    victim = min(before)
    os.kill(victim, signal.SIGKILL)
    while (victim in (now := children(program)) or len(now) < 2) and monotonic() < deadline:
        sleep(0.1)
    assert len(now) == 2 and victim not in now and program.poll() is None
    program.send_signal(signal.SIGTERM)
    assert program.wait(30) == 0
    program.stderr.close()
    assert wait_until_gone(30) == []


def test_refusing_worker_is_listed_by_its_name() -> None:
    tallies = Tallies(Schedule(PLAN))
    tallies.refuse("tls://127.0.0.1:41857", "no", "machine-a-1")
    tallies.refuse("tls://127.0.0.1:41858", "no")
    assert [one.name for one in tallies.workers] == ["machine-a-1", "tls://127.0.0.1:41858"]


def test_unreachable_scheduler_says_why(tmp_path: Path) -> None:
    make_keys(tmp_path / "keys")
    make_keys(tmp_path / "other")
    assert asyncio.run(why_unreachable("tcp://127.0.0.1:9", None)) == "Connection refused"
    scheduler = Child(MODULE, "scheduler", "tls://127.0.0.1:0", str(tmp_path / "keys"), "-")
    try:
        address = (scheduler.channel.receive(60) or b"").decode()
        assert asyncio.run(why_unreachable(address, tmp_path / "keys")) == ""
        assert "other keys" in asyncio.run(why_unreachable(address, tmp_path / "other"))
    finally:
        scheduler.close()


def test_worker_that_ends_without_a_scheduler_leaves_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    members = Members("tcp://127.0.0.1:9", 1, None)
    try:
        members.keep_alive()
        deadline = monotonic() + 60
        while not list(tmp_path.glob("herbarium-worker-*")) and monotonic() < deadline:
            sleep(0.05)
        assert list(tmp_path.iterdir())
    finally:
        members.close()
    assert not list(tmp_path.iterdir())


def listening(pid: int) -> set[str]:
    """Return the local addresses, in hexadecimal, on which a process listens."""
    sockets = {os.readlink(file) for file in Path(f"/proc/{pid}/fd").iterdir() if file.is_symlink()}
    found = set()
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/{pid}/net/{table}").read_text(encoding="ascii").splitlines()[1:]:
            words = line.split()
            if words[3] == "0A" and f"socket:[{words[9]}]" in sockets:
                found.add(words[1].partition(":")[0])
    return found


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_worker_without_keys_is_reachable_on_this_machine_only() -> None:
    scheduler = Child(MODULE, "scheduler", "tcp://127.0.0.1:0", "-", "-")
    members: Members | None = None
    try:
        address = scheduler.channel.receive(60)
        assert address is not None
        members = Members(address.decode(), 1, None)
        deadline = monotonic() + 60
        while not members.connected and monotonic() < deadline:
            members.keep_alive()
            sleep(0.1)
        assert members.connected == 1
        for pid in (scheduler.pid, *members.pids):
            assert listening(pid) == {"0100007F"}, "127.0.0.1"
    finally:
        if members is not None:
            members.close()
        scheduler.close()
    assert wait_until_gone(30) == []


def test_paused_worker_gives_up_a_leader_that_has_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(node, "SILENT_SECONDS", 0.5)
    worker, plan = node.Node(), check(PLAN).plan
    try:
        assert isinstance(worker.invite(MATCH, invitation(plan)), Accepted)
        worker.command(MATCH, "pause")
        with pytest.raises(InterruptedGameError):
            worker.play_block(MATCH, blocks(plan, 0))
    finally:
        worker.player.close()


def test_bots_end_with_the_last_match() -> None:
    slow = "mcts(simulations=20000)"  # quick bots have no process
    worker, plan = node.Node(), check(msgspec.structs.replace(PLAN, bots=(slow, slow))).plan
    assert isinstance(worker.invite(MATCH, invitation(plan)), Accepted)
    assert remaining_processes()
    worker.command(MATCH, "stop")
    assert wait_until_gone(10) == []


def test_slow_worker_records_the_limit_of_the_plan() -> None:
    """Its clock has more time, but the record is that of any machine."""
    worker, plan = node.Node(), check(msgspec.structs.replace(PLAN, limit=Limit(seconds=0.05))).plan
    try:
        assert isinstance(worker.invite(MATCH, invitation(plan)), Accepted)
        worker.visits[MATCH].scale = 3.0
        result = worker.play_block(MATCH, blocks(plan, 0))
        assert isinstance(result, BlockResult)
        record = decode_record(result.games[0].record)
        assert record.limit == Limit(seconds=0.05)
        assert max(move.left or 0.0 for move in record.lines[0].moves) > 0.05
    finally:
        worker.player.close()
