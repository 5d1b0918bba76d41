"""Tests of where the program finds its guides."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path

import pytest

from workbench.pages import site


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for the built site, the packed site and the README, which are all missing."""
    monkeypatch.setenv("HERBARIUM_HOME", str(tmp_path / "home"))
    for name, path in (("BUILT", "html"), ("PACKED", "site.zip"), ("PLAIN", "README.md")):
        monkeypatch.setattr(site, name, tmp_path / path)
    return tmp_path


def pack(path: Path, text: str) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("index.html", text)
        archive.writestr("docs/window.html", text)


def test_missing_guides_are_reported(places: Path) -> None:
    assert not site.is_available()
    with pytest.raises(ValueError, match="not installed"):
        site.first_page()


def test_built_site_comes_before_packed_one_and_packed_one_before_readme(places: Path) -> None:
    (places / "README.md").write_text("plain")
    assert site.is_available() and site.first_page() == places / "README.md"
    pack(places / "site.zip", "packed")
    assert site.first_page().read_text() == "packed"
    (places / "html").mkdir()
    (places / "html" / "index.html").write_text("built")
    assert site.first_page().read_text() == "built"


def test_packed_site_is_unpacked_once_and_again_when_it_changes(places: Path) -> None:
    pack(places / "site.zip", "first")
    page = site.first_page()
    assert (page.parent / "docs" / "window.html").exists()
    page.write_text("still here")
    assert site.first_page().read_text() == "still here"
    pack(places / "site.zip", "second, longer")
    assert site.first_page().read_text() == "second, longer"
    assert sorted(path.name for path in (places / "home").iterdir()) == ["site"], "no unfinished folder remains"


def test_damaged_site_is_reported_and_leaves_the_old_one(places: Path) -> None:
    pack(places / "site.zip", "first")
    page = site.first_page()
    (places / "site.zip").write_bytes(b"damaged")
    os.utime(places / "site.zip", (1, 1))
    with pytest.raises(ValueError, match=r"site\.zip"):
        site.first_page()
    assert page.read_text() == "first"
    assert sorted(path.name for path in (places / "home").iterdir()) == ["site"]
