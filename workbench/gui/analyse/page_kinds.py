"""The kinds of pages below the candidates of the mode Analyse, in the order of their tabs. Other features may add
some."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from workbench.gui.analyse import words
from workbench.gui.analyse.pages.beliefs import BeliefsPage
from workbench.gui.analyse.pages.growth import GrowthPage
from workbench.gui.analyse.pages.page import Page, Subject
from workbench.gui.analyse.pages.plans import PlansPage
from workbench.gui.analyse.pages.trace import TracePage
from workbench.gui.analyse.pages.tree import TreePage
from workbench.gui.analyse.pages.values import ValuesPage
from workbench.gui.analyse.pages.why import WhyPage


class PageKind(NamedTuple):
    """A kind of page: see `Page` for `name`, `title` and `fits`; `make` returns a new page.

    `tip` returns what its percentages mean beside the values of the candidates, for so many seats, "" if that is plain.
    """

    name: str
    title: str
    fits: Callable[[Subject], str]
    make: Callable[[], Page]
    tip: Callable[[int], str]


def kind_of(page: type[Page]) -> PageKind:
    """Return the kind of pages of a class that is made without arguments."""
    return PageKind(page.name, page.title, page.fits, page, partial(words.page_tip, page.name))


PAGES = (WhyPage, GrowthPage, TracePage, TreePage, PlansPage, BeliefsPage, ValuesPage)
