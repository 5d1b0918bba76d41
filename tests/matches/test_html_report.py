"""Tests that HTML match reports are self-contained, well-formed and free of injected markup."""

from __future__ import annotations

import random
import re
import sys
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
import resvg_py

from tests.statistics.test_ranking import tournament
from workbench.matches.archive.html import report
from workbench.statistics.games import Game
from workbench.statistics.libraries import MissingLibraryError
from workbench.statistics.plots import VARIABLES
from workbench.statistics.sprt import Sprt
from workbench.statistics.summary import summarize

EVIL = '<script>alert("1")</script> & $x_{2}$ \'" -->'
VOID = {"meta", "br", "link", "img", "hr", "input"}


def paired_games(blocks: int) -> list[Game]:
    rng, games = random.Random(1), []
    for block in range(blocks):
        for order, seats in enumerate(((0, 1), (1, 0))):
            score = rng.choice((-1.0, 0.0, 1.0, 1.0))
            games.append(Game(block, 0, order, seats, (score, -score), block, rng.randint(5, 90), "", None, (1.5, 2.0)))
    games[0] = games[0]._replace(fault="crash", guilty=1)
    return games


def two_bot_report(blocks: int = 40) -> str:
    games = paired_games(blocks)
    summary = summarize((f"one{EVIL}", f"other{EVIL}"), games, 2, Sprt(0, 40))
    return report(f"Match {EVIL}", [("game", f"herd {EVIL}"), ("seed", "7")], summary, games)


def four_bot_report() -> str:
    games = tournament([1, 2, 3, 4], 3, 4)
    names = tuple(f"{bot}{EVIL}" for bot in range(4))
    return report("Four", [], summarize(names, games, 6, strength_draws=50), games)


class PageParser(HTMLParser):
    """A parser that checks that tags are balanced and collects element names and text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: set[str] = set()
        self.text = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attributes: object) -> None:
        self.elements.add(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture(scope="module", params=[two_bot_report, four_bot_report])
def page(request: pytest.FixtureRequest) -> str:
    return str(request.param())


def test_names_cannot_become_markup(page: str) -> None:
    parsed = PageParser(page)
    assert parsed.open == [] and "script" not in parsed.elements
    assert EVIL in parsed.text


def test_page_loads_no_external_resources(page: str) -> None:
    links = re.findall(r"""(?:src|href|url)\s*[=(]\s*["']?([^"')\s>]*)""", page)
    assert all(link.startswith("#") for link in links)
    assert not re.search(r"@import|<link|<iframe", page)


def test_ids_are_unique_and_links_resolve(page: str) -> None:
    ids = re.findall(r'\bid="([^"]*)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r"""(?:href="|url\()#([^")]*)""", page)) <= set(ids)


def test_plots_render_and_use_page_colours(page: str) -> None:
    drawings = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    assert len(drawings) == 4
    for drawing in drawings:
        assert ElementTree.fromstring(drawing).tag.endswith("svg")
        fixed = set(re.findall(r"#[0-9a-f]{6}\b", drawing))
        assert not fixed, f"{fixed} would not follow dark mode"
        resolved = drawing
        for colour, variable in VARIABLES.items():
            resolved = resolved.replace(f"var(--{variable})", colour)
        size = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', drawing)
        assert size is not None
        resolved = resolved.replace("<svg", f'<svg width="{size[1]}" height="{size[2]}"', 1)
        assert bytes(resvg_py.svg_to_bytes(svg_string=resolved, skip_system_fonts=True)).startswith(b"\x89PNG")
    assert "prefers-color-scheme: dark" in page and "@media print" in page


def test_two_bot_report_shows_main_results() -> None:
    text = PageParser(two_bot_report()).text
    for words in (
        "80 games (40 pairs with sides swapped)",
        "Is it +40 rather than 0 Elo?",
        "crash",
        "chance that",
        "seed",
    ):
        assert words in text, words


def test_match_without_games_has_a_report() -> None:
    summary = summarize(("a", "b"), [], 2, Sprt(0, 40))
    assert "No game that counts" in PageParser(report("Empty", [], summary, [])).text
    first_game = paired_games(1)[:1]
    assert "No result yet" in PageParser(report("Begun", [], summarize(("a", "b"), first_game, 2), first_game)).text
    assert PageParser(report("Empty", [], summarize(("a", "b", "c"), [], 6), [])).open == []


def test_report_is_deterministic() -> None:
    assert two_bot_report() == two_bot_report()


def test_missing_matplotlib_raises_one_line_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingLibraryError) as caught:
        two_bot_report()
    assert str(caught.value) == "a report with plots needs matplotlib: pip install 'herbarium[reports]'"
