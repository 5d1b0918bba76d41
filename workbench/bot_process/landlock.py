"""Landlock, by which an unprivileged Linux process gives up access to files, TCP ports and other processes.

The rules bind the calling thread and the threads and processes that it starts later. A process therefore restricts
itself while it has one thread. Source: Linux, Documentation/userspace-api/landlock.rst.
"""

from __future__ import annotations

import ctypes
import os
import stat
from collections.abc import Iterable
from functools import cache

from workbench.system.linux import LINUX, PR_SET_NO_NEW_PRIVS, prctl, syscall

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # the same on every architecture
_CREATE_VERSION, _RULE_PATH_BENEATH = 1, 1

WRITE_FILE, READ_FILE, READ_DIR = 1 << 1, 1 << 2, 1 << 3
REMOVE_FILE, MAKE_REG, TRUNCATE, IOCTL_DEV = 1 << 5, 1 << 8, 1 << 14, 1 << 15
EXECUTE, MAKE_DIR, REMOVE_DIR = 1 << 0, 1 << 7, 1 << 4
_FILES_ALONE = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV  # rights allowed in a rule for a file
READ = READ_FILE | READ_DIR
RUN = READ | EXECUTE
LIST = READ_DIR
WORK = READ | WRITE_FILE | TRUNCATE | MAKE_REG | REMOVE_FILE  # no folders, links, sockets or devices
WRITE = WORK | MAKE_DIR | REMOVE_DIR  # for a folder that the user has opened for writing
_RIGHTS_OF_ABI = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}  # ABI version -> number of access rights that the kernel knows
_NET_ABI, _SCOPE_ABI = 4, 6
_NET = 0b11  # bind and connect TCP
_SCOPE = 0b11  # abstract Unix sockets, signals


class _Ruleset(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _layout_ = "ms"
    _fields_ = (("allowed", ctypes.c_uint64), ("folder", ctypes.c_int32))


@cache
def abi() -> int:
    """Return the Landlock version of this kernel, or 0 if it has none."""
    if not LINUX:
        return 0
    try:
        return syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(_CREATE_VERSION))
    except (OSError, AttributeError):
        return 0


def restrict(rules: Iterable[tuple[str, int]], network: bool = False) -> int:
    """Limit this thread to these rights. Also forbid TCP and signals to other processes if the kernel supports it.

    Args:
        rules: Paths with their access rights, as a bit mask. Paths that do not exist are skipped.
        network: Whether TCP stays allowed.

    Returns:
        The Landlock version in force, or 0.

    Raises:
        OSError: The kernel supports Landlock but refuses the rules.
    """
    version = abi()
    if version == 0:
        return 0
    known = (1 << _RIGHTS_OF_ABI.get(version, 16)) - 1
    attributes = _Ruleset(
        known, _NET if version >= _NET_ABI and not network else 0, _SCOPE if version >= _SCOPE_ABI else 0
    )
    size = 24 if version >= _SCOPE_ABI else 16 if version >= _NET_ABI else 8
    ruleset = syscall(_CREATE_RULESET, ctypes.byref(attributes), ctypes.c_size_t(size), ctypes.c_uint32(0))
    try:
        for path, rights in rules:
            _allow(ruleset, path, rights & known)
        prctl(PR_SET_NO_NEW_PRIVS, 1)
        syscall(_RESTRICT_SELF, ctypes.c_int(ruleset), ctypes.c_uint32(0))
    finally:
        os.close(ruleset)
    return version


def _allow(ruleset: int, path: str, rights: int) -> None:
    try:
        handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except (OSError, ValueError):
        return  # A path that does not exist needs no rule.
    try:
        if not stat.S_ISDIR(os.fstat(handle).st_mode):
            rights &= _FILES_ALONE
        if rights:
            beneath = _Beneath(rights, handle)
            rule = ctypes.c_int(_RULE_PATH_BENEATH)
            syscall(_ADD_RULE, ctypes.c_int(ruleset), rule, ctypes.byref(beneath), ctypes.c_uint32(0))
    finally:
        os.close(handle)
