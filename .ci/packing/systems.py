"""Building in clean systems: wheels for the Python of each, and the program folder with everything inside."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import NamedTuple

from clean_systems import System, mirror, network
from packing.building import BUILDS, PLATFORM, PackageError, check_wheel, unpack_sdist
from packing.sbom import completed

OLDEST = "bookworm"  # the program folder is built here, so that it runs on newer systems too
HEADERS = "python3-dev python3-venv"
WINDOW = "python3-tk libxcursor1"  # what the program folder takes from the system
ALWAYS = ("fontconfig",)  # needed, but no library of the folder names it
WORK = "/srv/packages"  # inside a system
INSTALL = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", "install", "-y", "--no-install-recommends"]


def make_system(name: str, folder: Path) -> None:
    """Make a clean system, from which others are unpacked, unless it has been made before."""
    system = System(name, folder, "base")
    if not system.tar.exists():
        system.log.write_bytes(b"")
        system.make(mirror())


def clean_system(name: str, folder: Path, use: str) -> System:
    """Return a freshly unpacked clean system for one use; see `make_system`."""
    system = System(name, folder, use)
    system.log.write_bytes(b"")
    system.unpack()
    system.copy_network_settings()
    system.run(["apt-get", "-qq", "update"])
    (system.root / WORK[1:]).mkdir(parents=True)
    return system


def install(system: System, packages: str) -> None:
    """Install Debian packages in a system, without those that are only recommended."""
    system.run([*INSTALL, *packages.split()])


class Folder(NamedTuple):
    """A program folder: its archive, the list of its parts, and the Debian packages that it needs."""

    packed: Path
    sbom: Path
    needs: list[str]


class Builder:
    """A clean system in which packages are built.

    Args:
        name: the name of the system.
        folder: the folder of the systems.
        sdist: the source distribution.
    """

    def __init__(self, name: str, folder: Path, sdist: Path) -> None:
        self.system = clean_system(name, folder, "build")
        self.work = self.system.root / WORK[1:]
        self.source = unpack_sdist(sdist, self.work)
        self.inner = f"{WORK}/{self.source.name}"
        install(self.system, HEADERS)
        self.python = f"{WORK}/tools/bin/python"
        self.run(["python3", "-m", "venv", f"{WORK}/tools"])
        self.pip(self.python, "--require-hashes", "-r", f"{self.inner}/.ci/packing/requirements-tools.txt")

    def run(self, command: list[str], **settings: str) -> str:
        """Run a command in the sources, with this machine's access to packages. Return its output."""
        path = f"{WORK}/tools/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        words = ["env", "-C", self.inner if self.source.exists() else WORK, f"PATH={path}", *command]
        return self.system.run(words, settings=network() | settings)

    def pip(self, python: str, *words: str) -> None:
        """Install packages with pip for a Python of this system."""
        quiet = ["--quiet", "--disable-pip-version-check", "--no-input", "--root-user-action=ignore"]
        self.run([python, "-m", "pip", "install", *quiet, *words])

    def build_wheel(self, output: Path, generated: Path) -> Path:
        """Build the wheel with all builds of the core, for the oldest glibc that works. Return its path in `output`.

        Args:
            output: the folder for the packages.
            generated: the folder of the C code, which is the same for every Python. The first wheel fills it.
        """
        own = self.source / "build" / "cython"
        if generated.exists():
            shutil.copytree(generated, own)
        builds = {"HERBARIUM_BUILDS": ",".join(BUILDS), "CFLAGS": "-g0"}
        words = [self.python, "-m", "build", "--wheel", "--no-isolation", "--outdir", f"{WORK}/raw", self.inner]
        printed = self.run(words, **builds)
        warnings = [line for line in printed.splitlines() if ": warning:" in line]
        if warnings:
            raise PackageError(f"{len(warnings)} warnings of the compiler, for example: {warnings[0]}")
        if not generated.exists():
            shutil.copytree(own, generated)
        (raw,) = (self.work / "raw").glob("*.whl")
        self.run(
            ["auditwheel", "repair", "--strip", "--plat", PLATFORM, "--wheel-dir", f"{WORK}/wheels",
             f"{WORK}/raw/{raw.name}"]
        )  # fmt: skip
        (wheel,) = (self.work / "wheels").glob("*.whl")
        if PLATFORM not in wheel.name:
            raise PackageError(f"{wheel.name} is not for {PLATFORM}")
        check_wheel(wheel, self.source, BUILDS)
        return Path(shutil.copy2(wheel, output))

    def build_folder(self, output: Path, name: str) -> Folder:
        """Build the program folder from the wheel, and pack it.

        Args:
            output: the folder for the packages.
            name: the name of the program folder.
        """
        (wheel,) = (self.work / "wheels").glob("*.whl")
        install(self.system, WINDOW)
        program = f"{WORK}/program/bin/python"
        self.run(["python3", "-m", "venv", f"{WORK}/program"])
        self.pip(program, "--require-hashes", "-r", f"{self.inner}/.ci/packing/requirements-folder.txt")
        self.pip(program, "--no-deps", f"{WORK}/wheels/{wheel.name}")
        asked = "import platform, sysconfig; print(sysconfig.get_path('purelib'), platform.python_version())"
        libraries, python = self.run([program, "-c", asked]).split()
        words = ["--noconfirm", "--log-level", "WARN", "--distpath", f"{WORK}/folder", "--workpath", f"{WORK}/frozen"]
        # not in the sources: there, Python would find the packages without the compiled core
        elsewhere = ["env", "-C", WORK, f"PYTHONPATH={libraries}", self.python, "-P", "-m", "PyInstaller"]
        self.run([*elsewhere, *words, f"{self.inner}/.ci/packing/herbarium.spec"])
        built = f"{WORK}/folder/herbarium"
        own = [f"{built}/_internal/{package}" for package in ("bots", "fastcore", "workbench")]
        self.run([program, "-m", "compileall", "-q", "--invalidation-mode", "unchecked-hash", *own])
        table = f"{WORK}/frozen/herbarium/COLLECT-00.toc"
        parts = json.loads(self.run(["python3", ".ci/packing/folder_parts.py", built, table]))
        self.run(["cyclonedx-py", "environment", "--output-reproducible", "--pyproject", "pyproject.toml",
                  "--output-file", f"{WORK}/parts.json", program])  # fmt: skip
        listed = (self.work / "parts.json").read_text(encoding="utf-8")
        sbom = output / f"{name}.cdx.json"
        sbom.write_text(completed(listed, parts["contains"], python), encoding="utf-8")
        top = self.work / "folder" / "herbarium"
        for path in ("LICENSE", "README.md", "CHANGELOG.md"):
            shutil.copy2(self.source / path, top)
        top.rename(top.with_name(name))
        packed = output / f"{name}.tar.gz"
        self.system.host(["tar", "-C", str(top.parent), "--owner=0", "--group=0", "--numeric-owner", "--sort=name",
                          "-czf", str(packed), name])  # fmt: skip
        libc = f"libc6 (>= {parts['libc']})"
        needs = [libc, *sorted({*parts["needs"], *ALWAYS} - {"libc6", "libgcc-s1"})]
        return Folder(packed, sbom, needs)
