"""Write the public names of the project as plain stubs with docstrings: `python -m tests.tools.reference FOLDER`.

The site makes its reference from these files. A compiled class has its types in a `.pyi` file and its docstrings in a
`.pyx` file, and public names are imported from many modules. Here each public module is one file with everything that
it offers, including inherited methods. Only the standard library is needed, and nothing is imported.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
MODULES = (  # a guide imports each of them
    "fastcore",
    "fastcore.steps",
    "bots",
    "bots.base",
    "bots.report",
    "workbench",
    "workbench.bot_process.decisions",
    "workbench.datasets.making",
    "workbench.datasets.settings",
    "workbench.frameworks.gymnasium",
    "workbench.frameworks.openspiel",
    "workbench.frameworks.pettingzoo",
    "workbench.game.chance_by_hand",
    "workbench.game.session",
    "workbench.positions.editor",
    "workbench.positions.fixes",
    "workbench.positions.lists",
    "workbench.positions.pasting",
    "workbench.positions.sketch",
    "workbench.puzzles.practice",
    "workbench.puzzles.question",
    "workbench.puzzles.sets",
    "workbench.puzzles.verdicts",
)
SECTIONS = {"Args", "Attributes", "Returns", "Raises", "Yields"}  # known to Sphinx
KEPT_DECORATORS = {"property", "staticmethod", "classmethod", "cached_property", "dataclass"}
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class Place(NamedTuple):
    """Where a name is defined.

    Attributes:
        module: The module.
        node: The statement that defines the name.
    """

    module: str
    node: ast.stmt


def file_of(module: str) -> Path | None:
    """Return the file with the types of a module of this project, or None."""
    base = ROOT.joinpath(*module.split("."))
    candidates = (base / "__init__.py", base.with_suffix(".pyi"), base.with_suffix(".py"))
    return next((path for path in candidates if path.exists()), None)


@cache
def tree_of(module: str) -> ast.Module:
    path = file_of(module)
    return ast.parse(path.read_text(encoding="utf-8") if path else "")


@cache
def compiled_docstrings(module: str) -> dict[str, str]:
    """Return the docstrings in the `.pyx` file of a module: of "" (the module), "name" and "Class.name"."""
    path = ROOT.joinpath(*module.split(".")).with_suffix(".pyx")
    if not path.exists():
        return {}
    lines = path.read_text(encoding="utf-8").splitlines()
    found, owner, names = dict[str, str](), "", list[str]()
    pending: str | None = ""
    number = 0
    while number < len(lines):
        line = lines[number]
        start = re.match(r"( *)(?:cdef class|class|def|cpdef(?: \w+)+?) (\w+)(?=[(:])", line)
        if start:
            while not lines[number].partition("#")[0].rstrip().endswith(":"):
                number += 1
            if not start[1]:
                owner = start[2] if "class" in line.split("(")[0] else ""
                pending = start[2]
            else:
                pending = f"{owner}.{start[2]}"
            names.append(pending)
        elif pending is not None and line.strip():
            if line.strip().startswith('"""'):
                text = [line]
                while not ('"""' in text[-1].strip()[3:] or (len(text) > 1 and '"""' in text[-1])):
                    number += 1
                    text.append(lines[number])
                found[pending] = ast.literal_eval("\n".join(text).strip())
            pending = None
        number += 1
    return found


def docstring(place: Place, owner: str = "") -> str:
    """Return the docstring of a definition, without its indentation."""
    node = place.node
    assert isinstance(node, Definition)
    own = ast.get_docstring(node)
    text = own or compiled_docstrings(place.module).get(f"{owner}.{node.name}" if owner else node.name, "")
    return re.sub(r"\n +$", "", clean(text))


def clean(text: str) -> str:
    """Return a docstring without its indentation."""
    first, _, rest = text.partition("\n")
    indents = [len(line) - len(line.lstrip()) for line in rest.splitlines() if line.strip()]
    cut = min(indents, default=0)
    return "\n".join([first.strip(), *(line[cut:].rstrip() for line in rest.splitlines())]).strip()


def module_docstring(module: str) -> str:
    return ast.get_docstring(tree_of(module)) or compiled_docstrings(module).get("", "")


def statements(module: str) -> Iterator[ast.stmt]:
    """Yield the statements of a module, including those under a condition."""
    for node in tree_of(module).body:
        yield node
        if isinstance(node, ast.If):
            yield from node.body


def names_of(node: ast.stmt) -> list[str]:
    if isinstance(node, Definition):
        return [node.name]
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return [node.target.id]
    if isinstance(node, ast.Assign):
        return [target.id for target in node.targets if isinstance(target, ast.Name)]
    return []


