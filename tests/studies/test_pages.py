"""Tests of the pages in docs/research/studies: each was written by a recipe that comes with the program."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from workbench.studies import shipped
from workbench.studies.recipe import read_recipe

DOCS = Path(__file__).parents[2] / "docs" / "research"
PAGES = sorted((DOCS / "studies").rglob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=[page.stem for page in PAGES])
def test_page_answers_the_questions_of_its_recipe(page: Path) -> None:
    text, recipe = page.read_text(encoding="utf-8"), read_recipe(shipped.find(page.stem))
    assert text.startswith(f"# {recipe.title}\n") and f"seed {recipe.seed}, salt {recipe.salt})" in text
    assert re.search(rf"`herbarium study {page.stem}( --blocks \d+)?`", text)
    for question in recipe.questions:
        assert f"\n## {question.title}\n" in text
    plots = set(re.findall(r"\]\((.+\.svg)\)", text))
    assert plots == {path.name for path in page.parent.glob(f"{page.stem}-*.svg")}


def test_list_of_studies_names_every_recipe_and_page_without_own_figures() -> None:
    text = (DOCS / "studies.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `([a-z-]+)` \|.*\| (?:not played yet|\[page\].*) \|$", text, re.MULTILINE)
    assert sorted(listed) == shipped.names()
    linked = {DOCS / link for link in re.findall(r"\((studies/[a-z/-]+\.md)\)", text)}
    assert linked == set(PAGES)
    assert not re.search(r"\d \(\d+\.\d to \d+\.\d\)", text), "figures come from recipes"
