"""The pages below the candidates of the mode Analyse, in the order of their tabs. What a page is stands in analyse_page.py."""

from __future__ import annotations

from workbench.gui.analyse_page import Page
from workbench.gui.page_beliefs import BeliefsPage
from workbench.gui.page_growth import GrowthPage
from workbench.gui.page_plans import PlansPage
from workbench.gui.page_trace import TracePage
from workbench.gui.page_tree import TreePage
from workbench.gui.page_values import ValuesPage
from workbench.gui.page_why import WhyPage
from workbench.gui.review_tab import ReviewPage

PAGES: tuple[type[Page], ...] = (WhyPage, GrowthPage, TracePage, TreePage, PlansPage, BeliefsPage, ValuesPage, ReviewPage)
