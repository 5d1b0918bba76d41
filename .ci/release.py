"""Make a release: raise the version, check the changelog, build and try all packages, write checksums, set the tag.

python .ci/release.py VERSION [--dry-run]        make release VERSION=1.2.0
    VERSION: the new version, such as 1.2.0 or 1.2.0rc1
    --dry-run: only check whether this release is possible

It works on the branch main, with everything committed, and only if the tag vVERSION does not exist. The section
Unreleased of CHANGELOG.md must have entries; they become the section of the version. The packages, their SHA256SUMS,
the list of parts (CycloneDX) and the notes are then in dist/VERSION. If a step fails, the commit of the release is
undone. Nothing is pushed: the last lines name the command that does.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BRANCH = "main"
VERSION = re.compile(r"(\d+)\.(\d+)\.(\d+)(?:(a|b|rc)(\d+))?")
# Where the version is: a file, and the line with the version as its group.
PLACES = (
    ("pyproject.toml", r'^version = "(.+)"$'),
    ("CITATION.cff", r"^version: (.+)$"),
    ("docs/herbarium.1", r'^\.TH .*"Herbarium ([^"]+)"'),
)
UNRELEASED = "## Unreleased\n"
SUMS, NOTES = "SHA256SUMS", "NOTES.md"


class ReleaseError(Exception):
    """The release is not possible. The message says why."""


def git(root: Path, *words: str) -> str:
    """Run git and return its output. Raise ReleaseError if it fails."""
    done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ReleaseError(f"git {' '.join(words)}: {(done.stdout + done.stderr).strip()}")
    return done.stdout.strip()


def version_key(version: str) -> tuple[int, int, int, str, int]:
    """Return a key that sorts versions. A preview is before its release."""
    found = VERSION.fullmatch(version)
    if found is None:
        raise ReleaseError(f"{version!r} is not a version such as 1.2.0 or 1.2.0rc1")
    major, minor, patch, stage, number = found.groups()
    return int(major), int(minor), int(patch), stage or "z", int(number or 0)


def current_version(root: Path) -> str:
    """Return the version in all PLACES. Raise ReleaseError if they differ."""
    found = {}
    for name, pattern in PLACES:
        matches = re.findall(pattern, (root / name).read_text(encoding="utf-8"), re.MULTILINE)
        if len(matches) != 1:
            raise ReleaseError(f"{name} has {len(matches)} lines with a version instead of 1")
        found[name] = matches[0]
    if len(set(found.values())) != 1:
        raise ReleaseError("the versions differ: " + ", ".join(f"{name} {value}" for name, value in found.items()))
    return found[PLACES[0][0]]


def released(changelog: str, version: str, day: str) -> tuple[str, str]:
    """Return the changelog with its unreleased entries as the section of a version, and this section's text.

    Raises:
        ReleaseError: There are no entries, or the version already has a section.
    """
    if changelog.count(f"\n{UNRELEASED}") != 1:
        raise ReleaseError("CHANGELOG.md needs one section 'Unreleased'")
    if re.search(rf"^## {re.escape(version)}\b", changelog, re.MULTILINE):
        raise ReleaseError(f"CHANGELOG.md already has a section {version}")
    before, _, after = changelog.partition(f"\n{UNRELEASED}")
    section = re.split(r"^## ", after, maxsplit=1, flags=re.MULTILINE)[0]
    if not re.search(r"^- ", section, re.MULTILINE):
        raise ReleaseError("the section 'Unreleased' of CHANGELOG.md has no entries")
    heads = re.split(r"^### (.+)$", section, flags=re.MULTILINE)
    for head, text in zip(heads[1::2], heads[2::2], strict=True):
        if not text.strip():
            raise ReleaseError(f"the part {head!r} of the section 'Unreleased' has no entries")
    return f"{before}\n{UNRELEASED}\n## {version} – {day}\n{after}", section.strip() + "\n"


def check(root: Path, version: str) -> None:
    """Raise ReleaseError if the checkout is not ready for a release of this version."""
    branch = git(root, "rev-parse", "--abbrev-ref", "HEAD")
    if branch != BRANCH:
        raise ReleaseError(f"releases are made on the branch {BRANCH}, and this is {branch}")
    changed = git(root, "status", "--porcelain")
    if changed:
        raise ReleaseError(f"something is not committed:\n{changed}")
    if git(root, "tag", "--list", f"v{version}"):
        raise ReleaseError(f"the tag v{version} already exists")
    now = current_version(root)
    if version_key(version) < version_key(now):
        raise ReleaseError(f"{version} is before the present version, {now}")
    if version == now and git(root, "tag", "--list", "v*"):
        raise ReleaseError(f"{version} is the present version already")


def raise_version(root: Path, version: str, day: str) -> str:
    """Write the version into all files, and the changelog's section. Return the notes of the release."""
    log = root / "CHANGELOG.md"
    text, notes = released(log.read_text(encoding="utf-8"), version, day)
    log.write_text(text, encoding="utf-8")
    for name, pattern in PLACES:
        path = root / name
        content = path.read_text(encoding="utf-8")
        found = re.search(pattern, content, re.MULTILINE)
        assert found is not None, name  # current_version has found it
        path.write_text(content[: found.start(1)] + version + content[found.end(1) :], encoding="utf-8")
    return notes


