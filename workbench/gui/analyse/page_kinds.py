"""The kinds of pages of the Analyse mode, in tab order. Other features can add kinds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from fastcore import GameInfo
from workbench.gui.analyse.pages import words
from workbench.gui.analyse.pages.beliefs import BeliefsPage
from workbench.gui.analyse.pages.growth import GrowthPage
from workbench.gui.analyse.pages.page import Page, Subject
from workbench.gui.analyse.pages.plans import PlansPage
from workbench.gui.analyse.pages.trace import TracePage
from workbench.gui.analyse.pages.tree import TreePage
from workbench.gui.analyse.pages.why import WhyPage


class PageKind(NamedTuple):
    """A kind of page. `Page` explains `name`, `title` and `unavailable_reason`; `make` returns a new page.

    Given the number of seats, `tip` returns what the page shows in plain words. `fits` is whether a game can have
    the page at all; other games have no tab for it.
    `concerns_game` is whether the page is about the game instead of the position. If it is unavailable, the first page
    opens instead.
    """

    name: str
    title: str
    unavailable_reason: Callable[[Subject], str]
    make: Callable[[], Page]
    tip: Callable[[int], str]
    concerns_game: bool = False
    fits: Callable[[GameInfo], bool] = lambda info: True


FITS: Mapping[str, Callable[[GameInfo], bool]] = {
    PlansPage.name: lambda info: info.has.secrets and not info.has.hidden,
    BeliefsPage.name: lambda info: info.has.hidden,
}


def kind_of(page: type[Page]) -> PageKind:
    """Return the kind for a page class whose constructor takes no arguments."""
    return PageKind(
        page.name,
        page.title,
        page.unavailable_reason,
        page,
        lambda seats: words.MEANINGS[page.name],
        fits=FITS.get(page.name, lambda info: True),
    )


PAGES = (WhyPage, GrowthPage, TracePage, TreePage, PlansPage, BeliefsPage)
