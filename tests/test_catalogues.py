"""Tests of the catalogues of translations that come with the program."""

from __future__ import annotations

from pathlib import Path
from string import Formatter

import pytest

pytest.importorskip("babel")

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo

from tests.tools import page_catalogues
from tests.tools.update_catalogues import is_translated, languages, read_catalogue, updated, write_catalogue
from workbench.pages import translated_page

LISTED = (*page_catalogues.PAGES, page_catalogues.THEME)


def fields(text: str) -> set[tuple[str, str, str]] | None:
    """Return the placeholders of a template with formats and conversions, or None if the text is no template."""
    try:
        return {
            (name, spec or "", conversion or "")
            for _, name, spec, conversion in Formatter().parse(text)
            if name is not None
        }
    except ValueError:
        return None


def parts(text: object) -> tuple[str, ...]:
    return tuple(map(str, text)) if isinstance(text, tuple) else (str(text or ""),)


def faults(message: Message, forms: int) -> list[str]:
    """Return what is wrong with a translation; nothing if there is none yet."""
    texts, found = parts(message.id), parts(message.string)
    if not any(found):
        return []
    if len(found) != (forms if message.pluralizable else 1) or not all(found):
        return [f"{message.id}: {len(found)} forms"]
    allowed = set[tuple[str, str, str]]()
    for text in texts:
        names = fields(text)
        if names is None:
            return []  # no template
        allowed |= names
    allowed |= {("count", "", "")} if message.pluralizable else set()
    return [f"{message.id}: {text}" for text in found if (used := fields(text)) is None or not used <= allowed]


def catalogue(*messages: Message) -> Catalog:
    result = Catalog(locale="de")
    for message in messages:
        result[message.id] = message
    return result


def test_faults_are_found() -> None:
    assert faults(Message("Stop {name}", "Halt {name}"), 2) == faults(Message("Stop {name}"), 2) == []
    assert faults(Message("a } alone", "nur }"), 2) == []
    assert faults(Message("Stop {name}", "Halt {nome}"), 2) and faults(Message("Stop {name:>3}", "Halt {name}"), 2)
    assert faults(Message("Stop {name}", "Halt {name!r}"), 2)
    assert faults(Message(("{n} game", "{n} games"), ("{n} Spiel", "")), 2)
    assert not faults(Message(("1 game", "{n} games"), ("{n} Spiel", "{count} Spiele")), 2)


@pytest.mark.parametrize("language", languages())
def test_translations_have_their_placeholders_and_forms(language: str) -> None:
    found = read_catalogue(language)
    assert len(found) > 4000 and not any(message.fuzzy for message in found)
    wrong = [fault for message in found if message.id for fault in faults(message, found.num_plurals)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("language", languages())
def test_listed_pages_are_complete(language: str) -> None:
    """A page that is shown in English for a while must leave `PAGES`."""
    wrong = [fault for page in LISTED for fault in page_catalogues.faults(language, page)]
    assert not wrong, "\n".join(wrong)
    others = set(page_catalogues.pages(language)) - {page_catalogues.THEME}
    gone = [page for page in others if not (page_catalogues.ROOT / f"{page}.md").exists()]
    assert not gone, "catalogues of pages that do not exist"


@pytest.mark.parametrize("language", languages())
def test_translated_pages_have_the_blocks_of_the_english_page(language: str) -> None:
    """A translation must not turn a paragraph into a list, or a cell into two."""
    for page in page_catalogues.PAGES:
        english = (page_catalogues.ROOT / f"{page}.md").read_text(encoding="utf-8")
        texts = page_catalogues.read_page(language, page)
        other = translated_page.translated(english, lambda text, texts=texts: str(texts[text].string))  # type: ignore[misc]
        kinds = [[token.type for token in translated_page.reader().parse(text)] for text in (english, other)]
        assert kinds[0] == kinds[1], page
        found = dict.fromkeys(str(message.string) for message in texts if message.id)
        assert translated_page.texts(other) == list(found), page


def test_rules_of_all_games_are_translated() -> None:
    rules = {f"docs/rules/{path.stem}" for path in (page_catalogues.ROOT / "docs" / "rules").glob("*.md")}
    assert rules <= set(page_catalogues.PAGES)


def test_update_keeps_translations_and_guesses_none() -> None:
    old = catalogue(Message("Stop", "Halt"), Message("gone", "weg"), Message(("1 game", "{n} games"), ("a", "b")))
    texts = catalogue(Message("Stop"), Message("Stop!"), Message(("1 game", "{n} games")), Message("1 move"))
    new = updated(old, texts)
    assert [(message.id, message.string) for message in new if message.id] == [
        ("Stop", "Halt"), ("Stop!", ""), (("1 game", "{n} games"), ("a", "b")), ("1 move", ""),
    ]  # fmt: skip
    assert [is_translated(message) for message in new if message.id] == [True, False, True, False]


def test_text_with_a_new_plural_needs_a_new_translation() -> None:
    new = updated(catalogue(Message("1 game", "1 Spiel")), catalogue(Message(("1 game", "{count} games"))))
    (message,) = [message for message in new if message.id]
    assert not is_translated(message)


def test_compiled_catalogue_has_the_translations(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tests.tools.update_catalogues.LOCALE", tmp_path)
    line = write_catalogue("de", catalogue(Message("Stop", "Halt"), Message("Go")))
    assert line == "de: 1 of 2 texts (50.0%)"
    import runpy

    runpy.run_path(str(Path(__file__).parents[1] / ".ci" / "catalogues.py"))["compile_catalogues"](tmp_path)
    with (tmp_path / "de" / "LC_MESSAGES" / "herbarium.mo").open("rb") as file:
        assert [(message.id, message.string) for message in read_mo(file) if message.id] == [("Stop", "Halt")]
