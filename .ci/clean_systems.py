"""Run the README's two commands in clean Debian systems that have only git, make, gcc and python3. Needs root.

python .ci/clean_systems.py [--again] [--tests ARGS] [SYSTEM...]
    SYSTEM: bookworm (Debian 12), trixie (13) and sid by default
    --again: continue in the systems that the last run left, instead of starting from clean ones
    --tests: arguments for pytest, such as those of `make test ARGS=...`

HERBARIUM_MIRROR is the address of a Debian mirror (default: this machine's mirror). HERBARIUM_CLEAN names the folder
for the systems and logs (default: /var/tmp/herbarium-clean). debootstrap makes each clean system once, and SYSTEM.tar
keeps it; delete that file to make the system again. The tests run on the last commit. The exit status is 1 if a command
failed in any system.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).resolve().parent.parent
SYSTEMS = {"bookworm": "Debian 12", "trixie": "Debian 13", "sid": "Debian sid"}
PACKAGES = "git make gcc python3"
CHECKOUT, BUNDLE = "/srv/herbarium", "/srv/herbarium.bundle"  # inside a clean system
SUMMARY = re.compile(r"(\d+ [a-z]+(, )?)+ in [\d.]+s")
VERSIONS = """
import sqlite3, sys, subprocess
from importlib.metadata import version
gcc = subprocess.run(["gcc", "-dumpfullversion"], capture_output=True, text=True).stdout.strip()
print(f"Python {sys.version.split()[0]}, gcc {gcc}, SQLite {sqlite3.sqlite_version}, numpy {version('numpy')}")
"""

# Every command runs in separate namespaces, so its mounts and programs disappear with its first program.
APART = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"]
ENTER = """
set -e
root=$1
shift
mount -t proc proc "$root/proc"
mkdir -p "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666,mode=0620,gid=5 devpts "$root/dev/pts"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
ln -sfn /proc/self/fd "$root/dev/fd"
ln -sfn pts/ptmx "$root/dev/ptmx"
chroot "$root" /usr/bin/env -i HOME=/root \
PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 "$@"
"""


_running = set[subprocess.Popen[bytes]]()  # the programs of all threads


class FailedError(Exception):
    """A step failed. The message names the step and its log file."""


def stop_all() -> None:
    """Kill what runs in all systems, also for other threads: there, FailedError is raised."""
    for program in list(_running):
        program.kill()  # this also ends everything in its namespaces


def interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


class System:
    """One clean system in a folder.

    Args:
        name: the name of the Debian release.
        folder: the folder for the systems and logs.
        use: what this copy of the system is for; "" for `make clean-systems`.
    """

    def __init__(self, name: str, folder: Path, use: str = "") -> None:
        self.name = name
        own = f"{name}-{use}" if use else name
        self.root = folder / own
        self.tar = folder / f"{name}.tar"
        self.log = folder / f"{own}.log"
        self.home = self.root / CHECKOUT[1:]

    def run(self, command: list[str], stdin_text: str | None = None, settings: dict[str, str] | None = None) -> str:
        """Run a command in the system and log its output. Return the output, or raise FailedError."""
        return self.host(self.entering(command, settings), stdin_text=stdin_text, label=shlex.join(command))

    def entering(self, command: list[str], settings: dict[str, str] | None = None) -> list[str]:
        """Return the command for the host that runs a command in the system."""
        environment = [f"{name}={value}" for name, value in (settings or {}).items()]
        return [*APART, "sh", "-c", ENTER, "enter", str(self.root), *environment, *command]

    def host(self, command: list[str], stdin_text: str | None = None, label: str = "") -> str:
        """Run a command on the host and log its output. Return the output, or raise FailedError."""
        label = label or shlex.join(command)
        with self.log.open("ab") as log:
            log.write(f"\n$ {label}\n".encode())
            log.flush()
            start = log.tell()
            stdin = subprocess.PIPE if stdin_text is not None else subprocess.DEVNULL
            program = subprocess.Popen(
                command, stdin=stdin, stdout=log, stderr=subprocess.STDOUT, start_new_session=True
            )
            _running.add(program)
            try:
                program.communicate(stdin_text.encode() if stdin_text is not None else None)
            except BaseException:
                program.kill()  # this also ends everything in its namespaces
                program.wait()
                raise
            finally:
                _running.discard(program)
        with self.log.open("rb") as log:
            log.seek(start)
            output = log.read().decode(errors="replace")
        if program.returncode:
            tail = "\n".join(f"    {line}" for line in output.splitlines()[-15:])
            raise FailedError(f"{label}: status {program.returncode}; all of it is in {self.log}\n{tail}")
        return output

    def make(self, mirror: str) -> None:
        """Make the clean system and store it as a tar file."""
        report(f"{self.name}: making the clean system from {mirror}")
        self.remove()
        self.host([*APART, "debootstrap", "--variant=minbase", self.name, str(self.root), mirror])
        self.copy_network_settings()
        self.run(["apt-get", "-qq", "update"])
        self.run(["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", "install", "-y", *PACKAGES.split()])
        unfinished = self.tar.with_suffix(".part")
        self.host(["tar", "-C", str(self.root), "--numeric-owner", "-cf", str(unfinished), "."])
        unfinished.rename(self.tar)
        self.remove()

    def unpack(self) -> None:
        """Unpack the clean system."""
        self.remove()
        self.root.mkdir()
        self.host(["tar", "-C", str(self.root), "--numeric-owner", "-xpf", str(self.tar)])

    def remove(self) -> None:
        """Remove the system's folder. Raise FailedError if something is mounted in it."""
        mounts = Path("/proc/mounts").read_text(encoding="utf-8").splitlines()
        inside = [fields[1] for fields in map(str.split, mounts) if fields[1].startswith(f"{self.root}/")]
        if inside:
            raise FailedError(f"{inside[0]} is mounted. Unmount it, then try again.")
        if self.root.exists():
            shutil.rmtree(self.root)

    def copy_network_settings(self) -> None:
        """Give the system this machine's network access: name resolution, apt settings and certificates."""
        for path in ("/etc/resolv.conf", "/etc/hosts"):
            if Path(path).exists():
                shutil.copy(path, self.root / path[1:])
        dumped = subprocess.run(["apt-config", "dump", "Acquire"], capture_output=True, text=True, check=True).stdout
        kept = [
            line for line in dumped.splitlines() if re.match(r"Acquire::([a-z]+::)?(Proxy|Check-)", line, re.IGNORECASE)
        ]
        if self.name == "sid":
            kept.append('Acquire::Check-Valid-Until "false";')  # a mirror of sid may lag behind
        (self.root / "etc/apt/apt.conf.d/90network").write_text("\n".join(kept) + "\n")
        for value in network().values():
            if value.startswith("/") and Path(value).is_file():
                target = self.root / value[1:]
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(value, target)

    def update_checkout(self) -> None:
        """Bring the last commit into the system: clone it, or pull if it has been cloned before."""
        bundle = self.root / BUNDLE[1:]
        self.host(["git", "-C", str(ROOT), "bundle", "create", "-q", str(bundle), "HEAD"])
        if self.home.exists():
            self.run(["git", "-C", CHECKOUT, "fetch", "-q", BUNDLE, "HEAD"])
            self.run(["git", "-C", CHECKOUT, "reset", "-q", "--hard", "FETCH_HEAD"])
        else:
            self.run(["git", "clone", "-q", BUNDLE, CHECKOUT])

    def run_commands(self, tests: str) -> str:
        """Run the README's two commands. Return a line with versions, times and the test summary."""
        settings = network() | {"TERM": "dumb"}
        start = time.monotonic()
        board = self.run(
            ["make", "-C", CHECKOUT, "--no-print-directory", "run"], stdin_text="quit\n", settings=settings
        )
        running = time.monotonic() - start
        if "the game opens in the terminal" not in board:
            raise FailedError(f"make run: no board in the terminal; see {self.log}")
        warnings = [line for line in board.splitlines() if "warning" in line.lower()]
        if warnings:
            raise FailedError(f"make run: {len(warnings)} warnings, for example: {warnings[0].strip()}")
        versions = self.run([f"{CHECKOUT}/.venv/bin/python", "-c", VERSIONS]).strip()
        start = time.monotonic()
        command = ["make", "-C", CHECKOUT, "--no-print-directory", "test", *([f"ARGS={tests}"] if tests else [])]
        summary = self.run(command, settings=settings).rstrip().splitlines()[-1]
        if not SUMMARY.fullmatch(summary):
            raise FailedError(f"make test: its last line is no summary of tests: {summary}")
        return f"{versions}; make run {running:.0f} s; make test {time.monotonic() - start:.0f} s: {summary}"


