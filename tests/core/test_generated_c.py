"""The C that Cython writes: its known fault is corrected, and memory refused to a list
comprehension releases nothing twice."""

from __future__ import annotations

import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

import fastcore
from fastcore.games.herbalism.texts import MOVES
from tests.kit.walks import somewhere

ROOT = Path(__file__).resolve().parents[2]
HELPER = "__Pyx_ListComp_AppendAndDecref(PyObject* list, PyObject* x) {"


def bodies(text: str) -> list[str]:
    """Return the bodies of the helper that adds an item to the list of a comprehension and takes the reference over."""
    return [part.partition("\n}")[0] for part in text.split(HELPER)[1:]]


def test_no_item_is_released_when_a_list_cannot_grow() -> None:
    sources = sorted(Path(ROOT, "build", fastcore.BUILD).rglob("*.c"))
    assert len(sources) > 30, "the C that the core was compiled from is not there"
    found = 0
    for source in sources:
        for body in bodies(source.read_text(encoding="utf-8")):
            found += 1
            added = body.partition("PyList_Append(list, x);")[2]
            assert " ".join(added.split()) == "if (likely(result == 0)) Py_DECREF(x); return result;", (
                f"{source}: {body}"
            )
    assert found > 20


def test_corrected_cython_version_is_pinned() -> None:
    required = tomllib.loads(Path(ROOT, "pyproject.toml").read_text(encoding="utf-8"))["build-system"]["requires"]
    assert f"Cython=={version('Cython')}" in required


def test_refused_memory_leaves_the_references_of_items_alone() -> None:
    refuse = pytest.importorskip("_testcapi")
    state, refused = somewhere("herbalism", "references"), 0
    before = [sys.getrefcount(text) for text in MOVES]
    for number in range(60):
        refuse.set_nomemory(number, number + 1)
        try:
            state.why_not("x")  # makes a list of texts that the module holds
        except MemoryError:
            refused += 1
        finally:
            refuse.remove_mem_hooks()
    after = [sys.getrefcount(text) for text in MOVES]
    assert refused > 5 and after == before
