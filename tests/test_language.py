"""Tests that docstrings, comments and names are plain English: none of the words listed below occurs in them."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TEXT = re.compile(
    r"\b(told|what is said|stands?|stood|lies|holds for|at once|anew|by lot|lot decides|by now|of its own|likeliest"
    r"|likelier|surer|the other|as in|one that|mend(s|ed)?|(take|takes|taken) back|bury|buried|hands on|given away)\b",
    re.IGNORECASE,
)
NAME = re.compile(r"(?:^|_)(told|stands|lies|anew|lot|likeliest|surer|wish|wishes|bury|buried|mend|mended)(?:_|$)")
ALLOWED = {("bots/traced.py", "told"): "the name of a field in files"}  # (file, phrase): why no other word fits


def docstrings(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            yield " ".join((ast.get_docstring(node) or "").split())


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


def names(tree: ast.Module) -> Iterator[str]:
    """Yield the names that a file defines, in lower case with underscores."""
    for node in ast.walk(tree):
        name = ""
        if isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            name = node.name
        elif isinstance(node, ast.arg):
            name = node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            name = node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            name = node.attr
        yield re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).lower()


def banned(text: str) -> list[str]:
    """Return the banned phrases and names in a file's text."""
    tree = ast.parse(text)
    phrases = [match[0].lower() for part in (*docstrings(tree), *comments(text)) for match in TEXT.finditer(part)]
    return phrases + [name for name in names(tree) if NAME.search(name)]


@pytest.mark.parametrize("folder", ["workbench", "bots", "tests"])
def test_no_banned_word_occurs(folder: str) -> None:
    violations = {
        f"{path.relative_to(ROOT)}: {phrase}"
        for path in sorted((ROOT / folder).rglob("*.py"))
        if path != Path(__file__)
        for phrase in banned(path.read_text(encoding="utf-8"))
        if (str(path.relative_to(ROOT)), phrase) not in ALLOWED
    }
    assert not violations, "\n".join(sorted(violations))


def test_every_exception_is_needed() -> None:
    assert len(ALLOWED) <= 20
    for file, phrase in ALLOWED:
        assert phrase in banned((ROOT / file).read_text(encoding="utf-8")), (file, phrase)


def test_banned_words_are_found_in_docstrings_comments_and_names() -> None:
    text = '"""Is told\nat once."""\n\n# what comes as\n# in a game\ndef to_mend(AsItLies=1):\n    x.lot_drawn = 1\n'
    assert banned(text) == ["told", "at once", "as in", "to_mend", "as_it_lies", "lot_drawn"]
