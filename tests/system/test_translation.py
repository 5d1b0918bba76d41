"""Tests of translated texts: catalogues, plurals, and damage that must not show."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit.catalogues import HEADER, LANGUAGE, write_catalogue
from tests.kit.terminals import ROOT, run
from tests.tools.sentences.core import core_sentences
from tests.tools.translation_template import all_uses, template
from workbench.system import folders, translation
from workbench.system.translation import tr, trn

TEXTS = {
    ("Stop {name}",): ("Haltigu: {name}",),
    ("Play",): ("Ludi",),
    ("{count} game of {who}", "{count} games of {who}"): ("{count} ludo de {who}", "{count} ludoj de {who}"),
}


def use_catalogue(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Load the catalogue of a folder as at the start of the program."""
    monkeypatch.setenv(translation.FOLDER, str(folder))
    monkeypatch.setenv(translation.LANGUAGE, LANGUAGE)
    translation._translated.cache_clear()
    translation._translated_plural.cache_clear()
    monkeypatch.setattr(translation, "_catalogue", translation._find_catalogue())


def test_texts_are_english_without_a_catalogue() -> None:
    assert tr("Stop {name}", name="it") == "Stop it"
    assert tr("{games:,} of {{all}}", games=1000) == "1,000 of {all}"
    assert tr("braces {stay} without values") == "braces {stay} without values"
    assert [trn("1 game", "{count:,} games", count) for count in (0, 1, 2000)] == ["0 games", "1 game", "2,000 games"]


