"""All packages: built in clean systems, then installed in other clean systems and tried there."""

from __future__ import annotations

import shutil
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from clean_systems import SYSTEMS, System, network, stop_all
from packing.building import PackageError
from packing.deb import build_deb
from packing.display import Display
from packing.systems import OLDEST, WORK, Builder, clean_system, install, make_system
from packing.trying import FOLDER, Trial

FOLDER_NEEDS = "fontconfig libxcb1"  # what the program folder needs of a minimal system
# What a desktop has: it knows the types of files, and which program opens them.
DESKTOP = "desktop-file-utils shared-mime-info libglib2.0-bin"
TYPE = "application/x-herbarium"


class Packages(NamedTuple):
    """The packages: wheels by the system of their Python, the program folder and the Debian package, if built."""

    wheels: dict[str, Path]
    folder: Path | None
    deb: Path | None


def build_packages(systems: list[str], clean: Path, sdist: Path, output: Path, version: str) -> Packages:
    """Build the wheels, the program folder and the Debian package.

    While a wheel is compiled, a thread makes the next clean systems and packs the folder.
    """
    wheels = dict[str, Path]()
    packed: Future[tuple[Path, Path]] | None = None
    with TemporaryDirectory() as temporary, ThreadPoolExecutor(1) as aside:
        made = {name: aside.submit(make_system, name, clean) for name in systems}
        try:
            for name in systems:
                made[name].result()
                builder = Builder(name, clean, sdist)
                wheels[name] = announce(builder.build_wheel(output, Path(temporary) / "cython"))
                if name == OLDEST:
                    packed = aside.submit(pack, builder, output, version)
                else:
                    builder.system.remove()
            folder, deb = packed.result() if packed else (None, None)
        except BaseException:
            aside.shutdown(wait=False, cancel_futures=True)
            stop_all()
            raise
    return Packages(wheels, folder, deb)


def pack(builder: Builder, output: Path, version: str) -> tuple[Path, Path]:
    """Build the program folder and the Debian package from the wheel, and remove the system."""
    built = builder.build_folder(output, f"herbarium-{version}-linux-x86_64")
    folder = announce(built.packed)
    deb = announce(build_deb(built.packed, version, built.needs, output))
    builder.system.remove()
    return folder, deb


def announce(package: Path) -> Path:
    """Print a package's size and return the package."""
    print(f"{package.name}: complete, {package.stat().st_size / 1e6:.1f} MB", flush=True)
    return package


def try_packages(systems: list[str], clean: Path, packages: Packages, version: str, pictures: Path) -> None:
    """Try each package in each system. Print a line of figures for each.

    Raises:
        PackageError: the program does not work somewhere.
    """
    with Display() as display:
        for name in systems:
            system = clean_system(name, clean, "try")
            trial = Tester(system, version, display, pictures)
            if packages.folder:
                trial.try_folder(packages.folder)
            if packages.deb:
                trial.try_deb(packages.deb)
            trial.try_wheel(packages.wheels[name])
            system.remove()


class Tester:
    """Installs packages in one clean system, and tries them.

    Args:
        system: the system.
        version: the version of the program.
        display: where windows open.
        pictures: the folder for pictures of the windows.
    """

    def __init__(self, system: System, version: str, display: Display, pictures: Path) -> None:
        self.system, self.version, self.display, self.pictures = system, version, display, pictures

    def _try(self, package: Path, kind: str, program: list[str], opener: list[str] | None = None) -> None:
        picture = self.pictures / f"window-{self.system.name}-{kind}.png"
        trial = Trial(self.system, program, self.version, self.display, picture)
        trial.try_verbs()
        tried = trial.try_window(opener)
        shutil.rmtree(self.system.root / FOLDER[1:])
        print(
            f"{SYSTEMS[self.system.name]}, {kind}: works; {package.stat().st_size / 1e6:.1f} MB; "
            f"window after {tried.first:.2f} s, later {tried.later:.2f} s",
            flush=True,
        )

    def _bring(self, package: Path) -> str:
        shutil.copy2(package, self.system.root / WORK[1:])
        return f"{WORK}/{package.name}"

    def try_folder(self, package: Path) -> None:
        """Unpack the program folder and try it. The system has no tkinter."""
        install(self.system, FOLDER_NEEDS)
        inner = self._bring(package)
        self.system.run(["tar", "-C", "/opt", "-xzf", inner])
        folder = f"/opt/{package.name.removesuffix('.tar.gz')}"
        self._try(package, "folder", [f"{folder}/herbarium"])
        self.system.run(["rm", "-r", folder])

    def try_deb(self, package: Path) -> None:
        """Install the Debian package, try it, open a record as a file manager does, and remove the package."""
        self.system.run(["apt-get", "-qq", "purge", "-y", "--autoremove", *FOLDER_NEEDS.split()])
        inner = self._bring(package)
        install(self.system, inner)
        install(self.system, DESKTOP)
        problems = self.system.run(["desktop-file-validate", "/usr/share/applications/herbarium.desktop"])
        if problems.strip():
            raise PackageError(f"{package.name}: {problems}")
        known = self.system.run(["gio", "mime", TYPE])
        if "herbarium.desktop" not in known:
            raise PackageError(f"{package.name}: no program opens records:\n{known}")
        self._try(package, "deb", ["herbarium"], ["gio", "open"])
        for path in ("usr/share/man/man1/herbarium.1.gz", "usr/share/icons/hicolor/scalable/apps/herbarium.svg"):
            if path not in self.system.run(["dpkg", "--listfiles", "herbarium"]):
                raise PackageError(f"{package.name} lacks {path}")
        self.system.run(["apt-get", "-qq", "purge", "-y", "herbarium"])
        left = self.system.run(["find", "/usr", "-name", "*herbarium*"]).strip()
        if left:
            raise PackageError(f"{package.name}: {left} is left after its removal")

    def try_wheel(self, package: Path) -> None:
        """Install the wheel with pipx and try it. Then install it with pip in a virtual environment and start it."""
        install(self.system, "pipx python3-tk python3-venv")
        inner = self._bring(package)
        self.system.run(["env", "-C", "/tmp", "pipx", "install", inner], settings=network())
        home = self.system.run(["python3", "-c", "from pathlib import Path; print(Path.home())"]).strip()
        self._try(package, "wheel", [f"{home}/.local/bin/herbarium"])  # where pipx links programs
        self.system.run(["python3", "-m", "venv", "/opt/venv"])
        self.system.run(["/opt/venv/bin/pip", "install", "--quiet", inner], settings=network())
        printed = self.system.run(["env", "-C", "/", "/opt/venv/bin/herbarium", "--version"])
        if self.version not in printed:
            raise PackageError(f"{package.name}, with pip: --version prints {printed}")
