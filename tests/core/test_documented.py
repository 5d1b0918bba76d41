"""Tests that every public name of the core is documented at run time."""

from __future__ import annotations

import dataclasses
import inspect
import pydoc
import re

import pytest

import fastcore
from fastcore.game import Game
from fastcore.knowledge.knowledge import Knowledge
from fastcore.knowledge.lookahead import Lookahead

CLASSES = [value for name in fastcore.__all__ if inspect.isclass(value := getattr(fastcore, name))] + [
    Game,
    Knowledge,
    Lookahead,
    *fastcore.ENGINES.values(),
]
CONSTANTS = [name for name in fastcore.__all__ if not callable(getattr(fastcore, name))]
FIELDS = [
    (kind, field)
    for kind in CLASSES
    for field in (
        [field.name for field in dataclasses.fields(kind)]
        if dataclasses.is_dataclass(kind)
        else getattr(kind, "_fields", ())
    )
]


def test_public_names_have_docstrings() -> None:
    values = {name: getattr(fastcore, name) for name in fastcore.__all__}
    missing = [name for name, value in values.items() if callable(value) and not (value.__doc__ or "").strip()]
    assert not missing


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)
def test_public_methods_have_docstrings(kind: type) -> None:
    missing = [
        name
        for name, member in vars(kind).items()
        if not name.startswith("_") and (callable(member) or inspect.isdatadescriptor(member))
        if isinstance(member, property | staticmethod)
        or inspect.isroutine(member)
        or inspect.isgetsetdescriptor(member)
        if not (getattr(member, "__doc__", "") or "").strip() and name not in (kind.__doc__ or "")
    ]
    assert not missing, f"{kind.__name__}: {', '.join(missing)}"
    assert (kind.__doc__ or "").strip()


@pytest.mark.parametrize("name", CONSTANTS)
def test_module_page_explains_constants(name: str) -> None:
    entry = re.search(rf"^    {name}: (.+)", fastcore.__doc__ or "", re.MULTILINE)
    assert entry is not None and entry[1].split()[0] in {"the", "{name:", "a"}


@pytest.mark.parametrize(("kind", "field"), FIELDS, ids=lambda value: getattr(value, "__name__", value))
def test_fields_are_explained(kind: type, field: str) -> None:
    assert re.search(rf"^ +{field}: \S+", kind.__doc__ or "", re.MULTILINE), "the class lists the field"
    if issubclass(kind, tuple):
        text = getattr(kind, field).__doc__
        assert text.endswith(".") and "Alias for field" not in text, "help shows the text beside the field"


def test_copy_is_explained_and_independent() -> None:
    point = fastcore.Viewpoint("herbalism", 0)
    copy = point.copy()
    assert copy == point and copy is not point and "independent" in (fastcore.Viewpoint.copy.__doc__ or "")
    copy.observe("deal:??/rgbb/????/????")
    assert point.observations == () and len(copy.observations) == 1 and copy != point


def test_help_shows_signature_and_text() -> None:
    page = pydoc.plain(pydoc.render_doc(fastcore.State.play))
    assert "play(self, move)" in page and "IllegalMove" in page
