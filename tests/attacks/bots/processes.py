"""Hostile bots that start, signal or trace processes."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import threading
import time

from tests.attacks.bots.common import EscapedError, Hostile, expect_refusal

LINGER = "import time; time.sleep(600)  # herbarium-left-behind"


def forked() -> int:
    """Fork and return the child's process id. The attack program finds the sleeping child by its command line."""
    pid = os.fork()
    if pid == 0:
        os.setsid()
        os.execv(sys.executable, [sys.executable, "-c", LINGER])
    return pid


class Subprocess(Hostile):
    def act(self) -> None:
        expect_refusal("a program was started", subprocess.Popen, [sys.executable, "-c", LINGER])


class Shell(Hostile):
    def act(self) -> None:
        if os.system(f'"{sys.executable}" -c "{LINGER}" &') == 0:
            raise EscapedError("a shell was started")


class Fork(Hostile):
    def act(self) -> None:
        expect_refusal("it forked", forked)


class ForkPty(Hostile):
    def act(self) -> None:
        expect_refusal("it forked a terminal", os.forkpty)


class Grandchildren(Hostile):
    """Forks twice and calls setsid."""

    def act(self) -> None:
        expect_refusal("it forked", self.fork_twice)

    def fork_twice(self) -> int:
        pid = os.fork()
        if pid == 0:
            os.setsid()
            forked()
            os._exit(0)
        os.waitpid(pid, 0)  # the grandchild is then no descendant of the bot
        return pid


class Spawn(Hostile):
    def act(self) -> None:
        expect_refusal("it spawned", os.posix_spawn, sys.executable, [sys.executable, "-c", LINGER], {})


class Exec(Hostile):
    """Replaces itself with a program that lingers."""

    def act(self) -> None:
        expect_refusal("it became another program", os.execv, sys.executable, [sys.executable, "-c", LINGER])


class Thousand(Hostile):
    """Starts 1,000 processes."""

    def act(self) -> None:
        started = 0
        for _ in range(1000):
            try:
                forked()
                started += 1
            except OSError:
                continue
        if started:
            raise EscapedError(f"{started} processes were started")


class ForkBomb(Hostile):
    """Forks as fast as possible for 0.2 seconds, then plays on."""

    def act(self) -> None:
        until = time.monotonic() + 0.2
        while time.monotonic() < until:
            expect_refusal("it forked", forked)


class RawClone(Hostile):
    """Calls clone, clone3, fork and vfork by their numbers (x86_64)."""

    def act(self) -> None:
        if os.uname().machine != "x86_64":
            return
        call = ctypes.CDLL(None, use_errno=True).syscall
        for number in (57, 56, 435):
            if call(number, 0, 0, 0, 0, 0) == 0:
                os._exit(0)
            if ctypes.get_errno() == 0:
                raise EscapedError(f"system call {number} started a process")


class KillParent(Hostile):
    def act(self) -> None:
        for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGSTOP):
            expect_refusal(f"{number.name} reached its parent", os.kill, os.getppid(), number)


class KillOthers(Hostile):
    """Signals the leader, a bystander, the bystander's group and all processes."""

    def act(self) -> None:
        for pid in (self.targets["leader"], self.targets["bystander"], 1):
            expect_refusal(f"it may signal {pid}", os.kill, pid, 0)
        expect_refusal("it killed the bystander", os.kill, self.targets["bystander"], signal.SIGKILL)
        expect_refusal("it may signal everybody", os.kill, -1, 0)
        expect_refusal("it signalled a group", os.killpg, os.getpgid(self.targets["bystander"]), 0)


class SignalByHandle(Hostile):
    """Asks the kernel to signal another process through a pipe, and opens a pidfd."""

    def act(self) -> None:
        import fcntl

        source, _ = os.pipe()
        expect_refusal("a pipe may signal", fcntl.fcntl, source, fcntl.F_SETOWN, self.targets["bystander"])
        if hasattr(os, "pidfd_open"):
            expect_refusal("it has a pidfd", os.pidfd_open, self.targets["bystander"])


