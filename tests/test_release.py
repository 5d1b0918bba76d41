"""Tests of `make release`: what it refuses, and what it writes, in a temporary clone."""

from __future__ import annotations

import hashlib
import runpy
import subprocess
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
RELEASE = runpy.run_path(str(ROOT / ".ci" / "release.py"))
ReleaseError: type[Exception] = RELEASE["ReleaseError"]
NEW, DAY = "9.8.7", "2031-02-03"
LOG = """# Changelog

Newest first.

## Unreleased

### Window

- **Better**: yes.

## 0.0.1 – 2020-01-01

- Old.
"""


def git(folder: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a repository on the branch main with the files that a release changes."""
    folder = tmp_path / "checkout"
    for name in ("pyproject.toml", "CITATION.cff", "docs/herbarium.1", ".gitignore"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes((ROOT / name).read_bytes())
    (folder / "CHANGELOG.md").write_text(LOG, encoding="utf-8")
    git(folder, "init", "--quiet", "--initial-branch", "main")
    git(folder, "config", "user.name", "A tester")
    git(folder, "config", "user.email", "tester@herbarium.invalid")
    git(folder, "config", "commit.gpgsign", "false")
    git(folder, "config", "tag.gpgsign", "false")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "start")
    return folder


def build(root: Path, output: Path) -> None:
    version: str = RELEASE["current_version"](root)
    (output / f"herbarium-{version}.tar.gz").write_text("packed")


def release(checkout: Path, version: str = NEW, make: Any = build) -> Path:
    made: Path = RELEASE["release"](checkout, version, DAY, make)
    return made


def test_release_raises_version_and_writes_checksums(checkout: Path) -> None:
    output = release(checkout)
    assert RELEASE["current_version"](checkout) == NEW
    log = (checkout / "CHANGELOG.md").read_text(encoding="utf-8")
    assert log == LOG.replace("## Unreleased\n", f"## Unreleased\n\n## {NEW} – {DAY}\n")
    assert git(checkout, "status", "--porcelain") == ""
    assert git(checkout, "rev-parse", f"v{NEW}^{{commit}}") == git(checkout, "rev-parse", "HEAD")
    assert git(checkout, "log", "-1", "--format=%s") == f"release: {NEW}"
    assert (output / "NOTES.md").read_text() == f"# Herbarium {NEW}\n\n### Window\n\n- **Better**: yes.\n"
    lines = (output / "SHA256SUMS").read_text().splitlines()
    sums = {name: digest for digest, name in (line.split("  ") for line in lines)}
    assert sums.keys() == {f"herbarium-{NEW}.tar.gz", "NOTES.md"}
    assert sums[f"herbarium-{NEW}.tar.gz"] == hashlib.sha256(b"packed").hexdigest()


def test_release_refuses_uncommitted_changes(checkout: Path) -> None:
    (checkout / "new.txt").touch()
    with pytest.raises(ReleaseError, match=r"not committed:\n\?\? new.txt"):
        release(checkout)


def test_release_refuses_another_branch(checkout: Path) -> None:
    git(checkout, "checkout", "--quiet", "-b", "idea")
    with pytest.raises(ReleaseError, match="on the branch main, and this is idea"):
        release(checkout)


def test_release_refuses_existing_tag(checkout: Path) -> None:
    git(checkout, "tag", f"v{NEW}")
    with pytest.raises(ReleaseError, match=f"the tag v{NEW} already exists"):
        release(checkout)


@pytest.mark.parametrize(
    ("version", "reason"),
    [("0.0.1", "is before the present version"), ("1.0", "is not a version"), ("v1.0.0", "is not a version")],
)
def test_release_refuses_versions(checkout: Path, version: str, reason: str) -> None:
    with pytest.raises(ReleaseError, match=reason):
        release(checkout, version)


def test_present_version_can_only_be_the_first_release(checkout: Path) -> None:
    present: str = RELEASE["current_version"](checkout)
    release(checkout, present)
    git(checkout, "tag", "--delete", f"v{present}")
    git(checkout, "tag", "v0.0.1")
    with pytest.raises(ReleaseError, match="is the present version already"):
        release(checkout, present)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("- **Better**: yes.\n\n", "", "has no entries"),
        ("### Window\n", "### Bots\n\n### Window\n", "'Bots' of the section 'Unreleased' has no entries"),
        ("## Unreleased\n", "## Soon\n", "needs one section 'Unreleased'"),
        ("## 0.0.1 –", f"## {NEW} –", f"already has a section {NEW}"),
    ],
)
def test_release_checks_changelog(checkout: Path, old: str, new: str, reason: str) -> None:
    assert old in LOG
    (checkout / "CHANGELOG.md").write_text(LOG.replace(old, new), encoding="utf-8")
    git(checkout, "commit", "--quiet", "--all", "--message", "changed")
    with pytest.raises(ReleaseError, match=reason):
        release(checkout)
    assert git(checkout, "status", "--porcelain") == ""


def test_failed_build_undoes_the_release(checkout: Path) -> None:
    before = git(checkout, "rev-parse", "HEAD")

    def fail(root: Path, output: Path) -> None:
        raise ReleaseError("no space")

    with pytest.raises(ReleaseError, match="no space"):
        release(checkout, make=fail)
    assert git(checkout, "rev-parse", "HEAD") == before and git(checkout, "status", "--porcelain") == ""
    assert git(checkout, "tag") == ""


def test_previews_come_before_their_release() -> None:
    ordered = ["0.9.9", "1.0.0a1", "1.0.0b1", "1.0.0rc1", "1.0.0rc2", "1.0.0", "1.0.1", "1.10.0"]
    keys = [RELEASE["version_key"](version) for version in ordered]
    assert all(one < other for one, other in pairwise(keys))


def test_own_changelog_and_versions_fit_a_release() -> None:
    """The next release must not fail because of a file that somebody changed by hand."""
    assert RELEASE["current_version"](ROOT)
    log = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    log = log.replace(
        "\n## Unreleased\n", "\n## Unreleased\n\n- **New**: an entry.\n", 1
    )  # after a release there is none
    text, notes = RELEASE["released"](log, NEW, DAY)
    assert f"\n## {NEW} – {DAY}\n" in text and notes.startswith("- **New**: an entry.\n")
