"""Tests that the wheel has what games of other packages are compiled against."""

from __future__ import annotations

import re
import tomllib

from tests.game_packages.installing import ROOT


def test_shipped_headers_need_no_others() -> None:
    """Every module that a shipped .pxd file cimports is shipped too."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    core = ROOT / "fastcore"
    shipped = {path for pattern in settings["package-data"]["fastcore"] for path in core.glob(pattern)}
    headers = {path for path in shipped if path.suffix == ".pxd"}
    assert {core / "api.pxd", core / "game.pxd", core / "knowledge" / "knowledge.pxd"} <= headers
    for header in headers:
        for name in re.findall(r"^from fastcore\.([\w.]+) cimport", header.read_text(encoding="utf-8"), re.MULTILINE):
            assert core / f"{name.replace('.', '/')}.pxd" in headers, f"{header.name} needs {name}"