class LimitOthers(Hostile):
    """Lowers the limits and the priority of another process."""

    def act(self) -> None:
        import resource

        if hasattr(resource, "prlimit"):
            pid = self.targets["bystander"]
            expect_refusal("it set a limit", resource.prlimit, pid, resource.RLIMIT_CPU, (1, 1))
        expect_refusal("it changed a priority", os.setpriority, os.PRIO_PROCESS, self.targets["bystander"], 19)
        expect_refusal("it changed all priorities", os.setpriority, os.PRIO_USER, 0, 19)
        if hasattr(os, "sched_setaffinity"):
            expect_refusal("it moved a process", os.sched_setaffinity, self.targets["bystander"], {0})


class Trace(Hostile):
    """Attaches to its parent, the leader and a bystander with ptrace, and reads their memory."""

    def act(self) -> None:
        libc = ctypes.CDLL(None, use_errno=True)
        for pid in (os.getppid(), self.targets["leader"], self.targets["bystander"]):
            if libc.ptrace(16, pid, None, None) == 0:  # PTRACE_ATTACH
                raise EscapedError(f"it traces {pid}")
            local_range = (ctypes.c_ulong * 2)(ctypes.addressof(ctypes.create_string_buffer(8)), 8)
            remote_range = (ctypes.c_ulong * 2)(0x400000, 8)
            if libc.process_vm_readv(pid, local_range, 1, remote_range, 1, 0) > 0:
                raise EscapedError(f"it reads the memory of {pid}")


class StopItself(Hostile):
    expected = ("timeout", "did not answer within")

    def act(self) -> None:
        os.kill(os.getpid(), signal.SIGSTOP)


class IgnoreSignals(Hostile):
    """Ignores every signal that it can and never answers."""

    expected = ("timeout", "did not answer within")

    def act(self) -> None:
        for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
            try:
                signal.signal(number, signal.SIG_IGN)
            except (OSError, ValueError):
                continue
        while True:
            time.sleep(60)


class KillItself(Hostile):
    expected = ("crash", "SIGKILL")

    def act(self) -> None:
        os.kill(os.getpid(), signal.SIGKILL)


class Alarm(Hostile):
    expected = ("crash", "SIGALRM")

    def act(self) -> None:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, 0.01)
        time.sleep(60)


class Threads(Hostile):
    """Starts threads until this fails, and keeps them running."""

    expected = ("crash", "threads")

    def act(self) -> None:
        threading.stack_size(32768)
        while True:
            try:
                threading.Thread(target=time.sleep, args=(600,), daemon=True).start()
            except RuntimeError:
                time.sleep(0.01)


class ThreadLeft(Hostile):
    """Leaves a thread running after the game."""

    def act(self) -> None:
        threading.Thread(target=self.spin, daemon=False).start()

    def spin(self) -> None:
        while True:
            time.sleep(0.01)


class AtExit(Hostile):
    """Does not exit, because an exit handler sleeps."""

    def act(self) -> None:
        import atexit

        atexit.register(time.sleep, 600)


class Unshare(Hostile):
    """Requests namespaces, mounts, keys, io_uring, BPF and other kernel features (x86_64)."""

    def act(self) -> None:
        if os.uname().machine != "x86_64":
            return
        call = ctypes.CDLL(None, use_errno=True).syscall
        calls = {
            "unshare": (272, 0x10000000), "mount": (165, b"none", b"/tmp", b"tmpfs", 0, 0), "chroot": (161, b"."),
            "setns": (308, 0, 0),
            "keyctl": (250, 0, -3, 1), "io_uring": (425, 4, ctypes.create_string_buffer(120)), "bpf": (321, 0, 0, 0),
            "memfd": (319, b"x", 0), "perf": (298, 0, 0, -1, -1, 0), "shmget": (29, 0, 4096, 0o1600),
            "userfaultfd": (323, 0),
            "inotify": (253,), "fanotify": (300, 0, 0), "by_handle": (304, -100, ctypes.create_string_buffer(128), 0),
        }  # fmt: skip
        for name, args in calls.items():
            if call(*args) >= 0:
                raise EscapedError(f"{name} works")
