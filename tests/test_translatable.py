"""Tests that sentences are translatable calls with correct placeholders, and that texts of the window are short."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

from tests.tools.translation_template import ROOT, all_uses

FOLDERS = (
    "gui", "cli", "boards", "reports", "review", "table", "positions", "game", "finding", "seen", "thinking", "results",
)  # fmt: skip
LATIN = r"[A-Za-z]{2,}"
WORDS = re.compile(rf"{LATIN}[,:;]? {LATIN}")  # in modules of texts
SENTENCE = re.compile(rf"{LATIN}[,:;]? {LATIN}[,:;]? {LATIN}")  # anywhere else
TEXT_MODULE = re.compile(r"(words|sentences|/texts)\.py$")
NOT_SHOWN = re.compile(r"^\s*<|</|^\s*(SELECT|INSERT|DELETE|CREATE|DROP|PRAGMA|BEGIN|UPDATE)\b|\d,\d \d")
# (file, text): why it is not translated
EXCEPTIONS = {
    ("gui/look/fonts.py", "sudo apt-get install"): "a command",
    ("gui/look/look.py", "Inter Semi Bold"): "the name of a font",
    ("gui/shell/clipboard.py", "set the clipboard to"): "a script of the system",
    ("gui/shell/clipboard.py", "Add-Type -AssemblyName"): "a script of the system",
    ("gui/new_game/gallery.py", "{} has no board"): "a fault of the program",
    ("gui/shell/commands.py", "command {} is there already"): "a fault of the program",
    ("gui/play/chance_by_hand.py", "chance by hand"): "a key",
    ("game/seated_game.py", "chance by hand"): "a key",
    ("game/session.py", "loss on time"): "a key",
    ("boards/kit/drawing.py", "Inter, Helvetica"): "the names of fonts",
    ("boards/kit/shapes.py", "the drawing has no filled part"): "a fault of the program",
    ("gui/widgets/fields.py", "%W selection clear"): "a script of Tk",
    ("boards/herbs/bids.py", "herbs(actions=2"): "a position text",
    ("boards/herbs/projection.py", "herbs(actions="): "a position text",
}
MAX_WORDS = 12
# (file, start of a text): why it needs more words
LONG = {
    ("boards/herbalism/click_words.py", "{to} gets a {given} card from"): "names two cards and what the player says",
}


def texts(tree: ast.Module) -> Iterator[tuple[ast.expr, str]]:
    """Yield the string literals of a module that may be shown, with "{}" for each expression in an f-string.

    Docstrings, keys, comparisons, patterns of `match`, faults of the program (raised as TypeError and similar) and the
    texts of translatable calls are left out.
    """
    skipped = set[ast.AST]()
    for node in ast.walk(tree):
        if node in skipped:
            skipped.update(ast.iter_child_nodes(node))
            continue
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            if name in ("tr", "trn"):
                skipped.update(node.args[: 1 if name == "tr" else 2])
            if name in ("NotImplementedError", "TypeError", "AssertionError", "NewType", "sub", "compile", "search"):
                skipped.update(node.args)
        if isinstance(node, (ast.Compare, ast.Assert, ast.MatchValue, ast.Subscript)):
            skipped.update(ast.iter_child_nodes(node))
        if isinstance(node, ast.Dict):
            skipped.update(key for key in node.keys if key is not None)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            skipped.add(node.value)
        if isinstance(node, ast.JoinedStr):
            skipped.update(value for value in node.values if isinstance(value, ast.Constant))
            parts = (str(value.value) if isinstance(value, ast.Constant) else "{}" for value in node.values)
            yield node, "".join(parts)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in skipped:
            yield node, node.value


def modules() -> Iterator[tuple[str, Path]]:
    for folder in FOLDERS:
        for path in sorted((ROOT / "workbench" / folder).rglob("*.py")):
            yield path.relative_to(ROOT / "workbench").as_posix(), path


def english_texts(name: str, source: str) -> list[str]:
    """Return the texts of a module that are not translatable but look like sentences."""
    pattern = WORDS if TEXT_MODULE.search(name) else SENTENCE
    return [
        text
        for _, text in texts(ast.parse(source))
        if pattern.search(text)
        and not NOT_SHOWN.search(text)
        and not any(name == file and text.startswith(start) for file, start in EXCEPTIONS)
    ]


def test_every_sentence_is_a_translatable_call() -> None:
    found = {name: english for name, path in modules() if (english := english_texts(name, path.read_text("utf-8")))}
    assert not found, "\n".join(f"{name}: {text!r}" for name, english in found.items() for text in english)


def test_every_exception_is_needed() -> None:
    assert len(EXCEPTIONS) <= 20
    for file, start in EXCEPTIONS:
        tree = ast.parse((ROOT / "workbench" / file).read_text("utf-8"))
        assert any(text.startswith(start) for _, text in texts(tree)), (file, start)


def test_sentences_are_found() -> None:
    source = 'A = "Two words"\nB = tr("Two words")\nC = {"two words": f"{x} is here"}\nassert x, "two words"\n'
    assert english_texts("gui/play/words.py", source) == ["Two words", "{} is here"]
    assert english_texts("gui/play/feature.py", 'f("strong text", "not three")\ng(f"now it is {x}")') == [
        "now it is {}"
    ]


def fields(text: str) -> set[str]:
    """Return the names of the placeholders of a template, including those inside formats."""
    found = set[str]()
    for _, name, spec, _ in Formatter().parse(text):
        if name is not None:
            found |= {name, *fields(spec or "")}
    return found


def test_placeholders_and_values_agree() -> None:
    """A text without values is not a template. Its placeholders are filled later, or it shows braces."""
    for use in all_uses():
        for text in filter(None, use.text):
            if use.values:
                given = use.values - ({"count"} if use.text.many else set())
                assert fields(text) - {"count"} == given - {"count"} or (
                    use.text.many and fields(text) <= use.values
                ), (use.place, text, use.values)
                assert all(name.isidentifier() for name in fields(text)), (use.place, text)


def short_texts() -> Iterator[tuple[str, str]]:
    """Yield the texts of the window and the boards: labels, tips, statuses and refusals, wherever they are defined."""
    for use in all_uses():
        name = use.place.removeprefix("workbench/").partition(":")[0]
        if name.startswith(("gui/", "boards/")) and not name.endswith("/lessons.py"):
            yield from ((name, text) for text in use.text if text)


def count_words(text: str) -> int:
    return len(re.findall(r"\S*\w\S*", text))


def test_texts_of_window_and_boards_are_short() -> None:
    found = list(short_texts())
    assert len(found) > 2000
    long = [(name, text) for name, text in found if count_words(text) > MAX_WORDS]
    needless = {
        (file, start) for file, start in LONG if not any(name == file and text.startswith(start) for name, text in long)
    }
    assert not needless
    unlisted = [
        (name, text) for name, text in long if not any(name == file and text.startswith(start) for file, start in LONG)
    ]
    assert not unlisted
    assert count_words("Save what one player saw, · without secrets") == 7