@cache
def find(module: str, name: str) -> Place | None:
    """Return where a name of a module is defined, or None if that is outside the project."""
    for node in statements(module):
        if name in names_of(node):
            return Place(module, node)
        if isinstance(node, ast.ImportFrom) and node.module and file_of(node.module):
            for alias in node.names:
                if (alias.asname or alias.name) == name:
                    return find(node.module, alias.name)
    return None


@cache
def public_names(module: str) -> tuple[str, ...]:
    """Return the names that a module offers: its `__all__`, or what it defines without an underscore."""
    for node in statements(module):
        if "__all__" in names_of(node):
            assert isinstance(node, ast.Assign)
            return tuple(map(str, ast.literal_eval(node.value)))
    names = [name for node in statements(module) if isinstance(node, Definition) for name in names_of(node)]
    return tuple(name for name in names if not name.startswith("_"))


def constants(module: str) -> dict[str, str]:
    """Return the descriptions under "Constants" in the docstring of a module."""
    section = module_docstring(module).partition("\nConstants:\n")[2]
    entries = re.findall(r"^ {4}(\w+): (.*(?:\n {8}.*)*)", section, re.MULTILINE)
    return {name: " ".join(text.split()) for name, text in entries}


def comment_of(place: Place) -> str:
    """Return the comment beside an assignment, which describes a constant."""
    path = file_of(place.module)
    line = path.read_text(encoding="utf-8").splitlines()[place.node.lineno - 1] if path else ""
    text = line.partition("  # ")[2].strip()
    return text[:1].upper() + text[1:].rstrip(".") + "." if text else ""


def marked_up(text: str) -> str:
    """Return a docstring as reStructuredText: literals, plain asterisks, and lists of a section that only we have."""

    def listed(match: re.Match[str]) -> str:
        if match[1] in SECTIONS:
            return match[0]
        items = re.sub(r"^ {4}(?! )([^:\n]+):", r"- **\1**:", match[2], flags=re.MULTILINE)
        return f"**{match[1]}**\n\n" + re.sub(r"^ {8}", "  ", items, flags=re.MULTILINE)

    parts = re.split(
        r"(`[^`]+`)", re.sub(r"^([A-Z][a-z]+):\n((?: {4}.*\n?|\n(?= {4}))+)", listed, text, flags=re.MULTILINE)
    )
    for number, part in enumerate(parts):
        if number % 2:
            parts[number] = f"``{part[1:-1].strip()}``"
        else:
            plain = re.sub(r"(?<![*\\])\*(?=\w)(?![\w ]+\*\*)", r"\\*", part)
            parts[number] = re.sub(r"(?<=\w)_(?!\w)", r"\\_", plain)  # otherwise a link
    return "".join(parts)


def with_types(text: str, node: ast.ClassDef) -> str:
    """Return the docstring of a class with the types of the fields under "Attributes"."""
    types = {
        item.target.id: ast.unparse(item.annotation)
        for item in node.body
        if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name)
    }
    head, heading, section = text.partition("\nAttributes:\n")

    def typed(match: re.Match[str]) -> str:
        return f"    {match[1]} ({types[match[1]]}):" if match[1] in types else match[0]

    return head + heading + re.sub(r"^ {4}(\w+):", typed, section, flags=re.MULTILINE)


def bases(place: Place) -> Iterator[Place]:
    """Yield the classes of this project that a class derives from, the nearest first."""
    assert isinstance(place.node, ast.ClassDef)
    for base in place.node.bases:
        name = base.value if isinstance(base, ast.Subscript) else base
        found = find(place.module, name.id) if isinstance(name, ast.Name) else None
        if found and isinstance(found.node, ast.ClassDef):
            yield found
            yield from bases(found)


def function(place: Place, owner: str) -> ast.stmt | None:
    """Return a function as a stub, or None if it has no docstring."""
    node = place.node
    assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    text = docstring(place, owner)
    if not text and node.name != "__init__":
        return None
    body: list[ast.stmt] = [ast.Expr(ast.Constant(marked_up(text)))] if text else [ast.Pass()]
    kept = [mark for mark in node.decorator_list if ast.unparse(mark).split(".")[-1].split("(")[0] in KEPT_DECORATORS]
    args = ast.parse(f"def f({ast.unparse(node.args)}): ...").body[0]
    assert isinstance(args, ast.FunctionDef)
    kind = type(node)
    return ast.fix_missing_locations(kind(node.name, args.args, body, kept, node.returns, lineno=1))


