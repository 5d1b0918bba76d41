"""A seccomp filter, applied without root privileges, that allows only the system calls of a computing process.

Any other call fails with EPERM. This rules out new processes and programs, sockets, signals to others, tracing, mounts,
changes of owner and mode, shared memory, locks and reserved space. It also rules out calls that show or change which
files are cached, because two bots could communicate through the cache. Threads remain possible.

The filter is a program for the kernel's packet-filter machine. It applies to all threads and everything they start.
Source: Linux, Documentation/userspace-api/seccomp_filter.rst.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import sys
from collections.abc import Sequence
from functools import cache

from workbench.system.linux import LINUX, PR_SET_NO_NEW_PRIVS, prctl, syscall

# machine -> column in the tables below, AUDIT_ARCH constant, number of the seccomp call
ARCHITECTURES = {"x86_64": (0, 0xC000003E, 317), "aarch64": (1, 0xC00000B7, 277)}
NEWEST = 462  # Higher numbers fail with ENOSYS, for which C libraries have a fallback.

# fmt: off
ALLOWED: dict[str, tuple[int | None, int | None]] = {  # system call -> its numbers on x86_64 and aarch64
    "read": (0, 63), "write": (1, 64), "readv": (19, 65), "writev": (20, 66), "pread64": (17, 67),
    "pwrite64": (18, 68), "preadv": (295, 69), "pwritev": (296, 70), "preadv2": (327, 286), "pwritev2": (328, 287),
    "lseek": (8, 62), "close": (3, 57), "close_range": (436, 436), "fstat": (5, 80), "newfstatat": (262, 79),
    "stat": (4, None), "lstat": (6, None), "statx": (332, 291), "access": (21, None), "faccessat": (269, 48),
    "faccessat2": (439, 439), "readlink": (89, None), "readlinkat": (267, 78), "getcwd": (79, 17),
    "getdents": (78, None), "getdents64": (217, 61), "statfs": (137, 43), "fstatfs": (138, 44),
    "dup": (32, 23), "dup2": (33, None), "dup3": (292, 24), "pipe": (22, None), "pipe2": (293, 59),
    "poll": (7, None), "ppoll": (271, 73), "select": (23, None), "pselect6": (270, 72), "epoll_create": (213, None),
    "epoll_create1": (291, 20), "epoll_ctl": (233, 21), "epoll_wait": (232, None), "epoll_pwait": (281, 22),
    "epoll_pwait2": (441, 441), "eventfd": (284, None), "eventfd2": (290, 19), "timerfd_create": (283, 85),
    "timerfd_settime": (286, 86), "timerfd_gettime": (287, 87), "signalfd": (282, None), "signalfd4": (289, 74),
    "mmap": (9, 222), "munmap": (11, 215), "mremap": (25, 216), "mprotect": (10, 226), "madvise": (28, 233),
    "msync": (26, 227), "mlock": (149, 228), "mlock2": (325, 284), "munlock": (150, 229),
    "brk": (12, 214), "membarrier": (324, 283), "rseq": (334, 293), "set_robust_list": (273, 99),
    "get_robust_list": (274, 100), "futex": (202, 98), "futex_waitv": (449, 449), "set_tid_address": (218, 96),
    "arch_prctl": (158, None), "exit": (60, 93), "exit_group": (231, 94), "restart_syscall": (219, 128),
    "rt_sigaction": (13, 134), "rt_sigprocmask": (14, 135), "rt_sigreturn": (15, 139), "rt_sigpending": (127, 136),
    "rt_sigtimedwait": (128, 137), "rt_sigsuspend": (130, 133), "sigaltstack": (131, 132), "pause": (34, None),
    "nanosleep": (35, 101), "clock_nanosleep": (230, 115), "clock_gettime": (228, 113), "clock_getres": (229, 114),
    "gettimeofday": (96, 169), "time": (201, None), "times": (100, 153), "getrusage": (98, 165),
    "getitimer": (36, 102), "setitimer": (38, 103), "alarm": (37, None), "timer_create": (222, 107),
    "timer_settime": (223, 110), "timer_gettime": (224, 108), "timer_getoverrun": (225, 109),
    "timer_delete": (226, 111), "getrandom": (318, 278), "uname": (63, 160), "sysinfo": (99, 179),
    "getpid": (39, 172), "gettid": (186, 178), "getppid": (110, 173), "getuid": (102, 174), "geteuid": (107, 175),
    "getgid": (104, 176), "getegid": (108, 177), "getgroups": (115, 158), "getresuid": (118, 148),
    "getresgid": (120, 150), "getpgrp": (111, None), "getpgid": (121, 155), "getsid": (124, 156),
    "getcpu": (309, 168), "sched_yield": (24, 124), "sched_getaffinity": (204, 123), "sched_getparam": (143, 121),
    "sched_getscheduler": (145, 120), "sched_get_priority_max": (146, 125), "sched_get_priority_min": (147, 126),
    "getpriority": (140, 141), "getrlimit": (97, 163), "setrlimit": (160, 164), "capget": (125, 90),
    "ftruncate": (77, 46), "fsync": (74, 82), "fdatasync": (75, 83),
    "copy_file_range": (326, 285), "sendfile": (40, 71), "unlink": (87, None),
    "unlinkat": (263, 35), "rename": (82, None), "renameat": (264, 38), "renameat2": (316, 276), "mkdir": (83, None),
    "mkdirat": (258, 34), "rmdir": (84, None), "chdir": (80, 49), "fchdir": (81, 50), "umask": (95, 166),
    "wait4": (61, 260), "waitid": (247, 95),
}
CONDITIONAL: dict[str, tuple[int | None, int | None]] = {  # allowed with certain arguments only; see `_conditions`
    "open": (2, None), "openat": (257, 56), "clone": (56, 220), "clone3": (435, 435), "kill": (62, 129),
    "tgkill": (234, 131), "prlimit64": (302, 261), "setpriority": (141, 140), "sched_setaffinity": (203, 122),
    "prctl": (157, 167), "ioctl": (16, 29), "fcntl": (72, 25),
}
PROGRAM: dict[str, tuple[int | None, int | None]] = {  # for a program, which another process has confined
    "execve": (59, 221),
}
NETWORK: dict[str, tuple[int | None, int | None]] = {  # with the permission to use the network
    "connect": (42, 203), "accept": (43, 202), "accept4": (288, 242), "sendto": (44, 206),
    "recvfrom": (45, 207), "sendmsg": (46, 211), "recvmsg": (47, 212), "sendmmsg": (307, 269),
    "recvmmsg": (299, 243), "shutdown": (48, 210), "bind": (49, 200), "listen": (50, 201), "getsockname": (51, 204),
    "getpeername": (52, 205), "setsockopt": (54, 208), "getsockopt": (55, 209),
}
SOCKETS: dict[str, tuple[int | None, int | None]] = {  # with that permission and certain arguments; see `_sockets`
    "socket": (41, 198), "socketpair": (53, 199),
}
# fmt: on

CLONE_THREAD = 0x10000
_UNIX, _INET, _INET6, _NETLINK = 1, 2, 10, 16  # families of sockets
_STREAM, _TYPE = 1, 0xF  # a type of sockets, and the bits of an argument that hold the type
O_TRUNC = 0x200
_PRCTL = (3, 15, 16, 0x53564D41)  # get dumpable, set and get a thread's name, set a mapping's name
# terminal check, terminal size, bytes to read, blocking mode
_IOCTL = (0x5401, 0x802C542A, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)
# locks, signals to other processes, leases, directory notifications
_NO_FCNTL = (5, 6, 7, 36, 37, 38, 8, 10, 15, 1024, 1026)

_LOAD, _EQUAL, _ABOVE, _AND, _ANY, _RETURN = 0x20, 0x15, 0x25, 0x54, 0x45, 0x06
_ALLOW, _ERROR = 0x7FFF0000, 0x00050000
_NUMBER, _ARCHITECTURE = 0, 4  # offsets in struct seccomp_data; the low half of argument n is at 16 + 8 n
_SET_FILTER, _ACTION_AVAILABLE, _ALL_THREADS = 1, 2, 1
Instruction = tuple[int, int, int, int]  # code, instructions to skip if true, if false, constant


class _Filter(ctypes.Structure):
    _fields_ = (("code", ctypes.c_uint16), ("true", ctypes.c_uint8), ("false", ctypes.c_uint8), ("k", ctypes.c_uint32))


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_uint16), ("filter", ctypes.POINTER(_Filter)))


@cache
def available() -> bool:
    """Return whether this kernel supports filters and this module knows its system call numbers."""
    machine = ARCHITECTURES.get(platform.machine())
    if not LINUX or machine is None or sys.maxsize < 2**32 or sys.byteorder != "little":
        return False
    try:
        action = ctypes.c_uint32(_ERROR)
        syscall(machine[2], ctypes.c_uint(_ACTION_AVAILABLE), ctypes.c_uint(0), ctypes.byref(action))
    except (OSError, AttributeError):
        return False
    return True


def _refuse(number: int) -> Instruction:
    return (_RETURN, 0, 0, _ERROR | number)


def _argument(number: int) -> Instruction:
    return (_LOAD, 0, 0, 16 + 8 * number)


def _one_of(argument: int, values: Sequence[int], allow: bool = True) -> list[Instruction]:
    """Allow a call if the argument is one of these values or, with `allow=False`, if it is none of them."""
    checks = [(_EQUAL, len(values) - 1 - place, 0, value) for place, value in enumerate(values)]
    found, otherwise = (_ALLOW, _ERROR | errno.EPERM) if allow else (_ERROR | errno.EPERM, _ALLOW)
    return [
        _argument(argument),
        *checks[:-1],
        (_EQUAL, 0, 1, values[-1]),
        (_RETURN, 0, 0, found),
        (_RETURN, 0, 0, otherwise),
    ]


def _conditions(pid: int) -> dict[str, list[Instruction]]:
    """Return, for each conditional call, the instructions that decide on it. `pid` is this process."""

    # Old Landlock versions do not check O_TRUNC on a file opened for reading.
    def open_with(flags: int) -> list[Instruction]:
        return [
            _argument(flags),
            (_AND, 0, 0, O_TRUNC | 3),
            (_EQUAL, 0, 1, O_TRUNC),
            _refuse(errno.EPERM),
            (_RETURN, 0, 0, _ALLOW),
        ]

    allow = (_RETURN, 0, 0, _ALLOW)
    return {
        "open": open_with(1),
        "openat": open_with(2),
        "clone": [_argument(0), (_ANY, 0, 1, CLONE_THREAD), allow, _refuse(errno.EPERM)],
        "clone3": [_refuse(errno.ENOSYS)],  # The filter cannot read its arguments. C libraries fall back to clone.
        "kill": _one_of(0, (pid,)),
        "tgkill": _one_of(0, (pid,)),
        "prlimit64": _one_of(0, (0, pid)),
        "setpriority": [_argument(0), (_EQUAL, 1, 0, 0), _refuse(errno.EPERM), *_one_of(1, (0, pid))],
        "sched_setaffinity": _one_of(0, (0, pid)),
        "prctl": _one_of(0, _PRCTL),
        "ioctl": _one_of(1, _IOCTL),
        "fcntl": _one_of(1, _NO_FCNTL, allow=False),
    }


def _sockets() -> dict[str, list[Instruction]]:
    """Return the instructions that decide on new sockets.

    A Unix socket could reach other programs of the user, such as D-Bus, Docker or an agent with keys. Only a connected
    pair of streams cannot: a pair of datagram sockets can send to any address. Netlink answers what resolvers ask about
    the network (protocol 0); its other protocols stay closed.
    """
    allow, refuse = (_RETURN, 0, 0, _ALLOW), _refuse(errno.EPERM)
    return {
        "socket": [
            _argument(0),
            (_EQUAL, 4, 0, _INET),
            (_EQUAL, 3, 0, _INET6),
            (_EQUAL, 0, 3, _NETLINK),
            _argument(2),
            (_EQUAL, 0, 1, 0),
            allow,
            refuse,
        ],
        "socketpair": [
            _argument(0),
            (_EQUAL, 0, 4, _UNIX),
            _argument(1),
            (_AND, 0, 0, _TYPE),
            (_EQUAL, 0, 1, _STREAM),
            allow,
            refuse,
        ],
    }


def program(machine: str, pid: int, executes: bool = False, network: bool = False) -> list[Instruction]:
    """Return the filter for the process `pid` on a machine listed in `ARCHITECTURES`.

    Args:
        machine: The machine.
        pid: The process.
        executes: Whether the process may become another program.
        network: Whether it may use the sockets of networks.
    """
    column, architecture, _ = ARCHITECTURES[machine]
    steps: list[Instruction] = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 1, 0, architecture),
        _refuse(errno.EPERM),  # for example, the 32-bit calls of x86
        (_LOAD, 0, 0, _NUMBER),
        (_ABOVE, 0, 1, NEWEST),
        _refuse(errno.ENOSYS),
    ]
    allowed = ALLOWED | (PROGRAM if executes else {}) | (NETWORK if network else {})
    for numbers in allowed.values():
        number = numbers[column]
        if number is not None:
            steps += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, _ALLOW)]
    for name, end in (_conditions(pid) | (_sockets() if network else {})).items():
        number = (CONDITIONAL | SOCKETS)[name][column]
        if number is not None:
            steps += [(_EQUAL, 0, len(end), number), *end]
    return [*steps, _refuse(errno.EPERM)]


def restrict(executes: bool = False, network: bool = False) -> bool:
    """Apply the filter to this process (see `program`). Return False if the system does not support filters.

    Raises:
        OSError: The kernel refuses the filter.
    """
    if not available():
        return False
    machine = platform.machine()
    steps = program(machine, os.getpid(), executes, network)
    array = (_Filter * len(steps))(*(_Filter(*step) for step in steps))
    filter_program = _Program(len(steps), array)
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    syscall(
        ARCHITECTURES[machine][2], ctypes.c_uint(_SET_FILTER), ctypes.c_uint(_ALL_THREADS), ctypes.byref(filter_program)
    )
    return True
