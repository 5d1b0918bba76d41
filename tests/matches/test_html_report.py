"""The report of a match: one file that is whole, safe and needs nothing else."""

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
from workbench.statistics.libraries import MissingLibrary
from workbench.statistics.plots import VARIABLES
from workbench.statistics.sprt import Sprt
from workbench.statistics.summary import summarize

EVIL = '<script>alert("1")</script> & $x_{2}$ \'" -->'
VOID = {"meta", "br", "link", "img", "hr", "input"}


def pairs(blocks: int) -> list[Game]:
    draw, made = random.Random(1), []
    for block in range(blocks):
        for order, seats in enumerate(((0, 1), (1, 0))):
            lead = draw.choice((-1.0, 0.0, 1.0, 1.0))
            made.append(Game(block, 0, order, seats, (lead, -lead), block, draw.randint(5, 90), "", None, (1.5, 2.0)))
    made[0] = made[0]._replace(fault="crash", guilty=1)
    return made


def two_bots(blocks: int = 40) -> str:
    games = pairs(blocks)
    summary = summarize((f"one{EVIL}", f"other{EVIL}"), games, 2, Sprt(0, 40))
    return report(f"Match {EVIL}", [("game", f"herd {EVIL}"), ("seed", "7")], summary, games)


def many_bots() -> str:
    games = tournament([1, 2, 3, 4], 3, 4)
    names = tuple(f"{bot}{EVIL}" for bot in range(4))
    return report("Four", [], summarize(names, games, 6, strength_seconds=0.3), games)


class Balanced(HTMLParser):
    """Knows whether all that is opened is closed, which elements there are, and the text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.text = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attributes: object) -> None:
        self.seen.add(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture(scope="module", params=[two_bots, many_bots])
def page(request: pytest.FixtureRequest) -> str:
    return str(request.param())


def test_names_cannot_become_markup(page: str) -> None:
    found = Balanced(page)
    assert found.open == [] and "script" not in found.seen
    assert EVIL in found.text


def test_nothing_is_loaded_from_elsewhere(page: str) -> None:
    links = re.findall(r"""(?:src|href|url)\s*[=(]\s*["']?([^"')\s>]*)""", page)
    assert all(link.startswith("#") for link in links)
    assert not re.search(r"@import|<link|<iframe", page)


def test_ids_are_there_once_and_what_is_meant_is_there(page: str) -> None:
    ids = re.findall(r'\bid="([^"]*)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r"""(?:href="|url\()#([^")]*)""", page)) <= set(ids)


def test_plots_are_whole_and_have_the_colours_of_the_page(page: str) -> None:
    drawings = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    assert len(drawings) == 4
    for drawing in drawings:
        assert ElementTree.fromstring(drawing).tag.endswith("svg")
        fixed = set(re.findall(r"#[0-9a-f]{6}\b", drawing))
        assert not fixed, f"{fixed} would stay as they are in the dark"
        shown = drawing
        for colour, variable in VARIABLES.items():
            shown = shown.replace(f"var(--{variable})", colour)
        size = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', drawing)
        assert size is not None
        shown = shown.replace("<svg", f'<svg width="{size[1]}" height="{size[2]}"', 1)
        assert bytes(resvg_py.svg_to_bytes(svg_string=shown, skip_system_fonts=True)).startswith(b"\x89PNG")
    assert "prefers-color-scheme: dark" in page and "@media print" in page


def test_what_a_report_of_two_bots_says() -> None:
    said = Balanced(two_bots()).text
    for words in ("40, of 2 games each", "Is it +40 rather than 0 Elo?", "crash", "likelihood that", "seed"):
        assert words in said, words


def test_a_match_without_games_has_a_report() -> None:
    summary = summarize(("a", "b"), [], 2, Sprt(0, 40))
    assert "No game that counts" in Balanced(report("Empty", [], summary, [])).text
    begun = pairs(1)[:1]
    assert "No block is complete" in Balanced(report("Begun", [], summarize(("a", "b"), begun, 2), begun)).text
    assert Balanced(report("Empty", [], summarize(("a", "b", "c"), [], 6), [])).open == []


def test_the_same_match_gives_the_same_file() -> None:
    assert two_bots() == two_bots()


def test_without_matplotlib_one_line_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingLibrary) as caught:
        two_bots()
    assert str(caught.value) == "a report with plots needs matplotlib: pip install 'herbarium[reports]'"
