"""The sentences of the core that people read, found in its code, for the catalogues of translations.

The core does not translate: its sentences are part of its interface. `workbench.system.core_sentences` recognises
them by the templates that this module collects: every text of words, with a placeholder for each value. An f-string
with a choice, such as `{number or 'none'}`, gives a template for each, so that translators have whole sentences.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
CORE = ROOT / "fastcore"
FOLDERS = ("games", "text", "knowledge")
FILES = ("values.py", "packages.py", "game.pyx", "state.pyx", "solve.pyx")
# Commands and texts for developers, options (their texts are in the words of the games), and shapes of tensors
LEFT_OUT = re.compile(r"/(fit\w*|steps)\.py$|games/\w+/__init__\.py$")
HIDDEN_ERRORS = {"TypeError", "MemoryError", "RuntimeError", "NotImplementedError", "SystemError", "IndexError"}
HIDDEN_CALLS = {"Field", "Option", "Step", "compile", "fullmatch", "sub", "findall", "search", "getattr"}
WORDS = re.compile(r"[A-Za-z]{2,}[^A-Za-z]* (?:\S* )*?[A-Za-z]{2,}")
ONE_WORD = re.compile(r"\b[a-z]{2,}\b[:;,]? |(?:^| )[a-z]{2,}$")
ARTICLE = re.compile(r"an? [a-z]+")
MOST = 16  # templates of one sentence
# Words that only stand in sentences as values
NAMES = (
    "Blue", "Green", "Red", "black", "blue", "green", "red", "white", "yellow", "none", "no", "first", "second",
    "third", "fourth", "AP", "points", "number", "seat", "{first} with {second}", "{first} and {second}",
)  # fmt: skip
# In Cython: errors of the arguments of a function, and the names of terms and causes, which the games translate
HIDDEN_LINE = re.compile(rf"raise (ValueError|{'|'.join(sorted(HIDDEN_ERRORS))})\b|_?[A-Z_]+ = [({{]")
LISTS = ("the {names} are {listed}", "there are no {names}")  # what `choices` returns


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
        for place, text in _Texts(tree).found():
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
    return tuple(found.values())


def shape(text: str) -> str:
    """Return a template without the names of its placeholders."""
    return re.sub(r"\{\w+\}", "{}", text)


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


# Templates ------------------------------------------------------------------------------------------------------------


class _Texts:
    """The templates of a module, or of one statement."""

    def __init__(self, tree: ast.Module) -> None:
        self.tree = tree
        self.names: dict[str, str] = {}
        self.inner: list[ast.AST] = []
        self.written_out: dict[str, list[ast.expr]] = {}  # what each constant or function stands for
        self.done: set[ast.AST] = set()  # their definitions
        self.assigned: dict[ast.AST, dict[str, ast.IfExp]] = {}  # for each text, the choices assigned in its function
        self.local: dict[str, ast.IfExp] = {}  # of these, what is written out: in a text without words of its own
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef):
                names = {
                    item.targets[0].id: item.value
                    for item in ast.walk(function)
                    if isinstance(item, ast.Assign)
                    and isinstance(item.targets[0], ast.Name)
                    and isinstance(item.value, ast.IfExp)
                    and self._is_text(item.value)
                }
                self.assigned.update({item: names for item in ast.walk(function) if isinstance(item, ast.JoinedStr)})
        values = {item for node in ast.walk(tree) if isinstance(node, ast.FormattedValue) for item in ast.walk(node)}
        self.used = {item.id for item in values if isinstance(item, ast.Name)}
        for node in tree.body:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                self._write_out(node, node.targets[0].id, _values(node.value))
            if isinstance(node, ast.FunctionDef):
                returned = [item.value for item in ast.walk(node) if isinstance(item, ast.Return)]
                if len(returned) == 1 and isinstance(returned[0], ast.IfExp) and "counted(" not in ast.unparse(node):
                    choices: list[ast.expr | None] = [returned[0].body, returned[0].orelse]
                    self._write_out(node, node.name, choices)

    def _write_out(self, node: ast.AST, name: str, values: Sequence[ast.expr | None]) -> None:
        """Remember texts that are written out in the f-strings that use them: a text, or a few short ones."""
        if name not in self.used:
            return
        texts = [value for value in values if value is not None and self._is_text(value)]
        words = [re.findall(r"[A-Za-z]{2,}", re.sub(r"\{.*?\}", "", ast.unparse(text)).lstrip("f")) for text in texts]
        short = all(1 <= len(found) <= 4 and "".join(found) not in ("RedBlue", "Red", "Blue") for found in words)
        if texts and len(texts) == len(values) and (len(texts) == 1 or (len(texts) <= 5 and short)):
            self.written_out[name] = list({ast.unparse(text): text for text in texts}.values())
            self.done.add(node)

    def found(self) -> Iterator[tuple[int, str]]:
        """Yield the line and the text of each template."""
        waiting: list[ast.AST] = [self.tree]
        while waiting:
            node = waiting.pop(0)
            if node in self.done or self._is_hidden(node):
                continue
            if isinstance(node, ast.JoinedStr | ast.Constant | ast.BinOp | ast.Call) and self._is_text(node):
                self.names, self.inner = {}, []
                self.local = self.assigned.get(node, {}) if not WORDS.search(_letters(node)) else {}
                for text in self._templates(node):
                    if WORDS.search(shape(text)) or (
                        ONE_WORD.search(shape(text)) if "{" in text else ARTICLE.fullmatch(text)
                    ):
                        yield getattr(node, "lineno", 1), text
                waiting[:0] = self.inner
            else:
                waiting[:0] = ast.iter_child_nodes(node)

    def _is_hidden(self, node: ast.AST) -> bool:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return True
        if isinstance(node, ast.FunctionDef) and node.name in ("counted", "choices"):  # see _templates
            return True
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            return isinstance(node.exc.func, ast.Name) and node.exc.func.id in HIDDEN_ERRORS
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            return name in HIDDEN_CALLS
        return False

    def _is_text(self, node: ast.AST) -> bool:
        if isinstance(node, ast.BinOp):
            return isinstance(node.op, ast.Add) and (self._is_text(node.left) or self._is_text(node.right))
        if isinstance(node, ast.IfExp):
            return self._is_text(node.body) or self._is_text(node.orelse)
        if isinstance(node, ast.Call):
            return isinstance(node.func, ast.Name) and node.func.id == "counted"
        return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))

    def _templates(self, node: ast.expr) -> list[str]:
        """Return all templates of a text: one, or one for each choice in it."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            return [node.value.replace("{", "{{").replace("}", "}}")]
        if isinstance(node, ast.JoinedStr):
            return self._joined([self._templates(value) for value in node.values])
        if isinstance(node, ast.FormattedValue):
            return self._templates(node.value)
        if isinstance(node, ast.IfExp):
            return [*self._templates(node.body), *self._templates(node.orelse)]
        if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or) and ast.unparse(node.values[-1]) != "'none'":
            return [text for value in node.values for text in self._templates(value)]
        if isinstance(node, ast.BinOp) and self._is_text(node):
            return self._joined([self._templates(node.left), self._templates(node.right)])
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "counted":
            one = self._joined([self._templates(node.args[0]), [" "], self._templates(node.args[1])])
            return [*one, *(f"{text}s" for text in one)]
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "choices":
            return [text.replace("{names}", f"{ast.literal_eval(node.args[1])}s") for text in LISTS]
        name = node.func if isinstance(node, ast.Call) else node.value if isinstance(node, ast.Subscript) else node
        if isinstance(name, ast.Name) and name.id in self.written_out:
            return [text for value in self.written_out[name.id] for text in self._templates(value)]
        if isinstance(name, ast.Name) and name.id in self.local:
            return self._templates(self.local[name.id])
        self.inner.append(node)
        return [f"{{{self._name(node)}}}"]

    def _joined(self, parts: Sequence[list[str]]) -> list[str]:
        texts = ["".join(chosen) for chosen in product(*parts)]
        assert len(texts) <= MOST, texts
        return texts

    def _name(self, node: ast.expr) -> str:
        """Return the name of a placeholder: one for each value."""
        value = ast.unparse(node)
        if value not in self.names:
            name = base = _word(node)
            while name in self.names.values():
                name = f"{base}{int(name.removeprefix(base) or 1) + 1}"
            self.names[value] = name
        return self.names[value]


