"""Tests that texts of the core are shown in the user's language."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import fastcore
from fastcore import packages
from tests.kit.catalogues import LANGUAGE, write_longer_catalogue
from tests.kit.terminals import ROOT
from workbench import boards

PROGRAM = """
from workbench import boards
from workbench.gui.matches import games
from workbench.reports import hidden_sentences
print(boards.describe_options("herd(size=4)"))
print(boards.words("herd").report_name("term", "stones in herds"))
print(hidden_sentences.mixture(3, 0.5, single=False))
print(" ".join(games.SORT_ORDERS))
"""


def test_options_and_terms_of_all_games_have_their_texts() -> None:
    for game in packages.built_in():
        words = boards.words(game)
        for option in fastcore.info(game).options:
            assert option.name.replace("_", " ") in {*words.core_texts, "ap"}, option
            parts = option.meaning.split(", ") if option.kind == "letters" else [option.meaning.removeprefix("1: ")]
            assert set(parts) <= set(words.core_texts), option
        for term in fastcore.start(game).evaluate().terms:
            assert term.name in words.core_texts or words.report_name("term", term.name) != term.name, term
    assert boards.words("herd").core_text("of another game") == "of another game"


def test_core_texts_and_columns_are_translated(tmp_path: Path) -> None:
    pytest.importorskip("tkinter")
    from workbench.gui.widgets.fields import columns_of

    assert columns_of(["abc", "贪心策略"]) == 8
    write_longer_catalogue(tmp_path)
    environment = {**os.environ, "HERBARIUM_LANGUAGE": LANGUAGE, "HERBARIUM_LOCALE": str(tmp_path)}
    words = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    option, term, mixture, columns = done.stdout.splitlines()
    assert option != "size 4" and term != "stones in herds"
    assert "plans;" not in mixture and "game turns" not in columns
