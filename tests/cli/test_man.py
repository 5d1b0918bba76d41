"""Tests of the manual page."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.kit.terminals import run
from workbench.cli.arguments import VERBS

PAGE = Path(__file__).parents[2] / "docs" / "herbarium.1"


def test_stored_page_is_current() -> None:
    result = run("--man")
    assert result.status == 0 and result.err == ""
    assert PAGE.read_text(encoding="utf-8") == result.out, "run: make man"


def test_page_has_every_verb_and_its_options() -> None:
    text = run("--man").out
    for verb in VERBS:
        section = text.partition(f".SS herbarium {verb}\n".replace("-", "\\-"))[2].partition("\n.S")[0]
        for option in re.findall(r"^  (--[\w-]+)", run(verb, "--help").out, re.MULTILINE):
            assert option.replace("-", "\\-") in section, f"{verb} {option}"


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
def test_groff_finds_no_fault() -> None:
    shown = subprocess.run(["groff", "-man", "-Tutf8", "-ww", PAGE], capture_output=True, text=True, check=True)
    assert shown.stderr == "" and "herbarium" in shown.stdout
