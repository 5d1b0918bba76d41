"""Tests of `herbarium mcp` without a client."""

from __future__ import annotations

import sys

import pytest

from tests.kit.terminals import run


def test_missing_library_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mcp", None)
    result = run("mcp")
    assert (result.status, result.out) == (2, "")
    assert result.err == "herbarium: herbarium mcp needs mcp: pip install 'herbarium[assistant]'\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--seat", "0"), "not a whole number from 1 to 99"),
        (("--seat", "1", "--all-seats"), "not allowed with"),
        (("--seconds", "0"), "not a number of seconds"),
    ],
)
def test_wrong_options_are_one_line(words: tuple[str, ...], message: str) -> None:
    result = run("mcp", *words)
    assert result.status == 2 and message in result.err and result.err.count("\n") == 1
