"""Tests of the C code that Cython generates.

A known Cython bug is patched: a failed allocation in a list comprehension must not release an item twice.
"""

from __future__ import annotations

import gc
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

import fastcore
from fastcore.games.herbalism.text.texts import MOVES
from workbench.conformance.walks import random_position

ROOT = Path(__file__).resolve().parents[2]
HELPER = "__Pyx_ListComp_AppendAndDecref(PyObject* list, PyObject* x) {"


def append_helpers(text: str) -> list[str]:
    """Return the bodies of the helper that appends a comprehension's item and takes over its reference."""
    return [part.partition("\n}")[0] for part in text.split(HELPER)[1:]]


def test_failed_append_does_not_release_item() -> None:
    sources = sorted(Path(ROOT, "build", fastcore.BUILD).rglob("*.c"))
    assert len(sources) > 30, "the C that the core was compiled from is not there"
    helpers = 0
    for source in sources:
        for body in append_helpers(source.read_text(encoding="utf-8")):
            helpers += 1
            after_append = body.partition("PyList_Append(list, x);")[2]
            assert " ".join(after_append.split()) == "if (likely(result == 0)) Py_DECREF(x); return result;", (
                f"{source}: {body}"
            )
    assert helpers > 20


def test_patched_cython_version_is_pinned() -> None:
    required = tomllib.loads(Path(ROOT, "pyproject.toml").read_text(encoding="utf-8"))["build-system"]["requires"]
    assert f"Cython=={version('Cython')}" in required


def test_failed_allocation_keeps_reference_counts() -> None:
    testcapi = pytest.importorskip("_testcapi")
    state = random_position("herbalism", "references")
    changed = set(MOVES)
    for _ in range(3):  # threads and garbage of earlier tests may release a text, but hardly the same one three times
        gc.collect()
        failures = 0
        before = [sys.getrefcount(text) for text in MOVES]
        for number in range(60):
            testcapi.set_nomemory(number, number + 1)
            try:
                state.why_not("x")  # builds a list of strings that the module keeps
            except MemoryError:
                failures += 1
            finally:
                testcapi.remove_mem_hooks()
        after = [sys.getrefcount(text) for text in MOVES]
        assert failures > 5
        changed &= {text for text, one, two in zip(MOVES, before, after, strict=True) if one != two}
    assert not changed
