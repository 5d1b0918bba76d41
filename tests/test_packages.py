"""Tests that the source distribution, the wheel and the lock files are complete."""

from __future__ import annotations

import os
import re
import runpy
import shutil
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests.conftest import deep

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LOCKS = {
    "requirements-run.txt": ("reports",),
    "requirements-test.txt": ("reports", "test"),
}
SYSTEMS = (
    {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix"},
    {"sys_platform": "darwin", "platform_system": "Darwin", "os_name": "posix"},
    {"sys_platform": "win32", "platform_system": "Windows", "os_name": "nt"},
)


def required(extras: tuple[str, ...]) -> list[Requirement]:
    """Return the requirements in pyproject.toml for building, running and the given extras."""
    texts = PROJECT["build-system"]["requires"] + PROJECT["project"]["dependencies"]
    for extra in extras:
        texts += PROJECT["project"]["optional-dependencies"][extra]
    return [Requirement(text) for text in texts]


def locked(name: str) -> list[tuple[Requirement, list[str]]]:
    """Return the requirements in a lock file, each with its hashes."""
    text = (ROOT / ".ci" / name).read_text(encoding="utf-8")
    entries = re.sub(r"\\\n", " ", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE)).splitlines()
    return [
        (Requirement(entry.partition("--hash")[0]), re.findall(r"--hash=(\S+)", entry)) for entry in entries if entry
    ]


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="there is no make for Windows")
def test_wheel_from_source_distribution_works() -> None:
    words = [sys.executable, ".ci/packages.py", "--quick" if deep(1, 0) else "--here"]
    result = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    assert result.stdout.endswith("installed in a clean environment: works\n")


def test_setup_without_sources_reports_the_problem(tmp_path: Path) -> None:
    """Without this error, setup.py would silently build a wheel without the core."""
    for name in ("setup.py", "pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / "fastcore").mkdir()
    for name in ("__init__.py", "build.py"):
        shutil.copy(ROOT / "fastcore" / name, tmp_path / "fastcore")
    result = subprocess.run(
        [sys.executable, "setup.py", "-q", "egg_info"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert result.returncode == 1
    assert (
        f"there are no .pyx files under {tmp_path / 'fastcore'}" in result.stderr and "Traceback" not in result.stderr
    )


@pytest.mark.parametrize("has_site", [False, True])
def test_source_distribution_has_the_site_that_was_built(tmp_path: Path, has_site: bool) -> None:
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / "fastcore").mkdir()
    for name in ("__init__.py", "build.py", "compiling.py"):
        shutil.copy(ROOT / "fastcore" / name, tmp_path / "fastcore")
    (tmp_path / "fastcore" / "small.pyx").write_text("# cython: language_level=3\n")
    (tmp_path / "build" / "site").mkdir(parents=True)
    if has_site:
        (tmp_path / "build" / "site" / "site.zip").write_bytes(b"packed")
    words = [sys.executable, "setup.py", "-q", "sdist", "--formats=tar"]
    result = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    (packed,) = (tmp_path / "dist").iterdir()
    with tarfile.open(packed) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert ("build/site/site.zip" in names) == has_site and "setup.py" in names


def test_setup_does_nothing_when_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python 3.14 starts processes with forkserver, which imports the main program as a module."""
    monkeypatch.chdir(tmp_path)
    assert "builds" in runpy.run_path(str(ROOT / "setup.py"), run_name="__mp_main__")
    assert not list(tmp_path.iterdir())


def test_every_dependency_has_an_upper_bound() -> None:
    """The bound is the next major version, or a single version known to work."""
    texts = [*PROJECT["build-system"]["requires"], *PROJECT["project"]["dependencies"]]
    for extra in PROJECT["project"]["optional-dependencies"].values():
        texts += extra
    for text in texts:
        bounds = {bound.operator: Version(bound.version) for bound in Requirement(text).specifier}
        if bounds.keys() == {"=="}:
            continue
        assert {">=", "<"} <= bounds.keys(), text
        low, high = bounds[">="], bounds["<"]
        assert low < high and high.release[1:] in ((), (0,)), f"{text}: the bound is no major version"


@pytest.mark.parametrize("name", LOCKS)
@pytest.mark.parametrize("python", ["3.11.2", "3.12.0", "3.13.5", "3.14.0"])
def test_locked_versions_fit_every_python_and_system(name: str, python: str) -> None:
    for system in SYSTEMS:
        environment = {**system, "python_full_version": python, "python_version": python.rpartition(".")[0]}
        requirements: dict[str, list[Requirement]] = {}
        for entry, _ in locked(name):
            if entry.marker is None or entry.marker.evaluate(environment):
                requirements.setdefault(canonicalize_name(entry.name), []).append(entry)
        for requirement in required(LOCKS[name]):
            if requirement.marker is not None and not requirement.marker.evaluate(environment):
                continue
            entries = requirements.get(canonicalize_name(requirement.name), [])
            assert len(entries) == 1, f"{requirement}: locked {len(entries)} times for {environment}; run make lock"
            (bound,) = entries[0].specifier
            assert bound.operator == "==" and bound.version in requirement.specifier, f"{entries[0]}; run make lock"


@pytest.mark.parametrize("name", LOCKS)
def test_lock_files_have_hashes_but_no_urls(name: str) -> None:
    entries = locked(name)
    assert len(entries) > 15
    for entry, hashes in entries:
        assert hashes and all(re.fullmatch(r"sha256:[0-9a-f]{64}", value) for value in hashes), entry
    text = (ROOT / ".ci" / name).read_text(encoding="utf-8")
    assert "://" not in text and "index" not in text and "file:" not in text


def test_lock_files_agree_on_versions() -> None:
    few, every = ({str(entry) for entry, _ in locked(name)} for name in LOCKS)
    assert few <= every
