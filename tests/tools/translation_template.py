"""Write the template of all translatable texts, a `.pot` file for translators.

`python -m tests.tools.translation_template herbarium.pot` writes it, or prints it without an argument. `msginit`,
Poedit and similar programs make a catalogue of it.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.tools.sentences.core import core_sentences
from workbench.system.language.core_sentences import CONTEXT

ROOT = Path(__file__).parents[2]

HEADER = """\
# Texts of Herbarium.
msgid ""
msgstr ""
"Project-Id-Version: Herbarium\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"""


class Text(NamedTuple):
    """A translatable text. `many` is its plural, or "" if it has none."""

    one: str
    many: str = ""


class Use(NamedTuple):
    """A call that translates a text. `values` are the names of its placeholders."""

    text: Text
    place: str
    values: frozenset[str]


def uses_in(path: Path) -> Iterator[Use]:
    """Yield the translations in a file.

    Raises:
        ValueError: A text is not a literal, so that no template could contain it.
    """
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("tr", "trn"):
            place = f"{path.relative_to(ROOT).as_posix()}:{node.lineno}"
            literals = node.args[: 1 if node.func.id == "tr" else 2]
            texts = [item.value for item in literals if isinstance(item, ast.Constant) and isinstance(item.value, str)]
            if len(texts) < len(literals) or not texts:
                raise ValueError(f"{place}: a translatable text must be a literal")
            values = {keyword.arg for keyword in node.keywords if keyword.arg is not None}
            yield Use(Text(*texts), place, frozenset(values | ({"count"} if len(texts) > 1 else set())))


@cache
def all_uses() -> tuple[Use, ...]:
    """Return all translations in the program."""
    return tuple(use for path in sorted((ROOT / "workbench").rglob("*.py")) for use in uses_in(path))


def quoted(text: str) -> str:
    r"""Return a text in the form of a catalogue: in quotation marks, with escapes, and a line for each "\n"."""
    lines = [
        line.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
        for line in text.splitlines(keepends=True)
    ]
    return f'"{lines[0]}"' if len(lines) == 1 else "\n".join(['""', *(f'"{line}"' for line in lines)])


def template() -> str:
    """Return the template, in the order of the files.

    Raises:
        ValueError: A text has two plurals, or is not a literal.
    """
    uses: dict[str, list[Use]] = {}
    for use in all_uses():
        uses.setdefault(use.text.one, []).append(use)
    entries = [HEADER]
    for one, found in uses.items():
        lines = [f"#: {use.place}" for use in found]
        lines += ["#, python-brace-format"] if any(use.values for use in found) else []
        lines.append(f"msgid {quoted(one)}")
        plurals = {use.text.many for use in found if use.text.many}
        if len(plurals) > 1:  # a catalogue has one plural for each text
            raise ValueError(f"{found[0].place}: {one!r} has several plurals: {sorted(plurals)}")
        if plurals:
            lines += [f"msgid_plural {quoted(plurals.pop())}", 'msgstr[0] ""', 'msgstr[1] ""']
        else:
            lines.append('msgstr ""')
        entries.append("\n".join(lines) + "\n")
    for sentence in core_sentences():
        lines = [f"#: {sentence.place}"] + (["#, python-brace-format"] if "{" in sentence.text else [])
        entries.append("\n".join([*lines, f'msgctxt "{CONTEXT}"', f"msgid {quoted(sentence.text)}", 'msgstr ""\n']))
    return "\n".join(entries)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(template(), encoding="utf-8")
    else:
        print(template(), end="")
