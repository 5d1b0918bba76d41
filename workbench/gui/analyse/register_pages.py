"""The pages below the candidates of the mode Analyse, in the order of their tabs. What a page is stands in analyse_page.py."""

from __future__ import annotations

from workbench.gui.analyse.pages.beliefs import BeliefsPage
from workbench.gui.analyse.pages.growth import GrowthPage
from workbench.gui.analyse.pages.page import Page
from workbench.gui.analyse.pages.plans import PlansPage
from workbench.gui.analyse.pages.trace import TracePage
from workbench.gui.analyse.pages.tree import TreePage
from workbench.gui.analyse.pages.values import ValuesPage
from workbench.gui.analyse.pages.why import WhyPage
from workbench.gui.review.page import ReviewPage

PAGES: tuple[type[Page], ...] = (WhyPage, GrowthPage, TracePage, TreePage, PlansPage, BeliefsPage, ValuesPage, ReviewPage)
