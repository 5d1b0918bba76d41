"""Templates of the texts in a Python module.

An f-string with a choice, such as `{number or 'none'}`, gives a template for each, so that translators have whole
sentences.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from itertools import product

HIDDEN_ERRORS = {"TypeError", "MemoryError", "RuntimeError", "NotImplementedError", "SystemError", "IndexError"}
HIDDEN_CALLS = {"Field", "Option", "Step", "compile", "fullmatch", "sub", "findall", "search", "getattr"}
WORDS = re.compile(r"[A-Za-z]{2,}[^A-Za-z]* (?:\S* )*?[A-Za-z]{2,}")
ONE_WORD = re.compile(r"\b[a-z]{2,}\b[:;,]? |(?:^| )[a-z]{2,}$")
ARTICLE = re.compile(r"an? [a-z]+")
MOST = 16  # templates of one sentence
LISTS = ("the {names} are {listed}", "there are no {names}")  # what `choices` returns


def shape(text: str) -> str:
    """Return a template without the names of its placeholders."""
    return re.sub(r"\{\w+\}", "{}", text)


class Texts:
    """The templates of a module, or of one statement."""

    def __init__(self, tree: ast.Module) -> None:
        self.tree = tree
        self.names: dict[str, str] = {}
        self.inner: list[ast.AST] = []
        self.written_out: dict[str, list[ast.expr]] = {}  # the texts of each constant or function
        self.done: set[ast.AST] = set()  # their definitions
        self.assigned: dict[ast.AST, dict[str, ast.IfExp]] = {}  # for each text, the choices assigned in its function
        self.local: dict[str, ast.IfExp] = {}  # of these, what is written out: in a text that is only values
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
