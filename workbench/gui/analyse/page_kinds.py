"""The kinds of pages of the Analyse mode, in tab order. Other features can add kinds."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from workbench.gui.analyse.pages.beliefs import BeliefsPage
from workbench.gui.analyse.pages.growth import GrowthPage
from workbench.gui.analyse.pages.page import Page, Subject
from workbench.gui.analyse.pages.plans import PlansPage
from workbench.gui.analyse.pages.trace import TracePage
from workbench.gui.analyse.pages.tree import TreePage
from workbench.gui.analyse.pages.why import WhyPage


class PageKind(NamedTuple):
    """A kind of page. `Page` explains `name`, `title` and `unavailable_reason`; `make` returns a new page.

    Given the number of seats, `tip` returns what the percentages of the page mean, or "" if that needs no explanation.
    `of_game` says whether the page is about a whole game, and so not what a person wants to see of a position.
    """

    name: str
    title: str
    unavailable_reason: Callable[[Subject], str]
    make: Callable[[], Page]
    tip: Callable[[int], str]
    of_game: bool = False


def kind_of(page: type[Page]) -> PageKind:
    """Return the kind for a page class whose constructor takes no arguments."""
    return PageKind(page.name, page.title, page.unavailable_reason, page, lambda seats: "")


PAGES = (WhyPage, GrowthPage, TracePage, TreePage, PlansPage, BeliefsPage)