def network() -> dict[str, str]:
    """Return the environment variables that give pip access to its packages.

    They come from this environment and pip's settings files. Folders of this machine are left out, because a clean
    system does not have them.
    """
    names = ("http_proxy", "https_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "SSL_CERT_FILE")
    found = {name: os.environ[name] for name in (*names, "REQUESTS_CA_BUNDLE") if os.environ.get(name)}
    done = subprocess.run([sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=False)
    kept = (
        "index-url",
        "extra-index-url",
        "trusted-host",
        "proxy",
        "cert",
        "client-cert",
        "timeout",
        "default-timeout",
        "retries",
    )
    for line in done.stdout.splitlines():
        key, _, value = line.partition("=")
        option = key.rsplit(".", 1)[-1]
        if option not in kept:
            continue
        addresses = [word for word in value.strip("'").split() if not word.startswith("file:")]
        if addresses:
            found[f"PIP_{option.upper().replace('-', '_')}"] = " ".join(addresses)
    return found


def mirror() -> str:
    """Return the Debian mirror: HERBARIUM_MIRROR, or this machine's mirror."""
    if os.environ.get("HERBARIUM_MIRROR"):
        return os.environ["HERBARIUM_MIRROR"]
    sources = [Path("/etc/apt/sources.list"), *sorted(Path("/etc/apt/sources.list.d").glob("*"))]
    for path in sources:
        if path.suffix in (".list", ".sources"):
            text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
            for line in text.splitlines():
                found = re.match(r"(?:deb\s+(?:\[.*?\]\s+)?|URIs:\s*)(https?://\S+/debian)/?(\s|$)", line)
                if found:
                    return found.group(1)
    sys.exit("No Debian mirror is known here. Set HERBARIUM_MIRROR to the address of one.")


def report(text: str) -> None:
    print(text, flush=True)


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="clean_systems.py", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("systems", nargs="*", metavar="SYSTEM", help=f"which of {', '.join(SYSTEMS)} (all)")
    parser.add_argument("--again", action="store_true", help="go on in the systems that the last run left")
    parser.add_argument("--tests", default="", metavar="ARGS", help="arguments for pytest")
    chosen = parser.parse_args()
    for name in chosen.systems:
        if name not in SYSTEMS:
            parser.error(f"there is no system {name!r}; there are {', '.join(SYSTEMS)}")
    return chosen


def main() -> int:
    chosen = options()
    if os.geteuid() != 0:
        sys.exit("Clean systems need root, for chroot and mounts: run  sudo make clean-systems")
    missing = [tool for tool in ("debootstrap", "unshare", "chroot", "git") if not shutil.which(tool)]
    if missing:
        sys.exit(f"Clean systems need {', '.join(missing)}. This installs it:  apt-get install {' '.join(missing)}")
    signal.signal(signal.SIGTERM, interrupt)
    if subprocess.run(["git", "-C", str(ROOT), "status", "--porcelain"], capture_output=True, check=True).stdout:
        report("Some changes are not committed. The clean systems get the last commit without them.")
    folder = Path(os.environ.get("HERBARIUM_CLEAN") or "/var/tmp/herbarium-clean")
    folder.mkdir(parents=True, exist_ok=True)
    failed = 0
    for name in chosen.systems or SYSTEMS:
        system = System(name, folder)
        system.log.write_bytes(b"")
        try:
            if not (chosen.again and system.home.exists()):
                if not system.tar.exists():
                    system.make(mirror())
                system.unpack()
            system.copy_network_settings()
            system.update_checkout()
            report(f"{SYSTEMS[name]} ({name}): {system.run_commands(chosen.tests)}")
        except FailedError as problem:
            failed += 1
            report(f"{SYSTEMS[name]} ({name}): FAILED: {problem}")
        except KeyboardInterrupt:
            report(f"{SYSTEMS[name]} ({name}): stopped")
            return 130
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