def class_stub(place: Place, name: str, source: bool = True) -> ast.ClassDef:
    """Return a class as a stub with the methods that it defines or inherits."""
    node = place.node
    assert isinstance(node, ast.ClassDef)
    text = with_types(docstring(place), node)
    body: list[ast.stmt] = [ast.Expr(ast.Constant(marked_up(text)))]
    attributes = set(re.findall(r"^ {4}(\w+)(?: \(.*\))?:", text.partition("\nAttributes:\n")[2], re.MULTILINE))
    taken = {"__init__"} if any(ast.unparse(base) in ("NamedTuple", "Struct") for base in node.bases) else set[str]()
    for kind in (place, *bases(place)):
        assert isinstance(kind.node, ast.ClassDef)
        for item in kind.node.body:
            if not isinstance(item, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            if item.name in taken | attributes or (item.name.startswith("_") and item.name != "__init__"):
                continue
            if any(ast.unparse(mark).endswith((".setter", "overload")) for mark in item.decorator_list):
                continue
            stub = function(Place(kind.module, item), kind.node.name)
            if stub:
                taken.add(item.name)
                body.append(stub)
    return ast.ClassDef(name, node.bases, [], body, [], lineno=1)


def assignment(place: Place, name: str, text: str) -> list[ast.stmt]:
    """Return a constant as a stub: its type if it is written down, its value if that is short, and its description."""
    node = place.node
    assert isinstance(node, ast.Assign | ast.AnnAssign)
    target, made = ast.Name(name), None
    if isinstance(node, ast.AnnAssign):
        made = ast.AnnAssign(target, node.annotation, None, 1)
    elif isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Name):
        maker = find(place.module, node.value.func.id)
        kind = maker.node.returns if maker and isinstance(maker.node, ast.FunctionDef) else node.value.func
        made = ast.AnnAssign(target, kind or node.value.func, None, 1)
    literal = made is None and isinstance(node.value, ast.Constant | ast.UnaryOp)
    return [
        made or ast.Assign([target], node.value if literal and node.value else ast.Constant(...), lineno=1),
        ast.Expr(ast.Constant(marked_up(text[:1].upper() + text[1:]))),
    ]


@cache
def entry_of(module: str, name: str) -> str:
    """Return the name under which the reference describes a public name: in the first module that offers it."""
    place = find(module, name)
    for earlier in MODULES[: MODULES.index(module)]:
        for other in public_names(earlier):
            if place is not None and find(earlier, other) == place:
                return f"{earlier}.{other}"
    return f"{module}.{name}"


def entries(module: str) -> dict[str, list[ast.stmt]]:
    """Return the stub of each public name of a module.

    Raises:
        ValueError: A name has no definition in the project, or no description.
    """
    made: dict[str, list[ast.stmt]] = {}
    described = constants(module)
    for name in public_names(module):
        place = find(module, name)
        if place is None:
            raise ValueError(f"{module}.{name} is defined nowhere")
        if entry_of(module, name) != f"{module}.{name}":
            continue
        if isinstance(place.node, ast.ClassDef):
            made[name] = [class_stub(place, name)]
            text = docstring(place)
        elif isinstance(place.node, ast.FunctionDef | ast.AsyncFunctionDef):
            stub = function(place, "")
            made[name] = [stub] if stub else []
            text = docstring(place)
        else:
            text = described.get(name) or comment_of(place)
            made[name] = assignment(place, name, text)
        if not text:
            raise ValueError(f"{module}.{name} has no docstring")
    return made


def stub_of(module: str) -> str:
    """Return the text of the stub of a module."""
    text = re.sub(r"\nConstants:\n(?: {4}.*\n?)*", "", clean(module_docstring(module)) + "\n").strip()
    also = [entry for name in public_names(module) if (entry := entry_of(module, name)) != f"{module}.{name}"]
    text = marked_up(text) + (
        "\n\nAlso here: " + ", ".join(f":py:obj:`{entry}`" for entry in also) + "." if also else ""
    )
    body: list[ast.stmt] = [ast.Expr(ast.Constant(text)), ast.parse("from __future__ import annotations").body[0]]
    for nodes in entries(module).values():
        body += nodes
    return ast.unparse(ast.fix_missing_locations(ast.Module(body, []))) + "\n"


def write(folder: Path) -> list[Path]:
    """Write the stubs of all public modules into a folder. Return the files."""
    files = []
    for module in MODULES:
        parts = module.split(".")
        inner = any(other.startswith(f"{module}.") for other in MODULES)
        file = folder.joinpath(*parts, "__init__.py") if inner else folder.joinpath(*parts).with_suffix(".py")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(stub_of(module), encoding="utf-8")
        files.append(file)
        for depth in range(1, len(parts)):  # folders that only lead to a module
            package = folder.joinpath(*parts[:depth], "__init__.py")
            if not package.exists():
                package.write_text("", encoding="utf-8")
    return files


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m tests.tools.reference FOLDER")
    for path in write(Path(sys.argv[1])):
        print(path)
