"""Linux system calls that Python's library lacks: prctl, capset and calls by number. None needs root privileges.

Only the standard library is imported, so that a process can confine itself before it loads anything else.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from contextlib import suppress
from functools import cache

LINUX = sys.platform.startswith("linux")
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 1, 4, 36, 38
CAP_DAC_OVERRIDE = 1
_CAPABILITY_VERSION_3 = 0x20080522


@cache
def libc() -> ctypes.CDLL:
    """Return the C library, set up so that `ctypes.get_errno` works."""
    return ctypes.CDLL(None, use_errno=True)


def _failed(what: str) -> OSError:
    number = ctypes.get_errno()
    return OSError(number, f"{what}: {os.strerror(number)}")


def prctl(option: int, value: int) -> None:
    """Call prctl with zero for the unused arguments.

    Raises:
        OSError: The kernel refuses.
    """
    zero = ctypes.c_ulong(0)
    if libc().prctl(ctypes.c_int(option), ctypes.c_ulong(value), zero, zero, zero) != 0:
        raise _failed(f"prctl {option}")


def syscall(number: int, *arguments: object) -> int:
    """Call a system call by its number with ctypes values.

    Raises:
        OSError: The call fails.
    """
    call = libc().syscall
    call.restype = ctypes.c_long
    result = int(call(ctypes.c_long(number), *arguments))
    if result < 0:
        raise _failed(f"system call {number}")
    return result


def end_with_parent(parent: int) -> None:
    """Make Linux end this process as soon as its parent ends. Do nothing on other systems.

    Args:
        parent: The parent's process id before the fork, in case it has already ended.
    """
    if not LINUX:
        return
    with suppress(OSError, AttributeError):
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)  # the parent ended before the call, so no signal will come


def descendants(pid: int) -> dict[int, int]:
    """Return the process groups of all living descendants of a process, by process id.

    The result is empty outside Linux.
    """
    parents: dict[int, int] = {}
    groups: dict[int, int] = {}
    with suppress(OSError):
        for name in os.listdir("/proc"):
            if name.isdigit():
                with (
                    suppress(OSError, ValueError, IndexError),
                    open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file,
                ):
                    fields = file.read().rpartition(")")[2].split()  # the name in parentheses may contain anything
                    if fields[0] not in "ZX":
                        parents[int(name)], groups[int(name)] = int(fields[1]), int(fields[2])
    processes, size = {pid}, 0
    while len(processes) != size:
        size = len(processes)
        processes |= {child for child, parent in parents.items() if parent in processes}
    return {child: groups[child] for child in sorted(processes - {pid})}


def peak_mb(pid: int) -> float:
    """Return the most memory that a process has used so far, in MB, or 0 if the system does not tell."""
    with suppress(OSError, ValueError, IndexError), open(f"/proc/{pid}/status", encoding="utf-8") as file:
        found = next((line for line in file if line.startswith("VmHWM:")), "VmHWM: 0 kB")
        return int(found.split()[1]) / 1024
    return 0.0


def hide_memory() -> bool:
    """Keep other processes of this user from reading this one's memory, environment and open files.

    A process with CAP_SYS_PTRACE still can. Return whether it worked; always False outside Linux.
    """
    if not LINUX:
        return False
    try:
        prctl(PR_SET_DUMPABLE, 0)
    except (OSError, AttributeError):
        return False
    return True


class _Header(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


class _Data(ctypes.Structure):
    _fields_ = (("effective", ctypes.c_uint32), ("permitted", ctypes.c_uint32), ("inheritable", ctypes.c_uint32))


def drop_capabilities(*kept: int) -> None:
    """Drop all capabilities of this thread except those in `kept`.

    Raises:
        OSError: The kernel refuses.
    """
    header, data = _Header(_CAPABILITY_VERSION_3, 0), (_Data * 2)()
    if libc().capget(ctypes.byref(header), data) != 0:
        raise _failed("capget")
    for half in range(2):
        mask = sum(1 << (number - 32 * half) for number in kept if number // 32 == half)
        data[half].permitted &= mask
        data[half].effective = data[half].permitted
        data[half].inheritable = 0
    header = _Header(_CAPABILITY_VERSION_3, 0)
    if libc().capset(ctypes.byref(header), data) != 0:
        raise _failed("capset")
