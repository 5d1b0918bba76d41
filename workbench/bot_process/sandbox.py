"""The confinement of a bot's process: working folder, environment, limits and rights.

`docs/bots/sandbox.md` lists what works on which system. This module imports only the standard library, because a
process confines itself before it loads a bot or anything that starts threads.
"""

from __future__ import annotations

import glob
import os
import stat
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import suppress
from time import monotonic
from typing import NamedTuple

from workbench.bot_process import landlock, readable_files, seccomp
from workbench.system import linux
from workbench.system.folders import is_within
from workbench.system.translation import tr

MAX_THREADS = 128  # maximum number of threads of one bot; a built-in search uses at most 64
MAX_HANDLES = 128  # maximum number of open files
MAX_FILE_MB = 8  # maximum size of a file that a bot writes
MAX_FOLDER_MB = 64  # maximum total size of the files in its working folder
MAX_FILES = 1000
_ENVIRONMENT = frozenset((
    "HOME", "USERPROFILE", "LANG", "LANGUAGE", "TZ", "TZDIR", "PATH", "LD_LIBRARY_PATH", "LD_PRELOAD",
    "DYLD_LIBRARY_PATH", "SYSTEMROOT", "SYSTEMDRIVE", "COMSPEC", "PATHEXT", "PROCESSOR_ARCHITECTURE",
    "NUMBER_OF_PROCESSORS", "ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS", "PYTHONPATH", "PYTHONHOME",
    "PYTHONUTF8", "PYTHONIOENCODING", "PYTHONHASHSEED", "PYTHONWARNINGS", "PYTHONNOUSERSITE", "PYTHONUSERBASE",
    "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS", "VECLIB_MAXIMUM_THREADS",
    "HERBARIUM_BUILD", "HERBARIUM_TEST_RUN",
))  # fmt: skip
_SYSTEM = (
    "/usr", "/lib", "/lib64", "/lib32", "/nix/store", "/gnu/store", "/etc/ld.so.cache", "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime", "/etc/timezone", "/sys/devices/system/cpu", "/proc/cpuinfo", "/proc/meminfo",
    "/dev/zero", "/dev/random", "/dev/urandom",
)  # fmt: skip
_BESIDE_BIN = ("bin", "lib", "lib64", "libexec", "share", "pyvenv.cfg")  # readable beside the folder `bin` of a program
_RUNTIME_FILES = ("/etc/ssl/openssl.cnf", "/etc/alternatives")  # what language runtimes read
_NETWORK_FILES = (
    "/etc/hosts", "/etc/resolv.conf", "/etc/nsswitch.conf", "/etc/host.conf", "/etc/gai.conf", "/etc/services",
    "/etc/protocols", "/etc/passwd", "/etc/group", "/etc/ssl", "/etc/ca-certificates", "/etc/ssh",
    "/run/systemd/resolve",
)  # fmt: skip
_OURS = ("bots", "fastcore", "workbench", "pyproject.toml")


class Confinement(NamedTuple):
    """The confinement of one bot.

    `memory_mb` is the memory limit in MB. `file` is the bot's Python file, "" for a built-in bot. A relative `file` is
    resolved from the folder `start`. `command` has the words of a program, and `allow` its permissions
    (`workbench.protocol.commands.check_permissions`). A permission `closed=PATH` is added at the start: no other
    permission opens this path.
    """

    memory_mb: int
    file: str = ""
    start: str = ""
    command: tuple[str, ...] = ()
    allow: tuple[str, ...] = ()

    def allowed(self, kind: str) -> list[str]:
        """Return the values of the permissions of a kind, "" for one without a value."""
        return [value for name, _, value in (part.partition("=") for part in self.allow) if name == kind]


def state() -> dict[str, bool]:
    """Return which parts of the sandbox this system supports, by name."""
    version = landlock.abi()
    return {
        "guard": os.name == "posix",
        "files": version >= 1,
        "system calls": seccomp.available(),
        "processes": seccomp.available(),
        "signals": seccomp.available() or version >= 6,
        "network": seccomp.available(),
    }


