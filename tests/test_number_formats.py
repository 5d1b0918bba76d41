"""Tests that numbers and dates for people have the form of the language (see `workbench.system.language.formats`)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tests.tools.translation_template import ROOT

# Folders of workbench in which people read most texts. In the others, programs do, or the texts are English.
FOLDERS = (
    "gui", "cli", "boards", "reports", "review", "luck", "table", "positions", "game", "finding", "seen", "thinking",
    "results", "compare", "companion", "puzzles", "tutor",
)  # fmt: skip
TRANSLATING = ("tr", "trn", "fill")
NUMBER = re.compile(r"^[^{}]*(,|_|\.(\d|\{.*\})|%|\+)|[defgn]$")  # a format of a number or a date
DRAWING = re.compile(r'<|="|^M,|^,$')  # in the text of an f-string
# (file, format): why a program reads the text, or why it is English
EXCEPTIONS = {
    ("boards/herbalism/board.py", ".3f"): "a key",
    ("boards/kit/drawn.py", ".2f"): "a key",
    ("boards/kit/figures.py", ".{digits}f"): "the English form for calculations",
    ("boards/kit/figures.py", "+.{digits}f"): "the English form for calculations",
    ("boards/kit/figures.py", ".0f"): "the English form for calculations",
    ("cli/analysing/candidates.py", ".6f"): "CSV",
    ("cli/analysing/outcomes.py", ".6f"): "CSV",
    ("cli/analysing/trace.py", ".6f"): "CSV",
    ("cli/analysing/tree.py", ".6f"): "CSV",
    ("companion/journal.py", "strftime"): "the name of a file",
    ("cli/puzzles/making.py", "g"): "a value in a file",
    ("compare/running.py", ","): "an English error of the program",
    ("gui/shell/faults.py", "%Y-%m-%d %H:%M:%S"): "a log",
    ("gui/widgets/chart.py", ".1f"): "a drawing",
    ("review/review.py", ".5f"): "a value in a record",
}


def spec_of(value: ast.FormattedValue) -> str:
    """Return the format in a replacement field of an f-string, such as ",.1f"."""
    parts = value.format_spec.values if isinstance(value.format_spec, ast.JoinedStr) else []
    return "".join(
        str(part.value) if isinstance(part, ast.Constant) else "{" + ast.unparse(getattr(part, "value", part)) + "}"
        for part in parts
    )


def name_of(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def unlocalised(node: ast.AST) -> Iterator[str]:
    """Yield the formats of numbers and dates below a node that do not get the form of the language.

    Drawings are left out: f-strings with parts of SVG.
    """
    if isinstance(node, ast.Call):
        if name_of(node) == "localised":
            return
        if name_of(node) == "strftime":
            yield "strftime"
    if isinstance(node, ast.JoinedStr):
        words = "".join(str(part.value) for part in node.values if isinstance(part, ast.Constant))
        if not DRAWING.search(words):
            specs = (spec_of(value) for value in node.values if isinstance(value, ast.FormattedValue))
            yield from (spec for spec in specs if NUMBER.search(spec))
        for value in node.values:
            if isinstance(value, ast.FormattedValue):
                yield from unlocalised(value.value)
        return
    for child in ast.iter_child_nodes(node):
        yield from unlocalised(child)


def translated(tree: ast.AST) -> Iterator[ast.Call]:
    """Yield the translatable calls."""
    yield from (node for node in ast.walk(tree) if isinstance(node, ast.Call) and name_of(node) in TRANSLATING)


def values_of(call: ast.Call) -> list[ast.expr]:
    """Return all arguments of a call."""
    return [*call.args, *(keyword.value for keyword in call.keywords)]


def modules(*folders: str) -> Iterator[tuple[str, ast.Module]]:
    for folder in folders:
        for path in sorted((ROOT / "workbench" / folder).rglob("*.py")):
            yield path.relative_to(ROOT / "workbench").as_posix(), ast.parse(path.read_text("utf-8"))


def test_numbers_for_people_have_the_form_of_the_language() -> None:
    found = {(name, spec) for name, tree in modules(*FOLDERS) for spec in unlocalised(tree)}
    new = sorted(found - set(EXCEPTIONS))
    assert not new, "use format_number, format_date and the like:\n" + "\n".join(map(str, new))
    assert set(EXCEPTIONS) <= found, "needless exceptions"
    assert len(EXCEPTIONS) <= 20


def test_values_of_translatable_texts_are_no_formatted_numbers() -> None:
    """A number belongs into the template with its format, such as `tr("{count:,} games", count=count)`."""
    folders = (path.name for path in (ROOT / "workbench").iterdir() if path.is_dir())
    found = {
        f"{name}:{call.lineno}: {sorted(specs)}"
        for name, tree in modules(*folders)
        for call in translated(tree)
        if (specs := {spec for value in values_of(call) for spec in unlocalised(value)})
    }
    assert not found, "\n".join(sorted(found))


def test_formatted_numbers_are_found() -> None:
    source = """
a = f"{x:,}" + f"{x:.1f} s" + localised(f"{x:.2f}") + f"{100 * x:.{digits}f}" + f"{name:>8}" + f"{x!r:>{width}}"
b = tr("{x:,}", x=x) + tr("{x} more", x=f"{x:+g}") + when.strftime("%H") + f"{when:%Y-%m}"
c = f'<path d="M{x:.3f}"/>' + f"{localised(f'{x:e}')} {f'{x:.4f}'}"
"""
    tree = ast.parse(source)
    assert list(unlocalised(tree)) == [",", ".1f", ".{digits}f", "+g", "strftime", "%Y-%m", ".4f"]
    assert [list(unlocalised(value)) for call in translated(tree) for value in values_of(call)] == [[], [], [], ["+g"]]


def test_folders_exist() -> None:
    assert all((ROOT / "workbench" / folder / "__init__.py").is_file() for folder in FOLDERS)
