"""Tests of how the packages are put together: what a wheel must have, the Debian package, the list of parts."""

from __future__ import annotations

import importlib
import json
import shutil
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


@pytest.fixture
def packing(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Return a function that imports a module of .ci/packing."""
    monkeypatch.syspath_prepend(str(ROOT / ".ci"))
    yield lambda name: importlib.import_module(f"packing.{name}")
    for name in [name for name in sys.modules if name.partition(".")[0] == "packing"]:
        del sys.modules[name]


def wheel_names(builds: tuple[str, ...]) -> list[str]:
    """Return the names of all files that a complete wheel of these sources has, and of others."""
    names = []
    for top in ("bots", "fastcore", "workbench"):
        for path in (ROOT / top).rglob("*"):
            name = path.relative_to(ROOT).as_posix()
            if path.suffix == ".pyx":
                stem = path.relative_to(ROOT / "fastcore").with_suffix("").as_posix()
                names += [f"fastcore/_{build}/{stem}.cpython-311-x86_64-linux-gnu.so" for build in builds]
            elif path.suffix == ".po":
                names.append(name.removesuffix("po") + "mo")
            elif path.suffix != ".so":
                names.append(name)
    documents = [path for path in (ROOT / "docs").rglob("*") if path.is_file()]
    names += [f"workbench/documents/{path.relative_to(ROOT / 'docs').as_posix()}" for path in documents]
    return [*names, "workbench/documents/site.zip", "herbarium-1.data/data/share/man/man1/herbarium.1"]


def test_check_of_a_wheel_finds_every_missing_file(packing: Any) -> None:
    building = packing("building")
    complete = wheel_names(("v3", "portable"))
    assert building.missing_files(ROOT, complete, ["v3", "portable"]) == []
    lacking = [
        "workbench/documents/rules/{game}.md",
        "workbench/boards/{game}/levels.json",
        "workbench/boards/{game}/shipped.puzzles",
        "fastcore/games/{game}/ladder.json",
    ]
    game = min(path.stem for path in (ROOT / "docs" / "rules").glob("*.md"))
    gone = {name.format(game=game) for name in lacking} | {
        "fastcore/api.pxd", "fastcore/state.pyi", "fastcore/py.typed", "workbench/locale/de/LC_MESSAGES/herbarium.mo",
        "workbench/gui/look/icon/herbarium.svg", "workbench/documents/kits/c/bot.c",
        "workbench/documents/bots/protocol.schema.json", "workbench/__main__.py",
    }  # fmt: skip
    assert gone <= set(complete)
    found = building.missing_files(ROOT, [name for name in complete if name not in gone], ["v3", "portable"])
    assert set(found) == gone
    only_v3 = wheel_names(("v3",))
    assert building.missing_files(ROOT, only_v3, []) == []
    missing = building.missing_files(ROOT, only_v3, ["v3", "portable"])
    assert len(missing) == len(list((ROOT / "fastcore").rglob("*.pyx")))
    assert all(name.startswith("fastcore/_portable/") for name in missing)


def test_check_of_a_wheel_refuses_a_pattern_without_files(packing: Any, tmp_path: Path) -> None:
    building = packing("building")
    with pytest.raises(building.PackageError, match=r"there is no fastcore/.* in the sources"):
        building.missing_files(tmp_path, [], [])


@pytest.mark.parametrize(
    ("version", "debian"),
    [("1.2.0", "1.2.0"), ("1.2.0rc1", "1.2.0~rc1"), ("1.2.0a2", "1.2.0~a2"), ("1.2.0.dev3", "1.2.0~dev3")],
)
def test_debian_versions_sort_previews_first(packing: Any, version: str, debian: str) -> None:
    assert packing("deb").debian_version(version) == debian


@pytest.fixture
def deb(packing: Any, tmp_path: Path) -> Path:
    """Return a Debian package of a program folder with one program and one library."""
    if not shutil.which("dpkg-deb"):
        pytest.skip("dpkg-deb is missing")
    folder = tmp_path / "herbarium-1.2.0-linux-x86_64"
    (folder / "_internal").mkdir(parents=True)
    (folder / "herbarium").write_text("#!/bin/sh\necho started\n")
    (folder / "herbarium").chmod(0o700)
    (folder / "_internal" / "data.json").write_text("{}")
    for name in ("LICENSE", "README.md", "CHANGELOG.md"):
        shutil.copy(ROOT / name, folder)
    packed = tmp_path / f"{folder.name}.tar.gz"
    with tarfile.open(packed, "w:gz") as archive:
        archive.add(folder, folder.name)
    built: Path = packing("deb").build_deb(packed, "1.2.0rc1", ["libc6 (>= 2.36)", "fontconfig"], tmp_path)
    return built


def field(deb: Path, name: str) -> str:
    return subprocess.run(["dpkg-deb", "-f", str(deb), name], capture_output=True, text=True, check=True).stdout.strip()


def test_debian_package_has_program_entry_icon_type_and_manual(deb: Path, tmp_path: Path) -> None:
    assert deb.name.startswith("herbarium_1.2.0~rc1_") and field(deb, "Version") == "1.2.0~rc1"
    assert field(deb, "Depends") == "libc6 (>= 2.36), fontconfig"
    assert "fonts-noto-cjk" in field(deb, "Recommends").split(", ")
    assert int(field(deb, "Installed-Size")) > 0
    top = tmp_path / "unpacked"
    subprocess.run(["dpkg-deb", "--extract", str(deb), str(top)], check=True)
    program = top / "usr/bin/herbarium"
    assert subprocess.run([program], capture_output=True, text=True, check=True).stdout == "started\n"
    files = {path.relative_to(top).as_posix() for path in top.rglob("*") if path.is_file()}
    assert files >= {
        "usr/lib/herbarium/_internal/data.json", "usr/share/applications/herbarium.desktop",
        "usr/share/mime/packages/herbarium.xml", "usr/share/man/man1/herbarium.1.gz",
        "usr/share/icons/hicolor/scalable/apps/herbarium.svg", "usr/share/icons/hicolor/48x48/apps/herbarium.png",
        "usr/share/doc/herbarium/copyright", "usr/share/doc/herbarium/changelog.gz",
    }  # fmt: skip
    listed = subprocess.run(["dpkg-deb", "-c", str(deb)], capture_output=True, text=True, check=True).stdout
    kinds = {(line.split()[0][1:], line.split()[1]) for line in listed.splitlines() if line[0] != "l"}
    assert kinds == {("rwxr-xr-x", "root/root"), ("rw-r--r--", "root/root")}


def test_records_open_with_the_desktop_entry(packing: Any) -> None:
    from xml.etree import ElementTree

    from workbench.__main__ import FILES
    from workbench.gui.app import CLASS

    folder = packing("deb").FILES
    lines = (folder / "herbarium.desktop").read_text(encoding="utf-8").splitlines()
    entry = dict(line.split("=", 1) for line in lines if "=" in line)
    kinds = ElementTree.parse(folder / "herbarium.xml").getroot()
    space = "{http://www.freedesktop.org/standards/shared-mime-info}"
    types = {kind.get("type"): kind.find(f"{space}glob").get("pattern") for kind in kinds}  # type: ignore[union-attr]
    assert sorted(f"*{suffix}" for suffix in FILES) == sorted(map(str, types.values()))
    assert set(entry["MimeType"].split(";")) - {""} == types.keys()
    assert entry["Exec"] == "herbarium %F" and entry["StartupWMClass"] == CLASS
    if shutil.which("desktop-file-validate"):
        words = ["desktop-file-validate", str(folder / "herbarium.desktop")]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (0, "")


def test_list_of_parts_has_everything_in_the_folder_and_no_tools(packing: Any) -> None:
    parts = [{"type": "library", "bom-ref": f"{name}==1", "name": name, "version": "1"} for name in ("numpy", "pip")]
    text = json.dumps(
        {
            "bomFormat": "CycloneDX",
            "components": parts,
            "dependencies": [
                {"ref": "root", "dependsOn": ["numpy==1", "pip==1"]},
                {"ref": "pip==1"},
                {"ref": "numpy==1"},
            ],
        }
    )
    listed = json.loads(packing("sbom").completed(text, {"libtk8.6": "8.6.13-2"}, "3.11.2"))
    assert {part["name"]: part["version"] for part in listed["components"]} == {
        "numpy": "1", "libtk8.6": "8.6.13-2", "Python": "3.11.2",
    }  # fmt: skip
    assert listed["dependencies"] == [{"ref": "root", "dependsOn": ["numpy==1"]}, {"ref": "numpy==1"}]


def test_trial_of_packages_fits_the_program(
    packing: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`make packages` takes long, so its game, move and bot are checked here."""
    from io import StringIO

    from workbench.__main__ import main

    trying = packing("trying")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", StringIO("moves\nquit\n"))
    words = ["play", trying.GAME, "--seats", "person,person", "--seed", trying.SEED, "--record", "game.herbarium"]
    assert main(words) == 0
    assert trying.MOVE in capsys.readouterr().out.split()
    assert main(["export", "game.herbarium", "--to", "text"]) == 0
    assert trying.MOVE not in capsys.readouterr().out.split()
    (tmp_path / "first.py").write_text(trying.BOT, encoding="utf-8")
    assert main(["play", "herd(size=2)", "--seats", "./first.py:First,random", "--seed", trying.SEED]) == 0
    assert "The game is over" in capsys.readouterr().out


def test_likeness_is_the_share_of_equal_pixels(packing: Any) -> None:
    likeness = packing("display").likeness
    black, white = bytes(3), b"\xff" * 3
    assert likeness(black * 4, black * 4) == 1
    assert likeness(black * 4, black * 3 + white) == 0.75
    assert likeness(black * 2, white + b"\0\0\1") == 0
