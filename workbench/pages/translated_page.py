"""Markdown pages in the user's language.

A page is translated text by text: a heading, a paragraph, a table cell, the caption of a table of contents, or a board
with its caption is one text, with its markup and without line breaks. Its catalogue has the name and the folder of the
page, such as `LANGUAGE/LC_MESSAGES/docs/rules/GAME.mo`. Sphinx cuts pages in the same way, so the same catalogue serves
the site.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from workbench.system import translation

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

BOARD = "position"  # the info string of a block with a position text and a caption
CONTENTS, CAPTION = "{toctree}", ":caption: "  # a table of contents of the site, and the line of its caption
_PLAIN = re.compile(r"`[^`]*`|\]\([^)]*\)|<[^>]*>")  # code, addresses and HTML


class MissingTextError(LookupError):
    """A catalogue has no translation of a text, or one with different markup."""


@cache
def reader() -> MarkdownIt:
    """Return the reader of Markdown pages."""
    from markdown_it import MarkdownIt  # slow to import, so not imported at start-up

    return MarkdownIt("commonmark").enable("table")


def translated(page: str, translate: Callable[[str], str]) -> str:
    """Return a page with all texts translated.

    Args:
        page: The Markdown text.
        translate: Returns the translation of a text. It is not called for a text that has no words.
    """
    lines: list[str | None] = list(page.splitlines())
    row, cells = 0, list[str]()
    in_row = False
    for token in reader().parse(page):
        if token.type == "tr_open":
            assert token.map is not None
            row, cells, in_row = token.map[0], [], True
        elif token.type == "tr_close":
            lines[row], in_row = f"| {' | '.join(cells)} |", False
        elif token.type == "inline" and in_row:
            cells.append(_in_words(token.content, translate).replace("|", r"\|"))
        elif token.type == "inline":
            _replace_paragraph(lines, token, _in_words(" ".join(token.content.splitlines()), translate))
        elif token.type == "fence" and token.info == BOARD and token.map is not None:
            start, end = token.map
            text = _in_words(token.content.removesuffix("\n"), translate)
            lines[start + 1 : end - 1] = [text, *[None] * (end - start - 3)]
        elif token.type == "fence" and token.info == CONTENTS and token.map is not None:
            for number, line in enumerate(token.content.splitlines(), token.map[0] + 1):
                if line.startswith(CAPTION):
                    lines[number] = CAPTION + _in_words(line.removeprefix(CAPTION), translate)
    return "\n".join(line for line in lines if line is not None) + "\n"


def _in_words(text: str, translate: Callable[[str], str]) -> str:
    return translate(text) if any(letter.isalpha() for letter in _PLAIN.sub("", text)) else text


def _replace_paragraph(lines: list[str | None], token: Token, text: str) -> None:
    """Write a text in the place of a heading or paragraph, behind the marks of its list or heading."""
    assert token.map is not None
    start, end = token.map
    first = lines[start]
    assert first is not None
    lines[start:end] = [first[: first.rindex(token.content.splitlines()[0])] + text, *[None] * (end - start - 1)]


def texts(page: str) -> list[str]:
    """Return the different texts of a page that need a translation, in their order."""
    found: dict[str, None] = {}

    def note(text: str) -> str:
        found[text] = None
        return text

    translated(page, note)
    return list(found)


def markup(text: str) -> Counter[tuple[str, str]]:
    """Return what a translation must keep: code, addresses, position texts, and the numbers of other marks."""
    blocks = reader().parse(text)
    if len(blocks) != 3 or blocks[1].type != "inline":  # a table, a list: no plain text
        return Counter((block.type, block.content) for block in blocks)
    marks = Counter[tuple[str, str]]()
    for token in blocks[1].children or []:
        if token.type == "code_inline":
            marks[token.type, token.content] += 1
        elif token.type == "link_open":
            marks[token.type, str(token.attrGet("href"))] += 1
        elif token.type == "image":
            marks[token.type, str(token.attrGet("src"))] += 1
        elif token.type not in ("text", "softbreak"):
            marks[token.type, ""] += 1
        marks["unclosed", ""] += sum(letter in "*`" for letter in token.content if token.type == "text")
    return marks


def has_same_markup(text: str, other: str) -> bool:
    """Return whether a translation has the same code, addresses and marks as its text, in any order."""
    if "\n" in text:  # a board: the position text, and its caption
        position, _, caption = other.partition("\n")
        return position == text.partition("\n")[0] and bool(caption.strip()) and "```" not in other
    return "\n" not in other and markup(text) == markup(other)


def in_users_language(page: str, name: str) -> str:
    """Return a page in the language of the program's texts, or unchanged if its catalogue is not complete.

    Args:
        page: The English page.
        name: The name of its catalogue, such as "docs/rules/GAME".
    """
    catalogue = translation.page_catalogue(name)
    if catalogue is None:
        return page
    from gettext import NullTranslations  # imported here because a start in English needs no catalogue

    class Missing(NullTranslations):
        def gettext(self, message: str) -> str:
            raise MissingTextError(message)

    catalogue.add_fallback(Missing())
    try:
        return translated(page, lambda text: checked(text, catalogue.gettext(text)))
    except MissingTextError:
        return page


def checked(text: str, other: str) -> str:
    """Return the translation of a text.

    Args:
        text: The English text.
        other: Its translation.

    Raises:
        MissingTextError: The translation has different markup.
    """
    if not has_same_markup(text, other):
        raise MissingTextError(text)
    return other
