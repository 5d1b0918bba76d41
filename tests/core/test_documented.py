"""Tests that every public name of the core is documented at run time."""

from __future__ import annotations

import inspect
import pydoc

import pytest

import fastcore
from fastcore.game import Game
from fastcore.knowledge.knowledge import Knowledge
from fastcore.knowledge.lookahead import Lookahead

CLASSES = [value for name in fastcore.__all__ if inspect.isclass(value := getattr(fastcore, name))] + [
    Game,
    Knowledge,
    Lookahead,
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


def test_help_shows_signature_and_text() -> None:
    page = pydoc.plain(pydoc.render_doc(fastcore.State.play))
    assert "play(self, move)" in page and "IllegalMove" in page
