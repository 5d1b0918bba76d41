"""The picture of a real table in the docs. `screenshots.py` takes it after those of the game."""

from __future__ import annotations

from collections.abc import Callable

from tests.kit.windows import TestedWindow
from workbench.companion.companion import Companion
from workbench.gui.companion.tab import CompanionTab

Keep = Callable[[TestedWindow, str], None]
Settle = Callable[[TestedWindow, Callable[[], bool]], None]


def take(window: TestedWindow, game: str, keep: Keep, settle: Settle) -> None:
    """Take a picture of a table with a line that does not fit, and the entries that may be wrong."""
    companion = Companion(game, None, ("Ann", "Bob"))
    tab = window.shell.feature(CompanionTab)
    tab.open(companion)
    desk = tab.desk
    assert desk is not None
    for count in range(16):
        settle(window, lambda: not desk.busy)
        texts = [text for text in companion.cursor.candidates if not companion.cursor.why_not(text)]
        desk.enter(texts[(7 * count + 3) % len(texts)])
    settle(window, lambda: not desk.busy)
    spoil(companion, desk.run)
    settle(window, lambda: not desk.busy)
    settle(window, lambda: not desk.searching and not desk.busy)
    keep(window, f"table-{game}")


def spoil(companion: Companion, run: Callable[[Callable[[Companion], None]], None]) -> None:
    """Change a line near the end to an event that was possible there, so that a later line no longer fits."""
    texts = [line.text for line in companion.lines]
    for index in reversed(range(len(texts))):
        cursor = companion.cursor_before(index)
        for other in cursor.candidates:
            if other == texts[index] or cursor.why_not(other):
                continue
            tried = Companion(companion.spec, companion.seat)
            for text in (*texts[:index], other, *texts[index + 1 :]):
                tried.enter(text)
            if tried.fault is not None and tried.fault.at < len(texts) - 1:
                line = companion.lines[index].id
                run(lambda companion: companion.change(line, text=other))  # noqa: B023  (the loop ends here)
                return
