"""The sentences of the core that people read, found in its code, for the catalogues of translations.

The core does not translate: its sentences are part of its interface. `workbench.system.language.core_sentences`
recognises them by the templates that this module collects: every text of words, with a placeholder for each value.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.tools.sentences.templates import ARTICLE, HIDDEN_ERRORS, ONE_WORD, WORDS, Texts, shape

ROOT = Path(__file__).parents[3]
CORE = ROOT / "fastcore"
FOLDERS = ("games", "text", "knowledge")
FILES = ("values.py", "packages.py", "game.pyx", "state.pyx", "solve.pyx")
# Commands and texts for developers, options (their texts are in the words of the games), and shapes of tensors
LEFT_OUT = re.compile(r"/(fit\w*|steps)\.py$|games/\w+/__init__\.py$")
# Words that sentences have only as values
NAMES = (
    "Blue", "Green", "Red", "black", "blue", "green", "red", "white", "yellow", "none", "no", "first", "second",
    "third", "fourth", "AP", "points", "number", "seat", "Position", "Spec", "Seat", "{first} with {second}",
    "{first} and {second}",
)  # fmt: skip
# In Cython: errors of the arguments of a function, and the names of terms and causes, which the games translate
HIDDEN_LINE = re.compile(rf"raise (ValueError|{'|'.join(sorted(HIDDEN_ERRORS))})\b|_?[A-Z_]+ = [({{]")


class Sentence(NamedTuple):
    """A template of a sentence."""

    text: str
    place: str


def sentences_in(path: Path) -> Iterator[Sentence]:
    """Yield the templates of a file of the core.

    Raises:
        ValueError: A statement of a Cython file with a text is no Python.
    """
    source, name = path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix()
    for line, tree in _statements(source, name) if path.suffix == ".pyx" else [(0, ast.parse(source))]:
        for place, text in Texts(tree).found():
            yield Sentence(text, f"{name}:{line + place}")


@cache
def core_sentences() -> tuple[Sentence, ...]:
    """Return all templates once, in the order of the files."""
    paths = [path for folder in FOLDERS for path in (CORE / folder).rglob("*.py*") if path.suffix in (".py", ".pyx")]
    paths += [CORE / file for file in FILES]
    shown = [path for path in sorted(paths) if not LEFT_OUT.search(path.as_posix())]
    found: dict[str, Sentence] = {}
    for path in shown:
        for sentence in sentences_in(path):
            found.setdefault(shape(sentence.text), sentence)
    for text in NAMES:
        found.setdefault(shape(text), Sentence(text, "fastcore/values.py:1"))
    for sentence in (sentence for path in sorted((CORE / "games").rglob("*.py")) for sentence in _fields_in(path)):
        found.setdefault(sentence.text, sentence)
    return tuple(found.values())


def _fields_in(path: Path) -> Iterator[Sentence]:
    """Yield the names of the fields of a game's position text, as the window shows them before a problem."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Field":
            name = str(ast.literal_eval(node.args[0])).capitalize()
            yield Sentence(name, f"{path.relative_to(ROOT).as_posix()}:{node.lineno}")


# Cython ---------------------------------------------------------------------------------------------------------------

TOKEN = re.compile(
    r'(?P<comment>#[^\n]*)|(?P<doc>[rf]{0,2}"""(?:.|\n)*?""")'
    r"""|(?P<text>[rfb]{0,2}(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'))|(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<end>\n)"""
)


def _statements(source: str, name: str) -> Iterator[tuple[int, ast.Module]]:
    """Yield the lines of a Cython file that may have a sentence, with the number of the line before them."""
    depth, start, kept = 0, 0, False
    for token in TOKEN.finditer(source):
        depth += (token.lastgroup == "open") - (token.lastgroup == "close")
        if token.lastgroup == "text":
            kept = kept or any(kind.search(token[0]) for kind in (WORDS, ONE_WORD, ARTICLE))
        if token.lastgroup == "end" and not depth:
            line, at = source[start : token.start()].strip(), source.count("\n", 0, start)
            if kept and not HIDDEN_LINE.match(line):
                body = re.sub(r"^(?:el)?if .*:$|^else:$", "", line)
                try:
                    yield at, ast.parse(body)
                except SyntaxError:
                    raise ValueError(f"{name}:{at + 1}: a statement with a sentence must also be Python") from None
            start, kept = token.end(), False