def write_sums(folder: Path) -> str:
    """Write the checksums of all files in a folder, as `sha256sum --check` reads them. Return the text."""
    files = sorted(path for path in folder.iterdir() if path.is_file() and path.name != SUMS)
    text = "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files)
    (folder / SUMS).write_text(text, encoding="utf-8")
    return text


def build(root: Path, output: Path) -> None:
    """Build the site, then build and try all packages."""
    for words in ([".ci/site.py"], [".ci/packages.py", "--output", str(output)]):
        if subprocess.run([sys.executable, *words], cwd=root, check=False).returncode:
            raise ReleaseError(f"{' '.join(words)} failed; its messages are above")


def release(root: Path, version: str, day: str, make: Callable[[Path, Path], None] = build) -> Path:
    """Make a release. Return the folder with its files.

    Args:
        root: the checkout.
        version: the new version.
        day: the day in the changelog.
        make: builds the packages of a checkout into a folder.
    """
    check(root, version)
    before = git(root, "rev-parse", "HEAD")
    output = root / "dist" / version
    try:
        notes = raise_version(root, version, day)
        git(root, "commit", "--quiet", "--all", "--message", f"release: {version}")
        shutil.rmtree(output, ignore_errors=True)
        output.mkdir(parents=True)
        make(root, output)
        (output / NOTES).write_text(f"# Herbarium {version}\n\n{notes}", encoding="utf-8")
        write_sums(output)
        git(root, "tag", "--annotate", f"v{version}", "--message", f"Herbarium {version}")
    except BaseException:
        git(root, "reset", "--quiet", "--hard", before)  # everything was committed before
        raise
    return output


def main() -> int:
    parser = argparse.ArgumentParser(prog="release.py", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("version", metavar="VERSION", help="the new version, such as 1.2.0 or 1.2.0rc1")
    parser.add_argument("--dry-run", action="store_true", help="only check whether this release is possible")
    chosen = parser.parse_args()
    day = datetime.now(UTC).date().isoformat()
    try:
        if chosen.dry_run:
            check(ROOT, chosen.version)
            released((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), chosen.version, day)
            print(f"{current_version(ROOT)} -> {chosen.version}: this release is possible")
            return 0
        output = release(ROOT, chosen.version, day)
    except ReleaseError as problem:
        print(f"no release: {problem}", file=sys.stderr)
        return 1
    print(f"Herbarium {chosen.version} is in {output.relative_to(ROOT)}:")
    print((output / SUMS).read_text(encoding="utf-8"), end="")
    print(f"This publishes the commit and the tag:  git push origin {BRANCH} v{chosen.version}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
