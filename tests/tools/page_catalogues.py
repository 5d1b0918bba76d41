"""The catalogues of pages: `workbench/locale/LANGUAGE/LC_MESSAGES/docs/...`, a file for each translated page.

`python -m tests.tools.page_catalogues LANGUAGE FOLDER` compiles the complete catalogues of a language into a folder for
the site, and prints how many pages are complete. A page with an incomplete catalogue is shown in English.
`update_catalogues` updates the files when a page has changed.
"""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from workbench.pages import translated_page

ROOT = Path(__file__).parents[2]
LOCALE = ROOT / "workbench" / "locale"
THEME = "docs/site/theme"  # not a page: texts of the site's theme that have no translation there, or a poor one
THEME_TEXTS = (
    "Breadcrumb",
    "Collapse Sidebar",
    "Expand Sidebar",
    "Section Navigation",
    "Color mode",
    "System Settings",
)
SITE_NAMES = {"docs/site/index": "index", THEME: "sphinx"}  # catalogues with other names on the site
PAGES = (  # must be complete in every language
    "docs/command-line",
    *(f"docs/command-line/{name}" for name in ("analysing", "bots", "matches", "playing", "records")),
    "docs/companion",
    "docs/comparing",
    "docs/puzzles",
    "docs/reasoning",
    *(f"docs/rules/{game}" for game in ("forest", "herbalism", "herbs", "herd")),
    *(
        f"docs/site/{name}"
        for name in (
            "bots", "first-game", "games", "index", "install", "players", "project", "reference", "researchers",
        )
    ),
    "docs/window",
    *(
        f"docs/window/{name}"
        for name in (
            "analysing", "board", "files", "folders", "hidden", "hints", "moves", "new-game", "playing", "practice",
            "review", "set-up", "settings",
        )
    ),
)  # fmt: skip


def page_path(language: str, page: str) -> Path:
    """Return the catalogue of a page, such as "docs/rules/herd", in a language, such as "de"."""
    return LOCALE / language / "LC_MESSAGES" / f"{page}.po"


def pages(language: str) -> list[str]:
    """Return the pages that have a catalogue in a language, or must have one, and `THEME`."""
    top = LOCALE / language / "LC_MESSAGES"
    found = {path.relative_to(top).with_suffix("").as_posix() for path in (top / "docs").rglob("*.po")}
    return sorted({*PAGES, THEME, *found})


def texts(page: str) -> list[str]:
    """Return the English texts of a page."""
    return translated_page.texts((ROOT / f"{page}.md").read_text(encoding="utf-8"))


def page_template(page: str) -> Catalog:
    """Return the catalogue of the English texts of a page."""
    result = Catalog(charset="utf-8")
    for text in THEME_TEXTS if page == THEME else texts(page):
        result[text] = Message(text)
        result[text].flags.clear()  # a text with "5 %" is no format
    return result


def read_page(language: str, page: str) -> Catalog:
    """Return the catalogue of a page; an empty one if there is no file."""
    path = page_path(language, page)
    content = path.read_bytes() if path.exists() else b""
    return read_po(BytesIO(content), locale=language, domain=page)


def faults(language: str, page: str) -> list[str]:
    """Return the texts of a page without a translation, and those with different markup in the translation."""
    catalogue, result = read_page(language, page), []
    for message in page_template(page):
        text = str(message.id)
        if text:
            found = catalogue.get(text)
            other = "" if found is None or found.fuzzy else str(found.string or "")
            if not other:
                result.append(f"{language} {page}: no translation: {text}")
            elif not translated_page.has_same_markup(text, other):
                result.append(f"{language} {page}: different markup: {text} | {other}")
    return result


def compile_complete(language: str, folder: Path) -> list[str]:
    """Compile the complete catalogues of a language.

    Args:
        language: The language, such as "de".
        folder: Where `LANGUAGE/LC_MESSAGES` is made.

    Returns:
        The complete pages.
    """
    complete = [page for page in pages(language) if not faults(language, page)]
    for page in complete:
        path = folder / language / "LC_MESSAGES" / f"{SITE_NAMES.get(page, page)}.mo"
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            write_mo(file, read_page(language, page))
    return complete


if __name__ == "__main__":
    compiled = compile_complete(sys.argv[1], Path(sys.argv[2]))
    print(f"{sys.argv[1]}: {len(compiled)} pages are translated: {', '.join(compiled)}")
