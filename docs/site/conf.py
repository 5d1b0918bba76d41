"""Sphinx settings of the site. `make docs` builds it (.ci/site.py); nothing is loaded from the network."""

from __future__ import annotations

import gettext
import os
import re
import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

from docutils import nodes
from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx
from sphinx.search.en import SearchEnglish
from sphinx.transforms import SphinxTransform
from sphinx.transforms.post_transforms import SphinxPostTransform

ROOT = Path(os.environ["HERBARIUM_ROOT"])
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

project, author, release = "Herbarium", PROJECT["authors"][0]["name"], PROJECT["version"]
version, copyright = release, author
# Pages with a complete catalogue are translated; .ci/site.py compiles these catalogues into the folder `locale`.
language = os.environ.get("HERBARIUM_SITE_LANGUAGE", "en")
locale_dirs, gettext_compact = ["locale"], False

extensions = ["myst_parser", "sphinx.ext.napoleon", "autoapi.extension"]
root_doc = "index"
myst_heading_anchors = 4
myst_links_external_new_tab = False
nitpicky = True
# Types of other packages have no entry here.
nitpick_ignore_regex = [(r"py:.*", r"(?!(fastcore|bots|workbench)\.).*")]
suppress_warnings = ["myst.xref_missing_domain"]
default_role = "code"

autoapi_dirs = [os.environ["HERBARIUM_REFERENCE"]]
autoapi_root = "reference"
autoapi_options = ["members", "show-module-summary", "undoc-members"]
autoapi_member_order = "groupwise"
autoapi_python_class_content = "both"
autoapi_add_toctree_entry = False
autoapi_keep_files = False
autodoc_typehints = "signature"
python_use_unqualified_type_names = True

html_theme = "pydata_sphinx_theme"
html_title = "Herbarium"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = html_show_sourcelink = html_show_sphinx = False
html_domain_indices = False
html_theme_options = {
    "navbar_align": "left",
    "navbar_persistent": ["search-button"],
    "navbar_end": ["theme-switcher"],
    "primary_sidebar_end": [],  # by default, room for advertisements
    "secondary_sidebar_items": ["page-toc"],
    "footer_start": ["copyright"],
    "footer_end": [],
    "show_prev_next": True,
    "show_toc_level": 2,
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
    "back_to_top_button": False,
}


class SearchChinese(SearchEnglish):
    """Search for Chinese characters and pairs of them, and for English words.

    Sphinx's own Chinese search needs a dictionary for the words, and its script names a stemmer that does not exist.
    """

    lang = "zh"
    js_splitter_code = r"""
var splitQuery = (query) =>
  query.split(/[^\p{Letter}\p{Number}_]+/u).flatMap((run) =>
    run.split(/(\p{Script=Han}+)/u).flatMap((part) =>
      !/\p{Script=Han}/u.test(part) || part.length < 2
        ? [part] : [...part].slice(1).map((last, at) => part[at] + last)))
  .filter((term) => term);
"""

    def split(self, input: str) -> list[str]:
        """Return the words of a text, and the characters and pairs of its Chinese parts."""
        terms = []
        for part in re.findall(r"[\u4e00-\u9fff]+|[^\W\u4e00-\u9fff]+", input):
            is_chinese = "\u4e00" <= part[0] <= "\u9fff"
            terms += [*part, *map("".join, pairwise(part))] if is_chinese else [part]
        return terms

    def word_filter(self, word: str) -> bool:
        """Return whether a term is in the index."""
        return word not in self.stopwords


class DarkPictures(SphinxPostTransform):
    """Show the dark twin of a picture, `NAME-dark.png` beside `NAME-light.png`, on dark pages."""

    default_priority = 5  # before the pictures are collected for the builder
    formats = ("html",)

    def run(self, **_: Any) -> None:
        for image in list(self.document.findall(nodes.image)):
            twin = re.sub(r"-light\.png$", "-dark.png", image["uri"])
            if twin == image["uri"] or not (Path(self.app.srcdir) / twin).exists():
                continue
            dark = image.deepcopy()
            dark["uri"], dark["candidates"] = twin, {"*": twin}
            image["classes"].append("only-light")
            dark["classes"].append("only-dark")
            image.parent.insert(image.parent.index(image) + 1, dark)
            self.env.images.add_file(self.env.docname, twin)


class TranslatedPositions(SphinxTransform):
    """Translate the captions of positions. Sphinx cannot translate a block of code in Markdown."""

    default_priority = 21  # after the translation of all texts

    def apply(self, **_: Any) -> None:
        folder = str(Path(self.app.srcdir, "locale"))
        catalogue = gettext.translation(self.env.docname, folder, [self.config.language], fallback=True)
        for block in self.document.findall(nodes.literal_block):
            if block.get("language") == "position":
                text = catalogue.gettext(block.astext().rstrip())
                block.rawsource, block.children = text, [nodes.Text(text)]


def setup(app: Sphinx) -> None:
    """Register the search, the pictures, and the language and the captions of positions on the rules pages."""
    app.add_search_language(SearchChinese)
    app.add_lexer("position", TextLexer)
    app.add_transform(TranslatedPositions)
    app.add_post_transform(DarkPictures)