def is_complete() -> bool:
    """Return whether this system supports every part of the sandbox."""
    return all(state().values())


def warning() -> str:
    """Return a warning about what the sandbox cannot prevent on this system, or "" if it is complete."""
    missing = [name for name, works in state().items() if not works]
    if not missing:
        return ""
    risks = {
        "files": tr("read and change your files"),
        "processes": tr("start other programs"),
        "signals": tr("end your other programs"),
        "network": tr("use the network"),
    }
    may = [risk for name, risk in risks.items() if name in missing]
    return tr(
        "The sandbox is incomplete on this system: a bot from a file can {may}. Run only bots that "
        "you trust (docs/bots/sandbox.md).",
        may=join_words(may),
    )


def join_words(words: list[str]) -> str:
    """Join words with commas and "and"."""
    return tr(" and ").join(filter(None, (", ".join(words[:-1]), words[-1])))


def environment(root: str, confinement: Confinement) -> dict[str, str]:
    """Return the environment variables of a bot's process: a few inherited ones, and the import path.

    Args:
        root: The folder that contains Herbarium's packages.
        confinement: The confinement, with the further variables that a program may see.
    """
    known, more = os.environ.items(), confinement.allowed("env")
    kept = {
        name: value for name, value in known if name.upper() in _ENVIRONMENT or name.startswith("LC_") or name in more
    }
    paths = [os.path.abspath(path) for path in kept.get("PYTHONPATH", "").split(os.pathsep) if path]
    kept["PYTHONPATH"] = os.pathsep.join([root, *paths])
    kept["PYTHONDONTWRITEBYTECODE"] = "1"
    return kept


def confine(confinement: Confinement, folder: str) -> None:
    """Confine this process permanently, by all means that the system supports. The process must have one thread.

    Raises:
        OSError: The system refuses a part that it supports.
    """
    _limit(confinement.memory_mb, bool(confinement.command))
    if not linux.LINUX:
        return
    rules = list(rules_for(confinement, folder))
    linux.hide_memory()
    network = bool(confinement.allowed("network"))
    version = landlock.restrict(rules, network)
    # Root keeps read access to other users' files only where Landlock decides what may be read.
    linux.drop_capabilities(*([linux.CAP_DAC_OVERRIDE] if version and seccomp.available() else []))
    seccomp.restrict(bool(confinement.command), network)


def _limit(memory_mb: int, is_program: bool) -> None:
    """Set the limits of this process.

    A program may reserve more address space than it uses, as Java and JavaScript do. So the limit applies to the
    memory that it can write, and the guard checks the memory that it uses.
    """
    try:
        import resource
    except ImportError:
        return
    limits = [
        ("RLIMIT_DATA" if is_program else "RLIMIT_AS", memory_mb * 2**20),
        ("RLIMIT_CORE", 0),
        ("RLIMIT_FSIZE", MAX_FILE_MB * 2**20),
        ("RLIMIT_NOFILE", MAX_HANDLES),
        ("RLIMIT_MEMLOCK", 0),
        ("RLIMIT_MSGQUEUE", 0),
    ]
    for name, most in limits:
        with suppress(AttributeError, ValueError, OSError):
            kind = getattr(resource, name)
            hard = resource.getrlimit(kind)[1]
            least = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(kind, (least, least))