def _word(node: ast.AST) -> str:
    """Return a word for a value, such as "seat" for `SEATS[seat]` or `seat + 1`."""
    if isinstance(node, ast.Name):
        return node.id.strip("_").lower()
    if isinstance(node, ast.Attribute):
        return node.attr.strip("_").lower()
    if isinstance(node, ast.Subscript):
        value = _word(node.value)
        return node.slice.id if isinstance(node.slice, ast.Name) and ast.unparse(node.value).isupper() else value
    if isinstance(node, ast.BoolOp):
        return _word(node.values[0])
    if isinstance(node, ast.Call):
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if name in ("quoted", "join"):
            return "quoted" if name == "quoted" else "list"
        return _word(node.args[0]) if isinstance(node.func, ast.Name) and len(node.args) == 1 else _word(node.func)
    if isinstance(node, ast.BinOp):
        return _word(node.right) if isinstance(node.left, ast.Constant) else _word(node.left)
    return "value"


def _values(node: ast.expr) -> list[ast.expr | None]:
    """Return the values of a constant: a text, or a table of texts."""
    if isinstance(node, ast.Dict):
        return list(node.values)
    return list(node.elts) if isinstance(node, ast.Tuple) else [node]


def _letters(node: ast.AST) -> str:
    """Return the letters of an f-string outside its values."""
    values = node.values if isinstance(node, ast.JoinedStr) else [node]
    return " ".join(str(value.value) for value in values if isinstance(value, ast.Constant))