def test_catalogue_translates_texts_and_plurals(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    write_catalogue(tmp_path, TEXTS)
    use_catalogue(monkeypatch, tmp_path)
    assert tr("Play") == "Ludi" and tr("Stop {name}", name="ĉiujn") == "Haltigu: ĉiujn"
    assert tr("unknown text") == "unknown text" and tr("") == ""
    numbers = [trn("{count} game of {who}", "{count} games of {who}", count, who="Eva") for count in (1, 2, 2.5)]
    assert numbers == ["1 ludo de Eva", "2 ludoj de Eva", "2.5 ludoj de Eva"]


@pytest.mark.parametrize(
    "damaged",
    [
        "Haltigu {nomo}",
        "Haltigu {name",
        "Haltigu {name.__class__}",
        "Haltigu {0}",
        "{name:>99999999}",
        "{name!r:{x}}",
        "Haltigu {name!z}",
        "Haltigu {name!r}",
    ],
)
def test_wrong_placeholder_shows_english(damaged: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    write_catalogue(
        tmp_path, {("Stop {name}",): (damaged,), ("{count} of {name}", "{count} in {name}"): (damaged, damaged)}
    )
    use_catalogue(monkeypatch, tmp_path)
    assert tr("Stop {name}", name="it") == "Stop it"
    assert trn("{count} of {name}", "{count} in {name}", 3, name="it") == "3 in it"


def test_counters_do_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    write_catalogue(tmp_path, TEXTS)
    use_catalogue(monkeypatch, tmp_path)
    for count in range(5000):
        trn("{count} game of {who}", "{count} games of {who}", count, who="Eva")
    assert translation._translated_plural.cache_info().currsize < 2000


MAGIC = b"\xde\x12\x04\x95"  # the first bytes of a catalogue


@pytest.mark.parametrize("content", [b"", MAGIC, b"no catalogue at all", MAGIC + b"\xff" * 40])
def test_damaged_file_shows_english(content: bytes, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    write_catalogue(tmp_path, TEXTS).write_bytes(content)
    use_catalogue(monkeypatch, tmp_path)
    assert tr("Play") == "Play"


@pytest.mark.parametrize("formula", ["n % 0", "9", "n +", "__import__('os')"])
def test_wrong_plural_formula_shows_a_text(formula: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    write_catalogue(tmp_path, TEXTS, HEADER.replace("(n != 1)", formula))
    use_catalogue(monkeypatch, tmp_path)
    assert trn("{count} game of {who}", "{count} games of {who}", 3, who="Eva") == "3 games of Eva"


def test_language_of_the_system_is_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    write_catalogue(tmp_path, TEXTS)
    monkeypatch.setenv(translation.FOLDER, str(tmp_path))
    monkeypatch.delenv(translation.LANGUAGE, raising=False)
    for name in translation.SYSTEM_VARIABLES:
        monkeypatch.delenv(name, raising=False)
    for value, is_found in ((f"{LANGUAGE}_XX.UTF-8", True), ("C.UTF-8", False), ("POSIX", False), ("en_GB", False)):
        monkeypatch.setenv("LANG", value)
        assert (translation._find_catalogue() is not None) == is_found, value


def use_system_variables(monkeypatch: pytest.MonkeyPatch, **values: str) -> None:
    for name in (translation.LANGUAGE, *translation.SYSTEM_VARIABLES):
        monkeypatch.delenv(name, raising=False)
    for name, value in values.items():
        monkeypatch.setenv(name, value)


def test_languages_after_english_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    for value, expected in (("en:de", []), ("de:en:fr", ["de"]), ("pt_BR:pt", ["pt_BR", "pt"]), ("ennui", ["ennui"])):
        use_system_variables(monkeypatch, LANGUAGE=value)
        assert translation._languages() == expected, value


def test_chosen_language_comes_before_the_system_and_after_the_variable(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    use_system_variables(monkeypatch, LANG="fr_FR.UTF-8", HERBARIUM_HOME=str(tmp_path))
    file = Path(translation.choice_file())
    assert file.parent == tmp_path and translation._languages() == ["fr_FR.UTF-8"]
    for content, expected in (
        (b"de\n", ["de"]), (b"en", []), (b"zh_CN", ["zh_CN"]),
        (b"", ["fr_FR.UTF-8"]), (b"../../de", ["fr_FR.UTF-8"]), (b"\xff\xfe", ["fr_FR.UTF-8"]),
    ):  # fmt: skip
        file.write_bytes(content)
        assert translation._languages() == expected, content
    monkeypatch.setenv(translation.LANGUAGE, "es")
    assert translation._languages() == ["es"]


@pytest.mark.parametrize("base", ["", "/settings", "settings", " "])
def test_choice_is_in_the_folder_of_the_settings(base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HERBARIUM_HOME")
    monkeypatch.setenv("XDG_CONFIG_HOME", base)
    assert Path(translation.choice_file()) == folders.config_folder() / translation.CHOICE_FILE


def test_text_that_is_no_template_is_translated(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    write_catalogue(tmp_path, {("a } alone",): ("nur }",)})
    use_catalogue(monkeypatch, tmp_path)
    assert tr("a } alone") == "nur }"


def test_terminal_speaks_the_language(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    frame: dict[tuple[str, ...], tuple[str, ...]] = {
        ("usage: ",): ("uzo: ",),
        ("options",): ("opcioj",),
        ("show this help message and exit",): ("montri helpon",),
    }
    write_catalogue(tmp_path, {("only this game",): ("nur ĉi tiu ludo",), **frame})
    result = subprocess.run(
        [sys.executable, "-m", "workbench", "games", "--help"],
        cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=True,
        env={**os.environ, translation.FOLDER: str(tmp_path), translation.LANGUAGE: LANGUAGE},
    )  # fmt: skip
    assert "nur ĉi tiu ludo" in result.stdout
    assert result.stdout.startswith("uzo: herbarium games") and "opcioj:" in result.stdout
    assert "montri helpon" in result.stdout and "show this help" not in result.stdout
    assert "only this game" in run("games", "--help").out


def test_start_without_a_catalogue_imports_no_gettext() -> None:
    script = "import sys, workbench.system.translation as t; t.tr('Play'); sys.exit('gettext' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=False).returncode == 0


def test_template_contains_every_text_once() -> None:
    text = template()
    entries = [entry for entry in text.split("\n\n") if "\nmsgid " in entry][1:]
    assert len(entries) - len(core_sentences()) == len({use.text.one for use in all_uses()}) > 1000
    assert '#, python-brace-format\nmsgid "Hint: start with {spot} (outlined)."\nmsgstr ""\n' in text
    assert 'msgid "1 game"\nmsgid_plural "{count:,} games"\nmsgstr[0] ""\nmsgstr[1] ""\n' in text