def rules_for(confinement: Confinement, folder: str) -> Iterator[tuple[str, int]]:
    """Yield the Landlock rules of a bot: each path that it may use, and its rights there."""
    yield folder, landlock.WORK
    yield "/dev/null", landlock.READ_FILE | landlock.WRITE_FILE
    for path in _SYSTEM:
        yield path, landlock.RUN if confinement.command else landlock.READ
    prefixes = {sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix}
    libraries = {os.path.join(prefix, name) for prefix in prefixes for name in ("lib", "lib64", "lib32")}
    libraries |= {sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")}
    yield from ((path, landlock.READ) for path in libraries)
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    yield from ((os.path.join(root, name), landlock.READ) for name in _OURS)
    if unpacked := getattr(sys, "_MEIPASS", ""):  # the program folder of a package, and the program with its modules
        yield unpacked, landlock.READ
        yield sys.executable, landlock.READ_FILE
    for path in sys.path:
        if os.path.basename(path) in ("site-packages", "dist-packages"):
            yield path, landlock.READ
        elif path and not any(os.path.join(path, "").startswith(os.path.join(library, "")) for library in libraries):
            yield from readable_files.rules_for_modules(
                os.path.abspath(path), _OURS if os.path.abspath(path) == root else ()
            )
    if confinement.command:
        yield from program_rules(confinement)
    elif confinement.file:
        file = os.path.join(confinement.start, os.path.expanduser(confinement.file))
        for path in {file, os.path.realpath(file)}:
            yield from readable_files.rules_for_bot(path)


def program_rules(confinement: Confinement) -> Iterator[tuple[str, int]]:
    """Yield the rules of a program: its files, the libraries beside its folder `bin`, and its permissions."""
    closed = confinement.allowed("closed")
    for path in ("/bin", "/sbin"):
        yield path, landlock.RUN
    for path in (*_RUNTIME_FILES, *glob.glob("/etc/java*")):
        yield path, landlock.READ
    for word in confinement.command:
        if os.path.isabs(word):
            for path in {word, os.path.realpath(word)}:
                yield from readable_files.rules_for_program(path)
    for program in {confinement.command[0], os.path.realpath(confinement.command[0])}:
        prefix, folder = os.path.split(os.path.dirname(program))
        if folder == "bin" and len(prefix) > 1:
            for name in _BESIDE_BIN:
                yield from readable_files.rules_around(os.path.join(prefix, name), landlock.RUN, closed)
    for path in confinement.allowed("write"):
        if not any(is_within(one, path) or is_within(path, one) for one in closed):
            yield path, landlock.WRITE
    if confinement.allowed("home"):
        yield from readable_files.rules_around(os.path.expanduser("~"), landlock.RUN, closed)
    if confinement.allowed("network"):
        yield from ((path, landlock.READ) for path in _NETWORK_FILES)


def remove_folder(folder: str) -> None:
    """Remove a folder of this user, whatever its depth and permissions.

    Links are not followed. A folder that cannot be removed remains.
    """
    if not _is_own_folder(folder):
        return
    # Each pass moves the grandchildren up one level, so that no path grows too long.
    for _ in range(100_000):
        emptied = True
        with suppress(OSError):
            os.chmod(folder, stat.S_IRWXU)
            with os.scandir(folder) as entries:
                found = [(entry.path, entry.is_dir(follow_symlinks=False)) for entry in entries]
            for path, is_folder in found:
                emptied = False
                if not is_folder:
                    os.unlink(path)
                    continue
                os.chmod(path, stat.S_IRWXU)
                for number, name in enumerate(os.listdir(path)):
                    inner = os.path.join(path, name)
                    if os.path.islink(inner) or not os.path.isdir(inner):
                        os.unlink(inner)
                    else:
                        os.chmod(inner, stat.S_IRWXU)
                        os.rename(
                            inner, os.path.join(folder, f"{os.path.basename(path)[:8]}-{number}-{monotonic():.9f}")
                        )
                os.rmdir(path)
        if emptied:
            break
    with suppress(OSError):
        os.rmdir(folder)


def _is_own_folder(path: str) -> bool:
    """Return whether a path is a folder of this user, not a link."""
    try:
        about = os.lstat(path)
    except (OSError, ValueError):
        return False
    return stat.S_ISDIR(about.st_mode) and (os.name != "posix" or about.st_uid == os.geteuid())
