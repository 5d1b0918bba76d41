"""Update the catalogues of translations, `workbench/locale/LANGUAGE/LC_MESSAGES/herbarium.po`, when texts have changed.

`python -m tests.tools.update_catalogues` writes the template `herbarium.pot` and updates all catalogues, also those of
the pages (page_catalogues.py). New texts come in without a translation, and texts that are gone are left out. Nothing
is guessed from similar texts. A line for each language and page says how many texts are translated. Add a language to
make its first catalogue: `... update_catalogues it`.
"""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po, write_po

from tests.tools.page_catalogues import LOCALE, page_path, page_template, pages, read_page
from tests.tools.translation_template import ROOT, template

WIDTH = 120
# The plural forms of gettext's own manual. Newer tables add a form for whole millions, which no text here needs.
PLURALS = {"fr": "nplurals=2; plural=(n > 1);", "es": "nplurals=2; plural=(n != 1);"}
LEFT_OUT = tuple(  # dates, which would differ in every run, and people that no file names
    f'"{name}:'.encode()
    for name in (
        "POT-Creation-Date", "PO-Revision-Date", "Report-Msgid-Bugs-To", "Last-Translator", "Language-Team",
        "Generated-By",
    )
)  # fmt: skip
COMMENT = """\
# {title} in {language}.
# This is a first version that a machine made. Corrections are welcome: see docs/project/translations.md.
#"""


def catalogue_path(language: str) -> Path:
    """Return the file of a language, such as "de" or "zh_CN"."""
    return LOCALE / language / "LC_MESSAGES" / "herbarium.po"


def languages() -> list[str]:
    """Return the languages that have a catalogue."""
    return sorted(path.parents[1].name for path in LOCALE.glob("*/LC_MESSAGES/herbarium.po"))


def read_catalogue(language: str) -> Catalog:
    """Return the catalogue of a language; an empty one if there is no file yet."""
    path = catalogue_path(language)
    if path.exists():
        with path.open("rb") as file:
            return read_po(file, locale=language, domain="herbarium")
    return _empty(language, plural_forms(language))


def plural_forms(language: str) -> str:
    """Return the line of a catalogue that says how a language counts."""
    plural = get_plural(language)
    return PLURALS.get(language, f"nplurals={plural.num_plurals}; plural={plural.plural_expr};")


def _empty(language: str, plurals: str, title: str = "Herbarium") -> Catalog:
    lines = (
        "Project-Id-Version: Herbarium",
        "Content-Type: text/plain; charset=UTF-8",
        f"Plural-Forms: {plurals}",
    )
    header = "\n".join(['msgid ""', 'msgstr ""', *(f'"{line}\\n"' for line in lines)])
    result = read_po(BytesIO(header.encode()), locale=language, domain="herbarium")
    result.fuzzy = False
    result.header_comment = COMMENT.format(title=title, language=Locale.parse(language).english_name)
    return result


def text_template() -> Catalog:
    """Return the catalogue of all English texts."""
    return read_po(BytesIO(template().encode()), domain="herbarium")


def updated(catalogue: Catalog, texts: Catalog, title: str = "Herbarium") -> Catalog:
    """Return a catalogue with all present texts and no others, and the translations that fit them.

    Args:
        catalogue: The translations so far.
        texts: The template.
        title: What is translated.
    """
    result = _empty(str(catalogue.locale), catalogue.plural_forms, title)
    for text in texts:
        if text.id:
            found = catalogue.get(text.id, text.context)
            kept = found if found is not None and found.id == text.id and not found.fuzzy else None
            # one place a file: line numbers would change with every edit
            places = [(file, 0) for file in dict.fromkeys(file for file, _ in text.locations)]
            result[text.id] = Message(
                text.id, kept.string if kept else "", places, text.flags - {"fuzzy"}, (),
                kept.user_comments if kept else (), context=text.context,
            )  # fmt: skip
    return result


def is_translated(message: Message) -> bool:
    """Return whether a text has all forms of its translation."""
    return all(message.string) if isinstance(message.string, tuple) else bool(message.string)


def write_catalogue(language: str, catalogue: Catalog, page: str = "") -> str:
    """Write a catalogue, and return a line of statistics.

    Args:
        language: The language, such as "de".
        catalogue: The complete catalogue.
        page: The page that it translates, such as "docs/rules/herd", or "" for the program.
    """
    path, content = page_path(language, page) if page else catalogue_path(language), BytesIO()
    path.parent.mkdir(parents=True, exist_ok=True)
    write_po(content, catalogue, width=WIDTH, include_lineno=False)
    lines = [line for line in content.getvalue().splitlines(keepends=True) if not line.startswith(LEFT_OUT)]
    path.write_bytes(b"".join(lines))
    messages = [message for message in catalogue if message.id]
    done = sum(map(is_translated, messages))
    return f"{language} {page}".rstrip() + f": {done:,} of {len(messages):,} texts ({done / len(messages):.1%})"


def update_page(language: str, page: str) -> str:
    """Update the catalogue of a page, and return a line of statistics."""
    exists = page_path(language, page).exists()
    catalogue = read_page(language, page) if exists else _empty(language, plural_forms(language))
    return write_catalogue(language, updated(catalogue, page_template(page), f"{page}.md"), page)


if __name__ == "__main__":
    (ROOT / "herbarium.pot").write_text(template(), encoding="utf-8")
    texts = text_template()
    for language in sorted({*languages(), *sys.argv[1:]}):
        print(write_catalogue(language, updated(read_catalogue(language), texts)))
        for page in pages(language):
            print(update_page(language, page))
