"""Tests of links, tables of contents and the reference of the site, without Sphinx. `make docs` builds it."""

from __future__ import annotations

import ast
import re
import runpy
from functools import cache
from pathlib import Path

import pytest

from tests.kit.terminals import ROOT
from tests.tools import reference

DOCS = ROOT / "docs"
SITE = DOCS / "site"
TOP = [ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md")]


def pages() -> list[Path]:
    """Return all pages of the site."""
    built = {path for path in DOCS.rglob("*.md") if "build" not in path.parts}
    return sorted([*TOP, *built])


@cache
def headings(page: Path) -> frozenset[str]:
    """Return the anchors of a page's headings, as GitHub and the site make them."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    found: list[str] = []
    for title in re.findall(r"^#{1,4} (.+)$", text, re.MULTILINE):
        slug = re.sub(r"[^\w\- ]", "", re.sub(r"\]\(.*?\)", "]", title).strip().lower()).replace(" ", "-")
        found.append(f"{slug}-{found.count(slug)}" if slug in found else slug)
    return frozenset(found)


def links(page: Path) -> list[str]:
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    return [link for link in re.findall(r"\]\(([^)\s]+)\)", text) if not link.startswith("http")]


def target_of(page: Path, link: str) -> Path:
    """Return the file that a link names. A leading slash is the root of the repository, as on GitHub."""
    return ROOT / link[1:] if link.startswith("/") else page.parent / link


def entries(page: Path) -> list[str]:
    """Return the entries of a page's tables of contents."""
    tables = re.findall(r"^```\{toctree\}\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    return [line for table in tables for line in table.splitlines() if line and not line.startswith(":")]


def test_every_link_has_a_target() -> None:
    assert len(pages()) > 50
    for page in pages():
        for link in links(page):
            path, _, anchor = link.partition("#")
            target = target_of(page, path).resolve() if path else page
            assert target.exists(), f"{page.name}: {link}"
            if anchor and target.suffix == ".md":
                assert anchor in headings(target), f"{page.name}: {link} has no such heading"


def test_heading_anchors_match_those_of_the_site(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Seeds: who *knows* them?\n\n## A `b` [c](d.md)\n\n```\n## no heading\n```\n\n## Same\n## Same\n")
    assert headings(page) == {"seeds-who-knows-them", "a-b-c", "same", "same-1"}


def test_every_page_is_in_one_table_of_contents() -> None:
    listed: list[Path] = []
    for page in SITE.glob("*.md"):
        for entry in entries(page):
            if not entry.startswith("/reference/"):  # made by `make docs`
                listed.append(target_of(page, f"{entry}.md").resolve())
    assert len(listed) == len(set(listed)), "a page is in two tables of contents"
    assert {*listed, SITE / "index.md"} == set(pages())


def test_every_public_name_has_an_entry(tmp_path: Path) -> None:
    files = reference.write(tmp_path)
    assert len(files) == len(reference.MODULES)
    documented = set[str]()
    for module, file in zip(reference.MODULES, files, strict=True):
        body = ast.parse(file.read_text(encoding="utf-8")).body
        for node, after in zip(body, [*body[1:], None], strict=True):
            for name in reference.names_of(node):
                text = ast.get_docstring(node) if isinstance(node, reference.Definition) else None
                is_described = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
                if text or is_described:
                    documented.add(f"{module}.{name}")
    for module in reference.MODULES:
        for name in reference.public_names(module):
            assert reference.entry_of(module, name) in documented, f"{module}.{name}"


def test_reference_has_the_docstrings_and_types_of_compiled_classes() -> None:
    stub = reference.stub_of("fastcore")
    state = stub.partition("\nclass State")[2].partition("\nclass ")[0]
    assert "def mask(self, out: npt.NDArray[np.bool_] | None=None)" in state and "Return" in state
    assert stub.count("class State") == 1 and "``TREE_OPTIONS``" in stub


def test_reference_has_inherited_methods() -> None:
    assert "def undo(" in reference.stub_of("workbench.game.session")


def test_name_without_docstring_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reference, "docstring", lambda *_: "")
    with pytest.raises(ValueError, match="has no docstring"):
        reference.entries("fastcore")


def test_every_name_that_a_guide_imports_is_in_the_reference() -> None:
    places = [reference.find(module, name) for module in reference.MODULES for name in reference.public_names(module)]
    for page in set(pages()) - {ROOT / "CONTRIBUTING.md"}:
        for block in re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE):
            for node in ast.walk(ast.parse(block)):
                if isinstance(node, ast.Import):
                    own = [name.name for name in node.names if reference.file_of(name.name)]
                    assert set(own) <= set(reference.MODULES), f"{page.name} imports {own}"
                elif isinstance(node, ast.ImportFrom) and node.module and reference.file_of(node.module):
                    for alias in node.names:
                        is_module = f"{node.module}.{alias.name}" in reference.MODULES
                        assert is_module or reference.find(node.module, alias.name) in places, (
                            f"{page.name}: {alias.name}"
                        )


@pytest.mark.parametrize(
    ("code", "problems"), [("var AStemmer=function", 0), ("class AStemmer ", 0), ("var BStemmer=", 1)]
)
def test_search_without_its_stemmer_is_a_problem(tmp_path: Path, code: str, problems: int) -> None:
    find_problems = runpy.run_path(str(ROOT / ".ci" / "site.py"))["problems_of_search"]
    (tmp_path / "_static").mkdir()
    (tmp_path / "_static" / "language_data.js").write_text(f"{code}\nwindow.Stemmer = AStemmer;\n")
    assert len(find_problems(tmp_path)) == problems


def test_site_loads_nothing_from_the_network() -> None:
    for file in [SITE / "conf.py", *(SITE / "static").iterdir()]:
        assert "//" not in re.sub(r"(?m)^\s*(#|//).*$", "", file.read_text(encoding="utf-8")), file.name
