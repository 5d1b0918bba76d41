"""The Debian package: the program folder, a desktop entry, an icon, a type for records, and the manual page."""

from __future__ import annotations

import gzip
import re
import shutil
import subprocess
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory

from packing.building import ROOT, PackageError, run

FILES = Path(__file__).parent / "debian"
ICON = ROOT / "workbench" / "gui" / "look" / "icon" / "herbarium.svg"
PLACES = {  # of the files in FILES
    "herbarium.desktop": "usr/share/applications",
    "herbarium.xml": "usr/share/mime/packages",
}
PICTURE_SIZES = (32, 48, 64, 128, 256)
LIBRARY = "usr/lib/herbarium"
COPYRIGHT = """Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Herbarium
Comment: The folder /usr/lib/herbarium/_internal also contains Python, Tcl/Tk and
 libraries, each under its own license; herbarium-{version}.cdx.json of the release lists them.

Files: *
Copyright: {holder}
License: MIT
{license}
"""


def debian_version(version: str) -> str:
    """Return a version of Python's kind as one of Debian's kind, which sorts the same way."""
    return re.sub(r"(a|b|rc|\.dev)(\d+)", r"~\1\2", version).replace("~.", "~")


def build_deb(packed: Path, version: str, depends: list[str], output: Path) -> Path:
    """Build the Debian package from the program folder.

    Args:
        packed: the `.tar.gz` of the program folder.
        version: the version of the program.
        depends: the packages that it needs.
        output: the folder for the package.
    """
    architecture = run(["dpkg", "--print-architecture"], output).strip()
    with TemporaryDirectory() as name:
        top = Path(name) / "top"
        (top / "usr" / "lib").mkdir(parents=True)
        with tarfile.open(packed) as archive:
            archive.extractall(top / "usr" / "lib")  # the archive is our own
        (folder,) = (top / "usr" / "lib").iterdir()
        folder.rename(top / LIBRARY)
        for plain in ("LICENSE", "README.md", "CHANGELOG.md"):
            (top / LIBRARY / plain).unlink()
        add_files(top, version)
        size = sum(path.lstat().st_size for path in top.rglob("*")) // 1024
        (top / "DEBIAN").mkdir()
        control = (FILES / "control.in").read_text(encoding="utf-8").format(
            version=debian_version(version), architecture=architecture, kibibytes=size, depends=", ".join(depends)
        )  # fmt: skip
        (top / "DEBIAN" / "control").write_text(control, encoding="utf-8")
        for path in [top, *top.rglob("*")]:
            if not path.is_symlink():
                path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644)
        deb = output / f"herbarium_{debian_version(version)}_{architecture}.deb"
        run(["dpkg-deb", "--root-owner-group", "-Zxz", "-z3", "--build", str(top), str(deb)], output)
    return deb


def add_files(top: Path, version: str) -> None:
    """Add everything but the program folder to the package's files in `top`."""
    for name, place in PLACES.items():
        copy(FILES / name, top / place / name)
    copy(ICON, top / "usr/share/icons/hicolor/scalable/apps/herbarium.svg")
    import resvg_py  # the library that draws the window's pictures

    for size in PICTURE_SIZES:
        picture = top / f"usr/share/icons/hicolor/{size}x{size}/apps/herbarium.png"
        picture.parent.mkdir(parents=True)
        svg = ICON.read_text(encoding="utf-8")
        picture.write_bytes(bytes(resvg_py.svg_to_bytes(svg_string=svg, width=size, skip_system_fonts=True)))
    compress(ROOT / "docs" / "herbarium.1", top / "usr/share/man/man1/herbarium.1.gz")
    documents = top / "usr/share/doc/herbarium"
    compress(ROOT / "CHANGELOG.md", documents / "changelog.gz")
    (documents / "copyright").write_text(copyright_text(version), encoding="utf-8")
    (top / "usr/bin").mkdir()
    (top / "usr/bin/herbarium").symlink_to("../lib/herbarium/herbarium")


def copyright_text(version: str) -> str:
    """Return the copyright file, from LICENSE."""
    text = (ROOT / "LICENSE").read_text(encoding="utf-8")
    found = re.search(r"^Copyright (?:\(c\) )?(.+)$", text, re.MULTILINE)
    if found is None:
        raise PackageError("LICENSE names no holder of the copyright")
    body = text[found.end() :].strip().splitlines()
    indented = "\n".join(f" {line}" if line.strip() else " ." for line in body)
    return COPYRIGHT.format(holder=found.group(1), license=indented, version=version)


def copy(source: Path, target: Path) -> None:
    """Copy a file, and make its folder."""
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def compress(source: Path, target: Path) -> None:
    """Compress a file without a name and a time, as Debian's rules ask."""
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(gzip.compress(source.read_bytes(), 9, mtime=0))


def validate(deb: Path) -> list[str]:
    """Return what the validators on this machine say against a package. A validator that is missing says nothing."""
    problems = []
    with TemporaryDirectory() as name:
        run(["dpkg-deb", "--extract", str(deb), name], deb.parent)
        checks = (["desktop-file-validate", f"{name}/usr/share/applications/herbarium.desktop"],)
        for words in checks:
            if shutil.which(words[0]):
                done = subprocess.run(words, capture_output=True, text=True, check=False)
                if done.returncode or (words[0] == "desktop-file-validate" and done.stdout):
                    problems.append(f"{words[0]}: {(done.stdout + done.stderr).strip()}")
    return problems
