"""Tests that everything people read is plain English: code and texts have no listed word, guides no long sentence."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FOLDERS = ("workbench", "bots", "fastcore", "tests")
TEXT = re.compile(
    r"\b(told|what is said|stands?|stood|lies|holds for|at once|anew|by lot|lot decides|by now|of its own|likeliest"
    r"|likelier|surer|the other|as in|one that|mend(s|ed)?|(take|takes|taken) back|bury|buried|hands on|given away"
    r"|if left out|as the desktop|original settings|undo these|lets? (it|the bots?) (look|go|think))\b",
    re.IGNORECASE,
)
NAME = re.compile(r"(?:^|_)(told|stands|lies|anew|lot|likeliest|surer|wish|wishes|bury|buried|mend|mended)(?:_|$)")
# (file, phrase): why no other word fits
ALLOWED = {
    ("bots/equilibrium.py", "likeliest"): "a key in reports",
    ("bots/traced.py", "told"): "the name of a field in files",
    ("workbench/cli/analysing/trace.py", "told"): "the name of a field in JSON",
    ("workbench/gui/play/feature.py", "take back"): "a word that finds a command",
    ("workbench/reports/reasons.py", "likeliest"): "a key in reports",
    ("workbench/settings.py", "mend"): "a name in old settings files",
}
MAX_WORDS = 25  # in a sentence of a guide


def docstrings(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            yield ast.get_docstring(node) or ""


def strings(tree: ast.AST) -> Iterator[str]:
    """Yield all string literals, which include texts, keys, errors and docstrings."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def messages(tree: ast.Module) -> Iterator[str]:
    """Yield the messages of assertions. Other strings of tests are data, or quote texts that are checked themselves."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assert) and node.msg is not None:
            yield from strings(node.msg)


def comments(text: str) -> Iterator[str]:
    """Yield the comments of a file; those of consecutive lines are one comment."""
    block: list[str] = []
    last = 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            if token.start[0] != last + 1:
                yield " ".join(block)
                block.clear()
            block.append(token.string.lstrip("# "))
            last = token.start[0]
    yield " ".join(block)


def split(name: str) -> str:
    """Return a name in lower case with underscores."""
    return re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).lower()


def names(tree: ast.Module) -> Iterator[str]:
    """Yield the names that a file defines, in lower case with underscores."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            yield split(node.name)
        elif isinstance(node, ast.arg):
            yield split(node.arg)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield split(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield split(node.attr)


def paragraphs(page: str) -> Iterator[str]:
    """Yield the paragraphs, list items and rows of a Markdown page, without code and addresses."""
    text = re.sub(r"^```.*?^```", "", page, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"`[^`]*`", "0", re.sub(r"\]\([^)]*\)", "]", text))
    yield from re.split(r"\n\s*\n|\n(?=\s*(?:[-*|#]|\d+\.))", text)


def found(texts: Iterator[str]) -> list[str]:
    """Return the banned phrases in texts, also those that continue on the next line."""
    return [match[0].lower() for text in texts for match in TEXT.finditer(" ".join(text.split()))]


def banned(text: str, test: bool = False) -> list[str]:
    """Return the banned phrases and names in the source of a Python file."""
    tree = ast.parse(text)
    phrases = [*found(comments(text)), *found(strings(tree))]
    if test:
        phrases = [*found(comments(text)), *found(docstrings(tree)), *found(messages(tree))]
    return phrases + [name for name in names(tree) if NAME.search(name)]


def banned_in_cython(text: str) -> list[str]:
    """Return the banned phrases in the comments and strings of a Cython file, and its banned names."""
    tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    phrases = [*found(comments(text)), *found(token.string for token in tokens if token.type == tokenize.STRING)]
    defined = (split(token.string) for token in tokens if token.type == tokenize.NAME)
    return phrases + sorted({name for name in defined if NAME.search(name)})


def may_have_banned(text: str) -> bool:
    """Return whether a source could contain something banned, without parsing it, which takes far longer."""
    plain = re.sub(r"""(\\n|[\s#"'])+""", " ", text)
    return bool(TEXT.search(plain)) or any(NAME.search(split(word)) for word in set(re.findall(r"\w+", text)))


def banned_in_file(path: Path) -> list[str]:
    """Return what is banned in a file of any kind."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        return found(paragraphs(text))
    if not may_have_banned(text):
        return []
    if path.suffix in (".pyx", ".pxd"):
        return banned_in_cython(text)
    return banned(text, path.relative_to(ROOT).parts[0] == "tests")


def guides() -> list[Path]:
    return [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]


def files(folder: str) -> list[Path]:
    """Return the sources in a folder, or the guides if there is no folder."""
    if not folder:
        return guides()
    paths = (path for suffix in ("py", "pyi", "pyx", "pxd") for path in (ROOT / folder).rglob(f"*.{suffix}"))
    return sorted(path for path in paths if path != Path(__file__))


@pytest.mark.parametrize("folder", [*FOLDERS, pytest.param("", id="guides")])
def test_no_banned_word_occurs(folder: str) -> None:
    paths = files(folder)
    violations = {
        f"{path.relative_to(ROOT)}: {phrase}"
        for path in paths
        for phrase in banned_in_file(path)
        if (path.relative_to(ROOT).as_posix(), phrase) not in ALLOWED
    }
    assert paths and not violations, "\n".join(sorted(violations))


def test_every_exception_is_needed() -> None:
    assert len(ALLOWED) <= 20
    for file, phrase in ALLOWED:
        assert phrase in banned_in_file(ROOT / file), (file, phrase)


def long_sentences(page: str) -> list[str]:
    """Return the sentences of a page with too many words. Code, tables and numbers do not count."""
    parts = (" ".join(part.split()) for part in paragraphs(page) if not part.lstrip().startswith("|"))
    sentences = (sentence for part in parts for sentence in re.split(r"(?<=[.!?:;])\)?\s", part))
    return [sentence for sentence in sentences if len(re.findall(r"\S*[A-Za-z]\S*", sentence)) > MAX_WORDS]


def test_sentences_of_guides_are_short() -> None:
    long = {path.name: parts for path in guides() if (parts := long_sentences(path.read_text(encoding="utf-8")))}
    assert not long, "\n".join(f"{name}: {sentence}" for name, parts in long.items() for sentence in parts)


def test_banned_words_are_found_in_docstrings_comments_names_and_strings() -> None:
    text = '"""Is told\nat once."""\n\n# what comes as\n# in a game\ndef to_mend(AsItLies=1):\n    x.lot_drawn = 1\n'
    assert banned(text, True) == ["as in", "told", "at once", "to_mend", "as_it_lies", "lot_drawn"]
    assert sorted(banned('x = tr("It stands")\nassert y, "anew"\n')) == ["anew", "stands"]
    assert banned('x = tr("It stands")\nassert y, "anew"\n', True) == ["anew"]


def test_banned_words_are_found_in_cython_and_guides() -> None:
    text = 'cdef int mend(int* by) except? -1:    # as in C\n    """Is told."""\n    raise ValueError("it lies")\n'
    assert banned_in_cython(text) == ["as in", "told", "lies", "mend"]
    page = "Text by\nlot.\n\n- `told` and [this](lies.md)\n\n```\nanew\n```\n"
    assert found(paragraphs(page)) == ["by lot"]


def test_no_source_with_a_banned_word_is_skipped() -> None:
    docstring, name = '"""Is told."""', "def to_mend(): ..."
    for text in (docstring, "# at\n# once", 'x = "by " "lot"', 'y = "at\\nonce"', name, "AsItLies = 1"):
        assert banned(text) and may_have_banned(text), text
    assert not may_have_banned('"""Plain words."""\nx = 1\n')


def test_long_sentences_are_found() -> None:
    assert len(long_sentences("word " * 26 + "\n\n" + "word " * 25 + "\n\n| " + "word " * 30)) == 1
