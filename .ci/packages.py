"""Build all packages and try each in clean systems: wheels, the program folder and the Debian package. Needs root.

python .ci/packages.py [--output FOLDER] [--also PYTHON]... [SYSTEM...]
    SYSTEM: bookworm (Debian 12), trixie (13) and sid by default. Each gives the wheel for its Python. Debian 12 also
        gives the program folder and the Debian package.
    --output: the folder for the packages (default: dist)
    --also: build the wheel for this Python too and try it in a virtual environment
python .ci/packages.py --here [--quick] [--output FOLDER]
    --here: build only the source distribution and the wheel for this Python, and try the wheel in a virtual
        environment. This needs no root.
    --quick: the same, with the libraries and compiled files of this checkout, as continuous integration does

HERBARIUM_MIRROR and HERBARIUM_CLEAN are as for `make clean-systems`. The exit status is 1 if a package is incomplete or
the installed program does not work. A message names the problem.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import sys
import time
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory

from clean_systems import SYSTEMS, FailedError, interrupt
from packing.building import ROOT, PackageError, build_sdist, run
from packing.here import build_wheel, build_wheel_with, try_out


def build_here(output: Path | None, quick: bool) -> None:
    """Build the source distribution and the wheel of this Python, and try the wheel."""
    isolated = ["--no-isolation"] if quick else []
    with TemporaryDirectory() as name:
        folder = Path(name)
        sdist = build_sdist(folder, isolated)
        print(f"{sdist.name}: complete", flush=True)
        wheel = build_wheel(sdist, folder, isolated, quick)
        print(f"{wheel.name}: complete", flush=True)
        try_out(wheel, folder, quick)
        print("installed in a clean environment: works", flush=True)
        if output:
            output.mkdir(parents=True, exist_ok=True)
            for path in (sdist, wheel):
                shutil.copy(path, output)


def build_all(systems: list[str], output: Path, also: list[str]) -> None:
    """Build all packages and try each in the clean systems."""
    from packing.everywhere import build_packages, try_packages  # they need the test tools, and root

    begun = time.monotonic()
    output.mkdir(parents=True, exist_ok=True)
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    if run(["git", "status", "--porcelain"], ROOT).strip():
        print("Some changes are not committed. The packages contain them.", flush=True)
    with TemporaryDirectory() as name:
        sdist = shutil.copy(build_sdist(Path(name), ["--no-isolation"]), output)
        print(f"{Path(sdist).name}: complete, {Path(sdist).stat().st_size / 1e6:.1f} MB", flush=True)
    clean = Path(os.environ.get("HERBARIUM_CLEAN") or "/var/tmp/herbarium-clean")
    clean.mkdir(parents=True, exist_ok=True)
    packages = build_packages(systems, clean, Path(sdist), output, version)
    for python in also:
        with TemporaryDirectory() as name:
            wheel = build_wheel_with(python, Path(sdist), Path(name), output)
            try_out(wheel, Path(name), quick=False, python=python)
            print(f"{wheel.name}: complete, {wheel.stat().st_size / 1e6:.1f} MB, works with {python}", flush=True)
    built = time.monotonic() - begun
    print(f"built in {built / 60:.1f} minutes", flush=True)
    pictures = ROOT / "build" / "packages"
    pictures.mkdir(parents=True, exist_ok=True)
    try_packages(systems, clean, packages, version, pictures)
    print(f"all packages work; {(time.monotonic() - begun) / 60:.1f} minutes in all", flush=True)


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="packages.py", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("systems", nargs="*", metavar="SYSTEM", help=f"which of {', '.join(SYSTEMS)} (all)")
    parser.add_argument("--output", type=Path, help="the folder for the packages; default: dist, or none with --here")
    parser.add_argument("--also", action="append", default=[], metavar="PYTHON", help="the wheel for this Python too")
    parser.add_argument("--here", action="store_true", help="only the wheel for this Python, without clean systems")
    parser.add_argument("--quick", action="store_true", help="use the libraries and compiled files of this checkout")
    chosen = parser.parse_args()
    for name in chosen.systems:
        if name not in SYSTEMS:
            parser.error(f"there is no system {name!r}; there are {', '.join(SYSTEMS)}")
    if (chosen.here or chosen.quick) and (chosen.systems or chosen.also):
        parser.error("--here and --quick build for this Python only")
    return chosen


def main() -> int:
    chosen = options()
    output = chosen.output.absolute() if chosen.output else None
    try:
        if chosen.here or chosen.quick:
            build_here(output, chosen.quick)
            return 0
        if os.geteuid() != 0:
            sys.exit("Clean systems need root, for chroot and mounts: run  sudo make packages  or  "
                     "make packages ARGS=--here")  # fmt: skip
        tools = ("debootstrap", "unshare", "chroot", "dpkg-deb", "Xvfb")
        missing = [tool for tool in tools if not shutil.which(tool)]
        if missing:
            packages = ["dpkg" if tool == "dpkg-deb" else tool.lower() for tool in missing]
            sys.exit(f"The packages need {', '.join(missing)}. This installs it:  apt-get install {' '.join(packages)}")
        signal.signal(signal.SIGTERM, interrupt)  # ends what runs in a system
        build_all(chosen.systems or list(SYSTEMS), output or ROOT / "dist", chosen.also)
    except (PackageError, FailedError) as problem:
        print(problem)
        return 1
    except KeyboardInterrupt:
        print("stopped")
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
