"""Tests of formatted texts: where the lines of a text without spaces are broken."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

from tests.kit.windows import root, settle
from workbench.gui.look.look import Look
from workbench.gui.widgets.rich_text import RichText

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

SENTENCE = "可以放在任何空格上，除非该格的相邻格全是敌方石子（即使能吃子）。这样的格子 Herbarium 称为封闭的格子。"


def shown_lines(page: RichText) -> list[str]:
    """Return the lines on the screen, without the spaces at their ends."""
    lines, index = [], "1.0"
    while page.text.compare(index, "<", "end-1c"):
        end = page.text.index(f"{index} + 1 display lines")
        lines.append(page.text.get(index, end).strip())
        index = end
    return lines


@pytest.mark.parametrize("width", [260, 277, 294, 311, 328])
def test_lines_of_a_chinese_text_are_full_and_begin_with_no_closing_mark(width: int) -> None:
    look = Look(root())
    look.apply("light", 1.0)
    page = RichText(root(), look)
    page.place(x=0, y=0, width=width, height=400)
    page.add("1.\t", "item")
    page.add(SENTENCE, "item")
    settle(0.1)
    lines = shown_lines(page)
    assert "".join(lines).replace(" ", "") == "1.\t" + SENTENCE.replace(" ", "")
    assert len(lines) > 2 and lines[0].startswith("1.\t可以") and any("Herbarium" in line for line in lines)
    assert not any(line[0] in "，。）" or line[-1] == "（" for line in lines)
    page.destroy()
